"""The error about a command that several packages of multiplayer reject."""

from __future__ import annotations

from hako.engine.i18n.failure import Failure
from hako.multiplayer import MULTIPLAYER


class CommandRejected(Failure):
    """Error: a moderation command is invalid or cannot be carried out."""

    words = MULTIPLAYER
