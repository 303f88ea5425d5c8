"""The table in words."""

from __future__ import annotations

from hako.content.flip_city import GAME
from hako.engine.i18n.catalogue import load_catalogue
from hako.engine.i18n.languages import Language
from hako.engine.rules.game import view
from tests.rules.flip_city.table import Table, at, cards


def told(table: Table, language: Language = "en") -> list[str]:
    """Texts that seat 0 hears."""
    names = {"seat": {0: "Mia", 1: "Ken"}, **GAME.terms(cards(), language)}
    texts = load_catalogue(language, GAME.folder).with_terms(names)
    return [texts.lazy_text(note) for note in GAME.describe(view(GAME, table.city, 0), 0)]


def test_the_table_is_told_in_words() -> None:
    """A Mall is worth a point, a Power Plant 3; 7 and 3 cards are owned."""
    turn, text, yours, supply = told(at("C R R | M | F H W | $6 3 2/3 2", "- | K S | -"))

    assert turn == (
        "Turn 1, Mia: $6, 3 of 8 points, unhappy 2/3, build actions 2."
        " City: Factory, Hospital, Power Plant."
    )
    assert text == (
        "Mia: on top Convenience Store. Deck: Residential Area 2, Convenience Store 1."
        " Discard pile: Shopping Mall 1. 4 points on 7 cards in all."
    )
    assert yours == (
        "Ken: on top -. Deck: -. Discard pile: Central Park 1, Station 1."
        " 3 points on 2 cards in all."
    )
    assert supply == "Supply: Convenience Store 8, Hospital 8, Factory 12, Central Park 12."


def test_the_table_is_told_in_japanese() -> None:
    assert told(at("C R | - | F | $2 0 0/3 2", "H | -"), "ja")[0] == (
        "ターン1、Mia：$2、勝利点0/8、不満0/3、アクション2。手元：工場。"
    )
