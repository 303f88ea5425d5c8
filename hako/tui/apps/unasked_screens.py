"""Screens that open or close without being asked for: no key that was meant for another is taken."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, ClassVar

from textual import events
from textual.app import App
from textual.screen import Screen

PAUSE_SECONDS = 0.5
"""Seconds without a key after which nobody is typing any more."""

NOTICE_SECONDS = 12
"""Seconds that an error message stays on screen."""


class UnaskedScreens:
    """Opens such screens: it holds back keys up to a pause, and defers them while a text is typed."""

    clock: ClassVar[Callable[[], float]] = time.monotonic
    """The clock by which pauses in typing are measured."""

    def __init__(self, app: App[None], after_text: Callable[[], str]) -> None:
        """Open screens of an app; `after_text` is the sentence that one comes after the typing."""
        self._app, self._after_text = app, after_text
        self.holds_keys = False
        """True if keys are ignored until a pause, because they were meant for a screen that is
        gone."""
        self._quiet_since = 0.0
        """The time, by the clock, of the last of these keys."""
        self._put_off: list[tuple[Screen[Any], Callable[[], object]]] = []
        """Deferred screens, opened when no text is being typed any more, each with its parent."""

    def come_up(self, screen: Screen[Any], then: Callable[[Any], None] | None = None) -> None:
        """Open a screen that nobody asked for: keys typed at that moment have no effect there."""
        self._app.push_screen(screen, then)
        self.hold_keys()

    def hold_keys(self) -> None:
        """Ignore keys and clicks up to a pause: the open screen has changed by itself."""
        self.holds_keys = True
        self._restart_pause()
        # before that there is nothing to see
        self._app.screen.call_after_refresh(self._restart_pause)

    def _restart_pause(self) -> None:
        self._quiet_since = type(self).clock()

    def keeps(self, event: events.Event) -> bool:
        """True if a key or a click is kept from a screen that it was not meant for."""
        if not self.holds_keys or not isinstance(event, events.Key | events.MouseDown):
            return False
        if event.is_forwarded:
            return False
        before, self._quiet_since = self._quiet_since, type(self).clock()
        self.holds_keys = self._quiet_since - before < PAUSE_SECONDS
        return self.holds_keys

    @property
    def is_typing(self) -> bool:
        """True if a text field has the focus."""
        from textual.widgets import Input, TextArea  # no first frame waits for them

        return isinstance(self._app.focused, Input | TextArea)

    def puts_off(self, screen: Screen[Any], show: Callable[[], object], words: str) -> bool:
        """Defer an unasked screen while a text is typed, and show a notice of it.

        `show` is called afterwards, if the screen is still open.
        """
        if not self.is_typing:
            return False
        if (screen, show) not in self._put_off:
            self._put_off.append((screen, show))
            notice = f"{words}\n{self._after_text()}"
            self._app.notify(notice, timeout=NOTICE_SECONDS, markup=False)
        return True

    def after_others(self, screen: Screen[Any], show: Callable[[], object]) -> None:
        """Defer an unasked screen until those over `screen` have closed."""
        if (screen, show) not in self._put_off:
            self._put_off.append((screen, show))

    def show_deferred(self) -> None:
        """Show what was deferred, once no text is being typed."""
        if self._put_off and not self.is_typing:
            waiting, self._put_off = self._put_off, []
            for screen, show in waiting:
                if screen in self._app.screen_stack:
                    show()
