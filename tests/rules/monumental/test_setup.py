"""Setting up (section 3 of the rulebook)."""

from __future__ import annotations

from collections import Counter

import pytest

from hako.content.monumental import GAME
from hako.content.monumental.actions import DrawCivilization, PickCivilization
from hako.content.monumental.realm import COUNTERS
from hako.content.monumental.state import World
from hako.engine.rules.model import known
from tests.rules.monumental.table import Table, acting, cards, new

SEEDS = range(12)


def deck_of(world: World) -> list[str]:
    """The Development deck, the display included, in the order in which it was stacked."""
    shown = [card for row in world.display for card in reversed(row)]
    return [*shown, *(known(card) for layer in world.layers for card in layer.cards)]


def kinds(world: World, era: str) -> tuple[int, int, int]:
    """Wonders, Buildings and Knowledge of an Era in deck and display."""
    item = [cards().card[card] for card in deck_of(world) if cards().card[card].era == era]
    count = Counter(card.kind for card in item)
    return count["wonder"], count["building"], count["knowledge"]


@pytest.mark.rule("monumental.setup.3")
def test_a_supply_of_resources_has_no_bottom() -> None:
    """Ten times the Gold of the box, and one more."""
    table = acting(*new(2).realms)
    world = table.world.with_more(0, {"gold": 500, "production_token": 500, "culture": 500})

    assert world.with_more(0, {"gold": 1}).realms[0].supply.gold == 501


@pytest.mark.rule("monumental.setup.4")
def test_every_player_leads_a_civilization_of_its_own() -> None:
    for seats in range(2, 6):
        taken = [realm.civilization for realm in new(seats).realms]
        assert len(set(taken)) == len(taken) == seats
    drawn = {tuple(realm.civilization for realm in new(2, seed=seed).realms) for seed in SEEDS}
    assert len(drawn) > 1, "drawn at random"


@pytest.mark.rule("monumental.setup.4")
def test_civilizations_may_be_chosen_or_left_to_chance() -> None:
    table = Table(new(3, civilizations="chosen"))

    assert table.can("lead greek")
    assert "cards" not in GAME.goal(table.world, 0).values, "no deck is stacked yet"
    table.lead("greek")
    assert not table.can("lead greek")
    table.do(DrawCivilization(), PickCivilization(_left(table)))

    assert table.realm(0).civilization == "greek"
    assert "cards" in GAME.goal(table.world, 0).values
    assert len({realm.civilization for realm in table.world.realms}) == 3


def _left(table: Table) -> str:
    taken = {realm.civilization for realm in table.world.realms}
    return next(name for name in cards().civilization if name not in taken)


@pytest.mark.rule("monumental.setup.5")
def test_a_map_made_for_the_players_is_laid_and_each_owns_a_capital() -> None:
    usual = {2: "pastures_2", 3: "pastures_3", 4: "pastures_4", 5: "five_kingdoms_5"}
    for seats, name in usual.items():
        world = new(seats)
        assert world.map_id == name
        assert [world.tile(world.capital(seat)).owner for seat in range(seats)] == [*range(seats)]
        assert len(world.tiles) == seats + len(cards().map[name].tiles)
    assert new(4, map="clash").map_id == "clash_4"
    assert new(1).map_id == "pastures_2"


@pytest.mark.rule("monumental.setup.6")
def test_the_pieces_stand_on_the_capitals_and_outposts_in_the_supply() -> None:
    world = new(3)
    for seat in range(3):
        capital, realm = world.tile(world.capital(seat)), world.realms[seat]
        assert (capital.soldiers, capital.warlord, capital.outpost) == (9, True, False)
        assert [explorer.place for explorer in realm.explorers] == [world.capital(seat)] * 2
        assert realm.outposts == 2


@pytest.mark.rule("monumental.setup.7")
def test_a_token_of_its_kind_lies_face_down_on_every_site() -> None:
    world = new(2)
    sites = [None, None, *(tile.site for tile in world.land.tiles)]

    assert [tile.site for tile in world.tiles] == sites
    for site, face in zip(sites, world.tokens.faces, strict=True):
        assert site == (cards().exploration[face].kind if face else None)
    every = Counter(token.id for token in cards().exploration_tokens for _ in range(token.copies))
    lying = Counter(face for face in world.tokens.faces if face)
    assert lying + Counter(world.tokens.aside) == every
    assert len({new(2, seed=seed).tokens.faces for seed in SEEDS}) == len(SEEDS), "shuffled"


@pytest.mark.rule("monumental.setup.8")
def test_production_and_market_tokens_lie_where_the_map_has_them() -> None:
    """The tokens of each kind that the map does not take, of five, are the general supply."""
    world = new(2)
    lying = [tile.resource for tile in world.land.tiles]

    assert [tile.resource for tile in world.tiles] == [None, None, *lying]
    assert {pile.id: pile.left for pile in world.market} == {
        kind: 5 - lying.count(kind) for kind in ("arms", "books", "spices", "silk")
    }


