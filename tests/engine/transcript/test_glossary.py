"""The glossary: what a thing of a game is and does, in its own words and in those of the rules."""

from __future__ import annotations

from itertools import groupby

import pytest

from hako.blank_game import GAME as BLANK_GAME
from hako.content import THE_SHELF, load
from hako.content.cultus.actions import BuildMonument, PlaceCard
from hako.content.flip_city.actions import Buy
from hako.content.monumental.actions import UseEffect
from hako.content.quo_vadis.actions import ContinueGeneration, LaySkill
from hako.content.world_monger.actions import AddCard
from hako.engine.content import files
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Action
from hako.engine.transcript.glossary import Glossary, UnknownEntry, plain
from hako.engine.transcript.sentences import texts_for
from hako.tui.screens.search import first_words
from hako.tui.theme.symbols import FULL


def glossary(game_id: str, language: Language = "en") -> Glossary:
    game = BLANK_GAME if game_id == "blank_game" else load(game_id)
    content = files.load(game.content, game.folder / f"{game_id}.toml")
    return Glossary(game, content, texts_for(game, content, (), language))


@pytest.mark.parametrize(
    ("game", "action", "line"),
    [
        ("flip_city", Buy("office"), "Office: "),
        ("world_monger", AddCard("monk"), "Monk: Make 1 used card other than a Monk unused again."),
        ("cultus", BuildMonument("solidarity"), "Monument of Solidarity: Now: 3 VP per houses"),
        ("quo_vadis", ContinueGeneration("labour"), "Labour: Each action: +1 food."),
        ("quo_vadis", LaySkill("veterans"), "Veterans: In wars your die counts as at least 3."),
        ("monumental", UseEffect("silk_road"), "Silk Road: Action: pay 1 Gold: gain 1 Market"),
    ],
)
def test_an_action_names_its_card_with_what_is_printed_on_it(
    game: str, action: Action, line: str
) -> None:
    """Also where its sentence calls it by another table of terms than the content does."""
    item = glossary(game)
    [text] = item.printed(item.of(action))

    assert text.startswith(line)


def test_what_says_nothing_but_its_name_is_no_text_of_an_option() -> None:
    """The wards of Cultus have four icons, which the row of the list shows already."""
    item = glossary("cultus")
    assert item.printed(item.of(PlaceCard("construction_29"))) == ()
    assert item.printed(item.of(PlaceCard(None))) == ()


def test_a_note_names_what_its_sentence_does() -> None:
    item = glossary("flip_city")
    [hospital] = item.of(LazyText("bury", {"face": "hospital"}))

    assert hospital.name == "Hospital"


def test_a_text_is_written_as_its_language_writes() -> None:
    item = glossary("world_monger", "ja")
    [text] = item.printed(item.of(AddCard("monk")))

    assert text.startswith("僧侶：")


def test_facts_are_told_as_the_content_has_them() -> None:
    [monk] = glossary("world_monger").find("monk")

    assert monk.kind == "Culture cards"
    assert monk.facts == ("Value 1.", "End value 1.")


def test_the_clause_that_bears_the_name_of_a_card_belongs_to_it() -> None:
    [monk] = glossary("world_monger", "ja").find("僧侶")

    assert monk.clause == "world_monger.card.monk"
    assert "もう一度使えます" in glossary("world_monger", "ja").text(monk)
    assert "card.monk" not in glossary("world_monger", "ja").text(monk)


def test_a_word_is_explained_by_its_row_in_a_table_of_the_rules_and_the_clause_it_cites() -> None:
    item = glossary("monumental")
    outpost, sign = item.find("OUTPOST")

    assert outpost.clause == "outpost.1"
    assert "3 Soldiers return to your Capital" in item.text(outpost)
    assert sign.text.startswith("# O  ")


def test_a_table_of_several_columns_names_each() -> None:
    church = next(entry for entry in glossary("cultus").search("church") if entry.name == "Church")

    assert church.facts[:2] == ("letter: C.", "cells: 27.")


