"""The panel that can move: its picture, and the motions and moments of its game's events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from textual.geometry import Region
from textual.strip import Strip

from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.game import Game, view
from hako.engine.rules.model import State, Viewer
from hako.engine.rules.play import events
from hako.tui.motion.motions import Motion
from hako.tui.motion.picture import Picture, Place

if TYPE_CHECKING:
    from hako.engine.transcript.highlights import Highlight
    from hako.tui.motion.moments import Moment


class MovingPanel:
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

    def motions(self, event: Any, views: EventViews) -> Iterable[Motion]:  # noqa: ARG002 - the base does not move
        """The motions of an event, as the viewer may see it."""
        return ()

    def moment(self, highlight: Highlight) -> Moment | None:  # noqa: ARG002 - the base has no moments
        """The picture of a highlight, beside its sentences; None for none."""
        return None


class EventViews:
    """The viewer's views of the states before and after an event, masked when they are first read."""

    def __init__(self, game: Game[Any], viewer: Viewer, before: State, after: State) -> None:
        self._game, self._viewer = game, viewer
        self._states = before, after

    @cached_property
    def before(self) -> Any:
        """The view before the event."""
        return view(self._game, self._states[0], self._viewer)

    @cached_property
    def after(self) -> Any:
        """The view after it."""
        return view(self._game, self._states[1], self._viewer)


def motions_of(
    panel: MovingPanel, table: History[Any], steps: Iterable[Position[Any]], viewer: Viewer
) -> Iterator[Motion]:
    """The motions of the events of positions that follow each other, as a viewer may see them."""
    for position in steps:
        assert position.parent is not None, "a position that follows another has a parent"
        state = table.positions[position.parent].state
        masked = events(position.record.masked(viewer).then)
        for event, shown in zip(events(position.record.then), masked, strict=True):
            after = event.apply(state)
            yield from panel.motions(shown, EventViews(table.game, viewer, state, after))
            state = after
