"""The table: the screen on which a game is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import takewhile
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget

from hako.engine.bots.advice import Advice, estimates_of, reason_for
from hako.engine.bots.bot import observation_of
from hako.engine.bots.runner import BotRunner, ScriptedMoves
from hako.engine.content.rulebook import with_citation
from hako.engine.log.history import History
from hako.engine.log.line import LogLine
from hako.engine.log.position import Position
from hako.engine.log.records import Record
from hako.engine.log.save import StorageError
from hako.engine.log.undo import HeadMoved, UndoAnswered, UndoRequested
from hako.engine.rules.model import Seat
from hako.engine.rules.play import only_move
from hako.engine.transcript.glossary import GlossaryEntry
from hako.multiplayer.tables.clock import TimeClaimed, TimeoutResolved
from hako.multiplayer.tables.seats import SeatChanged
from hako.tui.apps.base import BaseApp
from hako.tui.boards import Board, PlacePointed
from hako.tui.saved_games import resume_argument
from hako.tui.screens.base import ARROWS
from hako.tui.screens.table.pages import PANEL_KEYS
from hako.tui.screens.table.tips import TipsScreen
from hako.tui.screens.table.view import FIND, PAGES, STANDING, clause_hint
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.widgets.action_list import NUMBERED, ActionList
from hako.tui.widgets.log_panel import LogPanel
from hako.tui.widgets.table_model import ActionChoices, ActionRow, TableModel

if TYPE_CHECKING:
    from textual.command import Provider


# the first frame of a table waits for no screen that may be opened from it


def _legal_actions() -> type[Provider]:
    from hako.tui.screens.table.action_palette import LegalActions

    return LegalActions


class TableScreen(TipsScreen, inherit_bindings=False):
    """A table at which one plays, for one seat or several, or watches, for none.

    It shows the masked state and sends actions; it learns of new lines from the table.
    """

    TOPIC = "table"
    # none are inherited: the bar of keys shows them in this order
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "now", "now"),
        Binding("enter", "hurry", "hurry"),
        Binding("enter", "result", "result"),
        Binding("1", "nth(1)", "nth", key_display="1-9"),
        *(Binding(str(digit), f"nth({digit})", show=False) for digit in range(2, NUMBERED + 1)),
        Binding("0", "nth(0)", "last_action", show=False),
        Binding("space", "turn", "turn"),
        Binding("u", "undo", "undo"),
        Binding("U,ctrl+r", "redo", "redo"),
        Binding("h", "hint", "hint"),
        Binding("a", "advisor", "advisor", show=False),
        *PAGES[:1],
        Binding("w", "since", "since"),
        *PAGES[1:],
        STANDING,
        Binding("f1", "rules", "rules"),
        FIND,
        Binding("e", "export", "export"),
        Binding("q", "leave", "leave"),
        *PANEL_KEYS,
        *ARROWS,
    ]
    SOMETIMES: ClassVar[tuple[str, ...]] = (
        "now",
        "hurry",
        "result",
        "nth",
        "turn",
        "undo",
        "redo",
        "page",
        "since",
    )
    """Actions of keys that are offered only while they have an effect."""
    AUTO_FOCUS = "ActionList"
    COMMANDS = {_legal_actions}  # noqa: RUF012 - Textual's own way to say it

    script: ScriptedMoves | None = None
    """The scripted moves of bots, in lessons."""

    class LineReceived(Message, bubble=False):
        """Posted to itself when the table has a new line; from the task that wrote it."""

        def __init__(self, line: LogLine) -> None:
            super().__init__()
            self.line = line

    def __init__(
        self, table: History[Any], seats: tuple[Seat, ...], host: BotRunner | None = None
    ) -> None:
        """Sit down on these seats; without a runner the screen runs the table's bots itself."""
        super().__init__(table, seats)
        self.action_list = ActionList()
        # with several players at one keyboard, no view is shown before one of them uncovers it
        self.viewer = seats[0] if len(seats) == 1 else None
        self._host = host
        self._own_host: BotRunner | None = None
        self._unsubscribe: Callable[[], None] = lambda: None
        self._result_shown: int | None = None
        self._covered = False
        self._choices: ActionChoices | None = None
        self._offered: list[object] = []
        """The state of the keys: sometimes offered ones, Enter in the list and on the board,
        folding."""
        self._has_recap = False
        """True if others have chosen, so that there is a recap."""
        self._decision: tuple[int, Seat] | None = None
        """The position and seat of the last decision here."""
        self._cites = ""
        """The clause of the action or place at the cursor."""
        self._hinted: tuple[int, Advice | None] = (0, None)
        """The log line of the last request for a hint, and the hint so far."""

    # ------------------------------------------------------------------ coming and going

    def compose_controls(self) -> Widget:
        return self.action_list

    @property
    def panels(self) -> Mapping[str, Widget]:
        return {"board": self.board, "actions": self.action_list, "log": self.log_panel}

    @property
    def host(self) -> BotRunner:
        """The bot runner of the table."""
        host = self._host or self._own_host
        assert host is not None, "a screen without a host makes one when it is mounted"
        return host

    def on_mount(self) -> None:
        if self._host is None:
            self._own_host = BotRunner(
                self.table,
                self.app.thinker,
                lambda: self.app.settings.pace,
                # bots play in a context of their own, in which no app can show anything
                trouble=lambda error: self.call_next(self._trouble, error),
                script=self.script,
            )
            self._own_host.start()
        self._passed = len(self.table.positions)
        self._unsubscribe = self.table.subscribe(self._receive)
        self.watch(self.action_list, "pointed", self._follow_list, init=False)
        self.watch(self.board, "pointed", self._follow_board, init=False)
        self.watch(self.app, "settings", self.name_window, init=False)  # the bell among them
        self.call_after_refresh(self._catch_up)

    def _catch_up(self) -> None:
        """Handle what happened before the screen opened: the end, or a turn of others."""
        self._show_result()
        self.recap_for_turn()
        if self._choices is None:
            self.turn_to_board()

    def recap_for_turn(self) -> None:
        """Show the recap to the players here; not before a cover is lifted."""
        if not self._covered:
            self.show_highlights()
        if self.acting is not None and not self._covered:
            self.show_recap()

    async def on_unmount(self) -> None:
        """Stop listening; the table stays as it is."""
        self._unsubscribe()
        if self._own_host is not None:
            self.app.name_window(BaseApp.TITLE)
            await self._own_host.stop()

    def _receive(self, table: History[Any], line: LogLine) -> None:  # noqa: ARG002 - a listener's signature
        self.post_message(self.LineReceived(line))

    # ------------------------------------------------------------------ showing

    @property
    def now(self) -> Position[Any]:
        """The newest position."""
        return self.table.now

    @property
    def acting(self) -> Seat | None:
        """The seat that may choose now, from this screen."""
        return next((seat for seat in self.table.waiting() if seat in self.seats), None)

    def retranslate(self) -> None:
        super().retranslate()
        self.action_list.border_title = self.words.text("table.actions")

    def show_table(self) -> None:
        self._line = self.table.line
        self._turn_to_acting()
        if self._covered:
            return
        past = None if self._looked_at is None else self.table.positions[self._looked_at]
        if past is None:
            self._show_now()
        else:
            self._show_past(past)
        self.show_log(self._looked_at)
        self._has_recap = self.has_recap
        self._renew_keys()
        self.name_window()

    def _renew_keys(self) -> None:
        """Write the key bar again, if one of the keys has another effect than before."""
        panels = (self.action_list, self.board)
        offered: list[object] = [self.check_action(action, ()) for action in self.SOMETIMES]
        offered += [*(bool(panel.enter_does) for panel in panels), self.action_list.is_open]
        if offered != self._offered:
            self._offered = offered
            self.refresh_bindings()
        for panel in panels:
            if panel.has_focus and panel.enter_does:
                self.key_bar.show("enter", panel.enter_does)

    def _show_now(self) -> None:
        scene = self.show_moment(self.now, self.acting)
        is_asked, is_free = scene.seat is not None, self.table.header.undo == "free"
        self._choices = (
            ActionChoices(scene, self.glossary, undo_is_free=is_free) if is_asked else None
        )
        self.action_list.show(self._choices)
        self.show_step(scene, calls=is_asked)
        self.advise(scene.seat)
        self._take_focus(scene)
        self._point_alike()
        self._describe(self.action_list.entry)

    def _take_focus(self, scene: TableModel) -> None:
        """Focus the list whenever there is another decision."""
        decision = None if scene.seat is None else (scene.moment, scene.seat)
        if decision not in {None, self._decision}:
            self._decision = decision
            self.action_list.focus()
            self.log_panel.follow()
        elif decision is None:
            self.turn_to_board()

    def turn_to_board(self) -> None:
        """Turn from an empty list to the board."""
        if self.is_paged and self.shown_panel == "actions":
            self.board.focus()

    def _point_alike(self) -> None:
        """Point at the same on list and board; a player on the board keeps a place there."""
        board, entry = self.board, self.action_list.entry
        if board.has_focus and board.meant is not None:
            self.action_list.point_at(board.meant)
        elif entry is not None:
            board.point_at(entry.action)

    def _show_past(self, past: Position[Any]) -> None:
        scene = self.show_moment(past)
        self._choices = None
        self.action_list.show(None)
        self.show_step(scene, calls=False)
        self.advise(None)
        path = [moment.number for moment in self.table.path()]
        key = "past" if past.number in path else "past_left_behind"
        self._cite("")
        self.described.show(self.words.text(f"table.{key}", move=past.ply, last=len(path) - 1))

    def _describe(self, entry: ActionRow | None) -> None:
        """Describe the entry at the cursor: its gain and effects, or why it is refused."""
        self._cite(with_citation(entry.refused) if entry else "")
        if self._choices is None or entry is None:
            is_waiting = self.acting is None and self.table.outcome is None
            waits = self.words.text("table.wait") if is_waiting else ""
            self.described.show(waits, self.last_turn())
            return
        printed = () if entry.apart else self._choices.printed(entry.action)
        if entry.refused:
            sign, parts = (
                SYMBOLS[self.app.appearance.symbols].no,
                filter(None, [entry.apart, *printed]),
            )
            self.described.show("  ".join([f"{sign} {entry.text}", entry.refused, *parts]))
        else:
            note = entry.apart or self._choices.note(entry.action)
            text = "  ".join(filter(None, [entry.text, note, *printed]))
            self.described.show(text, *self._foresee(entry))

    def _foresee(self, entry: ActionRow) -> tuple[str, str]:
        """The effects, and why they are final; for folded entries, that a choice follows."""
        assert self._choices is not None, "who foresees may choose"
        if entry.parts:
            return self.words.text("table.folded", count=len(entry.parts)), ""
        final = self._choices.finality(entry.action)
        reason = self.words.text(f"table.final_{final}") if final else ""
        return "  ".join(self._choices.foreseen(entry.action)), reason

    def _cite(self, clause: str) -> None:
        """Make F1 lead to a clause; to that of the step, if there is none."""
        step = self.scene.step if self.scene else None
        self._cites = clause or (step.cites(self.scene.view) if self.scene and step else "")
        if step is not None:
            self.prompt.cite(clause_hint(self._cites))

    # ------------------------------------------------------------------ viewers

    def _turn_to_acting(self) -> None:
        """Show the view of the acting seat, under a cover if it sees others' secrets."""
        seat = self.acting
        if seat is None or seat == self.viewer:
            return
        self._looked_at = None  # the other one looked back
        views = [self.table.view(viewer) for viewer in (seat, self.viewer)]
        self.viewer = seat
        if views[0] != views[1]:
            self._hide_from_others(seat)

    def _hide_from_others(self, seat: Seat) -> None:
        from hako.tui.screens.dialogs import HandoverCover

        self.close_recap()
        self._close_screens_above()
        self._covered = True
        self.app.come_up(HandoverCover(self.table, seat), self._show_again)

    def _close_screens_above(self) -> None:
        """Close all between the table and a cover: it was opened for another viewer."""
        above = takewhile(lambda screen: screen is not self, reversed(self.app.screen_stack))
        for screen in [*above] if self in self.app.screen_stack else ():
            screen.dismiss()

    def _show_again(self, _: None) -> None:
        self._covered = False
        self.show_table()
        self.recap_for_turn()

    # ------------------------------------------------------------------ hearing

    def on_table_screen_line_received(self, event: LineReceived) -> None:
        """Show the new line; the table may be further by now."""
        was_ours = self.scene is not None and self.scene.seat is not None
        match event.line:
            case Record():
                self.show_table()
                self._close_request()
                self._show_result()
                self.recap_for_turn()
                self._play_only_move()
            case HeadMoved():
                self.close_recap()
                self.show_table()
                self._close_request()
                self._close_result()
            case SeatChanged() | TimeClaimed() | TimeoutResolved():
                self.take_words()
                self.show_table()
            case UndoRequested():
                self._line = self.table.line
                self._show_request()
            case UndoAnswered():
                self._line = self.table.line
                self._show_answer(event.line)
            case _:
                pass
        if self.acting is not None and not was_ours:
            self.announce_turn()

    def _close_result(self) -> None:
        from hako.tui.screens.game_over import GameOverScreen

        if isinstance(result := self.app.screen, GameOverScreen):
            result.close_if_played_on()

    def _show_result(self) -> None:
        """Open the result of an ended game, once; earlier lines may arrive late."""
        if self.table.outcome is not None and self._result_shown != self.table.head:
            if self.app.puts_off(self, self._show_result, self.words.text("unasked.over")):
                return
            self._result_shown = self.table.head
            self.close_recap()
            self.app.come_up(self._result())

    def announce_turn(self) -> None:
        """Ring the bell, where a player may have looked away."""
        if not self.app.app_focus:
            self.app.call(self.app.texts.text("window.your_turn"))

    def name_window(self) -> None:
        """Show in the title of the terminal's window whether the table waits for a seat here."""
        calls = self.acting is not None and self.app.settings.bell
        self.app.name_window(self.app.texts.text("window.your_turn") if calls else BaseApp.TITLE)

    # ------------------------------------------------------------------ playing

    def _follow_list(self, entry: ActionRow | None) -> None:
        """Preview the action at the cursor, and mark its place on the board."""
        self._describe(entry)
        if entry is not None:
            self.board.point_at(entry.action)
        self._renew_keys()

    def on_action_list_action_chosen(self, event: ActionList.ActionChosen) -> None:
        """Play the action, or show why it is refused."""
        self.play(event.action, event.moment)

    def _follow_board(self, pointed: PlacePointed) -> None:
        """Describe the place at the cursor; point at its action in the list, if it has one."""
        if pointed.actions and self._choices is not None:
            self.action_list.point_at(pointed.actions[0])
            self._describe(self._choices.entry_of(pointed.actions[0]))
        else:
            self._cite("")
            self.described.show(self.board.describe(pointed.place))
        self._renew_keys()

    def on_board_place_chosen(self, event: Board.PlaceChosen) -> None:
        """Play the action of the place."""
        self.play(event.action, event.moment)

    def on_board_place_opened(self, event: Board.PlaceOpened) -> None:
        """Focus the list, at the actions of the place."""
        self.action_list.point_at(event.actions[0])
        self.action_list.focus()

    def on_board_place_refused(self, event: Board.PlaceRefused) -> None:
        """Show why nothing may be chosen there: refused actions have a reason."""
        entries = self._choices.entries if self._choices else ()
        refused = [entry for entry in entries if self.board.place_of(entry.action) == event.place]
        if refused and self.scene is not None:
            self.action_list.point_at(refused[0].action)
            self._describe(refused[0])
            self.play(refused[0].action, self.scene.moment)
        else:
            place = self.board.describe(event.place)
            self.described.warn(self.words.text("table.nothing_there", place=place))

    def play(self, action: Any, moment: int) -> None:
        """Play an action for the acting seat, if the position that offered it is still shown.

        A key may arrive after another player's action, and mean another thing there.
        """
        scene = self.scene
        if scene is None or scene.moment != moment:
            self.described.warn(self.words.text("table.moved_on"))
        elif (seat := scene.seat) is not None:
            self.note_choice(action)
            self._attempt(lambda: self.table.play(seat, action, self._line))

    def _play_only_move(self) -> None:
        """Play the only legal action, where that is wanted and can be taken back.

        Not after an undo, which would lead nowhere else.
        """
        if self._choices is None or not self.app.settings.autoplay_forced or self._covered:
            return
        scene = self._choices.scene
        if scene.seat is not None and (action := only_move(scene.view, scene.seat)) is not None:
            self.play(action, scene.moment)

    def _trouble(self, error: StorageError) -> None:
        """Show that a bot's move could not be saved; hurrying the runner makes it try again."""
        self._show_not_saved(error, self.host.hurry)

    # ------------------------------------------------------------------ keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only the keys that have an effect now."""
        match action:
            case "now":
                return not (
                    self._looked_at is None
                    and self.action_list.has_focus
                    and self.log_panel.is_at_end
                )
            case "turn":
                return len(self.board.actions_at(self.board.cursor)) > 1
            case "hurry":
                return self._waits_for_bot
            case "result":
                return self.table.outcome is not None and self._looked_at is None
            case "nth" | "hint":
                return self._choices is not None
            case "since":
                return self._has_recap
            case "advisor":
                return bool(self.seats) and self.shows_recap
            case "undo":
                return bool(self.seats)
            case "redo":
                return bool(self.seats) and self.table.forward(self._redoer) is not None
            case _:
                return super().check_action(action, parameters)

    @property
    def may_hurry(self) -> bool:
        """True if bots may be hurried from this screen."""
        return True

    @property
    def _waits_for_bot(self) -> bool:
        """True if a bot is thinking that may be hurried."""
        bots = any(self.table.players[seat].bot for seat in self.table.waiting())
        return bots and self.acting is None and self._looked_at is None and self.may_hurry

    @on(Click, "Description")
    def on_words_clicked(self) -> None:
        """Skip the wait for a bot on a click on the text that says so."""
        self.on_key()

    def on_key(self) -> None:
        """Skip the wait for a bot on any key without another effect."""
        if self.acting is None and self.may_hurry:
            self.host.hurry()

    def action_hurry(self) -> None:
        """Skip the wait for a bot."""
        self.host.hurry()

    def _result(self) -> Screen[None]:
        from hako.tui.screens.game_over import GameOverScreen

        return GameOverScreen(self.table, self.viewer)

    def action_result(self) -> None:
        """Open the result of a game that is over."""
        self.app.push_screen(self._result())

    def action_turn(self) -> None:
        """Select the next of the actions at the place at the board's cursor."""
        self.board.action_turn()

    def action_page(self, by: int) -> None:
        """Show the next page of the board, or the one before; keys may change with it."""
        super().action_page(by)
        self._renew_keys()

    def action_nth(self, number: int) -> None:
        """Play the n-th action of the list, or open a folded entry; 0 is the last one."""
        entry = self.action_list.nth(number)
        if self._choices is None or entry is None:
            return
        self.action_list.settle()
        if entry.parts:
            self.action_list.focus()
            self.action_list.open(entry)
        else:
            self.play(entry.action, self._choices.scene.moment)

    def action_hint(self) -> None:
        """Ask a bot for a hint, or point at the one it gave already."""
        if self.acting is None or self._looked_at is not None:
            return
        line, advice = self._hinted
        if advice is not None and line == self.table.line:
            self._point_at_hint(advice, self.acting)
        else:
            self.described.show(self.words.text("table.hint_comes"))
            self.suggest(self.acting)

    @work(exclusive=True)
    async def suggest(self, seat: Seat) -> None:
        """Show what a bot would do on that seat; it is never played by itself.

        The cursor moves to its first hint, if it has not moved since. Later hints move no cursor: a
        key pressed then means the entry that was there.
        """
        line, pointed, first = self.table.line, self._pointed_at, None
        async for advice in self.host.hints(seat, self.app.settings.thought):
            if line != self.table.line or self._choices is None:
                return
            self._hinted = line, advice
            if pointed != self._pointed_at:
                self._judge(advice)
            elif first in (None, advice.action):
                self._point_at_hint(advice, seat)
                pointed, first = self._pointed_at, advice.action
            else:
                self._show_hint(advice, seat, "hint_later")

    @property
    def _pointed_at(self) -> tuple[object, object]:
        """The entry at the list's cursor and the place at the board's."""
        return self.action_list.entry, self.board.cursor

    def _point_at_hint(self, advice: Advice, seat: Seat) -> None:
        self.action_list.point_at(advice.action)
        self.board.point_at(advice.action)
        self._renew_keys()
        self._show_hint(advice, seat, "hint")

    def _judge(self, advice: Advice) -> None:
        """Show the win probabilities that a search has found beside the best actions."""
        assert self._choices is not None, "there is something to choose"
        self._choices.judge(estimates_of(advice, self.words))
        self.action_list.repaint()

    def _show_hint(self, advice: Advice, seat: Seat, key: str) -> None:
        self._judge(advice)
        assert self._choices is not None, "there is something to choose"
        action, (seen, _) = advice.action, observation_of(self.table, seat)
        text = self.words.text(f"table.{key}", action=self.words.render(action))
        note = self._choices.note(action)
        reason = [reason_for(advice, seen, self.words), *self._choices.foreseen(action)]
        self.described.show(f"{text}  {note}" if note else text, "  ".join(reason).strip())

    def on_log_panel_position_requested(self, event: LogPanel.PositionRequested) -> None:
        """Show the table at another position."""
        self.go_to_position(event.moment)

    def things_pointed_at(self) -> tuple[GlossaryEntry, ...]:
        """The things that the action at the cursor names; else those of the place on the board."""
        entry = None if self.board.has_focus else self.action_list.entry
        on_list = self._choices.things(entry.action) if entry and self._choices else ()
        return on_list or super().things_pointed_at()

    def action_rules(self) -> None:
        """Open the rules at the clause of the step."""
        self.app.open_rules(self.table.game.id, self._cites)

    def action_export(self) -> None:
        """Export the game as this viewer saw it."""
        self.app.open_export(self.table, self.viewer)

    def action_now(self) -> None:
        """Go back to the newest position, to the list, and to the end of the log."""
        self._show_now()
        self.log_panel.follow()
        self.action_list.focus()
        self._renew_keys()

    def action_leave(self) -> None:
        """Leave the table, which can be resumed."""
        self.app.leave(self.farewell())

    def farewell(self) -> str:
        save = self.table.save
        key = "saved" if self.table.outcome is None else "saved_finished"
        return self.words.text(f"table.{key}", name=resume_argument(save)) if save else ""
