"""Cards that an owner of the box corrects or adds in a file, without any code."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hako.content.world_monger import GAME
from hako.content.world_monger.actions import EndTurn, UseCard
from hako.engine.content.files import BadContent
from hako.engine.rules.play import legal_actions
from tests.rules.tables import corrected
from tests.rules.world_monger.table import Table, acting, new


def test_a_value_can_be_corrected() -> None:
    content = corrected(GAME, culture=[{"id": "chariot", "value": 4}])

    assert content.culture["chariot"].value == 4
    assert content.culture["pyramid"].value == 2


def test_a_new_kind_is_played_from_its_operations_alone() -> None:
    """A Harbour: draw 1, then everybody takes 2 coins for each Share. Egypt starts with it."""
    harbour = {
        "id": "harbour",
        "name": {"en": "Harbour", "ja": "港"},
        "short": {"en": "HAR", "ja": "港"},
        "text": {
            "en": "Draw 1 card. All take 2 coins a Share.",
            "ja": "1枚引く。株券1枚につき2コイン。",
        },
        "use": [{"op": "draw", "count": 1}, {"op": "pay_holders", "coins": 2}],
    }
    content = corrected(
        GAME,
        culture=[harbour],
        civilization=[{"id": "egypt", "start_deck": {"harbour": 1}}],
    )
    table = acting("egypt", egypt="V | V V V | - | 3")
    egypt = table.world.civilization("egypt").with_area(["harbour"])
    world = replace(table.world, content=content, civilizations=(egypt,))

    assert list(legal_actions(world, 0)) == [UseCard("harbour"), EndTurn()]
    played = Table(world).use("harbour")
    assert played.area("egypt") == "V harbour* V"
    assert played.coins[0] == 15 + 6
    assert new(4, content=content, civilizations="first_game").left("harbour") == 7


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        (
            {"civilization": [{"id": "egypt", "feature_culture": "piramid"}]},
            "there is no 'piramid'. Did you mean 'pyramid'?",
        ),
        (
            {"culture": [{"id": "villager", "copies": 20}]},
            "the starting decks take 24 of it (civilizations: 4), and the file has 20",
        ),
        (
            {"culture": [{"id": "city", "valeu": 2}]},
            "unknown field 'valeu'. Did you mean 'value'?",
        ),
    ],
)
def test_a_mistake_is_named_with_its_place_and_a_suggestion(
    changes: dict[str, Any], text: str
) -> None:
    with pytest.raises(BadContent) as caught:
        corrected(GAME, **changes)

    assert text in str(caught.value)
