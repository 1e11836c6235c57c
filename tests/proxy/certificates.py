"""Certificates for servers in tests: good ones, and all kinds of bad ones."""

import datetime
import ipaddress
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

NOW = datetime.datetime.now(datetime.UTC)


class Authority:
    """Signs certificates; its own is written to a file that clients can trust."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = _name("Test Authority")
        self.file = folder / "authority.pem"
        constraints = x509.BasicConstraints(ca=True, path_length=None)
        made = self._signed(self.name, self.key, [(constraints, True)], days=30)
        self.file.write_bytes(made.public_bytes(serialization.Encoding.PEM))

    def issue(self, file: str, host: str = "127.0.0.1", days: int = 30) -> Path:
        """Write a key and a certificate for a host; one with fewer than 0 days has expired."""
        key = ec.generate_private_key(ec.SECP256R1())
        try:
            spelt: x509.GeneralName = x509.IPAddress(ipaddress.ip_address(host))
        except ValueError:
            spelt = x509.DNSName(host)
        made = self._signed(_name(host), key, [(x509.SubjectAlternativeName([spelt]), False)], days)
        path = self.folder / file
        path.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
            + made.public_bytes(serialization.Encoding.PEM)
        )
        return path

    def _signed(self, subject: x509.Name, key, extensions, days: int) -> x509.Certificate:
        builder = x509.CertificateBuilder(self.name, subject, key.public_key(), x509.random_serial_number())
        builder = builder.not_valid_before(NOW - datetime.timedelta(days=90))
        builder = builder.not_valid_after(NOW + datetime.timedelta(days=days))
        identifier = x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key())
        extensions = [*extensions, (identifier, False)]
        extensions.append((x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False))
        for extension, critical in extensions:
            builder = builder.add_extension(extension, critical)
        return builder.sign(self.key, hashes.SHA256())


def _name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
