"""The covers of the boxes: pixels in a palette, and one for games that bring none."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hako.content import SHELF, THE_SHELF, Box
from hako.content.cover import FILE, SIDE, SPINE, cover_of, initial_cover, read_cover
from hako.engine.content.files import BadContent

every_box = pytest.mark.parametrize("box", THE_SHELF.boxes, ids=lambda box: box.id)


@every_box
def test_every_game_brings_a_cover_of_24_by_24_pixels(box: Box) -> None:
    cover = read_cover(THE_SHELF.folder_of(box.id))

    assert [len(row) for row in cover.pixels()] == [24] * 24
    assert [len(row) for row in cover.spine_pixels()] == [SPINE[0]] * SPINE[1]


@every_box
def test_a_palette_has_no_colour_that_nothing_uses_and_none_twice(box: Box) -> None:
    cover = read_cover(THE_SHELF.folder_of(box.id))

    assert set(cover.palette) == set("".join(cover.rows))
    assert len({*cover.palette.values()}) == len(cover.palette)


def test_the_spine_is_a_window_of_the_cover() -> None:
    cover = cover_of(SHELF / "flip_city", "flip_city")
    x, y = cover.spine

    assert cover.spine_pixels() == tuple(row[x : x + 8] for row in cover.pixels()[y : y + 3])


def test_a_game_without_a_cover_gets_one_with_its_initial(tmp_path: Path) -> None:
    cover = cover_of(tmp_path, "tic_tac_toe")
    light = [[letter == "i" for letter in row] for row in cover.rows]

    # a T, 5 x 7 pixels twice as large: a bar of 10 pixels, and a stem of 2 in its middle
    assert [sum(row) for row in light] == [0] * 5 + [10, 10] + [2] * 12 + [0] * 5
    assert cover == initial_cover("tic_tac_toe")


def test_covers_of_two_such_games_differ() -> None:
    assert initial_cover("tic_tac_toe") != initial_cover("lost_cities")
    assert initial_cover("tic_tac_toe").palette != initial_cover("toc_tac_tie").palette


@pytest.mark.parametrize("sign", ["9", "_", "é"])
def test_an_id_that_begins_with_no_letter_has_a_cover_too(sign: str) -> None:
    assert len(initial_cover(sign).rows) == SIDE


FAULTS = {
    "rows": ('"eeeeleeeeeteeeeeeeeeeeee",', "", "24"),
    "row": ('"eeeeleeeeeteeeeeeeeeeeee",', '"eeee",', "24"),
    "letter": ("l = ", "q = ", "'l'"),
    "colour": ('"#ffcc68"', '"orange"', "a"),
    "spine": ("spine = [8, 9]", "spine = [20, 9]", "16"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_damaged_cover_is_named_by_its_conformance_tests_and_harms_nothing(
    tmp_path: Path, fault: str
) -> None:
    right, wrong, named = FAULTS[fault]
    shutil.copy(SHELF / "flip_city" / FILE, tmp_path)
    text = (tmp_path / FILE).read_text("utf-8")
    assert right in text
    (tmp_path / FILE).write_text(text.replace(right, wrong), "utf-8")

    with pytest.raises(BadContent) as error:
        read_cover(tmp_path)
    assert FILE in str(error.value)
    assert named in str(error.value)
    assert cover_of(tmp_path, "flip_city") == initial_cover("flip_city")
