"""Playing an epic card: generations, beseeching, inheritance, and the five epics."""

from __future__ import annotations

import pytest

from hako.content.quo_vadis.actions import ChangeGeneration, MoveWorker
from hako.content.quo_vadis.events.area_and_genesis import ActionsCounted
from hako.content.quo_vadis.events.gains import Gained, VpGained
from hako.content.quo_vadis.generation_change_terms import change_pays
from hako.content.quo_vadis.steps.area_selection import ChooseArea
from hako.content.quo_vadis.steps.resolve_card import DiscardCards, MoveWorkers, Prosper
from tests.rules.quo_vadis.table import playing

# ------------------------------------------------------------ generations


@pytest.mark.rule("quo_vadis.card.1")
def test_a_card_of_the_hand_has_to_be_played() -> None:
    table = playing("hand=bbl gens=l", pieces="")

    assert table.offered == "play b, play l"
    assert table.play("b").generations("A") == "lb"


@pytest.mark.rule("quo_vadis.card.2")
def test_the_first_card_begins_the_first_generation() -> None:
    """It counts as continuing: no change is offered."""
    table = playing("hand=bl gens=", number=1)

    assert not any(isinstance(it, ChangeGeneration) for it in table.options)
    why = table.why_not("change b")
    assert why is not None
    assert why.key == "first_generation"
    table.play("b")
    assert table.generations("A") == "b"
    assert not table.world.of_turn().changed


@pytest.mark.rule("quo_vadis.card.3")
def test_a_card_continues_the_generation_or_begins_one_to_the_right() -> None:
    assert playing("hand=b gens=ll").play("b").generations("A") == "llb"
    assert playing("hand=b gens=ll").change("b").generations("A") == "ll/b"


@pytest.mark.rule("quo_vadis.card.4")
@pytest.mark.parametrize(
    ("row", "pieces", "why"),
    [
        ("gens=l/l/l/l/l/l", "A:1-2a", "last_generation"),
        ("gens=l", "", "no_city_site"),
        ("gens=l", "A:1-2a A:fort@1-2a", "no_city_site"),
        ("gens=l", "A:1-2a B:city@1-2a", "no_city_site"),
        ("gens=l", "A:1-2a B:ruin@1-2a", "no_city_site"),
        (
            "gens=l",
            "A:1-2a A:city@1-3a A:city@1-4a A:city@1-5a A:city@2-3a A:ruin@2-4a",
            "no_city_site",
        ),
    ],
)
def test_a_change_needs_a_city_that_could_be_built(row: str, pieces: str, why: str) -> None:
    table = playing(f"hand=b {row}", pieces=pieces)

    assert not table.can("change b")
    note = table.why_not("change b")
    assert note is not None
    assert note.key == why


@pytest.mark.rule("quo_vadis.card.4")
def test_rivals_workers_do_not_hinder_a_change() -> None:
    assert playing("hand=b", pieces="A:1-2a B:1-2a").can("change b")


@pytest.mark.rule("quo_vadis.card.5")
def test_a_change_makes_the_used_generation_old_and_brings_city_and_settlement() -> None:
    """A closes a generation of two cards: change_pays tells of it and not of the new one."""
    table = playing("hand=bb gens=ll", pieces="A:1-2a A:1-2b").change("b")

    assert table.world.of_turn().city_due
    assert table.world.of_turn().changed
    assert change_pays(table.world, 0) == (1, 2, 2)


@pytest.mark.rule("quo_vadis.card.6")
def test_beseeching_costs_two_faith_and_counts_for_the_turn_only() -> None:
    """A Labour counts as Blessing: +2 spirit on a pile of 2; Labour stays on top."""
    table = playing("hand=l gens=m faith=2 food=0").play("l", "b")

    assert table.tracks("A")[:3] == (2, 0, 0)
    assert table.generations("A") == "ml"


