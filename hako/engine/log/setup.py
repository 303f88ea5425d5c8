"""Setup of a game: the header of a new log, and the Setup that a header describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace

from hako.engine.i18n.suggestions import suggestion
from hako.engine.log.content_changes import tables_of
from hako.engine.log.header import Header, Player, UndoPolicy
from hako.engine.log.log_content import read_content
from hako.engine.log.log_format import FORMAT
from hako.engine.log.rules_upgrade import this_hako
from hako.engine.log.setup_checks import BadSetup, check_names, check_seats
from hako.engine.rules.chance import new_seed
from hako.engine.rules.game import Game, Setup


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
    check_seats(game, len(players))
    check_names(players)
    content, digest = read_content(game, None, changes or {}, changes_from)
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


def setup_of(game: Game[Any], header: Header, content: Any) -> Setup:
    """The Setup described by a header. Options that are newer than the log get their defaults."""
    usual = {option.key: option.default for option in game.options}
    return Setup(len(header.seats), {**usual, **header.options}, content)
