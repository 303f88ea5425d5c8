"""Leads with the distance of the next rival, and threats, in Monumental; and sure winners."""

from __future__ import annotations

import pytest

from hako.content.monumental import GAME
from hako.content.monumental.state import Lair
from hako.content.monumental.sure_winner import sure_winner
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.game import threats_to, view
from hako.engine.rules.threats import Threat
from hako.engine.transcript.sentences import texts_of
from tests.rules.monumental.table import Table, acting, danish, egyptian
from tests.tui.tables import new_table


def threats(table: Table, seat: int | None = 0) -> list[Threat]:
    return [*threats_to(GAME, view(GAME, table.state, seat), seat)]


def of(warnings: list[Threat], *keys: str) -> list[Threat]:
    return [threat for threat in warnings if threat.text.key in keys]


ONE, TWO = "grand_canal", "grand_canal democracy"
"""Policies: one is worth 1 VP, two are worth 3 (monumental.score.4)."""


@pytest.mark.parametrize(
    ("first", "second", "seat", "text"),
    [
        (TWO, ONE, 0, LazyText("lead_alone", {"seats": (0,), "count": 3, "next": 1})),
        ("", ONE, 1, LazyText("lead_alone", {"seats": (1,), "count": 1, "next": 0})),
        (ONE, ONE, None, LazyText("lead_of_all", {"seats": (0, 1), "count": 1})),
        ("", "", None, LazyText("lead_nobody", {})),
    ],
)
def test_a_lead_tells_how_far_the_next_one_is(
    first: str, second: str, seat: int | None, text: LazyText
) -> None:
    """monumental.score.5: the lead pays 3 VP."""
    table = acting(egyptian(policies=first), danish(policies=second))
    culture = GAME.control(view(GAME, table.state, None))["culture"]

    assert (culture.seat, culture.text.key) == (seat, text.key)
    paid = {} if text.key == "lead_nobody" else {"points": 3}
    assert culture.text.values == {"category": "culture", **text.values, **paid}


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (TWO, ONE, []),
        (ONE, "", [("control", "lead_close", 1)]),
        (ONE, ONE, []),
        ("", ONE, []),
    ],
    ids=["two ahead", "one ahead", "level", "behind"],
)
def test_a_rival_close_to_ones_lead_is_a_threat(
    first: str, second: str, expected: list[tuple[str, str, int]]
) -> None:
    table = acting(egyptian(policies=first), danish(policies=second))
    warnings = of(threats(table), "lead_close")

    assert [(threat.gravity, threat.text.key, threat.seat) for threat in warnings] == expected


DECK = "steam_power electricity aviation computers eiffel_tower nuclear_physics taj_mahal"


@pytest.mark.parametrize(("deck", "expected"), [(7, None), (6, 3), (4, 1)])
def test_the_end_is_near_when_a_round_or_so_can_bring_it(deck: int, expected: int | None) -> None:
    """monumental.end.1: three cards stay in the deck; two players, and one card to spare."""
    warnings = of(threats(acting(deck=" ".join(DECK.split()[:deck]))), "end_near")

    assert [threat.text.values["cards"] for threat in warnings] == (
        [] if expected is None else [expected]
    )


@pytest.mark.parametrize(("last", "key"), [(2, "end_next_round"), (1, "end_now")])
def test_the_last_rounds_are_announced(last: int, key: str) -> None:
    assert of(threats(acting(last_round=last)), "end_next_round", "end_now")[0].text.key == key


# ------------------------------------------------------------ sure winners


def sure(table: Table) -> int | None:
    return GAME.sure_winner(view(GAME, table.state, None))


def test_with_nothing_left_to_pay_for_the_leader_wins_for_certain() -> None:
    """monumental.end.3, score.4-6: 1 VP and 3 for the lead against nothing."""
    table = acting(egyptian(policies=ONE), danish(), last_round=1)

    assert sure(table) == 0
    assert sure(acting(egyptian(policies=ONE), danish(), last_round=2)) is None
    outcome = table.plays("pass, pass").outcome
    assert outcome is not None
    assert outcome.winners == (0,)


def test_who_can_still_buy_leaves_it_open() -> None:
    table = acting(egyptian(policies=ONE), danish("P9 S9 M9 G9 C9"), last_round=1)

    assert sure(table) is None


RICH = "P9 S9 M9 G9 C9"


@pytest.mark.parametrize(
    ("own", "other", "winner"),
    [(ONE, "", 0), ("", ONE, None), (ONE, ONE, None)],
    ids=["ahead", "behind", "level"],
)
def test_the_last_seat_that_can_act_wins_if_it_is_ahead_already(
    own: str, other: str, winner: int | None
) -> None:
    """monumental.seq.4: seat 1 has passed, and seat 0 may pass, too, whatever else it can do."""
    realms = egyptian(RICH, policies=own), danish(RICH, policies=other, passed=True)

    assert sure(acting(*realms, last_round=1)) == winner


def test_monsters_that_attack_after_the_last_turn_leave_it_open() -> None:
    """monumental.monster.3: they may take a Province of the leader."""
    realms = egyptian(RICH, policies=ONE), danish(passed=True)
    tiles, lair = {(2, 0): "0 S2"}, Lair("harpies", "C6", 0)

    assert sure_winner(acting(*realms, tiles=tiles, last_round=1).world) == 0
    assert sure_winner(acting(*realms, tiles=tiles, lairs=(lair,), last_round=1).world) is None


def test_a_shared_victory_is_nobodys() -> None:
    """monumental.score.6: as many points, Gold and Culture."""
    assert sure(acting(last_round=1)) is None


@pytest.mark.parametrize(
    ("deck", "sentence"),
    [
        (6, "The last round is near: 3 cards until then."),
        (4, "The last round is near: 1 card until then."),
    ],
)
def test_the_nearing_end_is_told_in_a_sentence(deck: int, sentence: str) -> None:
    """monumental.end.1: three cards stay in the deck."""
    table = acting(deck=" ".join(DECK.split()[:deck]))
    (threat,) = of(threats(table), "end_near")

    assert texts_of(new_table(GAME, "Ann", "Ben"), "en").lazy_text(threat.text) == sentence
