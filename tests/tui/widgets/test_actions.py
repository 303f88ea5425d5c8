"""The list of actions: every row is reached and read, and told of where it is not shown."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from msgspec.structs import replace
from textual.geometry import Size

from hako.content import load
from hako.content.cultus.actions import DrawCard
from hako.content.cultus.steps.acting import TakeAction
from hako.content.flip_city.actions import EndTurn
from hako.content.monumental.actions import Conquer
from hako.content.monumental.steps.turn import TakeTurn
from hako.content.quo_vadis.actions import ContinueGeneration
from hako.content.quo_vadis.steps.area_selection import ChooseArea
from hako.content.quo_vadis.steps.play_card import PlayCard
from hako.content.world_monger.actions import BuyShare
from hako.engine.content.rulebook import with_citation
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.log.history import History
from hako.engine.rules.model import Seat
from hako.tui.boards import Board
from hako.tui.screens.handover_cover import HandoverCover
from hako.tui.screens.rules import RulebookView, RulesScreen
from hako.tui.screens.table.features.bots import TableBots
from hako.tui.theme.symbols import FULL
from hako.tui.widgets.action_list import ActionList
from hako.tui.widgets.listed_entries import NUMBERED
from hako.tui.widgets.log_panel import LogPanel
from tests.rules.cultus.table import acting, ruler
from tests.toys.tic_tac_toe import GAME as TIC_TAC_TOE
from tests.toys.tic_tac_toe import Place
from tests.tui.boards.drawn import put
from tests.tui.tables import (
    ThinkingHere,
    at,
    lines,
    new_table,
    painted,
    press,
    screen_of,
    settled,
    text,
)
from tests.waiting import until


async def test_a_refused_row_is_reached_read_whole_and_leads_to_its_clause() -> None:
    """flip_city.build.1: a card is paid for. It is refused by keys, by mouse, and by Enter."""
    table = new_table(load("flip_city"), "Ann", "Ben", seed=4)
    async with at(table, language="ja") as pilot:
        await press(pilot, "1", "2", "end")
        screen = screen_of(pilot)
        entry = screen.action_list.entry
        assert entry is not None
        assert entry.refused.replace(" ", "") in text(screen.view.described).replace(" ", "")
        assert with_citation(entry.refused) == "build.1"
        assert "ルール build.1 F1" in text(screen.view.prompt)
        assert "Enter できない理由" in painted(pilot)[-1]

        before = table.line
        await press(pilot, "enter")
        assert table.line == before
        assert entry.refused.replace(" ", "") in screen.view.described.notice.replace(" ", "")

        await press(pilot, "f1")
        assert isinstance(pilot.app.screen, RulesScreen)
        assert pilot.app.screen.query_one(RulebookView)._clause == "flip_city.build.1"
        await press(pilot, "escape", "end")
        await pilot.click(ActionList, offset=(8, 2))
        await settled(pilot)
        assert table.line == before


async def test_a_refused_row_keeps_its_verb_and_has_its_whole_reason() -> None:
    """flip_city.build.1 at 80x24: no name is shortened, and no clause left out."""
    table = new_table(load("flip_city"), "Ann", "Ben", seed=4)
    async with at(table, language="ja") as pilot:
        await press(pilot, "1", "2", "end")
        actions = screen_of(pilot).action_list
        rows = [actions.paint(index).text.strip() for index in range(actions.count())]
        assert "".join(rows).count("を購入＆アップグレード") == 4
        assert "".join(rows).count("（build.1）") == 8


async def test_where_chance_comes_in_a_preview_says_so_in_words() -> None:
    """flip_city.play.3: which card is on top afterwards, nobody knows."""
    values = {"en": "What follows depends on chance", "ja": "このあとは運や非公開情報"}
    for language in LANGUAGES:
        table = new_table(load("flip_city"), "Ann", "Ben", seed=4)
        async with at(table, language=language) as pilot:
            described = screen_of(pilot).view.described
            described.scroll_lines(described.count())
            rows = (described.paint(line).text for line in range(described.count()))
            text = "".join(row.removeprefix("│") for row in rows)
            text = " ".join(text.split()) if language == "en" else "".join(text.split())

        assert values[language] in text
        assert "をプレイする。" in text or language == "en", "it was not played"


async def test_rows_that_are_not_shown_are_counted_in_the_title() -> None:
    """Nine cells in six rows below it."""
    async with at(new_table(TIC_TAC_TOE, "Ann", "Ben")) as pilot:
        actions = screen_of(pilot).action_list
        assert "9 things to do" in lines(actions)[0]
        assert lines(actions)[0].rstrip("─ ").endswith(f"{FULL.below} 3")
        await press(pilot, "end")
        assert lines(actions)[0].rstrip("─ ").endswith(f"{FULL.above} 3")
        await press(pilot, "home")
        assert "1 Mark a1" in lines(actions)[1]

        await press(pilot, "0")
        assert "1 Mark a1" in lines(actions)[1], "digits reach all, so 0 does nothing"

        await pilot.resize_terminal(80, 40)
        await settled(pilot)
        assert FULL.below not in text(actions)

        await press(pilot, "end")
        await pilot.resize_terminal(80, 24)
        await settled(pilot)
        assert "9 Mark c3" in text(actions), "what is pointed at stays in sight"


async def test_what_cannot_be_done_now_is_none_of_the_things_that_the_title_counts() -> None:
    """flip_city.play.2: a card is played before one may stop."""
    async with at(new_table(load("flip_city"), "Ann", "Ben", seed=1)) as pilot:
        actions = screen_of(pilot).action_list
        actions.lay_out(Size(60, 2))
        title = lines(actions)[0].strip("─ ")
        assert title.startswith("1 thing to do")
        assert title.endswith(f"{FULL.below} not now 1")


async def test_without_a_title_a_foot_counts_rows_and_names_the_last_action_with_its_key() -> None:
    """On a page and in lessons."""
    async with at(new_table(TIC_TAC_TOE, "Ann", "Ben")) as pilot:
        actions = screen_of(pilot).action_list
        actions.has_head = False
        actions.lay_out(Size(44, 6))
        assert lines(actions)[-1].strip() == f"{FULL.below} 4 below  9 Mark c3"
        actions.action_end()
        assert lines(actions)[-1].strip() == f"{FULL.above} 4 above"


async def test_the_last_of_more_than_nine_actions_is_played_with_0() -> None:
    """cultus.turn.3: walking, laying, drawing and the icons are far more than nine actions."""
    table = new_table(load("cultus"), "Ann", seed=7)
    while len(table.legal_actions(0)) <= NUMBERED:
        table.play(0, table.legal_actions(0)[0])
    last = table.legal_actions(0)[-1]
    async with at(table, size=(120, 40)) as pilot:
        screen = screen_of(pilot)
        row = next(row for row in lines(screen.action_list) if row.startswith("  0 "))
        assert row.endswith(screen.words.term("income", last.income))
        await press(pilot, "0")
        assert table.positions[-1].record.action == last


def playing_a_card() -> tuple[History[Any], Seat]:
    """A table of Quo Vadis at which somebody has faith to beseech with."""
    table = new_table(load("quo_vadis"), "Ann", "Ben", "Cat")
    while not isinstance(table.state.agenda[-1], PlayCard):
        seat = table.waiting()[0]
        table.play(seat, table.legal_actions(seat)[0])
    return table, table.waiting()[0]


async def test_a_long_list_is_asked_in_two_steps() -> None:
    """quo_vadis.card.1, card.6: first the card, then what to beseech; Esc leads back."""
    table, seat = playing_a_card()
    hand = list(dict.fromkeys(table.state.players[seat].hand))
    async with at(table) as pilot:
        await press(pilot, *["y"] * isinstance(pilot.app.screen, HandoverCover))
        screen, rows = screen_of(pilot), lines(screen_of(pilot).action_list)
        for number, card in enumerate(hand):
            name = screen.words.term("epic", card)
            assert any(f"{number + 1} {name}, continue: 5 ways" in row for row in rows)
        assert "Enter choose" in painted(pilot)[-1]

        await press(pilot, "2", "down", "down")
        assert screen.action_list.action == ContinueGeneration(hand[1], "labour")
        assert "food +1" in text(screen.view.described)
        assert screen.words.render(screen.action_list.action) in lines(screen.action_list)[3]
        assert "Enter play" in painted(pilot)[-1]
        assert "Esc back" in painted(pilot)[-1]

        await press(pilot, "escape")
        assert screen.action_list.cursor == 1
        assert screen.action_list.count() == len(hand) + 1, "a change is refused (card.2)"
        await pilot.click(ActionList, offset=(8, 3))
        await pilot.click(ActionList, offset=(8, 3))
        await press(pilot, "1")
        assert table.positions[-1].record.action == ContinueGeneration(hand[2])


async def test_where_all_rows_are_in_sight_those_that_open_are_unfolded() -> None:
    """quo_vadis.card.1: the same digits as where they are folded; two digits play what is within."""
    table, seat = playing_a_card()
    hand, before = list(dict.fromkeys(table.state.players[seat].hand)), table.line
    async with at(table, [seat], size=(160, 50)) as pilot:
        screen = screen_of(pilot)
        actions = screen.action_list
        texts = [screen.words.term("epic", card) for card in hand]
        first, second = (screen.choices.entries if screen.choices else ())[:2]
        rows = lines(actions)
        assert rows[1].startswith(f"  1 {texts[0]}, continue: 5 ways ╌")
        assert rows[2].startswith(f"▸11 {screen.words.render(first.parts[0].action)}")
        assert rows[8].startswith(f" 21 {screen.words.render(second.parts[0].action)}")
        assert actions.count() <= actions.body
        assert actions.action == ContinueGeneration(hand[0])

        await press(pilot, "2")
        assert (actions.is_open, actions.action) == (True, ContinueGeneration(hand[1]))
        keys = [row[:4] for row in lines(actions)[2:13]]
        assert keys == [*["    "] * 6, "▸ 1 ", "  2 ", "  3 ", "  4 ", "  5 "]
        assert lines(actions)[0].startswith(f"─ {texts[1]}, continue: 5 ways")
        assert "Esc back" in painted(pilot)[-1]
        for left in (["escape"], ["2", "down", "up", "up"]):
            await press(pilot, *left)
            assert (actions.is_open, table.line) == (False, before)
        assert lines(actions)[8].startswith(" 21 ")

        await pilot.resize_terminal(80, 24)
        await settled(pilot)
        assert actions.entry == first
        await pilot.resize_terminal(160, 50)
        await settled(pilot)
        assert actions.action == ContinueGeneration(hand[0])

        await pilot.click(ActionList, offset=(8, 7))
        await pilot.click(ActionList, offset=(8, 7))
        assert (actions.is_open, table.line) == (True, before)
        await press(pilot, "3")
        assert table.positions[-1].record.action == second.parts[2].action


async def test_what_is_pointed_at_elsewhere_is_found_in_both_steps() -> None:
    """The board and a hint mean one action: it is told, its entry is marked, and then its row."""
    table, _ = playing_a_card()
    async with at(table) as pilot:
        await press(pilot, *["y"] * isinstance(pilot.app.screen, HandoverCover))
        screen = screen_of(pilot)
        actions = screen.action_list
        meant = table.legal_actions(table.waiting()[0])[8]
        actions.mark(lambda action: action == meant)
        screen.show_table()
        assert lines(actions)[2].startswith(FULL.arrow), "a lesson points at one of them"
        await press(pilot, "1")
        actions.point_at(meant)
        assert not actions.is_open
        assert actions.entry is not None
        assert meant in [part.action for part in actions.entry.parts]
        await press(pilot, "enter")
        assert actions.action == meant

        await press(pilot, "escape", "shift+tab", "space")
        assert screen.view.board.meant is not None
        assert actions.entry is not None
        assert actions.entry.holds(screen.view.board.meant)


async def test_an_enter_typed_after_a_digit_takes_no_other_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither the next one nor, where the digit opened a row, the first within it; a click does."""
    now = [100.0]
    monkeypatch.setattr(ActionList, "clock", lambda: now[0])
    table = new_table(TIC_TAC_TOE, "Ann", "Ben")
    async with at(table) as pilot:
        for key, later, plies in (("1", 0.29, 1), ("1", 0.31, 3)):
            await press(pilot, key)
            now[0] += later
            await press(pilot, "enter")
            assert table.now.ply == plies

        await press(pilot, "1")
        await pilot.click(ActionList, offset=(8, 1))
        await pilot.click(ActionList, offset=(8, 1))
        assert table.now.ply == 5

        screen_of(pilot).action_list.enter_guard.settle(0.8, pause=0.4)
        for later, plies in ((0.5, 5), (0.39, 5), (0.39, 5), (0.41, 6)):
            now[0] += later
            await press(pilot, "enter")
            assert table.now.ply == plies, "a burst of Enter skips the wait for a bot"

    table, seat = playing_a_card()
    async with at(table, [seat]) as pilot:
        before, actions = table.line, screen_of(pilot).action_list
        await press(pilot, "1", "enter")
        assert (table.line, actions.is_open) == (before, True)
        now[0] += 0.31
        await press(pilot, "enter")
        assert table.line > before


