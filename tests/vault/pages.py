"""Every page of a vault's database file in clear, free pages included, read without SQLite.

Source: SQLCipher 4 design: AES-256-CBC, 4096-byte pages with 80 reserved bytes (IV of 16, HMAC-SHA512 of 64); the
first 16 bytes of page 1 are the salt. With a raw 256-bit key that key is the page key. https://www.zetetic.net/sqlcipher/design/
"""

from __future__ import annotations

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES256
from cryptography.hazmat.primitives.ciphers.modes import CBC

from vault import Vault

PAGE, RESERVED, IV, SALT = 4096, 80, 16, 16


def plain_pages(vault: Vault) -> bytes:
    """All pages as they are in the file now; what is still in the write-ahead log is not among them."""
    raw = (vault.path / "vault.db").read_bytes()
    key = vault.keys.key("database").reveal()
    pages = []
    for number, start in enumerate(range(0, len(raw), PAGE)):
        page = raw[start : start + PAGE]
        body = page[SALT if number == 0 else 0 : PAGE - RESERVED]
        vector = page[PAGE - RESERVED : PAGE - RESERVED + IV]
        decryptor = Cipher(AES256(key), CBC(vector)).decryptor()
        pages.append(decryptor.update(body) + decryptor.finalize())
    return b"".join(pages)


def log_bytes(vault: Vault) -> int:
    """The size of the write-ahead log."""
    log = vault.path / "vault.db-wal"
    return log.stat().st_size if log.exists() else 0
