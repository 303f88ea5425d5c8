"""Sanctions: who is kept out of the house or of a table, or silent there, and until when.

A key is somebody. But a guest's key is a name, and an account of this machine has one for each
name: whatever holds against these holds against all guests of their network, or the account.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

SanctionKind: TypeAlias = Literal["ban", "remove", "mute"]
"""Kept out of the house; kept away from a table; silent at a table."""


_Scope: TypeAlias = tuple[SanctionKind, str, str]
"""Kind, whom it holds against, and the table."""

_FEW = 64


class Sanction(Struct, frozen=True):
    """Something that holds against somebody for a time."""

    kind: SanctionKind
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
        self._all: dict[_Scope, Sanction] = {}
        self._places: dict[str, set[_Scope]] = {}
        """Where the sanctions against somebody stand, by `Sanction.who`."""
        self._most = _FEW
        """With more of them those that are over are dropped."""

    def __iter__(self) -> Iterator[Sanction]:
        each_once = dict.fromkeys(self._all.values())
        return filter(self._holds, each_once)

    def add(self, sanction: Sanction) -> None:
        """From now on it holds, in the place of an earlier one of its kind."""
        for who in filter(None, (sanction.who, sanction.whence)):
            self._put((sanction.kind, who, sanction.table), sanction)
        if len(self._all) > self._most:
            held = [(place, each) for place, each in self._all.items() if self._holds(each)]
            self._all, self._places = {}, {}
            for place, each in held:
                self._put(place, each)
            self._most = max(_FEW, 2 * len(self._all))

    def lift(self, who: str) -> bool:
        """Nothing holds against them any more; False where nothing did."""
        lifted = [
            self._all.pop(place)
            for place in self._places.pop(who, ())
            if place in self._all and self._all[place].who == who
        ]
        return any(map(self._holds, lifted))

    def against(
        self, kind: SanctionKind, who: str, table: str = "", *, whence: str = ""
    ) -> Sanction | None:
        """What holds against somebody, or against where they come from, if anything does."""
        found = (self._all.get((kind, each, table)) for each in (who, whence) if each)
        now = self._clock()
        return next((each for each in found if each is not None and each.until > now), None)

    def _put(self, place: _Scope, sanction: Sanction) -> None:
        self._all[place] = sanction
        self._places.setdefault(sanction.who, set()).add(place)

    def _holds(self, sanction: Sanction) -> bool:
        return sanction.until > self._clock()
