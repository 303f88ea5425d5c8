"""Plots: whole SVG, whatever the numbers are."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from hako.engine.transcript.chart import Axes, Series
from hako.engine.transcript.plot_svg import Bar, bars, histograms, lines

AXES = Axes("turn", "points")


def drawn(picture: str) -> ET.Element:
    return ET.fromstring(picture)


def test_a_bar_is_as_long_as_its_share() -> None:
    picture = drawn(bars("Wins", [Bar("all", 1, 1, 1), Bar("half", 0.5, 0.4, 0.6)]))

    whole, half = (float(bar.get("width", 0)) for bar in picture.iter("rect"))
    assert half == pytest.approx(whole / 2, abs=0.1)


@pytest.mark.parametrize(
    "counts", [{0: 1}, {-3: 2, 4: 1}, dict.fromkeys(range(1000), 1), {10**6: 5}]
)
def test_a_histogram_shows_any_numbers(counts: dict[int, int]) -> None:
    picture = drawn(histograms("Scores", {"1 random": counts, "2 greedy": {0: 1}}))

    assert picture.findall("rect")
    assert len(picture.findall("rect")) <= 2 * 26


def test_numbers_that_share_a_bin_of_a_histogram_are_added_up() -> None:
    """0 and 1 came as often as 999 did; 500 came half as often."""
    picture = drawn(histograms("Scores", {"": {0: 3, 1: 3, 500: 3, 999: 6}}))

    low, middle, high = (float(bar.get("height", 0)) for bar in picture.findall("rect"))
    assert low == high == pytest.approx(2 * middle, abs=0.2)


def test_labels_of_lines_that_end_together_stand_apart() -> None:
    race = [Series(name, ((1, 0), (9, 5))) for name in ("Ann", "Ben", "Cem")]

    texts = drawn(lines("Race", race, AXES)).findall("text")
    heights = sorted(
        float(text.get("y", 0)) for text in texts if text.text in {"Ann 5", "Ben 5", "Cem 5"}
    )
    assert len(heights) == 3
    assert all(below - above >= 15 for above, below in pairwise(heights))


def test_names_cannot_break_out_of_the_picture() -> None:
    picture = drawn(bars("<b>", [Bar("<script>&", 0.5, 0.4, 0.6)]))

    assert picture.get("aria-label") == "<b>"
    assert "<script>&" in [text.text for text in picture.iter("text")]


def test_a_race_of_one_point_can_be_drawn() -> None:
    assert drawn(lines("Race", [Series("Ann", ((1, 0),))], AXES)).find("polyline") is not None


def test_signs_tell_the_lines_of_a_page_apart() -> None:
    """Each seat has a shape of its own, at every turn and before its name."""
    race = [Series(name, ((1, 0), (2, 3), (3, 5))) for name in ("Ann", "Ben")]

    shapes = [
        sign.get("d")
        for sign in drawn(lines("Race", race, AXES)).findall("path")
        if sign.get("transform")
    ]
    assert [shapes.count(shape) for shape in sorted(set(shapes), key=str)] == [3, 3]
