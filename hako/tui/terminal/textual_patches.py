"""Patches of Textual 8.2, for processes in which many apps start and end.

Each names its reason. `tests/tui/terminal/test_textual_patches.py` shows the fault without the
patch, so that a release of Textual that no longer needs one is noticed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from textual import events
from textual import strip as strips
from textual._compositor import ChopsUpdate, Compositor, CompositorMap
from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.color import Color
from textual.css import stylesheet
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.tokenize import tokenize_values
from textual.css.tokenizer import Token
from textual.css.types import CSSLocation
from textual.dom import DOMNode
from textual.geometry import Region, Size
from textual.keys import Keys
from textual.screen import Screen
from textual.strip import Strip
from textual.style import Style as VisualStyle
from textual.widget import Widget

from hako.tui.terminal.textual_class_setup_patch import search_once
from hako.tui.terminal.textual_dispatch_patches import dispatch_by_class
from hako.tui.terminal.textual_style_patches import find_rules_once

_arrange_root = Compositor._arrange_root
_process_component_classes = Stylesheet._process_component_classes
_parse_rules = Stylesheet._parse_rules
_parse_extended_key = XTermParser._parse_extended_key.__wrapped__

_MOST_LOOKS = 20
_MOST_SHEETS = 2000
"""An app has some 25, with variables as many times as there are looks in use."""


@cache
def repair_textual() -> None:
    """Apply the patches to the classes of Textual; a second call does nothing."""
    strips.FIFOCache = _no_cache  # type: ignore[assignment,attr-defined]  # see there
    StylesCache.get_inner_outer = _get_inner_outer  # type: ignore[method-assign,assignment]  # see there
    Compositor.render_partial_update = _render_changes  # type: ignore[method-assign]  # see there
    Compositor._render_chops = _render_screen  # type: ignore[method-assign,assignment]  # see there
    Compositor._arrange_root = _arrange_without_cycle  # type: ignore[method-assign]  # see there
    Stylesheet._process_component_classes = _process_without_cycle  # type: ignore[method-assign]  # see there
    stylesheet.tokenize_values = _tokens_of  # type: ignore[attr-defined]  # see there
    Stylesheet._parse_rules = _rules_of  # type: ignore[method-assign]  # see there
    search_once()
    dispatch_by_class()
    find_rules_once()
    Screen._pop_result_callback = _forget_result  # type: ignore[method-assign]  # see there
    XTermParser._parse_extended_key = _parse_extended_key_safely  # type: ignore[method-assign,assignment]  # see there


class _Nothing(dict[Any, Any]):
    """A dict that keeps nothing."""

    def __setitem__(self, key: object, value: object) -> None:
        """Do nothing."""


_NOTHING = _Nothing()


def _no_cache(_: int) -> _Nothing:
    """Replace the caches of strips, which kept up to 70 parts of each line.

    A line that stayed on the screen grew with each key. Where nothing had to be cut off, the line
    itself was kept: a cycle that had to wait for the garbage collector. Panels keep the strips that
    are worth it.
    """
    return _NOTHING


def _get_inner_outer(
    self: StylesCache,  # noqa: ARG001  a method
    base_background: Color,
    background: Color,
) -> tuple[VisualStyle, VisualStyle]:
    """Compute the styles without Textual's cache, which kept 1024 widgets' lines alive.

    https://github.com/Textualize/textual/issues/6665
    """
    return _inner_and_outer(base_background, background)


@lru_cache(maxsize=1024)
def _inner_and_outer(base: Color, background: Color) -> tuple[VisualStyle, VisualStyle]:
    return VisualStyle(background=base + background), VisualStyle(background=base)


def _arrange_without_cycle(
    self: Compositor, root: Widget, size: Size, visible_only: bool = True
) -> tuple[CompositorMap, set[Widget]]:
    """Break the cycle of each layout: a nested function that calls itself.

    It held the whole layout, and every widget in it.
    """
    made, widgets = _arrange_root(self, root, size, visible_only)
    kept = made.copy(), widgets.copy()
    made.clear()
    widgets.clear()
    return kept


def _rules_of(
    self: Stylesheet,
    css: str,
    read_from: CSSLocation,
    is_default_rules: bool = False,
    tie_breaker: int = 0,
    scope: str = "",
) -> list[RuleSet]:
    """Share the parsed rules: each app kept 250 KiB of its own, though all read the same."""
    variables = tuple(self._variables.items())
    return _parse_once(css, read_from, is_default_rules, tie_breaker, scope, variables)


@lru_cache(_MOST_SHEETS)
def _parse_once(
    css: str,
    read_from: CSSLocation,
    is_default_rules: bool,
    tie_breaker: int,
    scope: str,
    variables: tuple[tuple[str, str], ...],
) -> list[RuleSet]:
    sheet = Stylesheet(variables=dict(variables))
    return _parse_rules(sheet, css, read_from, is_default_rules, tie_breaker, scope)


def _tokens_of(values: dict[str, str]) -> dict[str, list[Token]]:
    """Share the tokens of a theme's variables, which each of fourteen sheets parsed again.

    The lists are copied: Textual extends them where a widget's rules define a variable again.
    """
    apart = _take_apart_once(tuple(values.items()))
    return {name: [*tokens] for name, tokens in apart.items()}


@lru_cache(_MOST_LOOKS)
def _take_apart_once(variables: tuple[tuple[str, str], ...]) -> dict[str, list[Token]]:
    return tokenize_values(dict(variables))


def _process_without_cycle(self: Stylesheet, node: DOMNode) -> None:
    """Break the cycle between the styles of a widget's part and the node made for them.

    Each time a widget is styled, as when it gets the focus, it makes others: 8 KiB a part that had
    to wait for the garbage collector. Here the widget holds the nodes.
    """
    _process_component_classes(self, node)
    parts = node._component_styles.values()
    if parts:
        vars(node)["_component_nodes"] = [styles.node for styles in parts]
    for styles in parts:
        styles.base.node = styles.inline.node = None


def _render_changes(self: Compositor) -> ChopsUpdate | None:
    """Render only the widgets that changed, and only their changed lines.

    Textual asks whether the widgets' clips overlap the change; mostly these are the whole screen,
    so that every widget was rendered.
    """
    screen = self.size.region
    changes = [part for change in self._dirty_regions if (part := change.intersection(screen))]
    self._dirty_regions.clear()
    if not changes:
        return None
    spans = list(self._regions_to_spans(changes))
    return ChopsUpdate(_chops(self, spans), spans, [cut[1:] for cut in self.cuts])


def _render_screen(
    self: Compositor,
    crop: Region,
    is_rendered_line: Callable[[int], bool],  # noqa: ARG001  only of changes, which are above
) -> Sequence[Mapping[int, Strip | None]]:
    """Render of each widget only the lines that are in sight.

    Textual renders every widget whole: with each frame the screen itself, too, of which nothing is
    seen behind its panels.
    """
    return _chops(self, [(y, *crop.column_span) for y in crop.line_range if y < len(self.cuts)])


def _chops(
    self: Compositor, spans: Iterable[tuple[int, int, int]]
) -> Sequence[Mapping[int, Strip | None]]:
    """The pieces of the lines of a screen, by their first columns; of those in spans the strips."""
    cuts = self.cuts
    chops: list[dict[int, Strip | None]] = [dict.fromkeys(cut[:-1]) for cut in cuts]
    missing: dict[int, set[int]] = {}
    for y, start, end in spans:
        cut = cuts[y]
        inside = {x for x, stop in pairwise(cut) if x < end and stop > start}
        missing[y] = missing.get(y, set()) | inside
    for widget, (region, clip) in self.visible_widgets.items():  # from the front to the back
        if not missing:
            break
        seen = region.intersection(clip)
        lines = {
            y
            for y in missing
            if y in seen.line_range and any(x in seen.column_range for x in missing[y])
        }
        for top, bottom in _runs(lines):
            crop = Region(seen.x, top, seen.width, bottom - top).translate(-region.offset)
            for y, strip in zip(range(top, bottom), widget.render_lines(crop), strict=True):
                columns = [cut for cut in cuts[y] if seen.x <= cut <= seen.right]
                pieces = strip.divide([cut - seen.x for cut in columns[1:]])
                for x, piece in zip(columns, pieces, strict=False):
                    if x in missing[y]:
                        chops[y][x] = piece
                        missing[y].remove(x)
                if not missing[y]:
                    del missing[y]
    return chops


def _runs(lines: Collection[int]) -> Iterator[tuple[int, int]]:
    """The ranges of consecutive lines, each with its end left out."""
    starts = sorted(line for line in lines if line - 1 not in lines)
    ends = sorted(line + 1 for line in lines if line + 1 not in lines)
    return zip(starts, ends, strict=True)


def _forget_result(self: Screen[Any]) -> None:
    """Drop the result of a first screen: nobody awaits it, and it blocked switching."""
    if self._result_callbacks:
        self._result_callbacks.pop()


def _is_character(sequence: str) -> bool:
    """True if the number in a sequence of the kitty protocol is one of a key, or of Unicode."""
    numbered = _NUMBERED_KEY.fullmatch(sequence)
    return numbered is None or (numbered[1] or "1") + numbered[2] in FUNCTIONAL_KEYS


_NUMBERED_KEY = re.compile(r"\x1b\[(?!27;\d+;\d+~)(\d*)[\d:;]*([~ABCDEFHPQRS])")
"""All but those of "u" and of xterm's modifyOtherKeys, whose number is a character's."""


def _parse_extended_key_safely(self: XTermParser, sequence: str) -> list[events.Key] | None:
    """Mend three faults of the parser.

    A cache on a method kept parsers alive, and through them apps. A number beyond Unicode, or half
    a surrogate pair, raised an error that ended the parser, or a writer of the character; such a
    key is ignored. The number of a key that the protocol does not know, such as F18 (CSI 32 ~), was
    read as a character: Space.
    """
    if not _is_character(sequence):
        return None
    try:
        keys = _parse_extended_key(self, sequence)
        for key in keys or ():
            (key.character or "").encode()
    except (ValueError, OverflowError):
        return [events.Key(Keys.Ignore, sequence)]
    return keys
