"""The sizes of the board of Monumental: it grows with the window, and no window shows less for it."""

from __future__ import annotations

import re
from itertools import pairwise, product
from typing import Any

import pytest
from msgspec.structs import replace
from textual.geometry import Region, Size

from hako.content import load
from hako.content.monumental.map_queries import defence
from hako.content.monumental.state import World
from hako.content.monumental.steps.display import row_sizes
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.i18n.width import cell_width
from hako.engine.log.history import History
from hako.engine.rules.model import letter
from hako.engine.transcript.sentences import texts_of
from hako.tui.boards.monumental.board import GameBoard
from hako.tui.boards.monumental.page_plan import TableNeeds, needs_of, plan_of
from hako.tui.boards.monumental.sizes import LADDER
from hako.tui.boards.window_regions import FrameNeeds, board_size, frame
from hako.tui.theme.symbols import FULL
from tests.tui.boards.drawn import drawn, in_window, lines, moments, put, reached, text, whole_place
from tests.tui.boards.test_size_ladder import NAMED
from tests.tui.tables import new_table

MONUMENTAL = load("monumental")

WINDOWS = [(80, 24), (100, 30), (120, 40), (140, 45), (160, 50), (220, 60), (250, 70)]

OPTIONS = {seats: ("pastures", "clash") if seats < 5 else ("pastures",) for seats in range(2, 6)}
"""The maps for so many players."""


def tables() -> list[History[Any]]:
    """A table with each map, after its setup."""
    made = []
    for seats, maps in OPTIONS.items():
        for chosen in maps:
            table = new_table(MONUMENTAL, *"ABCDE"[:seats], seed=seats, options={"map": chosen})
            made.append(table)
    return made


def later(seats: int, plies: int = 60) -> History[Any]:
    *_, table = moments(MONUMENTAL, seats, plies)
    return table


def world(table: History[Any]) -> World:
    state: World = table.state
    return state


def needs() -> set[TableNeeds]:
    return {needs_of(world(table)) for table in tables()}


def test_a_larger_window_never_has_a_smaller_tile_or_card() -> None:
    """From 60x20 to 260x75, every map and number of players; widths of tiles follow the columns alone."""
    for need in needs():
        plans = {
            (width, height): plan_of(width, height - 2, need, has_panels=True)
            for width in range(60, 261)
            for height in range(20, 76)
        }
        for (width, height), plan in plans.items():
            assert plan.tile.width == LADDER.width(width).columns
            for larger in ((width + 1, height), (width, height + 1)):
                if (other := plans.get(larger)) is None:
                    continue
                assert other.tile.width >= plan.tile.width, (need, width, height)
                assert _lines(other) >= _lines(plan), (need, width, height, larger)
                assert other.card >= plan.card, (need, width, height, larger)
                assert other.card[1] >= plan.card[1], (need, width, height, larger)
                assert other.is_side >= plan.is_side, (need, width, height)
                assert other.is_joined >= plan.is_joined, (need, width, height)


def _lines(plan: Any) -> float:
    return plan.tile.lines + plan.tile.ruled / 2  # type: ignore[no-any-return] # of a plan


def test_a_tile_and_a_board_show_all_that_smaller_ones_show() -> None:
    for smaller, larger in pairwise(LADDER.lines):
        assert smaller < larger
    for one, other in pairwise(LADDER.widths):
        assert one.facts < other.facts
        assert one.columns < other.columns
        assert one.most_lines <= other.most_lines
        assert one.window < other.window
    assert len(LADDER.widths) >= 5


