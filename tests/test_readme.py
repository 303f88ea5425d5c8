"""README: what it tells people to type works, and the pictures it shows are there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from hako.tui.cli import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = "\n".join(re.findall(r"```console\n(.*?)```", README, re.DOTALL))
LINES = [line.partition("#")[0].strip() for line in BLOCKS.splitlines()]


def help_of(*command: str) -> str:
    told = CliRunner().invoke(main, [*command, "--help"])
    assert told.exit_code == 0, told.output
    return told.output


@pytest.mark.parametrize("line", [line for line in LINES if line.startswith("hako ")])
def test_every_command_and_option_is_known(line: str) -> None:
    command, *words = shlex.split(line)[1:]

    told = help_of(command)

    for option in (word for word in words if word.startswith("-")):
        assert option in told


@pytest.mark.parametrize("line", [line for line in LINES if line.startswith("make ")])
def test_every_target_is_in_the_makefile(line: str) -> None:
    target = line.split()[1]

    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("name", re.findall(r"!\[[^]]*\]\(([^)]+)\)", README))
def test_every_picture_is_there(name: str) -> None:
    assert (ROOT / name).is_file()
