"""Hints: a search for the best lines, then playouts that measure the best two in new worlds.

The search chooses by its scores; what is told of its choice is measured in worlds that did not
choose it. Both lines are played in the same worlds: to the end of the game, or, where that would
take longer than the hint may, for some decisions.
"""

from __future__ import annotations

from time import perf_counter

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.bots.observation import Observation
from hako.engine.bots.rollouts import Playout, brief_playout, playout
from hako.engine.bots.search import Search, SearchState
from hako.engine.rules.chance import Chance

SEARCHED = 0.3
"""The share of the time in which the search chooses; the rest measures its choice."""

TOLD = 8
"""The number of playouts of a line from which on its chance is told."""

PATIENCE = 3.0
"""The factor by which the time may be exceeded until both lines can be told."""

BRIEF_PATIENCE = 4 * PATIENCE
"""The same for brief playouts: they begin late, and a busy machine has to tell something, too."""

MOST = 96
"""The number of playouts of each line after which a hint is as good as it gets."""

SLICE = 0.1
"""The seconds after which the work pauses and returns what it has."""


class HintState(Struct, frozen=True):
    """The state of a hint: plain data that can be sent to a process and resumed."""

    thought: SearchState | None = None
    """The search; None before it has begun."""
    playouts: tuple[tuple[Playout, ...], tuple[Playout, ...]] = ((), ())
    """The playouts of the best line and of the next best one, in the same worlds."""
    seconds: float = 0.0
    """The time that was spent."""
    is_chosen: bool = False
    """True if the search has chosen, so that its choice is being measured."""
    is_brief: bool = False
    """True if the playouts are brief ones, because whole ones take too long."""

    @property
    def due(self) -> int:
        """The line that is played on next, 0 or 1: the best one until it can be told, then both.

        Brief playouts tell only differences, so there it is both from the beginning.
        """
        best, other = map(len, self.playouts)
        return int((self.is_brief or best >= TOLD) and other < best)


class HintSearch(Struct, frozen=True):
    """A search for a hint, limited in seconds, or in rollouts and playouts."""

    seconds: float
    simulations: int | None = None
    """A limit of rollouts that makes the hint the same on any machine."""
    playouts: int = MOST
    """The most playouts of each line."""

    @property
    def _search(self) -> Search:
        return Search(self.simulations, SEARCHED * self.seconds)

    def is_done(self, state: HintState) -> bool:
        """True if nothing is left to do."""
        if state.thought is None or not self._search.is_done(state.thought):
            return False
        few = min(len(playouts) for playouts in state.playouts[: len(state.thought.candidates)])
        patience = BRIEF_PATIENCE if state.is_brief else PATIENCE
        patience = self.seconds if few >= TOLD else patience * self.seconds
        return state.seconds >= patience or few >= self.playouts

    def _is_too_long(self, state: HintState, seconds: float) -> bool:
        """True if the first whole playout took so long that both lines cannot be told in time."""
        is_first = not state.is_brief and sum(map(len, state.playouts)) == 1
        left = PATIENCE * self.seconds - state.seconds
        return is_first and 2 * TOLD * seconds > left

    def think(self, observation: Observation, chance: Chance) -> HintState:
        """Search until nothing is left to do."""
        state = HintState()
        while not self.is_done(state):
            state = self.further(observation, chance, state)
        return state

    def further(self, observation: Observation, chance: Chance, state: HintState) -> HintState:
        """Work on for about SLICE seconds, at least for one playout.

        The pauses make no difference to the result.
        """
        began = perf_counter()
        thought = state.thought
        if thought is None or not self._search.is_done(thought):
            thought = self._search.further(observation, chance, thought)
            spent, chosen = state.seconds + perf_counter() - began, self._search.is_done(thought)
            return replace(state, thought=thought, seconds=spent, is_chosen=chosen)
        before, candidates = state.seconds, thought.ranked[:2]
        is_due = not self.is_done(state)
        while is_due:
            number = state.due if len(candidates) > 1 else 0
            played, start = state.playouts[number], perf_counter()
            world = chance.fork(f"hint {len(played)}")
            play = brief_playout if state.is_brief else playout
            played = (*played, play(observation, candidates[number].line, world))
            both = (played, state.playouts[1]) if number == 0 else (state.playouts[0], played)
            now = perf_counter()
            state = replace(state, playouts=both, seconds=before + now - began)
            if len(candidates) > 1 and self._is_too_long(state, now - start):
                state = replace(state, playouts=((), ()), is_brief=True)
            is_due = not self.is_done(state) and perf_counter() - began < SLICE
        return state
