"""Hints beside each action, reasons why others are not offered, the table in words."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content.world_monger import GAME
from hako.content.world_monger.net_worth import net_worth
from tests.rules.tables import in_english
from tests.rules.world_monger.table import acting, at, developing, investing


def test_a_purchase_tells_the_price_what_is_left_and_who_takes_control() -> None:
    """9 coins: 15 become 6; Ann takes control of Egypt, but not of Rome."""
    table = investing(0, egypt="S V V chariot pyramid | - | - | 0 0 0 0", rome="S V | - | - | 0 2")

    assert table.beside("buy egypt") == "control, 9 coins, 6 left"
    assert table.beside("buy rome") == "3 coins, 12 left"


def test_a_sale_tells_what_it_brings_and_who_controls_then() -> None:
    table = investing(0, egypt="V V chariot pyramid | - | - | 4 2", rome="V | - | - | 1")

    assert table.beside("sell egypt 1") == "+9 coins, 24 in all"
    assert table.beside("sell egypt 3") == "+27 coins, 42 in all; control passes to Ben"
    assert table.beside("sell rome 1") == "+3 coins, 18 in all; nobody will control it"


def test_a_purchase_that_makes_a_tie_tells_who_decides_in_this_round_and_in_the_next() -> None:
    """world_monger.control.2: the start player's marker passes to Ben, and to him the next tie."""
    table = investing(0, egypt="S V | - | - | 0 1", rome="S V | - | - | 1 1")
    late = investing(0, start_player=1, egypt="S V | - | - | 0 1")

    assert table.beside("buy egypt") == (
        "3 coins, 12 left; tied: Ann decides in this round, Ben in the next"
    )
    assert late.beside("buy egypt") == (
        "3 coins, 12 left; tied: Ben decides in this round, Ann in the next"
    )
    # Ann has the tie of Rome now, but not in the next round
    assert table.beside("buy rome") == "control, 3 coins, 12 left"


def test_a_sale_that_makes_or_ends_a_tie_tells_who_decides_in_this_round_and_in_the_next() -> None:
    table = investing(0, egypt="V | - | - | 2 1")
    late = investing(0, start_player=1, egypt="V | - | - | 2 2")

    assert table.beside("sell egypt 1") == (
        "+3 coins, 18 in all; tied: Ann decides in this round, Ben in the next"
    )
    assert late.beside("sell egypt 1") == (
        "+3 coins, 18 in all; Ben decides in the next round, too"
    )


def test_in_the_final_round_no_tie_passes_to_the_next_one() -> None:
    """world_monger.end.2: no round follows."""
    table = investing(0, number=3, final_round=3, egypt="S V | - | - | 2 1")

    assert table.beside("sell egypt 1") == "+3 coins, 18 in all"


@pytest.mark.parametrize(
    ("before", "after", "note"),
    [
        ("V V | - | - | 1", "V V V | - | - | 1", "1 Share, 4$ → 5$"),
        ("V V | - | - | 0", "V V | - | - | 1", "Shares 0 → 1, at 4$"),
        ("V V | - | - | 2", "V V V | - | - | 1", "Shares 2 → 1, 4$ → 5$"),
        ("V V | - | - | 2", "V V | - | - | 0", "no Share left"),
    ],
)
def test_the_worth_of_shares_changes_by_their_number_or_by_the_price(
    before: str, after: str, note: str
) -> None:
    was, now = (investing(0, egypt=row).world for row in (before, after))
    text = GAME.part_note(was, now, 0, "egypt")

    assert text is not None
    assert in_english(GAME).lazy_text(text) == note


def test_in_the_final_round_the_worth_of_shares_is_that_of_one_sale() -> None:
    """world_monger.invest.4, end.4: Egypt is sold at 9 each, Rome is left for its end value."""
    rows = {"egypt": "V V chariot pyramid | V | - | 2", "rome": "V V | V | - | 3"}
    was = investing(0, number=2, **rows).world
    now = investing(0, number=3, final_round=3, **rows).world
    texts = in_english(GAME)

    notes = [GAME.part_note(was, now, 0, name) for name in rows]
    assert [texts.lazy_text(note) for note in notes if note] == [
        "2 Shares, the best sale left: 9$ each",
        "3 Shares, left for their end value",
    ]


def test_passing_needs_no_note() -> None:
    assert investing(0, egypt="V").beside("pass_turn") == ""


def test_the_end_of_a_turn_tells_the_dividend() -> None:
    assert acting("greece", greece="city V | V V V | - | 2").beside("end_turn") == (
        "dividend: 2 for you"
    )
    assert acting("maya", maya="observatory | V V V | - | 2").beside("end_turn") == "no dividend"


