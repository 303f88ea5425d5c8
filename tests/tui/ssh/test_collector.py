from __future__ import annotations

import asyncio
import gc
import weakref
from pathlib import Path

import pytest

from hako.tui.ssh import collector
from hako.tui.ssh.collector import collect_new
from hako.tui.ssh.limits import Limits
from tests.tui.ssh.person import ada_sits_down, demo_house
from tests.waiting import until


class Knot:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.me = self


async def test_while_the_house_is_open_the_collector_never_starts_by_itself(
    tmp_path: Path,
) -> None:
    async with demo_house(tmp_path):
        assert not gc.isenabled()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


async def test_what_is_new_and_dead_is_collected_at_once(tmp_path: Path) -> None:
    async with demo_house(tmp_path):
        knot = weakref.ref(Knot())
        await until(lambda: knot() is None)


def test_only_a_pass_in_vain_is_paid_for_with_a_rest() -> None:
    gc.disable()
    try:
        collect_new()
        Knot()
        assert collect_new() == 0
        assert collect_new() > 0
    finally:
        gc.unfreeze()
        gc.enable()


async def test_what_dies_while_it_rests_is_collected_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Set aside unseen it would stay for as long as somebody plays."""
    knots: list[weakref.ref[Knot]] = []

    def pass_in_vain() -> float:
        monkeypatch.setattr(collector, "collect_new", collect_new)
        asyncio.get_running_loop().call_soon(lambda: knots.append(weakref.ref(Knot())))
        return 1e-9

    async with demo_house(tmp_path):
        monkeypatch.setattr(collector, "collect_new", pass_in_vain)
        await until(lambda: bool(knots) and knots[0]() is None)


async def test_what_the_program_is_made_of_is_never_walked(tmp_path: Path) -> None:
    """Not even as the house opens: that held everybody who was at the door."""
    passes: list[str] = []
    gc.callbacks.append(lambda phase, info: passes.append(phase) if info["generation"] else None)
    try:
        async with demo_house(tmp_path) as demo:
            passes.clear()
            assert gc.get_freeze_count() > len(gc.get_objects())
            await demo.sit_down("ada")
            assert passes == []
    finally:
        gc.callbacks.pop()


async def test_a_session_that_ended_is_freed_without_a_pass_over_everything(tmp_path: Path) -> None:
    """Somebody plays all the time, so that there is never time for one."""
    async with demo_house(tmp_path) as demo:
        ben = await demo.sit_down("ben")
        ada = await demo.sit_down("ada")
        app = demo.apps[1]
        await until(lambda: all(each is not app() for each in gc.get_objects()))
        ada.press("q")
        await ada.is_sent_home()

        def is_freed() -> bool:
            ben.press("\x1b[A")
            return app() is None

        await until(is_freed)


async def test_what_sessions_left_behind_is_collected_when_nobody_plays(tmp_path: Path) -> None:
    """It had been set aside while they were alive."""
    async with ada_sits_down(tmp_path) as (demo, ada):
        await until(lambda: all(each is not demo.apps[0]() for each in gc.get_objects()))
        ada.press("q")
        await ada.is_sent_home()
        await until(lambda: demo.apps[0]() is None)


async def test_an_app_is_not_taken_apart_while_a_task_of_it_runs(tmp_path: Path) -> None:
    """On a busy machine the last ones may end late."""
    async with demo_house(tmp_path) as demo:
        ada = await demo.sit_down("ada")
        app = demo.app_of("ada")
        app._take_apart()
        await ada.sees("count 1", after=" ")


async def test_what_is_cut_short_is_taken_apart_when_it_has_shut_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The session ends, and its app takes its time."""
    monkeypatch.setattr("hako.tui.ssh.app._STRAGGLERS_SECONDS", 0)
    async with demo_house(tmp_path, limits=Limits(farewell_seconds=0.01)) as demo:
        ada = await demo.sit_down("ada")
        app, may_close = demo.app_of("ada"), asyncio.Event()
        close_all = app._close_all

        async def close_late() -> None:
            await close_all()
            await may_close.wait()

        monkeypatch.setattr(app, "_close_all", close_late)
        ada.connection.abort()
        await until(lambda: not demo.house.sessions)
        await demo.sit_down("ben")
        assert "_driver" in vars(app)
        may_close.set()
        await until(lambda: "_driver" not in vars(app))
