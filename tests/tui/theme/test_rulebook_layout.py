"""Pages of a rulebook: headings, clauses, lists and tables in lines."""

from __future__ import annotations

from hako.engine.content.rulebook import parse
from hako.tui.theme.rulebook_lines import RulebookPages, TextSpan, set_pages

RULES = """# Mill

A game for **two**.

## Moves

In turn:

1. place a man, or
   move one
2. take a man
   - never from a mill

**mill.move.1** Men move along `lines`.

**mill.move.2** Three men fly.

## Men

| Man | Number |
| --- | --- |
| white | 9 |
| black | 9 |
"""


def pages(width: int = 30) -> RulebookPages:
    return set_pages(parse(RULES), width)


def lines(width: int = 30) -> list[str]:
    return [line.text.rstrip() for line in pages(width).lines]


def test_sections_and_clauses_begin_where_the_pages_say() -> None:
    book = pages()

    assert [book.lines[start].text for start in book.sections] == ["Moves", "Men"]
    assert {clause: book.lines[start].text for clause, start in book.clauses.items()} == {
        "mill.move.1": "move.1",
        "mill.move.2": "move.2",
    }


def test_the_lines_of_a_clause_know_it() -> None:
    texts = [line.text for line in pages().lines if line.clause == "mill.move.1"]

    assert texts == ["move.1", "Men move along lines.", ""]


def test_lists_stand_in_with_their_markers() -> None:
    text = lines()

    assert text[text.index("In turn:") + 2 :][:3] == [
        "1. place a man, or move one",
        "2. take a man",
        "   -  never from a mill",
    ]


def test_what_is_strong_and_what_is_code_stays_so() -> None:
    book = pages()

    assert TextSpan("two", "strong") in book.lines[2].pieces
    assert any(TextSpan("lines", "code") in line.pieces for line in book.lines)


def test_tables_stand_in_columns() -> None:
    assert lines()[-4:] == ["Man    Number", "white  9", "black  9", ""]


def test_cells_of_a_narrow_table_are_broken() -> None:
    assert lines(9)[-7:] == ["Man  Numb", "     er", "whi  9", "te", "bla  9", "ck", ""]
