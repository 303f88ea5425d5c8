"""The worked examples of the rulebook's sheet and specification, as games are played."""

from __future__ import annotations

import pytest

from hako.content.monumental.conquest_options import forces
from hako.content.monumental.events.city import EffectUsed, ResourcesGained
from hako.content.monumental.events.display import DisplayDiscarded
from hako.content.monumental.events.map_pieces import WarlordConquered
from hako.content.monumental.events.rounds import LastRoundAnnounced
from hako.content.monumental.map_queries import defence
from hako.content.monumental.outcome import outcome
from hako.content.monumental.steps.city import Activate
from tests.rules.monumental.table import acting, at, chinese, danish, egyptian, greek, japanese

ROW = "aqueduct temple barracks school harbour irrigation currency writing"
"""a to h, from left to right."""


@pytest.mark.rule("monumental.seq.11", "monumental.seq.13")
def test_example_1_the_display_refill_of_four_players() -> None:
    """The sheet's own: c and f were taken, h and g leave, four cards come in."""
    deck = "steam_power aviation computers electricity eiffel_tower hoover_dam panama_canal x"
    realms = egyptian("P4 S3"), danish(), greek(), japanese()
    table = acting(*realms, display=ROW, deck=deck.replace(" x", " nuclear_physics"))

    table.plays("acquire barracks, pass, pass, pass, acquire irrigation, pass")

    assert table.happened(DisplayDiscarded) == [DisplayDiscarded(("writing", "currency"))]
    assert table.display == (
        "electricity computers aviation steam_power aqueduct temple school harbour"
    )


@pytest.mark.rule("monumental.conquer.5", "monumental.conquer.9", "monumental.effect.3")
def test_example_2_egypts_turn() -> None:
    """The sheet's own: Ramses II fires at once, the token brings Gold, the Altar waits."""
    realm = egyptian("M1", city="warrior_priest_altar* - -")
    table = acting(
        realm,
        danish("G1", passed=False),
        greek(passed=True),
        japanese(passed=True),
        display=ROW,
        tokens={(3, -2): "barbarian_workers"},
    )
    home, target = table.at(4, -2), table.at(3, -2)
    assert (table.world.map_id, table.world.capital(0)) == ("pastures_4", home)
    assert defence(table.world, target) == 1

    table.plays("conquer 3:-2, send_warlord 4:-2")
    assert table.supply() == "P2"
    assert EffectUsed(0, "ramses_ii") in table.told
    table.option("barbarian_workers.1")
    assert table.supply() == "P2 G1"
    assert table.seat == 1, "the Altar cannot be used in this turn"

    table.pass_()
    assert table.seat == 0
    table.use("warrior_priest_altar")

    assert table.supply() == "P2 G1 C1"
    assert table.realm().marked == ("ramses_ii", "warrior_priest_altar")


@pytest.mark.rule("monumental.city.3")
def test_example_3_activation() -> None:
    city = "work_camp library fort / mine irrigation+work_camp forum / fort library work_camp"
    assert at(Activate(0), realms=[egyptian(city=city)]).activate(2, 2).supply() == "P3 S2 G1 C1"


@pytest.mark.rule("monumental.pay.5", "monumental.acquire.3")
def test_example_4_payment() -> None:
    table = acting(egyptian("P3 PT2 G2", deck="fort"), display="castle temple").acquire("castle")

    assert (table.supply(), table.deck()) == ("G1", "castle fort")


@pytest.mark.rule("monumental.city.10")
def test_example_5_the_refill() -> None:
    """Slots 1, 2, 5 are empty: Workshop; Writing attached under Fort; Library."""
    city = "- - fort / fort - fort / fort fort fort"
    table = acting(egyptian(city=city, deck="workshop writing fort library mine"))

    table.plays("pass, pass")

    assert table.city() == "workshop writing+fort fort fort library fort fort fort fort"
    assert table.deck() == "mine"


@pytest.mark.rule("monumental.policy.1", "monumental.policy.2", "monumental.policy.3")
def test_example_6_policies() -> None:
    table = acting(chinese("C3"), danish(passed=True)).develop("mandate_of_heaven")
    assert table.supply() == "G1 C2"
    table.develop("grand_canal")

    assert table.supply() == "P1 G2"
    assert table.can("use grand_canal")
    assert not table.can("use mandate_of_heaven")


