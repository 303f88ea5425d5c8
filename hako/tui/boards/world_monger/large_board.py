"""The larger boards of World Monger: a strip of cards for each civilization, and all prices.

Celts 8$ ↓2 ──────────────────────────────────────────────────── deck 12 ─
●A Ann decides: 2       ╭Share─────╮ ╭Observatory╮ ╭Law Code──╮
Shares, ■B Ben has 2,   │buy it    │ │looks at 3,│ │Villagers │
...                     │at 8$     │ │lays 1 out │ │are worth │
¢ paid ●A 2$, ■B 2$     ╰────────8$╯ ╰──────────1╯ ╰────────1¢╯
"""

from __future__ import annotations

from collections.abc import Sequence

from textual.geometry import Region

from hako.content.world_monger.cards import SHARE
from hako.content.world_monger.state import Civilization
from hako.engine.i18n.width import cell_width
from hako.tui.boards.cards import SIDES, LaidCard, card_row, row_width
from hako.tui.boards.world_monger.deciding_seat import (
    deciding_lines,
    dividend_line,
    put_deciding,
    put_shares,
)
from hako.tui.boards.world_monger.draw_context import Group, WorldMongerContext
from hako.tui.boards.world_monger.price_bars import draw_bars, draw_lines
from hako.tui.boards.world_monger.price_chart import draw_chart
from hako.tui.boards.world_monger.sizes import MANY, WorldMongerStep
from hako.tui.boards.world_monger.supply import draw_supply, draw_supply_cards
from hako.tui.boards.world_monger.two_row_cards import open_cards
from hako.tui.widgets.canvas import wrapped

PANEL = 1
"""The first column of the panel of who decides."""
WIDER = 2
"""Columns by which cards become wider where a text fits by that."""
TALLEST = 2
"""Rows by which a strip may become higher where rows are left over."""


