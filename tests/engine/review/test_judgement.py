"""A judgement finds planted blunders, invents none, and knows only what the seat could know."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from hako.content.cultus import GAME as CULTUS
from hako.content.cultus.actions import BuildMonument, PlaceCard
from hako.content.flip_city import GAME as FLIP_CITY
from hako.content.flip_city.actions import PlayTop, Stop
from hako.content.quo_vadis import GAME as QUO_VADIS
from hako.content.quo_vadis.actions import Build
from hako.content.quo_vadis.steps.build import BuildPhase
from hako.content.quo_vadis.steps.end_phase import EndPhase
from hako.content.quo_vadis.steps.rounds import Round
from hako.content.world_monger import GAME as WORLD_MONGER
from hako.content.world_monger.actions import UseCard
from hako.content.world_monger.steps.civilization_phase import PayDividend, UseCards
from hako.content.world_monger.steps.investment import InvestmentPhase
from hako.content.world_monger.steps.rounds import Cleanup
from hako.engine.bots import rollouts
from hako.engine.bots.estimates import JoinWeights
from hako.engine.bots.observation import Observation
from hako.engine.bots.rollouts import playout, rollout
from hako.engine.review import judgement
from hako.engine.review.judgement import AGAIN, LEAST, SCREEN, Judgement, judge, verdict_of
from hako.engine.review.played_lines import Stretch, line_at, path_of
from hako.engine.rules.chance import Chance, Seed
from hako.engine.rules.game import Game, view
from tests.engine.auction import BIDDING, auction_state
from tests.rules.cultus import table as cultus
from tests.rules.flip_city import table as flip_city
from tests.rules.quo_vadis import table as quo_vadis
from tests.rules.world_monger import table as world_monger
from tests.toys.sealed_bids import GAME as SEALED_BIDS
from tests.toys.tic_tac_toe import GAME as TIC_TAC_TOE
from tests.toys.tic_tac_toe import Grid, Place, Turn

WORLDS = 24
WEIGHTS = JoinWeights(2, slope=1.0, worth=12.0)


@pytest.fixture(autouse=True)
def _few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judgement, "MOST", WORLDS)


def of(game: Game[Any], state: Any, seats: int, *played: Any, seat: int = 0) -> Stretch:
    """Action of the seat there."""
    return Stretch(Observation(game, seat, view(game, state, seat), seats), played, 1)


def judged(stretch: Stretch) -> Judgement:
    """The judgement when no more worlds are needed."""
    judgement = Judgement(1, stretch.observation.seat)
    while not judgement.is_done:
        judgement = judge(stretch, judgement)
    return judgement


def is_mistake(judgement: Judgement) -> bool:
    verdict = verdict_of(judgement, WEIGHTS)
    return verdict is not None and verdict.is_mistake


def better(stretch: Stretch, judgement: Judgement) -> Any:
    """The first action of the line that would have been better."""
    assert judgement.others is not None
    return line_at(stretch.observation, judgement.others[judgement.better])[0]


def test_an_idle_monk_is_a_mistake() -> None:
    """world_monger.card.monk: before the City it lets nothing be used again.

    It is the last sale. A City used again brings two more Chariots, so 18 coins for three
    Shares, and the game.
    """
    table = world_monger.at(
        Cleanup(), InvestmentPhase(), PayDividend("greece"), UseCards(0, "greece"),
        coins=(10, 45), number=7, final_round=7,
        greece=f"monk city | {'chariot ' * 10}| - | 3 0",
    ).given(phase="civilization")  # fmt: skip
    idle = of(WORLD_MONGER, table.world, 2, UseCard("monk"))

    judgement = judged(idle)

    assert is_mistake(judgement)
    assert better(idle, judgement) == UseCard("city")
    assert min(judgement.parts["coins"]) > 0
    assert not is_mistake(judged(of(WORLD_MONGER, table.world, 2, UseCard("city"))))


def test_a_bust_with_nothing_to_gain_is_a_mistake() -> None:
    """flip_city.bust.1: two of three unhappy, an Apartment on top, and $18 to build with."""
    table = flip_city.at("A C C R R | - | H F C | $18 0 2/3 2")
    bust = of(FLIP_CITY, table.city, 2, PlayTop())

    judgement = judged(bust)

    assert is_mistake(judgement)
    assert better(bust, judgement) == Stop()
    assert not is_mistake(judged(of(FLIP_CITY, table.city, 2, Stop())))


def test_a_city_thrown_away_is_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    """quo_vadis.build.2: a fort takes the only cell where the new generation's city could stand.

    The position has too few cards for a whole game, so it is judged where the rollouts are cut.
    """
    monkeypatch.setattr(rollouts, "LONGEST_GAME", 1)
    table = quo_vadis.at(
        BuildPhase(0), EndPhase(0), Round(5), turn="A 1-2", number=5,
        pieces="A:1-2a B:2-4a C:1-5a", A="vp=20 food=2 gens=l hand=bl",
        B="vp=20 gens=p hand=blmr", C="vp=18 gens=p hand=blm",
    ).given(turn={"changed": True, "city_due": True}).go()  # fmt: skip
    thrown_away = of(QUO_VADIS, table.world, 3, Build("fort", "1-2a"))

    judgement = judged(thrown_away)

    assert is_mistake(judgement)
    assert better(thrown_away, judgement) == Build("city", "1-2a")
    assert sum(judgement.parts["dominion"]) > 0


def test_a_won_game_that_goes_on_is_a_mistake() -> None:
    """cultus.end.3: with its last cube the seat ends the game, ten points ahead.

    What it has is worth less then than after any other action, which greedy goes by.
    """
    table = cultus.acting(
        cultus.ruler("r3c7", cost=10, stock=0, vp=30, monuments="r4c4 r4c5 r5c4 r6c2", hand="25"),
        cultus.ruler("r8c8", cost=9, stock=1, vp=20, monuments="r1c2 r1c5 r7c2", hand="27 28"),
        points=1,
    )
    waits = of(CULTUS, table.town, 2, PlaceCard("construction_25"))

    judgement = judged(waits)

    assert is_mistake(judgement)
    assert better(waits, judgement) == BuildMonument("military")


def test_it_is_the_same_whatever_the_seat_could_not_see_and_wherever_it_pauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ben's hand and the pile differ; Ann's bid is judged with neither, at once or in pieces."""
    worlds = (
        auction_state(*BIDDING),
        auction_state(*BIDDING, hands=((1, 4), (5, 7)), pile=(2, 6, 3)),
    )
    actions = Observation(SEALED_BIDS, 0, view(SEALED_BIDS, worlds[0], 0), 2).actions
    monkeypatch.setattr(judgement, "SUSPECT", -1.0)  # so that all is looked at

    for action in actions:
        one, other = (of(SEALED_BIDS, world, 2, action) for world in worlds)
        at_once = judged(one)
        with monkeypatch.context() as in_pieces:
            in_pieces.setattr(judgement, "SLICE", 0.0)
            assert judged(other) == at_once
        assert len(at_once.measured) >= LEAST


