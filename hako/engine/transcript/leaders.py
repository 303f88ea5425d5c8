"""Leads: who is first in what is paid for, and how that changed, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.table import Position, Table
from hako.engine.rules.game import Leader, Leaders, view
from hako.engine.rules.model import Seat, Viewer

NOBODY = Leader((), 0)


class LeaderChange(Struct, frozen=True):
    """A lead that others have than before."""

    what: str
    """What is led, by its name in the table of terms `lead`."""
    points: int
    """What it pays each of them."""
    gained: tuple[Seat, ...]
    """Who leads and did not."""
    lost: tuple[Seat, ...]
    """Who led and does not."""
    others: tuple[Seat, ...]
    """Who led and still does."""

    @property
    def key(self) -> str:
        """Of its sentence."""
        if self.others:
            return "shared" if self.gained else "alone" if len(self.others) == 1 else "fewer"
        if self.gained:
            return "moved" if self.lost else "taken" if len(self.gained) == 1 else "level"
        return "lost"

    def concerns(self, seat: Viewer) -> bool:
        """Whether it is a seat's points that change."""
        return seat in self.gained or seat in self.lost


def changed(before: Leaders, after: Leaders) -> Iterator[LeaderChange]:
    """The leads that others have than before, in the order in which they stand."""
    for what in {**after, **before}:
        was, now = before.get(what, NOBODY), after.get(what, NOBODY)
        if {*was.seats} != {*now.seats}:
            yield LeaderChange(
                what,
                now.points or was.points,
                tuple(seat for seat in now.seats if seat not in was.seats),
                tuple(seat for seat in was.seats if seat not in now.seats),
                tuple(seat for seat in now.seats if seat in was.seats),
            )


def of_moment(table: Table[Any], moment: Position[Any], viewer: Viewer) -> Iterator[LeaderChange]:
    """The leads that a record changed, as the viewer may know them."""
    if moment.parent is not None:
        states = (table.positions[moment.parent].state, moment.state)
        seen = (view(table.game, state, viewer) for state in states)
        yield from changed(*map(table.game.leaders, seen))


def told(its: LeaderChange, texts: Catalogue, *, ahead: bool = False) -> str:
    """A sentence about it; `ahead` where it has not happened."""
    say = texts.future_text if ahead else texts.text
    values = {name: getattr(its, name) for name in its.__struct_fields__}
    return say(f"lead.{its.key}", **values)
