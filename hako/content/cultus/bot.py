"""What a position is worth to a seat, for bots that look one move ahead.

The unit is a victory point at the end of the game. Gold counts for what it can still buy,
a monument for the income to come, the plan the more the nearer the end is; and what can be
made of the action points that are left counts as if it was made.
"""

from __future__ import annotations

from typing import NamedTuple

from hako.content.cultus.cards import (
    Cards,
    DrawAndCountDiscards,
    EmptyCharacter,
    EmptyCostBoard,
    Gather,
    Kind,
)
from hako.content.cultus.heuristics import Prices, best_way, scene_of
from hako.content.cultus.movement import cells_showing, icon_of
from hako.content.cultus.scores import (
    centre_pays,
    effect_counts,
    enemy_beside,
    enemy_icons,
    in_centre,
    plan_pays,
    power_counts,
)
from hako.content.cultus.state import Space, Town
from hako.engine.content.files import at_hand
from hako.engine.rules.model import Seat

OTHERS = 0.5
"""How much the points of the others count against a seat."""

CARDS_A_TURN = 1.35
"""Cards that a turn takes from the decks: the compulsory one, and some that are drawn."""

GOLD = 0.6
"""A gold on the cost board while a monument is within reach."""

SPARE_GOLD = 0.25
"""A gold on the character that nothing better is known for."""

INCOME = 0.75
"""What a monument earns in each turn to come."""

STEADY = 0.75
"""How much of a centre cell's points is kept to the end, early in the game."""

EARLY_PLAN = 0.3
"""How much of the plan's points counts early in the game."""

GOLD_A_TURN = 4.0
"""What a turn brings a player, more or less."""

TYPICAL_PLAN = 27
"""Points of a plan on a map full of cards, if nobody does anything for it."""

MEDAL = 0.3
"""What a medal at home is worth in each turn to come: where it lies it pays for steps, too."""

RETURNING = 0.4
"""How much it helps to drive monuments out of the centre that come back by themselves."""

STOCK = 3.0
"""What a cube in stock costs each time that an enemy makes its owner draw a card for it."""

NEXT_TURN = 0.4
"""How much of the best way of the next turn counts."""

CARD = 0.35
"""What a card in hand is worth, up to the hand limit."""

ABILITY: dict[Kind, float] = {
    "reconstruction": 0.3,
    "solidarity": 0.1,
    "industry": 0.2,
    "transport": 0.2,
    "friendship": 0.1,
    "military": 0.2,
    "roads": 0.6,
}
"""What a monument card is worth in each turn to come."""


def evaluate(view: Town, seat: Seat) -> float:
    """What the position is worth to the seat, from what it may know."""
    if view.rulers[seat].pawn is None:
        return _at_setup(view, seat)
    others = [_standing(view, other) for other in view.seats if other != seat]
    rivals = OTHERS * sum(others) / len(others) if others else 0.0
    enemy = _enemy(view, seat) if view.enemy is not None else 0.0
    return _worth(view, seat) - rivals - enemy


def _at_setup(view: Town, seat: Seat) -> float:
    """Before the first turn: plan and icon on the map, and a medal that comes home soon."""
    ruler = view.rulers[seat]
    icons = len(cells_showing(view, icon_of(view, seat)))
    plan = 0 if ruler.plan is None else plan_pays(view, ruler.plan)
    place = next((place for place, its in enumerate(view.row) if its.medal == seat), 0)
    return plan + icons - (place if view.is_solo else 0)


def turns_left(view: Town, seat: Seat) -> float:
    """How many turns the seat is likely to have after the one under way."""
    count = len(view.rulers)
    if view.last_cube is not None:
        place, now = ((its - view.last_cube) % count for its in (seat, view.turn.seat))
        return float(place > now)
    return view.cards_in_decks() / (CARDS_A_TURN * count + view.is_solo)


def _progress(view: Town) -> float:
    """How much of the game is over, from 0 to 1."""
    return _drawn(view.content, len(view.rulers), view.row)


