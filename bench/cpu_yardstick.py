"""Measurement: processor time beside a yardstick, a fixed loop of plain Python.

A rate alone tells how fast this computer is; a rate in the time of 1,000 rounds of the yardstick
tells how fast the code is. The yardstick runs before and after each slice, on the same core, so
that a busy minute slows both. This module needs only the standard library, since peers run it in
environments of their own.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple, TypeAlias

ROUNDS = 60_000

Batch: TypeAlias = Callable[[], int]
"""Does some operations, and says how many."""

Maker: TypeAlias = Callable[[], Batch]
"""Gets everything ready for a batch."""


class Slice(NamedTuple):
    """A measurement."""

    rate: float
    """Operations in a second of processor time."""
    per_1000: float
    """Operations in the time of 1,000 rounds of the yardstick."""


def measured(batch: Batch, seconds: float, *, wall: bool = False) -> Slice:
    """A batch repeated for about so many seconds: of processor time, or by the clock on the wall."""
    clock = time.perf_counter if wall else time.process_time
    gc.collect()
    before = yardstick()
    operations, began = 0, clock()
    while (spent := clock() - began) < seconds:
        operations += batch()
    rate = operations / spent
    return Slice(rate, 1000 * rate / ((before + yardstick()) / 2))


def yardstick(rounds: int = ROUNDS) -> float:
    """Rounds per second: a call, a little arithmetic, a list, a dictionary and a tuple each."""
    cells = [0] * 64
    seen: dict[int, tuple[int, int]] = {}
    value = 1
    began = time.process_time()
    for number in range(rounds):
        value = _stir(value, number)
        place = value & 63
        cells[place] = value
        seen[place] = (number, cells[(place + 7) & 63])
    return rounds / (time.process_time() - began)


def _stir(value: int, number: int) -> int:
    return (value * 31 + number) & 0xFFFF


def stay_on_one_core() -> None:
    """Pin the process to one core, if the system allows it."""
    with suppress(AttributeError, OSError):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
