"""The board of Quo Vadis: the map and the hand in sight at every size, each choice reckoned up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import cycle, pairwise, product
from typing import Any

import pytest
from msgspec.structs import replace

from hako.content import load
from hako.content.quo_vadis.actions import (
    ChangeGeneration,
    ContinueGeneration,
    Declare,
    LaySkill,
    PickSkill,
    PlaceWorker,
    SelectArea,
)
from hako.content.quo_vadis.geometry import area_of, cells_of
from hako.content.quo_vadis.map_queries import place_price, reserve, standing
from hako.content.quo_vadis.state import City, World
from hako.content.quo_vadis.steps.area_selection import ChooseArea
from hako.content.quo_vadis.steps.place import PlaceFirst
from hako.content.quo_vadis.steps.play_card import PlayCard
from hako.content.quo_vadis.steps.setup import SpreadResources
from hako.content.quo_vadis.steps.war import DeclareSpirit
from hako.content.quo_vadis.steps.wrath import OfferWrath
from hako.engine.content.icons import icons_of
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.i18n.width import cell_width
from hako.engine.log.history import History
from hako.engine.rules.action_groups import group_actions
from hako.engine.rules.chance import Chance
from hako.engine.transcript.sentences import texts_of
from hako.tui.boards.board import Board
from hako.tui.boards.quo_vadis.pages import PAGES
from hako.tui.theme.symbols import FULL
from tests.rules.quo_vadis.table import at
from tests.tui.boards.drawn import LARGE, MEDIUM, NAMES, NARROW, SMALL, at_place, drawn, put, text
from tests.tui.tables import new_table

QUO_VADIS = load("quo_vadis")
VARIANTS = {
    "layout": "players",
    "stacking": "true",
    "wrath_razes_small": "true",
    "war_reroll": "true",
    "fight_to_the_death": "true",
    "partial_retreat": "true",
    "ascend_on_defeat": "true",
}


@lru_cache(maxsize=8)
def whole_game(seats: int, variants: bool = False) -> tuple[History[Any], tuple[int, ...]]:
    """A game of players who choose at random, and all of its moments at which one chooses."""
    options = VARIANTS if variants else None
    table = new_table(QUO_VADIS, *NAMES[:seats], seed=seats, options=options)
    moments = []
    while table.waiting():
        moments.append(table.head)
        seat = table.waiting()[0]
        table.play(seat, Chance(seats, table.line).cards.choice(table.legal_actions(seat)))
    return table, tuple(moments)


def moments(seats: int, every: int = 1, *, variants: bool = False) -> Iterator[History[Any]]:
    """The table at every so manyth choice of that game."""
    table, numbers = whole_game(seats, variants)
    for number in numbers[::every]:
        table.head = number
        yield table


def waiting_for(*kinds: type[Any], seats: int = 4, late: int = 40) -> History[Any]:
    """The table where such an action may be chosen, once the game is under way."""
    numbers = [
        table.head
        for table in moments(seats)
        if {type(action) for action in table.legal_actions(table.waiting()[0])}.issuperset(kinds)
    ]
    table, _ = whole_game(seats)
    table.head = next(head for head in numbers if head > late or head == numbers[-1])
    return table


def with_world(world: World) -> History[Any]:
    """A table in that state."""
    return put(new_table(QUO_VADIS, *NAMES[: len(world.players)], seed=1), world)


def reckoned(board: Board, width: int = 60) -> str:
    """The text in which the selected action is reckoned up."""
    title, rows, _ = board.reckoning(width, 99)
    lines = ["".join(text for text, _ in marks) for marks in rows]
    return "\n".join([title, *lines] if title else lines)


SIZES = [SMALL, (80, 15), (65, 28), (81, 38), LARGE, (113, 48), (129, 58), (161, 68)]
"""From a small frame to that of 250x70."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_the_map_the_hand_and_the_tracks_are_in_sight_at_every_size(
    language: Language, size: tuple[int, int]
) -> None:
    for seats in (3, 5):
        for table in moments(seats, 53):
            board, texts = drawn(table, size, language, page="map"), texts_of(table, language)
            shown, world = text(board), table.state
            for area in world.geography.areas:
                assert area in shown or area.replace("-", ":") in shown
            for kind in set(world.players[table.waiting()[0]].hand):
                assert ("hand", kind) in board.places
                assert texts.term("epic", kind) in at_place(board, "hand", kind)
            for track in ("spirit", "food", "faith", "wrath"):
                assert ("track", track) in board.places
                assert texts.text(f"board.track.{track}") in shown
            assert all(("genesis", number) in board.places for number in range(6))


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_room_terrains_go_by_their_names(language: Language) -> None:
    table = waiting_for(ContinueGeneration)
    texts, world = texts_of(table, language), table.state
    shown = text(drawn(table, MEDIUM, language))
    for cell in world.geography.hex:
        assert texts.term("terrain", world.terrain(cell)) in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_in_a_cell_is_apart_from_the_names_of_areas(language: Language) -> None:
    for table in moments(3, 23):
        shown, world = text(drawn(table, SMALL, language)), table.state
        alone = [
            area
            for area in world.geography.areas
            if all(len(standing(world, cell)) < 2 for cell in cells_of(area))
        ]
        for area in alone:
            assert re.search(rf"[\s│┃]{area.replace('-', '.')}[\s│┃]", shown), shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_five_kinds_of_cards_in_hand_have_their_whole_names(language: Language) -> None:
    table = waiting_for(ContinueGeneration)
    seat, kinds = table.waiting()[0], ("blessing", "labour", "miracle", "prosperity", "revelation")
    put(table, table.state.with_player(seat, hand=(*kinds, "labour")))
    board, texts = drawn(table, SMALL, language), texts_of(table, language)
    for kind in kinds:
        assert texts.term("epic", kind) in at_place(board, "hand", kind)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_but_names_of_players_is_cut(size: tuple[int, int], language: Language) -> None:
    for seats in (3, 5):
        for table in moments(seats, 61):
            for page in PAGES:
                shown = text(drawn(table, size, language, page=page))
                assert FULL.ellipsis not in re.sub(r"Cathe\w*(-\w*)?…\w*", "", shown)


