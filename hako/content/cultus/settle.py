"""How a seat quickly brings a decision of its own to rest."""

from __future__ import annotations

from hako.content.cultus.actions import CultusAction
from hako.content.cultus.state import Town
from hako.engine.rules import Seat


def settle(view: Town, seat: Seat) -> CultusAction | None:
    """The action, or None where the position is at rest."""
    return None
