"""Lists of actions in the sizes of the frame: nothing is cut, payoffs come first, six are in sight."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import groupby
from typing import Any

import pytest
from msgspec.structs import replace
from textual.geometry import Size

from hako.content import load
from hako.content.cultus.actions import BuildMonument, MovePawn, PlaceCard
from hako.content.cultus.steps.acting import TakeAction
from hako.content.world_monger.actions import AddCard, Pass, SellShares
from hako.content.world_monger.state import quote
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.i18n.payoffs import MOST_PAYOFF, payoff
from hako.engine.i18n.width import cell_width
from hako.engine.log.history import History
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game
from hako.engine.transcript.glossary import Glossary
from hako.engine.transcript.sentences import texts_of
from hako.multiplayer import MULTIPLAYER
from hako.tui import TUI
from hako.tui.boards import board_of
from hako.tui.boards.window_regions import FrameNeeds, frame
from hako.tui.theme.symbols import FULL
from hako.tui.widgets.action_choices import ActionChoices, ActionRow
from hako.tui.widgets.action_list import ActionList
from hako.tui.widgets.table_model import table_model_of
from tests.rules.cultus.table import acting, ruler
from tests.rules.monumental.table import acting as monumental_acting
from tests.rules.monumental.table import egyptian
from tests.testing.games import GAMES
from tests.toys.tic_tac_toe import GAME as TIC_TAC_TOE
from tests.tui.boards.drawn import put
from tests.tui.tables import at, lines, new_table, press, screen_of, settled, text

POSITIONS = 24
"""Choices of a playout."""

IN_SIGHT = 6
"""Actions that are in sight at 80x24, where there are so many."""

WINDOWS = [(80, 24), (100, 30), (120, 40), (160, 50)]


@asynccontextmanager
async def a_list() -> AsyncIterator[ActionList]:
    """A list of actions in an app, to be filled and laid out by a test."""
    async with at(new_table(TIC_TAC_TOE, "Ann", "Ben"), size=(160, 50)) as pilot:
        yield screen_of(pilot).action_list


def positions(game: Game[Any], seed: int, every: int) -> Iterator[History[Any]]:
    """Some positions of a game in which anything is chosen."""
    table = new_table(game, *("Ann", "Ben", "Cat")[: game.seats[-1]], seed=seed)
    cards = Chance(seed, 0).cards
    for ply in range(POSITIONS * every):
        if table.outcome is not None:
            return
        if ply % every == 0:
            yield table
        seat = table.waiting()[0]
        table.play(seat, cards.choice(table.legal_actions(seat)))


def fill(
    actions: ActionList, table: History[Any], window: tuple[int, int], language: Language
) -> ActionChoices:
    """Show the choices of the seat that is asked, in the region of a window."""
    board, seat = board_of(table.game), table.waiting()[0]
    needs = FrameNeeds(board.ladder, board.shape, len(table.players), board.has_own_seats)
    placed = frame(*window, needs)
    is_beside = placed.is_small and placed.actions.x > placed.board.x
    folds = board.folds_beside if is_beside else frozenset[str]()
    words = texts_of(table, language, MULTIPLAYER, TUI)
    scene = table_model_of(table, table.now, seat, words, seat, folds)
    choices = ActionChoices(scene, Glossary(table.game, table.content, words))
    board_widget = board()
    board_widget.set_reactive(type(board_widget).scene, scene)
    actions.thumbnail = board_widget.thumbnail
    actions.has_head = True
    actions.lay_out(Size(*placed.actions.size))
    actions.show(choices)
    return choices


def openings(choices: ActionChoices) -> Iterator[tuple[ActionRow, ...]]:
    """The list itself, and all that opens in it."""
    yield ()
    for entry in choices.entries:
        if entry.parts:
            yield (entry,)
            yield from ((entry, part) for part in entry.parts if part.parts)


every_list = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
both = pytest.mark.parametrize("language", LANGUAGES)


@every_list
@both
async def test_no_row_is_cut_and_every_payoff_and_reason_is_whole(
    game: Game[Any], language: Language
) -> None:
    """In the list of each frame, and in all that opens there."""
    async with a_list() as actions:
        for number, table in enumerate(positions(game, seed=5, every=3)):
            choices = fill(actions, table, WINDOWS[number % len(WINDOWS)], language)
            for opened in openings(choices):
                actions._show_entries(opened)
                rows = [actions.paint(index).text for index in range(actions.count())]
                assert not [row for row in rows if FULL.ellipsis in row]
                assert {cell_width(row) for row in rows} == {actions.columns}
                assert_whole_words(actions)
                shown = "".join("".join(rows).split())
                for entry in actions._entries:
                    gain = actions._layout.payoff(entry)
                    assert cell_width(gain) <= MOST_PAYOFF, gain
                    assert "".join(gain.split()) in shown
                    assert "".join(actions._layout.cost(entry).split()) in shown
                    if entry.refused and not entry.is_rest:
                        assert "".join(entry.refused.split()) in shown
                assert_columns_of_payoffs(actions)


def assert_whole_words(actions: ActionList) -> None:
    """No word in katakana goes on in the next row of its entry."""
    layout = actions._layout
    for number in range(len(layout.entries)):
        rows = [layout.rows[index].text for index in layout.rows_of(number)]
        for word in re.findall(r"[ァ-ヺー]+", "".join(rows)):
            assert any(word in row for row in rows), rows


def assert_columns_of_payoffs(actions: ActionList) -> None:
    """In a list without scrolling only kinds with a payoff have a column for it before their texts."""
    layout = actions._layout
    if layout.table or layout.is_narrow or actions.count() > actions.body:
        return
    for _, run in groupby(range(len(layout.entries)), key=layout._run):
        numbers = [*run]
        pays = any(layout.payoff(layout.entries[number]) for number in numbers)
        for number in numbers:
            assert (layout.text_start(number) > layout.margin) == pays


@pytest.mark.parametrize(("columns", "is_brief"), [(44, True), (66, True), (72, False)])
async def test_costs_of_a_list_are_all_in_words_or_all_in_signs(
    columns: int, is_brief: bool
) -> None:
    """monumental.acquire.1: Castle costs 6 Production, paid by Gold and tokens; Writing 4 Science."""
    seat = egyptian("P3 PT2 G1 S4", city="fort* fort fort / fort fort fort / fort fort fort")
    state = monumental_acting(seat, display="castle writing petra").state
    async with a_list() as actions:
        fill(actions, put(new_table(load("monumental"), "Ann", "Ben"), state), (160, 50), "en")
        actions.lay_out(Size(columns, 24))
        rows = [actions.paint(index).text.rstrip() for index in range(actions.count())]
        for name, words, signs in (
            ("Castle", "for 3 Production, 1 Gold, 2 Production tokens", "for 3P 1G 2T"),
            ("Writing", "for 4 Science", "for 4S"),
        ):
            [row] = [row for row in rows if name in row]
            assert row.endswith(signs if is_brief else words)


async def test_a_row_that_stands_for_several_names_all_of_them_or_the_best_one() -> None:
    """Writing scores 2 VP and 3 for the lead (score.5), the others nothing."""
    seat = egyptian("P6 S4 M9 G9", city="fort* fort fort / fort fort fort / fort fort fort")
    state = monumental_acting(seat, display="castle writing temple").state
    async with a_list() as actions:
        fill(actions, put(new_table(load("monumental"), "Ann", "Ben"), state), (80, 24), "en")
        for columns, names in ((50, "Writing "), (100, "Temple, Writing, Castle, Workshop")):
            actions.lay_out(Size(columns, 5))
            rows = [actions.paint(index).text for index in range(actions.count())]
            assert any(f"Acquire a card: 6 ways  {names}" in row for row in rows), rows


@every_list
@both
async def test_no_note_repeats_its_row(game: Game[Any], language: Language) -> None:
    """The name of a place says what it is already."""
    async with a_list() as actions:
        for number, table in enumerate(positions(game, seed=5, every=2)):
            choices = fill(actions, table, WINDOWS[number % len(WINDOWS)], language)
            layout = actions._layout
            for at, entry in enumerate(actions._entries):
                note = layout.note(entry, 60)
                row = " ".join(layout.rows[index].text for index in layout.rows_of(at))
                assert not note or note not in row
                if isinstance(entry.action, AddCard):
                    phrase = table.content.card[entry.action.card].phrase
                    assert phrase is None or note == phrase.text(language)
            assert choices.entries


@every_list
@both
async def test_no_two_actions_read_alike_in_a_list_without_headings(
    game: Game[Any], language: Language
) -> None:
    """However narrow it is; what differs by its payoff alone is one that reads alike when whole, too."""
    async with a_list() as actions:
        for table in positions(game, seed=5, every=4):
            choices = fill(actions, table, (120, 40), language)
            actions.lay_out(Size(30, 8))
            layout, texts = actions._layout, dict[str, str]()
            for number, entry in enumerate(actions._entries):
                is_apart = layout.is_headed or entry.parts or entry.refused
                if is_apart or layout.thumbnail(number) or layout.start(number):
                    continue
                shown = "".join(layout.rows[index].text for index in layout.rows_of(number))
                assert texts.setdefault(shown, entry.text) == entry.text
            assert choices.entries


@every_list
@both
async def test_at_80x24_six_actions_are_in_sight(game: Game[Any], language: Language) -> None:
    """If there are so many; a row of things that opens, or of what cannot be done, counts as one."""
    async with a_list() as actions:
        for table in positions(game, seed=6, every=4):
            fill(actions, table, (80, 24), language)
            rows = [actions._layout.rows[index] for index in actions.shown]
            shown = {number for row in rows for number in row.beside or [row.number]}
            assert len(shown) >= min(IN_SIGHT, len(actions._entries))


@every_list
@both
async def test_what_is_chosen_is_told_once(game: Game[Any], language: Language) -> None:
    """In the list, or where it is brief there, in the title of the text; at 80x24 and 120x40."""
    for window in ((80, 24), (120, 40)):
        table = [*positions(game, seed=3, every=1)][3]
        async with at(table, table.waiting(), size=window, language=language) as pilot:
            screen = screen_of(pilot)
            for _ in range(3):
                entry = screen.action_list.entry
                if entry is None or entry.parts:
                    continue
                about, _, _ = "".join(lines(screen.view.described)).partition(FULL.spell(" → "))
                shown = "".join(f"{''.join(lines(screen.action_list))}{about}".split())
                assert shown.count("".join(entry.text.split())) == 1
                await press(pilot, "down")


def investing(*shares: int) -> History[Any]:
    """World Monger's first investment turn, the Shares of the first civilization held by those seats."""
    table = new_table(load("world_monger"), "Ann", "Ben", seed=3)
    first = replace(table.state.civilizations[0], shares=shares)
    return put(table, table.state.with_civilization(first))


