"""The base of the apps: all that screens of hako can ask for, here and over SSH.

It opens tables, lessons, replays and reviews, and has a worker pool for bots. On this computer the
app is a ShelfApp, with others a LobbyApp.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from textual import events
from textual.screen import Screen

from hako.content import Box, UnknownGame
from hako.engine import ENGINE
from hako.engine.i18n.catalogue import Catalogue, load_catalogue
from hako.engine.i18n.failure import Failure
from hako.multiplayer import MULTIPLAYER
from hako.tui import TUI
from hako.tui.apps.core_app import CoreApp, screen_class

if TYPE_CHECKING:  # the first frame does not wait for what only a game needs
    from hako.engine.lessons.lesson import Lesson
    from hako.engine.lessons.session import LessonSession
    from hako.engine.log.header import Player
    from hako.engine.log.history import History
    from hako.engine.review.job import ReviewJob
    from hako.engine.rules.game import Game
    from hako.engine.rules.model import Seat, Viewer
    from hako.tui.saved_games import SavedGames
    from hako.tui.statistics_counting import StatisticsRow

logger = logging.getLogger(__name__)


class EndsMotion(Protocol):
    """Something that moves until it is ended."""

    def end(self) -> None:
        """End it."""


class GameApp(CoreApp):
    """An app in which tables can be played."""

    _reviewing: ReviewJob | None = None
    """The review that runs, or ran last."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.motions: list[EndsMotion] = []
        """The motions of the open tables, which end at any key."""
        self.left_forms: dict[str, Sequence[str]] = {}
        """The values of changed forms of a new game that were left, by game."""

    @property
    def line_is_slow(self) -> bool:
        """True if the last frame has not left yet, or keys are echoed late; then nothing moves."""
        return False

    async def on_event(self, event: events.Event) -> None:
        """End what moves at a key, a click and another size, which then do what they do."""
        if isinstance(event, events.Key | events.MouseDown | events.Resize):
            for motion in self.motions:
                motion.end()
        await super().on_event(event)

    # ------------------------------------------------------------------ texts

    def texts_for(self, game: Game[Any], players: Sequence[Player], content: Any) -> Catalogue:
        """The game's sentences over those of the app, with the names of seats and cards."""
        from hako.engine.transcript.sentences import texts_for

        return texts_for(game, content, players, self.appearance.language, MULTIPLAYER, TUI)

    def texts_at(self, table: History[Any]) -> Catalogue:
        """The sentences of a table; in those of a lesson the learner is "you"."""
        texts = self.texts_for(table.game, table.players, table.content)
        if not table.header.lesson:
            return texts
        from hako.engine.lessons.session import guide_of

        guide = guide_of(table)
        return texts.addressing(guide.seat, texts.text("lesson.you")) if guide else texts

    def texts_of_game(self, game: Game[Any]) -> Catalogue:
        """The game's sentences without players: no names yet."""
        return load_catalogue(self.appearance.language, ENGINE, MULTIPLAYER, TUI, game.folder)

    def opens(self, box: Box) -> bool:
        """True if the game in a box can be opened; shows the reason if not."""
        try:
            self.shelf.load(box.id)
        except UnknownGame as error:
            self.complain(error)
            return False
        return True

    # ------------------------------------------------------------------ tables

    def open_table(self, table: History[Any], seats: Iterable[Seat] | None = None) -> None:
        """Open a table for these seats; by default for all its people."""
        self.clear_notifications()  # they would lie over the rows of this table
        self.push_screen(self.table_screen(table, seats))

    def table_screen(self, table: History[Any], seats: Iterable[Seat] | None = None) -> Screen[Any]:
        """The screen of a table, for these seats; by default for all its people."""
        if seats is None:
            seats = (seat for seat, player in enumerate(table.players) if player.bot is None)
        seats = tuple(seats)
        if table.header.lesson:
            from hako.engine.lessons.session import guide_of

            session = guide_of(table)
            if session is not None and seats == (session.seat,):
                return self._lesson_screen(session)
        screen: Screen[Any] = screen_class("table.local_play", "PlayScreen")(table, seats)
        return screen

    def _lesson_screen(self, session: LessonSession) -> Screen[Any]:
        screen: Screen[Any] = screen_class("table.lesson", "LessonScreen")(
            session.table, (session.seat,), session
        )
        return screen

    @property
    def library(self) -> SavedGames | None:
        """The saves on this computer; none where tables belong to a server."""
        return None

    def seats_to_try(self, table: History[Any]) -> Sequence[Seat]:
        """The seats whose choices may be retried here, from a table that is over."""
        header = table.header
        if self.library is None or table.save is None or header.is_shared or header.undo != "free":
            return ()
        return tuple(seat for seat, player in enumerate(table.players) if player.bot is None)

    def retry(self, table: History[Any], moment: int, seat: Seat, *, anew: bool) -> None:
        """Play on from a choice in a save of its own, in the place of the open screen."""
        from hako.engine.log.log_format import BadLog
        from hako.engine.log.storage_errors import StorageError
        from hako.tui.saved_games import resume_argument

        assert self.library is not None, "see seats_to_try"
        try:
            again = self.library.branch(table, moment, seat, anew=anew)
        except (BadLog, StorageError) as error:
            self.complain(error)
        else:
            assert again.save is not None, "a branch is a save"
            self.clear_notifications()  # they would lie over the rows of this table
            self.notify(self.texts.text("replay.branched", name=resume_argument(again.save)))
            self.switch_screen(self.table_screen(again))

    def first_ending(self, table: History[Any]) -> History[Any] | None:
        """The table of the game that was retried at this one, if it was and both are over."""
        return self.library.first_ending(table) if self.library else None

    # ------------------------------------------------------------------ learning

    def open_learn(self, box: Box | None = None) -> None:
        """Open the lessons, of the game in a box or of all."""
        self.push_screen(screen_class("lessons", "LessonsScreen")(box))

    def open_lesson(self, game: Game[Any], lesson: str, *, instead: bool = False) -> None:
        """Begin a lesson; with `instead`, in the place of the open screen."""
        from hako.engine.lessons.lesson import lessons_of
        from hako.engine.lessons.session import LessonSession

        self.clear_notifications()  # they would lie over the rows of this table
        chosen = lessons_of(game)[lesson]
        try:
            table = self.lesson_table(game, chosen)
        except Failure as error:
            self.complain(error)
            return
        screen = self._lesson_screen(LessonSession(table, chosen))
        if instead:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def lesson_table(self, game: Game[Any], lesson: Lesson) -> History[Any]:
        """A table at the beginning of a lesson, stored in the saves if there are any.

        Raises NoSuchMove, StorageError.
        """
        from hako.engine.lessons.lesson import begin

        create = self.library.store.create if self.library else None
        return begin(game, lesson, self.appearance.language, self.own_name, create)

    def learn(self, game_id: str, lesson: str) -> None:
        """Store that a lesson was played to its end."""
        self.change_settings(self.settings.with_lesson(game_id, lesson))

    def open_replay(self, table: History[Any], look: tuple[int, Seat] | None = None) -> None:
        """Open the replay of a game; `look` is the first position and its viewer."""
        self.clear_notifications()  # they would lie over the rows of this table
        self.push_screen(screen_class("table.replay", "ReplayScreen")(table, look=look))

    def open_review(self, table: History[Any]) -> None:
        """Open the review: the one that led here, or a new one over this screen."""
        if table.is_embargoed:
            self.complain(Failure("review_not_told"))
            return
        kind = screen_class("review", "ReviewScreen")
        if len(self.screen_stack) > 1 and isinstance(self.screen_stack[-2], kind):
            self.pop_screen()
        else:
            self.push_screen(kind(table))

    def review(self, table: History[Any]) -> ReviewJob:
        """The review of a table that is over; it runs until it is done or another one begins."""
        from hako.engine.review.job import ReviewJob

        job = self._reviewing
        if job is None or (job.table, job.head) != (table, table.head):
            self._reviewing = job = ReviewJob(table)
            self.run_worker(self._review(job), group="review", exclusive=True)
        return job

    async def _review(self, job: ReviewJob) -> None:
        from hako.engine.log.storage_errors import StorageError

        try:
            await job.continue_review(self.worker_pool, self.worker_pool.workers)
        except Exception:
            logger.exception("a game of %s could not be reviewed", job.table.game.id)
            self._reviewing = None
        finally:
            with suppress(StorageError):  # it is shown all the same, and computed again next time
                job.keep()

    def open_rules(self, game_id: str, clause: str = "") -> None:
        """Open a game's rules, at a clause if one is given."""
        self.push_screen(screen_class("rules", "RulesScreen")(game_id, clause))

    def open_export(self, table: History[Any], viewer: Viewer = None) -> None:
        """Open the export; not where the files would be the server's."""
        if self.library is not None:
            self.push_screen(screen_class("export", "ExportScreen")(table, viewer))

    def action_statistics(self) -> None:
        """Open the statistics."""
        self.push_screen(screen_class("statistics", "StatisticsScreen")())

    async def counted(self) -> StatisticsRow:
        """The content of the page of statistics. Raises StorageError."""
        raise NotImplementedError

    def may_rematch(self, table: History[Any]) -> bool:  # noqa: ARG002 - for apps that know how
        """True if the same game and seats can be played once more from here."""
        return False

    def rematch(self, table: History[Any]) -> None:
        """Play the game once more, in the place of its result. Raises StorageError."""
        raise NotImplementedError
