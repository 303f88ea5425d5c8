"""Moments that show a row of cards: its last card brought a bust, or a win by points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from msgspec import Struct
from rich.style import Style

from hako.engine.i18n.width import cell_width
from hako.tui.motion.block_letters import ROWS, block_letters
from hako.tui.motion.moment_pictures import Moment
from hako.tui.motion.motions import FRAME
from hako.tui.theme.styles import Styles
from hako.tui.theme.truncation import shortened
from hako.tui.widgets.canvas import Canvas


class RowCard(Struct, frozen=True):
    """A card in the row of a turn."""

    name: str
    signs: str
    """The signs between its edges."""
    foot: str
    edge: Style
    points: int = 0
    """The points that it counts for."""
    is_lit: bool = False
    """True if it lights up: it is one of those that decided."""


CARD_ROWS = 3
"""Lines of a card in a row."""
CARD_NAMES = (99, 10, 8, 6, 5, 4, 3, 2, 1)
"""Cells for names, until all cards fit beside each other."""


class _CardRow(Moment, frozen=True):
    """A moment that was decided by the last card of a row."""

    cards: Sequence[RowCard]
    word: str
    """The word in large letters."""
    seat: int
    """The seat that played them."""

    def _row(
        self, canvas: Canvas, ink: Styles, heavy: Sequence[int], *, x: int = 0, faces: bool = True
    ) -> list[int]:
        """Draw the cards; the first cell of each. Without faces only the sides are left."""
        names = self._names(canvas)
        starts: list[int] = []
        for at, (card, name) in enumerate(zip(self.cards, names, strict=True)):
            is_heavy = at in heavy
            inside = max(map(cell_width, (name, card.signs, card.foot)))
            signs = "┏┓┃┗┛━" if is_heavy else "╭╮│╰╯─"
            style = ink.accent if is_heavy else card.edge if faces else ink.dim
            is_bare = not faces and not is_heavy
            bar = " " if is_bare else signs[5]
            head = " " * inside if is_bare else f"{name}{bar * (inside - cell_width(name))}"
            foot = (
                " " * inside if is_bare else f"{bar * (inside - cell_width(card.foot))}{card.foot}"
            )
            text = "" if is_bare else card.signs
            side = " " if is_bare else signs[2]
            canvas.at(x, 0).put(f"{signs[0]}{head}{signs[1]}", style)
            canvas.at(x, 1).put(side, style).put(text, ink.strong, inside).put(side, style)
            canvas.at(x, 2).put(f"{signs[3]}{foot}{signs[4]}", style)
            starts.append(x)
            x += inside + 2
        return starts

    def _names(self, canvas: Canvas) -> list[str]:
        """The names, shortened until all cards fit beside each other, but for one free cell."""
        names: list[str] = []
        for cells in CARD_NAMES:
            names = [shortened(card.name, cells, canvas.symbols) for card in self.cards]
            taken = sum(
                2 + max(map(cell_width, (name, card.signs, card.foot)))
                for name, card in zip(names, self.cards, strict=True)
            )
            if taken < canvas.width:
                break
        return names

    def _word(self, canvas: Canvas, y: int, style: Style, shown: int) -> None:
        """Draw the word in large letters, its upper lines first as it rises."""
        lines = block_letters(self.word, canvas.width - 4)
        for row, line in enumerate(lines[:shown]):
            canvas.at(4, y + ROWS - shown + row).put(line, style)


class BustMoment(_CardRow, frozen=True):
    """A bust: the last card lands, the signs that did it light up, and the faces go."""

    @property
    def length(self) -> int:
        return 15 * FRAME

    @property
    def height(self) -> int:
        return CARD_ROWS + 1 + ROWS

    def draw(self, canvas: Canvas, ink: Styles, ms: int) -> None:
        last = len(self.cards) - 1
        lit = [at for at, card in enumerate(self.cards) if card.is_lit]
        shown = max(0, (ms - 4 * FRAME) // FRAME) if ms < self.length else len(lit)
        heavy = [last] if ms >= 2 * FRAME else []
        shakes = 7 * FRAME <= ms < 8 * FRAME
        starts = self._row(canvas, ink, heavy, x=int(shakes), faces=ms < 9 * FRAME)
        for at in lit[:shown]:
            if ms < 9 * FRAME or at == last:
                canvas.at(starts[at] + 1, 1).put(self.cards[at].signs, ink.danger)
        if ms >= 9 * FRAME:
            self._word(canvas, CARD_ROWS + 1, ink.danger, min(ROWS, ms // FRAME - 8))


class WinningRow(_CardRow, frozen=True):
    """A win by the points of a row: they are counted card by card, then the winner's name rises."""

    wanted: int
    """Points that win."""
    total: int
    """Points of the turn, those that no card has printed on it included."""

    @property
    def length(self) -> int:
        return 22 * FRAME

    @property
    def height(self) -> int:
        return CARD_ROWS + 3 + ROWS

    def draw(self, canvas: Canvas, ink: Styles, ms: int) -> None:
        counted = min(len(self.cards), ms // FRAME)
        if ms >= 10 * FRAME:
            counted = len(self.cards)
        is_over = ms >= 11 * FRAME
        lit = [at for at, card in enumerate(self.cards) if card.points] if is_over else []
        starts = self._row(canvas, ink, [*lit, len(self.cards) - 1], faces=True)
        sums = [*accumulate(card.points for card in self.cards)]
        star = canvas.symbols.star
        for at in range(counted):
            style = ink.money if self.cards[at].points else ink.dim
            canvas.at(starts[at] + 1, CARD_ROWS).put(f"{sums[at]}{star}", style)
        points = self.total if counted == len(self.cards) else sums[counted - 1] if counted else 0
        dots = canvas.symbols.dot * max(0, self.wanted - points)
        canvas.at(1, CARD_ROWS + 1).put(f"{star * points}{dots}", ink.money).put(
            f"  {points}/{self.wanted}", ink.text
        )
        rows = ms // FRAME - 12
        if rows > 0:
            self._word(canvas, CARD_ROWS + 3, ink.owner(self.seat), min(ROWS, rows))