def test_a_dividend_tells_what_others_get() -> None:
    """world_monger.dividend.1: 1 coin a Share, for every holder."""
    assert acting("greece", greece="city V | V V V | - | 2 1").beside("end_turn") == (
        "dividend: 2 for you; Ben: 1"
    )


def test_a_dividend_that_waits_for_the_end_of_the_phase_is_told_so() -> None:
    table = acting("greece", pays_at_phase_end=True, greece="city V | V V V | - | 2")

    assert table.beside("end_turn") == "dividend at the end of the phase: 2 for you"


def test_a_card_discarded_elsewhere_tells_of_the_dividend_that_it_takes() -> None:
    """Only where the dividend is not paid yet, and no other icon lies there."""
    rows: dict[str, Any] = {"egypt": "city V | - | - | 1", "rome": "legion | V | - | 1"}
    late = acting("rome", pays_at_phase_end=True, **rows).use("legion")
    two = acting(
        "rome", pays_at_phase_end=True, egypt="city law_code", rome="legion | V | - | 1"
    ).use("legion")

    assert late.beside("discard_there egypt city") == "price 4 → 3, Egypt; no dividend from Egypt"
    assert late.beside("discard_there egypt villager") == "price 4 → 3, Egypt"
    assert "dividend" not in two.beside("discard_there egypt city")
    assert acting("rome", **rows).use("legion").beside("discard_there egypt city") == (
        "price 4 → 3, Egypt"
    )


def test_a_card_that_would_do_nothing_is_told() -> None:
    """world_monger.civ.8: Ironworks without a Villager, a Monk without a used card."""
    assert acting("celts", celts="ironworks S | V | - | 1").beside("use ironworks") == (
        "nothing would happen"
    )
    assert acting("india", india="monk city | V | - | 1").beside("use monk") == (
        "nothing would happen"
    )


def test_a_card_that_asks_first_is_not_said_to_do_nothing() -> None:
    assert acting("celts", celts="druid | V | - | 1", rome="-", egypt="-").beside("use druid") == ""


def test_a_known_change_of_price_is_told() -> None:
    """Egypt: 3 + 1 + 2 without its Chariot 3."""
    table = acting("rome", egypt="chariot V", rome="legion | V | - | 1").use("legion")

    assert table.beside("discard_there egypt chariot") == "price 6 → 3, Egypt"


def test_a_price_between_two_parts_of_an_effect_is_not_told() -> None:
    """Expedition trashes itself and brings a card; a Merchant Ship draws for what it discards."""
    expedition = acting("macedonia", macedonia="expedition V | V | - | 1")
    ship = acting("carthage", carthage="merchant_ship V chariot | V V | - | 1")

    assert expedition.beside("use expedition") == ""
    ship = ship.use("merchant_ship")
    assert ship.beside("discard_card chariot") == "worth 3; a card is drawn for it"


def test_with_the_ledger_a_draw_is_weighed() -> None:
    """Two of V, V, chariot, S: 2 x 5 / 4 = 2.5, and a Share in half of the cases."""
    row = "city | V chariot S V | - | 1"

    assert acting("greece", ledger=True, greece=row).beside("use city") == (
        "2 cards, about +2.5; 50% chance of a Share"
    )
    assert acting("greece", greece=row).beside("use city") == "2 cards from a deck of 4"


def test_a_draw_from_a_small_deck_says_that_the_discards_follow() -> None:
    """world_monger.detail.1: they are shuffled and put under the deck."""
    table = acting("greece", greece="city | S | V V V | 1")

    assert table.beside("use city") == (
        "2 cards: deck 1, then the discard pile, which is shuffled first"
    )


def test_a_card_that_pays_tells_the_coins_of_all_holders() -> None:
    """Altar: 1 coin per Share for every player, against the value of what is trashed."""
    table = acting("nazca", nazca="altar V chariot | V | - | 3 2").use("altar")
    one = acting("nazca", nazca="altar V V | V | - | 3 2")

    assert table.beside("trash_card chariot") == "3 coins for you; Ben: 2; price 7 → 4, Nazca"
    # with Villagers alone there is nothing to choose
    assert one.beside("use altar") == "3 coins for you; Ben: 2; price 5 → 4, Nazca"


def test_a_card_that_empties_its_pile_tells_how_near_the_end_is() -> None:
    """world_monger.end.1: at two empty piles one more round is played."""
    table = developing("egypt", supply="V16 city1 chariot1", egypt="- | V | - | 1")

    assert table.beside("add chariot") == "value 3; empties the pile: 1 of 2"


def test_a_card_to_gain_tells_its_numbers_as_one_to_add_does() -> None:
    """Ironworks: a Villager is trashed, and a card of the supply gained."""
    table = acting("celts", celts="ironworks V | V | - | 1").use("ironworks")

    assert table.beside("gain pyramid") == "value 2, end value 3; 6 left"


