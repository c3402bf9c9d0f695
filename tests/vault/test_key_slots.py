"""Changing who may open a vault: the new secret opens, the old one does not, and a failure leaves one of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixtures import VaultTemplate
from vault import Secret, Vault, open_vault
from vault.errors import DiskFull, NotFound, PassphraseRefused, TransitionRefused, WrongPassphrase
from vault.header import read_headers

NEW = Secret("a new one 新的")


def opens(folder: Path, secret: Secret) -> bool:
    try:
        open_vault(folder, passphrase=secret, wait=lambda seconds: None).close()
    except WrongPassphrase:
        return False
    return True


def test_a_changed_passphrase_replaces_the_old_one(
    vault: Vault, passphrase: Secret, vault_template: VaultTemplate
) -> None:
    recovery = vault_template.header.slots[1]
    vault.slots.change_passphrase(passphrase, NEW)
    vault.close()
    assert opens(vault.path, NEW)
    assert not opens(vault.path, passphrase)
    pair = read_headers(vault.path)
    assert pair.agrees
    assert recovery in pair.candidates[0].header.slots  # untouched, and still good
    open_vault(vault.path, recovery_code=vault_template.recovery_code, wait=lambda seconds: None).close()


def test_no_old_wrap_stays_beside_the_new_one(vault: Vault, passphrase: Secret) -> None:
    old = vault.slots.header.slots[0].wrapped.hex().encode()
    vault.slots.change_passphrase(passphrase, NEW)
    assert [entry.name for entry in vault.path.iterdir() if old in entry.read_bytes()] == []


def test_a_wrong_or_refused_passphrase_changes_nothing(vault: Vault, passphrase: Secret) -> None:
    before = (vault.path / "header").read_bytes()
    entries = vault.audit.verify().entries
    with pytest.raises(WrongPassphrase):
        vault.slots.change_passphrase(Secret("wrong"), NEW)
    with pytest.raises(PassphraseRefused):
        vault.slots.change_passphrase(passphrase, Secret(""))
    assert (vault.path / "header").read_bytes() == before
    assert vault.audit.verify().entries == entries


def test_after_recovery_one_new_passphrase_opens(vault: Vault, passphrase: Secret) -> None:
    vault.slots.add_passphrase(Secret("second"), "laptop")
    assert [slot.name for slot in vault.slots.list()] == ["", "", "laptop"]
    vault.slots.reset_passphrases(NEW)
    assert [slot.kind for slot in vault.slots.list()] == ["passphrase", "recovery"]
    vault.close()
    assert opens(vault.path, NEW)
    assert not opens(vault.path, passphrase)
    assert not opens(vault.path, Secret("second"))


def test_a_renewed_recovery_code_replaces_the_old_one(
    vault: Vault, vault_template: VaultTemplate, passphrase: Secret
) -> None:
    code = vault.slots.renew_recovery_code(passphrase)
    vault.close()
    open_vault(vault.path, recovery_code=code).close()
    with pytest.raises(WrongPassphrase):
        open_vault(vault.path, recovery_code=vault_template.recovery_code)


def test_no_new_recovery_code_without_the_passphrase(vault: Vault, vault_template: VaultTemplate) -> None:
    generation = vault.slots.header.generation
    with pytest.raises(WrongPassphrase):
        vault.slots.renew_recovery_code(NEW)
    assert vault.slots.header.generation == generation
    vault.close()
    open_vault(vault.path, recovery_code=vault_template.recovery_code).close()


def test_every_slot_but_the_last_passphrase_may_go(vault: Vault, passphrase: Secret) -> None:
    first, recovery = vault.slots.list()
    vault.slots.remove(recovery.id)
    with pytest.raises(TransitionRefused):
        vault.slots.remove(first.id)
    with pytest.raises(NotFound):
        vault.slots.remove("k_absent")
    second = vault.slots.add_passphrase(NEW, "second")
    vault.slots.remove(first.id)
    assert [slot.id for slot in vault.slots.list()] == [second.id]
    vault.close()
    assert opens(vault.path, NEW)
    assert not opens(vault.path, passphrase)


@pytest.mark.parametrize(("file", "new_opens"), [("header.new", False), ("header.copy.new", True)])
def test_a_full_disk_during_the_change_leaves_one_secret_that_opens(
    vault: Vault, passphrase: Secret, full_disk: Callable[[str], None], monkeypatch: pytest.MonkeyPatch,
    file: str, new_opens: bool,
) -> None:  # fmt: skip
    entries = vault.audit.verify().entries
    with monkeypatch.context():
        full_disk(file)
        with pytest.raises(DiskFull):
            vault.slots.change_passphrase(passphrase, NEW)
    monkeypatch.undo()
    assert vault.audit.verify().entries == entries
    vault.close()
    assert opens(vault.path, NEW) == new_opens
    # Where the new header stands, opening has mended the copy: the old wrap is gone from both files.
    assert opens(vault.path, passphrase) != new_opens
    assert read_headers(vault.path).agrees


def test_a_slot_knows_when_it_was_last_used(vault_folder: Path, passphrase: Secret) -> None:
    with open_vault(vault_folder, passphrase=passphrase) as vault:
        used = {slot.kind: slot.last_used_utc for slot in vault.slots.list()}
    assert used["passphrase"] is not None
    assert used["recovery"] is None


def test_changes_are_audited_without_secrets(vault: Vault, passphrase: Secret) -> None:
    vault.slots.change_passphrase(passphrase, NEW)
    vault.slots.renew_recovery_code(NEW)
    assert [entry.action for entry in vault.audit.entries(2)] == ["slot.renew", "slot.change"]
    assert vault.verify().is_whole
