"""The hint panel: the recommended action and the next best one, with what was measured of both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.style import Style
from textual.strip import Strip

from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.widgets.canvas import wrapped
from hako.tui.widgets.line_panel import LinePanel

BESIDE = 56
"""Columns from which on the bar of an action stands beside its name."""

BAR = 20
"""The most cells of a bar beside a name."""


def least_rows(columns: int) -> int:
    """The rows for two actions, their figures and a sentence in so many columns."""
    return 3 if columns >= BESIDE else 6


class MeasuredAction(NamedTuple):
    """An action, and what was measured of it."""

    text: str
    chance: float
    """The chance to win, 0 to 1."""
    figures: str
    """The chance in percent with its error."""
    games: str
    """The games won, of those played on."""
    agrees: bool
    """True if the games alone give the same chance."""


class _HintRow(NamedTuple):
    text: str
    style: Style
    end: str = ""
    bar: tuple[int, int] | None = None
    """The cell where the bar begins, and its cells."""


class HintPanel(LinePanel):
    """A line or two for each of two actions, the better one first, and below them what differs.

    Station                  56 % ±7
    ████████████▊           27 of 48
    Park                     44 % ±7
    █████████▎              21 of 48
    Likely better, not sure: +12 ±8.
    """

    DEFAULT_CSS = """
    HintPanel {
        display: none;
        padding: 0 0 0 1;
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._actions: Sequence[MeasuredAction] = ()
        self._sentences: Sequence[str] = ()
        self._basis = ""
        self._seat: Seat = 0
        self._lines: list[_HintRow] = []

    def show(
        self, seat: Seat, actions: Sequence[MeasuredAction], sentences: Sequence[str], basis: str
    ) -> None:
        """Show the actions that were measured for a seat, and sentences, the first one always.

        Games that give another chance are shown only with the sentence `basis`, which says why.
        """
        self._seat, self._actions, self._sentences = seat, actions, sentences
        self._basis = basis
        self.top = 0
        self.repaint()

    def redraw(self) -> None:
        self._lines = []
        if not self.columns or not self._sentences:
            return
        first, *more = map(self._wrapped, (*self._sentences, self._basis))
        bars = self.rows - len(first) - len(self._actions)
        below = [*first]
        for rows in more:
            has_room = len(self._actions) * self._rows_each + len(below) + len(rows) <= self.rows
            below += rows if has_room else []
        # the last sentence is the basis
        has_games = has_room or all(action.agrees for action in self._actions)
        self._lines = [*self._action_rows(bars, has_games=has_games), *below]

    @property
    def _rows_each(self) -> int:
        """The rows of an action: one, or another one for its bar."""
        return 1 if self.columns >= BESIDE else 2

    def _wrapped(self, sentence: str) -> list[_HintRow]:
        lines = wrapped(self.symbols.spell(sentence), self.columns)
        return [_HintRow(line, self.ink.text) for line in lines]

    def count(self) -> int:
        return len(self._lines)

    def paint(self, index: int) -> Strip:
        row, line = self._lines[index], self.line()
        if row.bar is not None:
            start, cells = row.bar
            line.at(start).put(self.symbols.full_block * cells, self.ink.owner(self._seat))
            line.at(0)
        room = self.columns - cell_width(row.end) - 1 if row.end else self.columns
        if row.text:
            line.put(row.text, row.style, room if row.bar is None else row.bar[0] - 1)
        return line.at(max(line.x, room)).ending(row.end, self.ink.dim).strip()

    def _action_rows(self, bars: int, *, has_games: bool) -> Iterator[_HintRow]:
        """The rows of the actions; at most so many have a bar below their names."""
        for number, action in enumerate(self._actions):
            games = action.games if has_games else ""
            style = self.ink.text if number else self.ink.strong
            if self.columns >= BESIDE:
                end = f"{action.figures}  {games}".rstrip()
                start = self.columns - cell_width(end) - BAR - 2
                yield _HintRow(action.text, style, end, (start, round(BAR * action.chance)))
            else:
                room = self.columns - cell_width(games) - 1
                yield _HintRow(action.text, style, action.figures)
                if number < bars:
                    yield _HintRow("", style, games, (0, round(room * action.chance)))