def test_an_end_value_by_the_number_of_cards_is_told() -> None:
    table = developing("nazca", supply="V16 geoglyph3", nazca="- | V | - | 1")

    assert table.beside("add geoglyph") == "value 1, end value 1/8; 2 left"


def test_a_draw_takes_what_is_known_before_what_is_not_and_the_deck_before_the_discards() -> None:
    """world_monger.detail.1: the Share left in the deck comes first, then one of 3 Chariots.

    After an Official put the Share on top for all to see, it comes with one of V V Chariot.
    """
    short = acting("greece", ledger=True, greece="city | S | chariot chariot chariot | 1")
    known = acting("han", ledger=True, han="official city S | V V V chariot | - | 1")
    known = known.use("official").topdeck("S")

    assert short.beside("use city") == "2 cards, about +3.0; 100% chance of a Share"
    assert known.beside("use city") == "2 cards, about +1.7; 100% chance of a Share"


def test_a_card_to_add_tells_its_numbers_and_with_the_ledger_what_it_makes() -> None:
    """Pyramid: end value 9 to 12; 4 Pyramids, V and S in 6 cards: 2 + 5 x 9 / 6 = 9.5."""
    row = "pyramid V | pyramid pyramid S | - | 1"

    table = developing("egypt", egypt=row)
    assert table.beside("add pyramid") == "value 2, end value 3; 6 left"
    assert table.beside("add villager").startswith("value 1; ")
    assert table.beside("add city").startswith("value 1, dividend icon 1; ")
    assert developing("egypt", ledger=True, egypt=row).beside("add pyramid") == (
        "6 left; end value 9 → 12, price about 9.5"
    )


def test_an_end_value_that_stays_is_not_told_as_a_change() -> None:
    """A Chariot has none. Of three cards all are laid out: 2 + 1 + 0 + 3 = 6."""
    row: dict[str, Any] = {"ledger": True, "egypt": "V | S | - | 1"}

    assert developing("egypt", **row).beside("add chariot") == "6 left; price about 6.0"
    assert developing("egypt", number=3, final_round=3, **row).beside("add chariot") == (
        "6 left; end value stays 0"
    )


def test_in_the_final_round_no_price_is_promised_that_will_not_come() -> None:
    """world_monger.end.3-4: the Shares that are not sold now bring their end value."""
    row = "pyramid V | pyramid pyramid S | - | 1"
    final = developing("egypt", ledger=True, number=3, final_round=3, egypt=row)

    assert final.beside("add pyramid") == "6 left; end value 9 → 12"


@pytest.mark.parametrize(("ledger", "worth"), [(False, (37, 15)), (True, (40, 21))])
def test_net_worth_counts_in_the_final_round_what_can_still_be_had(
    *, ledger: bool, worth: tuple[int, ...]
) -> None:
    """world_monger.invest.4, end.4: Ann still sells Greece at 11 or Egypt at 4; Ben has passed.

    Ann 15 + 2 x 11, Ben 15. With the ledger Egypt's Pyramid is worth 3: one Share of Ann's, two
    of Ben's.
    """
    rows: dict[str, Any] = {
        "egypt": "pyramid | V | - | 1 2",
        "greece": "chariot chariot chariot | - | - | 2",
    }
    table = investing(0, number=3, final_round=3, ledger=ledger, coins=(15, 15), **rows)

    assert tuple(net_worth(table.world, seat) for seat in (0, 1)) == worth


def test_the_card_that_announces_the_final_round_is_told() -> None:
    table = developing("egypt", supply="V16 city0 chariot1", egypt="- | V | - | 1")

    assert table.beside("add chariot") == "empties the pile: the next round is the last"


def test_reasons_name_the_clause() -> None:
    table = investing(0, coins=(5, 15), egypt="S V V chariot", rome="V")

    assert table.reason("buy egypt") == ("A Share of Egypt costs 7 coins; you have 5 (invest.3).")
    assert table.reason("buy rome") == ("No Share of Rome lies in its play area (invest.3).")


def test_the_table_in_words() -> None:
    table = at(
        coins=(15, 3),
        number=4,
        final_round=5,
        supply="V3",
        egypt="S V | V V V | S | 0 2",
        rome="V",
    )

    assert table.described(0) == [
        "Round 4, Setting up; Ann is the start player. Round 5 is the final round.",
        "Egypt (Ben): price 3; for sale 1, deck 3, discards 1; in play: Share, Villager.",
        "Rome (nobody): price 3; for sale 0, deck 0, discards 0; in play: Villager.",
        "Ann: 15 coins, no Shares.",
        "Ben: 3 coins; Shares of Egypt, Egypt.",
        "Supply: Villager 3.",
    ]
