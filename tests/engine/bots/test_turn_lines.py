"""Lines: what a seat does with its whole turn, and with its last one."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hako.content.monumental import GAME as MONUMENTAL
from hako.content.monumental.actions import Pass
from hako.content.monumental.scoring import totals
from hako.content.world_monger import GAME as WORLD_MONGER
from hako.content.world_monger.steps.civilization_phase import UseCards
from hako.engine.bots.estimates import weights_of
from hako.engine.bots.greedy import greedy_bot
from hako.engine.bots.observation import Observation, observation_of
from hako.engine.bots.one_ply import one_ply_values
from hako.engine.bots.search import Search, first_thought
from hako.engine.bots.simple_bots import Bot, best_of, is_idle
from hako.engine.bots.turn_lines import WON, BeamSize, best_by_first_action, lines
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.review.judgement import Judgement, judge, verdict_of
from hako.engine.review.played_lines import Stretch, state_before, turns_of
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, view
from hako.engine.rules.play import play, waiting
from tests.toys.tic_tac_toe import GAME as TIC_TAC_TOE
from tests.toys.tic_tac_toe import Grid, Place, Turn


def one_ply(observation: Observation, chance: Chance) -> Any:
    """The best evaluation one move ahead, in every turn."""
    if len(observation.actions) == 1:
        return observation.actions[0]
    values = one_ply_values(observation, chance)
    return chance.stream("choice").choice(best_of(observation, values))


def played(game: Game[Any], seats: int, seed: int, **options: str) -> History[Any]:
    """A whole game of bots that look one move ahead."""
    players = [Player(f"P{seat}") for seat in range(seats)]
    table = History.new(game, new_header(game, players, options, seed=seed))
    while asked := table.waiting():
        table.play(asked[0], one_ply(*observation_of(table, asked[0])))
    return table


def finished(game: Game[Any], state: Any, seat: int, bot: Bot, seed: int) -> Any:
    """The state after the bot has ended its turn."""
    chance = Chance(seed, 1)
    for number in range(40):
        if seat not in waiting(state):
            break
        asked = Observation(game, seat, view(game, state, seat), 2)
        action = bot(asked, chance.fork(f"bot {number}"))
        state, _ = play(state, seat, action, chance.fork(f"play {number}"))
    return state


BOTS = pytest.mark.parametrize(
    "bot", [greedy_bot, Search(simulations=12)], ids=["greedy", "strong"]
)


@pytest.fixture(scope="module")
def loses_by_two() -> Any:
    """Seat 0 is to end the game, 111 to 113; five actions make it 119, and none draws anything."""
    state = played(MONUMENTAL, 2, 90105).positions[-2].state
    own, rival = state.realms
    rival = replace(rival, knowledge=(*rival.knowledge, "astronomy"))
    return replace(state, realms=(own, rival))


@BOTS
def test_a_win_of_several_own_actions_is_found(loses_by_two: Any, bot: Bot) -> None:
    assert totals(loses_by_two) == (111, 113)
    for seed in range(3):
        assert totals(finished(MONUMENTAL, loses_by_two, 0, bot, seed)) == (119, 113)


def test_a_review_tells_that_this_win_was_missed(loses_by_two: Any) -> None:
    """To pass loses the game that several own actions would have won."""
    asked = Observation(MONUMENTAL, 0, view(MONUMENTAL, loses_by_two, 0), 2)
    stretch, judgement = Stretch(asked, (Pass(),), 1), Judgement(1, 0)
    while not judgement.is_done:
        judgement = judge(stretch, judgement)

    verdict = verdict_of(judgement, weights_of(MONUMENTAL, 2))

    assert judgement.is_missed_win
    assert verdict is not None
    assert verdict.is_mistake
    assert verdict.played.mean == pytest.approx(0.05, abs=0.05)
    assert verdict.better.mean == pytest.approx(0.95, abs=0.05)


@BOTS
def test_in_a_last_turn_points_count_and_no_hope(bot: Bot) -> None:
    """Completing the Statue of Liberty pays 13; to pass seems better while more is hoped for."""
    state = played(MONUMENTAL, 2, 90115).positions[-2].state

    assert totals(state) == (118, 80)
    assert totals(finished(MONUMENTAL, state, 1, bot, 1)) == (118, 93)


def test_a_last_turn_is_searched_wide_whatever_size_was_asked_for() -> None:
    """Seat 1 is 4 points ahead; three sections, a Wonder and its token make it 17.

    A beam 6 wide, or one of 300 positions, finds nothing better than to pass.
    """
    table = played(MONUMENTAL, 2, 90102)
    last: Any = state_before(table, [*turns_of(table)][-1][0])
    asked = Observation(MONUMENTAL, 1, view(MONUMENTAL, last, 1), 2)
    assert totals(last) == (99, 103)

    for size in (BeamSize(width=6, worlds=1, played_on=2), BeamSize(width=24, nodes=300, worlds=1)):
        best, *_ = lines(asked, Chance(3, 1), size)
        assert best.value - WON >= 17


def idle_beside_others() -> list[Observation]:
    """Decisions of World Monger with an idle action and two others."""
    found_lines = []
    for seed in range(90020, 90027):
        for position in played(WORLD_MONGER, 3, seed, civilizations="eastern_world").path():
            state = position.state
            if not state.agenda or not isinstance(state.agenda[-1], UseCards):
                continue
            seat = waiting(state)[0]
            asked = Observation(WORLD_MONGER, seat, view(WORLD_MONGER, state, seat), 3)
            idle = sum(is_idle(asked, action) for action in asked.actions)
            if idle and len(asked.actions) - idle >= 2:
                found_lines.append(asked)
    return found_lines[:14]


def test_an_idle_action_is_no_candidate_while_another_exists() -> None:
    """The Monk that lets nothing be used again, twice in each of 14 positions."""
    positions = idle_beside_others()

    assert len(positions) == 14
    for number, asked in enumerate(positions):
        for seed in (500, 501):
            thought = first_thought(asked, Chance(seed, number))
            assert not [one for one in thought.candidates if is_idle(asked, one.action)]


def test_lines_that_lead_to_the_same_position_are_one_and_shorter_ones_come_first() -> None:
    """X wins with c1; each other cell is a line of its own, and the turn is over after it."""
    seen = Observation(TIC_TAC_TOE, 0, Grid((Turn(0),), (0b000100011, 0b001011000)), 2)

    best, *others = found_lines = lines(seen, Chance(1, 1))

    assert (best.actions, best.stop) == ((Place(2),), "over")
    assert {line.stop for line in others} == {"turn"}
    assert len(best_by_first_action(found_lines)) == len(found_lines) == len(seen.actions)


def test_a_search_for_lines_ends_at_its_limit_and_still_knows_every_first_action() -> None:
    state = played(MONUMENTAL, 2, 90105).positions[40].state
    seat = waiting(state)[0]
    seen = Observation(MONUMENTAL, seat, view(MONUMENTAL, state, seat), 2)

    for nodes in (1, 100):
        found_lines = lines(seen, Chance(1, 1), BeamSize(nodes=nodes, width=200))
        firsts = [line.actions[0] for line in best_by_first_action(found_lines)]
        useful = [action for action in seen.actions if not is_idle(seen, action)] or seen.actions
        assert len(firsts) == len(useful)
