"""The comparison sees faults of every kind, and tells the first one readably."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from types import ModuleType

import pytest
from msgspec.structs import replace

from hako.content.flip_city import GAME
from hako.content.flip_city.actions import PlayAction, Recycle
from hako.content.flip_city.state import City
from hako.content.flip_city.steps import EndOfTurn, PlayPhase
from hako.content.quo_vadis.actions import PickSkill
from hako.content.quo_vadis.state import World
from hako.content.quo_vadis.steps.setup import DraftSkill
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Outcome
from hako.engine.rules.model import Resolution, Seat
from tests.models import (
    compare,
    cultus,
    flip_city,
    test_cultus,
    test_flip_city,
    test_monumental,
    test_quo_vadis,
    test_world_monger,
)
from tests.models.compare import Pair, clauses_of, compared, differences, must_have_seen, seatings
from tests.models.tape import Difference
from tests.models.test_flip_city import PAIR

GAMES = 40


def test_an_effect_that_differs_is_told_with_seed_decision_and_clauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def to_the_left(city: City, seat: Seat) -> Seat:
        return (seat - 1) % len(city.boards)

    monkeypatch.setattr(City, "next_seat", to_the_left)

    with pytest.raises(Difference) as difference:
        compared(PAIR, GAMES)

    lines = str(difference.value).splitlines()
    assert lines[0].startswith("flip_city, seed 2: 3 seats, office=")
    assert "decision " in lines[0]
    assert lines[1:4] == ["  table, active seat:", "    engine 2", "    model  1"]
    assert lines[4].startswith("  clauses applied since: ")
    assert "end.2" in lines[4]


def test_a_choice_that_only_the_engine_offers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlayPhase, "why_not_stop", lambda phase, city: None)

    with pytest.raises(Difference, match=r"only the engine offers Stop\(\)"):
        compared(PAIR, GAMES)


def test_a_choice_that_only_the_model_offers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    actions: Callable[[PlayPhase, City], Sequence[PlayAction]] = PlayPhase.actions

    def without_recycling(phase: PlayPhase, city: City) -> Sequence[PlayAction]:
        return [action for action in actions(phase, city) if not isinstance(action, Recycle)]

    monkeypatch.setattr(PlayPhase, "actions", without_recycling)

    with pytest.raises(Difference, match=r"only the model offers Recycle\(.*\(recycle\.1\)"):
        compared(PAIR, GAMES)


def test_a_shuffle_of_other_cards_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flip_city, "START_DECK", flip_city.START_DECK[1:])

    with pytest.raises(
        Difference, match=r"by the model chance decides among .*; the engine shuffled"
    ):
        compared(PAIR, GAMES)


def test_a_draw_that_no_rule_asks_for_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    resolve = EndOfTurn.resolve

    def with_a_die(step: EndOfTurn, city: City, action: None, chance: Chance) -> Resolution[City]:
        chance.dice.roll(6)
        return resolve(step, city, action, chance)

    monkeypatch.setattr(EndOfTurn, "resolve", with_a_die)

    with pytest.raises(
        Difference, match=r"no rule asks for these draws of the engine: drew . from"
    ):
        compared(PAIR, GAMES)


def test_a_winner_who_differs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome: Callable[[City], Outcome | None] = GAME.outcome

    def nobody_wins(game: object, city: City) -> Outcome | None:
        result = outcome(city)
        return result and replace(result, winners=())

    monkeypatch.setattr(type(GAME), "outcome", nobody_wins)

    with pytest.raises(Difference, match="result, winners:"):
        compared(PAIR, GAMES)


def test_every_number_of_seats_and_every_value_of_every_option_is_played() -> None:
    played = list(seatings(PAIR, GAMES))

    assert {seating.seats for seating in played} == set(GAME.seats)
    for option in GAME.options:
        assert {seating.options[option.key] for seating in played} == set(option.values)


def test_an_action_in_an_envelope_that_differs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    choices: Callable[[DraftSkill, World, Seat], Sequence[PickSkill]] = DraftSkill.choices

    def without_the_first(step: DraftSkill, world: World, seat: Seat) -> Sequence[PickSkill]:
        return choices(step, world, seat)[1:] if seat == 1 else choices(step, world, seat)

    monkeypatch.setattr(DraftSkill, "choices", without_the_first)

    with pytest.raises(Difference, match=r"only the model offers \('PickSkill', "):
        compared(test_quo_vadis.PAIR, GAMES)


def test_a_place_deep_in_the_table_is_told_by_its_path() -> None:
    engine = {"people": [{"vp": 1}, {"vp": 2}], "round": 3}
    model = {"people": [{"vp": 1}, {"vp": 5}], "round": 3, "war": None}

    assert list(differences("", engine, model)) == [
        "people[1].vp:\n    engine 2\n    model  5",
        "war: only the model has None",
    ]


def test_a_situation_that_is_too_rare_is_told() -> None:
    with pytest.raises(AssertionError, match="'flood': 1"):
        must_have_seen(Counter(flood=1), {"flood": 2})


@pytest.mark.parametrize(
    "module", [test_cultus, test_flip_city, test_monumental, test_quo_vadis, test_world_monger]
)
def test_so_many_games_of_each_game_are_played_as_the_environment_says(
    module: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []

    def counted(pair: Pair, count: int) -> Counter[str]:
        played.append(count)
        return Counter()

    monkeypatch.setenv("HAKO_MODELS", "7")
    monkeypatch.setattr(compare, "compared", counted)

    module.test_the_engine_plays_by_the_rulebook()

    assert played == [7]


def test_clauses_of_a_model_are_those_of_the_rulebook() -> None:
    clauses = clauses_of(flip_city, GAME)

    assert {"build.4", "recycle.11", "card.office"} <= clauses
    assert not [clause for clause in clauses if clause.endswith(".toml")]


def test_clauses_of_a_model_in_several_files_are_all_seen() -> None:
    clauses = clauses_of(cultus, test_cultus.PAIR.game)

    assert {"solo.14", "monument.10", "enemy.7", "setup.12", "income.2"} <= clauses
