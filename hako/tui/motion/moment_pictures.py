"""The pictures of moments: what all at a table stop to see, as pure functions of milliseconds.

A moment is drawn into a width; it has as many lines at any time, and its last frame has all that its
sentences tell. Rolling dice show figures from a fixed row, never those of the game's chance.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from textual.strip import Strip

from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import letter
from hako.tui.motion.motions import FRAME
from hako.tui.theme.styles import Styles
from hako.tui.theme.symbols import Symbols
from hako.tui.theme.truncation import shortened
from hako.tui.widgets.canvas import Canvas


class Moment(Struct, frozen=True):
    """The base of the pictures of moments."""

    @property
    def length(self) -> int:
        """Milliseconds up to the last frame, 1800 at most."""
        raise NotImplementedError

    @property
    def height(self) -> int:
        """The number of lines."""
        raise NotImplementedError

    def draw(self, canvas: Canvas, ink: Styles, ms: int) -> None:
        """Draw the frame of a time on an empty canvas of its height."""
        raise NotImplementedError

    def lines(self, width: int, ink: Styles, symbols: Symbols, ms: int) -> list[Strip]:
        """The frame of a time, in milliseconds after its beginning, `width` cells wide."""
        canvas = Canvas(width, self.height, symbols)
        self.draw(canvas, ink, min(ms, self.length))
        return canvas.strips()


# ---------------------------------------------------------------- dice


class Fighter(Struct, frozen=True):
    """A seat in a fight of dice."""

    seat: int
    name: str
    strength: int
    spent: int
    sides: int
    face: int
    """The face that counts."""
    added: int
    """The strength that the die adds."""
    result: str
    """The outcome for it, in a word."""
    is_winner: bool
    chance: str = ""
    """The chance to win that it had before the dice."""


class DiceMoment(Moment, frozen=True):
    """A fight: strengths, what was spent, dice that roll and stop one after the other, sums."""

    fighters: Sequence[Fighter]
    strength: str
    """The name of the strength before the dice."""
    spent: str
    """The name of what was spent on it."""
    tie: str = ""
    """The chance that nobody would win, with its name."""

    ROLLED = (3, 5, 1, 6, 2, 7, 4, 8)
    """The figures of a die that rolls."""

    @property
    def length(self) -> int:
        return 22 * FRAME

    @property
    def height(self) -> int:
        return 8

    def draw(self, canvas: Canvas, ink: Styles, ms: int) -> None:
        width = canvas.width // max(1, len(self.fighters))
        names = max(map(cell_width, (self.strength, self.spent)))
        canvas.at(canvas.width - cell_width(self.tie) - 1, 3).put(self.tie, ink.dim)
        for number, fighter in enumerate(self.fighters):
            x = 1 + number * width
            self._figures(canvas, ink, fighter, (x, names, width), ms)
            self._die(canvas, ink, number, x, ms)
            self._sum(canvas, ink, fighter, x, width, ms)

    def _figures(
        self, canvas: Canvas, ink: Styles, fighter: Fighter, room: tuple[int, int, int], ms: int
    ) -> None:
        x, names, width = room
        block, owner = canvas.symbols.full_block, ink.owner(fighter.seat)
        mark = f"{canvas.symbols.owner(fighter.seat)}{letter(fighter.seat)}"
        name = shortened(fighter.name, max(1, width - 10), canvas.symbols)
        line = canvas.at(x, 0).put(f"{mark} {name}", owner)
        line.put(f"  {fighter.chance}", ink.dim)
        line = canvas.at(x, 1).put(self.strength, ink.text, names)
        line.put(f" {fighter.strength:2} ", ink.strong).put(block * min(9, fighter.strength), owner)
        if ms >= 3 * FRAME:
            line = canvas.at(x, 2).put(self.spent, ink.text, names)
            line.put(f" {fighter.spent:+} ".rjust(4), ink.strong)
            line.put(block * min(9, fighter.spent), ink.accent)

    def _die(self, canvas: Canvas, ink: Styles, number: int, x: int, ms: int) -> None:
        if ms < 5 * FRAME:
            return
        fighter = self.fighters[number]
        stops = (13 + 2 * number) * FRAME
        is_rolling = ms < min(stops, 17 * FRAME)
        rolled = self.ROLLED[(ms // FRAME + 3 * number) % len(self.ROLLED)]
        face = 1 + (rolled - 1) % max(1, fighter.sides) if is_rolling else fighter.face
        top, middle, foot = (
            ("┌───┐", "│", "└───┘") if fighter.sides <= SIX else ("╱───╲", "│", "╲───╱")
        )
        style = ink.dim if is_rolling else ink.strong
        canvas.at(x + 1, 3).put(top, style)
        line = canvas.at(x + 1, 4).put(f"{middle}{face:^3}{middle}", style)
        canvas.at(x + 1, 5).put(foot, style)
        if not is_rolling:
            line.put(f" {fighter.added:+}", ink.strong)

    def _sum(
        self, canvas: Canvas, ink: Styles, fighter: Fighter, x: int, width: int, ms: int
    ) -> None:
        if ms < 18 * FRAME:
            return
        total = fighter.strength + fighter.spent + fighter.added
        blocks = min(total, 2 * (ms // FRAME - 17) if ms < self.length else total, width - 5)
        line = canvas.at(x, 6).put(f"{total:3} ", ink.strong)
        line.put(canvas.symbols.full_block * max(0, blocks), ink.owner(fighter.seat))
        if ms >= self.length:
            style = ink.owner(fighter.seat) if fighter.is_winner else ink.dim
            canvas.at(x, 7).put(fighter.result, style, max(0, width - 2))


SIX = 6
"""Sides of a die that is drawn as a square; one with more is an octagon."""


# ---------------------------------------------------------------- a Wonder


class WonderMoment(Moment, frozen=True):
    """A building that rises as what was paid for it fills a bar."""

    name: str
    seat: int
    paid: Sequence[tuple[str, int]]
    """The payment: names with numbers, in its order."""
    section: str
    """The section that was completed, such as 2 of 2."""
    points: str

    ART = ("      ▟▙", "    ▄████▄", "  ▄████████▄", "▄████████████▄")
    """The building from the top."""

    @property
    def length(self) -> int:
        return 15 * FRAME

    @property
    def height(self) -> int:
        return len(self.ART) + 4

    def draw(self, canvas: Canvas, ink: Styles, ms: int) -> None:
        inside = max(14, *map(cell_width, (self.name, self.section, self.points)))
        x = max(0, (canvas.width - inside - 2) // 2)
        left = x + 1 + (inside - cell_width(self.ART[-1])) // 2
        rows = min(len(self.ART), 1 + ms // (2 * FRAME))
        for number, row in enumerate(self.ART[-rows:], len(self.ART) - rows):
            canvas.at(left, number).put(row, ink.owner(self.seat))
        top, is_built = len(self.ART), ms >= 8 * FRAME
        signs = "╔╗║╚╝═" if is_built else "┌┐│└┘─"
        style = ink.money if is_built else ink.text
        bar = signs[5] * (inside - cell_width(self.name))
        canvas.at(x, top).put(f"{signs[0]}{self.name}{bar}{signs[1]}", style)
        for y, text in enumerate(self._texts(canvas, inside, ms, is_built), top + 1):
            canvas.at(x, y).put(signs[2], style).put(text, ink.strong, inside).put(signs[2], style)
        canvas.at(x, top + 3).put(f"{signs[3]}{signs[5] * inside}{signs[4]}", style)

    def _texts(self, canvas: Canvas, inside: int, ms: int, is_built: bool) -> tuple[str, str]:
        """The two lines of the card: its bar and what fills it, then its section and points."""
        if is_built:
            return self.section, self.points
        steps = min(len(self.paid), ms // (2 * FRAME))
        cost = sum(count for _, count in self.paid) or 1
        filled = sum(count for _, count in self.paid[:steps])
        label = f"{self.paid[steps - 1][0]} {filled}/{cost}" if steps else f"0/{cost}"
        return canvas.symbols.full_block * (inside * filled // cost), label


# ---------------------------------------------------------------- sums


class SumRow(Struct, frozen=True):
    """A seat's points or coins by source."""

    seat: int | None
    """None for an opponent without a seat."""
    name: str
    parts: Sequence[int]


