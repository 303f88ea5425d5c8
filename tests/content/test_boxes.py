"""Facts printed on the boxes of the shelf."""

import pytest

from hako.content import THE_SHELF, Box
from hako.engine.i18n.width import cell_width

TAGLINE_CELLS = 60

every_box = pytest.mark.parametrize("box", THE_SHELF.boxes, ids=lambda box: box.id)


def test_no_two_boxes_stand_in_one_place() -> None:
    assert len({box.order for box in THE_SHELF.boxes}) == len(THE_SHELF.boxes)


@every_box
def test_a_tagline_is_one_line_that_fits_beside_the_name(box: Box) -> None:
    for line in (box.tagline["en"], box.tagline["ja"]):
        assert cell_width(line) <= TAGLINE_CELLS
        assert "\n" not in line


@every_box
def test_players_and_minutes_go_from_few_to_many(box: Box) -> None:
    assert 1 <= box.players.min <= box.players.max
    assert box.minutes is None or box.minutes[0] <= box.minutes[1]
    least, most = box.players.best or (box.players.min, box.players.max)
    assert box.players.min <= least <= most <= box.players.max


@every_box
def test_what_is_recommended_for_a_first_game_can_be_chosen(box: Box) -> None:
    options = {option.key: option for option in THE_SHELF.load(box.id).options}

    for key, value in box.first.items():
        assert value in options[key].allowed(box.players.usual)