@pytest.mark.parametrize(
    ("window", "tile", "card", "panels", "is_joined"),
    [
        ((80, 24), (8, 2), (16, 4), 0, False),
        ((100, 30), (8, 2), (20, 5), 65, False),
        ((120, 40), (10, 3), (22, 5), 78, False),
        ((140, 45), (12, 4), (22, 5), 89, False),
        ((160, 50), (12, 4), (22, 5), 89, True),
        ((220, 60), (16, 5), (22, 7), 118, True),
        ((250, 70), (18, 6), (26, 8), 132, True),
    ],
)
def test_the_windows_of_the_ladder_have_their_steps(
    window: tuple[int, int],
    tile: tuple[int, int],
    card: tuple[int, int],
    panels: int,
    is_joined: bool,
) -> None:
    """A map of 7 tiles in 8 rows, three players."""
    table = new_table(MONUMENTAL, *"ABC", seed=1)
    plan = plan_of(window[0], window[1] - 2, needs_of(world(table)), has_panels=True)
    assert (plan.tile.width, plan.tile.lines) == tile
    assert plan.card == card
    assert plan.panels.x == panels
    assert plan.is_joined == is_joined


def test_a_map_too_wide_for_the_page_joins_the_city_from_172_columns_on() -> None:
    """8 tiles of 12 columns, the letters of its rows, and 71 columns for the City and the list."""
    need = needs_of(world(new_table(MONUMENTAL, *"ABCD", seed=1)))
    joined = [
        width for width in range(140, 220) if plan_of(width, 48, need, has_panels=True).is_joined
    ]
    assert min(joined) == 8 * 12 + 4 + 71


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_panels_have_their_room_in_every_window(seats: int) -> None:
    state = world(new_table(MONUMENTAL, *"ABCDE"[:seats], seed=1))
    for width, height in product(range(80, 261, 4), range(24, 76, 3)):
        size = board_size(Size(width, height), 1)
        panels = GameBoard.panels_in(state, size)
        assert panels is not None
        layout = frame(width, height, FrameNeeds((), panels=panels))
        assert Region(0, 0, *size).contains_region(panels), (width, height)
        regions = [layout.actions, layout.text, layout.log, layout.ask, layout.keys]
        for number, one in enumerate(regions):
            assert not one.area or Region(0, 0, width, height).contains_region(one)
            for other in regions[number + 1 :]:
                assert not one.intersection(other).area, (width, height)
        assert layout.actions.width >= 34, (width, height)
        assert layout.actions.height >= 6, (width, height)
        assert layout.text.area, (width, height)
        taken = [layout.actions, layout.text, layout.log]
        gap = panels.height * (layout.log.x > layout.actions.x)
        assert sum(region.area for region in taken) + gap == panels.area, (width, height)


@pytest.mark.parametrize(("seats", "language"), [(2, "en"), (3, "ja"), (4, "en"), (5, "ja")])
def test_in_no_window_is_a_word_cut_or_a_row_hidden(seats: int, language: Language) -> None:
    """Windows from 80x24 to 260x75; names of players set aside; no cell lies behind a panel."""
    table = later(seats, 30 + 10 * seats)
    windows = [*product(range(80, 261, 30), range(24, 76, 12)), *WINDOWS]
    for width, height in windows:
        size = board_size(Size(width, height), 1)
        panels = GameBoard.panels_in(world(table), size)
        assert panels is not None
        board = in_window(table, (width, height), language)
        assert board.scene is not None
        for page in board.pages(board.scene):
            board = in_window(table, (width, height), language, page=page)
            shown = lines(board)
            assert len(shown) == size.height, (width, height, page)
            assert FULL.ellipsis not in NAMED.sub("", "\n".join(shown)), (width, height, page)
            behind = [board.paint(y).crop(panels.x, panels.right) for y in panels.line_range]
            assert not any(strip.text.strip() for strip in behind), (width, height, page)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_more_than_a_quarter_is_blank_while_a_tile_of_more_lines_fits(seats: int) -> None:
    need = needs_of(world(new_table(MONUMENTAL, *"ABCDE"[:seats], seed=1)))
    for width, height in product(range(80, 261), range(24, 76)):
        plan = plan_of(width, height - 2, need, has_panels=True)
        most = LADDER.width(width).most_lines
        taken = LADDER.extent(plan.tile, 1, need.map_rows).height
        room = plan.left.height - 6 * plan.is_joined
        if plan.tile.lines < most and plan.is_side:
            assert taken + need.map_rows > room * 3 / 4, (width, height)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("window", WINDOWS)
