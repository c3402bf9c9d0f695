"""Reads a vault's folder or a backup by docs/FORMAT.md, with cryptography and sqlcipher3 and nothing of Keepsake."""

import hashlib
import hmac
import json
import tempfile
import unicodedata
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from sqlcipher3 import dbapi2


def sub_key(key, vault_id, name):
    return HKDF(SHA256(), 32, vault_id, b"keepsake/1/" + name.encode()).derive(key)


def slot_key(kdf, secret):
    salt, number = bytes.fromhex(kdf["salt"]), 0
    if kdf["name"] == "argon2id":
        cost = {"iterations": kdf["iterations"], "lanes": kdf["lanes"], "memory_cost": kdf["memory_kib"]}
        return Argon2id(salt=salt, length=32, **cost).derive(unicodedata.normalize("NFKC", secret).encode())
    for digit in secret.replace("-", "").upper()[:32]:
        number = number * 32 + max(0, "0123456789ABCDEFGHJKMNPQRSTVWXYZ".find(digit))
    code = (number % (1 << 160)).to_bytes(20, "big")
    return HKDF(SHA256(), 32, salt, b"keepsake/1/slot/recovery").derive(code)


def check_digests(raw, key, vault_id):
    assert hashlib.sha256(raw[:-32]).digest() == raw[-32:], "damaged"
    assert hmac.digest(sub_key(key, vault_id, "header"), raw[:-64], "sha256") == raw[-64:-32], "changed"


def unwrap(key, of, associated):
    return AESGCM(key).decrypt(bytes.fromhex(of["nonce"]), bytes.fromhex(of["wrapped"]), associated)


def open_header(raw, secret):
    body = json.loads(raw[14:-64])
    vault_id = bytes.fromhex(body["vault_id"])
    for slot in body["slots"]:
        own = json.dumps([slot["id"], slot["kind"], slot["kdf"]], sort_keys=True, separators=(",", ":"))
        try:
            data_key = unwrap(slot_key(slot["kdf"], secret), slot, raw[:10] + vault_id + own.encode())
        except InvalidTag:
            continue
        check_digests(raw, data_key, vault_id)
        return vault_id, data_key
    raise PermissionError("the secret opens no slot")


def open_backup(raw, secret):
    middle = 18 + int.from_bytes(raw[10:14], "big")
    end = middle + int.from_bytes(raw[14:18], "big")
    manifest, database = json.loads(raw[middle:end]), raw[end + 64 :]
    vault_id, data_key = open_header(raw[18:middle], secret)
    backup_key = unwrap(sub_key(data_key, vault_id, "backup"), manifest, raw[:10] + vault_id)
    check_digests(raw[: end + 64], backup_key, vault_id)
    assert hashlib.sha256(database).hexdigest() == manifest["database_sha256"], "damaged"
    return vault_id, backup_key, {"vault.db": database}


def read_rows(path, secret, query):
    if path.is_dir():
        files = {part.name: part.read_bytes() for part in path.glob("vault.db*")}
        vault_id, key = open_header((path / "header").read_bytes(), secret)
    else:
        vault_id, key, files = open_backup(path.read_bytes(), secret)
    with tempfile.TemporaryDirectory() as scratch:  # still encrypted there
        for name, content in files.items():
            (Path(scratch) / name).write_bytes(content)
        connection = dbapi2.connect(f"{scratch}/vault.db")
        connection.execute(f"PRAGMA key = \"x'{sub_key(key, vault_id, 'database').hex()}'\"")
        return connection.execute(query).fetchall()
