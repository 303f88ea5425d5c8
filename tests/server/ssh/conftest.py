"""Tests here are coroutines: each runs on an event loop of its own, as that of `hako serve`."""

import asyncio
import inspect

import pytest
from msgspec.structs import replace

from hako.server.bridge import bridged_loop
from hako.server.limits import PLAYER, STRANGER, Pace
from hako.server.ssh import packet_limits as traffic


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    with asyncio.Runner(loop_factory=bridged_loop) as runner:
        runner.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture
def nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Packets are read at once: what is too much noise is ended all the same."""
    fast = Pace(1e9, 1e9)
    for name, budget in (("STRANGER", STRANGER), ("PLAYER", PLAYER)):
        changed = replace(budget, bytes=fast, packets=fast, milliseconds=fast)
        monkeypatch.setattr(traffic, name, changed)
