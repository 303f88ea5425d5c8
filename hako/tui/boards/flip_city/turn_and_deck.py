"""The upper part of the board of Flip City: the turn, the card on the deck, the chances of a bust.

Turn 23  money 9$  unhappy ☹☹☹· 3 of 4  points ★······· 1 of 8  city 7 of 18
╭Shopping Mall─────────────────────‹1›╮  bust   this card   0%
│gives 3$ ★        flipped back: +2$  │         two cards 100% ██████████
│other side: Convenience Store, 1$    │
╰─────────────────the last of the deck╯
"""

from __future__ import annotations

from textual.geometry import Region

from hako.engine.i18n.width import cell_width
from hako.tui.boards.cards import SIDES, CardFace, card, longest_fitting
from hako.tui.boards.flip_city.draw_context import FlipCityContext
from hako.tui.boards.flip_city.turn_counts import bust_counts, paid_now, turn_counts
from hako.tui.widgets.canvas import wrapped

ODDS = 31
"""Cells beside the card on the deck, at least."""
BAR = 20
"""Cells of the bar of a chance, at most."""
OFFER = 24
"""Cells for a face with its price behind a label; the label is short where there are fewer."""


def draw_turn(context: FlipCityContext, y: int) -> int:
    """Write the counts of the turn, in as many rows as they take; the next free row."""
    drawing = context.drawing
    counts, turn = turn_counts(context), context.say("turn", number=context.city.turn.number)
    every = frozenset(counter.key for counter in counts)
    for number, signed in ((turn, every), (turn, {"unhappy"}), ("", {"unhappy"}), ("", {})):
        texts = [
            f"{counter.label} {counter.signs if counter.key in signed else ''}{counter.value}"
            for counter in counts
        ]
        taken = cell_width(number) + sum(2 + cell_width(text) for text in texts)
        if taken < drawing.width or drawing.height > TWO_ROWS:
            break
    line = drawing.at(1 if number else -1, y).put(number, context.ink.strong)
    for counter in counts:
        signs = counter.signs if counter.key in signed else ""
        cells = cell_width(f"{counter.label} {signs}{counter.value}")
        if line.x + 2 + cells > drawing.width:
            y, line = y + 1, drawing.at(-1, y + 1)
        x = line.at(line.x + 2).x
        line.put(f"{counter.label} ", context.ink.dim).put(signs, counter.style)
        line.put(counter.value, counter.style)
        drawing.place(("count", counter.key), x, y, line.x - x)
    return y + 1


TWO_ROWS = 20
"""Rows of a board from which on the counts may take two rows."""


def draw_deck(context: FlipCityContext, y: int, width: int, height: int) -> int:
    """Draw the card on the active seat's deck, with the chances of a bust; the next free row."""
    drawing, x = context.drawing, int(context.drawing.width >= 80)
    width = min(width, drawing.width - x - ODDS)
    deck = context.city.boards[context.active].deck
    face = deck[0] if deck else None
    left = len(deck)
    foot = context.say("last_card") if left == 1 else context.say("deck_left", left=left)
    if face is None:
        text = context.say("top_hidden" if deck else "no_deck")
        shown = CardFace("?" if deck else "", wrapped(text, width - SIDES), foot if deck else "")
        edge = context.ink.dim
    else:
        lines = _deck_lines(context, face, width - SIDES, height - 2)
        shown = CardFace(context.name(face), lines, foot, 0, context.key(("top",)))
        edge = context.style(face)
    card(drawing, Region(x, y, width, height), shown, edge, context.ink.text)
    drawing.place(("top",), x, y, width, height)
    _odds(context, x + width + 2, y, height)
    return y + height


def _deck_lines(context: FlipCityContext, face: str, width: int, rows: int) -> list[str]:
    """The gains of a face, its text and its other side, as far as the rows reach."""
    printed, other = context.face(face), context.cards.other_side[face]
    icons, mark = context.icons(face), context.flip_text(face)
    gains = context.say("gives", icons=icons)
    if rows <= SIDES:
        effect = context.with_effect(gains, face), context.with_effect(icons, face)
        first = next((text for text in effect if cell_width(text) <= width), gains)
        turned = context.say("flip_to", flip=mark, face=other, icons=context.icons(other))
        second = longest_fitting([turned, context.name(other)], width, 1)
        return [_between(first, mark, width), *second] if rows < SIDES else [first, *second]
    side = context.say("other_side", face=other, icons=context.icons(other))
    effects = bool(context.brief(face))
    below = list(longest_fitting([side, context.name(other)], width, rows - 1 - effects))
    texts = [printed.text.text(context.texts.language), context.brief(face)]
    words = list(longest_fitting(texts, width, rows - 1 - len(below)))
    return [_between(gains, mark, width), *words, *below][:rows]


def _between(start: str, end: str, width: int) -> str:
    """A text at the start of a line and another at its end; the first alone where both do not fit."""
    free = width - cell_width(start) - cell_width(end)
    return f"{start}{' ' * free}{end}" if end and free >= 2 else start


def _odds(context: FlipCityContext, x: int, y: int, rows: int) -> None:
    """Write the chances of a bust with bars, and below them what the money buys."""
    drawing, chances = context.drawing, bust_counts(context)
    if drawing.width - x < 12:
        return
    label = context.say("bust")
    labels = x + cell_width(label) + 2
    if chances:
        drawing.at(x, y).put(label, context.ink.dim)
        names = max(cell_width(counter.label) for counter in chances)
        bar = min(BAR, drawing.width - labels - names - 8)
        for row, counter in enumerate(chances[:rows], y):
            line = drawing.at(labels, row).put(counter.label, context.ink.text, names)
            line.put(counter.value, counter.style, 5, right=True).at(line.x + 1)
            filled = round(max(0, bar) * int(counter.value.rstrip("%")) / 100)
            line.put(context.symbols.full_block * filled, counter.style)
            drawing.place(("count", counter.key), labels, row, names + 6)
    _buys(context, x, y + len(chances) + bool(chances and rows > 5), y + rows)


def _buys(context: FlipCityContext, x: int, y: int, end: int) -> None:
    """Write what the money buys and flips with the prices, the dearest first, as far as rows go."""
    drawing = context.drawing
    for key, offers in paid_now(context):
        if y >= end:
            return
        keys = [name for name in (key, f"{key}_short") if f"board.{name}" in context.texts]
        room = drawing.width - x - OFFER
        label = next((text for text in map(context.say, keys) if cell_width(text) <= room), "")
        label = label or context.say(keys[-1])
        line = drawing.at(x, y).put(f"{label} ", context.ink.dim)
        left = line.x
        for face, cost in offers:
            names = [context.name(face), context.short(face)]
            room = drawing.width - left
            name = next((name for name in names if cell_width(name) + 5 <= room), names[-1])
            cells = cell_width(f"{name} {cost}$")
            if line.x > left and line.x + cells > drawing.width:
                y += 1
                if y >= end:
                    return
                line = drawing.at(left, y)
            line.put(name, context.style(face)).put(f" {cost}$", context.ink.money)
            line.at(line.x + 2)
        y += 1