async def test_an_enter_that_skips_a_wait_plays_nothing_where_the_turn_is_painted_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, began = [100.0], TableBots.turn_began

    def turn_begins_late(bots: TableBots) -> None:
        began(bots)
        now[0] += 1

    monkeypatch.setattr(ActionList, "clock", lambda: now[0])
    monkeypatch.setattr(TableBots, "turn_began", turn_begins_late)
    table = new_table(TIC_TAC_TOE, "Ann", "bot:random")
    async with at(table, [0]) as pilot:
        await press(pilot, "1", "enter")
        assert table.now.ply == 2


async def test_what_is_refused_alike_is_one_row_that_opens() -> None:
    """monumental: only the Provinces beside the Capital can be conquered; the row names the rest."""
    table = new_table(load("monumental"), "Ann", "Ben", seed=7)
    while not isinstance(table.state.agenda[-1], TakeTurn):
        seat = table.waiting()[0]
        table.play(seat, table.legal_actions(seat)[0])
    async with at(table) as pilot:
        screen = screen_of(pilot)
        actions, choices = screen.action_list, screen.choices
        assert choices is not None
        rest = choices.entries[-1]
        assert rest.is_rest
        far = [entry for entry in rest.parts if entry.holds(Conquer("A2"))]
        assert [row.text for row in far] == [f"Conquer a Province: {len(far[0].parts)} ways"]
        assert len(far[0].parts) > 9
        assert "(conquer.1)" in far[0].refused
        assert far[0].apart.startswith("A2, A3")

        await press(pilot, "end", *["down"] * rest.parts.index(far[0]))
        row = actions._layout.rows_of(actions.cursor)[0]
        assert f"{FULL.no} Conquer a Province" in actions.paint(row).text
        assert far[0].refused in text(screen.view.described)
        assert "Enter choose" in painted(pilot)[-1]
        await press(pilot, "enter", "down")
        assert actions.is_open
        row = actions._layout.rows_of(actions.cursor)[0]
        assert "Conquer A3 " in actions.paint(row).text
        assert "It is next to" in actions.paint(row + 1).text
        assert "Enter why " in painted(pilot)[-1]
        before = len(table.positions)
        await press(pilot, "enter", "escape")
        assert len(table.positions) == before
        assert actions.entry == far[0]
        await press(pilot, "escape")
        assert actions.entry == rest


