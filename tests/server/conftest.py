"""Tests here are coroutines: each runs on an event loop of its own, as that of `hako serve`."""

import asyncio
from collections.abc import Callable, Mapping

from hako.server.bridge import bridged_loop
from tests.screen_fixtures import installation, own_folders, steady_cursor, unhurried

__all__ = ["installation", "own_folders", "steady_cursor", "unhurried"]


def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    return {"bridged": bridged_loop}
