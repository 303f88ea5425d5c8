"""Every card, with its exact choices, and the words that cards use."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content.world_monger import GAME
from hako.content.world_monger.events.civilization_phase import CardUsed, HolderPaid
from hako.content.world_monger.events.decks import CardsDrawn
from hako.content.world_monger.state import end_value
from hako.content.world_monger.steps.civilization_phase import CivilizationTurn
from hako.engine.content.rulebook import parse
from tests.rules.tables import by_clause
from tests.rules.world_monger.table import Table, acting, at, cards


def greece(row: str, **table: Any) -> Table:
    """Seat 0 uses the cards of Greece; any civilization may come to have any card."""
    return acting("greece", greece=row, **table)


def using(row: str, **table: Any) -> Table:
    """The first card of Greece's play area was used."""
    return greece(row, **table).use(row.split()[0])


def cavalry(egypt: str) -> Table:
    """The Huns used Cavalry on the only other deck."""
    return acting("huns", huns="cavalry V | V V V | - | 1", egypt=egypt).use("cavalry")


# ------------------------------------------------------------ what cards do at home


@by_clause(
    "row moves after",
    ("card.city term.2", "city | S V V", "", "city* S V | V | -"),
    ("detail.1", "city | V V | S S", "", "city* V V | - | S S"),  # the deck stays empty
    ("card.ironworks", "ironworks V city V | V | S", "gain city", "ironworks* city V | V | S city"),
    ("civ.8", "ironworks chariot | V", "", "ironworks* chariot | V | -"),
    ("card.expedition", "expedition V | V", "put chariot", "V chariot | V | -"),
    ("card.expedition", "expedition expedition | V", "put V", "expedition V | V | -"),
    ("card.merchant_ship", "merchant_ship V | V", "enough", "merchant_ship* V | V | -"),
    # three at most, in an order of choice, and as many are drawn
    (
        "card.merchant_ship",
        "merchant_ship V S V S | chariot V V V",
        "discard_card S, discard_card V, discard_card S",
        "merchant_ship* V chariot V V | V | S V S",
    ),
    # a card that is being used is not unused for its own effect; another of its kind is
    (
        "civ.4",
        "merchant_ship merchant_ship | V V",
        "discard_card merchant_ship",
        "merchant_ship* V | V | merchant_ship",
    ),
    (
        "card.monk",
        "monk monk* city* official* | V",
        "refresh city",
        "monk* monk* city official* | V | -",
    ),
    # even the card that it drew may be put back; what is on top is drawn next
    ("card.official", "official V | city V", "topdeck city", "official* V | city V | -"),
    ("card.official", "official V | city V", "enough", "official* V city | V | -"),
    (
        "term.8",
        "official official | V S",
        "topdeck V, use official, enough",
        "official* official* V | S | -",
    ),
    (
        "card.observatory",
        "observatory V | S altar V V",
        "put_looked altar, discard_looked V",
        "observatory* V altar | V | V S",
    ),
    ("card.observatory", "observatory | chariot", "", "observatory* chariot | - | -"),
    ("card.royal_road", "royal_road | S S V", "", "royal_road* S S | V | -"),  # it goes on once
    ("card.royal_road", "royal_road | V S V", "", "royal_road* V | S V | -"),
    (
        "card.shrine_maiden",
        "shrine_maiden S V | city V",
        "trash_card S",
        "shrine_maiden* V city | V | -",
    ),
    # who declines to trash draws nothing
    ("detail.3", "shrine_maiden V | S S", "enough", "shrine_maiden* V | S S | -"),
    ("card.rice_paddy", "rice_paddy | V", "put_cards V 2", "rice_paddy* V V | V | -"),
    ("card.rice_paddy", "rice_paddy | V", "put_cards V 0", "rice_paddy* | V | -"),
)
def test_a_card_that_is_used_changes_its_own_civilization(row: str, moves: str, after: str) -> None:
    """Rows are "play area | deck | discard"; the first card is used."""
    assert using(row).plays(moves).row("greece") == after


