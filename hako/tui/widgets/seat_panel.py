"""The seat panel: the players, their scores, what they have, and whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from textual.geometry import Size
from textual.strip import Strip

from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat, letter
from hako.tui.theme.truncation import shortened
from hako.tui.widgets.canvas import StyledLine
from hako.tui.widgets.line_panel import LinePanel

MARK = 4
"""Cells before a name: whether its seat is awaited, and its mark."""
LEAST_NAME = 4
"""Cells of a name beside what its seat has; in fewer the letter tells whose it is."""
TIMED_NAME = 8
"""Cells that a name has beside the time of its player, at least."""
THINKING = 2
"""Cells behind a name for the sign that its player thinks."""
GAP = 2
"""Cells between a score and what its seat has."""


class SeatStatus(Struct, frozen=True):
    """The status of a seat."""

    seat: Seat
    name: str
    score: int
    is_awaited: bool
    is_thinking: bool
    label: str = ""
    """The word for a score that is not points: before it, if there is room and no heading has it."""
    sign: str = ""
    """The sign behind such a score."""
    clock: str = ""
    """The time that the player has left, where it is shown."""
    is_away: bool = False
    """True if the player of the seat is offline."""
    facts: Sequence[str] = ()
    """The possessions of the seat besides its score, such as gold: a text, and ever shorter ones."""


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
        self.title = ""
        """The title, where there is a title line."""
        self.heading = ""
        """The heading of scores that are not points, at the end of the title line."""
        self._places: tuple[SeatStatus, ...] = ()

    def show(self, places: tuple[SeatStatus, ...]) -> None:
        """Show these seats."""
        self._places = places
        self.repaint()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's signature
        """A row for each seat, where the height is free."""
        return len(self._places)

    def count(self) -> int:
        return len(self._places) if self._has_rows else 1

    def paint_head(self) -> Strip:
        return self.line().rule(self.title, self.heading, self.ink).strip()

    def paint(self, index: int) -> Strip:
        line = self.line()
        if self._has_rows:
            self._put(line, self._places[index], self.columns)
        elif self._places:
            width = self.columns // len(self._places)
            for number, place in enumerate(self._places):
                self._put(line.at(number * width), place, width)
        return line.strip()

    async def on_click(self) -> None:
        """Show the breakdown of the scores."""
        await self.run_action("screen.command('standing')")

    @property
    def _has_rows(self) -> bool:
        """True if each seat has a row."""
        return self.rows - self.has_head > 1

    @property
    def _has_column(self) -> bool:
        """True if the scores stand below their heading, at the ends of the rows."""
        return self._has_rows and self.has_head and bool(self.heading)

    def _put(self, line: StyledLine, place: SeatStatus, width: int) -> None:
        ink, end = self.ink, line.x + width
        line.put(self.symbols.pointer if place.is_awaited else " ", ink.accent)
        line.put(f"{self.symbols.owner(place.seat)}{letter(place.seat)} ", ink.owner(place.seat))
        facts = self._facts(place, width)
        taken = GAP + cell_width(facts) if facts else 0
        score = self._score(place, end - line.x - taken)
        room = end - line.x - cell_width(score) - 1 - taken
        column = line.x + min(room, self._longest_name + THINKING)
        if not facts or room >= LEAST_NAME:
            self._put_name(line, place, room if facts else room - 1)
        if self._has_rows and facts and room >= LEAST_NAME:
            line.at(max(line.x, column))
        if self._has_column:
            line.at(line.x + 1).put(facts, ink.money)
            line.at(end - cell_width(score)).put(score, ink.strong)
            return
        line.put(f" {score}" if room >= LEAST_NAME or not facts else score, ink.strong)
        if facts:
            line.put(f"{' ' * GAP}{facts}", ink.money)

    def _put_name(self, line: StyledLine, place: SeatStatus, room: int) -> None:
        ink, symbols = self.ink, self.symbols
        name = f"{place.name} {symbols.ellipsis}" if place.is_thinking else place.name
        name = shortened(f"({name})" if place.is_away else name, room, symbols)
        style = ink.strong if place.is_awaited else ink.text
        line.put(name, ink.dim if place.is_away else style)

    def _score(self, place: SeatStatus, room: int) -> str:
        """The score of a seat, with its word and the time left where its name leaves room."""
        score = f"{place.score}{place.sign}" if place.label else f"{self.symbols.star}{place.score}"
        name = cell_width(place.name) + (THINKING if place.is_thinking else 0)
        has_word = name + cell_width(f" {place.label}{score}") < room and not self._has_column
        score = f"{place.label}{score}" if has_word else score
        if place.clock and cell_width(f"{place.clock} {score}") + TIMED_NAME <= room:
            score = f"{place.clock} {score}"
        return score

    # ------------------------------------------------------------------ what seats have

    @property
    def _longest_name(self) -> int:
        return max(cell_width(place.name) for place in self._places)

    def _facts(self, place: SeatStatus, width: int) -> str:
        """The possessions of a seat, in the longest text that leaves all seats room for their names.

        In the shortest one names give way; nothing where even that does not fit.
        """
        room = width - MARK - self._longest_name - THINKING - 1
        for number in range(len(place.facts)):
            if all(self._beside_name(one, number) <= room for one in self._places):
                return place.facts[number]
        fits = bool(place.facts) and MARK + self._beside_name(place, -1) <= width
        return place.facts[-1] if fits else ""

    def _beside_name(self, place: SeatStatus, number: int) -> int:
        """The cells of a score and of a text about what its seat has."""
        score = f"{place.score}{place.sign or self.symbols.star}"
        return cell_width(f"{place.facts[number]}{score}") + GAP
