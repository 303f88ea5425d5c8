"""The classes of the screens and widgets: few stand in a row, so that each can be read alone."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import pytest
from textual.message_pump import MessagePump
from textual.screen import Screen

import hako.tui


def depth(kind: type) -> int:
    """The most classes of hako in a row from this one to one of Textual's, itself included."""
    bases = [depth(base) for base in kind.__bases__ if base.__module__.startswith("hako.")]
    return 1 + max(bases, default=0)


def kinds(base: type) -> set[type]:
    """All classes of hako's screens, widgets and apps that are of a kind."""
    found = set[type]()
    for module in pkgutil.walk_packages(hako.tui.__path__, f"{hako.tui.__name__}."):
        members = inspect.getmembers(importlib.import_module(module.name), inspect.isclass)
        found |= {member for _, member in members if issubclass(member, base)}
    return {kind for kind in found if kind.__module__.startswith("hako.")}


@pytest.mark.parametrize(("base", "most"), [(Screen, 3), (MessagePump, 4)])
def test_few_classes_stand_in_a_row(base: type, most: int) -> None:
    """A screen is at most the third; between any other class and Textual's are at most three."""
    assert {kind.__name__: depth(kind) for kind in kinds(base) if depth(kind) > most} == {}