@by_clause(
    "row moves offered",
    ("term.2", "city | chariot city V V", "", "use city, end_turn"),
    ("term.3", "expedition V | V V V", "put city", "use city, end_turn"),
    # Shares and cards without an effect are always unused, a used City is not
    ("term.6", "official city* S | V V", "", "topdeck S, topdeck V, enough"),
    # without any card to draw one may still put one back
    ("detail.2", "official S", "", "topdeck S, enough"),
    ("card.official", "official V | city", "", "topdeck V, topdeck city, enough"),
    ("card.expedition", "expedition | V", "", "put V, put pyramid, put city"),
    ("card.expedition", "expedition expedition | V", "put V", "use expedition, end_turn"),
    ("card.ironworks", "ironworks V | V", "", "gain pyramid, gain city"),
    ("card.merchant_ship", "merchant_ship V S | V V", "", "discard_card V, discard_card S, enough"),
    ("card.monk", "monk monk* city* law_code* | V", "", "refresh city, refresh law_code"),
    ("card.monk", "monk city* | V", "", "use city, end_turn"),
    (
        "card.observatory",
        "observatory | S altar V",
        "",
        "put_looked S, put_looked altar, put_looked V",
    ),
    # what is put into play cannot be used before the others are discarded
    (
        "card.observatory",
        "observatory | S altar V",
        "put_looked altar",
        "discard_looked S, discard_looked V",
    ),
    (
        "card.observatory",
        "observatory | S altar V",
        "put_looked altar, discard_looked V",
        "use altar, end_turn",
    ),
    ("card.altar", "altar S V pyramid | V", "", "trash_card V, trash_card pyramid"),
    ("card.shrine_maiden", "shrine_maiden S V city* | V", "", "trash_card S, trash_card V, enough"),
    ("card.rice_paddy", "rice_paddy | V", "", "put_cards V 2, put_cards V 1, put_cards V 0"),
)
def test_a_card_that_is_used_asks_for_what_it_says(row: str, moves: str, offered: str) -> None:
    """The supply has Villagers, Pyramids and Cities, and no Chariot any more."""
    assert using(row, supply="V16 pyramid7 chariot0 city7").plays(moves).offered == offered


@by_clause(
    "row moves supply trash",
    ("card.ironworks", "ironworks V | V", "", "V16 druid0 city0", "V"),
    ("card.expedition", "expedition V | V", "", "V0 expedition3", "expedition"),
    ("card.rice_paddy", "rice_paddy | V", "put_cards V 1", "V1 city0", "-"),
)
def test_what_the_supply_lacks_is_not_gained(row: str, moves: str, supply: str, trash: str) -> None:
    """But what is to be trashed is trashed all the same."""
    table = using(row, supply=supply, final_round=9).plays(moves)

    assert not table.world.agenda
    assert table.trash("greece") == trash


@by_clause(
    "row",
    ("card.ironworks detail.3", "ironworks S | V"),  # no Villager to trash, so nothing is gained
    ("card.druid", "druid | V"),
    ("card.legion", "legion V | V"),
    ("card.monk", "monk monk* city | V V"),
    ("card.observatory", "observatory V"),
    ("card.altar", "altar S S | V"),
    ("card.cavalry", "cavalry | V"),
    ("card.rice_paddy", "rice_paddy | V"),
)
def test_a_card_that_finds_nothing_is_used_and_asks_nothing(row: str) -> None:
    """No Villager is left in the supply, and Egypt has but two Shares in play."""
    table = using(row, supply="V0 city3", egypt="S S")

    assert table.told == (CardUsed(0, "greece", row.split()[0]),)


@pytest.mark.rule("world_monger.card.none")
def test_cards_without_an_effect_cannot_be_used() -> None:
    assert greece("V pyramid chariot S city | V V").offered == "use city, end_turn"


@pytest.mark.parametrize("card", ["villager", "pyramid", "chariot", "share"])
@pytest.mark.rule("world_monger.card.none")
def test_some_cards_have_no_effect(card: str) -> None:
    assert not cards().card[card].use
    assert cards().card[card].constant is None


