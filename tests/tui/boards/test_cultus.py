"""The board of Cultus: the town, what pays in it, ghosts and scores, in every size and language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from hako.content.cultus import GAME as CULTUS
from hako.content.cultus.actions import (
    LayCard,
    MoveMonument,
    MovePawn,
    PlaceCard,
    UsePower,
)
from hako.content.cultus.state import Town
from hako.engine.content.files import Wording
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.i18n.width import cell_width
from hako.engine.log.history import History
from hako.engine.rules.chance import Chance
from hako.engine.transcript.sentences import texts_of
from hako.tui.boards import board_of
from hako.tui.boards.board import Board
from hako.tui.boards.cultus.sizes import LADDER, PICTURES
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import FULL, SYMBOLS, SymbolSet
from hako.tui.widgets.canvas import StyledLine
from hako.tui.widgets.table_model import table_model_of
from hako.tui.widgets.upcoming import upcoming_strips
from tests.rules.cultus.table import acting, content, foe, new, ruler
from tests.rules.cultus.table import at as cell
from tests.tui.boards.drawn import (
    HUGE,
    LARGE,
    LOW,
    NAMES,
    SMALL,
    at_place,
    drawn,
    lines,
    moments,
    put,
    text,
)
from tests.tui.tables import at as seated
from tests.tui.tables import lines as panel_lines
from tests.tui.tables import new_table, painted, press, screen_of, settled

FAR = ruler("r8c8", plan="plan_market")


def with_town(town: Town, *names: str) -> History[Any]:
    """A table at which this lies."""
    return put(new_table(CULTUS, *(names or NAMES[: len(town.rulers)]), seed=1), town)


TOWNS = {step.name: (step.columns, step.rows) for step in LADDER if step.picture or step.cell[0]}

every_town = pytest.mark.parametrize("size", TOWNS.values(), ids=TOWNS)


def row_of(board: Board, row: int) -> str:
    """A row of the small map."""
    return lines(board)[row][:42].rstrip()


@pytest.mark.parametrize("language", LANGUAGES)
def test_eighty_columns_cut_nothing(language: Language) -> None:
    for seats in (1, 2, 3, 4):
        for number, table in enumerate(moments(CULTUS, seats, 140)):
            if number % 20 == 0:
                assert FULL.ellipsis not in "".join(lines(drawn(table, LOW, language)))


def test_a_game_of_another_geometry_has_all_its_cells_on_the_board() -> None:
    """Cards of 1 x 3 cells on a board of 3 x 2 cards make 3 rows of 6 columns."""
    cards = content()
    geometry = replace(
        cards.geometry,
        card_rows=1,
        card_columns=3,
        board_card_rows=3,
        board_card_columns=2,
        centre=((2, 3), (2, 4)),
        corners=((1, 1), (3, 6)),
    )
    smaller = replace(
        cards,
        geometry=geometry,
        construction_cards=tuple(
            replace(card, cells=card.cells[:3]) for card in cards.construction_cards
        ),
        tables=tuple(
            replace(item, start_cells=((1, 1), (3, 6))[: item.players]) for item in cards.tables[:2]
        ),
    )
    table = with_town(new(content=smaller))
    for size in (SMALL, LARGE):
        board = drawn(table, size)
        assert {place for place in board.places if place[0] == "cell"} == {  # type: ignore[index]  # its places are tuples
            ("cell", number) for number in range(18)
        }


# ------------------------------------------------------------ what the map shows


def test_icons_stand_on_the_map_by_their_letters() -> None:
    """Board S: the first row is market, plaza, plaza, church, plaza, church, plaza, office."""
    board = drawn(with_town(acting(ruler("r1c1"), FAR).town))
    letters = [text for text in row_of(board, 1)[1:] if text.isalpha()]

    assert "".join(letters) == "MPPCPCPO"


def test_neighbours_that_pay_are_joined() -> None:
    """Example 3: church and winery, r2c1 and r2c2; plazas never pay."""
    board = drawn(with_town(acting(ruler("r8c1"), FAR).town))

    assert row_of(board, 2).startswith("2 ║ W ═  C")
    assert "═" not in row_of(board, 1)[6:]


@pytest.mark.parametrize(("language", "counts"), [("en", "{} road"), ("ja", "道{}本")])
def test_the_roads_that_pay_are_counted_by_pair_with_those_that_have_paid(
    language: Language, counts: str
) -> None:
    """move.2 and 5: neighbours with the icons of an income card that shows no gold, once a turn."""
    town = acting(ruler("r8c1"), FAR).town
    first, *others = town.row
    icons = town.icons
    row = (replace(first, is_gold=True), *(replace(one, medal=1) for one in others))
    pairs = [set(town.content.income[space.income].icons) for space in others]
    roads = [
        [(a, b) for a, b in town.geometry.pairs if {icons[a], icons[b]} == pair] for pair in pairs
    ]
    used = next(cells[0] for cells in roads if cells)
    town = replace(town, row=row, turn=replace(town.turn, paid=(used,)))

    for width in (35, 60):
        part, _ = drawn(with_town(town), TOWNS["L"], language).upcoming(width)
        rows = ["".join(text for text, _ in line) for line in part.lines]
        assert all(cell_width(row) <= width for row in rows)

    assert "2" in part.title, "1 gold, and 1 for the card that shows gold"
    assert len(rows) == len(others)
    for line, cells in zip(rows, roads, strict=True):
        assert counts.format(len(cells)) in line or not cells
        assert bool(re.search("1 paid|済み1", line)) == (used in cells)
        assert line.endswith("■B")


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", (("Reconstruction", "Barracks", "Winery", "2★"), ("Friendship", "Church"))),
        ("ja", (("復興", "兵舎", "ワイナリー", "2★"), ("友好", "教会"))),
    ],
)
def test_monuments_to_build_are_listed_whole_with_what_they_count_and_give(
    language: Language, names: tuple[tuple[str, ...], ...]
) -> None:
    """build.4 and monument.1: 3 points a building around it, and 2 on a winery; as the cards say."""
    town = acting(ruler("r8c1"), FAR, shown="reconstruction_winery friendship").town
    _, part = drawn(with_town(town), TOWNS["L"], language).upcoming(52)
    rows = ["".join(text for text, _ in line) for line in part.lines]

    assert "3★" in part.aside
    for row, words in zip(rows, names, strict=True):
        assert all(word in row for word in words)
    line, ink = lambda: StyledLine(52), styles_of("hako-dark")
    for free, count in ((2, 0), (3, 3)):
        assert len(upcoming_strips([part], free, line, ink, is_alone=True)) == count


def test_a_pair_that_pays_is_seen_behind_a_pawn() -> None:
    """Upwards, it stands before the icon unless a pawn or a step does."""
    assert row_of(drawn(with_town(acting(ruler("r2c1"), FAR).town)), 2).startswith("2 ● W║═")


def test_the_cursor_leaves_a_pair_that_pays_in_sight() -> None:
    table = with_town(acting(ruler("r8c1"), FAR).town)
    for name in ("r2c1", "r2c2"):
        board = drawn(table, cursor=("cell", cell(name)))

        assert board.cursor == ("cell", cell(name))
        assert row_of(board, 2).startswith("2 ║ W ═  C")


def test_what_paid_in_this_turn_is_joined_by_a_thinner_line() -> None:
    """Example 6: the same two cells pay once in a turn."""
    board = drawn(with_town(acting(ruler("r8c1"), FAR, paid="r2c1-r2c2").town))

    assert row_of(board, 2).startswith("2 ║ W ╌  C")


def test_an_income_card_that_shows_gold_joins_nothing() -> None:
    """Example 5: its deck is empty."""
    board = drawn(with_town(acting(ruler("r8c1"), FAR, row="CW0 WM2 MO2 OB2 BH2 HC2").town))

    assert row_of(board, 2).startswith("2 ║ W    C")
    assert "$ gold" in lines(board)[1]


@pytest.mark.parametrize(
    ("row", "sign"), [("CW2 WM2 MO2 OB2 BH0 HC0", "3"), ("CW2@0 WM2 MO2 OB2 BH0 HC0", "★")]
)
def test_a_step_shows_its_gold_or_that_the_own_medal_pays_too(row: str, sign: str) -> None:
    """Example 4: from r2c1 to r2c2, with two gold sides, 3 gold; 2 VP with the medal."""
    board = drawn(with_town(acting(ruler("r2c1"), FAR, row=row).town), cursor=("hand", "nothing"))

    assert at_place(board, "cell", cell("r2c2"))[0] == sign


def test_pawns_stand_before_the_icon_and_monuments_behind_it() -> None:
    me = ruler("r3c7", monuments="r3c7 r5c5")
    board = drawn(with_town(acting(me, FAR).town))
    for name, shown in (("r3c7", "● P○"), ("r5c5", "  W○"), ("r8c8", "■ O ")):
        assert at_place(board, "cell", cell(name)) == shown


def test_monuments_that_share_a_cell_are_counted() -> None:
    """cultus.monument.5: any number of monuments may share a cell."""
    me = ruler("r1c1", monuments="r3c7 r3c7", owns="friendship")
    assert at_place(drawn(with_town(acting(me, FAR).town)), "cell", cell("r3c7"))[-1] == "2"


def test_the_rows_and_columns_of_the_centre_carry_its_sign() -> None:
    board = drawn(with_town(acting(ruler("r1c1"), FAR).town), SMALL)
    starred = re.findall(r"\d◎", "".join(line[:70] for line in lines(board)))

    assert starred == ["4◎", "5◎", "4◎", "5◎"]


@every_town
def test_a_bracket_holds_the_rows_and_columns_of_the_centre(size: tuple[int, int]) -> None:
    text = lines(drawn(with_town(acting(ruler("r1c1"), FAR).town), size))

    assert re.search(r"3 +╭─+4─+5─+╮ +6", text[0])
    rows = [line[1] for line in text if line.startswith("│")]
    assert rows == ([] if size == TOWNS["S"] else ["4", "5"]), "a column alone has no bracket"


@every_town
@pytest.mark.parametrize("language", LANGUAGES)
def test_larger_towns_name_every_building_whole(size: tuple[int, int], language: Language) -> None:
    for table in moments(CULTUS, 2, 40):
        for shown, name in on_cells(drawn(table, size, language), table):
            whole = name.text(language)
            assert whole in shown or whole[: len(shown.split("  ")[0])] in whole


@every_town
def test_a_road_that_pays_runs_between_its_buildings_with_its_pay(size: tuple[int, int]) -> None:
    """Example 3: church and winery, r2c1 and r2c2; plazas never pay."""
    table = with_town(acting(ruler("r8c1"), FAR).town)
    board = drawn(table, size)
    left, right = (board.places["cell", cell(name)] for name in ("r2c1", "r2c2"))
    rows = [board.paint(y).text[left.x + 2 : right.x + 2] for y in left.line_range]

    assert sum("═" in row for row in rows) == (2 if size in {TOWNS["XL"], TOWNS["XXL"]} else 1)
    if size not in {TOWNS["S"], TOWNS["M"]}:
        assert any("1$" in row and "═" in row for row in rows)
    plaza = board.places["cell", cell("r1c2")]
    assert not any("═" in board.paint(y).text[plaza.x :][: plaza.width] for y in plaza.line_range)


@every_town
def test_a_monument_is_drawn_with_the_letter_of_its_owner(size: tuple[int, int]) -> None:
    me = ruler("r8c1", monuments="r5c5")
    board = drawn(with_town(acting(me, FAR).town), size)
    x, y, _, height = board.places["cell", cell("r5c5")]
    shown = "".join(board.paint(row).text[x : x + 16] for row in range(y, y + height + 1))

    assert re.search("○A" if size == TOWNS["S"] else "[▟▗▐]A[▙▖▌]", shown)
    assert ("○" in shown) is (size == TOWNS["S"])


@pytest.mark.parametrize("step", ["XL", "XXL"])
def test_the_largest_towns_have_pictures_of_four_rows_and_names_of_pawns(step: str) -> None:
    """Board S: r2c1 is a winery, r2c2 a church."""
    board = drawn(with_town(acting(ruler("r2c2"), FAR).town), TOWNS[step])
    winery, church = (
        cell_text(board, with_town(acting(FAR, FAR).town), cell(name)) for name in ("r2c1", "r2c2")
    )

    assert [row.strip()[:9] for row in winery[1:5]] == list(PICTURES[4]["winery"])
    assert any(f"●A {NAMES[0]}" in row for row in church)


@pytest.mark.parametrize("size", [size for step, size in TOWNS.items() if step != "S"])
def test_the_pointer_stands_at_the_cursor_alone(size: tuple[int, int]) -> None:
    """The pointer is what Enter does; all else that can be done has its key, or no sign."""
    town = acting(ruler("r2c2", hand="25 13 02", cost=10, plan="plan_market"), FAR).town
    board = drawn(with_town(town), size)
    board.point_at(MovePawn(cell("r2c1")))
    below = lines(board)[board.places["own_plan",].y :]

    assert FULL.pointer not in "".join(below)
    assert "Winery" in "".join(below), "cards of the hand by name"


def cell_text(board: Board, table: History[Any], number: int) -> list[str]:
    """The rows of a cell of the map with its street, beginning one column before its name."""
    step = next(step for step in LADDER if (step.columns, step.rows) == (board.columns, board.rows))
    row, column = table.state.geometry.spot(number)
    x, y = step.left + step.cell[0] * (column - 1), 1 + step.cell[1] * (row - 1)
    rows = range(y, y + step.cell[1])
    return [board.paint(row).crop(x, x + step.cell[0]).text for row in rows]


@every_town
def test_a_road_hides_no_pawn_no_monument_and_no_key(size: tuple[int, int]) -> None:
    """Example 3 is r2c1 and r2c2, which pay: a piece on either stands beside the road."""
    town = acting(ruler("r2c1", monuments="r2c2"), ruler("r3c2", monuments="r3c1")).town
    table = with_town(town)
    board = drawn(table, size)
    shown = {name: cell_text(board, table, cell(name)) for name in ("r2c1", "r2c2", "r3c1", "r3c2")}

    assert any("●A" in row for row in shown["r2c1"])
    assert any("■B" in row for row in shown["r3c2"])
    for name, owner in (("r2c2", "A"), ("r3c1", "B")):
        assert any(re.search("‹[1-9]›|▸[1-9]", row) for row in shown[name])
        drawing = ("[○□]", "") if size == TOWNS["S"] else ("[▟▗▐]", "[▙▖▌]")
        assert any(re.search(owner.join(drawing), row) for row in shown[name])
        if size not in {TOWNS["S"], TOWNS["M"]}:
            assert any(re.search("▟█(██)?▙", row) for row in shown[name])


@every_town
@pytest.mark.parametrize("language", LANGUAGES)
def test_pieces_of_whole_games_are_all_on_the_town(
    size: tuple[int, int], language: Language
) -> None:
    for seats in (2, 4):
        for number, table in enumerate(moments(CULTUS, seats, 160)):
            if number % 8:
                continue
            board = drawn(table, size, language)
            for seat, ruler_ in enumerate(table.state.rulers):
                if ruler_.pawn is not None:
                    rows = cell_text(board, table, ruler_.pawn)
                    assert any(FULL.owner(seat) + "ABCD"[seat] in row for row in rows)
                for position in ruler_.monuments:
                    owner = "ABCD"[seat]
                    rows = cell_text(board, table, position)
                    assert any(re.search(f"[▟▗▐○□△◇]({owner}|[2-9])", row) for row in rows)


def test_what_lies_beside_the_smallest_town_is_a_page_that_the_list_does_not_turn_to() -> None:
    table = with_town(acting(ruler("r1c1", hand="25"), FAR).town)
    board = drawn(table, TOWNS["S"])
    board.point_at(PlaceCard("construction_25"))
    assert (board.page, board.cursor) == ("town", None)
    assert board.shows(("hand", "construction_25"))
    assert board.page == "table"


@pytest.mark.parametrize("size", [size for step, size in TOWNS.items() if step != "S"])
def test_what_lies_beside_the_town_is_drawn_when_it_is_pointed_at(size: tuple[int, int]) -> None:
    """A card of the hand, a seat: in the last row, where they have no other."""
    table = with_town(acting(ruler("r1c1", hand="25"), FAR).town)
    board = drawn(table, size)
    for place in (("hand", "construction_25"), ("seat", 1), ("income", "church_winery")):
        assert board.shows(place)
        pointed = drawn(table, size, cursor=place)
        assert place in pointed.places


@pytest.mark.parametrize("size", [size for step, size in TOWNS.items() if step != "S"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_plan_and_cards_to_be_built_stand_below_every_town(
    size: tuple[int, int], language: Language
) -> None:
    """The aims of all moves are in sight on the first page, with their names."""
    kinds = "reconstruction_winery friendship industry"
    me = ruler("r2c2", cost=10, plan="plan_market")
    board = drawn(with_town(acting(me, FAR, shown=kinds).town), size, language)

    assert ("own_plan",) in board.places
    assert all(("monument", card) in board.places for card in kinds.split())
    assert {"en": "Friendship", "ja": "友好"}[language] in text(board)


def on_cells(board: Board, table: History[Any]) -> Iterator[tuple[str, Wording]]:
    """Icon on each cell of the map that has one, with its whole name."""
    for number, icon in enumerate(table.state.icons):
        if icon is not None:
            region = board.places["cell", number]
            rows = (board.paint(y).crop(region.x, region.right) for y in region.line_range)
            yield " ".join(row.text for row in rows), table.state.content.icon[icon].name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("symbols", SYMBOLS)
def test_the_cells_grow_with_the_board(language: Language, symbols: SymbolSet) -> None:
    """With enough room each says its whole name, and no row more for each is left below."""
    for seats in (1, 2, 3, 4):
        *_, table = moments(CULTUS, seats, 25)
        for size in (TOWNS["XL"], HUGE):
            board = drawn(table, size, language, symbols)
            assert all(name.text(language) in text for text, name in on_cells(board, table))
        empty = "".join("x" if line.strip() else " " for line in lines(board))
        assert max(map(len, empty.split("x"))) <= table.state.geometry.rows
        assert len(lines(board)) == HUGE[1]


# ------------------------------------------------------------ ghosts


EXAMPLE_7 = """
    MPPCPCPO
    WCBWBMCB
    POWPPWPB
    WMOBHBMH
    ........
    ........
    ........
    ........
