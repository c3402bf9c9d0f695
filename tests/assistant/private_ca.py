"""A certificate authority of our own and certificates below it, made anew for each run."""

from __future__ import annotations

import ipaddress
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class PrivateCa:
    """`file` is what a user would give as the CA file; `context` serves with a certificate for the given hosts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "A private authority")])
        own = self._signed(self._name, self._key.public_key(), days=30, is_authority=True)
        self.file = folder / "authority.pem"
        self.file.write_bytes(own.public_bytes(serialization.Encoding.PEM))

    def context(self, *hosts: str, days: int = 30) -> ssl.SSLContext:
        """A server's side; `days` below zero: expired."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, hosts[0])])
        own = self._signed(name, key.public_key(), days=days, hosts=hosts)
        file = self._folder / f"server{len(list(self._folder.iterdir()))}.pem"
        file.write_bytes(
            own.public_bytes(serialization.Encoding.PEM)
            + key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        return context

    def _signed(
        self,
        name: x509.Name,
        key: ec.EllipticCurvePublicKey,
        *,
        days: int,
        hosts: tuple[str, ...] = (),
        is_authority: bool = False,
    ) -> x509.Certificate:
        now = datetime.now(UTC)
        builder = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(self._name)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=60))
            .not_valid_after(now + timedelta(days=days))
            .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()), critical=False
            )
        )
        if hosts:
            names = x509.SubjectAlternativeName([_general(host) for host in hosts])
            builder = builder.add_extension(names, critical=False)
        return builder.sign(self._key, hashes.SHA256())


def _general(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)
