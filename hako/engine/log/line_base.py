"""The base of all kinds of lines in a log: what each of them says about itself.

A kind of line is one class. It is defined beside what it changes, and it is entered in the
`line_types` of the class whose logs may contain it: `History`, or the shared table above it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.failure import Failure
from hako.engine.rules.model import letter

LineEffect: TypeAlias = Literal[
    "position", "branch", "seats", "request", "answer", "commitment", "nothing"
]
"""The part of a table that a line changes: the position; the branch; the players or their time; an
open request for an undo; the answer to it; the proof of the deal; nothing that is in sight."""

TargetT = TypeVar("TargetT", contravariant=True)


class LogLineBase(Struct, Generic[TargetT], frozen=True, tag_field="line"):
    """A line of a log; TargetT is what it needs of the table that it is applied to."""

    if TYPE_CHECKING:
        effect: ClassVar[LineEffect] = "nothing"
        entry: ClassVar[str | None] = None
        is_announced: ClassVar[bool] = True
    else:  # msgspec would evaluate the annotations for each subclass
        effect = "nothing"
        entry = None  # of `[log_line]`: a sentence for those who check a log; None for none
        is_announced = True  # False for a line that listeners are not told of

    def misplacement(self, records: int, seats: int) -> Failure | None:
        """The reason why the line cannot follow so many records at a table of so many seats.

        A log with such a line is damaged. None if it can. Here the record `to` which it goes, the
        `seat` and the seat `by` which it was written must exist.
        """
        number = getattr(self, "to", None)
        if number is not None and not 0 <= number < records:
            return Failure("no_such_record", record=number)
        for seat in (getattr(self, "seat", None), getattr(self, "by", None)):
            if seat is not None and not 0 <= seat < seats:
                return Failure("no_such_seat", seat=seat)
        return None

    def check(self, table: TargetT, /) -> Failure | None:  # noqa: ARG002  see subclasses
        """The reason why the line is not allowed next, or None. Such a log opens all the same."""
        return None

    def doubt(self, table: TargetT, /) -> Failure | None:  # noqa: ARG002  see subclasses
        """The part of the line that cannot be confirmed, although it need not be wrong, or None."""
        return None

    def apply(self, table: TargetT, /) -> None:
        """Change the table as the line says."""
        raise NotImplementedError

    def sentence(self, texts: Catalogue) -> str | None:
        """A sentence about the line for those who check a log; None where it says nothing of people."""
        return None if self.entry is None else self.spell(texts, self.entry)

    def spell(self, texts: Catalogue, entry: str, **values: Any) -> str:
        """The sentence of an entry of `[log_line]`; seats are named by their letters."""
        seat, record = getattr(self, "by", getattr(self, "seat", None)), getattr(self, "to", None)
        seats = "-" if seat is None else letter(seat)
        return texts.text(f"log_line.{entry}", seat=seats, record=record, **values)


LogLine: TypeAlias = LogLineBase[Any]
"""A line of any kind."""
