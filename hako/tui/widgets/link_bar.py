"""Lines of links that can be clicked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property

from msgspec import Struct
from rich.segment import Segment
from textual import getters
from textual.events import Click
from textual.strip import Strip

from hako.engine.i18n.width import cell_width
from hako.tui.apps.game_app import GameApp
from hako.tui.widgets.line_panel import LinePanel


class Link(Struct, frozen=True, dict=True):
    """A link on a line: its target, and its text in pieces with their styles."""

    target: str
    pieces: tuple[tuple[str, str], ...]
    """Text and the component class that it is drawn with."""

    @cached_property
    def width(self) -> int:
        """The width in cells."""
        return sum(cell_width(text) for text, _ in self.pieces)


class LinkBar(LinePanel):
    """Lines of links."""

    app = getters.app(GameApp)

    def on_mount(self) -> None:
        self.watch(self.app, "appearance", self.write, init=False)

    def words(self) -> Iterable[Link]:
        """The links of the line."""
        raise NotImplementedError

    def lines(self) -> Sequence[Iterable[Link]]:
        """The links of each line."""
        return (self.words(),)

    def clicked(self, name: str) -> None:
        """Handle a click on a link."""
        raise NotImplementedError

    def write(self, _: object = None) -> None:
        """Write the links again."""
        self.repaint()

    def count(self) -> int:
        return len(self.lines())

    def paint(self, index: int) -> Strip:
        style = cache(self.get_component_rich_style)
        segments = [
            Segment(text, style(kind)) for word in self.lines()[index] for text, kind in word.pieces
        ]
        return Strip(segments).adjust_cell_length(self.columns)

    def notify_style_update(self) -> None:
        """Drop the links painted in the styles of before."""
        super().notify_style_update()
        self._shown.clear()

    def on_click(self, event: Click) -> None:
        (x, y), end = event.get_content_offset_capture(self), 0
        for word in [*self.lines(), ()][min(y, self.count())]:
            end += word.width
            if x < end:
                self.clicked(word.target)
                return
