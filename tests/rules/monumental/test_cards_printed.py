"""Printed values of the cards: costs, VP, and the gain of activating them."""

from __future__ import annotations

import pytest

from hako.content.monumental.actions import AcquireBasic, AcquireCard, CompleteSection
from hako.content.monumental.steps.city import Activate
from tests.rules.monumental.bearer import QUIET
from tests.rules.monumental.table import Table, acting, at, cards, egyptian

STARTING = {
    "work_camp": "P1",
    "library": "S1",
    "fort": "M1",
    "forum": "C1",
    "mine": "G1",
    "paper_mill": "G1",
    "longship_yard": "M1",
    "warrior_priest_altar": "-",
    "odeon": "S1",
    "samurai_training_ground": "N2",
    "pyrotechnics": "-",
    "seafaring": "-",
    "masonry": "-",
    "philosophy": "-",
    "bushido": "M1",
}
"""Gains of the cards of the starting decks."""

BUILDINGS = {
    # Basic buildings
    "workshop": ("P3", "P2"),
    "laboratory": ("P3", "S2"),
    "archery_range": ("P3", "M2"),
    # Era I
    "aqueduct": ("P4", "P2 G1"),
    "temple": ("P5", "G1 C1"),
    "barracks": ("P4", "M3"),
    "school": ("P4", "S3"),
    "harbour": ("P4", "P1 G1"),
    "theatre": ("P5", "S1 C1"),
    # Era II
    "university": ("P6", "S3"),
    "castle": ("P6", "M4"),
    "cathedral": ("P7", "G1 C2"),
    "guild_hall": ("P6", "P3 G1"),
    "windmill": ("P6", "P3 G1"),
    # Renaissance
    "printing_house": ("P7", "S3 C1"),
    "bank": ("P7", "G3"),
    "observatory": ("P7", "S4"),
    "arsenal": ("P7", "P1 M4"),
}
"""Cost, and yield."""

KNOWLEDGE = {
    # Era I
    "irrigation": ("S3", 2, "P2"),
    "metal_casting": ("S3", 2, "M1"),
    "fortress_building": ("S3", 2, "M1"),
    "currency": ("S4", 2, "G1"),
    "writing": ("S4", 2, "-"),
    "mathematics": ("S3", 2, "S1"),
    "astronomy": ("S4", 3, "S1"),
    # Era II
    "compass": ("S5", 4, "G1"),
    "heraldry": ("S5", 4, "-"),
    "alchemy": ("S5", 4, "S1"),
    "engineering": ("S6", 4, "P1"),
    "algebra": ("S6", 4, "S1"),
    # Renaissance
    "printing_press": ("S7", 5, "-"),
    "perspective": ("S6", 5, "G1 C1"),
    "navigation": ("S6", 5, "G1"),
    "gunpowder": ("S7", 5, "M2"),
    # Era III
    "steam_power": ("S7", 7, "P4"),
    "electricity": ("S8", 8, "-"),
    "aviation": ("S7", 7, "M2"),
    "computers": ("S8", 8, "-"),
    "nuclear_physics": ("S8", 8, "-"),
    "modern_medicine": ("S7", 7, "G1 C1"),
}
"""Cost, VP, and yield."""

WONDERS = {
    # Era I
    "pyramids_of_giza": ((4, 4), 5, "P3"),
    "great_library": ((4, 4), 5, "S2"),
    "colossus_of_rhodes": ((4, 4), 5, "M2 G1"),
    "hanging_gardens": ((3, 4), 4, "G1 C1"),
    "colosseum": ((4, 4), 5, "G2"),
    "petra": ((4, 4), 5, "G2"),
    # Era II
    "hagia_sophia": ((5, 6), 8, "S2 C1"),
    "angkor_wat": ((6, 6), 8, "P3 G1"),
    "notre_dame": ((6, 6), 8, "G2 C1"),
    "great_wall": ((6, 6), 9, "M4"),
    "chichen_itza": ((5, 6), 8, "S3"),
    "machu_picchu": ((6, 6), 8, "P2 G2"),
    # Renaissance
    "forbidden_city": ((7, 7), 10, "P3 C1"),
    "taj_mahal": ((7, 7), 10, "G2 C2"),
    "st_peters_basilica": ((6, 7), 10, "S2 C1"),
    "himeji_castle": ((7, 7), 11, "M5"),
    # Era III
    "eiffel_tower": ((6, 5, 5), 12, "G3 C1"),
    "statue_of_liberty": ((6, 6, 5), 12, "C3"),
    "panama_canal": ((6, 5, 5), 12, "G4"),
    "international_space_station": ((7, 6, 6), 15, "S5"),
    "sydney_opera_house": ((6, 5, 5), 12, "G1 C2"),
    "hoover_dam": ((6, 5, 5), 12, "P5"),
}
"""Sections, VP, and yield."""

