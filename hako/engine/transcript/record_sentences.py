"""The sentences of a position: its record, what was left out, changes of the lead, new counters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from msgspec.structs import replace

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.log.history import History
from hako.engine.log.log_format import Record
from hako.engine.log.position import Position
from hako.engine.rules.game import Counters, view
from hako.engine.rules.model import Seat, State, Step, Viewer
from hako.engine.rules.play import events, fold
from hako.engine.transcript import lead_and_control_changes
from hako.engine.transcript.sentences import RenderedRecord, rendered, whose

Changes: TypeAlias = Mapping[Viewer, Mapping[str, tuple[int, int]]]
"""By owner (None: the table) and counter: the value before and after."""


def changes(before: Counters, after: Counters) -> Changes:
    """The counters that changed; a counter that did not exist was 0."""
    by_owner = {
        owner: {
            counter: (was, now)
            for counter, now in values.items()
            if now != (was := before.get(owner, {}).get(counter, 0))
        }
        for owner, values in after.items()
    }
    return {owner: values for owner, values in by_owner.items() if values}


def totals(changed: Changes, seat: Seat | None, texts: Catalogue) -> str:
    """A sentence with the seats' values of changed counters; `seat`, who chose, is not named if alone."""
    now = {
        owner: {counter: after for counter, (_, after) in values.items()}
        for owner, values in changed.items()
        if owner is not None
    }
    if seat is not None and [*now] == [seat]:
        return texts.text("table.totals", totals=now[seat])
    return join_sentences(
        texts.text("table.totals_of", seat=owner, totals=now[owner]) for owner in now
    )


class RecordSentences:
    """The sentences of records for one reader, with running totals of counters."""

    def __init__(
        self, table: History[Any], viewer: Viewer, texts: Catalogue, *, wears_marks: bool = False
    ) -> None:
        """Make it for one reader; `wears_marks` if each record is shown with its seat's mark.

        Totals without a mark name the seat, unless the record is a single sentence about it. They
        always name it if a sentence is about another seat.
        """
        self.texts, self.viewer = texts, viewer
        self._table, self._wears_marks = table, wears_marks
        self._cache: dict[int, Counters] = {}
        """A cache of the last position's counters, by its number: the next one mostly follows it."""

    def render(
        self, moment: Position[Any], record: Record[Any, Any] | None = None
    ) -> list[RenderedRecord]:
        """The sentences of a position; `record` is its record as the reader may see it, masked by default."""
        record = record or moment.record.masked(self.viewer)
        lines = rendered(record, self.texts)
        end = next((at for at, line in enumerate(lines) if line.opens), len(lines))
        if end:
            lines[end - 1] = replace(lines[end - 1], totals=self._totals(moment, record, end))
        for at, reason in reversed([*self._skipped(moment)]):
            lines.insert(at or len(lines), RenderedRecord(self.texts.lazy_text(reason)))
            end += 0 < at <= end
        lead_changes = lead_and_control_changes.of_moment(self._table, moment, self.viewer)
        lines[end or len(lines) : end or len(lines)] = [
            RenderedRecord(lead_and_control_changes.lead_text(change, self.texts))
            for change in lead_changes
        ]
        return lines

    def _skipped(self, moment: Position[Any]) -> Iterator[tuple[int, LazyText]]:
        """The reasons of skipped steps, each with the number of sentences before it."""
        if moment.parent is None:
            return
        before, record = self._table.positions[moment.parent].state, moment.record
        agenda, sentences = before.agenda, 0
        for number, group in enumerate(record.then):
            step = agenda[-1]
            if number and not group and type(step).skip_reason is not Step.skip_reason:
                seen, masked = self._seen(before), record.masked(self.viewer)
                state = fold(seen, masked.seat, masked.action, masked.then[:number])
                if reason := step.skip_reason(state):
                    yield sentences, reason
            sentences += sum(item.is_event and not item.quiet for item in group)
            agenda = agenda[:-1] + tuple(item for item in reversed(group) if not item.is_event)

    def _totals(self, moment: Position[Any], record: Record[Any, Any], end: int) -> str:
        if moment.parent is None:
            return ""
        now = self._at(moment.number)
        changed = changes(self._at(moment.parent), now)
        self._cache = {moment.number: now}
        seat = whose(self._table, moment)
        is_clear = changed.keys() <= {seat, None} and self._is_clear(record, end)
        return totals(changed, seat if is_clear else None, self.texts)

    def _is_clear(self, record: Record[Any, Any], end: int) -> bool:
        """True if the first `end` sentences of a record name the seat whose totals follow, and no other."""
        if end > 1 and not self._wears_marks:
            return False
        sentences = [event for event in events(record.then) if not event.quiet][:end]
        return set().union(*map(self.texts.named, sentences)) == {record.seat}

    def _at(self, moment: int) -> Counters:
        known = self._cache.get(moment)
        if known is not None:
            return known
        return self._table.game.counters(self._seen(self._table.positions[moment].state))

    def _seen(self, state: State) -> State:
        seen: State = view(self._table.game, state, self.viewer)
        return seen
