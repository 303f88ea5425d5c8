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
"""The commands by which the files in packaging/ start a server."""


def help_of(*command: str) -> str:
    result = CliRunner().invoke(main, [*command, "--help"])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("line", [line for line in LINES + STARTS if line.startswith("hako ")])
def test_every_command_and_option_is_known(line: str) -> None:
    command, *words = shlex.split(line)[1:]

    text = help_of(command)

    for option in (word for word in words if word.startswith("-")):
        assert option in text


@pytest.mark.parametrize("line", [line for line in LINES if line.startswith("make ")])
def test_every_target_is_in_the_makefile(line: str) -> None:
    target = line.split()[1]

    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("name", re.findall(r"!\[[^]]*\]\(([^)]+)\)", README))
def test_every_picture_is_there(name: str) -> None:
    assert (ROOT / name).is_file()


CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PARENTS = ("engine", "multiplayer", "server", "tui", "cli")
PACKAGES = [
    path.parent
    for pattern in ("*/__init__.py", *(f"{parent}/*/__init__.py" for parent in PARENTS))
    for path in sorted((ROOT / "hako").glob(pattern))
    if not path.parent.is_relative_to(ROOT / "hako/content") or path.parent.name == "content"
]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_contributing_shows_every_package(package: Path) -> None:
    """In its picture, and with the packages that stand inside it."""
    picture = CONTRIBUTING.split("```")[1]
    inside = picture.split(f"hako/{package.relative_to(ROOT / 'hako').parts[0]}/")[1]
    name = package.name
    assert package.parent == ROOT / "hako" or re.search(
        rf"(?<![\w/]){name}/", inside.split("\nhako/")[0]
    )


def test_contributing_names_only_what_exists() -> None:
    """Files by a path that ends so, names behind a colon as definitions in that file."""
    files = [path.relative_to(ROOT).as_posix() for path in ROOT.glob("*/**/*.py")]
    wrong = []
    for path, names in re.findall(r"`([\w/]+\.py)(?:: ([\w.]+))?`", CONTRIBUTING):
        matching = [ROOT / file for file in files if f"/{file}".endswith(f"/{path}")]
        texts = [file.read_text("utf-8") for file in matching]
        defined = [
            all(
                re.search(rf"(def|class) {name}\b|^ *{name}\b.*=", text, re.MULTILINE)
                for text in texts
            )
            for name in names.split(".")
            if name
        ]
        if not matching or not all(defined):
            wrong.append(f"{path}: {names}")
    assert wrong == []


def test_each_file_in_the_table_of_changes_is_where_it_says() -> None:
    """A full path below hako/, or a name beside the last one of its row; `<game>`: in some game."""
    table = CONTRIBUTING.split("## Where to change what")[1].split("\n## ")[0]
    wrong = []
    for row in table.splitlines():
        folder = "nowhere"
        for path in re.findall(r"`([\w/<>]+(?:\.py|/))(?=[`:])", row):
            if "/" in path:
                folder = path.rpartition("/")[0]
            name = path.rpartition("/")[2]
            pattern = f"{folder}/{name}".replace("<game>", "*").rstrip("/")
            if not any((ROOT / "hako").glob(pattern)) and not (ROOT / "hako" / pattern).exists():
                wrong.append(f"{folder}/{name}")
    assert wrong == []
