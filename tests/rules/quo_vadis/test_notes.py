"""Hints beside each action, and the table in words."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hako.content.quo_vadis import GAME
from hako.content.quo_vadis.actions import (
    AddDominion,
    ContinueGeneration,
    Declare,
    Enough,
    GainResource,
    SelectArea,
    Strike,
    StrikeAndDestroy,
    TakeBasicSkill,
    TakeRace,
)
from hako.content.quo_vadis.skill_effects import EpicId
from hako.content.quo_vadis.steps.area_selection import ChooseArea, TurnStart
from hako.content.quo_vadis.steps.build import BuildPhase
from hako.content.quo_vadis.steps.end_phase import EndPhase
from hako.content.quo_vadis.steps.place import PlacingBegins
from hako.content.quo_vadis.steps.play_card import PlayCard
from hako.content.quo_vadis.steps.setup import PickBasicSkill, PickRace
from hako.content.quo_vadis.steps.war import WarPhase
from hako.content.quo_vadis.steps.wrath import OfferWrath
from hako.engine.i18n.languages import Language
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.transcript.sentences import texts_of
from hako.tui.theme.truncation import whole_parts
from tests.rules.quo_vadis.table import at
from tests.tui.tables import new_table


def test_an_area_tells_its_faith_its_food_and_who_is_there() -> None:
    """2-4 is mountain, tundra, plains: dear for A but for the plains."""
    table = at(ChooseArea(0), turn="A", pieces="A:1-4a A:city@1-5a B:2-4a C:fort@2-4b", A="faith=1")

    assert table.note(SelectArea((2, 0), "2-4")) == LazyText(
        "area",
        {
            "faith": 1,
            "majority": LazyText("majority", {"takes": 2}),
            "prices": LazyText(
                "prices", {"free": ("plains",), "dear": ("mountain", "tundra"), "food": 1}
            ),
            "pieces": (
                LazyText("piece_workers", {"seat": 1, "count": 1}),
                LazyText("piece_fort", {"seat": 2, "dominion": 0}),
            ),
        },
    )
    alone = table.note(SelectArea((1, 3), "1-3"))
    assert alone is not None
    assert (alone.key, alone.values["faith"]) == ("area_alone", 0)
    offered = [table.note(SelectArea((1, high), f"1-{high}")) for high in (4, 5)]
    assert [text and text.values["majority"].values["takes"] for text in offered] == [1, 0]


def test_areas_are_listed_by_their_price() -> None:
    """quo_vadis.select.4: each FREE costs 1 faith."""
    kinds = [SelectArea(cards, "1-2").kind for cards in ((1, 2), (1, 0), (0, 0))]
    assert kinds == ["area", "area_free", "area_free"]


def test_a_worker_tells_its_food_and_the_majority_that_it_makes() -> None:
    table = at(PlacingBegins(0), turn="A 1-2", pieces="A:1-2a").go()

    assert table.note("place 1-2a") == LazyText("place", {"food": 0})
    assert table.note("place 1-2b") == LazyText("place_majority", {"food": 1, "area": "1-2"})


@pytest.mark.rule("quo_vadis.setup.17")
def test_the_basic_skill_for_beginners_is_marked() -> None:
    """The first of each race; for the Mystic Divine Wisdom."""
    table = at(PickBasicSkill((0, 1, 2)))

    assert GAME.action_note(table.seen(2), 2, TakeBasicSkill("divine_wisdom")) == LazyText(
        "skill_recommended"
    )
    assert GAME.action_note(table.seen(2), 2, TakeBasicSkill("far_sight")) is None


def test_a_worker_tells_the_war_that_would_follow() -> None:
    """In 2-5c (desert) 1 against 1: 15 of 36 for each, 42 %."""
    table = at(PlacingBegins(0), turn="A 2-5", pieces="B:2-5c").go()

    assert table.note("place 2-5c") == LazyText(
        "place_war", {"food": 1, "strengths": {0: 1, 1: 1}, "chance": 42}
    )


def test_a_card_tells_its_actions_and_why_and_what_a_change_pays_now() -> None:
    table = at(PlayCard(0), turn="A 1-2", pieces="A:1-2a A:1-2c", A="hand=b gens=llb/bm").go()

    assert table.note("play b") == LazyText(
        "actions",
        {
            "actions": 3,
            "why": {"pile": 3},
            "cards": 3,
            "gains": {"spirit": "+3"},
        },
    )
    change = table.note("change b")
    assert change == LazyText(
        "actions_change",
        {
            "actions": 3, "why": {"inheritance": 3},
            "majorities": 1, "cards": 2, "vp": 2, "gains": {"spirit": "+3"},
        },
    )  # fmt: skip


@pytest.mark.parametrize(
    ("card", "kind", "gains"),
    [
        ("blessing", None, {"spirit": "+1"}),
        ("labour", "miracle", {"faith": "+1"}),  # 2 are paid, 3 gained
        ("revelation", None, {"moves": "3"}),
        ("prosperity", None, {"vp": "+3"}),
        ("prosperity", "labour", {"faith": "-2"}),
    ],
)
def test_a_card_tells_what_it_brings_within_the_maxima(
    card: EpicId, kind: EpicId | None, gains: dict[str, str]
) -> None:
    """quo_vadis.act.1, card.6: three actions with spirit 4, food 5 and faith 4 of 5."""
    row = "hand=blrp gens=ll spirit=4 food=5 faith=4"
    table = at(PlayCard(0), turn="A 1-2", pieces="A:1-2a", A=row).go()

    note = table.note(ContinueGeneration(card, kind))
    assert note is not None
    assert note.values["gains"] == gains


@pytest.mark.rule("quo_vadis.card.3", "quo_vadis.card.5")
@pytest.mark.parametrize(
    ("language", "continued", "changed"),
    [
        ("en", "the generation grows to 3", "1 × 2 = 2 VP, as things stand; a city, a skill; "),
        ("ja", "世代は3枚になる", "1×2＝2VP（現状）、都市、スキル；"),
    ],
)  # fmt: skip
def test_a_card_says_what_continuing_and_changing_do(
    language: Language, continued: str, changed: str
) -> None:
    table = at(PlayCard(0), turn="A 1-2", pieces="A:1-2a A:1-2c", A="hand=b gens=bm").go()
    texts = texts_of(new_table(GAME, "Ann", "Ben", "Cat"), language)

    notes = [table.note(words) for words in ("play b", "change b")]
    for note, text in zip(notes, (continued, changed), strict=True):
        assert note is not None
        assert text in texts.lazy_text(note)
        assert "0" not in texts.lazy_text(note), "nothing of what does not count"
    assert note is not None
    assert whole_parts(texts.lazy_text(note), 12) in changed, (
        "a narrow row begins with what it pays"
    )


@pytest.mark.parametrize(
    ("language", "price", "dear"),
    [("en", "1 food on", ("mountain", "tundra")), ("ja", "食料1", ("山岳", "凍土"))],
)
def test_a_row_that_is_cut_calls_no_dear_ground_free(
    language: Language, price: str, dear: tuple[str, ...]
) -> None:
    """2-4 is mountain, tundra, plains: a row ends after any part, and the part must be true."""
    table = at(ChooseArea(0), turn="A", pieces="A:1-4a A:city@1-5a", A="faith=1")
    note = table.note(SelectArea((2, 0), "2-4"))
    assert note is not None
    whole = texts_of(new_table(GAME, "Ann", "Ben", "Cat"), language).lazy_text(note)

    rows = [whole_parts(whole, cells) for cells in range(2 * len(whole))]
    assert price in rows[-1]
    assert all(price in row for row in rows if any(ground in row for ground in dear))


def test_an_effect_tells_how_much_there_is_then() -> None:
    """quo_vadis.skill.great_harvest, skill.capital: to the maximum of 5; one cube more."""
    harvest = at(TurnStart(0), turn="A", A="skills=great_harvest food=2 spirit=5 faith=0").go()
    assert harvest.note(GainResource("food")) == LazyText("gained", {"before": 2, "after": 5})

    pieces = "A:city@1-3a/2 A:city@1-2a/1"
    capital = at(EndPhase(0), turn="A 1-2", pieces=pieces, A="skills=capital").go()
    assert capital.note(AddDominion("1-2a")) == LazyText("dominion", {"dominion": 2, "after": 3})


def test_who_has_enough_is_told_what_comes_next() -> None:
    placing = at(PlacingBegins(0), turn="A 1-2", A="food=3").go().place("1-2a")
    building = at(BuildPhase(0), turn="A 1-2", pieces="A:1-3a").go()

    assert placing.note(Enough()) == LazyText("then_card")
    assert building.note(Enough()) == LazyText("then_end")


def test_a_conversion_tells_faith_and_wrath_after_it() -> None:
    table = at(PlayCard(2), turn="C 1-2", C="hand=m gens=ll faith=2").go().play("m")

    assert table.note("convert 1") == LazyText("converted", {"faith": 2, "wrath": 1})
    assert table.note("convert 0") == LazyText("converted", {"faith": 5, "wrath": 0})


def test_a_declaration_tells_strength_and_chance_if_nobody_spends_more() -> None:
    """A lead of 5 before the dice: 35 of 36."""
    table = at(WarPhase(), turn="A 2-5", pieces="A:2-5c B:2-5c", A="spirit=5").go()

    assert table.note(Declare(5)) == LazyText("declare", {"strength": 6, "chance": 97})


def test_a_declaration_counts_on_the_spirit_that_a_later_rival_can_declare() -> None:
    """quo_vadis.war.6: 6 against 1, or against 1 + 4: 35 of 36, or 21 of 36 with a lead of 1.

    B declares last and knows what A spent: 5 against 6, 10 of 36 with 1 behind.
    """
    table = at(WarPhase(), turn="A 2-5", pieces="A:2-5c B:2-5c", A="spirit=5", B="spirit=4").go()
    assert table.note(Declare(5)) == LazyText(
        "declare_least", {"strength": 6, "chance": 97, "least": 58}
    )

    table.do(Declare(5))
    assert table.note(Declare(4)) == LazyText("declare", {"strength": 5, "chance": 28})


def test_a_strike_tells_whom_it_returns() -> None:
    table = at(OfferWrath(2), turn="C 1-2", pieces="A:1-2a*2 C:1-2a", C="wrath=3").go()

    assert table.note(Strike(("1-2a",))) == LazyText(
        "struck", {"hit": {"workers": 3, "own": 1}, "terrain": "tundra"}
    )
    assert table.note(Strike(("1-2b",))) == LazyText("struck", {"hit": {}, "terrain": "tundra"})


@pytest.mark.rule("quo_vadis.wrath.6")
def test_a_strike_tells_the_dominion_that_is_lost() -> None:
    """From 3 cubes 1 stays; the fort returns."""
    pieces = "B:city@2-3a/3 B:fort@2-3b A:2-3c"
    table = at(OfferWrath(2), turn="C 2-3", pieces=pieces, C="wrath=5").go()

    assert table.note(StrikeAndDestroy(("2-3a", "2-3b", "2-3c"), ("2-3a", "2-3b"))) == LazyText(
        "struck",
        {"hit": {"workers": 1, "cities": 1, "dominion": 2, "small": 1}, "terrain": "tundra"},
    )


@pytest.mark.rule("quo_vadis.wrath.7")
def test_a_strike_tells_what_a_temple_or_sanctuary_keeps() -> None:
    """B's temple in 1-2b keeps the worker in 1-2a; wrath of 3 would not reach buildings anyway."""
    pieces = "A:1-2a B:1-2a B:temple@1-2b B:city@1-2c/1"
    weak = at(OfferWrath(2), turn="C 1-2", pieces=pieces, C="wrath=3").go()
    strong = at(OfferWrath(2), turn="C 1-2", pieces=pieces, C="wrath=5").go()
    holy = at(OfferWrath(2), turn="C 1-3", pieces="A:1-3a", A="skills=sanctuary", C="wrath=3").go()

    assert weak.note(Strike(("1-2a",))) == LazyText(
        "struck", {"hit": {"workers": 1, "kept": 1}, "terrain": "tundra"}
    )
    assert weak.note(Strike(("1-2b",))) == LazyText("struck", {"hit": {}, "terrain": "tundra"})
    assert strong.note(Strike(("1-2a", "1-2b", "1-2c"))) == LazyText(
        "struck", {"hit": {"workers": 1, "kept": 3}, "terrain": "tundra"}
    )
    assert holy.note(Strike(("1-3a",))) == LazyText(
        "struck", {"hit": {"kept": 1}, "terrain": "tundra"}
    )


