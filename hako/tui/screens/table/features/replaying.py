"""A replay: the position on a path through the game, its viewer, autoplay, and playing on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.timer import Timer

from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.log.history import History
from hako.engine.log.line_base import LogLine
from hako.engine.log.position import Position
from hako.engine.log.save import StorageError
from hako.engine.rules.model import Seat, Viewer
from hako.engine.rules.play import waiting
from hako.engine.transcript.sentences import record_text
from hako.tui.screens.retry import can_retry_here, retry
from hako.tui.screens.table.feature import Command, TableFeature
from hako.tui.screens.table.screen import TableScreen
from hako.tui.widgets.timeline import Timeline

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Moves a second."""

MOST_MOVING = 2.0
"""Moves a second up to which the board shows how pieces move."""


class Playback(TableFeature[TableScreen]):
    """The position on a path through the game, by keys, by the mouse, or by itself."""

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(screen)
        self.timeline = Timeline()
        table = screen.table
        self._path = table.path()
        self._index = len(self._path) - 1 if table.outcome is None else 0
        self._speed = SPEEDS.index(2.0)
        self._timer: Timer | None = None
        screen.looked_at = self.moment.number

    @property
    def moment(self) -> Position[Any]:
        """The position that is shown."""
        return self._path[self._index]

    @property
    def is_playing(self) -> bool:
        """True if the replay advances by itself."""
        return self._timer is not None

    def start_at(self, moment: int) -> None:
        """Begin at a position."""
        self._index = [position.number for position in self._path].index(moment)
        self.screen.looked_at = moment

    def _show(self, index: int) -> None:
        self._index = index
        self.screen.looked_at = self.moment.number
        self.screen.show_table()

    def go(self, index: int) -> None:
        """Show another position of the path."""
        index = max(0, min(index, len(self._path) - 1))
        if index != self._index:
            self._show(index)

    def goes_to(self, moment: int) -> bool:
        """Go to a record, on its branch if it was taken back."""
        self.interrupt()
        if all(position.number != moment for position in self._path):
            self._path = self.screen.table.path(moment)
        self._show([position.number for position in self._path].index(moment))
        return True

    def queues(self, line: LogLine) -> bool:  # noqa: ARG002 - any line
        """Show nothing that happens meanwhile."""
        return True

    def pick(self, index: int) -> None:
        """Go to a position that was picked on the timeline."""
        self.interrupt()
        self.go(index)

    # ------------------------------------------------------------------ showing

    @property
    def is_hurried(self) -> bool:
        return self._timer is not None and SPEEDS[self._speed] > MOST_MOVING

    def table_shown(self) -> None:
        """Show the sentences of the move and the position in the game."""
        screen, words = self.screen, self.screen.words
        record = self.moment.record.masked(screen.viewer)
        sentences = record_text(record, words) or record_text(record, words, details=True)
        screen.view.described.show(join_sentences(sentences) or words.text("replay.start"))
        self.timeline.show(self._index, len(self._path) - 1, self._notes())
        screen.view.log_panel.reveal_moment(self.moment.number)

    def _notes(self) -> list[str]:
        say, viewer = self.screen.words.text, self.screen.viewer
        eyes = "replay.eyes_of_all" if viewer is None else "replay.eyes_of"
        across, turn = say("transcript.across"), self._turn(self.moment)
        return [
            say("replay.where", across=across, turn=turn).capitalize(),
            say(eyes, seat=viewer),
            say(
                "replay.playing" if self._timer else "replay.paused",
                speed=f"{SPEEDS[self._speed]:g}",
            ),
        ]

    def _turn(self, moment: Position[Any]) -> int:
        turn, _ = self.screen.table.game.progress(moment.state)
        return turn

    # ------------------------------------------------------------------ commands

    def step(self, by: int) -> None:
        """Go one move on or back."""
        self.pick(self._index + by)

    def end(self, index: int) -> None:
        """Go to the start, or to the end."""
        self.pick(index % len(self._path))

    def turn(self, by: int) -> None:
        """Go to the beginning of the next turn, of this one, or of the one before."""
        turns = [self._turn(moment) for moment in self._path]
        begins = [at for at, turn in enumerate(turns) if at == 0 or turns[at - 1] != turn]
        if by > 0:
            self.pick(next((at for at in begins if at > self._index), len(self._path) - 1))
        else:
            self.pick(max((at for at in begins if at < self._index), default=0))

    def autoplay(self) -> None:
        """Start or stop the autoplay; at the end it begins again."""
        if self._timer is not None:
            self.interrupt()
            return
        if self._index == len(self._path) - 1:
            self._index = 0
            self.screen.looked_at = self.moment.number
        self._play()

    def speed(self, by: int) -> None:
        """Go faster or slower."""
        self._speed = max(0, min(self._speed + by, len(SPEEDS) - 1))
        if self._timer is not None:
            self._timer.stop()
            self._play()
        else:
            self.screen.show_table()

    def interrupt(self) -> None:
        """Stop the autoplay."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self.screen.show_table()

    def _play(self) -> None:
        self._timer = self.screen.set_interval(1 / SPEEDS[self._speed], self._tick)
        self.screen.show_table()

    def _tick(self) -> None:
        self.go(self._index + 1)
        if self._index == len(self._path) - 1:
            self.interrupt()

    commands = (
        Command("step", "left", step, arguments=(-1,), label="back"),
        Command("step", "right", step, arguments=(1,), label="forward"),
        Command("turn", "up,left_square_bracket", turn, arguments=(-1,), label="turn_back"),
        Command("turn", "down,right_square_bracket", turn, arguments=(1,), label="turn_on"),
        Command("autoplay", "space", autoplay),
        Command("end", "home,0", end, arguments=(0,), label="first"),
        Command("end", "end,G", end, arguments=(-1,), label="last"),
        Command("speed", "plus,equals_sign", speed, arguments=(1,), is_shown=False, label="faster"),
        Command("speed", "minus", speed, arguments=(-1,), is_shown=False, label="slower"),
    )


class ViewerChoice(TableFeature[TableScreen]):
    """The viewer of a replay: a spectator, or a seat whose secrets may be shown here."""

    chosen: Sequence[Viewer] = ()
    """The viewers that were asked for, if any were."""

    @property
    def viewers(self) -> Sequence[Viewer]:
        """The allowed viewers; fewer again, where the end was taken back."""
        return self.chosen or _viewers(self.screen.table)

    def start_with(self, viewers: Sequence[Viewer], seat: Viewer) -> None:
        """Begin with one of these viewers, or of the allowed ones; a seat if it is among them."""
        self.chosen = viewers
        self.screen.viewer = seat if seat in self.viewers else self.viewers[0]

    def prepare(self) -> None:
        if self.screen.viewer not in self.viewers:
            self.screen.viewer = self.viewers[0]

    def has_others(self) -> bool:
        """True if there is another viewer."""
        return len(self.viewers) > 1

    def show_next(self) -> None:
        """Change to the next viewer."""
        place = self.viewers.index(self.screen.viewer)
        self.screen.viewer = self.viewers[(place + 1) % len(self.viewers)]
        self.screen.show_table()

    def may_review(self) -> bool:
        """True if the game is over, and every viewer is allowed."""
        return self.screen.table.outcome is not None and not self.chosen

    def review(self) -> None:
        """Open the review."""
        self.screen.features.interrupt()
        self.screen.app.open_review(self.screen.table)

    commands = (
        Command("viewer", "v", show_next, has_others),
        Command("review", "a", review, may_review),
    )


class PlayOn(TableFeature[TableScreen]):
    """Playing on from a position; later moves stay in the log."""

    @property
    def _moment(self) -> Position[Any]:
        table, looked_at = self.screen.table, self.screen.looked_at
        return table.now if looked_at is None else table.positions[looked_at]

    def may_play_on(self) -> bool:
        """True if people may choose something at the position."""
        table, header = self.screen.table, self.screen.table.header
        has_people = any(player.bot is None for player in table.players)
        goes_on = has_people and bool(waiting(self._moment.state))
        is_free = header.undo == "free" and not header.is_shared
        return goes_on and (is_free or can_retry_here(self.screen.app, table))

    def play_on(self) -> None:
        """Continue the game; a finished one stays as it is, and is continued as one of its own."""
        self.screen.features.interrupt()
        app, table, moment = self.screen.app, self.screen.table, self._moment.number
        if can_retry_here(app, table):
            retry(app, table, moment, self.screen.viewer)
            return
        if not app.may_write():
            return
        try:
            if moment != table.head:
                table.go_to(moment)
        except StorageError as error:
            app.complain(error)
        else:
            app.switch_screen(app.table_screen(table))

    commands = (Command("play_on", "enter", play_on, may_play_on),)


def _viewers(table: History[Any]) -> Sequence[Viewer]:
    people: list[Seat] = [seat for seat, player in enumerate(table.players) if not player.bot]
    if table.outcome is not None:
        people = [*range(len(table.players))]
    elif len(people) > 1 or table.header.is_shared:
        people = []  # at one keyboard or at a server's table, no player sees another's secrets
    return (None, *people)
