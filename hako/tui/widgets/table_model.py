"""Table models: the view of a table at one position, with the texts for it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.game import Game, Outcome
from hako.engine.rules.model import Event, Seat, State, Step, Viewer, letter
from hako.engine.rules.play import events, legal_actions, pending
from hako.engine.transcript.sentences import goal
from hako.engine.transcript.threats_and_control import gravest


class TableModel(Struct, frozen=True):
    """The model of a board and its panels: a masked state, and the viewer it is masked for."""

    game: Game[Any]
    content: Any
    players: tuple[Player, ...]
    texts: Catalogue
    view: State
    """The mask of the state for the viewer."""
    viewer: Viewer
    moment: int
    """Number of the position that is shown."""
    seat: Seat | None = None
    """The seat that may choose on this screen now."""
    fresh: tuple[Event[Any], ...] = ()
    """The events that just happened, as the viewer may see them."""
    folds: frozenset[str] = frozenset()
    """The kinds of actions that are one row of the list each, for want of room."""

    @property
    def step(self) -> Step[Any, Any] | None:
        """The step that the table waits for; None when the game is over."""
        return pending(self.view)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that have to choose."""
        step = self.step
        return step.waiting() if step else ()

    @property
    def actions(self) -> tuple[Any, ...]:
        """The actions that may be chosen on this screen now."""
        return () if self.seat is None else tuple(legal_actions(self.view, self.seat))

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game; None while it goes on."""
        return self.game.outcome(self.view)

    @property
    def goal(self) -> str:
        """The viewer's goal and how far it is; empty when the game is over."""
        return goal(self.game, self.view, self.viewer, self.texts)

    @property
    def threat(self) -> tuple[str, ...]:
        """The gravest threat to the viewer, also with letters for names; empty if there is none."""
        threat = gravest(self.game, self.view, self.viewer)
        if threat is None:
            return ()
        letters = {seat: letter(seat) for seat in range(len(self.players))}
        catalogues = (self.texts, self.texts.with_terms({"seat": letters}))
        return tuple(catalogue.lazy_text(threat.text) for catalogue in catalogues)


def table_model_of(
    table: History[Any],
    moment: Position[Any],
    viewer: Viewer,
    texts: Catalogue,
    seat: Seat | None = None,
    folds: frozenset[str] = frozenset(),
) -> TableModel:
    """The model of a table at a position, as the viewer may see it."""
    record = moment.record.masked(viewer)
    return TableModel(
        table.game,
        table.content,
        table.players,
        texts,
        table.view_at(moment, viewer),
        viewer,
        moment.number,
        seat,
        tuple(events(record.then)),
        folds,
    )
