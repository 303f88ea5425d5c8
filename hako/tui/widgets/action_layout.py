"""The arrangement of the list of actions: which rows it has, and how wide texts and notes are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain, repeat

from msgspec import Struct

from hako.engine.content.rulebook import without_citation
from hako.engine.i18n.width import cell_width
from hako.tui.theme.truncation import first_part, least, shortened, shortened_names
from hako.tui.widgets.canvas import LinePanel, wrapped
from hako.tui.widgets.table_model import ActionChoices, ActionRow

NOTE = 16
"""Cells of a note, at least."""

MARGIN, FINAL = 4, 2
"""Cells before a text, and after its note."""

ROOMY = 16
"""Rows from which on no note is cut, though there may be more rows to scroll."""

INDENT = MARGIN + 2
"""Cells before a note below its text."""


class ListRow(Struct, frozen=True):
    """A row of the list of actions."""

    number: int
    """The number of the entry."""
    note: str | None = None
    """The part of a note that has rows of its own; None in the first row of the entry."""
    is_alone: bool = True
    """True if the entry has only this row."""


class ActionLayout:
    """The rows of some choices in a panel.

    Where there is height for it, a note that would be cut has rows of its own, whether or not all
    entries then fit at once; where rows are left after that, so have the texts of cards.
    """

    def __init__(
        self, panel: LinePanel, choices: ActionChoices | None, entries: tuple[ActionRow, ...]
    ) -> None:
        self._panel = panel
        self._choices = choices
        self.entries = entries
        self.rows: list[ListRow] = []

    def arrange(self, *, has_texts: bool) -> None:
        """Arrange the rows for the present size of the panel; with the texts of cards, or without."""
        spare, is_roomy = self._panel.rows - len(self.entries), self._panel.rows >= ROOMY
        notes = []
        for entry in self.entries:
            note = self._note_below(entry) if spare > 0 or is_roomy else []
            notes.append(note if len(note) <= spare or is_roomy else [])
            spare -= len(notes[-1])
        below = self._texts_below() if has_texts else ()
        texts = chain(_fitting(below, spare), repeat([]))
        self.rows = []
        for number, note in enumerate(notes):
            self.rows.append(ListRow(number, is_alone=not note))
            self.rows += [ListRow(number, line) for line in (*note, *next(texts))]

    def rows_of(self, number: int) -> list[int]:
        """The rows of an entry."""
        start = number  # each entry before has one row at least
        rows = []
        for index in range(start, len(self.rows)):
            if self.rows[index].number == number:
                rows.append(index)
            elif rows:
                break
        return rows

    @property
    def room(self) -> int:
        """Cells for a text and its note."""
        return self._panel.columns - MARGIN - FINAL

    @cached_property
    def _texts_end(self) -> int:
        """Cells of the longest text."""
        return max((cell_width(entry.text) for entry in self.entries), default=0)

    def text_of(self, entry: ActionRow, cells: int) -> str:
        """The text in so many cells; the names in it are shortened before the rest."""
        text = self._panel.symbols.spell(entry.text)
        names = self._names(entry) if cell_width(text) > cells else ()
        return shortened_names(text, names, cells, self._panel.symbols)

    def _names(self, entry: ActionRow) -> list[str]:
        """The names in a text, as this terminal spells them."""
        assert self._choices is not None, "there is something to paint"
        return [self._panel.symbols.spell(name) for name in self._choices.names(entry.action)]

    def note(self, entry: ActionRow) -> str:
        """The note beside the text: the gain of the action, or the reason why it is refused.

        The clause, which the description cites as well, is included only if there is room.
        """
        assert self._choices is not None, "there is something to paint"
        if entry.apart:
            return self._panel.symbols.spell(entry.apart)
        note = self._panel.symbols.spell(entry.refused or self._choices.note(entry.action))
        return (
            note if not entry.refused or self._fits_beside(entry, note) else without_citation(note)
        )

    def _fits_beside(self, entry: ActionRow, note: str) -> bool:
        return cell_width(entry.text) + 2 + cell_width(note) <= self.room

    def _note_below(self, entry: ActionRow) -> list[str]:
        """The lines of a note that does not fit beside its text."""
        note = self.note(entry)
        if self._fits_beside(entry, note):
            return []
        return wrapped(note, max(1, self._panel.columns - INDENT - FINAL))

    def _texts_below(self) -> Iterator[list[str]]:
        """The printed texts of the things that each entry names, each text once, in lines."""
        seen: set[str] = set()
        for entry in self.entries:
            printed = self._choices.printed(entry.action) if self._choices else ()
            new = [text for text in printed if text not in seen]
            seen.update(new)
            text = self._panel.symbols.spell("  ".join(new))
            yield wrapped(text, max(1, self._panel.columns - INDENT - FINAL)) if text else []

    def text_cells(self, entry: ActionRow, note: str) -> int:
        """The width of a text: that of the longest, unless the note needs some of it.

        Where that leaves the note no room for its first part, which alone is worth showing, the
        text has the whole row.
        """
        if not note:
            return self.room - 2
        cells, beside = cell_width(entry.text), self.room - cell_width(note) - 2
        column = min(self._texts_end, self.room - NOTE)
        if cells <= beside:
            return max(cells, min(column, beside))
        all_words = min(least(entry.text, self._names(entry)), self.room - 2)
        wanted = max(min(cells, column), beside, all_words)
        least_note = min(NOTE, cell_width(note), first_part(note) + 1)
        beside = self.room - wanted - 2
        if beside < least_note:
            return self.room
        return self.room - 2 - cell_width(shortened(note, beside, self._panel.symbols))


def _fitting(blocks: Iterable[list[str]], spare: int) -> Iterator[list[str]]:
    """The first blocks of lines for which there is room."""
    for block in blocks if spare > 0 else ():
        spare -= len(block)
        if spare < 0:
            return
        yield block
