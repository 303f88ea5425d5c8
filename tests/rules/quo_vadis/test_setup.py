"""Components, the map, and setting up."""

from __future__ import annotations

from collections import Counter

import pytest

from hako.content.quo_vadis import GAME
from hako.content.quo_vadis.actions import PickSkill, SpreadCubes, TakeBasicSkill, TakeRace
from hako.content.quo_vadis.events.setup import (
    BasicSkillTaken,
    CubesSpread,
    SkillsPicked,
    StartPlayerDrawn,
)
from hako.content.quo_vadis.geometry import area_of, cells_of
from hako.content.quo_vadis.map_queries import reserve, tokens
from hako.content.quo_vadis.skill_effects import Track
from hako.content.quo_vadis.state import World
from hako.content.quo_vadis.steps.setup import (
    DraftSkill,
    LayTile,
    PickBasicSkill,
    PickRace,
    SpreadResources,
)
from hako.content.quo_vadis.working_skills import hand_max, maximum
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import view
from hako.engine.rules.play import events, legal_actions, pending, play, waiting
from hako.engine.transcript.sentences import texts_of
from tests.rules.quo_vadis.table import Table as Written
from tests.rules.quo_vadis.table import at, cards, new

SEATS = pytest.mark.parametrize("players", [3, 4, 5])


def first(world: World, kind: type) -> World:
    """The game played with first choices until it waits for such a step."""
    ply = 0
    while not isinstance(world.agenda[-1], kind):
        ply += 1
        seat = waiting(world)[0]
        world, _ = play(world, seat, legal_actions(world, seat)[0], Chance(1, ply))
    return world


# ------------------------------------------------------------ components


@pytest.mark.rule("quo_vadis.comp.1")
def test_there_is_a_tile_for_every_pair_of_numbers() -> None:
    pairs = [f"{low}-{high}" for low in range(1, 6) for high in range(low, 6)]

    assert sorted(tile.id for tile in cards().tiles) == pairs
    assert all(len(tile.terrain) == 3 for tile in cards().tiles)


@pytest.mark.rule("quo_vadis.comp.2")
def test_there_are_five_terrains() -> None:
    assert list(cards().terrain) == ["plains", "mountain", "desert", "tundra", "sea"]


@pytest.mark.rule("quo_vadis.comp.3")
def test_a_tile_shows_the_terrain_of_its_numbers() -> None:
    """The ten tiles of two numbers: 10 plains, 5 of each other terrain."""
    terrain = {item.number: item.id for item in cards().terrains}
    singles: Counter[str] = Counter()
    for tile in cards().tiles:
        low, high = (terrain[int(number)] for number in tile.id.split("-"))
        assert {low, high} <= set(tile.terrain)
        if not tile.is_double:
            singles.update(tile.terrain)
    assert singles == {"plains": 10, "mountain": 5, "desert": 5, "tundra": 5, "sea": 5}


@pytest.mark.rule("quo_vadis.comp.4", "quo_vadis.setup.14")
def test_six_genesis_cards_lie_out_and_both_markers_start_on_free() -> None:
    assert sorted(card.number for card in cards().genesis) == [0, 1, 2, 3, 4, 5]
    assert new().markers == (0, 0)


@pytest.mark.rule("quo_vadis.comp.5")
def test_there_are_twenty_epic_cards_of_each_kind() -> None:
    assert Counter(cards().epic_pile()) == dict.fromkeys(
        ("blessing", "labour", "miracle", "revelation", "prosperity"), 20
    )


@pytest.mark.rule("quo_vadis.comp.6", "quo_vadis.comp.7", "quo_vadis.setup.7")
def test_a_race_brings_ten_workers_and_eight_buildings() -> None:
    world = first(new(), SpreadResources)

    for seat in world.seats:
        assert reserve(world, seat) == 10
        assert [tokens(world, seat, it) for it in ("city", "fort", "temple")] == [5, 2, 1]


