"""Names of what the content file holds, for sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hako.content.cultus.cards import Cards, IconId

ENEMY = 1
"""Where the enemy of a solo game stands in the race."""

NOTHING = "nothing"
"""What a cell without a card shows."""

_BETWEEN = {"en": "–", "ja": "・"}
"""Stands between the two icons of a pair."""


def terms(content: Cards, language: str) -> Mapping[str, Mapping[Any, str]]:
    """Each table of terms with its names."""
    icon = {its.id: its.name.say(language) for its in content.icons}

    def pair(icons: Iterable[IconId]) -> str:
        return _BETWEEN[language].join(icon[its] for its in icons)

    return {
        "seat": {ENEMY: "敵" if language == "ja" else "Enemy"},
        "icon": icon,
        "icon_or_nothing": {**icon, NOTHING: "-"},
        "card": {
            its.id: f"{its.name.say(language)} {_drawn(content, its.cells, language)}"
            for its in content.construction_cards
        },
        "ward": {its.id: its.name.say(language) for its in content.construction_cards},
        "income": {its.id: pair(its.icons) for its in content.income_cards},
        "income_name": {its.id: its.name.say(language) for its in content.income_cards},
        "character": {its.id: its.name.say(language) for its in content.characters},
        "plan": {its.id: its.name.say(language) for its in content.plans},
        "plan_text": {its.id: its.text.say(language) for its in content.plans},
        "monument": {its.id: its.name.say(language) for its in content.monument_cards},
        "cell": dict(enumerate(content.geometry.names)),
        "difficulty": {its.id: its.name.say(language) for its in content.difficulties},
        "ending": {
            f"{enemy.id}.{ending}": words.say(language)
            for enemy in content.enemies
            for ending, words in enemy.endings.items()
        },
    }


def _drawn(content: Cards, cells: tuple[IconId, ...], language: str) -> str:
    """The icons of a card row by row, such as MP/WC."""
    signs = [
        content.icon[icon].glyph if language == "ja" else content.icon[icon].letter
        for icon in cells
    ]
    width = content.geometry.card_columns
    rows = ("".join(signs[first : first + width]) for first in range(0, len(signs), width))
    return "/".join(rows)
