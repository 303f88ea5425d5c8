"""Setting up: a new game's header, checked against what the game allows."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from hako.engine.content import files as content_files
from hako.engine.i18n.failure import Failure
from hako.engine.i18n.suggestions import suggestion
from hako.engine.log.clock import clock_of
from hako.engine.log.contents import differing, tables_of
from hako.engine.log.delay import delay_of
from hako.engine.log.digests import format1, of_content, of_content_then
from hako.engine.log.records import (
    FORMAT,
    BadLog,
    Header,
    OptionsChanged,
    Player,
    UndoPolicy,
    name_fault,
)
from hako.engine.log.versions import this_hako, way_out
from hako.engine.rules.chance import new_seed
from hako.engine.rules.game import Game, Setup

RATED_UNDO: UndoPolicy = "horizon"
"""How far one may take back at a rated table: nobody asks others for it."""


class BadSetup(Failure, ValueError):
    """A game that cannot be set up as asked: what is wrong, and what would do."""


def new_header(
    game: Game[Any],
    players: Sequence[Player],
    options: dict[str, str] | None = None,
    *,
    seed: int | None = None,
    committed: bool = False,
    undo: UndoPolicy = "free",
    changes: dict[str, Any] | None = None,
    changes_from: str = "",
    clock: str = "",
    rated: bool = False,
    delay: str = "",
    event: str = "",
) -> Header:
    """The header of a new game.

    Raises BadSetup for a wrong number of seats, option, value or `clock`, BadContent for changes
    that do not fit; `changes_from` names the file they came from. `committed` is of shared
    tables, see log/deal.py; a `rated` one lets nobody take back what has come to light; that of
    an `event` has the deal of others.
    """
    _check_seats(game, len(players))
    _check_names(players)
    check_clock(clock)
    content, digest = _content(game, None, changes or {}, changes_from)
    header = Header(
        format=FORMAT,
        hako=this_hako(),
        game=game.id,
        rules=game.rules,
        seats=tuple(players),
        options=_full_options(game, len(players), options or {}),
        seed=_seed(seed, committed=committed),
        content=digest,
        tables=tables_of(content),
        undo=RATED_UNDO if rated else undo,
        changes=changes or {},
        created=now(),
        committed=committed,
        clock=clock,
        rated=rated,
        delay=delay,
        event=event,
    )
    check_rated(header)
    check_delay(delay)
    return header


def _seed(chosen: int | None, *, committed: bool) -> int:
    """A chosen one, or a new one; none at a table whose people make it before the deal."""
    if committed:
        return 0
    return new_seed() if chosen is None else chosen


def now() -> str:
    """The time as headers have it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def rematch_header(game: Game[Any], before: Header, players: Sequence[Player]) -> Header:
    """The header of the same game once more, with another seed.

    An old log may have options that such a table is not asked for any more.
    """
    options = dict(game.chosen(before.options, len(players)))
    changes = dict(before.changes)
    again = new_header(game, players, options, undo=before.undo, changes=changes)
    return replace(again, clock=before.clock, rated=before.rated, delay=before.delay)


def _check_seats(game: Game[Any], seats: int) -> None:
    """Raises BadSetup for a number of seats that the game is not for."""
    if seats not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        raise BadSetup("players", game=game.id, least=least, most=most, players=seats)


def _check_names(players: Sequence[Player]) -> None:
    """Raises BadSetup for a name that nobody can have."""
    for player in players:
        if reason := name_fault(player):
            raise BadSetup("because", reason=reason)


def check_apart(players: Sequence[Player]) -> None:
    """Raises BadSetup where two seats have one name, however it is written."""
    taken = set[str]()
    for player in players:
        name = unicodedata.normalize("NFKC", player.name).casefold()
        if name and name in taken:
            raise BadSetup("same_name", name=player.name)
        taken.add(name)


def _full_options(game: Game[Any], seats: int, given: Mapping[str, str]) -> dict[str, str]:
    known = {option.key: option for option in game.options}
    for key, value in given.items():
        if key not in known:
            near = suggestion(key, known)
            raise BadSetup(
                "no_option", near=near, game=game.id, option=key, options=(*known,) or None
            )
        option = known[key]
        if value not in option.values:
            near = suggestion(value, option.values)
            raise BadSetup("option_value", near=near, option=key, value=value, values=option.values)
        if value not in option.allowed(seats):
            raise BadSetup(
                "option_for_players",
                option=key,
                value=value,
                players=seats,
                values=option.allowed(seats),
            )
    return {option.key: given.get(option.key, option.default) for option in game.options}


def _check_header(game: Game[Any], header: Header, name: str) -> None:
    """Raises BadLog for seats and options that this game cannot be played with."""
    try:
        _check_seats(game, len(header.seats))
        _check_names(header.seats)
        check_options(game, header)
        check_clock(header.clock)
        check_rated(header)
        check_delay(header.delay)
    except Failure as error:
        raise BadLog(name, 1, error) from None


