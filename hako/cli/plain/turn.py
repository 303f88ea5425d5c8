"""The turn of one person: the question, the numbered actions, and commands such as hint and undo."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from hako.cli.plain.console import Console
from hako.cli.plain.tips import PlainTips
from hako.engine.bots.advice import Advice, advise, estimates_of, noted, reason_for, searched
from hako.engine.bots.hint_search import HintSearch
from hako.engine.bots.observation import Observation, observation_of
from hako.engine.content.rulebook import UnknownClause
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.i18n.typed_numbers import number_in
from hako.engine.lessons.session import LessonSession
from hako.engine.log.history import History
from hako.engine.log.undo import CannotUndo
from hako.engine.rules.action_groups import group_actions, numbered
from hako.engine.rules.model import Choice, Seat, Viewer
from hako.engine.rules.play import legal_actions
from hako.engine.transcript.highlights import highlights
from hako.engine.transcript.ranking import placed, standing
from hako.engine.transcript.recap import RecapItem, since, upcoming
from hako.engine.transcript.record_sentences import RecordSentences
from hako.engine.transcript.sentences import goal
from hako.engine.transcript.threats_and_control import gravest
from hako.multiplayer.tables.clock_text import time_left_text
from hako.multiplayer.tables.table import SharedTable

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_MANY = 1_000_000
"""No choice has such a number."""

WARNING = "!"
"""The sign before a threat."""

LOG_RECORDS = 10
"""Number of records that `l` prints."""


class PlainTurn:
    """Asks one seat until the table has moved on, by its choice or otherwise."""

    def __init__(
        self,
        table: History[Any],
        seat: Seat,
        lines: Console,
        tips: PlainTips,
        guide: LessonSession | None = None,
        thought: float = 0.0,
    ) -> None:
        """`thought` is the time for a hint after its first answer, in seconds."""
        self._tips = tips
        self.table = table
        self._thought = thought
        self._guide = guide
        self.seat = seat
        self.lines = lines
        self.line = table.line
        self.actions = legal_actions(table.view(seat), seat)
        self._folds = group_actions(self.actions)
        self._numbered = numbered(self._folds)
        self._commands: dict[str, Callable[[], None]] = {
            "u": self.undo,
            "r": self.redo,
            "h": self.hint,
            "a": self.switch_tips,
            "l": self.log,
            "p": self.position,
            "w": self.since,
            "n": self.unavailable,
            "?": self.help,
            "": self.repeat,
        }

    def take(self) -> None:
        """Ask, and carry out the answer. Raises InputClosed, StaleTable, StorageError."""
        self.show()
        table = self.table
        if isinstance(table, SharedTable) and (left := table.left(self.seat)) is not None:
            self.lines.write(time_left_text(self.lines.texts, left, table.clocks.grace))
        while self.table.line == self.line:
            words = self.lines.ask("question").casefold()
            if words in self._commands:
                self._commands[words]()
            elif _NUMBER.fullmatch(words):
                parts = (number_in(digits, _MANY) for digits in words.split("."))
                self.choose(".".join(map(str, parts)))
            elif not self.lines.look_up(words):
                self.search(words)

    def choose(self, number: str) -> None:
        """Play the action of that number, or list those that begin so."""
        if number in self._numbered:
            action = self._numbered[number]
            if not self._is_held_back(action):
                self._tips.note_choice(action)
                self.table.play(self.seat, action, self.line)
        elif parts := [part for part in self._numbered if part.startswith(f"{number}.")]:
            self._list(parts)
        else:
            self.lines.print_text("no_such_number", number=number, last=len(self._folds))

    def _is_held_back(self, action: Any) -> bool:
        """True if the lesson does not allow an action; prints the reason."""
        if (guide := self._guide) is None:
            return False
        if answer := guide.answer_to(action):
            self.lines.print_text(
                "lesson_answer", answer=answer.say.text(self.lines.texts.language)
            )
        elif not guide.goes_on(action):
            self.lines.print_text("lesson_not_now")
        else:
            return False
        return True

    def repeat(self) -> None:
        """Say all again that is said once alone."""
        self.lines.forget()
        self.show()

    def show(self) -> None:
        """Print the question and the actions."""
        if self._guide is not None:
            self.lines.teach(self._guide)
        view = self.table.view(self.seat)
        step = view.agenda[-1]
        self.lines.write(self.lines.texts.render(step))
        if sentence := goal(self.table.game, view, self.seat, self.lines.texts):
            self.lines.write(sentence)
        threat = gravest(self.table.game, view, self.seat) if self._guide is None else None
        if threat is not None:
            self.lines.write(f"{WARNING} {self.lines.texts.lazy_text(threat.text)}")
        self._tips.weigh(self.seat)
        self._list_folded()

    def search(self, words: str) -> None:
        """List the actions in whose sentence the words occur."""
        tell = self.lines.texts.render
        numbers = [
            number for number, action in self._numbered.items() if words in tell(action).casefold()
        ]
        if numbers:
            self._list(numbers)
        else:
            self.lines.print_text("not_found", words=words)

    def undo(self) -> None:
        """Take back the last choice made at this keyboard, with the others' consent if needed."""
        by = self._last_person()
        if self._guide is not None and self._guide.step is not None and self._guide.is_at_start:
            self.lines.print_text("no_undo_nothing")
        elif by is not None and self.table.undo_is(by) == "consent":
            self._go(lambda *_: self._ask_others(by), by, "undo")
        else:
            self._go(self.table.undo, by, "undo")

    def redo(self) -> None:
        """Go forward again."""
        may = (seat for seat in self._people() if self.table.forward(seat) is not None)
        self._go(self.table.redo, next(may, None), "redo")

    def hint(self) -> None:
        """Print the action that continues the lesson, or what a bot would do here."""
        asked, chance = observation_of(self.table, self.seat)
        if self._guide and (action := self._guide.onward(self.actions)) is not None:
            sentence = noted(asked, action, self.lines.texts)
            self.lines.print_text("lesson_hint", number=self._number(action), action=sentence)
            return
        advice = advise(asked, chance)
        goes_on = bool(self._thought) and not advice.is_final
        self._print_hint(replace(advice, goes_on=goes_on), asked)
        if goes_on:
            advice = searched(asked, HintSearch(self._thought).think(asked, chance))
            self._print_hint(advice, asked)
            if estimates := estimates_of(advice, self.lines.texts):
                best = [f"{self._number(action)}. {percent}" for action, percent in estimates]
                self.lines.print_text("prospects", seconds=f"{self._thought:g}", best=best)

    def _number(self, action: Any) -> str:
        """The number that is typed for an action."""
        return next(number for number, candidate in self._numbered.items() if candidate == action)

    def _print_hint(self, advice: Advice, asked: Observation) -> None:
        number = self._number(advice.action)
        self.lines.print_text(
            "hint", number=number, action=noted(asked, advice.action, self.lines.texts)
        )
        if why := reason_for(advice, asked, self.lines.texts):
            self.lines.write(why)

    def switch_tips(self) -> None:
        """Turn hints before choices on or off."""
        on = not self._tips.speaks
        self._tips.switch(on=on)
        self.lines.print_text("tips_on" if on else "tips_off")
        self._tips.weigh(self.seat)

    def log(self) -> None:
        """Tell the last records again."""
        running = RecordSentences(self.table, self.seat, self.lines.texts)
        for moment in self.table.path()[-LOG_RECORDS:]:
            moments = highlights(self.table, moment, self.seat, self.lines.texts)
            self.lines.print_lines(running.render(moment), moments)

    def since(self) -> None:
        """Print the choices of others since the seat's last turn."""
        texts = self.lines.texts
        items = since(self.table, self.seat, texts, again=True)
        items = items or [
            RecapItem(texts.text("since.nothing")),
            *upcoming(self.table, self.seat, texts),
        ]
        for news in items:
            if news.about == "past" and news.seat is not None:
                self.lines.write(f"{texts.term('seat', news.seat)}: {news.sentence}")
            else:
                sign = f"{WARNING} " if news.about == "threat" else ""
                self.lines.write(f"{sign}{news.sentence}")

    def unavailable(self) -> None:
        """Print the actions that cannot be chosen now, grouped by reason."""
        texts, view = self.lines.texts, self.table.view(self.seat)
        step = view.agenda[-1]
        by_reason: dict[str, list[str]] = {}
        for action, reason in step.refused(view) if isinstance(step, Choice) else ():
            by_reason.setdefault(texts.lazy_text(reason), []).append(texts.render(action))
        for sentence, actions in by_reason.items():
            self.lines.print_text("refused", actions=actions, reason=sentence)
        if not by_reason:
            self.lines.print_text("none_refused")

    def position(self) -> None:
        """Say how the table stands."""
        print_position(self.table, self.seat, None, self.lines)

    def help(self) -> None:
        """Name the commands, and the rule that applies."""
        self.lines.print_text("help")
        view = self.table.view(self.seat)
        step = view.agenda[-1]
        book = self.lines.glossary.rulebook
        if step.clause and book is not None:
            try:
                clause = book.clause(step.cites(view))
            except UnknownClause:  # a card that its owner added
                clause = book.clause(step.clause)
            self.lines.write(f"{clause.id}: {clause.text}")

    def _list_folded(self) -> None:
        """All that may be chosen; where many begin alike, how they begin."""
        for number, fold in enumerate(self._folds, start=1):
            if fold.first is None:
                self._print_action(f"{number}", fold.actions[0])
                continue
            first, note = self.lines.texts.lazy_text(fold.first), self._note(fold.actions[0])
            remarks = self._remarks(note, *fold.actions)
            remarks += [self.lines.texts.text("plain.fold", number=number, count=len(fold.actions))]
            self.lines.print_text("action_remarks", number=number, action=first, remarks=remarks)
            self.lines.explain(fold.actions[0], note)

    def _list(self, numbers: Iterable[str]) -> None:
        for number in numbers:
            self._print_action(number, self._numbered[number])

    def _print_action(self, number: str, action: Any) -> None:
        finality, note = self.table.finality(self.seat, action), self._note(action)
        remarks = self._remarks(note, action)
        remarks += [self.lines.texts.text(f"plain.final_{finality}")] if finality else []
        sentence = self.lines.texts.render(action)
        key = "action_remarks" if remarks else "action"
        self.lines.print_text(key, number=number, action=sentence, remarks=remarks)
        self.lines.explain(action, note)

    def _note(self, action: Any) -> LazyText | None:
        return self.table.game.action_note(self.table.view(self.seat), self.seat, action)

    def _remarks(self, note: LazyText | None, *actions: Any) -> list[str]:
        """Remarks on a group of actions: the note on the first, and a mark if a lesson points at one."""
        remarks = [self.lines.texts.lazy_text(note)] if note else []
        if self._guide is not None and any(map(self._guide.points_at, actions)):
            remarks += [self.lines.texts.text("plain.pointed")]
        return remarks

    def _last_person(self) -> Seat | None:
        people = self._people()
        choices = (moment.record.seat for moment in reversed(self.table.path()))
        return next((seat for seat in choices if seat in people), None)

    def _people(self) -> list[Seat]:
        """The seats around this keyboard."""
        return [seat for seat, player in enumerate(self.table.players) if not player.bot]

    def _go(self, move: Callable[[Seat | None, int], None], by: Seat | None, command: str) -> None:
        try:
            move(by, self.line)
        except CannotUndo as error:
            self.lines.print_text(f"no_{command}_{error.reason}", **error.values)
        else:
            self.lines.print_text(command)

    def _ask_others(self, by: Seat) -> None:
        """Take back if all others agree; who is not at this keyboard cannot. Raises CannotUndo."""
        target = self.table.undo_target(by)
        self.table.ask(by)
        for seat in self._people():
            if self.table.request is not None and seat != by:
                answer = self.lines.ask("agree", seat=seat, by=by)
                self.table.answer(seat, yes=answer.casefold() == "y")
        if self.table.head != target:
            self.table.answer(by, yes=False)
            raise CannotUndo("consent")


def print_position(table: History[Any], viewer: Viewer, moment: int | None, lines: Console) -> None:
    """Say how the table stands, now or at a moment, as the viewer may know it."""
    for note in table.game.describe(table.view(viewer, moment), viewer):
        lines.write(lines.texts.lazy_text(note))
    if table.outcome is None or moment is not None:
        lines.print_text("standing")
    print_standing(table, viewer, moment, lines)


def print_standing(table: History[Any], viewer: Viewer, moment: int | None, lines: Console) -> None:
    """Say who has how many points, and where they come from."""
    for row in standing(table.game, table.view(viewer, moment), lines.texts):
        lines.write(placed(row, lines.texts))
