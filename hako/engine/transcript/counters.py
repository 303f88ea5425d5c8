"""Figures: numbers that players keep an eye on, and how they changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from msgspec.structs import replace

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.log.records import Record
from hako.engine.log.table import Position, Table
from hako.engine.rules.game import Counters, view
from hako.engine.rules.model import Seat, Step, Viewer
from hako.engine.rules.play import events, fold
from hako.engine.transcript import leaders as leads
from hako.engine.transcript.sentences import RenderedRecord, rendered, whose

Changes: TypeAlias = Mapping[Viewer, Mapping[str, tuple[int, int]]]
"""By whose it is (None: the table's) and what: how much it was, and how much it is."""


def changes(before: Counters, after: Counters) -> Changes:
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


def totals(changed: Changes, seat: Seat | None, texts: Catalogue) -> str:
    """How much the seats have by now of what has changed; `seat` chose, and is not named alone."""
    now = {
        whose: {figure: after for figure, (_, after) in its.items()}
        for whose, its in changed.items()
        if whose is not None
    }
    if seat is not None and [*now] == [seat]:
        return texts.text("table.totals", totals=now[seat])
    return " ".join(texts.text("table.totals_of", seat=whose, totals=now[whose]) for whose in now)


class CounterTotals:
    """What records say to one reader, with running totals before the next part of the game."""

    def __init__(
        self, table: Table[Any], viewer: Viewer, texts: Catalogue, *, wears_marks: bool = False
    ) -> None:
        """Make it for one reader; `wears_marks` if a record wears its seat's mark where it is told.

        Otherwise the seat is named, unless one sentence alone speaks of it. It is named in any
        case where a sentence speaks of another seat.
        """
        self.texts, self.viewer = texts, viewer
        self._table, self._wears_marks = table, wears_marks
        self._figures: dict[int, Counters] = {}
        """Of the moment told last, by its number: most often the next one follows it."""

    def said(
        self, moment: Position[Any], record: Record[Any, Any] | None = None
    ) -> list[RenderedRecord]:
        """What a moment says; `record` is its own as the reader may see it, masked if none is given."""
        record = record or moment.record.masked(self.viewer)
        lines = rendered(record, self.texts)
        end = next((at for at, line in enumerate(lines) if line.opens), len(lines))
        if end:
            lines[end - 1] = replace(lines[end - 1], totals=self._totals(moment, record, end))
        for at, note in reversed([*self._skipped(moment)]):
            lines.insert(at or len(lines), RenderedRecord(self.texts.lazy_text(note)))
            end += 0 < at <= end
        its = leads.of_moment(self._table, moment, self.viewer)
        lines[end or len(lines) : end or len(lines)] = [
            RenderedRecord(leads.told(it, self.texts)) for it in its
        ]
        return lines

    def _skipped(self, moment: Position[Any]) -> Iterator[tuple[int, LazyText]]:
        """What came to nothing and why, each after so many sentences of events."""
        if moment.parent is None:
            return
        before, record = self._table.positions[moment.parent].state, moment.record
        agenda, sentences = before.agenda, 0
        for number, group in enumerate(record.then):
            step = agenda[-1]
            if number and not group and type(step).skip_reason is not Step.skip_reason:
                seen, its = view(self._table.game, before, self.viewer), record.masked(self.viewer)
                if note := step.skip_reason(fold(seen, its.seat, its.action, its.then[:number])):
                    yield sentences, note
            sentences += sum(item.is_event and not item.quiet for item in group)
            agenda = agenda[:-1] + tuple(item for item in reversed(group) if not item.is_event)

    def _totals(self, moment: Position[Any], record: Record[Any, Any], end: int) -> str:
        if moment.parent is None:
            return ""
        now = self._at(moment.number)
        changed = changes(self._at(moment.parent), now)
        self._figures = {moment.number: now}
        seat = whose(self._table, moment)
        is_clear = changed.keys() <= {seat, None} and self._is_clear(record, end)
        return totals(changed, seat if is_clear else None, self.texts)

    def _is_clear(self, record: Record[Any, Any], end: int) -> bool:
        """Whether so many sentences of a record leave no doubt whose totals stand behind them."""
        if end > 1 and not self._wears_marks:
            return False
        told = [event for event in events(record.then) if not event.quiet][:end]
        return set().union(*map(self.texts.named, told)) <= {record.seat}

    def _at(self, moment: int) -> Counters:
        known = self._figures.get(moment)
        if known is not None:
            return known
        game = self._table.game
        return game.counters(view(game, self._table.positions[moment].state, self.viewer))
