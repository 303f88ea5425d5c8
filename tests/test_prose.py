"""Prose: the wording of all catalogues, and the findings of the conformance tests about it."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import hako
from hako.testing.prose import English, Sentence, sentences, untidy
from hako.testing.test_wording import without_foretelling

HAKO = Path(hako.__file__).parent
CATALOGUES = sorted(HAKO.rglob("*.en.toml"))
IN_BOTH_LANGUAGES = sorted([*CATALOGUES, *HAKO.rglob("*.ja.toml")])


def name_of(path: Path) -> str:
    return path.relative_to(HAKO).as_posix()


@cache
def catalogue(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def english() -> English:
    rules = (path.read_text(encoding="utf-8") for path in sorted(HAKO.rglob("rules.en.md")))
    prose = [line for text in rules for line in text.splitlines()]
    return English(map(catalogue, CATALOGUES), numbers_in_code(), prose)


def numbers_in_code() -> set[str]:
    """The names that the code gives to whole numbers, and to nothing else that is declared."""
    numbers, words = set[str](), set[str]()
    for path in HAKO.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for name, annotation in declared(node):
                (numbers if annotation == "int" else words if annotation == "str" else set()).add(
                    name
                )
            numbers.update(name for name, value in given(node) if is_number(value))
    return numbers - words


def declared(node: ast.AST) -> Iterator[tuple[str, str]]:
    """The name that a declaration of a field or a parameter gives, and its type."""
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id, ast.unparse(node.annotation)
    elif isinstance(node, ast.arg) and node.annotation is not None:
        yield node.arg, ast.unparse(node.annotation)


def given(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The values that a call or a mapping gives by name."""
    if isinstance(node, ast.Call):
        yield from (
            (keyword.arg, keyword.value) for keyword in node.keywords if keyword.arg is not None
        )
    elif isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value, value


def is_number(value: ast.expr) -> bool:
    if isinstance(value, ast.Call):
        return ast.unparse(value.func) in {"len", "sum", "round"}
    if isinstance(value, ast.BinOp):
        return is_number(value.left) or is_number(value.right)
    return isinstance(value, ast.Constant) and type(value.value) is int


@pytest.mark.parametrize("path", CATALOGUES, ids=name_of)
def test_no_number_is_said_with_the_wrong_plural(path: Path) -> None:
    """Every place for a number in every English sentence, filled with 1."""
    assert {
        sentence.key: wrong
        for sentence in sentences(catalogue(path))
        if (wrong := english().wrong_plurals(sentence))
    } == {}


@pytest.mark.parametrize(
    ("planted", "wrong"),
    [
        ("{seat:seat} draws {count} cards.", ["1 cards"]),
        ("deck {left}, {rounds} rounds left at most", ["1 rounds"]),
        ("({tiles} tiles left)", ["1 tiles"]),
        ("The turn had brought {points} points.", ["1 points"]),
        ("{gain} more build actions", ["1 more build actions"]),
        ("{count} people are online", ["1 people"]),
        ("There are {left} in the deck.", ["There are 1"]),
        ("at the end {count} are missing", ["1 are"]),
        ("after {moves} moves the lesson ends", ["1 moves"]),
        ({"by": "count", "one": "{count} cards", "other": "{count} cards"}, ["1 cards"]),
        ({"by": "count", "one": "1 card", "other": "{count} cards on {left} tiles"}, ["1 tiles"]),
        ({"text": "{face:card}", "hidden": "{count} cards"}, ["1 cards"]),
        ({"by": "count", "one": "a card", "other": "{count} cards"}, []),
        ({"by": "a", "one": "1 card", "other.x": ""}, []),
        ("cards left: {left}", []),
        ("seat {seat} moves the pawn", []),
        ("seat {seat} typed control signs", []),
        ("{seat:seat} draws {count} of the cards", []),
        ("turn {number} ends", []),
        ("1{kind} cards", []),
    ],
)
def test_a_planted_plural_is_found_and_nothing_else(planted: Any, wrong: list[str]) -> None:
    texts = [
        wrong_plural
        for sentence in sentences(planted)
        for wrong_plural in english().wrong_plurals(sentence)
    ]

    assert texts == wrong


def test_two_numbers_of_a_sentence_have_variants_within_variants() -> None:
    inner = {"by": "b", "one": "{a} cards, 1 coin", "other": "{a} cards, {b} coins"}
    outer = {"by": "a", "one": "1 card, {b} coins", "other": inner}

    assert [*sentences(outer, "paid")][1:] == [
        Sentence("paid.other.one", "{a} cards, 1 coin", frozenset("a"), frozenset("ab")),
        Sentence("paid.other.other", "{a} cards, {b} coins", frozenset("ab"), frozenset("ab")),
    ]


@pytest.mark.parametrize("path", IN_BOTH_LANGUAGES, ids=name_of)
def test_the_prose_has_no_identifiers_and_no_stray_spaces(path: Path) -> None:
    assert {
        sentence.key: wrong
        for sentence in sentences(catalogue(path))
        if (wrong := untidy(sentence.text))
    } == {}


@pytest.mark.parametrize(
    "planted",
    [
        "Endings: won_by_points {count}.",
        "Played with office=off.",
        "The  cards are shuffled.",
        "It is over.  Nobody wins.",
        "山札を切った。 {seat:seat}の番。",
        "続ける？ 止める？",
        "または： ssh {way}",
        "（山札） から引いた。",
    ],
)
def test_planted_untidiness_is_found(planted: str) -> None:
    assert untidy(planted) != []


@pytest.mark.parametrize(
    "planted",
    [
        "t talk  p people",
        "y  I agree",
        "stock {stock}  hand {hand}",
        "Enter: sit down   w: watch",
        "Play it with `hako play lost_cities`, or --option office=off.",
        "{own_points} points for {seat:seat}",
        "続ける？　止める？",
    ],
)
def test_rows_of_keys_and_what_is_typed_are_no_untidiness(planted: str) -> None:
    assert untidy(planted) == []


@pytest.mark.parametrize(
    ("game", "other_words"),
    [
        ("cultus", "能力|支払い済み|金貨面|人物[^の]"),
        ("monumental", '地図[^"]|草地|武器|引いた札|買[うえおっわ]|買いま|力-[0-9]'),
    ],
)
def test_the_japanese_of_a_game_has_one_word_for_one_thing(game: str, other_words: str) -> None:
    """A newcomer takes two words for two things; only a tab of four cells has no room for マップ."""
    folder = HAKO / "content" / game
    texts = [folder / "rules.ja.md", *folder.glob("*.toml"), *folder.glob("lessons/*.toml")]
    lines = [line for path in texts for line in path.read_text(encoding="utf-8").splitlines()]

    assert [line for line in lines if line[:1] != "#" and re.search(other_words, line)] == []


def test_an_event_whose_verb_is_not_known_is_told_with_what_to_write() -> None:
    events = {"passed": "{seat:seat}は橋を架けて谷間を断った。", "drawn": "引いた。"}
    [text] = without_foretelling({"event": events}, "ja")
    assert "passed" in text
    assert 'foretold = "' in text

    written = {"text": events["passed"], "foretold": "{seat:seat}は橋を架けて谷間を断つ。"}
    assert without_foretelling({"event": {**events, "passed": written}}, "ja") == []
