"""The board in a dozen lines of eighty columns.

turn      $6  ★ 3/8  ☹ 2/3 ...
others    one line each
supply    one line
╭──────╮  the open card, and its text
│      │  the city
╰──────╯  what the deck holds
discard   what can be recycled or upgraded is marked
"""

from __future__ import annotations

from hako.content.flip_city.cards import (
    Face,
    FaceId,
    GainActions,
    GainMoney,
    GainPoints,
    MoneyPerUnhappy,
    RaiseLimit,
    ToDeckTop,
)
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
from hako.tui.widgets.lines import Line, wrapped

LABEL = 9
"""Cells of the words before a row."""
BOX = 20
"""Cells of the open card."""


def draw_small(sketch: Sketch) -> None:
    """Draw everything."""
    width = sketch.drawing.width
    line = sketch.at(1, 0)
    sketch.put_counters(line)
    sketch.put_risk(line)
    sketch.drawing.place(TURN, 0, 0, width)
    y = 1
    for seat in sketch.city.others(sketch.seat):
        sketch.put_player(sketch.at(1, y), seat)
        sketch.drawing.place(Other(seat), 0, y, width)
        y += 1
    y += sketch.drawing.height - y > 9  # one line of air where there is room for it
    _draw_supply(sketch, y)
    y += 1 + (sketch.drawing.height - y > 8)
    _draw_open_card(sketch, y)
    _draw_city(sketch, y + 2)
    _draw_contents(sketch, y + 3)
    _draw_discard(sketch, y + 4)


def _draw_supply(sketch: Sketch, y: int) -> None:
    """Each pile: cost, cost of developing, cards left; what money buys now stands out."""
    ink = sketch.ink
    line = sketch.at(1, y).put(sketch.say("supply"), ink.dim, LABEL)
    for of in sketch.city.supply:
        face, start = sketch.face(of.face), line.x
        line.put(f" {sketch.short(of.face)} ", sketch.paint(of.face))
        for sign, cost in ((" $", face.cost), ("/", face.develop_cost)):
            line.put(sign, ink.dim)
            line.put(str(cost), ink.money if of.left and sketch.pays(cost) else ink.dim)
        line.put(f" {sketch.symbols.times}{of.left}", ink.text if of.left else ink.danger)
        sketch.drawing.place(PileOf(of.face), start, y, line.x - start)
        line.put("  ", ink.text)


def _draw_open_card(sketch: Sketch, y: int) -> None:
    """The deck's top card; its text to the right."""
    ink, board = sketch.ink, sketch.board
    sketch.heading(1, y, sketch.say("deck", cards=len(board.deck)), BOX - 1)
    sketch.drawing.place(DECK, 1, y + 1, BOX - 1, 3)
    top = board.deck[0] if board.deck else None
    if top is None:
        words = sketch.say("deck_unseen_short" if board.deck else "deck_empty_short")
        sketch.at(2, y + 1).put(words, ink.dim, BOX - 2)
        return
    face = sketch.face(top)
    for number, words in enumerate((sketch.name(top), sketch.icons(face), "")):
        sketch.at(1, y + 1 + number).put(f" {words}", sketch.paint(top), BOX - 1)
    text = wrapped(face.text.say(sketch.scene.texts.language), sketch.drawing.width - BOX - 3)
    for number, part in enumerate(text[:2]):
        sketch.at(BOX + 2, y + number).put(part, ink.text)


def _draw_city(sketch: Sketch, y: int) -> None:
    ink, width = sketch.ink, sketch.drawing.width
    line = sketch.at(BOX + 2, y).put(sketch.say("city"), ink.dim, LABEL)
    sketch.drawing.place(CITY, BOX + 2, y, width - BOX - 2)
    played = sketch.board.city
    room = (width - line.x) // 5
    if len(played) > room:
        line.put(f"{sketch.symbols.ellipsis}+{len(played) - room + 1} ", ink.dim)
        played = played[len(played) - room + 1 :]
    for face in played:
        line.put(f" {sketch.short(face)[:3]} ", sketch.paint(face))


def _draw_contents(sketch: Sketch, y: int) -> None:
    line = sketch.at(BOX + 2, y).put(sketch.say("contents"), sketch.ink.dim, LABEL)
    sketch.drawing.place(CONTENTS, BOX + 2, y, sketch.drawing.width - BOX - 2)
    for face, copies in sketch.counted(sketch.board.deck_cards()):
        _put_copies(sketch, line, face, copies)
        line.put("  ", sketch.ink.text)


def _draw_discard(sketch: Sketch, y: int) -> None:
    """What lies in the discard pile; a sign and its gain or price after what can be flipped."""
    ink, width = sketch.ink, sketch.drawing.width
    line = sketch.at(1, y).put(sketch.say("discard"), ink.dim, LABEL)
    start = line.x
    for face, copies in sketch.counted(sketch.board.discard):
        if line.x > width - 13:
            y += 1
            line = sketch.at(start, y)
        left = line.x
        _put_copies(sketch, line, face, copies)
        put_flip(sketch, line.put(" ", ink.text), sketch.face(face))
        sketch.drawing.place(Discarded(face), left, y, line.x - left)
        line.put("  ", ink.text)


def put_flip(sketch: Sketch, line: Line, face: Face) -> None:
    """What flipping a card of the discard pile costs or brings."""
    ink = sketch.ink
    if face.recycle is not None:
        line.put(f"{sketch.symbols.recycle}{bonus(sketch, face)}", ink.good)
    elif face.upgrade_cost is not None:
        style = ink.money if sketch.pays(face.upgrade_cost) else ink.dim
        line.put(f"{sketch.symbols.upgrade}{face.upgrade_cost}", style)


def bonus(sketch: Sketch, face: Face) -> str:
    """What recycling a face brings, in a few signs."""
    symbols = sketch.symbols
    match face.recycle:
        case GainMoney(amount):
            return f"${amount}"
        case GainPoints(amount):
            return f"{symbols.star}{amount}"
        case RaiseLimit(amount):
            return f"{symbols.unhappy}+{amount}"
        case GainActions(amount):
            return f"+{amount}"
        case ToDeckTop():
            return symbols.arrow
        case MoneyPerUnhappy():
            return f"${symbols.unhappy}"
        case None:
            return ""


def _put_copies(sketch: Sketch, line: Line, face: FaceId, copies: int) -> None:
    line.put(f" {sketch.short(face)} ", sketch.paint(face))
    line.put(str(copies), sketch.ink.text if copies > 1 else sketch.ink.dim)
