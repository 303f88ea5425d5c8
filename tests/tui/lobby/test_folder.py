"""What others of the machine can read in the folder of a lobby."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from hako.engine.log.records import OPEN
from hako.engine.log.setup import new_header
from hako.tui.lobby.folder import LobbyFolder
from tests.toys import TOYS
from tests.tui.tables import ThinkingHere


@pytest.mark.skipif(os.name == "nt", reason="Windows has rights of another kind")
@pytest.mark.parametrize(("serves", "mode"), [(True, 0o600), (False, 0o666)])
async def test_the_logs_of_a_server_are_for_its_own_account_alone(
    tmp_path: Path, serves: bool, mode: int
) -> None:
    """Whatever the umask allows; those of accounts that share a folder are as it says."""
    before = os.umask(0)
    try:
        folder = LobbyFolder(tmp_path / "house")
        lobby = folder.lobby(TOYS, ThinkingHere(), keeps_all=serves)
        header = new_header(TOYS.load("tic_tac_toe"), (OPEN, OPEN))
        lobby.create(header, None, (None, None))
    finally:
        os.umask(before)
    await lobby.close()

    (log,) = (tmp_path / "house" / "tables").glob("*.hako")
    assert stat.S_IMODE(log.stat().st_mode) == mode
    assert folder.is_shared
