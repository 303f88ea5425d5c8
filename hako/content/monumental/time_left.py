"""Estimates of the remaining game, for bots: rounds left, and seats yet to act in this one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hako.content.monumental.state import World
from hako.content.monumental.steps.city import Activate
from hako.content.monumental.steps.rounds import WholeTurn
from hako.content.monumental.steps.solo import AutomaTurn
from hako.engine.content.cache_decorators import at_hand
from hako.engine.rules.model import Seat, Step

PACE, PLAYERS_PACE = 1.0, 0.6
"""The share of the rounds a deck could last that games do last; it falls by a part per player."""

SOLO_PACE = 0.55

TAKEN_MORE = 1
"""Cards that leave the display in a round beyond the number of players, about; so taking a card
does not shorten the estimate."""


TURNS = (WholeTurn, AutomaTurn)
"""Steps that are a whole turn of classic mode."""

ACTIVATING = (Activate, WholeTurn)
"""Steps in which a seat will activate its City; a tuple, as `X | Y` would be built at each call."""


def rounds_left(world: World, seat: Seat) -> float:
    """Rounds in which a seat will still activate its City, about; 0 at the end of the last one.

    The estimate is equal before and after a turn or a round ends, if nothing else is done: so a bot
    gains nothing by delaying.
    """
    most = _rounds_after(world) + is_ahead(world, seat)
    pace = SOLO_PACE if world.automa else PACE - PLAYERS_PACE / len(world.realms)
    return 1 + pace * (most - 1) if most > 1 else most


def _rounds_after(world: World) -> int:
    """Rounds after this one if nobody takes many more cards."""
    if world.last_round is not None:
        return max(0, world.last_round - world.round)
    players = len(world.realms)
    if world.mode == "sequential":
        leaving = max(players + TAKEN_MORE, sum(world.taken))
        rest = world.deck_left() - leaving - world.content.constants.sequential_deck_threshold
        return 1 + max(0, -(-rest // players))
    rest = world.deck_left() - sum([max(1, taken) for taken in world.taken])
    turns = -(-rest // len(world.taken)) - _turns_ahead(world)
    return 1 + max(0, -(-turns // players))


def _turns_ahead(world: World) -> int:
    """Turns that come after this one in this round, in classic mode."""
    return sum([isinstance(step, TURNS) for step in world.agenda])


def is_ahead(world: World, seat: Seat) -> bool:
    """True if the seat has yet to activate its City in this round."""
    if world.mode == "sequential" and world.phase != "activation":
        return False  # all have activated theirs (monumental.seq.1)
    return seat in _ahead(world.agenda)


@at_hand
def _ahead(agenda: tuple[Step[World, Any], ...]) -> Sequence[Seat]:
    return [step.seat for step in agenda if isinstance(step, ACTIVATING)]


def is_acting(world: World, seat: Seat) -> bool:
    """True if the seat has activated its City and can still act in this round."""
    if world.mode == "classic" and world.turn != seat:
        return False
    return not world.realms[seat].passed and not is_ahead(world, seat)
