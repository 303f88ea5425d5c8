"""A player who has a card to be tested, and what that player does with it."""

from __future__ import annotations

from typing import Any

from hako.content.monumental.actions import UseEffect
from hako.content.monumental.realm import Realm
from tests.rules.monumental.table import Table, acting, cards, danish, realm

REALM = (
    "city",
    "deck",
    "drawn",
    "discard",
    "policies",
    "wonders",
    "building",
    "outposts",
    "civilization",
    "conquered",
    "acquired_knowledge",
)
"""A sentence of the player, not of the table."""

QUIET = "- - - / - - - / - - -"
"""A City in which nothing lies."""


def bearer(source: str, supply: str = "", city: str = QUIET, **more: Any) -> Realm:
    """A player with a card activated in the first slot, a Policy active, or a Hero controlled."""
    content = cards()
    civilization = more.pop("civilization", "egyptian")
    if source in content.policy:
        more["policies"] = f"{more.get('policies', '')} {source}"
    elif source in content.hero:
        more["hero"] = source
    else:
        city = f"{source}*{city.lstrip()[1:]}"
    return realm(civilization, supply, city, **more)


def using(source: str, supply: str = "", *, other: Realm | None = None, **more: Any) -> Table:
    """A table at which a player uses the text effect of a card."""
    return ready(source, supply, other=other, **more).do(UseEffect(source))


def ready(source: str, supply: str = "", *, other: Realm | None = None, **more: Any) -> Table:
    """A table at which a player has a card, and could use it."""
    of_realm = {key: more.pop(key) for key in REALM if key in more}
    market = more.pop("market", None)
    table = acting(bearer(source, supply, **of_realm), other or danish(), **more)
    if market is not None:
        table.given(market=market)
    return table


def offered(table: Table, source: str) -> bool:
    """True if the card's text effect can be used now."""
    return UseEffect(source) in table.options