class StripsDrawing:
    """A drawing with a strip of cards for each civilization."""

    def __init__(self, context: WorldMongerContext, step: WorldMongerStep) -> None:
        self.context = context
        self.drawing = context.drawing
        self.ink = context.ink
        self.step = step
        self.left = PANEL + step.panel
        """The first column of cards."""
        count = len(context.world.civilizations)
        spare = max(0, self.drawing.height - step.rows)
        self.strip = step.strip - (count >= MANY) + min(TALLEST, spare // (count + 2))
        """Rows of a civilization."""
        self.card = step.card + max(0, self.drawing.width - step.columns) // MANY
        """Columns of a card, at least."""

    def draw(self, y: int) -> None:
        """Draw civilizations, supply and prices from a row on."""
        for number, civilization in enumerate(self.context.world.civilizations):
            self._heading(y, number, civilization)
            self._panel(y + 1, civilization)
            self._area(y + 1, civilization)
            y += self.strip
        rows = self.drawing.height - y
        if self.step.supply:
            y = draw_supply_cards(self.context, y, self.step.supply, self.step.supply_card)
        else:
            y = draw_supply(self.context, y, rows - self._history, has_ends=self.step.panel > 0)
        rows = self.drawing.height - y
        draw = {"lines": draw_lines, "bars": draw_bars}.get(self.step.prices, draw_chart)
        draw(self.context, y, rows)

    @property
    def _history(self) -> int:
        """The rows kept free for the prices."""
        count = len(self.context.world.civilizations)
        if self.step.prices == "bars":
            return 2 + count * (2 if count < MANY else 1)
        return -(-count // 2)

    # ------------------------------------------------------------------ a civilization

    def _heading(self, y: int, number: int, civilization: Civilization) -> None:
        context = self.context
        is_acting = context.acting == civilization.id
        sign = context.symbols.pointer if is_acting else " "
        line = self.drawing.at(0, y).put(sign, self.ink.accent)
        style = self.ink.strong if is_acting else self.ink.text
        line.put(context.name(civilization.id, 14), style)
        line.put(f"{context.target_key(civilization.id)} ", self.ink.accent)
        price = self.ink.money if civilization.area else self.ink.dim
        line.put(f"{context.price(number)}$ ", price)
        change = context.change(number)
        line.put(f"{change} " if change else "", context.change_style(change))
        self.drawing.place(("civilization", civilization.id), 1, y, line.x - 2)
        deck = self._deck(civilization)
        end = self.drawing.width - 1 - cell_width(deck)
        if not self.step.panel:
            line.at(max(line.x, 20))
            put_deciding(context, line, y, civilization, end - line.x - 1)
        bar = "━" if is_acting else context.symbols.frame.horizontal
        rule = self.ink.accent if is_acting else self.ink.rule
        line.put(bar * (end - line.x - 1), rule).put(f" {deck}", self.ink.dim)
        self.drawing.place(("deck", civilization.id), end, y, cell_width(deck))

    def _deck(self, civilization: Civilization) -> str:
        """The text about deck, discard pile and feature culture, as far as there is room."""
        context = self.context
        texts = [context.say("deck_size", deck=len(civilization.deck))]
        state = context.dividend_state(civilization)
        if state and not self.step.panel:
            sign = context.symbol("dividend")
            is_none = state == "none"
            word = "" if is_none else context.say(f"dividend_{state}")
            texts.insert(0, context.say("no_sign", sign=sign) if is_none else f"{sign} {word}")
        if self.step.panel and civilization.discard:
            top = civilization.discard[-1]
            key = "discarded" if top is None else "discarded_on_top"
            texts.append(context.say(key, discard=len(civilization.discard), card=top))
        if self.step.prices == "chart":
            card = context.feature(civilization.id)
            texts.append(
                context.say("grows" if context.world.left(card) else "grows_none", card=card)
            )
        if expected := context.expected(civilization):
            texts.insert(0, context.say("expected", price=expected))
        return f" {context.symbols.dot} ".join(texts)

    def _panel(self, y: int, civilization: Civilization) -> None:
        """Write the sentence of who decides, the Shares, and the dividend."""
        if not self.step.panel:
            return
        context, width = self.context, self.step.panel - 1
        has_shares = self.step.prices == "chart"
        rows = self.strip - 2 - has_shares
        for row, text in enumerate(deciding_lines(context, civilization, width, rows)):
            context.put_marked(self.drawing.at(PANEL, y + row), text, self.ink.text)
        below = y + self.strip - 2
        if has_shares:
            total = context.cards.civilization[civilization.id].start_deck.get(SHARE, 0)
            line = self.drawing.at(PANEL, below - 1)
            line.put(f"{context.say('of_shares', total=total)} ", self.ink.dim)
            room = self.left - 1 - line.x
            in_figures = sum(civilization.shares) + len(civilization.shares) > room
            if any(civilization.shares):
                put_shares(context, line, below - 1, civilization, in_figures=in_figures)
            else:
                line.put(context.say("none_held"), self.ink.dim)
        text = dividend_line(context, civilization, width)
        is_paid = context.dividend_state(civilization) in ("paid", "ready")
        context.put_marked(
            self.drawing.at(PANEL, below), text, self.ink.money if is_paid else self.ink.dim
        )

    def _area(self, y: int, civilization: Civilization) -> None:
        context, rows = self.context, self.strip - 1
        groups = context.groups(civilization)
        room = Region(self.left, y, self.drawing.width - self.left, rows)
        for width in range(self.card, self.card + WIDER + 1):
            cards = [self._card(civilization, group, rows, width) for group in groups]
            if all(laid.face.lines for laid in cards) or not cards:
                break
        if row_width(cards, width) > room.width:
            width = self.card
            cards = [self._card(civilization, group, rows, width) for group in groups]
        if not _fits(cards, width, room.width):
            brief = [
                context.laid(civilization, group, [context.phrase(group)], width=40, rows=1)
                for group in groups
            ]
            if open_cards(self.drawing, room, brief):
                return
        card_row(self.drawing, room, cards, width)
        for row, text in enumerate(wrapped(context.coming(civilization), room.width - 1)):
            self.drawing.at(self.left, y + row).put(text, self.ink.dim)

    def _card(self, civilization: Civilization, group: Group, rows: int, width: int) -> LaidCard:
        context = self.context
        texts = [context.brief(civilization, group), context.phrase(group)]
        if self.step.has_whole_text:
            texts.insert(0, context.whole_text(civilization, group))
        return context.laid(civilization, group, texts, width=width, rows=rows - SIDES)


def _fits(cards: Sequence[LaidCard], width: int, room: int) -> bool:
    """True if cards fit beside each other, those without text as narrow as their names."""
    taken = [max(laid.face.least, width * laid.has_text) + laid.face.behind + 1 for laid in cards]
    return sum(taken) - 1 <= room