@both
async def test_in_few_rows_all_investments_in_a_civilization_stand_beside_each_other(
    language: Language,
) -> None:
    """control.2: after a sale Ann, the start player, is tied with Ben, who starts the next round.

    After two he decides. Where all payoffs do not fit in words, signs tell it.
    """
    table = investing(2, 1)
    texts, price = texts_of(table, language), quote(table.state, 0)
    first = table.state.civilizations[0].id
    async with at(table, [0], language=language) as pilot:
        title, *rows = lines(screen_of(pilot).action_list)
    offered = table.legal_actions(0)
    [row] = [row for row in rows if texts.term("civilization", first) in row]
    for count, signs in ((1, f"+{price}$ A→B"), (2, f"+{2 * price}$ →B")):
        assert texts.text("column.sell_shares", count=count) in title
        assert f"{offered.index(SellShares(first, count)) + 1} {signs}" in row
    for number in range(1, len(offered) + 1):
        assert re.search(f"[ ▸]{number} ", "".join(rows))


async def test_the_arrows_lead_through_a_table_of_actions_by_rows_and_columns() -> None:
    table = investing(2, 0)
    name = table.state.civilizations[0].id
    async with at(table, [0]) as pilot:
        actions = screen_of(pilot).action_list
        actions.point_at(SellShares(name, 1))
        for key, action in (
            ("right", SellShares(name, 2)),
            ("right", SellShares(name, 2)),
            ("left", SellShares(name, 1)),
        ):
            await press(pilot, key)
            assert actions.action == action
        await press(pilot, *["down"] * len(table.state.civilizations))
        assert actions.action == Pass()
        await press(pilot, *["up"] * len(table.state.civilizations))
        assert getattr(actions.action, "civilization", None) == name


