"""A process that works on a vault until it is killed, and says after each piece of work that it was acknowledged.

Started with the vault's folder, a folder for backups and an export, the seed, and the kinds of work; the recovery code
and the present passphrase come on standard input. Each line of standard output is the JSON of one acknowledged fact.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path

from tests.crash.hunt import MARKER
from tests.crash.light import LIGHT, light_derivation
from vault import Secret, Vault, harden_process, make_backup, open_vault
from vault.attachments import AttachedText
from vault.documents import DocumentKind, NewDocument, PassageText
from vault.errors import VaultError
from vault.export import export_memories
from vault.records import Candidate, Layer, Role

PRESENT = [""]  # the passphrase that opens the vault now
Work = Callable[[Vault, Path, int], object]


def say(vault: Vault, aside: Path, number: int) -> object:
    chat = vault.conversations.by_name("crash") or vault.conversations.create("crash", name="crash")
    turn = vault.conversations.add_turn(
        chat.id, Role.USER, f"{MARKER} {number} " + "长 text " * (number % 50)
    )
    return ["turn", turn.id]


def remember(vault: Vault, aside: Path, number: int) -> object:
    memory = vault.memories.add(
        Candidate(f"thing {number}", f"{MARKER} {number}", Layer.FACT, str(number), ())
    ).memory
    return ["memory", memory.id if memory is not None else ""]


def forget(vault: Vault, aside: Path, number: int) -> object:
    # Not the one whose words stand in every document: those would be cut, and their files with them.
    found = [memory for memory in vault.memories.list() if memory.claim != MARKER]
    if not found:
        return ["nothing", ""]
    print(
        json.dumps(["forgetting", found[0].id]), flush=True
    )  # until it is acknowledged it may be there or not
    vault.memories.forget([found[0].id], actor="user")
    return ["forgotten", found[0].id]


def keep_document(vault: Vault, aside: Path, number: int) -> object:
    """One of three names, so that most take an earlier one's place; up to two hundred pages of the database. The words
    are in another order than a memory's: what is forgotten is cut from documents too.
    """
    passages = [
        PassageText(f"{number} {MARKER} " + "段 part " * (number % 90)) for _ in range(number % 9 + 1)
    ]
    body = f"{number} {MARKER}\n".encode() * (1 + number % 7 * 4000)
    name = f"{number % 3}.txt"
    print(json.dumps(["documenting", name]), flush=True)
    kept = vault.documents.add(NewDocument(name, DocumentKind.TEXT, body, passages)).document
    return ["document", f"{name} {kept.sha256}"]


def drop_document(vault: Vault, aside: Path, number: int) -> object:
    found = vault.documents.list()
    if not found:
        return ["nothing", ""]
    print(json.dumps(["documenting", found[0].name]), flush=True)
    vault.memories.delete_document(found[0].id, actor="user")
    return ["document", f"{found[0].name} "]


def draft(vault: Vault, aside: Path, number: int) -> object:
    file = AttachedText(f"{number}.txt", f"{number} {MARKER} " * 30, 900, "utf-8")
    print(json.dumps(["drafting", file.name]), flush=True)
    vault.attachments.keep_draft("", [file])
    return ["draft", file.name]


def change(vault: Vault, aside: Path, number: int) -> object:
    """A change of the header. The new passphrase is told before: until it is acknowledged either may open the vault."""
    old, new = PRESENT[0], f"passphrase {MARKER} {number}"
    print(json.dumps(["changing", new]), flush=True)
    vault.slots.change_passphrase(Secret(old), Secret(new), cost=LIGHT)
    PRESENT[0] = new
    return ["changed", new]


def back_up(vault: Vault, aside: Path, number: int) -> object:
    return ["backup", str(make_backup(vault, aside / "b").path)]


def export(vault: Vault, aside: Path, number: int) -> object:
    return ["export", str(export_memories(vault, aside / "memories.json").path)]


KINDS: dict[str, Work] = {
    "say": say, "remember": remember, "forget": forget, "change": change, "backup": back_up, "export": export,
    "document": keep_document, "drop": drop_document, "draft": draft,
}  # fmt: skip


@light_derivation()
def main(folder: Path, aside: Path, seed: int, kinds: str) -> None:
    harden_process()
    code = sys.stdin.readline().rstrip("\n")
    PRESENT[0] = sys.stdin.readline().rstrip("\n")
    chosen = random.Random(seed)
    works = [KINDS[kind] for kind in kinds.split(",")]
    try:
        vault = open_vault(folder, recovery_code=code)
    except VaultError as error:
        print(json.dumps(["error", error.code]), flush=True)
        return
    print(json.dumps(["open", ""]), flush=True)
    number = seed * 1000
    while True:
        number += 1
        try:
            fact = chosen.choice(works)(vault, aside, number)
        except (
            VaultError
        ) as error:  # a fault of the disk: nothing was acknowledged, and the next try may succeed
            print(json.dumps(["error", error.code]), flush=True)
            continue
        print(json.dumps(fact), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
