"""The shelf: games by name, those of others behind hako's own, and what is said where one fails."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from shutil import copy, copytree, make_archive

import pytest

from hako.content import BOX, SHELF, THE_SHELF, GameModule, Shelf, UnknownGame, games_in, installed
from tests.toys import TOYS
from tests.toys.tic_tac_toe import GAME

HERE = Path(TOYS.folder_of("tic_tac_toe"))


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Path]:
    """A folder with a game in it, played as a package of its own."""
    copytree(HERE, tmp_path / "three_in_a_row")
    for file in (tmp_path / "three_in_a_row").iterdir():
        if file.is_file():
            words = file.read_text(encoding="utf-8").replace("tic_tac_toe", "three_in_a_row")
            file.write_text(words, encoding="utf-8")
    path, modules = [*sys.path], {*sys.modules}
    yield tmp_path
    sys.path[:] = path
    for name in {*sys.modules} - modules:
        del sys.modules[name]


def distribution(site: Path, line: str) -> None:
    """A package's own notice, as an installer leaves it behind."""
    info = site / f"{line.split()[0]}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {line.split()[0]}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[hako.games]\n{line}\n")


def test_a_game_is_found_by_its_name() -> None:
    assert TOYS.load("tic_tac_toe") is GAME


def test_an_unknown_name_is_answered_with_the_nearest_and_all_others() -> None:
    with pytest.raises(UnknownGame, match=r"'tic_tac_to'.*Games: .*Did you mean 'tic_tac_toe'\?"):
        TOYS.load("tic_tac_to")


def test_a_box_without_rules_is_still_to_come(tmp_path: Path) -> None:
    (tmp_path / "flip_city").mkdir()
    copy(SHELF / "flip_city" / BOX, tmp_path / "flip_city")

    with pytest.raises(UnknownGame, match=r"flip_city is still to come"):
        Shelf(tmp_path, "boxes").load("flip_city")


def test_games_in_a_folder_stand_behind_the_others(games: Path) -> None:
    shelf = TOYS.beside(games_in(games))

    assert [box.id for box in shelf.boxes] == [*(box.id for box in TOYS.boxes), "three_in_a_row"]
    assert shelf.load("three_in_a_row").id == "three_in_a_row"


def test_installed_packages_bring_games_by_an_entry_point(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(games)
    distribution(games, "three_in_a_row = three_in_a_row")
    distribution(games, "lost = lost_package")
    shelf = THE_SHELF.beside(installed)

    assert shelf.load("three_in_a_row").id == "three_in_a_row"
    (lost,) = shelf.damaged
    assert (lost.id, str(lost.reason)) == (
        "lost",
        "the package 'lost_package' was not found. Install it again.",
    )


def test_installed_games_are_found_in_an_archive_and_beside_a_notice_that_cannot_be_read(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distribution(games, "zipped = zipped_package")
    archive = make_archive(str(games.with_suffix("")), "zip", games)
    (games / "zipped-1.dist-info" / "entry_points.txt").unlink()
    monkeypatch.syspath_prepend(archive)
    assert [module.id for module in installed()] == ["zipped"]

    (games / "zipped-1.dist-info" / "entry_points.txt").mkdir()
    monkeypatch.setattr(sys, "path", [str(games)])
    assert [*installed()] == []


def test_who_asks_for_a_game_of_ours_does_not_wait_for_those_installed() -> None:
    """To look for them takes longer than all else that a short command does."""

    def asked() -> Iterable[GameModule]:
        raise AssertionError("nobody has to know yet")

    assert THE_SHELF.beside(asked).load("flip_city").id == "flip_city"


def test_of_two_games_with_one_id_the_first_counts_and_the_other_is_told(games: Path) -> None:
    copytree(HERE, games / "tic_tac_toe")
    shelf = TOYS.beside(games_in(games))

    assert shelf.load("tic_tac_toe") is GAME
    (other,) = shelf.damaged
    assert other.id == "tic_tac_toe"
    assert str(HERE) in str(other.reason)


BROKEN = {
    'order = "six"': "order: expected `int`, got `str`",
    "order =": "not TOML",
    'id = "chess"': "says that the id is 'chess'",
    "players = { min = 0, max = 2 }": "players.min: expected",
    "": "the field 'order' is missing",
}


@pytest.mark.parametrize("line", BROKEN)
def test_a_box_that_cannot_be_read_is_told_and_harms_no_other(games: Path, line: str) -> None:
    file = games / "three_in_a_row" / BOX
    lines = file.read_text(encoding="utf-8").splitlines()
    key = line.partition("=")[0] or "order "
    file.write_text("\n".join([line, *(it for it in lines if not it.startswith(key))]), "utf-8")
    shelf = TOYS.beside(games_in(games))

    assert shelf.boxes == TOYS.boxes
    (damaged,) = shelf.damaged
    assert f"three_in_a_row/{BOX}" in str(damaged.reason)
    assert BROKEN[line] in str(damaged.reason)
    with pytest.raises(UnknownGame, match="three_in_a_row cannot be opened: "):
        shelf.load("three_in_a_row")


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import nowhere_at_all", "No module named 'nowhere_at_all'"),
        ("GAME = (", "was never closed"),
        ("x = 1\nGAME = 1 / 0", "__init__.py, line 2: ZeroDivisionError"),
        ("GAME = 3", "must have a GAME of the class Game"),
    ],
)
def test_rules_that_do_not_open_are_told_with_their_place(
    games: Path, code: str, reason: str
) -> None:
    (games / "three_in_a_row" / "__init__.py").write_text(code)

    with pytest.raises(UnknownGame) as error:
        TOYS.beside(games_in(games)).load("three_in_a_row")
    assert reason in str(error.value)


def test_words_that_cannot_be_read_are_told_before_anybody_plays(games: Path) -> None:
    (games / "three_in_a_row" / "text.ja.toml").write_text("[event\n")

    with pytest.raises(UnknownGame, match=r"text\.ja\.toml: not TOML"):
        TOYS.beside(games_in(games)).load("three_in_a_row")


def test_a_game_that_python_would_look_for_elsewhere_is_told(games: Path) -> None:
    (games / "three_in_a_row").rename(games / "string")
    box = games / "string" / BOX
    box.write_text(box.read_text("utf-8").replace("three_in_a_row", "string"), "utf-8")

    with pytest.raises(
        UnknownGame, match=r"Python already has a module 'string', .*string(\.py|/__init__\.py)"
    ):
        TOYS.beside(games_in(games)).load("string")
