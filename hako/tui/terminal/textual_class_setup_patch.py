"""A patch of Textual 8.2's widget classes, applied before Textual makes its own.

The others are in `textual_patches.py`.
"""

from __future__ import annotations

from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

from textual.css.types import CSSLocation
from textual.dom import DOMNode
from textual.reactive import Reactive


@cache
def search_once() -> None:
    """Search each class once for its declarations; a second call does nothing."""
    DOMNode.__init_subclass__ = classmethod(_begin_class)  # type: ignore[method-assign,assignment]  # see there
    DOMNode._get_default_css = _default_css_of  # type: ignore[method-assign]  # see there


def _begin_class(
    cls: type[DOMNode],
    inherit_css: bool = True,
    inherit_bindings: bool = True,
    inherit_component_classes: bool = True,
) -> None:
    """Set up a widget class; Textual searches all names of all its bases each time.

    There are two thousand names, and a table has twenty classes. Here each class is searched once.
    """
    super(DOMNode, cls).__init_subclass__()
    cls._inherit_css = inherit_css
    cls._inherit_bindings = inherit_bindings
    cls._inherit_component_classes = inherit_component_classes
    names = [base.__name__ for base in cls._css_bases(cls)]
    cls._css_type_name, cls._css_type_names = names[0], frozenset(names)
    cls._merged_bindings = cls._merge_bindings()
    declared = [_declared(base) for base in reversed(cls.__mro__)]
    cls._reactives = {
        name: attribute for reactives, _ in declared for name, attribute in reactives.items()
    }
    cls._computes = frozenset(name for _, computes in declared for name in computes)


_get_default_css = DOMNode._get_default_css


def _default_css_of(self: DOMNode) -> list[tuple[CSSLocation, str, int, str]]:
    """The rules of a widget's class and bases, for which Textual looks in each app of a process."""
    kind = type(self)
    if kind not in _default_css:
        _default_css[kind] = _get_default_css(self)
    return _default_css[kind]


_default_css: WeakKeyDictionary[type[DOMNode], list[tuple[CSSLocation, str, int, str]]] = (
    WeakKeyDictionary()
)


@cache
def _declared(base: type) -> tuple[dict[str, Reactive[Any]], list[str]]:
    """The reactives of a class itself, and the names of those it computes."""
    names = vars(base)
    reactives = {
        name: attribute for name, attribute in names.items() if isinstance(attribute, Reactive)
    }
    computes = [name for name in names if name.startswith(("_compute_", "compute_"))]
    return reactives, [name.lstrip("_").removeprefix("compute_") for name in computes]