@at_hand  # asked several times of each position, and few actions draw a card
def _drawn(content: Cards, players: int, row: tuple[Space, ...]) -> float:
    """What part of the decks is drawn."""
    left = sum([len(space.deck) for space in row])
    return 1.0 - left / (content.table_for(players).deck_size * len(row))


def _standing(view: Town, seat: Seat) -> float:
    """What everybody sees of a player's points."""
    return view.rulers[seat].vp + centre_pays(view, seat)


def plan_share(view: Town) -> float:
    """How much of the plan's points on the present map counts."""
    return EARLY_PLAN + (1 - EARLY_PLAN) * _progress(view)


def _plan_lead(view: Town, seat: Seat) -> float:
    """Points of the plan beyond those that a map as large as this one has for any plan.

    Otherwise the mere passing of time would seem to score, as the plan counts more and more.
    """
    plan = view.rulers[seat].plan
    if plan is None:
        return 0.0
    covered = 1 - view.icons.count(None) / len(view.icons)
    return plan_pays(view, plan) - TYPICAL_PLAN * covered


def _worth(view: Town, seat: Seat) -> float:
    ruler = view.rulers[seat]
    if view.turn.phase == "scoring":
        return float(ruler.vp)
    left = turns_left(view, seat)
    purse = _purse(view, seat, left)
    prices = _prices(view, seat, left, purse)
    cards = view.content.monument
    hand, limit = len(ruler.hand), view.content.constants.hand_limit
    return (
        ruler.vp
        + in_centre(view, ruler.monuments) * prices.centre
        + plan_share(view) * _plan_lead(view, seat)
        + left * INCOME * len(ruler.monuments)
        + left * sum(ABILITY[cards[card].kind] for card in ruler.cards)
        + (ruler.cost or 0) * prices.cost
        + purse.worth(ruler.character_gold)
        + _medal(view, seat, left)
        + CARD * min(hand, limit)
        - (2.0 + CARD) * max(0, hand - limit)
        + _ways(view, seat, prices, left)
    )


def prices_now(view: Town, seat: Seat) -> Prices:
    """What gold and monuments are worth to the seat."""
    left = turns_left(view, seat)
    return _prices(view, seat, left, _purse(view, seat, left))


def _prices(view: Town, seat: Seat, left: float, purse: _Purse) -> Prices:
    ruler, constants = view.rulers[seat], view.content.constants
    cost = 0.0
    if ruler.cost is not None:
        missing = constants.monument_price - ruler.cost
        a_turn = 3.5 + len(ruler.monuments)
        cost = GOLD if missing <= a_turn * (left + _turn_share(view, seat)) else 0.05
    return Prices(
        cost=cost,
        character=purse.price(ruler.character_gold),
        monument=INCOME * left + 2.0 + _burden(view, seat),
        centre=_centre(view),
        rival=OTHERS * constants.centre_vp / max(1, len(view.rulers) - 1),
        enemy=constants.centre_vp * (RETURNING if _gathers(view) else 1.0),
    )


def _centre(view: Town) -> float:
    """What an own monument on a centre cell is worth now."""
    return view.content.constants.centre_vp * (STEADY + (1 - STEADY) * _progress(view))


def _gathers(view: Town) -> bool:
    """Whether the enemy's monuments come back to the centre by themselves."""
    foe = view.enemy
    return foe is not None and isinstance(view.content.enemy[foe.id].effect, Gather)


def _turn_share(view: Town, seat: Seat) -> float:
    """How much of the turn under way is still to be played by the seat."""
    if view.turn.seat != seat:
        return 0.0
    return view.turn.points / 4 if view.turn.phase == "action" else 1.0


class _Purse(NamedTuple):
    """What gold on the character can buy."""

    move: float
    """For each gold of the first ones, that bring monuments into the centre."""
    moves: int
    """How much gold that takes."""
    score: float
    """For each further gold."""

    def worth(self, gold: int) -> float:
        """What so much gold is worth."""
        first = min(gold, self.moves)
        return first * self.move + (gold - first) * self.score

    def price(self, gold: int) -> float:
        """What one more gold is worth."""
        return self.move if gold < self.moves else self.score


