"""Waiting in a test for what nobody tells of."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

PATIENCE_SECONDS = 60


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that nobody tells of, such as what another process does."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not condition():  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.01)
