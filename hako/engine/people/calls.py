"""Calls: who is to be told outside the house that a table waits for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from hako.engine.log.home import Sheet
from hako.engine.log.lists import EntryList
from hako.engine.people.lobby import Lobby
from hako.engine.people.room import Room, Visitor
from hako.engine.rules.play import waiting
from hako.engine.rules.vocabulary import Seat

FILE = "told.jsonl"
"""Where it stands, in the folder of the lobby, what was told."""

ABSENCE_SECONDS = 60.0
"""Who was at the table so short a while ago may be back in a moment."""


class Told(Struct, frozen=True):
    """Of this turn somebody was told."""

    table: str
    """The name of its log."""
    seat: Seat
    moment: int
    """After which record the table began to wait for the seat; -1 before the deal."""


class Call(Struct, frozen=True):
    """Somebody to be told now."""

    room: Room
    who: Visitor
    since: float
    """In seconds since 1970."""


class Calls:
    """Each turn of those who want it, once, however often they come and go, or the house does."""

    def __init__(self, lobby: Lobby, sheet: Sheet, wants: Callable[[str], bool]) -> None:
        """Begin; `wants` tells of a key whether it wants to be called. Raises StoreFailed."""
        self._lobby = lobby
        self._wants = wants
        self._list: EntryList[Told] = EntryList(sheet, Told)
        self._told = {*self._list.read_new()}
        self._missing: dict[tuple[str, Seat], float] = {}
        """Since when whoever is waited for is not at the table, as far as we looked."""
        self._open = {room.name: room for room in lobby.rooms()}
        """Where somebody may have to be called."""
        self.close = lobby.subscribe(self._hear)

    def due(self) -> Iterator[Call]:
        """Who is to be called now; each is written down before it is given. Raises StoreFailed."""
        now = self._lobby.clock()
        for room in tuple(self._open.values()):
            uncalled = [*self._uncalled(room)]
            if not uncalled:
                del self._open[room.name]
            for told, who, since in uncalled:
                if self._is_missing(room, told, now):
                    is_wanted = self._wants(who.key)
                    if self._note(told, is_wanted) and is_wanted:
                        yield Call(room, who, since)

    def _hear(self, room: Room | None) -> None:
        if room is not None:
            self._open[room.name] = room

    def _uncalled(self, room: Room) -> Iterator[tuple[Told, Visitor, float]]:
        """For whom the table waits who were not told so, and since when."""
        for seat, player in enumerate(room.table.players):
            who = Visitor(player.name, player.key or "")
            since = room.awaits_since(who) if player.key and not room.is_closed else None
            if since is not None:
                told = Told(room.name, seat, _turn_of(room, seat))
                if told not in self._told:
                    yield told, who, since

    def _is_missing(self, room: Room, turn: Told, now: float) -> bool:
        """Whether they have not been at the table for long, in their turn."""
        where = turn.table, turn.seat
        if room.is_here(turn.seat):
            self._missing.pop(where, None)
            return False
        return now - self._missing.setdefault(where, now) >= ABSENCE_SECONDS

    def _note(self, told: Told, is_wanted: bool) -> bool:
        """Remember it; False where another process of the house was faster."""
        self._missing.pop((told.table, told.seat), None)
        while is_wanted and told not in self._told and not self._list.add(told):
            self._told |= {*self._list.read_new()}
        is_new = told not in self._told
        self._told.add(told)
        return is_new


def _turn_of(room: Room, seat: Seat) -> int:
    """After which record the table began to wait for a seat, as it does now; -1 before the deal."""
    table, since = room.table, -1
    moment = table.head if table.is_dealt else None
    while moment is not None and seat in waiting(table.moments[moment].state):
        since, moment = moment, table.moments[moment].parent
    return since
