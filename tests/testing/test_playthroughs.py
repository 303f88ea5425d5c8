"""The exam in writing: one game of each is kept as text and played again."""

from __future__ import annotations

import pytest

from tests.testing.playthrough import FOLDER, Playthrough, playthroughs


@pytest.mark.parametrize("its", playthroughs(), ids=lambda its: its.path.stem)
def test_a_game_goes_as_it_is_written(its: Playthrough) -> None:
    """After a change that is meant: `make playthroughs`, and read the diff."""
    if not its.path.exists():
        pytest.skip("not kept yet: `make playthroughs` writes it")
    assert its.path.read_text(encoding="utf-8") == its.text()


def test_no_playthrough_is_of_a_game_that_is_gone() -> None:
    assert set(FOLDER.glob("*")) <= {its.path for its in playthroughs()}
