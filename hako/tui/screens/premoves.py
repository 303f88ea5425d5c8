"""Premoves: the options of a player who is not asked yet, and the premoves chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.rules.model import Action
from hako.multiplayer.accounts.users import User
from hako.multiplayer.tables.premoves import LOST, Premove, decoded_action, json_text
from hako.multiplayer.tables.room import Room
from hako.tui.apps.lobby import LobbyApp
from hako.tui.screens.dialog import Dialog
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.widgets.paragraph import Paragraph


class PremoveDialog(Dialog[None]):
    """The waiting premoves, the options for more, and the outcomes of the cancelled ones."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("v", "leave", show=False)]
    DEFAULT_CSS = """
    PremoveDialog > Vertical {
        width: 72; max-width: 96%; height: auto; max-height: 90%;
        padding: 1 2; background: $surface;
    }
    PremoveDialog #title { color: $accent; text-style: bold; margin-bottom: 1; }
    PremoveDialog OptionList {
        height: auto; max-height: 1fr; padding: 0; border: none; background: $surface;
    }
    PremoveDialog #about { margin-top: 1; color: $muted; }
    """

    app = getters.app(LobbyApp)

    def __init__(self, room: Room, visitor: User, words: Catalogue) -> None:
        """Make the dialog of a visitor; `words` are the table's."""
        super().__init__()
        self.room, self.visitor = room, visitor
        self._words = words
        self._commands: list[Callable[[], None]] = []
        """The commands of the lines, by their numbers."""

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(id="title", markup=False)
            yield OptionList(compact=True, markup=False)
            yield Paragraph(id="about")

    def retranslate(self) -> None:
        self.renew()

    def renew(self) -> None:
        """Update the lines; does nothing before the dialog is composed."""
        if not self.query("#title"):
            return
        options = self.query_exactly_one(OptionList)
        highlighted, lines = options.highlighted, [*self._options()]
        options.set_options(lines)
        ways = [at for at, line in enumerate(lines) if not line.disabled]
        options.highlighted = highlighted if highlighted in ways else next(iter(ways), None)
        say = self.app.texts.text
        self.query_one("#title", Static).update(say("ahead.title"))
        self.query_one("#about", Paragraph).words = say("ahead.about" if ways else "ahead.nothing")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Give that premove, or withdraw it."""
        self.app.attempt(self._commands[int(str(event.option_id))])
        self.renew()

    def on_unmount(self) -> None:
        """Mark the lost premoves as read."""
        self.app.attempt(partial(self.room.note_read, self.visitor))

    def _options(self) -> Iterator[Option]:
        room, visitor, words = self.room, self.visitor, self._words
        waiting = {
            (premove.question, premove.action): premove for premove in room.premoves.of(visitor)
        }
        self._commands = []
        for premove in [premove for premove in waiting.values() if premove.fate in LOST]:
            del waiting[premove.question, premove.action]
            yield self._heading(lost_premove_text(room, premove, self.app.texts, words))
        for offer in room.premoves.options(visitor):
            yield self._heading(words.render(offer.question))
            for action in offer.actions:
                this = json_text(offer.question), json_text(action)
                if this in waiting:
                    yield self._line(action, partial(room.withdraw, waiting.pop(this)), given=True)
                else:
                    give = partial(room.answer, visitor, offer.question, action)
                    yield self._line(action, give, given=False)
        for premove in waiting.values():  # it is asked just now
            if (chosen := decoded_action(room.table.game, premove)) is not None:
                yield self._line(chosen, partial(room.withdraw, premove), given=True)

    def _heading(self, words: str) -> Option:
        return Option(SYMBOLS[self.app.appearance.symbols].spell(words), disabled=True)

    def _line(self, action: Action, command: Callable[[], None], *, given: bool) -> Option:
        self._commands.append(command)
        symbols = SYMBOLS[self.app.appearance.symbols]
        mark = symbols.yes if given else " "
        words = symbols.spell(self._words.render(action))
        return Option(f" {mark} {words}", id=str(len(self._commands) - 1))


def lost_premove_text(room: Room, lost: Premove, texts: Catalogue, words: Catalogue) -> str:
    """The text about a premove that was cancelled, and the reason; `words` are the table's."""
    action, why = decoded_action(room.table.game, lost), texts.text(f"ahead.{lost.fate}")
    return texts.text("ahead.lost", action=words.render(action) if action else None, why=why)


def premove_row_text(room: Room, visitor: User, texts: Catalogue, words: Catalogue) -> str:
    """The premoves of a user in short, and the key for them."""
    premoves = room.premoves.of(visitor)
    if any(premove.fate in LOST for premove in premoves):
        return texts.text("ahead.is_lost")
    actions = [decoded_action(room.table.game, premove) for premove in premoves]
    sentences = [words.render(action) for action in actions if action is not None]
    if len(sentences) > 1:
        return texts.text("ahead.several", count=len(sentences))
    return texts.text("ahead.waits", action=sentences[0]) if sentences else texts.text("ahead.key")
