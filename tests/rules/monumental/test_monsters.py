"""The Monsters module (4.15)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from hako.content.monumental.actions import Conquer, EndTurn, SendSoldiers, SendWarlord
from hako.content.monumental.cards.land import Hex
from hako.content.monumental.events.monsters import MonsterRavaged, MonsterRevealed, MonsterSlain
from hako.content.monumental.map_queries import defence
from hako.content.monumental.realm import Realm
from hako.content.monumental.state import Lair
from hako.content.monumental.steps.monsters import MonstersAttack, attacked
from tests.rules.monumental.bearer import bearer
from tests.rules.monumental.table import Table, acting, cards, danish, egyptian, new, resolving
from tests.rules.tables import by_clause

LAIR: Hex = (2, 0)
"""A Meadow next to seat 0's Capital on Quiet Pastures (2)."""

PLACE = "C6"
"""The name of that Meadow."""


def attack(
    monster: str,
    *,
    lair: Hex = LAIR,
    own: Realm | None = None,
    other: Realm | None = None,
    **table: Any,
) -> Table:
    """A table at which a revealed Monster has attacked, with garrisons as given."""
    place = cards().map["pastures_2"].at(*lair)
    lairs = (Lair(monster, place, 0),)
    realms = (own or egyptian("G9 C9 PT9"), other or danish("G9 C9 PT9"))
    return resolving(MonstersAttack(None), realms=realms, lairs=lairs, **table)


# ------------------------------------------------------------ setup


@pytest.mark.parametrize(("seats", "monsters"), [(1, 4), (2, 4), (3, 6), (4, 8), (5, 10)])
@pytest.mark.rule("monumental.monster.1", "monumental.setup.16")
def test_monsters_take_the_place_of_some_barbarians(seats: int, monsters: int) -> None:
    plain, world = new(seats), new(seats, monsters="on")
    faces = Counter(
        "monster" if token in cards().monster else cards().exploration[token].kind
        for token in world.tokens.faces
        if token is not None
    )

    assert faces["monster"] == monsters
    assert sum(faces.values()) == sum(token is not None for token in plain.tokens.faces)
    assert plain.tokens.monsters == 0


# ------------------------------------------------------------ revealing


@pytest.mark.rule("monumental.monster.2")
def test_a_monster_turned_up_lies_below_the_display_and_brings_nothing() -> None:
    table = acting(egyptian("M1"), tokens={LAIR: "nemean_lion"}, lairs=(Lair("harpies", "A2", 1),))

    table.do(Conquer(PLACE), SendSoldiers({table.at(3, 0): 1}))

    assert table.happened(MonsterRevealed) == [MonsterRevealed(0, "nemean_lion", PLACE)]
    assert table.world.lairs == (Lair("harpies", "A2", 1), Lair("nemean_lion", PLACE, 0))
    assert table.tile(*LAIR).owner == 0
    assert table.supply() == "-"


# ------------------------------------------------------------ when they attack


@pytest.mark.rule("monumental.monster.3", "monumental.seq.1")
def test_in_sequential_mode_all_monsters_attack_at_the_end_of_the_round() -> None:
    """Two Soldiers withstand the Harpies (2); one does not withstand the Boar (2)."""
    table = acting(
        egyptian("PT1"),
        tiles={LAIR: "0 S2", (2, 1): "0 S1"},
        lairs=(Lair("erymanthian_boar", "D6", 1), Lair("harpies", PLACE, 0)),
    )

    table.plays("pass, pass")

    kinds = [
        type(event) for event in table.told if isinstance(event, MonsterSlain | MonsterRavaged)
    ]
    assert kinds == [MonsterRavaged, MonsterSlain]
    assert table.supply() == "G2"
    assert table.world.round == 2


@pytest.mark.rule("monumental.monster.3")
def test_monsters_attack_at_the_end_of_the_last_round_too() -> None:
    table = acting(
        egyptian(), tiles={LAIR: "0 S2"}, lairs=(Lair("harpies", PLACE, 0),), last_round=1
    )

    table.plays("pass, pass")

    assert table.realm().monsters == ("harpies",)
    assert table.outcome is not None


