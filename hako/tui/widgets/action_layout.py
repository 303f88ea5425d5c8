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

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from rich.style import Style
from textual.strip import Strip

from hako.engine.i18n.payoffs import MOST_PAYOFF
from hako.engine.i18n.width import cell_width
from hako.tui.theme.truncation import shortened_names, whole_parts
from hako.tui.widgets.action_choices import ActionChoices, ActionRow
from hako.tui.widgets.action_list_row import ListRow, action_count
from hako.tui.widgets.action_table import ActionTable, action_table
from hako.tui.widgets.action_thumbnails import Thumbnail, put_thumbnail, thumbnails_beside
from hako.tui.widgets.canvas import StyledLine, wrapped
from hako.tui.widgets.line_panel import LinePanel
from hako.tui.widgets.upcoming import UpcomingPart, upcoming_strips

NARROW = 34
"""Columns of a list up to which payoffs stand at its right edge."""

MARGIN, NARROW_MARGIN = 4, 3
"""Cells before a payoff: for the pointer and the digit."""

ROOMY = 60
"""Columns of a list from which on payoffs are in words."""

BRIEF_PAYOFF = 7
"""Cells of a payoff in a list with fewer columns, where it has a brief text."""

LEAST_PAYOFF = 5
"""Cells of the column of payoffs, at least."""

FINAL = 2
"""Cells at the end, for the mark of what is final."""

RULED = 6
"""Cells of the rules and blanks in a heading with its price, at least."""

INDENT = 6
"""Cells before a reason below its text."""

HEADED = 12
"""Rows from which on kinds have headings, though there may be more rows to scroll."""


