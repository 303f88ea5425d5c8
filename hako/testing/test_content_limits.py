"""Tests of content files: the limits on numbers that an owner may write into them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import inspect

from hako.content.cover import FILE, read_cover
from hako.engine.content.files import MOST
from hako.engine.rules.game import Game, kinds
from hako.engine.rules.model import Event
from hako.testing.cases import every_game


@every_game
def test_no_number_of_a_content_can_be_large(game: Game[Any]) -> None:
    """A save contains the changes of a content, and could demand millions of cards.

    So these fields must be an Amount, a Count or a Whole of engine.content.files, or narrower.
    """
    for place, number in numbers(inspect.type_info(game.content)):
        assert (number.le or MOST + 1) <= MOST, place
        assert (number.ge if number.ge is not None else -MOST - 1) >= -MOST, place


@every_game
def test_no_record_can_count_more_cards_than_there_are(game: Game[Any]) -> None:
    """A save could demand millions of cards by its events, so a `count` must be an Amount, too."""
    for kind in kinds(game, Event):
        for place, number in numbers(inspect.type_info(kind)):
            assert not place.endswith(".count") or (number.le or MOST + 1) <= MOST, place


@every_game
def test_a_cover_can_be_read(game: Game[Any]) -> None:
    """A game may bring `cover.toml`; one that cannot be read is not shown."""
    if (game.folder / FILE).exists():
        assert read_cover(game.folder).pixels()


def numbers(kind: Any, place: str = "", known: tuple[type, ...] = ()) -> Iterator[tuple[str, Any]]:
    """All types of whole numbers within a type, each with the name of its field."""
    if isinstance(kind, inspect.IntType):
        yield place, kind
    if isinstance(kind, inspect.StructType) and kind.cls not in known:
        for field in kind.fields:
            inside = f"{kind.cls.__name__}.{field.name}"
            yield from numbers(field.type, inside, (*known, kind.cls))
    within = [getattr(kind, name, None) for name in ("item_type", "key_type", "value_type")]
    for part in (*getattr(kind, "types", ()), *getattr(kind, "item_types", ()), *within):
        if part is not None:
            yield from numbers(part, place, known)
