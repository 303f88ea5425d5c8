"""Choosing: the list of actions and the places on the board, their texts, and playing them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hako.engine.content.rulebook import with_citation
from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.rules.model import Seat
from hako.tui.boards import Board, PlacePointed
from hako.tui.screens.table.feature import Command, TableFeature
from hako.tui.screens.table.screen import TableScreen
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.widgets.action_choices import ActionChoices, ActionRow
from hako.tui.widgets.listed_entries import NUMBERED


def _digits(run: Callable[..., object], is_offered: Callable[[Any], bool]) -> Iterator[Command]:
    """The keys from 2 on, which stand beside the 1 in the bar."""
    for digit in range(2, NUMBERED + 1):
        yield Command(
            "nth", f"{digit}", run, is_offered, is_shown=False, arguments=(digit,), label=""
        )


class Choosing(TableFeature[TableScreen]):
    """The choice among the actions at the newest position."""

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(screen)
        self._decision: tuple[int, Seat] | None = None
        """The position and seat of the last decision here."""

    def opened(self) -> None:
        screen = self.screen
        screen.watch(screen.action_list, "pointed", self.follow_list, init=False)
        screen.watch(screen.view.board, "pointed", self.follow_board, init=False)

    def caught_up(self) -> None:
        if self.screen.choices is None:
            self._turn_to_board()

    # ------------------------------------------------------------------ showing

    def table_shown(self) -> None:
        """Show the actions; focus the list whenever there is another decision."""
        screen = self.screen
        screen.action_list.show(screen.choices)
        if screen.looked_at is not None:
            return
        scene = screen.scene
        decision = None if not scene or scene.seat is None else (scene.moment, scene.seat)
        if decision not in {None, self._decision}:
            self._decision = decision
            screen.view.described.wanted_rows = 0
            screen.action_list.focus()
            screen.view.log_panel.follow()
        elif decision is None:
            self._turn_to_board()
        self.point_alike()
        screen.features.describe(screen.action_list.entry)

    def _turn_to_board(self) -> None:
        """Turn from an empty list to the board, but not from a lesson's text beside it."""
        pages = self.screen.pages
        if pages.is_one_shown and pages.shown == "actions" and not self.screen.features.is_guided:
            self.screen.view.board.focus()

    def point_alike(self) -> None:
        """Point at the same on list and board; a player on the board keeps a place there."""
        board, action_list = self.screen.view.board, self.screen.action_list
        if board.has_focus and board.meant is not None:
            action_list.point_at(board.meant)
        elif (entry := action_list.entry) is not None and not entry.is_rest:
            board.point_at(entry.action)

    def describe(self, row: ActionRow | None) -> bool:
        """Describe the row at the cursor: its gain and effects, or why it is refused."""
        screen, described, choices = self.screen, self.screen.view.described, self.screen.choices
        screen.cite(with_citation(row.refused) if row else "")
        if choices is None or row is None:
            is_waiting = screen.acting is None and screen.table.outcome is None
            described.show(
                screen.words.text("table.wait") if is_waiting else "", screen.features.aside()
            )
            return True
        described.show(*self._told(choices, row), subject=self._subject(row), is_reckoned=True)
        return True

    def _subject(self, row: ActionRow) -> str:
        """The text of a row, where the list does not show it whole."""
        is_told = self.screen.action_list.entry is row and self.screen.action_list.tells_whole()
        return "" if is_told else row.text

    def _told(self, choices: ActionChoices, row: ActionRow) -> tuple[str, str, str]:
        """The gain of a row and the texts of its cards, its effects, and why they are final."""
        if row.is_rest:
            return self.screen.words.text("table.rest_why"), "", ""
        printed = () if row.apart else choices.printed(row.action)
        if row.refused:
            sign = SYMBOLS[self.screen.app.appearance.symbols].no
            text = join_sentences((f"{sign} {row.refused}", row.apart, *printed), "  ")
            return text, "", ""
        note = row.apart or choices.note(row.action)
        text = join_sentences((note, *printed), "  ")
        return text, *self._foresee(choices, row)

    def _foresee(self, choices: ActionChoices, row: ActionRow) -> tuple[str, str]:
        """The effects, and why they are final; for folded rows, that a choice follows."""
        say = self.screen.words.text
        if row.parts:
            return say("table.folded", count=len(row.parts)), ""
        final = choices.finality(row.action)
        reason = say(f"table.final_{final}") if final else ""
        return join_sentences(choices.foreseen(row.action), "  "), reason

    # ------------------------------------------------------------------ the cursor

    def follow_list(self, row: ActionRow | None) -> None:
        """Preview the action at the cursor, and mark its place on the board."""
        if row is not None and not row.is_rest:
            self.screen.view.board.point_at(row.action)
        self.screen.features.describe(row)
        self.screen.renew_keys()

    def follow_board(self, pointed: PlacePointed) -> None:
        """Describe the place at the cursor; point at its action in the list, if it has one."""
        screen = self.screen
        if pointed.actions and screen.choices is not None:
            screen.action_list.point_at(pointed.actions[0])
            screen.features.describe(screen.choices.entry_of(pointed.actions[0]))
        else:
            screen.cite("")
            screen.view.described.show(screen.view.board.describe(pointed.place))
        screen.renew_keys()

    def place_chosen(self, event: Board.PlaceOpened | Board.PlaceRefused) -> None:
        """Focus the list at the actions of a place; refused ones have a reason."""
        screen, board, action_list = self.screen, self.screen.view.board, self.screen.action_list
        if isinstance(event, Board.PlaceOpened):
            action_list.point_at(event.actions[0])
            action_list.focus()
            return
        rows = screen.choices.refused if screen.choices else ()
        refused = next((row for row in rows if board.place_of(row.action) == event.place), None)
        if refused is not None and screen.scene is not None:
            action_list.point_at(refused.action)
            screen.features.describe(refused)
            screen.play(refused.action, screen.scene.moment)
        else:
            place = board.describe(event.place)
            screen.view.described.warn(screen.words.text("table.nothing_there", place=place))

    # ------------------------------------------------------------------ commands

    def may_choose(self) -> bool:
        """True if there is something to choose."""
        return self.screen.choices is not None

    def nth(self, number: int) -> None:
        """Play the n-th action of the list, or open a folded row; 0 is the last one."""
        screen, action_list = self.screen, self.screen.action_list
        row = action_list.nth(number)
        if screen.choices is None or row is None:
            return
        action_list.enter_guard.settle()
        if row.parts:
            action_list.focus()
            action_list.open(row)
        else:
            screen.play(row.action, screen.choices.scene.moment)

    def has_turns(self) -> bool:
        """True if there are several actions at the place at the board's cursor."""
        board = self.screen.view.board
        return len(board.actions_at(board.cursor)) > 1

    def turn(self) -> None:
        """Select the next of the actions at the place at the board's cursor."""
        self.screen.view.board.action_turn()

    commands = (
        Command("nth", "1", nth, may_choose, arguments=(1,), printed_keys="1-9"),
        *_digits(nth, may_choose),
        Command("nth", "0", nth, may_choose, arguments=(0,), is_shown=False, label="last_action"),
        Command("turn", "space", turn, has_turns),
    )
