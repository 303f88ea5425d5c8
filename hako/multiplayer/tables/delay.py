"""Delayed spectating: the delay between a shared table and its spectators.

5       spectators see a choice after five more choices
10m     spectators see a choice ten minutes later; 1h: an hour later
"""

from __future__ import annotations

import re
from functools import cache

from msgspec import Struct

from hako.engine.i18n.failure import Failure

DELAYS = ("", "3", "10", "10m", "1h")
"""Delays offered by forms. The first one means no delay."""

_SPEC = re.compile(r"([1-9]\d{0,2})([mh]?)")
_SECONDS = {"m": 60, "h": 3600}


class SpectatorDelay(Struct, frozen=True):
    """A delay: a number of choices, or a number of seconds."""

    choices: int = 0
    seconds: int = 0


@cache
def delay_of(spec: str) -> SpectatorDelay | None:
    """Parse a delay; None for the empty string. Raises Failure if the syntax is wrong."""
    if not spec:
        return None
    if (match := _SPEC.fullmatch(spec)) is None:
        raise Failure("no_delay", delay=spec)
    count = int(match[1])
    return SpectatorDelay(seconds=count * _SECONDS[match[2]]) if match[2] else SpectatorDelay(count)