"""


def example_7() -> History[Any]:
    """The pawn on r4c4, the map with rows 1 to 4 only, card 25 (C P / W C) in hand."""
    me = ruler("r4c4", hand="25", plan="plan_church")
    return with_town(acting(me, ruler("r1c1"), board=EXAMPLE_7).town)


async def test_a_card_is_laid_as_a_ghost_that_one_key_turns() -> None:
    """Example 7: at r4c5, turned by 180: r4c5 = C, r4c6 = W, r5c5 = P, r5c6 = C."""
    table = example_7()
    async with seated(table) as pilot:
        await press(pilot, "y")  # from under the cover
        board = screen_of(pilot).view.board
        board.focus()
        board.cursor = ("hand", "construction_25")
        await press(pilot, "enter")
        board.cursor = ("cell", cell("r4c5"))
        assert board.meant == LayCard(cell("r4c5"), 0)
        await press(pilot, "space")
        assert board.meant == LayCard(cell("r4c5"), 180)
        above = board.places["cell", cell("r4c5")]
        shown = [lines(board)[above.y + down][above.x : above.x + 13] for down in (0, 2)]
        assert [re.findall(r"[A-Z][a-z]+", line) for line in shown] == [
            ["Church", "Winery"],
            ["Plaza", "Church"],
        ]

        await press(pilot, "enter")
        icons = table.state.icons
        assert [icons[cell(it)] for it in ("r4c5", "r4c6", "r5c5", "r5c6")] == [
            "church",
            "winery",
            "plaza",
            "church",
        ]


def test_a_ghost_tells_which_pairs_and_plan_points_it_makes_and_breaks() -> None:
    """Example 7, unturned at r4c5: C P / W C over houses and barracks.

    Broken: barracks-houses at r4c5-r4c6, houses-barracks at r4c4-r4c5, and barracks-houses
    is no more at r4c6; made: church-winery three times within and around the card.
    """
    table = example_7()
    before = table.state
    table.play(0, table.legal_actions(0)[_index(table, "construction_25")])
    board = drawn(table, cursor=("cell", cell("r4c5")))

    text = next(line for line in lines(board) if line.startswith(" Pairs"))
    made, broken = (int(word) for word in text.split()[1:3])
    after = pairs_of(table, LayCard(cell("r4c5"), 0))
    now = pairs_of_town(before)
    assert (made, broken) == (len(after - now), -len(now - after))
    # two churches more, 2 VP each; no pair of houses and winery comes or goes
    assert "Plan +4" in text
    assert text.rstrip().endswith("Covers H B")


def _index(table: History[Any], card: str) -> int:
    actions = table.legal_actions(0)
    return next(at for at, item in enumerate(actions) if getattr(item, "card", None) == card)


RING = ("church", "winery", "market", "office", "barracks", "houses")


def pairs_of_town(town: Town) -> set[tuple[int, int]]:
    """Neighbours on the ring of income cards: each building pays with the next."""
    ring = {frozenset((one, RING[(at + 1) % 6])) for at, one in enumerate(RING)}
    return {
        (one, other)
        for one, other in town.geometry.pairs
        if frozenset((town.icons[one], town.icons[other])) in ring
    }


def pairs_of(table: History[Any], action: LayCard) -> set[tuple[int, int]]:
    """The same after an action, which is taken back."""
    table.play(0, action)
    pairs = pairs_of_town(table.state)
    table.undo()
    return pairs


@every_town
def test_a_pawn_stands_where_it_is_and_the_pointer_where_it_would_go(size: tuple[int, int]) -> None:
    """Two pawns of one seat would be taken for two."""
    table = with_town(acting(ruler("r2c2"), FAR).town)
    board = drawn(table, size, cursor=("cell", cell("r2c3")))

    assert board.meant == MovePawn(cell("r2c3"))
    assert any("●A" in row for row in cell_text(board, table, cell("r2c2")))
    assert any(re.search("▸[1-9]", row) for row in cell_text(board, table, cell("r2c3")))
    assert pawns_on(board) == 1
    assert "pawn" not in board.describe(("cell", cell("r2c3")))


async def test_a_step_and_a_push_to_the_same_cell_are_turned_through() -> None:
    """Example 10: pawn and monument on r3c7, cards to discard."""
    me = ruler("r3c7", monuments="r3c7", hand="02 03 05 06")
    async with seated(with_town(acting(me, FAR).town)) as pilot:
        await press(pilot, "y")  # from under the cover
        board = screen_of(pilot).view.board
        board.focus()
        board.cursor = ("cell", cell("r3c6"))
        push = MoveMonument(0, cell("r3c7"), cell("r3c6"))
        assert board.actions_at(board.cursor) == (MovePawn(cell("r3c6")), push)

        await press(pilot, "space")
        assert board.meant == push
        x, y, *_ = board.places["cell", cell("r3c6")]
        assert "○A" in lines(board)[y + 1][x : x + 6]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_narrow_list_has_a_row_for_each_place_of_a_card_and_of_a_medal(
    language: Language,
) -> None:
    """At 80x24 each of them takes one row, so that all ways to lay a card stand in sight."""
    laying = acting(ruler("r2c1", hand="25"), FAR).place("25").town
    first = new_table(CULTUS, *NAMES[:2], seed=3)
    while type(first.state.agenda[-1]).__name__ != "PickMedalSpace":
        first.play(first.waiting()[0], first.legal_actions(first.waiting()[0])[0])
    for table in (with_town(laying), first):
        async with seated(table, table.waiting(), language=language) as pilot:
            panel = screen_of(pilot).action_list
            rows = [line for line in panel_lines(panel)[1:] if line.strip()]
            choices = table.legal_actions(table.waiting()[0])
            assert len(rows) == len(choices)
            assert not any(row.startswith("    ") for row in rows), "none goes on in a second row"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_monuments_to_build_take_two_rows_at_most_in_the_narrow_list(
    language: Language,
) -> None:
    """At 80x24 three of them with "Monument of" took eight of its 17 rows."""
    shown = "reconstruction_barracks friendship industry"
    table = with_town(acting(ruler("r1c2", cost=10), FAR, shown=shown).town)
    async with seated(table, [0], language=language) as pilot:
        rows = panel_lines(screen_of(pilot).action_list)
        first = next(at for at, row in enumerate(rows) if "1" in row[:2])
        last = next(at for at, row in enumerate(rows) if "3" in row[:2])
        assert last - first <= 3
        assert all("+" in rows[at] for at in (first, last))


async def test_a_row_without_a_place_leaves_no_mark_of_the_row_before() -> None:
    """cultus.action.3: the phase cannot be ended, and one pawn of one's own stands in the town."""
    async with seated(with_town(acting(ruler("r2c2"), FAR).town)) as pilot:
        await press(pilot, "y")  # from under the cover
        screen = screen_of(pilot)
        screen.action_list.point_at(MovePawn(cell("r2c3")))
        screen.view.board.point_at(MovePawn(cell("r2c3")))
        pointed = screen.view.board.cursor
        assert pointed == ("cell", cell("r2c3"))

        await press(pilot, "end")
        entry = screen.action_list.entry
        assert entry is not None
        assert entry.refused
        assert screen.view.board.cursor is None

        screen.view.board.focus()
        await press(pilot, "left")  # from where the board pointed last
        assert screen.view.board.cursor == ("cell", cell("r2c2"))