def _purse(view: Town, seat: Seat, left: float) -> _Purse:
    """What a player can do with gold on the character before the game ends."""
    ruler, power = view.rulers[seat], view.content.power
    in_reach = ruler.character_gold + GOLD_A_TURN * (left + 0.5)
    score, move = power["score"], power["move_monument"]
    spare = SPARE_GOLD if left > 0 else 0.0
    if ruler.monuments and in_reach >= score.cost:
        spare = max(spare, 0.9 * power_counts(view, seat) * score.vp / score.cost)
    outside = len(ruler.monuments) - in_centre(view, ruler.monuments)
    if not outside or in_reach < move.cost:
        return _Purse(0.0, 0, spare)
    icon, held = icon_of(view, seat), view.monument_cells()
    icons, centre = view.icons, view.geometry.centre_cells
    free = sum([icons[its] == icon and its not in held for its in centre])
    return _Purse(0.8 * _centre(view) / move.cost, min(free, outside) * move.cost, spare)


def _medal(view: Town, seat: Seat, left: float) -> float:
    """What the bonus medal is worth: at home, or on its way home."""
    if view.rulers[seat].has_medal:
        return MEDAL * left
    size = view.content.table_for(len(view.rulers)).deck_size
    deck = next((len(space.deck) for space in view.row if space.medal == seat), size)
    return MEDAL * left * 0.6 * (1 - deck / (size + 1))


def _ways(view: Town, seat: Seat, prices: Prices, left: float) -> float:
    """What the pawn can still bring home in this turn, or in the next one."""
    ruler = view.rulers[seat]
    if ruler.pawn is None:
        return 0.0
    constants = view.content.constants
    full = constants.action_points + constants.medal_action_points * ruler.has_medal
    if view.turn.seat == seat and view.turn.phase in ("start", "income", "action"):
        points = view.turn.points if view.turn.phase == "action" else full
        if points:
            return best_way(scene_of(view, seat, prices, paid=view.turn.paid), ruler.pawn, points)
    if left <= 0:
        return 0.0
    scene = scene_of(view, seat, prices, paid=())
    return NEXT_TURN * best_way(scene, ruler.pawn, min(3, full))


# ------------------------------------------------------------ against an enemy


def _firings(view: Town, seat: Seat) -> float:
    """How often the enemy's effect is likely to come, this turn's enemy phase included."""
    foe = view.foe
    return max(0.0, (turns_left(view, seat) + 1 + foe.track) // view.content.enemy[foe.id].track)


def _burden(view: Town, seat: Seat) -> float:
    """What each cube in stock will cost against Balthasar: cards that nobody asked for."""
    if view.enemy is None:
        return 0.0
    draws = isinstance(view.content.enemy[view.enemy.id].effect, DrawAndCountDiscards)
    return STOCK * _firings(view, seat) if draws else 0.0


def _enemy(view: Town, seat: Seat) -> float:
    """What the enemy is likely to have at the end, and what it is likely to do to the seat."""
    foe = view.foe
    if view.turn.phase == "scoring":
        return float(foe.vp)
    card = view.content.enemy[foe.id]
    soon = foe.track + 1 == card.track
    ruler, count = view.rulers[seat], float(effect_counts(view))
    centre = float(in_centre(view, foe.monuments))
    if _gathers(view):
        room = len(view.geometry.centre_cells) - in_centre(view, ruler.monuments)
        back = min(len(foe.monuments), room)
        centre = RETURNING * centre + (1 - RETURNING) * back
        count = centre
    coming = _firings(view, seat) * count * card.effect.vp * (1.0 if soon else 0.8)
    match card.effect:
        case EmptyCostBoard() if soon:
            coming += 0.9 * GOLD * (ruler.cost or 0)
        case EmptyCharacter() if soon:
            coming += 0.2 * ruler.character_gold
        case _:
            pass
    return (
        foe.vp
        + coming
        + centre * view.content.constants.centre_vp
        + _burden(view, seat) * ruler.stock
        + 0.8 * enemy_beside(view) * card.beside_icon_vp
        + enemy_icons(view) * card.icon_vp
    )
