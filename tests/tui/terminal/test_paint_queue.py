"""Screens that only look wait for each other, and for those who press keys."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextvars import ContextVar

import pytest

from hako.tui.terminal.paint_queue import PaintQueue
from tests.waiting import PATIENCE_SECONDS


class Screen:
    """It tells when it looks; whether it says that it is painted is up to the test."""

    def __init__(self, name: str, looks: list[str], *, paints: bool = True) -> None:
        self._name = name
        self._looks = looks
        self._paints = paints

    def paint(self, painted: Callable[[], object]) -> None:
        self._looks.append(self._name)
        if self._paints:
            painted()


async def seen(looks: list[str], count: int) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while len(looks) < count:  # noqa: ASYNC110  there is no event for it
            await asyncio.sleep(0.001)


async def test_all_look_in_the_order_in_which_they_came() -> None:
    turnstile, looks = PaintQueue(), list[str]()
    for name in ("ann", "ben", "cat"):
        turnstile.queue(Screen(name, looks))
    assert looks == []

    await seen(looks, 3)

    assert looks == ["ann", "ben", "cat"]


async def test_who_came_first_lends_the_others_no_app() -> None:
    """Textual finds the app of a task in its context; that one may have ended meanwhile."""
    turnstile, apps, done = PaintQueue(), list[str](), asyncio.Event()
    app = ContextVar("app", default="none")

    class Looker:
        def paint(self, painted: Callable[[], object]) -> None:
            apps.append(app.get())
            painted()
            done.set()

    app.set("ann's")
    turnstile.queue(Looker())
    async with asyncio.timeout(PATIENCE_SECONDS):
        await done.wait()
    assert apps == ["none"]


async def test_several_moves_are_one_look() -> None:
    turnstile, looks = PaintQueue(), list[str]()
    ann, ben = Screen("ann", looks), Screen("ben", looks)
    for screen in (ann, ben, ann):
        turnstile.queue(screen)

    await seen(looks, 2)
    assert looks == ["ann", "ben"]

    turnstile.queue(ann)
    await seen(looks, 3)


async def test_a_screen_that_is_never_painted_holds_nobody_up_for_long() -> None:
    """It is under a dialog."""
    turnstile, looks = PaintQueue(), list[str]()
    turnstile.queue(Screen("gone", looks, paints=False))
    turnstile.queue(Screen("ann", looks))

    await seen(looks, 2)


async def test_a_screen_that_left_does_not_look() -> None:
    """Its visitor went home: there is nothing left to show, and nobody may keep it."""
    turnstile, looks = PaintQueue(), list[str]()
    ann, ben = Screen("ann", looks), Screen("ben", looks)
    for screen in (ann, ben):
        turnstile.queue(screen)
    turnstile.leave(ann)
    turnstile.leave(ann)

    await seen(looks, 1)
    turnstile.queue(ben)
    turnstile.leave(ben)
    turnstile.queue(Screen("cat", looks))
    await seen(looks, 2)
    assert looks == ["ben", "cat"]


async def test_a_screen_that_breaks_takes_nobody_with_it(caplog: pytest.LogCaptureFixture) -> None:
    """The others look, now and ever after, and the server's log has the error."""
    turnstile, looks = PaintQueue(), list[str]()

    class Broken:
        def paint(self, painted: Callable[[], object]) -> None:
            raise ValueError

    caplog.set_level(logging.CRITICAL, "hako")
    for broken in (Broken(), Screen("ann", looks)):
        turnstile.queue(broken)
    await seen(looks, 1)
    turnstile.queue(Screen("ben", looks))
    await seen(looks, 2)
