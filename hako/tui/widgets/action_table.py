"""The table of actions, for lists of few rows: a row for each thing, its actions beside each other.

─────────── buy ───── sell 1 ─── sell 2 ───
 Celts      ▸1 -8$    4 +8$      5 +16$ →B
 Babylonia   2 -8$
 Han                  6 +7$ →B   7 +14$ →B
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct
from rich.style import Style

from hako.engine.i18n.width import cell_width
from hako.tui.theme.styles import Styles
from hako.tui.theme.symbols import Symbols
from hako.tui.widgets.action_choices import ActionChoices, ActionRow
from hako.tui.widgets.canvas import StyledLine

KEY = 3
"""Cells before a payoff: the pointer, the digit, a blank."""
MOST_SPARE = 3
"""Free cells between two columns, at most, beside the one that always is."""
LEAST_COLUMNS = 2
"""Columns of a table, at least, where there are as many; further actions stand below."""


class TableField(Struct, frozen=True):
    """A field of the table: an action by its key and payoff."""

    number: int
    """The number of the entry."""
    x: int
    """The first cell, that of the pointer."""
    text: str

    @property
    def end(self) -> int:
        """The cell after its text."""
        return self.x + KEY + cell_width(self.text)


class FieldRow(Struct, frozen=True):
    """A row of the table."""

    name: str
    """The name of the thing that it is about; empty in a further row of the same thing."""
    fields: Sequence[TableField]

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of its entries, from the left."""
        return [field.number for field in self.fields]

    def nearest(self, x: int) -> int:
        """The number of the entry nearest to a cell."""
        return min(self.fields, key=lambda field: abs(field.x - x)).number


class ActionTable(Struct, frozen=True):
    """Entries of a list in rows and columns."""

    heads: Sequence[tuple[int, str]]
    """The headings of columns, each with its first cell."""
    rows: Sequence[FieldRow]

    def start(self, number: int) -> int:
        """The first cell of an entry; 0 for one that is not in the table."""
        fields = (field for row in self.rows for field in row.fields)
        return next((field.x for field in fields if field.number == number), 0)

    def beside(self, number: int, by: int) -> int:
        """The next entry of a row in a direction; the same one at the end of the row."""
        row = next((row.numbers for row in self.rows if number in row.numbers), [number])
        return row[max(0, min(len(row) - 1, row.index(number) + by))]

    def below(self, number: int, by: int, count: int) -> int:
        """The entry so many rows below, in the nearest column; `count` entries are listed in all."""
        listed = {number for row in self.rows for number in row.numbers}
        stops = [row.numbers for row in self.rows]
        stops += [[other] for other in range(count) if other not in listed]
        at = next(at for at, stop in enumerate(stops) if number in stop)
        to = max(0, min(len(stops) - 1, at + by))
        return self.rows[to].nearest(self.start(number)) if to < len(self.rows) else stops[to][0]

    def put_heads(self, line: StyledLine, title: str, symbols: Symbols, ink: Styles) -> StyledLine:
        """Rule a line with the headings of the columns, behind a title."""
        bar = symbols.frame.horizontal
        line.put(bar, ink.rule).put(f" {title} " if title else "", ink.dim)
        for x, head in self.heads:
            line.put(bar * max(0, x + 1 - line.x), ink.rule).put(f" {head} ", ink.dim)
        return line.put(bar * (line.width - line.x), ink.rule)

    def put_row(
        self,
        line: StyledLine,
        number: int,
        keyed: Callable[[int], tuple[str, str]],
        style_of: Callable[[int], Style | None],
        ink: Styles,
    ) -> StyledLine:
        """Write the row of a number; `keyed` returns what stands before an entry, and what behind it."""
        row = self.rows[number]
        line.at(1).put(row.name, ink.text)
        for field in row.fields:
            before, behind = keyed(field.number)
            over = style_of(field.number)
            line.at(field.x).put(before, over or ink.strong, KEY - 1, right=True)
            line.put(f" {field.text}", over or ink.money).put(behind, over or ink.warn)
        return line


