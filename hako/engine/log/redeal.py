"""Redeals: a game is retried from one of its positions with other hidden information.

A seat that has seen the end of the game knows what was hidden. So everything that it could not know
at that position is dealt again, and later draws use another seed. The line of the log holds the
resulting fields, so a log folds the same when the sampling of hidden information is changed later.
Verification checks that the seat's view is the same as before (see policy.py).
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import msgspec

from hako.engine.log.records import Log, Redealt
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, view, world
from hako.engine.rules.model import S, Seat, SecretChoice, State
from hako.engine.rules.play import pending, waiting


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


def is_indistinguishable(game: Game[Any], state: State, line: Redealt) -> bool:
    """True if the seat's view is the same before and after the redeal."""
    before, now = (view(game, version, line.seat) for version in (state, after(state, line)))
    return bool(before == now)


def lines_up_to(log: Log, data: bytes, moment: int) -> bytes:
    """The lines of a log after its header, up to a record and the redeals that follow it."""
    upto = at = [at for at, line in enumerate(log.lines, start=1) if line.is_record][moment]
    for line in takewhile(lambda line: not line.is_record, log.lines[at:]):
        at += 1
        upto = at if isinstance(line, Redealt) else upto
    return b"".join(line + b"\n" for line in data.split(b"\n")[1 : upto + 1])


def can_retry(state: State, seat: Seat) -> bool:
    """True if the seat has to choose and no other seat has sealed a secret answer already."""
    step = pending(state)
    answered = step.answered if isinstance(step, SecretChoice) else ()
    return seat in waiting(state) and not answered
