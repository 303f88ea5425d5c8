"""Content files: what an owner may change, and what an error says."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import pytest
import rtoml
from msgspec import Struct

from hako.engine.content.cache_decorators import at_hand, forget, remembered, seat_by_seat
from hako.engine.content.files import BadContent, BadEntry, ContentEntry, load, merge


class Draw(Struct, frozen=True, tag_field="id", tag="draw", forbid_unknown_fields=True):
    count: int


class Shield(Struct, frozen=True, tag_field="id", tag="shield", forbid_unknown_fields=True):
    pass


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    cost: int
    effect: Draw | Shield | None = None
    colour: Literal["red", "blue"] = "red"


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    card: tuple[Card, ...]
    start: Mapping[str, int] = {}

    def __post_init__(self) -> None:
        if len(self.card) > 2:
            raise BadEntry("no_such_name", where="card", name="third")


FILE = """
[[card]]
id = "guard"
cost = 2
effect = { id = "shield" }

[[card]]
id = "villager"
cost = 1
effect = { id = "draw", count = 2 }

[start]
guard = 1
"""


WRONG_CHANGES = [
    block.rstrip().split("\n  ")
    for block in Path(__file__).with_name("wrong_changes.txt").read_text("utf-8").split("\n\n")
]
"""Corrections by an owner, each with the sentence that says what is wrong with it."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "cards.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_a_file_is_decoded(file: Path) -> None:
    cards: Cards = load(Cards, file)

    assert cards.card[1] == Card("villager", 1, Draw(2))


def test_an_owner_changes_an_entry_by_its_id_and_leaves_the_rest(file: Path) -> None:
    changes = {"card": [{"id": "villager", "cost": 3}], "start": {"villager": 4}}

    assert load(Cards, file, changes) == Cards(
        (Card("guard", 2, Shield()), Card("villager", 3, Draw(2))), {"guard": 1, "villager": 4}
    )


def test_an_effect_of_another_kind_takes_the_place_of_the_one_there_was(file: Path) -> None:
    """A shield has no count; were the one of the draw kept, nothing could be a shield."""
    changes = {"card": [{"id": "villager", "effect": {"id": "shield"}}]}

    assert load(Cards, file, changes).card[1].effect == Shield()
    assert merge({"op": "draw", "count": 2}, {"op": "shield"}) == {"op": "shield"}
    assert merge({"op": "draw", "count": 2}, {"count": 3}) == {"op": "draw", "count": 3}


def test_what_is_no_more_is_left_out(file: Path) -> None:
    """A table without a key, and an entry that goes by no id any more."""
    without = {"start": {"without": ["guard"]}, "card": [{"id": "guard", "without": ["id"]}]}

    assert load(Cards, file, without) == Cards((Card("villager", 1, Draw(2)),))


def test_a_list_without_ids_is_replaced() -> None:
    assert merge({"colours": ["red", "blue"]}, {"colours": ["green"]}) == {"colours": ["green"]}


@pytest.mark.parametrize(("changes", "sentence"), WRONG_CHANGES)
def test_an_error_names_file_entry_and_field_and_what_would_do(
    file: Path, changes: str, sentence: str
) -> None:
    with pytest.raises(BadContent) as error:
        load(Cards, file, rtoml.loads(changes), "mine.toml")

    assert str(error.value) == f"mine.toml, {sentence}"


def test_a_missing_file_and_bad_toml_are_told(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("[[card]\n", encoding="utf-8")

    with pytest.raises(BadContent, match=r"no\.toml: there is no such file"):
        load(Cards, tmp_path / "no.toml")
    with pytest.raises(BadContent, match=r"bad\.toml: not TOML: .*line 1"):
        load(Cards, bad)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('name = "箱" x\n', 1, 12),
        ("cost = 1\ncost =\n", 2, 7),
        ("cost = 1\nname = 2\ncost = 3\n", 3, 1),
        ('[a]\nname = "箱\n', 2, 10),
        ("\n[a\n", 2, 3),
    ],
)
def test_where_a_file_is_no_toml_is_told_in_lines_and_letters(
    tmp_path: Path, text: str, line: int, column: int
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(text, encoding="utf-8")

    with pytest.raises(BadContent) as error:
        load(Cards, bad)

    assert str(error.value).endswith(f"(at line {line}, column {column}).")


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'name = "caf\xe9"')

    with pytest.raises(BadContent, match=r"latin\.toml: this is not UTF-8 text, from byte 12 on"):
        load(Cards, latin)
    with pytest.raises(BadContent, match=r"this is a folder, not a file"):
        load(Cards, tmp_path)


def test_new_entries_come_after_those_there_are(file: Path) -> None:
    changes = {"card": [{"id": "monk", "cost": 1}, {"id": "guard", "cost": 4}]}

    raw = merge({"card": [{"id": "guard", "cost": 2, "effect": {"id": "shield"}}]}, changes)

    assert raw == {
        "card": [
            {"id": "guard", "cost": 4, "effect": {"id": "shield"}},
            {"id": "monk", "cost": 1},
        ]
    }


class Prices(ContentEntry, frozen=True, forbid_unknown_fields=True, dict=True):
    price: int


def test_what_is_remembered_belongs_to_one_content_and_to_equal_values() -> None:
    """Two contents answer for themselves, also where they are asked the same."""
    asked: list[tuple[int, tuple[str, ...]]] = []

    @remembered
    def total(prices: Prices, cards: tuple[str, ...]) -> int:
        asked.append((prices.price, cards))
        return prices.price * len(cards)

    cheap, dear = Prices(1), Prices(5)
    answers = [total(prices, tuple(cards)) for cards in (["a"], ["a"]) for prices in (cheap, dear)]

    assert answers == [1, 5, 1, 5]
    assert asked == [(1, ("a",)), (5, ("a",))]
    assert cheap == Prices(1)

    forget(cheap)
    assert (total(cheap, ("a",)), total(dear, ("a",))) == (1, 5)
    assert asked[2:] == [(1, ("a",))]


def test_the_last_answer_is_at_hand_for_the_very_same_first_object_and_equal_others() -> None:
    """Another first one is asked anew, and so is what was asked before others; None is an answer."""
    asked: list[tuple[list[int], tuple[int, ...]]] = []

    @at_hand
    def places(cards: list[int], some: tuple[int, ...]) -> list[int] | None:
        asked.append((cards, some))
        return [cards.index(card) for card in some] if set(some) <= set(cards) else None

    one, other = [1, 2], [1, 2]
    few, more = (2,), (2, 3)
    alike = more[:1]
    questions = [(one, more), (one, more), (one, few), (one, alike), (other, few), (one, few)]

    assert [places(*question) for question in questions] == [None, None, [1], [1], [1], [1]]
    assert asked == [(one, more), (one, few), (other, few), (one, few)]


def test_the_last_answer_for_each_seat_is_kept_and_found_by_equal_values() -> None:
    """A question of one seat does not push out another's; None is an answer, too."""
    asked: list[tuple[tuple[int, ...], int]] = []

    @seat_by_seat
    def place(cards: tuple[int, ...], seat: int) -> int | None:
        asked.append((cards, seat))
        return cards.index(seat) if seat in cards else None

    few, more = (1, 2), (1, 2, 3)
    alike = more[:2]
    questions = [(few, 1), (few, 3), (few, 1), (alike, 1), (few, 3), (more, 3), (few, 3)]

    assert [place(*question) for question in questions] == [0, None, 0, 0, None, 2, None]
    assert asked == [(few, 1), (few, 3), (more, 3), (few, 3)]