async def test_what_comes_stands_below_the_list_where_rows_are_free_and_is_no_action() -> None:
    table = investing(0, 0)
    for size, is_shown in (((120, 40), True), ((80, 24), False)):
        async with at(table, [0], size=size) as pilot:
            actions = screen_of(pilot).action_list
            rows = lines(actions)
            headings = [at for at, row in enumerate(rows) if "What comes" in row]
            assert bool(headings) == is_shown
            for row in headings:
                before = actions.cursor, table.line
                await pilot.click(ActionList, offset=(3, row + 1), times=2)
                assert (actions.cursor, table.line) == before
            await press(pilot, "end", "pagedown")
            assert actions.cursor < len(actions._entries)


async def test_end_opens_what_cannot_be_done_and_escape_leads_back() -> None:
    """cultus.build.1, power.1: one row with its count, in it each action with its whole reason."""
    town = acting(ruler("r3c7", cost=3, hand="02"), ruler("r8c8")).town
    table = put(new_table(load("cultus"), "Ann", "Ben"), town)
    async with at(table, [0], size=(120, 40)) as pilot:
        screen = screen_of(pilot)
        actions, choices = screen.action_list, screen.choices
        assert choices is not None
        rest = choices.entries[-1]
        assert rest.is_rest
        assert not any(entry.refused for entry in choices.entries[:-1])
        count = sum(len(part.parts) or 1 for part in rest.parts)
        assert f"not now {count}: build 3" in text(actions)

        await press(pilot, "end")
        assert rest.parts == actions._entries
        assert "A monument costs 10 gold from the cost board; you have 3 (build.1)." in text(
            actions
        )
        before = table.line
        await press(pilot, "enter", "escape")
        assert table.line == before
        assert not actions.is_open
        assert actions.entry == rest


