"""Names that come from the content file."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

from hako.content.monumental.cards import PRODUCTION, Cards
from hako.content.monumental.realm import COLUMNS, SLOTS
from hako.content.monumental.state import AUTOMA


def terms(content: Cards, language: str) -> Mapping[str, Mapping[Any, str]]:
    """Term tables: what can be named in a sentence, and its name."""
    cards = {card.id: card.name.say(language) for card in content.cards}
    policies = {policy.id: policy.name.say(language) for policy in content.policies}
    heroes = {hero.id: hero.name.say(language) for hero in content.heroes}
    warlords = {warlord.id: warlord.name.say(language) for warlord in content.warlords}
    markets = {market.id: market.name.say(language) for market in content.markets}
    monsters = {monster.id: monster.name.say(language) for monster in content.monsters}
    tokens = {token.id: token.name.say(language) for token in content.exploration_tokens}
    options = {
        f"{token.id}.{number}": option.text.say(language)
        for token in content.exploration_tokens
        for number, option in enumerate(token.options, 1)
    }
    sources = chain(cards.items(), policies.items(), heroes.items(), warlords.items())
    automa = "オートマ" if language == "ja" else "Automa"
    civilizations = {its.id: its.name.say(language) for its in content.civilizations}
    return {
        "seat": {AUTOMA: automa},
        "civilization": civilizations,
        "side": civilizations,
        "card": cards,
        "policy": policies,
        "text": {
            its.id: its.text.say(language)
            for its in (*content.cards, *content.policies, *content.heroes)
        },
        "hero": heroes,
        "warlord": warlords,
        "market": markets,
        "monster": monsters,
        "lying": {PRODUCTION: "生産" if language == "ja" else "Production", **markets},
        "token": {**tokens, **monsters},
        "option": options,
        "source": {**dict(sources), **tokens, **markets, **monsters},
        "terrain": {
            **{terrain.id: terrain.name.say(language) for terrain in content.terrains},
            "capital": "首都" if language == "ja" else "Capital",
        },
        "map": {its.id: its.name.say(language) for its in content.maps},
        "automa": {card.id: card.name.say(language) for card in content.automa},
        "soldiers": _soldiers(content, language),
        "left": _places(content, "に" if language == "ja" else ""),
        "slot": {slot: _slot(slot, language) for slot in range(SLOTS)},
        "era": {era.id: era.name.say(language) for era in content.eras},
    }


def _soldiers(content: Cards, language: str) -> Mapping[str, str]:
    """Soldiers from each tile; their number follows."""
    nobody = "なし" if language == "ja" else "none"
    return {"": nobody, **_places(content, "から" if language == "ja" else ":")}


def _places(content: Cards, before_number: str) -> Mapping[str, str]:
    """Tiles, each followed by a number."""
    places = {place for its in content.maps for place in its.places}
    return {place: f"{place}{before_number}" for place in places}


def _slot(slot: int, language: str) -> str:
    """Where a slot lies in its City (monumental.city.1)."""
    row, column = 1 + slot // COLUMNS, 1 + slot % COLUMNS
    return f"{row}段{column}列" if language == "ja" else f"row {row}, column {column}"