@pytest.mark.rule("monumental.wonder.1", "monumental.wonder.4", "monumental.wonder.6")
def test_example_7_a_wonder() -> None:
    tiles = {(2, 0): "0 S1", (2, 1): "0 S1"}
    table = acting(
        egyptian("P4 PT3 G1"), danish(passed=True), display="temple colossus_of_rhodes", tiles=tiles
    )
    before = defence(table.world, table.at(2, 0))

    table.complete("colossus_of_rhodes")
    assert (table.supply(), table.display, table.world.taken) == ("G1 PT3", "temple", (1,))
    table.complete("colossus_of_rhodes")
    assert (table.supply(), table.deck()) == ("M4", "colossus_of_rhodes")
    table.place_token("2:0")

    assert defence(table.world, table.at(2, 0)) == before + 2


@pytest.mark.rule("monumental.conquer.3", "monumental.conquer.4")
def test_example_8_minimal_sets() -> None:
    """Forest (1,0), Defence 2; one Soldier holds (2,0)."""
    table = acting(danish("M2"), egyptian(), tiles={(2, 0): "0 S1"})
    target = table.at(1, 0)
    assert (table.tile(3, 0).soldiers, defence(table.world, target)) == (8, 2)

    table.conquer("1:0")
    assert table.offered == "send 3:0*2, send_warlord 3:0"

    poor = acting(danish("M1"), egyptian(), tiles={(2, 0): "0 S1"})
    assert len(forces(poor.world, 0, target, most=1)) == 1
    poor.conquer("1:0")
    assert ResourcesGained(0, "siegfried", {"military": 2}) in poor.told


@pytest.mark.rule("monumental.conquer.6", "monumental.wonder.7")
def test_example_9_an_enemy_province() -> None:
    """Defence 2 + 1 + 3 + 2 = 8: six Soldiers and the Warlord, for 7 Military."""
    tiles = {(1, 0): "1 S1 O petra", (2, 0): "0 O"}
    table = acting(
        egyptian("M7"), danish(outposts=0, wonders="petra"), tiles=tiles, display="temple"
    )
    home, target = table.at(3, 0), table.at(1, 0)
    assert defence(table.world, target) == 8

    table.conquer("1:0")

    assert table.happened(WarlordConquered) == [
        WarlordConquered(0, target, {home: 6}, {"military": 7}, home)
    ]

    assert (table.tile(-3, 0).soldiers, table.realm(1).outposts) == (9, 1)
    assert table.tile(1, 0).wonder == "petra"
    assert table.scores[0].military == 1 + 1 + 1, "(2,0), the Forest, the token"
    assert table.realm(1).wonders == ("petra",)
    assert table.supply() == "P2", "Ramses II, and no Exploration token"


@pytest.mark.rule("monumental.explorer.2", "monumental.explorer.3")
def test_example_10_an_explorer() -> None:
    table = acting(egyptian("M2"), explorers={0: [(2, 0), (3, 0)]})

    table.plays("move_explorer a, take_token, to 1:0")
    assert (table.supply(), table.tile(1, 0).resource) == ("M1 PT1", "arms")
    assert not table.can("take_token")
    table.plays("stop, pass")

    assert table.can("move_explorer a")


@pytest.mark.rule("monumental.seq.7", "monumental.free.2")
def test_example_11_a_pass() -> None:
    table = acting(egyptian("P2 S1 G3 C1 PT1 silk")).plays("spend silk, pass")

    assert table.supply() == "G3 C2 PT1"
    assert table.realm().passed


@pytest.mark.rule("monumental.end.1", "monumental.end.3")
@pytest.mark.parametrize(("left", "last"), [(3, 2), (4, None)])
def test_example_12_the_last_round(left: int, last: int | None) -> None:
    """Four players who take nothing: four cards come in."""
    deck = "steam_power aviation computers electricity eiffel_tower hoover_dam petra notre_dame"
    realms = [make(passed=True) for make in (danish, greek, japanese)]
    table = acting(egyptian(), *realms, display=ROW, deck=" ".join(deck.split()[: 4 + left]))

    table.pass_()

    assert table.world.deck_left() == left
    assert table.world.last_round == last
    assert bool(table.happened(LastRoundAnnounced)) == (last is not None)