def measured(*lost: float) -> Judgement:
    """A suspect that lost so much in each of the new worlds, at the cut and at the end."""
    return Judgement(
        1, 0, others=((1,),), screened=((0.2, 0.6),) * SCREEN,
        measured=tuple((0.2, 0.2, 0.2 + loss, 0.2 + loss) for loss in lost),
    )  # fmt: skip


def test_a_mistake_loses_5_points_of_a_hundred_and_2_standard_errors() -> None:
    """24 worlds: half lose nothing and half twice the mean, so the error is its 0.2085th part."""
    assert is_mistake(measured(*(0.08,) * WORLDS))
    assert is_mistake(measured(*(0.0, 0.12) * 12))
    assert not is_mistake(measured(*(0.0, 0.08) * 12))  # 4 points, beyond doubt
    assert not is_mistake(measured(*(-0.5, 0.7) * 12))  # 10 points, with an error of 13


def test_before_all_worlds_are_seen_nothing_is_a_mistake_but_much_is_none() -> None:
    surely, never = measured(*(0.2,) * (WORLDS - 1)), measured(*(-0.1,) * LEAST)

    assert (surely.is_done, is_mistake(surely)) == (False, False)
    assert (never.is_done, is_mistake(never)) == (True, False)


def test_what_is_lost_is_told_by_the_new_worlds_alone() -> None:
    """In the worlds by which it was chosen the other seemed better by 40 points."""
    judgement = measured(*(0.0,) * WORLDS)

    verdict = verdict_of(judgement, WEIGHTS)

    assert judgement.suspicion > 0.2
    assert verdict is not None
    assert verdict.loss.mean == 0


