"""Evaluation of a position for a seat, for bots that look one move ahead.

The unit is a VP at the end of the game. A majority is worth the cards of the generations that
can still be closed while it is held. A change of generation that is possible in this turn
counts as made if it pays. A war that threatens in this turn counts by its probabilities. The
mean value of the other seats is subtracted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from hako.content.quo_vadis.cards import Cards, SkillId
from hako.content.quo_vadis.geometry import CellId, area_of
from hako.content.quo_vadis.map_queries import city_sites, majorities_of, reserve_of
from hako.content.quo_vadis.scoring import dominion_of, skill_vp_of
from hako.content.quo_vadis.skill_effects import Track
from hako.content.quo_vadis.state import Player, Turn, War, World, without
from hako.content.quo_vadis.variants import Variants
from hako.content.quo_vadis.war_forecast import chances, forecast
from hako.content.quo_vadis.working_skills import total_of
from hako.engine.content.cache_decorators import seat_by_seat
from hako.engine.rules.model import Seat

LASTING = 0.55
"""Share of today's majorities that is expected to last until they score."""

USUAL, MORE_A_ROUND = 0.9, 0.22
"""Majorities that a seat usually holds at the start, and by how many more each round."""

CITY, A_TURN = 0.8, 0.6
"""Value of a city as such, and for each end of an own turn still to come."""

SKILL = 2.0
"""Value of a skill that is set early, unless SKILLS or FINAL has another."""

LATER_CHANGE = 1.6
"""Value of a change of generation that is left, besides the cards that it closes."""

LAST_SITE = 0.7
"""Probability that the last turn still yields a city site, if there is none before it."""

FORT, TEMPLE, ASCENSIONS = 0.7, 0.8, 0.2
"""Value of a fort, of a temple, and of a temple for each own turn still to come."""

RUIN = 0.6
"""Value of a destroyed city, since it may be rebuilt."""

FOOTHOLD = 0.6
"""Value of a lone worker in an area: half of a majority."""

AT_HAND = (0.0, 0.6, 1.0, 1.3, 1.5, 1.6)
"""Value of the workers in reserve, by their number."""

WORTH: Mapping[Track, tuple[float, ...]] = {
    "spirit": (0.0, 0.7, 1.3, 1.8, 2.2, 2.5, 2.7, 2.9),
    "food": (0.0, 0.9, 1.7, 2.4, 2.9, 3.3, 3.6, 3.8),
    "faith": (0.0, 0.8, 1.5, 2.1, 2.6, 3.0, 3.3, 3.5),
    "wrath": (0.0, 0.4, 0.9, 2.0, 2.6, 3.6, 3.9),
}
"""Value of each track by the number of its cubes, while there is time to use them."""

LATE = 3
"""Number of own turns to come below which resources lose value."""

SKILLS: Mapping[SkillId, float] = {
    "titan_blood": 3.0,
    "deft_cultivators": 3.0,
    "nomads": 2.5,
    "divine_wisdom": 2.5,
    "spawning": 2.5,
    "veterans": 2.5,
    "dynasty": 4.5,
    "capital": 3.0,
    "golden_age": 3.0,
    "stairway": 3.5,
    "effective_control": 2.5,
    "triumph": 2.5,
    "mercenaries": 2.5,
    "festival_calendar": 2.5,
    "granary": 2.5,
    "truce": 1.0,
    "rear_guard": 1.5,
    "last_stand": 1.5,
    "sanctuary": 1.0,
    "great_migration": 1.5,
    "wrathful_god": 1.5,
}
"""Value of skills that are set early, where it differs from SKILL."""

FINAL: Mapping[SkillId, float] = {
    "wise_emperor": 5.0,
    "metropolis": 5.0,
    "world_walkers": 5.5,
    "martyrs": 2.5,
    "fortress_realm": 5.0,
}
"""Expected value of skills that score at the end, early in the game."""

DRAFTED = 0.3
"""Share of a skill's value that counts while the skill lies face down."""

SET_AT_MOST = 5
"""Number of drafted skills that are set at most (quo_vadis.skill.1)."""

PROBABLE_SPIRIT = 1
"""Spirit that a participant who has not declared yet is expected to spend."""


class Case(Struct, frozen=True, gc=False):
    """Everything that a seat's forecast is computed from."""

    variants: Variants
    player: Player
    """The player as the seat's turn will leave it."""
    round: int
    left: int
    """Number of own turns that are still to begin."""
    turn: Turn | None
    """The current turn, if it is the seat's own."""
    ends: int
    """Number of ends of own turns still to come."""
    has_site: bool
    """True if the seat could build a city now."""


class Forecast(Struct, frozen=True, gc=False):
    """The expected value of a seat, and what it is sensitive to."""

    worth: float
    """Expected VP if no war intervenes."""
    majority: float
    """VP by which one majority more or less changes that value."""
    ends: int
    """Number of ends of own turns still to come."""


