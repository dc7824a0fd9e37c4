"""A device, and what it does with a notice: read by RFC 8291 and 8188, and checked by RFC 8292.

Written from these, with nothing but cryptography's primitives: it shares no line with what sends.
"""

import hmac
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from secrets import token_bytes

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from spieltisch.store import Subscription

LAST = 2  # the delimiter of the last record (RFC 8188)
NIGHT = (22 * 60, 7 * 60)


def hkdf(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    """One round of RFC 5869, which is enough for 32 bytes."""
    prk = hmac.digest(salt, key, "sha256")
    return hmac.digest(prk, info + b"\x01", "sha256")[:length]


def unpadded(text: str) -> bytes:
    assert "=" not in text
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def base64url(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


@dataclass
class Device:
    endpoint: str
    language: str = "de"
    zone: str = "Europe/Berlin"
    quiet: tuple[int, int] | None = None
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: token_bytes(16))

    @property
    def p256dh(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def subscription(self) -> Subscription:
        return Subscription(self.endpoint, self.p256dh, self.auth, self.language, self.zone, self.quiet)

    @property
    def asked(self) -> dict[str, object]:
        """As a page says it to the server."""
        return {
            "endpoint": self.endpoint, "p256dh": base64url(self.p256dh), "auth": base64url(self.auth),
            "language": self.language, "zone": self.zone, "quiet": self.quiet,
        }  # fmt: skip

    def opened(self, body: bytes) -> bytes:
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size  # one record
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), theirs)
        secret = hkdf(self.auth, shared, b"WebPush: info\0" + self.p256dh + sender, 32)
        key = hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
        record = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert record[-1] == LAST
        return record[:-1]


@dataclass
class Signed:
    key: str
    claims: dict[str, object]


def signed(authorization: str) -> Signed:
    """Who signed it, and what it says; InvalidSignature if it is not his."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    said, _, signature = parts["t"].rpartition(".")
    head, claims = (json.loads(unpadded(part)) for part in said.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    raw = unpadded(signature)
    assert len(raw) == 64
    numbers = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    signer = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpadded(parts["k"]))
    signer.verify(numbers, said.encode(), ec.ECDSA(hashes.SHA256()))
    return Signed(parts["k"], claims)
