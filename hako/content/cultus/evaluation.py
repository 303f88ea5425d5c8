"""Evaluation of a position for a seat, for bots that look one move ahead.

The unit is a victory point at the end of the game. Gold counts for what it can still buy, a
monument for its income in turns to come, the plan more and more towards the end. The best use
of the action points left counts as made.
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
from hako.content.cultus.map_moves import cells_showing, icon_of
from hako.content.cultus.scoring import (
    centre_pays,
    effect_counts,
    enemy_beside,
    enemy_icons,
    in_centre,
    plan_pays,
    power_counts,
)
from hako.content.cultus.state import Space, Town
from hako.content.cultus.walk_worth import Prices, best_way, scene_of
from hako.engine.content.cache_decorators import at_hand
from hako.engine.rules.model import Seat

OTHERS = 0.5
"""Part of the other seats' mean value that is subtracted from a seat's."""

CARDS_A_TURN = 1.35
"""Mean number of cards that a turn takes from the decks: the compulsory one and others."""

GOLD = 0.6
"""Value of a gold on the cost board while a monument is within reach."""

SPARE_GOLD = 0.25
"""Value of a gold on the character without a better use."""

INCOME = 0.75
"""Value of a monument for each turn to come."""

STEADY = 0.75
"""Part of a centre cell's points that is expected to last to the end, early in the game."""

EARLY_PLAN = 0.3
"""Part of the plan's points that counts early in the game."""

GOLD_A_TURN = 4.0
"""Gold that a turn brings a player on average."""

TYPICAL_PLAN = 27
"""Points of a random plan on a full map, if nobody plays for it."""

MEDAL = 0.3
"""Value of a medal at home for each turn to come; on an income card it pays for steps, too."""

RETURNING = 0.4
"""Part of the value of driving out an enemy's monument if the enemy gathers them again."""

STOCK = 3.0
"""Cost of a cube in stock each time that an enemy makes its owner draw a card for it."""

NEXT_TURN = 0.4
"""Part of the value of the next turn's best way that counts now."""

CARD = 0.35
"""Value of a card in hand, up to the hand limit."""

ABILITY: dict[Kind, float] = {
    "reconstruction": 0.3,
    "solidarity": 0.1,
    "industry": 0.2,
    "transport": 0.2,
    "friendship": 0.1,
    "military": 0.2,
    "roads": 0.6,
}
"""Value of a monument card for each turn to come, by its kind."""


def evaluate(view: Town, seat: Seat) -> float:
    """The value of a masked position for a seat: its own less those of rivals and the enemy."""
    if view.rulers[seat].pawn is None:
        return _at_setup(view, seat)
    others = [_standing(view, other) for other in view.seats if other != seat]
    rivals = OTHERS * sum(others) / len(others) if others else 0.0
    enemy = _enemy(view, seat) if view.enemy is not None else 0.0
    return _worth(view, seat) - rivals - enemy


def _at_setup(view: Town, seat: Seat) -> float:
    """The value before the first turn: plan and icon on the map, and a medal that returns soon."""
    ruler = view.rulers[seat]
    icons = len(cells_showing(view, icon_of(view, seat)))
    plan = 0 if ruler.plan is None else plan_pays(view, ruler.plan)
    place = next((place for place, space in enumerate(view.row) if space.medal == seat), 0)
    return plan + icons - (place if view.is_solo else 0)


def turns_left(view: Town, seat: Seat) -> float:
    """The expected number of turns of a seat after the current one."""
    count = len(view.rulers)
    if view.last_cube is not None:
        place, now = ((player - view.last_cube) % count for player in (seat, view.turn.seat))
        return float(place > now)
    return view.cards_in_decks() / (CARDS_A_TURN * count + view.is_solo)


def _progress(view: Town) -> float:
    """The progress of the game, from 0 to 1."""
    return _drawn(view.content, len(view.rulers), view.row)


@at_hand  # asked several times of each position, and few actions draw a card
def _drawn(content: Cards, players: int, row: tuple[Space, ...]) -> float:
    """The part of the decks that is drawn, from 0 to 1."""
    left = sum([len(space.deck) for space in row])
    return 1.0 - left / (content.table_for(players).deck_size * len(row))


def _standing(view: Town, seat: Seat) -> float:
    """The points of a player that are public: those scored and those in the centre."""
    return view.rulers[seat].vp + centre_pays(view, seat)


def plan_share(view: Town) -> float:
    """The part of the plan's points on the current map that counts now."""
    return EARLY_PLAN + (1 - EARLY_PLAN) * _progress(view)


def _plan_lead(view: Town, seat: Seat) -> float:
    """The plan's points less those of a random plan on a map with as many cards.

    Without this baseline the value would grow with time alone, as the plan counts more and more.
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
    """The current values of gold and monuments for a seat."""
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
    """The current value of an own monument on a centre cell."""
    return view.content.constants.centre_vp * (STEADY + (1 - STEADY) * _progress(view))


def _gathers(view: Town) -> bool:
    """True if the enemy's effect brings its monuments back to the centre."""
    foe = view.enemy
    return foe is not None and isinstance(view.content.enemy[foe.id].effect, Gather)


def _turn_share(view: Town, seat: Seat) -> float:
    """The part of the current turn that the seat has still to play, from 0 to 1."""
    if view.turn.seat != seat:
        return 0.0
    return view.turn.points / 4 if view.turn.phase == "action" else 1.0


class _Purse(NamedTuple):
    """The value of gold on the character by its uses."""

    move: float
    """Value of each of the first `moves` gold, which bring monuments into the centre."""
    moves: int
    """Amount of gold that these moves take."""
    score: float
    """Value of each further gold."""

    def worth(self, gold: int) -> float:
        """The value of an amount of gold."""
        first = min(gold, self.moves)
        return first * self.move + (gold - first) * self.score

    def price(self, gold: int) -> float:
        """The value of one more gold."""
        return self.move if gold < self.moves else self.score


def _purse(view: Town, seat: Seat, left: float) -> _Purse:
    """The uses of a player's character gold before the game ends."""
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
    free = sum([icons[cell] == icon and cell not in held for cell in centre])
    return _Purse(0.8 * _centre(view) / move.cost, min(free, outside) * move.cost, spare)


def _medal(view: Town, seat: Seat, left: float) -> float:
    """The value of the bonus medal, at home or on its way home."""
    if view.rulers[seat].has_medal:
        return MEDAL * left
    size = view.content.table_for(len(view.rulers)).deck_size
    deck = next((len(space.deck) for space in view.row if space.medal == seat), size)
    return MEDAL * left * 0.6 * (1 - deck / (size + 1))


def _ways(view: Town, seat: Seat, prices: Prices, left: float) -> float:
    """The value of the pawn's best way in this turn, or a part of it in the next one."""
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
    """The expected number of the enemy's effects, this turn's enemy phase included."""
    foe = view.foe
    return max(0.0, (turns_left(view, seat) + 1 + foe.track) // view.content.enemy[foe.id].track)


def _burden(view: Town, seat: Seat) -> float:
    """The cost of each cube in stock against an enemy that makes the player draw for cubes."""
    if view.enemy is None:
        return 0.0
    draws = isinstance(view.content.enemy[view.enemy.id].effect, DrawAndCountDiscards)
    return STOCK * _firings(view, seat) if draws else 0.0


def _enemy(view: Town, seat: Seat) -> float:
    """The enemy's expected points at the end, and the expected harm of its effects."""
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
