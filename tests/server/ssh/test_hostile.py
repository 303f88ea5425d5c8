"""A bad client never slows or ends another's game."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from hako.server.limits import Limits
from hako.server.ssh.driver import ChannelDriver
from tests.server.ssh.person import DemoServer, Person, demo_server
from tests.waiting import until

KEYS = ("\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "j", " ")


async def plays_on(visitor: Person) -> None:
    """Somebody else at the table is served as ever."""
    before = visitor.text[5:10]
    await visitor.sees(f"keys {int(before) + 1:05d}", after="j")


def without_commands(data: bytes) -> bytes:
    """Keys of the demo that end or break it are not what is tested here."""
    return data.translate(None, b"qxwT")


@pytest.mark.parametrize(
    "flood",
    [
        random.Random(1).randbytes(60_000),
        b"\x1b" * 20_000,
        b"\x1b[" + b"1;" * 30_000,
        b"\x1bP" + b"x" * 60_000,
        b"\x1b]52;c;" + b"A" * 60_000,
        b"\x1b[99999999999999999999u" * 2_000,
        b"\x1b[97;5;55296u" * 3_000,
        b"\x1b[<0;99999;99999M" * 3_000,
        b"\x1b[48;0;0;0;0t\x1b[48;99999;99999;1;1t" * 500,
        b"\x1b[M\xff\xff\xff" * 5_000,
        b"\xff\xfe\x00\xc3\x28\xf0\x9f" * 8_000,
        b"\x1b[200~" + b"x" * 1_000_000,
        b"\x1b[1;2R" * 5_000,
    ],
    ids=[
        "random",
        "escapes",
        "endless CSI",
        "endless DCS",
        "endless OSC",
        "numbers beyond Unicode",
        "half pairs",
        "mouse far away",
        "sizes",
        "X10 mouse",
        "no UTF-8",
        "endless paste",
        "cursor reports",
    ],
)
async def test_hostile_input_harms_nobody_else(tmp_path: Path, flood: bytes) -> None:
    async with demo_server(tmp_path) as demo:
        eve, bob = await demo.sit_down("eve"), await demo.sit_down("bob")
        eve.press(without_commands(flood))
        for _ in range(3):
            await plays_on(bob)
        assert not eve.has_ended
        await eve.go()
        await plays_on(bob)


async def test_a_flood_of_keys_is_taken_at_the_pace_of_a_hand(tmp_path: Path) -> None:
    """20 at once and 10 a second are allowed; of 3000 sent in one go few have arrived soon."""
    async with demo_server(tmp_path, limits=Limits(keys_at_once=20, keys_per_second=10)) as demo:
        eve, bob = await demo.sit_down("eve"), await demo.sit_down("bob")
        eve.press("j" * 3000)
        await eve.sees("key j")
        await plays_on(bob)
        assert demo.app_of("eve").keys < 300


async def test_what_is_held_for_a_flooder_is_bounded(tmp_path: Path) -> None:
    """The rest waits at the client: 32 kB of window and what one read took."""
    limits = Limits(keys_at_once=10, keys_per_second=1)
    async with demo_server(tmp_path, limits=limits) as demo:
        eve = await demo.sit_down("eve")
        eve.press("j" * 1_000_000)
        await eve.sees("key j")
        await asyncio.sleep(0.1)
        driver = demo.app_of("eve")._driver
        waiting = len(driver._waiting)  # type: ignore[union-attr]  # the driver of the demo
        assert waiting < 100_000


async def test_keys_that_wait_when_the_app_ends_are_dropped(tmp_path: Path) -> None:
    """The parser of its terminal is closed by then."""
    async with demo_server(tmp_path) as demo:
        eve = await demo.sit_down("eve")
        driver = demo.app_of("eve")._driver
        assert isinstance(driver, ChannelDriver)
        eve.press("q")
        await eve.is_sent_home()
        await until(lambda: not driver._is_open)
        driver._waiting.append("j")
        driver._take_input()


async def test_a_client_that_reads_nothing_is_left_out_and_caught_up(tmp_path: Path) -> None:
    """Frames beyond 64 kB are dropped; when it reads again it sees the table as it is."""
    async with demo_server(tmp_path, limits=Limits(output_buffer_bytes=64 * 1024)) as demo:
        eve, bob = await demo.sit_down("eve", window=32 * 1024), await demo.sit_down("bob")
        eve.channel.pause_reading()
        app = demo.app_of("eve")
        for _ in range(3000):
            app.call_later(app.redraw)
            bob.press(" ")
            await asyncio.sleep(0.002)
            if app.client.channel.backlog > 64 * 1024:
                break
        assert app.client.channel.backlog > 64 * 1024
        for _ in range(20):
            app.call_later(app.redraw)
            await asyncio.sleep(0.01)
        assert app.client.channel.backlog < 128 * 1024
        await plays_on(bob)
        eve.channel.resume_reading()
        await eve.sees(f"count {demo.table.count}")


async def test_a_storm_of_sizes_is_one_size(tmp_path: Path) -> None:
    async with demo_server(tmp_path) as demo:
        eve, bob = await demo.sit_down("eve"), await demo.sit_down("bob")
        for number in range(500):
            eve.channel.change_terminal_size(10_000 + number, 10_000)
        eve.resize(90, 25)
        await plays_on(bob)
        await eve.sees("size 90x25")


async def drop(demo: DemoServer, after: str) -> None:
    """Come, and be cut off at some point."""
    if after == "connecting":
        _, writer = await asyncio.open_connection("127.0.0.1", demo.context.port)
        writer.transport.abort()
    elif after == "logging in":
        (await demo.connect("eve")).abort()
    elif after == "opening a terminal":
        (await demo.come("eve")).connection.abort()
    elif after == "the questions":
        eve = await demo.come("eve", says=b"")
        await eve.receives(b"\x1b[c")
        eve.connection.abort()
    elif after == "the first frame":
        eve = await demo.come("eve")
        await eve.sees("count 0")
        eve.connection.abort()
    else:
        eve = await demo.sit_down("eve")
        eve.press("".join(random.Random(2).choices(KEYS, k=50)))
        eve.connection.abort()


@pytest.mark.parametrize(
    "after",
    [
        "connecting",
        "logging in",
        "opening a terminal",
        "the questions",
        "the first frame",
        "many keys",
    ],
)
async def test_a_line_may_drop_at_any_moment(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, after: str
) -> None:
    """No session is left behind, nothing is an error, and the table plays on."""
    async with demo_server(tmp_path) as demo:
        bob = await demo.sit_down("bob")
        for _ in range(5):
            await drop(demo, after)
        await plays_on(bob)
        await until(lambda: len(demo.context.sessions) == len(demo.context.connections) == 1)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
