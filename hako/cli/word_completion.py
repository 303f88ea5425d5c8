"""Words of a command line that a shell can complete: games, saves, bots."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from hako.cli.context import CommandContext

BOT = "bot:"
"""The beginning of a seat that a bot takes."""


class PartialCommand(NamedTuple):
    """A command line that is not complete yet."""

    workplace: CommandContext
    game: str | None
    """The game that it names."""
    word: str
    """The beginning of the word to be completed."""


class Completing(click.ParamType):  # type: ignore[type-arg]  # generic in newer versions of click only
    """A word with completions from `words`; the command decides which others are valid."""

    def __init__(
        self, name: str, words: Callable[[PartialCommand], Iterable[str]], *, or_file: bool = False
    ) -> None:
        self.name = name
        self._words = words
        self._or_file = or_file

    def shell_complete(
        self,
        ctx: click.Context,
        param: click.Parameter,  # noqa: ARG002 - click passes it
        incomplete: str,
    ) -> list[CompletionItem]:
        """The words that begin so; where there is none, the files, if it may be one."""
        from click.shell_completion import CompletionItem

        from hako.cli.context import CommandContext

        root = ctx.find_root()
        data = ctx.params.get("data") or root.params.get("data")
        workplace = CommandContext(root.obj, data, None, root.params.get("games"))
        game = ctx.params.get("game") or next(iter(ctx.args), None)  # left where an option is open
        line = PartialCommand(workplace, game, incomplete)
        words = (word for word in self._words(line) if word.startswith(incomplete))
        items = [CompletionItem(word) for word in words]
        return items or [CompletionItem(incomplete, type="file")] * self._or_file


def _games(line: PartialCommand) -> Iterable[str]:
    return (box.id for box in line.workplace.shelf.boxes)


def _saves(line: PartialCommand) -> Iterable[str]:
    return line.workplace.library.store.names()


def _bots(line: PartialCommand) -> Iterable[str]:
    """The levels; behind one that is typed, the characters of the game."""
    from hako.engine.bots.characters import SOMEBODY, characters
    from hako.engine.bots.levels import LEVELS, SIGN
    from hako.engine.i18n.failure import Failure

    level, sign, _ = line.word.partition(SIGN)
    if not sign:
        return [f"{BOT}{level}" for level in LEVELS]
    names = [SOMEBODY]
    with suppress(Failure):
        names += characters(line.workplace.shelf.load(line.game or ""))
    return [f"{level}{SIGN}{name}" for name in names]


GAME = Completing("game", _games)
SAVE = Completing("save", _saves, or_file=True)
SEAT = Completing("seat", _bots)
