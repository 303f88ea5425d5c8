"""Hints beside each action, and the table in words."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content.monumental import GAME
from hako.content.monumental.actions import Pass, ReturnHero, TakeToken, UseEffect
from hako.content.monumental.effect_text import effect_texts
from hako.content.monumental.steps.city import Activate
from hako.content.monumental.steps.explorers import MoveAnExplorer
from hako.engine.i18n import payoffs
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.action_groups import SHORT, group_actions
from hako.engine.transcript.sentences import texts_of
from tests.rules.monumental.bearer import ready
from tests.rules.monumental.table import acting, at, cards, danish, egyptian
from tests.rules.tables import in_english
from tests.tui.tables import new_table


def test_activation_tells_what_the_row_and_column_yield() -> None:
    city = "work_camp library fort / mine irrigation+work_camp forum / fort library work_camp"
    table = at(Activate(0), realms=[egyptian(city=city)])

    assert table.beside("activate 2 2") == "3P 2S 1G 1C"


def test_activation_tells_whose_text_effects_become_usable() -> None:
    city = "work_camp odeon fort / mine philosophy+fort - / fort - work_camp"
    table = at(Activate(0), realms=[egyptian(city=city)])

    assert table.beside("activate 1 2") == "1P 1S 2M; 2 effects (Odeon, Philosophy)"
    assert table.beside("activate 3 3") == "1P 2M"


def test_a_purchase_tells_what_exactly_is_paid() -> None:
    table = acting(egyptian("P3 PT2 G2"), display="castle")

    assert table.beside("acquire castle") == (
        "for 3 Production, 1 Gold, 2 Production tokens; each time 4 Military"
    )


def test_a_purchase_tells_which_slot_the_card_will_come_to() -> None:
    """acquire.3, city.10: top of the deck, so into the first slot that the refill fills."""
    city = "fort fort* fort* / fort* fort fort / fort* fort* fort"
    table = acting(egyptian("P4", city=city), display="aqueduct")

    assert table.beside("acquire aqueduct") == (
        "for 4 Production; each time 2 Production, 1 Gold; row 1, column 2 at the refill"
    )


def test_a_knowledge_and_a_last_section_tell_their_points() -> None:
    """Writing: 2 VP and 3 for the lead (score.5). Colossus: 4 Military and 5 VP."""
    table = acting(egyptian("P4 S4", building="colossus_of_rhodes 1"), display="writing temple")

    assert table.beside("acquire writing") == "+5 VP (3 for the lead); for 4 Science"
    assert table.beside("complete colossus_of_rhodes") == (
        "+8 VP (3 for the lead); + 4 Military; 2 of 2; for 4 Production"
    )


@pytest.mark.parametrize(
    ("action", "gain", "cost", "brief"),
    [
        (
            "acquire castle",
            "4 Military",
            "for 3 Production, 1 Gold, 2 Production tokens",
            "for 3P 1G 2T",
        ),
        ("acquire writing", "+5★", "for 4 Science", "for 4S"),
        ("complete petra", "★5 done", "for 3 Production, 1 Production token", "for 3P 1T"),
        ("use currency", "1 any→1G", "", ""),
    ],
)
def test_a_row_has_what_an_action_brings_and_its_whole_cost(
    action: str, gain: str, cost: str, brief: str
) -> None:
    """Castle and Writing as in the content; the lead in Knowledge counts 3 (score.5)."""
    city = "fort* fort+currency fort / fort fort fort / fort fort fort"
    seat = egyptian("P3 PT2 G1 S4", city=city)
    table = acting(seat, display="castle writing petra")
    texts, note = in_english(GAME), table.note(action)

    assert note is not None
    assert payoffs.payoff(texts, note, 10) == gain
    assert payoffs.cost(texts, note, is_brief=False) == cost
    assert payoffs.cost(texts, note, is_brief=True) == brief


def test_a_row_for_several_actions_has_the_most_that_one_of_them_brings() -> None:
    """Petra scores 5 when it is done; Writing 2, and 3 for the lead."""
    table = acting(egyptian("P6 S4"), display="castle writing petra")
    notes = [table.note(f"acquire {card}") for card in ("castle", "writing")]
    present = [note for note in notes if note is not None]

    assert payoffs.best_payoff(in_english(GAME), present) == "up to +5★"
    assert payoffs.best_payoff(in_english(GAME), present[:1]) == ""


def test_a_section_that_is_not_the_last_tells_what_the_wonder_will_score() -> None:
    """score.7: an unfinished Wonder scores nothing yet."""
    table = acting(egyptian("P4"), display="colossus_of_rhodes temple")

    assert table.beside("complete colossus_of_rhodes") == (
        "1 of 2, 5 VP at the end; for 4 Production"
    )


def test_a_conquest_tells_defence_units_price_and_points() -> None:
    """Mountain: Defence 3; the Warlord and a Soldier are the fewest. Ann has the lead already."""
    table = acting(egyptian("M3"), tiles={(2, 1): "0 O"})

    assert table.beside("conquer 1:1") == (
        "+2 VP; for 2 Military or more; Mountain; Defence 3; at least 2 units"
    )


def test_a_conquest_tells_what_the_defence_is_made_of() -> None:
    """A Meadow 1, a Wonder token 2, an Outpost 3 and a Soldier 1; the token is worth 1 VP, the lead 3."""
    table = acting(egyptian("M7"), tiles={(2, 0): "1 S1 O petra"})

    assert table.beside("conquer 2:0") == (
        "+5 VP (3 for the lead); for 6 Military or more; Meadow of Ben; Defence 7"
        " (terrain 1, Wonder token 2, garrison 4); at least 6 units"
    )


def test_sending_units_tells_what_they_bring_and_who_is_left_behind() -> None:
    """conquer.9: Ramses II brings 2 Production; 8 Soldiers stay, or 9. The lead is 3 VP (score.5)."""
    table = acting(egyptian("M2"))
    home = table.world.capital(0)
    table.conquer("2:0")

    assert (
        table.beside("send 3:0*1")
        == f"+4 VP (3 for the lead); for 1 Military; Soldiers left: {home} 8"
    )
    assert table.beside("send_warlord 3:0") == (
        f"+4 VP (3 for the lead); + 2 Production; for 1 Military; Soldiers left: {home} 9"
    )


def test_what_an_action_says_itself_is_not_told_again() -> None:
    table = acting(egyptian("G1", city="paper_mill* - - / - - - / - - -")).use("paper_mill")

    assert table.beside("take M2") == ""


def test_a_benefit_that_names_its_resources_is_not_told_again() -> None:
    """conquer.8: Workers give 1 Gold or a Production token."""
    table = acting(egyptian("M1"), tokens={(2, 0): "barbarian_workers"})
    table.plays("conquer 2:0, send_warlord 3:0")

    assert [table.beside(f"option barbarian_workers.{number}") for number in (1, 2)] == ["", ""]


def test_passing_tells_what_is_lost_and_the_last_pass_what_leaves() -> None:
    first = acting(egyptian("P2 G1"))
    last = acting(egyptian("P2 G1"), danish(passed=True), display="writing temple castle")

    assert first.beside("pass") == "discards 2 Production"
    assert last.beside("pass") == ("discards 2 Production; leaves the display: Castle, Temple")


def test_ending_a_classic_turn_tells_the_same() -> None:
    rows = ("aqueduct temple barracks", "school harbour writing")
    table = acting(mode="classic", display=rows)

    assert table.beside("end") == "leaves the display: Barracks, Writing"


def test_other_actions_tell_what_can_be_foreseen() -> None:
    table = acting(egyptian("S3 M1 silk", deck="fort", policies="gift_of_the_nile"))

    assert table.beside("use gift_of_the_nile") == ("+ 2 Production")
    assert table.beside("spend silk") == "+ 1 Culture"
    assert table.beside("progress") == "draws 1 card; for 3 Science"
    assert table.beside("move_explorer a") == f"from {table.world.capital(0)}"


@pytest.mark.parametrize(
    ("source", "table", "note"),
    [
        ("writing", {"deck": "fort"}, "draws 1 card"),
        ("silk_road", {"supply": "G1"}, "1 Gold → 1 Market token"),
        ("theatre", {"supply": "G2"}, "2 Gold → 1 Culture"),
        (
            "bank",
            {"supply": "G2"},
            "1 Gold → 2 basic resources; up to 2 times",
        ),
        ("mandate_of_heaven", {}, "+ 1 Gold; + 1 basic resource"),
        ("heraldry", {"tiles": {(2, 0): "0 S1", (2, 1): "0 S1"}}, "+ 1 Gold"),
        ("viking_raids", {"supply": "M1"}, "conquers a Province; 2 Military less"),
        ("seafaring", {"supply": "M1"}, "conquers a coastal Province; 1 Military less"),
        (
            "great_library",
            {"city": "- irrigation+fort - / - - - / - - -"},
            "copies a Knowledge in your City",
        ),
        (
            "engineering",
            {"supply": "P1", "display": "petra colosseum"},
            "a section of a Wonder for half",
        ),
        ("compass", {}, "moves an Explorer up to 3 tiles free"),
        ("fortress_building", {"tiles": {(2, 0): "0 S2"}}, "an Outpost for Soldiers: 2"),
        (
            "wu_zetian",
            {"city": "fort - - / - - - / - - -"},
            "archives cards, up to 1; + 1 Gold for each",
        ),
    ],
)
def test_an_effect_says_what_it_will_do_where_that_is_still_to_be_chosen_or_drawn(
    source: str, table: dict[str, Any], note: str
) -> None:
    """The supply where it is certain, and else what is printed on the card in short."""
    assert ready(source, **table).beside(UseEffect(source)).endswith(note)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_effect_of_the_box_has_words_for_what_it_will_do(language: Language) -> None:
    texts, content = texts_of(new_table(GAME, "Ann", "Ben"), language), cards()
    leaves = [hero.leave for hero in content.hero.values()]
    effects = [item for all_its in (*content.action.values(), *leaves) for item in all_its]

    assert len(effects) > 50
    assert all(texts.lazy_text(note) for effect in effects for note in effect_texts(effect, ()))


@pytest.mark.parametrize(
    ("hero", "note"),
    [
        ("leonidas", "conquers a neutral Province; without Military"),
        ("archimedes", "a Building, a Basic building, a Knowledge for 5 less"),
        ("joan_of_arc", "moves units without Military, up to 4"),
    ],
)
def test_a_return_of_a_hero_says_what_it_will_do(hero: str, note: str) -> None:
    table = ready(hero, "P9", tiles={(2, 1): "0 S2"})

    assert table.beside(ReturnHero(hero)) == note


@pytest.mark.parametrize(
    ("lying", "note"), [("silk", "Silk Market token"), ("production", "+ 1 Production token")]
)
def test_taking_a_token_tells_which_one_lies_there(lying: str, note: str) -> None:
    table = acting(egyptian("M1"), tiles={(2, 0): f"0 S1 {lying}"}, explorers={0: [(2, 0), (3, 0)]})

    table.plays("move_explorer a")

    assert table.beside(TakeToken()) == note


def test_where_much_can_be_done_the_list_asks_first_what() -> None:
    """Cards, Policies, Provinces and Explorers have a row each; passing is the last one."""
    table = acting(egyptian("P9 S9 M9 C9"))
    folds = group_actions(table.options)

    texts = [in_english(GAME).lazy_text(fold.first) for fold in folds if fold.first]
    assert texts == ["Acquire a card", "Develop a Policy", "Conquer a Province", "Move an Explorer"]
    assert folds[-1].actions == (Pass(),)
    assert len(folds) < SHORT < len(table.options)


def test_the_table_can_be_told_in_words() -> None:
    realms = [
        egyptian("P2 silk", policies="great_works", building="petra 1"),
        danish(passed=True, hero="cleopatra"),
    ]
    table = acting(*realms, tiles={(2, 0): "0 S1 O"}, heroes=("hypatia",), last_round=2)

    lines = table.described()

    assert lines[0].startswith("Round 1, Actions; round 2 is the last. Start player: Ann.")
    assert any(line.startswith("Ann builds Petra: 1 of 2 sections") for line in lines)
    assert "Ben controls Cleopatra." in lines
    assert f"Ann holds {table.at(2, 0)} (Meadow, Defence 5): Soldiers 1; Outpost." in lines
    assert "Display: Temple, 5 Production." in lines


def test_before_the_first_round_only_the_civilizations_are_told() -> None:
    table = acting().given(round=0)

    assert GAME.describe(table.seen(), None)[0] == LazyText(
        "leads", {"seat": 0, "civilization": "egyptian"}
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_category_has_one_name_wherever_it_is_told(language: Language) -> None:
    """score.1-4: the board, the parts of a score and the leads; none is a resource's name."""
    texts = texts_of(new_table(GAME, "Ann", "Ben"), language)
    resources = {texts.text(f"term.resource.{name}") for name in texts.under("term.resource")}

    for name in texts.under("term.lead"):
        called = texts.text(f"board.category.{name}")
        assert texts.text(f"term.lead.{name}") == texts.text(f"term.part.{name}") == called
        assert called not in resources


@pytest.mark.parametrize(
    ("tiles", "question"),
    [
        (0, "Ann: does Explorer 1 take the token?"),
        (1, "Ann: Explorer 1 goes where? (1 tile left)"),
        (2, "Ann: Explorer 1 goes where? (2 tiles left)"),
        (None, "Ann: Explorer 1 goes where? (1 Military a tile)"),
    ],
)
def test_an_explorer_that_can_go_no_further_is_not_asked_where(
    tiles: int | None, question: str
) -> None:
    texts = texts_of(new_table(GAME, "Ann", "Ben"), "en")

    assert texts.render(MoveAnExplorer(0, "a", tiles, started=True)) == question
