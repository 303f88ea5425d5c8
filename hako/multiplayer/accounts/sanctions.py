"""Sanctions: bans from the server, kicks from tables and mutes at tables, each until some time.

A key identifies a user. But guests choose their keys, and so do accounts of this machine: a
sanction against one of these holds against all guests of their network, or the whole account.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

SanctionKind: TypeAlias = Literal["ban", "remove", "mute"]
"""Ban from the server, kick from a table, mute at a table."""


_Scope: TypeAlias = tuple[SanctionKind, str, str]
"""Kind, target, and code of the table."""

_FEW = 64


class Sanction(Struct, frozen=True):
    """Sanction against a user for some time."""

    kind: SanctionKind
    target: str
    """Key of a user; for a ban perhaps an address."""
    until: float
    """End, in seconds since 1970."""
    table: str = ""
    """Code of the table where it holds; empty for a ban."""
    because: str = ""
    """Reason that the user is given."""
    name: str = ""
    """Name of the user when it began."""
    origin: str = ""
    """Account or network of the user, if it holds against that, too."""


class Sanctions:
    """Sanctions in force; each ends by itself."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._all: dict[_Scope, Sanction] = {}
        self._places: dict[str, set[_Scope]] = {}
        """Scopes of the sanctions against each target."""
        self._most = _FEW
        """Number of sanctions from which expired ones are dropped."""

    def __iter__(self) -> Iterator[Sanction]:
        each_once = dict.fromkeys(self._all.values())
        return filter(self._holds, each_once)

    def add(self, sanction: Sanction) -> None:
        """Add a sanction, in place of an earlier one of its kind."""
        for target in filter(None, (sanction.target, sanction.origin)):
            self._put((sanction.kind, target, sanction.table), sanction)
        if len(self._all) > self._most:
            held = [(place, kept) for place, kept in self._all.items() if self._holds(kept)]
            self._all, self._places = {}, {}
            for place, kept in held:
                self._put(place, kept)
            self._most = max(_FEW, 2 * len(self._all))

    def lift(self, target: str) -> bool:
        """Remove all sanctions against a target; returns False if there were none."""
        lifted = [
            self._all.pop(place)
            for place in self._places.pop(target, ())
            if place in self._all and self._all[place].target == target
        ]
        return any(map(self._holds, lifted))

    def against(
        self, kind: SanctionKind, target: str, table: str = "", *, origin: str = ""
    ) -> Sanction | None:
        """Sanction against a user or their origin; None if there is none."""
        candidates = (self._all.get((kind, key, table)) for key in (target, origin) if key)
        now = self._clock()
        return next(
            (sanction for sanction in candidates if sanction is not None and sanction.until > now),
            None,
        )

    def _put(self, place: _Scope, sanction: Sanction) -> None:
        self._all[place] = sanction
        self._places.setdefault(sanction.target, set()).add(place)

    def _holds(self, sanction: Sanction) -> bool:
        return sanction.until > self._clock()
