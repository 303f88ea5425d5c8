"""Chances to win: what is kept of each game was fitted to its bots' games, and tells more."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import pytest
from msgspec import convert

from bench.calibration import CalibrationFit
from hako.content import THE_SHELF
from hako.engine.bots.win_probability_scale import FILE, WinProbabilityScale
from hako.engine.content.files import read_toml

FILES = [path for box in THE_SHELF.boxes if (path := THE_SHELF.load(box.id).folder / FILE).exists()]

TRUSTED = 0.02
"""The mean distance between what is said and what comes that a chance may have."""

LUCK = 0.4
"""Part of that distance due to luck alone with one game; with more games it shrinks."""


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.parent.name)
def test_chances_come_true_on_games_that_they_were_not_made_from(file: Path) -> None:
    for table in read_toml(file)["table"]:
        scale, fit = (
            convert(table["scale"], WinProbabilityScale),
            convert(table["fit"], CalibrationFit),
        )

        assert len(scale.beta) == len(scale.turns)
        assert [*scale.turns] == sorted({*scale.turns})
        assert min(scale.beta) > 0
        assert fit.log_loss < fit.of_scores
        assert sum(row.part for row in fit.bins) == pytest.approx(1, abs=0.002)
        assert fit.error <= TRUSTED + LUCK / sqrt(fit.games)