def pawns_on(board: Board) -> int:
    """Number of pawns of the first seat in the town."""
    return sum(
        row.count(f"{FULL.owner(0)}A")
        for row in lines(board)[: board.places["cell", 63].bottom + 1]
    )


async def test_the_key_that_turns_is_offered_where_it_turns_something_and_nowhere_else() -> None:
    """At a card that may be laid in two ways; neither on a page without it nor at a refused row."""
    async with seated(example_7()) as pilot:
        await press(pilot, "y")
        screen = screen_of(pilot)
        screen.play(PlaceCard("construction_25"), screen.table.head)
        await settled(pilot)
        turned = (("table", False), ("cards", False), ("own", False), ("scores", False))
        for page, turns in (*turned, ("town", True)):
            await press(pilot, "b")
            assert screen.view.board.page == page
            assert ("Space" in painted(pilot)[-1]) is turns

    both = with_town(acting(ruler("r3c7", monuments="r3c7", hand="02 03 05 06"), FAR).town)
    async with seated(both) as pilot:
        await press(pilot, "y")
        screen = screen_of(pilot)
        screen.action_list.point_at(MovePawn(cell("r3c6")))
        await press(pilot, "down", "up")
        assert "Space" in painted(pilot)[-1]  # a step and a push
        await press(pilot, "end")
        assert "Space" not in painted(pilot)[-1]


