"""The base of pages that are computed when they are opened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from hako.engine.i18n.failure import Failure
from hako.tui.screens.base import AppScreen
from hako.tui.widgets.key_bar import KeyBar
from hako.tui.widgets.paragraph import Paragraph

T = TypeVar("T")


class ComputedScreen(AppScreen[None], Generic[T]):
    """A scrolled page, computed when it is opened."""

    AUTO_FOCUS = "VerticalScroll"
    DEFAULT_CSS = """
    ComputedScreen { padding: 0 2; }
    ComputedScreen #title { height: 2; text-style: bold; color: $accent; }
    ComputedScreen VerticalScroll { height: 1fr; }
    ComputedScreen.-wide.-tall { padding: 1 8 0 8; }
    """

    _result: T | None = None
    """None until it was computed."""

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with VerticalScroll():
            yield Paragraph(id="told")
        yield KeyBar()

    def on_mount(self) -> None:
        self.count()

    @work(exclusive=True)
    async def count(self) -> None:
        """Compute it; on a thread or in a worker, for there may be many games."""
        try:
            self._result = await self.find()
        except Failure as error:
            self.app.complain(error)
        if self.query("#told"):  # else the page was closed meanwhile
            self.retranslate()

    async def find(self) -> T:
        """The result to show. Raises Failure."""
        raise NotImplementedError

    def page_lines(self, result: T) -> Iterable[str]:
        """The lines of the page."""
        raise NotImplementedError

    def set_apart(self, result: T) -> Mapping[str, str]:  # noqa: ARG002  such as those of a tournament
        """The marks of lines, see `Paragraph.marks`."""
        return {}

    def retranslate(self) -> None:
        say = self.app.texts.text
        lines = [say("statistics.counting")]
        paragraph = self.query_one("#told", Paragraph)
        if self._result is not None:
            lines = [*self.page_lines(self._result)]
            paragraph.marks = self.set_apart(self._result)
        self.query_one("#title", Static).update(say(f"{self.TOPIC}.title"))
        paragraph.words = "\n".join(lines)
