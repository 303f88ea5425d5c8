"""The command line: its commands, and the one place where errors become sentences.

A command is a module of hako.cli.commands, imported when it is asked for; so
`hako --help` waits for none of them, and only the screens wait for Textual.
"""

from __future__ import annotations

import atexit
import gc
import io
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from hako.cli.shared_options import (
    DATA,
    GAMES,
    LANGUAGE,
    OnceCommand,
    asked_of_all,
    data_option,
    games_option,
    language_option,
)
from hako.tui.terminal.signals import Terminated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from click.shell_completion import CompletionItem

    from hako.engine.i18n.failure import Failure
    from hako.engine.i18n.languages import Language

COMMANDS = {
    "play": "Play a game: against bots, around one keyboard, or alone.",
    "learn": "Learn a game by playing it, in lessons of a few minutes.",
    "resume": "Continue a saved game.",
    "next": "Open the shared table that has waited longest for you.",
    "daily": "Play the daily game, which is the same for everybody on a server.",
    "notify": "Print a line whenever a shared table begins to wait for you.",
    "vacation": "Begin or end a vacation, during which your clocks stand still.",
    "replay": "Show a saved game move by move.",
    "review": "Judge the decisions in a finished game.",
    "export": "Write a saved game as a transcript or a recording.",
    "share": "Write a finished game as one page to post or to mail.",
    "saves": "List the saved games, or delete some.",
    "stats": "Show statistics of the saved games.",
    "ratings": "Show the ratings of a server's players.",
    "tournament": "Show a tournament, calculated again from its records.",
    "verify": "Replay saved games and check every move against the rules.",
    "rules": "Print a game's rulebook, or one clause of it.",
    "lookup": "Explain a card, a token or a word of a game.",
    "games": "List the games on the shelf, or the options of one.",
    "serve": "Run a server that people reach with SSH, or with a browser.",
    "lobby": "Open the lobby of a server on this terminal.",
    "admin": "Moderate and control the server that runs on this machine.",
    "copy-data": "Copy a server's data from a folder to a database, or back.",
    "simulate": "Let bots play many games, and report the results.",
    "new-game": "Create a game of your own, from the files of a small one.",
    "completion": "Let a shell complete commands, games, saves and bots.",
}
"""Every command with its line in `hako --help`, in the order shown."""

COMPLETE = "_HAKO_COMPLETE"
"""Environment variable of a shell that asks for completions."""

FAILED, USAGE, INTERRUPTED = 1, 2, 130


class HakoGroup(OnceCommand, click.Group):
    """The commands, each in a module of its own, and the one place where errors become words."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click passes it
        return list(COMMANDS)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - click passes it
        cmd_name: str,
    ) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(
            f"hako.cli.commands.{cmd_name.replace('-', '_')}"
        ).command
        if type(command) is click.Command:
            command.__class__ = OnceCommand
        return command

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002 - click passes it
        formatter: click.HelpFormatter,
    ) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that begin so, none of them imported, and then the options."""
        from click.shell_completion import CompletionItem

        names = [name for name in COMMANDS if name.startswith(incomplete)]
        commands = [CompletionItem(name, help=COMMANDS[name]) for name in names]
        return commands + click.Command.shell_complete(self, ctx, incomplete)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from hako.cli.exceptions import UsageError
            from hako.engine.i18n.suggestions import suggestion

            raise UsageError("no_command", ctx=ctx, near=suggestion(name, COMMANDS), command=name)
        return super().resolve_command(ctx, args)

    def main(self, args: Sequence[str] | None = None, **options: Any) -> NoReturn:  # type: ignore[override]  # it never returns
        """Run a command and end the process; if it failed, with one line on stderr that says why."""
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")  # a sign it cannot write is no reason to fail
        # at its end Python looks for garbage twice: a fifth of the time of a short command
        atexit.register(gc.freeze)
        if COMPLETE in os.environ:
            import_module("hako.cli.commands.completion")
        options = {"prog_name": self.name, **options, "standalone_mode": False}
        try:
            status = super().main(args, **options)
            sys.stdout.flush()
        except BaseException as error:  # noqa: BLE001 - here, and only here, every error ends
            status = _report(error, sys.argv[1:] if args is None else args)
        sys.exit(status if isinstance(status, int) else 0)


def _report(error: BaseException, words: Sequence[str]) -> int:
    """Print an error as one line on stderr; its exit status."""
    match error:
        case SystemExit():
            return error.code if isinstance(error.code, int) else FAILED
        case click.Abort() | KeyboardInterrupt():
            return INTERRUPTED
        case Terminated():
            return error.status
        case BrokenPipeError():
            _discard_output()
            return FAILED
        case click.UsageError():
            from hako.cli.click_messages import misuse

            path = error.ctx.command_path if error.ctx else "hako"
            _print_failure(path, misuse(error), words)
            return USAGE
        case _:
            from hako.cli.expected_errors import WRONGLY_ASKED, failure

            _print_failure("hako", failure(error), words)
            return USAGE if isinstance(error, WRONGLY_ASKED) else FAILED


def _print_failure(path: str, failure: Failure, words: Sequence[str]) -> None:
    """Print a failure as one line on stderr, in the language of the command line."""
    from hako.cli.context import CommandContext
    from hako.cli.printing import put

    asked = asked_of_all(words)
    language = CommandContext(None, asked["data"], asked["language"]).language_of_errors
    put(f"{path}: {failure.text(language)}", err=True)


def _discard_output() -> None:
    """Discard further output without an error, since nobody reads it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(
    "hako",
    cls=HakoGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@data_option(envvar=DATA)
@language_option(envvar=LANGUAGE)
@games_option(envvar=GAMES)
@click.version_option(package_name="hako-tabletop", prog_name="hako")
@click.pass_context
def main(
    context: click.Context, data: Path | None, language: Language | None, games: Path | None
) -> None:
    """A box of modern board games for the terminal.

    Without a command, hako opens the shelf: new games, saved games, rules, settings.
    """
    from hako.cli.context import CommandContext

    context.obj = CommandContext(context.obj, data, language, games)
    if context.invoked_subcommand is None:
        from hako.cli.open_screens import open_shelf

        open_shelf(context.obj)
