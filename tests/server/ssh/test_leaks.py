"""Sessions end and leave nothing behind."""

from __future__ import annotations

import asyncio
import gc
import logging
import weakref
from itertools import chain
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from weakref import WeakSet

import pytest
from textual.screen import Screen
from textual.widget import Widget

from hako.server.limits import Limits
from hako.server.ssh import connection
from hako.server.ssh import gc_tuning as collector
from hako.server.ssh import session_app_base as app_of_a_session
from hako.server.ssh.session import Session
from hako.tui.screens.table.room import RoomScreen
from hako.tui.terminal import paint_queue as turnstile
from tests.server.ssh.person import DemoServer, demo_server
from tests.server.ssh.tables import open_lobby
from tests.waiting import PATIENCE_SECONDS, until

LIMITS = Limits(handshakes_per_minute=10_000, app_start_interval=0.001)


async def come_and_go(demo: DemoServer, how: str) -> None:
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
    caplog.set_level(logging.CRITICAL, "hako.server.ssh.session_app_base")
    async with demo_server(tmp_path, limits=LIMITS) as demo:
        tasks = len(asyncio.all_tasks())
        for how in ("quitting", "crashing", "dropping", "closing") * 3:
            await come_and_go(demo, how)
        await until(lambda: not demo.context.sessions and len(asyncio.all_tasks()) <= tasks)
        assert len(demo.apps) == 12

        def alive() -> int:
            gc.unfreeze()
            gc.collect()
            return sum(ref() is not None for ref in demo.apps)

        await until(lambda: not alive())  # what the loop is to call next may hold the last one


