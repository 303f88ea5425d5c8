"""Output to a client that does not read: none above a limit, and the whole screen again below it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest

from hako.server.limits import Limits
from hako.server.ssh.channel import SshChannel
from hako.server.ssh.driver import ChannelDriver
from hako.server.ssh.session import Session

LIMIT = 1000
LIMITS = Limits(output_buffer_bytes=LIMIT)


class Pipe:
    """A wire of whose backlog the test decides."""

    def __init__(self) -> None:
        self.backlog = 0
        self.sent: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.sent.append(data)


class StillApp(SimpleNamespace):
    """An app that counts how often it is to be drawn again."""

    drawn = 0

    def redraw(self) -> None:
        """Nothing is drawn."""

    def call_later(self, _: object) -> None:
        self.drawn += 1


def driver_on(pipe: Pipe) -> tuple[ChannelDriver, StillApp]:
    app: Any = StillApp(client=SimpleNamespace(channel=pipe, limits=LIMITS))
    return ChannelDriver(app), app


@pytest.mark.parametrize(("backlog", "is_sent"), [(0, True), (LIMIT, True), (LIMIT + 1, False)])
async def test_nothing_is_sent_to_a_client_with_more_than_the_limit_before_it(
    backlog: int, is_sent: bool
) -> None:
    pipe = Pipe()
    driver, _ = driver_on(pipe)
    pipe.backlog = backlog
    assert driver.is_behind is not is_sent
    driver.write("frame")
    driver.flush()
    assert pipe.sent == [b"frame"] * is_sent


async def test_all_is_drawn_again_once_a_quarter_of_the_limit_is_left() -> None:
    pipe = Pipe()
    driver, app = driver_on(pipe)
    pipe.backlog = LIMIT + 1
    driver.leave_out_frame()
    for backlog, drawn in ((LIMIT, 0), (LIMIT // 4 + 1, 0), (LIMIT // 4, 1), (0, 1)):
        pipe.backlog = backlog
        driver._catch_up()
        assert app.drawn == drawn
    driver.disable_input()


async def test_the_next_size_of_a_larger_window_waits_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ten times a second at most, and about as many cells in a second as ten large windows have."""
    driver, _ = driver_on(Pipe())
    pauses = list[float]()
    monkeypatch.setattr(driver, "send_message", lambda _: None)
    monkeypatch.setattr(driver, "_later", lambda _kind, seconds, _then: pauses.append(seconds))
    for size in ((80, 24), (200, 50), (400, 120)):
        driver.resize(*size)
    assert pauses == pytest.approx([0.1, 0.1, 0.48])


async def test_no_line_is_told_to_a_client_with_more_than_the_limit_before_it() -> None:
    """As of `ssh HOST notify`: the session ends before the line that would be too many."""
    pipe = Pipe()

    async def lines() -> AsyncIterator[str]:
        for pipe.backlog in (0, LIMIT, LIMIT + 1):
            yield f"{pipe.backlog}"

    session: Any = SimpleNamespace(
        _has_room=lambda: True,
        _context=SimpleNamespace(limits=LIMITS, enter=lambda _: None),
        _channel=SimpleNamespace(attach=lambda _: None),
        leave=lambda: None,
        _stream=pipe,
        _tell=lambda words: pipe.write(words.encode()),
    )
    await Session._keep_telling(session, lines())
    assert pipe.sent == [b"0", b"1000"]


def test_what_the_socket_holds_counts_as_well() -> None:
    class Buffer(SimpleNamespace):
        def get_write_buffer_size(self) -> int:
            size: int = self.size
            return size

    channel: Any = SshChannel.__new__(SshChannel)
    channel._channel = Buffer(size=300)
    channel._connection = SimpleNamespace(_transport=Buffer(size=700))
    assert channel.backlog == 1000
    channel._connection = SimpleNamespace(_transport=None)
    assert channel.backlog == 300


def test_a_server_holds_128_kilobytes_for_each_client_if_nothing_else_is_said() -> None:
    assert Limits().output_buffer_bytes == 128 * 1024


async def test_a_line_is_slow_while_the_last_frame_is_on_its_way_or_keys_are_echoed_late() -> None:
    """No further frame of a motion is sent then."""
    pipe = Pipe()
    driver, _ = driver_on(pipe)
    slow = [driver.is_slow]
    for backlog in (1, 0):
        pipe.backlog = backlog
        slow.append(driver.is_slow)
    for number in range(3):
        driver._echo.typed(number)
        driver._echo.sent(number + 0.2)
    slow.append(driver.is_slow)
    assert slow == [False, True, False, True]
