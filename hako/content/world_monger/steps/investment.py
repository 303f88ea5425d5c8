"""The investment phase: everyone buys a Share, sells Shares, or passes."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.world_monger.actions import BuyShare, InvestAction, Pass, SellShares
from hako.content.world_monger.cards import SHARE
from hako.content.world_monger.events.rounds import PhaseBegan, PricesSet
from hako.content.world_monger.events.shares import Passed, ShareBought, SharesSold
from hako.content.world_monger.state import World, controller, price, price_of
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Step

_PASS = Pass()


class InvestmentPhase(Step[World, None], frozen=True):
    """Everyone takes an investment turn, clockwise from the start player."""

    clause = "world_monger.invest.1"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        yield PhaseBegan("investment")
        areas = [its.area_cards() for its in world.civilizations]
        yield PricesSet(tuple([price_of(world.content, area) for area in areas]))
        for seat in world.clockwise():
            yield Invest(seat)


class Invest(Choice[World, InvestAction], frozen=True):
    """A player buys one Share, or sells Shares of one civilization, or passes."""

    clause = "world_monger.invest.2"

    def actions(self, world: World, /) -> Sequence[InvestAction]:
        coins = world.coins[self.seat]
        buys = [
            BuyShare(its.id)
            for its in world.civilizations
            if SHARE in (area := its.area_cards()) and price_of(world.content, area) <= coins
        ]
        sales = [
            SellShares(its.id, count)
            for its in world.civilizations
            for count in range(1, its.shares[self.seat] + 1)
        ]
        return [*buys, *sales, _PASS]

    def refused(self, world: World, /) -> Sequence[tuple[InvestAction, LazyText]]:
        coins = world.coins[self.seat]
        reasons: list[tuple[InvestAction, LazyText]] = []
        for its in world.civilizations:
            area = its.area_cards()
            cost = price_of(world.content, area)
            if SHARE not in area:
                note = LazyText("no_share_showing", {"civilization": its.id})
                reasons.append((BuyShare(its.id), note))
            elif cost > coins:
                values = {"civilization": its.id, "price": cost, "coins": coins}
                reasons.append((BuyShare(its.id), LazyText("too_dear", values)))
        return reasons

    def depends_on(self, world: World, action: InvestAction, /) -> Sequence[int]:
        """Who holds Shares of that kind, for prices stay (world_monger.price.3); else what one controls."""
        if isinstance(action, Pass):
            return [controller(world, its.id) == self.seat for its in world.civilizations]
        return world.civilization(action.civilization).shares

    def resolve(self, world: World, action: InvestAction, chance: Chance, /) -> Resolution[World]:
        match action:
            case BuyShare(name):
                yield ShareBought(self.seat, name, price(world, name))
            case SellShares(name, count):
                each = price(world, name)
                yield SharesSold(self.seat, name, count, each, count * each)
            case Pass():
                yield Passed(self.seat)