def test_a_tile_tells_who_holds_it_with_what_and_what_lies_there(
    window: tuple[int, int], language: Language
) -> None:
    """Each fact of the lines that tiles have there, at some moments of a game of three."""
    for number, table in enumerate(moments(MONUMENTAL, 3, 80)):
        state = world(table)
        if number % 16 or not state.display:
            continue
        board, texts = in_window(table, window, language, page="map"), texts_of(table, language)
        for place in state.land.places:
            tile, shown = state.tile(place), whole_place(board, "tile", place)
            if tile.owner is not None:
                assert FULL.owner(tile.owner) in shown, place
            if tile.soldiers:
                assert re.search(rf"{tile.soldiers}", shown), place
            if tile.warlord:
                assert "†" in shown, place
            if state.land.terrain.get(place, "water") != "water":
                assert str(defence(state, place)) in shown, place
            if tile.wonder is not None:
                assert "Π" in shown, place
            for seat in state.seats:
                if place in [explorer.place for explorer in state.realms[seat].explorers]:
                    assert letter(seat) in shown.partition("°")[2], place
            if tile.resource is not None:
                kinds = ("token", "token_short", "token_letter")
                words = [texts.text(f"board.{kind}.{tile.resource}") for kind in kinds]
                assert any(word in shown for word in words[: 3 if window[0] < 120 else 2]), place


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("window", WINDOWS)
def test_names_and_prices_on_offer_stand_beside_or_below_the_city(
    window: tuple[int, int], seats: int, language: Language
) -> None:
    """acquire.1: each of a full display with what it costs; below 100 columns the rest has a page."""
    table = later(seats, 5)
    state, cards = world(table), table.content.card
    board, texts = in_window(table, window, language), texts_of(table, language)
    for name in state.displayed():
        card = cards[name]
        shown = whole_place(board, "card", name)
        names = [card.name.text(language), card.brief.text(language)]
        names.append(names[1].partition(" ")[2] or names[1])
        assert any(word in shown for word in names), name
        for cost in card.sections or (card.cost,):
            assert str(cost) in shown, name
    for pile in state.basics:
        assert ("card", pile.id) in board.places or window[0] < 100
        if window[0] >= 160:
            shown = whole_place(board, "card", pile.id)
            assert "2" in shown.partition(cards[pile.id].name.text(language))[2], "what it yields"
    page = in_window(table, (80, 24), language, page="offer")
    for name in (*state.displayed(), *(pile.id for pile in state.basics)):
        assert ("card", name) in page.places
    assert texts.text("board.page.offer") in text(page)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("window", WINDOWS)
def test_nine_cards_have_names_and_yields_in_every_window(
    window: tuple[int, int], language: Language
) -> None:
    for number, table in enumerate(moments(MONUMENTAL, 3, 60)):
        state = world(table)
        if number % 12 or not state.display:
            continue
        board, texts = in_window(table, window, language), texts_of(table, language)
        home = table.waiting()[0]
        for slot_number, slot in enumerate(state.realms[home].city):
            if slot.card is None:
                continue
            shown = whole_place(board, "slot", home, slot_number)
            card = table.content.card[slot.card]
            assert any(it.text(language) in shown for it in (card.name, card.brief))
            for name in card.activate.amounts:
                words = (texts.term("resource", name), texts.term("sign", name))
                assert any(word in shown for word in words), (slot.card, shown)


@pytest.mark.parametrize("window", [(120, 40), (140, 45)])
def test_beside_the_map_the_own_city_is_nine_edges(window: tuple[int, int]) -> None:
    table = later(3)
    seat = table.waiting()[0]
    board = in_window(table, window, page="map")
    for number, slot in enumerate(world(table).realms[seat].city):
        region = board.places["slot", seat, number]
        assert region.height == 1
        edge = board.paint(region.y).crop(region.x, region.right).text
        assert edge[0] == ("╔" if slot.activated else "┌")


