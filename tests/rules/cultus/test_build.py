"""Building monuments, and what the cards enable their owners to do there."""

from __future__ import annotations

import pytest

from hako.content.cultus.events.monuments import (
    BonusScored,
    CubeReplaced,
    LastCubePlaced,
    MonumentCardTurnedUp,
    SiteScored,
)
from hako.content.cultus.scoring import building_pays, icons_around
from hako.engine.i18n.lazy_text import LazyText
from tests.rules.cultus.table import acting, at, content, in_turn, new, ruler, town_of_s

READY = ruler("r3c7", cost=10)


@pytest.mark.rule("cultus.build.1")
def test_building_takes_ten_gold_on_the_cost_board() -> None:
    """Character gold does not help."""
    turn = acting(ruler("r3c7", cost=9, character_gold=10))

    assert turn.offers("build") == []
    why = LazyText("monument_too_dear", {"price": 10, "gold": 9})
    assert turn.why_not("build military") == why
    assert acting(READY).offers("build")


@pytest.mark.rule("cultus.build.1")
def test_building_takes_a_plaza() -> None:
    turn = acting(ruler("r3c8", cost=10))

    assert turn.offers("build") == []
    assert turn.why_not("build military") == LazyText("no_site", {"icon": "barracks"})


@pytest.mark.rule("cultus.build.1")
@pytest.mark.parametrize("whose", [0, 1])
def test_a_cell_holds_one_monument(whose: int) -> None:
    own, text = ("r3c7", "") if whose == 0 else ("", "r3c7")

    turn = acting(ruler("r3c7", cost=10, monuments=own), ruler("r8c8", monuments=text))

    assert turn.offers("build") == []
    assert turn.why_not("build military") == LazyText("monument_there")


@pytest.mark.rule("cultus.build.2")
def test_the_cube_of_the_cost_board_is_the_monument() -> None:
    """On the map; the pawn stays; the cost board starts again at 0."""
    built = acting(READY).build("industry")

    assert built.me.monuments == (at("r3c7"),)
    assert built.me.pawn == at("r3c7")
    assert built.me.cost == 0


@pytest.mark.rule("cultus.build.3")
def test_one_of_the_open_cards_is_taken_and_replaced() -> None:
    turn = acting(READY)
    assert turn.offers("build") == ["military", "industry", "reconstruction_church"]
    top = turn.town.monument_deck[0]

    built = turn.build("industry")

    assert built.me.cards == ("industry",)
    assert built.town.open_monuments == ("military", "reconstruction_church", top)
    assert built.happened(MonumentCardTurnedUp) == [MonumentCardTurnedUp(str(top))]
    assert len(built.town.monument_deck) == 8


@pytest.mark.rule("cultus.build.3")
def test_when_the_deck_is_empty_nothing_replaces_the_card() -> None:
    rest = [text for text in content().monument if text not in ("military", "industry", "roads")]
    other = ruler("r8c8", owns=" ".join(rest))

    built = acting(READY, other, shown="military industry roads").build("roads")

    assert built.town.open_monuments == ("military", "industry")
    assert built.happened(MonumentCardTurnedUp) == []


@pytest.mark.rule("cultus.build.4")
def test_each_icon_around_brings_three_points() -> None:
    """Markets at r2c6 and r4c7."""
    assert icons_around(town_of_s(), at("r3c7"), "market") == 2

    built = acting(READY).build("industry")

    assert built.happened(BonusScored) == [BonusScored(0, "market", 2, 6)]
    assert built.me.vp == 6


@pytest.mark.rule("cultus.build.4")
def test_diagonal_cells_and_cells_with_pawns_or_monuments_count() -> None:
    """Barracks at r2c8, r3c8 and r4c6, with a monument and a pawn on two of them."""
    assert acting(READY, ruler("r3c8", monuments="r2c8")).build("military").me.vp == 9


@pytest.mark.rule("cultus.build.4")
def test_without_the_icon_around_there_is_no_bonus() -> None:
    """No office around r3c7."""
    built = acting(READY).build("reconstruction_church")

    assert built.me.vp == 0
    assert built.happened(BonusScored) == []


@pytest.mark.rule("cultus.build.5", "cultus.monument.1")
def test_reconstruction_allows_another_icon_and_pays_for_it() -> None:
    """On barracks r3c8: 3 VP for the church r2c7, and 2 VP for the site."""
    me = ruler("r3c8", cost=10, owns="reconstruction_barracks")

    built = acting(me, shown="friendship military industry").build("friendship")

    assert built.happened(SiteScored) == [SiteScored(0, "barracks", 2)]
    assert built.me.vp == 5


