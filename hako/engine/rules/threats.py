"""Threats to a seat, and control: what the rules allow others to do, and who decides for what.

Both are computed from a view by the rules alone. Nothing is searched, and nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, get_args

from msgspec import Struct

from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat

Gravity: TypeAlias = Literal["wins", "can_win", "ends", "control", "stakes", "gains"]
"""The kinds of threats, gravest first: another seat wins for certain, or can win; the end is near;
another seat takes what one leads or controls; points, money or pieces are at stake; another seat
can gain something, which concerns nobody else."""

GRAVITIES: tuple[Gravity, ...] = get_args(Gravity)


class Threat(Struct, frozen=True):
    """Something that the rules allow others to do, or that is about to happen to a seat."""

    gravity: Gravity
    text: LazyText
    seat: Seat | None = None
    """The seat that it comes from; None for the game itself."""
    repeats: str = ""
    """The name of what is controlled, where Game.control says the same or says less; empty for none."""


class Control(Struct, frozen=True):
    """The seat that decides for something on the table, or leads in it, and the reason."""

    seat: Seat | None
    """None if no single seat does."""
    text: LazyText
    change: LazyText | None = None
    """A change that comes if nobody prevents it."""
    is_lead: bool = False
    """True for a lead that pays points: then Game.leaders tells the log of its changes."""


Controls: TypeAlias = Mapping[str, Control]
"""Control by name of what is controlled, in the order shown; see Game.control."""


def by_gravity(threats: Sequence[Threat]) -> tuple[Threat, ...]:
    """The threats, gravest first; equally grave ones keep their order."""
    return tuple(sorted(threats, key=lambda threat: GRAVITIES.index(threat.gravity)))
