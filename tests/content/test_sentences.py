"""Sentences that once read wrong in one of the languages, as they are said now."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content import load
from hako.engine.transcript.telling import texts_of
from hako.engine.words.note import Language
from tests.tui.tables import new_table

SAID: list[tuple[str, Language, str, dict[str, Any], str]] = [
    ("flip_city", "en", "event.limit_raised", {"seat": 0, "amount": 1}, "Ann rises by 1 unhappy"),
    ("monumental", "en", "event.market_token_used", {"seat": 0, "market": "arms"}, "a Market"),
    ("monumental", "en", "step.choose_basic", {"source": "fort", "count": 1}, "1 basic resource;"),
    ("monumental", "ja", "note.stay", {"left": {"C7": 8}}, "C7に8"),
    ("monumental", "ja", "board.deck_words", {"drawn": (), "discard": ()}, "引いた札：-"),
    ("quo_vadis", "ja", "note.place_war", {"strengths": {0: 1, 2: 22}}, "Ann：1、欲張り：22"),
    ("world_monger", "en", "option.ledger.off", {}, "keep count yourselves"),
    ("world_monger", "ja", "term.phase.cleanup", {}, "クリンナップ"),
]


@pytest.mark.parametrize(("game", "language", "key", "values", "words"), SAID)
def test_a_sentence_reads_right(
    game: str, language: Language, key: str, values: dict[str, Any], words: str
) -> None:
    texts = texts_of(new_table(load(game), "Ann", "Ben", "欲張り"), language)

    assert words in texts.say(key, **{"seat": 0, "food": 1, "chance": 42, **values})
