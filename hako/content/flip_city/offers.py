"""What the build phase has on offer, and for how much money."""

from __future__ import annotations

from typing import TypeAlias

from hako.content.flip_city.actions import BuildAction, Buy, Develop, PassOn, Upgrade
from hako.content.flip_city.cards import Face
from hako.content.flip_city.state import City
from hako.engine.rules.vocabulary import Seat

Offer: TypeAlias = tuple[BuildAction, int]
"""A build action and its cost in money."""


def offers(city: City, seat: Seat) -> list[Offer]:
    """All that a seat could build, whatever its money: buying, developing, upgrading."""
    face = city.content.face
    piles = [face[pile.face] for pile in city.supply if pile.left]
    offered: list[Offer] = []
    offered += [(Buy(pile.id), pile.cost) for pile in piles if pile.cost is not None]
    offered += [
        (Develop(pile.id), cost) for pile in piles if (cost := pile.develop_cost) is not None
    ]
    discard = city.boards[seat].discard
    for card in city.content.upgradable:
        if card.id in discard and (cost := card.upgrade_cost) is not None:
            offered += [(action, cost) for action in _upgrades(city, seat, card)]
    return offered


def affordable(city: City, seat: Seat) -> list[Offer]:
    """What the turn's money pays for; one action at a time, so not all of it together."""
    money = city.turn.money
    return [offer for offer in offers(city, seat) if offer[1] <= money]


def _upgrades(city: City, seat: Seat, face: Face) -> list[BuildAction]:
    """An Apartment goes to one of the others, or out of a solo game (flip_city.build.8)."""
    if face.when_upgraded is None or city.is_solo:
        return [Upgrade(face.id)]
    return [PassOn(face.id, to) for to in city.others(seat)]
