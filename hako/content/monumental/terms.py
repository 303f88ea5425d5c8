"""Names that come from the content file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hako.content.monumental.cards import PRODUCTION, Cards
from hako.content.monumental.realm import COLUMNS, SLOTS
from hako.content.monumental.state import AUTOMA


def terms(
    content: Cards, names: Mapping[str, Mapping[Any, str]], language: str
) -> Mapping[str, Mapping[Any, str]]:
    """The term tables of sentences: the `names` of the content, and the names defined here."""
    tokens = {**names["exploration_token"], **names["monster"]}
    sources = ("card", "policy", "hero", "warlord", "exploration_token", "market", "monster")
    options = {
        f"{token.id}.{number}": option.text.text(language)
        for token in content.exploration_tokens
        for number, option in enumerate(token.options, 1)
    }
    return {
        **names,
        "brief_card": {name: card.brief.text(language) for name, card in content.card.items()},
        "seat": {AUTOMA: "オートマ" if language == "ja" else "Automa"},
        "side": names["civilization"],
        "lying": {PRODUCTION: "生産" if language == "ja" else "Production", **names["market"]},
        "token": tokens,
        "option": options,
        "source": {name: label for table in sources for name, label in names[table].items()},
        "terrain": {**names["terrain"], "capital": "首都" if language == "ja" else "Capital"},
        "soldiers": _places(content, "から" if language == "ja" else ":"),
        "left": _places(content, "に" if language == "ja" else ""),
        "slot": {slot: _slot(slot, language) for slot in range(SLOTS)},
    }


def _places(content: Cards, before_number: str) -> Mapping[str, str]:
    """Tiles, each followed by a number."""
    places = {place for land in content.map.values() for place in land.places}
    return {place: f"{place}{before_number}" for place in places}


def _slot(slot: int, language: str) -> str:
    """The name of a slot by its row and column (monumental.city.1)."""
    row, column = 1 + slot // COLUMNS, 1 + slot % COLUMNS
    return f"{row}段目の{column}列目" if language == "ja" else f"row {row}, column {column}"
