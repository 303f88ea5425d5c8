"""What of a log nobody can decide again, and why: such a log is not verified."""

from __future__ import annotations

from functools import reduce

from msgspec import Struct

from hako.engine.i18n.failure import Failure


class Undecided(Struct, frozen=True):
    """Records that stand as the log has them, with the reasons; false where there are none."""

    records: int = 0
    of: int = 0
    """How many records the log has."""
    reasons: tuple[Failure, ...] = ()

    def __bool__(self) -> bool:
        """Whether anything was not decided again."""
        return bool(self.reasons)

    @property
    def summary(self) -> Failure:
        """All of it in sentences."""
        count = Failure("not_decided", records=self.records, of=self.of)
        return reduce(
            lambda summary, then: Failure("two", first=summary, then=then), self.reasons, count
        )
