"""The supply of World Monger: its piles in words, or as cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from textual.geometry import Region

from hako.content.world_monger.cards import CardId
from hako.content.world_monger.state import Pile
from hako.engine.i18n.width import cell_width
from hako.tui.boards.cards import SIDES, CardFace, LaidCard, card_row, longest_fitting
from hako.tui.boards.world_monger.draw_context import WorldMongerContext

LEFT = 5
"""Cells for the number of cards left."""


class _PileText(NamedTuple):
    """A pile in words."""

    card: CardId
    name: str
    left: str
    worth: str

    @property
    def cells(self) -> int:
        return cell_width(f"{self.name} {self.left} {self.worth}".rstrip())


def draw_supply(context: WorldMongerContext, y: int, rows: int, *, has_ends: bool = False) -> int:
    """Draw the heading and the piles in words, in so many rows; the next free row.

    In a single row there is no heading. Where rows are short, names are, too, and what a card is
    worth is left out: `Merchant Ship ×7 1`, `Merchant Ship ×7`, `Ship ×7`, `Ship7`, `SHP ×7`, `SHP7`.
    """
    has_heading = rows > 1
    rows -= has_heading
    piles = context.world.supply
    width = context.drawing.width
    columns, lines, has_worth, is_tight = 0, list[Sequence[_PileText]](), False, False
    for name, has_worth, layout in (
        (context.card, True, "even"),
        (context.card, True, "loose"),
        (context.card, False, "loose"),
        (context.last_word, False, "loose"),
        (context.last_word, False, "tight"),
        (context.short, True, "loose"),
        (context.short, False, "loose"),
        (context.short, False, "tight"),
    ):
        is_tight = layout == "tight"
        texts = [_text(context, pile, name(pile.card), has_worth, has_ends) for pile in piles]
        columns = width // (max(text.cells for text in texts) + 3) if layout == "even" else 0
        gap = -1 if is_tight else 2
        lines = [*(_even(texts, columns) if columns else _broken(texts, width - 1, gap))]
        if len(lines) <= rows:
            break
    if has_heading:
        worth_key = "supply_words_ends" if has_ends else "supply_words"
        _heading(context, y, worth_key if has_worth else "supply_left")
    y += has_heading
    for row, line in enumerate(lines, y):
        _row(context, row, line, width // columns if columns else 0, is_tight=is_tight)
    return y + len(lines)


def draw_supply_cards(context: WorldMongerContext, y: int, rows: int, width: int) -> int:
    """Draw the piles as cards of so many rows, or in words where they are too wide.

    Where names leave no room for keys, those stand beside the number of cards left.
    """
    room = context.drawing.width - 1
    for cells, has_key_below in product(range(width, 0, -1), (False, True)):
        cards = [
            _card(context, pile, rows, cells, has_key_below=has_key_below)
            for pile in context.world.supply
        ]
        if sum(max(cells, laid.face.least) + 1 for laid in cards) <= room + 1:
            break
    else:
        return draw_supply(context, y, rows + 1, has_ends=True)
    _heading(context, y, "supply")
    card_row(context.drawing, Region(1, y + 1, room, rows), cards, cells)
    return y + 1 + rows


def _heading(context: WorldMongerContext, y: int, key: str) -> None:
    heading = context.say(key)
    text, style = context.clock(context.drawing.width - cell_width(heading) - 8)
    start = context.heading(y, heading, text, end_style=style)
    context.drawing.place(("clock",), start, y, cell_width(text))


def _text(
    context: WorldMongerContext, pile: Pile, name: str, has_worth: bool, has_ends: bool
) -> _PileText:
    left = f"{context.symbols.times}{pile.left}" if pile.left else context.say("none_left")
    worth = context.pile_worth(pile.card, has_end=has_ends) if pile.left and has_worth else ""
    return _PileText(pile.card, name, left, worth)


def _even(texts: Sequence[_PileText], columns: int) -> Iterator[Sequence[_PileText]]:
    """The piles in rows of equal length."""
    for start in range(0, len(texts), max(1, columns)):
        yield texts[start : start + max(1, columns)]


def _broken(texts: Sequence[_PileText], width: int, gap: int = 2) -> Iterator[Sequence[_PileText]]:
    """The piles in rows as long as they fit, with so many cells between them."""
    row: list[_PileText] = []
    taken = 0
    for text in texts:
        if row and taken + text.cells > width:
            yield row
            row, taken = [], 0
        row.append(text)
        taken += text.cells + gap
    yield row


def _row(
    context: WorldMongerContext,
    y: int,
    texts: Sequence[_PileText],
    width: int,
    *,
    is_tight: bool,
) -> None:
    """Write piles in columns of a width, or one after another where it is 0.

    Where the row is tight, the numbers stand right after the names.
    """
    x = 1
    for number, text in enumerate(texts):
        x = 1 + number * width if width else x
        place = ("pile", text.card)
        line = context.drawing.at(x, y).put(text.name, context.style(text.card, place))
        key = context.key(place)
        if not is_tight:
            line.put(f"‹{key}›" if key and width else " ", context.ink.accent)
        if width:
            line.at(max(line.x, x + width - LEFT - 6))
        left = text.left.removeprefix(context.symbols.times) if is_tight else text.left
        line.put(left, context.left_style(text.card))
        line.put(f" {text.worth}".rstrip(), context.ink.dim)
        context.drawing.place(place, x, y, line.x - x)
        x = line.x + (1 if is_tight else 2)


def _card(
    context: WorldMongerContext, pile: Pile, rows: int, width: int, *, has_key_below: bool
) -> LaidCard:
    """A pile as a card; its key stands behind the number of cards left, or in its upper edge."""
    place = ("pile", pile.card)
    printed, key = context.cards.card[pile.card], context.key(place)
    foot = context.say("pile_worth", worth=context.pile_worth(pile.card)) if pile.left else ""
    face = CardFace(context.card(pile.card), (), foot, 0, "" if has_key_below else key)
    counts = [context.say("pile_left", left=pile.left), f"{context.symbols.times}{pile.left}"]
    end, inside = context.end(printed), max(width, face.least) - SIDES
    counts = counts if pile.left else [context.say("none_left")]
    if key and has_key_below:
        counts = [f"{count} ‹{key}›" for count in counts]
    lines = [*longest_fitting(counts, inside, 1)]
    if end != "0":
        lines += longest_fitting([context.say("pile_end", end=end)], inside, 1)
    language = context.texts.language
    effects = [text.text(language) for text in (printed.brief, printed.phrase) if text is not None]
    lines += longest_fitting(effects, inside, rows - SIDES - len(lines))
    style = context.left_style(pile.card)
    return LaidCard(
        CardFace(face.name, lines, foot, 0, face.key), place, context.style(pile.card, place), style
    )
