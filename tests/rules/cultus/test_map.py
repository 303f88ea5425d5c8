"""The map: cells, the centre, what is beside and around what, and another geometry."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from hako.content.cultus import GAME
from hako.content.cultus.cards import Cards
from hako.content.cultus.scoring import icons_around
from hako.content.cultus.state import Laid, laid_over
from hako.engine.content.files import load
from hako.engine.rules.chance import Chance
from hako.engine.rules.play import legal_actions, play
from tests.rules.cultus.table import acting, at, card, cells, content, new, ruler, spots, town_of_s


@pytest.mark.rule("cultus.map.1", "cultus.map.3")
def test_the_map_is_four_by_four_cards_of_two_by_two_cells() -> None:
    geometry = content().geometry

    assert (geometry.board_card_rows, geometry.board_card_columns) == (4, 4)
    assert (geometry.rows, geometry.columns) == (8, 8)
    assert len(geometry.spaces) == 16
    assert (geometry.names[0], geometry.names[-1]) == ("r1c1", "r8c8")


@pytest.mark.rule("cultus.map.2")
def test_every_cell_of_a_card_has_one_icon() -> None:
    assert all(
        len(construction_card.cells) == 4 for construction_card in content().construction_cards
    )
    assert len(content().construction_cards) == 48


@pytest.mark.rule("cultus.map.4")
def test_centre_and_corners() -> None:
    geometry = content().geometry

    assert spots(geometry.centre_cells) == "r4c4 r4c5 r5c4 r5c5"
    assert spots(geometry.corner_cells) == "r1c1 r1c8 r8c1 r8c8"


@pytest.mark.rule("cultus.map.5")
def test_adjacent_is_by_a_side_and_around_also_by_a_corner() -> None:
    geometry = content().geometry

    assert spots(geometry.adjacent[at("r3c3")]) == "r2c3 r3c2 r3c4 r4c3"
    assert len(geometry.around[at("r3c3")]) == 8
    assert spots(geometry.adjacent[at("r1c1")]) == "r1c2 r2c1"
    assert spots(geometry.around[at("r1c1")]) == "r1c2 r2c1 r2c2"


@pytest.mark.rule("cultus.map.6")
def test_only_the_topmost_card_counts() -> None:
    """Card 25 (C P / W C) over r1c2 hides the plazas there."""
    town = laid_over(town_of_s(), Laid(card("25"), at("r1c2"), 0))

    shown = [town.icons[cell] for cell in cells("r1c2 r1c3 r2c2 r2c3")]
    assert shown == ["church", "plaza", "winery", "church"]
    assert icons_around(town, at("r1c1"), "church") == 1
    assert icons_around(town, at("r1c1"), "plaza") == 0


@pytest.mark.rule("cultus.map.6")
def test_nobody_goes_where_no_card_lies() -> None:
    assert acting(ruler("r1c1"), ruler("r1c2"), board="PP......" + "." * 56).walks == ""


@pytest.mark.rule("cultus.map.7")
def test_pawns_and_monuments_do_not_hide_icons() -> None:
    """A monument on r2c1 (W): the step from it to r2c2 (C) pays."""
    walked = acting(ruler("r2c1", monuments="r2c1"), ruler("r8c8")).walk("r2c2")

    assert walked.allot(1, 0).gold == (1, 0)


@pytest.mark.rule("cultus.map.8")
def test_a_plaza_and_six_buildings() -> None:
    """30 plazas and 27 of each building on 48 cards."""
    icons = content().icons
    counts = Counter(
        icon
        for construction_card in content().construction_cards
        for icon in construction_card.cells
    )

    assert "".join(icon_2.letter for icon_2 in icons) == "CWMOBHP"
    assert [counts[item.id] for item in icons] == [27] * 6 + [30]
    assert [one.id for one in icons if one.monument_site] == ["plaza"]


# ------------------------------------------------------------ another geometry


def narrow() -> Cards:
    """Cards of one row and three columns; the map is six by two cards, the centre one cell."""
    changes = {
        "geometry": {
            "card_rows": 1,
            "card_columns": 3,
            "board_card_rows": 6,
            "board_card_columns": 2,
            "centre": [[3, 3]],
            "corners": [[1, 1], [6, 6]],
        },
        "table": [
            {
                "players": players,
                "cubes": 5,
                "hand": 2,
                "deck_size": 4,
                "built": players == 1,
                "start_cells": [[2, 2], [5, 5]] if players == 2 else [],
                "start_gold": [0] * players,
            }
            for players in (1, 2)
        ],
        "construction_card": [
            {"id": construction_card.id, "cells": construction_card.cells[:3]}
            for construction_card in content().construction_cards
        ],
    }
    cards: Cards = load(GAME.content, GAME.folder / f"{GAME.id}.toml", changes, "narrow.toml")
    return cards


@pytest.mark.rule("cultus.map.3", "cultus.map.4")
@pytest.mark.parametrize("seats", [1, 2])
def test_a_game_is_played_on_another_map_with_other_cards(seats: int) -> None:
    """Nothing but the content file knows that a card has 2 x 2 cells."""
    town = new(seats, content=narrow())
    assert len(town.icons) == 36
    assert len(town.laid) == (12 if seats == 1 else 0)

    dice, ply = Random(1), 0
    while town.agenda:
        ply += 1
        seat = town.agenda[-1].waiting()[0]
        town, _ = play(town, seat, dice.choice(legal_actions(town, seat)), Chance(1, ply))
    assert GAME.outcome(town) is not None
    names = town.geometry.names
    assert all(town.icons[names.index(cell)] for cell in ("r2c2", "r5c5"))


@pytest.mark.rule("cultus.setup.12")
def test_away_from_a_corner_the_first_card_has_more_places() -> None:
    """A card of one row and three columns over r2c2: from r2c1 or r2c2, turned or not."""
    town = new(2, content=narrow())
    while len(town.agenda) > 2:
        seat = town.agenda[-1].waiting()[0]
        action = legal_actions(town, seat)[0]
        if hasattr(action, "anchor"):
            names = town.geometry.names
            offered = legal_actions(town, seat)
            assert [(names[item.anchor], item.rotation) for item in offered] == [
                ("r2c1", 0),
                ("r2c1", 180),
                ("r2c2", 0),
                ("r2c2", 180),
            ]
            return
        town, _ = play(town, seat, action, Chance(1, 1))
    pytest.fail("nobody laid a card")


def test_a_content_file_is_checked() -> None:
    """An icon that there is not, a card of another size, a cell outside, too few cards."""
    path = GAME.folder / f"{GAME.id}.toml"
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"plan": [{"id": "plan_church", "icon": "chruch"}]}, "Did you mean 'church'"),
        ({"construction_card": [{"id": "construction_01", "cells": ["plaza"]}]}, "1 cell, not 4"),
        ({"geometry": {"centre": [[9, 9]]}}, "no cell r9c9"),
        ({"geometry": {"rotations": [0, 90]}}, "turned by 90"),
    ]
    for changes, words in wrong:
        with pytest.raises(ValueError, match=words):
            load(GAME.content, path, changes, "mine.toml")
