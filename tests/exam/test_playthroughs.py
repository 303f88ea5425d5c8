"""The exam in writing: one game of each is kept as text and played again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.exam.playthrough import FOLDER, playthroughs

WRITTEN = dict(playthroughs())


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.stem)
def test_a_game_goes_as_it_is_written(path: Path) -> None:
    """After a change that is meant: `make playthroughs`, and read the diff."""
    if not path.exists():
        pytest.skip("not kept yet: `make playthroughs` writes it")
    assert path.read_text(encoding="utf-8") == WRITTEN[path]


def test_no_playthrough_is_of_a_game_that_is_gone() -> None:
    assert set(FOLDER.glob("*")) <= set(WRITTEN)
