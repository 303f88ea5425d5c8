"""Threats in Cultus: monuments that rivals can build, the hand limit, the end; and sure winners."""

from __future__ import annotations

from random import Random

import pytest

from hako.content.cultus import GAME
from hako.content.cultus.actions import BuildMonument, LayCard
from hako.engine.rules.game import threats_to, view
from hako.engine.rules.threats import Threat
from tests.rules.cultus.table import Table, acting, content, foe, in_hand_phase, ruler
from tests.rules.forcing import forces
from tests.rules.tables import in_english


def threats(table: Table, seat: int | None = 0) -> list[Threat]:
    return [*threats_to(GAME, view(GAME, table.state, seat), seat)]


def of(warnings: list[Threat], key: str) -> list[Threat]:
    return [threat for threat in warnings if threat.text.key == key]


@pytest.mark.parametrize(
    ("cost", "monuments", "expected"),
    [(9, "", True), (8, "", False), (8, "r8c8", True), (None, "", False)],
    ids=["9 and 1 of income", "8 and 1", "8 and 2 with a monument", "no cube left"],
)
def test_a_rival_beside_a_plaza_with_the_gold_after_its_income_can_build(
    cost: int | None, monuments: str, expected: bool
) -> None:
    """cultus.build.1, income.1: there is no open income card, so that no step pays."""
    rival = ruler("r1c2", cost=cost, monuments=monuments)
    warnings = of(threats(acting(ruler("r8c8"), rival, row="CW0")), "build_next")

    assert [(threat.gravity, threat.seat) for threat in warnings] == [("stakes", 1)] * expected


def test_the_points_are_the_best_that_an_open_monument_brings_on_a_plaza_in_reach() -> None:
    """cultus.build.4: 3 VP for each barracks around; two steps leave a point for building."""
    rival = ruler("r1c2", cost=10)
    table = acting(ruler("r8c8"), rival, row="CW0", shown="military")
    town = table.state
    reach = [
        8 * row + column
        for row in range(8)
        for column in range(8)
        if row + abs(column - 1) <= 2 and town.icons[8 * row + column] == "plaza"
    ]
    barracks = [
        sum(town.icons[other] == "barracks" for other in town.geometry.around[cell])
        for cell in reach
    ]

    (threat,) = of(threats(table), "build_next")
    assert threat.text.values["cell"] in reach
    assert threat.text.values["vp"] == 3 * max(barracks)


def test_a_card_laid_first_brings_more_than_the_threat_so_it_is_no_upper_bound() -> None:
    """cultus.place.1, build.4: a card with barracks beside the plaza adds 3 VP for each of them."""
    table = acting(ruler("r1c2", cost=10, hand="47"), ruler("r8c8"), row="CW0", shown="military")
    (threat,) = of(threats(table, 1), "build_now")
    brought = []
    laying = table.place("47").state
    for lay in table.choices(LayCard):
        after = Table(laying).do(lay)
        if after.choices(BuildMonument):
            brought.append(after.build("military").me.vp)

    assert max(brought) > threat.text.values["vp"]
    assert in_english(GAME).lazy_text(threat.text).endswith("VP or more.")


@pytest.mark.parametrize(("row", "expected"), [("CW2", True), ("HC2", False)])
def test_a_step_that_pays_brings_the_missing_gold(row: str, expected: bool) -> None:
    """move.2: 8 gold and 1 of income; winery r2c1 to church r2c2 pays 1, plaza r1c2 is beside it."""
    rival = ruler("r2c1", cost=8)

    assert bool(of(threats(acting(ruler("r8c8"), rival, row=row)), "build_next")) is expected


def test_a_rival_that_acts_builds_this_turn_and_one_that_has_acted_in_its_next() -> None:
    acts = acting(ruler("r1c2", cost=10), ruler("r8c8"), row="CW2")
    hand = "02 05 08 11 14 17"
    acted = in_hand_phase(ruler("r1c2", cost=10, hand=hand), ruler("r8c8"), row="CW2")

    assert of(threats(acts, 1), "build_now")
    assert of(threats(acted, 1), "build_next")
    assert of(threats(acted, 1), "build_now") == []


def test_the_last_cube_ends_the_game() -> None:
    """cultus.end.3: a rival without stock that builds leaves one more turn to the others."""
    rival = ruler("r1c2", cost=10, stock=0)

    (threat,) = of(threats(acting(ruler("r8c8"), rival)), "last_cube_next")
    assert threat.gravity == "ends"
    assert of(threats(acting(ruler("r8c8"), rival, last_cube=0)), "last_cube_next") == []


