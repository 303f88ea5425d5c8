"""The index: what is told of logs without opening them, and never anything older than they are."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from hako.engine.i18n.failure import Failure
from hako.engine.log.log_format import BadLog
from hako.engine.storage.folder import REVIEW, FolderStore
from hako.engine.storage.save_index import FILE, LINES_A_LOG, DamagedSave, SavedGame, saved_games

BROKEN = b"broken"


class Folder:
    """A folder of files that are no logs, with somebody who opens them and counts that."""

    def __init__(self, folder: Path) -> None:
        self.store = FolderStore(folder)
        self.opened: list[str] = []

    def write(self, name: str, content: bytes = b"one", *, at: int, suffix: str = ".hako") -> None:
        """A file of that time, in seconds."""
        path = self.store.folder / f"{name}{suffix}"
        path.write_bytes(content)
        os.utime(path, (at, at))

    def describe(self, name: str) -> SavedGame:
        content = self.store.path(name).read_bytes()
        self.opened.append(name)
        if content == BROKEN:
            raise BadLog(name, 1, Failure("no_such_file"))
        return SavedGame(name, content.decode(), (), 1, 0.0, finished=False)

    def look(self, most: int | None = None) -> tuple[list[str], list[str]]:
        """Summaries, game by game, or that it is damaged; and the logs that were opened for them."""
        self.opened = []
        entries = list(islice(saved_games(self.store, self.describe), most))
        damaged = [f"{entry.name}!" for entry in entries if isinstance(entry, DamagedSave)]
        return [game.game for game in entries if isinstance(game, SavedGame)] + damaged, self.opened


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    folder = Folder(tmp_path)
    folder.write("a", b"one", at=100)
    folder.write("b", b"two", at=200)
    return folder


def test_a_log_is_opened_once_until_it_or_its_review_changes(folder: Folder) -> None:
    assert folder.look() == (["two", "one"], ["b", "a"])
    assert folder.look() == (["two", "one"], [])

    folder.write("a", b"ten", at=300)  # of the same size
    assert folder.look() == (["ten", "two"], ["a"])
    folder.write("b", at=100, suffix=REVIEW)
    assert folder.look() == (["ten", "two"], ["b"])
    folder.store.delete("a")
    folder.write("c", at=50)
    assert folder.look() == (["two", "one"], ["c"])
    assert folder.look() == (["two", "one"], [])


def _a_letter(path: Path) -> None:
    path.write_bytes(b"Dear grandmother")


def _another_format(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"format":4', b'"format":99'))


def _no_text(path: Path) -> None:
    path.write_bytes(b'{"name":"\xff"}\n' * 2)


def _deep(path: Path) -> None:
    path.write_bytes(b"[" * 100_000)


def _a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize(
    "damage", [Path.unlink, _a_letter, _another_format, _no_text, _deep, _a_pipe]
)
def test_an_index_that_is_none_of_ours_is_made_anew(
    folder: Folder, damage: Callable[[Path], None]
) -> None:
    folder.look()
    damage(folder.store.folder / FILE)

    assert folder.look() == (["two", "one"], ["b", "a"])
    assert folder.look() == (["two", "one"], [])


def test_a_torn_or_strange_line_takes_no_other_with_it(folder: Folder) -> None:
    """Somebody was killed while writing it, or would have a terminal obey a name."""
    folder.look()
    file = folder.store.folder / FILE
    one, two = file.read_bytes().splitlines(keepends=True)

    file.write_bytes(one + two[:-9])
    assert folder.look() == (["two", "one"], ["a"])
    file.write_bytes(one.replace(b"two", b"two\\u001b[2J") + two)
    assert folder.look() == (["two", "one"], ["b"])
    assert folder.look() == (["two", "one"], [])


def test_what_changes_is_added_and_the_index_stays_as_long_as_there_are_logs(
    folder: Folder,
) -> None:
    folder.look()
    file = folder.store.folder / FILE
    before, lengths = file.read_bytes(), list[int]()

    for time in range(300, 320):
        folder.write("a", at=time)
        assert folder.look() == (["one", "two"], ["a"])
        lengths.append(len(file.read_bytes().splitlines()))

    assert lengths[0] == 3
    assert not file.read_bytes().startswith(before)
    assert max(lengths) == 2 * LINES_A_LOG


def test_a_damaged_log_is_told_and_tried_again_each_time(folder: Folder) -> None:
    folder.write("b", BROKEN, at=300)

    assert folder.look() == (["one", "b!"], ["b", "a"])
    assert folder.look() == (["one", "b!"], ["b"])
    folder.write("b", b"two", at=300)
    assert folder.look() == (["two", "one"], ["b"])


def test_what_was_found_stays_known_where_somebody_looked_at_the_first_alone(
    folder: Folder,
) -> None:
    assert folder.look(1) == (["two"], ["b"])
    folder.write("c", b"ten", at=300)
    assert folder.look(1) == (["ten"], ["c"])
    assert folder.look() == (["ten", "two", "one"], ["a"])


def test_a_link_in_its_place_gives_way_and_what_it_leads_to_stays(
    folder: Folder, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A user who may write in the folder makes nobody overwrite another file."""
    other = tmp_path_factory.mktemp("other") / "letter"
    other.write_text("Dear grandmother")
    (folder.store.folder / FILE).symlink_to(other)
    folder.look()

    assert other.read_text() == "Dear grandmother"
    assert folder.look() == (["two", "one"], [])


def test_where_nothing_can_be_kept_all_is_found_each_time(folder: Folder) -> None:
    (folder.store.folder / FILE).mkdir()

    assert folder.look() == folder.look() == (["two", "one"], ["b", "a"])
