"""The table of Quo Vadis in any size: the map, and around it what it leaves free.

Round 3 of 10   cards 1 2 (3) (4) 5 FREE         Round 3 of 10   cards 1 2 (3) (4) 5 FREE
map               │ own tracks                   map ╮   own tracks, hand, genesis cards and a
                  │ hand                             ╰─╮ legend in its free corners
                  │ workers, cities at home      ─ Players ────────────
with a pane beside the map                       without one: the players below
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from textual.geometry import Region, Size

from hako.content.quo_vadis.actions import Declare, Decline, Enough, RollOn
from hako.engine.i18n.width import cell_width
from hako.tui.boards.free_corners import Corner, FreeCorners
from hako.tui.boards.hex_map import HexMark
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.boards.quo_vadis.choice_lists import short_choices
from hako.tui.boards.quo_vadis.choice_panel import choice_panel
from hako.tui.boards.quo_vadis.draw_context import BESIDE, QuoVadisContext, Row, width_of
from hako.tui.boards.quo_vadis.genesis_cards import (
    GENESIS_ROWS,
    genesis_cards,
    genesis_row,
    genesis_width,
)
from hako.tui.boards.quo_vadis.hand_cards import (
    edge_width,
    hand_as_cards,
    hand_cards,
    hand_edges,
    hand_row,
)
from hako.tui.boards.quo_vadis.own_seat_rows import (
    OWN_WIDTH,
    home_rows,
    legend_rows,
    own_rows,
    pile_count,
    pile_row,
)
from hako.tui.boards.quo_vadis.players import PlayerRows
from hako.tui.boards.quo_vadis.sizes import CARDS, CELLS, LADDER, PANE
from hako.tui.boards.quo_vadis.world_map import FieldMap
from hako.tui.widgets.canvas import StyledLine

SHAPES: tuple[tuple[int, int], ...] = ((17, 8), (15, 7), (15, 6), (14, 5))
"""Columns and rows of a card in hand, the larger the better."""
LEAST_MAP = 10
"""Rows of the map, at least, before a row for each player is left out."""
RECKONED = 34
"""Columns beside or below the own tracks from which on what can be chosen stands there."""
LEGEND = 30
"""Columns of the legend, at most."""


def map_region(board: Size, window: int, seats: int) -> Region:
    """The room for the map on a board of a size, in a window of so many columns."""
    columns = CELLS * LADDER.width(window).columns + LADDER.margin
    if board.width - columns >= PANE:
        return Region(0, 1, columns, board.height - 1)
    below = min(1 + seats, max(2, board.height - 1 - LEAST_MAP))
    return Region(0, 1, board.width, board.height - 1 - below)


class TableDrawing:
    """The drawing of a table model."""

    def __init__(self, context: QuoVadisContext, window: int) -> None:
        """Draw as in a window of so many columns."""
        self.context = context
        self.drawing = context.drawing
        self.ink = context.ink
        self._window = window
        size = Size(self.drawing.width, self.drawing.height)
        self._room = map_region(size, window, len(context.world.players))
        self._pane = size.width - self._room.width
        """Columns beside the map."""
        self._below = size.height - self._room.bottom
        """Rows below the map: the hand or a heading, and players."""
        self._has_cards = LADDER.width(window).columns >= CARDS

    def draw(self) -> None:
        """Draw everything."""
        field = FieldMap(self.context, self._room, self._window)
        field.draw()
        if self._pane:
            self._status()
            self._beside(Region(self._room.right + 1, 1, self._pane - 1, self.drawing.height - 1))
            return
        beside = Region(*self._room.offset, self._room.width, field.region.height)
        free = FreeCorners(beside, field.taken())
        has_cards = self._has_cards and self._corner(
            free,
            ("top left", "top right"),
            genesis_width(self.context),
            GENESIS_ROWS,
            genesis_cards,
        )
        self._status(has_genesis=not has_cards)
        has_hand = self._hand(free)
        self._choices(free)
        own = own_rows(self.context, OWN_WIDTH)
        corners: tuple[Corner, ...] = ("top right", "bottom right", "top left", "bottom left")
        self._corner(free, corners, OWN_WIDTH, len(own), partial(_lay, rows=own))
        if self._has_cards:
            self._legend(free)
        self._players(max(self._room.y, field.region.bottom), has_hand=has_hand)

    # ------------------------------------------------------------------ the first row

    def _status(self, *, has_genesis: bool = True) -> None:
        """The round, the genesis cards, and what has no other place; all points beside a pane."""
        context, world = self.context, self.context.world
        line = self.drawing.at(1, 0)
        if world.round:
            text = context.say("round", number=world.round, last=world.variants.rounds)
        else:
            text = context.say(f"phase.{world.phase}")
        line.put(text, self.ink.strong).put("   ", self.ink.text)
        if has_genesis:
            line.put(f"{context.say('cards')} ", self.ink.dim)
            genesis_row(context, line, 0)
        self._put_asked(line)
        if self._pane:
            self._put_points(line.x)

    def _put_asked(self, line: StyledLine) -> None:
        """The actions that have no place on the map: to stop, or how much spirit to spend."""
        context = self.context
        asked: dict[BoardPlace, str] = {}
        for action in context.offers(Enough | Decline | RollOn):
            tag = action.__struct_config__.tag
            asked[(tag,)] = context.say(f"asked.{tag}")
        for action in context.offers(Declare):
            asked["declare", action.spirit] = str(action.spirit)
        if asked:
            line.put("  ", self.ink.text)
        if context.offers(Declare):
            line.put(f"{context.say('spends')} ", self.ink.dim)
        for place, text in asked.items():
            start = line.x
            sign = context.symbols.pointer if context.cursor == place else ""
            line.put(f"{sign}{text}", self.ink.accent)
            self.drawing.place(place, start, 0, line.x - start, group=BESIDE)
            line.put(" ", self.ink.text)

    def _put_points(self, start: int) -> None:
        """Write the points of all seats if the game ended now at the end of the row, leader first."""
        context = self.context
        seats = sorted(context.world.seats, key=lambda seat: -context.scores[seat])
        words = [f"{context.say(key)}  " for key in ("now", "now_short")]
        for gap, word in (*(("  ", word) for word in words), ("  ", ""), (" ", "")):
            marks: list[HexMark] = [(word, self.ink.dim)]
            for seat in seats:
                points = f"{context.symbols.star}{context.scores[seat]}{gap}"
                marks += [context.owner(seat), (f"{gap[1:]}{points}", self.ink.strong)]
            if start + bool(word) + (cells := width_of(marks)) <= self.drawing.width:
                line = self.drawing.at(self.drawing.width - cells, 0)
                for text, style in marks:
                    line.put(text, style)
                return

    # ------------------------------------------------------------------ beside the map

    def _beside(self, region: Region) -> None:
        """Own tracks, hand and pieces at home; what can be chosen where there is room."""
        context = self.context
        wide = region.width - OWN_WIDTH - 1 >= RECKONED
        own = Region(region.x, region.y, OWN_WIDTH if wide else region.width, region.height)
        rows = own_rows(context, own.width)
        kinds = len(dict.fromkeys(context.player.hand))
        home = home_rows(context, own.width)
        choices = short_choices(context)
        if choices and _row_width(choices) <= own.width:
            home = choices
        spare = own.height - len(rows) - kinds - len(home) - bool(kinds)
        if spare < 0:
            home = home[: max(0, len(home) + spare)]
            spare = own.height - len(rows) - kinds - len(home) - bool(kinds)
        pile = pile_row(context, own.width)
        if spare >= 1:
            rows, spare, pile = [*rows, *pile], spare - len(pile), []
        context.lay(own, rows)
        y = own.y + len(rows) + (spare >= 2)
        if kinds and spare >= 0:
            line = self.drawing.at(own.x, y).put(context.say("hand_here"), self.ink.dim)
            count = f" {context.symbols.dot} {pile_count(context)}"
            if pile and line.x + cell_width(count) <= own.right:
                line.put(count, self.ink.text)
            y += 1
        y = hand_edges(context, Region(own.x, y, own.width, own.bottom - y))
        y += spare >= 2
        context.lay(Region(own.x, y, own.width, own.bottom - y), home)
        y += len(home) + 1
        asked = region
        if wide:
            asked = Region(own.right + 1, region.y, region.right - own.right - 1, region.height)
        elif region.bottom - y >= 3 and region.width >= RECKONED:
            asked = Region(region.x, y, region.width, region.bottom - y)
        else:
            return
        context.lay(asked, choice_panel(context, asked.width))

    # ------------------------------------------------------------------ the corners

    def _corner(
        self,
        free: FreeCorners,
        corners: Sequence[Corner],
        width: int,
        height: int,
        draw: Callable[[QuoVadisContext, Region], None],
    ) -> bool:
        """Draw something into the first corner that has room for it; False if none has."""
        for corner in corners:
            if (region := free.place(corner, width, height)) is not None:
                draw(self.context, region)
                return True
        return False

    def _hand(self, free: FreeCorners) -> bool:
        """Draw the hand into a corner: as cards, else as edges below each other."""
        context = self.context
        corners: tuple[Corner, ...] = ("bottom right", "top left", "bottom left", "top right")
        kinds = hand_cards(context)
        if not kinds:
            return True
        for width, height in SHAPES if self._has_cards else ():
            taken = sum(width + laid.face.behind + 1 for laid in kinds)
            if self._corner(free, corners, taken, height + 1, partial(hand_as_cards, width=width)):
                return True
        taken = max(edge_width(laid) for laid in kinds)
        return self._corner(free, corners, max(taken, 10), len(kinds) + 1, _hand_below)

    def _choices(self, free: FreeCorners) -> None:
        """Draw races, cubes or terrains into a corner, so that one may look for them on the map."""
        rows = short_choices(self.context)
        corners: tuple[Corner, ...] = ("bottom right", "top left", "bottom left", "top right")
        if rows:
            self._corner(free, corners, _row_width(rows), len(rows), partial(_lay, rows=rows))

    def _legend(self, free: FreeCorners) -> None:
        """Draw the legend at the bottom left, as wide as it may be there."""
        for width in range(LEGEND, 12, -2):
            rows = legend_rows(self.context, width)
            region = free.place("bottom left", width + 1, len(rows))
            if region is not None:
                for number, row in enumerate(rows):
                    self.drawing.at(region.x + 1, region.y + number).put(row, self.ink.dim)
                return

    # ------------------------------------------------------------------ below the map

    def _players(self, y: int, *, has_hand: bool) -> None:
        """The hand where no corner had room for it, and the players."""
        context, bottom = self.context, self.drawing.height
        seats = len(context.world.players)
        if not has_hand:
            hand_row(context, Region(1, y, self.drawing.width - 1, 1))
            y += 1
        elif bottom - y > seats and self._below > seats:
            below = PlayerRows(context, Region(0, y + 1, self.drawing.width, bottom - y - 1))
            has_tops = self.drawing.width > 80 and below.shows_top_cards()
            context.heading(
                y, context.say("players"), context.say("generations_shown") if has_tops else ""
            )
            y += 1
        PlayerRows(context, Region(0, y, self.drawing.width, bottom - y)).draw()


def _row_width(rows: Sequence[Row]) -> int:
    return max(width_of(row.marks) for row in rows)


def _lay(context: QuoVadisContext, region: Region, rows: Sequence[Row]) -> None:
    context.lay(region, rows)


def _hand_below(context: QuoVadisContext, region: Region) -> None:
    """Draw the hand as edges below its name."""
    context.drawing.at(region.x, region.y).put(context.say("hand_here"), context.ink.dim)
    hand_edges(context, Region(region.x, region.y + 1, region.width, region.height - 1))
