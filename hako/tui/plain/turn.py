"""One person's choice: what is asked, what may be chosen, and everything else one may want to know."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from hako.engine.bots.advice import Advice, advise, noted, prospects_of, reason_for, searched
from hako.engine.bots.bot import Observation, question
from hako.engine.bots.chances import is_measured
from hako.engine.bots.search import Search
from hako.engine.content.rulebook import UnknownClause
from hako.engine.lessons.guide import Guide
from hako.engine.log.table import CannotUndo, Table
from hako.engine.rules.folds import folded, numbered
from hako.engine.rules.play import legal_actions
from hako.engine.rules.vocabulary import Choice, Seat, Viewer
from hako.engine.transcript.clocks import left_in_words
from hako.engine.transcript.figures import Running
from hako.engine.transcript.moments import passing
from hako.engine.transcript.since import News, since
from hako.engine.transcript.telling import goal, placed, standing
from hako.engine.words.note import Note
from hako.engine.words.numbers import number_in
from hako.tui.plain.advisor import Advisor
from hako.tui.plain.lines import Lines

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_MANY = 1_000_000
"""No choice has such a number."""

LOG_RECORDS = 10
"""How many records `l` tells."""


class Turn:
    """Asks one seat until the table has moved on, by its choice or otherwise."""

    def __init__(
        self,
        table: Table[Any],
        seat: Seat,
        lines: Lines,
        advisor: Advisor,
        guide: Guide | None = None,
        thought: float = 0.0,
    ) -> None:
        """Make the turn; so many seconds are thought about a hint after its first word."""
        self._advisor = advisor
        self.table = table
        self._thought = thought
        self._guide = guide
        self.seat = seat
        self.lines = lines
        self.line = table.line
        self.actions = legal_actions(table.view(seat), seat)
        self._folds = folded(self.actions)
        self._numbered = numbered(self._folds)
        self._commands: dict[str, Callable[[], None]] = {
            "u": self.undo,
            "r": self.redo,
            "h": self.hint,
            "a": self.advisor,
            "l": self.log,
            "p": self.position,
            "w": self.since,
            "?": self.help,
            "": self.repeat,
        }

    def take(self) -> None:
        """Ask, and do what is answered. Raises Left, MovedOn, StoreFailed."""
        self.show()
        if (left := self.table.left(self.seat)) is not None:
            grace = self.table.clocks.grace
            self.lines.write(left_in_words(self.lines.texts, left, grace))
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
                self._advisor.note_choice(action)
                self.table.play(self.seat, action, self.line)
        elif parts := [its for its in self._numbered if its.startswith(f"{number}.")]:
            self._list(parts)
        else:
            self.lines.say("no_such_number", number=number, last=len(self._folds))

    def _is_held_back(self, action: Any) -> bool:
        """Whether an action does not go on in the lesson; says why."""
        if (guide := self._guide) is None:
            return False
        if answer := guide.answer_to(action):
            self.lines.say("lesson_answer", answer=answer.say.say(self.lines.texts.language))
        elif not guide.goes_on(action):
            self.lines.say("lesson_not_now")
        else:
            return False
        return True

    def repeat(self) -> None:
        """Say all again that is said once alone."""
        self.lines.forget()
        self.show()

    def show(self) -> None:
        """Say what is asked and what may be chosen."""
        if self._guide is not None:
            self.lines.teach(self._guide)
        view = self.table.view(self.seat)
        step = view.agenda[-1]
        self.lines.write(self.lines.texts.tell(step))
        if its := goal(self.table.game, view, self.seat, self.lines.texts):
            self.lines.write(its)
        self._advisor.weigh(self.seat)
        self._list_folded()
        self._list_refused(step.refused(view) if isinstance(step, Choice) else ())

    def search(self, words: str) -> None:
        """List the actions in whose sentence the words occur."""
        tell = self.lines.texts.tell
        found = [its for its, action in self._numbered.items() if words in tell(action).casefold()]
        if found:
            self._list(found)
        else:
            self.lines.say("not_found", words=words)

    def undo(self) -> None:
        """Take back the last choice made at this keyboard, with the others' consent if needed."""
        by = self._last_person()
        if self._guide is not None and self._guide.step is not None and self._guide.is_at_start:
            self.lines.say("no_undo_nothing")
        elif by is not None and self.table.undo_is(by) == "consent":
            self._go(lambda *_: self._ask_others(by), by, "undo")
        else:
            self._go(self.table.undo, by, "undo")

    def redo(self) -> None:
        """Go forward again."""
        may = (seat for seat in self._people() if self.table.forward(seat) is not None)
        self._go(self.table.redo, next(may, None), "redo")

    def hint(self) -> None:
        """Say what goes on in the lesson; else what a bot would do here."""
        asked, chance = question(self.table, self.seat)
        if self._guide and (action := self._guide.onward(self.actions)) is not None:
            said = noted(asked, action, self.lines.texts)
            self.lines.say("lesson_hint", number=self._number(action), action=said)
            return
        advice = advise(asked, chance)
        self._tell_hint(advice, asked)
        if self._thought and advice.other is not None and is_measured(asked.game):
            found = searched(asked, Search(seconds=self._thought).think(asked, chance))
            if found.action != advice.action:
                self._tell_hint(found, asked)
            told = prospects_of(found, self.lines.texts)
            best = [f"{self._number(its)}. {chance}" for its, chance in told]
            self.lines.say("prospects", seconds=f"{self._thought:g}", best=best)

    def _number(self, action: Any) -> str:
        """What is typed for an action."""
        return next(number for number, its in self._numbered.items() if its == action)

    def _tell_hint(self, advice: Advice, asked: Observation) -> None:
        number = self._number(advice.action)
        self.lines.say("hint", number=number, action=noted(asked, advice.action, self.lines.texts))
        if why := reason_for(advice, asked, self.lines.texts):
            self.lines.write(why)

    def advisor(self) -> None:
        """Let the advisor speak, or be silent."""
        on = not self._advisor.speaks
        self._advisor.switch(on=on)
        self.lines.say("advisor_speaks" if on else "advisor_silent")
        self._advisor.weigh(self.seat)

    def log(self) -> None:
        """Tell the last records again."""
        running = Running(self.table, self.seat, self.lines.texts)
        for moment in self.table.path()[-LOG_RECORDS:]:
            moments = passing(self.table, moment, self.seat, self.lines.texts)
            self.lines.tell(running.said(moment), moments)

    def since(self) -> None:
        """Tell what others did since the seat's last turn."""
        texts = self.lines.texts
        told = since(self.table, self.seat, texts, again=True)
        for news in told or [News(texts.say("since.nothing"))]:
            who = "" if news.seat is None else texts.term("seat", news.seat)
            self.lines.write(f"{who}: {news.sentence}" if who else news.sentence)

    def position(self) -> None:
        """Say how the table stands."""
        tell_position(self.table, self.seat, None, self.lines)

    def help(self) -> None:
        """Name the commands, and the rule that applies."""
        self.lines.say("help")
        view = self.table.view(self.seat)
        step = view.agenda[-1]
        book = self.lines.glossary.rulebook
        if step.clause and book is not None:
            try:
                clause = book.clause(step.cites(view))
            except UnknownClause:  # a card that its owner added
                clause = book.clause(step.clause)
            self.lines.write(f"{clause.id}: {clause.text}")

    def _list_refused(self, refused: Iterable[tuple[Any, Note]]) -> None:
        """What may not be chosen now, each reason once."""
        texts = self.lines.texts
        by_reason: dict[str, list[str]] = {}
        for action, reason in refused:
            by_reason.setdefault(texts.note(reason), []).append(texts.tell(action))
        for told, actions in by_reason.items():
            self.lines.say("refused", actions=actions, reason=told)

    def _list_folded(self) -> None:
        """All that may be chosen; where many begin alike, how they begin."""
        for number, fold in enumerate(self._folds, start=1):
            if fold.first is None:
                self._tell_action(f"{number}", fold.actions[0])
                continue
            first, note = self.lines.texts.note(fold.first), self._note(fold.actions[0])
            remarks = self._remarks(note, *fold.actions)
            remarks += [self.lines.texts.say("plain.fold", number=number, count=len(fold.actions))]
            self.lines.say("action_remarks", number=number, action=first, remarks=remarks)
            self.lines.explain(fold.actions[0], note)

    def _list(self, numbers: Iterable[str]) -> None:
        for number in numbers:
            self._tell_action(number, self._numbered[number])

    def _tell_action(self, number: str, action: Any) -> None:
        finality, note = self.table.finality(self.seat, action), self._note(action)
        remarks = self._remarks(note, action)
        remarks += [self.lines.texts.say(f"plain.final_{finality}")] if finality else []
        told = self.lines.texts.tell(action)
        key = "action_remarks" if remarks else "action"
        self.lines.say(key, number=number, action=told, remarks=remarks)
        self.lines.explain(action, note)

    def _note(self, action: Any) -> Note | None:
        return self.table.game.note(self.table.view(self.seat), self.seat, action)

    def _remarks(self, note: Note | None, *actions: Any) -> list[str]:
        """What the first one pays, and whether a lesson points at one of them."""
        remarks = [self.lines.texts.note(note)] if note else []
        if self._guide is not None and any(map(self._guide.points_at, actions)):
            remarks += [self.lines.texts.say("plain.pointed")]
        return remarks

    def _last_person(self) -> Seat | None:
        people = self._people()
        choices = (moment.record.seat for moment in reversed(self.table.path()))
        return next((seat for seat in choices if seat in people), None)

    def _people(self) -> list[Seat]:
        """The seats around this keyboard."""
        return [seat for seat, player in enumerate(self.table.players) if not player.bot]

    def _go(self, move: Callable[[Seat | None, int], None], by: Seat | None, what: str) -> None:
        try:
            move(by, self.line)
        except CannotUndo as error:
            self.lines.say(f"no_{what}_{error.reason}", **error.values)
        else:
            self.lines.say(what)

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


def tell_position(table: Table[Any], viewer: Viewer, moment: int | None, lines: Lines) -> None:
    """Say how the table stands, now or at a moment, as the viewer may know it."""
    for note in table.game.describe(table.view(viewer, moment), viewer):
        lines.write(lines.texts.note(note))
    if table.outcome is None or moment is not None:
        lines.say("standing")
    tell_standing(table, viewer, moment, lines)


def tell_standing(table: Table[Any], viewer: Viewer, moment: int | None, lines: Lines) -> None:
    """Say who has how many points, and where they come from."""
    for its in standing(table.game, table.view(viewer, moment), lines.texts):
        lines.write(placed(its, lines.texts))
