"""The arrangement of the list of actions: its rows, their texts, and the column of payoffs.

    ─ Walk ─────────────────────────── 1 point ─      a heading, where there is room for headings
    ▸ 1  +4$     Market r4c7
      2          Plaza r5c6
    ─ Draw ─────────────────────────── 1 point ─
      3  5 left  Barracks-Office
      not now 6: build 3, push 1, powers 2            the row of all that cannot be done now

In a narrow list payoffs stand at the right edge. What an action costs is at the end of its row. No row
is cut: a text that does not fit has another row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

from rich.style import Style
from textual.strip import Strip

from hako.engine.i18n.payoffs import MOST_PAYOFF
from hako.engine.i18n.width import cell_width
from hako.tui.theme.truncation import shortened_names
from hako.tui.widgets.action_choices import ActionChoices, ActionRow
from hako.tui.widgets.action_list_row import ListRow, action_count
from hako.tui.widgets.action_table import ActionTable, action_table
from hako.tui.widgets.action_texts import LEAST_PAYOFF, ActionTexts
from hako.tui.widgets.action_thumbnails import Thumbnail, put_thumbnail, thumbnails_beside
from hako.tui.widgets.canvas import StyledLine
from hako.tui.widgets.line_panel import LinePanel
from hako.tui.widgets.listed_entries import ListedEntries
from hako.tui.widgets.upcoming import UpcomingPart, upcoming_strips

RULED = 6
"""Cells of the rules and blanks in a heading with its price, at least."""

HEADED = 12
"""Rows from which on kinds have headings, though there may be more rows to scroll."""


ARRANGED = (
    *("listed", "rows", "table", "is_headed"),
    *("payoff_cells", "_without_payoff", "_has_brief_costs", "_is_short"),
)
"""The attributes of a layout that say how its rows are arranged."""


class ActionLayout(ActionTexts):
    """The rows of some choices in a panel."""

    def __init__(
        self,
        panel: LinePanel,
        choices: ActionChoices | None,
        outer: tuple[ActionRow, ...],
        thumbnail: Callable[[Any], Thumbnail] = lambda _: (),
        upcoming: Callable[[int], Iterable[UpcomingPart]] = lambda _: (),
    ) -> None:
        super().__init__(panel, choices, outer)
        self._thumbnail, self._upcoming = thumbnail, upcoming
        self.upcoming: list[Strip] = []
        """The rows of what comes next, below all entries."""
        self.rows: list[ListRow] = []
        self.table: ActionTable | None = None
        """The table of entries where there is no room for headings, if they fit into one."""

    @property
    def entries(self) -> tuple[ActionRow, ...]:
        """The entries, those that are unfolded by their parts."""
        return self.listed.entries

    def arrange(self) -> None:
        """Arrange the rows for the present size of the panel.

        Costs are in words, but in signs where more is unfolded then, or fewer texts need a further row;
        a single one may have it where all rows are in sight.
        """
        entries, wraps = self._arrange_rows(has_brief_costs=False)
        if self._choices is not None and self._choices.has_costs and self.rows:
            wordy, spare = self._arrangement, len(self.rows) <= self._panel.body
            brief_entries, brief_wraps = self._arrange_rows(has_brief_costs=True)
            is_fit = brief_entries <= entries and wraps <= brief_wraps + spare
            if is_fit and not self._has_wide_cost():
                self._arrangement = wordy
        self._write_upcoming()

    def _has_wide_cost(self) -> bool:
        """True if a cost in words leaves its text less than a third of the row."""
        assert self._choices is not None, "there are costs"
        costs = (
            self._choices.cost(entry.action, is_brief=False)
            for entry in self.entries
            if not (entry.refused or entry.parts)
        )
        return any(3 * cell_width(cost) > 2 * self._panel.columns for cost in costs)

    @property
    def _arrangement(self) -> tuple[Any, ...]:
        """All that differs between two ways to arrange the rows."""
        return tuple(getattr(self, name) for name in ARRANGED)

    @_arrangement.setter
    def _arrangement(self, values: tuple[Any, ...]) -> None:
        for name, value in zip(ARRANGED, values, strict=True):
            setattr(self, name, value)

    def _arrange_rows(self, *, has_brief_costs: bool) -> tuple[int, int]:
        """Arrange them with costs in words or signs; the numbers of entries and of further rows."""
        self._has_brief_costs = has_brief_costs
        self._arrange_folded()
        if self.table is None and self.rows and self._is_in_sight():
            self._unfold()
        return len(self.entries), sum(row.role == "more" for row in self.rows)

    def _arrange_folded(self) -> None:
        """Arrange the rows of the outer entries."""
        self.listed, self._without_payoff = ListedEntries(self.listed.outer), frozenset()
        heads, room = self._heads(), self._panel.body
        self.is_headed = bool(heads) and room >= min(HEADED, len(self.entries) + len(heads))
        self.rows = []
        is_listed = self.is_headed or HEADED <= room >= len(self.entries)
        self.table = None if is_listed else self._tabled()
        if self._panel.columns > self.margin and room > 0:
            self._widen(range(min(room, len(self.entries))))
            self._write(heads if self.is_headed else {})

    def _unfold(self) -> None:
        """List the parts of entries that open, while all rows are in sight: first where points are."""
        outer, room = self.listed.outer, self._panel.rows - self._panel.has_head
        opening = [
            number for number, entry in enumerate(outer) if entry.parts and not entry.refused
        ]
        for number in sorted(opening, key=lambda number: not self.payoff(outer[number])):
            if len(self.rows) + len(outer[number].parts) <= room:
                before = self._arrangement
                self.listed = ListedEntries(outer, self.listed.unfolded | {number})
                if not self._is_in_sight():
                    self._arrangement = before

    def _is_in_sight(self) -> bool:
        """Write the rows as if all were in sight; False with those of before if they are not.

        Texts begin further left then, where nothing of their kind has a payoff.
        """
        room, before = self._panel.rows - self._panel.has_head, self._arrangement
        if len(self.entries) > room:
            return False
        self.payoff_cells, self._without_payoff = 0, frozenset()
        self._widen(range(len(self.entries)))
        if not self.is_narrow and self.payoff_cells:
            runs = ([*run] for _, run in groupby(range(len(self.entries)), key=self._run))
            self._without_payoff = frozenset(
                number
                for run in runs
                if not any(self.payoff(self.entries[number]) for number in run)
                for number in run
            )
        self._write(self._heads() if self.is_headed else {})
        if len(self.rows) <= room:
            return True
        self._arrangement = before
        return False

    def _run(self, number: int) -> tuple[bool, int | None, str]:
        """The features that a run of entries shares: pictures or none, the entry around it, the kind."""
        within = self.listed.outer_of(number) if self.listed.is_part(number) else None
        return bool(self.thumbnail(number)), within, self.entries[number].kind

    def reveal_payoffs(self, numbers: Iterable[int]) -> bool:
        """Widen the column of payoffs for some entries; True if their rows are arranged anew."""
        if not self._widen(number for number in numbers if number < len(self.entries)):
            return False
        self._write(self._heads() if self.is_headed else {})
        self._write_upcoming()
        return True

    def rows_of(self, number: int) -> list[int]:
        """The rows of an entry, without its heading."""
        return [
            index
            for index, row in enumerate(self.rows)
            if number in row.beside or (row.number == number and not row.is_heading)
        ]

    def entry_at(self, index: int, x: int) -> int:
        """The number of the entry at a cell of a row."""
        row = self.rows[index]
        if row.role == "fields" and self.table is not None:
            return self.table.rows[row.line].nearest(x)
        if not row.beside:
            return row.number
        return row.beside[min(len(row.beside) - 1, x // self.thumbnail_cells(row.number))]

    def below(self, number: int, by: int) -> int:
        """The entry so many rows below another."""
        count = len(self.entries)
        return self.table.below(number, by, count) if self.table is not None else number + by

    def beside(self, number: int, by: int) -> int:
        """The entry beside another in a table."""
        return self.table.beside(number, by) if self.table is not None else number

    def start(self, number: int) -> int:
        """The first cell of an entry."""
        return self.table.start(number) if self.table is not None else 0

    def thumbnail(self, number: int) -> Thumbnail:
        """The thumbnail of an entry; empty for none."""
        entry = self.entries[number]
        return () if entry.parts or entry.refused else self._thumbnail(entry.action)

    def thumbnail_cells(self, number: int) -> int:
        """The cells for the thumbnail of an entry and the key before it."""
        columns = self._panel.columns
        return columns // thumbnails_beside(self.thumbnail(number), columns)

    def put_pictures(
        self,
        line: StyledLine,
        row: ListRow,
        keyed: Callable[[int], tuple[str, str]],
        style_of: Callable[[int], Style | None],
        ink: Style,
    ) -> StyledLine:
        """Write a row of pictures; `keyed` returns what stands before and behind an entry."""
        for column, number in enumerate(row.beside):
            cells, picture = self.thumbnail_cells(number), self.thumbnail(number)
            key, over = keyed(number)[0], style_of(number)
            put_thumbnail(line.at(column * cells), picture, row.line, cells, key, over, ink)
        return line

    def hidden(self, above: Sequence[ActionRow], below: Sequence[ActionRow], cells: int) -> str:
        """The number of actions above and below those in sight, and their kinds, if there is room.

        What cannot be done now is counted apart: it is none of the things to do.
        """
        symbols = self.symbols
        parts = [f"{symbols.above} {action_count(above)}"] if above else []
        if not below or self._choices is None:
            return "  ".join(parts)
        to_do = [row for row in below if not row.is_rest]
        rest = [self._choices.rest_count] if len(to_do) < len(below) else []
        count = [f"{symbols.below} {action_count(to_do)}"] if to_do else []
        shorter = "  ".join((*parts, *count, *(rest if to_do else (f"{symbols.below} {rest[0]}",))))
        if kinds := self._choices.counted(to_do):
            is_one_kind = len({row.kind for row in to_do}) == 1
            counted = f"{symbols.below} {kinds}" if is_one_kind else f"{count[0]}: {kinds}"
            whole = symbols.spell("  ".join((*parts, counted, *rest)))
            if cell_width(whole) <= cells:
                return whole
        return shorter if cell_width(shorter) <= cells else "  ".join((*parts, *count))

    def foot_text(self, entry: ActionRow, cells: int) -> str:
        """The text of an entry beside the counts, in so many cells; its names are shortened first."""
        assert self._choices is not None, "there is something to paint"
        spell = self.symbols.spell
        names = [spell(name) for name in self._choices.names(entry.action)]
        return shortened_names(spell(entry.text), names, cells, self.symbols)

    def tells_whole(self, number: int) -> bool:
        """True if the rows of an entry have its whole text, and not a brief one."""
        if not self.rows:
            return True
        shown = "".join(self.rows[index].text for index in self.rows_of(number))
        text = self.symbols.spell(self.entries[number].text)
        return "".join(text.split()) in "".join(shown.split())

    # ------------------------------------------------------------------ within

    def _heads(self) -> dict[int, str]:
        """The kinds that need a heading, by the number of their first entry."""
        kinds = [entry.kind for entry in self.listed.outer if not entry.is_rest]
        if len(set(kinds)) < 2 or "" in kinds or len(kinds) < 2 * len(set(kinds)):
            return {}
        starts = (at for at, kind in enumerate(kinds) if not at or kinds[at - 1] != kind)
        return {self.listed.first(at): kinds[at] for at in starts}

    def _tabled(self) -> ActionTable | None:
        """The table of the entries, with short payoffs where whole ones do not fit."""
        if self._choices is None:
            return None
        for self._is_short in (False, True):
            table = action_table(self._choices, self.entries, self.payoff, self._panel.columns)
            if table is not None and (self._is_short or all(row.name for row in table.rows)):
                return table
        self._is_short = False
        return None

    def _widen(self, numbers: Iterable[int]) -> bool:
        if self.table is not None:
            return False
        cells = [cell_width(self.payoff(self.entries[number])) for number in numbers]
        wanted = min(MOST_PAYOFF, max(cells, default=0))
        if wanted <= self.payoff_cells:
            return False
        self.payoff_cells = max(LEAST_PAYOFF, wanted)
        return True

    def _write(self, heads: dict[int, str]) -> None:
        self.rows = []
        self._whole_kinds = {}  # they were for another width
        table = self.table.rows if self.table is not None else ()
        for line, row in enumerate(table):
            self.rows.append(ListRow(row.numbers[0], "", "fields", beside=row.numbers, line=line))
        listed = {number for row in table for number in row.numbers}
        numbers = [number for number in range(len(self.entries)) if number not in listed]
        for (has_pictures, _, _), run in groupby(numbers, key=self._run):
            first, *rest = run
            if has_pictures:
                self._write_heading(first, heads)
                self._write_pictures(range(first, first + 1 + len(rest)))
                continue
            for number in (first, *rest):
                self._write_heading(number, heads)
                self._write_entry(number)

    def _write_upcoming(self) -> None:
        """Write what comes next into the free rows of a panel with a title."""
        panel, free = self._panel, self._panel.body - len(self.rows)
        self.upcoming = []
        if panel.has_head and panel.columns > self.margin and free > 1:
            parts, is_alone = self._upcoming(panel.columns), not self.rows
            self.upcoming = upcoming_strips(parts, free, panel.line, panel.ink, is_alone=is_alone)
        count = len(self.entries)
        self.rows += [ListRow(count, role="upcoming", line=at) for at in range(len(self.upcoming))]

    def _write_heading(self, number: int, heads: dict[int, str]) -> None:
        if number in heads and self._choices is not None:
            heading, price = self._choices.heading(heads[number])
            if price and cell_width(f"{heading}{price}") + RULED > self._panel.columns:
                heading = self._choices.brief_heading(heads[number])
            self.rows.append(ListRow(number, heading, "heading", price))
        if (outer := self.listed.headed_by(number)) is not None:
            text = self.symbols.spell(self.listed.outer[outer].text)
            self.rows.append(ListRow(number, text, "unfolded", line=outer))

    def _write_entry(self, number: int) -> None:
        entry = self.entries[number]
        first, *more = self.text_lines(number, entry)
        is_split = bool(more and self.cost(entry))
        self.rows.append(ListRow(number, first, has_ends=not is_split))
        last = len(more) - 1
        self.rows += [
            ListRow(number, line, "more", has_ends=is_split and at == last)
            for at, line in enumerate(more)
        ]
        self.rows += [ListRow(number, line, "reason") for line in self.reason_lines(entry)]

    def _write_pictures(self, numbers: range) -> None:
        """Write the pictures of some entries, as many beside each other as there is room for."""
        thumbnail = self.thumbnail(numbers[0])
        columns = thumbnails_beside(thumbnail, self._panel.columns)
        for start in range(numbers.start, numbers.stop, columns):
            beside = range(start, min(start + columns, numbers.stop))
            rows = range(len(thumbnail))
            self.rows += [ListRow(start, role="pictures", beside=beside, line=row) for row in rows]
