"""The cards: as the rulebook prints them, and as an owner may correct them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hako.content.flip_city import GAME
from hako.content.flip_city.cards import Face
from hako.engine.content.files import BadContent, load
from hako.engine.i18n.width import cell_width
from tests.rules.flip_city.table import at, cards, corrected

FILE = GAME.folder / f"{GAME.id}.toml"

GREEN = {
    "shopping_mall": "green: +$2",
    "church": "green: limit +1",
    "power_plant": "green: +1 point",
    "station": "green: deck top",
    "trade_center": "green: +1 action",
}


def printed() -> dict[str, list[str]]:
    """The rulebook's table of cards: name; cost, money, unhappy, points, arrow."""
    rulebook = (GAME.folder / "rules.en.md").read_text(encoding="utf-8")
    _, _, table = rulebook.partition("| Card | Cost | $ | Unhappy | Points | Arrow |")
    rows = re.findall(r"^\| ([A-Z][\w ]+) \| (.+) \|$", table, re.MULTILINE)[: len(cards().faces)]
    return {name: numbers.split(" | ") for name, numbers in rows}


@pytest.mark.rule("flip_city.setup.2", "flip_city.recycle.7")
@pytest.mark.parametrize("face", cards().faces, ids=lambda face: face.id)
def test_the_rulebook_prints_the_numbers_of_the_cards(face: Face) -> None:
    assert printed()[face.name.en] == [
        "-" if face.cost is None else f"${face.cost}",
        f"{face.cash}",
        f"{face.unhappy}",
        f"{face.points}",
        GREEN.get(face.id, f"purple: ${face.upgrade_cost}"),
    ]


@pytest.mark.parametrize("face", cards().faces, ids=lambda face: face.id)
def test_short_names_are_words_that_differ_in_their_first_letters(face: Face) -> None:
    """A word of the name in English, a word in Japanese, each of at most 11 cells."""
    assert face.short.en in face.name.en.split()
    assert all(cell_width(text) <= 11 for text in (face.short.en, face.short.ja))
    for language, letters in (("en", 3), ("ja", 2)):
        codes = [item.short.text(language)[:letters] for item in cards().faces]
        assert codes.count(face.short.text(language)[:letters]) == 1


def test_a_corrected_card_is_played_as_corrected() -> None:
    """A Factory that costs $4 and brings $3 and 2 actions."""
    content = corrected("factory", cost=4, cash=3, when_played={"id": "extra_action", "amount": 2})

    assert at("F C | - | - | $0 0 0/3 1", content=content).play().turn == "$3 0 0/3 3"
    assert "buy F" in at("C | - | K | $4 0 0/3 1", build=True, content=content).options


def test_who_owns_a_boxed_copy_can_say_which_card_has_which_effect() -> None:
    """The Factory obliges, for $2; a Power Plant is recycled to the top of the deck."""
    obliging = corrected("factory", when_played={"id": "must_play_next"})
    returning = corrected("power_plant", recycle={"id": "to_deck_top"})

    assert at("F C | - | - | $0 0 0/3 1", content=obliging).play().turn == "$2 0 0/3 1 obliged"
    assert at("C | W | F | $2 0 0/3 2", content=returning).recycle("W").cards(0) == "F C | - | F"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"start_deck": {"hospitl": 1}},
            "start_deck: there is no 'hospitl'. Did you mean 'hospital'?",
        ),
        (
            {"pair": [{"id": "office", "back": "trade_centre"}]},
            "pair \"office\": there is no 'trade_centre'. Did you mean 'trade_center'?",
        ),
        (
            {"supply": {"solo": {"apartment": 3}}},
            "supply.solo: 'apartment' cannot be bought; it needs a cost.",
        ),
    ],
)
def test_a_mistake_in_a_content_file_is_told_with_its_place(
    changes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BadContent) as error:
        load(GAME.content, FILE, changes, "mine.toml")

    assert str(error.value) == f"mine.toml, {sentence}"


def test_a_face_on_no_card_is_told() -> None:
    names = {"en": "X", "ja": "X"}
    changes = {"face": [{"id": "tower", "name": names, "short": names, "text": names}]}

    with pytest.raises(BadContent, match='face "tower": no pair names it'):
        load(GAME.content, FILE, changes)
