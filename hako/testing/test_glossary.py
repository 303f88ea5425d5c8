"""Tests of the glossary: every printed text can be looked up in both languages, with its clause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from hako.engine.content.files import Wording
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.log.log_content import content_of
from hako.engine.rules.game import Game
from hako.engine.transcript.glossary import Glossary
from hako.engine.transcript.sentences import texts_for
from hako.testing.cases import Case, every_game


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_with_a_name_and_a_text_can_be_looked_up(
    game: Game[Any], language: Language
) -> None:
    header = Case(game, game.seats[0]).table(seed=1).header
    content = content_of(game, header, "test")
    glossary = Glossary(game, content, texts_for(game, content, (), language))

    wordings = [thing.words for thing in glossary.things]
    for entry in entries(content):
        if isinstance(getattr(entry, "name", None), Wording) and hasattr(entry, "text"):
            text = entry.text.text(language)
            assert any(text in words for words in wordings), entry.name.en
    for thing in glossary.things:
        assert glossary.text(thing), "the clause it cites is there"


def entries(value: Any) -> Iterator[Any]:
    """All Structs within a content, itself included."""
    if isinstance(value, msgspec.Struct):
        yield value
        for field in value.__struct_fields__:
            yield from entries(getattr(value, field))
    elif isinstance(value, tuple):
        for part in value:
            yield from entries(part)
