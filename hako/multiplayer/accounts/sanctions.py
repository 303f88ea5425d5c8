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
        for target in filter(None, (sanction.who, sanction.whence)):
            self._put((sanction.kind, target, sanction.table), sanction)
        if len(self._all) > self._most:
            held = [(place, kept) for place, kept in self._all.items() if self._holds(kept)]
            self._all, self._places = {}, {}
            for place, kept in held:
                self._put(place, kept)
            self._most = max(_FEW, 2 * len(self._all))

    def lift(self, target: str) -> bool:
        """Nothing holds against them any more; False where nothing did."""
        lifted = [
            self._all.pop(place)
            for place in self._places.pop(target, ())
            if place in self._all and self._all[place].who == target
        ]
        return any(map(self._holds, lifted))

    def against(
        self, kind: SanctionKind, target: str, table: str = "", *, whence: str = ""
    ) -> Sanction | None:
        """What holds against somebody, or against where they come from, if anything does."""
        candidates = (self._all.get((kind, key, table)) for key in (target, whence) if key)
        now = self._clock()
        return next(
            (sanction for sanction in candidates if sanction is not None and sanction.until > now),
            None,
        )

    def _put(self, place: _Scope, sanction: Sanction) -> None:
        self._all[place] = sanction
        self._places.setdefault(sanction.who, set()).add(place)

    def _holds(self, sanction: Sanction) -> bool:
        return sanction.until > self._clock()
