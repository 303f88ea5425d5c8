"""`hako completion`: what lets a shell complete a command line of hako with Tab."""

from __future__ import annotations

import os
import re

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    add_completion_class,
    get_completion_class,
    split_arg_string,
)

from hako.tui.commands.cli import COMPLETE
from hako.tui.commands.options import OneOf

INSTALLING = """
\b
To have it in every shell from now on:
  bash:  echo 'eval "$(hako completion bash)"' >> ~/.bashrc
  zsh:   echo 'eval "$(hako completion zsh)"' >> ~/.zshrc
  fish:  hako completion fish > ~/.config/fish/completions/hako.fish
"""


@add_completion_class
class Bash(BashComplete):
    """Bash, which takes `bot:greedy` for three words, and completes the last of them."""

    def get_completion_args(self) -> tuple[list[str], str]:
        last = int(os.environ["COMP_CWORD"]) + 1
        line = "\n".join(os.environ["COMP_WORDS"].split("\n")[:last])
        words = split_arg_string(re.sub(r"\n:\n?", ":", line))
        self._incomplete = "" if line.endswith("\n") else words.pop()
        return words[1:], self._incomplete

    def format_completion(self, item: CompletionItem) -> str:
        before = self._incomplete[: self._incomplete.rfind(":") + 1]
        return f"{item.type},{str(item.value).removeprefix(before)}"


@click.command("completion", epilog=INSTALLING)
@click.argument("shell", type=OneOf(["bash", "zsh", "fish"]))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print what lets SHELL complete commands, options, games, saves and bots.

    SHELL is bash, zsh or fish.
    """
    kind = get_completion_class(shell)
    assert kind is not None, "click knows them all"
    house = context.find_root()
    click.echo(kind(house.command, {}, str(house.info_name), COMPLETE).source())
