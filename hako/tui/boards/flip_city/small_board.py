"""The board of Flip City in the smallest step: cards as their edges, all in one flow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textual.geometry import Region

from hako.tui.boards.flip_city.card_flow import (
    FlowItem,
    city_flow,
    draw_flow,
    flow_rows,
    own_flow,
)
from hako.tui.boards.flip_city.supply import draw_piles
from hako.tui.boards.flip_city.table_drawing import LEAST_PILE, TableDrawing
from hako.tui.boards.flip_city.turn_and_deck import draw_deck, draw_turn

RIVALS_IN_ROWS = 2
"""Rivals that have a row each; more share rows."""


class _Layout(NamedTuple):
    """A way to draw the parts."""

    flow: Sequence[FlowItem]
    """The cards of the city, and the own other ones."""
    deck: int
    """Rows of the card on the deck."""
    pile: int
    """Rows of a pile; without its lower edge in the fewest."""


class SmallDrawing(TableDrawing):
    """A drawing of everything in few rows: names become shorter first, then the open card lower."""

    def draw(self) -> None:
        """Draw all parts in the first way that fits."""
        drawing = self.drawing
        top = draw_turn(self.context, 0)
        rivals = len(self.rivals)
        shared = rivals > RIVALS_IN_ROWS
        room = drawing.height - top - (-(-rivals // 2) if shared else rivals)
        for layout in self._layouts_small():
            if layout.deck + layout.pile + flow_rows(layout.flow, self._room) <= room:
                break
        y = draw_deck(self.context, top, self.step.deck[0], layout.deck)
        y = draw_flow(drawing, Region(1, y, self._room, 1), layout.flow)
        y = draw_piles(self.context, y, self.step, layout.pile)
        columns = 1 + shared
        width = drawing.width // columns
        for number, seat in enumerate(self.rivals):
            self.rival_row(y + number // columns, seat, number % columns * width, width)

    def _layouts_small(self) -> Iterator[_Layout]:
        context, high = self.context, self.step.deck[1]
        own = {name: own_flow(context, name) for name in (context.name, context.short)}
        for name, deck in (
            (context.name, high),
            (context.short, high),
            (context.short, high - 1),
        ):
            for is_grouped in (False, True):
                flow = [*city_flow(context, name, is_grouped=is_grouped), *own[name]]
                yield _Layout(flow, deck, self.step.supply)
        code = context.code
        flow = [*city_flow(context, code, is_grouped=True), *own_flow(context, code)]
        for deck in (high, high - 1):
            yield _Layout(flow, deck, self.step.supply)
        yield _Layout(flow, high - 1, LEAST_PILE)
