"""The records of a log that cannot be replayed through the rules, with the reasons."""

from __future__ import annotations

from functools import reduce

from msgspec import Struct

from hako.engine.i18n.failure import Failure


class UnreplayedCount(Struct, frozen=True):
    """The number of records taken over without replaying them, and why. False if there are none."""

    records: int = 0
    of: int = 0
    """Number of records in the log."""
    reasons: tuple[Failure, ...] = ()

    def __bool__(self) -> bool:
        """True if any record was not replayed."""
        return bool(self.reasons)

    @property
    def summary(self) -> Failure:
        """The count and all reasons, as one Failure."""
        count = Failure("not_decided", records=self.records, of=self.of)
        return reduce(
            lambda summary, then: Failure("two", first=summary, then=then), self.reasons, count
        )
