"""The kinds of motion: pure functions of a change and the milliseconds since its beginning.

A motion whose places are out of sight paints nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct
from textual.geometry import Offset, Region

from hako.engine.i18n.width import cell_width
from hako.tui.motion.board_snapshot import PictureChange, Place
from hako.tui.motion.picture_pieces import (
    CARRIED,
    between,
    blank,
    centre,
    heavy_edge,
    in_small,
    narrowed,
    patches,
    restyled,
    text_patch,
)
from hako.tui.widgets.line_overlays import LineOverlay

FRAME = 80
"""Milliseconds from one frame to the next."""


class Motion(Struct, frozen=True):
    """The base of all motions."""

    @property
    def length(self) -> int:
        """Milliseconds up to the last frame."""
        raise NotImplementedError

    @property
    def places(self) -> Sequence[Place]:
        """The places in which it moves something: one thing moves at a time in each."""
        raise NotImplementedError

    def patches(self, change: PictureChange, ms: int) -> list[LineOverlay]:
        """The cells that it paints over the board so many milliseconds after its beginning."""
        raise NotImplementedError

    def waiting(self, change: PictureChange) -> list[LineOverlay]:
        """The cells that it paints before it begins, so that the end is not seen yet."""
        return self.patches(change, 0)


class CardMoved(Motion, frozen=True):
    """A card goes from one place to another, and its edge lights up there."""

    origin: Place
    target: Place
    name: str = ""
    """The name of the card, if the target does not show it, such as a pile."""

    @property
    def length(self) -> int:
        return 3 * FRAME

    @property
    def places(self) -> Sequence[Place]:
        return (self.target,)

    def patches(self, change: PictureChange, ms: int) -> list[LineOverlay]:
        start, end = self._regions(change)
        if start is None or end is None:
            return []
        lit = change.ink.accent
        if ms >= self.length:
            return _lit(change, end)
        if self.name:
            at = between(start.offset, end.offset, ms / self.length)
            frame = change.symbols.frame
            edge = f"{frame.top_left}{self.name}{frame.top_right}"
            return [text_patch(at.x, at.y, edge, lit)] if ms >= FRAME else []
        card, covered = change.after.cut(end), blank(end)
        if ms < FRAME:
            whole = change.before.cut(start) if start.height <= CARRIED else []
            return [*covered, *patches(whole, start.offset)]
        small, at = in_small(card), between(start.offset, end.offset, ms / self.length)
        carried = [*covered, *patches(small, at)]
        if ms >= 2 * FRAME:
            carried += heavy_edge(small, at, change.symbols, lit)
        return carried

    def _regions(self, change: PictureChange) -> tuple[Region | None, Region | None]:
        start = change.before.places.get(self.origin) or change.after.places.get(self.origin)
        return start, change.after.places.get(self.target)


class CardTurned(Motion, frozen=True):
    """A card is flipped: it narrows to its edge, and widens with its other side."""

    origin: Place
    target: Place

    WIDTHS = (1.0, 0.6, 0.0, 0.2, 0.6, 1.0)
    """The width of each frame, 0 for the edge alone."""

    @property
    def length(self) -> int:
        return (len(self.WIDTHS) - 1) * FRAME

    @property
    def places(self) -> Sequence[Place]:
        return (self.origin, self.target)

    def patches(self, change: PictureChange, ms: int) -> list[LineOverlay]:
        end = change.after.places.get(self.target)
        if end is None:
            return []
        back = change.after.cut(end)
        if ms >= self.length:
            return heavy_edge(back, end.offset, change.symbols, change.ink.accent)
        frame = ms // FRAME
        front = change.before.places.get(self.origin)
        card = back if front is None or frame > 2 else change.before.cut(front)
        width = max(1, round(card[0].cell_length * self.WIDTHS[frame]))
        turned = narrowed(card, width)
        if frame > 1:
            turned = restyled(turned, change.ink.money)
        left = end.x + (end.width - width) // 2
        return [*blank(end), *patches(turned, Offset(max(0, left), end.y))]


class Lit(Motion, frozen=True):
    """A place lights up, where something was built, laid or used."""

    place: Place

    @property
    def length(self) -> int:
        return 2 * FRAME

    @property
    def places(self) -> Sequence[Place]:
        return (self.place,)

    def waiting(self, change: PictureChange) -> list[LineOverlay]:  # noqa: ARG002 - the board is shown as it is
        return []

    def patches(self, change: PictureChange, ms: int) -> list[LineOverlay]:  # noqa: ARG002 - all frames are alike
        region = change.after.places.get(self.place)
        return [] if region is None else _lit(change, region)


MOST_LIT = 200
"""Cells that light up at once, at most."""


def _lit(change: PictureChange, region: Region) -> list[LineOverlay]:
    """A region with a heavy edge, or in another style where it has no edge."""
    if region.area > MOST_LIT:
        return []
    piece = change.after.cut(region)
    lit = heavy_edge(piece, region.offset, change.symbols, change.ink.accent)
    if all(patch.strip.text in piece[patch.y - region.y].text for patch in lit):
        return patches(restyled(piece, change.ink.point), region.offset)
    return lit


class Gained(Motion, frozen=True):
    """A gain or loss rises beside a place, such as +1$."""

    place: Place
    text: str
    is_good: bool = True

    @property
    def length(self) -> int:
        return 3 * FRAME

    @property
    def places(self) -> Sequence[Place]:
        return (self.place,)

    def waiting(self, change: PictureChange) -> list[LineOverlay]:  # noqa: ARG002 - the board is shown as it is
        return []

    def patches(self, change: PictureChange, ms: int) -> list[LineOverlay]:  # noqa: ARG002 - all frames are alike
        region = change.place(self.place)
        return [] if region is None else _beside(change, region, self.text, self.is_good)


class Payment(Motion, frozen=True):
    """Coins move between a figure and the places that pay it or are paid, and the figure counts."""

    others: Sequence[Place]
    """The places that the coins come from; to which they go where the figure shrinks."""
    figure: Place
    """The place with the number of coins."""
    before: int
    after: int
    unit: str = "$"

    COUNTED = (0.0, 0.0, 0.0, 0.2, 0.5, 0.85, 1.0)
    """The share of the sum that is counted at each frame."""

    @property
    def length(self) -> int:
        return (len(self.COUNTED) - 1) * FRAME

    @property
    def places(self) -> Sequence[Place]:
        return (self.figure,)

    def patches(self, change: PictureChange, ms: int) -> list[LineOverlay]:
        region = change.after.places.get(self.figure)
        if region is None:
            return []
        frame, gain = min(ms, self.length) // FRAME, self.after - self.before
        text = f"{self.after}{self.unit}"
        number = change.after.find(text, region)
        if number is None:  # the figure has changed again since
            return []
        painted: list[LineOverlay] = []
        if frame < len(self.COUNTED) - 1:
            count = self.before + round(gain * self.COUNTED[frame])
            counted = f"{count}{self.unit}".rjust(cell_width(text))[-cell_width(text) :]
            painted.append(text_patch(*number, counted, change.ink.money))
        if frame == len(self.COUNTED) - 1:
            sign = f"{gain:+}{self.unit}"
            return [] if not gain else _beside(change, region, sign, gain > 0, number)
        if frame > 0:
            painted += self._coins(change, number, frame)
        return painted

    def _coins(self, change: PictureChange, figure: Offset, frame: int) -> list[LineOverlay]:
        """The coins on their way; each place has at most two in sight."""
        fraction, gain = frame / (len(self.COUNTED) - 1), self.after - self.before
        coins = " ".join([self.unit] * min(2, abs(gain)))
        painted = []
        for place in self.others:
            region = change.before.places.get(place) or change.after.places.get(place)
            if region is None:
                continue
            start, end = (centre(region), figure) if gain > 0 else (figure, centre(region))
            at = between(start, end, fraction)
            painted.append(text_patch(at.x, at.y, coins, change.ink.money))
        return painted


class Walk(Motion, frozen=True):
    """A piece goes from place to place."""

    mark: str
    """The piece as the board writes it, such as ●A."""
    seat: int
    path: Sequence[Place]
    """The places, the one where it begins first."""

    @property
    def length(self) -> int:
        steps = len(self.path) - 1
        return steps * (2 * FRAME if steps <= MOST_SLOW_STEPS else FRAME)

    @property
    def places(self) -> Sequence[Place]:
        return self.path[1:]

    def patches(self, change: PictureChange, ms: int) -> list[LineOverlay]:
        regions = [change.place(place) for place in self.path]
        if any(region is None for region in regions) or ms > self.length:
            return []
        ways = [region for region in regions if region is not None]
        end = change.after.find(self.mark, ways[-1])
        inside = Offset(0, ways[-1].height // 2) if end is None else end - ways[-1].offset
        stops = [_inside(region, inside, cell_width(self.mark)) for region in ways]
        start = change.before.find(self.mark, ways[0])
        if start is not None:
            stops[0] = start
        legs = [*pairwise(stops)]
        done = ms / self.length * len(legs)
        leg = min(int(done), len(legs) - 1)
        at = between(*legs[leg], done - leg)
        covered: list[LineOverlay] = []
        if end is not None and ms < self.length:
            spot = Region(end.x, end.y, cell_width(self.mark), 1)
            covered = patches(change.before.cut(spot), end)
        style = change.ink.token(self.seat) if ms > 0 else change.ink.owner(self.seat)
        return [*covered, text_patch(at.x, at.y, self.mark, style)]


MOST_SLOW_STEPS = 4
"""Steps that take two frames each; more take one."""


def _inside(region: Region, offset: Offset, width: int) -> Offset:
    """An offset within a region, moved so that a text of a width fits."""
    x = min(offset.x, max(0, region.width - width))
    return Offset(region.x + x, region.y + min(offset.y, region.height - 1))


def _beside(
    change: PictureChange, region: Region, text: str, is_good: bool, number: Offset | None = None
) -> list[LineOverlay]:
    """A gain or loss where the board is blank beside a region, or before the number in it."""
    cells, row = cell_width(text), region.y + region.height // 2
    style = change.ink.good if is_good else change.ink.danger
    apart = Region(region.right, row, cells + 2, 1)
    if change.after.is_blank(apart):
        return [text_patch(apart.x + 1, row, text, style)]
    spots = [
        Region(region.x, region.bottom, cells, 1),
        Region(region.x, region.y - 1, cells, 1),
        Region(region.x - cells, row, cells, 1),
        Region(region.right, row, cells, 1),
    ]
    spot = next((spot for spot in spots if change.after.is_blank(spot)), None)
    if spot is None and number is not None and number.x - region.x > cells:
        label = number.x - region.x
        return [text_patch(region.x, number.y, f"{text} ".rjust(label), style)]
    if spot is None:
        width = change.after.lines[0].cell_length
        spot = Region(min(region.right, max(0, width - cells)), row, cells, 1)
    return [text_patch(spot.x, spot.y, text, style)]
