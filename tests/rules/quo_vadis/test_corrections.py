"""Cards that an owner of the box corrects or adds in a file, without any code."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content.quo_vadis import GAME
from hako.content.quo_vadis.steps.play_card import PlayCard
from hako.content.quo_vadis.steps.rounds import FinalSettlement
from hako.content.quo_vadis.working_skills import hand_max, maximum
from hako.engine.content.files import BadContent
from tests.rules.quo_vadis.table import at
from tests.rules.tables import corrected


def test_the_split_of_the_epic_cards_can_be_corrected() -> None:
    content = corrected(
        GAME, epic=[{"id": "miracle", "copies": 24}, {"id": "revelation", "copies": 16}]
    )

    assert content.epic["miracle"].copies == 24
    assert len(list(content.epic_pile())) == 100


def test_the_terrain_of_a_tile_can_be_corrected() -> None:
    content = corrected(GAME, tile=[{"id": "1-2", "terrain": ["sea", "mountain", "plains"]}])

    assert at().given(content=content).world.terrain("1-2a") == "sea"


def test_the_maxima_of_a_race_can_be_corrected() -> None:
    content = corrected(GAME, constants={"standard": {"spirit": 6}})

    assert maximum(at().given(content=content).world, 0, "spirit") == 6


def test_a_new_skill_works_from_its_effects_alone() -> None:
    """A Crusade: two more Blessings' actions, a card more in hand, 1 VP for each area at the end."""
    crusade = {
        "id": "crusade",
        "name": {"en": "Crusade", "ja": "聖戦"},
        "text": {"en": "...", "ja": "..."},
        "effects": [
            {"effect": "add", "number": "actions", "amount": 2, "kinds": ["blessing"]},
            {"effect": "add", "number": "hand_max", "amount": 1},
            {"effect": "score", "per": "area", "vp": 1},
        ],
    }
    content = corrected(GAME, skill=[crusade])
    table = at(PlayCard(0), turn="A 1-2", A="hand=b gens= skills=crusade").given(content=content)
    assert hand_max(table.world, 0) == 5
    assert table.play("b").of("A").spirit == 3

    final = at(FinalSettlement(), pieces="A:1-2a A:1-3a", A="skills=crusade")
    assert final.given(content=content).go().of("A").vp == 2


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        (
            {"skill": [{"id": "truce", "effects": [{"effect": "power", "power": "truse"}]}]},
            r'mine.toml, skill "truce".*unknown value \'truse\'. Did you mean \'truce\'\?',
        ),
        (
            {"race": [{"id": "mystic", "basic_skills": ["far_sight", "divine_wisdon"]}]},
            r'race "mystic": there is no \'divine_wisdon\'. Did you mean \'divine_wisdom\'\?',
        ),
        (
            {"constants": {"draft_hand": 7}},
            r"besides the basic ones the draft takes 35 of them \(players: 5\), and the file has 30",
        ),
    ],
)
def test_a_correction_that_does_not_fit_is_told(changes: dict[str, Any], text: str) -> None:
    with pytest.raises(BadContent, match=text):
        corrected(GAME, **changes)
