"""The error of a client whose request the server refused; it imports no SSH, so that a command can name it cheaply."""

from __future__ import annotations

from hako.engine.i18n.failure import Failure
from hako.server import SERVER


class RequestFailed(Failure):
    """A server did not answer, or refused what it was asked for."""

    words = SERVER
