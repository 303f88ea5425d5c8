"""Patches of Textual 8.2's messages: what follows from classes alone is found once.

The others are in `textual_patches.py`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import cache, lru_cache
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import FunctionType, MethodType
from typing import Any, NamedTuple, TypeAlias

from textual import _callback
from textual._on import OnNoWidget
from textual.css.match import match
from textual.css.model import SelectorSet
from textual.message import Message
from textual.message_pump import MessagePump
from textual.widget import Widget

_MOST_HANDLERS = 5000
"""Kinds of widgets times kinds of messages; an app has some 1000."""

_count_parameters = _callback._count_parameters

Selectors: TypeAlias = Mapping[str, tuple[SelectorSet, ...]]


class Handler(NamedTuple):
    """A method of a class that handles a message."""

    method: Callable[..., Any]
    is_decorated: bool
    """True for one with `on`, which is called once, also where a subclass has it again."""
    selectors: Selectors
    """The widgets of the message that it is for, by their attributes; empty for any."""


@cache
def dispatch_by_class() -> None:
    """Find handlers once for each class; a second call does nothing."""
    MessagePump._get_dispatch_methods = _get_dispatch_methods  # type: ignore[method-assign]  # see there
    _callback._count_parameters = _count_parameters_of_code


def _get_dispatch_methods(
    self: MessagePump, method_name: str, message: Message
) -> Iterator[tuple[type, Callable[[Message], Awaitable[Any]]]]:
    """Get the handlers of a message, without a search of all bases for each message.

    A widget has some ten bases; to most messages it has no handler at all.
    """
    dispatched: set[Callable[..., Any]] = set()
    message_kind: type = type(message)
    for kind, handlers in _handlers(type(self), method_name, message_kind):
        if message._no_default_action:
            break
        for handler in handlers:
            method = handler.method
            if handler.is_decorated:
                if method in dispatched or not _selects(handler.selectors, message):
                    continue
                dispatched.add(method)
            yield kind, method.__get__(self, kind)


@lru_cache(_MOST_HANDLERS)
def _handlers(
    kind: type, method_name: str, message_kind: type
) -> tuple[tuple[type, tuple[Handler, ...]], ...]:
    """The handlers of each base that has any, from the class itself on."""
    by_base = ((base, (*_own_handlers(base, method_name, message_kind),)) for base in kind.__mro__)
    return tuple((base, handlers) for base, handlers in by_base if handlers)


def _own_handlers(base: type, method_name: str, message_kind: type) -> Iterator[Handler]:
    """The handlers of a class itself: first those with `on`, then the one of that name."""
    names = vars(base)
    decorated = names.get("_decorated_handlers") or {}
    for message_base in message_kind.__mro__:
        for method, selectors in decorated.get(message_base, ()):
            yield Handler(method, is_decorated=True, selectors=selectors)
    named = names.get(f"_{method_name}") or names.get(method_name)
    if named is not None and not getattr(named, "_textual_on", None):
        yield Handler(named, is_decorated=False, selectors={})


def _selects(selectors: Selectors, message: Message) -> bool:
    """True if the widgets of a message are those that a handler is for. Raises OnNoWidget."""
    if selectors and not message._sender:
        return False
    for attribute, selector in selectors.items():
        node = getattr(message, attribute)
        if node is None:
            return False
        if not isinstance(node, Widget):
            raise OnNoWidget(attribute)
        if not match(selector, node):
            return False
    return True


def _count_parameters_of_code(func: Callable[..., Any]) -> int:
    """Count the parameters of a function without making its signature.

    Textual keeps the number in the function, and most callbacks are functions made anew.
    """
    if type(func) is MethodType:
        return _count_parameters_of_code(func.__func__) - 1
    if type(func) is not FunctionType or vars(func).keys() & _SAY_OTHERWISE:
        return _count_parameters(func)
    code = func.__code__
    collecting = bool(code.co_flags & CO_VARARGS) + bool(code.co_flags & CO_VARKEYWORDS)
    return code.co_argcount + code.co_kwonlyargcount + collecting


_SAY_OTHERWISE = {"__wrapped__", "__signature__"}
"""Attributes of a function whose signature is another one's."""
