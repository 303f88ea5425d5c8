"""Delays: how far behind those are who watch a shared table.

5       what is done is seen when five more things were chosen
10m     ten minutes later; 1h an hour
"""

from __future__ import annotations

import re
from functools import cache

from msgspec import Struct

from hako.engine.i18n.failure import Failure

DELAYS = ("", "3", "10", "10m", "1h")
"""Those that forms offer; none is the first."""

_SPEC = re.compile(r"([1-9]\d{0,2})([mh]?)")
_SECONDS = {"m": 60, "h": 3600}


class SpectatorDelay(Struct, frozen=True):
    """So many choices, or so many seconds."""

    choices: int = 0
    seconds: int = 0


@cache
def delay_of(spec: str) -> SpectatorDelay | None:
    """The delay that is written so; None for none. Raises Failure where that is none."""
    if not spec:
        return None
    if (match := _SPEC.fullmatch(spec)) is None:
        raise Failure("no_delay", delay=spec)
    count = int(match[1])
    return SpectatorDelay(seconds=count * _SECONDS[match[2]]) if match[2] else SpectatorDelay(count)
