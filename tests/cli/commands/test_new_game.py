"""`hako new-game`: what it writes is a whole game, in hako and outside."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hako.cli.commands import new_game
from hako.cli.context import CommandContext
from tests.cli.commands.terminal import REPOSITORY, Person, one_line


@pytest.fixture
def project(person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a new game in it."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    folder = tmp_path / "mine"
    assert person.hako("new-game", "lost_cities", "--into", folder).exit_code == 0
    yield folder
    sys.modules.pop("lost_cities", None)


def test_a_new_game_is_on_the_shelf_and_is_played_in_other_processes_too(
    person: Person, project: Path
) -> None:
    seats = ("--seat", "bot:greedy", "--seat", "bot:random")
    result = person.hako(
        "--games", project, "simulate", "lost_cities", "--games", "2", "--jobs", "2", *seats
    )

    assert "Lost cities" in person.hako("--games", project, "games").stdout
    assert result.stdout.startswith("Lost cities: 2 games between bots")


def test_its_own_tests_pass_as_they_are(project: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=project,
        env={"PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout


def test_a_second_game_leaves_the_project_as_it_is(person: Person, project: Path) -> None:
    before = (project / "pyproject.toml").read_bytes()

    assert person.hako("new-game", "found_cities", "--into", project).exit_code == 0
    assert (project / "pyproject.toml").read_bytes() == before


def test_in_hako_it_brings_a_test_for_every_clause_and_takes_the_next_place() -> None:
    files = new_game._within_hako(CommandContext(), "lost_cities")
    content, tests = REPOSITORY / "hako/content/lost_cities", REPOSITORY / "tests/rules/lost_cities"

    assert {path.parent for path in files} == {content, tests}
    assert f"order = {len(CommandContext().shelf.boxes) + 1}\n" in files[content / "game.toml"]
    assert "from hako.content.lost_cities import" in files[tests / "test_lost_cities.py"]
    assert not [path for path, text in files.items() if "blank" in text.lower() + path.name]


BAD = [("Lost", "'Lost' cannot be"), ("class", "'class' cannot be"), ("json", "a module 'json'")]


@pytest.mark.parametrize(("game_id", "reason"), BAD)
def test_an_id_that_would_not_do_is_refused(
    person: Person, tmp_path: Path, game_id: str, reason: str
) -> None:
    result = person.hako("new-game", game_id, "--into", tmp_path / "mine")

    assert result.exit_code == 2
    assert reason in one_line(result)
    assert not (tmp_path / "mine").exists()


def test_a_game_that_is_there_is_not_written_over(person: Person, project: Path) -> None:
    rules = project / "lost_cities" / "__init__.py"
    rules.write_text("mine")
    outside = person.hako("new-game", "lost_cities", "--into", project)
    inside = person.hako("new-game", "flip_city", "--lang", "ja")

    assert (outside.exit_code, inside.exit_code) == (1, 1)
    assert "already exists" in one_line(outside)
    assert "もうあります" in one_line(inside)
    assert rules.read_text() == "mine"
