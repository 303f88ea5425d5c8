"""Session cookies, signed by the server, by which it recognises a browser."""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256

import msgspec
from msgspec import Struct

from hako.multiplayer.accounts.names import BROWSER

_LABEL = b"hako pass 1\0"


class SessionCookie(Struct, frozen=True, array_like=True):
    """The player behind a browser."""

    key: str
    """The owner of names and seats."""
    name: str
    """The name to play under, unless somebody else has taken it."""


def new_key() -> str:
    """A new random key."""
    return BROWSER + secrets.token_urlsafe(18)


class CookieSigner:
    """Writes and reads session cookies."""

    def __init__(self, key: bytes) -> None:
        """Sign with that key."""
        self._key = key

    def write(self, cookie: SessionCookie) -> str:
        """The signed text of a cookie."""
        data = msgspec.json.encode(cookie)
        return f"{_spelt(data)}.{_spelt(self._signature(data))}"

    def read(self, cookie: str) -> SessionCookie | None:
        """The cookie in a signed text; None if the server did not sign it."""
        content, _, signature = cookie.partition(".")
        try:
            signed = urlsafe_b64decode(content)
            if hmac.compare_digest(urlsafe_b64decode(signature), self._signature(signed)):
                return msgspec.json.decode(signed, type=SessionCookie)
        except ValueError:  # not even base64, or of another time
            pass
        return None

    def _signature(self, data: bytes) -> bytes:
        return hmac.digest(self._key, _LABEL + data, sha256)


def _spelt(data: bytes) -> str:
    return urlsafe_b64encode(data).decode()
