"""Passes: by a cookie that the house has signed it knows a browser again."""

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
    """Who comes with a browser."""

    key: str
    """Whom names and seats belong to."""
    name: str
    """What they play under, if nobody else has the name meanwhile."""


def new_key() -> str:
    """A key that nobody has and nobody guesses."""
    return BROWSER + secrets.token_urlsafe(18)


class CookieSigner:
    """Writes and reads them."""

    def __init__(self, key: bytes) -> None:
        """Sign with that key."""
        self._key = key

    def write(self, cookie: SessionCookie) -> str:
        """The pass as a cookie."""
        data = msgspec.json.encode(cookie)
        return f"{_spelt(data)}.{_spelt(self._signature(data))}"

    def read(self, cookie: str) -> SessionCookie | None:
        """The pass in a cookie; None where the house did not sign it."""
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
