"""The sentences of the house: the same in both languages, and none too many."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from hako.engine.i18n.catalogue import load_catalogue
from hako.multiplayer import MULTIPLAYER
from hako.testing.prose import sentences as variants
from hako.tui import TUI
from hako.tui.theme.relative_time import age


def sentences(language: str) -> dict[str, set[str]]:
    """Every sentence by its key, with the placeholders in it."""
    catalogue = tomllib.loads((TUI / f"text.{language}.toml").read_text("utf-8"))
    return dict(_walk(catalogue, ""))


def _walk(entry: Any, key: str) -> Iterator[tuple[str, set[str]]]:
    if isinstance(entry, str):
        yield key, _placeholders(entry)
    elif "by" in entry or "hidden" in entry:
        yield key, set.union(*(_placeholders(variant.text) for variant in variants(entry)))
    else:
        for name, inner in entry.items():
            yield from _walk(inner, f"{key}.{name}" if key else name)


def _placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


def test_both_languages_have_the_same_sentences_with_the_same_placeholders() -> None:
    english, japanese = sentences("en"), sentences("ja")

    assert english.keys() == japanese.keys()
    assert {key: names for key, names in english.items() if names != japanese[key]} == {}


@pytest.mark.parametrize(
    ("seconds", "english", "japanese"),
    [
        (-5, "just now", "たった今"),
        (59, "just now", "たった今"),
        (60, "a minute ago", "1分前"),
        (59 * 60, "59 minutes ago", "59分前"),
        (60 * 60, "an hour ago", "1時間前"),
        (24 * 60 * 60, "yesterday", "昨日"),
        (59 * 24 * 60 * 60, "59 days ago", "59日前"),
        (60 * 24 * 60 * 60, "long ago", "だいぶ前"),
    ],
)
def test_an_age_is_told_in_its_largest_unit(seconds: float, english: str, japanese: str) -> None:
    assert age(load_catalogue("en", MULTIPLAYER, TUI), seconds) == english
    assert age(load_catalogue("ja", MULTIPLAYER, TUI), seconds) == japanese