@pytest.mark.rule("quo_vadis.wrath.8")
@pytest.mark.parametrize(
    ("language", "new", "known"),
    [
        ("en", "hits nobody; the area becomes Tundra", "hits nobody"),
        ("ja", "誰にも当たらない；エリアが凍土になる", "誰にも当たらない"),
    ],
)
def test_a_strike_that_hits_nobody_still_tells_what_the_area_becomes(
    language: Language, new: str, known: str
) -> None:
    """A ring is laid, whoever is struck; not where it lies already."""
    table = at(OfferWrath(2), turn="C 1-2", C="wrath=3").go()
    texts = texts_of(new_table(GAME, "Ann", "Ben", "Cat"), language)

    for rings, text in (((), new), ((("1-2", "tundra"),), known)):
        world = replace(table.world, rings=rings)
        note = GAME.action_note(world, 2, Strike(("1-2a",)))
        assert note is not None
        assert texts.lazy_text(note) == text


def test_building_tells_of_majorities_won_and_lost() -> None:
    table = at(BuildPhase(0), turn="A 1-2", pieces="A:1-2a A:1-2b A:1-3a")
    table.given(turn={"changed": True, "city_due": True}).go()

    assert table.note("build fort 1-2a") == LazyText("majorities", {"before": 1, "after": 0})
    assert table.note("build city 1-3a") == LazyText("majorities", {"before": 1, "after": 2})
    assert table.note("build fort 1-3a") is None