async def test_a_short_note_stays_beside_a_name_and_leaves_it_whole() -> None:
    """cultus.start.1: each of the six decks is named, with what is left of it, at 80x24 too."""
    table = new_table(load("cultus"), "Ann", "Ben")
    while not isinstance(table.legal_actions(table.waiting()[0])[0], DrawCard):
        table.play(table.waiting()[0], table.legal_actions(table.waiting()[0])[0])
    async with at(table, language="ja") as pilot:
        await press(pilot, *["y"] * isinstance(pilot.app.screen, HandoverCover))
        actions = screen_of(pilot).action_list
        rows = [actions.paint(number).text for number in range(actions.count())]
        decks = [row for row in rows if re.search(r"×\d+", row)]
        assert len(decks) == 6
        assert sum("ﾜｲﾅﾘｰ・" in row or "・ﾜｲﾅﾘｰ" in row for row in decks) == 2
        assert not any("引く" in row for row in decks), "all rows of a kind are brief, or none"
        assert not any(FULL.ellipsis in row for row in rows)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_rows_of_names_that_differ_in_their_brackets_are_told_apart(
    language: Language,
) -> None:
    """cultus.build.3: three monuments of Reconstruction at 80x24, each with its points."""
    shown = "reconstruction_church reconstruction_houses reconstruction_barracks"
    town = acting(ruler("r3c7", cost=10), ruler("r8c8"), shown=shown).town
    table = put(new_table(load("cultus"), "Ann", "Ben"), town)
    async with at(table, [0], language=language) as pilot:
        actions = screen_of(pilot).action_list
        built = [
            "".join(actions.paint(row).text for row in actions._layout.rows_of(number))
            for number in range(3)
        ]
        assert all(re.search(r"\+\d+★", text) for text in built)
        assert len({re.search(r"[(（](.*?)[)）]", "".join(text.split()))[1] for text in built}) == 3  # type: ignore[index] # each has a bracket