@pytest.mark.parametrize(
    ("cards", "vp", "cost", "key", "expected"),
    [
        (5, 9, 2, "", None),
        (6, 9, 2, "hand_limit", {"cards": 6, "limit": 5, "vp": 2, "gold": 0}),
        (8, 3, 2, "hand_limit_gold", {"cards": 8, "limit": 5, "vp": 3, "gold": 2}),
        (6, 0, 2, "hand_limit_gold_alone", {"cards": 6, "limit": 5, "vp": 0, "gold": 2}),
        (6, 0, 0, "hand_limit_free", {"cards": 6, "limit": 5, "vp": 0, "gold": 0}),
    ],
)
def test_too_many_cards_cost_points(
    cards: int, vp: int, cost: int, key: str, expected: dict[str, int] | None
) -> None:
    """cultus.hand.1-2 and its example: 8 cards, 3 VP and 2 gold on the cost board."""
    hand = " ".join(f"{number:02}" for number in range(2, 2 + 3 * cards, 3))
    table = acting(ruler("r1c1", hand=hand, vp=vp, cost=cost), ruler("r8c8"))
    warnings = [threat for threat in threats(table) if threat.text.key.startswith("hand_limit")]

    assert [(threat.text.key, threat.text.values) for threat in warnings] == (
        [] if expected is None else [(key, expected)]
    )
    assert of(threats(table, 1), "hand_limit") == []


@pytest.mark.parametrize(("cards", "expected"), [(2, True), (3, False)])
def test_the_decks_can_run_out_before_ones_next_turn(cards: int, expected: bool) -> None:
    """A rival draws 1 card, and 1 more for an action point (start.1, draw.1)."""
    table = acting(ruler("r1c1"), ruler("r8c8"), row=f"CW{cards}")

    assert bool(of(threats(table), "end_cards")) is expected


def test_in_the_last_round_each_is_told_how_many_turns_are_left() -> None:
    """cultus.end.3: seat 2 placed the last cube; seat 0 plays, seat 1 has one more turn."""
    table = acting(ruler("r1c1"), ruler("r8c8"), ruler("r1c8"), last_cube=2)

    assert [of(threats(table, seat), key) != [] for seat, key in enumerate(
        ("last_turn", "last_turn_next", "last_turn_over")
    )] == [True, True, True]  # fmt: skip


def test_a_solo_enemy_announces_its_effect() -> None:
    """cultus.solo.12: it comes when the cube enters the last space."""
    last = content().enemy["wilhelm"].track - 1
    soon = acting(ruler("r1c1"), enemy=foe("wilhelm", track=last))
    later = acting(ruler("r1c1"), enemy=foe("wilhelm", track=last - 1))

    assert of(threats(soon), "enemy_acts")
    assert of(threats(later), "enemy_acts") == []


# ------------------------------------------------------------ sure winners


def sure(table: Table, viewer: int | None = None) -> int | None:
    return GAME.sure_winner(view(GAME, table.state, viewer))


def test_a_lead_that_no_plan_can_make_up_is_certain_once_the_points_are_spent() -> None:
    """The last turn is seat 0's; it has only cards to discard (cultus.end.1, score.2-3)."""
    hand = "02 05 08 11 14 17"
    ahead = in_hand_phase(ruler("r1c1", hand=hand, vp=300), ruler("r8c8"), row="CW0")
    level = in_hand_phase(ruler("r1c1", hand=hand, vp=9), ruler("r8c8", vp=9), row="CW0")

    assert sure(ahead) == 0
    assert sure(level) is None


def test_another_turn_leaves_it_open() -> None:
    hand = "02 05 08 11 14 17"
    table = in_hand_phase(ruler("r1c1", hand=hand, vp=300), ruler("r8c8"), row="CW2")

    assert sure(table) is None


def test_hidden_plans_are_reckoned_with() -> None:
    """A seat that sees one plan has narrower bounds than a spectator, and never other ones."""
    hand = "02 05 08 11 14 17"
    for lead in range(0, 120, 3):
        table = in_hand_phase(ruler("r1c1", hand=hand, vp=lead), ruler("r8c8"), row="CW0")
        spectator, own = sure(table), sure(table, 0)
        assert spectator in (None, own)
        if spectator is not None:
            final = table.discard("02").state
            outcome = GAME.outcome(final)
            assert outcome is not None
            assert outcome.winners == (spectator,)


def test_nobody_can_stop_a_sure_winner_who_still_has_powers() -> None:
    """cultus.power.1-4: every use of the gold is played by the rules."""
    dice, proven, missed = Random(3), 0, 0
    for _ in range(40):
        gold = dice.choice([3, 4, 5, 10])
        active = ruler(
            "r1c1",
            vp=dice.randint(0, 60),
            monuments=dice.choice(["r4c4", "r3c6", "r4c4 r2c2"]),
            character_gold=gold,
            character="wilhelm",
            plan=dice.choice(["plan_church", "plan_market"]),
        )
        rival = ruler("r8c8", vp=dice.randint(0, 60), monuments=dice.choice(["", "r5c5"]))
        state = acting(active, rival, row="CW0", points=0, start_player=1).state
        winner = GAME.sure_winner(view(GAME, state, dice.choice([0, 1, None])))
        if winner is None:
            missed += forces(GAME, state, 0) or forces(GAME, state, 1)
        else:
            assert forces(GAME, state, winner)
            proven += 1
    assert min(proven, missed) > 0  # hidden plans leave some open
