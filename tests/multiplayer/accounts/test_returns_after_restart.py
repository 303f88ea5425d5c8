"""Tables of the users when their server was restarted."""

from __future__ import annotations

from pathlib import Path

import pytest

from hako.multiplayer.accounts.returns_after_restart import LASTING_SECONDS, ReturnsAfterRestart
from hako.multiplayer.services import Services
from tests.stores import Home


def bookmarks(home: Home, *, at: float) -> ReturnsAfterRestart:
    """As one more process has them, at that time."""
    return ReturnsAfterRestart(
        lambda key: home.server_store().document(f"visitors/{key}.seat"), lambda: at
    )


@pytest.mark.parametrize(
    ("seconds", "command", "table"),
    [
        (LASTING_SECONDS, "next", "ABC"),
        (-5, "next", "ABC"),  # the clock of another machine
        (LASTING_SECONDS + 1, "next", ""),
        (5, "", ""),
    ],
)
def test_who_comes_again_for_the_same_within_ten_minutes_is_led_there_once(
    home: Home, seconds: float, command: str, table: str
) -> None:
    assert LASTING_SECONDS == 600
    bookmarks(home, at=1e9).put("ann", "DEF", "next")
    bookmarks(home, at=1e9).put("ann", "ABC", "next")
    later = bookmarks(home, at=1e9 + seconds)
    assert later.take("ben", command) == ""
    assert [later.take("ann", command) for _ in range(2)] == [table, ""]


@pytest.mark.parametrize(
    "damage", [b"", b"\xff\xfe", b"{", b"[]", b'{"table":1,"command":"","at":0}']
)
def test_what_is_damaged_leads_nowhere_and_is_told_to_the_host(
    home: Home, damage: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    home.server_store().document("visitors/ann.seat").write(damage)
    reconnects = bookmarks(home, at=1e9)
    assert reconnects.take("ann", "") == ""
    assert len(caplog.messages) == 1
    reconnects.put("ann", "ABC", "")
    assert reconnects.take("ann", "") == "ABC"


def test_where_nothing_can_be_written_or_read_nobody_is_led_anywhere(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    reconnects = Services(tmp_path).reconnects()
    (tmp_path / "visitors").write_text("")
    reconnects.put("ann", "ABC", "")
    assert reconnects.take("ann", "") == ""
    assert "the table of a reconnecting user could not be stored" in caplog.messages[0]