@pytest.mark.rule("quo_vadis.comp.8", "quo_vadis.setup.6")
def test_the_stock_holds_eight_rings_of_sea_and_three_of_each_other() -> None:
    world = new()

    left = {terrain: world.rings_left(terrain) for terrain in cards().terrain}
    assert left == {"plains": 3, "mountain": 3, "desert": 3, "tundra": 3, "sea": 8}


@pytest.mark.rule("quo_vadis.comp.9", "quo_vadis.setup.8", "quo_vadis.setup.9")
def test_maxima_are_the_same_in_standard_and_differ_in_custom_mode() -> None:
    """Spirit, food, faith, wrath of A Glorious, B Gigant, C Mystic, Sandwalker, Deep One."""
    tracks: tuple[Track, ...] = ("spirit", "food", "faith", "wrath")
    custom = {
        "glorious": (5, 6, 5, 4),
        "gigant": (7, 5, 4, 4),
        "sandwalker": (6, 4, 4, 6),
        "mystic": (3, 4, 7, 6),
        "deep_one": (4, 7, 4, 5),
    }
    for mode in ("standard", "custom"):
        world = first(new(5, resource_mode=mode), DraftSkill)
        for seat, player in enumerate(world.players):
            assert player.race is not None
            maxima = tuple(maximum(world, seat, track) for track in tracks)
            assert maxima == ((5, 5, 5, 5) if mode == "standard" else custom[player.race])


@pytest.mark.rule("quo_vadis.comp.10")
def test_there_are_two_basic_skills_a_race_and_thirty_others() -> None:
    assert len(cards().races) == 5
    assert len({skill for race in cards().races for skill in race.basic_skills}) == 10
    assert len(cards().draft_skills) == 30


@pytest.mark.rule("quo_vadis.comp.11")
def test_dice_have_six_and_eight_sides() -> None:
    assert (cards().constants.die, cards().constants.suited_die) == (6, 8)


# ------------------------------------------------------------ geometry


@pytest.mark.rule("quo_vadis.geo.1", "quo_vadis.geo.4")
def test_the_cells_of_a_tile_touch_each_other_and_an_inner_cell_touches_six() -> None:
    geography = at().world.geography

    for area in geography.areas:
        for cell in cells_of(area):
            assert set(cells_of(area)) - {cell} <= set(geography.neighbors[cell])
    assert [len(geography.neighbors[cell]) for cell in cells_of("1-2")] == [6, 6, 6]
    for area in geography.areas:
        for other in geography.areas_around[area]:
            edges = [
                (one, two)
                for one in cells_of(area)
                for two in geography.neighbors[one]
                if area_of(two) == other
            ]
            assert len(edges) == 2


@pytest.mark.rule("quo_vadis.geo.2")
def test_a_tile_at_x_y_has_its_first_cell_at_2x_plus_y_and_y_minus_x() -> None:
    """1-5 lies at (-1, 1)."""
    geography = at().world.geography

    assert [geography.hex[cell] for cell in cells_of("1-5")] == [(-1, 2), (0, 2), (-1, 3)]


@pytest.mark.rule("quo_vadis.geo.3")
@pytest.mark.parametrize(
    ("cell", "touches"),
    [
        ("1-2a", "1-2b 1-2c 2-3b 2-4b 2-4c 2-5c"),
        ("1-3a", "1-2b 1-3b 1-3c 2-5b 2-5c 3-4c"),
        ("1-4b", "1-3c 1-4a 1-4c"),
        ("2-3a", "2-3b 2-3c 2-4c 4-5b 4-5c"),
        ("1-5c", "1-5a 1-5b 3-5a"),
        ("3-4b", "3-4a 3-4c"),
    ],
)
def test_cells_are_adjacent_by_one_of_six_steps(cell: str, touches: str) -> None:
    assert at().world.geography.neighbors[cell] == tuple(touches.split())


