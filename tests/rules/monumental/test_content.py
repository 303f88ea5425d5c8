"""The content file: what is in the box, what a wrong file is told, what the rulebook prints."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from hako.content.monumental import GAME
from hako.content.monumental.cards.land import Chart
from hako.engine.content.files import BadContent
from hako.engine.i18n.width import cell_width
from tests.rules.monumental.table import cards
from tests.rules.tables import corrected

# ------------------------------------------------------------ what is in the box


@pytest.mark.rule("monumental.setup.1")
def test_a_civilization_starts_with_15_city_cards_two_of_them_its_own() -> None:
    deck = Counter(cards().starting_deck("egyptian"))

    assert deck == {
        "work_camp": 5,
        "library": 3,
        "fort": 3,
        "forum": 1,
        "mine": 1,
        "warrior_priest_altar": 1,
        "masonry": 1,
    }


@pytest.mark.rule("monumental.setup.1")
def test_every_civilization_has_five_policies_and_a_warlord_of_its_own() -> None:
    policies = [
        policy for civilization in cards().civilizations for policy in civilization.policies
    ]

    assert len(policies) == len(set(policies)) == len(cards().policies) == 25
    assert len({item.warlord for item in cards().civilizations}) == 5


@pytest.mark.rule("monumental.setup.2")
def test_the_box_holds_what_its_list_says() -> None:
    content = cards()
    basics = {card.id: card.copies for card in content.cards if card.set == "basic"}

    assert basics == {"workshop": 10, "laboratory": 10, "archery_range": 10}
    assert sum(token.copies for token in content.exploration_tokens) == 50
    assert [market.copies for market in content.markets] == [5, 5, 5, 5]
    assert (len(content.heroes), len(content.monsters)) == (12, 12)
    assert sum(card.copies for card in content.automa) == 20


@pytest.mark.rule("monumental.setup.9", "monumental.opt.1")
def test_the_eras_have_as_many_cards_as_their_part_of_the_deck_needs() -> None:
    """5 / 5 / 5, 4 / 4 / 4, 4 / 0 / 4; Lost Kingdoms fills up to 6 / 6 / 7, 6 / 5 / 5, 6 / 0 / 6."""
    for era in cards().eras:
        base, all_sets = (
            Counter(card.kind for card in cards().cards if card.era == era.id and card.set in sets)
            for sets in ({"base", "renaissance"}, {"base", "renaissance", "lost_kingdoms"})
        )
        small, large = era.cards, era.cards_for_five
        assert base == +Counter(
            wonder=small.wonder, building=small.building, knowledge=small.knowledge
        )
        assert all_sets == +Counter(
            wonder=large.wonder, building=large.building, knowledge=large.knowledge
        )


@pytest.mark.parametrize("chart", cards().maps, ids=lambda item: item.id)
@pytest.mark.rule("monumental.setup.2", "monumental.setup.5", "monumental.opt.1")
def test_a_map_is_laid_with_tiles_of_the_box(chart: Chart) -> None:
    laid = Counter(tile.terrain for tile in chart.tiles)

    for terrain in cards().terrains:
        extra = terrain.extra_tiles if chart.players == 5 else 0
        assert laid[terrain.id] <= terrain.tiles + extra


def test_short_names_fit_beside_each_other() -> None:
    content = cards()
    named = (
        *content.cards,
        *content.policies,
        *content.warlords,
        *content.exploration_tokens,
        *content.markets,
        *content.heroes,
        *content.monsters,
    )

    assert [item.id for item in named if cell_width(item.brief.en) > 13] == []
    assert [one.id for one in named if cell_width(one.brief.ja) > 13] == []


# ------------------------------------------------------------ what the rulebook prints


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_rulebook_prints_every_card_as_the_file_does(language: str) -> None:
    """On one line: name, cost or sections, points, and text."""
    lines = (GAME.folder / f"rules.{language}.md").read_text(encoding="utf-8").splitlines()
    content = cards()
    printed = (
        *content.cards,
        *content.policies,
        *content.warlords,
        *content.markets,
        *content.heroes,
        *content.monsters,
        *content.automa,
    )

    for card in printed:
        name, text = card.name.text(language), card.text.text(language)
        [line] = [line for line in lines if f"**{name}**" in line and line.endswith(text)]
        facts = line.removesuffix(text)
        for field in ("cost", "vp", "strength"):
            assert str(getattr(card, field, None) or "") in facts
        assert all(str(section) in facts for section in getattr(card, "sections", ()))


# ------------------------------------------------------------ a wrong file


def test_a_cost_can_be_corrected() -> None:
    content = corrected(GAME, card=[{"id": "temple", "cost": 6}])

    assert content.card["temple"].cost == 6
    assert content.card["aqueduct"].cost == 4


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        (
            {"card": [{"id": "writing", "activate": {"sciense": 1}}]},
            (
                "mine.toml, card \"writing\".activate: unknown field 'sciense'."
                " Did you mean 'science'?"
            ),
        ),
        (
            {"civilization": [{"id": "greek", "warlord": "herakles"}]},
            (
                "mine.toml, civilization \"greek\".warlord: there is no 'herakles'."
                " Did you mean 'hercules'?"
            ),
        ),
        (
            {"civilization": [{"id": "greek", "policies": ["democrazy"]}]},
            (
                "mine.toml, civilization \"greek\".policies: there is no 'democrazy'."
                " Did you mean 'democracy'?"
            ),
        ),
        (
            {"card": [{"id": "temple", "sections": [3, 3]}]},
            'mine.toml, card "temple": a Wonder, and no other card, has sections.',
        ),
        (
            {"card": [{"id": "temple", "completion": [{"op": "draw", "n": 1}]}]},
            'mine.toml, card "temple": only a Wonder has a completion effect.',
        ),
        (
            {"market": [{"id": "silk", "copies": 1}]},
            "mine.toml, map \"clash_2\": 2 tokens 'silk' are needed, there is 1.",
        ),
        (
            {"map": [{"id": "clash_2", "players": 3}]},
            'mine.toml, map "clash_2": 3 players need as many capitals, there are 2.',
        ),
        (
            {"map": [{"id": "clash_2", "capitals": [[0, 0], [-2, 1]]}]},
            'mine.toml, map "clash_2": 2 tiles lie at (0, 0).',
        ),
        (
            {
                "map": [
                    {
                        "id": "clash_2",
                        "tiles": [{"q": 0, "r": r, "terrain": "meadow"} for r in range(3, 33)],
                    }
                ]
            },
            'mine.toml, map "clash_2": its tiles lie in 32 rows, and only 26 have a letter.',
        ),
    ],
)
def test_an_error_names_the_file_the_entry_the_field_and_what_would_do(
    changes: dict[str, Any], text: str
) -> None:
    with pytest.raises(BadContent) as error:
        corrected(GAME, **changes)

    assert str(error.value) == text
