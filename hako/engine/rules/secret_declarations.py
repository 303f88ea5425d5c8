"""Secrets: declarations of hidden information, beside a game's State.

    SECRETS = (
        Secret("deck.*"),                       hidden from everybody
        Secret("hands.*.*", owner),             hidden from all but the seat that is the first index
        Secret("deck.*", top_is_open),          hidden unless a rule of the game reveals it
    )

Masks are not derived from the declarations but tested against them. The conformance tests search
for the values at these paths in everything that a viewer gets. A mask that hides anything else
fails, too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from msgspec import Struct

from hako.engine.rules.model import Seat, Viewer


def nobody(state: Any, viewer: Viewer, *place: int) -> bool:  # noqa: ARG001 - see Secret.known
    """False: no seat and no spectator knows it. A value of Secret.known."""
    return False


def owner(state: Any, viewer: Viewer, seat: Seat, *place: int) -> bool:  # noqa: ARG001 - see Secret.known
    """True if the viewer is the seat that is the first index. A value of Secret.known."""
    return viewer == seat


def by_path(state: Any, value: Any, *place: int) -> Hashable:  # noqa: ARG001 - see Secret.among
    """A single group: any value of the path could be there. A value of Secret.among."""
    return "path"


def in_own_row(state: Any, value: Any, *place: int) -> Hashable:  # noqa: ARG001 - see Secret.among
    """A group per row: the values in a row are public, only their order is not."""
    return place[:-1]


class Secret(Struct, frozen=True):
    """The values at a path of the State, and the viewers who know them."""

    path: str
    """Names of fields, and `*` for every index: "boards.*.deck.*"."""
    known: Callable[..., bool] = nobody
    """known(state, viewer, *place): True if the viewer knows the value; an index for each `*`."""
    among: str | Callable[..., Hashable] = by_path
    """The group of values that could be exchanged with the true one without anybody noticing.

    A function among(state, value, *place) returns the key of the group within this path. A name
    is a group shared with other paths, such as the cards in hands and in the deck.
    """


def _by_answering_seat(state: Any, viewer: Viewer, step: int, answer: int) -> bool:
    return bool(state.agenda[step].answered[answer] == viewer)


SEALED = Secret("agenda.*.answers.*", _by_answering_seat)
"""In every game: the answers to a SecretChoice."""
