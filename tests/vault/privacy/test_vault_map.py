"""The map kept in the vault works like the one in memory, and survives closing."""

from __future__ import annotations

from vault import Vault
from vault.privacy import KnownNames, Pseudonymiser

KNOWN = KnownNames(persons=("王小川", "Priya Nair"))


def test_tokens_of_the_vault_are_stable_per_conversation(vault: Vault) -> None:
    text = "王小川 15988001234, my password is tr0ub4dor&3, [person 1]"
    first, second = (vault.conversations.create().id for _ in range(2))
    scrubbed = Pseudonymiser(vault.pseudonyms, first, known=KNOWN).scrub(text)
    again = Pseudonymiser(vault.pseudonyms, first, known=KNOWN)
    assert again.scrub(text) == scrubbed
    assert again.restore(scrubbed.text) == text
    other = Pseudonymiser(vault.pseudonyms, second, known=KNOWN)
    assert other.restore(scrubbed.text) == scrubbed.text
    assert other.leftovers(scrubbed.text) != ()


def test_numbers_go_on_across_languages_in_the_vault(vault: Vault) -> None:
    chat = Pseudonymiser(vault.pseudonyms, vault.conversations.create().id, known=KNOWN)
    assert chat.scrub("你好王小川").text == "你好‹人物1›"
    assert chat.scrub("hello Priya Nair").text == "hello ‹person 2›"