@pytest.mark.parametrize("size", [SMALL, LARGE, NARROW])
@pytest.mark.parametrize(
    "names", [("欲張り", "欲張り 2", "欲張り 3"), ("Mia", "ランダム", "ランダム 2")]
)
def test_bots_of_a_name_are_told_apart_beside_the_longest_race(
    names: tuple[str, ...], size: tuple[int, int]
) -> None:
    table = new_table(QUO_VADIS, *names, seed=1)
    world = with_world(waiting_for(SelectArea, seats=3).state).state
    put(table, world.with_player(0, race="sandwalker").with_player(1, race="glorious"))

    board = drawn(table, size, "ja", page="players")

    rows = [at_place(board, "seat", seat) for seat in range(3)]
    assert all(name in row for name, row in zip(names, rows, strict=True))
    assert "サンドウォーカー" in rows[0]


@pytest.mark.parametrize("size", SIZES)
def test_all_that_lies_before_the_players_is_on_their_page(size: tuple[int, int]) -> None:
    for table in moments(5, 53):
        board, world = drawn(table, size, page="players"), table.state
        shown, texts = " ".join(text(board).split()), texts_of(table, "en")
        for player in world.players:
            if player.race is not None:
                assert texts.term("race", player.race) in shown
            for skill in player.skills:
                assert texts.term("skill", skill.id) in shown
        assert f"Draw pile {len(world.pile)}" in shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(113, 48), (129, 58), (161, 68)])
