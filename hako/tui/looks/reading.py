"""A rulebook set in lines of a given width, to be scrolled and searched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Literal, NamedTuple, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from rich.cells import set_cell_size

from hako.engine.content.rulebook import Rulebook
from hako.engine.words.cells import cell_len
from hako.tui.looks.typesetting import spans, wrap

Kind: TypeAlias = Literal["text", "strong", "code", "heading", "clause", "rule"]

INDENT = 3
"""Cells by which a list stands in."""

GAP = 2
"""Cells between two columns of a table."""


class Piece(NamedTuple):
    """Some text of one kind."""

    text: str
    kind: Kind


class Line(NamedTuple):
    """A line as it is read."""

    pieces: tuple[Piece, ...]
    clause: str = ""
    """The clause that it belongs to."""

    @property
    def text(self) -> str:
        """What it says."""
        return "".join(piece.text for piece in self.pieces)


class Pages(NamedTuple):
    """A rulebook in lines, and where its parts begin."""

    lines: tuple[Line, ...]
    sections: tuple[int, ...]
    clauses: dict[str, int]


BLANK = Line(())

_MARKDOWN = MarkdownIt("commonmark").enable("table")


def set_pages(book: Rulebook, width: int) -> Pages:
    """The whole rulebook in lines of at most `width` cells."""
    lines: list[Line] = [Line((Piece(book.title, "heading"),)), BLANK]
    lines += _markdown(book.text, width)
    sections: list[int] = []
    clauses: dict[str, int] = {}
    for section in book.sections:
        lines += [BLANK] if lines[-1] != BLANK else []
        sections.append(len(lines))
        lines += [
            *(Line((Piece(line, "heading"),)) for line in wrap(section.heading, width)),
            Line((Piece("-" * width, "rule"),)),
            *_markdown(section.text, width),
        ]
        for clause in section.clauses:
            clauses[clause.id] = len(lines)
            short = clause.id.partition(".")[2]
            lines.append(Line((Piece(short, "clause"),), clause.id))
            lines += [Line(line.pieces, clause.id) for line in _markdown(clause.text, width)]
    return Pages(tuple(lines), tuple(sections), clauses)


def _markdown(text: str, width: int) -> Iterator[Line]:
    """The lines of a piece of Markdown, a blank one after each part."""
    for block in SyntaxTreeNode(_MARKDOWN.parse(text)).children:
        yield from _block(block, width)
        yield BLANK


def _block(block: SyntaxTreeNode, width: int) -> Iterator[Line]:
    """A paragraph, a list or a table."""
    match block.type:
        case "bullet_list":
            for item in block.children:
                yield from _item(item, "-", width)
        case "ordered_list":
            for number, item in enumerate(block.children, start=int(block.attrs.get("start", 1))):
                yield from _item(item, f"{number}.", width)
        case "table":
            rows = [
                [_inline(cell) for cell in row.children]
                for part in block.children
                for row in part.children
            ]
            yield from _table(rows, width)
        case _:
            yield from _broken(_inline(block), width)


def _item(item: SyntaxTreeNode, marker: str, width: int) -> Iterator[Line]:
    """An entry of a list: its marker, and what it says set in."""
    lines = [line for block in item.children for line in _block(block, width - INDENT)]
    for number, line in enumerate(lines):
        lead = f"{marker if number == 0 else '':<{INDENT}}"
        yield Line((Piece(lead, "text"), *line.pieces))


def _inline(node: SyntaxTreeNode, kind: Kind = "text") -> list[Piece]:
    """The text of a paragraph or cell, piece by piece."""
    pieces: list[Piece] = []
    for child in node.children:
        match child.type:
            case "text":
                pieces.append(Piece(child.content, kind))
            case "softbreak":
                pieces.append(Piece(" ", kind))
            case "code_inline":
                pieces.append(Piece(child.content, "code"))
            case "strong" | "em":
                pieces += _inline(child, "strong")
            case _:  # an inline is around the text of each paragraph
                pieces += _inline(child, kind)
    return pieces


def _broken(pieces: Sequence[Piece], width: int) -> Iterator[Line]:
    text = "".join(piece.text for piece in pieces)
    for start, end in spans(text, width):
        yield Line(tuple(_between(pieces, start, end)))


def _between(pieces: Iterable[Piece], start: int, end: int) -> Iterator[Piece]:
    """The pieces of a stretch of the text."""
    here = 0
    for text, kind in pieces:
        if part := text[max(0, start - here) : max(0, end - here)]:
            yield Piece(part, kind)
        here += len(text)


def _table(rows: Sequence[Sequence[list[Piece]]], width: int) -> Iterator[Line]:
    """Rows in columns; cells are broken where the columns have to be narrowed."""
    widths = [
        max(cell_len("".join(piece.text for piece in row[column])) for row in rows)
        for column in range(len(rows[0]))
    ]
    while sum(widths) + GAP * (len(widths) - 1) > width:
        widths[widths.index(max(widths))] -= 1
    for number, row in enumerate(rows):
        cells = [list(_broken(cell, room)) for cell, room in zip(row, widths, strict=True)]
        kind: Kind = "text" if number else "strong"
        for parts in zip_longest(*cells, fillvalue=BLANK):
            columns = zip(parts, widths, strict=True)
            text = (" " * GAP).join(set_cell_size(part.text, room) for part, room in columns)
            yield Line((Piece(text, kind),))
