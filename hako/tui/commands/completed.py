"""Words of a command line that a shell can complete: games, saves, bots."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from hako.tui.commands.workplace import Workplace

BOT = "bot:"
"""How a seat for a bot begins."""


class Completed(click.ParamType):  # type: ignore[type-arg]  # generic in newer versions of click only
    """A word that may be one of those that `words` finds; what else it may be, a command says."""

    def __init__(
        self, name: str, words: Callable[[Workplace], Iterable[str]], *, or_file: bool = False
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

        from hako.tui.commands.workplace import Workplace

        house = ctx.find_root()
        data = ctx.params.get("data") or house.params.get("data")
        workplace = Workplace(house.obj, data, None, house.params.get("games"))
        words = (word for word in self._words(workplace) if word.startswith(incomplete))
        found = [CompletionItem(word) for word in words]
        return found or [CompletionItem(incomplete, type="file")] * self._or_file


def _games(workplace: Workplace) -> Iterable[str]:
    return (box.id for box in workplace.shelf.boxes)


def _saves(workplace: Workplace) -> Iterable[str]:
    return workplace.library.store.names()


def _bots(_: Workplace) -> Iterable[str]:
    from hako.engine.bots.levels import LEVELS

    return (f"{BOT}{level}" for level in LEVELS)


GAME = Completed("game", _games)
SAVE = Completed("save", _saves, or_file=True)
SEAT = Completed("seat", _bots)
