"""What the list of actions says beside each action, why something is not offered, the table in words."""

from __future__ import annotations

import pytest

from hako.content.world_monger import GAME
from hako.content.world_monger.actions import (
    AddCard,
    BuyShare,
    DiscardThere,
    EndTurn,
    Pass,
    SellShares,
    UseCard,
    WorldMongerAction,
)
from hako.content.world_monger.outlook import net_worth
from hako.engine.rules.game import view
from hako.engine.words.note import Note
from hako.engine.words.text import load_texts
from tests.rules.world_monger.table import Table, acting, at, cards, developing, investing

TEXTS = load_texts("en", GAME.folder).with_terms(
    {"seat": {0: "Ann", 1: "Ben", 2: "Cho", 3: "Dan"}, **GAME.terms(cards(), "en")}
)


def beside(table: Table, action: WorldMongerAction) -> str:
    """The note beside an action; nothing where there is none."""
    seen = view(GAME, table.world, table.seat)
    note = GAME.note(seen, table.seat, action)
    return TEXTS.note(note) if note else ""


def reason(table: Table, action: WorldMongerAction) -> str:
    """Why an action is not offered."""
    return TEXTS.note(table.why_not(action) or Note("none"))


def test_a_purchase_tells_the_price_what_is_left_and_who_takes_control() -> None:
    """9 coins: 15 become 6; Ann takes control of Egypt, but not of Rome."""
    table = investing(0, egypt="S V V chariot pyramid | - | - | 0 0 0 0", rome="S V | - | - | 0 2")

    assert beside(table, BuyShare("egypt")) == "9 coins, 6 left; you take control"
    assert beside(table, BuyShare("rome")) == "3 coins, 12 left"


def test_a_sale_tells_what_it_brings_and_who_controls_then() -> None:
    table = investing(0, egypt="V V chariot pyramid | - | - | 3 2", rome="V | - | - | 1")

    assert beside(table, SellShares("egypt", 1)) == "+9 coins, 24 in all"
    assert beside(table, SellShares("egypt", 2)) == "+18 coins, 33 in all; control passes to Ben"
    assert beside(table, SellShares("rome", 1)) == "+3 coins, 18 in all; nobody controls it then"


def test_passing_needs_no_note() -> None:
    assert beside(investing(0, egypt="V"), Pass()) == ""


def test_the_end_of_a_turn_tells_the_dividend() -> None:
    assert beside(acting("greece", greece="city V | V V V | - | 2"), EndTurn()) == (
        "dividend: 2 for you"
    )
    assert beside(acting("maya", maya="observatory | V V V | - | 2"), EndTurn()) == "no dividend"


def test_a_card_that_would_do_nothing_is_told() -> None:
    """world_monger.civ.8: Ironworks without a Villager, a Monk without a used card."""
    assert beside(acting("celts", celts="ironworks S | V | - | 1"), UseCard("ironworks")) == (
        "nothing would happen"
    )
    assert beside(acting("india", india="monk city | V | - | 1"), UseCard("monk")) == (
        "nothing would happen"
    )


def test_a_card_that_asks_first_is_not_said_to_do_nothing() -> None:
    table = acting("celts", celts="druid | V | - | 1", rome="-", egypt="-")

    assert beside(table, UseCard("druid")) == ""


def test_a_known_change_of_price_is_told() -> None:
    """Egypt: 3 + 1 + 2 without its Chariot 3."""
    table = acting("rome", egypt="chariot V", rome="legion | V | - | 1").use("legion")

    assert beside(table, DiscardThere("egypt", "chariot")) == "price 6 → 3, Egypt"


def test_with_the_ledger_a_draw_is_weighed() -> None:
    """Two of V, V, chariot, S: 2 x 5 / 4 = 2.5, and a Share in half of the cases."""
    row = "city | V chariot S V | - | 1"

    assert beside(acting("greece", ledger=True, greece=row), UseCard("city")) == (
        "2 cards, about +2.5; a Share 50%"
    )
    assert beside(acting("greece", greece=row), UseCard("city")) == ""


