"""Sanctions: who is kept out of the house or of a table, or silent there, and until when.

A key is somebody. But a guest's key is a name, and an account of this machine has one for each
name: whatever holds against these holds against all guests of their network, or the account.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

Kind: TypeAlias = Literal["ban", "remove", "mute"]
"""Kept out of the house; kept away from a table; silent at a table."""


class Sanction(Struct, frozen=True):
    """Something that holds against somebody for a time."""

    kind: Kind
    who: str
    """A visitor's key; of a ban perhaps an address."""
    until: float
    """Seconds since 1970."""
    table: str = ""
    """The code of the table where it holds; a ban holds in the whole house."""
    because: str = ""
    """What they are told about it."""
    name: str = ""
    """What they were called when it began."""
    whence: str = ""
    """Their account or network, where it holds against that, too."""


class Sanctions:
    """Those in force: each ends by itself."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._all: dict[tuple[Kind, str, str], Sanction] = {}

    def __iter__(self) -> Iterator[Sanction]:
        each_once = dict.fromkeys(self._all.values())
        return (each for each in each_once if each.until > self._clock())

    def add(self, sanction: Sanction) -> None:
        """From now on it holds, in the place of an earlier one of its kind."""
        self._all = {key: each for key, each in self._all.items() if each in {*self}}
        for who in filter(None, (sanction.who, sanction.whence)):
            self._all[sanction.kind, who, sanction.table] = sanction

    def lift(self, who: str) -> bool:
        """Nothing holds against them any more; False where nothing did."""
        held = any(each.who == who for each in self)
        self._all = {key: each for key, each in self._all.items() if each.who != who}
        return held

    def against(
        self, kind: Kind, who: str, table: str = "", *, whence: str = ""
    ) -> Sanction | None:
        """What holds against somebody, or against where they come from, if anything does."""
        found = (self._all.get((kind, each, table)) for each in (who, whence) if each)
        now = self._clock()
        return next((each for each in found if each is not None and each.until > now), None)
