"""Games in which all seats choose by chance: an invariant is what holds at every move of them.

    every_game = random_games(new, 8, seats=range(2, 7), enemy=ENEMIES)

    @every_game
    def test_no_piece_is_lost(game: RandomGame[World]) -> None:
        for move in game.moves: ...

Each run finds new games. One in which something does not hold is told as its seed and what
it was set up with, and is played again by the next run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any, Generic, TypeAlias

from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Event, S, Seat
from hako.engine.rules.play import Consequences, events, legal_actions, play, waiting

Choose: TypeAlias = Callable[[Random, Sequence[Any]], Any]
"""Choice of a seat."""

FOUND_IS_TOLD = (Phase.reuse, Phase.generate)
"""A smaller seed is no shorter game, so none is looked for."""

AT_MOST = 1000
"""Moves, of a game that has not ended by then."""


class Move(Struct, Generic[S], frozen=True):
    """A choice of a game, with its consequences."""

    before: S
    seat: Seat
    action: Any
    after: S
    then: Consequences[S]

    @property
    def told(self) -> tuple[Event[S], ...]:
        """The events, in order."""
        return tuple(events(self.then))

    @property
    def moments(self) -> Iterator[tuple[S, Event[S], S]]:
        """The events, each with the states before and after it."""
        before = self.before
        for event in self.told:
            after = event.apply(before)
            yield before, event, after
            before = after


class RandomGame(Generic[S]):
    """A game that is played when its moves are first asked for."""

    def __init__(
        self,
        new: Callable[..., S],
        seed: int,
        choose: Choose = Random.choice,
        /,
        **how: Any,
    ) -> None:
        """`how` is what `new` is asked for besides the seed."""
        self.seed = seed
        self.how = how
        self._new = new
        self._choose = choose

    @cached_property
    def start(self) -> S:
        """The table before the first choice."""
        return self._new(seed=self.seed, **self.how)

    @cached_property
    def moves(self) -> Sequence[Move[S]]:
        """Choices of the seats."""
        return tuple(self._played())

    @property
    def moments(self) -> Iterator[tuple[S, Event[S], S]]:
        """All events, each with the states before and after it."""
        for move in self.moves:
            yield from move.moments

    @property
    def end(self) -> S:
        """The table after the last move."""
        return self.moves[-1].after

    def _played(self) -> Iterator[Move[S]]:
        state, dice = self.start, Random(self.seed)
        for ply in range(1, AT_MOST):
            if not (seats := waiting(state)):
                return
            before, action = state, self._choose(dice, legal_actions(state, seats[0]))
            state, then = play(before, seats[0], action, Chance(self.seed, ply))
            yield Move(before, seats[0], action, state, then)


def random_games(
    new: Callable[..., Any],
    count: int,
    choose: Choose = Random.choice,
    /,
    **how: Sequence[Any],
) -> Callable[[Callable[[Any], None]], Callable[[], None]]:
    """Run a test on so many games; of each thing said, a game has any one."""

    def set_up(seed: int, **how: Any) -> RandomGame[Any]:
        return RandomGame(new, seed, choose, **how)

    drawn = {key: st.sampled_from(item) for key, item in how.items()}
    games = st.builds(set_up, seed=st.integers(0, 2**32), **drawn)
    limited = settings(max_examples=count, phases=FOUND_IS_TOLD)
    return lambda test: limited(given(game=games)(test))
