"""The store: appends that are whole or not at all, one after the other, and never over another."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hako.engine.log.header import Header, Player
from hako.engine.log.log_format import BadLog, encode
from hako.engine.log.save import Save
from hako.engine.log.setup import new_header
from hako.engine.log.storage_errors import Conflict, StorageError
from hako.engine.storage.file_save import FileSave, open_file
from hako.engine.storage.files import write_file
from hako.engine.storage.folder import REVIEW, SUFFIX, FolderStore
from hako.engine.storage.memory_save import MemorySave
from hako.engine.storage.protocols import Store
from tests.engine.storage.appender import append, line, numbers
from tests.stores import Home
from tests.toys.tic_tac_toe import GAME

REPOSITORY = Path(__file__).parents[3]


def header() -> Header:
    return new_header(GAME, (Player("Ann"), Player("Ben")), seed=1)


def news(save: Save) -> bytes:
    """Lines that others added, which are told to us in a moment."""
    while not (new := save.read_new()):
        time.sleep(0.001)
    return new


@pytest.fixture
def either(home: Home) -> Store:
    """Logs in each kind of home."""
    return home.store()


@pytest.fixture
def store(tmp_path: Path) -> FolderStore:
    return FolderStore(tmp_path / "games")


@pytest.fixture
def save(store: FolderStore) -> FileSave:
    return store.create(header())


def test_a_new_log_begins_with_its_header_under_a_name_of_date_and_game(either: Store) -> None:
    made = header()

    save = either.create(made)

    assert either.open(save.name)[1] == encode(made)
    stamp = made.created.replace("-", "").replace(":", "").replace("T", "-")[:15]
    assert save.name == f"{stamp}-tic-tac-toe"


def test_logs_made_in_one_second_have_names_of_their_own(either: Store) -> None:
    made = header()

    names = [either.create(made).name for _ in range(3)]

    assert names[1:] == [f"{names[0]}-2", f"{names[0]}-3"]


def test_what_was_appended_stands_in_the_log_in_order(either: Store) -> None:
    save = either.create(header())
    _, before = either.open(save.name)

    save.append(b"one\n")
    save.append(b"two\nthree\n")

    assert either.open(save.name)[1] == before + b"one\ntwo\nthree\n"


def test_a_writer_who_is_behind_is_refused_and_nothing_is_written(home: Home) -> None:
    own_store, yours = home.store(), home.store()
    save = own_store.create(header())
    other, _ = yours.open(save.name)
    save.append(b"mine\n")
    _, before = own_store.open(save.name)

    for other_data in (b"yours\n", b"mine\n"):
        with pytest.raises(Conflict):
            other.append(other_data)

    assert own_store.open(save.name)[1] == before
    assert other.read_new() == b"mine\n"
    other.append(b"yours\n")
    assert news(save) == b"yours\n"


def test_nothing_new_is_read_twice(home: Home) -> None:
    save = home.store().create(header())
    other, _ = home.store().open(save.name)
    save.append(b"mine\n")

    assert news(other) == b"mine\n"
    assert other.read_new() == b""


def test_what_one_did_with_its_logs_the_others_see(home: Home) -> None:
    """Played last, put away, done away with, with what lies beside them."""
    own_store, yours = home.store(), home.store()
    of_one_second = header()
    saves = [own_store.create(of_one_second) for _ in range(3)]
    for age, save in enumerate(saves):
        review = save.beside(REVIEW)
        assert review is not None
        review.write(b"{}")
        own_store.stamp(f"{save.name}.hako", 1000 - age)
    marks = yours.versions()
    names = [save.name for save in saves]
    saves[2].append(b"one\n")
    own_store.archive(names[0])
    own_store.delete(names[1])

    assert (yours.names(), [*yours.versions()]) == ([names[2]], [names[2]])
    assert yours.versions()[names[2]] != marks[names[2]]
    assert (yours.holds(names[0]), yours.holds(names[2])) == (False, True)
    assert (yours.played(names[0]), yours.within("finished").played(names[0])) == (0, 1000)
    assert yours.header(names[2]) == yours.within("finished").header(names[0])
    for name, is_kept in zip(names, (True, False, True), strict=True):
        folder = "finished/" if name == names[0] else ""
        texts = {f"{folder}{name}{ending}" for ending in (SUFFIX, REVIEW)}
        assert texts & yours.things().keys() == (texts if is_kept else set())
    with pytest.raises(StorageError):
        saves[1].append(b"two\n")


def test_a_document_is_replaced_a_list_grows_and_both_can_go(home: Home) -> None:
    sheet, same = (home.store().document("chat/a.jsonl", 0o600) for _ in range(2))
    assert sheet.read() is None

    sheet.write(b"one\ntwo\n")
    sheet.write(b"three")
    sheet.beside(".old").write(b"old")
    assert (same.read(), same.beside(".old").read()) == (b"three", b"old")

    sheet.remove()
    assert same.read() is None
    own_lines, yours = sheet.lines(), same.lines()
    own_lines.append(b"mine\n")
    with pytest.raises(Conflict):
        yours.append(b"yours\n")
    assert yours.read_new() == b"mine\n"
    yours.append(b"yours\n")
    assert sheet.lines().read_new() == b"mine\nyours\n"


def test_a_store_is_cleared_and_nothing_beside_it(home: Home) -> None:
    inner, outer = (home.store().within(name) for name in ("mine", "mine_too"))
    for store in (inner, inner.within("finished"), outer):
        store.create(header())
    inner.document("chat/a.jsonl").write(b"one\n")

    inner.clear()
    inner.clear()

    assert (inner.things(), len(outer.things())) == ({}, 1)
    inner.create(header())
    assert len(inner.names()) == 1


def test_a_line_still_being_written_is_not_read(store: FolderStore, save: FileSave) -> None:
    other, _ = store.open(save.name)
    with save.path.open("ab") as file:
        file.write(b"one\ntw")

    assert other.read_new() == b"one\n"


def test_wherever_a_line_was_torn_the_next_one_takes_its_place(
    store: FolderStore, save: FileSave
) -> None:
    save.append(b"first\n")
    whole = save.path.read_bytes()
    for length in range(1, len(b"second")):
        save.path.write_bytes(whole + b"second"[:length])

        again, data = store.open(save.name)
        again.append(b"third\n")

        assert data == whole + b"second"[:length]
        assert save.path.read_bytes() == whole + b"third\n"


LAST = b'{"line":"ready","by":0,"yes":true}'
ENDS = [b"", b" ", b"\n", b"\r\n", b"\n\n", b"\n \n\t"]


@pytest.mark.parametrize("end", ENDS, ids=repr)
def test_a_whole_last_line_stays_whatever_follows_it(
    store: FolderStore, save: FileSave, end: bytes
) -> None:
    """Without its newline, or with blank lines behind it, as an editor leaves it."""
    before = save.path.read_bytes()
    save.path.write_bytes(before + LAST + end)
    (own, _), (yours, _) = store.open(save.name), store.open(save.name)

    own.append(b"{}\n")
    with pytest.raises(Conflict):
        yours.append(b"[]\n")

    assert yours.read_new() == b"{}\n"
    yours.append(b"{}\n")
    newline = b"\r\n" if end == b"\r\n" else b"\n"
    assert save.path.read_bytes() == before + LAST + newline + b"{}\n{}\n"


def test_a_whole_line_of_another_writer_is_read_before_its_newline(
    store: FolderStore, save: FileSave
) -> None:
    """Its newline, which may come later, is no line of its own."""
    other, _ = store.open(save.name)
    with save.path.open("ab") as file:
        file.write(LAST)
    with pytest.raises(Conflict):
        other.append(b"{}\n")

    assert other.read_new() == LAST + b"\n"
    with save.path.open("ab") as file:
        file.write(b"\n")
    assert other.read_new() == b""
    other.append(b"{}\n")

    assert save.path.read_bytes().endswith(LAST + b"\n{}\n")


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def a_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as second_socket:
        second_socket.bind(str(path))


def a_folder(path: Path) -> None:
    path.mkdir()


def too_long(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 30)


NO_LOGS: dict[Callable[[Path], None], str] = {
    a_pipe: "must be a file, not a pipe",
    a_device: "must be a file, not a pipe",
    a_socket: "must be a file, not a pipe",
    a_folder: "this is a folder",
    too_long: "too long for its kind",
}


@pytest.mark.skipif(sys.platform == "win32", reason="there are none of these")
@pytest.mark.parametrize("make", NO_LOGS, ids=lambda make: make.__name__)
def test_what_can_be_no_log_is_told_and_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[Path], None]
) -> None:
    """To open some of them would wait for somebody who writes, or never end."""
    monkeypatch.chdir(tmp_path)  # a socket's path is short
    make(Path("x.hako"))
    store = FolderStore(tmp_path)

    assert [*store.versions()] == store.names() == ["x"]
    for opened in (lambda: store.open("x"), lambda: store.header("x")):
        with pytest.raises(StorageError, match=NO_LOGS[make]):
            opened()
    with pytest.raises(StorageError, match=NO_LOGS[make]):
        open_file(Path("x.hako"))


def test_a_log_grows_no_longer_than_it_could_be_read(store: FolderStore, save: FileSave) -> None:
    again, _ = store.open(save.name)
    size = save.path.stat().st_size
    full = FileSave(save.path, size, most=size + 3)
    full.append(b"{}\n")

    with pytest.raises(StorageError, match="has reached its maximum size"):
        full.append(b"{}\n")
    assert again.read_new() == b"{}\n"


def test_a_file_that_became_shorter_is_not_filled_up(save: FileSave) -> None:
    save.append(b"first\n")
    save.path.write_bytes(b"")

    with pytest.raises(StorageError, match="shortened the file"):
        save.append(b"second\n")

    assert save.path.read_bytes() == b""


def test_a_file_that_is_gone_is_named(save: FileSave) -> None:
    save.path.unlink()

    with pytest.raises(StorageError, match=f"{save.path}: there is no such file"):
        save.append(b"first\n")


def test_logs_are_listed_the_last_played_first(store: FolderStore) -> None:
    older, newer = store.create(header()), store.create(header())
    (store.folder / "notes.txt").write_text("not a game")
    os.utime(older.path, (100, 100))
    os.utime(newer.path, (200, 200))

    assert store.names() == [newer.name, older.name]


def test_a_folder_that_is_not_there_yet_is_empty(tmp_path: Path) -> None:
    assert FolderStore(tmp_path / "none").names() == []


def test_a_name_is_found_with_and_without_its_ending(store: FolderStore, save: FileSave) -> None:
    assert store.path(save.name) == store.path(f"{save.name}.hako") == save.path
    assert store.header(save.name).game == "tic_tac_toe"


def test_a_missing_log_is_named(either: Store) -> None:
    with pytest.raises(BadLog, match=r"none\.hako: there is no such file\."):
        either.open("none")


def test_a_folder_in_the_place_of_a_log_is_named(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=f"{tmp_path}: this is a folder"):
        open_file(tmp_path)


def test_a_file_in_the_place_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("in the way")

    with pytest.raises(StorageError, match=str(tmp_path / "games")):
        FolderStore(tmp_path / "games").create(header())


def test_a_log_in_memory_is_the_same_line_for_line() -> None:
    made = header()
    save = MemorySave.create(made)

    save.append(b"one\n")

    assert bytes(save.data) == encode(made) + b"one\n"
    assert save.read_new() == b""


def test_a_file_is_written_wholly_over_the_old_one_and_nothing_is_left_beside_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "new" / "page.html"

    with pytest.raises(StorageError, match=r"folder .*/new does not exist; create it"):
        write_file(path, b"one")
    assert not path.parent.exists()
    write_file(path, b"one", makes_folder=True)
    write_file(path, b"two")

    assert path.read_bytes() == b"two"
    assert list(path.parent.iterdir()) == [path]


def test_what_is_no_file_is_written_to_and_never_replaced(tmp_path: Path) -> None:
    """As with `-o /dev/stdout`, and with a settings file that is a link."""
    pipe, file, link = (tmp_path / name for name in ("pipe", "file", "link"))
    os.mkfifo(pipe)
    link.symlink_to(file)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)

    write_file(pipe, b"one")
    write_file(link, b"two")

    assert os.read(reader, 9) == b"one"
    os.close(reader)
    assert pipe.is_fifo()
    assert link.is_symlink()
    assert file.read_bytes() == b"two"


def test_several_processes_append_to_one_log_and_no_line_is_lost(home: Home) -> None:
    store = home.store()
    save = store.create(header())
    command = [sys.executable, "-m", "tests.engine.storage.appender", home.address, save.name]
    writers = [
        subprocess.Popen([*command, name, "100", "200"], cwd=REPOSITORY, stdout=subprocess.DEVNULL)
        for name in "abc"
    ]
    for number in range(100):
        append(save, line("me", number, 50))

    assert [writer.wait() for writer in writers] == [0, 0, 0]
    _, data = store.open(save.name)
    assert all(numbers(data, name) == list(range(100)) for name in ("a", "b", "c", "me"))


# ------------------------------------------------------------------ a full disk

LIMITED = [sys.executable, "-m", "tests.limited", "65536"]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk with room for 64 KiB; a limit for one file where we may not mount one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    mounted = os.geteuid() == 0 and subprocess.run(mount, check=False).returncode == 0
    yield disk
    if mounted:
        subprocess.run(["umount", str(disk)], check=True)


def test_on_a_full_disk_the_file_stays_as_it_was(small_disk: Path) -> None:
    """Lines of up to 9000 bytes, until one has no room: every line that was safe is there."""
    save = FolderStore(small_disk / "tables").create(header())

    run = subprocess.run(
        [
            *LIMITED,
            "tests.engine.storage.appender",
            str(small_disk),
            save.name,
            "a",
            "1000",
            "9000",
        ],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )

    safe = [int(number) for number in run.stdout.split()]
    data = save.path.read_bytes()
    assert "StorageError" in run.stderr
    assert len(safe) > 3
    assert data.endswith(b"\n")
    assert numbers(data, "a") == safe


def test_when_there_is_room_again_the_log_goes_on(small_disk: Path) -> None:
    """A line that is too long is refused; the next one stands where it would have stood."""
    save = FolderStore(small_disk / "tables").create(header())
    before = save.path.read_bytes()

    run = subprocess.run(
        [
            *LIMITED,
            "tests.engine.storage.appender",
            str(small_disk),
            save.name,
            "a",
            "1",
            "1",
            "80000",
        ],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )

    assert "refused" in run.stdout
    assert save.path.read_bytes() == before + line("a", 0, 0)
