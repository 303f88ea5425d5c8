"""The limit on nested brackets in a line of a log.

The decoder's own limit differs between versions of Python (below a thousand in 3.11, ten thousand
in 3.13, the size of the stack in 3.14), and values within that limit may still be too deep for the
code that walks them. With one fixed limit a log can be read on every version or on none.
"""

from __future__ import annotations

import re
from itertools import accumulate

MOST_NESTED = 100
"""Number of levels. The deepest line of any game of hako has seven."""

_NO_BRACKET = re.compile(rb'"(?:[^"\\]|\\.)*+"|[^][{}"]++')
"""A JSON string, including brackets inside it, or the characters between strings and brackets."""


def shallow(line: bytes) -> bytes:
    """Return the line of JSON unchanged. Raises RecursionError if its brackets are nested too deeply."""
    if line.count(b"[") + line.count(b"{") > MOST_NESTED:
        steps = (1 if bracket in b"[{" else -1 for bracket in _NO_BRACKET.sub(b"", line))
        if any(depth > MOST_NESTED for depth in accumulate(steps)):
            raise RecursionError
    return line
