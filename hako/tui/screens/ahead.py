"""Answers in advance: what one may say before one is asked, and what one has said."""

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

from hako.engine.people.ahead import LOST, Answer, said_in, told
from hako.engine.people.room import Room, Visitor
from hako.engine.rules.vocabulary import Action
from hako.engine.words.text import Texts
from hako.tui.apps.lobby import LobbyApp
from hako.tui.looks.symbols import SYMBOLS
from hako.tui.screens.dialog import HakoDialog
from hako.tui.widgets.prose import Prose


class AheadScreen(HakoDialog[None]):
    """All that waits, all that may be said, and what came of the rest."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("v", "leave", show=False)]
    DEFAULT_CSS = """
    AheadScreen > Vertical {
        width: 72; max-width: 96%; height: auto; max-height: 90%;
        padding: 1 2; background: $surface;
    }
    AheadScreen #title { color: $accent; text-style: bold; margin-bottom: 1; }
    AheadScreen OptionList {
        height: auto; max-height: 1fr; padding: 0; border: none; background: $surface;
    }
    AheadScreen #about { margin-top: 1; color: $muted; }
    """

    app = getters.app(LobbyApp)

    def __init__(self, room: Room, visitor: Visitor, words: Texts) -> None:
        """Those of a visitor; `words` are the table's."""
        super().__init__()
        self.room, self.visitor = room, visitor
        self._words = words
        self._deeds: list[Callable[[], None]] = []
        """What the lines do, by their numbers."""

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(id="title", markup=False)
            yield OptionList(compact=True, markup=False)
            yield Prose(id="about")

    def speak(self) -> None:
        self.renew()

    def renew(self) -> None:
        """Show what there is now; while it is being made there is nothing to show it in."""
        if not self.query("#title"):
            return
        options = self.query_exactly_one(OptionList)
        here, lines = options.highlighted, [*self._options()]
        options.set_options(lines)
        ways = [at for at, line in enumerate(lines) if not line.disabled]
        options.highlighted = here if here in ways else next(iter(ways), None)
        say = self.app.texts.say
        self.query_one("#title", Static).update(say("ahead.title"))
        self.query_one("#about", Prose).words = say("ahead.about" if ways else "ahead.nothing")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Leave that answer, or take it back."""
        self.app.attempt(self._deeds[int(str(event.option_id))])
        self.renew()

    def on_unmount(self) -> None:
        """What was lost has been read."""
        self.app.attempt(partial(self.room.note_read, self.visitor))

    def _options(self) -> Iterator[Option]:
        room, visitor, words = self.room, self.visitor, self._words
        waiting = {(its.question, its.action): its for its in room.ahead.of(visitor)}
        self._deeds = []
        for its in [its for its in waiting.values() if its.fate in LOST]:
            del waiting[its.question, its.action]
            yield self._heading(lost_in_words(room, its, self.app.texts, words))
        for offer in room.ahead.offers(visitor):
            yield self._heading(words.tell(offer.question))
            for action in offer.actions:
                this = told(offer.question), told(action)
                if this in waiting:
                    yield self._line(action, partial(room.withdraw, waiting.pop(this)), given=True)
                else:
                    give = partial(room.answer, visitor, offer.question, action)
                    yield self._line(action, give, given=False)
        for its in waiting.values():  # it is asked just now
            if (said := said_in(room.table.game, its)) is not None:
                yield self._line(said, partial(room.withdraw, its), given=True)

    def _heading(self, words: str) -> Option:
        return Option(SYMBOLS[self.app.look.symbols].spell(words), disabled=True)

    def _line(self, action: Action, deed: Callable[[], None], *, given: bool) -> Option:
        self._deeds.append(deed)
        symbols = SYMBOLS[self.app.look.symbols]
        mark = symbols.yes if given else " "
        words = symbols.spell(self._words.tell(action))
        return Option(f" {mark} {words}", id=str(len(self._deeds) - 1))


def lost_in_words(room: Room, lost: Answer, texts: Texts, words: Texts) -> str:
    """What was not carried out, and why; `words` are the table's."""
    said, why = said_in(room.table.game, lost), texts.say(f"ahead.{lost.fate}")
    return texts.say("ahead.lost", action=words.tell(said) if said else None, why=why)


def ahead_in_words(room: Room, visitor: Visitor, texts: Texts, words: Texts) -> str:
    """What somebody said in advance, in short, and the key for it."""
    mine = room.ahead.of(visitor)
    if any(each.fate in LOST for each in mine):
        return texts.say("ahead.is_lost")
    said = [said_in(room.table.game, each) for each in mine]
    told = [words.tell(action) for action in said if action is not None]
    if len(told) > 1:
        return texts.say("ahead.several", count=len(told))
    return texts.say("ahead.waits", action=told[0]) if told else texts.say("ahead.key")
