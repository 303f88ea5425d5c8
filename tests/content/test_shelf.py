"""The shelf: games by name, and what is said where there is none."""

from pathlib import Path
from shutil import copy

import pytest

from hako.content import BOX, SHELF, Shelf, UnknownGame
from tests.toys import TOYS
from tests.toys.tic_tac_toe import GAME


def test_a_game_is_found_by_its_name() -> None:
    assert TOYS.load("tic_tac_toe") is GAME


def test_an_unknown_name_is_answered_with_the_nearest_and_all_others() -> None:
    with pytest.raises(UnknownGame, match=r"'tic_tac_to'.*holds: .*Did you mean 'tic_tac_toe'\?"):
        TOYS.load("tic_tac_to")


def test_a_box_without_rules_is_still_to_come(tmp_path: Path) -> None:
    (tmp_path / "flip_city").mkdir()
    copy(SHELF / "flip_city" / BOX, tmp_path / "flip_city")

    with pytest.raises(UnknownGame, match=r"flip_city is still to come"):
        Shelf(tmp_path, "boxes").load("flip_city")