def evaluate(view: World, seat: Seat) -> float:
    """The value of a masked position for a seat: its expected VP less the others' mean."""
    if not view.agenda:
        return _margin([float(player.vp) for player in view.players], seat)
    forecasts = [_forecast_seat(view, other) for other in view.seats]
    worth = [expected.worth for expected in forecasts]
    if view.phase in ("genesis", "war"):
        _expect_war(view, worth, forecasts)
    return _margin(worth, seat)


def _margin(worth: Sequence[float], seat: Seat) -> float:
    others = [value for other, value in enumerate(worth) if other != seat]
    return worth[seat] - sum(others) / len(others)


def turns_left(view: World, seat: Seat) -> int:
    """The number of own turns that are still to begin."""
    rounds = view.variants.rounds
    if not view.round:
        return rounds
    left = rounds - view.round
    if view.turn is None:
        return left + 1
    first, count = view.start_player, len(view.players)
    return left + ((seat - first) % count > (view.turn.seat - first) % count)


# ------------------------------------------------------------ in peace


def _forecast_seat(view: World, seat: Seat) -> Forecast:
    player, ascents = _tidied(view, seat)
    left = turns_left(view, seat)
    turn = view.turn if view.turn is not None and view.turn.seat == seat else None
    ends = left + (turn is not None and view.phase != "end")
    has_site = bool(city_sites(view, seat))
    case = Case(view.variants, player, view.round, left, turn, ends, has_site)
    return _forecast_of(view.content, case, ascents, seat)


@seat_by_seat  # an action changes what its own seat has, and mostly no more
def _forecast_of(content: Cards, case: Case, ascents: float, seat: Seat) -> Forecast:
    player = case.player
    held = len(majorities_of(content, player)) + total_of(content, player, "majorities")
    late = min(1.0, (case.ends + 0.5) / LATE)
    worth = float(player.vp + dominion_of(case.variants, player))
    worth += sum([row[min(player.has(track), len(row) - 1)] for track, row in WORTH.items()]) * late
    worth += _land(content, case) + _skills(content, case) + ascents
    territory, majority = _territory(content, case, held)
    return Forecast(worth + territory, majority, case.ends)


def _tidied(view: World, seat: Seat) -> tuple[Player, float]:
    """The player as the seat's turn will leave it, and the VP for a worker that ascends.

    Destroyed cities with a worker count as rebuilt; one worker at the temple ascends.
    """
    player, turn = view.players[seat], view.turn
    if turn is None or turn.seat != seat or view.phase not in ("genesis", "war", "build"):
        return player, 0.0
    ruins = {city.cell for city in player.cities if city.destroyed and city.cell in player.workers}
    ascents = 0.0
    if any(cell in player.temples for cell in player.workers):
        ascents = player.removed + 1.0
    if not ruins:
        return player, ascents
    cities = tuple(
        replace(city, destroyed=False) if city.cell in ruins else city for city in player.cities
    )
    return replace(player, cities=cities, workers=without(player.workers, ruins)), ascents


def _territory(content: Cards, case: Case, held: int) -> tuple[float, float]:
    """Expected VP of settlements to come, and their change for one more majority."""
    piles, turn = case.player.generations, case.turn
    pile = len(piles[-1]) if piles else 0
    plays = case.left + (turn is not None and turn.card is None)
    value, majority = _next_change(content, case, held, pile, plays)
    if turn is not None and turn.changed:
        closed = len(piles[-2])
        value += held * closed + SKILL * _early(case, case.left)
        majority += closed
        if turn.city_due and case.has_site:
            value += _new_city(case.ends, closed)
    return value, majority


def _next_change(
    content: Cards, case: Case, held: int, pile: int, plays: int
) -> tuple[float, float]:
    """Expected VP and VP per majority of changing with the next card, or of going on if better.

    It is computed in the same way within the seat's turn and outside it, so that a bot gains
    nothing by prolonging its turn.
    """
    changes = content.constants.max_generations - max(1, len(case.player.generations))
    later = LASTING * held + (1 - LASTING) * (USUAL + MORE_A_ROUND * (case.round + 1))
    going_on, cards = _to_come(later, pile, changes, plays)
    if not case.has_site:
        hope = _hope(content, case) if plays == 1 else 1.0
        return hope * going_on, hope * LASTING * cards
    if pile and plays and changes:
        after, cards_after = _to_come(later, 1, changes - 1, plays - 1)
        early = SKILL * _early(case, plays - 1)
        changing = held * pile + early + _new_city(plays, pile) + after
        if changing > going_on:
            return changing, pile + LASTING * cards_after
    return going_on, LASTING * cards


def _hope(content: Cards, case: Case) -> float:
    """Probability that a seat without a city site has one at its last card (card.4)."""
    if case.turn is not None and case.turn.card is None:
        return 0.0
    return LAST_SITE if reserve_of(content, case.player) else 0.0