async def test_the_rows_counted_below_can_be_chosen() -> None:
    """Actions that cannot be done now are told apart from those that can and are not in sight."""
    town = acting(ruler("r3c7", cost=3, hand="02"), ruler("r8c8")).town
    table = put(new_table(load("cultus"), "Ann", "Ben"), town)
    async with at(table, [0]) as pilot:
        screen = screen_of(pilot)
        actions, choices = screen.action_list, screen.choices
        assert choices is not None
        for rows in range(4, len(choices.entries) + 1):
            actions.lay_out(Size(60, rows))
            title = lines(actions)[0]
            below = re.search(r"▾ (?!not now)\D*(\d+)", title)  # of one kind: "draw 6"
            shown = range(*actions._entries_shown).stop + 1 if actions._entries_shown else 0
            hidden = sum(not entry.is_rest for entry in choices.entries[shown:])
            assert (int(below[1]) if below else 0) == hidden
            assert ("not now" in title) == (shown < len(choices.entries))


async def test_kinds_have_headings_with_their_price_and_what_scores_comes_first() -> None:
    """cultus.action.1: an action costs a point, a power none (cultus.power.1).

    Points by themselves are victory points, here as on every screen.
    """
    town = acting(ruler("r3c7", cost=10, character_gold=5, hand="02 05"), ruler("r8c8")).town
    table = put(new_table(load("cultus"), "Ann", "Ben"), town)
    async with at(table, [0], size=(120, 40)) as pilot:
        rows = lines(screen_of(pilot).action_list)
        heads = [row.strip("─ ") for row in rows if row.startswith("─") and "action" in row]
        assert [(head.split("─")[0].strip(), head.split("─")[-1].strip()) for head in heads] == [
            ("Build a monument", "1 action"),
            ("Walk", "1 action"),
            ("Lay a card", "1 action"),
            ("Draw a card", "1 action"),
        ]
        actions = screen_of(pilot).choices
        assert actions is not None
        assert isinstance(actions.entries[0].action, BuildMonument)
        assert actions.heading("power") == ("Powers", "free")


async def test_cards_of_a_hand_are_drawn_and_in_the_narrow_list_one_row_opens_them() -> None:
    """cultus.place: two by two buildings, two cards beside each other from 100 columns on."""
    town = acting(ruler("r3c7", cost=3, hand="02 05 06"), ruler("r8c8")).town
    table = put(new_table(load("cultus"), "Ann", "Ben"), town)
    async with at(table, [0]) as pilot:
        screen = screen_of(pilot)
        actions, choices = screen.action_list, screen.choices
        assert choices is not None
        laid = next(entry for entry in choices.entries if entry.holds(PlaceCard("construction_02")))
        assert len(laid.parts) == 3
        assert "one of 3 cards" in text(actions)
        heads = [line for line in lines(actions)[1:] if line.startswith("─")]
        assert heads
        assert all("1 action" in head or "free" in head for head in heads), "each has its price"

        key = choices.entries.index(laid) + 1
        await press(pilot, f"{key}")
        assert actions.is_open
        assert actions.count() == 2 * 3, "two rows a card"
        faces = [
            screen.words.term("icon", icon) for icon in town.content.faces("construction_02", 0)
        ]
        first, second = lines(actions)[1:3]
        assert f"{FULL.pointer}1 {faces[0]}" in first
        assert faces[1] in first
        assert faces[2] in second
        await press(pilot, "escape")

        await pilot.resize_terminal(120, 40)
        await settled(pilot)
        assert screen.choices is not None
        assert not any(entry.parts for entry in screen.choices.entries if not entry.is_rest)
        pictured = [row for row in actions._layout.rows if row.role == "pictures"]
        assert [len(row.beside) for row in pictured] == [2, 2, 1, 1]
        walks = [entry for entry in screen.choices.entries if isinstance(entry.action, MovePawn)]
        third = len(walks) + 3
        assert screen.view.board.key(("hand", "construction_06")) == f"{third}"


