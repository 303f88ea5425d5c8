"""`hako completion`: the script with which a shell completes command lines of hako."""

from __future__ import annotations

import os
import re

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    get_completion_class,
    split_arg_string,
)

from hako.cli.main import COMPLETE
from hako.cli.shared_options import ChoiceParam

INSTALLING = """
\b
To have it in every shell from now on:
  bash:  echo 'eval "$(hako completion bash)"' >> ~/.bashrc
  zsh:   echo 'eval "$(hako completion zsh)"' >> ~/.zshrc
  fish:  hako completion fish > ~/.config/fish/completions/hako.fish
"""


class _WholeWords(ShellComplete):
    """A shell that takes whole words: `--seat=bot:greedy`, not only the part after the sign."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        items = super().get_completions(args, incomplete)
        option, sign, _ = incomplete.partition("=")
        if not (sign and option.startswith("-")):
            return items
        return [
            CompletionItem(f"{option}={item.value}", item.type, item.help)
            if item.type == "plain"
            else item
            for item in items
        ]


@add_completion_class
class BashCompletion(_WholeWords, BashComplete):
    """Bash, which takes `--seat=bot:greedy` for five words, and completes the last of them."""

    def get_completion_args(self) -> tuple[list[str], str]:
        typed = os.environ["COMP_WORDS"].split("\n")[: int(os.environ["COMP_CWORD"]) + 1]
        # a word is cut at each of these signs, which stands alone then
        words = split_arg_string(re.sub(r"\n([:=@]+)(\n|$)", r"\1", "\n".join(typed)))
        whole = words.pop() if typed[-1] else ""
        last = typed[-1].strip(":=@") and typed[-1]
        # readline takes this sign along, as it does for names of hosts
        self._before = whole.removesuffix(last).removesuffix("@")
        return words[1:], whole

    def format_completion(self, item: CompletionItem) -> str:
        return f"{item.type},{str(item.value).removeprefix(self._before)}"


@add_completion_class
class Zsh(_WholeWords, ZshComplete):
    """Zsh, which completes a file behind `--content=` where that is set aside."""

    source_template = ZshComplete.source_template.replace(
        "_path_files", "compset -P '-*='; _path_files"
    )


@add_completion_class
class Fish(_WholeWords, FishComplete):
    """Fish, which completes a file behind `--content=` where that stands before it, too."""

    source_template = re.sub(
        r"__fish_complete_(path|directories) \$metadata\[2\]",
        "set -l option (string match -r -- '^-[^=]*=' (commandline -t));"
        r' for path in (\g<0>); echo "$option$path"; end',
        FishComplete.source_template,
    )


@click.command("completion", epilog=INSTALLING)
@click.argument("shell", type=ChoiceParam(["bash", "zsh", "fish"]))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print the script that lets SHELL complete commands, options, games, saves and bots.

    SHELL is bash, zsh or fish.
    """
    kind = get_completion_class(shell)
    assert kind is not None, "click knows them all"
    root = context.find_root()
    click.echo(kind(root.command, {}, str(root.info_name), COMPLETE).source())