def test_with_room_the_generations_of_all_are_in_sight_by_their_top_cards(
    language: Language, size: tuple[int, int]
) -> None:
    for table in moments(3, 31):
        board, texts = drawn(table, size, language, page="map"), texts_of(table, language)
        for seat, player in enumerate(table.state.players):
            rows = board.places["seat", seat]
            row = " ".join(board.paint(y).text for y in rows.line_range)
            for pile in player.generations:
                assert texts.term("epic", pile[-1]) in row or texts.text("board.generations") in row


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(81, 38), (81, 40), (97, 41), (113, 48)])
def test_no_generation_is_left_out_and_a_heading_of_top_cards_has_some_below_it(
    language: Language, size: tuple[int, int]
) -> None:
    """The top card of a generation, else how many cards it has, where there is room for that."""
    for table in moments(3, 31):
        board, texts = drawn(table, size, language, page="map"), texts_of(table, language)
        tops = []
        for seat, player in enumerate(table.state.players):
            rows = board.places["seat", seat]
            row = " ".join(board.paint(y).text for y in rows.line_range)
            sizes = " ".join(str(len(pile)) for pile in player.generations)
            tops.append(
                bool(player.generations) and texts.term("epic", player.generations[-1][-1]) in row
            )
            is_full = cell_width(f"{row.rstrip()} {sizes}") > size[0]
            assert tops[-1] or row.rstrip().endswith(sizes) or is_full
        assert (texts.text("board.generations_shown") in text(board)) <= any(tops)


def test_a_cell_shows_terrain_pieces_and_dominion() -> None:
    """A city of A with dominion 5, one of B destroyed with 2, a fort of C, two workers of D."""
    world: World = waiting_for(SelectArea).state
    a, b, c = cells_of("1-2")
    for seat in world.seats:
        world = world.with_player(seat, workers=(), doomed=(), cities=(), forts=(), temples=())
    world = world.with_player(0, cities=(City(a, 5),))
    world = world.with_player(1, cities=(City(b, 2, destroyed=True),))
    world = world.with_player(2, forts=(c,))
    world = world.with_player(3, workers=(c, c))

    for size in (LARGE, (65, 32), (80, 15)):
        shown = text(drawn(with_world(replace(world, rings=())), size, page="map"))
        marks = {
            LARGE: ("● city 5", "■ ruin 2", "▲ fort"),
            (65, 32): ("●⌂5", "(■⌂2)", "▲#"),
            (80, 15): ("●⌂5", "(■⌂2)", "▲#"),
        }
        assert all(piece in shown for piece in marks[size]), size
        assert "◆2" in shown
        assert "1-2" in shown


def test_a_ring_changes_the_terrain_of_its_area() -> None:
    """quo_vadis.wrath.8: all three cells count as that terrain."""
    world = replace(waiting_for(SelectArea).state, rings=(("1-2", "sea"),))
    board = drawn(with_world(world), LARGE)

    assert "1:2" in text(board)
    assert "Sea" in board.describe(("area", "1-2"))


def test_contested_cells_of_the_creation_area_are_marked() -> None:
    table = waiting_for(Declare)

    for size in (SMALL, LARGE, (113, 48)):
        board = drawn(table, size)
        for cell in table.state.war.cells:
            assert "╳" in at_place(board, "cell", cell)
    table = with_world(replace(table.state, rings=((area_of(cell), "mountain"),)))
    assert "Mountain    ╳" in at_place(drawn(table, (113, 48)), "cell", cell)


@pytest.mark.parametrize(
    ("language", "pieces"),
    [("en", "Workers or intact buildings"), ("ja", "ワーカーや健在な建造物")],
)
def test_the_sign_of_contested_cells_means_buildings_too(language: Language, pieces: str) -> None:
    """quo_vadis.war.1: a worker beside a fort contests a cell, one in ruins does not."""
    asked = at(OfferWrath(2), turn="C 1-2", pieces="A:1-2a B:fort@1-2a A:1-2b B:ruin@1-2b/1")
    table = with_world(asked.world)
    signs = dict(icons_of(QUO_VADIS.folder, table.content, texts_of(table, language)))

    put(table, replace(table.state, agenda=(PlaceFirst(2),)))

    board = drawn(table)
    assert "╳" in at_place(board, "cell", "1-2a")
    assert "╳" not in at_place(board, "cell", "1-2b")
    (contested,) = (sign for sign in signs.values() if sign.full == "╳")
    assert pieces in contested.text.text(language)


