"""The header of a log: the game, its options, its players and its seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from hako.engine.i18n.failure import Failure
from hako.engine.rules.model import Seat

UndoPolicy: TypeAlias = Literal["free", "horizon", "ask"]
"""The limit of undo: none; the last thing revealed; beyond that with the consent of all."""


class Player(Struct, frozen=True, omit_defaults=True):
    """The player on a seat: a person, a bot, or nobody."""

    name: str
    bot: str | None = None
    """Level of the bot; None for a person."""
    key: str | None = None
    """Fingerprint of the key that owns the seat, at a shared table."""
    unasked: bool = False
    """True if the player refuses all requests for an undo in advance."""

    @property
    def is_open(self) -> bool:
        """True if nobody has taken the seat yet."""
        return not self.name

    @property
    def is_bots_own(self) -> bool:
        """True if the seat belongs to a bot. False if a bot substitutes for a person."""
        return self.bot is not None and self.key is None


OPEN = Player("")
"""An open seat at a shared table. The game begins when no seat is open."""


class Origin(Struct, frozen=True):
    """The game and position from which another game was retried."""

    save: str
    """Name of the original log, as a relative path if it is in another folder."""
    moment: int
    """Number of the last record that both logs share."""
    seat: Seat
    """The seat that retries."""
    code: str = ""
    """Code of the original shared table; its deal was committed under that code."""
    private: bool = False
    """True if the original table was private; its deal was committed so."""


class Header(Struct, frozen=True, tag="game", tag_field="line", omit_defaults=True):
    """The first line of a log."""

    format: int
    hako: str
    """Version of hako that began the game."""
    game: str
    rules: int
    seats: tuple[Player, ...]
    options: Mapping[str, str]
    seed: int
    content: str
    """Digest of the content of the game; see engine.log.digests."""
    tables: Mapping[str, str] = {}
    """Digest of each table of the content, to name the tables that differ; see log/content_changes.py."""
    undo: UndoPolicy = "free"
    changes: Mapping[str, Any] = {}
    """Changes made by the owner's content file."""
    created: str = ""
    """Time at which the game began, ISO 8601 in UTC."""
    code: str = ""
    """Code that people type to join a shared table."""
    owner: str = ""
    """Key of the person who opened a shared table."""
    private: bool = False
    """True if a shared table can be joined only by its code and is not listed."""
    lesson: str = ""
    """The lesson that is played at the table; empty for none."""
    by_ready: bool = False
    """True at shared tables, whose deal waits until all players are ready."""
    committed: bool = False
    """True if the seed is computed from a committed secret and the players' contributions; `seed`
    is 0 then."""
    origin: Origin | None = None
    """The game of which this one is a retry; None for none."""
    clock: str = ""
    """The clock of each seat, in the syntax of multiplayer/tables/clock.py; empty for no clock."""
    rated: bool = False
    """True if the game counts for the ratings."""
    delay: str = ""
    """Delay for spectators, in the syntax of multiplayer/tables/delay.py; empty for no delay."""
    event: str = ""
    """The event whose tables all have the same deal, such as `day 2026-11-23`. The deal is
    disclosed when all of them are over."""
    cup: str = ""
    """The tournament, its round and the table in that round: `spring 2 1`. Its seats are reserved
    for the players that were paired."""

    @property
    def is_shared(self) -> bool:
        """True if people join the table from several terminals."""
        return bool(self.code)


def name_fault(player: Player) -> Failure | None:
    """The reason why a name is not allowed, if it is not: it contains control characters."""
    texts = "".join(text for text in astuple(player) if isinstance(text, str))
    if "\n" in texts or _has_controls(texts):
        return Failure("name_with_controls", name=player.name)
    return None


def controls_terminal(line: bytes, read: Struct) -> bool:
    """True if a string in a line of JSON, decoded as `read`, contains control characters."""
    return may_control(line) and any(map(_has_controls, _strings(msgspec.to_builtins(read))))


def may_control(line: bytes) -> bool:
    """True if a line of JSON contains an escape or a non-printable character. A fast pre-check."""
    return b"\\" in line or not line.decode(errors="replace").isprintable()


def _strings(value: Any) -> Iterator[str]:
    """All strings in decoded JSON, including keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from value
        yield from chain.from_iterable(map(_strings, value.values()))
    elif isinstance(value, list | tuple):
        yield from chain.from_iterable(map(_strings, value))


def _has_controls(text: str) -> bool:
    """True if a text contains control characters; newlines are allowed."""
    return not text.isprintable() and any(
        (sign < " " and sign != "\n") or "\x7f" <= sign < "\xa0" for sign in text
    )
