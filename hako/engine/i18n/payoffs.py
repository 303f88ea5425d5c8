"""Payoffs: what an action brings and what it costs, in the few cells that a row of a list has.

They are told by parts of its note, each by the part's key:

    [payoff]                         # what it brings, in 15 cells; `brief` where there are fewer
    points = "+{points}★"
    gains = { text = "+{gain:resource}", brief = "+{gain:sign}" }
    trades = { text = "", brief = "{paid:sign}→{gain:sign}" }  # else it is told as a note

    [payoff_chance]                  # the same where it is a chance, which a hint's does not replace
    declare = "{chance}%"

    [cost]                           # what it costs, at the end of the row
    pays = { text = "for {paid:resource}", brief = "for {paid:sign}" }

    [short_payoff]                   # the same in a table of actions, with letters of seats
    money_left = "{money}$"

    [best]                           # the most that one of several actions brings, by its first number
    points = { text = "up to +{points}★", brief = "to +{points}★" }
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.i18n.width import cell_width

MOST_PAYOFF = 15
"""Cells of a payoff, at most."""
MOST_COST = 99
"""Cells of a cost in words, at most."""

CHANCE = "payoff_chance"
"""The group of payoffs that are chances of the game."""


def payoff(texts: Catalogue, note: LazyText, cells: int = MOST_PAYOFF) -> str:
    """The payoff that a note tells: that of its first part that has any; empty for none."""
    group, part = next(_payoffs(texts, note), ("", note))
    return _fitting(texts, group, part, cells) if group else ""


def is_chance(texts: Catalogue, note: LazyText) -> bool:
    """True if the payoff that a note tells is a chance of the game, such as that of a war."""
    return next(_payoffs(texts, note), ("", note))[0] == CHANCE


def short_payoff(texts: Catalogue, note: LazyText) -> str:
    """The payoff that a note tells in a table of actions, in the fewest cells; empty for none."""
    part = next(_with_entry(texts, "short_payoff", note), None)
    return payoff(texts, note) if part is None else _fitting(texts, "short_payoff", part, 0)


def cost(texts: Catalogue, note: LazyText, *, is_brief: bool) -> str:
    """The cost that a note tells, or its brief text; empty for none."""
    part = next(_with_entry(texts, "cost", note), None)
    return "" if part is None else _fitting(texts, "cost", part, 0 if is_brief else MOST_COST)


def best_payoff(texts: Catalogue, notes: Iterable[LazyText], cells: int = MOST_PAYOFF) -> str:
    """The most that one of several actions brings; empty where none brings what can be compared."""
    parts = [part for note in notes for part in _with_entry(texts, "best", note)]
    best = max(parts, key=lambda part: _number(texts, part), default=None)
    return "" if best is None else _fitting(texts, "best", best, cells)


def worth(texts: Catalogue, note: LazyText | None) -> int:
    """The number by which the payoff of one of several actions is compared; 0 without any."""
    parts = () if note is None else _with_entry(texts, "best", note)
    return max((_number(texts, part) for part in parts), default=0)


def untold(texts: Catalogue, note: LazyText) -> Sequence[LazyText]:
    """The parts of a note that neither its payoff nor its cost tells."""
    in_row = [next(_with_entry(texts, "cost", note), None)]
    in_row += [part for _, part in [*_payoffs(texts, note)][:1]]
    return [part for part in _parts(note) if not any(part is other for other in in_row)]


def in_signs(texts: Catalogue, part: LazyText) -> str:
    """A part of a note as a payoff in the fewest cells, or in words where it is none."""
    is_payoff = f"payoff.{part.key}" in texts
    return _fitting(texts, "payoff", part, 0) if is_payoff else texts.lazy_text(part)


def _payoffs(texts: Catalogue, note: LazyText) -> Iterator[tuple[str, LazyText]]:
    """The parts of a note that tell a payoff, each with the group of its text."""
    for part in (note, *_parts(note)):
        for group in ("payoff", CHANCE):
            if f"{group}.{part.key}" in texts:
                yield group, part


def _parts(note: LazyText) -> Iterator[LazyText]:
    """The notes that a note is made of, or itself."""
    values = [
        part
        for value in note.values.values()
        for part in (value if isinstance(value, tuple) else (value,))
        if isinstance(part, LazyText)
    ]
    if not values:
        yield note
    for value in values:
        yield from _parts(value)


def _with_entry(texts: Catalogue, group: str, note: LazyText) -> Iterator[LazyText]:
    if f"{group}.{note.key}" in texts:
        yield note
        return
    for part in _parts(note):
        if f"{group}.{part.key}" in texts:
            yield part


def _fitting(texts: Catalogue, group: str, part: LazyText, cells: int) -> str:
    """The text of a part, or its brief one where that is too long."""
    key = f"{group}.{part.key}"
    text = texts.text(key, **part.values)
    is_wide = cell_width(text) > cells or (not text and cells < MOST_PAYOFF)
    if is_wide and f"{key}.brief" in texts:
        return texts.text(f"{key}.brief", **part.values)
    return text


def _number(texts: Catalogue, part: LazyText) -> int:
    """The number by which a part is compared: the first one in its text."""
    number = re.search(r"\d+", texts.text(f"best.{part.key}", **part.values))
    return int(number[0]) if number else 0
