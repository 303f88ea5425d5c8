"""Setup of a shared table: its header, and other options that its owner chooses before the deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec.structs import replace

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.failure import Failure, escape_controls
from hako.engine.log.header import Header, Player, UndoPolicy
from hako.engine.log.line_base import LogLineBase
from hako.engine.log.setup import full_options, new_header
from hako.engine.log.setup_checks import BadSetup
from hako.engine.rules.game import Game
from hako.multiplayer.tables.clock import clock_of
from hako.multiplayer.tables.delay import delay_of

RATED_UNDO: UndoPolicy = "horizon"
"""Undo policy of rated tables: no undo by consent."""


def shared_header(
    game: Game[Any],
    players: Sequence[Player],
    options: dict[str, str] | None = None,
    *,
    committed: bool = False,
    clock: str = "",
    rated: bool = False,
    delay: str = "",
    event: str = "",
    undo: UndoPolicy = "free",
    **more: Any,
) -> Header:
    """The header of a new shared table; `more` is for `new_header`.

    With `committed` the seed is computed before the deal, see tables/deal.py. A `rated` table does
    not allow undo past revealed information. A table of an `event` has the same deal as its other
    tables. Raises what `new_header` raises, and BadSetup for a wrong clock or delay.
    """
    if committed:
        more["seed"] = 0
    header = new_header(game, players, options, undo=RATED_UNDO if rated else undo, **more)
    header = replace(
        header, committed=committed, clock=clock, rated=rated, delay=delay, event=event
    )
    check_shared(header)
    return header


def check_shared(header: Header) -> None:
    """Raises BadSetup for a wrong clock or delay, and for a rated table that cannot count."""
    try:
        clock_of(header.clock)
        delay_of(header.delay)
    except Failure as error:
        raise BadSetup("because", reason=error) from None
    if header.rated and len(header.seats) == 1:
        raise BadSetup("rated_alone")
    if header.rated and not (header.committed and header.undo == RATED_UNDO):
        raise BadSetup("rated_otherwise")


class OptionsTarget(Protocol):
    """Members that a change of options needs of a shared table."""

    header: Header

    @property
    def is_dealt(self) -> bool: ...
    def take_options(self, line: OptionsChanged, /) -> None: ...


class OptionsChanged(LogLineBase[OptionsTarget], frozen=True, tag="options", omit_defaults=True):
    """The owner chose other options before the deal. Nobody is ready for them yet."""

    options: Mapping[str, str]
    clock: str = ""
    """See Header.clock."""
    rated: bool = False
    """See Header.rated; it determines the undo policy."""
    delay: str = ""
    """See Header.delay."""

    def check(self, table: OptionsTarget, /) -> Failure | None:
        if table.header.cup:
            return Failure("altered_in_cup")
        return Failure("altered_too_late") if table.is_dealt else None

    def apply(self, table: OptionsTarget, /) -> None:
        table.take_options(self)

    def header(self, before: Header, undo: UndoPolicy) -> Header:
        """The header with these options; `undo` is the policy of a table that is not rated."""
        return replace(
            before,
            options=self.options,
            clock=self.clock,
            rated=self.rated,
            delay=self.delay,
            undo=RATED_UNDO if self.rated else undo,
        )

    def completed(self, game: Game[Any], header: Header) -> OptionsChanged:
        """The same with defaults filled in. Raises BadSetup if it is not allowed for that header."""
        check_shared(self.header(header, RATED_UNDO))
        return replace(self, options=full_options(game, len(header.seats), self.options))

    def sentence(self, texts: Catalogue) -> str:
        from hako.engine.transcript.transcript import option_text  # not where no line is shown

        options = [option_text(key, value, texts) for key, value in self.options.items()]
        more = {"clock": escape_controls(self.clock), "delay": escape_controls(self.delay)}
        options += [
            texts.text("transcript.option", option=texts.text(f"log_line.{key}"), value=value)
            for key, value in more.items()
            if value
        ]
        options += [texts.text("log_line.rated")] * self.rated
        return self.spell(texts, "altered", options=options)