def _new_city(ends: int, closed: int) -> float:
    """The value of a city to come; it may also hold a majority in the settlement."""
    return CITY + A_TURN * ends + closed * 0.5


def _to_come(later: float, pile: int, changes: int, plays: int) -> tuple[float, float]:
    """Expected VP of the cards that can still be closed and of the changes, and those cards."""
    if not plays or not changes:
        return 0.0, 0.0
    cards = pile + plays - 1
    return later * cards + LATER_CHANGE * min(changes, plays), cards


def _early(case: Case, left: int) -> float:
    """Share of its full value that a skill set now has, from 0.3 to 1."""
    return 0.3 + 0.7 * left / case.variants.rounds


def _land(content: Cards, case: Case) -> float:
    player, ends = case.player, case.ends
    grows, soon = case.variants.dominion_model in ("growing", "triple"), min(1.0, ends / LATE)
    worth = 0.0
    for city in player.cities:
        worth += RUIN if city.destroyed else CITY + (A_TURN * ends if grows else 0.0)
    worth += FORT * len(player.forts) * soon
    worth += (TEMPLE * soon + ASCENSIONS * ends) * len(player.temples)
    standing = [area_of(cell) for cell in {*player.workers}]
    worth += FOOTHOLD * sum([standing.count(area) == 1 for area in standing]) * soon
    return worth + AT_HAND[min(reserve_of(content, player), 5)] * soon


def _skills(content: Cards, case: Case) -> float:
    player, left = case.player, case.left
    early = _early(case, left)
    worth = 0.0
    for skill in player.skills:
        if skill.id in FINAL:
            scored = skill_vp_of(content, player, skill.id)
            worth += scored + (FINAL[skill.id] - scored) * 0.5 * left / case.variants.rounds
        elif not skill.used:
            worth += SKILLS.get(skill.id, SKILL) * early
    return worth + DRAFTED * _drafted(player.face_down)


@lru_cache(maxsize=1 << 12)  # once drafted, they lie there for many turns
def _drafted(face_down: tuple[SkillId | None, ...]) -> float:
    """The value of the best drafted skills, as many as can be set."""
    worth = [skill_worth(skill) for skill in face_down if skill is not None]
    return sum(sorted(worth, reverse=True)[:SET_AT_MOST])


def skill_worth(skill: SkillId) -> float:
    """The expected value of a skill before it is set."""
    return FINAL[skill] if skill in FINAL else SKILLS.get(skill, SKILL)


# ------------------------------------------------------------ at war


def _expect_war(view: World, worth: list[float], forecasts: Sequence[Forecast]) -> None:
    """Add to the seats' values the expected gains and losses of this turn's war."""
    turn = view.turn
    if turn is None or turn.area is None:
        return
    war = view.war or (forecast(view, turn.area) if view.phase == "genesis" else None)
    if war is None:
        return
    to_win = chances(view, war, _spending(view, war))
    captured = _captured(view, war)
    for place, seat in enumerate(war.seats):
        loses = sum(to_win) - to_win[place]
        worth[seat] -= loses * _losses(view, seat, war, forecasts[seat])
        prize = sum(captured) - captured[place]
        worth[seat] += to_win[place] * (0.5 + prize)


def _spending(view: World, war: War) -> tuple[int, ...]:
    """The spirit that each participant will probably spend; 0 for one who has declared."""
    declared = len(war.declared)
    return tuple(
        0 if place < declared else min(PROBABLE_SPIRIT, view.players[seat].spirit)
        for place, seat in enumerate(war.seats)
    )


def _captured(view: World, war: War) -> list[float]:
    """VP that a winner gains for the cities of each participant."""
    return [
        sum(
            [
                (city.dominion + 1) // 2
                for city in view.players[seat].intact_cities()
                if city.cell in war.cells
            ]
        )
        for seat in war.seats
    ]


def _losses(view: World, seat: Seat, war: War, expected: Forecast) -> float:
    """The value that a seat loses if it loses the war."""
    player, cells = view.players[seat], war.cells
    lost = -0.6
    for city in player.intact_cities():
        if city.cell in cells:
            lost += (city.dominion + 1) // 2 + A_TURN * min(expected.ends, LATE)
    lost += FORT * sum([cell in cells for cell in player.forts])
    lost += 2 * TEMPLE * sum([cell in cells for cell in player.temples])
    if _falls(_tidied(view, seat)[0], cells):
        lost += expected.majority
    elif any(cell in cells for cell in player.workers):
        lost += FOOTHOLD
    return lost


def _falls(player: Player, cells: Sequence[CellId]) -> bool:
    """True if the player holds the area's majority, but not without the pieces in those cells."""
    area = area_of(cells[0])

    def holds(lost: Sequence[CellId]) -> bool:
        workers = {cell for cell in player.workers if area_of(cell) == area and cell not in lost}
        return len(workers) > 1 or any(
            area_of(city.cell) == area and city.cell not in lost for city in player.intact_cities()
        )

    return holds(()) and not holds(cells)
