"""A bot that searches: what it finds, how it divides its thinking, and that it can be stopped."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

import pytest
from msgspec.structs import replace

from hako.engine.bots import rollouts, search
from hako.engine.bots.characters import Character, Preference
from hako.engine.bots.levels import bot
from hako.engine.bots.observation import Observation
from hako.engine.bots.one_ply import WORLDS
from hako.engine.bots.rollouts import WorldDraws
from hako.engine.bots.runner import BotRunner
from hako.engine.bots.search import CANDIDATES, Candidate, Search, SearchState
from hako.engine.bots.simple_bots import UnknownBot
from hako.engine.bots.win_probability_scale import (
    WinProbabilityScale,
    chances_after,
    shares,
    win_probabilities,
)
from hako.engine.bots.worker_pool import NICENESS, Answer, Given, WorkerPool, think
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.rules.chance import Chance
from tests.engine.auction import auction_state
from tests.engine.leads import EVER_MORE, AlwaysAhead
from tests.toys.sealed_bids import GAME as SEALED_BIDS
from tests.toys.tic_tac_toe import GAME, Grid, Place, TicTacToe, Turn

BLUNDERS = Observation(GAME, 1, Grid((Turn(1),), (0b000100011, 0b000011000)), 2)
"""It is for O to move. X threatens c1: whatever else O does loses at once.

    X X .
    O O X
    . . .
"""

WON = Observation(GAME, 0, Grid((Turn(0),), (0b000100011, 0b001011000)), 2)
"""It is for X to move, who wins with c1.

    X X .
    O O X
    O . .
"""


def test_a_win_in_one_move_is_found() -> None:
    for seed in range(5):
        assert Search(simulations=24)(WON, Chance(seed, 1)) == Place(2)


def test_a_blunder_that_the_next_seat_punishes_is_avoided() -> None:
    """Looking one move ahead shows nothing: all four cells have the same value to greedy."""
    assert {bot("greedy")(BLUNDERS, Chance(seed, 1)) for seed in range(20)} != {Place(2)}
    for seed in range(5):
        assert Search(simulations=24)(BLUNDERS, Chance(seed, 1)) == Place(2)


def test_a_number_of_simulations_chooses_the_same_in_any_process_and_with_any_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = History.new(GAME, new_header(GAME, (Player("Ann"), Player("Ben")), seed=3))
    seen = Observation(GAME, 0, table.view(0), 2)

    def thought(seed: int) -> SearchState:
        search, state = Search(simulations=30), None
        while state is None or not search.is_done(state):
            state = search.further(seen, Chance(seed, 1), state)
        return state

    async def elsewhere() -> list[Any]:
        thinker = WorkerPool()
        try:
            return [await thinker.choose("strong:30", seen, Chance(seed, 1)) for seed in range(8)]
        finally:
            thinker.close()

    at_once = [thought(seed) for seed in range(8)]
    monkeypatch.setattr(search, "SLICE", 0.0)
    in_pieces = [thought(seed) for seed in range(8)]

    assert [thought.candidates for thought in in_pieces] == [
        thought.candidates for thought in at_once
    ]
    assert {thought.simulations for thought in at_once} == {30}
    assert asyncio.run(elsewhere()) == [thought.action for thought in at_once]
    assert len({thought.action for thought in at_once}) > 1


def test_each_round_of_halving_gets_as_many_rollouts() -> None:
    """Four candidates two each, greedy's and the best other four each; then it begins anew."""
    thought = SearchState(tuple(Candidate(name) for name in "abcd"), (0, 1, 2, 3))
    played = []
    for _ in range(20):
        thought = thought.queued()
        played.append(thought.queue[0])
        thought = thought.with_rollout(
            thought.queue[0], {0: 0.2, 1: 0.9, 2: 0.1, 3: 0.6}[played[-1]]
        )

    assert played == [*(0, 1, 2, 3) * 2, *(0, 1) * 4, 0, 1, 2, 3]
    assert thought.action == "b"


