"""The entries of a list of actions in which some are unfolded: their order, and their keys.

 1  Paper Mill
 2  Acquire a card: 2 ways ╌╌╌╌╌╌    the heading of an outer entry that is unfolded
21  Engineering                      its parts, which are entries of the list
22  Castle
 3  Pass
"""

from __future__ import annotations

from hako.engine.rules.action_groups import SHORT
from hako.tui.widgets.action_choices import ActionRow

NUMBERED = SHORT
"""Entries that have a digit; if there are more, the last one has 0."""


class ListedEntries:
    """The outer entries of a list; where one is unfolded, its parts stand in its place."""

    def __init__(
        self, outer: tuple[ActionRow, ...], unfolded: frozenset[int] = frozenset()
    ) -> None:
        self.outer = outer
        self.unfolded = unfolded
        """The numbers of the outer entries that are unfolded."""
        self._offered = sum(not entry.refused for entry in outer)
        self._places = [
            (number, part)
            for number, entry in enumerate(outer)
            for part in (range(len(entry.parts)) if number in unfolded else (None,))
        ]
        """The number of the outer entry of each one, and its number within that; None for itself."""
        self.entries = tuple(
            outer[number] if part is None else outer[number].parts[part]
            for number, part in self._places
        )

    def outer_of(self, number: int) -> int:
        """The number of the outer entry that an entry is, or is a part of."""
        return self._places[number][0]

    def is_part(self, number: int) -> bool:
        """True if an entry is a part of one that is unfolded."""
        return self._places[number][1] is not None

    def headed_by(self, number: int) -> int | None:
        """The number of the outer entry whose heading is above an entry; None without one."""
        outer, part = self._places[number]
        return outer if part == 0 else None

    def first(self, outer: int) -> int:
        """The number of an outer entry, or of its first part."""
        return next(at for at, (number, _) in enumerate(self._places) if number == outer)

    def unfolded_number(self, entry: ActionRow) -> int | None:
        """The number of an outer entry that is unfolded; None for any other entry."""
        return next((number for number in self.unfolded if self.outer[number] == entry), None)

    def number_of(self, entry: ActionRow) -> int | None:
        """The number of an entry, of its first part, or of the one that it is a part of."""
        for at, (number, _) in enumerate(self._places):
            whole = self.outer[number]
            if self.entries[at] == entry or whole == entry:
                return at
            if number not in self.unfolded and entry in whole.parts:
                return at
        return None

    @property
    def last_offered(self) -> int:
        """The number of the last entry that may be chosen; -1 for none."""
        return sum(not entry.refused for entry in self.entries) - 1

    def key(self, number: int, within: int | None = None) -> str:
        """The digits that choose an entry, `within` an outer one whose digit has been typed."""
        outer, part = self._places[number]
        first = self.outer_key(outer, within)
        if part is None:
            return first
        second = _digit(part, len(self.outer[outer].parts))
        if within is not None:
            return second if within == outer else ""
        return f"{first}{second}" if first and second else ""

    def outer_key(self, outer: int, within: int | None = None) -> str:
        """The digit of an outer entry; none while another digit is awaited."""
        return "" if within is not None or outer >= self._offered else _digit(outer, self._offered)

    def nth(self, digit: int, within: int | None = None) -> ActionRow | None:
        """The outer entry with a digit, or the part of one; 0 is the last, where digits do not reach it."""
        entries = self.outer[: self._offered] if within is None else self.outer[within].parts
        index = digit - 1 if digit else len(entries) - 1
        is_reached = index < len(entries) and (digit or index >= NUMBERED)
        return entries[index] if is_reached else None


def _digit(index: int, count: int) -> str:
    """The digit of one of so many entries; none for those that digits do not reach."""
    if index < NUMBERED:
        return str(index + 1)
    return "0" if index == count - 1 else ""
