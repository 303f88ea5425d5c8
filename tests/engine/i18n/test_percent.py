"""Chances in percent."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hako.content
import hako.tui.boards
from hako.engine.i18n.percent import percent


@pytest.mark.parametrize(
    ("chance", "says"),
    [
        (0, 0), (0.0, 0), (1e-6, 1), (0.004, 1), (0.02, 2), (0.125, 12), (0.5, 50),
        (0.986, 99), (0.995, 99), (0.999999, 99), (1.0, 100), (1, 100),
        (sum([0.1] * 10), 100), (1 - sum([0.1] * 10), 0),
    ],
)  # fmt: skip
def test_only_what_is_certain_is_0_or_100(chance: float, says: int) -> None:
    assert percent(chance) == says


def test_no_game_and_no_board_rounds_a_chance_by_itself() -> None:
    for package in (hako.content, hako.tui.boards):
        for file in Path(package.__path__[0]).rglob("*.py"):
            assert not re.search(
                r"100 \* \w*chance|chance\w* \* 100|:\d*\.\d%\}", file.read_text("utf-8")
            )
