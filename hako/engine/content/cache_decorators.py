"""Caches of values that follow from a content file and few arguments."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar, TypeVarTuple

from hako.engine.content.files import ContentEntry

Table = TypeVar("Table", bound=ContentEntry)
First = TypeVar("First")
Values = TypeVarTuple("Values")
Answer = TypeVar("Answer")

REMEMBERED = 1 << 12
"""Size of the cache of each function and each content."""


def remembered(
    function: Callable[[Table, *Values], Answer],
) -> Callable[[Table, *Values], Answer]:
    """Decorator: cache a function of a content (a Struct with `dict=True`) and of frozen values.

    The cache is kept in the `__dict__` of the content, which has no hash, and looked up by equal
    values. Results depend only on arguments, so it cannot leak hidden information.
    """
    name = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def wrapper(table: Table, /, *values: *Values) -> Answer:
        try:
            memory: Callable[..., Answer] = table.__dict__[name]
        except KeyError:
            memory = table.__dict__[name] = lru_cache(REMEMBERED)(
                lambda *values: function(table, *values)
            )
        return memory(*values)

    return wrapper


def forget(table: ContentEntry) -> None:
    """Clear all caches of `remembered` functions of a content, for benchmarks."""
    for name in [name for name in table.__dict__ if "." in name]:  # no attribute's name has a dot
        del table.__dict__[name]


def at_hand(
    function: Callable[[First, *Values], Answer],
) -> Callable[[First, *Values], Answer]:
    """Decorator: cache the last result of a function that is called repeatedly with equal arguments.

    The first argument is compared by identity, since it may be a whole state; the others by
    equality. No argument is hashed.
    """
    kept: tuple[First, tuple[*Values], Answer] | None = None

    @wraps(function)
    def wrapper(first: First, /, *values: *Values) -> Answer:
        nonlocal kept
        last = kept  # another thread may replace it meanwhile
        if last is None or last[0] is not first or last[1] != values:
            last = kept = first, values, function(first, *values)
        return last[2]

    return wrapper


def seat_by_seat(function: Callable[[*Values, int], Answer]) -> Callable[[*Values, int], Answer]:
    """Decorator: cache the last result for each seat of a function of frozen values and a seat.

    Arguments are compared by equality, which is fast for unchanged ones: they are identical objects.
    """
    kept: dict[int, tuple[tuple[*Values, int], Answer]] = {}

    @wraps(function)
    def wrapper(*values: *tuple[*Values, int]) -> Answer:
        seat = values[-1]
        try:
            last, answer = kept[seat]
        except KeyError:
            pass  # the first call for this seat
        else:
            if last == values:
                return answer
        answer = function(*values)
        kept[seat] = values, answer
        return answer

    return wrapper
