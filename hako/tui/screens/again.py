"""Trying again: a game that is over is played on from a choice in it, in a save of its own."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from hako.engine.log.anew import may_be_tried
from hako.engine.log.records import BadLog
from hako.engine.log.store import StoreFailed
from hako.engine.log.table import Table
from hako.engine.rules.vocabulary import Seat, Viewer
from hako.tui.apps.app import TableApp
from hako.tui.apps.library import Library, word_for
from hako.tui.screens.dialogs import Question


class Again(Question):
    """Whether the unseen is dealt anew, or is as it was; or nothing is tried again."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "leave", "leave")]

    def action_leave(self) -> None:
        """Leave the game as it is."""
        self.dismiss()


def may_try_again(app: TableApp, table: Table[Any]) -> bool:
    """Whether there is somebody who can, and a place for the save."""
    header, people = table.header, [player for player in table.players if player.bot is None]
    is_own = table.save is not None and not header.is_shared and header.undo == "free"
    return table.outcome is not None and bool(people) and is_own and app.library is not None


def try_again(app: TableApp, table: Table[Any], moment: int, eyes: Viewer) -> None:
    """Ask how, and play on from the last choice up to a moment of the one through whose eyes one looks.

    Where that is nobody who chose, from that of whoever chose last.
    """
    library = app.library
    assert library is not None, "see may_try_again"
    if (found := _own_choice(table, moment, eyes)) is None:
        return
    choice, seat = found
    texts = app.texts_for(table.game, table.players, table.content)
    turn, _ = table.game.progress(table.view(None, choice))
    words = texts.say("again.question", seat=seat, across=texts.say("transcript.across"), turn=turn)

    def play_on(anew: bool | None) -> None:
        if anew is not None:
            _play_on(app, library, table, found, anew=anew)

    app.push_screen(Again(words, texts.say("again.anew"), texts.say("again.same")), play_on)


def _own_choice(table: Table[Any], moment: int, eyes: Viewer) -> tuple[int, Seat] | None:
    """The last choice up to a moment, or else the first after it, and whose it is."""
    people = [seat for seat, player in enumerate(table.players) if player.bot is None]
    seats = [seat for seat in people if seat == eyes] or people
    way = (*reversed(table.path(moment)), *table.path())
    choices = ((its.number, seat) for its in way for seat in seats if may_be_tried(its.state, seat))
    return next(choices, None)


def _play_on(
    app: TableApp, library: Library, table: Table[Any], choice: tuple[int, Seat], *, anew: bool
) -> None:
    """In the place of the screen that led here; below it the first game stays."""
    try:
        again = library.branch(table, *choice, anew=anew)
    except (BadLog, StoreFailed) as error:
        app.complain(error)
    else:
        assert again.save is not None, "a branch is a save"
        app.notify(app.texts.say("replay.branched", name=word_for(again.save)))
        app.switch_screen(app.table_screen(again))
