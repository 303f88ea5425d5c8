"""Files in the folder of a lobby that others of the machine can read."""

from __future__ import annotations

import os
import re
import stat
import time
from pathlib import Path

import pytest

import hako
from hako.engine.log.header import OPEN
from hako.engine.log.setup import new_header
from hako.engine.storage.folder import FolderStore
from hako.multiplayer import services as its
from hako.multiplayer.accounts.settings import Settings
from hako.multiplayer.data_copy import copy
from hako.multiplayer.services import Services
from hako.server.ssh.auth import key_of
from tests.stores import Home
from tests.toys import TOYS
from tests.tui.tables import ThinkingHere

DAY = 24 * 3600


def left(folder: Services, *keys: str) -> list[tuple[bool, int]]:
    """For each visitor: True if the settings are kept, and the number of lessons."""
    settings = [folder.settings_of(key).read() != Settings() for key in keys]
    return [*zip(settings, (len(folder.lessons_of(key).names()) for key in keys), strict=True)]


def leave(folder: Services, *keys: str, days: float) -> None:
    """Have these visitors leave settings and a lesson that they then never came back to."""
    before = folder.store.within("visitors").things().keys()
    for key in keys:
        folder.settings_of(key).write(Settings(bell=False))
        folder.lessons_of(key).create(new_header(TOYS.load("tic_tac_toe"), (OPEN, OPEN)))
    for name in folder.store.within("visitors").things().keys() - before:
        folder.store.stamp(f"visitors/{name}", time.time() - days * DAY)


def test_every_list_of_a_server_is_told_of_and_moves_with_it(tmp_path: Path) -> None:
    """But for what is made anew where it is missing, and by which keys machines opened it."""
    stay = {"index.jsonl", "glances.jsonl", "host_keys.jsonl"}
    source = "".join(path.read_text("utf-8") for path in Path(hako.__path__[0]).rglob("*.py"))
    lists = {*re.findall(r'"([a-z_]+\.jsonl)"', source)} - stay
    first_store = FolderStore(tmp_path / "here")
    for name in lists | stay:
        first_store.document(name).write(b"{}\n")

    copy(str(tmp_path / "here"), str(tmp_path / "there"), lambda *_: None)

    assert FolderStore(tmp_path / "there").things().keys() == lists
    assert {*re.findall(r"^([a-z_]+\.jsonl) ", its.__doc__ or "", re.MULTILINE)} == lists


def test_what_visitors_left_goes_with_their_names(
    tmp_path: Path, home: Home, caplog: pytest.LogCaptureFixture
) -> None:
    """A visitor without a name is forgotten a month after the last visit, settings and lessons at once.

    And so is what a server began to write when it was killed. A name whose key is none is told,
    and keeps nobody.
    """
    folder = Services(tmp_path, home.store())
    leave(folder, "ann", "gone", "came again", days=31)
    leave(folder, "new", days=29)
    for days, draft in ((31, "visitors/.a_draft.toml.1"), (29, "visitors/.a_draft.toml.2")):
        folder.store.document(draft).write(b"")
        folder.store.stamp(draft, time.time() - days * DAY)
    folder.names().claim("Damaged", "ssh-ed25519 AAAA\x1b[2J")
    folder.names().claim("Ann", "ann's line")
    folder.welcome("came again")
    folder.welcome("nobody")

    folder.forget_strangers(lambda line: "ann" if line == "ann's line" else key_of(line))

    kept, nothing = (True, 1), (False, 0)
    assert left(folder, "ann", "gone", "came again", "new") == [kept, nothing, kept, kept]
    assert len(folder.store.within("visitors").things()) == 3 * 2 + 1  # the draft of before
    [text] = caplog.messages
    assert text.startswith(r"names.jsonl: 'ssh-ed25519 AAAA\x1b[2J' is skipped")


def test_so_many_strangers_are_remembered_as_there_may_be_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The latest visitors; owners of names stay beside them."""
    monkeypatch.setattr("hako.multiplayer.services.MOST_NAMES", 2)
    folder = Services(tmp_path)
    for days, key in enumerate(("last", "before", "first", "ann"), 1):
        leave(folder, key, days=days)
    folder.names().claim("Ann", "ann")

    folder.forget_strangers(str)

    assert left(folder, "last", "before", "first", "ann") == [(True, 1)] * 2 + [
        (False, 0),
        (True, 1),
    ]


@pytest.mark.skipif(os.name == "nt", reason="Windows has rights of another kind")
@pytest.mark.parametrize(("serves", "mode"), [(True, 0o600), (False, 0o666)])
async def test_the_logs_of_a_server_are_for_its_own_account_alone(
    tmp_path: Path, serves: bool, mode: int
) -> None:
    """Whatever the umask allows; those of accounts that share a folder are as it says."""
    before = os.umask(0)
    try:
        folder = Services(tmp_path / "house")
        lobby = folder.lobby(TOYS, ThinkingHere(), keeps_all=serves)
        header = new_header(TOYS.load("tic_tac_toe"), (OPEN, OPEN))
        lobby.new_tables.create(header, None, (None, None))
    finally:
        os.umask(before)
    await lobby.close()

    (log,) = (tmp_path / "house" / "tables").glob("*.hako")
    assert stat.S_IMODE(log.stat().st_mode) == mode
    assert folder.is_shared