def action_table(
    choices: ActionChoices,
    entries: Sequence[ActionRow],
    payoff: Callable[[ActionRow], str],
    columns: int,
) -> ActionTable | None:
    """The table of some entries in so many columns; None if they are none, or do not fit."""
    named, by_name = choices.table_rows, dict[str, list[int]]()
    for number, entry in enumerate(entries):
        name = "" if entry.parts or entry.refused else named.get(choices.row_value(entry.action))
        if name:
            by_name.setdefault(name, []).append(number)
    if not by_name:
        return None
    cells = _Cells(choices, entries, payoff, [by_name[name] for name in by_name])
    names = [name for name in named.values() if name in by_name]
    start = 1 + max(map(cell_width, names))
    for count in range(len(cells.keys), min(LEAST_COLUMNS, len(cells.keys)) - 1, -1):
        shown = cells.keys[:count]
        if start + sum(1 + cells.width(key) for key in shown) <= columns:
            return cells.table(((name, by_name[name]) for name in names), shown, start, columns)
    return None


class _Cells:
    """The columns of a table, by the kind of their actions and the place among those of a kind."""

    def __init__(
        self,
        choices: ActionChoices,
        entries: Sequence[ActionRow],
        payoff: Callable[[ActionRow], str],
        rows: Iterable[Sequence[int]],
    ) -> None:
        self._choices, self._entries = choices, entries
        self._texts = {number: payoff(entries[number]) for row in rows for number in row}
        kinds = [*dict.fromkeys(entries[number].kind for number in self._texts)]
        self._by_key: dict[tuple[int, int], list[int]] = {}
        self._key_of: dict[int, tuple[int, int]] = {}
        for row in rows:
            before = dict.fromkeys(kinds, 0)
            for number in row:
                kind = entries[number].kind
                key = kinds.index(kind), before[kind]
                before[kind] += 1
                self._key_of[number] = key
                self._by_key.setdefault(key, []).append(number)
        self.keys = sorted(self._by_key)

    def head(self, number: int) -> str:
        """The heading of the column of an entry."""
        return self._choices.column(self._entries[number].action)

    def width(self, key: tuple[int, int]) -> int:
        """The cells of a column."""
        numbers = self._by_key[key]
        widest = max(cell_width(self._texts[number]) for number in numbers)
        return max(KEY + widest, 1 + cell_width(self.head(numbers[0])) + 1)

    def table(
        self,
        rows: Iterable[tuple[str, Sequence[int]]],
        shown: Sequence[tuple[int, int]],
        start: int,
        columns: int,
    ) -> ActionTable:
        """The table with some columns; all other entries stand in further rows, with their heads."""
        taken = start + sum(1 + self.width(key) for key in shown)
        gap = 1 + min(MOST_SPARE, (columns - taken) // len(shown))
        starts, x = dict[tuple[int, int], int](), start + 1
        for key in shown:
            starts[key], x = x, x + self.width(key) + gap
        heads = [(starts[key], self.head(self._by_key[key][0])) for key in shown]
        written: list[FieldRow] = []
        for name, numbers in rows:
            within = [number for number in numbers if self._key_of[number] in starts]
            fields = [
                TableField(number, starts[self._key_of[number]], self._texts[number])
                for number in within
            ]
            further = [number for number in numbers if number not in within]
            written.append(FieldRow(name, fields))
            written += self._further(further, start + 1, columns)
        return ActionTable(heads, written)

    def _further(self, numbers: Sequence[int], start: int, columns: int) -> Iterator[FieldRow]:
        """The rows of entries without a column, each with what would be its heading."""
        fields: list[TableField] = []
        for number in numbers:
            x = fields[-1].end + 1 if fields else start
            field = TableField(number, x, f"{self.head(number)} {self._texts[number]}")
            if fields and field.end > columns:
                yield FieldRow("", fields)
                field, fields = TableField(number, start, field.text), []
            fields.append(field)
        if fields:
            yield FieldRow("", fields)