@pytest.mark.rule("monumental.monster.4")
def test_in_classic_mode_a_monster_attacks_after_each_turn_of_who_revealed_it() -> None:
    lairs = (Lair("harpies", PLACE, 0), Lair("erymanthian_boar", "D6", 1))
    tiles = {LAIR: "0 S2", (2, 1): "0 S2"}
    rows = ("petra aqueduct", "school")
    first = acting(mode="classic", display=rows, tiles=tiles, lairs=lairs)
    second = acting(seat=1, mode="classic", display=rows, tiles=tiles, lairs=lairs)

    assert first.end().realm().monsters == ("harpies",)
    assert second.end().realm().monsters == ("erymanthian_boar",)


@pytest.mark.rule("monumental.monster.4")
def test_in_classic_mode_a_monster_attacks_on_the_turn_in_which_it_is_revealed() -> None:
    table = acting(
        egyptian("M1"),
        mode="classic",
        display=("petra aqueduct", "school"),
        tokens={LAIR: "harpies"},
    )

    table.do(Conquer(PLACE), SendWarlord(table.at(3, 0)), EndTurn())

    assert table.realm().monsters == ("harpies",)


# ------------------------------------------------------------ whom they attack


@by_clause(
    "tiles start_player where",
    # its lair, if a player controls it
    ("monster.5", {(0, 0): "1 S5", (1, 0): "0 S1"}, 0, (0, 0)),
    # else the smallest garrison beside it, neither a neutral Province nor (2, 0)
    ("monster.5", {(1, 0): "0 S3", (0, 1): "0 W", (-1, 0): "1 O", (2, 0): "0 S1"}, 0, (0, 1)),
    # of equal garrisons the smallest Defence: (0, 1) is a Meadow, (1, 0) and (-1, 0) are Forests
    ("monster.5", {(1, 0): "0 S1", (0, 1): "0 S1"}, 0, (0, 1)),
    # then who comes first from the start player
    ("monster.5", {(1, 0): "0 S1", (-1, 0): "1 S1"}, 0, (1, 0)),
    ("monster.5", {(1, 0): "0 S1", (-1, 0): "1 S1"}, 1, (-1, 0)),
    # then the Province furthest up, and then furthest left
    ("monster.5", {(0, -1): "0 S1", (0, 1): "0 S1"}, 0, (0, -1)),
    ("monster.5", {(1, 0): "0 S1", (-1, 0): "0 S1"}, 0, (-1, 0)),
    ("monster.5", {(2, 0): "0 S1"}, 0, None),
)
def test_a_monster_attacks_one_province(
    tiles: dict[Hex, str], start_player: int, where: Hex | None
) -> None:
    """Its lair is the Volcano of (0, 0)."""
    place = cards().map["pastures_2"].at(0, 0)
    lair = Lair("hydra", place, 0)
    table = acting(tiles=tiles, start_player=start_player, lairs=(lair,))
    result = attacked(table.world, lair)

    assert (result and table.world.land.hex[result]) == where


@pytest.mark.rule("monumental.monster.5")
def test_a_province_further_up_comes_before_one_further_left() -> None:
    """Meadows at (2, 0) and (0, 1), beside the Forest of (1, 0)."""
    lair = Lair("hydra", cards().map["pastures_2"].at(1, 0), 0)
    table = acting(tiles={(2, 0): "0 S1", (0, 1): "0 S1"}, lairs=(lair,))

    assert attacked(table.world, lair) == table.at(2, 0)


@pytest.mark.rule("monumental.monster.5")
def test_without_anybody_beside_a_neutral_lair_there_is_no_attack() -> None:
    table = attack("hydra", lair=(0, 0), tiles={(2, 0): "0 S1"})

    assert not table.happened(MonsterRavaged)
    assert not table.happened(MonsterSlain)
    assert len(table.world.lairs) == 1


