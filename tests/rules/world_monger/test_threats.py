"""Control of civilizations with its reasons, and threats, in World Monger."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from hako.content.world_monger import GAME
from hako.content.world_monger.steps.development import DevelopmentPhase
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.log.header import Player
from hako.engine.rules.game import threats_to, view
from hako.engine.rules.threats import Control, Threat
from hako.engine.transcript.recap import upcoming
from hako.engine.transcript.sentences import texts_for
from tests.rules.world_monger.table import Table, acting, at, developing, investing

if TYPE_CHECKING:
    from hako.engine.log.history import History

AREA = "S V V chariot pyramid"
"""The play area of the rulebook's example: its price is 9 (world_monger.price.1)."""


def control(table: Table, civilization: str = "egypt") -> Control:
    return GAME.control(view(GAME, table.state, None))[civilization]


def threats(table: Table, seat: int | None = 0) -> list[Threat]:
    return [*threats_to(GAME, view(GAME, table.state, seat), seat)]


def kinds(threats: list[Threat]) -> list[tuple[str, str]]:
    return [(threat.gravity, threat.text.key) for threat in threats]


@pytest.mark.parametrize(
    ("shares", "first", "seat", "key", "count", "other"),
    [
        ("2 1 0 1", 3, 0, "control_most", 2, 1),
        ("1 0 0 0", 3, 0, "control_most", 1, 0),
        ("2 1 0 2", 0, 0, "control_first", 2, 2),
        ("2 1 0 2", 2, 3, "control_next", 2, 2),
        ("2 1 0 2", 1, 3, "control_next", 2, 2),
    ],
)
def test_control_says_the_counts_and_what_breaks_a_tie(
    shares: str, first: int, seat: int, key: str, count: int, other: int
) -> None:
    """world_monger.control.1-2; the ties are those of example E4."""
    egypt = control(investing(0, egypt=f"{AREA} | V | - | {shares}", start_player=first))

    values = {"civilization": "egypt", "seat": seat, "count": count, "other": other}
    assert (egypt.seat, egypt.text) == (seat, LazyText(key, values))


def test_without_a_holder_the_feature_culture_is_added() -> None:
    """world_monger.control.3, develop.3: Egypt grows Pyramids."""
    table = investing(0, egypt=f"{AREA} | V | - | 0 0 0 0")

    assert control(table).text == LazyText(
        "control_nobody", {"civilization": "egypt", "card": "pyramid"}
    )


def test_half_of_all_ties_turn_with_the_start_player() -> None:
    """world_monger.cleanup.2: the marker goes to the left."""
    table = investing(0, egypt=f"{AREA} | V | - | 2 2 0 0", start_player=0)

    assert control(table).change == LazyText("control_comes", {"seat": 1})
    (threat,) = threats(table, 0)
    assert threat == Threat(
        "control",
        LazyText(
            "control_goes_first", {"civilization": "egypt", "seat": 1, "count": 2, "other": 2}
        ),
        1,
        repeats="egypt",
    )
    assert threats(table, 1) == []


@pytest.mark.parametrize(("reader", "about"), [(0, ["control", "threat"]), (2, ["control"])])
def test_a_tie_that_turns_is_told_once(reader: int, about: list[str]) -> None:
    """As a threat to the seat that loses control, else beside the seat that has it."""
    state = investing(0, egypt=f"{AREA} | V | - | 2 2 0 0", start_player=0).state
    seen = SimpleNamespace(game=GAME, view=lambda seat: view(GAME, state, seat))
    texts = texts_for(GAME, state.content, [*map(Player, ("Ann", "Ben", "Cat", "Dan"))], "en")

    items = upcoming(cast("History[Any]", seen), reader, texts)
    egypt = [item for item in items if item.sentence.startswith("Egypt:")]

    assert [item.about for item in egypt] == about
    assert sum(item.sentence.count("Ben decides") for item in egypt) == 1


def test_the_civilization_with_most_own_shares_is_the_first_threatened() -> None:
    """The table shows a single threat: that to the larger holding."""
    table = investing(0, rome=f"{AREA} | V | - | 1 1", egypt=f"{AREA} | V | - | 2 2")

    names = [threat.text.values["civilization"] for threat in threats(table, 0)]
    assert names == ["egypt", "rome"]


def test_in_the_last_round_no_start_player_follows() -> None:
    table = investing(0, egypt=f"{AREA} | V | - | 2 2 0 0", start_player=0, number=7, final_round=7)

    assert control(table).change is None
    assert kinds(threats(table.given(phase="investment"), 0)) == [("ends", "end_last_sale")]


def test_a_rival_with_the_coins_can_take_control() -> None:
    """Ben buys a Share for 9: 2 to 2, and Ben is the start player (control.2)."""
    table = investing(1, egypt=f"{AREA} | V | - | 2 1 0 0", start_player=1, coins=(15, 9, 15, 15))

    (threat,) = threats(table, 0)
    assert (threat.gravity, threat.seat, threat.text.key) == ("control", 1, "control_taken")
    assert threat.text.values == {
        "civilization": "egypt",
        "seat": 1,
        "count": 2,
        "own": 2,
        "price": 9,
        "coins": 9,
    }


@pytest.mark.parametrize(
    ("coins", "area", "investor", "first"),
    [(8, AREA, 1, 1), (9, "V V chariot pyramid V", 1, 1), (9, AREA, 2, 1), (9, AREA, 1, 0)],
    ids=["too dear", "no Share showing", "has invested", "loses the tie"],
)
def test_a_rival_cannot_take_control_without_a_share(
    coins: int, area: str, investor: int, first: int
) -> None:
    table = investing(
        investor, egypt=f"{area} | V | - | 2 1 0 0", start_player=first, coins=(15, coins, 15, 15)
    )

    assert "control_taken" not in [threat.text.key for threat in threats(table, 0)]


