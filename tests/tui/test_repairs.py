"""Each repair twice: the fault as Textual has it, and Textual repaired.

A release of Textual in which the first half fails needs the repair no longer.
"""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref

import pytest
from rich.segment import Segment
from textual import events
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.color import Color
from textual.strip import Strip

from hako.tui.repairs import repair_textual

# what every snippet needs that shows Textual as it comes
PRELUDE = """
import gc, weakref
gc.disable()
from rich.segment import Segment
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.color import Color
from textual.strip import Strip
"""


def unrepaired(snippet: str) -> str:
    """What a process without the repairs prints."""
    done = subprocess.run(
        [sys.executable, "-c", PRELUDE + snippet], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture(autouse=True)
def repaired() -> None:
    repair_textual()


def is_cyclic(use: str, cells: int = 5) -> bool:
    done = unrepaired(
        f"strip = Strip([Segment('x' * {cells})]); strip.cell_length; {use}\n"
        "del strip; print(gc.collect() > 0)"
    )
    return done == "True"


def test_a_strip_that_is_not_cut_is_freed_without_the_collector() -> None:
    assert is_cyclic("strip.divide([5])")
    strip = Strip([Segment("xxxxx")])
    gc.collect()
    assert list(strip.divide([5])) == [strip]
    del strip
    assert gc.collect() == 0


def test_a_strip_of_the_wanted_length_is_freed_without_the_collector() -> None:
    assert is_cyclic("strip.crop_extend(0, 5, None)")
    strip = Strip([Segment("xxxxx")])
    gc.collect()
    assert strip.crop_extend(0, 5, None) is strip
    assert strip.crop_extend(1, 7, None).text == "xxxx  "
    del strip
    assert gc.collect() == 0


def test_a_cache_of_lines_is_not_kept_by_the_colours_around_it() -> None:
    """Textual issue 6665."""
    use = "cache.get_inner_outer(Color(0, 0, 0), Color(9, 9, 9))"
    kept = f"cache = StylesCache(); {use}; ref = weakref.ref(cache); del cache; gc.collect()"
    assert unrepaired(f"{kept}; print(ref() is not None)") == "True"

    cache = StylesCache()
    inner, outer = cache.get_inner_outer(Color(0, 0, 0), Color(9, 9, 9))
    ref = weakref.ref(cache)
    del cache
    assert (inner.background, outer.background) == (Color(9, 9, 9), Color(0, 0, 0))
    assert ref() is None


def test_a_parser_is_not_kept_by_the_keys_it_read() -> None:
    use = r"parser = XTermParser(); list(parser.feed('\x1b[97;5u'))"
    kept = f"{use}; ref = weakref.ref(parser); del parser; gc.collect()"
    assert unrepaired(f"{kept}; print(ref() is not None)") == "True"

    parser = XTermParser()
    (key,) = parser.feed("\x1b[97;5u")
    assert isinstance(key, events.Key)
    assert key.key == "ctrl+a"
    ref = weakref.ref(parser)
    del parser, key
    gc.collect()
    assert ref() is None


@pytest.mark.parametrize("sequence", ["\x1b[99999999;5u", "\x1b[97;5;55296u"])
def test_a_number_that_is_no_character_ends_nothing(sequence: str) -> None:
    """Beyond Unicode, and U+D800, which is half of a pair."""
    use = f"keys = list(XTermParser().feed({sequence!r})); [k.character.encode() for k in keys]"
    attempt = f"try:\n    {use}\n    print('fine')\nexcept Exception:\n    print('raised')"
    assert unrepaired(attempt) == "raised"

    parser = XTermParser()
    for key in parser.feed(sequence):
        assert isinstance(key, events.Key)
        (key.character or "").encode()
    assert [key.key for key in parser.feed("a") if isinstance(key, events.Key)] == ["a"]
