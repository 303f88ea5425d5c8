"""The time of a house: what it was shut counts for nobody, whatever its clock does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as some

from hako.engine.i18n.failure import Failure
from hako.engine.log.storage_errors import StorageError
from hako.engine.storage.folder import FolderStore
from hako.multiplayer.tables.paused_time import CREDIT_SECONDS, PausedTime

HOUR = 3600.0


class Machine:
    """A time source that the test sets; it is polled every ten seconds while it is awake."""

    def __init__(self, folder: Path, at: float = 1_800_000_000.0) -> None:
        folder.mkdir(exist_ok=True)
        self.folder, self.at = folder, at
        self.start()

    def start(self) -> None:
        self.time = PausedTime(FolderStore(self.folder), lambda: self.at)
        self.time.open()
        self.time.poll(is_timed=True)

    def awake(self, seconds: float) -> None:
        for _ in range(int(seconds / 10)):
            self.at += 10
            with suppress(StorageError):
                self.time.poll(is_timed=True)

    @contextmanager
    def without_store(self) -> Iterator[None]:
        """Within, nothing can be read or written."""
        aside = self.folder.rename(self.folder.with_name("aside"))
        self.folder.touch()
        yield
        self.folder.unlink()
        aside.rename(self.folder)

    def counted_since(self, since: float) -> float:
        """Part of the time since then that counts for a user whose turn it is."""
        now = self.time.now()
        return now - since - self.time.lost("ann", since, now)


def test_an_outage_of_a_day_and_a_half_costs_nobody_a_second_and_20_more_are_given(
    tmp_path: Path,
) -> None:
    server = Machine(tmp_path)
    since = server.at
    server.awake(HOUR)

    server.at += 36 * HOUR  # the machine is off
    server.start()
    server.awake(100)

    assert CREDIT_SECONDS == 20
    assert server.counted_since(since) == HOUR + 100 - 20


def test_a_restart_gives_twenty_seconds_to_come_back(tmp_path: Path) -> None:
    server = Machine(tmp_path)
    since = server.at
    server.awake(60)
    server.at += 3
    server.start()
    server.awake(10)
    assert server.counted_since(since) == 60

    server.awake(50)
    assert server.counted_since(since) == 60 + 60 - 20


def test_a_machine_that_slept_or_whose_clock_is_set_costs_nobody_a_second(tmp_path: Path) -> None:
    """Forward it is as if it had slept, back time stands still; summer time changes no UTC."""
    server = Machine(tmp_path)
    since = server.at
    server.awake(60)
    server.at += 36 * HOUR
    assert server.counted_since(since) == 60, "before it looked around"
    server.awake(20)
    assert server.counted_since(since) == 60

    server.at -= 2 * HOUR
    server.awake(HOUR)
    assert server.counted_since(since) == 60
    server.awake(2 * HOUR)
    assert server.counted_since(since) == 60 + HOUR


def test_while_another_process_of_the_server_is_awake_it_is_open(tmp_path: Path) -> None:
    sleeper, waker = Machine(tmp_path), Machine(tmp_path)
    since = sleeper.at
    before = waker.counted_since(since)

    waker.awake(HOUR)
    sleeper.at = waker.at
    sleeper.time.poll(is_timed=True)

    assert sleeper.counted_since(since) == waker.counted_since(since) == before + HOUR - 20


def test_while_the_store_is_away_nobodys_time_runs_and_20_seconds_more_are_given(
    tmp_path: Path,
) -> None:
    """Also before it is known how long that was: somebody moves as soon as it is back."""
    server = Machine(tmp_path / "house")
    since = server.at
    server.awake(HOUR)
    with server.without_store():
        server.awake(70)
        assert server.counted_since(since) == HOUR
    server.at += 1
    assert server.counted_since(since) == HOUR, "before it looked around"
    server.time.poll(is_timed=True)
    server.awake(20)
    assert server.counted_since(since) == HOUR

    server.awake(60)
    assert server.counted_since(since) == HOUR + 60


def test_who_alone_did_not_reach_the_store_does_not_stop_the_time_of_all(tmp_path: Path) -> None:
    one, other = Machine(tmp_path / "house"), Machine(tmp_path / "house")
    since = one.at
    before = other.counted_since(since)
    with one.without_store():
        one.awake(70)
    for _ in range(7):
        other.at += 10
        other.time.poll(is_timed=True)
    one.at += 1
    one.time.poll(is_timed=True)

    assert one.counted_since(since) == before + 71 - 20
    assert other.counted_since(since) == before + 70 - 20


def test_a_machine_that_woke_before_its_store_was_there_costs_nobody_a_second(
    tmp_path: Path,
) -> None:
    server = Machine(tmp_path / "house")
    since = server.at
    server.awake(60)
    with server.without_store():
        server.at += 36 * HOUR
        server.awake(10)
    server.time.poll(is_timed=False)
    server.awake(30)

    assert server.counted_since(since) == 60 + 10


SPANS = some.integers(7, 40).map(lambda tens: 10.0 * tens)
"""Seconds, more than a minute."""


@given(
    some.lists(
        some.tuples(some.sampled_from(["on", "off", "asleep", "set back", "no store"]), SPANS),
        max_size=8,
    )
)
def test_whatever_happens_to_a_server_no_seat_loses_a_second(
    spans: list[tuple[str, float]],
) -> None:
    """And hardly one is given where nothing happens: only what it takes to be back."""
    with TemporaryDirectory() as folder:
        server = Machine(Path(folder) / "house")
        since, played, given_away = server.at, 0.0, 0.0
        for kind, seconds in spans:
            if kind == "on":
                server.awake(seconds)
                played += seconds
            elif kind == "no store":
                with server.without_store():
                    server.awake(seconds)
            else:
                server.at += -seconds if kind == "set back" else seconds
            if kind == "set back":
                before = server.counted_since(since)
                server.awake(seconds)
                played += seconds
                assert server.counted_since(since) == before, "time stands still"
            if kind == "off":
                server.start()
            server.awake(10)
            played += 10
            given_away += seconds if kind == "set back" else CREDIT_SECONDS + 20
            assert played - given_away <= server.counted_since(since) <= played


def test_one_may_be_away_for_21_days_a_year_and_then_ones_time_stands_still(tmp_path: Path) -> None:
    """A later announcement replaces it; the other processes hear of it, and so do later ones."""
    server = Machine(tmp_path)
    since, time = server.at, server.time
    time.start_vacation("ann", 20)
    with pytest.raises(Failure, match="21"):
        time.start_vacation("ann", 22)
    server.awake(HOUR)
    time.start_vacation("ann", 0)
    server.awake(HOUR)

    assert server.counted_since(since) == HOUR, "the hour in which she was here"
    assert time.vacation_until("ann") is None
    assert round(time.days_left("ann"), 2) == round(21 - 1 / 24, 2)
    time.start_vacation("ann", 20)
    with pytest.raises(Failure):
        time.start_vacation("ann", 21)
    assert PausedTime(FolderStore(tmp_path), lambda: server.at).vacation_until("ann") == (
        server.at + 20 * 24 * HOUR
    )
    server.at += (365 + 21) * 24 * HOUR
    assert time.days_left("ann") == 21
