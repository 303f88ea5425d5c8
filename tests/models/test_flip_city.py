"""Flip City's engine and the model of its rulebook play the same games."""

from __future__ import annotations

from hako.content.flip_city import GAME
from hako.content.flip_city.actions import (
    Buy,
    Develop,
    EndTurn,
    PassOn,
    Recycle,
    Reshuffle,
    Upgrade,
)
from hako.content.flip_city.state import Board, City
from hako.engine.content.cache_decorators import seat_by_seat
from hako.engine.rules.game import Outcome
from tests.models import flip_city
from tests.models.compare import Pair, agree
from tests.models.model import Facts

GAMES = 240


def facts_of(city: City) -> Facts:
    turn = city.turn
    facts: dict[str, object] = {
        "active seat": turn.seat,
        "turn": turn.number,
        "money": turn.money,
        "points": turn.points,
        "unhappy icons": turn.unhappy,
        "limit": turn.limit,
        "build actions": turn.actions,
        "obliged": turn.obliged,
        "supply": {pile.face: pile.left for pile in city.supply},
        "removed": sorted(city.removed),
        "ending": city.ending,
    }
    for seat, board in enumerate(city.boards):
        facts |= _facts_of(board, seat)
    return facts


@seat_by_seat
def _facts_of(board: Board, seat: int) -> Facts:
    return {
        f"deck of seat {seat}": list(board.deck),
        f"known in the deck of seat {seat}": _known(board),
        f"discard pile of seat {seat}": sorted(board.discard),
        f"city of seat {seat}": list(board.city),
    }


def _known(board: Board) -> list[bool]:
    size = len(board.deck)
    return [place < board.seen_top or place >= size - board.seen_bottom for place in range(size)]


def result_of(outcome: Outcome) -> Facts:
    if outcome.counted != "left":
        return {"winners": outcome.winners}
    return {
        "winners": outcome.winners,
        "cards left": outcome.scores[0],
        "turns": outcome.how.values["turns"],
        "rank": outcome.how.values.get("rank"),
    }


PAIR = Pair(
    GAME,
    flip_city.FlipCityModel,
    facts_of,
    result_of,
    liking={Develop: 8, Upgrade: 4, Buy: 2, PassOn: 0.5, EndTurn: 0.2, Reshuffle: 2, Recycle: 0.3},
    corrections=(
        {},
        {"face": [{"id": "power_plant", "recycle": {"id": "points", "amount": 4}}]},
        {},
        {"constants": {"unhappy_limit": 8}},
    ),
    keen=0.2,
    longest=500,  # who plays anything seldom wins later
)


def test_the_engine_plays_by_the_rulebook() -> None:
    """Every choice, every effect and every end of random games, for all seats and options."""
    agree(PAIR, flip_city, usual=GAMES)