def test_an_ascension_tells_its_vp() -> None:
    table = at(EndPhase(0), turn="A 1-2", pieces="A:1-3a A:temple@1-3a", A="removed=2").go()
    assert table.note("ascend 1-3a") == LazyText("ascends", {"vp": 3})


def test_a_race_tells_its_terrain_and_its_maxima_where_they_differ() -> None:
    """quo_vadis.setup.9: Sandwalker 6, 4, 4, 6."""
    assert at(PickRace(0)).note(TakeRace("sandwalker")) == LazyText("race", {"terrain": "desert"})
    assert at(PickRace(0), resource_mode="custom").note(TakeRace("sandwalker")) == LazyText(
        "race_custom",
        {"terrain": "desert", "maxima": {"spirit": 6, "food": 4, "faith": 4, "wrath": 6}},
    )


def test_a_move_tells_of_a_majority() -> None:
    table = at(PlayCard(0), turn="A 1-2", pieces="A:1-2a*2", A="hand=r").go().play("r")

    assert table.note("move 1-2a 1-2b") == LazyText("majorities", {"before": 0, "after": 1})


def test_a_move_tells_of_the_war_that_follows_or_is_left() -> None:
    """In 2-5b (sea) 1 against 2: A has to roll 2 higher, 10 of 36, 28 %."""
    table = at(PlayCard(0), turn="A 2-5", pieces="A:2-5c B:2-5c B:2-5b", A="hand=r gens=l").go()
    table.play("r")

    assert table.note("move 2-5c 2-5b") == LazyText(
        "move_war", {"strengths": {0: 1, 1: 2}, "chance": 28}
    )
    assert table.note("move 2-5c 2-5a") == LazyText("move_peace")


@pytest.mark.rule("quo_vadis.setup.13")
def test_the_table_in_words_tells_what_the_listener_may_know() -> None:
    table = at(WarPhase(), turn="A 2-5", pieces="A:2-5c B:2-5c B:city@1-4a/2", B="spirit=1").go()
    values = {viewer: GAME.describe(table.seen(viewer), viewer) for viewer in (0, 1, None)}

    for notes in values.values():
        assert [note.values for note in notes if note.key == "war"] == [
            {"cells": ("2-5c",), "totals": {0: 1, 1: 1}}
        ]
        assert [item.values["dominion"] for item in notes if item.key == "city"] == [2]
    hands = [
        [text.values["hand"] for text in values[viewer] if text.key == "cards"]
        for viewer in (0, None)
    ]
    assert hands == [[("labour",), (None,), (None,)], [(None,)] * 3]


def test_before_the_first_round_the_map_is_told() -> None:
    notes = GAME.describe(at(PickRace(0), number=0).world, None)

    assert [note.key for note in notes] == ["round_setup", *["land"] * 10]
