"""The panels of the shelf beside the boxes: headings, the chosen box in words, lessons, oneself."""

from __future__ import annotations

from collections.abc import Sequence

from textual.geometry import Size
from textual.strip import Strip

from hako.engine.i18n.width import cell_width
from hako.tui.box_uses import BoxUse, short_name
from hako.tui.screens.box_artwork import BoxArtwork
from hako.tui.screens.shelf_boxes import BoxPanel
from hako.tui.theme.line_breaking import wrap
from hako.tui.widgets.canvas import Canvas, StyledLine

BAR = 6
"""Cells of the bar of lessons, at least."""


PLACES_HEIGHT = 35
"""Lines of a window that two rows of covers need besides the words of the chosen box."""


class SectionPanel(BoxPanel):
    """Lines under a heading within a rule.

    ─ Lessons ─────────── t ─
    """

    DEFAULT_CSS = """
    SectionPanel.-nothing { display: none; }
    """

    def __init__(self, title: str, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._title, self._right = title, ""

    def head(self, title: str, right: str = "") -> None:
        """Write the heading."""
        if (title, right) != (self._title, self._right):
            self._title, self._right = title, right
            self.repaint()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's signature
        return 1 + len(self.rows_in(width))

    def rows_in(self, width: int) -> Sequence[StyledLine]:  # noqa: ARG002 - a heading has none
        """The lines below the heading."""
        return ()

    def drawn(self) -> list[Strip]:
        canvas = Canvas(self.columns, 1, self.symbols)
        bar = self.symbols.frame.horizontal
        canvas.at(0, 0).put(bar, self.ink.rule)
        canvas.at(2, 0).put(self._title, self.ink.text)
        start = 3 + cell_width(self._title)
        room = self.columns - 3 - start
        parts = (self._right, self._right.rpartition(" · ")[0], "")
        right = next(text for text in parts if cell_width(text) < room or not text)
        end = self.columns - 2 - (cell_width(right) + 1 if right else 0)
        canvas.at(start, 0).put(bar * max(0, end - start), self.ink.rule)
        canvas.at(0, 0).ending_at(self.columns - 2, right, self.ink.dim)
        canvas.at(self.columns - 1, 0).put(bar, self.ink.rule)
        return [*canvas.strips(), *(line.strip() for line in self.rows_in(self.columns))]


class BoxWords(SectionPanel):
    """The chosen box in words, where covers leave no room for them."""

    def __init__(self) -> None:
        super().__init__("", id="words")
        self._box: BoxArtwork | None = None

    def show(self, box: BoxArtwork) -> None:
        """Show a box."""
        self._box, texts = box, self.app.texts
        minutes = box.minutes(texts)
        right = texts.text(
            "shelf.about_right" if minutes else "shelf.about_right_untimed",
            players=box.players(texts),
            minutes=minutes,
            designer=box.box.designer,
        )
        self.head(f"{box.number} {box.name(texts)}", right if box.is_open else minutes)
        self.repaint()

    def rows_in(self, width: int) -> Sequence[StyledLine]:
        if self._box is None:
            return ()
        is_small = self.app.size.height < PLACES_HEIGHT
        text = self._box.tagline if is_small else self._box.about
        lines = wrap(text(self.app.texts), width - 4)
        return [StyledLine(width, self.symbols).at(2).put(line, self.ink.text) for line in lines]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        if viewport.height < PLACES_HEIGHT:
            return 3
        spare = viewport.height - PLACES_HEIGHT
        return min(super().get_content_height(container, viewport, width), max(1, spare))


class LessonsPanel(SectionPanel):
    """The lessons of each game: how many are done, and the next one where there is room."""

    def __init__(self) -> None:
        super().__init__("", id="lessons")
        self._boxes: Sequence[BoxArtwork] = ()

    def show(self, boxes: Sequence[BoxArtwork]) -> None:
        """Show the lessons of games."""
        self._boxes = [box for box in boxes if box.use is not None and box.use.lessons]
        self.set_class(not self._boxes, "-nothing")
        self.head(self.app.texts.text("shelf.lessons"), "t")
        self.refresh(layout=True)
        self.repaint()

    def rows_in(self, width: int) -> Sequence[StyledLine]:
        names = [short_name(box.name(self.app.texts)) for box in self._boxes]
        start = 4 + max(map(cell_width, names), default=0)
        return [
            self._row(StyledLine(width, self.symbols), name, start, box.use)
            for name, box in zip(names, self._boxes, strict=True)
            if box.use is not None
        ]

    def _row(self, line: StyledLine, name: str, start: int, use: BoxUse) -> StyledLine:
        texts = self.app.texts
        line.at(2).put(name, self.ink.text)
        line.at(start).put(self.symbols.full_block * use.done, self.ink.good)
        line.put(self.symbols.light_block * (use.lessons - use.done), self.ink.dim)
        key = "lessons_done" if use.done else "lessons_new"
        count = texts.text(f"shelf.{key}", done=use.done, lessons=use.lessons)
        if line.width < 60:
            return line.ending_at(
                line.width - 1, count, self.ink.dim if use.done else self.ink.warn
            )
        line.at(start + max(BAR, use.lessons) + 2).put(count, self.ink.dim, 8)
        if use.next_lesson:
            key = "lesson_next" if use.done else "lesson_begin"
            title = use.next_lesson[texts.language]
            line.put("  ", self.ink.dim)
            line.put(texts.text(f"shelf.{key}", title=title, minutes=use.minutes), self.ink.text)
        return line


class TodayPanel(SectionPanel):
    """The daily game: the same deal for everybody, each alone."""

    def __init__(self) -> None:
        super().__init__("", id="today")
        self._game = ""

    def show(self, game: str) -> None:
        """Show the daily game by its name; an empty one hides the panel."""
        self._game = game
        self.set_class(not game, "-nothing")
        texts = self.app.texts
        self.head(texts.text("today.title"), texts.text("shelf.play_today"))
        self.repaint()

    def rows_in(self, width: int) -> Sequence[StyledLine]:
        text = self.app.texts.text("shelf.today", game=self._game)
        return [
            StyledLine(width, self.symbols).at(2).put(line, self.ink.text)
            for line in wrap(text, width - 4)
        ]


class YouPanel(SectionPanel):
    """The player's games in one line."""

    def __init__(self) -> None:
        super().__init__("", id="you")
        self._line = ""

    def show(self, uses: Sequence[BoxUse]) -> None:
        """Show the sum of all games."""
        texts = self.app.texts
        self.head(texts.text("shelf.you"), texts.text("shelf.statistics"))
        sums = {
            "played": sum(use.played for use in uses),
            "won": sum(use.won for use in uses),
            "reviewed": sum(use.reviewed for use in uses),
        }
        self.set_class(not sums["played"], "-nothing")
        self._line = texts.text("shelf.sum", **sums)
        self.repaint()

    def rows_in(self, width: int) -> Sequence[StyledLine]:
        return [StyledLine(width, self.symbols).at(2).put(self._line, self.ink.text)]
