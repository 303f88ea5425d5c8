"""Checks of a game's setup: the number of seats, their names, and the options."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

from hako.engine.i18n.failure import Failure
from hako.engine.log.header import Header, Player, name_fault
from hako.engine.log.log_format import BadLog
from hako.engine.log.rules_upgrade import way_out
from hako.engine.rules.game import Game


class BadSetup(Failure, ValueError):
    """A game that cannot be set up as requested: the fault, and the values that are allowed."""


def check_seats(game: Game[Any], seats: int) -> None:
    """Raises BadSetup for a number of seats that the game does not allow."""
    if seats not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        raise BadSetup("players", game=game.id, least=least, most=most, players=seats)


def check_names(players: Sequence[Player]) -> None:
    """Raises BadSetup for a name with control characters."""
    for player in players:
        if reason := name_fault(player):
            raise BadSetup("because", reason=reason)


def check_apart(players: Sequence[Player]) -> None:
    """Raises BadSetup if two seats have the same name, compared by NFKC and without case."""
    taken = set[str]()
    for player in players:
        name = as_compared(player.name)
        if name and name in taken:
            raise BadSetup("same_name", name=player.name)
        taken.add(name)


def as_compared(name: str) -> str:
    """A name as those of two seats are compared: by NFKC and without case."""
    return unicodedata.normalize("NFKC", name).casefold()


def check_header(game: Game[Any], header: Header, name: str) -> None:
    """Raises BadLog for seats or options that the game does not allow."""
    try:
        check_seats(game, len(header.seats))
        check_names(header.seats)
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
