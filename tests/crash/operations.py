"""What is done under faults, and what must hold after each: the old or the new, whole, and nothing in clear."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.crash.hunt import MARKER, Scanned, hunt
from tests.crash.layer import faults
from tests.crash.light import LIGHT, light_derivation
from vault import Secret, Vault, create_vault, make_backup, open_vault, restore_backup
from vault.anchor import EVERY_ENTRIES, take_anchor
from vault.backup import verify_backup
from vault.backup_format import read_backup
from vault.data_key import change_data_key
from vault.documents import DocumentKind, NewDocument, PassageText
from vault.errors import VaultError, WrongPassphrase
from vault.export import export_memories
from vault.inspection import is_vault
from vault.records import Candidate, Layer, Role
from vault.restore import open_backup

OLD, NEW = Secret(f"old {MARKER}"), Secret(f"new {MARKER}")
FIRST, SECOND, THIRD = f"first {MARKER}", f"second {MARKER}", f"third {MARKER}"
EXPORT = "memories.json"
# In the audit of the scene: a few short of those after which an open vault writes its anchor.
_ENTRIES = EVERY_ENTRIES - 6
# Of the first format: opening it is what brings it to the newest.
FROZEN = Path(__file__).parents[1] / "vault" / "frozen" / "format-1"
FROZEN_CODE = (FROZEN / "recovery-code").read_text(encoding="ascii").strip()
# What a fault may be called: its own name or, where it hit the file of a backup or an export, theirs.
EXPECTED = {
    "failing": {"disk_failed", "backup_failed", "export_refused"},
    "full": {"disk_full"},
    "short": set(),
}


@dataclass
class Scene:
    """A closed vault with a memory and one turn, a backup of it, and then one turn more; copied for each trial."""

    base: Path
    recovery_code: str
    scanned: Scanned = field(default_factory=Scanned)

    def copy_to(self, root: Path) -> Path:
        shutil.copytree(self.base, root)
        shutil.copytree(FROZEN / "vault", root / "old")
        return root


@light_derivation()
def make_scene(base: Path) -> Scene:
    base.mkdir()
    vault, code = create_vault(base / "vault", OLD, cost=LIGHT)
    with vault:
        vault.memories.add(Candidate("animal", MARKER, Layer.FACT, MARKER, ()))
        chat = vault.conversations.create("talk")
        vault.conversations.add_turn(chat.id, Role.USER, FIRST)
        vault.documents.add(_document(1))
        make_backup(vault, base / "b")
        vault.conversations.add_turn(chat.id, Role.USER, SECOND)
        export_memories(vault, base / EXPORT)
        while _entries(vault) < _ENTRIES:
            vault.settings.set("language", "en")
    return Scene(base, code)


def _entries(vault: Vault) -> int:
    return vault.db.read(lambda conn: take_anchor(conn, is_closed=False)).sequence


def texts_of(vault: Vault) -> list[str]:
    return sorted(
        turn.text for chat in vault.conversations.list() for turn in vault.conversations.turns(chat.id)
    )


def opens(path: Path, secret: Secret) -> list[str] | None:
    """What was said, in a vault that checks whole; None where the secret does not open it."""
    try:
        with open_vault(path, passphrase=secret, wait=lambda seconds: None) as vault:
            assert vault.verify().is_whole
            return texts_of(vault)
    except WrongPassphrase:
        return None


def texts_by_code(path: Path, code: str) -> list[str]:
    with open_vault(path, recovery_code=code, wait=lambda seconds: None) as vault:
        assert vault.verify().is_whole
        return texts_of(vault)


@dataclass(frozen=True)
class Operation:
    """`act` gets the scene's copy and the recovery code; `look` also whether it went through."""

    name: str
    act: Callable[[Path, str], None]
    look: Callable[[Path, str, bool], None]

    def run(self, root: Path, code: str) -> None:
        with light_derivation():
            self.act(root, code)

    def check(self, root: Path, code: str, went_through: bool) -> None:
        with light_derivation():
            self.look(root, code, went_through)


def _create(root: Path, code: str) -> None:
    create_vault(root / "new", OLD, cost=LIGHT)[0].close()


def _check_create(root: Path, code: str, went_through: bool) -> None:
    if is_vault(root / "new"):
        assert opens(root / "new", OLD) == []
    else:
        assert not went_through
        _create(root, code)


def _unlock(root: Path, code: str) -> None:
    open_vault(root / "vault", recovery_code=code).close()


def _check_whole(root: Path, code: str, went_through: bool) -> None:
    assert texts_by_code(root / "vault", code) == [FIRST, SECOND]


def _say(root: Path, code: str) -> None:
    with open_vault(root / "vault", recovery_code=code) as vault:
        for _ in range(EVERY_ENTRIES - _ENTRIES + 2):  # the anchor is written on the way
            vault.settings.set("language", "zh")
        vault.conversations.add_turn(vault.conversations.list()[0].id, Role.USER, THIRD)


def _check_work(root: Path, code: str, went_through: bool) -> None:
    found = texts_by_code(root / "vault", code)
    assert found == [FIRST, SECOND, THIRD] if went_through else found[:2] == [FIRST, SECOND]


