"""Options that set a game up: seats, options, seed, corrected cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct
from msgspec.structs import replace

from hako.cli.exceptions import UsageError
from hako.cli.shared_options import Decorated
from hako.cli.word_completion import BOT, SEAT
from hako.engine.bots.levels import HINTS, check_bot, resolve_level
from hako.engine.content.files import read_toml
from hako.engine.log.header import Header, Player, UndoPolicy
from hako.engine.log.setup import new_header
from hako.engine.log.setup_checks import check_apart
from hako.engine.transcript.level_names import strength_text

if TYPE_CHECKING:
    from hako.content import Box
    from hako.engine.i18n.catalogue import Catalogue
    from hako.engine.rules.game import Game

LONGEST_NAME = 40

MOST = 2**63 - 1
"""The largest seed."""


class GameRequest(Struct, frozen=True):
    """The options of the command line for a new game."""

    seats: tuple[str, ...]
    options: tuple[str, ...]
    seed: int | None
    content: Path | None

    def header(
        self,
        game: Game[Any],
        players: Sequence[Player],
        undo: UndoPolicy = "free",
        recommended: Mapping[str, str] | None = None,
    ) -> Header:
        """The header of that game, with the recommended values of options that are not given.

        Raises BadSetup, BadContent, UsageError.
        """
        advice = recommended or {}
        fitting = [
            option
            for option in game.options
            if advice.get(option.key) in option.allowed(len(players))
        ]
        changes = read_toml(self.content) if self.content else {}
        levels = resolve_level([player.bot for player in players], game, self.seed)
        return new_header(
            game,
            [replace(player, bot=level) for player, level in zip(players, levels, strict=True)],
            {option.key: advice[option.key] for option in fitting} | _options(self.options),
            seed=self.seed,
            undo=undo,
            changes=changes,
            changes_from=str(self.content or ""),
        )


def setup_options(metavar: str) -> Callable[[Decorated], Callable[..., Any]]:
    """Give a command the options of a new game as a GameRequest; `metavar` is that of --seat."""
    options = (
        click.option(
            "--seat",
            "seats",
            type=SEAT,
            metavar=metavar,
            multiple=True,
            help="A player; once per seat. hako games GAME lists the levels of bots.",
        ),
        click.option(
            "--option",
            "options",
            metavar="KEY=VALUE",
            multiple=True,
            help="An option of the game; hako games GAME lists them.",
        ),
        click.option(
            "--seed",
            type=int,
            callback=_seed,
            metavar="N",
            help="Seed of the shuffles and dice; the same seed gives the same ones.",
        ),
        click.option(
            "--content",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Corrections of the cards, in TOML like the game's own file.",
        ),
    )

    def decorate(command: Decorated) -> Callable[..., Any]:
        @wraps(command)
        def within(
            *values: Any,
            seats: tuple[str, ...],
            options: tuple[str, ...],
            seed: int | None,
            content: Path | None,
            **others: Any,
        ) -> Any:
            return command(*values, asked=GameRequest(seats, options, seed, content), **others)

        decorated: Callable[..., Any] = within
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate


def _seed(ctx: click.Context, param: click.Parameter, value: int | None) -> int | None:
    if value is not None and not 0 <= value <= MOST:
        name = param.get_error_hint(ctx)
        raise UsageError("number_between", ctx=ctx, name=name, value=value, least=0, most=MOST)
    return value


def players(seats: Sequence[str], game: Game[Any], texts: Catalogue) -> tuple[Player, ...]:
    """The players in turn order; a bot is named by its level. Raises BadSetup, UsageError, UnknownBot."""
    taken = {" ".join(seat.split()) for seat in seats if not seat.startswith(BOT)}
    seated = []
    for seat in seats:
        if not seat.startswith(BOT):
            seated.append(Player(_checked(" ".join(seat.split()))))
            continue
        level = seat.removeprefix(BOT)
        check_bot(level, game)
        name = strength_text(level, texts).capitalize()
        names = chain([name], (f"{name} {number}" for number in count(2)))
        seated.append(
            Player(next(candidate for candidate in names if candidate not in taken), bot=level)
        )
        taken.add(seated[-1].name)
    check_apart(seated)
    return tuple(seated)


def usual_seats(box: Box, name: str) -> tuple[str, ...]:
    """The seats of a game without --seat: a person, and bots for the usual number of players."""
    return (name, *[f"{BOT}{HINTS}"] * (box.players.usual - 1))


def _checked(name: str) -> str:
    if not name or not name.isprintable() or len(name) > LONGEST_NAME:
        raise UsageError("no_name", name=name, most=LONGEST_NAME)
    if BOT in name.casefold():
        raise UsageError("bot_with_name", name=name, level=name.casefold().partition(BOT)[2])
    return name


def _options(pairs: Iterable[str]) -> dict[str, str]:
    options = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign:
            raise UsageError("no_pair", pair=pair)
        if key.strip() in options:
            raise UsageError("option_twice", option=key.strip())
        options[key.strip()] = value.strip()
    return options