def test_candidates_are_compared_in_the_worlds_that_both_have_played() -> None:
    """The second one did better in the worlds of both; the first one then met better worlds."""
    first = Candidate("first", rollouts=(0.2, 0.3, 0.9, 0.9))
    second = Candidate("second", rollouts=(0.3, 0.4))

    assert SearchState((first, second), (0, 1)).action == "second"


def test_greedys_choice_stays_while_others_gain_no_more_than_chance_would() -> None:
    """Both others gain .1 in four worlds: one in each of them alike, one now .4 and now -.4."""
    first = Candidate("greedy's", rollouts=(0.5, 0.5, 0.5, 0.5))
    steady = Candidate("steady", rollouts=(0.52, 0.53, 0.52, 0.53))
    lucky = Candidate("lucky", rollouts=(0.1, 0.9, 0.2, 0.9))

    assert SearchState((first, steady), (0, 1)).action == "steady"
    assert SearchState((first, lucky), (0, 1)).action == "greedy's"


def test_what_others_lose_at_first_sight_counts_like_a_few_rollouts() -> None:
    """Another gains .1 in every world: where it lost .2 at first, four are not enough, twenty are."""
    few, many = (
        (
            Candidate("greedy's", rollouts=(0.5,) * worlds),
            Candidate("other", rollouts=(0.6,) * worlds, sight=-0.2),
        )
        for worlds in (4, 20)
    )
    (first, other), losing = few, search.first_thought(WON, Chance(1, 1)).candidates

    assert SearchState((first, replace(other, sight=0.0)), (0, 1)).action == "other"
    assert SearchState(few, (0, 1)).action == "greedy's"
    assert SearchState(many, (0, 1)).action == "other"
    assert losing[0].sight == 0.0
    assert all(-1 < candidate.sight < -0.3 for candidate in losing[1:])


def test_a_search_that_has_only_begun_keeps_greedys_choice() -> None:
    """A single rollout, of greedy's choice, tells nothing of the others."""
    thought = Search(simulations=1).think(BLUNDERS, Chance(1, 1))

    first, *others = thought.candidates
    assert thought.ranked[0] == first
    assert len(first.rollouts) == 1
    assert not any(candidate.rollouts for candidate in others)


class Careless(TicTacToe):
    """Its quick way to rest is c3, whatever that throws away."""

    def settle(self, view: Grid, seat: int) -> Place | None:
        return Place(8)


def test_in_a_rollout_a_seat_looks_for_the_best_where_the_game_knows_a_quick_way() -> None:
    """The judgement of a quiet position is no way to play: all seats would play badly by it."""
    seen = replace(WON, game=Careless())

    assert rollouts.policy(seen, Chance(1, 1)) == Place(2)