async def test_what_was_closed_is_freed_without_the_collector(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many were opened: held neither by the app nor by the table, nor by each other.

    Nor is it taken apart as long as the app has anything to call, however soon it is looked.
    """
    monkeypatch.setattr(collector, "_is_worth_it", lambda *_: False)
    monkeypatch.setattr(collector, "NEW_OBJECTS", 0)  # never
    monkeypatch.setattr(app_of_a_session, "_CLOSED_SECONDS", 0.01)
    async with open_lobby(tmp_path) as at:
        [ada] = await at.at_table(at.table("ada", None, None), "ada")
        app = at.app("ada")
        assert app is not None
        came, names, note_part = WeakSet[object](), set[str](), app._note_part

        def note(part: Widget) -> None:
            came.add(part)
            names.add(type(part).__name__)
            note_part(part)

        monkeypatch.setattr(app, "_note_part", note)
        stays = {*app.screen_stack}
        for keys, words in (("t", "Say something"), ("?", "Keys")):
            await ada.sees(words, after=keys)
            ada.press("\x1b")
            await until(lambda: {*app.screen_stack} == stays)
        assert len(names) > 5
        stays_at_the_table = {part for part in app._parts if part.is_attached}

        await until(lambda: {*came} <= stays_at_the_table)


async def test_what_was_closed_last_has_its_minute_whatever_is_to_be_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check that is put off for a second is put off for widgets that were closed before."""
    async with open_lobby(tmp_path) as at:
        [ada] = await at.at_table(at.table("ada", None, None), "ada")
        app = at.app("ada")
        assert app is not None
        stays = {*app.screen_stack}

        async def closed(keys: str, words: str) -> Screen[Any]:
            await ada.sees(words, after=keys)
            screen = app.screen_stack[-1]
            assert screen not in stays
            ada.press("\x1b")
            await until(lambda: screen._closed)
            return screen

        def look(*, has_to_call: bool) -> float:
            """Look now; in how many seconds it will again."""
            monkeypatch.setattr(app, "_has_to_call", lambda: has_to_call)
            app._take_apart()
            assert app._taking_apart is not None
            return app._taking_apart.when() - asyncio.get_running_loop().time()

        first = await closed("t", "Say something")
        assert look(has_to_call=True) > 30
        second = await closed("?", "Keys")
        assert look(has_to_call=True) < 2
        assert "_nodes" in vars(first)
        assert look(has_to_call=False) > 30
        assert "_nodes" in vars(second)
        assert "_nodes" not in vars(first)


async def test_who_goes_before_their_screen_could_show_a_move_is_kept_by_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor do the others wait for it, however long they queue: they see what goes on."""
    monkeypatch.setattr(turnstile, "PATIENCE_SECONDS", PATIENCE_SECONDS)
    async with open_lobby(tmp_path) as at:
        room = at.table("ada", None, None)
        await at.at_table(room, "ada", "ben", "cyd")
        app, holds_up = at.app("cyd"), Mock()
        assert app is not None
        assert app.render_queue is not None
        app.render_queue.queue(holds_up)
        await until(lambda: holds_up.paint.called)
        room.table.play(0, room.table.legal_actions(0)[0])
        [screen] = (screen for screen in app.screen_stack if isinstance(screen, RoomScreen))
        gone = weakref.ref(screen)
        app.exit()
        del app, screen
        await until(lambda: gone() is None)
        holds_up.paint.call_args.args[0]()

        watchers = await at.at_table(room, "dan")
        room.table.play(1, room.table.legal_actions(1)[0])
        await at.shows_now("dan", room)
        assert watchers


@pytest.mark.parametrize("how", ["dropping", "leaving from within"])
async def test_what_was_set_aside_alive_is_freed_without_a_pass_over_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """There is no full pass while somebody plays, so no widget of a session may wait for one.

    From within it is left where the app itself finds that nobody listens any more.
    """
    monkeypatch.setattr(collector, "_is_worth_it", lambda *_: False)
    monkeypatch.setattr(collector, "NEW_OBJECTS", 100)
    async with open_lobby(tmp_path) as at:
        [ada] = await at.at_table(at.table("ada", None, None), "ada")
        app = at.app("ada")
        assert app is not None
        left = WeakSet[object](part for part in app._parts if not isinstance(part, Screen))
        bars: list[Widget] = []
        app.call_later(lambda screen: bars.append(screen.vertical_scrollbar), app.screen)
        await until(lambda: bool(bars))
        left |= {bars.pop(), app, app.animator}
        ids = {*map(id, left)}
        await until(lambda: ids.isdisjoint(map(id, gc.get_objects())))
        if how == "dropping":
            ada.connection.abort()
        else:
            [session] = at.context.sessions
            app.call_later(session.leave, "broken")
            del session
        del app

        await until(lambda: not left)


async def test_a_connection_that_ends_leaves_nothing_to_collect(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither one that says nothing, nor one whose command is answered in words."""
    monkeypatch.setattr(collector, "_is_worth_it", lambda *_: False)
    monkeypatch.setattr(collector, "NEW_OBJECTS", 0)  # never
    # a timer that was cancelled stays in the loop, with its context, until it is one of many
    monkeypatch.setattr(asyncio.base_events, "_MIN_SCHEDULED_TIMER_HANDLES", 0)
    monkeypatch.setattr(asyncio.base_events, "_MIN_CANCELLED_TIMER_HANDLES_FRACTION", 0)
    came = WeakSet[object]()

    def begin(*arguments: Any) -> Session:
        session = Session(*arguments)
        came.add(session)
        return session

    monkeypatch.setattr(connection, "Session", begin)
    async with open_lobby(tmp_path) as at:
        _, mute = await asyncio.open_connection("127.0.0.1", at.port)
        ada = await at.connect("ada")
        connections = [
            live for live in at.context.connections if isinstance(live, connection.Connection)
        ]
        came.update(chain(connections, (live._connection for live in connections)))
        assert (await ada.run("nonsense")).exit_status == 1
        assert len(came) >= 4  # the session may be gone already
        del connections
        mute.transport.abort()
        ada.abort()

        await until(lambda: not came)
