"""The replay: any game move by move, forward and back, from any allowed view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import BindingType

from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.model import Seat, Viewer
from hako.tui.screens.table.feature_dispatch import bindings_of
from hako.tui.screens.table.features.board_motion import BoardMotion
from hako.tui.screens.table.features.export import Export
from hako.tui.screens.table.features.log_loading import LogLoading
from hako.tui.screens.table.features.play_on import PlayOn
from hako.tui.screens.table.features.playback import Playback
from hako.tui.screens.table.features.reference_pages import ReferencePages
from hako.tui.screens.table.features.viewer_choice import ViewerChoice
from hako.tui.screens.table.screen import TableScreen
from hako.tui.widgets.replay_timeline import ReplayTimeline


class ReplayScreen(TableScreen, inherit_bindings=False):
    """A game from its log. Nothing here changes it, except playing on from a position."""

    TOPIC = "replay"
    KEY_TOPIC = "replay"
    FEATURES = (ViewerChoice, LogLoading, Playback, BoardMotion, PlayOn, ReferencePages, Export)
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(
        FEATURES, leave="escape,q", has_arrows=False
    )
    AUTO_FOCUS = ""
    CONTROLS = "timeline"

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
        self.playback = self.features.of(Playback)
        self.view.controls = self.playback.timeline
        moment, seat = look or (None, None)
        self.features.of(ViewerChoice).start_with((*viewers,), seat)
        if moment is not None:
            self.playback.start_at(moment)

    def on_mount(self) -> None:
        self.view.board.can_focus = False  # arrow keys lead through the game here
        self.view.log_panel.can_focus = False

    @property
    def moment(self) -> Position[Any]:
        """The position that is shown."""
        return self.playback.moment

    @property
    def is_playing(self) -> bool:
        """True if the replay advances by itself."""
        return self.playback.is_playing

    def action_leave(self) -> None:
        """Go back to the screen below."""
        self.app.leave()

    def on_replay_timeline_position_picked(self, event: ReplayTimeline.PositionPicked) -> None:
        """Go to the position that was picked."""
        self.playback.pick(event.index)
