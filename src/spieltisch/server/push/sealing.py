"""A notice made unreadable for all but its device (RFC 8291), and signed as ours (VAPID, RFC 8292).

By http-ece and py-vapid, of which the best known library for this, pywebpush, consists: that one also brings `requests`
and sends by itself, to wherever it is told.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

CURVE = ec.SECP256R1()
KEY_BYTES, POINT_BYTES, AUTH_BYTES = 32, 65, 16
EXPIRES_S = 12 * 3600  # of a signature
PADDED = 512  # bytes, or twice as many …: its length tells nothing


class PushKey:
    """By which devices and their push services know this server."""

    def __init__(self, raw: bytes) -> None:
        self._vapid = Vapid02.from_raw(urlsafe_b64encode(raw))
        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public = base64url(point)

    def authorization(self, audience: str, contact: str, now_s: int) -> str:
        """A header that is good for one push service."""
        signed = self._vapid.sign({"aud": audience, "sub": contact, "exp": now_s + EXPIRES_S})
        return str(signed["Authorization"])


def new_key() -> bytes:
    return ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(KEY_BYTES, "big")


def sealed(payload: bytes, p256dh: bytes, auth: bytes) -> bytes:
    padded = payload.ljust(-(-len(payload) // PADDED) * PADDED)
    made: bytes = http_ece.encrypt(
        padded, private_key=ec.generate_private_key(CURVE), dh=p256dh, auth_secret=auth, version="aes128gcm"
    )
    return made


def are_keys(p256dh: bytes, auth: bytes) -> bool:
    """A point on the curve, and a secret."""
    if len(p256dh) != POINT_BYTES or len(auth) != AUTH_BYTES:
        return False
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, p256dh)
    except ValueError:
        return False
    return True


def base64url(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """ValueError if it is none."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
