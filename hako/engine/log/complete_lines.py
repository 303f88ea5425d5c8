"""The end of a log: the length of its complete lines, without the remains of an interrupted write.

A last line that lacks only its newline counts if it is a complete JSON object. Blank lines after
it do not count.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from hako.engine.log.nesting_limit import shallow

BOM = b"\xef\xbb\xbf"
"""The byte order mark that some editors put before the first line."""

_BLANK = b" \t\r\n"


class LogEnd(NamedTuple):
    """The position at which the complete lines of some data end."""

    size: int
    """Length of the complete lines in bytes, without blank lines after the last one."""
    lacks_newline: bool = False
    """True if the last line is complete except for its newline."""
    is_torn: bool = False
    """True if an incomplete line follows."""


def end_of(data: bytes) -> LogEnd:
    """Find the end of the complete lines in data that begins at the start of a line."""
    if data.endswith(b"}\n"):
        return LogEnd(len(data))
    text = len(data.rstrip(_BLANK))
    if (newline := data.find(b"\n", text)) >= 0:
        return LogEnd(newline + 1 if text else 0)
    start = data.rfind(b"\n", 0, text) + 1
    if is_object(data[start:text]):
        return LogEnd(text, lacks_newline=True)
    before = len(data[:start].rstrip(_BLANK))
    return LogEnd(data.find(b"\n", before) + 1 if before else 0, is_torn=text > start)


def is_object(line: bytes) -> bool:
    """True if the line is a complete JSON object. No truncated object is one."""
    try:
        return isinstance(msgspec.json.decode(shallow(line)), dict)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
