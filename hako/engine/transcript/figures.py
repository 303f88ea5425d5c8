"""Figures: numbers that players keep an eye on, and how they changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from hako.engine.rules.game import Figures
from hako.engine.rules.vocabulary import Seat, Viewer
from hako.engine.words.text import Texts

Changes: TypeAlias = Mapping[Viewer, Mapping[str, tuple[int, int]]]
"""By whose it is (None: the table's) and what: how much it was, and how much it is."""


def changes(before: Figures, after: Figures) -> Changes:
    """What differs; a figure that did not stand there was 0."""
    each = {
        whose: {
            figure: (was, now)
            for figure, now in its.items()
            if now != (was := before.get(whose, {}).get(figure, 0))
        }
        for whose, its in after.items()
    }
    return {whose: its for whose, its in each.items() if its}


def totals(changed: Changes, seat: Seat | None, texts: Texts) -> str:
    """How much the seats have by now of what has changed; `seat` chose, and is not named alone."""
    now = {
        whose: {figure: after for figure, (_, after) in its.items()}
        for whose, its in changed.items()
        if whose is not None
    }
    if seat is not None and [*now] == [seat]:
        return texts.say("table.totals", totals=now[seat])
    return " ".join(texts.say("table.totals_of", seat=whose, totals=now[whose]) for whose in now)
