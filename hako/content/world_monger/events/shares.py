"""Events of Shares: they change hands in the investment phase and at the end."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

from msgspec.structs import replace

from hako.content.world_monger.cards import SHARE, CivilizationId
from hako.content.world_monger.deck_knowledge import look
from hako.content.world_monger.state import Civilization, World
from hako.engine.content.files import Amount
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Event, Seat


class ShareBought(Event[World], frozen=True):
    """A seat bought a Share (world_monger.invest.3)."""

    seat: Seat
    civilization: CivilizationId
    price: int

    def apply(self, world: World, /) -> World:
        civilization = world.civilization(self.civilization).without_laid(SHARE)
        world = world.with_coins(self.seat, -self.price)
        return world.with_civilization(
            replace(civilization, shares=_more(civilization.shares, self.seat, 1))
        )


class _SharesGiven(Event[World], frozen=True):
    """A seat gave Shares of one civilization for coins."""

    seat: Seat
    civilization: CivilizationId
    count: Amount
    price: int
    """Coins for each Share."""
    coins: int
    """The coins in total."""

    def apply(self, world: World, /) -> World:
        civilization = world.civilization(self.civilization)
        return world.with_coins(self.seat, self.coins).with_civilization(
            replace(
                civilization,
                shares=_more(civilization.shares, self.seat, -self.count),
                discard=(*civilization.discard, *(SHARE,) * self.count),
            )
        )


class SharesSold(_SharesGiven, frozen=True):
    """A sale on an investment turn (world_monger.invest.4)."""


class Passed(Event[World], frozen=True):
    """A seat neither bought nor sold (world_monger.invest.5)."""

    seat: Seat

    def apply(self, world: World, /) -> World:
        return world


class EndValuesFound(Event[World], frozen=True):
    """All cards are back in their decks, open to all, and set the end values (end.3)."""

    matters = True

    reveals = True

    values: tuple[int, ...]
    """Coins for a Share, from the topmost civilization to the bottommost."""

    def highlight(self, before: World, /) -> Sequence[LazyText]:
        """The coins of each seat after the sale of all Shares."""
        held = zip(*(civilization.shares for civilization in before.civilizations), strict=True)
        sold = [sum(map(mul, shares, self.values)) for shares in held]
        return [
            LazyText(
                "final_sale",
                {"seat": seat, "coins": coins, "sold": proceeds, "total": coins + proceeds},
            )
            for seat, (coins, proceeds) in enumerate(zip(before.coins, sold, strict=True))
        ]

    def apply(self, world: World, /) -> World:
        return replace(
            world,
            end_values=self.values,
            civilizations=tuple(_laid_open(civilization) for civilization in world.civilizations),
        )


class SharesCashed(_SharesGiven, frozen=True):
    """A seat gave Shares at their end value (world_monger.end.4)."""

    def apply(self, world: World, /) -> World:
        world = super().apply(world)
        cashed = world.cashed.plus(self.seat, self.civilization, self.coins)
        return replace(world, cashed=cashed)


def _more(shares: tuple[int, ...], seat: Seat, count: int) -> tuple[int, ...]:
    return (*shares[:seat], shares[seat] + count, *shares[seat + 1 :])


def _laid_open(civilization: Civilization) -> Civilization:
    """A civilization with all its cards in its deck, known to all."""
    deck = civilization.owned()
    open_to_all = look((), deck)
    return replace(
        civilization,
        deck=deck,
        sights=tuple(open_to_all for _ in civilization.sights),
        area=(),
        discard=(),
        unseen_deck=(),
        unseen_discard=(),
    )