@pytest.mark.rule("quo_vadis.card.6")
def test_without_two_faith_a_card_is_what_is_printed() -> None:
    assert {it.as_kind for it in playing("hand=l faith=1").options} == {None}
    assert {it.as_kind for it in playing("hand=l faith=2").options} == {
        None, "blessing", "miracle", "revelation", "prosperity",
    }  # fmt: skip


@pytest.mark.rule("quo_vadis.card.7")
@pytest.mark.parametrize(
    ("gens", "changes", "count"), [("", False, 1), ("mm", False, 3), ("mm", True, 1)]
)
def test_there_are_as_many_actions_as_cards_in_the_generation(
    gens: str, changes: bool, count: int
) -> None:
    table = playing(f"hand=b gens={gens}")
    table.change("b") if changes else table.play("b")

    assert table.actions == count
    assert table.of("A").spirit == count


@pytest.mark.rule("quo_vadis.card.8")
@pytest.mark.parametrize(
    ("gens", "count"),
    [
        ("llb/bb/m", 3),  # the larger of two that match, not both
        ("bbl/m", 2),  # a Blessing below the top does not count
        ("lb/mmm", 4),  # the pile of four is larger than the inheritance of two
        ("lllb/mm", 4),  # the inheritance of four is larger than the pile of three
    ],
)
def test_the_largest_old_generation_of_the_kind_is_the_inheritance(gens: str, count: int) -> None:
    assert playing(f"hand=b gens={gens}").play("b").actions == count


@pytest.mark.rule("quo_vadis.card.8")
def test_inheritance_goes_by_what_the_card_counts_as_and_what_is_printed_on_top() -> None:
    """A Labour as Blessing inherits from a Blessing; the old top is what is printed."""
    assert playing("hand=l gens=mmb/m faith=2").play("l", "b").actions == 3


@pytest.mark.rule("quo_vadis.card.8")
def test_without_a_change_there_is_no_inheritance() -> None:
    (counted,) = playing("hand=b gens=bbb").play("b").heard(ActionsCounted)

    assert (counted.pile, counted.inheritance) == (4, 0)


@pytest.mark.rule("quo_vadis.card.10")
def test_gains_are_taken_in_full_and_moves_may_be_left() -> None:
    assert playing("hand=b gens=ll").play("b").of("A").spirit == 3

    table = playing("hand=r gens=ll").play("r")
    assert isinstance(table.step, MoveWorkers)
    assert isinstance(table.enough().step, ChooseArea)
    assert table.of("A").workers == ("1-2a",)


@pytest.mark.rule("quo_vadis.card.11")
def test_after_a_change_any_number_of_cards_may_be_discarded() -> None:
    table = playing("hand=bblm gens=l").change("b")
    assert isinstance(table.step, DiscardCards)
    table.discard("l", "b")
    assert table.hand("A") == "m"
    assert table.world.discards == ("blessing", "labour")
    assert isinstance(table.enough().step, ChooseArea)
    assert isinstance(playing("hand=bb gens=l").play("b").step, ChooseArea)


@pytest.mark.rule("quo_vadis.card.12")
def test_skills_add_to_the_larger_of_pile_and_inheritance_and_renaissance_last() -> None:
    """Pile 1, inheritance 2 + 1 (Tradition) → 3, + 1 (Festival Calendar), + 3: 7, of 5."""
    skills = "tradition,festival_calendar,renaissance"
    table = playing(f"hand=b gens=lb skills={skills}").change("b").use("renaissance")
    (counted,) = table.heard(ActionsCounted)

    assert counted == ActionsCounted(0, 1, 3, 4, 7, uncapped=True)
    assert table.of("A").spirit == 5


# ------------------------------------------------------------ the epics


@pytest.mark.rule("quo_vadis.act.1")
def test_gains_stop_at_the_maximum() -> None:
    table = playing("hand=b gens=ll spirit=4").play("b")

    assert table.of("A").spirit == 5
    assert table.heard(Gained) == [Gained(0, "spirit", 1)]


