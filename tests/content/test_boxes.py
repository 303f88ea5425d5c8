"""What is printed on the boxes of the shelf."""

import pytest
from rich.cells import cell_len

from hako.content import Box, boxes

TAGLINE_CELLS = 60

every_box = pytest.mark.parametrize("box", boxes(), ids=lambda box: box.id)


def test_the_boxes_stand_side_by_side_without_a_gap() -> None:
    assert [box.order for box in boxes()] == list(range(1, len(boxes()) + 1))


@every_box
def test_a_box_speaks_both_languages(box: Box) -> None:
    assert {*box.name} == {*box.tagline} == {*box.credits} == {"en", "ja"}


@every_box
def test_a_tagline_is_one_line_that_fits_beside_the_name(box: Box) -> None:
    assert max(cell_len(line) for line in box.tagline.values()) <= TAGLINE_CELLS
    assert not any("\n" in line for line in box.tagline.values())


@every_box
def test_players_and_minutes_go_from_few_to_many(box: Box) -> None:
    assert 1 <= box.players.min <= box.players.max
    assert box.minutes is None or box.minutes[0] <= box.minutes[1]
