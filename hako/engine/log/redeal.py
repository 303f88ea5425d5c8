"""Redeals: a game is retried from one of its positions with other hidden information.

A seat that has seen the end of the game knows what was hidden. So everything that it could not know
at that position is dealt again, and later draws use another seed. The line of the log holds the
resulting fields, so a log folds the same when the sampling of hidden information is changed later.
Verification checks that the seat's view is the same as before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.failure import Failure
from hako.engine.log.header import Header, Player
from hako.engine.log.line_base import LogLineBase
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, view, world
from hako.engine.rules.model import S, Seat, SecretChoice, State
from hako.engine.rules.play import pending, waiting


class RedealTarget(Protocol):
    """Members that a redeal needs of a history."""

    @property
    def game(self) -> Game[Any]: ...

    header: Header
    players: tuple[Player, ...]
    positions: list[Any]
    head: int

    @property
    def state(self) -> Any: ...
    @property
    def now(self) -> Any: ...
    def replace_state(self, line: Redealt, state: Any, /) -> None: ...


class Redealt(LogLineBase[RedealTarget], frozen=True, tag="anew"):
    """A redeal of what a seat cannot know, after the last record and before any other."""

    seat: Seat
    seed: int
    """Seed of all later draws."""
    state: Mapping[str, Any]
    """The fields of the state that changed, with their new values."""

    entry = "anew"

    def misplacement(self, records: int, seats: int) -> Failure | None:
        if not records:
            return Failure("anew_too_early", seat=self.seat)
        return super().misplacement(records, seats)

    def check(self, history: RedealTarget, /) -> Failure | None:
        """Allow it only in a retry, against bots alone, at the seat's choice in the last position."""
        header, state = history.header, history.state
        others = (player for seat, player in enumerate(history.players) if seat != self.seat)
        is_alone = not header.is_shared or all(player.is_bots_own for player in others)
        if header.origin is None or not is_alone:
            return Failure("anew_not_here", seat=self.seat)
        is_last = history.head == len(history.positions) - 1
        if not is_last or not can_retry(state, self.seat):
            return Failure("anew_too_late", seat=self.seat)
        before, now = (
            view(history.game, version, self.seat) for version in (state, after(state, self))
        )
        return None if before == now else Failure("anew_otherwise", seat=self.seat)

    def doubt(self, history: RedealTarget, /) -> Failure | None:
        """Compare it with the redeal that this version of hako computes."""
        state, ply = history.state, history.now.ply
        try:
            again = redeal(history.game, state, ply, self.seat, self.seed)
        except Exception:  # noqa: BLE001  today's sampling may fail on a state of older rules
            is_same = False
        else:
            is_same = bool(after(state, again) == after(state, self))
        return None if is_same else Failure("dealt_otherwise", record=history.head)

    def apply(self, history: RedealTarget, /) -> None:
        history.replace_state(self, after(history.state, self))

    def transcript_sentence(self, texts: Catalogue) -> str:
        """The sentence for those who read the game."""
        return texts.text("handover.anew", seat=self.seat)


def redeal(game: Game[S], state: S, ply: int, seat: Seat, seed: int) -> Redealt:
    """The line that deals again what the seat cannot know, at a decision of that seat."""
    another = world(game, view(game, state, seat), seat, Chance(seed, ply))
    fields = {
        name: msgspec.to_builtins(value, str_keys=True)
        for name in state.__struct_fields__
        if (value := getattr(another, name)) != getattr(state, name)
    }
    return Redealt(seat, seed, fields)


def after(state: S, line: Redealt) -> S:
    """The state after a redeal."""
    kinds = {field.name: field.type for field in msgspec.structs.fields(state)}
    return msgspec.structs.replace(
        state,
        **{
            name: msgspec.json.decode(msgspec.json.encode(value), type=kinds[name])
            for name, value in line.state.items()
        },
    )


def can_retry(state: State, seat: Seat) -> bool:
    """True if the seat has to choose and no other seat has sealed a secret answer already."""
    step = pending(state)
    answered = step.answered if isinstance(step, SecretChoice) else ()
    return seat in waiting(state) and not answered
