"""Threats: monuments that others can build next, the hand limit, and the end of the game.

All of it follows from what everybody sees, but for the number of cards in hand, which is open, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from hako.content.cultus.geometry import Cell
from hako.content.cultus.map_moves import (
    hand_loss,
    may_build_on,
    may_share,
    paying_space,
    step_gold,
)
from hako.content.cultus.scoring import building_pays, effect_pays
from hako.content.cultus.state import Pair, Town, Turn, pair
from hako.content.cultus.steps.drawing import draws
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat, Viewer
from hako.engine.rules.threats import Threat

BEFORE_ACTIONS = ("start", "income")
"""The phases of a turn in which all its action points are still to come."""


class Building(NamedTuple):
    """A monument that a seat can build in its turn."""

    vp: int
    """Points at once, and those of the centre at the end."""
    cell: Cell


def threats(town: Town, viewer: Viewer) -> Iterator[Threat]:
    """The threats to a seat: the end, its own hand, others' monuments, and a solo enemy's effect."""
    if not town.turn.number or town.turn.phase in ("setup", "scoring"):
        return
    if viewer == town.turn.seat and town.turn.phase not in ("hand", "enemy"):
        yield from _hand(town, town.turn.seat)
    if town.is_solo:
        yield from _enemy(town)
    else:
        yield from _end(town, viewer)
        for seat in _following(town):
            building = None if seat == viewer else best_building(_turn_of(town, seat), seat)
            if building is not None:
                yield from _builds(town, seat, building)


def _following(town: Town) -> list[Seat]:
    """All seats in turn order, the active one first."""
    active, seats = town.turn.seat, len(town.rulers)
    return [(active + step) % seats for step in range(seats)]


# ------------------------------------------------------------ what a seat can build


def _turn_of(town: Town, seat: Seat) -> Town:
    """The table in a seat's turn once its income is on the cost board, the map as it is now.

    For the active seat that is the rest of its turn, if it can still act in it.
    """
    constants, ruler, turn = town.content.constants, town.rulers[seat], town.turn
    if seat == turn.seat and turn.phase == "action":
        return town
    points = constants.action_points + ruler.has_medal * constants.medal_action_points
    income = constants.base_income + constants.income_per_monument * len(ruler.monuments)
    if seat == turn.seat and turn.phase == "income":
        income = 0  # it may be counted already
    if ruler.cost is not None:
        ruler = replace(ruler, cost=min(constants.cost_track, ruler.cost + income))
    begun = Turn(turn.number, seat, "action", points)
    return replace(town.with_ruler(seat, ruler), turn=begun)


def best_building(town: Town, seat: Seat) -> Building | None:
    """The monument with most points that a seat can build with the points of this turn, walking.

    All gold of the steps goes to the cost board. Powers and new cards may make more possible.
    """
    ruler = town.rulers[seat]
    if ruler.cost is None or ruler.pawn is None or not town.open_monuments:
        return None
    return max(_reached(town, seat, ruler.pawn, ruler.cost, town.turn.points), default=None)


def _reached(
    town: Town, seat: Seat, cell: Cell, gold: int, points: int, paid: frozenset[Pair] = frozenset()
) -> Iterator[Building]:
    """The monuments that can be built from a cell on, with so much gold and so many points."""
    if not points:
        return
    held = town.monument_cells()
    is_free = cell not in held or may_share(town, seat)
    enough = gold >= town.content.constants.monument_price
    if enough and is_free and may_build_on(town, seat, town.icons[cell]):
        best = max(building_pays(town, seat, cell, card) for card in town.open_monuments)
        is_centre = cell in town.geometry.centre_cells
        yield Building(best + is_centre * town.content.constants.centre_vp, cell)
    taken = {other.pawn for other in town.rulers if other is not town.rulers[seat]}
    for to in town.geometry.adjacent[cell] if points > 1 else ():
        if town.icons[to] is None or to in taken:
            continue
        step = pair(cell, to)
        pays = step not in (*paid, *town.turn.paid) and paying_space(
            town, town.icons[cell], town.icons[to]
        )
        more = step_gold(town) if pays else 0
        spent = paid | {step} if pays else paid
        yield from _reached(town, seat, to, gold + more, points - 1, spent)


def _builds(town: Town, seat: Seat, building: Building) -> Iterator[Threat]:
    """The threat of a monument, and of the last cube, which brings the last round (end.3)."""
    is_now = seat == town.turn.seat and town.turn.phase in (*BEFORE_ACTIONS, "action")
    values = {"seat": seat, "cell": building.cell, "vp": building.vp}
    yield Threat("stakes", LazyText("build_now" if is_now else "build_next", values), seat)
    if not town.rulers[seat].stock and town.last_cube is None:
        key = "last_cube_now" if is_now else "last_cube_next"
        yield Threat("ends", LazyText(key, {"seat": seat}), seat)


# ------------------------------------------------------------ the hand, the end, the enemy


def _hand(town: Town, seat: Seat) -> Iterator[Threat]:
    """The threat that a seat's turn ends with too many cards (cultus.hand.1-2)."""
    cards, limit = len(town.rulers[seat].hand), town.content.constants.hand_limit
    if cards > limit:
        vp, gold = hand_loss(town, seat, cards - limit)
        values = {"cards": cards, "limit": limit, "vp": vp, "gold": gold}
        yield Threat("stakes", LazyText(_HAND_LOSS[bool(vp), bool(gold)], values))


_HAND_LOSS = {
    (True, False): "hand_limit",
    (True, True): "hand_limit_gold",
    (False, True): "hand_limit_gold_alone",
    (False, False): "hand_limit_free",
}
"""The keys of the texts by what is lost: VP, and gold for VP that lack (cultus.hand.2)."""


def _end(town: Town, viewer: Viewer) -> Iterator[Threat]:
    """The threat that a seat has one more turn at most.

    The decks are near their end if they run out though each other seat draws with one action only.
    """
    if viewer is None:
        return
    following = _following(town)
    if town.last_cube is not None:
        left = following[: following.index(town.last_cube)] if town.last_cube in following else []
        if town.last_cube == town.turn.seat:
            left = following[1:]
        key = "last_turn" if viewer == town.turn.seat else "last_turn_next"
        yield Threat("ends", LazyText(key if viewer in left else "last_turn_over"))
        return
    before = following[1:] if viewer == town.turn.seat else following[: following.index(viewer)]
    cards = town.cards_in_decks()
    if cards <= sum(_draws(town, seat) for seat in before):
        yield Threat("ends", LazyText("end_cards", {"cards": cards}))


def _draws(town: Town, seat: Seat) -> int:
    """The cards that a seat can draw in its turn, or in the rest of it, with one action for it."""
    turn = town.turn
    if seat == turn.seat and turn.phase not in BEFORE_ACTIONS:
        return min(1, turn.points)
    starts = seat != turn.seat or turn.phase == "start"
    return 1 + (draws(town, seat)[1] if starts else 0)


def _enemy(town: Town) -> Iterator[Threat]:
    """The threat of the enemy's effect at the end of this turn (cultus.solo.12)."""
    if town.foe.track + 1 == town.content.enemy[town.foe.id].track:
        values = {"enemy": town.foe.id, "vp": effect_pays(town)}
        yield Threat("stakes", LazyText("enemy_acts", values))