async def test_refused_rows_have_their_whole_reasons_in_the_narrow_list() -> None:
    """Cultus in Japanese at 80x24: what is missing, and how much there is of it."""
    town = acting(ruler("r3c7", cost=3, hand="02", monuments="r3c7"), ruler("r8c8")).town
    table = put(new_table(load("cultus"), "Ann", "Ben"), town)
    async with at(table, [0], language="ja") as pilot:
        await press(pilot, "end")
        actions = screen_of(pilot).action_list
        shown = "".join(actions.paint(number).text for number in range(actions.count()))
        for reason, count in (
            ("手札不足（1/2）：移動には手札2枚が必要です（shift.1）。", 1),
            ("金不足（0/3）：キャラクターの3金が必要です。", 1),
            ("金不足（0/5）：キャラクターの5金が必要です。", 1),
            ("金不足（0/10）：キャラクターの10金が必要です。", 1),
            ("金不足（3/10）：建造には費用ボードの10金が必要です（build.1）。", 3),
        ):
            assert "".join(shown.split()).count(reason) >= count, reason


async def test_the_text_of_a_card_is_told_with_every_option_that_names_it() -> None:
    """Also with what is refused: below the list at 80x24, beside it where there is width; once."""
    text_of_hospital = "When played: +$1 for each unhappy icon so far"
    table = new_table(load("flip_city"), "Ann", "Ben", seed=4)
    async with at(table) as pilot:
        await press(pilot, "1", "2")
        screen = screen_of(pilot)
        assert screen.choices is not None
        refused = next(entry for entry in screen.choices.refused if "Hospital" in entry.text)
        for size in ((80, 24), (160, 50)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            screen.features.describe(refused)
            described = screen.view.described
            rows = (described.paint(at).text for at in range(described.count()))
            shown = " ".join(" ".join(row.removeprefix("│") for row in rows).split())
            assert shown.count(f"Hospital: {text_of_hospital}") == 1


async def test_panels_grow_with_the_terminal() -> None:
    async with at(new_table(TIC_TAC_TOE, "Ann", "Ben")) as pilot:
        widths, heights = set(), set()
        for size in ((100, 30), (160, 50), (250, 70)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            widths.add(screen_of(pilot).action_list.columns)
            heights.add(screen_of(pilot).action_list.rows)

        assert widths == {34, 53, 64}  # a third of the window
        assert len(heights) == 3


async def test_on_the_board_a_place_says_why_not_and_the_first_click_points() -> None:
    """cultus.move.1: where no card lies no pawn goes; on a card of one's hand nothing is done."""
    table = new_table(load("cultus"), "Ann", seed=7)
    while not isinstance(table.state.agenda[-1], TakeAction):
        table.play(0, table.legal_actions(0)[0])
    async with at(table, size=(100, 30)) as pilot:
        screen, before = screen_of(pilot), table.line
        board = screen.view.board
        step: Any = table.view(0).agenda[-1]
        refused = {board.place_of(action): why for action, why in step.refused(table.view(0))}
        place = next(place for place in board.places if refused.get(place) is not None)
        for spot, text in (
            (place, screen.words.lazy_text(refused[place])),
            (("clock",), "Nothing can be"),
        ):
            board.focus()
            board.cursor = spot
            await settled(pilot)
            assert "Enter why" in painted(pilot)[-1]
            await press(pilot, "enter")
            assert text in screen.view.described.notice

        spot = next(place for place in board.places if len(board.actions_at(place)) == 1)
        board.cursor = spot
        for clicks in (0, 1):
            assert table.line == before, clicks
            await pilot.click(Board, offset=board.places[spot].offset)
            await settled(pilot)
        assert table.line > before


async def test_a_new_decision_takes_the_keys_to_the_list_and_escape_does() -> None:
    table = new_table(TIC_TAC_TOE, "Ann", "bot:random")
    async with at(table) as pilot:
        screen = screen_of(pilot)
        for panel in (screen.view.log_panel, screen.view.board):
            panel.focus()
            await press(pilot, "3")
            assert screen.action_list.has_focus
            panel.focus()
            await press(pilot, "escape")
            assert screen.action_list.has_focus
        assert not screen.check_action("command", ("now",))
        screen.view.log_panel.focus()
        await press(pilot, "home", "escape")
        assert screen.view.log_panel.is_at_end
        assert not screen.check_action("command", ("now",))


async def test_who_looks_back_is_left_there_by_what_others_do() -> None:
    """Enter on a past moment neither plays nor hurries; the bar offers the way back."""
    table = new_table(TIC_TAC_TOE, "Ann", "Ben")
    async with at(table, [0], size=(100, 30)) as pilot:
        await press(pilot, "1")
        table.play(1, Place(4))
        await settled(pilot)
        await pilot.click(LogPanel, offset=(5, 1))
        await settled(pilot)
        screen, bar = screen_of(pilot), painted(pilot)[-1]
        assert "Esc back" in bar
        assert "Enter look back" in bar

        table.play(0, Place(2))
        table.play(1, Place(8))
        await settled(pilot)
        assert "after move 1 of 4" in text(screen.view.described)
        assert screen.view.log_panel.has_focus
        await press(pilot, "escape")
        assert "Enter play" in painted(pilot)[-1]


async def test_while_a_bot_thinks_enter_hurries_it_and_a_hint_moves_no_focus() -> None:
    table = new_table(TIC_TAC_TOE, "Ann", "Ben")
    async with at(table, [0]) as pilot:
        await press(pilot, "1")
        screen = screen_of(pilot)
        assert "Enter" not in painted(pilot)[-1], "Ben is a person"
        await press(pilot, "h", "enter")
        assert screen.action_list.has_focus
        assert len(table.path()) == 2


async def test_the_bar_says_that_enter_hurries_a_bot_and_h_is_the_hint_wherever_one_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The bot thinks until the test lets it; meanwhile there is nothing to give a hint on."""
    table, go_on = new_table(TIC_TAC_TOE, "Ann", "bot:random"), asyncio.Event()
    async with at(table) as pilot:
        screen = screen_of(pilot)
        for panel in (screen.view.board, screen.view.log_panel, screen.action_list):
            panel.focus()
            await press(pilot, "h")
            assert panel.has_focus or screen.action_list.has_focus
            assert "Hint: " in text(screen.view.described)
            screen.view.described.show("")
        choose = ThinkingHere.choose

        async def ponder(*asked: Any) -> Any:
            await go_on.wait()
            return await choose(*asked)

        monkeypatch.setattr(ThinkingHere, "choose", ponder)
        await pilot.press("1")
        await until(lambda: "Enter skip waiting" in painted(pilot)[-1])
        assert "1-9" not in painted(pilot)[-1]
        await pilot.press("h")
        await pilot.pause()
        assert screen.action_list.has_focus
        now = [100.0]
        monkeypatch.setattr(ActionList, "clock", lambda: now[0])
        go_on.set()
        await settled(pilot)
        assert "Enter play" in painted(pilot)[-1]
        before = table.line
        for later, lines in ((0.1, 0), (1.0, 1)):  # the first Enter was meant for the wait
            now[0] += later
            await pilot.press("enter")
            await pilot.pause()
            assert table.line >= before + lines
            assert lines or table.line == before


async def test_only_moves_play_themselves_where_that_is_wanted_and_not_final() -> None:
    """The last cell ends the game, which is final: it is left to the player."""
    table = new_table(TIC_TAC_TOE, "Ann", "Ben")
    async with at(table) as pilot:
        app = screen_of(pilot).app
        app.change_settings(replace(app.settings, autoplay_forced=True))
        for cell in (0, 1, 2, 4, 3, 5, 7, 6):
            table.play(table.waiting()[0], Place(cell))
            await settled(pilot)

        assert table.waiting() == (0,)


@pytest.mark.parametrize("wanted", [False, True])
async def test_the_only_move_is_made_by_itself_where_that_is_wanted(wanted: bool) -> None:
    """flip_city.build.1: with $1 nothing can be built, and alone nobody waits for the turn's end."""
    table = new_table(load("flip_city"), "Mia", seed=2)
    async with at(table) as pilot:
        app = screen_of(pilot).app
        app.change_settings(replace(app.settings, autoplay_forced=wanted))
        await press(pilot, "1", "2")

        ended = [moment for moment in table.path() if moment.record.action == EndTurn()]
        assert len(ended) == int(wanted)


@pytest.mark.parametrize(("language", "control"), [("en", "control"), ("ja", "経営権")])
async def test_at_80x24_a_row_says_that_a_share_brings_control(
    language: Language, control: str
) -> None:
    """world_monger.control.1: so does the first Share of each civilization."""
    table = new_table(load("world_monger"), "Ann", "Ben", "Cat")
    async with at(table, language=language) as pilot:
        actions = screen_of(pilot).action_list
        buys = [
            at for at, entry in enumerate(actions._entries) if isinstance(entry.action, BuyShare)
        ]
        assert len(buys) > 2
        for number in buys:
            assert control in actions.paint(actions._layout.rows_of(number)[0]).text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_chance_of_a_hint_takes_the_place_of_the_payoff(language: Language) -> None:
    """At 80x24 each chance stands whole in the row of its area."""
    table = new_table(load("quo_vadis"), "Ann", "Ben", "Cat", seed=5)
    while not isinstance(table.state.agenda[-1], ChooseArea):
        seat = table.waiting()[0]
        table.play(seat, table.legal_actions(seat)[0])
    async with at(table, language=language) as pilot:
        await press(pilot, *["y"] * isinstance(pilot.app.screen, HandoverCover))
        screen = screen_of(pilot)
        actions, choices = screen.action_list, screen.choices
        assert choices is not None
        opened = next(entry for entry in choices.entries if len(entry.parts) > 2)
        actions.open(opened)
        rows = [*enumerate(opened.parts)]
        offered = [entry.action for _, entry in rows]
        chances = [screen.words.text("advice.prospect", chance=10 + number) for number, _ in rows]
        choices.judge(zip(offered, chances, strict=True))
        actions.repaint()
        for (number, _), chance in zip(rows, chances, strict=True):
            assert chance in actions.paint(actions._layout.rows_of(number)[0]).text