def check_options(game: Game[Any], header: Header) -> None:
    """Raises Failure for options that this game has not, such as those of a later version."""
    known = {option.key: option.values for option in game.options}
    for key, value in header.options.items():
        if value not in known.get(key, ()):
            out = way_out(header.hako)
            raise Failure("other_option", game=game.id, option=key, value=value, way_out=out)


def check_clock(spec: str) -> None:
    """Raises BadSetup for what is no clock."""
    try:
        clock_of(spec)
    except Failure as error:
        raise BadSetup("because", reason=error) from None


def check_delay(spec: str) -> None:
    """Raises BadSetup for what is no delay."""
    try:
        delay_of(spec)
    except Failure as error:
        raise BadSetup("because", reason=error) from None


def check_rated(header: Header) -> None:
    """Raises BadSetup where a table cannot count for the league."""
    if header.rated and len(header.seats) == 1:
        raise BadSetup("rated_alone")
    if header.rated and not (header.committed and header.undo == RATED_UNDO):
        raise BadSetup("rated_otherwise")


def with_options(game: Game[Any], header: Header, chosen: OptionsChanged) -> OptionsChanged:
    """The line that has a table played as was chosen. Raises BadSetup."""
    check_clock(chosen.clock)
    check_delay(chosen.delay)
    check_rated(replace(header, rated=chosen.rated, undo=RATED_UNDO))
    return replace(chosen, options=_full_options(game, len(header.seats), chosen.options))


def setup_of(game: Game[Any], header: Header, content: Any) -> Setup:
    """What a log says of its table; options that came later are as they were without them."""
    usual = {option.key: option.default for option in game.options}
    return Setup(len(header.seats), {**usual, **header.options}, content)


def content_of(game: Game[Any], header: Header, name: str) -> Any:
    """The content that a log was played with. Raises BadLog where its header names none of ours.

    What a release corrected stays in the game's folder `contents/`, for old logs.
    """
    _check_header(game, header, name)
    if header.format == 1 and header.changes and (then := _changed_then(game, header)):
        return then[0]
    digest = header.content
    if header.format == 1:
        digest = format1(game).contents.get(digest, digest)
    for patch in _patches(game):
        content, content_digest = _content(game, patch, header.changes, "changes")
        if content_digest == digest:
            return content
    raise BadLog(name, 1, _other_content(game, header, digest))


def _other_content(game: Game[Any], header: Header, digest: str) -> Failure:
    """What is otherwise in our content than in the one with that digest, and what can be done."""
    if header.changes:
        differs = differing(
            _content(game, None, header.changes, "changes")[0], digest, header.tables
        )
    else:
        differs = _differing(game, digest, tuple(header.tables.items()))
    if differs.key == "differs_nowhere":
        return differs  # no hako opens it
    return Failure(
        "other_content",
        file=_file(game).name,
        digest=header.content,
        differs=differs,
        way_out=way_out(header.hako),
    )


@cache
def _differing(game: Game[Any], digest: str, tables: tuple[tuple[str, str], ...]) -> Failure:
    """The same for a file as it comes with hako: looked for once, told of all its logs."""
    return differing(_as_shipped(game, None)[0], digest, dict(tables))


def _changed_then(game: Game[Any], header: Header) -> list[Any]:
    """The contents of format 1 as the owner had changed them, the likeliest first.

    Their digest covers words. Where it is of none of them, since a word was corrected, the
    latest comes first: the records tell whether it was played with.
    """
    patches = {_as_shipped(game, patch)[1]: patch for patch in _patches(game)}
    contents = [
        _content(game, patches[digest], header.changes, "changes")[0]
        for digest in dict.fromkeys(format1(game).contents.values())
        if digest in patches
    ]
    return sorted(contents, key=lambda content: of_content_then(game, content) != header.content)


@cache
def _patches(game: Game[Any]) -> tuple[Path | None, ...]:
    """What was otherwise in the content files of earlier releases; nothing in that of today."""
    return None, *sorted(game.folder.glob("contents/*.toml"))


def _content(
    game: Game[Any], patch: Path | None, changes: Mapping[str, Any], name: str
) -> tuple[Any, str]:
    """A content file decoded, and its digest."""
    if not changes:
        return _as_shipped(game, patch)
    content = content_files.load(game.content, _file(game), changes, name, patch)
    return content, of_content(content)


@cache
def _as_shipped(game: Game[Any], patch: Path | None) -> tuple[Any, str]:
    """The same for a file as it comes with hako: read once, shared by all tables."""
    content = content_files.load(game.content, _file(game), patch=patch)
    return content, of_content(content)


def _file(game: Game[Any]) -> Path:
    return game.folder / f"{game.id}.toml"
