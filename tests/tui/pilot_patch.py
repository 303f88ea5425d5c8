"""A patch of Textual's Pilot, for tests of screens: who has nothing to do is not waited for."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

from textual.message_pump import MessagePump
from textual.pilot import Pilot

_wait_for_screen = Pilot._wait_for_screen


@cache
def wait_for_the_busy() -> None:
    """Apply the patch to the class of Textual; a second call does nothing."""
    Pilot._wait_for_screen = _wait_for_busy_screen  # type: ignore[method-assign,assignment]  # see there


async def _wait_for_busy_screen(self: Pilot[object], timeout: float = 30.0) -> bool:  # noqa: ASYNC109  as Textual calls it
    """Wait for the screen only if a widget has messages.

    Textual sends a message to each widget, after each key, and waits for all answers: half of all
    messages of a test.
    """
    await asyncio.sleep(0)
    screens = self.app.screen_stack if self.app._running else []
    widgets = screens[-1].walk_children(with_self=True) if screens else ()
    if screens and all(map(_is_waiting, (self.app, *widgets))):
        return True
    return await _wait_for_screen(self, timeout)


def _is_waiting(pump: MessagePump) -> bool:
    """True if an app or a widget waits for messages, or does not take any more."""
    ready: Any = pump._message_queue.ready_event
    waits = not ready.is_set() and bool(ready._waiters) and pump._pending_message is None
    return waits or pump._closing or pump._closed
