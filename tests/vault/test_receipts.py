"""Receipts: recorded before sending, completed after, verified with and without their bytes."""

from __future__ import annotations

import pytest

from vault import ReceiptDraft, Vault
from vault.errors import NotFound

BODY = b'{"messages": ["\xe4\xbd\xa0\xe5\xa5\xbd"]}'


def draft(**changes: object) -> ReceiptDraft:
    values: dict[str, object] = {
        "purpose": "chat",
        "endpoint": "local",
        "url": "http://127.0.0.1:8080/v1/chat/completions",
        "method": "POST",
        "body": BODY,
        "replaced": (("person", "‹人物1›"),),
        "memory_ids": ("m_1", "m_2"),
        "conversation_id": "c_1",
        "turn_id": "t_1",
    }
    return ReceiptDraft(**{**values, **changes})  # type: ignore[arg-type]


def test_a_receipt_is_pending_until_it_is_finished(vault: Vault) -> None:
    made = vault.receipts.record(draft())
    assert (made.outcome, made.body, made.size_bytes) == ("pending", BODY, len(BODY))
    assert made.replaced == (("person", "‹人物1›"),)
    done = vault.receipts.finish(made.id, "ok", status=200, seconds=1.25, received_bytes=99)
    assert (done.outcome, done.status, done.seconds, done.received_bytes) == ("ok", 200, 1.25, 99)
    assert vault.receipts.get(made.id) == done
    with pytest.raises(NotFound):
        vault.receipts.finish(made.id, "failed")
    with pytest.raises(NotFound):
        vault.receipts.get("r_absent")


def test_the_newest_receipt_comes_first(vault: Vault) -> None:
    ids = [vault.receipts.record(draft(turn_id=f"t_{number % 2}")).id for number in range(4)]
    assert [receipt.id for receipt in vault.receipts.list()] == ids[::-1]
    assert [receipt.id for receipt in vault.receipts.list(2, before=3)] == [ids[1], ids[0]]
    assert [receipt.id for receipt in vault.receipts.of_turn("t_1")] == [ids[1], ids[3]]


def test_a_temporary_chat_keeps_no_bytes_and_verifies(vault: Vault) -> None:
    kept = vault.receipts.record(draft())
    temporary = vault.receipts.record(draft(keeps_body=False))
    assert temporary.body is None
    assert temporary.digest == kept.digest
    report = vault.receipts.verify()
    assert (report.receipts, report.purged, report.broken) == (2, 1, ())


def test_a_purged_receipt_still_verifies(vault: Vault) -> None:
    made = vault.receipts.record(draft())
    vault.receipts.finish(made.id, "ok")
    purged = vault.db.write(
        lambda conn: vault.receipts.purge(conn, [made.id, "r_absent"], actor="user", reason="forget")
    )
    assert purged == [made.id]
    assert vault.receipts.get(made.id).body is None
    assert vault.receipts.verify().broken == ()
    assert vault.audit.entries(1)[0].action == "receipt.purge"


@pytest.mark.parametrize(
    "tampering",
    [
        "UPDATE receipts SET url = 'http://elsewhere' WHERE sequence = 2",
        "UPDATE receipts SET memory_ids_json = '[]' WHERE sequence = 2",
        "UPDATE receipts SET digest = zeroblob(32) WHERE sequence = 2",
        "UPDATE receipts SET outcome = 'refused' WHERE sequence = 2",
        "UPDATE receipts SET outcome = 'pending' WHERE sequence = 2",
        "UPDATE receipts SET status = 500 WHERE sequence = 2",
        "UPDATE receipt_bodies SET body = x'00' WHERE receipt_id = (SELECT id FROM receipts WHERE sequence = 2)",
        "DELETE FROM receipts WHERE sequence = 2",
    ],
)
def test_tampering_is_found(vault: Vault, tampering: str) -> None:
    for _ in range(3):
        vault.receipts.finish(vault.receipts.record(draft()).id, "ok", status=200)
    assert vault.receipts.verify().broken == ()
    assert vault.db.write(lambda conn: conn.execute(tampering).rowcount) == 1
    assert len(vault.receipts.verify().broken) == 1


def test_the_key_of_the_hash_is_the_vaults(vault: Vault) -> None:
    made = vault.receipts.record(draft())
    assert made.digest == vault.keys.mac("receipts", BODY).hex()