@pytest.mark.parametrize("by_mouse", [True, False])
async def test_whole_turns_are_played_on_the_board_alone(by_mouse: bool) -> None:
    """Clicks, right clicks and a last click, the second one there; or space and Enter at the place."""
    table = new_table(CULTUS, "Ann", seed=3)
    async with seated(table) as pilot:
        board = screen_of(pilot).view.board
        for ply in range(20):
            line, action = table.line, Chance(3, ply).cards.choice(table.legal_actions(0))
            place = board.place_of(action)
            board.focus()
            board.cursor = place
            for _ in board.actions_at(place):
                if board.meant == action:
                    break
                if by_mouse:
                    await pilot.click(board, offset=board.places[place].offset, button=3)
                else:
                    await press(pilot, "space")
            if by_mouse:
                for _ in range(2):
                    if table.line == line:
                        await pilot.click(board, offset=board.places[place].offset)
                        await settled(pilot)
            else:
                await press(pilot, "enter")
            assert table.line > line


# ------------------------------------------------------------ cards, tracks, scores


def test_open_monument_cards_tell_what_they_would_score_here() -> None:
    """Example 8, on r3c7: three barracks around, 9 VP for Military."""
    board = drawn(with_town(acting(ruler("r3c7", cost=10, vp=12), FAR).town))

    assert at_place(board, "monument", "military").split() == ["▸Mil", "B", "9"]
    assert "9 VP" in board.describe(("monument", "military"))


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_everybodys_gold_is_in_sight(size: tuple[int, int]) -> None:
    me, other = ruler("r1c1", cost=7, character_gold=3), ruler("r8c8", cost=10, character_gold=9)
    board = drawn(with_town(acting(me, other).town), size)
    for seat, gold in enumerate((["7", "3"], ["10", "9"])):
        row = lines(board)[board.places["seat", seat].y]
        assert re.findall(r"\d+", row[board.places["seat", seat].x :])[:2] == gold


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "cost power stock hand monuments"), ("ja", "費用 キャラ 手札 記念碑")],
)
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_the_figures_of_a_seat_are_named_by_words(
    seats: int, language: Language, words: str
) -> None:
    """The board in letters, as a lesson at 80x24 has it; nothing lies over the rows of seats."""
    *_, table = moments(CULTUS, seats, 30)
    board = drawn(table, SMALL, language)
    shown = text(board)

    assert all(word in shown for word in words.split())
    assert all(("seat", seat) in board.places for seat in range(seats))
    assert all(letter in at_place(board, "seat", n) for n, letter in enumerate("ABCD"[:seats]))