@pytest.mark.rule("quo_vadis.geo.5")
def test_a_tile_may_lie_turned() -> None:
    """2-4 is mountain, tundra, plains; turned once, cell a has the second terrain."""
    turned = {tile.rotation for seed in range(5) for tile in new(seed=seed).map.tiles}
    assert turned == {0, 1, 2}
    for seed in range(8):
        world = new(seed=seed)
        turn = world.map.tile["2-4"].rotation
        shown = [world.terrain(cell) for cell in cells_of("2-4")]
        printed = ["mountain", "tundra", "plains"]
        assert shown == [*printed[turn:], *printed[:turn]]


@pytest.mark.rule("quo_vadis.geo.6")
def test_rows_of_cells_stand_half_a_cell_apart() -> None:
    """1-2c stands below 1-2a and half a cell to the right: at column Q + R / 2."""
    geography = at().world.geography
    (q, r), (below_q, below_r) = geography.hex["1-2a"], geography.hex["1-2c"]

    assert below_r == r + 1
    assert (below_q + below_r / 2) - (q + r / 2) == 0.5


# ------------------------------------------------------------ the world


@SEATS
@pytest.mark.rule(
    "quo_vadis.setup.1",
    "quo_vadis.setup.2",
    "quo_vadis.setup.3",
    "quo_vadis.setup.4",
    "quo_vadis.mode.1",
)
def test_a_base_of_seven_three_at_its_rim_and_doubles_by_players(players: int) -> None:
    for seed in range(4):
        tiles = new(players, seed=seed).map.tiles
        singles = [tile for tile in tiles if not cards().tile[tile.area].is_double]

        assert len(singles) == 10
        assert len(tiles) == {3: 10, 4: 12, 5: 14}[players]
        assert tuple(tile.position for tile in tiles[:7]) == cards().layout.base
        assert not any(cards().tile[tile.area].is_double for tile in tiles[:10])
        assert {tile.position for tile in tiles[7:]} <= set(cards().layout.rim)
        assert len({tile.position for tile in tiles}) == len(tiles)


@pytest.mark.rule("quo_vadis.setup.5")
def test_the_rim_is_the_twelve_places_that_touch_the_base() -> None:
    layout = cards().layout
    steps = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    touching: Counter[tuple[int, int]] = Counter(
        (x + dx, y + dy) for x, y in layout.base for dx, dy in steps
    )
    rim = {place: count for place, count in touching.items() if place not in layout.base}

    assert set(layout.rim) == set(rim)
    assert set(layout.edge) == {place for place, count in rim.items() if count == 2}


@SEATS
@pytest.mark.rule("quo_vadis.setup.5")
def test_a_compact_layout_fills_the_places_that_touch_two_tiles_first(players: int) -> None:
    """7 extra tiles with five players: all six such places, and one more."""
    extra = [tile.position for tile in new(players, layout="compact").map.tiles[7:]]

    assert set(extra[:6]) <= set(cards().layout.edge)


@pytest.mark.rule("quo_vadis.setup.5")
def test_players_lay_one_extra_tile_each_in_turn() -> None:
    """Five extra tiles with four players: seats 0, 1, 2, 3, 0; each place only once."""
    world = new(4, layout="players")
    asked = []
    while isinstance(step := world.agenda[-1], LayTile):
        asked.append(step.seat)
        offered = step.actions(world)
        assert len(offered) == (12 - len(asked) + 1) * 3
        world, _ = play(world, step.seat, offered[-1], Chance(1, len(asked)))

    assert asked == [0, 1, 2, 3, 0]
    assert len(world.map.tiles) == 12


# ------------------------------------------------------------ races


@pytest.mark.rule("quo_vadis.setup.7")
def test_races_are_taken_in_seat_order_and_each_only_once() -> None:
    table = Written(new(3))
    assert (table.seat, len(table.options)) == ("A", 5)
    table.do(TakeRace("mystic"))
    assert (table.seat, TakeRace("mystic") in table.options) == ("B", False)
    table.do(TakeRace("gigant"))

    assert [player.race for player in table.world.players] == ["mystic", "gigant", None]