def test_played_and_better_meet_the_same_worlds_and_none_by_which_it_was_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen: list[Seed] = []
    measure: list[tuple[Any, Seed]] = []

    def screening(seen: Observation, line: Any, chance: Chance) -> float:
        screen.append(chance.seed)
        return rollout(seen, line, chance)

    def measuring(seen: Observation, line: Any, chance: Chance) -> Any:
        measure.append((line, chance.seed))
        return playout(seen, line, chance)

    monkeypatch.setattr(judgement, "rollout", screening)
    monkeypatch.setattr(judgement, "playout", measuring)
    monkeypatch.setattr(judgement, "SUSPECT", -1.0)
    state = auction_state(*BIDDING)
    played = Observation(SEALED_BIDS, 0, view(SEALED_BIDS, state, 0), 2).actions[0]

    result = judged(of(SEALED_BIDS, state, 2, played))

    assert result.others is not None
    assert len(screen) == AGAIN * (1 + len(result.others))
    assert len(measure) == 2 * len(result.measured) > 0
    assert not {*screen} & {seed for _, seed in measure}
    for one, other in zip(measure[::2], measure[1::2], strict=True):
        assert (one[0], one[1]) == ((played,), other[1])


def test_the_line_played_is_no_line_beside_itself_nor_one_that_leads_to_the_same() -> None:
    """X marks a1 and so on: a stretch of one action, beside the best other cells."""
    stretch = of(TIC_TAC_TOE, Grid((Turn(0),)), 2, Place(4))

    judgement = judged(stretch)

    assert judgement.others is not None
    lines = [line_at(stretch.observation, path) for path in judgement.others]
    assert (Place(4),) not in lines
    assert len({*lines}) == len(lines) > 0


def test_a_win_that_was_there_is_missed_even_by_a_move_that_wins_as_well_later() -> None:
    """X X . / O . . / O . . : c1 wins at once; any other mark leaves it to the next turn."""
    grid = Grid((Turn(0),), (0b000000011, 0b001001000))

    missed, taken = (judged(of(TIC_TAC_TOE, grid, 2, Place(cell))) for cell in (8, 2))

    assert missed.missed is not None
    assert better(of(TIC_TAC_TOE, grid, 2, Place(8)), missed) == Place(2)
    assert len(missed.measured) > 0
    assert taken.missed is None


def test_a_stretch_that_the_winners_cleared_is_no_mistake_by_the_evaluation_alone() -> None:
    """Both lines lose each of eight games; at the cut the better one looks 10 points better."""
    lost = Judgement(
        1,
        0,
        others=((1,),),
        screened=((0.1, 0.2),) * AGAIN,
        measured=((0.1, 0.0, 0.2, 0.0),) * LEAST,
    )

    assert lost.is_done
    assert verdict_of(lost, WEIGHTS) is None
    assert verdict_of(replace(lost, missed=0), WEIGHTS) is not None


def test_a_line_is_stored_as_a_path_of_indices() -> None:
    stretch = of(TIC_TAC_TOE, Grid((Turn(0),)), 2, Place(4))

    assert path_of(stretch.observation, (Place(4),)) == (4,)
    assert line_at(stretch.observation, (4,)) == (Place(4),)


def test_a_stored_judgement_keeps_its_field_names() -> None:
    stored = b'{"moment":3,"seat":0,"length":2,"others":[[1,0]]}'

    read = msgspec.json.decode(stored, type=Judgement)

    assert read == Judgement(3, 0, 2, others=((1, 0),))
    assert msgspec.json.encode(read) == stored
