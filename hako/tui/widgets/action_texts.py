"""The texts of the entries of a list of actions: their gains, names, notes and costs, in so many cells.

No text is cut: one that does not fit has another line.
"""

from __future__ import annotations

from collections.abc import Iterator

from hako.engine.i18n.payoffs import MOST_PAYOFF
from hako.engine.i18n.width import cell_width
from hako.tui.theme.symbols import Symbols
from hako.tui.theme.truncation import whole_parts
from hako.tui.widgets.action_choices import ActionChoices, ActionRow
from hako.tui.widgets.canvas import wrapped
from hako.tui.widgets.line_panel import LinePanel
from hako.tui.widgets.listed_entries import ListedEntries

NARROW = 34
"""Columns of a list up to which payoffs stand at its right edge."""

MARGIN, NARROW_MARGIN = 4, 3
"""Cells before a payoff: for the pointer and the digit."""

ROOMY = 60
"""Columns of a list from which on payoffs are in words."""

BRIEF_PAYOFF, NARROW_PAYOFF = 7, 5
"""Cells of a payoff in a list with fewer columns and in a narrow one, where it has a brief text."""

LEAST_PAYOFF = 5
"""Cells of the column of payoffs, at least."""

FINAL = 2
"""Cells at the end, for the mark of what is final."""

INDENT = 6
"""Cells before a reason below its text."""