@pytest.mark.rule("quo_vadis.setup.7")
def test_races_may_be_drawn() -> None:
    world = new(5, race_pick="random")

    assert not isinstance(world.agenda[-1], PickRace)
    assert {player.race for player in world.players} == set(cards().race)


@pytest.mark.rule("quo_vadis.setup.10")
def test_a_track_has_one_maximum_alone() -> None:
    """Nothing else of the board is counted: a race has a terrain, maxima and two skills."""
    assert set(cards().races[0].__struct_fields__) == {
        "id", "name", "terrain", "custom", "basic_skills", "text",
    }  # fmt: skip


# ------------------------------------------------------------ the draft


@SEATS
@pytest.mark.rule("quo_vadis.setup.11", "quo_vadis.setup.13", "quo_vadis.mode.1")
def test_everybody_is_dealt_six_skills_and_the_rest_is_out(players: int) -> None:
    world = first(new(players), DraftSkill)
    dealt = [skill for player in world.players for skill in player.pack]

    assert [len(player.pack) for player in world.players] == [6] * players
    assert len(set(dealt)) == len(dealt) == 30 - {3: 12, 4: 6, 5: 0}[players]


@pytest.mark.rule("quo_vadis.setup.12")
def test_packs_go_to_the_left_until_everybody_has_six_skills() -> None:
    """Seat 1 gets what seat 0 left; the sixth card comes by itself after five choices."""
    world = first(new(3), DraftSkill)
    for ply in range(5):
        packs = [player.pack for player in world.players]
        assert all(len(pack) == 6 - ply for pack in packs)
        for seat in (2, 0, 1):
            world, then = play(world, seat, PickSkill(packs[seat][0]), Chance(1, ply))
        if ply < 4:
            kept = [tuple(pack[1:]) for pack in packs]
            assert [player.pack for player in world.players] == [kept[2], kept[0], kept[1]]

    assert [len(player.face_down) for player in world.players] == [6, 6, 6]
    assert not any(player.pack for player in world.players)
    picks = [item for group in then for item in group if isinstance(item, SkillsPicked)]
    assert len(picks) == 2


@pytest.mark.rule("quo_vadis.setup.13")
def test_a_player_may_look_at_the_own_face_down_skills_and_nobody_else_may() -> None:
    world = first(new(3), SpreadResources)

    assert view(GAME, world, 1).players[1].face_down == world.players[1].face_down
    for viewer in (0, 2, None):
        assert view(GAME, world, viewer).players[1].face_down == (None,) * 6


@pytest.mark.rule("quo_vadis.setup.13")
@pytest.mark.parametrize("language", LANGUAGES)
def test_who_kept_a_skill_reads_which_one_it_was_and_nobody_else_does(language: Language) -> None:
    """Also of the last card, which comes by itself."""
    seats = [Player(name) for name in ("Ann", "Ben", "Cat")]
    table = History.new(GAME, new_header(GAME, seats, seed=1))
    texts = texts_of(table, language)
    while not isinstance(pending(table.state), DraftSkill):
        table.play(table.waiting()[0], table.legal_actions(table.waiting()[0])[0])
    while isinstance(pending(table.state), DraftSkill):
        for seat in (2, 0, 1):
            table.play(seat, table.legal_actions(seat)[0])
    picked = [
        event
        for moment in table.path()
        for event in events(moment.record.then)
        if isinstance(event, SkillsPicked)
    ]

    assert len(picked) == 6
    for event in picked:
        for viewer in (0, 1, 2, None):
            render = texts.render(event.masked(viewer))
            named = [seat for seat in range(3) if texts.term("skill", event.skills[seat]) in render]
            assert named == [seat for seat in (0, 1, 2) if seat == viewer]


# ------------------------------------------------------------ cards, cubes, skills


