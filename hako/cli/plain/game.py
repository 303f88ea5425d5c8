"""A game as lines of text: events, questions, and numbered actions to choose from."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

from hako.cli.plain.console import Console, InputClosed
from hako.cli.plain.tips import PlainTips
from hako.cli.plain.turn import PlainTurn, print_position, print_standing
from hako.engine.bots.observation import observation_of
from hako.engine.bots.worker_pool import think
from hako.engine.lessons.lesson import following
from hako.engine.lessons.session import guide_of
from hako.engine.log.history import History, StaleTable
from hako.engine.log.storage_errors import StorageError
from hako.engine.rules.model import Seat
from hako.engine.rules.preview import only_move
from hako.engine.transcript.highlights import highlights
from hako.engine.transcript.recap import account_text, is_due, since
from hako.engine.transcript.record_sentences import RecordSentences
from hako.multiplayer.accounts.settings import Settings
from hako.tui.saved_games import resume_argument


class PlainGame:
    """Plays a table on stdin and stdout until it is over or its players leave."""

    def __init__(
        self,
        table: History[Any],
        lines: Console,
        settings: Settings,
        keep: Callable[[Settings], None] = lambda _: None,
    ) -> None:
        """Make the game, as the settings have it; `keep` hears of those that change."""
        self._thought = settings.thought
        self.table = table
        self._guide = guide_of(table)
        self._tips = PlainTips(table, lines, settings, keep, self._guide)
        self.lines = lines
        people = [seat for seat, player in enumerate(table.players) if player.bot is None]
        self._reader = people[0] if len(people) == 1 else None
        """The seat at the keyboard."""
        self._people = people
        self._told = self._guide.lesson.moves if self._guide else -1
        """The last moment that the reader was told of; a lesson lays its table untold."""
        self._told_before: dict[Seat | None, int] = {}
        if self._guide and self._guide.lesson.tips and self._guide.step:
            self._tips.switch(on=True)

    def run(self) -> None:
        """Play. Whoever leaves, or whose input ends, finds the game saved."""
        try:
            self._greet()
            while self.table.waiting() or self._is_to_be_read:
                self._go_on()
            self._print_news()
            self._finish()
        except InputClosed:
            self._say_saved()

    def _greet(self) -> None:
        """Print the game's name; in a lesson its subject, and then the position."""
        guide, print_text = self._guide, self.lines.print_text
        if guide is None or guide.step is None:
            print_text("greeting", game=self.lines.title)
        else:
            title = guide.lesson.title.text(self.lines.texts.language)
            print_text("lesson_greeting", game=self.lines.title, lesson=title)
        if self._is_to_be_read:
            self._read_on()
        if guide is not None:
            print_position(self.table, self._reader, None, self.lines)

    def _go_on(self) -> None:
        try:
            if self._is_to_be_read:
                self._read_on()
                return
            seat = self._next()
            if level := self.table.players[seat].bot:
                reply = self._guide.reply(seat) if self._guide else None
                self.table.play(seat, reply or think(level, *observation_of(self.table, seat)))
                self._print_news()
            else:
                self._hand_over(seat)
                self._print_news()
                self._sum_up(seat)
                self._take_turn(seat)
        except StaleTable:
            self.lines.print_text("moved_on")
        except StorageError as error:
            self._try_again(error)

    def _take_turn(self, seat: Seat) -> None:
        """Do the only move where that is wanted, but not after an undo: it would undo that."""
        is_wanted = self._tips.settings.autoplay_forced and self._guide is None
        forced = only_move(self.table.view(seat), seat) if is_wanted else None
        if forced is not None and self.table.forward(seat) is None:
            self.table.play(seat, forced)
        else:
            PlainTurn(self.table, seat, self.lines, self._tips, self._guide, self._thought).take()

    @property
    def _is_to_be_read(self) -> bool:
        return self._guide is not None and self._guide.waits_for_reader

    def _read_on(self) -> None:
        """Say a text of the lesson that nothing is to be done at."""
        assert self._guide is not None, "there is something to be read"
        self._print_news()
        self.lines.teach(self._guide)
        if self._guide.is_at_end:
            self._tips.learn(self._guide.lesson.id)
            for sentence in self._guide.lesson.learnt:
                self.lines.write(f"- {sentence.text(self.lines.texts.language)}")
            key = "lesson_end" if following(self.table) else "last_lesson_end"
            self.lines.print_text(key, game=self.table.game.id)
        self.lines.ask("lesson_enter")
        self._guide.read_on()

    def _try_again(self, error: StorageError) -> None:
        """Wait until the reader has made room on the disk; leaving raises the error."""
        self.lines.write(error.text(self.lines.texts.language))
        try:
            self.lines.ask("try_again")
        except InputClosed:
            raise error from None

    def _next(self) -> Seat:
        """The seat that chooses next; of several, that of the person at the keyboard."""
        seats = self.table.waiting()
        return self._reader if self._reader in seats else seats[0]

    def _hand_over(self, seat: Seat) -> None:
        """Hand over to another person, without showing secrets to the others."""
        if seat == self._reader:
            return
        if self._has_secrets(seat) or self._has_secrets(self._reader):
            self._told_before[self._reader] = self._told
            self._told = self._told_before.get(seat, -1)
            self.lines.cover("hand_over", seat=seat)
        self._reader = seat

    def _has_secrets(self, seat: Seat | None) -> bool:
        return len(self._people) > 1 and self.table.view(seat) != self.table.view(None)

    def _print_news(self) -> None:
        running = RecordSentences(self.table, self._reader, self.lines.texts)
        for moment in self.table.path():
            if moment.number > self._told:
                self._told = moment.number
                moments = highlights(self.table, moment, self._reader, self.lines.texts)
                self.lines.print_lines(running.render(moment), moments)
                if moment.record.seat == self._reader:
                    self._tips.sum_up(moment)

    def _sum_up(self, seat: Seat) -> None:
        """Print the changes of counters since the seat's last choice, a line for each seat.

        Their causes were printed before.
        """
        texts = self.lines.texts
        news = since(self.table, seat, texts)
        sums = [item for item in news if item.is_sum]
        if not sums or self._guide is not None or not is_due(news, self._tips.settings.recap):
            return
        self.lines.write(texts.text("since.title"))
        for owner, items in groupby(sums, key=lambda item: item.seat):
            changes = [
                item.sentence if item.account is None else account_text(item.account, texts)
                for item in items
            ]
            if owner is None:
                self.lines.write(" ".join(changes))
            else:
                self.lines.print_text("changes", seat=owner, changes=changes)

    def _finish(self) -> None:
        outcome = self.table.outcome
        if outcome is None:
            self.lines.print_text("open_seats")
            return
        self.lines.print_text("over", how=self.lines.texts.lazy_text(outcome.how))
        key = f"score.{outcome.counted}"
        if key in self.lines.texts:
            self.lines.print_text("counted", counted=self.lines.texts.text(key))
        print_standing(self.table, None, None, self.lines)
        self._say_saved()

    def _say_saved(self) -> None:
        if self.table.save is not None:
            key = "saved" if self.table.outcome is None else "saved_finished"
            self.lines.print_text(key, save=resume_argument(self.table.save))
