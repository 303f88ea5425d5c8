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
from hako.content.quo_vadis.steps.end import EndPhase
from hako.content.quo_vadis.steps.rounds import Round
from hako.content.world_monger import GAME as WORLD_MONGER
from hako.content.world_monger.actions import UseCard
from hako.content.world_monger.steps.civilization import PayDividend, UseCards
from hako.content.world_monger.steps.investment import InvestmentPhase
from hako.content.world_monger.steps.rounds import Cleanup
from hako.engine.bots.bot import Observation
from hako.engine.bots.search import played_on
from hako.engine.review import judgement
from hako.engine.review.judgement import LEAST, SCREEN, Decision, Judgement, judge
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, view
from tests.engine.auction import BIDDING, house
from tests.rules.cultus import table as cultus
from tests.rules.flip_city import table as flip_city
from tests.rules.quo_vadis import table as quo_vadis
from tests.rules.world_monger import table as world_monger
from tests.toys.sealed_bids import GAME as SEALED_BIDS

WORLDS = 12


@pytest.fixture(autouse=True)
def _few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judgement, "MOST", WORLDS)


def of(game: Game[Any], state: Any, seats: int, played: Any, seat: int = 0) -> Decision:
    """Decision of the seat there."""
    seen = Observation(game, seat, view(game, state, seat), seats)
    return Decision(seen, seen.actions.index(played), 1)


def verdict(decision: Decision) -> Judgement:
    """The judgement when no more worlds are needed."""
    its = Judgement(1, decision.observation.seat, decision.played)
    while not its.is_done:
        its = judge(decision, its)
    return its


def better(decision: Decision, its: Judgement) -> Any:
    """The action that would have been better."""
    return decision.observation.actions[its.better]


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

    its = verdict(idle)

    assert its.is_mistake
    assert better(idle, its) == UseCard("city")
    assert max(its.parts["coins"]) < 0
    assert not verdict(of(WORLD_MONGER, table.world, 2, UseCard("city"))).is_mistake


def test_a_bust_with_nothing_to_gain_is_a_mistake() -> None:
    """flip_city.bust.1: two of three unhappy, an Apartment on top, and $18 to build with."""
    table = flip_city.at("A C C R R | - | H F C | $18 0 2/3 2")
    bust = of(FLIP_CITY, table.city, 2, PlayTop())

    its = verdict(bust)

    assert its.is_mistake
    assert better(bust, its) == Stop()
    assert not verdict(of(FLIP_CITY, table.city, 2, Stop())).is_mistake


def test_a_city_thrown_away_is_a_mistake() -> None:
    """quo_vadis.build.2: a fort takes the only cell where the new generation's city could stand."""
    table = quo_vadis.at(
        BuildPhase(0), EndPhase(0), Round(5), turn="A 1-2", number=5,
        pieces="A:1-2a B:2-4a C:1-5a", A="vp=20 food=2 gens=l hand=bl",
        B="vp=20 gens=p hand=blmr", C="vp=18 gens=p hand=blm",
    ).given(turn={"changed": True, "city_due": True}).go()  # fmt: skip
    thrown_away = of(QUO_VADIS, table.world, 3, Build("fort", "1-2a"))

    its = verdict(thrown_away)

    assert its.is_mistake
    assert better(thrown_away, its) == Build("city", "1-2a")
    assert max(its.parts["dominion"]) < 0


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

    its = verdict(waits)

    assert its.is_mistake
    assert better(waits, its) == BuildMonument("military")


def test_it_is_the_same_whatever_the_seat_could_not_see_and_wherever_it_pauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ben's hand and the pile differ; Ann's bid is judged with neither, at once or in pieces."""
    worlds = house(*BIDDING), house(*BIDDING, hands=((1, 4), (5, 7)), pile=(2, 6, 3))
    actions = Observation(SEALED_BIDS, 0, view(SEALED_BIDS, worlds[0], 0), 2).actions
    monkeypatch.setattr(judgement, "SUSPECT", -1.0)  # so that all is looked at

    for action in actions:
        one, other = (of(SEALED_BIDS, world, 2, action) for world in worlds)
        at_once = verdict(one)
        with monkeypatch.context() as in_pieces:
            in_pieces.setattr(judgement, "SLICE", 0.0)
            assert verdict(other) == at_once
        assert len(at_once.measured) >= LEAST


def measured(*lost: float) -> Judgement:
    """A suspect that lost so much in each of the new worlds."""
    return Judgement(
        1, 0, 0, lookahead=(0.0, 0.0), others=(1,), screened=((0.2, 0.6),) * SCREEN,
        measured=tuple((0.2, 0.2 + its) for its in lost),
    )  # fmt: skip


def test_a_mistake_loses_5_points_of_a_hundred_and_2_standard_errors() -> None:
    """Twelve worlds: six lose nothing and six twice the mean, so the error is its 0.3015th part."""
    assert measured(*(0.08,) * 12).is_mistake
    assert measured(*(0.0, 0.12) * 6).is_mistake
    assert not measured(*(0.0, 0.08) * 6).is_mistake  # 4 points, beyond doubt
    assert not measured(*(-0.5, 0.7) * 6).is_mistake  # 10 points, with an error of 18


def test_before_all_worlds_are_seen_nothing_is_a_mistake_but_much_is_none() -> None:
    surely, never = measured(*(0.2,) * (WORLDS - 1)), measured(*(-0.1,) * LEAST)

    assert (surely.is_done, surely.is_mistake) == (False, False)
    assert (never.is_done, never.is_mistake) == (True, False)


def test_what_is_lost_is_told_by_the_new_worlds_alone() -> None:
    """In the worlds by which it was chosen the other seemed better by 40 points."""
    its = measured(*(0.0,) * WORLDS)

    assert its.suspicion > 0.2
    assert its.loss.mean == 0


def test_small_losses_are_those_that_are_sure() -> None:
    small = measured(*(0.02, 0.04) * 6)
    unsure = measured(*(-0.3, 0.36) * 6)

    assert small.small.mean == pytest.approx(0.03)
    assert unsure.small.mean == 0
    assert replace(small, lookahead=(0.02, 0.03), screened=((0.5, 0.5),) * SCREEN, measured=()
    ).small.mean == pytest.approx(0.025)  # fmt: skip


def test_played_and_better_meet_the_same_worlds_and_none_by_which_it_was_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    met: list[tuple[Any, Any]] = []

    def noting(seen: Observation, action: Any, chance: Chance) -> Any:
        met.append((action, chance.seed))
        return played_on(seen, action, chance)

    monkeypatch.setattr(judgement, "played_on", noting)
    monkeypatch.setattr(judgement, "SUSPECT", -1.0)
    state = house(*BIDDING)
    played = Observation(SEALED_BIDS, 0, view(SEALED_BIDS, state, 0), 2).actions[0]

    its = verdict(of(SEALED_BIDS, state, 2, played))

    screen, measure = met[: SCREEN * (1 + len(its.others))], met[SCREEN * (1 + len(its.others)) :]
    assert len(measure) == 2 * len(its.measured) > 0
    assert not {seed for _, seed in screen} & {seed for _, seed in measure}
    for one, other in zip(measure[::2], measure[1::2], strict=True):
        assert (one[0], one[1]) == (played, other[1])


def test_a_stored_judgement_keeps_its_field_names() -> None:
    stored = b'{"moment":3,"seat":0,"played":1,"ahead":[0.5]}'

    read = msgspec.json.decode(stored, type=Judgement)

    assert read == Judgement(3, 0, 1, lookahead=(0.5,))
    assert msgspec.json.encode(read) == stored