YIELDS = {
    **STARTING,
    **{card: printed[-1] for card, printed in BUILDINGS.items()},
    **{card: printed[-1] for card, printed in KNOWLEDGE.items()},
    **{card: printed[-1] for card, printed in WONDERS.items()},
}


def test_every_card_of_the_file_is_tested_here() -> None:
    assert YIELDS.keys() == cards().card.keys()


@pytest.mark.parametrize(("card", "yielded"), YIELDS.items())
@pytest.mark.rule("monumental.city.2")
def test_activating_a_card_yields_what_is_printed_on_it(card: str, yielded: str) -> None:
    """The card alone in the City, a Knowledge with nothing above it."""
    own = egyptian(city=f"{card} {QUIET[2:]}")

    assert at(Activate(0), realms=(own,)).plays("activate 1 1").supply() == yielded


@pytest.mark.parametrize(("card", "cost"), [(card, pair[0]) for card, pair in BUILDINGS.items()])
@pytest.mark.rule("monumental.acquire.1", "monumental.acquire.2")
def test_a_building_costs_so_much_production(card: str, cost: str) -> None:
    basic = card in ("workshop", "laboratory", "archery_range")
    action = AcquireBasic(card) if basic else AcquireCard(card)
    table = acting(egyptian(cost), display="" if basic else card)
    poor = acting(egyptian(f"P{int(cost[1:]) - 1}"), display="" if basic else card)

    table.do(action)

    assert table.supply() == "-"
    assert table.deck() == card
    assert action not in poor.options


@pytest.mark.parametrize(
    ("card", "cost", "vp"), [(card, *row[:2]) for card, row in KNOWLEDGE.items()]
)
@pytest.mark.rule("monumental.acquire.1", "monumental.score.2")
def test_a_knowledge_costs_so_much_science_and_is_worth_so_much(
    card: str, cost: str, vp: int
) -> None:
    table = acting(egyptian(cost), display=card)
    poor = acting(egyptian(f"S{int(cost[1:]) - 1}"), display=card)

    table.do(AcquireCard(card))

    assert table.supply() == "-"
    assert table.scores[0].science == vp
    assert AcquireCard(card) not in poor.options


@pytest.mark.parametrize("card", ["pyrotechnics", "seafaring", "masonry", "philosophy", "bushido"])
@pytest.mark.rule("monumental.score.2")
def test_a_starting_knowledge_is_worth_1(card: str) -> None:
    assert acting(egyptian(knowledge=card)).scores[0].science == 1


@pytest.mark.parametrize(
    ("card", "sections", "vp"), [(card, *row[:2]) for card, row in WONDERS.items()]
)
@pytest.mark.rule("monumental.wonder.1", "monumental.score.3")
def test_a_wonder_costs_so_much_a_section_and_is_worth_so_much(
    card: str, sections: tuple[int, ...], vp: int
) -> None:
    """Each section is paid exactly; with 1 Production less it is not offered."""
    for done, cost in enumerate(sections):
        assert CompleteSection(card) not in _building(card, done, cost - 1).options
        table = _building(card, done, cost).do(CompleteSection(card))

    assert card in table.realm().wonders
    assert table.scores[0].architecture == vp


def _building(card: str, done: int, production: int) -> Table:
    """A player with so many sections done, who holds a Province for the token."""
    own = egyptian(f"P{production}", building=f"{card} {done}" if done else "")
    return acting(own, display="" if done else card, tiles={(2, 0): "0 S1"})
