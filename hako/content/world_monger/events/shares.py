"""Shares change hands, in the investment phase and at the end."""

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
        its = world.civilization(self.civilization).without_laid(SHARE)
        world = world.with_coins(self.seat, -self.price)
        return world.with_civilization(replace(its, shares=_more(its.shares, self.seat, 1)))


class _SharesGiven(Event[World], frozen=True):
    """A seat gave Shares of one civilization for coins."""

    seat: Seat
    civilization: CivilizationId
    count: Amount
    price: int
    """Coins for each Share."""
    coins: int
    """In all."""

    def apply(self, world: World, /) -> World:
        its = world.civilization(self.civilization)
        return world.with_coins(self.seat, self.coins).with_civilization(
            replace(
                its,
                shares=_more(its.shares, self.seat, -self.count),
                discard=(*its.discard, *(SHARE,) * self.count),
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
    """All cards are back in their decks, open to all, and count (world_monger.end.3)."""

    matters = True

    reveals = True

    values: tuple[int, ...]
    """Coins for a Share, from the topmost civilization to the bottommost."""

    def highlight(self, before: World, /) -> Sequence[LazyText]:
        """What everybody will have when all Shares are sold."""
        held = zip(*(its.shares for its in before.civilizations), strict=True)
        sold = [sum(map(mul, shares, self.values)) for shares in held]
        return [
            LazyText(
                "final_sale", {"seat": seat, "coins": coins, "sold": its, "total": coins + its}
            )
            for seat, (coins, its) in enumerate(zip(before.coins, sold, strict=True))
        ]

    def apply(self, world: World, /) -> World:
        return replace(
            world,
            end_values=self.values,
            civilizations=tuple(_laid_open(its) for its in world.civilizations),
        )


class SharesCashed(_SharesGiven, frozen=True):
    """A seat gave Shares at their end value (world_monger.end.4)."""

    def apply(self, world: World, /) -> World:
        world = super().apply(world)
        cashed = world.cashed.plus(self.seat, self.civilization, self.coins)
        return replace(world, cashed=cashed)


def _more(shares: tuple[int, ...], seat: Seat, count: int) -> tuple[int, ...]:
    return (*shares[:seat], shares[seat] + count, *shares[seat + 1 :])


def _laid_open(its: Civilization) -> Civilization:
    """A civilization with all its cards in its deck, known to all."""
    deck = its.owned()
    open_to_all = look((), deck)
    return replace(
        its,
        deck=deck,
        sights=tuple(open_to_all for _ in its.sights),
        area=(),
        discard=(),
        unseen_deck=(),
        unseen_discard=(),
    )
