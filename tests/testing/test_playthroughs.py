"""Playthroughs: one game of each is stored as text and played again."""

from __future__ import annotations

import pytest

from tests.testing.playthrough import FOLDER, Playthrough, playthroughs


@pytest.mark.parametrize(
    "playthrough", playthroughs(), ids=lambda playthrough: playthrough.path.stem
)
def test_a_game_goes_as_it_is_written(playthrough: Playthrough) -> None:
    """After a change that is meant: `make playthroughs`, and read the diff."""
    if not playthrough.path.exists():
        pytest.skip("not kept yet: `make playthroughs` writes it")
    assert playthrough.path.read_text(encoding="utf-8") == playthrough.text()


def test_no_playthrough_is_of_a_game_that_is_gone() -> None:
    assert set(FOLDER.glob("*")) <= {playthrough.path for playthrough in playthroughs()}
