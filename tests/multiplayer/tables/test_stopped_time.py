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
from hako.engine.log.save import StorageError
from hako.engine.storage.folder import FolderStore
from hako.multiplayer.tables.stopped_time import CREDIT_SECONDS, PausedTime

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
    house = Machine(tmp_path)
    since = house.at
    house.awake(HOUR)

    house.at += 36 * HOUR  # the machine is off
    house.start()
    house.awake(100)

    assert CREDIT_SECONDS == 20
    assert house.counted_since(since) == HOUR + 100 - 20


def test_a_restart_gives_twenty_seconds_to_come_back(tmp_path: Path) -> None:
    house = Machine(tmp_path)
    since = house.at
    house.awake(60)
    house.at += 3
    house.start()
    house.awake(10)
    assert house.counted_since(since) == 60

    house.awake(50)
    assert house.counted_since(since) == 60 + 60 - 20


def test_a_machine_that_slept_or_whose_clock_is_set_costs_nobody_a_second(tmp_path: Path) -> None:
    """Forward it is as if it had slept, back time stands still; summer time changes no UTC."""
    house = Machine(tmp_path)
    since = house.at
    house.awake(60)
    house.at += 36 * HOUR
    assert house.counted_since(since) == 60, "before it looked around"
    house.awake(20)
    assert house.counted_since(since) == 60

    house.at -= 2 * HOUR
    house.awake(HOUR)
    assert house.counted_since(since) == 60
    house.awake(2 * HOUR)
    assert house.counted_since(since) == 60 + HOUR


def test_while_another_process_of_the_house_is_awake_it_is_open(tmp_path: Path) -> None:
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
    house = Machine(tmp_path / "house")
    since = house.at
    house.awake(HOUR)
    with house.without_store():
        house.awake(70)
        assert house.counted_since(since) == HOUR
    house.at += 1
    assert house.counted_since(since) == HOUR, "before it looked around"
    house.time.poll(is_timed=True)
    house.awake(20)
    assert house.counted_since(since) == HOUR

    house.awake(60)
    assert house.counted_since(since) == HOUR + 60


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
    house = Machine(tmp_path / "house")
    since = house.at
    house.awake(60)
    with house.without_store():
        house.at += 36 * HOUR
        house.awake(10)
    house.time.poll(is_timed=False)
    house.awake(30)

    assert house.counted_since(since) == 60 + 10


SPANS = some.integers(7, 40).map(lambda tens: 10.0 * tens)
"""Seconds, more than a minute."""


@given(
    some.lists(
        some.tuples(some.sampled_from(["on", "off", "asleep", "set back", "no store"]), SPANS),
        max_size=8,
    )
)
def test_whatever_happens_to_a_house_no_seat_loses_a_second(spans: list[tuple[str, float]]) -> None:
    """And hardly one is given where nothing happens: only what it takes to be back."""
    with TemporaryDirectory() as folder:
        house = Machine(Path(folder) / "house")
        since, played, given_away = house.at, 0.0, 0.0
        for what, seconds in spans:
            if what == "on":
                house.awake(seconds)
                played += seconds
            elif what == "no store":
                with house.without_store():
                    house.awake(seconds)
            else:
                house.at += -seconds if what == "set back" else seconds
            if what == "set back":
                before = house.counted_since(since)
                house.awake(seconds)
                played += seconds
                assert house.counted_since(since) == before, "time stands still"
            if what == "off":
                house.start()
            house.awake(10)
            played += 10
            given_away += seconds if what == "set back" else CREDIT_SECONDS + 20
            assert played - given_away <= house.counted_since(since) <= played


def test_one_may_be_away_for_21_days_a_year_and_then_ones_time_stands_still(tmp_path: Path) -> None:
    """A later announcement replaces it; the other processes hear of it, and so do later ones."""
    house = Machine(tmp_path)
    since, time = house.at, house.time
    time.start_vacation("ann", 20)
    with pytest.raises(Failure, match="21"):
        time.start_vacation("ann", 22)
    house.awake(HOUR)
    time.start_vacation("ann", 0)
    house.awake(HOUR)

    assert house.counted_since(since) == HOUR, "the hour in which she was here"
    assert time.vacation_until("ann") is None
    assert round(time.days_left("ann"), 2) == round(21 - 1 / 24, 2)
    time.start_vacation("ann", 20)
    with pytest.raises(Failure):
        time.start_vacation("ann", 21)
    assert PausedTime(FolderStore(tmp_path), lambda: house.at).vacation_until("ann") == (
        house.at + 20 * 24 * HOUR
    )
    house.at += (365 + 21) * 24 * HOUR
    assert time.days_left("ann") == 21
