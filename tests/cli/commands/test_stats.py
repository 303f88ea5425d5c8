"""`hako stats`: what is counted of the games kept here, told and for other programs."""

from __future__ import annotations

import msgspec
import pytest

from tests.cli.commands.terminal import Person

ANN_WINS = (0, 3, 1, 4, 2)
BEN_WINS = (0, 3, 1, 4, 8, 5)


@pytest.fixture
def person(person: Person) -> Person:
    """Ann won twice and Ben once; a game goes on, and a file is none."""
    for cells in (ANN_WINS, BEN_WINS, ANN_WINS, (4,)):
        person.played(*cells)
    (person.library.store.folder / "letter.hako").write_text("Dear grandmother\n")
    return person


def test_wins_stand_with_what_chance_may_make_of_them(person: Person) -> None:
    """Two of three is 67 %, and by Wilson's interval 21 to 94 %; one of three 6 to 79 %."""
    lines = person.hako("stats").stdout.splitlines()

    ann, ben = lines.index("Ann: 3 games over"), lines.index("Ben: 3 games over")
    assert lines[ann + 1 : ann + 4] == [
        "",
        "Tic-tac-toe",
        "  won             2 of 3  67%  (21-94%)",
    ]
    assert lines[ben + 3] == "  won             1 of 3  33%  (6-79%)"
    assert "  Not counted: 1 unfinished, 0 given up." in lines
    assert lines[-1].startswith("A file that cannot be opened is not counted: letter.")


def test_columns_stand_below_each_other_in_japanese_too(person: Person) -> None:
    text = person.hako("stats", "--player", "Ann", "--lang", "ja").stdout

    assert (
        "  勝ち      3回中2回  67%  （21〜94%）\n  相手：人  3回中2回  67%  （21〜94%）\n" in text
    )
    assert "Ben" not in text


def test_other_programs_read_the_same(person: Person) -> None:
    text = msgspec.json.decode(person.hako("stats", "tic_tac_toe", "--json").stdout)

    assert [(item["name"], item["games"][0]["wins"]["times"]) for item in text["people"]] == [
        ("Ann", 2),
        ("Ben", 1),
    ]
    assert text["damaged"] == ["letter"]


def test_where_nothing_is_over_it_says_how_to_begin(person: Person) -> None:
    for saved in ("--finished", "letter"):
        person.hako("saves", saved, "--delete", typed="y\n")
    text = person.hako("stats").stdout

    assert "hako play" in text
    assert "Ann: 0 games over\n\nTic-tac-toe\n  Not counted: 1 unfinished" in text


def test_what_a_review_found_beside_a_log_counts_from_then_on(person: Person) -> None:
    """Ben let Ann close her row when he could have closed it himself: he gave more away."""
    assert "reviews" not in person.hako("stats").stdout
    path, _ = person.played(*ANN_WINS)
    person.hako("review", path, "--jobs", "1")

    text = msgspec.json.decode(person.hako("stats", "--json").stdout)
    lost = {item["name"]: item["games"][0]["months"] for item in text["people"]}
    assert [month["games"] for month in lost["Ann"] + lost["Ben"]] == [1, 1]
    assert lost["Ben"][0]["lost"] > lost["Ann"][0]["lost"]
    assert "by the reviews" in person.hako("stats").stdout
