"""The investment phase: everyone buys a Share, sells Shares, or passes."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.world_monger.actions import BuyShare, InvestAction, Pass, SellShares
from hako.content.world_monger.cards import SHARE, CivilizationId
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
        areas = [civilization.area_cards() for civilization in world.civilizations]
        yield PricesSet(tuple([price_of(world.content, area) for area in areas]))
        for seat in world.clockwise():
            yield Invest(seat)


class Invest(Choice[World, InvestAction], frozen=True):
    """A player buys one Share, or sells Shares of one civilization, or passes."""

    clause = "world_monger.invest.2"

    def actions(self, world: World, /) -> Sequence[InvestAction]:
        coins = world.coins[self.seat]
        buys = [
            BuyShare(civilization.id)
            for civilization in world.civilizations
            if SHARE in (area := civilization.area_cards())
            and price_of(world.content, area) <= coins
        ]
        sales = [
            SellShares(civilization.id, count)
            for civilization in world.civilizations
            for count in range(1, civilization.shares[self.seat] + 1)
        ]
        return [*buys, *sales, _PASS]

    def refused(self, world: World, /) -> Sequence[tuple[InvestAction, LazyText]]:
        coins = world.coins[self.seat]
        reasons: list[tuple[InvestAction, LazyText]] = []
        for civilization in world.civilizations:
            area = civilization.area_cards()
            cost = price_of(world.content, area)
            if SHARE not in area:
                note = LazyText("no_share_showing", {"civilization": civilization.id})
                reasons.append((BuyShare(civilization.id), note))
            elif cost > coins:
                values = {"civilization": civilization.id, "price": cost, "coins": coins}
                reasons.append((BuyShare(civilization.id), LazyText("too_dear", values)))
        return reasons

    def table_rows(self, world: World, /) -> tuple[str, Sequence[CivilizationId]]:
        return "civilization", [civilization.id for civilization in world.civilizations]

    def depends_on(self, world: World, action: InvestAction, /) -> Sequence[int]:
        """The Shares of each seat in the traded civilization; for a Pass, the seat's control of each.

        Prices do not change within the phase (world_monger.price.3).
        """
        if isinstance(action, Pass):
            return [
                controller(world, civilization.id) == self.seat
                for civilization in world.civilizations
            ]
        return world.civilization(action.civilization).shares

    def resolve(self, world: World, action: InvestAction, chance: Chance, /) -> Resolution[World]:
        match action:
            case BuyShare(name):
                yield ShareBought(self.seat, name, price(world, name))
            case SellShares(name, count):
                share_price = price(world, name)
                yield SharesSold(self.seat, name, count, share_price, count * share_price)
            case Pass():
                yield Passed(self.seat)
