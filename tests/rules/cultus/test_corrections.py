"""Cards and numbers that an owner of the box corrects in a file, without any code."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hako.content.cultus import GAME
from hako.content.cultus.map_moves import pawn_targets
from hako.content.cultus.scoring import monument_bonus
from hako.engine.content.files import BadContent
from tests.rules.cultus.table import acting, at, cells, enemy_phase, foe, new, ruler, spots
from tests.rules.tables import corrected


def test_a_card_can_be_corrected() -> None:
    content = corrected(
        GAME,
        construction_card=[
            {"id": "construction_01", "cells": ["plaza", "market", "church", "office"]}
        ],
    )

    assert content.faces("construction_01", 0) == ("plaza", "market", "church", "office")
    assert content.faces("construction_01", 180) == ("office", "church", "market", "plaza")


def test_a_character_can_have_another_icon() -> None:
    content = corrected(GAME, character=[{"id": "wilhelm", "icon": "plaza"}])
    town = replace(acting(ruler("r2c1", character="wilhelm"), ruler("r8c8")).town, content=content)

    assert spots(pawn_targets(town, 0)[:2]) == "r1c2 r1c3"


def test_a_monument_card_can_have_another_bonus() -> None:
    content = corrected(GAME, monument_card=[{"id": "military", "bonus_icon": "market"}])
    town = replace(acting(ruler("r3c7"), ruler("r8c8")).town, content=content)

    assert monument_bonus(town, at("r3c7"), "military") == (2, 6)


def test_numbers_and_start_cells_can_be_corrected() -> None:
    content = corrected(GAME, constants={"open_monument_cards": 4, "action_points": 5})

    assert len(new(2, content=content).open_monuments) == 4


def test_an_enemy_can_have_another_track() -> None:
    content = corrected(GAME, enemy=[{"id": "ruben", "track": 1}])
    town = acting(ruler("r1c1"), enemy=foe("ruben"), points=1).given(content=content)

    assert town.draw("CW").foe.vp == 52


def test_an_enemy_s_effect_is_data() -> None:
    """An Annet who counts for 7."""
    content = corrected(GAME, enemy=[{"id": "annet", "effect": {"op": "gather", "vp": 7}}])
    town = replace(enemy_phase(ruler("r1c1"), enemy=foe("annet")).town, content=content)

    assert town.content.enemy["annet"].effect.vp == 7


def test_a_wrong_correction_is_told_with_its_place() -> None:
    with pytest.raises(BadContent, match=r'income_card "church_winery".*winerie.*Did you mean'):
        corrected(GAME, income_card=[{"id": "church_winery", "icons": ["church", "winerie"]}])
    with pytest.raises(BadContent, match="no text for the ending"):
        corrected(
            GAME, ending=[{"id": "legend", "name": {"en": "Legend", "ja": "伝説"}, "lead": 99}]
        )
    with pytest.raises(BadContent, match="construction cards are needed"):
        corrected(GAME, table=[{**TABLE, "deck_size": 9}])


TABLE = {
    "players": 2,
    "cubes": 6,
    "hand": 3,
    "deck_size": 6,
    "start_cells": [[1, 1], [8, 8]],
    "start_gold": [0, 0],
}


def test_the_centre_may_be_elsewhere() -> None:
    """The way to the centre follows from it."""
    content = corrected(GAME, geometry={"centre": [[2, 2]]})
    geometry = content.geometry

    assert geometry.centre_cells == {at("r2c2")}
    assert spots(geometry.inwards[at("r4c4")]) == "r3c4 r4c3"
    assert geometry.inwards[cells("r2c2")[0]] == ()
