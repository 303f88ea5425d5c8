"""Secrets: what is kept from whom, declared beside a game's State.

    SECRETS = (
        Secret("deck.*"),                       from everybody
        Secret("hands.*.*", owner),             from all but the seat that is the first index
        Secret("deck.*", top_is_open),          unless a rule of the game makes it known
    )

Masks do not follow from it: it is what they are held to. The exam looks for the values that lie
at these paths in all that a viewer is given; and what a mask hides without a word here fails.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from msgspec import Struct

from hako.engine.rules.model import Seat, Viewer


def nobody(state: Any, viewer: Viewer, *place: int) -> bool:  # noqa: ARG001 - see Secret.known
    """Who knows it: no seat, and no watcher."""
    return False


def owner(state: Any, viewer: Viewer, seat: Seat, *place: int) -> bool:  # noqa: ARG001 - see Secret.known
    """Who knows it: the seat that is the first index."""
    return viewer == seat


def by_path(state: Any, value: Any, *place: int) -> Hashable:  # noqa: ARG001 - see Secret.among
    """Any value of the path could lie there."""
    return "path"


def in_own_row(state: Any, value: Any, *place: int) -> Hashable:  # noqa: ARG001 - see Secret.among
    """What lies in each row is public, only its order is not."""
    return place[:-1]


class Secret(Struct, frozen=True):
    """What lies at a path of the State, and who knows it all the same."""

    path: str
    """Fields and `*`, which stands for every index: "boards.*.deck.*"."""
    known: Callable[..., bool] = nobody
    """known(state, viewer, *place): whether the viewer knows it; an index for each `*`."""
    among: str | Callable[..., Hashable] = by_path
    """Among which values the true one could be any: those alike by (state, value, *place).

    A name is shared with other paths: cards in hands and in the deck.
    """


def _by_its_seat(state: Any, viewer: Viewer, step: int, answer: int) -> bool:
    return bool(state.agenda[step].answered[answer] == viewer)


SEALED = Secret("agenda.*.answers.*", _by_its_seat)
"""In every game: the answers to a SecretChoice."""
