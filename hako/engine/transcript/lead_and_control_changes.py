"""Changes of hands: of the lead in what pays points, and of control; and sentences about them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from msgspec import Struct

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.game import Leader, Leaders, view
from hako.engine.rules.model import Seat, Viewer
from hako.engine.rules.threats import Control, Controls

NOBODY = Leader((), 0)


class LeaderChange(Struct, frozen=True):
    """A change of the leaders in one category."""

    name: str
    """The category, by its key in the table of terms `lead`."""
    points: int
    """The points for each leader."""
    gained: tuple[Seat, ...]
    """The new leaders."""
    lost: tuple[Seat, ...]
    """The former leaders."""
    others: tuple[Seat, ...]
    """The leaders before and after."""

    @property
    def key(self) -> str:
        """The key of its sentence."""
        if self.others:
            return "shared" if self.gained else "alone" if len(self.others) == 1 else "fewer"
        if self.gained:
            return "moved" if self.lost else "taken" if len(self.gained) == 1 else "level"
        return "lost"

    def concerns(self, seat: Viewer) -> bool:
        """True if the points of a seat change."""
        return seat in self.gained or seat in self.lost

    def weight(self, seat: Viewer) -> int:
        """The importance to a seat; see RecapItem.weight."""
        return 1 + self.concerns(seat)


class ControlChange(Struct, frozen=True):
    """A change of the seat that decides for something."""

    lost: Seat | None
    """The seat that decided before; None if nobody did."""
    now: Control

    def concerns(self, seat: Viewer) -> bool:
        """True if a seat gained or lost control."""
        return seat is not None and seat in (self.lost, self.now.seat)

    def weight(self, seat: Viewer) -> int:
        """The importance to a seat; the recap tells anyhow who decides for what."""
        return 2 * self.concerns(seat)


Change: TypeAlias = LeaderChange | ControlChange


def changed(before: Leaders, after: Leaders) -> Iterator[LeaderChange]:
    """The changes between two sets of leaders, in the order of the categories."""
    for name in {**after, **before}:
        was, now = before.get(name, NOBODY), after.get(name, NOBODY)
        if {*was.seats} != {*now.seats}:
            yield LeaderChange(
                name,
                now.points or was.points,
                tuple(seat for seat in now.seats if seat not in was.seats),
                tuple(seat for seat in was.seats if seat not in now.seats),
                tuple(seat for seat in now.seats if seat in was.seats),
            )


def control_changed(before: Controls, after: Controls) -> Iterator[ControlChange]:
    """The changes of control, in the order of what is controlled."""
    for name, now in after.items():
        lost = before[name].seat if name in before else None
        if lost != now.seat and not now.is_lead:
            yield ControlChange(lost, now)


def of_moment(table: History[Any], moment: Position[Any], viewer: Viewer) -> Iterator[Change]:
    """The changes of leaders and of control by a record, as the viewer may know them."""
    if moment.parent is not None:
        states = (table.positions[moment.parent].state, moment.state)
        before, after = (view(table.game, state, viewer) for state in states)
        yield from changed(*map(table.game.leaders, (before, after)))
        if after.agenda:  # at the end there is nothing left to decide
            yield from control_changed(*map(table.game.control, (before, after)))


def lead_text(change: Change, texts: Catalogue, *, ahead: bool = False) -> str:
    """A sentence about a change; `ahead` for the future tense of a lead."""
    if isinstance(change, ControlChange):
        return texts.lazy_text(change.now.text)
    render = texts.future_text if ahead else texts.text
    return render(
        f"lead.{change.key}",
        what=change.name,
        points=change.points,
        gained=change.gained,
        lost=change.lost,
        others=change.others,
    )
