"""Texts: names, lists and numbers in a sentence of either language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hako.content import load
from hako.engine import ENGINE
from hako.engine.i18n.catalogue import Catalogue, MissingText, load_catalogue, text_key
from hako.engine.i18n.languages import Language
from hako.engine.i18n.lazy_text import LazyText
from tests.toys.tic_tac_toe import LineMade, Place, Turn

NAMES = {"card": {"hospital": "Hospital", "factory": "Factory"}}
NAMES_JA = {"card": {"hospital": "病院", "factory": "工場"}}


@pytest.mark.parametrize(
    ("cards", "english", "japanese"),
    [
        ("hospital", "Hospital", "病院"),
        (None, "?", "?"),  # masked
        (("hospital", "factory", None), "Hospital, Factory, ?", "病院、工場、?"),
        ({"hospital": 2, "factory": 1}, "Hospital 2, Factory 1", "病院2、工場1"),
        ((), "-", "-"),
        ({}, "-", "-"),
    ],
)
def test_values_lists_and_numbers_are_told_by_their_names(
    cards: object, english: str, japanese: str
) -> None:
    sentence = {"deck": "Deck: {cards:card}."}

    assert Catalogue("en", sentence, NAMES).text("deck", cards=cards) == f"Deck: {english}."
    assert Catalogue("ja", sentence, NAMES_JA).text("deck", cards=cards) == f"Deck: {japanese}."


def test_numbers_of_all_seats_are_told_with_their_names() -> None:
    sentence, names = {"paid": "Paid ({points:by_seat})."}, {"seat": {0: "Ann", 1: "Ben"}}

    assert (
        Catalogue("en", sentence, names).text("paid", points=(3, 12)) == "Paid (Ann: 3, Ben: 12)."
    )
    assert (
        Catalogue("ja", sentence, names).text("paid", points=(3, 12)) == "Paid (Ann：3、Ben：12)."
    )


def test_a_chance_to_win_the_game_is_told_apart_from_one_to_win_a_war() -> None:
    """quo_vadis.war: both may stand in one row."""
    for language, game, war in (("en", "60 % to win", "the war"), ("ja", "勝率60%", "戦争")):
        texts = load_catalogue(language, ENGINE, load("quo_vadis").folder)
        assert texts.text("advice.prospect", chance=60) == game
        values = {"chance": 60, "least": 40, "strength": 3, "strengths": {}, "food": 0}
        for key in ("declare", "declare_least", "place_war", "move_war", "place_war_least"):
            assert war in texts.lazy_text(LazyText(key, values)).partition("60")[0]
        at_a_turn = {"where": "3", "seat": 0, "before": 46, "after": 18, "said": "", "error": 9}
        at_a_turn["because"] = ""
        for key in ("turning_point", "short_turning_point"):
            texts = texts.with_terms({"seat": {0: "Ann"}})
            assert {"en": "chance of Ann", "ja": "Annの勝率"}[language] in texts.text(
                f"review.{key}", **at_a_turn
            )


def test_a_table_may_have_a_word_for_nothing() -> None:
    names = {"card": {**NAMES["card"], "": "no cards"}}
    texts = Catalogue("en", {"deck": "Deck: {cards:card}."}, names)
    assert (texts.text("deck", cards=()), texts.text("deck", cards={})) == ("Deck: no cards.",) * 2
    assert texts.text("deck", cards=("hospital",)) == "Deck: Hospital."


SENTENCES = {
    "event.drawn": {"by": "count", "one": "a card", "other": "{count} cards"},
    "event.looked": {"text": "looks at {card:card}", "hidden": "looks at a card"},
    "event.kept": {"text": "all: {cards:card}", "partly": "yours: {cards:card}", "hidden": "all"},
    "event.guessed": {"by": "right", "true": "guessed right", "false": "guessed wrong"},
    "event.plain": "{seat} plays",
    "note.broke": "It costs {cost}.",
}


def texts() -> Catalogue:
    return Catalogue("en", SENTENCES, NAMES)


def test_a_plural_is_chosen_by_its_number() -> None:
    assert texts().text("event.drawn", count=1) == "a card"
    assert texts().text("event.drawn", count=3) == "3 cards"
    assert texts().text("event.drawn", count=0) == "0 cards"


def test_nothing_may_have_a_sentence_of_its_own() -> None:
    sentence = {"by": "gain", "none": "draws", "other": "draws: {gain:good}"}
    drawn = Catalogue("en", {"drawn": sentence}, {"good": {"gold": "Gold"}})

    assert drawn.text("drawn", gain={}) == "draws"
    assert drawn.text("drawn", gain={"gold": 1}) == "draws: Gold 1"


def test_a_table_may_say_how_its_names_stand_with_numbers() -> None:
    """More than one may have a name of its own."""
    entries = {"pays": "pays {paid:good}", "counted.good": "{count} {name}"}
    names = {"good": {"gold": "Gold", "coin": "coin"}, "good_many": {"coin": "coins"}}
    texts = Catalogue("en", entries, names)

    assert texts.text("pays", paid={"gold": 2, "coin": 1}) == "pays 2 Gold, 1 coin"
    assert texts.text("pays", paid={"coin": 3}) == "pays 3 coins"

    signs = {"pays": "{paid:sign}", "counted.sign": "{count}{name}", "counted.sign.between": " "}
    signed = Catalogue("en", signs, {"sign": {"gold": "G", "coin": "C"}})
    assert signed.text("pays", paid={"gold": 2, "coin": 1}) == "2G 1C"


@pytest.mark.parametrize(
    ("language", "text"), [("en", "Bot 2: 2, Ann: 1"), ("ja", "Bot 2：2、Ann：1")]
)
def test_a_number_never_runs_into_the_name_of_a_player(language: Language, text: str) -> None:
    names = {"seat": {0: "Bot 2", 1: "Ann"}}

    assert (
        Catalogue(language, {"strong": "{all:seat}"}, names).text("strong", all={0: 2, 1: 1})
        == text
    )


def test_a_truth_is_said_in_words_chosen_by_it_or_by_its_name() -> None:
    assert texts().text("event.guessed", right=True) == "guessed right"
    assert texts().text("event.guessed", right=False) == "guessed wrong"
    named = Catalogue(
        "ja", {"safe": "{safe:safety}"}, {"safety": {"true": "安全", "false": "危険"}}
    )
    assert (named.text("safe", safe=True), named.text("safe", safe=False)) == ("安全", "危険")


def test_a_sentence_with_something_masked_has_a_variant_of_its_own() -> None:
    assert texts().text("event.looked", card="hospital") == "looks at Hospital"
    assert texts().text("event.looked", card=None) == "looks at a card"


def test_what_is_seen_of_a_row_may_have_one_too() -> None:
    assert texts().text("event.kept", cards=("hospital", "factory")) == "all: Hospital, Factory"
    assert texts().text("event.kept", cards=(None, "hospital")) == "yours: Hospital"
    assert texts().text("event.kept", cards=(None, None)) == "all"


def test_a_note_is_told_by_its_key() -> None:
    assert texts().lazy_text(LazyText("broke", {"cost": 7})) == "It costs 7."


def test_what_fills_a_sentence_is_said_without_the_rest_of_it() -> None:
    """Several sentences differ in that alone."""
    texts = Catalogue("en", {"action.place": "Mark {cell:cell} now"}, {"cell": {4: "b2"}})

    assert [*texts.filled_in(Place(4))] == ["b2"]


@pytest.mark.parametrize(("language", "text"), [("en", "3; 4 (5)"), ("ja", "3、4（5）")])
def test_notes_within_a_note_are_said_in_their_place(language: Language, text: str) -> None:
    inner = "{n} ({inner})" if language == "en" else "{n}（{inner}）"
    entries = {"note.all": "{parts}", "note.one": "{n}", "note.with": inner}
    parts = (
        LazyText("one", {"n": 3}),
        LazyText("with", {"n": 4, "inner": LazyText("one", {"n": 5})}),
    )

    assert Catalogue(language, entries, {}).lazy_text(LazyText("all", {"parts": parts})) == text


def test_what_a_catalogue_lacks_is_named_with_its_language() -> None:
    with pytest.raises(MissingText, match=r"event\.eaten \(en\)"):
        texts().text("event.eaten")
    with pytest.raises(MissingText, match=r"term\.card\.casino \(en\)"):
        texts().text("event.looked", card="casino")
    assert "event.drawn" in texts()
    assert "event.eaten" not in texts()


def test_more_names_do_not_change_the_texts_they_were_added_to() -> None:
    server = texts()
    table = server.with_terms({"seat": {0: "Ann"}})

    assert table.term("seat", 0) == "Ann"
    assert table.term("card", "factory") == "Factory"
    with pytest.raises(MissingText):
        server.term("seat", 0)


def test_catalogues_are_laid_over_each_other_the_last_one_on_top(tmp_path: Path) -> None:
    below, above = tmp_path / "below", tmp_path / "above"
    for folder, text in ((below, '[event]\na = "A"\nb = "B"'), (above, '[event]\nb = "b"')):
        folder.mkdir()
        (folder / "text.en.toml").write_text(text, encoding="utf-8")

    both = load_catalogue("en", below, above)

    assert (both.text("event.a"), both.text("event.b")) == ("A", "b")


@pytest.mark.parametrize(
    ("kind", "key"), [(Place, "action.place"), (LineMade, "event.line_made"), (Turn, "step.turn")]
)
def test_a_class_finds_its_sentence_by_its_name(kind: type[Any], key: str) -> None:
    assert text_key(kind) == key
