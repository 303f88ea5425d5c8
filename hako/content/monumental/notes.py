"""What an action pays, and the table in words."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.monumental.actions import MonumentalAction
from hako.content.monumental.state import World
from hako.engine.rules import Note, Seat


def pays(view: World, seat: Seat, action: MonumentalAction) -> Note | None:
    """What an action pays, in a few words."""
    return None


def describe(view: World) -> Sequence[Note]:
    """The table in words."""
    return ()