class ActionLayout:
    """The rows of some choices in a panel."""

    def __init__(
        self,
        panel: LinePanel,
        choices: ActionChoices | None,
        entries: tuple[ActionRow, ...],
        thumbnail: Callable[[Any], Thumbnail] = lambda _: (),
        upcoming: Callable[[int], Iterable[UpcomingPart]] = lambda _: (),
    ) -> None:
        self._thumbnail, self._upcoming = thumbnail, upcoming
        self.upcoming: list[Strip] = []
        """The rows of what comes next, below all entries."""
        self._panel = panel
        self._choices = choices
        self.entries = entries
        self.rows: list[ListRow] = []
        self.payoff_cells = 0
        """Cells of the column of payoffs; 0 where none of the entries in sight has any."""
        self.is_headed = False
        """True if kinds have headings."""
        self.table: ActionTable | None = None
        """The table of entries where there is no room for headings, if they fit into one."""
        self._is_short = False
        """True if payoffs are short, as in a table with many columns."""
        self._kinds_of: dict[str, set[str]] = {}
        """The kinds of the actions with a brief text, once one was asked for."""

    @property
    def is_narrow(self) -> bool:
        """True if payoffs stand at the right edge."""
        return self._panel.columns <= NARROW

    @property
    def text_start(self) -> int:
        """The column where texts begin."""
        payoff = 0 if self.is_narrow or not self.payoff_cells else self.payoff_cells + 1
        return self.margin + payoff

    def ends(self, entry: ActionRow, cells: int) -> tuple[str, str]:
        """The payoff of an entry if it stands at the edge, and its cost, in so many cells."""
        payoff = self.payoff(entry) if self.is_narrow else ""
        cost = self.cost(entry, cells - cell_width(payoff) - 1)
        return payoff, f" {cost}" if cost else ""

    @property
    def margin(self) -> int:
        """Cells before the payoff, or before the text where payoffs are at the right edge."""
        return NARROW_MARGIN if self.is_narrow else MARGIN

    def arrange(self) -> None:
        """Arrange the rows for the present size of the panel."""
        heads = self._heads()
        room = self._panel.body
        self.is_headed = bool(heads) and room >= min(HEADED, len(self.entries) + len(heads))
        self.rows = []
        is_listed = self.is_headed or HEADED <= room >= len(self.entries)
        self.table = None if is_listed else self._tabled()
        if self._panel.columns > self.margin and room > 0:
            self._widen(range(min(room, len(self.entries))))
            self._write(heads if self.is_headed else {})
        self._write_upcoming()

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
            if number in row.beside or (row.number == number and row.role != "heading")
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
    ) -> None:
        """Write a row of pictures; `keyed` returns what stands before and behind an entry."""
        for column, number in enumerate(row.beside):
            cells, picture = self.thumbnail_cells(number), self.thumbnail(number)
            key, over = keyed(number)[0], style_of(number)
            put_thumbnail(line.at(column * cells), picture, row.line, cells, key, over, ink)

    def payoff(self, entry: ActionRow) -> str:
        """The payoff of an entry, as this terminal spells it."""
        if self._choices is None or entry.refused:
            return ""
        cells = BRIEF_PAYOFF if self._panel.columns < ROOMY else MOST_PAYOFF
        if entry.parts:
            actions = [part.action for part in entry.parts]
            return self._panel.symbols.spell(self._choices.best_payoff(actions, cells))
        if self._is_short:
            return self._panel.symbols.spell(self._choices.short_payoff(entry.action))
        return self._panel.symbols.spell(self._choices.payoff(entry.action, cells))

    def cost(self, entry: ActionRow, cells: int = 0) -> str:
        """The cost of an entry, in so many cells where its brief text fits."""
        if self._choices is None or entry.refused or entry.parts:
            return ""
        return self._panel.symbols.spell(self._choices.cost(entry.action, cells))

    def note(self, entry: ActionRow, cells: int) -> str:
        """The first parts of a note beside a text, in so many cells.

        With a cost it is what no other part of the row tells, with a payoff alone nothing.
        """
        if self._choices is None or entry.refused:
            return ""
        if self.cost(entry):
            text = self._choices.untold(entry.action, cells)
        elif entry.parts or not self.payoff(entry):
            text = entry.apart or self._choices.note(entry.action)
        else:
            text = self._choices.chance_beside(entry.action)
        note = self._panel.symbols.spell(text)
        row = self._panel.symbols.spell(self._choices.brief(entry.action) or entry.text)
        return "" if note in row else whole_parts(note, cells)

    def hidden(self, above: Sequence[ActionRow], below: Sequence[ActionRow], cells: int) -> str:
        """The number of actions above and below those in sight, and their kinds, if there is room.

        What cannot be done now is counted apart: it is none of the things to do.
        """
        symbols = self._panel.symbols
        parts = [f"{symbols.above} {action_count(above)}"] if above else []
        if not below or self._choices is None:
            return "  ".join(parts)
        to_do = [row for row in below if not row.is_rest]
        rest = [self._choices.rest_count] if len(to_do) < len(below) else []
        count = [f"{symbols.below} {action_count(to_do)}"] if to_do else []
        shorter = "  ".join((*parts, *count, *(rest if to_do else (f"{symbols.below} {rest[0]}",))))
        if kinds := self._choices.counted(to_do):
            whole = symbols.spell("  ".join((*parts, f"{count[0]}: {kinds}", *rest)))
            if cell_width(whole) <= cells:
                return whole
        return shorter if cell_width(shorter) <= cells else "  ".join((*parts, *count))

    def foot_text(self, entry: ActionRow, cells: int) -> str:
        """The text of an entry beside the counts, in so many cells; its names are shortened first."""
        assert self._choices is not None, "there is something to paint"
        spell = self._panel.symbols.spell
        names = [spell(name) for name in self._choices.names(entry.action)]
        return shortened_names(spell(entry.text), names, cells, self._panel.symbols)

    def tells_whole(self, number: int) -> bool:
        """True if the rows of an entry have its whole text, and not a brief one."""
        if not self.rows:
            return True
        shown = "".join(self.rows[index].text for index in self.rows_of(number))
        text = self._panel.symbols.spell(self.entries[number].text)
        return "".join(text.split()) in "".join(shown.split())

    # ------------------------------------------------------------------ within

    def _heads(self) -> dict[int, str]:
        """The kinds that need a heading, by the number of their first entry."""
        kinds = [entry.kind for entry in self.entries if not entry.is_rest]
        if len(set(kinds)) < 2 or "" in kinds or len(kinds) < 2 * len(set(kinds)):
            return {}
        return {at: kind for at, kind in enumerate(kinds) if not at or kinds[at - 1] != kind}

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
        table = self.table.rows if self.table is not None else ()
        for line, row in enumerate(table):
            self.rows.append(ListRow(row.numbers[0], "", "fields", beside=row.numbers, line=line))
        listed = {number for row in table for number in row.numbers}
        numbers = [number for number in range(len(self.entries)) if number not in listed]
        runs = groupby(
            numbers, key=lambda number: (bool(self.thumbnail(number)), self.entries[number].kind)
        )
        for (has_pictures, _), run in runs:
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

    def _write_entry(self, number: int) -> None:
        entry = self.entries[number]
        first, *more = self._lines(number, entry)
        self.rows.append(ListRow(number, first))
        self.rows += [ListRow(number, line, "more") for line in more]
        self.rows += [ListRow(number, line, "reason") for line in self._reason(entry)]

    def _write_pictures(self, numbers: range) -> None:
        """Write the pictures of some entries, as many beside each other as there is room for."""
        thumbnail = self.thumbnail(numbers[0])
        columns = thumbnails_beside(thumbnail, self._panel.columns)
        for start in range(numbers.start, numbers.stop, columns):
            beside = range(start, min(start + columns, numbers.stop))
            rows = range(len(thumbnail))
            self.rows += [ListRow(start, role="pictures", beside=beside, line=row) for row in rows]

    def _lines(self, number: int, entry: ActionRow) -> list[str]:
        """The text of an entry in lines: the whole one, or below a heading the brief one."""
        spell, cells = self._panel.symbols.spell, max(1, self._text_cells(number, entry))
        text = spell(entry.text)
        fits = cell_width(text) <= cells
        if entry.is_rest and not fits and self._choices is not None:
            return [self._choices.rest_count]
        if self._choices is None or entry.parts or entry.refused:
            return wrapped(text, cells) or [""]
        is_told = self.is_headed or (self.cost(entry) and len(self._kinds) == 1)
        if fits and not is_told:
            return [text]
        brief = spell(self._choices.brief(entry.action)) or text
        headed = spell(self._headed(entry, brief))
        is_clear = cell_width(headed) > cells and not self._is_ambiguous(entry, brief)
        return wrapped(brief if is_clear else headed, cells) or [""]

    def _is_ambiguous(self, entry: ActionRow, brief: str) -> bool:
        """True if an action of another kind has the same brief text, and no heading says the kind."""
        if self._choices is None or self.is_headed:
            return False
        if not self._kinds_of:
            for other in self.entries:
                if not (other.is_rest or other.parts or other.refused):
                    text = self._panel.symbols.spell(self._choices.brief(other.action))
                    self._kinds_of.setdefault(text, set()).add(other.kind)
        return len(self._kinds_of.get(brief, {entry.kind})) > 1

    @property
    def _kinds(self) -> set[str]:
        """The kinds of what may be chosen."""
        return {entry.kind for entry in self.entries if not entry.is_rest}

    def _headed(self, entry: ActionRow, brief: str) -> str:
        """A brief text after its kind, where other kinds are listed and no heading says it."""
        if self._choices is None or self.is_headed or len(self._kinds) < 2 or not entry.kind:
            return brief
        heading, _ = self._choices.heading(entry.kind)
        return self._choices.scene.texts.text("table.headed", kind=heading, text=brief)

    def _text_cells(self, number: int, entry: ActionRow) -> int:
        """Cells for the text of an entry; no payoff is worked out that is not in sight."""
        room = self._panel.columns - self.margin
        if entry.refused:
            return room
        if cost := self.cost(entry):
            room -= cell_width(cost) + 1
        if not self.is_narrow:
            return room - FINAL - (self.payoff_cells and self.payoff_cells + 1)
        is_in_sight = number < self._panel.body
        payoff = cell_width(self.payoff(entry)) if is_in_sight else self.payoff_cells
        return room - (payoff and payoff + 1)

    def _reason(self, entry: ActionRow) -> Iterator[str]:
        """The lines of the reason why an entry is refused."""
        if entry.refused and not entry.is_rest:
            cells = max(1, self._panel.columns - INDENT)
            yield from wrapped(self._panel.symbols.spell(entry.refused), cells)
            if entry.apart:
                yield from wrapped(self._panel.symbols.spell(entry.apart), cells)
