"""What differs between a game's content and the one that a log was played with.

A log has digests of it alone: one of all, and in newer logs one of each of its tables. So a
table is named by these; a number, where putting another in its place makes the digest right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import msgspec

from hako.engine.i18n.failure import Failure
from hako.engine.log.digests import hashed, plain

NEAR = 3
"""So far from a number of today others are tried; edits are small."""

USUAL = (0, 1, 2, 3, 4, 5, 6, 8, 10)
"""These are tried in the place of any number."""

_SIGNS = 8
"""Hex digits of a table's digest: it only names, and the digest of all decides."""

EntryPath: TypeAlias = tuple[str | int, ...]


def tables_of(content: Any) -> dict[str, str]:
    """A digest of each table of a content, as a header has them."""
    tables: dict[str, Any] = plain(content)
    return {name: _digest(table)[:_SIGNS] for name, table in tables.items()}


def differing(content: Any, digest: str, tables: Mapping[str, str]) -> Failure:
    """What of a content is otherwise than in the one with that digest, and those of its tables."""
    now: dict[str, Any] = msgspec.msgpack.decode(_pack(plain(content)))  # to be changed at will
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
    """Numbers in these tables, with the one in whose place the digest is right."""
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
    """A place as one would look for it in the file: entries of a list by their id."""
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
