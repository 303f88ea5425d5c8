"""The games that take the conformance tests here: the shelf's games and the toys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import hako
from hako.content import THE_SHELF, Shelf
from hako.engine.rules.game import Game
from hako.testing.cases import cases_of
from tests.toys import TOYS

BLANK = Shelf(Path(hako.__file__).parent, "hako")
"""The template of `hako new-game`, so that a new game passes the conformance tests."""

GAMES: tuple[Game[Any], ...] = tuple(
    shelf.load(box.id)
    for shelf in (THE_SHELF, TOYS, BLANK)
    for box in shelf.boxes
    if shelf.is_playable(box)
)

CASES = cases_of(GAMES)