@pytest.mark.rule("monumental.monster.5", "monumental.map.2")
def test_a_capital_is_not_attacked() -> None:
    """The lair is the Meadow beside the Capital, and nobody holds another Province there."""
    assert attack("harpies").happened(MonsterRavaged) == []


# ------------------------------------------------------------ the garrison


@pytest.mark.parametrize(
    ("garrison", "slain"),
    [("S4", False), ("S5", True), ("S3 W", True), ("S2 W", False), ("S2 O", True), ("W O", True)],
)
@pytest.mark.rule("monumental.monster.6", "monumental.monster.7")
def test_a_garrison_at_least_as_strong_slays_the_monster(garrison: str, slain: bool) -> None:
    """Fenrir has strength 5; Soldier 1, Warlord 2, Outpost 3."""
    table = attack("fenrir", tiles={LAIR: f"0 {garrison}"})

    assert (table.realm().monsters == ("fenrir",)) == slain
    assert (table.world.lairs == ()) == slain


@pytest.mark.rule("monumental.monster.6")
def test_terrain_wonder_tokens_and_added_defence_do_not_help() -> None:
    """A Mountain with a Wonder token and Phalanx: Defence 3 + 2 + 1 + 1, but a garrison of 1."""
    own = egyptian(policies="phalanx")
    table = attack("harpies", lair=(1, 1), own=own, tiles={(1, 1): "0 S1 petra"})

    assert table.happened(MonsterSlain) == []


@pytest.mark.rule("monumental.monster.6", "monumental.op.garrison", "monumental.hero.4")
def test_joan_of_arc_adds_2_to_each_garrison_against_monsters() -> None:
    table = attack("nemean_lion", own=bearer("joan_of_arc"), tiles={LAIR: "0 S1"})

    assert table.realm().monsters == ("nemean_lion",)


# ------------------------------------------------------------ what becomes of it


MONSTERS = {
    "harpies": (2, 1, "G2", "G8 C9 PT9"),
    "erymanthian_boar": (2, 1, "PT2", "G9 C9 PT8"),
    "nemean_lion": (3, 2, "G2", "G8 C9 PT9"),
    "oni": (3, 2, "G2 PT1", "G7 C9 PT9"),
    "tengu": (3, 2, "C1", "G9 C8 PT9"),
    "minotaur": (4, 2, "G1 C1", "G7 C9 PT9"),
    "cyclops": (4, 2, "PT3", "G9 C9 PT7"),
    "draugr": (4, 2, "G3", "G8 C9 PT8"),
    "fenrir": (5, 3, "C2", "G7 C9 PT9"),
    "hydra": (5, 3, "G2 C1", "G9 C8 PT9"),
    "dragon_king": (5, 3, "G4", "G6 C9 PT9"),
}
"""Strength, VP, reward, and what its ravage leaves of G9 C9 PT9."""


@pytest.mark.parametrize("monster", MONSTERS)
@pytest.mark.rule("monumental.monster.7", "monumental.monster.11", "monumental.score.1")
def test_who_withstands_a_monster_takes_its_card_and_gains_the_reward(monster: str) -> None:
    """A garrison of just its strength on a Meadow, which is worth 1 VP itself."""
    strength, vp, reward, _ = MONSTERS[monster]
    table = attack(monster, own=egyptian(), tiles={LAIR: f"0 S{strength}"})

    assert table.supply() == reward
    assert table.scores[0].military == vp + 1
    assert table.world.lairs == ()


@pytest.mark.parametrize("monster", MONSTERS)
@pytest.mark.rule("monumental.monster.8", "monumental.op.lose")
def test_who_does_not_withstand_it_is_ravaged_and_loses_the_lair(monster: str) -> None:
    """A Soldier less than its strength."""
    strength, _, _, left = MONSTERS[monster]
    table = attack(monster, tiles={LAIR: f"0 S{strength - 1}"})

    assert table.supply() == left
    assert table.tile(*LAIR).owner is None
    assert table.tile(3, 0).soldiers == 9


