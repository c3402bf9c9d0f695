"""Makes the frozen vault of this version, once, before a release; one that was released is never remade.

`format-1` is of the first schema and has a backup beside it; `schema-4`, `schema-5` and `schema-7` are the vault alone.

python -m tests.vault.frozen.freeze FOLDER
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

from vault import FLOOR_COST, Secret, create_vault
from vault.attachments import AttachedText
from vault.backup import make_backup
from vault.digests import Digest
from vault.documents import DocumentKind, NewDocument, PassageText
from vault.records import Candidate, EndpointConfig, Layer, Role

PASSPHRASE = "frozen 冰 passphrase"
AT = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def freeze(folder: Path) -> None:
    """A vault with one of each thing that people would miss, its recovery code in a file, and a backup of it."""
    vault, code = create_vault(folder / "vault", Secret(PASSPHRASE), clock=lambda: AT, cost=FLOOR_COST)
    with vault:
        chat = vault.conversations.create("Bienen 蜜蜂", name="bees")
        vault.conversations.add_turn(chat.id, Role.USER, "我养了三箱蜜蜂。")
        vault.conversations.add_turn(chat.id, Role.ASSISTANT, "Three hives, noted.", state="complete")
        hives = Candidate("hives", "I keep three hives of bees", Layer.FACT, "three", ())
        vault.memories.add(hives)
        task = vault.tasks.create(
            "Prepare the hives for winter", conversation_id=chat.id, steps=["Buy sugar"]
        )
        vault.tasks.record_finding(task.id, "Twelve kilos are enough")
        turns = tuple(turn.id for turn in vault.conversations.turns(chat.id))
        vault.digests.put(chat.id, Digest(turns, ((turns[0], "three hives"),)))
        vault.attachments.add(turns[0], [AttachedText("蜂箱.txt", "三箱，南坡。", 18, "utf-8")])
        vault.attachments.keep_draft(chat.id, [AttachedText("草稿.txt", "冬天之前。", 15, "utf-8")])
        passages = [PassageText("Bees fly.", 1, "Summer"), PassageText("蜜蜂过冬。", 2, "Winter")]
        vault.documents.add(
            NewDocument("bees.txt", DocumentKind.TEXT, "Bees fly.\f蜜蜂过冬。".encode(), passages)
        )
        vault.settings.set("language", "zh")
        vault.endpoints.put(
            EndpointConfig("home", "openai", "http://127.0.0.1:8080/v1", "m", "local", "sk-frozen")
        )
        make_backup(vault, folder / "vault.keepsake-backup")
    for name in ("lock", "backups"):
        (folder / "vault" / name).unlink(missing_ok=True)
    (folder / "recovery-code").write_text(code + "\n", encoding="ascii")


if __name__ == "__main__":
    freeze(Path(sys.argv[1]))
