from __future__ import annotations

import asyncio
import gc
import math
import os
import platform
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hako.server.limits import Limits
from hako.server.ssh import gc_tuning as collector
from tests.server.ssh.person import demo_server
from tests.waiting import until

in_generations = pytest.mark.skipif(
    collector.is_incremental(), reason="nothing is set aside where passes are increments"
)

BESIDE = 2000
"""Objects that the tests themselves leave about."""


class Knot:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.me = self


async def test_the_collector_is_left_as_it_was(tmp_path: Path) -> None:
    """It is off while a house is prepared."""
    gc.disable()
    before = gc.get_threshold(), len(gc.callbacks)
    try:
        async with demo_server(tmp_path):
            assert gc.isenabled()
            assert gc.get_threshold() != before[0]
        assert not gc.isenabled()
    finally:
        gc.enable()
    assert (gc.get_threshold(), len(gc.callbacks)) == before
    assert gc.get_freeze_count() == 0


@pytest.fixture
def sets_aside_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where so much goes on that what lives is hardly walked."""
    monkeypatch.setattr(collector, "NEW_OBJECTS", 100)


@in_generations
async def test_what_is_dead_is_collected_while_others_come(tmp_path: Path) -> None:
    """Also what lived through one pass; nobody has to pause for that."""
    alive = []
    async with demo_server(tmp_path):
        for passes in (0, 1):
            knots = [Knot()]
            seen = weakref.ref(knots[0])
            alive += [Knot() for _ in range(passes * collector.NEW_OBJECTS)]
            knots.clear()
            for _ in range(5 * collector.NEW_OBJECTS):
                alive.append(Knot())
            assert seen() is None


@in_generations
async def test_no_pass_walks_more_than_what_is_not_felt(tmp_path: Path) -> None:
    """However many come at once; and what lived before is not walked."""
    walked: list[int] = []

    def note(phase: str, about: Mapping[str, int]) -> None:
        if phase == "start":
            walked.append(
                sum(
                    len(gc.get_objects(generation)) for generation in range(about["generation"] + 1)
                )
            )

    async with demo_server(tmp_path):
        gc.callbacks.append(note)
        try:
            alive = [Knot() for _ in range(20 * collector.NEW_OBJECTS)]
        finally:
            gc.callbacks.remove(note)
        assert len(gc.get_objects()) < 10 * collector.NEW_OBJECTS + BESIDE < len(alive)
    assert len(walked) > 10
    assert max(walked) < 4 * collector.NEW_OBJECTS + BESIDE


@pytest.mark.parametrize("version", [(3, 14, 0), (3, 14, 4)])
async def test_nothing_is_set_aside_where_the_collector_works_in_increments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: tuple[int, int, int]
) -> None:
    """There each pass is told as of the first generation: all that lives would be kept for good."""
    monkeypatch.setattr(collector, "VERSION", version)
    longer_lived = gc.get_threshold()[1:]
    gc.unfreeze()  # what the tests are made of
    async with demo_server(tmp_path):
        passes = gc.get_stats()[1]["collections"]
        alive = [Knot() for _ in range(20 * collector.NEW_OBJECTS)]
        gc.collect(1)
        assert gc.get_stats()[1]["collections"] > passes
        assert gc.get_freeze_count() < BESIDE  # 3.12 puts what is immortal there by itself
        collector.walk_all()
        assert gc.get_freeze_count() < BESIDE < len(alive)
        assert gc.get_threshold() == (collector.NEW_OBJECTS, *longer_lived)


@pytest.mark.parametrize("version", [(3, 11, 9), (3, 13, 99), (3, 14, 5), (3, 15, 0)])
def test_all_other_collectors_work_in_generations(
    monkeypatch: pytest.MonkeyPatch, version: tuple[int, int, int]
) -> None:
    monkeypatch.setattr(collector, "VERSION", version)
    assert not collector.is_incremental()


@pytest.mark.parametrize(
    ("quiet_seconds", "ended", "minutes", "is_walked"),
    [
        (0, 9999, 99, False),
        (3, 9999, 99, False),
        (31, 20, 0, True),
        (31, 0, 10, True),
        (31, 9, 1, False),
    ],
)
def test_all_is_walked_only_where_nobody_has_played_for_long(
    monkeypatch: pytest.MonkeyPatch, quiet_seconds: float, ended: int, minutes: int, is_walked: bool
) -> None:
    """Not even what is set aside is counted else: that walks it, and was most of an idle house."""
    monkeypatch.setattr(gc, "get_freeze_count", pytest.fail)
    context: Any = type("House", (), {"quiet_seconds": quiet_seconds})()

    assert collector._is_worth_it(context, ended, minutes) is is_walked


@in_generations
async def test_what_the_program_is_made_of_is_never_walked(tmp_path: Path) -> None:
    """Not even as the house opens: that held everybody who was at the door."""
    walked: list[int] = []
    gc.callbacks.append(lambda *_: walked.append(len(gc.get_objects())))
    try:
        async with demo_server(tmp_path) as demo:
            walked.clear()
            program = gc.get_freeze_count()
            await demo.sit_down("ada")
            await until(lambda: bool(walked))
            assert max(walked) < program
    finally:
        gc.callbacks.pop()


@in_generations
@pytest.mark.usefixtures("sets_aside_at_once")
async def test_a_session_that_ended_is_freed_without_a_pass_over_everything(tmp_path: Path) -> None:
    """Somebody plays all the time, so that there is never time for one."""
    async with demo_server(tmp_path) as demo:
        ben = await demo.sit_down("ben")
        ada = await demo.sit_down("ada")
        app = demo.apps[1]
        await until(lambda: all(living is not app() for living in gc.get_objects()))
        ada.press("q")
        await ada.is_sent_home()

        def is_freed() -> bool:
            ben.press("\x1b[A")
            return app() is None

        await until(is_freed)


async def test_what_died_when_it_was_set_aside_is_collected_where_nobody_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collector, "_LONG_QUIET_SECONDS", math.inf)
    monkeypatch.setattr(collector, "_SOME_ENDED", 0)
    monkeypatch.setattr(collector, "LOOK_SECONDS", 0.01)
    async with demo_server(tmp_path):
        knots = [Knot()]
        gc.freeze()
        seen = weakref.ref(knots.pop())
        assert seen() is not None
        monkeypatch.setattr(collector, "_LONG_QUIET_SECONDS", 0)
        await until(lambda: seen() is None)


async def test_an_app_is_not_taken_apart_while_a_task_of_it_runs(tmp_path: Path) -> None:
    """On a busy machine the last ones may end late."""
    async with demo_server(tmp_path) as demo:
        ada = await demo.sit_down("ada")
        app = demo.app_of("ada")
        app._is_over = True
        app._take_apart()
        await ada.sees("count 1", after=" ")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc can be asked to")
async def test_memory_that_was_freed_between_what_stays_is_given_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house that many left takes no more than it needs."""
    monkeypatch.setattr(collector, "GIVEN_BACK_SECONDS", 1e9)
    monkeypatch.setattr(collector, "LOOK_SECONDS", 0.01)
    async with demo_server(tmp_path):
        kept = [bytearray(60_000) for _ in range(1000)]
        before = resident()
        del kept[1::2]
        freed = 30_000_000
        assert before - resident() < freed / 2
        monkeypatch.setattr(collector, "GIVEN_BACK_SECONDS", 0)

        await until(lambda: before - resident() > freed / 2)


def resident() -> int:
    """Bytes of this process that are in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def test_what_is_cut_short_is_taken_apart_when_it_has_shut_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The session ends, and its app takes its time."""
    monkeypatch.setattr("hako.server.ssh.session_app_base._STRAGGLERS_SECONDS", 0)
    async with demo_server(tmp_path, limits=Limits(shutdown_grace=0.01)) as demo:
        ada = await demo.sit_down("ada")
        app, may_close = demo.app_of("ada"), asyncio.Event()
        close_all = app._close_all

        async def close_late() -> None:
            await close_all()
            await may_close.wait()

        monkeypatch.setattr(app, "_close_all", close_late)
        ada.connection.abort()
        await until(lambda: not demo.context.sessions)
        await demo.sit_down("ben")
        assert "_driver" in vars(app)
        may_close.set()
        await until(lambda: "_driver" not in vars(app))