def _change_passphrase(root: Path, code: str) -> None:
    with open_vault(root / "vault", recovery_code=code) as vault:
        vault.slots.change_passphrase(OLD, NEW, cost=LIGHT)


def _check_passphrase(root: Path, code: str, went_through: bool) -> None:
    found = [opens(root / "vault", secret) for secret in (OLD, NEW)]
    assert [texts for texts in found if texts is not None] == [[FIRST, SECOND]], (
        "neither or both secrets open it"
    )
    assert not went_through or found[1] is not None
    _check_whole(root, code, went_through)


def _document(number: int) -> NewDocument:
    """Some sixty pages of the database; the second takes the first one's place."""
    body = f"{MARKER} {number}\n".encode() * 8000
    return NewDocument("notes.txt", DocumentKind.TEXT, body, [PassageText(f"{MARKER} {number}")] * 20)


def _replace_document(root: Path, code: str) -> None:
    with open_vault(root / "vault", recovery_code=code) as vault:
        vault.documents.add(_document(2))


def _check_document(root: Path, code: str, went_through: bool) -> None:
    with open_vault(root / "vault", recovery_code=code, wait=lambda seconds: None) as vault:
        assert vault.verify().is_whole
        (kept,) = vault.documents.list()
        new = _document(kept.version)
        assert vault.documents.file(kept.id) == new.body
        assert [passage.text for passage in vault.documents.passages(kept.id)] == [
            part.text for part in new.passages
        ]
        assert not went_through or kept.version == 2


def _backup(root: Path, code: str) -> None:
    with open_vault(root / "vault", recovery_code=code) as vault:
        make_backup(vault, root / "b")


def _check_backup(root: Path, code: str, went_through: bool) -> None:
    backup = read_backup(root / "b")
    verify_backup(backup, open_backup(backup, recovery_code=code), root / "scratch")
    _check_whole(root, code, went_through)


def _restore(root: Path, code: str) -> None:
    restore_backup(root / "b", root / "vault", recovery_code=code, replace=True)


def _check_restore(root: Path, code: str, went_through: bool) -> None:
    found = texts_by_code(root / "vault", code)
    assert found == [FIRST] if went_through else found in ([FIRST], [FIRST, SECOND])
    kept = list(root.glob("vault.before-*"))
    if found == [FIRST]:
        assert texts_by_code(kept[0], code) == [FIRST, SECOND]


def _export(root: Path, code: str) -> None:
    with open_vault(root / "vault", recovery_code=code) as vault:
        vault.memories.add(Candidate("tree", "The oak", Layer.FACT, "oak", ()))
        export_memories(vault, root / EXPORT)


def _check_export(root: Path, code: str, went_through: bool) -> None:
    text = (root / EXPORT).read_text(encoding="utf-8")
    assert text.rstrip().endswith("}")
    assert MARKER in text
    assert not went_through or "The oak" in text
    _check_whole(root, code, went_through)


def _change_key(root: Path, code: str) -> None:
    change_data_key(root / "vault", OLD, cost=LIGHT)


def _check_key(root: Path, code: str, went_through: bool) -> None:
    assert opens(root / "vault", OLD) == [FIRST, SECOND]


def _migrate(root: Path, code: str) -> None:
    open_vault(root / "old", recovery_code=FROZEN_CODE).close()


def _check_migration(root: Path, code: str, went_through: bool) -> None:
    with open_vault(root / "old", recovery_code=FROZEN_CODE, wait=lambda seconds: None) as vault:
        assert vault.verify().is_whole
        assert texts_of(vault) == ["Three hives, noted.", "我养了三箱蜜蜂。"]
        assert [memory.claim for memory in vault.memories.list()] == ["I keep three hives of bees"]


OPERATIONS = (
    Operation("create", _create, _check_create),
    Operation("unlock", _unlock, _check_whole),
    Operation("work", _say, _check_work),
    Operation("document", _replace_document, _check_document),
    Operation("passphrase", _change_passphrase, _check_passphrase),
    Operation("backup", _backup, _check_backup),
    Operation("restore", _restore, _check_restore),
    Operation("export", _export, _check_export),
    Operation("data key", _change_key, _check_key),
    Operation("migration", _migrate, _check_migration),
)


def try_fault(operation: Operation, scene: Scene, root: Path, k: int, mode: str) -> bool:
    """One trial on a copy at `root`, which is removed afterwards. False where the operation has fewer calls than k."""
    scene.copy_to(root)
    try:
        code = ""
        with faults(k, mode) as layer:
            try:
                operation.run(root, scene.recovery_code)
            except VaultError as error:  # nothing else may come out: no raw OSError
                code = error.code
        went_through = not code
        assert went_through or layer.was_met, "it failed without a fault"
        assert went_through or code in EXPECTED[mode], f"{mode}: {code}"
        operation.check(root, scene.recovery_code, went_through)
        hunt(root, scene.scanned, but=frozenset({EXPORT, f"{EXPORT}.new"}))
        return layer.was_met
    finally:
        shutil.rmtree(root)
