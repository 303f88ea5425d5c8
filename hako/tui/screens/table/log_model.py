"""The log model of a table: the sentences of its log for one reader, extended with the log."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from itertools import islice
from typing import Any

from msgspec.structs import replace

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.model import Viewer
from hako.engine.transcript.recap import brought
from hako.engine.transcript.record_sentences import RecordSentences
from hako.engine.transcript.sentences import RenderedRecord, whose
from hako.tui.widgets.log_panel import LogRow, interned_row

NEAR = 80
"""Positions before and after the one in sight that are read at once: more than any panel shows."""


class LogModel:
    """All records of a table in the order in which they were made, branches taken back included."""

    def __init__(self, table: History[Any]) -> None:
        self._table = table
        self._reader: tuple[Catalogue, Viewer, bool] | None = None
        self._rendered: dict[int, tuple[RenderedRecord, ...]] = {}
        """The sentences of each position, by its number."""
        self._running: RecordSentences
        self._rows: list[LogRow] = []
        self._read_up_to = 0
        """The number of positions that were read."""
        self._was_latest = False
        """True if the table was at the last of them, so that the rows can be extended."""

    def set_reader(self, words: Catalogue, viewer: Viewer, *, sums_up: bool = False) -> None:
        """Read for a viewer in a language; with `sums_up`, a sum follows each of their turns."""
        if (words, viewer, sums_up) != self._reader:
            self._reader, self._was_latest = (words, viewer, sums_up), False
            self._rendered = {}
            self._running = RecordSentences(self._table, viewer, words, wears_marks=True)

    @property
    def is_long(self) -> bool:
        """True if there is much that was not read yet."""
        return len(self._table.positions) - len(self._rendered) > 2 * NEAR

    def read(self) -> list[LogRow]:
        """Extend the rows; begin again, if something was taken back or the reader changed."""
        moments, head = self._table.positions, self._table.head
        new, is_latest = moments[self._read_up_to :], head == len(moments) - 1
        goes_on = all(moment.parent == moment.number - 1 for moment in new)
        if self._was_latest and is_latest and goes_on:
            self._rows = [*self._rows, *self._new_rows(new)]
        else:
            self._rows = list(self._new_rows(moments, self._path()))
        self._read_up_to, self._was_latest = len(moments), is_latest
        return self._rows

    def read_near(self, moment: int) -> list[LogRow]:
        """The rows of a position and of those near it."""
        near = self._table.positions[max(0, moment - NEAR) : moment + NEAR]
        return list(self._new_rows(near, self._path()))

    def prepare(self, count: int) -> None:
        """Render so many positions that were not read yet, for the next time that all are."""
        moments = self._table.positions
        unread = (moment for moment in moments if moment.number not in self._rendered)
        for moment in islice(unread, count):
            self._rendered[moment.number] = (*self._sentences(moment),)

    def _path(self) -> Container[int]:
        return {moment.number for moment in self._table.path()}

    def _new_rows(
        self, moments: Iterable[Position[Any]], path: Container[int] | None = None
    ) -> Iterator[LogRow]:
        """The rows of these positions, all of which are on the path if none is given."""
        for moment in moments:
            number = moment.number
            if number not in self._rendered:
                self._rendered[number] = (*self._sentences(moment),)
            if sentences := self._rendered[number]:
                is_left_behind = path is not None and number not in path
                row = interned_row(
                    LogRow(number, whose(self._table, moment), sentences, is_left_behind)
                )
                self._rendered[number] = row.rendered
                yield row

    def _sentences(self, moment: Position[Any]) -> Iterator[RenderedRecord]:
        running, table = self._running, self._table
        lines = [replace(line, sentence=line.in_full) for line in running.render(moment)]
        end = next((at for at, line in enumerate(lines) if line.opens), len(lines))
        yield from lines[:end]
        if self._sums_up and moment.record.seat == running.viewer:
            yield from map(RenderedRecord, filter(None, [brought(table, moment, running.texts)]))
        yield from lines[end:]
        for change in table.changes.get(moment.number, ()):
            yield RenderedRecord(change.transcript_sentence(running.texts))

    @property
    def _sums_up(self) -> bool:
        return self._reader is not None and self._reader[2]