def test_what_has_the_words_in_its_name_is_found_before_what_says_them() -> None:
    texts = [thing.name for thing in glossary("world_monger").search("villager")]

    assert texts[0] == "Villager"
    assert "Ironworks" in texts


@pytest.mark.parametrize(
    ("game", "language", "name", "kind", "text"),
    [
        ("cultus", "ja", "market", "アイコン", "市場"),
        ("quo_vadis", "en", "御無心", "Words of the game", "beseeching"),
        ("monumental", "en", "前哨基地", "Words of the game", "Outpost"),
        ("world_monger", "ja", "Monk", "文化カード", "僧侶"),
    ],
)
def test_a_thing_is_found_by_its_name_in_the_other_language(
    game: str, language: Language, name: str, kind: str, text: str
) -> None:
    """It is told in one's own; where a section has several tables, its kind is the table's."""
    entry, *_ = glossary(game, language).find(name)

    assert (entry.name, entry.kind) == (text, kind)


@pytest.mark.parametrize(
    ("game", "language", "name", "text"),
    [
        ("monumental", "ja", "大図書館", "アレクサンドリア図書館（都市カード、略して大図書館）"),
        (
            "monumental",
            "en",
            "大図書館",
            "Great Library of Alexandria (City cards; short: Great Library)",
        ),
        ("monumental", "ja", "great library", "アレクサンドリア図書館（"),
        ("world_monger", "ja", "MNK", "僧侶（文化カード）"),
        ("flip_city", "ja", "発電", "発電所（"),
    ],
)
def test_a_thing_is_found_by_the_short_name_that_boards_paint(
    game: str, language: Language, name: str, text: str
) -> None:
    assert glossary(game, language).look_up(name).startswith(text)


@pytest.mark.parametrize("game", [box.id for box in THE_SHELF.boxes])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_boards_call_a_thing_in_short_finds_it_and_nothing_else(
    game: str, language: Language
) -> None:
    item = glossary(game, language)
    for thing in item.things:
        if thing.short:
            assert item.find(thing.short) == (thing,), thing.short


@pytest.mark.parametrize("game", [box.id for box in THE_SHELF.boxes])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_of_names_is_in_their_order_and_no_name_reads_like_two(
    game: str, language: Language
) -> None:
    texts = glossary(game, language)
    signs = texts._texts.text("things.signs")
    kinds = [[*alike] for _, alike in groupby(texts.things, lambda thing: thing.kind)]

    assert [thing.name for thing in texts.things if {",", "、"} & {*thing.name}] == []
    for names in ([plain(thing.name) for thing in kind if kind[0].kind != signs] for kind in kinds):
        assert names == sorted(names)


@pytest.mark.parametrize("game", [box.id for box in THE_SHELF.boxes])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_row_of_the_look_up_tells_what_a_thing_does(game: str, language: Language) -> None:
    """Also where its first sentence is longer than the row, as that of Revelation."""
    for thing in glossary(game, language).things:
        assert first_words(thing, 40, FULL), thing.name


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownEntry) as error:
        glossary("quo_vadis").find("majorty")

    assert error.value.text("en").endswith("Did you mean 'majority'?")


def test_a_game_without_named_content_has_the_words_of_its_rules() -> None:
    """The game that `hako new-game` begins with has written nothing for it but a table."""
    assert [thing.name for thing in glossary("blank_game").things] == ["deck", "hand", "point"]


def test_things_are_found_in_a_sentence_in_the_order_in_which_they_stand() -> None:
    named = glossary("world_monger").named_in("Han: Ironworks, Monk")

    assert [thing.name for thing in named] == ["Han", "Ironworks", "Monk"]


def test_of_two_things_with_one_name_both_are_found_in_a_sentence() -> None:
    """Annet is a character of Cultus, and the enemy of a solo game."""
    named = glossary("cultus").named_in("Annet: 44 VP.")

    assert [thing.name for thing in named] == ["Annet", "Annet"]
