"""The replay: any game move by move, forward and back, from any allowed view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widget import Widget

from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.log.save import StorageError
from hako.engine.rules.model import Seat, Viewer
from hako.engine.rules.play import waiting
from hako.engine.transcript.sentences import record_text
from hako.tui.screens.retry import can_retry_here, retry
from hako.tui.screens.table.pages import PANEL_KEYS
from hako.tui.screens.table.view import FIND, PAGES, STANDING, ViewScreen
from hako.tui.widgets.log_panel import LogPanel
from hako.tui.widgets.timeline import Timeline

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Moves a second."""


class ReplayScreen(ViewScreen, inherit_bindings=False):
    """A game from its log. Nothing here changes it, except playing on from a position."""

    TOPIC = "replay"
    AUTO_FOCUS = ""
    # none are inherited: the bar of keys shows them in this order
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "back"),
        Binding("right", "step(1)", "forward"),
        Binding("up,left_square_bracket", "turn(-1)", "turn_back"),
        Binding("down,right_square_bracket", "turn(1)", "turn_on"),
        Binding("space", "autoplay", "autoplay"),
        Binding("v", "viewer", "viewer"),
        *PAGES,
        STANDING,
        Binding("enter", "play_on", "play_on"),
        Binding("home,0", "end(0)", "first"),
        Binding("end,G", "end(-1)", "last"),
        Binding("plus,equals_sign", "speed(1)", "faster", show=False),
        Binding("minus", "speed(-1)", "slower", show=False),
        Binding("f1", "rules", "rules"),
        FIND,
        Binding("e", "export", "export"),
        Binding("a", "review", "review"),
        Binding("escape,q", "leave", "leave"),
        *PANEL_KEYS,
    ]

    def __init__(
        self,
        table: History[Any],
        viewers: Sequence[Viewer] = (),
        look: tuple[int, Seat] | None = None,
    ) -> None:
        """Make the replay of a table from the views of `viewers`; `look` is where a review led.

        Without viewers: a spectator's view, and each seat's where the game is over or only one
        person plays.
        """
        super().__init__(table)
        self.timeline = Timeline()
        self._path = table.path()
        self._index = len(self._path) - 1 if table.outcome is None else 0
        self._chosen = tuple(viewers)
        self.viewer = self._viewers[0]
        self._speed = SPEEDS.index(2.0)
        self._timer: Timer | None = None
        if look is not None:  # from the view of the seat that decided there
            moment, seat = look
            self._index = [position.number for position in self._path].index(moment)
            self.viewer = seat if seat in self._viewers else self.viewer

    def compose_controls(self) -> Widget:
        return self.timeline

    @property
    def panels(self) -> Mapping[str, Widget]:
        return {"board": self.board, "timeline": self.timeline, "log": self.log_panel}

    def on_mount(self) -> None:
        self.board.can_focus = False  # arrow keys lead through the game here
        self.log_panel.can_focus = False

    # ------------------------------------------------------------------ where

    @property
    def moment(self) -> Position[Any]:
        """The position that is shown."""
        return self._path[self._index]

    @property
    def playing(self) -> bool:
        """True if the replay advances by itself."""
        return self._timer is not None

    def go(self, index: int) -> None:
        """Show another position of the path."""
        index = max(0, min(index, len(self._path) - 1))
        if index != self._index:
            self._index = index
            self.show_table()

    def action_step(self, by: int) -> None:
        """Go one move on or back."""
        self.pause()
        self.go(self._index + by)

    def action_end(self, index: int) -> None:
        """Go to the start, or to the end."""
        self.pause()
        self.go(index % len(self._path))

    def action_turn(self, by: int) -> None:
        """Go to the beginning of the next turn, of this one, or of the one before."""
        self.pause()
        turns = [self._turn(moment) for moment in self._path]
        begins = [at for at, turn in enumerate(turns) if at == 0 or turns[at - 1] != turn]
        if by > 0:
            self.go(next((at for at in begins if at > self._index), len(self._path) - 1))
        else:
            self.go(max((at for at in begins if at < self._index), default=0))

    @property
    def _viewers(self) -> tuple[Viewer, ...]:
        """The allowed viewers; fewer again, where the end was taken back."""
        return self._chosen or tuple(_viewers(self.table))

    def action_viewer(self) -> None:
        """Change to the next viewer."""
        viewers = self._viewers
        self.viewer = viewers[(viewers.index(self.viewer) + 1) % len(viewers)]
        self.show_table()

    def on_timeline_position_picked(self, event: Timeline.PositionPicked) -> None:
        """Go to the position that was picked."""
        self.pause()
        self.go(event.index)

    def on_log_panel_position_requested(self, event: LogPanel.PositionRequested) -> None:
        """Go to a record, on its branch if it was taken back."""
        self.pause()
        if all(moment.number != event.moment for moment in self._path):
            self._path = self.table.path(event.moment)
        self._index = [moment.number for moment in self._path].index(event.moment)
        self.show_table()

    # ------------------------------------------------------------------ by itself

    def action_autoplay(self) -> None:
        """Start or stop the autoplay; at the end it begins again."""
        if self._timer is not None:
            self.pause()
            return
        if self._index == len(self._path) - 1:
            self._index = 0
        self._play()

    def action_speed(self, by: int) -> None:
        """Go faster or slower."""
        self._speed = max(0, min(self._speed + by, len(SPEEDS) - 1))
        if self._timer is not None:
            self._timer.stop()
            self._play()
        else:
            self.show_table()

    def pause(self) -> None:
        """Stop the autoplay."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self.show_table()

    def _play(self) -> None:
        self._timer = self.set_interval(1 / SPEEDS[self._speed], self._tick)
        self.show_table()

    def _tick(self) -> None:
        self.go(self._index + 1)
        if self._index == len(self._path) - 1:
            self.pause()

    # ------------------------------------------------------------------ from here

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only the keys that have an effect here."""
        match action:
            case "play_on":
                return self._may_play_on()
            case "viewer":
                return len(self._viewers) > 1
            case "review":
                return self.table.outcome is not None and not self._chosen
            case _:
                return super().check_action(action, parameters)

    def _may_play_on(self) -> bool:
        people = any(player.bot is None for player in self.table.players)
        header = self.table.header
        goes_on = people and bool(waiting(self.moment.state))
        is_free = header.undo == "free" and not header.is_shared
        return goes_on and (is_free or can_retry_here(self.app, self.table))

    def action_play_on(self) -> None:
        """Continue the game from the position; later moves stay in the log.

        A finished game stays as it is, and is continued as a game of its own.
        """
        self.pause()
        table = self.table
        if can_retry_here(self.app, table):
            retry(self.app, table, self.moment.number, self.viewer)
            return
        if not self.app.may_write():
            return
        try:
            if self.moment.number != table.head:
                table.go_to(self.moment.number)
        except StorageError as error:
            self.app.complain(error)
        else:
            self.app.switch_screen(self.app.table_screen(table))

    def action_rules(self) -> None:
        """Open the rulebook at the clause of the shown position."""
        step = self.scene.step if self.scene else None
        self.app.open_rules(
            self.table.game.id, step.cites(self.scene.view) if self.scene and step else ""
        )

    def action_review(self) -> None:
        """Open the review."""
        self.pause()
        self.app.open_review(self.table)

    def action_export(self) -> None:
        """Export the game as this viewer saw it."""
        self.app.open_export(self.table, self.viewer)

    # ------------------------------------------------------------------ showing

    def show_table(self) -> None:
        if self.viewer not in self._viewers:
            self.viewer = self._viewers[0]
        scene = self.show_moment(self.moment)
        self.show_step(scene, calls=False)
        record = self.moment.record.masked(self.viewer)
        sentences = record_text(record, self.words) or record_text(record, self.words, details=True)
        self.described.show(" ".join(sentences) or self.words.text("replay.start"))
        self.timeline.show(self._index, len(self._path) - 1, self._notes())
        self.show_log(self.moment.number)
        self.log_panel.reveal_moment(self.moment.number)
        self.refresh_bindings()

    def _notes(self) -> list[str]:
        say = self.words.text
        eyes = "replay.eyes_of_all" if self.viewer is None else "replay.eyes_of"
        speed = f"{SPEEDS[self._speed]:g}"
        return [
            say(
                "replay.where", across=say("transcript.across"), turn=self._turn(self.moment)
            ).capitalize(),
            say(eyes, seat=self.viewer),
            say("replay.playing" if self._timer else "replay.paused", speed=speed),
        ]

    def _turn(self, moment: Position[Any]) -> int:
        turn, _ = self.table.game.progress(moment.state)
        return turn


def _viewers(table: History[Any]) -> list[Viewer]:
    people: list[Seat] = [seat for seat, player in enumerate(table.players) if not player.bot]
    if table.outcome is not None:
        people = list(range(len(table.players)))
    elif len(people) > 1 or table.header.is_shared:
        people = []  # at one keyboard or at a server's table, no player sees another's secrets
    return [None, *people]
