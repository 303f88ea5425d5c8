"""The drawing of a board: a table model on a canvas with places, in one or several pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.strip import Strip

from hako.engine.rules.model import Seat
from hako.tui.boards.place_canvas import BoardPlace, PlaceCanvas
from hako.tui.boards.size_ladder import BoardStep
from hako.tui.boards.window_regions import BoardShape
from hako.tui.motion.motion_source import MotionSource
from hako.tui.widgets.action_thumbnails import Thumbnail
from hako.tui.widgets.description import Marks, Reckoning
from hako.tui.widgets.line_panel import LinePanel
from hako.tui.widgets.table_model import TableModel
from hako.tui.widgets.upcoming import UpcomingPart


class BoardBase(MotionSource, LinePanel):
    """A panel that draws a table model, and knows the region of each place in it."""

    has_foot = True

    shape: ClassVar[BoardShape] = "wide"
    """The shape that decides on the room beside the board."""

    has_own_seats: ClassVar[bool] = False
    """True if the board shows the seats itself, so that a small frame has no panel of them."""

    shows_scores: ClassVar[bool] = False
    """True if all scores stand on every page of the board in a small frame."""

    has_score_sources: ClassVar[bool] = False
    """True if it tells the sources of points, for large windows."""

    folds_beside: ClassVar[frozenset[str]] = frozenset()
    """The kinds of actions that are one row each in a list beside a narrow board."""

    ladder: ClassVar[Sequence[BoardStep]] = ()
    """The steps in which the board grows, from the smallest to the largest."""

    scene: reactive[TableModel | None] = reactive(None, repaint=False, init=False)
    """The table model that is drawn: a masked state and its texts."""

    page: reactive[str] = reactive("", repaint=False, init=False)
    """The page that is shown; one of `pages`."""

    cursor: reactive[BoardPlace | None]
    """The place at the cursor; Board moves it."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.window: Size | None = None
        """The size of the window that the board is in; None where it stands alone."""
        self._drawing = self.blank()
        self._marked: Sequence[BoardPlace] = ()
        self._pages: tuple[str, ...] = ("",)

    # ------------------------------------------------------------------ for subclasses

    def draw(self, drawing: PlaceCanvas, scene: TableModel) -> None:
        """Draw the table model, and mark its places."""
        raise NotImplementedError

    def place_of(self, action: Any) -> BoardPlace | None:
        """The place of an action; None if it has no place on the board."""
        raise NotImplementedError

    def describe(self, place: BoardPlace) -> str:
        """The text about a place."""
        raise NotImplementedError

    def pages(self, scene: TableModel) -> Sequence[str]:  # noqa: ARG002 - most boards fit at once
        """The pages, one of which is shown where not all fits into `columns` and `rows`."""
        return ("",)

    def thumbnail(self, action: Any) -> Thumbnail:  # noqa: ARG002 - most things have names alone
        """The picture of the thing that an action chooses, for the list; empty for none."""
        return ()

    def list_title(self, scene: TableModel) -> str:  # noqa: ARG002 - most boards have a heading
        """The title of the list beside it, for what the board has no row for; empty for none."""
        return ""

    @classmethod
    def map_size(cls, state: Any, window: Size) -> Size | None:  # noqa: ARG003 - for maps alone
        """The columns and rows that a map takes in a window; None for a board of another shape."""
        return None

    @classmethod
    def panels_in(cls, state: Any, size: Size) -> Region | None:  # noqa: ARG003 - most boards end there
        """The part that panels cover of a board between question and keys; None beside panels."""
        return None

    def reckoning(self, columns: int, rows: int) -> Reckoning:  # noqa: ARG002 - most have none
        """The selected action, reckoned up for the panel of texts in so many columns and rows."""
        return Reckoning()

    @classmethod
    def source_rows(cls, state: Any) -> int:  # noqa: ARG003 - most have none
        """The rows of the sources of points beside the log of a large window; the same in a whole game."""
        return 0

    def score_sources(self, columns: int) -> Sequence[Marks]:  # noqa: ARG002 - most have none
        """The sources of points, in lines of so many columns."""
        return ()

    def upcoming(self, width: int) -> Iterable[UpcomingPart]:  # noqa: ARG002 - most have none
        """The parts of what comes next, for the rows that the list of actions leaves free."""
        return ()

    def possessions(self, seat: Seat) -> Sequence[str]:  # noqa: ARG002 - a score says enough of most
        """The possessions of a seat besides its score, for its row: a text, and ever shorter ones."""
        return ()

    def page_of(self, place: BoardPlace) -> str | None:  # noqa: ARG002 - most boards fit at once
        """The page on which a place lies; None if it lies on every page."""
        return None

    # ------------------------------------------------------------------ the drawing

    def blank(self) -> PlaceCanvas:
        """An empty drawing, as large as the board."""
        return PlaceCanvas(self.columns, self.rows, self.symbols)

    @property
    def places(self) -> dict[BoardPlace, Region]:
        """The region of each place, in cells from the top left."""
        return self._drawing.places

    def count(self) -> int:
        return len(self._strips)

    def paint_foot(self) -> Strip:
        """The counts of lines above and below those that are shown."""
        line, above, below = self.line(), self.shown.start, self.count() - self.shown.stop
        for sign, count in ((self.symbols.above, above), (self.symbols.below, below)):
            line.put(f" {sign}{count} " if count else "", self.ink.accent)
        return line.strip()

    # ------------------------------------------------------------------ its pages

    @property
    def has_pages(self) -> bool:
        """True if the board has more pages than the one that is shown."""
        return len(self._pages) > 1

    def turn_page(self, by: int) -> None:
        """Show the next page of the board, or the one before."""
        current = self._pages.index(self.page)
        self.page = self._pages[(current + by) % len(self._pages)]

    def _take_pages(self, scene: TableModel) -> None:
        """Take the pages of a table model; the one with the cursor stays, or comes first."""
        had_pages, self._pages = self.has_pages, tuple(self.pages(scene))
        pointed = self._page_pointed_at()
        if not had_pages and pointed in self._pages:  # it was, when there were no pages
            self.set_reactive(BoardBase.page, pointed)
        elif self.page not in self._pages:
            self.set_reactive(BoardBase.page, self._pages[0])
        if self.has_pages != had_pages and self.is_attached:
            self.screen.refresh_bindings()

    def _page_pointed_at(self) -> str | None:
        """The page of a place that a lesson highlights, else of the place at the cursor."""
        place = next(iter(self._marked), self.cursor)
        return None if place is None else self.page_of(place)

    def _draw_page(self, scene: TableModel) -> None:
        drawing = self.blank()
        self.draw(drawing, scene)
        self._drawing, self._strips = drawing, drawing.strips()
