"""The coins that an event of World Monger pays, with their source."""

from __future__ import annotations

from hako.content.world_monger.events.civilization_phase import DividendPaid, HolderPaid
from hako.content.world_monger.events.shares import ShareBought, SharesCashed, SharesSold
from hako.content.world_monger.state import World
from hako.engine.rules.game import Income
from hako.engine.rules.model import Event


def income(event: Event[World]) -> Income | None:
    """The coins that an event paid, with their source; None for other events."""
    match event:
        case ShareBought(seat=seat, price=price):
            return Income(seat, "trade", -price)
        case SharesSold(seat=seat, coins=coins):
            return Income(seat, "trade", coins)
        case SharesCashed(seat=seat, coins=coins):
            return Income(seat, "final_sale", coins)
        case DividendPaid(seat=seat, coins=coins) | HolderPaid(seat=seat, coins=coins):
            return Income(seat, "dividends", coins)
        case _:
            return None
