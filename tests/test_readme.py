"""README, CONTRIBUTING and packaging/: what they tell people to type works, what they show is there."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from hako.cli.main import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = "\n".join(re.findall(r"```console\n(.*?)```", README, re.DOTALL))
LINES = [line.partition("#")[0].strip() for line in BLOCKS.splitlines()]

SERVICE = (ROOT / "packaging" / "hako.service").read_text("utf-8")
CONTAINER = (ROOT / "packaging" / "Containerfile").read_text("utf-8")
STARTS = [
    *(f"hako {words}" for words in re.findall(r"^ExecStart=\S+ (.*)", SERVICE, re.MULTILINE)),
    *(
        shlex.join(["hako", *json.loads(words)])
        for words in re.findall(r"^CMD (.*)", CONTAINER, re.MULTILINE)
    ),
]
"""How the files in packaging/ start a house."""


def help_of(*command: str) -> str:
    told = CliRunner().invoke(main, [*command, "--help"])
    assert told.exit_code == 0, told.output
    return told.output


@pytest.mark.parametrize("line", [line for line in LINES + STARTS if line.startswith("hako ")])
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


def test_the_plan_of_the_house_is_what_stands_there() -> None:
    """Each room of the engine and of the screens is drawn in CONTRIBUTING, and no other."""
    plan = re.search(
        r"```\n(hako/engine/.*?)```", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.DOTALL
    )
    assert plan
    drawn, floor = set(), ""
    for line in plan[1].splitlines():
        names = re.findall(r"[\w/]+/(?= |$)", line[:22])
        if not line.startswith(" "):
            floor = names[0]
            drawn |= {*names}
        else:
            drawn |= {floor + name for name in names}

    floors = ("hako/engine", "hako/tui")
    rooms = {path.parent for floor in floors for path in (ROOT / floor).glob("*/__init__.py")}
    standing = {f"{room.relative_to(ROOT).as_posix()}/" for room in rooms}

    assert {name for name in drawn if name.count("/") == 3} == standing
    assert all((ROOT / name).is_dir() for name in drawn)
