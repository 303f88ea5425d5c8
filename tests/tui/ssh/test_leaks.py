"""Sessions end and leave nothing behind."""

from __future__ import annotations

import asyncio
import gc
import logging
from pathlib import Path

import pytest

from hako.tui.ssh.limits import Limits
from tests.tui.ssh.person import DemoHouse, demo_house
from tests.waiting import until

LIMITS = Limits(handshakes_per_minute=10_000, start_gap_seconds=0.001)


async def come_and_go(demo: DemoHouse, how: str) -> None:
    visitor = await demo.sit_down("ada")
    await visitor.sees("key escape", after="\x1b[C \x1b[97;5u\x1b[<0;5;5M\x1b")
    if how == "quitting":
        visitor.press("q")
        await visitor.is_sent_home()
    elif how == "crashing":
        visitor.press("x")
        await visitor.is_sent_home()
    elif how == "dropping":
        visitor.connection.abort()
    await visitor.go()


async def test_no_app_is_alive_after_its_session(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """However it ended; and no task is left of it."""
    # pytest keeps what is logged, and with an error everything that it came through
    caplog.set_level(logging.CRITICAL, "hako.tui.ssh.app")
    async with demo_house(tmp_path, limits=LIMITS) as demo:
        tasks = len(asyncio.all_tasks())
        for how in ("quitting", "crashing", "dropping", "closing") * 3:
            await come_and_go(demo, how)
        await until(lambda: not demo.house.sessions and len(asyncio.all_tasks()) <= tasks)
        assert len(demo.apps) == 12

        def alive() -> int:
            gc.unfreeze()
            gc.collect()
            return sum(ref() is not None for ref in demo.apps)

        await until(lambda: not alive())  # what the loop is to call next may hold the last one