def test_a_selection_says_what_the_area_costs_and_whether_one_worker_makes_a_majority() -> None:
    """quo_vadis.select.4: each FREE costs 1 faith."""
    table = waiting_for(SelectArea)
    seat = table.waiting()[0]
    world = table.state.with_player(seat, faith=2)
    twice = next(
        action
        for action in with_world(world).legal_actions(seat)
        if isinstance(action, SelectArea) and action.cards == (0, 0)
    )
    board = drawn(with_world(world), cursor=("area", twice.area))
    board.point_at(twice)
    board.redraw()

    assert board.meant == twice
    assert f"{twice.area}: cards FREE and FREE, 2 faith" in reckoned(board)
    assert "ajority" in reckoned(board)


def test_placing_says_the_food_and_the_war_that_would_follow() -> None:
    """quo_vadis.war.5, war.7: strengths, dice and chances are those of the rules."""
    for table in moments(4, 3):
        seat = table.waiting()[0]
        for action in table.legal_actions(seat):
            if not isinstance(action, PlaceWorker):
                continue
            board = drawn(table, cursor=("cell", action.cell))
            ground = texts_of(table, "en").term("ground", table.state.terrain(action.cell))
            assert f"With a worker on the {ground}" in reckoned(board)
            others = [
                other
                for other, player in enumerate(table.state.players)
                if other != seat and action.cell in player.workers
            ]
            assert ("War" in reckoned(board, 60)) >= bool(others)


def test_a_card_says_its_actions_and_why() -> None:
    """quo_vadis.card.7-8: the cards of its pile, or a larger inheritance."""
    table = waiting_for(ContinueGeneration, ChangeGeneration)
    seat = table.waiting()[0]
    world: World = table.state.with_player(
        seat,
        hand=("blessing", "labour"),
        generations=(("labour", "labour", "labour", "blessing"), ("miracle", "prosperity")),
        skills=(),
        spirit=4,
    )

    changed = with_world(world)
    shown = reckoned(drawn(changed, cursor=("hand", "blessing")))

    assert "Blessing 4 inh.    4 inh." in shown
    assert "Labour   3 pile    1 pile" in shown
    beside = drawn(changed, cursor=("hand", "blessing"), window=(120, 40))
    (part,) = beside.upcoming(40)
    rows = ["".join(text for text, _ in line) for line in part.lines]
    assert " Blessing 4 inh.    4 inh." in rows
    assert "4 inh.    4 inh." not in reckoned(beside), "the table stands in the list there"
    first, _ = shown.split("\n", 1)
    assert first == "Blessing: 4 actions by inheritance 4", (
        "first the selected play, and only what counts"
    )
    assert "spirit +1" in shown, "quo_vadis.act.1: at most 5"
    assert "× 2 = " in shown, "quo_vadis.settle.6: the generation that would be closed"


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_strike_says_what_is_lost_and_what_a_temple_keeps(size: tuple[int, int]) -> None:
    """quo_vadis.wrath.6-8: of 3 cubes 1 stays; B's pieces are safe; a tundra ring is laid."""
    pieces = "A:city@1-2a/3 A:1-2a*2 B:1-2a B:temple@1-2b"
    asked = at(OfferWrath(2), turn="C 1-2", pieces=pieces, C="wrath=5").go()

    shown = reckoned(drawn(with_world(asked.world), size, cursor=("cell", "1-2a")))
    assert "Paying all wrath: 5" in shown
    assert "A workers return: 2" in shown
    assert "B pieces kept: 1" in shown
    assert "Safe in 1-2:" in shown
    assert "1-2 becomes  Tundra" in shown
    assert "Hits nobody" not in shown

    elsewhere = reckoned(drawn(with_world(asked.world), size, cursor=("cell", "1-2c")))
    assert "Hits nobody" in elsewhere


def test_a_move_says_which_war_would_follow() -> None:
    """quo_vadis.war.1: only cells of the creation area with pieces of several are contested."""
    pieces = "A:2-5c B:2-5c B:2-5b"
    asked = at(PlayCard(0), turn="A 2-5", pieces=pieces, A="hand=r gens=l").go().play("r")

    away, along = (
        reckoned(drawn(with_world(asked.world), cursor=("cell", cell))) for cell in ("2-5a", "2-5b")
    )
    assert "After this move:" in away
    assert "No war" in away
    (ground,) = {asked.world.terrain("2-5b")}
    assert f"War over the {ground}" in along


