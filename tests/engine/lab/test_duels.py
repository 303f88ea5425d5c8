"""Duels: whole rotations, when they prove something, and that none is played twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from bench import strength
from bench.matches import Match, SeatRotation, play_rotation, standing, student
from bench.strength import Results
from hako.engine.bots.simple_bots import Bot, random_bot
from tests.toys.tic_tac_toe import GAME

DUEL = Match("tic_tac_toe", 2, "greedy", "greedy", 0.55)


def rotations(*shares: tuple[float, ...]) -> list[SeatRotation]:
    """Rotations with these shares."""
    return [SeatRotation(number, values, 6.0, 4) for number, values in enumerate(shares, start=1)]


def test_a_rotation_is_one_seed_from_every_seat() -> None:
    """Among equal bots, the wins of one from a seat are the losses of the other from there."""
    played = [play_rotation(GAME, DUEL, 1, number) for number in range(1, 9)]

    assert {sum(rotation.shares) for rotation in played} == {1.0}
    assert {item.shares for item in played} > {(1.0, 0.0)}, "each game was of another seed"


def test_the_challenger_sits_on_every_seat() -> None:
    """It wins from the second seat, too: whoever looks ahead beats whoever does not."""
    duel = Match("tic_tac_toe", 2, "strong:16", "random", 0.55)

    played = [play_rotation(GAME, duel, 1, number).shares for number in range(1, 5)]

    assert all(sum(shares) >= 3 for shares in zip(*played, strict=True))


def test_who_plays_at_a_level_may_come_from_elsewhere() -> None:
    asked = []

    def bots(level: str) -> Bot:
        asked.append(level)
        return random_bot

    play_rotation(GAME, Match("tic_tac_toe", 2, "ours", "theirs", 0.5), 1, 1, bots)

    assert {*asked} == {"ours", "theirs"}


def asked(folder: Path, *words: str) -> list[str]:
    """The rows of what is asked for so, before anything is played."""
    words = (*words, "--minutes", "0", "--file", str(folder / "kept.jsonl"))
    table = CliRunner().invoke(strength.main, words).output.split(strength.HEAD)[-1]
    return table.strip().splitlines()


def test_search_and_characters_are_asked_in_one_table(tmp_path: Path) -> None:
    """Four times the thinking in each game of the shelf; in one of them, all that is asked."""
    strong, cultus = asked(tmp_path, "--only", "strong"), asked(tmp_path, "cultus")

    assert [row.count("strong:") for row in strong] == [2] * 5
    assert [row.split(" | ")[1] for row in cultus] == [
        *("greedy@builder", "greedy@carter", "greedy@patron", "strong:8", "strong:16")
    ]
    assert all("undecided" in row for row in (*strong, *cultus))
    assert asked(tmp_path, "cultus", "--only", "characters") == cultus[:3]


def test_a_character_is_over_when_a_tenth_of_par_is_told(tmp_path: Path) -> None:
    """At par in each of 234 rotations of which two in five were lost or won: 5.9 * 0.1 / 0.05².

    With the width of other duels, the middle between par and a tenth less would be all it tells.
    """
    (duel,) = (item for item in strength.duels(["cultus"]) if "patron" in item.challenger)
    played = rotations(*[(1.0, 1.0), (1.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, 0.0)] * 48)

    assert standing(duel, played[:100]).verdict is None
    assert standing(duel, played).verdict
    assert duel.bar < standing(duel, played).low


def test_eight_rotations_all_won_prove_a_share_over_the_bar_and_seven_do_not() -> None:
    """With one won and one lost beside them: 10 * 0.1 * (2 * 0.35 - 0.1) / (2 * 0.1) = 3.0."""
    seven, eight = (standing(DUEL, rotations(*[(1.0, 1.0)] * times)) for times in (7, 8))

    assert eight.ratio == pytest.approx(3.0)
    assert (seven.verdict, eight.verdict) == (None, True)
    assert eight.thinking == 1.5


def test_a_share_at_the_bar_is_proved_not_to_be_over_it() -> None:
    """Half of the games won, each by the first seat: what one loses, the next one brings."""
    assert standing(DUEL, rotations(*[(1.0, 0.0)] * 30)).verdict is False


def test_what_is_proved_lies_in_the_interval() -> None:
    score = standing(DUEL, rotations(*[(1.0, 1.0), (1.0, 0.5), (0.0, 1.0)] * 12))

    assert score.verdict
    assert 0.55 < score.low < score.share < score.high < 1


def test_students_quantiles_are_those_of_the_tables() -> None:
    assert [student(item) for item in (9, 29)] == pytest.approx([2.262, 2.045], abs=0.01)


def test_measuring_goes_on_where_it_stopped_and_only_with_the_same_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kept.jsonl"
    first, third = rotations((1.0, 0.0), (0.0, 0.0), (1.0, 1.0))[::2]
    for rotation in (first, third):
        Results(file, seed=2).keep(DUEL, rotation)

    results = Results(file, seed=2)
    monkeypatch.setattr(strength, "program", lambda _: "another one")

    assert results.of(DUEL) == []
    monkeypatch.undo()
    assert results.of(DUEL) == [first, third]
    assert next(strength.unplayed(results.of(DUEL))) == 2
    assert Results(file, seed=3).of(DUEL) == []


def test_a_word_makes_no_other_program() -> None:
    """Comments and docstrings may be mended while a measurement of days goes on."""
    text = '"""A."""\ndef one():\n    """B."""\n    return 1  # C\n'

    assert strength.unworded(text) == strength.unworded("def one():\n    return 1")
    assert strength.unworded(text) != strength.unworded("def one():\n    return 2")


def test_a_taste_makes_no_other_program_but_its_own() -> None:
    programs = {duel.challenger: strength.program(duel) for duel in strength.duels(["cultus"])}

    assert programs["strong:8"] == programs["strong:16"]
    assert len({*programs.values()}) == 4, "one for search, one for each character"
