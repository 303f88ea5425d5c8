"""The place of a table in its tournament, as headers and summaries name it."""

from __future__ import annotations

from typing import NamedTuple, Self


class TournamentTable(NamedTuple):
    """A table of a tournament."""

    tournament: str
    """Name of the tournament; it may have spaces."""
    round: int
    table: int

    @classmethod
    def of(cls, cup: str) -> Self:
        """Read the place from `Header.cup`."""
        name, number, table = cup.rsplit(" ", 2)
        return cls(name, int(number), int(table))

    @property
    def at(self) -> tuple[int, int]:
        """Round and number of the table, by which its tournament knows it."""
        return self.round, self.table

    def __str__(self) -> str:
        """The place as `Header.cup` spells it."""
        return f"{self.tournament} {self.round} {self.table}"