@pytest.mark.rule("world_monger.card.city", "world_monger.term.2")
def test_what_is_drawn_is_told_to_all() -> None:
    assert CardsDrawn("greece", ("share", "villager")) in greece("city | S V V").use("city").told


@pytest.mark.rule("world_monger.term.5", "world_monger.term.7")
def test_a_gained_card_comes_from_the_supply_and_a_trashed_one_does_not_return_there() -> None:
    table = greece("ironworks V | V | S").use("ironworks").gain("city")

    assert table.trash("greece") == "V"
    assert (table.left("V"), table.left("city")) == (16, 6)


@pytest.mark.rule("world_monger.card.rice_paddy", "world_monger.card.expedition")
def test_what_is_put_into_play_comes_from_the_supply() -> None:
    paddy, phalanx = greece("rice_paddy | V"), greece("V expedition phalanx | V")

    assert paddy.plays("use rice_paddy, put_cards V 2").left("V") == 14
    assert phalanx.plays("use expedition, put phalanx").left("phalanx") == 6
    assert phalanx.price("greece") == 9


@pytest.mark.rule("world_monger.term.6")
def test_a_used_card_that_leaves_is_unused_when_it_comes_back() -> None:
    """Rome's Legion sends Greece's used City away; after a shuffle Greece draws it again."""
    table = acting("rome", greece="city* V | V | -", rome="legion V | V | - | 1").use("legion")
    table.discard_there("greece", "city")
    again = greece(f"city V | - | {table.discard('greece')} | 1").use("city", order="city")

    assert again.area("greece") == "city* V city"


# ------------------------------------------------------------ decks that run out


@pytest.mark.rule("world_monger.detail.1", "world_monger.civ.2")
def test_a_short_deck_is_filled_up_for_the_layout() -> None:
    """Two cards are left: they come first, then three of the shuffled five."""
    table = at(CivilizationTurn("egypt"), egypt="- | chariot V | V V V pyramid S")

    table.go(order="pyramid S V V V")

    assert table.row("egypt") == "chariot V pyramid S V | V V | -"


@pytest.mark.rule("world_monger.detail.1")
def test_other_decks_are_filled_up_to_be_looked_at() -> None:
    table = acting("huns", huns="cavalry | V | - | 1", egypt="- | V | S chariot")

    table.use("cavalry", order="chariot S")

    assert table.offered == "discard_looked V, discard_looked chariot, enough"
    assert table.discard("egypt") == "-"


@pytest.mark.rule("world_monger.card.merchant_ship", "world_monger.detail.1")
def test_a_merchant_ships_discards_are_shuffled_in_if_it_needs_them() -> None:
    """The deck is empty: it draws the Share that it has just discarded."""
    table = greece("merchant_ship V S | - | V").plays("use merchant_ship, discard_card S")

    table.enough(order="S V")

    assert table.row("greece") == "merchant_ship* V S | V | -"


# ------------------------------------------------------------ what cards do elsewhere


@pytest.mark.rule("world_monger.term.1")
def test_a_card_means_its_own_civilizations_deck_and_area() -> None:
    """Seat 0 holds Shares of both; Greece's City draws Greece's cards."""
    table = greece("city | V chariot V | - | 1", rome="V | S S S | V | 1").use("city")

    assert table.area("greece") == "city* V chariot"
    assert table.row("rome") == "V | S S S | V"


@pytest.mark.rule("world_monger.card.druid")
def test_a_druid_sends_two_villagers_to_any_other_civilization() -> None:
    """Rome is controlled, Egypt is not."""
    table = greece("druid | V | - | 1", rome="- | V | S | 0 2", egypt="- | V").use("druid")

    assert table.offered == "choose rome, choose egypt"
    assert table.choose("rome").discard("rome") == "S V V"
    assert table.left("V") == 14


@pytest.mark.rule("world_monger.card.druid")
def test_a_druid_sends_the_last_villager_alone() -> None:
    table = greece("druid | V | - | 1", supply="V1 city3", rome="-").use("druid")

    assert table.discard("rome") == "V"


