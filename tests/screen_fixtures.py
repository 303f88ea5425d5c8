"""Fixtures of all tests that show screens: no setting of this machine reaches one.

Rich and Textual read the environment when they are imported, so it is cleaned first.
"""

from __future__ import annotations

import os

_UNWANTED = ("NO_COLOR", "COLUMNS", "LINES", "COLORTERM", "TEXTUAL", "LC_")
for name in [*os.environ]:
    if name.startswith(_UNWANTED) and not name.startswith("TEXTUAL_SNAPSHOT"):  # the plugin's own
        del os.environ[name]
os.environ |= {"LANG": "C.UTF-8", "TERM": "xterm-256color"}

from itertools import count  # noqa: E402 - see above
from pathlib import Path  # noqa: E402 - see above

import pytest  # noqa: E402 - see above
from textual.widgets import Input  # noqa: E402 - see above

from hako.tui.apps.unasked_screens import UnaskedScreens  # noqa: E402 - see above
from hako.tui.terminal.textual_patches import repair_textual  # noqa: E402 - see above
from hako.tui.widgets.action_list import ActionList  # noqa: E402 - see above
from tests.tui.pilot_patch import wait_for_the_busy  # noqa: E402 - see above
from tests.tui.whole_app import Installation  # noqa: E402 - see above

# as every app of hako does: style sheets are read once for all apps, not once for each
repair_textual()
wait_for_the_busy()


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saves and settings of a test lie in its own folder."""
    for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / "home"))


@pytest.fixture(autouse=True)
def steady_cursor(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cursor that blinks would blink in pictures."""
    monkeypatch.setattr(Input, "cursor_blink", False)


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two keys of a test so much time passes that both are meant for what is seen."""
    monkeypatch.setattr(ActionList, "clock", count().__next__)
    monkeypatch.setattr(UnaskedScreens, "clock", count().__next__)


@pytest.fixture
def installation(tmp_path: Path) -> Installation:
    """An empty house."""
    return Installation(tmp_path)
