"""Logs that somebody wrote strange things into: anything in the place of anything else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

STRANGE = (
    b"[" * 2000 + b"]" * 2000,
    b"1" + b"0" * 24,
    b"-1",
    b'"x"',
    b"[[]]",
    b"null",
)
"""Values in JSON; the first is nested too deeply for any log, the second is no number of ours."""

_HERE = b'"here"'


def strange_logs(data: bytes) -> Iterator[bytes]:
    """A log with each strange value in the place of each line, and of each value in them."""
    lines = data.splitlines(keepends=True)
    for number, line in enumerate(lines):
        for marked in (_HERE, *map(msgspec.json.encode, _marked(msgspec.json.decode(line)))):
            for strange in STRANGE:
                second_data = marked.replace(_HERE, strange) + b"\n"
                yield b"".join([*lines[:number], second_data, *lines[number + 1 :]])


def _marked(value: Any) -> Iterator[Any]:
    """The value, with each of the values within it replaced in turn."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from ({**value, key: other} for other in ("here", *_marked(part)))
    if isinstance(value, list):
        for index, part in enumerate(value):
            for other in ("here", *_marked(part)):
                yield [*value[:index], other, *value[index + 1 :]]
