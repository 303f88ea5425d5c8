"""The form of a new game, wherever the game is played: its seats, options and further settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, get_args

from msgspec.structs import replace
from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import DescendantFocus
from textual.widget import Widget
from textual.widgets import Input, Static

from hako.content import Box
from hako.engine.bots.characters import characters
from hako.engine.bots.levels import STRENGTHS, resolve_level
from hako.engine.content.files import BadContent
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.lessons.lesson import names_in
from hako.engine.log.header import Header, Player, UndoPolicy
from hako.engine.log.setup import new_header
from hako.engine.log.setup_checks import BadSetup, as_compared, check_apart
from hako.engine.log.storage_errors import StorageError
from hako.engine.rules.game import Option
from hako.tui.apps.game_app import GameApp
from hako.tui.bot_text import bots_text, character_text, characters_text, level_explanation
from hako.tui.screens.base import AppScreen
from hako.tui.screens.box_artwork import boxes_on
from hako.tui.screens.game_fields import PERSON, OptionField, SeatHeading, SeatRow, chosen
from hako.tui.screens.shelf_boxes import Boxes
from hako.tui.widgets.button_bar import ButtonBar
from hako.tui.widgets.forms import FOLDED, OPEN, Collapsible, FormField, OptionPicker, VariantFields
from hako.tui.widgets.key_bar import KeyBar
from hako.tui.widgets.paragraph import Paragraph

ANSWERS = ("yes", "no")

POLICIES: tuple[UndoPolicy, ...] = get_args(UndoPolicy)


class Fields(VerticalScroll, inherit_bindings=False):
    """The fields, scrolled to the one that has the focus; arrow keys lead from one to the next."""


class GameForm(AppScreen[None]):
    """Set up a game; Enter on "start" plays it as it is set."""

    TOPIC = "new_game"
    AUTO_FOCUS = "ButtonBar"
    USUAL_UNDO: ClassVar[UndoPolicy] = "free"
    make_header: ClassVar[Callable[..., Header]] = staticmethod(new_header)
    SEAT_COLUMNS: ClassVar[tuple[str, ...]] = ("name", "who", "taste")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "learn", "learn"),
        Binding("f1", "rules", "rules"),
    ]
    DEFAULT_CSS = """
    GameForm #form { padding: 1 3 0 3; }
    GameForm #title { color: $accent; text-style: bold; margin-bottom: 1; }
    GameForm #fields { height: 1fr; scrollbar-size-vertical: 1; }
    GameForm #seats { height: auto; margin-bottom: 1; }
    GameForm #told { min-height: 2; max-height: 4; color: $muted; }
    GameForm #complaint { max-height: 3; color: $error; }
    GameForm ButtonBar { margin: 1 0; padding: 0 0 0 20; }
    GameForm #side { display: none; width: 40; padding: 2 4 0 0; }
    GameForm #credits { color: $muted; margin-top: 2; }
    GameForm.-wide #side { display: block; }
    GameForm.-slim #form { padding: 1 1 0 1; }
    GameForm.-slim FormField > Static { width: 20; }
    GameForm.-slim ButtonBar { padding: 0; }
    GameForm.-tall #form { padding: 2 6 0 6; }
    GameForm.-tall FormField, GameForm.-tall SeatRow { margin-bottom: 1; }
    """

    app = getters.app(GameApp)

    def __init__(self, box: Box, *, is_new: bool = False) -> None:
        """Make the form; where nobody here has played the game, it `is_new`, set for a first game.

        Its lessons are offered first until one is done; options are as its rulebook recommends.
        """
        super().__init__()
        self._first = box.first if is_new else {}
        self._box = box
        self._is_new = is_new
        self._game: Any = None
        self._values_at_first: Sequence[str] = ()

    def compose(self) -> ComposeResult:
        self._game = game = self.app.shelf.load(self._box.id)
        counts = [str(count) for count in game.seats]
        with Horizontal():
            with Vertical(id="form"):
                yield Static(id="title")
                with Fields(id="fields", can_focus=False):
                    yield FormField(OptionPicker(counts, str(self._box.players.usual), id="count"))
                    with Vertical(id="seats"):
                        yield SeatHeading(*self.SEAT_COLUMNS)
                        for number in range(1, game.seats[-1] + 1):
                            yield self._seat_row(number)
                    in_sight = [it for it in game.options if it.key in self._box.first]
                    folded = [it for it in game.options if it.key not in self._box.first]
                    yield from map(self._option_field, in_sight)
                    yield from self.compose_more()
                    yield FormField(OptionPicker(ANSWERS, ANSWERS[not self._is_first], id="first"))
                    undo = FormField(OptionPicker(POLICIES, self.USUAL_UNDO, id="undo"))
                    yield VariantFields(
                        *map(self._option_field, folded), undo, *self.compose_variants()
                    )
                yield Paragraph(id="told")
                yield Paragraph(id="complaint")
                yield self._navigation()
            with Vertical(id="side"):
                yield self._front()
                yield Paragraph(id="credits")
        yield KeyBar()

    @property
    def _is_first(self) -> bool:
        """True if it is a first game, or tips are on for it anyway."""
        return self._is_new or self._box.id in self.app.settings.tips

    @property
    def _has_lessons(self) -> bool:
        return bool(names_in(self.app.shelf.folder_of(self._box.id)))

    def _navigation(self) -> ButtonBar:
        has_lessons = self._has_lessons
        bar = ButtonBar("start", *["learn"] * has_lessons, "rules", "leave")
        is_untaught = self._box.id not in self.app.settings.games_learned
        bar.current = int(has_lessons and self._is_new and is_untaught)
        return bar

    def on_mount(self) -> None:
        """Show what was set when the form was left last time."""
        self._values_at_first = self._values()
        values = self.app.left_forms.get(self._box.id, ())
        if len(values) == len(
            self._values_at_first
        ):  # a game that is being written may have changed
            for control, value in zip(self._controls(), values, strict=True):
                control.value = value

    def _controls(self) -> Iterable[OptionPicker | Input]:
        return [control for control in self.query("*") if isinstance(control, OptionPicker | Input)]

    def _values(self) -> Sequence[str]:
        return [control.value for control in self._controls()]

    def compose_more(self) -> Iterable[FormField]:
        """The additional fields of a form."""
        return ()

    def compose_variants(self) -> Iterable[FormField]:
        """The additional fields of a form that are folded under "variants"."""
        return ()

    def fit_variants(self) -> None:
        """Update which variants have something to choose."""

    def _option_field(self, option: Option) -> OptionField:
        return OptionField(option, self._first.get(option.key, option.default))

    def _front(self) -> Boxes:
        front = Boxes((box for box in boxes_on(self.app.shelf) if box.box == self._box), "cover")
        front.can_focus = False
        return front

    def _seat_row(self, number: int) -> SeatRow:
        raise NotImplementedError

    def retranslate(self) -> None:
        texts = self.app.texts_of_game(self._game)
        title = self._box.name[self.app.appearance.language]
        self.query_one("#title", Static).update(texts.text("new_game.title", game=title))
        self.query_one("#credits", Paragraph).words = self._box.credits[
            self.app.appearance.language
        ]
        self.query_one(SeatHeading).retranslate(texts)
        self.label_seats(texts)
        for field in self.query(FormField):
            name = str(field.control.id)
            if isinstance(field, OptionField):
                field.retranslate(texts)
            elif name == "count" and (best := self._box.players.best):
                field.set_label(texts.text("new_game.count_best", least=best[0], most=best[1]))
            else:
                field.set_label(texts.text(f"new_game.{name}"))
        first = self.query_one("#first", OptionPicker)
        first.labels = {answer: texts.text(f"new_game.first_{answer}") for answer in ANSWERS}
        undo = self.query_one("#undo", OptionPicker)
        undo.labels = {policy: texts.text(f"undo.{policy}") for policy in POLICIES}
        self._fit_seats()
        self._show_hint()
        if self.query_one("#complaint", Paragraph).words:
            self._check()  # again, in the current language

    def label_seats(self, texts: Catalogue) -> None:
        """Name the possible players of each seat in the current language."""
        kinds = {PERSON: texts.text("new_game.person"), **bots_text(texts)}
        tastes = characters_text(characters(self._game), texts)
        for row in self.query(SeatRow):
            row.input.placeholder = self._name_proposed(row.number, texts)
            row.picker.labels, row.taste.labels = kinds, tastes

    def _name_proposed(self, number: int, texts: Catalogue) -> str:
        """The own name on the first seat, and on the others names that differ from it."""
        own, name = self.app.own_name, texts.text(f"new_game.names.{number}")
        if number == 1:
            return own or name
        return texts.text("new_game.names.1") if as_compared(name) == as_compared(own) else name

    # ------------------------------------------------------------------ the form

    @on(OptionPicker.ValueChanged)
    def _fit_seats(self) -> None:
        """Show the fields that the number and kinds of players leave to choose."""
        count = self._count()
        for row in self.query(SeatRow):
            row.display = row.number <= count
            row.fit()
        self.query_one(SeatHeading).fit(self.query(SeatRow))
        for field in self.query(OptionField):
            field.fit(count)
        undo = self.query_one("#undo", OptionPicker)
        assert isinstance(undo.parent, FormField)
        undo.parent.is_offered = sum(player.bot is None for player in self._players()) > 1
        self.fit_variants()
        self._fold()

    @on(Input.Blurred)
    def _fold(self) -> None:
        """Show the changed variants, and a line about those that are folded."""
        variants, texts = self.query_one(VariantFields), self.app.texts
        variants.fit()
        count, changed = len(variants.offered), len(variants.changed)
        key = "variants_changed" if changed else "variants_usual"
        label = texts.text(f"new_game.{key}", count=count, changed=changed)
        variants.fold.labels = {FOLDED: label, OPEN: label}

    @on(DescendantFocus)
    @on(OptionPicker.ValueChanged)
    def _show_hint(self) -> None:
        """Show the text about the focused field below the form."""
        self.query_one("#told", Paragraph).words = self._hint_text(self.focused)
        if self.focused is not None:
            if not isinstance(self.focused, ButtonBar):
                self.query_one(ButtonBar).current = 0  # whoever changes a field means to begin
            self.focused.scroll_visible(animate=False)  # the text may be longer than before

    def _hint_text(self, control: Widget | None) -> str:
        say = self.app.texts.text
        match control:
            case Collapsible():
                return say("new_game.variants_told")
            case OptionPicker(id="first"):
                return say("new_game.first_told")
            case OptionPicker(value=taste) if control.has_class("taste"):
                return character_text(taste, self.app.texts_of_game(self._game))
            case OptionPicker(value=level, parent=SeatRow()) if level in STRENGTHS:
                return level_explanation(level, self.app.texts)
            case OptionPicker(parent=FormField(label=about)) if control.id != "count":
                quoted = {
                    value: say("new_game.quoted", value=control.labels.get(value, value))
                    for value in (control.value, *control.values)
                }
                value, usual = quoted.pop(control.value), control.usual
                if control.value == usual:
                    others = tuple(quoted.values())
                    return say("new_game.as_usual", about=about, usual=value, others=others)
                return say("new_game.instead", about=about, here=value, usual=quoted[usual])
        return ""

    def _count(self) -> int:
        return int(self.query_one("#count", OptionPicker).value)

    def _players(self) -> Sequence[Player]:
        return [row.player() for row in self.query(SeatRow) if row.number <= self._count()]

    @on(Input.Blurred)
    def _check(self) -> None:
        """Show at once what is wrong, or remove the complaint."""
        self._header()

    @on(Input.Changed)
    def _check_again(self) -> None:
        """Remove a complaint as soon as nothing is wrong any more."""
        if self.query_one("#complaint", Paragraph).words:
            self._header()

    def _header(self) -> Header | None:
        """The header of the form, or None with a complaint where it cannot be played."""
        complaint = self.query_one("#complaint", Paragraph)
        try:
            header = self._read()
        except (BadSetup, BadContent) as error:
            complaint.words = error.text(self.app.appearance.language)
            return None
        complaint.words = ""
        return header

    def _read(self) -> Header:
        undo, more = self.query_one("#undo", OptionPicker), self.more()
        assert isinstance(undo.parent, FormField)
        players = self._players()
        check_apart(players)
        levels = resolve_level([player.bot for player in players], self._game, more.get("seed"))
        return self.make_header(
            self._game,
            [replace(player, bot=level) for player, level in zip(players, levels, strict=True)],
            chosen(self),
            undo=next(policy for policy in POLICIES if policy == undo.value),
            **more,
        )

    def more(self) -> dict[str, Any]:
        """The values of the additional fields, as arguments of `make_header`."""
        return {}

    # ------------------------------------------------------------------ actions

    @on(Boxes.Opened)
    def open_box(self) -> None:
        """A click on the cover opens the box."""
        self.action_start()

    def action_start(self) -> None:
        """Begin to play."""
        # Enter may have been pressed twice
        header = self._header() if self.is_active else None
        if header is None:
            return
        on = self.query_one("#first", OptionPicker).value == "yes"
        if on != (self._box.id in self.app.settings.tips):
            self.app.change_settings(self.app.settings.with_tips(self._box.id, on=on))
        self.app.left_forms.pop(self._box.id, None)
        try:
            self.begin(header)
        except StorageError as error:
            self.app.complain(error)

    def begin(self, header: Header) -> None:
        """Open the new table in the place of the form."""
        raise NotImplementedError

    def action_leave(self) -> None:
        """Go back; what was set is there again at the next opening."""
        self.app.left_forms.pop(self._box.id, None)
        if (values := self._values()) != self._values_at_first:
            self.app.left_forms[self._box.id] = values
        super().action_leave()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the lessons of a game that has some."""
        if action == "learn":
            return self._has_lessons
        return super().check_action(action, parameters)

    def action_learn(self) -> None:
        """Open the lessons of the game."""
        self.app.open_learn(self._box)

    def action_rules(self) -> None:
        """Open the rules of the game."""
        self.app.open_rules(self._game.id)