@pytest.mark.parametrize(
    ("size", "page"),
    [
        (SMALL, "scores"),
        (LARGE, "scores"),
        ((156, 68), "town"),
    ],
)
def test_the_score_sheet_counts_what_the_end_would_give_now(
    size: tuple[int, int], page: str
) -> None:
    """Example 15: 41 VP, two in the centre, ten barracks, one pair of office and houses: 83."""
    me = ruler("r1c1", vp=41, monuments="r4c4 r5c5 r3c7", plan="plan_barracks")
    board = drawn(with_town(acting(me, FAR).town), size, page=page)
    (text,) = [line for line in lines(board) if " 83" in line and "Ann" in line]

    assert text.split()[-4:] == ["41", "20", "22", "83"]


@pytest.mark.parametrize(("size", "page"), [(SMALL, "scores"), ((156, 68), "town")])
def test_the_score_sheet_tells_no_plan_that_the_seat_may_not_know(
    size: tuple[int, int], page: str
) -> None:
    board = drawn(with_town(acting(ruler("r1c1", vp=4), FAR).town), size, page=page)
    hers = [line for line in lines(board) if "葉子" in line and "?" in line]

    assert [line.split()[-4:] for line in hers] == [["0", "0", "?", "0+?"]]


def test_the_words_of_a_seat_say_where_its_gold_lies_and_name_no_missing_character() -> None:
    """cultus.solo.6: alone, a seat picks its character first."""
    me = ruler("r1c1", character="wilhelm", cost=4, character_gold=2)
    board = drawn(with_town(acting(me, FAR).town))
    assert board.describe(("seat", 0)).startswith(
        "Ann is Wilhelm: 4 gold on the cost board, 2 on the character;"
    )
    first = drawn(new_table(CULTUS, "Ann", seed=3))
    assert first.describe(("seat", 0)).startswith("Ann: ")


