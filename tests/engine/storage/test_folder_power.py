"""After a power cut, all acknowledged writes are on the disk, and no file is half written."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count, product
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from hako.engine.log.header import Player
from hako.engine.log.log_format import encode
from hako.engine.log.setup import new_header
from hako.engine.storage.files import write_file
from hako.engine.storage.folder import SUFFIX, FolderStore
from tests.toys.tic_tac_toe import GAME

Seen: TypeAlias = dict[int, bytes | dict[str, int]]
"""By inode: what is in a file, or the names and inodes in a folder."""

Tree: TypeAlias = dict[str, Any]
"""By name: what is in a file, or the tree of a folder."""

CALLS = ("write", "fsync", "replace", "rename", "mkdir")
"""Calls of the system; the power goes out before one of these."""

BYTES = 100
"""Number of bytes written at once, so that the power goes out in the middle of a write."""


HEADER = new_header(GAME, (Player("Ann"), Player("Ben")), seed=1)


class PowerCut(BaseException):
    """Nothing is done any more."""


class Disk:
    """A folder on a disk that keeps for certain only what was synced, until the power is cut.

    A file's content is safe when the file was synced, its name when its folder was. What else
    was done may have reached the disk or not.
    """

    def __init__(self, root: Path, calls: int, patch: pytest.MonkeyPatch) -> None:
        root.mkdir()
        self.root = root
        self.calls = calls
        """Number of calls until the power is cut."""
        self.done = self.synced = self.seen()
        self._held: list[int] = []
        """Open files, so that no inode is given twice."""
        for name in CALLS:
            patch.setattr(os, name, self._watched(name, getattr(os, name)))

    def seen(self) -> Seen:
        """Everything as the system shows it."""
        return {
            path.stat().st_ino: {inner.name: inner.stat().st_ino for inner in path.iterdir()}
            if path.is_dir()
            else path.read_bytes()
            for path in (self.root, *self.root.rglob("*"))
        }

    def close(self) -> None:
        """Give the inodes back."""
        for descriptor in self._held:
            os.close(descriptor)

    def left(self) -> Iterator[Tree]:
        """States of the disk when the power is back: with names, contents or both not written."""
        if self.calls >= 0:
            self.done = self.seen()
        either = self.synced, {**self.synced, **self.done}
        for names, contents in product(either, either):
            yield self._tree(self.root.stat().st_ino, names, contents)

    def _tree(self, folder: int, names: Seen, contents: Seen) -> Tree:
        within = names.get(folder, {})
        assert isinstance(within, dict)
        return {
            name: self._tree(inode, names, contents)
            if isinstance(self.done.get(inode), dict)
            else contents.get(inode, b"")
            for name, inode in within.items()
        }

    def _watched(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*args: Any, **kwargs: Any) -> Any:
            self._run_down()
            if name == "write":
                return call(args[0], args[1][:BYTES])
            if name == "fsync":
                inode = os.fstat(args[0]).st_ino
                self._held.append(os.dup(args[0]))
                self.synced = {**self.synced, inode: self.seen()[inode]}
                return None  # the disk that tests run on need not be waited for
            return call(*args, **kwargs)

        return watched

    def _run_down(self) -> None:
        if self.calls == 0:
            self.done = self.seen()
        self.calls -= 1
        if self.calls < 0:
            raise PowerCut


def a_log(root: Path) -> Iterator[bytes]:
    """A new log in a new folder is played and put away; each time it is told, what is in it."""
    store = FolderStore(root / "house" / "games")
    save = store.create(HEADER)
    yield (kept := encode(HEADER))
    for line in (b"x" * 2 * BYTES + b"\n", b"two\n"):
        save.append(line)
        yield (kept := kept + line)
    store.archive(save.name)
    yield kept


def a_file(root: Path) -> Iterator[bytes]:
    """A file in a new folder is written again and again; each time it is told, what is in it."""
    for letter in (b"a", b"b", b"c"):
        content = letter * 2 * BYTES + b"\n"
        write_file(root / "new" / "page.hako", content, makes_folder=True)
        yield content


def contents(tree: Tree) -> set[bytes]:
    """Lines of the logs of a tree, without torn and empty ones."""
    lines_kept: set[bytes] = set()
    for name, within in tree.items():
        if isinstance(within, dict):
            lines_kept |= contents(within)
        elif name.endswith(SUFFIX) and not name.startswith("."):
            lines_kept.add(within[: within.rfind(b"\n") + 1])
    return lines_kept - {b""}


@pytest.mark.skipif(sys.platform == "win32", reason="a folder cannot be synced there")
@pytest.mark.parametrize("story", [a_log, a_file])
def test_what_was_told_is_there_whenever_the_power_goes_out(
    tmp_path: Path, story: Callable[[Path], Iterator[bytes]]
) -> None:
    """The version told last or the next one is found, and no mixture of them."""
    (tmp_path / "once").mkdir()
    versions = [b"", *story(tmp_path / "once")]
    for calls in count():
        number = 0
        with pytest.MonkeyPatch.context() as patch:
            disk = Disk(tmp_path / str(calls), calls, patch)
            with suppress(PowerCut):
                for _ in story(disk.root):
                    number += 1
        for tree in disk.left():
            assert contents(tree) <= set(versions[number : number + 2]), (calls, number)
            assert contents(tree) or number == 0, (calls, number)
        disk.close()
        if number == len(versions) - 1:
            return
