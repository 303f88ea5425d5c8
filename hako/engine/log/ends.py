"""The end of a log: how much of it is whole lines, whatever a killed process or an editor left there.

A last line without its newline counts where it is whole; blank lines after it do not.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from hako.engine.log.nesting import shallow

BOM = b"\xef\xbb\xbf"
"""The byte order mark that some editors put before the first line."""

_BLANK = b" \t\r\n"


class LogEnd(NamedTuple):
    """Where the whole lines of some data end."""

    size: int
    """Their length in bytes, without blank lines after the last one."""
    lacks_newline: bool = False
    """Whether the last one is whole but for its newline."""
    is_torn: bool = False
    """Whether the beginning of another line follows."""


def end_of(data: bytes) -> LogEnd:
    """Where the whole lines of data end that begins with a line."""
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
    """Whether this is a whole JSON object: what was torn off one is none, wherever it was torn."""
    try:
        return isinstance(msgspec.json.decode(shallow(line)), dict)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
