"""The seat panel: the players, their scores, and whose turn it is."""

from __future__ import annotations

from msgspec import Struct
from textual.geometry import Size
from textual.strip import Strip

from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat, letter
from hako.tui.theme.truncation import shortened
from hako.tui.widgets.canvas import StyledLine
from hako.tui.widgets.line_panel import LinePanel

_NAME = 8
"""Cells that a name has beside the time of its player, at least."""


class SeatStatus(Struct, frozen=True):
    """The status of a seat."""

    seat: Seat
    name: str
    score: int
    is_awaited: bool
    is_thinking: bool
    kind: str
    """Bot and its level, or that it is a player here; may be empty."""
    label: str = ""
    """The word for a score that is not points: before it, if there is room."""
    clock: str = ""
    """The time that the player has left, where it is shown."""
    is_away: bool = False
    """True if the player of the seat is offline."""
    facts: str = ""
    """The possessions of a seat besides its score, such as gold; behind it, where there is room."""


class SeatPanel(LinePanel):
    """All seats: side by side in one line, or one below the other where there is room."""

    DEFAULT_CSS = """
    SeatPanel {
        height: 1;
        background: $surface;
    }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._places: tuple[SeatStatus, ...] = ()

    def show(self, places: tuple[SeatStatus, ...]) -> None:
        """Show these seats."""
        self._places = places
        self.repaint()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's signature
        """A row for each seat, where the height is free."""
        return len(self._places)

    def count(self) -> int:
        return 1 if self.rows == 1 else len(self._places)

    def paint(self, index: int) -> Strip:
        line = self.line()
        if self.rows > 1:
            self._put(line, self._places[index], self.columns)
        elif self._places:
            width = self.columns // len(self._places)
            for number, place in enumerate(self._places):
                self._put(line.at(number * width), place, width)
        return line.strip()

    async def on_click(self) -> None:
        """Show the breakdown of the scores."""
        await self.run_action("screen.command('standing')")

    def _put(self, line: StyledLine, place: SeatStatus, width: int) -> None:
        styles, symbols = self.ink, self.symbols
        end = line.x + width
        line.put(symbols.pointer if place.is_awaited else " ", styles.accent)
        line.put(f"{symbols.owner(place.seat)}{letter(place.seat)} ", styles.owner(place.seat))
        name = f"{place.name} {symbols.ellipsis}" if place.is_thinking else place.name
        score = f"{place.label or symbols.star}{place.score}"
        if place.label and line.x + cell_width(f"{name} {score}") >= end:
            score = str(place.score)
        if place.clock and line.x + cell_width(f"{place.clock} {score}") + _NAME <= end:
            score = f"{place.clock} {score}"
        facts = f"  {place.facts}" if place.facts else ""
        if facts and line.x + cell_width(f"{name} {score}{facts}") > end:
            # its letter tells whose it is
            name = "" if line.x + cell_width(f"{score}{facts}") <= end else name
        room = end - line.x - cell_width(score) - 2
        style = styles.strong if place.is_awaited else styles.text
        name = shortened(f"({name})" if place.is_away else name, room, symbols)
        line.put(name, styles.dim if place.is_away else style)
        line.put(f" {score}" if name else score, styles.strong)
        if facts and line.x + cell_width(facts) <= end:
            line.put(facts, styles.money)
