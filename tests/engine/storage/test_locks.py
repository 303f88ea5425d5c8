"""Locks between processes: on Unix on the file itself, on Windows beside it; both are tried here."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import pytest

from hako.engine.log.storage_errors import Conflict
from hako.engine.storage import locks
from hako.engine.storage.file_save import open_file
from hako.engine.storage.locks import Release, lock_beside
from hako.engine.storage.process_notices import SUFFIX, ProcessNotices
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.presence_exchange import PresenceExchange, PresenceNotice


class Lock(Protocol):
    """A process of the two."""

    def __call__(
        self, path: Path, descriptor: int, *, wait: bool = True, shared: bool = False
    ) -> Release | None: ...


@pytest.fixture(params=[locks.lock, lock_beside], ids=["here", "windows"])
def lock(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Lock:
    """The lock of this test."""
    lock: Lock = request.param
    monkeypatch.setattr(locks, "lock", lock)
    return lock


def test_what_one_holds_nobody_else_gets_until_it_is_let_go(tmp_path: Path, lock: Lock) -> None:
    path = tmp_path / "log"
    path.touch()
    with path.open("rb") as own_reader, path.open("rb") as yours:
        let_go = lock(path, own_reader.fileno())
        assert let_go is not None
        assert lock(path, yours.fileno(), wait=False) is None
        assert lock(path, yours.fileno(), wait=False, shared=True) is None

        let_go()
        its_end = lock(path, yours.fileno(), wait=False)
        assert its_end is not None
        its_end()


def test_who_waited_for_the_lock_sees_what_was_added_meanwhile(
    tmp_path: Path, lock: Lock, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log"
    path.touch()
    (own, _), (yours, _) = open_file(path), open_file(path)

    def lock_after_them(path: Path, descriptor: int) -> Release | None:
        monkeypatch.setattr(locks, "lock", lock)
        yours.append(b"theirs\n")
        return lock(path, descriptor)

    monkeypatch.setattr(locks, "lock", lock_after_them)
    with pytest.raises(Conflict):
        own.append(b"mine\n")

    assert path.read_bytes() == own.read_new() == b"theirs\n"
    own.append(b"mine\n")
    assert path.read_bytes() == b"theirs\nmine\n"


@pytest.mark.usefixtures("lock")
def test_a_notice_is_read_while_its_process_lives_and_tidied_away_after(tmp_path: Path) -> None:
    own_presence, yours = (
        PresenceExchange(ProcessNotices(tmp_path)),
        PresenceExchange(ProcessNotices(tmp_path)),
    )
    notice = PresenceNotice(users=(User("key", "Ann"),))
    yours.publish(notice)
    left = tmp_path / f"of-nobody{SUFFIX}"
    left.write_bytes(b"{}")

    assert own_presence.others() == [notice]
    assert not left.exists()

    yours.close()
    assert own_presence.others() == []
    own_presence.close()
    assert not [*tmp_path.glob(f"*{SUFFIX}")]