def test_candidates_are_greedys_choice_and_what_seems_best_beside_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To greedy all nine cells are the same; at the end of its line, here, later ones leave more."""
    monkeypatch.setattr(search, "chance_to_win", lambda _, state: state.marks[0].bit_length() / 10)
    monkeypatch.setattr(search, "LOOKED_AT", 9)
    seen = Observation(GAME, 0, Grid((Turn(0),)), 2)

    first, *others = (
        candidate.action.cell for candidate in search.first_thought(seen, Chance(1, 1)).candidates
    )

    assert others == [cell for cell in range(8, -1, -1) if cell != first][: CANDIDATES - 1]
    assert len(others) + 1 == CANDIDATES < len(seen.actions)


def test_a_decision_more_in_a_turn_shifts_no_draw_of_a_later_turn() -> None:
    """Seat 0 draws once or twice; what seat 1 draws then, and seat 0 again, is the same."""

    def drawn(times: int) -> tuple[list[int], list[int]]:
        draws = WorldDraws(Chance(1, 1))
        first = [draws.of(0).cards.bits() for _ in range(times)]
        return first, [draws.of(seat).cards.bits() for seat in (1, 0)]

    (once, then), (twice, then_too) = drawn(1), drawn(2)

    assert twice[0] == once[0]
    assert then == then_too
    assert len({*twice, *then}) == 4


def test_taste_decides_only_among_what_proved_nearly_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """b1 lost half a point of a hundred against c3 in each world, a1 ten."""
    likes = tuple(Preference({"cell": cell}, points) for cell, points in ((0, 50.0), (1, 1.0)))
    monkeypatch.setattr(search, "character", lambda *_: Character("keen", likes))
    measured = ((8, 0.6), (1, 0.595), (0, 0.5))
    thought = SearchState(
        tuple(Candidate(Place(cell), rollouts=(mistake,) * 20) for cell, mistake in measured),
        (0, 1, 2),
    )

    assert Search().chosen(WON, thought) == Place(8)
    assert Search(character="keen").chosen(WON, thought) == Place(1)


class Rounds(WorkerPool):
    """Carries out here what it is asked for, and counts the rounds that were shared."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self.parts: list[Sequence[int]] = []

    async def do(
        self, work: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs
    ) -> Answer:
        if cast(object, work) is search.play_rollouts:
            self.parts.append(cast(Sequence[int], given[-1]))
        return work(*given, **named)


@pytest.mark.parametrize("simulations", [30, 32])
def test_several_workers_find_what_one_finds(
    monkeypatch: pytest.MonkeyPatch, simulations: int
) -> None:
    """Each round of rollouts is divided among them; the last one is left where the number is full."""
    monkeypatch.setattr(search, "SLICE", 0.0)  # the first moment ends after one rollout
    trial = Search(simulations=simulations)

    async def last(thinker: WorkerPool) -> SearchState:
        thoughts = [state async for state in thinker.thoughts(trial, BLUNDERS, Chance(2, 1))]
        return replace(thoughts[-1], seconds=0.0)

    alone, three = Rounds(1), Rounds(3)
    last_thoughts = [asyncio.run(last(thinker)) for thinker in (alone, three)]

    assert (
        last_thoughts[0]
        == last_thoughts[1]
        == replace(trial.think(BLUNDERS, Chance(2, 1)), seconds=0.0)
    )
    assert not alone.parts
    assert sum(map(len, three.parts)) == simulations - 1
    assert max(map(len, three.parts)) - min(map(len, three.parts[:3])) <= 1


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    pool = WorkerPool()
    yield pool
    pool.close()


async def test_thinking_that_nobody_waits_for_ends(pool: WorkerPool) -> None:
    """The only worker is free for somebody else, though the first asked for an hour."""
    hour = asyncio.create_task(pool.choose("strong:3600s", BLUNDERS, Chance(1, 1)))
    async with asyncio.timeout(30):
        await asyncio.sleep(0)  # it is asked first
        hour.cancel()
        assert await pool.choose("greedy", WON, Chance(1, 1)) == Place(2)


@pytest.mark.skipif(sys.platform == "win32", reason="it has other words for it")
async def test_whoever_waits_for_a_key_comes_before_those_who_think(pool: WorkerPool) -> None:
    assert await pool.do(os.nice, 0) == min(19, os.nice(0) + NICENESS)


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is killed there in this way")
def test_no_worker_outlives_a_program_that_was_killed() -> None:
    program = (
        "import asyncio, os, signal\n"
        "from hako.engine.bots.worker_pool import WorkerPool\n"
        "asyncio.run(WorkerPool(2).do(os.kill, os.getpid(), signal.SIGKILL))\n"
    )

    # what it writes to is closed when all processes are gone, and then alone
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=30)

    assert ended.returncode == -signal.SIGKILL


