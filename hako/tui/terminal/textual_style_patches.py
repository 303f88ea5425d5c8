"""A patch of Textual 8.2's style sheets: the rules of a place are found once for all apps.

The others are in `textual_patches.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cache, lru_cache
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple

from textual.css.model import RuleSet
from textual.css.styles import RulesMap
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode

_MOST_SHEETS = 100
"""Style sheets differ by the kinds of widgets that an app has shown, and by its look."""

_MOST_PLACES = 1000
"""Places of one style sheet, each with other rules or parents; mostly some 20."""

_MARKS = attrgetter("_has_hover_style", "_has_focus_within", "_has_order_style", "_has_odd_or_even")

_apply = Stylesheet.apply


class _Match(NamedTuple):
    """The rules of a place, and the marks of a widget there that Textual sets with them."""

    rules: RulesMap
    marks: tuple[bool, bool, bool, bool]


class _SheetMemory(NamedTuple):
    """The rules found so far in a style sheet."""

    matches: dict[Hashable, _Match]
    """By the place of a widget: it and its parents, each as far as rules ask for it."""
    states: dict[Hashable, tuple[str, ...]]
    """The states, such as `focus`, that rules for a widget ask for, by the names of the widget."""


@cache
def find_rules_once() -> None:
    """Apply the patch to the class of Textual; a second call does nothing."""
    Stylesheet.apply = _apply_found  # type: ignore[method-assign]  # see there


def _apply_found(
    self: Stylesheet,
    node: DOMNode,
    *,
    animate: bool = False,
    cache: dict[tuple[Any, ...], RulesMap] | None = None,  # noqa: ARG001  Textual's, of one change
) -> None:
    """Give a widget the rules that were found for such a one, in such a place, before.

    Textual matches all rules against all parents of each widget and of each of its parts, whenever
    one is shown, or gets the focus: a sixth of what a new screen takes.
    """
    memory = _memory_of(self)
    states = _states(memory, self, node)
    place = (*(_described(parent, states) for parent in node.css_path_nodes),)
    match = memory.matches.get(place)
    if match is not None:
        _set_marks(node, match.marks)
        self.replace_rules(node, match.rules, animate=animate)
        self._process_component_classes(node)
        return
    matched: dict[tuple[Any, ...], RulesMap] = {}
    _apply(self, node, animate=animate, cache=matched)
    if matched and len(memory.matches) < _MOST_PLACES:
        (rules,) = matched.values()
        memory.matches[place] = _Match(rules, _MARKS(node))


def _set_marks(node: DOMNode, marks: tuple[bool, bool, bool, bool]) -> None:
    hover, within, order, odd = marks
    node._has_hover_style, node._has_focus_within = hover, within
    node._has_order_style, node._has_odd_or_even = order, odd


def _memory_of(sheet: Stylesheet) -> _SheetMemory:
    """The rules found in all style sheets that have the rules of this one."""
    rules = sheet.rules
    known: tuple[list[RuleSet], _SheetMemory] | None = vars(sheet).get("_memory")
    if known is None or known[0] is not rules:
        known = vars(sheet)["_memory"] = rules, _shared_memory((*rules,))
    return known[1]


@lru_cache(_MOST_SHEETS)
def _shared_memory(rules: tuple[RuleSet, ...]) -> _SheetMemory:  # noqa: ARG001  the key
    return _SheetMemory({}, {})


def _states(memory: _SheetMemory, sheet: Stylesheet, node: DOMNode) -> tuple[str, ...]:
    """The states that the rules for a widget ask for, of it or of its parents."""
    names = type(node), node._id, node.classes
    states = memory.states.get(names)
    if states is None:
        by_name = sheet.rules_map
        rules = chain.from_iterable(by_name[name] for name in by_name.keys() & node._selector_names)
        states = (*sorted({name for rule in rules for name in rule.pseudo_classes}),)
        if len(memory.states) < _MOST_PLACES:
            memory.states[names] = states
    return states


def _described(node: DOMNode, states: tuple[str, ...]) -> Hashable:
    """All that rules can ask for of a widget: kind, name, classes and the states it is in."""
    checks: Mapping[str, Callable[[Any], bool]] = node._PSEUDO_CLASSES
    true_states = [name for name in states if name in checks and checks[name](node)]
    return type(node), node._id, node.classes, *true_states
