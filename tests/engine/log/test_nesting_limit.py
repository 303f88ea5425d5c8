"""Brackets may be nested so deeply in a log on every Python, and no deeper."""

from __future__ import annotations

import pytest

from hako.engine.log.complete_lines import is_object
from hako.engine.log.log_format import HISTORY_LINES, BadLog, encode, read_log
from hako.engine.log.nesting_limit import MOST_NESTED, shallow
from tests.engine.log.test_history import header
from tests.toys.tic_tac_toe import GAME

DEEPER = b"[" * (MOST_NESTED + 1) + b"]" * (MOST_NESTED + 1)
"""Less than the decoder of any Python refuses."""


@pytest.mark.parametrize(
    "line",
    [
        b"[" * MOST_NESTED + b"]" * MOST_NESTED,
        b'{"a":' * MOST_NESTED + b"1" + b"}" * MOST_NESTED,
        b"[" + b",".join([b"[{}]"] * MOST_NESTED) + b"]",
        b'{"a":"%b"}' % (b"[" * (MOST_NESTED + 1)),
        rb'{"a":"\"%b\\","b":"%b"}' % ((b"{" * MOST_NESTED,) * 2),
    ],
    ids=["lists", "objects", "side by side", "in a text", "behind a quote in a text"],
)
def test_a_line_that_is_not_too_deep_is_read_as_it_came(line: bytes) -> None:
    assert shallow(line) == line


@pytest.mark.parametrize(
    "line",
    [
        DEEPER,
        b"[{}," * (MOST_NESTED + 1) + b"1" + b"]" * (MOST_NESTED + 1),
        b'{"a":"]}","b":' * (MOST_NESTED + 1),
        rb'{"a":"\"","b":%b}' % DEEPER,
    ],
    ids=["lists", "mixed", "cut off", "behind a text"],
)
def test_a_line_that_is_deeper_is_refused(line: bytes) -> None:
    with pytest.raises(RecursionError):
        shallow(line)


def test_a_log_is_refused_for_its_depth_where_the_decoder_carries_it() -> None:
    """As a whole line, in the header, and at the end without its newline."""
    data = encode(header())
    line = b'{"line":"back","to":0,"by":null,"more":%b}' % DEEPER

    with pytest.raises(BadLog, match=r"line 2: cannot be read: brackets are nested too deeply"):
        read_log(GAME, data + line + b"\n", "game", HISTORY_LINES)
    with pytest.raises(BadLog, match=r"the header is damaged: brackets are nested too deeply"):
        read_log(
            GAME,
            data.replace(b'"options":{', b'"more":%b,"options":{' % DEEPER),
            "game",
            HISTORY_LINES,
        )
    assert not is_object(line)