@pytest.mark.rule("quo_vadis.act.2", "quo_vadis.act.3")
@pytest.mark.parametrize(("card", "tracks"), [("b", (2, 0, 0, 0)), ("l", (0, 2, 0, 0))])
def test_blessing_brings_spirit_and_labour_food(card: str, tracks: tuple[int, ...]) -> None:
    assert playing(f"hand={card} gens=m food=0").play(card).tracks("A") == tracks


@pytest.mark.rule("quo_vadis.act.4")
@pytest.mark.parametrize(
    ("faith", "pile", "times", "after"),
    [
        (0, "ll", 1, 0),  # three actions, all turned
        (5, "lll", 1, 5),  # turned before the gain, so that nothing is lost: 5 - 3 + 4 > 5
        (4, "l", 1, 3),
        (5, "lll", 0, 5),
        (2, "ll", 1, 2),
    ],
)
def test_a_miracle_turns_three_faith_into_wrath_as_early_as_possible(
    faith: int, pile: str, times: int, after: int
) -> None:
    """min(5, faith + actions - 3)."""
    table = playing(f"hand=m gens={pile} faith={faith}").play("m").convert(times)

    assert (table.of("A").faith, table.of("A").wrath) == (after, times)


@pytest.mark.rule("quo_vadis.act.4")
@pytest.mark.parametrize("row", ["faith=1 gens=", "faith=5 wrath=5 gens=ll"])
def test_without_three_faith_or_room_for_wrath_nothing_is_turned(row: str) -> None:
    assert isinstance(playing(f"hand=m {row}").play("m").step, ChooseArea)


@pytest.mark.rule("quo_vadis.act.5")
def test_a_revelation_moves_workers_of_the_creation_area_only() -> None:
    """A:2-4c stands outside; a worker that left may go on."""
    table = playing("hand=r gens=ll food=0", pieces="A:1-2a A:2-4c").play("r")
    assert {it.origin for it in table.choices(MoveWorker)} == {"1-2a"}

    table.move("1-2a", "2-5c")
    assert {it.origin for it in table.choices(MoveWorker)} == {"2-5c"}
    table.move("2-5c", "2-5b").move("2-5b", "2-5a")
    assert table.of("A").workers == ("2-4c", "2-5a")
    assert table.of("A").food == 0


@pytest.mark.rule("quo_vadis.act.5")
def test_moves_may_be_shared_among_workers_and_lead_to_occupied_cells() -> None:
    table = playing("hand=r gens=l", pieces="A:1-2a A:1-2c B:1-5a").play("r")
    table.move("1-2a", "1-2c").move("1-2c", "1-5a")

    assert table.of("A").workers == ("1-2c", "1-5a")


@pytest.mark.rule("quo_vadis.act.6")
@pytest.mark.parametrize(("pile", "vp"), [("", 1), ("l", 2), ("ll", 3), ("llll", 3)])
def test_prosperity_brings_one_vp_an_action_and_three_at_most(pile: str, vp: int) -> None:
    table = playing(f"hand=p gens={pile}").play("p")

    assert table.heard(VpGained) == [VpGained(0, vp, "prosperity")]


@pytest.mark.rule("quo_vadis.act.6")
def test_each_action_of_prosperity_may_discard_a_card_or_turn_a_resource() -> None:
    """Five actions: five side effects; wrath takes no part, nor a resource at its maximum."""
    table = playing("hand=pbl gens=llll spirit=5 food=1 wrath=2").play("p")
    assert isinstance(table.step, Prosper)
    assert {*table.offers("turn")} == {"spirit food", "spirit faith", "food faith"}

    table.discard("b").turn("spirit", "faith").turn("food", "faith").turn("spirit", "food")
    assert table.step.left == 1
    assert isinstance(table.discard("l").step, ChooseArea)
    assert table.tracks("A") == (3, 1, 2, 2)