class SumMoment(Moment, frozen=True):
    """Points or coins by source: one source after the other is added for all, as bars."""

    rows: Sequence[SumRow]
    """The seats, the winner last."""
    sources: Sequence[str]
    unit: str = ""

    @property
    def _step(self) -> int:
        """Milliseconds for a source, in whole frames."""
        return max(1, min(3, 20 // max(1, len(self.sources)))) * FRAME

    @property
    def length(self) -> int:
        return self._step * len(self.sources)

    @property
    def height(self) -> int:
        return len(self.rows) + 2

    def draw(self, canvas: Canvas, ink: Styles, ms: int) -> None:
        shown = min(len(self.sources), 1 + ms // self._step)
        names = min(16, max((cell_width(row.name) for row in self.rows), default=0) + 3)
        most = max((sum(part for part in row.parts if part > 0) for row in self.rows), default=1)
        room = max(1, canvas.width - names - 10)
        canvas.at(1, 0).put(self._sources(shown), ink.dim)
        for y, row in enumerate(self.rows, 1):
            owner = ink.text if row.seat is None else ink.owner(row.seat)
            sign = (
                "" if row.seat is None else f"{canvas.symbols.owner(row.seat)}{letter(row.seat)} "
            )
            line = canvas.at(1, y).put(f"{sign}{row.name}", owner, names)
            total = sum(row.parts[:shown])
            line.put(f"{total:5}{self.unit} ", ink.strong)
            for number, part in enumerate(row.parts[:shown]):
                block = (canvas.symbols.full_block, canvas.symbols.light_block)[number % 2]
                line.put(block * (max(0, part) * room // max(1, most)), owner)

    def _sources(self, shown: int) -> str:
        """The names of the sources so far."""
        return " + ".join(self.sources[:shown])
