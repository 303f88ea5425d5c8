"""SessionAppBase: a Textual app that shares its process with others."""

from __future__ import annotations

import asyncio
import logging
import math
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextvars import Context
from functools import cache
from pathlib import Path
from typing import Any, ClassVar
from weakref import WeakSet

from msgspec import Struct
from rich.console import RenderableType
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.await_remove import AwaitRemove
from textual.binding import Binding, BindingType
from textual.cache import LRUCache
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input
from textual.worker import WorkerFailed

from hako.engine.i18n.catalogue import Catalogue, load_catalogue
from hako.engine.i18n.languages import Language
from hako.multiplayer.accounts.users import User
from hako.server.ssh.connected_client import ConnectedClient, ObjectionToAct
from hako.server.ssh.driver import ChannelApp, ChannelDriver
from hako.tui.terminal.cell_diff import CellDiff
from hako.tui.terminal.colours import dress

logger = logging.getLogger(__name__)

_REDRAW_SECONDS = 0.5
_STRAGGLERS_SECONDS = 1
_CLOSED_SECONDS = 60.0
"""The time for which Textual may still call a closed widget while its app lives."""

_PLAIN = (bool, int, float, str, Struct, type(None))
"""The types of values that refer to no widget."""


AppFactory = Callable[[ConnectedClient], "SessionAppBase"]

Told = str | AsyncIterator[str] | None
"""An answer, or lines that are sent as they come until the client has left."""

Teller = Callable[[User, str, Language | None, ObjectionToAct], Awaitable[Told]]
"""Answers a command without a terminal, as in `ssh HOST tables`; None if it needs a terminal.

It asks for the objection to the user acting under their name. Raises Failure if the command cannot
be carried out.
"""


async def tells_nothing(*_: object) -> None:
    """Answer no command."""


@cache
def texts(language: Language | None) -> Catalogue:
    """The catalogue of the server's sentences; English if the language is unknown."""
    return load_catalogue(language or "en", Path(__file__).parent)


class _EmptyCache(LRUCache[Any, Any]):
    """A cache that frees its entries when it is freed; those of Textual's own refer to each other."""

    def clear(self) -> None:
        _cut(self)
        super().clear()


def _cut(cache: LRUCache[Any, Any]) -> None:
    for link in cache._cache.values():
        link.clear()


def _is_closed(part: DOMNode) -> bool:
    """True if a widget was removed from the app, or is being removed."""
    return part._pruning or part._closing or part._closed


def _caches(part: DOMNode) -> Iterator[LRUCache[Any, Any]]:
    """The caches of a widget, or of an app and its styles."""
    for owner in (part, getattr(part, "stylesheet", None)):
        for value in vars(owner).values() if owner is not None else ():
            if isinstance(value, LRUCache):
                yield value