def test_the_enemys_track_and_points_are_in_sight() -> None:
    """Example 21: Ruben has four monuments in the centre, two beside houses, 4 houses: 68."""
    enemy = foe("ruben", vp=62, track=3)
    board = drawn(with_town(acting(ruler("r1c1"), enemy=enemy).town), page="scores")
    (his,) = [line for line in lines(board) if "Ruben" in line]

    assert his.split()[-5:] == ["62", "40", "0", "28", "130"]
    assert "3 of 6" in board.describe(("enemy",))


def test_the_last_cube_announces_the_last_round_and_alone_the_last_turn() -> None:
    """cultus.solo.14: against an enemy there is no last round."""
    among_others = acting(ruler("r1c1"), FAR, last_cube=0).town
    alone = acting(ruler("r1c1"), enemy=foe("ruben"), last_cube=0).town

    assert "LAST ROUND" in text(drawn(with_town(among_others)))
    assert "LAST TURN" in text(drawn(with_town(alone)))


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_alone_both_plans_lie_beside_the_characters(size: tuple[int, int]) -> None:
    """cultus.solo.6: what is drawn is seen, before anything of it is chosen."""
    table = new_table(CULTUS, "Ann", seed=3)
    text = "\n".join(lines(drawn(table, size)))

    names = texts_of(table, "en")
    assert all(names.term("plan", plan) in text for plan in table.state.agenda[-1].plans)


