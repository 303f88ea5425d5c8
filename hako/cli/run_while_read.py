"""Commands that print until they are ended, and end when nobody reads their output."""

from __future__ import annotations

import asyncio
import select
import sys
from collections.abc import Coroutine
from contextlib import suppress
from threading import Thread
from typing import Any

from hako.tui.terminal.signals import exit_on_signals


def while_read(work: Coroutine[Any, Any, None]) -> None:
    """Run it until it ends, a signal arrives, or nobody reads stdout any more.

    Raises BrokenPipeError for the last, and SystemExit for a signal.
    """
    if (end := asyncio.run(_until_unread(work))) is not None:
        raise end


async def _until_unread(work: Coroutine[Any, Any, None]) -> BaseException | None:
    """Run it; the error that ended it early, or None."""
    doing = asyncio.ensure_future(work)
    ends: list[BaseException] = []

    def end(error: BaseException) -> None:
        ends.append(error)
        doing.cancel()

    def watch_reader(loop: asyncio.AbstractEventLoop) -> None:
        line = select.poll()
        line.register(sys.stdout.fileno(), 0)  # tells of the end alone
        line.poll()
        with suppress(RuntimeError):  # it has ended already
            loop.call_soon_threadsafe(end, BrokenPipeError())

    if hasattr(select, "poll"):  # not on Windows
        loop = asyncio.get_running_loop()
        exit_on_signals(lambda status: end(SystemExit(status)))
        Thread(target=watch_reader, args=(loop,), name="hako-reader", daemon=True).start()
    with suppress(asyncio.CancelledError):
        await doing
    return next(iter(ends), None)