@pytest.mark.rule("monumental.monster.7", "monumental.op.gain")
def test_who_slays_the_sphinx_chooses_a_market_token_even_during_an_attack() -> None:
    """Seat 1's garrison of 3 slays it; seat 1 is asked, though it is nobody's turn."""
    table = attack("sphinx", other=danish(), tiles={LAIR: "1 S3"})

    assert table.seat == 1
    table.take_market("spices")
    assert table.supply(1) == "spices"
    assert table.scores[1].military == 3


@pytest.mark.rule("monumental.monster.8", "monumental.op.lose")
def test_the_sphinx_takes_a_culture_and_an_outpost_goes_back_to_the_supply() -> None:
    """A lone Warlord (2) does not withstand the Sphinx (3)."""
    table = attack("dragon_king", own=egyptian("C1", outposts=1), tiles={LAIR: "0 S1 O"})
    sphinx = attack("sphinx", tiles={LAIR: "0 W"})

    assert table.realm().outposts == 2
    assert sphinx.supply() == "G9 C8 PT9"
    assert sphinx.tile(3, 0).warlord


@pytest.mark.rule("monumental.op.lose")
def test_nobody_loses_more_than_there_is() -> None:
    assert attack("dragon_king", own=egyptian("G2"), tiles={LAIR: "0 S1"}).supply() == "-"


@pytest.mark.rule("monumental.monster.8", "monumental.monster.11")
def test_a_raid_beside_the_lair_ravages_but_destroys_nothing() -> None:
    table = attack("nemean_lion", lair=(0, 0), tiles={(1, 0): "0 S1"})

    assert table.supply() == "G8 C9 PT9"
    assert table.tile(1, 0).soldiers == 1
    assert table.world.lairs == (Lair("nemean_lion", table.at(0, 0), 0),)


@pytest.mark.rule("monumental.monster.7")
def test_a_garrison_beside_the_lair_slays_the_monster_too() -> None:
    table = attack("nemean_lion", lair=(0, 0), own=egyptian(), tiles={(1, 0): "0 S3"})

    assert table.supply() == "G2"
    assert table.world.lairs == ()


def test_every_monster_is_tested_here() -> None:
    assert MONSTERS.keys() | {"sphinx"} == cards().monster.keys()


# ------------------------------------------------------------ lairs and conquest


@pytest.mark.rule("monumental.monster.9", "monumental.map.4")
def test_a_neutral_lair_adds_the_monsters_strength_to_its_defence() -> None:
    assert defence(acting(lairs=(Lair("nemean_lion", PLACE, 0),)).world, PLACE) == 1 + 3


@pytest.mark.rule("monumental.monster.9", "monumental.conquer.5")
def test_who_conquers_a_neutral_lair_slays_the_monster_after_the_warlords_benefit() -> None:
    """Defence 1 + 3, and 3 Military: the Warlord and 2 Soldiers, so Ramses II brings his 2 first."""
    table = acting(egyptian("M3"), tiles={LAIR: "bare"}, lairs=(Lair("nemean_lion", PLACE, 1),))

    table.do(Conquer(PLACE))

    output = [getattr(event, "gain", None) for event in table.told]
    assert output.index({"production": 2}) < output.index({"gold": 2})
    assert table.supply() == "P2 G2"
    assert table.realm().monsters == ("nemean_lion",)
    assert table.world.lairs == ()


@pytest.mark.rule("monumental.monster.10")
def test_a_held_lair_adds_nothing_and_the_monster_stays_for_its_new_controller() -> None:
    """A Meadow with an enemy Soldier: Defence 2, whatever lurks there."""
    table = acting(egyptian("M1"), tiles={LAIR: "1 S1"}, lairs=(Lair("hydra", PLACE, 1),))
    assert defence(table.world, PLACE) == 2

    table.do(Conquer(PLACE))

    assert table.tile(*LAIR).owner == 0
    assert table.world.lairs == (Lair("hydra", PLACE, 1),)
    assert attacked(table.world, table.world.lairs[0]) == PLACE
