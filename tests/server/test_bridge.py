"""The bridge: synchronous code waits in a task, and the event loop goes on."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any

import pytest

from hako.engine.log.storage_errors import StorageError
from hako.engine.storage.task_mutex import TaskMutex
from hako.engine.storage.waiting import aside, suspendable_task, wait_for
from hako.server.bridge import bridged_loop
from tests.waiting import until

NUMBER: ContextVar[int] = ContextVar("NUMBER")


def bridged(main: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a coroutine on a loop of its own, all of whose tasks are bridged."""
    with asyncio.Runner(loop_factory=bridged_loop) as runner:
        runner.run(main())


def held(future: Future[int], seconds: float | None = None) -> int:
    """Synchronous code, two calls deep."""
    return wait_for(future, seconds) + 1


async def turns(count: int = 5) -> None:
    """Let all other tasks go on."""
    for _ in range(count):
        await asyncio.sleep(0)


async def test_one_task_waits_in_the_middle_of_a_call_and_the_others_go_on() -> None:
    future: Future[int] = Future()

    async def waits() -> int:
        await asyncio.sleep(0)
        result = held(future)
        await asyncio.sleep(0)
        return result

    task = asyncio.create_task(waits())
    counted = 0
    for _ in range(100):
        await asyncio.sleep(0)
        counted += 1
    assert (counted, task.done()) == (100, False)
    future.set_result(41)
    assert await task == 42


async def test_the_result_may_come_from_another_thread_and_may_be_an_error() -> None:
    def fail() -> int:
        raise StorageError("store_busy")

    async def add(number: int) -> int:
        return held(pool.submit(lambda: number))

    async def stumble() -> int:
        return held(pool.submit(fail))

    with ThreadPoolExecutor(2) as pool:
        numbers = await asyncio.gather(*map(add, range(20)))
        with pytest.raises(StorageError):
            await asyncio.create_task(stumble())
    assert numbers == list(range(1, 21))


async def test_nobody_waits_longer_than_they_want_to() -> None:
    async def waits() -> int:
        return held(Future(), 0.01)

    with pytest.raises(TimeoutError):
        await asyncio.create_task(waits())


async def test_each_task_keeps_its_context_across_a_wait() -> None:
    """Textual finds the app of a task there."""
    futures: list[Future[int]] = [Future() for _ in range(3)]

    async def waits(number: int) -> None:
        NUMBER.set(number)
        held(futures[number])
        assert NUMBER.get() == number
        token = NUMBER.set(10)
        held(futures[number])
        NUMBER.reset(token)
        await asyncio.sleep(0)
        assert NUMBER.get() == number

    tasks = [asyncio.create_task(waits(number)) for number in range(3)]
    await turns()
    for future in reversed(futures):
        future.set_result(0)
        await turns()
    await asyncio.gather(*tasks)
    assert NUMBER.get(None) is None


async def test_who_is_cancelled_while_waiting_gets_the_result_and_ends_at_the_next_await() -> None:
    """A line that is on the disk by then is not forgotten."""
    future: Future[int] = Future()
    answers = []

    async def waits() -> None:
        answers.append(held(future))
        answers.append(-1)
        await asyncio.sleep(0)
        answers.append(-2)

    task = asyncio.create_task(waits())
    await turns()
    task.cancel("enough")
    await turns()
    assert not task.done()
    future.set_result(1)
    with pytest.raises(asyncio.CancelledError, match="enough"):
        await task
    assert (answers, task.cancelling()) == ([2, -1], 1)


async def test_a_limit_of_time_around_a_wait_is_a_timeout_and_no_cancellation() -> None:
    future: Future[int] = Future()
    asyncio.get_running_loop().call_later(0.02, future.set_result, 1)

    async def waits() -> None:
        async with asyncio.timeout(0.005):
            held(future)
            await asyncio.sleep(1)

    task = asyncio.create_task(waits())
    with pytest.raises(TimeoutError):
        await task


async def test_a_task_that_is_cancelled_before_it_began_closes_its_coroutine() -> None:
    """Otherwise Python warns of a coroutine that was never awaited, which fails this test."""
    task = asyncio.create_task(turns())
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    gc.collect()


async def test_a_task_is_named_in_logs_by_its_own_coroutine() -> None:
    task = asyncio.create_task(turns())
    assert "coro=<turns()" in repr(task)
    await task


@pytest.mark.parametrize("end", ["an error", "cancelled at an await", "cancelled in a wait"])
def test_a_task_that_has_ended_is_kept_by_nothing(end: str) -> None:
    """Otherwise only a pass of the garbage collector would free the app of a user."""

    class Kept:
        """Stands for the app of a user."""

    async def main() -> None:
        future: Future[int] = Future()

        async def waits(kept: Kept) -> None:
            if end == "cancelled at an await":
                await asyncio.sleep(60)
            held(future)
            await asyncio.sleep(0)
            raise StorageError("store_busy")

        kept = Kept()
        seen = weakref.ref(kept)
        task = asyncio.create_task(waits(kept))
        del kept
        await turns()
        if end != "an error":
            task.cancel()
            await turns()
        future.set_result(1)
        with pytest.raises((StorageError, asyncio.CancelledError)):
            await task
        del task
        await turns()
        assert seen() is None

    gc.collect()
    gc.disable()
    try:
        bridged(main)
    finally:
        gc.enable()


def test_outside_of_a_bridge_the_thread_waits() -> None:
    assert suspendable_task() is None
    with ThreadPoolExecutor(1) as pool:
        assert held(pool.submit(lambda: 1)) == 2


async def test_a_mutex_has_one_holder_at_a_time() -> None:
    mutex, order = TaskMutex(), []
    futures: list[Future[int]] = [Future() for _ in range(3)]

    async def waits(number: int) -> None:
        with mutex:
            order.append(number)
            held(futures[number])
            order.append(number)

    tasks = [asyncio.create_task(waits(number)) for number in range(3)]
    for future in reversed(futures):
        await turns()
        future.set_result(0)
    await asyncio.gather(*tasks)
    assert order == [0, 0, 1, 1, 2, 2]
    assert not mutex.is_held


async def test_code_of_the_loop_that_cannot_wait_for_a_mutex_is_told_so() -> None:
    """It would wait for a task that only the loop could continue."""
    mutex, future = TaskMutex(), Future[int]()
    refused = []

    async def holds() -> None:
        with mutex:
            held(future)

    def enter() -> None:
        with pytest.raises(StorageError), mutex:
            pass
        refused.append(True)

    task = asyncio.create_task(holds())
    await turns()
    asyncio.get_running_loop().call_soon(enter)
    await turns()
    future.set_result(0)
    await task
    assert refused == [True]


async def test_what_is_done_aside_keeps_nobody_waiting() -> None:
    future: Future[int] = Future()
    done: list[int] = []
    aside(lambda: done.append(held(future)))
    await turns()
    assert done == []
    future.set_result(1)
    await until(lambda: done == [2])


async def _plain() -> None:
    done: list[int] = []
    aside(lambda: done.append(1))
    assert done == [1]


def test_without_a_bridge_it_is_done_at_once() -> None:
    asyncio.run(_plain())