def test_a_cell_where_one_people_stands_is_not_called_contested() -> None:
    """quo_vadis.war.1: beside the map as on it, 2-5c is and 2-5b is not."""
    pieces = "A:2-5c B:2-5c B:2-5b"
    asked = at(PlayCard(0), turn="A 2-5", pieces=pieces, A="hand=r gens=l").go().play("r")

    board = drawn(with_world(asked.world), cursor=("cell", "2-5a"))

    ground = [asked.world.terrain(cell) for cell in cells_of("2-5")]
    rows = [row for row in reckoned(board).split("\n") if row.strip().startswith(tuple(ground))]
    assert ["╳" in row for row in rows] == [False, False, True]


def test_what_a_worker_costs_is_told_to_who_may_place_one_and_said_to_be_that() -> None:
    """quo_vadis.place.3, place.4: to nobody else, and not without a worker in reserve.

    In each size and language, taken in turn from moment to moment.
    """
    ways = tuple(product((SMALL, LARGE), LANGUAGES))
    rows = set[tuple[tuple[int, int], Language, bool, bool]]()
    for table, (size, language) in zip(moments(3, 2), cycle(ways), strict=False):
        seat, world = table.waiting()[0], table.state
        if world.turn is None:
            continue
        say = texts_of(table, language).text
        offered = table.legal_actions(seat)
        may_place = isinstance(offered[0], SelectArea | PlaceWorker) and reserve(world, seat) > 0
        area = ("area", world.turn.area or offered[0].area)
        for viewer in (seat, (seat + 1) % 3):
            shown = reckoned(drawn(table, size, language, cursor=area, viewer=viewer))
            is_told = bool(re.search(r"(free|\d food|無料|食料\d) ", shown))
            assert is_told == (say("board.prices") in shown) == (may_place and viewer == seat)
            rows.add((size, language, viewer == seat, is_told))
    row = ((True, True), (True, False), (False, False))
    assert rows == {(*pair, *item) for pair in ways for item in row}


def test_who_has_no_worker_left_is_told_so_where_an_area_is_selected() -> None:
    """quo_vadis.place.4: all ten stand on the map already."""
    asked = at(ChooseArea(0), turn="A", pieces="A:1-4a*9 A:1-4b")

    shown = reckoned(drawn(with_world(asked.world), cursor=("area", "1-5")))
    assert "No worker at home" in shown
    assert "your next worker" not in shown
    assert "╳" not in shown


def test_a_card_is_chosen_beside_the_war_to_come() -> None:
    asked = at(PlayCard(0), turn="A 2-5", pieces="A:2-5c B:2-5c", A="hand=b gens=l").go()

    shown = reckoned(drawn(with_world(asked.world), cursor=("hand", "blessing")))
    assert f"War over the {asked.world.terrain('2-5c')}" in shown


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_skills_drafted_are_shown_once_while_the_table_is_set_up(size: tuple[int, int]) -> None:
    asked = at(SpreadResources((0, 1, 2)), number=0, A="face_down=martyrs,dynasty")

    shown = text(drawn(with_world(asked.world), size, page="skills"))
    assert shown.count("Martyrs") == 1


@pytest.mark.parametrize(("generations", "says"), [("ll", False), ("l/l/l/l/l/l", True)])
def test_a_card_promises_nothing_for_a_change_that_is_not_possible(
    generations: str, *, says: bool
) -> None:
    """quo_vadis.card.4: with the sixth generation reached there is no change."""
    table = at(PlayCard(0), turn="A 1-2", pieces="A:1-2a A:1-2c", A=f"hand=b gens={generations}")
    shown = reckoned(drawn(with_world(table.go().world)))

    assert ("No change is possible now" in shown) is says
    assert ("A change so far: " in shown) is not says