def test_who_loses_a_tie_is_told_while_the_other_decides() -> None:
    table = acting("egypt", seat=1, egypt="city V V S S | V | - | 2 2 0 0", start_player=1)

    assert kinds(threats(table, 0)) == [("control", "control_first")]
    assert threats(table, 1) != threats(table, 0)


def test_the_last_card_of_the_last_pile_but_one_ends_the_game() -> None:
    """world_monger.end.1: one of two piles is empty, and one Pyramid is left."""
    table = developing("egypt", supply="V0 pyramid1 city4", egypt=f"{AREA} | V | - | 1 0 0 0")

    (threat,) = threats(table, 0)
    assert threat == Threat(
        "ends", LazyText("end_last_card", {"empty": 1, "wanted": 2, "card": "pyramid"})
    )


def test_piles_can_run_out_only_by_the_cards_that_are_still_added() -> None:
    """Two civilizations add a card each in this round: piles of 1 and 1 can go, of 1 and 2 not."""
    rows: dict[str, Any] = {
        "egypt": f"{AREA} | V | - | 1 0 0 0",
        "greece": "V V V V V | V | - | 1 0 0 0",
    }
    short = at(DevelopmentPhase(), supply="V1 pyramid1 city4", **rows).go()
    long = at(DevelopmentPhase(), supply="V1 pyramid2 city4", **rows).go()

    assert kinds(threats(short, 0)) == [("ends", "end_piles")]
    assert threats(short, 0)[0].text.values["cards"] == {"villager": 1, "pyramid": 1}
    assert threats(long, 0) == []


def test_the_round_before_the_last_says_so() -> None:
    table = investing(0, egypt=f"{AREA} | V | - | 1 0 0 0", number=6, final_round=7)

    assert kinds(threats(table, 0)) == [("ends", "end_next_round")]


@pytest.mark.parametrize(
    ("shares", "investor", "expected"),
    [("1 0 0 0", 0, True), ("0 1 0 0", 0, False), ("1 0 0 0", 1, False)],
    ids=["holds a Share", "holds none", "has invested"],
)
def test_the_last_sale_is_told_to_who_can_still_sell(
    shares: str, investor: int, expected: bool
) -> None:
    """world_monger.end.3: what is not sold then counts by its end value."""
    table = investing(investor, egypt=f"{AREA} | V | - | {shares}", number=7, final_round=7)
    table = table.given(phase="investment")

    assert (("ends", "end_last_sale") in kinds(threats(table, 0))) is expected


@pytest.mark.parametrize(
    ("area", "expected"),
    [
        ("legion V S V S", [("card_lowers_price", {"civilization": "egypt", "price": 9, "least": 6})]),
        ("legion* V S V S", []),
        ("legion legion S V S", [("card_lowers_price", {"civilization": "egypt", "price": 9, "least": 4})]),
        ("legion legion* S V S", [("card_lowers_price", {"civilization": "egypt", "price": 9, "least": 6})]),
        ("druid V S V S", [("card_gives", {"civilization": "egypt", "given": "villager", "count": 2})]),
        ("druid druid S V S", [("card_gives", {"civilization": "egypt", "given": "villager", "count": 4})]),
        ("cavalry V S V S", [("card_spoils_deck", {"civilization": "egypt", "count": 2})]),
        ("cavalry cavalry S V S", [("card_spoils_deck", {"civilization": "egypt", "count": 3})]),
        ("city shrine_maiden V S S", [("card_ends_dividend", {"civilization": "rome"})]),
        ("city city shrine_maiden S S", []),
        ("city* shrine_maiden V S S", []),
        ("merchant_ship V V S S", []),
        ("ironworks law_code V V S", []),
    ],
)  # fmt: skip
def test_what_a_card_of_another_seat_can_do_is_told_while_it_can_be_used(
    area: str, expected: list[tuple[str, dict[str, Any]]]
) -> None:
    """world_monger.card: Ben acts for Rome; Ann holds Shares of it and of Egypt.

    Egypt's Chariot is 3 and its Pyramid 2; its deck has 3 cards. What lies there twice can be used
    twice. A card is used once it is chosen, so its own effect never picks it (world_monger.civ.4).
    """
    rows = {"egypt": f"{AREA} | V V V | - | 2 0", "rome": f"{area} | V | - | 1 2"}
    table = acting("rome", seat=1, **rows)

    cards = [threat for threat in threats(table, 0) if threat.text.key.startswith("card_")]
    assert {threat.gravity for threat in cards} <= {"stakes"}
    values = [{**threat.text.values} for threat in cards]
    assert all(row.pop("seat") == 1 for row in values)
    first, second = area.split()[:2]
    named = [row.pop("card") for row in values]
    assert named == [{first: 2}] * len(named) if first == second else all(map(area.count, named))
    assert [*zip((threat.text.key for threat in cards), values, strict=True)] == expected
    assert not [threat for threat in threats(table, 1) if threat.gravity == "stakes"]
    assert not [threat for threat in threats(table, 2) if threat.gravity == "stakes"]


def test_what_a_card_can_do_is_told_until_its_target_is_chosen() -> None:
    rows = {"egypt": f"{AREA} | V | - | 2 0", "rome": "legion V S S S | V | - | 0 2"}
    table = acting("rome", seat=1, **rows).use("legion")

    assert ("stakes", "card_lowers_price") in kinds(threats(table, 0))
