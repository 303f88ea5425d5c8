"""Ladders of sizes: the steps in which a board grows with its room, and the choice among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct


class BoardStep(Struct, frozen=True, kw_only=True):
    """A size in which a board is drawn; a game's subclass says what its things are like there."""

    name: str
    """"S", "M", "L-", "L0", "L", "XL" or "XXL"."""
    columns: int
    """The least number of columns for it."""
    rows: int
    """The least number of rows for it."""
    facts: frozenset[str] = frozenset()
    """The facts that the board shows, in a few words each; a larger step shows them all, too."""

    def fits(self, columns: int, rows: int) -> bool:
        """True if there is room for it."""
        return columns >= self.columns and rows >= self.rows


T = TypeVar("T", bound=BoardStep)


def step_for(ladder: Sequence[T], columns: int, rows: int) -> T:
    """The largest step of a ladder that fits; the smallest where none does.

    A ladder begins with its smallest step, and no step needs less than the one before it. So no
    step down follows where the room grows.
    """
    fitting = [step for step in ladder if step.fits(columns, rows)]
    return fitting[-1] if fitting else ladder[0]


def with_facts(*groups: str) -> list[frozenset[str]]:
    """The facts of each step of a ladder: those of its own group, and of all groups before.

    A group is a text with a comma between its facts.
    """
    shown: frozenset[str] = frozenset()
    steps: list[frozenset[str]] = []
    for group in groups:
        shown |= {fact.strip() for fact in group.split(",") if fact.strip()}
        steps.append(shown)
    return steps