@pytest.mark.rule("monumental.science.1", "monumental.city.6")
def test_example_13_scientific_progress() -> None:
    table = acting(egyptian("S3", deck="university workshop", shown=1)).progress()
    assert (table.supply(), table.seat) == ("S3", 0)
    table.use("university")

    assert table.supply() == "P2 S3"
    assert table.realm().marked == ("university",)


@pytest.mark.rule("monumental.score.1", "monumental.score.5")
def test_example_14_scoring() -> None:
    """A = 24 + 9 = 33, B = 26 + 6 = 32; both Wonder tokens of B lie on its Capital."""
    own_values = {(2, 0): "0 S1 petra", (2, 1): "0 S1", (1, 0): "0 S1", (1, 1): "0 S1"}
    other_tiles = dict.fromkeys(((-2, 0), (-2, -1), (-3, 1), (-2, 2)), "1 S1")
    policies = "a b c"
    realms = (
        egyptian(
            knowledge="masonry writing compass", wonders="pyramids_of_giza", policies=policies
        ),
        danish(knowledge="masonry writing", wonders="colosseum hagia_sophia", policies=policies),
    )
    table = at(realms=realms, tiles=own_values | other_tiles)

    a, b = table.scores
    assert (a.categories(), a.bonus) == ((6, 7, 5, 6), 9)
    assert (b.categories(), b.bonus) == ((4, 3, 13, 6), 6)
    result = outcome(table.world)
    assert result is not None
    assert (result.scores, result.winners) == ((33, 32), (0,))


@pytest.mark.rule("monumental.hero.2", "monumental.hero.5", "monumental.hero.6")
def test_example_15_a_hero() -> None:
    table = acting(
        egyptian("G9", hero="cleopatra"), danish(passed=True), heroes=("leonidas", "hypatia")
    )

    table.use("cleopatra")
    assert table.supply() == "G10"
    table.send_back("cleopatra")
    assert table.supply() == "G10 C2"
    assert table.offers("hire") == []
    table.pass_()

    assert set(table.world.heroes) == {"leonidas", "hypatia", "cleopatra"}
    assert table.realm().hero is None


@pytest.mark.rule("monumental.monster.2", "monumental.monster.7", "monumental.monster.8")
@pytest.mark.parametrize("moved", [2, 1])
def test_example_16_a_monster(moved: int) -> None:
    """With three Soldiers there the Lion is slain; with two the lair is lost."""
    table = acting(
        egyptian(f"M{1 + moved} G1"), danish(passed=True), tokens={(2, 0): "nemean_lion"}
    )

    table.plays("conquer 2:0, send 3:0*1")
    assert (table.tile(2, 0).site, len(table.world.lairs)) == (None, 1)
    for _ in range(moved):
        table.plays("move_army, pick soldier 3:0, to 2:0")
    table.pass_()

    if moved == 2:
        assert (table.realm().monsters, table.supply()) == (("nemean_lion",), "G3")
        assert table.scores[0].military == 1 + 2
    else:
        assert (table.realm().monsters, table.supply()) == ((), "-")
        assert (table.tile(2, 0).owner, table.tile(3, 0).soldiers) == (None, 9)
        assert defence(table.world, table.at(2, 0)) == 1 + 3


@pytest.mark.rule("monumental.classic.4")
def test_example_17_two_rows() -> None:
    """B taken from above, nothing from below: f leaves; the upper row is filled first."""
    rows = ("aqueduct temple barracks", "school harbour irrigation")
    table = acting(
        egyptian("P5"), mode="classic", display=rows, deck="aviation computers steam_power"
    )

    table.plays("acquire temple, end")

    assert table.happened(DisplayDiscarded) == [DisplayDiscarded(("irrigation",))]
    assert table.display == "aviation aqueduct barracks / computers school harbour"
    assert table.world.deck_left() == 1


@pytest.mark.rule("monumental.effect.2")
def test_example_18_conditions_over_turns() -> None:
    realm = greek("S4 P6", city="odeon* - -")
    table = acting(realm, danish(passed=True), display="writing temple")

    table.plays("acquire writing, acquire temple, use odeon")

    assert table.realm().supply.culture == 1
