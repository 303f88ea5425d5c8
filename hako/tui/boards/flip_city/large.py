"""The board where there is room: cards as cards.

turn
supply    fronts as cards, what their backs are below
deck      the open card with its text | the city, card by card
deck holds | discard pile, one face a line
others    with all that they own
"""

from __future__ import annotations

from collections.abc import Iterable

from textual.geometry import Region

from hako.content.flip_city.cards import Face, FaceId
from hako.tui.boards.flip_city.sketch import (
    CITY,
    CONTENTS,
    DECK,
    TURN,
    Discarded,
    Other,
    PileOf,
    Sketch,
)
from hako.tui.boards.flip_city.small import put_flip
from hako.tui.widgets.lines import wrapped

CARD = 25
"""Cells of a card of the supply, with the gap after it, if there is room."""
OPEN = 30
"""Cells of the open card."""
TILE = 9
"""Cells of a card in the city, with the gap after it."""


def draw_large(sketch: Sketch) -> None:
    """Draw everything."""
    width = sketch.drawing.width
    line = sketch.at(2, 1)
    sketch.put_counters(line)
    sketch.put_risk(line)
    sketch.drawing.place(TURN, 0, 0, width, 3)
    _draw_supply(sketch, 3)
    _draw_open_card(sketch, 15)
    _draw_city(sketch, OPEN + 4, 15)
    _draw_counts(sketch, 25)
    _draw_others(sketch, 35)


def _card(sketch: Sketch, region: Region, face: FaceId, lines: Iterable[str]) -> None:
    """A card: a coloured field with its name on top."""
    paint = sketch.paint(face)
    x, y, width, height = region
    written = [f" {sketch.name(face)}", *(f" {line}" for line in lines)]
    for row in range(height):
        sketch.at(x, y + row).put(written[row] if row < len(written) else "", paint, width)


def _draw_supply(sketch: Sketch, y: int) -> None:
    ink = sketch.ink
    sketch.heading(2, y, sketch.say("supply"), sketch.drawing.width - 4)
    piles = sketch.city.supply
    card = min(CARD, (sketch.drawing.width - 4) // len(piles))
    for number, of in enumerate(piles):
        x = 2 + number * card
        front, back = sketch.face(of.face), sketch.face(sketch.city.content.other_side[of.face])
        lines = [sketch.icons(front), *_text(sketch, front, card - 3)]
        _card(sketch, Region(x, y + 1, card - 1, 6), front.id, lines)
        _card(sketch, Region(x, y + 7, card - 1, 2), back.id, [sketch.icons(back)])
        for row, key, cost in ((9, "buy", front.cost), (10, "develop", front.develop_cost)):
            line = sketch.at(x, y + row).put(f"{sketch.say(key)} ", ink.dim)
            line.put(f"${cost}", ink.money if of.left and sketch.pays(cost) else ink.dim)
            if key == "buy":
                left = f"{sketch.symbols.times}{of.left}"
                line.at(x + card - 5).put(
                    left, ink.strong if of.left else ink.danger, 4, right=True
                )
        sketch.drawing.place(PileOf(of.face), x, y + 1, card - 1, 10)


def _draw_open_card(sketch: Sketch, y: int) -> None:
    ink, board = sketch.ink, sketch.board
    sketch.heading(2, y, sketch.say("deck", cards=len(board.deck)), OPEN)
    sketch.drawing.place(DECK, 2, y + 1, OPEN, 8)
    top = board.deck[0] if board.deck else None
    if top is None:
        words = sketch.say("deck_empty" if not board.deck else "deck_unseen")
        for number, part in enumerate(wrapped(words, OPEN - 4)):
            sketch.at(4, y + 2 + number).put(part, ink.dim)
        return
    face = sketch.face(top)
    lines = ["", sketch.icons(face), "", *_text(sketch, face, OPEN - 2)]
    _card(sketch, Region(2, y + 1, OPEN, 8), top, lines)


def _draw_city(sketch: Sketch, x: int, y: int) -> None:
    """Tiles of the cards played, in the order of play; two rows of them, the last ones shown."""
    width = sketch.drawing.width - x - 2
    played = sketch.board.city
    sketch.heading(x, y, f"{sketch.say('city')} {len(played)}", width)
    sketch.drawing.place(CITY, x, y + 1, width, 8)
    across = max(1, width // TILE)
    if len(played) > 2 * across:
        played = played[-2 * across :]
    for number, face in enumerate(played):
        row, column = divmod(number, across)
        at = Region(x + column * TILE, y + 1 + 4 * row, TILE - 1, 3)
        paint = sketch.paint(face)
        for line, words in enumerate((sketch.short(face), sketch.icons(sketch.face(face)), "")):
            sketch.at(at.x, at.y + line).put(f" {words}", paint, at.width)


def _draw_counts(sketch: Sketch, y: int) -> None:
    """What the deck holds, and the discard pile with what flipping costs or brings."""
    ink, board, times = sketch.ink, sketch.board, sketch.symbols.times
    half = sketch.drawing.width // 2
    sketch.heading(2, y, sketch.say("contents_long"), half - 4)
    sketch.drawing.place(CONTENTS, 2, y + 1, half - 4, 9)
    for row, (face, copies) in enumerate(sketch.counted(board.deck_cards())[:9]):
        line = sketch.at(2, y + 1 + row).put(f" {sketch.name(face)}", sketch.paint(face), 24)
        line.put(f" {times}{copies}", ink.strong).put(
            f"  {sketch.icons(sketch.face(face))}", ink.dim
        )
    sketch.heading(half, y, sketch.say("discard_long", cards=len(board.discard)), half - 2)
    for row, (face, copies) in enumerate(sketch.counted(board.discard)[:9]):
        line = sketch.at(half, y + 1 + row).put(f" {sketch.name(face)}", sketch.paint(face), 24)
        line.put(f" {times}{copies}", ink.strong).put("  ", ink.text)
        put_flip(sketch, line, sketch.face(face))
        sketch.drawing.place(Discarded(face), half, y + 1 + row, half - 2)


def _draw_others(sketch: Sketch, y: int) -> None:
    others = list(sketch.city.others(sketch.seat))
    if others:
        sketch.heading(2, y, sketch.say("others"), sketch.drawing.width - 4)
    lines = 3 if sketch.drawing.height - y > 3 * len(others) else 1
    for number, seat in enumerate(others):
        row = y + 1 + lines * number
        sketch.put_player(sketch.at(2, row), seat)
        sketch.drawing.place(Other(seat), 2, row, sketch.drawing.width - 4, min(2, lines))
        if lines == 1:
            continue
        line = sketch.at(4, row + 1)
        for face, copies in sketch.counted(sketch.city.boards[seat].owned()):
            line.put(f" {sketch.short(face)} ", sketch.paint(face))
            line.put(f"{copies} ", sketch.ink.dim)


def _text(sketch: Sketch, face: Face, width: int) -> list[str]:
    return wrapped(face.text.say(sketch.scene.texts.language), width)
