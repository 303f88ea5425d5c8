"""The playback of a replay: the position on a path through the game, and autoplay."""

from __future__ import annotations

from typing import Any

from textual.timer import Timer

from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.log.line_base import LogLine
from hako.engine.log.position import Position
from hako.engine.transcript.sentences import record_text
from hako.tui.screens.table.feature import Command, TableFeature
from hako.tui.screens.table.screen import TableScreen
from hako.tui.widgets.replay_timeline import ReplayTimeline

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Moves a second."""

MOST_MOVING = 2.0
"""Moves a second up to which the board shows how pieces move."""


class Playback(TableFeature[TableScreen]):
    """The position on a path through the game, by keys, by the mouse, or by itself."""

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(screen)
        self.timeline = ReplayTimeline()
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
