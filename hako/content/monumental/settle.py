"""How a seat quickly brings a decision of its own to rest, for bots that look one move ahead."""

from __future__ import annotations

from hako.content.monumental.actions import MonumentalAction
from hako.content.monumental.state import World
from hako.engine.rules import Seat


def settle(view: World, seat: Seat) -> MonumentalAction | None:
    """The action, or None where the position is at rest."""
    return None
