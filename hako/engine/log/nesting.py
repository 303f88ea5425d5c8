"""The depth to which brackets may be nested in a line of a log.

The decoder's own limit is another one in each version of Python (somewhat under a thousand in
3.11, ten thousand in 3.13, as many as fit on the stack in 3.14), and what it lets through may then
be too deep for whatever walks it. A log is readable everywhere or nowhere.
"""

from __future__ import annotations

import re
from itertools import accumulate

MOST_NESTED = 100
"""Levels; the deepest line of any game here has seven."""

_NO_BRACKET = re.compile(rb'"(?:[^"\\]|\\.)*+"|[^][{}"]++')
"""A text, with whatever brackets it has, and what stands between texts and brackets."""


def shallow(line: bytes) -> bytes:
    """The line of JSON as it came. Raises RecursionError where brackets are nested too deeply in it."""
    if line.count(b"[") + line.count(b"{") > MOST_NESTED:
        steps = (1 if bracket in b"[{" else -1 for bracket in _NO_BRACKET.sub(b"", line))
        if any(depth > MOST_NESTED for depth in accumulate(steps)):
            raise RecursionError
    return line
