"""The build actions on offer, and their costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from hako.content.flip_city.actions import BuildAction, Buy, Develop, PassOn, Upgrade
from hako.content.flip_city.cards import Cards, Face, FaceId
from hako.content.flip_city.state import Cardset, City, Pile
from hako.engine.content.cache_decorators import at_hand, remembered
from hako.engine.rules.model import Seat

Offer: TypeAlias = tuple[BuildAction, int]
"""A build action and its cost in money."""


class BuildChoices(NamedTuple):
    """The choices of a seat's build phase, whatever its money."""

    piles: tuple[FaceId, ...]
    """Faces left in the supply."""
    upgradable: tuple[FaceId, ...]
    """Faces in the discard pile that can be upgraded."""
    takers: tuple[Seat, ...]
    """The seats that could receive an Apartment: none in a solo game."""


def build_choices(city: City, seat: Seat) -> BuildChoices:
    """The present choices of a seat's build phase."""
    return _build_choices(city.content, city.supply, city.boards[seat].discard, city.others(seat))


@at_hand  # playing cards changes none of the arguments
def _build_choices(
    content: Cards, supply: tuple[Pile, ...], discard: Cardset, takers: tuple[Seat, ...]
) -> BuildChoices:
    return BuildChoices(
        tuple([pile.face for pile in supply if pile.left]),
        tuple([card.id for card in content.upgradable if card.id in discard]),
        takers,
    )


def offers(city: City, seat: Seat) -> Sequence[Offer]:
    """All build actions of a seat with their costs, whatever its money."""
    return offers_for(city.content, build_choices(city, seat))


@remembered  # called on every turn, and piles seldom run out
def offers_for(content: Cards, choices: BuildChoices) -> Sequence[Offer]:
    """All build actions among the choices, each with its cost."""
    piles = [content.face[face] for face in choices.piles]
    offered: list[Offer] = []
    offered += [(Buy(pile.id), pile.cost) for pile in piles if pile.cost is not None]
    offered += [
        (Develop(pile.id), cost) for pile in piles if (cost := pile.develop_cost) is not None
    ]
    for card in map(content.face.__getitem__, choices.upgradable):
        if (cost := card.upgrade_cost) is not None:
            offered += [(action, cost) for action in _upgrades(card, choices.takers)]
    return offered


def affordable(city: City, seat: Seat) -> list[Offer]:
    """The offers that the turn's money can pay, each by itself."""
    money = city.turn.money
    return [offer for offer in offers(city, seat) if offer[1] <= money]


def _upgrades(face: Face, takers: Sequence[Seat]) -> list[BuildAction]:
    """An Apartment goes to one of the others, or out of a solo game (flip_city.build.8)."""
    if face.when_upgraded is None or not takers:
        return [Upgrade(face.id)]
    return [PassOn(face.id, to) for to in takers]
