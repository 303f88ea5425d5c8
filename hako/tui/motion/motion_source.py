"""The panel that can move: its picture, and the motions and moments of its game's events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textual.geometry import Region
from textual.strip import Strip

from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.model import Viewer
from hako.engine.transcript.seen_events import SeenEvent, seen_events
from hako.tui.motion.board_snapshot import Picture, Place
from hako.tui.motion.motions import Motion

if TYPE_CHECKING:
    from hako.engine.transcript.highlights import Highlight
    from hako.tui.motion.moment_pictures import Moment


class MotionSource:
    """Mixin of a panel of lines with places; a game's board says which motions its events have."""

    _strips: Sequence[Strip] = ()
    """The lines without cursor and marks."""

    if TYPE_CHECKING:

        @property
        def places(self) -> Mapping[Place, Region]:
            """The region of each place, in cells from the top left."""

    @property
    def picture(self) -> Picture:
        """The lines as they are drawn, without cursor and marks."""
        return Picture(self._strips, self.places)

    def motions(self, event: Any, views: SeenEvent) -> Iterable[Motion]:  # noqa: ARG002 - the base does not move
        """The motions of an event, as the viewer may see it."""
        return ()

    def moment(self, highlight: Highlight) -> Moment | None:  # noqa: ARG002 - the base has no moments
        """The picture of a highlight, beside its sentences; None for none."""
        return None


def motions_of(
    panel: MotionSource, table: History[Any], steps: Iterable[Position[Any]], viewer: Viewer
) -> Iterator[Motion]:
    """The motions of the events of positions that follow each other, as a viewer may see them."""
    for position in steps:
        for seen in seen_events(table, position, viewer):
            yield from panel.motions(seen.event, seen)
