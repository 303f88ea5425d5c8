"""Setup of a game: the header of a new log, checked against the game, and the content of an old one."""

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
from hako.engine.log.content_changes import differing, tables_of
from hako.engine.log.digests import of_content
from hako.engine.log.header import Header, Player, UndoPolicy, name_fault
from hako.engine.log.log_format import FORMAT, BadLog
from hako.engine.log.rules_versions import this_hako, way_out
from hako.engine.rules.chance import new_seed
from hako.engine.rules.game import Game, Setup


class BadSetup(Failure, ValueError):
    """A game that cannot be set up as requested: the fault, and the values that are allowed."""


def new_header(
    game: Game[Any],
    players: Sequence[Player],
    options: dict[str, str] | None = None,
    *,
    seed: int | None = None,
    undo: UndoPolicy = "free",
    changes: dict[str, Any] | None = None,
    changes_from: str = "",
) -> Header:
    """The header of a new game.

    `changes` is the owner's content file, `changes_from` its name in errors. Raises BadSetup for a
    wrong number of seats, option or value, and BadContent for changes that do not fit.
    """
    _check_seats(game, len(players))
    _check_names(players)
    content, digest = _content(game, None, changes or {}, changes_from)
    return Header(
        format=FORMAT,
        hako=this_hako(),
        game=game.id,
        rules=game.rules,
        seats=tuple(players),
        options=full_options(game, len(players), options or {}),
        seed=new_seed() if seed is None else seed,
        content=digest,
        tables=tables_of(content),
        undo=undo,
        changes=changes or {},
        created=now(),
    )


def now() -> str:
    """The current time in the format of headers."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def rematch_header(game: Game[Any], before: Header, players: Sequence[Player]) -> Header:
    """The header of a rematch: the same game and options with another seed.

    Options of an old log that do not apply to such a table any more are dropped.
    """
    options = dict(game.chosen(before.options, len(players)))
    changes = dict(before.changes)
    again = new_header(game, players, options, undo=before.undo, changes=changes)
    return replace(again, clock=before.clock, rated=before.rated, delay=before.delay)


def _check_seats(game: Game[Any], seats: int) -> None:
    """Raises BadSetup for a number of seats that the game does not allow."""
    if seats not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        raise BadSetup("players", game=game.id, least=least, most=most, players=seats)


def _check_names(players: Sequence[Player]) -> None:
    """Raises BadSetup for a name with control characters."""
    for player in players:
        if reason := name_fault(player):
            raise BadSetup("because", reason=reason)


def check_apart(players: Sequence[Player]) -> None:
    """Raises BadSetup if two seats have the same name, compared by NFKC and without case."""
    taken = set[str]()
    for player in players:
        name = unicodedata.normalize("NFKC", player.name).casefold()
        if name and name in taken:
            raise BadSetup("same_name", name=player.name)
        taken.add(name)


def full_options(game: Game[Any], seats: int, given: Mapping[str, str]) -> dict[str, str]:
    """The given options with defaults filled in. Raises BadSetup if they are not allowed."""
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
    """Raises BadLog for seats or options that the game does not allow."""
    try:
        _check_seats(game, len(header.seats))
        _check_names(header.seats)
        check_options(game, header)
    except Failure as error:
        raise BadLog(name, 1, error) from None


def check_options(game: Game[Any], header: Header) -> None:
    """Raises Failure for options that the game does not have, such as those of a later version."""
    known = {option.key: option.values for option in game.options}
    for key, value in header.options.items():
        if value not in known.get(key, ()):
            out = way_out(header.hako)
            raise Failure("other_option", game=game.id, option=key, value=value, way_out=out)


def setup_of(game: Game[Any], header: Header, content: Any) -> Setup:
    """The Setup described by a header. Options that are newer than the log get their defaults."""
    usual = {option.key: option.default for option in game.options}
    return Setup(len(header.seats), {**usual, **header.options}, content)


def content_of(game: Game[Any], header: Header, name: str) -> Any:
    """The content that a log was played with. Raises BadLog if no known content has its digest.

    Contents of earlier releases are patches in the game's folder `contents/`.
    """
    _check_header(game, header, name)
    for patch in _patches(game):
        content, digest = _content(game, patch, header.changes, "changes")
        if digest == header.content:
            return content
    raise BadLog(name, 1, _other_content(game, header))


def _other_content(game: Game[Any], header: Header) -> Failure:
    """The difference between our content and the one of a log, with a remedy."""
    if header.changes:
        content, _ = _content(game, None, header.changes, "changes")
        differs = differing(content, header.content, header.tables)
    else:
        differs = _differing(game, header.content, tuple(header.tables.items()))
    if differs.key == "differs_nowhere":
        return differs  # no version of hako opens it
    return Failure(
        "other_content",
        file=_file(game).name,
        digest=header.content,
        differs=differs,
        way_out=way_out(header.hako),
    )


@cache
def _differing(game: Game[Any], digest: str, tables: tuple[tuple[str, str], ...]) -> Failure:
    """The difference from the content file as shipped; searched once for all its logs."""
    return differing(_as_shipped(game, None)[0], digest, dict(tables))


@cache
def _patches(game: Game[Any]) -> tuple[Path | None, ...]:
    """Patches that restore the content files of earlier releases; None for the current one, first."""
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
    """The content file as shipped, decoded, and its digest; read once and shared by all tables."""
    content = content_files.load(game.content, _file(game), patch=patch)
    return content, of_content(content)


def _file(game: Game[Any]) -> Path:
    return game.folder / f"{game.id}.toml"