async def test_a_click_beside_another_picture_points_at_its_card() -> None:
    town = acting(ruler("r3c7", cost=3, hand="02 05 06"), ruler("r8c8")).town
    table = put(new_table(load("cultus"), "Ann", "Ben"), town)
    async with at(table, [0], size=(120, 40)) as pilot:
        actions = screen_of(pilot).action_list
        index = next(at for at, row in enumerate(actions._layout.rows) if row.role == "pictures")
        await pilot.click(ActionList, offset=(30, index + 1))
        await settled(pilot)
        assert actions.action == PlaceCard("construction_05")


async def test_a_payoff_stands_before_its_action_and_in_a_narrow_list_at_the_edge() -> None:
    """cultus.income: a step between Market and Office pays 4 gold."""
    table = new_table(load("cultus"), "Ann", "Ben", seed=7)
    cards = Chance(7, 0).cards
    while not any(
        "+" in payoff(texts_of(table, "en"), note)
        for action in table.legal_actions(table.waiting()[0])
        if isinstance(table.state.agenda[-1], TakeAction) and isinstance(action, MovePawn)
        if (
            note := table.game.action_note(
                table.view(table.waiting()[0]), table.waiting()[0], action
            )
        )
    ):
        seat = table.waiting()[0]
        table.play(seat, cards.choice(table.legal_actions(seat)))
    async with at(table, table.waiting(), size=(120, 40)) as pilot:
        screen = screen_of(pilot)
        row = next(row for row in lines(screen.action_list) if "+" in row and "$" in row)
        assert row.index("+") < row.index(" r"), "before the cell"
        await pilot.resize_terminal(80, 24)
        await settled(pilot)
        row = next(row for row in lines(screen.action_list) if "+" in row and "$" in row)
        assert row.endswith("$")
        assert cell_width(row) == screen.action_list.columns


async def test_a_text_takes_rows_that_the_list_above_it_leaves_free() -> None:
    """A list of one effect and a pass; a longer one has all of its rows again."""
    city = "fort* fort+currency fort / fort fort fort / fort fort fort"
    few, many = (monumental_acting(egyptian(supply, city=city)).state for supply in ("G1", "P9 M9"))
    table = put(new_table(load("monumental"), "Ann", "Ben"), few)
    async with at(table, [0], size=(120, 40)) as pilot:
        actions, described = screen_of(pilot).action_list, screen_of(pilot).view.described
        described.show("Gift of the Nile " * 12)
        await settled(pilot)
        assert described.count() == described.body, "it is whole"
        assert described.region.y < actions.region.bottom
        assert described.region.y > actions.region.y + actions.count()
        put(table, many)
        screen_of(pilot).show_table()
        described.show("Gift of the Nile " * 12)
        await settled(pilot)
        assert described.region.y > actions.region.y + actions.count()


async def test_the_rows_beside_the_one_at_the_cursor_are_in_sight() -> None:
    """In the seven rows of a list at 80x24, wherever a hint or a key leads."""
    async with a_list() as actions:
        table = next(positions(load("quo_vadis"), seed=5, every=9))
        while len(table.legal_actions(table.waiting()[0])) < 9:
            table.play(table.waiting()[0], table.legal_actions(table.waiting()[0])[0])
        choices = fill(actions, table, (80, 24), "en")
        for number in (0, 6, 3, 8, len(choices.entries) - 1):
            actions.point_at(choices.entries[min(number, len(choices.entries) - 1)].action)
            rows = actions._layout.rows_of(actions.cursor)
            beside = range(max(0, rows[0] - 1), min(rows[-1] + 1, actions.count() - 1) + 1)
            assert set(beside) <= set(actions.shown)