def test_a_declaration_shows_the_chance_of_every_amount() -> None:
    table = waiting_for(Declare)
    seat = table.waiting()[0]

    board = drawn(table)

    spirit = table.state.players[seat].spirit
    assert all(("declare", amount) in board.places for amount in range(spirit + 1))
    assert ("declare", spirit + 1) not in board.places
    shown = text(drawn(table, page="now"))
    assert "0: " in shown
    assert f"{spirit}: " in shown


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("spends nothing", "spent 1", "has nothing", "may spend 1", "may spend up to 4")),
        ("ja", ("は支払わない", "は1を支払った", "ものがない", "1まで支払える", "4まで支払える")),
    ],
)
def test_the_declarations_of_a_war_are_told_in_their_order(
    language: Language, words: Sequence[str]
) -> None:
    """war.6: clockwise, each openly says how much spirit to spend; it is gone whatever happens."""
    world = waiting_for(Declare).state
    war = replace(world.of_war(), seats=(0, 1, 2, 3), strengths=(1,) * 4)
    for spirits, declared, shown in (
        ((0, 1, 4, 0), (), [words[2], words[3], words[4], words[2]]),
        ((0, 0, 4, 0), (0, 1), [words[0], words[1], words[4], words[2]]),
    ):
        players = [
            replace(player, spirit=spirit, skills=())
            for player, spirit in zip(world.players, spirits, strict=True)
        ]
        at_war = replace(world, players=tuple(players), war=replace(war, declared=declared))
        (part,) = drawn(with_world(at_war), language=language).upcoming(60)
        rows = ["".join(text for text, _ in line) for line in part.lines]
        for number, (mark, word) in enumerate(zip(FULL.owners, shown, strict=False), 1):
            assert rows[number - 1].startswith(f" {number} {mark}")
            assert word in rows[number - 1]
    rolled = replace(war, declared=(0, 0, 0, 0), dice=(1, 2, 3, 4), faces=((1,), (2,), (3,), (4,)))
    assert not [*drawn(with_world(replace(world, war=rolled))).upcoming(60)]


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_people_is_shown_with_the_skills_that_it_may_begin_with(size: tuple[int, int]) -> None:
    """In standard mode peoples differ in nothing else but their terrain."""
    table = next(moments(4))

    for race in table.state.content.races:
        shown = text(drawn(table, size, page="now", cursor=("race", race.id)))
        for skill in map(table.state.content.skill.get, race.basic_skills):
            assert skill.name.text("en") in shown
            assert skill.text.text("en").split()[-1] in shown, "no text is cut"


def test_spirit_and_food_are_named_only_where_one_spends_them() -> None:
    texts = texts_of(waiting_for(Declare), "en")
    choices = [Declare(0), Declare(0, 0), Declare(1, 0), Declare(0, 2), Declare(1, 2)]
    assert [*map(texts.render, choices)] == [
        *("Spend nothing", "Spend nothing", "Spend 1 spirit", "Spend 2 food"),
        "Spend 1 spirit and 2 food",
    ]


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_draft_shows_the_pack_and_the_picks(size: tuple[int, int]) -> None:
    """quo_vadis.setup.12: both are seen by their holder alone."""
    numbers = [
        t.head for t in moments(4) if isinstance(t.legal_actions(t.waiting()[0])[0], PickSkill)
    ]
    table, _ = whole_game(4)
    table.head = numbers[9]
    seat, texts = table.waiting()[0], texts_of(table, "en")
    shown = text(drawn(table, size, page="now"))

    own = table.state.players[seat]
    assert len(own.pack) + len(own.face_down) == 6
    for skill in (*own.pack, *own.face_down):
        assert texts.term("skill", skill) in shown
    for other, player in enumerate(table.state.players):
        if other != seat:
            assert not any(texts.term("skill", skill) in shown for skill in player.pack)

    table.head = next(
        t.head for t in moments(4) if isinstance(t.legal_actions(t.waiting()[0])[0], LaySkill)
    )
    own, shown = table.state.players[table.waiting()[0]], text(drawn(table, size, page="now"))
    for skill in own.face_down:
        assert shown.count(texts.term("skill", skill)) == 1, "it is told once"