class SessionAppBase(ChannelApp):
    """A base class for an app that shares its process with others; the first of several bases.

    The console, colours, output, errors, files and addresses belong to the session. An app that
    also runs on a local terminal takes a `driver_class` and passes it on:

        class RemoteDemo(SessionAppBase, DemoApp):
            def __init__(self, client: ConnectedClient, table: Table) -> None:
                super().__init__(client, table=table)  # named arguments go to DemoApp

    Apps of other sessions may only be sent messages: `widget.app` is the app of the running task,
    not the widget's own.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+l", "app.redraw", show=False, system=True, priority=True)
    ]

    is_at_home = False

    def __init__(self, client: ConnectedClient, **arguments: Any) -> None:
        super().__init__(driver_class=ChannelDriver, **arguments)
        self.client = client
        self.animation_level = "none"  # each step of one would be a frame over the line
        self.has_failed = False
        """True if an error ended it."""
        self.farewell = ""
        """The sentence that stays on the terminal after the app has ended."""
        self._cells = CellDiff()
        self._redrawn_at = -math.inf
        self._parts: WeakSet[DOMNode] = WeakSet()
        """All its widgets and screens, and those closed a moment ago."""
        self._taking_apart: asyncio.TimerHandle | None = None
        self._were_closed: set[DOMNode] = set()
        """The widgets that were closed at the last check, and are not taken apart yet."""
        self._is_over = False
        dress(self, client.terminal)
        # While an app runs, sys.stdout is redirected to it. Of two apps the first to
        # end would put back the wrong one: so each redirects it to what is there
        self._capture_stdout = sys.stdout  # type: ignore[assignment]  # any stream will do
        self._capture_stderr = sys.stderr  # type: ignore[assignment]  # any stream will do

    def exit(
        self, result: None = None, return_code: int = 0, message: RenderableType | None = None
    ) -> None:
        """End the app; the message stays on the terminal. May be called from anywhere."""
        if message is not None:
            self.farewell = str(message)
        super().exit(result, return_code)

    @property
    def line_is_slow(self) -> bool:
        """True if the last frame has not left yet, or keys are echoed late; then nothing moves."""
        return isinstance(self._driver, ChannelDriver) and self._driver.is_slow

    @property
    def is_typed_in(self) -> bool:
        """True if a text field holds text that was not sent."""
        focused = self.screen_stack[-1].focused if self.screen_stack else None
        return isinstance(focused, Input) and bool(focused.value)

    def remember_place(self) -> None:
        """Remember the table of a user who is to reconnect."""

    def action_redraw(self) -> None:
        """Send the whole screen again, at a limited rate: no other key costs as much."""
        now = time.monotonic()
        if now - self._redrawn_at >= _REDRAW_SECONDS:
            self._redrawn_at = now
            self.redraw()

    def redraw(self) -> None:
        """Send the whole screen again, over whatever was written into it."""
        self._cells.forget()
        self.refresh()

    def refuse_paste(self) -> None:
        """Say that a paste was too long."""
        most = self.client.limits.paste_characters
        self.notify(self._say("paste_too_long", most=most), severity="warning")

    def refuse_file(self) -> None:
        """Say that no file can be saved from here."""
        self.notify(self._say("no_files"), severity="warning")

    def _say(self, key: str, **values: Any) -> str:
        return texts(self.client.terminal.language).text(f"server.{key}", **values)

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if isinstance(renderable, LayoutUpdate | ChopsUpdate):
            driver = self._driver
            if isinstance(driver, ChannelDriver) and driver.is_behind:
                driver.leave_out_frame()
                return
            difference = self._cells.against(renderable, self.size)
            super()._display(screen, difference)  # type: ignore[arg-type]  # Textual does the same
        else:
            super()._display(screen, renderable)

    def on_resize(self) -> None:
        # what a terminal does to its cells is its own affair
        self._cells.forget()

    def watch_app_focus(self, focus: bool) -> None:
        """Focus a widget: Textual focuses none on a screen that began while the terminal had no focus."""
        if focus:
            self.screen._update_auto_focus()

    async def run_async(self, **options: Any) -> None:
        """Run the app until it ends; the options are those of Textual."""
        self._task_factory = asyncio.get_running_loop().get_task_factory()
        await super().run_async(**options)

    async def _process_messages(self, *arguments: Any, **more: Any) -> None:
        # run_async has just given the loop an eager task factory (Python 3.12), which would then be
        # the SSH library's as well, and would make tasks that hold the loop while they wait
        asyncio.get_running_loop().set_task_factory(self._task_factory)
        await super()._process_messages(*arguments, **more)

    def _fatal_error(self) -> None:
        """End the app; the error goes to the server's log alone.

        Textual would show it to the player with the values of all variables, such as other
        players' hands.
        """
        self.has_failed = True
        error = self._exception
        cause = error.error if isinstance(error, WorkerFailed) else error
        logger.error("the app of %s failed", self.client.user.name, exc_info=cause)
        self._close_messages_no_wait()

    def _register_child(
        self, parent: DOMNode, child: Widget, before: int | None, after: int | None
    ) -> None:
        self._note_part(child)
        super()._register_child(parent, child, before, after)

    def _start_widget(self, parent: Widget, widget: Widget) -> None:
        # a scroll bar belongs to a widget, but is no child of it
        self._note_part(widget)
        super()._start_widget(parent, widget)

    def _note_part(self, part: Widget) -> None:
        self._parts.add(part)
        for name, value in [*vars(part).items()]:
            if type(value) is LRUCache:
                vars(part)[name] = _EmptyCache(value.maxsize)

    def _prune(self, *nodes: Widget, parent: DOMNode | None = None) -> AwaitRemove:
        removed = super()._prune(*nodes, parent=parent)
        if self._taking_apart is None:
            self._take_apart_in(_CLOSED_SECONDS)
        return removed

    async def _shutdown(self) -> None:
        # a task of its own, that goes on where the one that waits for it is cancelled
        try:
            await super()._shutdown()
        finally:
            self._is_over = True
            self._take_apart_in(_STRAGGLERS_SECONDS)

    def _take_apart_in(self, seconds: float) -> None:
        if self._taking_apart is not None:
            self._taking_apart.cancel()
        loop = asyncio.get_running_loop()
        # in a context of its own: that of a closed part would keep it
        self._taking_apart = loop.call_later(seconds, self._take_apart, context=Context())

    def _take_apart(self) -> None:
        """Cut the references among closed widgets, some time after the end of all their tasks.

        They are then freed one by one. Else only a pass of the garbage collector over all objects
        would find them, which holds all tables (see gc_tuning). Plain attributes stay readable.
        """
        self._taking_apart = None
        closed = {*filter(_is_closed, self._parts)}
        parts = {*self._parts, self} if self._is_over else closed & self._were_closed
        runs = any(part._task is not None and not part._task.done() for part in parts)
        if runs or (parts and not self._is_over and self._has_to_call()):
            self._take_apart_in(_STRAGGLERS_SECONDS)
            return
        if self._is_over:
            vars(self.animator).clear()
        else:
            self._parts -= parts
            self._were_closed = closed - parts
            if self._were_closed:
                self._take_apart_in(_CLOSED_SECONDS)
        for cached in (cached for part in parts for cached in _caches(part)):
            _cut(cached)
        for part in parts:
            kept = {name: value for name, value in vars(part).items() if isinstance(value, _PLAIN)}
            vars(part).clear()
            vars(part).update(kept)

    def _has_to_call(self) -> bool:
        """True if a callback waits to be called: it may belong to a widget that was closed.

        Textual runs a screen's callbacks after a refresh on whatever screen is on top by then.
        """
        screens = self.screen_stack
        return any(node._next_callbacks for node in (self, *screens)) or any(
            screen._callbacks for screen in screens
        )

    def panic(self, *renderables: RenderableType) -> None:  # noqa: ARG002  nobody may see them
        """End as after any other error."""
        self._fatal_error()

    def _print_error_renderables(self) -> None:
        self._exit_renderables.clear()
