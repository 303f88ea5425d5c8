"""The screen of a table: a view, the position that it shows, and a list of features."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, ClassVar, TypeAlias

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Click
from textual.geometry import Size
from textual.layout import Layout
from textual.message import Message
from textual.widget import Widget

from hako.engine.bots.runner import BotRunner
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.history import History, StaleTable
from hako.engine.log.line_base import LogLine
from hako.engine.log.storage_errors import StorageError
from hako.engine.rules.model import Seat, Viewer
from hako.engine.transcript.glossary import Glossary
from hako.tui.boards import Board, board_of
from hako.tui.screens.base import AppScreen, Direction
from hako.tui.screens.table.feature import TableFeature
from hako.tui.screens.table.feature_dispatch import FeatureList, key_groups
from hako.tui.screens.table.frame_layout import BESIDE, FrameLayout
from hako.tui.screens.table.refusals import REFUSALS, refusal_text
from hako.tui.screens.table.small_window_pages import PAGES, Pages
from hako.tui.screens.table.table_panels import ARRANGEMENT, TableView, clause_hint, seat_rows
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.widgets.action_choices import ActionChoices
from hako.tui.widgets.action_list import ActionList
from hako.tui.widgets.line_panel import LinePanel
from hako.tui.widgets.log_panel import LogPanel
from hako.tui.widgets.table_model import TableModel, table_model_of
from hako.tui.widgets.tabs import Tabs

FeatureType: TypeAlias = type[TableFeature[Any]]


class TableScreen(AppScreen[None], inherit_bindings=False):
    """The base of the screens that show a table, as one viewer may see it, with features of each."""

    WIDE, TALL = 140, 34
    """Columns and lines from which on panels are beside the board, and longer."""

    FEATURES: ClassVar[Sequence[FeatureType]] = ()
    """The features, in the order in which they are called."""

    CONTROLS: ClassVar[str] = "actions"
    """The name of the panel beside the log."""

    KEY_TOPIC: ClassVar[str] = "table"
    """The topic of the help on the keys that do not belong to this kind of table alone."""

    SCOPED_CSS = False  # of a list of selectors, Textual would scope the last
    DEFAULT_CSS = PAGES + ARRANGEMENT + BESIDE

    class LineReceived(Message, bubble=False):
        """Posted to itself when the table has a new line; from the task that wrote it."""

        def __init__(self, line: LogLine) -> None:
            super().__init__()
            self.line = line

    def __init__(
        self, table: History[Any], seats: tuple[Seat, ...] = (), host: BotRunner | None = None
    ) -> None:
        """Sit down on these seats; without a runner the screen runs the table's bots itself."""
        super().__init__()
        self.table = table
        self.seats = seats
        # with several players at one keyboard, no view is shown before one of them uncovers it
        self.viewer: Viewer = seats[0] if len(seats) == 1 else None
        self.action_list = ActionList()
        self.view = TableView(self.board_type()(id="board"), self.action_list)
        self.frame_layout = FrameLayout(self.view, table)
        """The layout of the panels, where they stand beside the board."""
        self.line = table.line
        """The number of log lines that the screen has handled."""
        self.looked_at: int | None = None
        """The number of the position that is shown, None for the newest."""
        self.scene: TableModel | None = None
        self.choices: ActionChoices | None = None
        """The actions that may be chosen here now."""
        self.is_covered = False
        """True while a cover hides the table from the last player."""
        self.is_acting = False
        """True while a command of this screen writes to the log."""
        self.bots = host
        self.words: Catalogue
        self.glossary: Glossary
        self._unsubscribe: Callable[[], None] = lambda: None
        self._cited = ""
        """The clause of the action or place at the cursor."""
        self._offered: list[bool] = []
        """The commands with an effect, Enter in the list and on the board, folding."""
        self.features = FeatureList([self.make_feature(kind) for kind in self.FEATURES])

    def make_feature(self, kind: FeatureType) -> TableFeature[Any]:
        """A feature of this screen."""
        return kind(self)

    @classmethod
    def key_groups(cls) -> Sequence[tuple[str, Iterable[BindingType]]]:
        own, other = key_groups(cls.FEATURES, cls.TOPIC, cls.BINDINGS)
        return [(cls.TOPIC, own), (cls.KEY_TOPIC, other)]

    def board_type(self) -> type[Board]:
        """The widget that draws this game."""
        return board_of(self.table.game)

    # ------------------------------------------------------------------ coming and going

    def compose(self) -> ComposeResult:
        yield from self.view.parts({"tabs": self.pages.tabs(), **self.other_parts()})

    def other_parts(self) -> Mapping[str, Iterable[Widget]]:
        """The parts that only this screen has, by their names in `view.ORDER`."""
        return {}

    def on_mount(self) -> None:
        self._unsubscribe = self.table.subscribe(self._receive)
        self.features.opened()
        self.call_after_refresh(self.features.caught_up)

    async def on_unmount(self) -> None:
        """Stop listening; the table stays as it is."""
        self.go()
        await self.features.stopped()

    def go(self) -> None:
        """Leave the table."""
        self._unsubscribe()
        self._unsubscribe = lambda: None
        self.features.close()

    def action_leave(self) -> None:
        """Leave the table, which can be resumed."""
        self.app.leave(self.farewell())

    def farewell(self) -> str:
        return self.features.farewell()

    # ------------------------------------------------------------------ panels

    @cached_property
    def pages(self) -> Pages:
        """The panels as pages, in a small terminal; each by the key of `panels` that names it."""
        view = self.view
        panels = {"board": view.board, self.CONTROLS: view.controls, "log": view.log_panel}
        return Pages(self, view.prompt, panels)

    @on(Tabs.TabPicked)
    def turn_to_picked(self, event: Tabs.TabPicked) -> None:
        """Turn to the panel whose name was clicked."""
        self.pages.turn_to(event.name)

    def action_panel(self, by: int) -> None:
        """Go to the next panel, or to the one before."""
        self.pages.go(by)

    def action_toward(self, direction: Direction) -> None:
        if self.pages.is_one_shown and direction in {"left", "right"}:
            self.pages.go(1 if direction == "right" else -1)
        else:
            super().action_toward(direction)

    def set_focus(
        self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False
    ) -> None:
        if widget is not None:
            self.pages.follow(widget)
        super().set_focus(widget, scroll_visible, from_app_focus)

    def _take_size(self, size: Size) -> None:
        super()._take_size(self.pages.fit(size))
        if self.frame_layout.put_panels(self) and self.scene is not None:
            self.show_table()

    @property
    def layout(self) -> Layout:
        """The regions of the frame, or the layout of the style sheet."""
        return self.frame_layout if self.has_class("-framed") else super().layout

    # ------------------------------------------------------------------ showing

    @property
    def acting(self) -> Seat | None:
        """The seat that may choose now, from this screen."""
        waiting = () if self.features.is_reading else self.table.waiting()
        return next((seat for seat in waiting if seat in self.seats), None)

    @property
    def host(self) -> BotRunner:
        """The bot runner of the table."""
        assert self.bots is not None, "a screen without one makes one when it is mounted"
        return self.bots

    def retranslate(self) -> None:
        """Apply language, theme and symbols, and show everything again."""
        self.take_words()
        ink, symbols = styles_of(self.app.appearance.theme), SYMBOLS[self.app.appearance.symbols]
        for panel in self.query(LinePanel):
            panel.apply_theme(ink, symbols)
        self.view.name_panels(self.words)
        self.view.described.wanted_rows = 0
        self.show_table()
        for panel in self.query(LinePanel):
            panel.refresh()

    def take_words(self) -> None:
        """Load the table's catalogue, in the current language and with the current players."""
        table = self.table
        self.words = self.app.texts_at(table)
        self.glossary = Glossary(table.game, table.content, self.words)

    def show_table(self) -> None:
        """Show the table at the chosen position."""
        self.line = self.table.line
        self.features.prepare()
        if not self.is_covered:
            with self.view.board.drawn_once():
                self._show_position()
                self.features.table_shown()
            self.show_facts()
            self.renew_keys()

    def _show_position(self) -> None:
        """Show the position on all panels but log, actions and description."""
        table, looked_at = self.table, self.looked_at
        moment = table.now if looked_at is None else table.positions[looked_at]
        seat = self.acting if looked_at is None else None
        self.scene = scene = table_model_of(
            table, moment, self.viewer, self.words, seat, self.frame_layout.folds
        )
        is_asked, is_free = scene.seat is not None, table.header.undo == "free"
        choices = ActionChoices(scene, self.glossary, undo_is_free=is_free) if is_asked else None
        self.choices, self._cited = choices, ""
        self.view.board.scene = scene
        if self.view.sources_panel is not None:
            self.view.sources_panel.repaint()
        self.show_seats()
        if question := self.features.question():
            self.view.prompt.show(question, calls=False)
        else:
            is_guided = self.features.is_guided
            self.view.ask(scene, self.words, calls=is_asked, is_guided=is_guided)

    def show_seats(self) -> None:
        """Show the status of each seat."""
        if self.scene is not None:
            is_now = self.looked_at in {None, self.table.head}
            rows = seat_rows(self.scene, self.words, self.view.board, is_now=is_now)
            self.view.seats_panel.show(self.features.seat_statuses(rows))

    def show_facts(self) -> None:
        """Show a few words about the table; here there is no line for them."""

    def cite(self, clause: str) -> None:
        """Make F1 lead to a clause; to that of the step, if there is none."""
        self._cited = clause
        if self.scene is not None and self.scene.step is not None:
            self.view.prompt.cite(clause_hint(self.cited, self.words))

    @property
    def cited(self) -> str:
        """The clause that F1 leads to; empty for the beginning of the rules."""
        step = self.scene.step if self.scene else None
        return self._cited or (step.cites(self.scene.view) if self.scene and step else "")

    def go_to_position(self, moment: int) -> None:
        """Show the table at a position."""
        if not self.features.goes_to(moment):
            self.looked_at = None if moment == self.table.head else moment
            self.show_table()

    def go_to_newest(self) -> None:
        """Show the newest position, if another one is shown."""
        if self.looked_at is not None:
            self.looked_at = None
            self.show_table()

    # ------------------------------------------------------------------ lines of the log

    def _receive(self, table: History[Any], line: LogLine) -> None:  # noqa: ARG002 - a listener's signature
        if not self.features.queues(line):
            self.post_message(self.LineReceived(line))

    def on_table_screen_line_received(self, event: LineReceived) -> None:
        """Show the new line; the table may be further by now."""
        could_choose = self.scene is not None and self.scene.seat is not None
        self.features.line_coming(event.line)
        match event.line.effect:
            case "seats":
                self.take_words()
                self.show_table()
            case "position" | "branch":
                self.show_table()
            case "request" | "answer":
                self.line = self.table.line
            case "commitment" | "nothing":
                pass
        self.features.line_added(event.line)
        if self.acting is not None and not could_choose:
            self.features.turn_began()

    # ------------------------------------------------------------------ commands

    def attempt(self, command: Callable[[], object]) -> None:
        """Run a command on the table; show a message if it failed."""
        self.is_acting = True
        try:
            command()
        except REFUSALS as error:
            if isinstance(error, StaleTable):
                self.show_table()
            self.view.described.warn(refusal_text(error, self.words))
        except StorageError as error:
            self.show_not_saved(error, lambda: self.attempt(command))
        finally:
            self.is_acting = False

    def show_not_saved(self, error: StorageError, again: Callable[[], None]) -> None:
        """Show that something could not be saved, and offer to try it again."""
        from hako.tui.screens.confirm_dialog import ConfirmDialog

        say = self.words.text
        message = say("table.not_saved", reason=self.app.reason(error))
        if not self.app.unasked.puts_off(self, partial(self.show_not_saved, error, again), message):
            dialog = ConfirmDialog(message, say("table.try_again"), say("table.not_now"))
            self.app.unasked.come_up(dialog, lambda yes: again() if yes else None)

    def play(self, action: Any, moment: int) -> None:
        """Play an action for the acting seat, if the position that offered it is still shown.

        A key may arrive after another player's action, and mean another thing there.
        """
        scene = self.scene
        if self.features.is_unread:
            self.view.described.warn(self.words.text("table.moved_on"))
        elif self.features.answers(action):
            return
        elif scene is None or scene.moment != moment:
            self.view.described.warn(self.words.text("table.moved_on"))
        elif (seat := scene.seat) is not None:
            self.features.choice_coming(action)
            self.attempt(lambda: self.table.play(seat, action, self.line))

    @on(ActionList.ActionChosen)
    @on(Board.PlaceChosen)
    def play_chosen(self, event: ActionList.ActionChosen | Board.PlaceChosen) -> None:
        """Play the action, or show why it is refused."""
        if not self.features.is_unmeant:
            self.play(event.action, event.moment)

    @on(Board.PlaceOpened)
    @on(Board.PlaceRefused)
    def answer_place(self, event: Board.PlaceOpened | Board.PlaceRefused) -> None:
        """Show what may be chosen at a place, or why nothing may."""
        self.features.place_chosen(event)

    def on_log_panel_position_requested(self, event: LogPanel.PositionRequested) -> None:
        """Show the table at another position."""
        self.go_to_position(event.moment)

    def action_command(self, name: str, *arguments: int) -> None:
        """Run a command of a feature."""
        self.features.run(name, *arguments)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only the commands that have an effect now."""
        if action == "command":
            return self.features.offers(str(parameters[0]))
        return super().check_action(action, parameters)

    def renew_keys(self) -> None:
        """Write the key bar again, if one of the keys has another effect than before."""
        panels = (self.action_list, self.view.board)
        does = (bool(panel.enter_does) for panel in panels)
        offered = [*self.features.offered(), *does, self.action_list.is_open]
        if offered != self._offered:
            self._offered = offered
            self.refresh_bindings()
        for panel in panels:
            if panel.has_focus and panel.enter_does:
                self.view.key_bar.show("enter", panel.enter_does)

    def on_key(self) -> None:
        """Pass on a key without another effect."""
        self.features.key_pressed()

    @on(Click, "Description")
    def on_description_clicked(self) -> None:
        """Pass on a click on the text that says that a bot thinks."""
        self.on_key()