def test_the_income_cards_wear_no_numbers_but_keys_of_the_list() -> None:
    """At 160x50 the first of them stood as "1" beside a list whose first row is "1" too."""
    table = with_town(acting(ruler("r1c1"), FAR).town)
    board = drawn(table, LARGE)
    for space in table.state.row:
        shown = at_place(board, "income", space.income).strip(" ▸")
        assert re.match(r"(‹\d›)?[A-Z]\w+-[A-Z]", shown), shown


def test_a_hand_lies_as_little_cards() -> None:
    """Card 25 is church, plaza / winery, church."""
    board = drawn(with_town(acting(ruler("r1c1", hand="25"), FAR).town))
    region = board.places["hand", "construction_25"]
    rows = [lines(board)[region.y + down][region.x : region.right] for down in (0, 1)]

    assert [row.split() for row in rows] == [["C", "P"], ["W", "C"]]


def test_gold_to_split_is_offered_way_by_way() -> None:
    """Example 1: three gold may be split as one likes."""
    table = with_town(acting(ruler("r2c1"), FAR, row="CW2 WM2 MO2 OB2 BH0 HC0").town)
    table.play(0, MovePawn(cell("r2c2")))
    board = drawn(table)
    words = " ".join(lines(board)[board.places["do", 3].y :])

    assert re.findall(r"cost \+(\d) power \+(\d)", words) == [*zip("3210", "0123", strict=True)]