class ActionTexts:
    """The texts of some entries in the columns of a panel."""

    def __init__(
        self, panel: LinePanel, choices: ActionChoices | None, outer: tuple[ActionRow, ...]
    ) -> None:
        self._panel = panel
        self._choices = choices
        self.listed = ListedEntries(outer)
        """The entries, with those that are unfolded."""
        self.payoff_cells = 0
        """Cells of the column of payoffs; 0 where none of the entries in sight has any."""
        self.is_headed = False
        """True if kinds have headings."""
        self._has_brief_costs = False
        """True if costs are in signs, as in lists whose rows have no room for words."""
        self._without_payoff = frozenset[int]()
        """The numbers of entries whose texts begin in the column of payoffs."""
        self._is_short = False
        """True if payoffs are short, as in a table with many columns."""
        self._whole_kinds: dict[str, bool] = {}
        """The kinds asked for so far, and whether all their texts in sight are whole."""
        self._kinds_of: dict[str, set[str]] = {}
        """The kinds of the actions with a brief text, once one was asked for."""

    @property
    def symbols(self) -> Symbols:
        """The signs of this terminal."""
        return self._panel.symbols

    @property
    def is_narrow(self) -> bool:
        """True if payoffs stand at the right edge."""
        return self._panel.columns <= NARROW

    def text_start(self, number: int) -> int:
        """The column where the text of an entry begins."""
        return self.margin + self._before_text(number)

    def _before_text(self, number: int) -> int:
        """Cells of the payoff of an entry and the blank behind it, where payoffs are before texts."""
        if self.is_narrow or not self.payoff_cells or number in self._without_payoff:
            return 0
        return self.payoff_cells + 1

    @property
    def margin(self) -> int:
        """Cells before the payoff, or before the text where payoffs are at the right edge."""
        return NARROW_MARGIN if self.is_narrow and not self.listed.unfolded else MARGIN

    def ends(self, entry: ActionRow) -> tuple[str, str]:
        """The payoff of an entry if it stands at the edge, and its cost."""
        cost = self.cost(entry)
        return self.payoff(entry) if self.is_narrow else "", f" {cost}" if cost else ""

    def payoff(self, entry: ActionRow) -> str:
        """The payoff of an entry, as this terminal spells it."""
        if self._choices is None or entry.refused:
            return ""
        brief = NARROW_PAYOFF if self.is_narrow else BRIEF_PAYOFF
        cells = brief if self._panel.columns < ROOMY else MOST_PAYOFF
        if entry.parts:
            actions = [part.action for part in entry.parts]
            return self.symbols.spell(self._choices.best_payoff(actions, cells))
        if self._is_short:
            return self.symbols.spell(self._choices.short_payoff(entry.action))
        return self.symbols.spell(self._choices.payoff(entry.action, cells))

    def cost(self, entry: ActionRow) -> str:
        """The cost of an entry, in words or in signs as in the whole list."""
        if self._choices is None or entry.refused or entry.parts:
            return ""
        return self.symbols.spell(self._choices.cost(entry.action, is_brief=self._has_brief_costs))

    def note(self, entry: ActionRow, cells: int) -> str:
        """The first parts of a note beside a text, in so many cells.

        With a cost it is what no other part of the row tells, with a payoff alone what the group `beside` says.
        """
        if self._choices is None or entry.refused:
            return ""
        if self.cost(entry):
            is_brief = self._has_brief_costs
            text = self._choices.untold(entry.action, cells, is_brief=is_brief)
        elif entry.parts and entry.apart:
            text = self._choices.names_apart(entry, cells)
        elif entry.parts or not self.payoff(entry):
            text = self._choices.note(entry.action)
        else:
            text = self._choices.chance_beside(entry.action) or self._choices.beside(entry.action)
        note = self.symbols.spell(text)
        row = self.symbols.spell(self._choices.brief(entry.action) or entry.text)
        return "" if note in row else whole_parts(note, cells)

    def text_lines(self, number: int, entry: ActionRow) -> list[str]:
        """The text of an entry in lines: the whole one, or below a heading the brief one.

        Behind the last one there is room for the cost; a text that is whole without it stays whole.
        """
        cells = max(1, self._text_cells(number, entry))
        text = self._row_text(number, entry, cells)
        beside = wrapped(text, cells) or [""]
        if len(beside) == 1 or not (cost := self.ends(entry)[1]):
            return beside
        above = wrapped(text, cells + cell_width(cost)) or [""]
        return above if cell_width(above[-1]) <= cells else [*above, ""]

    def _row_text(self, number: int, entry: ActionRow, cells: int) -> str:
        """The whole text of an entry where it fits into so many cells, or else its brief one."""
        spell = self.symbols.spell
        text = spell(entry.text)
        fits = cell_width(text) <= cells and self._fit_whole(entry.kind)
        if entry.is_rest and not fits and self._choices is not None:
            return self._choices.rest_count
        if self._choices is None or entry.parts or entry.refused:
            return text
        is_told = self._is_headed(number) or (self.cost(entry) and len(self._kinds) == 1)
        if fits and not is_told:
            return text
        brief = spell(self._choices.brief(entry.action)) or text
        if self._is_headed(number):
            return brief
        headed = spell(self._after_kind(entry, brief))
        is_clear = cell_width(headed) > cells and not self._is_ambiguous(entry, brief)
        return brief if is_clear else headed

    def _fit_whole(self, kind: str) -> bool:
        """True if each action of a kind that is in sight has room for its whole text."""
        if kind not in self._whole_kinds:
            self._whole_kinds[kind] = all(
                cell_width(self.symbols.spell(entry.text)) <= self._text_cells(number, entry)
                for number, entry in enumerate(self.listed.entries[: self._panel.body])
                if entry.kind == kind and not (entry.is_rest or entry.parts or entry.refused)
            )
        return self._whole_kinds[kind]

    def _is_ambiguous(self, entry: ActionRow, brief: str) -> bool:
        """True if an action of another kind has the same brief text, and no heading says the kind."""
        if self._choices is None:
            return False
        if not self._kinds_of:
            for other in self.listed.outer:
                if not (other.is_rest or other.parts or other.refused):
                    text = self.symbols.spell(self._choices.brief(other.action))
                    self._kinds_of.setdefault(text, set()).add(other.kind)
        return len(self._kinds_of.get(brief, {entry.kind})) > 1

    def _is_headed(self, number: int) -> bool:
        """True if a heading above an entry says what its brief text leaves out."""
        return self.is_headed or self.listed.is_part(number)

    @property
    def _kinds(self) -> set[str]:
        """The kinds of what may be chosen."""
        return {entry.kind for entry in self.listed.outer if not entry.is_rest}

    def _after_kind(self, entry: ActionRow, brief: str) -> str:
        """A brief text after its kind, where other kinds are listed and no heading says it."""
        if self._choices is None or len(self._kinds) < 2 or not entry.kind:
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
            return room - FINAL - self._before_text(number)
        is_in_sight = number < self._panel.body
        payoff = cell_width(self.payoff(entry)) if is_in_sight else self.payoff_cells
        return room - (payoff and payoff + 1)

    def reason_lines(self, entry: ActionRow) -> Iterator[str]:
        """The lines of the reason why an entry is refused."""
        if entry.refused and not entry.is_rest:
            cells = max(1, self._panel.columns - INDENT)
            yield from wrapped(self.symbols.spell(entry.refused), cells)
            if entry.apart:
                yield from wrapped(self.symbols.spell(entry.apart), cells)
