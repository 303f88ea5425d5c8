"""The points of each seat by their sources, and what a change pays, beside the log.

─ If it ended now ─────────────────────────
■B Ben ★48 ██████████████████████████████
  territory 10, dominion 21, Prosperity 8,
  razed cities 3, skills 6

─ A change now ────────────────────────────
your majorities: 1-4, 1-5, 2-4
A change so far: 3 × 5 = ★15
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hako.content.quo_vadis.generation_change_terms import change_pays, may_change
from hako.content.quo_vadis.map_queries import majorities
from hako.content.quo_vadis.scoring import parts
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.hex_map import HexMark
from hako.tui.boards.quo_vadis.draw_context import QuoVadisContext, Row
from hako.tui.widgets.canvas import wrapped

SEAT_ROWS = 3
"""Rows of a seat: its bar, and its sources in two at least."""
CHANGE_ROWS = 6
"""Rows of what a change pays, with a blank one before them and one after."""
INDENT = 2
"""Columns before the sources of a seat."""


def source_rows_height(seats: int) -> int:
    """The rows of so many seats."""
    return 1 + SEAT_ROWS * seats + CHANGE_ROWS


def source_rows(context: QuoVadisContext, width: int) -> list[Row]:
    """The seats with their points by source, leader first, and what a change of one's own pays."""
    seats = sorted(context.world.seats, key=lambda seat: -context.scores[seat])
    rows = [_heading(context, "account_title", width)]
    for seat in seats:
        rows += _seat(context, seat, width)
    return [*rows, Row(), *_change(context, width)]


def _heading(context: QuoVadisContext, key: str, width: int) -> Row:
    bar, title = context.symbols.frame.horizontal, f" {context.say(key)} "
    ink = context.ink
    rest = bar * max(0, width - 1 - cell_width(title))
    return Row(((bar, ink.rule), (title, ink.dim), (rest, ink.rule)))


def _seat(context: QuoVadisContext, seat: Seat, width: int) -> Iterator[Row]:
    ink, symbols = context.ink, context.symbols
    most = max(1, *context.scores)
    names = [context.texts.term("seat", other) for other in context.world.seats]
    column = min(max(map(cell_width, names)), width // 3)
    name, *_ = wrapped(names[seat], column)
    blanks = " " * (column - cell_width(name))
    points = f" {symbols.star}{context.scores[seat]:<3} "
    room = width - 3 - column - cell_width(points)
    marks: list[HexMark] = [
        context.owner(seat),
        (f" {name}{blanks}", ink.owner(seat)),
        (points, ink.strong),
        (symbols.full_block * (max(0, context.scores[seat]) * room // most), ink.owner(seat)),
    ]
    yield Row(tuple(marks))
    sources = [
        f"{context.texts.term('part', part)} {vp}"
        for part, vp in parts(context.world, seat).items()
        if vp
    ]
    lines = wrapped(context.say("and").join(sources) or "0", width - INDENT)
    for line in (*lines, *[""] * (SEAT_ROWS - 1 - len(lines))):
        yield context.text(f"{' ' * INDENT}{line}", ink.dim)


def _change(context: QuoVadisContext, width: int) -> Sequence[Row]:
    """The majorities of the home seat, and what they pay with its generation."""
    world, home, ink = context.world, context.home, context.ink
    rows = [_heading(context, "account_change", width)]
    held = context.say("and").join(majorities(world, home)) or context.say("nobody")
    rows += context.words(context.say("majorities_of", areas=held), width)
    count, cards, vp = change_pays(world, home)
    if not world.players[home].generations:
        return rows
    is_own_turn = world.turn is not None and world.turn.seat == home
    if is_own_turn and not may_change(world, home):
        return [*rows, *context.words(context.say("no_change"), width, ink.dim)]
    text = context.say("change_pays", held=count, cards=cards, vp=vp)
    return [*rows, *context.words(text, width, ink.money)]