@pytest.mark.rule("quo_vadis.setup.15")
def test_everybody_draws_four_cards_which_is_the_maximum() -> None:
    world = first(new(4), SpreadResources)

    assert [len(player.hand) for player in world.players] == [4] * 4
    assert len(world.pile) == 84
    assert hand_max(world, 0) == 4


@pytest.mark.rule("quo_vadis.setup.16")
def test_seven_cubes_are_spread_in_secret_within_the_maxima() -> None:
    """Sums of 7 with at most 5 each: 36 ways in all, less 9 with a 6 or 7."""
    world = first(new(3), SpreadResources)
    offered = legal_actions(world, 0)

    assert len(offered) == 27
    assert all(it.spirit + it.food + it.faith == 7 for it in offered)
    assert all(max(it.spirit, it.food, it.faith) <= 5 for it in offered)
    for seat in world.seats:
        world, then = play(world, seat, SpreadCubes(2, 3, 2), Chance(1, seat))
        assert all(player.food == (3 if seat == 2 else 0) for player in world.players)
    assert [event for group in then for event in group if isinstance(event, CubesSpread)] == [
        CubesSpread(seat, 2, 3, 2) for seat in range(3)
    ]
    assert [player.wrath for player in world.players] == [0, 0, 0]


@pytest.mark.rule("quo_vadis.setup.16")
def test_custom_maxima_bound_the_first_cubes() -> None:
    """Gigant 7/5/4: all seven may be spirit; Mystic 3/4/7."""
    world = at(SpreadResources((0, 1, 2)), resource_mode="custom").world

    assert SpreadCubes(7, 0, 0) in legal_actions(world, 1)
    assert SpreadCubes(0, 0, 7) in legal_actions(world, 2)
    assert max(it.spirit for it in legal_actions(world, 2)) == 3


@pytest.mark.rule("quo_vadis.setup.17")
def test_a_basic_skill_is_chosen_in_secret_and_works_at_once() -> None:
    """Mystic's Far Sight raises the maximum, but the four cards are drawn already."""
    world = at(PickBasicSkill((0, 1, 2))).world
    assert legal_actions(world, 2) == [TakeBasicSkill("divine_wisdom"), TakeBasicSkill("far_sight")]
    for seat, skill in enumerate(("open_roads", "masonry", "far_sight")):
        assert not any(player.skills for player in world.players)
        world, then = play(world, seat, TakeBasicSkill(skill), Chance(1, seat))

    events = [event for group in then for event in group]
    assert BasicSkillTaken(2, "far_sight") in events
    assert hand_max(world, 2) == 6
    assert len(world.players[2].hand) == 1


@pytest.mark.rule("quo_vadis.setup.18")
def test_the_start_player_is_drawn_last() -> None:
    drawn = set()
    for seed in range(12):
        world = first(new(3, seed=seed), PickBasicSkill)
        for seat in world.seats:
            world, then = play(world, seat, legal_actions(world, seat)[0], Chance(seed, 99 + seat))
        (event,) = (
            event for group in then for event in group if isinstance(event, StartPlayerDrawn)
        )
        assert waiting(world) == (event.seat,) == (world.start_player,)
        drawn.add(event.seat)

    assert drawn == {0, 1, 2}


@pytest.mark.rule("quo_vadis.setup.19")
def test_the_game_starts_without_generations_and_vp() -> None:
    world = first(new(3), PickBasicSkill)

    assert all(not player.generations and not player.vp for player in world.players)


@pytest.mark.rule("quo_vadis.mode.2")
def test_the_mode_changes_the_maxima_alone() -> None:
    standard, custom = (
        first(new(3, seed=4, resource_mode=mode), SpreadResources)
        for mode in ("standard", "custom")
    )

    assert standard.players == custom.players
    assert (standard.map, standard.pile) == (custom.map, custom.pile)


@pytest.mark.rule("quo_vadis.mode.3")
def test_three_to_five_can_play() -> None:
    assert list(GAME.seats) == [3, 4, 5]
