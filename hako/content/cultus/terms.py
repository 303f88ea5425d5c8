"""Terms: the names of the content's entries, for sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hako.content.cultus.cards import Cards, IconId

ENEMY = 1
"""The seat number of the enemy of a solo game in score charts."""

NOTHING = "nothing"
"""The term for a cell without a card."""

_BETWEEN = {"en": "–", "ja": "・"}
"""The separator between the two icons of a pair, by language."""


def terms(
    content: Cards, names: Mapping[str, Mapping[Any, str]], language: str
) -> Mapping[str, Mapping[Any, str]]:
    """The tables of terms: the `names` of the content and those made of them."""
    icon = names["icon"]

    def pair(icons: Iterable[IconId]) -> str:
        return _BETWEEN[language].join(icon[icon_id] for icon_id in icons)

    return {
        **names,
        "seat": {ENEMY: "敵" if language == "ja" else "Enemy"},
        "icon_or_nothing": {**icon, NOTHING: "-"},
        "card": {
            card.id: f"{card.name.text(language)} {_drawn(content, card.cells, language)}"
            for card in content.construction_cards
        },
        "ward": names["construction_card"],
        "income": {income.id: pair(income.icons) for income in content.income_cards},
        "income_name": names["income_card"],
        "plan_text": {plan.id: plan.text.text(language) for plan in content.plans},
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
    symbols = [
        content.icon[icon].glyph if language == "ja" else content.icon[icon].letter
        for icon in cells
    ]
    width = content.geometry.card_columns
    rows = ("".join(symbols[first : first + width]) for first in range(0, len(symbols), width))
    return "/".join(rows)
