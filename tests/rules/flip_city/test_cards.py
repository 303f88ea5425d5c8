"""The effects of the cards, one by one. Recycling is in test_recycle.py."""

from __future__ import annotations

import pytest

from hako.content.flip_city.events import TopBuried
from tests.rules.flip_city.table import at


@pytest.mark.rule("flip_city.card.residential_area")
def test_a_residential_area_brings_a_dollar_and_an_unhappy_icon() -> None:
    table = at("R C | - | F | $2 0 0/3 2")

    assert table.options == "play"
    assert table.play().turn == "$3 0 1/3 2"


@pytest.mark.rule("flip_city.card.apartment")
def test_an_apartment_on_top_does_not_have_to_be_played() -> None:
    table = at("A C | - | F | $2 0 0/3 2")

    assert table.options == "play, stop"
    assert table.play().turn == "$3 0 1/3 2"


@pytest.mark.rule("flip_city.card.convenience_store")
def test_a_convenience_store_brings_a_dollar() -> None:
    assert at("C F | - | F | $2 0 0/3 2").play().turn == "$3 0 0/3 2"


@pytest.mark.rule("flip_city.card.shopping_mall")
def test_a_shopping_mall_brings_three_dollars_and_a_point() -> None:
    table = at("M F | - | F | $2 0 0/3 2")

    assert table.play().line == "F | - | F M | $5 1 0/3 2"


@pytest.mark.rule("flip_city.card.hospital")
def test_a_hospital_counts_unhappy_icons_of_all_cards_played_so_far() -> None:
    """After R and A a third icon: $1 + $3, borne by a limit of 4."""
    table = at("H C | - | R A U | $2 1 2/4 1").play()

    assert table.turn == "$6 1 3/4 1"


@pytest.mark.rule("flip_city.card.church")
def test_each_church_played_raises_the_limit() -> None:
    table = at("U U C | - | F | $2 0 0/3 2").plays("play, play")

    assert table.turn == "$2 2 0/5 2"


@pytest.mark.rule("flip_city.card.church")
def test_a_church_played_and_one_recycled_add_up() -> None:
    assert at("U C | U | F | $2 0 0/3 2").recycle("U").play().turn == "$2 1 0/5 2"


@pytest.mark.rule("flip_city.card.factory", "flip_city.build.1")
def test_each_factory_played_brings_a_build_action() -> None:
    assert at("F F C | - | - | $0 0 0/3 1").plays("play, play").turn == "$4 0 0/3 3"


@pytest.mark.rule("flip_city.card.power_plant")
def test_a_power_plant_brings_three_points_and_an_unhappy_icon() -> None:
    assert at("W C | - | F | $2 0 0/3 2").play().turn == "$4 3 1/3 2"


@pytest.mark.rule("flip_city.card.central_park")
def test_a_central_park_brings_three_dollars_and_obliges() -> None:
    table = at("K C | - | F | $2 0 0/3 2").play()

    assert table.turn == "$5 0 0/3 2 obliged"
    assert table.options == "play"


@pytest.mark.rule("flip_city.card.station")
def test_a_station_played_brings_three_points_and_nothing_else() -> None:
    assert at("S C | - | F | $2 0 0/3 2").play().line == "C | - | F S | $2 3 0/3 2"


@pytest.mark.rule("flip_city.card.office")
def test_an_office_may_put_the_top_card_on_the_bottom() -> None:
    """$2; the R below would have to be played, the C after it not."""
    table = at("O R C F | - | - | $0 0 0/3 1").play()

    assert table.options == "bury, keep"
    assert table.bury().line == "C F R | - | O | $2 0 0/3 1"
    assert TopBuried(0, "residential_area") in table.told
    assert table.options == "play, stop"


@pytest.mark.rule("flip_city.card.office")
def test_an_office_may_leave_the_top_card() -> None:
    table = at("O R C F | - | - | $0 0 0/3 1").play().keep()

    assert table.line == "R C F | - | O | $2 0 0/3 1"
    assert table.options == "play"


@pytest.mark.rule("flip_city.card.office")
def test_an_office_as_last_card_asks_nothing() -> None:
    assert at("O | C | F | $2 0 0/3 2").play().options == "reshuffle, stop"


@pytest.mark.rule("flip_city.card.office")
def test_the_only_card_of_a_deck_is_buried_where_it_lies() -> None:
    table = at("O R | C | F | $2 0 0/3 2").play().bury()

    assert table.line == "R | C | F O | $4 0 0/3 2"
    assert table.options == "play"


@pytest.mark.rule("flip_city.card.trade_center")
def test_a_trade_center_brings_two_dollars_and_two_points() -> None:
    assert at("T C | - | F | $2 0 0/3 2").play().turn == "$4 2 0/3 2"
