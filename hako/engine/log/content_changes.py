"""The differences between a game's content and the content that a log was played with.

A log has only digests of its content: one of the whole, and in newer logs one of each table. The
tables that differ are found by their digests. A single changed number is found by trying others in
its place until the digest matches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import msgspec

from hako.engine.i18n.failure import Failure
from hako.engine.log.digests import hashed, plain

NEAR = 3
"""Largest distance from a current number that is tried; edits are usually small."""

USUAL = (0, 1, 2, 3, 4, 5, 6, 8, 10)
"""Numbers that are tried in the place of any number."""

_SIGNS = 8
"""Hex digits in the digest of a table. It only helps to name tables; the digest of all decides."""

EntryPath: TypeAlias = tuple[str | int, ...]


def tables_of(content: Any) -> dict[str, str]:
    """Digests of the tables of a content, by name, as they are in a header."""
    tables: dict[str, Any] = plain(content)
    return {name: _digest(table)[:_SIGNS] for name, table in tables.items()}


def differing(content: Any, digest: str, tables: Mapping[str, str]) -> Failure:
    """The difference between a content and the one with that digest, as a Failure.

    `tables` has the digests of the tables of the other content; it may be empty.
    """
    now: dict[str, Any] = msgspec.msgpack.decode(_pack(plain(content)))  # a mutable copy
    today = tables_of(content)
    other = [name for name in {**today, **tables} if today.get(name) != tables.get(name)]
    if len(other) < 2 or not tables:
        for place, value in _single_numbers(now, digest, other if tables else now):
            key, current = _key(now, place), _at(now, place)
            return Failure("differs_number", key=key, here=current, there=value)
    if not tables:
        return Failure("differs_somewhere")
    if not other:
        return Failure("differs_nowhere", digest=digest)
    return Failure("differs_tables", tables=other)


def _single_numbers(
    now: dict[str, Any], digest: str, among: Iterable[str]
) -> Iterator[tuple[EntryPath, int]]:
    """Paths of numbers in these tables, each with another number that makes the digest match."""
    parts = [_pack({name: table})[1:] for name, table in now.items()]
    head = _pack(dict.fromkeys(now))
    head = head[: len(head) - sum(len(_pack({name: None})) - 1 for name in now)]
    names = [*now]
    for name in among:
        if name not in now:
            continue
        at = names.index(name)
        before, after = head + b"".join(parts[:at]), b"".join(parts[at + 1 :])
        for place in _numbers(now[name], (name,)):
            value = _at(now, place)
            near = range(max(0, value - NEAR), value + NEAR + 1)
            for other in dict.fromkeys((*near, *USUAL)):
                _put(now, place, other)
                if hashed(before + _pack({name: now[name]})[1:] + after) == digest:
                    _put(now, place, value)
                    yield place, other
            _put(now, place, value)


def _numbers(value: Any, place: EntryPath) -> Iterator[EntryPath]:
    if type(value) is int:
        yield place
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _numbers(part, (*place, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _numbers(part, (*place, index))


def _at(value: Any, place: EntryPath) -> Any:
    for key in place:
        value = value[key]
    return value


def _put(tables: Any, place: EntryPath, value: int) -> None:
    *parents, last = place
    _at(tables, tuple(parents))[last] = value


def _key(tables: Any, place: EntryPath) -> str:
    """A path in the notation of error messages: entries of a list are named by their id."""
    words = [str(place[0])]
    for depth, key in enumerate(place[1:], start=1):
        if isinstance(key, str):
            words.append(f".{key}")
            continue
        entry = _at(tables, place[: depth + 1])
        name = entry.get("id", key) if isinstance(entry, dict) else key
        words.append(f"[{name}]")
    return "".join(words)


def _digest(value: Any) -> str:
    return hashed(_pack(value))


def _pack(value: Any) -> bytes:
    return msgspec.msgpack.encode(value)