@pytest.mark.rule("monumental.setup.9")
def test_eras_follow_each_other_with_their_numbers_of_cards() -> None:
    for seats in (1, 2, 3, 4):
        world = new(seats)
        assert (kinds(world, "classical"), kinds(world, "medieval")) == ((5, 5, 5), (4, 4, 4))
        assert (kinds(world, "modern"), kinds(world, "renaissance")) == ((4, 0, 4), (0, 0, 0))
    five = new(5)
    assert (kinds(five, "classical"), kinds(five, "medieval")) == ((6, 6, 7), (6, 5, 5))
    assert kinds(five, "modern") == (6, 0, 6)
    order = [cards().card[card].era for card in deck_of(new(4, renaissance="on"))]
    assert order == ["classical"] * 15 + ["medieval"] * 12 + ["renaissance"] * 12 + ["modern"] * 8
    assert len({tuple(deck_of(new(2, seed=seed))) for seed in SEEDS}) == len(SEEDS)


@pytest.mark.rule("monumental.setup.10")
def test_separation_cards_do_not_count_as_cards() -> None:
    """15 + 12 + 8 cards for two players, 6 of them in the display."""
    assert new(2).deck_left() == 35 - 6


@pytest.mark.rule("monumental.setup.11")
@pytest.mark.parametrize(
    ("seats", "mode", "rows"),
    [
        (2, "sequential", [6]),
        (3, "sequential", [7]),
        (4, "sequential", [8]),
        (5, "sequential", [9]),
        (2, "classic", [3, 3]),
        (3, "classic", [6]),
        (4, "classic", [6]),
        (5, "classic", [6]),
    ],
)
def test_the_display_has_its_size(seats: int, mode: str, rows: list[int]) -> None:
    assert [len(row) for row in new(seats, mode=mode).display] == rows


@pytest.mark.rule("monumental.setup.11")
def test_the_display_is_filled_from_right_to_left() -> None:
    """The card that lay on top of the deck is the rightmost: the oldest."""
    table = acting(deck="steam_power aviation computers", display="", taken=[9]).plays("pass, pass")

    assert table.display == "computers aviation steam_power"


@pytest.mark.rule("monumental.setup.12")
def test_three_piles_of_ten_basic_buildings_lie_open() -> None:
    piles = [(pile.id, pile.left) for pile in new(2).basics]

    assert piles == [("workshop", 10), ("laboratory", 10), ("archery_range", 10)]


@pytest.mark.rule("monumental.setup.13")
def test_the_city_is_filled_from_the_shuffled_starting_cards() -> None:
    world = new(4)
    for realm in world.realms:
        assert all(slot.card and not slot.activated for slot in realm.city)
        assert Counter(realm.city_cards()) == Counter(cards().starting_deck(realm.civilization))
        assert realm.policies == ()
    assert len({new(2, seed=seed).realms[0].city for seed in SEEDS}) == len(SEEDS)


@pytest.mark.rule("monumental.setup.14")
def test_chance_chooses_the_start_player() -> None:
    assert {new(3, seed=seed).start_player for seed in SEEDS} == {0, 1, 2}


@pytest.mark.rule("monumental.setup.15")
def test_gold_evens_out_the_places_in_classic_mode_only() -> None:
    world = new(5, mode="classic")

    assert [world.realms[seat].supply.gold for seat in world.clockwise()] == [0, 2, 3, 5, 6]
    assert all(realm.supply.gold == 0 for realm in new(5).realms)
    assert not any(realm.supply.of(name) for realm in world.realms for name in COUNTERS)


@pytest.mark.rule("monumental.setup.16")
def test_modules_are_off_unless_chosen() -> None:
    plain, full = new(3), new(3, heroes="on", monsters="on")

    assert (plain.heroes, plain.tokens.monsters) == ((), 0)
    assert (len(full.heroes), full.tokens.monsters) == (5, 6)


@pytest.mark.rule("monumental.opt.2")
def test_the_renaissance_makes_the_deck_twelve_cards_longer() -> None:
    assert new(3, renaissance="on").deck_left() == new(3).deck_left() + 12


@pytest.mark.rule("monumental.opt.3")
def test_lost_kingdoms_cards_are_mixed_in_by_chance() -> None:
    """The numbers stay; which cards they are differs from game to game."""
    seen: set[str] = set()
    for seed in SEEDS:
        world = new(2, seed=seed, mix_lost_kingdoms="on")
        assert (kinds(world, "classical"), kinds(world, "modern")) == ((5, 5, 5), (4, 0, 4))
        seen |= set(deck_of(world))
    assert {"base", "lost_kingdoms"} == {cards().card[card].set for card in seen}
    assert not any(cards().card[card].set == "lost_kingdoms" for card in deck_of(new(2)))


@pytest.mark.rule("monumental.opt.4")
def test_nothing_of_african_empires_is_in_the_box() -> None:
    sets = {"civilization", "special", "basic", "base", "renaissance", "lost_kingdoms"}
    assert {card.set for card in cards().cards} == sets