def test_in_ascii_an_activated_card_has_other_edges_than_one_that_sleeps() -> None:
    seen = set()
    for table in moments(MONUMENTAL, 2, 40):
        if not world(table).display:
            continue
        seat = table.waiting()[0]
        board = drawn(table, (80, 15), symbols="ascii")
        for number, slot in enumerate(world(table).realms[seat].city):
            if slot.card is not None:
                seen.add((slot.activated, whole_place(board, "slot", seat, number)[0]))
    assert seen == {(True, "="), (False, "-")}


@pytest.mark.parametrize("points", [(0, 0, 0), (3, 3, 3), (1, 2, 3), (39, 40, 41), (90, 2, 90)])
@pytest.mark.parametrize("window", WINDOWS)
def test_a_track_has_every_seat_once_however_close_they_are(
    window: tuple[int, int], points: tuple[int, int, int]
) -> None:
    table = new_table(MONUMENTAL, *"ABC", seed=1)
    state = world(table)
    for seat, wonders in enumerate(points):
        names = ("petra",) * wonders
        state = state.with_realm(seat, replace(state.realms[seat], wonders=names))
    shown = text(in_window(put(table, state), window))
    track = re.search(r"Wonders +([·●■▲=]+)", shown)
    assert track is not None
    assert sorted(sign for sign in track[1] if sign in "●■▲") == sorted("●■▲")
    assert cell_width(track[1]) <= 41


def test_a_full_display_is_what_the_plan_reckons_with() -> None:
    for seats in (2, 3, 4, 5):
        state = world(new_table(MONUMENTAL, *"ABCDE"[:seats], seed=1))
        assert needs_of(state).offers == sum(row_sizes(state)) == len(state.displayed())


def test_a_board_beside_other_panels_leaves_them_no_part_of_itself() -> None:
    """As in a lesson at 160x50: what is left of its column has Policies and the rivals' Cities."""
    table = later(3)
    beside = drawn(table, (104, 45), window=(160, 50))
    assert text(beside) == text(drawn(table, (104, 45)))
    assert len([line for line in lines(beside) if line[66:].strip()]) >= 28
    whole = in_window(table, (104, 47))
    assert len([line for line in lines(whole) if line[66:].strip()]) < 20


@pytest.mark.parametrize("window", WINDOWS)
def test_arrows_lead_to_every_place_of_every_page(window: tuple[int, int]) -> None:
    options = {"heroes": "on", "monsters": "on"}
    *_, table = moments(MONUMENTAL, 3, 40, options)
    board = in_window(table, window)
    assert board.scene is not None
    for page in board.pages(board.scene):
        board = in_window(table, window, page=page)
        assert reached(board) == board.places.keys(), page


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_with_people_from_elsewhere_the_seats_have_rows_above_the_list(
    window: tuple[int, int], seats: int
) -> None:
    """A row where panels are below the board, a border and at least a row beside it."""
    state = world(new_table(MONUMENTAL, *"ABCDE"[:seats], seed=1))
    panels = GameBoard.panels_in(state, board_size(Size(*window), 1))
    assert panels is not None
    layout = frame(*window, FrameNeeds((), seats=seats, panels=panels, has_people=True))
    assert layout.seats.height == 1 if window[0] < 100 else layout.seats.height >= 2
    assert layout.seats.bottom == layout.actions.y
    assert layout.actions.height >= (5 if window[0] < 100 else 7)
    assert layout.text.height >= (5 if window[0] < 100 else 2)
    assert not frame(*window, FrameNeeds((), seats=seats, panels=panels)).seats.area


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("window", [(160, 50), (175, 50), (220, 60), (250, 70)])
def test_beside_city_and_panels_no_quarter_of_the_rows_is_blank(
    window: tuple[int, int], seats: int
) -> None:
    """Below a low map stand the texts of Policies and Warlord."""
    board = in_window(later(seats, 40), window)
    assert board.scene is not None
    left = board.plan(board.scene).left.right  # type: ignore[attr-defined] # of this game
    rows = [line[:left] for line in lines(board)]
    blank = [row for row in rows if not row.strip()]
    assert len(blank) <= len(rows) / 4
