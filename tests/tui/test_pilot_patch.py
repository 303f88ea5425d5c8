"""Pilot waits for widgets that have something to do, and sends no message to others."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

from textual.app import App
from textual.message import Message
from textual.message_pump import MessagePump


class Work(Message):
    """Something to do."""


class Slow(App[None]):
    """An app that takes a while over its work."""

    done = 0

    async def on_work(self) -> None:
        await asyncio.sleep(0.05)
        self.done += 1


async def test_pilot_waits_for_the_busy_alone() -> None:
    app = Slow()
    async with app.run_test() as pilot:
        await pilot.pause()
        for _ in range(2):
            app.post_message(Work())
        await pilot._wait_for_screen()
        assert app.done == 2

        await pilot.pause()
        with patch.object(MessagePump, "call_later") as asked:
            assert await pilot._wait_for_screen()
        assert not asked.called
