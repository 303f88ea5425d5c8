"""The layout of a rulebook: lines of a given width, to be scrolled and searched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Literal, NamedTuple, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from rich.cells import set_cell_size

from hako.engine.content.rulebook import Rulebook
from hako.engine.i18n.width import cell_width
from hako.tui.theme.line_breaking import spans, wrap

LineKind: TypeAlias = Literal["text", "strong", "code", "heading", "clause", "rule"]

INDENT = 3
"""Cells by which a list is indented."""

GAP = 2
"""Cells between two columns of a table."""


class TextSpan(NamedTuple):
    """A piece of text of one kind."""

    text: str
    kind: LineKind


class RulebookLine(NamedTuple):
    """A line of the rulebook."""

    pieces: tuple[TextSpan, ...]
    clause: str = ""
    """The clause of the line."""

    @property
    def text(self) -> str:
        """The text of the line."""
        return "".join(piece.text for piece in self.pieces)


class RulebookPages(NamedTuple):
    """A rulebook in lines, with the first lines of its sections and clauses."""

    lines: tuple[RulebookLine, ...]
    sections: tuple[int, ...]
    clauses: dict[str, int]


BLANK = RulebookLine(())

_MARKDOWN = MarkdownIt("commonmark").enable("table")


def set_pages(book: Rulebook, width: int) -> RulebookPages:
    """The whole rulebook in lines of at most `width` cells."""
    lines: list[RulebookLine] = [RulebookLine((TextSpan(book.title, "heading"),)), BLANK]
    lines += _markdown(book.text, width)
    sections: list[int] = []
    clauses: dict[str, int] = {}
    for section in book.sections:
        lines += [BLANK] if lines[-1] != BLANK else []
        sections.append(len(lines))
        lines += [
            *(RulebookLine((TextSpan(line, "heading"),)) for line in wrap(section.heading, width)),
            RulebookLine((TextSpan("-" * width, "rule"),)),
            *_markdown(section.text, width),
        ]
        for clause in section.clauses:
            clauses[clause.id] = len(lines)
            short = clause.id.partition(".")[2]
            lines.append(RulebookLine((TextSpan(short, "clause"),), clause.id))
            lines += [
                RulebookLine(line.pieces, clause.id) for line in _markdown(clause.text, width)
            ]
    return RulebookPages(tuple(lines), tuple(sections), clauses)


def _markdown(text: str, width: int) -> Iterator[RulebookLine]:
    """The lines of a piece of Markdown, a blank one after each part."""
    for block in SyntaxTreeNode(_MARKDOWN.parse(text)).children:
        yield from _block(block, width)
        yield BLANK


def _block(block: SyntaxTreeNode, width: int) -> Iterator[RulebookLine]:
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


def _item(item: SyntaxTreeNode, marker: str, width: int) -> Iterator[RulebookLine]:
    """An entry of a list: its marker, and its indented text."""
    lines = [line for block in item.children for line in _block(block, width - INDENT)]
    for number, line in enumerate(lines):
        lead = f"{marker if number == 0 else '':<{INDENT}}"
        yield RulebookLine((TextSpan(lead, "text"), *line.pieces))


def _inline(node: SyntaxTreeNode, kind: LineKind = "text") -> list[TextSpan]:
    """The text of a paragraph or cell, piece by piece."""
    pieces: list[TextSpan] = []
    for child in node.children:
        match child.type:
            case "text":
                pieces.append(TextSpan(child.content, kind))
            case "softbreak":
                pieces.append(TextSpan(" ", kind))
            case "code_inline":
                pieces.append(TextSpan(child.content, "code"))
            case "strong" | "em":
                pieces += _inline(child, "strong")
            case _:  # an inline is around the text of each paragraph
                pieces += _inline(child, kind)
    return pieces


def _broken(pieces: Sequence[TextSpan], width: int) -> Iterator[RulebookLine]:
    text = "".join(piece.text for piece in pieces)
    for start, end in spans(text, width):
        yield RulebookLine(tuple(_between(pieces, start, end)))


def _between(pieces: Iterable[TextSpan], start: int, end: int) -> Iterator[TextSpan]:
    """The pieces between two places of the text."""
    offset = 0
    for text, kind in pieces:
        if part := text[max(0, start - offset) : max(0, end - offset)]:
            yield TextSpan(part, kind)
        offset += len(text)


def _table(rows: Sequence[Sequence[list[TextSpan]]], width: int) -> Iterator[RulebookLine]:
    """Rows in columns; cells are broken where the columns have to be narrowed."""
    widths = [
        max(cell_width("".join(piece.text for piece in row[column])) for row in rows)
        for column in range(len(rows[0]))
    ]
    while sum(widths) + GAP * (len(widths) - 1) > width:
        widths[widths.index(max(widths))] -= 1
    for number, row in enumerate(rows):
        cells = [list(_broken(cell, room)) for cell, room in zip(row, widths, strict=True)]
        kind: LineKind = "text" if number else "strong"
        for parts in zip_longest(*cells, fillvalue=BLANK):
            columns = zip(parts, widths, strict=True)
            text = (" " * GAP).join(set_cell_size(part.text, room) for part, room in columns)
            yield RulebookLine((TextSpan(text, kind),))