@pytest.mark.rule("world_monger.card.legion", "world_monger.term.4", "world_monger.setup.6")
def test_a_legion_sends_any_culture_card_used_or_not_to_its_own_discards_but_no_share() -> None:
    table = acting("rome", egypt="S V pyramid", greece="city* S | - | V", rome="legion | V | S")

    table.use("legion")

    taken = ("egypt V", "egypt pyramid", "greece city")
    assert table.offered == ", ".join(f"discard_there {card}" for card in taken)
    table.discard_there("greece", "city")
    assert table.row("greece") == "S | - | V city"
    assert table.discard("rome") == "S"


@pytest.mark.rule("world_monger.card.cavalry")
def test_cavalry_looks_at_two_cards_of_another_deck() -> None:
    row = "cavalry V | V V V | - | 1"
    table = acting("huns", huns=row, egypt="- | S chariot V", rome="- | V V").use("cavalry")

    assert table.offered == "choose egypt, choose rome"
    assert table.choose("egypt").offered == "discard_looked S, discard_looked chariot, enough"


@by_clause(
    "moves egypt",
    ("card.cavalry", "discard_looked chariot, discard_looked S", "- | V | chariot S"),
    ("card.cavalry", "discard_looked S, enough", "- | chariot V | S"),
    ("card.cavalry", "enough, return_looked S", "- | S chariot V | -"),
    ("card.cavalry", "enough, return_looked chariot", "- | chariot S V | -"),
)
def test_cavalry_discards_both_or_one_and_puts_back_in_any_order(moves: str, egypt: str) -> None:
    assert cavalry("- | S chariot V").plays(moves).row("egypt") == egypt


@pytest.mark.rule("world_monger.card.cavalry")
def test_what_cavalry_puts_back_is_asked_card_by_card() -> None:
    assert cavalry("- | S chariot V").enough().offered == "return_looked S, return_looked chariot"


# ------------------------------------------------------------ what cards are worth


@by_clause(
    "area price",
    ("card.phalanx", "phalanx", 4),
    ("card.phalanx", "phalanx phalanx", 8),
    ("card.phalanx", "phalanx phalanx phalanx", 11),
    ("card.war_elephant", "war_elephant", 6),
    ("card.war_elephant", "war_elephant war_elephant", 6),  # 2 + 2 + 2: in each other's way
    ("card.law_code", "law_code V V", 7),
    ("card.law_code", "law_code law_code V V", 8),  # the second brings its own 1 only
    ("card.law_code", "V V", 4),
)
def test_what_cards_are_worth_beside_each_other(area: str, price: int) -> None:
    """And nothing in another play area counts."""
    assert at(greece=area, india="phalanx", maya="V V law_code").price("greece") == price


@pytest.mark.parametrize(("others", "value"), [(6, 0), (7, 1), (14, 1), (15, 2)])
@pytest.mark.rule("world_monger.card.geoglyph")
def test_a_geoglyph_counts_the_final_deck_in_eights(others: int, value: int) -> None:
    """7 cards are 0, 8 and 15 are 1, 16 are 2; Shares in the deck count."""
    assert end_value(at(nazca="-").world, ["geoglyph", *["share"] * others]) == value


@pytest.mark.rule("world_monger.card.altar")
def test_altars_pay_all_holders_a_coin_each_time() -> None:
    """Without an icon."""
    table = greece("altar altar V V | V | - | 2 3").plays("use altar, trash_card V")
    assert table.coins == (17, 18, 15, 15)

    table.use("altar")

    assert table.coins == (19, 21, 15, 15)
    assert table.told[-2:] == (HolderPaid(0, "greece", 2), HolderPaid(1, "greece", 3))


def test_a_choice_of_an_effect_cites_the_card() -> None:
    """A key opens the rulebook there; every card that can be used has a clause."""
    table = cavalry("- | S chariot V")
    book = parse((GAME.folder / "rules.en.md").read_text("utf-8"))

    assert table.world.agenda[-1].cites(table.world) == "world_monger.card.cavalry"
    for card in cards().usable:
        assert book.clause(f"card.{card}").text
