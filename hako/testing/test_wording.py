"""Tests of wording: faults that a sentence can have in any game."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import inspect

from hako.engine import ENGINE
from hako.engine.i18n.catalogue import FORETOLD
from hako.engine.i18n.future_tense import unknown
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.rules.game import Game, kinds
from hako.engine.rules.model import Event, Step
from hako.testing.cases import every_game
from hako.testing.prose import English, sentences, untidy
from hako.testing.test_texts import both, load_catalogue, members


def catalogues(folder: Path, language: Language) -> Iterator[dict[str, Any]]:
    """The catalogues in a folder: of sentences and of errors."""
    for name in ("text", "failures"):
        if (folder / f"{name}.{language}.toml").exists():
            yield load_catalogue(folder, language, name)


def numbers(game: Game[Any]) -> set[str]:
    """The fields of the game's actions, events and steps that are whole numbers."""
    types = [*members(game.actions), *kinds(game, Event), *kinds(game, Step)]
    return {
        field.name
        for kind in map(inspect.type_info, types)
        if isinstance(kind, inspect.StructType)
        for field in kind.fields
        if isinstance(field.type, inspect.IntType)
    }


@every_game
def test_no_number_is_said_with_the_wrong_plural(game: Game[Any]) -> None:
    """Tested with 1 in every placeholder for a number."""
    own = [*catalogues(game.folder, "en")]
    rules = (game.folder / "rules.en.md").read_text(encoding="utf-8").splitlines()
    english = English([*own, *catalogues(ENGINE, "en")], numbers(game), rules)

    assert {
        sentence.key: wrong
        for catalogue in own
        for sentence in sentences(catalogue)
        if (wrong := english.wrong_plurals(sentence))
    } == {}


@every_game
@both
def test_the_prose_has_no_identifiers_and_no_stray_spaces(
    game: Game[Any], language: Language
) -> None:
    texts = [
        sentence
        for catalogue in catalogues(game.folder, language)
        for sentence in sentences(catalogue)
    ]
    lessons = [
        sentence
        for path in sorted(game.folder.glob("lessons/*.toml"))
        for sentence in sentences(tomllib.loads(path.read_text(encoding="utf-8")))
        if sentence.key.rpartition(".")[2] in LANGUAGES
    ]

    assert {
        sentence.key: wrong for sentence in [*texts, *lessons] if (wrong := untidy(sentence.text))
    } == {}


def without_foretelling(catalogue: dict[str, Any], language: Language) -> list[str]:
    """Instructions for each event whose sentence cannot be turned into the future."""
    entries = {**catalogue.get("event", {}), **catalogue.get("lead", {})}
    return [
        f'"{clause}" in {key!r} is a past form that is not known. Write the whole sentence as of'
        f' an event that has not happened: {FORETOLD} = "...", beside the sentence, which becomes'
        f' text = "{sentence.text}" where it has no variants.'
        for key, entry in entries.items()
        if isinstance(entry, str) or FORETOLD not in entry
        for sentence in sentences(entry)
        for clause in unknown(sentence.text, language)
    ]


@every_game
@both
def test_every_event_can_be_foretold(game: Game[Any], language: Language) -> None:
    """Previews show future events; see engine.i18n.future_tense."""
    assert without_foretelling(load_catalogue(game.folder, language), language) == []