def test_a_draw_takes_what_is_known_before_what_is_not_and_the_deck_before_the_discards() -> None:
    """world_monger.detail.1: the Share left in the deck comes first, then one of 3 Chariots.

    After an Official put the Share on top for all to see, it comes with one of V V Chariot.
    """
    short = acting("greece", ledger=True, greece="city | S | chariot chariot chariot | 1")
    known = acting("han", ledger=True, han="official city S | V V V chariot | - | 1")
    known = known.use("official").topdeck("S")

    assert beside(short, UseCard("city")) == "2 cards, about +3.0; a Share 100%"
    assert beside(known, UseCard("city")) == "2 cards, about +1.7; a Share 100%"


def test_a_card_to_add_tells_what_is_left_and_with_the_ledger_what_it_makes() -> None:
    """Pyramid: end value 9 to 12; 4 Pyramids, V and S in 6 cards: 2 + 5 x 9 / 6 = 9.5."""
    row = "pyramid V | pyramid pyramid S | - | 1"

    assert beside(developing("egypt", egypt=row), AddCard("pyramid")) == "6 left in the pile"
    assert beside(developing("egypt", ledger=True, egypt=row), AddCard("pyramid")) == (
        "6 left; end value 9 → 12, price about 9.5"
    )


def test_in_the_final_round_no_price_is_promised_that_will_not_come() -> None:
    """world_monger.end.3-4: the Shares that are not sold now bring their end value."""
    row = "pyramid V | pyramid pyramid S | - | 1"
    final = developing("egypt", ledger=True, number=3, final_round=3, egypt=row)

    assert beside(final, AddCard("pyramid")) == "6 left; end value 9 → 12"


@pytest.mark.parametrize(("ledger", "worth"), [(False, (37, 15)), (True, (40, 21))])
def test_net_worth_counts_in_the_final_round_what_can_still_be_had(
    *, ledger: bool, worth: tuple[int, ...]
) -> None:
    """world_monger.invest.4, end.4: Ann still sells Greece at 11 or Egypt at 4; Ben has passed.

    Ann 15 + 2 x 11, Ben 15. With the ledger Egypt's Pyramid is worth 3: one Share of Ann's, two
    of Ben's.
    """
    rows = {"egypt": "pyramid | V | - | 1 2", "greece": "chariot chariot chariot | - | - | 2"}
    table = investing(0, number=3, final_round=3, ledger=ledger, coins=(15, 15), **rows)

    assert tuple(net_worth(table.world, seat) for seat in (0, 1)) == worth


def test_the_card_that_announces_the_final_round_is_told() -> None:
    table = developing("egypt", supply="V16 city0 chariot1", egypt="- | V | - | 1")

    assert beside(table, AddCard("chariot")) == "empties the pile: the next round is the last"


def test_reasons_name_the_clause() -> None:
    table = investing(0, coins=(5, 15), egypt="S V V chariot", rome="V")

    assert reason(table, BuyShare("egypt")) == (
        "A Share of Egypt costs 7 coins; you have 5 (invest.3)."
    )
    assert reason(table, BuyShare("rome")) == ("No Share of Rome lies in its play area (invest.3).")


def test_the_table_in_words() -> None:
    table = at(
        coins=(15, 3),
        number=4,
        final_round=5,
        supply="V3",
        egypt="S V | V V V | S | 0 2",
        rome="V",
    )

    assert [TEXTS.note(note) for note in GAME.describe(view(GAME, table.world, 0), 0)] == [
        "Round 4, Setting up; Ann is the start player. Round 5 is the final round.",
        "Egypt (Ben): price 3; for sale 1, deck 3, discards 1; in play: Share, Villager.",
        "Rome (nobody): price 3; for sale 0, deck 0, discards 0; in play: Villager.",
        "Ann: 15 coins, no Shares.",
        "Ben: 3 coins; Shares of Egypt, Egypt.",
        "Supply: Villager 3.",
    ]