class Pondering(WorkerPool):
    """Never comes to an end about the first position, then thinks in this process."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()

    async def choose(self, level: str, observation: Observation, chance: Chance) -> Any:
        if not self.asked.is_set():
            self.asked.set()
            await asyncio.Event().wait()
        return think(level, observation, chance)


async def test_a_bot_drops_a_thought_about_a_position_that_was_taken_back() -> None:
    """It ponders over the cross in a1; Ann takes that back and lays b2."""
    players = (Player("Ann"), Player("One", bot="greedy"))
    table = History.new(GAME, new_header(GAME, players, seed=3))
    thinker = Pondering()
    host = BotRunner(table, thinker)
    async with asyncio.timeout(10):
        host.start()
        table.play(0, Place(0))
        await thinker.asked.wait()
        table.undo(0)
        table.play(0, Place(4))
        while table.waiting() != (0,):  # noqa: ASYNC110 - the next turns of the loop
            await asyncio.sleep(0)
        await host.stop()

    assert len(table.path()) == 3


@pytest.mark.parametrize(
    ("level", "meant"),
    [
        ("strong", Search(seconds=1.0)),
        ("strong:5s", Search(seconds=5.0)),
        ("strong:0.5s", Search(seconds=0.5)),
        ("strong:400", Search(simulations=400)),
    ],
)
def test_a_level_says_how_long_a_search_thinks(level: str, meant: Search) -> None:
    assert bot(level) == meant


@pytest.mark.parametrize(
    "level", ["strong:", "strong:5m", "strong:-1", "greedy:5s", "random@x", "@x"]
)
def test_what_is_no_length_of_thought_is_refused(level: str) -> None:
    with pytest.raises(UnknownBot):
        bot(level)


def test_chances_sum_to_one_and_a_better_position_has_more_of_it() -> None:
    """The same lead is worth more in later turns; a game says itself who leads."""
    scale = WinProbabilityScale(2, beta=(0.1, 0.5), turns=(5, 6))

    early, late = (scale.win_probabilities(turn, (3.0, 1.0)) for turn in (5, 6))
    bids = win_probabilities(SEALED_BIDS, replace(auction_state(), points=(9, 1)), 2)

    assert sum(early) == pytest.approx(1) == sum(late) == sum(bids)
    assert 0.5 < early[0] < late[0] < 1
    assert 0.5 < bids[0] < 1


def test_what_a_point_is_worth_changes_evenly_from_turn_to_turn() -> None:
    """Nobody's chance jumps because a round is over; before and after all that was measured it stays."""
    scale = WinProbabilityScale(2, beta=(0.1, 0.5, 0.2), turns=(5, 9, 10))

    assert [scale.point(turn) for turn in (1, 5, 6, 8, 9, 10, 30)] == pytest.approx(
        [0.1, 0.1, 0.2, 0.4, 0.5, 0.2, 0.2]
    )
    assert WinProbabilityScale(2, (0.3,)).point(7) == 0.3


def test_no_action_is_better_because_a_round_is_over_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The result is judged on the scale of its own turn, here one in which no lead counts."""
    monkeypatch.setattr(
        "hako.engine.bots.win_probability_scale.scale_of", lambda game, seats: EVER_MORE
    )
    monkeypatch.setattr(rollouts, "PLIES", 1)
    seen = Observation(AlwaysAhead(), 0, Grid((Turn(0),)), 2)
    later = seen.game, Grid((Turn(1),), (1, 0)), 2

    thought = search.first_thought(seen, Chance(1, 1))

    assert win_probabilities(*later)[0] > 0.99
    assert chances_after(seen, Place(0), Chance(1, 1)) == [0.5] * WORLDS
    assert search.rollout_of(seen, Chance(1, 1), thought, 0, 0) == 0.5


def test_those_who_won_share_the_win() -> None:
    """A line is the win of one; on a full grid without a line both have as much."""
    won = Grid((), (0b111, 0b11000), winner=0)

    assert shares(GAME, won, 2) == (1.0, 0.0)
    assert shares(GAME, Grid((), (0b010011101, 0b101100010)), 2) == (0.5, 0.5)
