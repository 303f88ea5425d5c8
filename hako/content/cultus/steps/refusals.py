"""Refusals: the actions of the action phase that are not legal now, with reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hako.content.cultus.actions import (
    BuildMonument,
    EndActions,
    MoveEnemyMonument,
    MoveMonument,
    MovePawn,
    PlaceCard,
    TurnAction,
    UsePower,
)
from hako.content.cultus.map_moves import (
    anchors,
    can_afford_monument,
    can_build,
    icon_of,
    may_build_on,
    may_share,
    monument_steps,
    reachable_monuments,
    shift_cards,
    steps,
)
from hako.content.cultus.state import Town
from hako.content.cultus.steps.powers import can_use, is_affordable
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat

Refused = tuple[TurnAction, LazyText]


def refusals(town: Town, seat: Seat) -> Sequence[Refused]:
    """The actions that the action phase does not offer, each with the reason."""
    powers = _powers(town, seat)
    if not town.turn.points:
        return [*powers]
    return [
        *_moves(town, seat),
        *_cards(town, seat),
        *_builds(town, seat),
        *_shifts(town, seat),
        *powers,
        (EndActions(), LazyText("points_left", {"points": town.turn.points})),
    ]


def _moves(town: Town, seat: Seat) -> Iterator[Refused]:
    pawn = town.rulers[seat].pawn
    if pawn is None:
        return
    offered = steps(town, pawn)
    for cell in town.geometry.adjacent[pawn]:
        if cell not in offered:
            key = "no_card_there" if town.icons[cell] is None else "pawn_there"
            yield MovePawn(cell), LazyText(key, {"cell": cell})


def _cards(town: Town, seat: Seat) -> Iterator[Refused]:
    if not anchors(town, seat):
        for card in town.rulers[seat].hand:
            yield PlaceCard(card), LazyText("no_room")


def _builds(town: Town, seat: Seat) -> Iterator[Refused]:
    if can_build(town, seat):
        return
    for card in town.open_monuments:
        yield BuildMonument(card), _build_refusal(town, seat)


def _build_refusal(town: Town, seat: Seat) -> LazyText:
    ruler = town.rulers[seat]
    if ruler.cost is None:
        return LazyText("no_cube")
    if not can_afford_monument(town, seat):
        price = town.content.constants.monument_price
        return LazyText("monument_too_dear", {"price": price, "gold": ruler.cost})
    pawn = ruler.pawn
    if (
        pawn is not None
        and may_build_on(town, seat, town.icons[pawn])
        and not may_share(town, seat)
    ):
        return LazyText("monument_there")
    return LazyText("no_site", {"icon": None if pawn is None else town.icons[pawn]})


def _shifts(town: Town, seat: Seat) -> Iterator[Refused]:
    cards, held = shift_cards(town, seat), len(town.rulers[seat].hand)
    for owner, cell in reachable_monuments(town, seat):
        offered = monument_steps(town, seat, cell)
        for to in town.geometry.adjacent[cell]:
            if to not in offered:
                reason = LazyText("no_way_there", {"cell": to})
            elif held < cards:
                reason = LazyText("too_few_cards", {"cards": cards, "held": held})
            else:
                continue
            action = MoveEnemyMonument(cell, to) if owner is None else MoveMonument(owner, cell, to)
            yield action, reason


def _powers(town: Town, seat: Seat) -> Iterator[Refused]:
    gold = town.rulers[seat].character_gold
    for power in town.content.powers:
        if can_use(town, seat, power.effect):
            continue
        if is_affordable(town, seat, power.effect):
            yield UsePower(power.effect), LazyText("power_without_target")
        else:
            values = {"price": power.cost, "gold": gold, "icon": icon_of(town, seat)}
            yield UsePower(power.effect), LazyText("power_too_dear", values)
