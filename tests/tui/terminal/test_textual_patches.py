"""Each repair twice: the fault as Textual has it, and Textual repaired.

A release of Textual in which the first half fails needs the repair no longer.
"""

from __future__ import annotations

import gc
import subprocess
import sys
import time
import weakref
from contextlib import nullcontext
from functools import partial, wraps
from inspect import getsource
from itertools import pairwise
from random import Random
from typing import Any, ClassVar
from unittest.mock import patch

import pytest
from rich.segment import Segment
from textual import events, on
from textual._callback import count_parameters
from textual._compositor import ChopsUpdate
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.color import Color
from textual.css import tokenize
from textual.css.stylesheet import Stylesheet, StylesheetParseError
from textual.dom import DOMNode
from textual.geometry import Region
from textual.map_geometry import MapGeometry
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import OptionList

from hako.tui.terminal import textual_dispatch_patches as dispatch
from hako.tui.terminal.textual_patches import repair_textual

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
    """Output of a process without the repairs."""
    done = subprocess.run(
        [sys.executable, "-c", PRELUDE + snippet], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture(autouse=True)
def repaired() -> None:
    repair_textual()


def kept_by_a_line() -> list[int]:
    """Strips there are more, beside a line that was cut in a hundred ways, and when it is gone."""
    gc.collect()
    before = alive(Strip)[0]
    line = Strip([Segment("x" * 100)])
    for cut in range(100):
        (
            line.divide([cut, 100]),
            line.divide([100]),
            line.crop(cut),
            line.crop_extend(0, 100, None),
        )
    beside = alive(Strip)[0] - 1
    del line
    return [beside - before, alive(Strip)[0] - before]


def test_what_is_cut_out_of_a_line_is_not_kept_by_it() -> None:
    """It kept 25 strips; of these one that was cut nowhere is the line, and so it kept itself."""
    use = "from tests.tui.terminal.test_textual_patches import kept_by_a_line"
    before = unrepaired(f"{use}; print(*kept_by_a_line())").split()
    assert all(int(strips) > 20 for strips in before)

    line = Strip([Segment("xxxxx")])
    assert [*line.divide([5])] == [line]
    assert [piece.text for piece in line.divide([1, 5])] == ["x", "xxxx"]
    assert line.crop_extend(1, 7, None).text == "xxxx  "
    gc.disable()
    try:
        assert kept_by_a_line() == [0, 0]
    finally:
        gc.enable()


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


async def switch_first_screen() -> bool:
    """True if an app whose first screen is switched for another one shows that."""
    app: App[None] = App()
    async with app.run_test():
        other: Screen[None] = Screen()
        await app.switch_screen(other)
        return app.screen is other


async def test_the_first_screen_can_be_switched() -> None:
    source = f"import asyncio\nfrom textual.app import App\nfrom textual.screen import Screen\n{getsource(switch_first_screen)}"
    attempt = (
        "try:\n    asyncio.run(switch_first_screen())\nexcept IndexError:\n    print('raised')"
    )
    assert unrepaired(f"{source}\n{attempt}") == "raised"

    assert await switch_first_screen()


class Pane(Widget):
    """A widget that tells which of its lines were asked for."""

    def render_line(self, y: int) -> Strip:
        return Strip([Segment(f"{self.id} {y} ".ljust(self.size.width, "."))])

    def render_lines(self, crop: Region) -> list[Strip]:
        assert isinstance(self.app, Panes)
        self.app.rendered.append(f"{self.id} {crop.y}-{crop.bottom - 1}")
        return super().render_lines(crop)


class Panes(App[None]):
    """Two panes one below the other, and a small one over both."""

    CSS = """
    Screen { layers: below above; }
    Pane { layer: below; height: 5; }
    #over { layer: above; offset: 10 4; width: 20; height: 3; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.rendered: list[str] = []

    def compose(self) -> ComposeResult:
        yield from (Pane(id="upper"), Pane(id="lower"), Pane(id="over"))


async def rendered_for(*lines: int) -> list[str]:
    """Regions that are rendered when lines of the upper pane change; without, those of a frame."""
    app = Panes()
    async with app.run_test(size=(40, 12)) as pilot:
        if not lines:
            styles = app.query_one("#over").styles
            styles.offset, styles.width = (0, 4), 40
        await pilot.pause()
        app.rendered.clear()
        if not lines:
            app.screen._compositor.render_full_update()
            return [*app.rendered]
        app.query_one("#upper").refresh(*(Region(0, line, 40, 1) for line in lines))
        await pilot.pause()
        return app.rendered


async def test_only_what_changed_is_rendered() -> None:
    everything = "['over 0-2', 'lower 0-4', 'upper 0-4']"
    use = "import asyncio; from tests.tui.terminal.test_textual_patches import rendered_for"
    assert unrepaired(f"{use}; print(asyncio.run(rendered_for(1)))") == everything

    assert unrepaired(f"{use}; print(asyncio.run(rendered_for()))") == everything

    assert await rendered_for() == ["over 0-2", "lower 2-4", "upper 0-3"]
    assert await rendered_for(1) == ["upper 1-1"]
    assert await rendered_for(1, 2) == ["upper 1-2"]
    assert await rendered_for(1, 3) == ["upper 1-1", "upper 3-3"]
    assert await rendered_for(4) == ["over 0-0", "upper 4-4"]


@pytest.mark.parametrize("seed", range(5))
async def test_what_is_rendered_of_a_change_is_what_the_whole_screen_would_have_there(
    seed: int,
) -> None:
    choose = Random(seed)
    app = Panes()
    whole = [f"{pane} {y} ".ljust(40, ".") for pane in ("upper", "lower") for y in range(5)]
    for y in range(3):
        line = whole[4 + y]
        whole[4 + y] = f"{line[:10]}{f'over {y} '.ljust(20, '.')}{line[30:]}"
    whole += [" " * 40] * 2
    async with app.run_test(size=(40, 12)):
        compositor = app.screen._compositor
        assert [strip.text for strip in compositor.render_strips()] == whole
        for _ in range(20):
            x, y = choose.randrange(38), choose.randrange(11)
            change = Region(x, y, choose.randint(1, 50), choose.randint(1, 9))
            compositor._dirty_regions = {change, Region(0, choose.randrange(12), 40, 1)}

            update = compositor.render_partial_update()

            assert isinstance(update, ChopsUpdate)
            for y, start, end in update.spans:
                painted = ""
                for x, stop in pairwise([*update.chops[y], 40]):
                    if x < end and stop > start:
                        chop = update.chops[y][x]
                        assert chop is not None
                        painted = painted.ljust(x) + chop.text
                assert painted[start:end] == whole[y][start:end]


def alive(*kinds: type) -> list[int]:
    """Numbers of objects of each of these kinds."""
    return [sum(type(living) is kind for living in gc.get_objects()) for kind in kinds]


async def left_behind() -> list[bool]:
    """True if nodes of parts, and places in a layout, are left when there are new ones."""
    app: App[None] = App()
    async with app.run_test() as pilot:
        await app.mount(OptionList("first", "second"))
        await pilot.pause()
        gc.disable()
        try:
            before = alive(DOMNode, MapGeometry)
            app.stylesheet.update(app.screen)
            app.screen._compositor._arrange_root(app.screen, app.size)
            after = alive(DOMNode, MapGeometry)
        finally:
            gc.enable()
    return [now > then for then, now in zip(before, after, strict=True)]


async def test_styles_and_layouts_of_before_are_freed_without_the_collector() -> None:
    """Else a house in which nobody pauses grows with each key."""
    use = "import asyncio; from tests.tui.terminal.test_textual_patches import left_behind"
    assert unrepaired(f"{use}; print(asyncio.run(left_behind()))") == "[True, True]"

    assert await left_behind() == [False, False]


def rules_kept_twice(other: str = "red") -> bool:
    """True if two apps each have rules of their own, the second with another colour."""
    sheets = [Stylesheet(variables={"ground": colour}) for colour in ("red", other)]
    for sheet in sheets:
        sheet.add_source("Screen { background: $ground; }")
    (one,), (two,) = (sheet.rules for sheet in sheets)
    assert one.css == f"Screen {{\n    background: {Color.parse('red').hex};\n}}"
    assert two.css == one.css.replace("#FF0000", Color.parse(other).hex)
    return one is not two


def test_apps_that_look_alike_have_the_same_rules() -> None:
    use = "from tests.tui.terminal.test_textual_patches import rules_kept_twice"
    assert unrepaired(f"{use}; print(rules_kept_twice())") == "True"

    assert not rules_kept_twice()
    assert rules_kept_twice("blue")


def looks_taken_apart() -> int:
    """Number of times that two apps parse their style, if the first sets a variable of it again."""
    look = {"ground": "teal", "nobody-had-this-before": str(time.monotonic_ns())}
    with patch.object(tokenize, "tokenize_value", wraps=tokenize.tokenize_value) as taken_apart:
        for says_again in ("$ground: 3;", ""):
            sheet = Stylesheet(variables=look)
            sheet.add_source(f"{says_again} Screen {{ background: $ground; }}")
            with pytest.raises(StylesheetParseError) if says_again else nullcontext():
                assert [rule.styles.background for rule in sheet.rules] == [Color.parse("teal")]
    return taken_apart.call_count // len(look)


def test_a_look_is_taken_apart_once_and_no_app_changes_it_for_others() -> None:
    use = "from tests.tui.terminal.test_textual_patches import looks_taken_apart"
    assert unrepaired(f"{use}; print(looks_taken_apart())") == "2"
    assert looks_taken_apart() == 1


BEGINNING = """
import sys
from textual.widget import Widget

def names_looked_at():
    looked = []
    sys.setprofile(lambda _, event, its: looked.append(its) if event == "c_call" else None)
    type("Mine", (Widget,), {})
    sys.setprofile(None)
    return sum(its is isinstance for its in looked)
"""


def test_a_new_kind_of_widget_is_not_sought_among_all_names_of_its_bases() -> None:
    """A class has the reactives and computes that Textual finds; its bases are searched once."""
    assert int(unrepaired(f"{BEGINNING}\nprint(names_looked_at())")) > 300
    script = "from hako.tui.terminal.textual_patches import repair_textual; repair_textual()"
    again = f"{script}\n{BEGINNING}\nnames_looked_at(); print(names_looked_at())"
    assert int(unrepaired(again)) < 100


def test_a_new_kind_of_widget_has_what_its_bases_declare() -> None:
    class Counting(Widget, inherit_bindings=False):
        BINDINGS: ClassVar = [Binding("x", "count")]
        count: reactive[int] = reactive(0)
        twice: reactive[int] = reactive(0)

        def compute_twice(self) -> int:
            return 2 * self.count

    class Apart(Counting, inherit_css=False):
        count: reactive[int] = reactive(3)

    assert Apart._reactives == Widget._reactives | {
        "count": vars(Apart)["count"],
        "twice": vars(Counting)["twice"],
    }
    assert Apart._computes == Widget._computes | {"twice"}
    assert Apart._css_type_name == "Apart"
    assert Apart._css_type_names == {"Apart"}
    assert Counting._css_type_names == {"Counting", "Widget", "DOMNode"}
    assert Apart._merged_bindings is not None
    assert [*Apart._merged_bindings.key_to_bindings] == ["x"]


class Told(Message):
    """A message about a widget."""

    def __init__(self, widget: Widget, kind: str = "") -> None:
        super().__init__()
        self.widget = widget
        self.kind = kind

    @property
    def control(self) -> Widget:
        return self.widget


class ToldMore(Told):
    """A kind of such a message."""

    handler_name = "on_told_more"


class Listener(Widget):
    """A widget with handlers of every sort, and their calls in order."""

    def __init__(self) -> None:
        super().__init__(id="listener")
        self.calls: list[str] = []

    @on(Told)
    def any_told(self) -> None:
        self.calls.append("any")

    @on(Told, "#listener")
    def listener_told(self, message: Told) -> None:
        self.calls.append(f"of listener {message.kind}")

    @on(Told)
    @on(ToldMore)
    def more(self) -> None:
        self.calls.append("once")

    def _on_told_more(self, message: ToldMore) -> None:
        self.calls.append("by its name")


class KeenListener(Listener):
    """A kind of it, with handlers of its own."""

    def on_told_more(self, message: ToldMore, *others: object, key: str = "") -> None:
        self.calls.append(f"keen {len(others)}")
        if message.kind == "last":
            message.prevent_default()

    @on(Told)
    def any_told(self) -> None:
        self.calls.append("any, keen")


async def called() -> list[str]:
    """The handlers that messages call, in their order."""
    app: App[None] = App()
    async with app.run_test() as pilot:
        listener, other = KeenListener(), Widget(id="other")
        await app.mount(listener, other)
        for message in (Told(listener), ToldMore(other), ToldMore(listener, "last")):
            listener.calls.append("--")
            listener.post_message(message.set_sender(listener))
            await pilot.pause()
        return listener.calls


async def test_messages_are_handled_as_textual_does_it_but_handlers_are_found_once() -> None:
    use = "import asyncio; from tests.tui.terminal.test_textual_patches import called"
    before = unrepaired(f"{use}; print(asyncio.run(called()))")
    assert before.count("'--'") == 3
    assert "keen" in before

    assert f"{await called()}" == before
    searched = len(KeenListener.__mro__)
    with patch.object(dispatch, "_own_handlers", wraps=dispatch._own_handlers) as searches:
        await called()
        assert searches.call_count < searched


async def of_self(first: int, /, *more: int, key: int = 0, **others: int) -> None: ...


class Counted:
    """Callbacks with one to four parameters."""

    def method(self, number: int) -> None: ...

    @staticmethod
    def static(number: int) -> None: ...


@pytest.mark.parametrize(
    ("callback", "parameters"),
    [
        (lambda: None, 0),
        (lambda number, other=1: number, 2),
        (Counted().method, 1),
        (Counted.static, 1),
        (of_self, 4),
        (partial(Counted().method, 1), 0),
        (wraps(of_self)(lambda: None), 4),
        (Counted, 0),
    ],
)
def test_parameters_of_a_callback_are_counted(callback: Any, parameters: int) -> None:
    """Also of a class and of a wrapped function, of which the code says nothing."""
    assert count_parameters(callback) == parameters
