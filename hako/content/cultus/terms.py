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


def terms(
    content: Cards, names: Mapping[str, Mapping[Any, str]], language: str
) -> Mapping[str, Mapping[Any, str]]:
    """Each table of terms with its names, beside the `names` of the content itself."""
    icon = names["icon"]

    def pair(icons: Iterable[IconId]) -> str:
        return _BETWEEN[language].join(icon[its] for its in icons)

    return {
        **names,
        "seat": {ENEMY: "敵" if language == "ja" else "Enemy"},
        "icon_or_nothing": {**icon, NOTHING: "-"},
        "card": {
            its.id: f"{its.name.text(language)} {_drawn(content, its.cells, language)}"
            for its in content.construction_cards
        },
        "ward": names["construction_card"],
        "income": {its.id: pair(its.icons) for its in content.income_cards},
        "income_name": names["income_card"],
        "plan_text": {its.id: its.text.text(language) for its in content.plans},
        "monument": names["monument_card"],
        "cell": dict(enumerate(content.geometry.names)),
        "ending": {
            f"{enemy.id}.{ending}": words.text(language)
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
