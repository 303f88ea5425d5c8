"""What an action pays, and the table in words, from what the seat may know."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.cultus.actions import CultusAction
from hako.content.cultus.state import Town
from hako.engine.rules import Note, Seat, Viewer


def pays(view: Town, seat: Seat, action: CultusAction) -> Note | None:
    """What an action pays, in a few words."""
    return None


def describe(view: Town, viewer: Viewer) -> Sequence[Note]:
    """The table in words."""
    return ()
