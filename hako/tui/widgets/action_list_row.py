"""The rows of the list of actions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from hako.tui.widgets.action_choices import ActionRow


def action_count(entries: Iterable[ActionRow]) -> int:
    """The number of actions that stand in some rows and may be chosen."""
    return sum(len(entry.parts) or 1 for entry in entries if not entry.refused)


class ListRow(Struct, frozen=True):
    """A row of the list of actions."""

    number: int
    """The number of the entry; of a heading, that of the first entry below it."""
    text: str = ""
    role: str = "first"
    """"first" of an entry, "more" of its text, a "reason", a "heading" of a kind, or of an "unfolded"
    entry, "pictures", or "fields"; or of the "upcoming" below all entries."""
    aside: str = ""
    """The price at the end of a heading."""
    beside: Sequence[int] = ()
    """The numbers of all entries whose pictures or fields stand beside each other."""
    line: int = 0
    """The row of the pictures, or of the table; of a heading, the number of the unfolded entry."""

    has_ends: bool = False
    """True if the cost of the entry stands at its end."""

    @property
    def is_heading(self) -> bool:
        """True if it stands above the entry with its number."""
        return self.role in {"heading", "unfolded"}