@pytest.mark.rule("cultus.build.5")
def test_a_card_taken_now_does_not_pay_for_its_own_site() -> None:
    """Built on a market with Reconstruction (market); another Reconstruction is taken."""
    me = ruler("r4c7", cost=10, owns="reconstruction_market")

    built = acting(me, shown="reconstruction_barracks").build("reconstruction_barracks")

    assert [scored.icon for scored in built.happened(SiteScored)] == ["market"]


@pytest.mark.rule("cultus.build.5")
def test_a_plaza_pays_no_site_bonus() -> None:
    me = ruler("r3c7", cost=10, owns="reconstruction_barracks")

    assert acting(me, shown="reconstruction_church").build("reconstruction_church").me.vp == 0


@pytest.mark.rule("cultus.build.6")
def test_an_ability_works_at_once() -> None:
    """Roads: the next step goes two cells."""
    walked = acting(READY, shown="roads").build("roads").walk("r3c8", "r4c8")

    assert walked.me.pawn == at("r4c8")
    assert walked.points == 1


@pytest.mark.rule("cultus.build.7")
def test_a_cube_of_the_stock_goes_to_the_cost_board() -> None:
    built = acting(ruler("r3c7", cost=10, stock=2)).build("military")

    assert built.happened(CubeReplaced) == [CubeReplaced(0)]
    assert (built.me.stock, built.me.cost) == (1, 0)


@pytest.mark.rule("cultus.build.2", "cultus.build.8")
def test_without_a_stock_the_last_cube_is_placed() -> None:
    """No cube on the cost board any more, so no further monument."""
    me = ruler("r3c7", cost=10, stock=0, monuments="r1c2 r1c3 r1c5 r1c7")
    built = acting(me).build("military")

    assert built.happened(LastCubePlaced) == [LastCubePlaced(0)]
    assert (built.me.stock, built.me.cost) == (0, None)
    assert built.town.last_cube == 0
    later = acting(ruler("r4c5", cost=None, stock=0), last_cube=1)
    assert later.why_not("build military") == LazyText("no_cube")


@pytest.mark.rule("cultus.build.9")
@pytest.mark.parametrize(("seats", "most"), [(1, 5), (2, 5), (3, 4), (4, 3)])
def test_how_many_monuments_there_can_be(seats: int, most: int) -> None:
    """The stock, and the cube that starts on the cost board; never more than 12 in all."""
    for player in new(seats).rulers:
        assert player.stock + 1 == most
    assert seats * most <= len(content().monument_cards)


@pytest.mark.rule("cultus.monument.1", "cultus.monument.9")
def test_several_reconstruction_cards_work_together() -> None:
    """Barracks r3c8 and market r4c7 are sites, the church r2c7 is not."""
    owns = "reconstruction_barracks reconstruction_market"
    for cell, can in (("r3c8", True), ("r4c7", True), ("r3c7", True), ("r2c7", False)):
        assert bool(acting(ruler(cell, cost=10, owns=owns)).offers("build")) == can


@pytest.mark.rule("cultus.monument.1")
def test_reconstruction_works_for_its_owner_only() -> None:
    turn = acting(ruler("r3c8", cost=10), ruler("r8c8", owns="reconstruction_barracks"))

    assert turn.offers("build") == []


@pytest.mark.rule("cultus.monument.5", "cultus.build.1")
def test_friendship_builds_where_a_monument_stands() -> None:
    """Any number may share a cell."""
    me = ruler("r3c7", cost=10, owns="friendship", monuments="r3c7")

    built = acting(me, ruler("r8c8", monuments="r3c7")).build("military")

    assert built.me.monuments == (at("r3c7"), at("r3c7"))


@pytest.mark.rule("cultus.monument.5")
def test_friendship_works_for_its_owner_only() -> None:
    rival = ruler("r1c1", owns="friendship", monuments="r3c7")
    me = ruler("r3c7", cost=10)

    assert acting(rival, me, seat=1).offers("build") == []


@pytest.mark.rule("cultus.build.4", "cultus.build.5")
def test_what_building_would_pay_can_be_asked_for() -> None:
    """A board shows beside each open card: example 9."""
    turn = acting(ruler("r2c3", cost=10, owns="reconstruction_barracks"))

    assert building_pays(turn.town, 0, at("r2c3"), "friendship") == 8
    assert building_pays(turn.town, 0, at("r2c3"), "military") == 2


@pytest.mark.rule("cultus.action.3")
def test_who_can_build_with_the_last_point_has_to_spend_it() -> None:
    assert not acting(READY, points=1).can("end")
    assert in_turn(READY).seat == 0
