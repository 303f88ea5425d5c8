"""The heading of a board: its pages, the civilization, and how near the end is."""

from __future__ import annotations

from collections.abc import Sequence

from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import letter
from hako.tui.boards.monumental.draw_context import MonumentalContext, Part
from hako.tui.boards.monumental.race import totals_text

APART = 5
"""Columns between the pages and the rest, at most."""


def draw_heading(
    context: MonumentalContext, pages: Sequence[str], *, has_totals: bool = False
) -> None:
    """Write the row above everything; all pages where there is room, else this and the next one."""
    end = totals_text(context) if has_totals else ""
    room = context.drawing.width - 2 - cell_width(end) - 2 * bool(end)
    for tabs, story in _variants(context, pages):
        taken = sum(cell_width(text) for text, _ in (*tabs, *story))
        if taken <= room:
            break
    line = context.drawing.at(1, 0)
    for text, style in tabs:
        line.put(text, style)
    spare = room - taken
    if tabs:
        line.at(line.x + min(APART, max(0, spare)))
    start = line.x
    for text, style in story:
        line.put(text, style)
    apart = 1 if start > 1 else 2  # both can be pointed at, also where nothing is before the clock
    context.drawing.place(("turn",), 1, 0, max(1, start - 1 - apart))
    context.drawing.place(("clock",), start + apart - 1, 0, max(1, line.x - start - apart + 1))
    if end:
        line.at(context.drawing.width - 1 - cell_width(end))
        context.put_marked(line, end, context.ink.strong)


def draw_corner(
    context: MonumentalContext, pages: Sequence[str], x: int, y: int, width: int
) -> int:
    """Write the same in two rows of a narrow region; the next free row."""
    line = context.drawing.at(x, y)
    for text, style in _tabs(context, pages, is_short=True):
        word = text.rstrip()
        if line.x + cell_width(word) <= x + width:
            line.put(word, style).at(line.x + cell_width(text) - cell_width(word))
    context.drawing.place(("turn",), x, y, width)
    world = context.world
    if world.last_round is not None:
        _, style = context.clock()
        text = context.say("last_brief" if world.is_last_round() else "last_next_brief")
    else:
        text, style = context.say("round", number=world.round), context.ink.text
    context.drawing.at(x, y + 1).put(text, style, width)
    context.drawing.place(("clock",), x, y + 1, width)
    return y + 2


def _variants(
    context: MonumentalContext, pages: Sequence[str]
) -> Sequence[tuple[Sequence[Part], Sequence[Part]]]:
    """Pages and the rest of the heading, from the longest to the shortest."""
    all_pages, two = _tabs(context, pages), _tabs(context, pages, is_short=True)
    long, brief = _story(context), _story(context, is_brief=True)
    return [
        (all_pages, long),
        (all_pages, brief),
        (two, long),
        (two, brief),
        (two, brief[1:]),
        (two[:1], brief[1:]),
        ((), brief[1:]),
    ]


def _story(context: MonumentalContext, *, is_brief: bool = False) -> Sequence[Part]:
    realm = context.world.realms[context.home]
    civilization = context.texts.term("civilization", realm.civilization)
    return [(f"{civilization} · ", context.ink.text), context.clock(brief=is_brief)]


def _tabs(
    context: MonumentalContext, pages: Sequence[str], *, is_short: bool = False
) -> Sequence[Part]:
    """The pages, the shown one in brackets, the next one after its key."""
    if len(pages) < 2:
        return ()
    at = pages.index(context.page) if context.page in pages else 0
    following = (at + 1) % len(pages)
    parts: list[Part] = []
    for number, page in enumerate(pages):
        name = _name(context, page)
        if number == at:
            parts.append((f"[{name}]  ", context.ink.strong))
        elif number == following:
            parts.append((f"b {name}  ", context.ink.text))
        elif not is_short:
            parts.append((f"{name}  ", context.ink.dim))
    return parts


def _name(context: MonumentalContext, page: str) -> str:
    kind, _, seat = page.partition(".")
    if seat:
        return f"{context.symbols.owner(int(seat))}{letter(int(seat))}"
    return context.say(f"page.{kind}")