def test_a_watcher_sees_hands_and_plans_of_nobody() -> None:
    table = with_town(acting(ruler("r1c1", hand="25"), FAR).town)
    board = board_of(CULTUS)()
    board.columns, board.rows = SMALL
    board.apply_theme(styles_of("hako-dark"), FULL)
    scene = table_model_of(table, table.positions[table.head], None, texts_of(table, "en"))
    board.set_reactive(Board.scene, scene)
    board.redraw()

    assert ("own_plan",) not in board.places
    assert not any(place[0] == "hand" for place in board.places)  # type: ignore[index]  # its places are tuples


@pytest.mark.parametrize("size", [SMALL, TOWNS["L"]])
def test_powers_say_that_they_cost_gold_and_bring_points(size: tuple[int, int]) -> None:
    """cultus.power.1: 3 gold, 5 gold and 10 gold; the row says that these are powers."""
    rows = lines(drawn(with_town(acting(ruler("r1c1"), FAR).town), size))

    row = next(row for row in rows if row.startswith(" Powers "))
    assert all(price in row for price in ("3$ move pawn", "5$ move monument", "10$ score +0★"))


def test_a_power_that_moves_the_pawn_shows_no_gold() -> None:
    """cultus.power.2: it is no move action; r2c2 is beside r2c1 and shows a church."""
    me = ruler("r2c1", character="eleonora", character_gold=3)
    table = with_town(acting(me, FAR).town)
    table.play(0, UsePower("move_pawn"))

    assert at_place(drawn(table, cursor=("seat", 0)), "cell", cell("r2c2"))[0] == "▸"


def test_to_read_a_monument_card_does_not_turn_the_page() -> None:
    """It could be built at the same moment, on another part of the board."""
    board = drawn(with_town(acting(ruler("r3c7", cost=10), FAR).town), page="cards")
    board.cursor = ("card", "military")

    assert board.page == "cards"
    assert "9 VP" in board.describe(("card", "military"))