@pytest.mark.parametrize("size", [(81, 38), (97, 43), (113, 48)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_map_says_who_holds_an_area_and_what_a_next_worker_costs(
    size: tuple[int, int], language: Language
) -> None:
    """quo_vadis.settle.4 and place.3: on the seam of its cells, and in each cell."""
    world: World = waiting_for(SelectArea, seats=3).state
    for seat in world.seats:
        world = world.with_player(seat, workers=(), doomed=(), cities=(), forts=(), temples=())
    seat = waiting_for(SelectArea, seats=3).waiting()[0]
    a, _, _ = cells_of("1-2")
    world = replace(world.with_player(1, cities=(City(a, 5),)), rings=())
    table = with_world(world)
    board, texts = drawn(table, size, language, page="map"), texts_of(table, language)

    assert re.search(r"1-2 ■", text(board))
    assert not re.search(r"(1-3|2-3|4-5) [●■▲]", text(board))
    home, offered = table.waiting()[0], {action.area for action in table.legal_actions(seat)}
    foods = Counter(
        place_price(world, home, cell).food
        for cell in world.geography.hex
        if area_of(cell) in offered
    )
    shown, _, _ = text(board).partition(texts.text("board.players"))
    assert shown.count(texts.text("board.worker_free")) == foods[0]
    assert shown.count(texts.text("board.worker_food", food=1)) == foods[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_beside_a_small_map_the_generation_that_grows_is_counted(language: Language) -> None:
    """quo_vadis.settle.6: a change pays areas times its cards; 80 x 24 has no row for players."""
    seen = set[int]()
    for table in moments(3, 7):
        player = table.state.players[table.waiting()[0]]
        if player.generations and player.hand and table.state.turn is not None:
            pile = player.generations[-1]
            word = texts_of(table, language).text("board.home.pile", count=f"×{len(pile)}")
            for rows in (12, 15):
                assert word in text(drawn(table, (80, rows), language, page="map"))
            seen.add(len(pile))
    assert len(seen) > 1


def test_japanese_reckonings_have_japanese_stops() -> None:
    board = drawn(waiting_for(Declare), language="ja")
    assert "；" in reckoned(board, 60)
    assert "; " not in reckoned(board, 60)


def test_keys_of_areas_stand_where_their_cells_meet() -> None:
    table = waiting_for(SelectArea, seats=3)
    board = drawn(table, (81, 38), page="map")
    keyed = {board.key(place): place for place in board.places if board.key(place)}
    assert keyed
    for key, place in keyed.items():
        area = place[1].replace("-", ".")  # type: ignore[index]  # its places are tuples
        assert re.search(f"(‹{key}›|▸{key} ){area}", text(board))  # of a terrain ring, as 1:4


def test_an_area_has_the_key_of_its_row_however_many_ways_lead_there() -> None:
    table = waiting_for(SelectArea, seats=3)
    board = drawn(table, (81, 38), page="map")
    assert board.scene is not None
    rows = group_actions(board.scene.actions, board.scene.folds)
    assert any(len(row.actions) > 1 for row in rows)
    last = [(0, rows[-1])] if len(rows) > 9 else []
    for number, row in [*enumerate(rows[:9], 1), *last]:
        (area,) = {action.area for action in row.actions}
        assert re.search(f"(‹{number}›|▸{number} ){area.replace('-', '.')}", text(board))


@pytest.mark.parametrize(
    ("piles", "cities", "is_possible"),
    [
        ("b/l/m/r/p/b", "", False),
        ("b/l/m/r/p", "", True),
        ("b/l", "A:city@1-2a A:city@1-2b A:city@1-3a A:city@1-3b A:city@1-4a", False),
    ],
)
def test_the_pay_of_a_change_is_told_only_where_one_more_can_come(
    piles: str, cities: str, is_possible: bool
) -> None:
    """quo_vadis.card.4: six generations at most, and a city in reserve for each change."""
    world = at(ChooseArea(0), turn="A", pieces=cities, A=f"gens={piles}").go().world
    board = drawn(with_world(world), cursor=("area", "2-5"))

    assert ("a change pays" in reckoned(board, 60)) == is_possible


def test_keys_of_cells_stand_beside_their_ground() -> None:
    """The digits of the list, where a worker is placed."""
    table = waiting_for(PlaceWorker, seats=3)
    board = drawn(table, (81, 38), page="map")
    keyed = {place: board.key(place) for place in board.places if board.key(place)}
    cells = {place: key for place, key in keyed.items() if place[0] == "cell"}  # type: ignore[index]  # its places are tuples
    assert cells
    for place, key in cells.items():
        contested = "╳" in at_place(board, *place)  # type: ignore[misc]  # its places are tuples
        assert (f"‹{key}›" in at_place(board, *place)) != contested  # type: ignore[misc]  # its places are tuples


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_narrow_war_tells_what_it_brings_before_the_pieces_that_lend_strength(
    language: Language,
) -> None:
    """A description of ten rows has room for sides, chances, and what win, lose and tie bring."""
    table = waiting_for(Declare)
    world: World = table.state
    say = texts_of(table, language).text
    rows = reckoned(drawn(table, language=language), 36).split("\n")
    results = [say(f"board.result.{result}") for result in ("win", "lose", "tie")]
    starts = [
        next(number for number, row in enumerate(rows) if row.startswith(result))
        for result in results
    ]
    signs = [FULL.owner(seat) for seat in world.of_war().seats]
    assert starts == sorted(starts)
    assert all(row[0] in (*signs, " ") for row in rows[starts[-1] + 1 :])
    assert [row[0] for row in rows[starts[-1] + 1 :] if row[0] != " "] == signs


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_war_can_bring_is_in_sight_at_80x24_where_it_is_chosen(language: Language) -> None:
    """Six rows of 29 columns are there below a title: chances, victory, defeat and tie."""
    wars = [table.head for table in moments(4) if isinstance(table.state.agenda[-1], DeclareSpirit)]
    table, _ = whole_game(4)
    fighters = set[int]()
    for table.head in wars:
        board, say = drawn(table, language=language), texts_of(table, language).text
        title, lines, is_vital = board.reckoning(29, 6)
        rows = ["".join(text for text, _ in marks) for marks in lines][:6]
        war = table.state.of_war()
        starts = [
            any(row.startswith(say(f"board.result.{result}")) for row in rows)
            for result in ("win", "lose")
        ]
        assert is_vital
        assert area_of(war.cells[0]) in title
        assert cell_width(title) <= 29 - 4, "it fits between the rules of the title line"
        assert all(starts), rows
        assert all(FULL.owner(seat) in "".join(rows[:3]) for seat in war.seats)
        assert "".join(rows).count("%") >= len(war.seats)
        fighters.add(len(war.seats))
    assert fighters >= {2, 3}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_account_beside_the_log_adds_up_to_the_points_of_each_seat(language: Language) -> None:
    """quo_vadis.final.1-3, as if the game ended now; in 43 columns, the leader first."""
    for seats in (3, 5):
        for table in moments(seats, 41):
            board, texts = drawn(table, language=language), texts_of(table, language)
            rows = ["".join(text for text, _ in marks) for marks in board.score_sources(43)]
            assert max(map(cell_width, rows)) <= 43
            assert len(rows) <= board.source_rows(table.state) + seats
            heads = [top for top, row in enumerate(rows) if "★" in row and row[0] in "●■▲◆▼"]
            scores = [int(re.findall(r"★(-?\d+)", rows[top])[0]) for top in heads]
            assert scores == sorted(QUO_VADIS.progress(table.state)[1], reverse=True)
            title = texts.text("board.account_change")
            end = next(top for top, row in enumerate(rows) if title in row)
            for score, (top, below) in zip(scores, pairwise([*heads, end]), strict=True):
                sources = " ".join(rows[top + 1 : below])
                assert sum(map(int, re.findall(r" (-?\d+)", sources))) == score


@pytest.mark.parametrize("size", [(80, 15), (81, 38), (113, 48)])
def test_a_people_is_chosen_with_its_terrain_in_sight(size: tuple[int, int]) -> None:
    """quo_vadis.setup.7: beside the map, on which one looks for the land that suits it."""
    table = next(moments(3))
    board = drawn(table, size)
    for action in table.legal_actions(table.waiting()[0]):
        board.point_at(action)
        assert board.page in ("", "map")
        assert board.cursor == ("race", action.race)
        for area in table.state.geography.areas:
            assert area in text(board)
