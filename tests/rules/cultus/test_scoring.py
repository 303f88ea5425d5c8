"""The final scoring of two to four players."""

from __future__ import annotations

import pytest

from hako.content.cultus.events.ending import CentreScored, PlanScored, PlansRevealed
from hako.content.cultus.scoring import ProjectedScore, plan_counts, projected_score
from hako.content.cultus.steps.ending import FinalScoring
from hako.content.cultus.steps.turns import EndPhase, StartPhase
from hako.engine.i18n.lazy_text import LazyText
from tests.rules.cultus.table import BOARD_S, ruler, table, town_of_s

BARE = "PP......" + "PP......" + "........" * 6


def scored(*vp: int) -> tuple[int, ...]:
    """Winners with those points, on a map where no plan has a value."""
    rulers = [ruler("r1c1", vp=points) for points in vp]
    return table(FinalScoring(), rulers=rulers, board=BARE).result.winners


@pytest.mark.rule("cultus.score.1")
def test_a_monument_in_the_centre_is_worth_ten_points_to_its_owner() -> None:
    """Wherever the owner's pawn is; r4c3 is not in the centre."""
    me = ruler("r1c1", monuments="r4c4 r5c5 r4c3")
    other = ruler("r8c8", monuments="r4c4 r1c1")

    over = table(FinalScoring(), rulers=(me, other), board="P" * 64)

    assert over.happened(CentreScored) == [CentreScored(0, 2, 20), CentreScored(1, 1, 10)]
    assert (over.me.vp, over.other.vp) == (20, 10)


@pytest.mark.rule("cultus.score.2")
def test_a_plan_counts_its_icon_on_the_whole_map() -> None:
    """Board S as it is drawn shows so many letters."""
    for plan, letter in (("plan_church", "C"), ("plan_market", "M"), ("plan_houses", "H")):
        assert plan_counts(town_of_s(), plan)[0] == BOARD_S.count(letter)


@pytest.mark.rule("cultus.score.2", "cultus.score.3")
def test_a_small_map_counted_by_hand() -> None:
    """Plan: churches, and houses beside wineries. C H W / W H C: 2 cells; pairs below.

    H-W at r1c2-r1c3 and r2c1-r2c2; in columns C-W, H-H, W-C: none. 2 cells and 2 pairs: 8 VP.
    """
    board = "CHW....." + "WHC....." + "." * 48
    me, other = ruler("r1c1"), ruler("r2c2", plan="plan_office")

    over = table(FinalScoring(), rulers=(me, other), board=board)

    assert over.happened(PlanScored) == [
        PlanScored(0, "plan_church", 2, 2, 8),
        PlanScored(1, "plan_office", 0, 0, 0),
    ]
    assert over.me.vp == 8


@pytest.mark.rule("cultus.score.3")
def test_a_cell_may_be_part_of_several_pairs() -> None:
    """Houses with wineries on all four sides: four pairs; diagonal ones do not count."""
    board = "WWW....." + "WHW....." + "WWW....." + "." * 40

    assert plan_counts(table(rulers=(ruler("r1c1"),), board=board).town, "plan_church") == (0, 4)


@pytest.mark.rule("cultus.score.2")
def test_plans_are_revealed_for_all() -> None:
    rulers = (ruler("r1c1", plan="plan_church"), ruler("r8c8", plan="plan_houses"))
    playing = table(EndPhase(0), StartPhase(0), rulers=rulers)
    assert [item.plan for item in playing.seen(1).rulers] == [None, "plan_houses"]

    over = table(FinalScoring(), rulers=rulers)

    assert over.happened(PlansRevealed) == [PlansRevealed(("plan_church", "plan_houses"))]
    assert [one.plan for one in over.seen(None).rulers] == ["plan_church", "plan_houses"]


@pytest.mark.rule("cultus.score.4")
def test_most_points_win_and_a_tie_is_shared() -> None:
    assert scored(5, 7, 3) == (1,)
    assert scored(7, 7, 3) == (0, 1)
    assert scored(0, 0) == (0, 1)


@pytest.mark.rule("cultus.score.4")
def test_how_it_ended_is_told() -> None:
    over = table(FinalScoring(), rulers=(ruler("r1c1", vp=7), ruler("r1c2", vp=7)), board=BARE)

    assert over.result.how == LazyText("shared", {"seats": (0, 1), "vp": 7})
    assert over.result.scores == (7, 7)


@pytest.mark.rule("cultus.score.5")
def test_gold_cards_and_the_medal_are_worth_nothing() -> None:
    rich = ruler("r1c1", cost=10, character_gold=10, hand="02 03 05", has_medal=True)

    over = table(FinalScoring(), rulers=(rich, ruler("r1c2", vp=1)), board=BARE)

    assert over.me.vp == 0
    assert over.result.winners == (1,)


@pytest.mark.rule("cultus.score.1", "cultus.score.2")
def test_a_score_sheet_counts_what_the_viewer_may_know() -> None:
    """Example 15 while it is played: 41, 20 in the centre, 22 for the plan."""
    me = ruler("r1c1", vp=41, monuments="r4c4 r5c5 r3c7", plan="plan_barracks")
    playing = table(EndPhase(0), StartPhase(0), rulers=(me, ruler("r8c8")))

    assert projected_score(playing.seen(0), 0) == ProjectedScore(41, 20, 22)
    assert projected_score(playing.seen(0), 0).total == 83
    assert projected_score(playing.seen(1), 0) == ProjectedScore(41, 20, None)
    over = table(FinalScoring(), rulers=(me, ruler("r8c8")))
    assert projected_score(over.seen(1), 0) == ProjectedScore(41, 20, 22), (
        "the same once it is paid out"
    )
