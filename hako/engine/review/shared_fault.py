"""Shared faults: what most mistakes of a seat have in common, so what to try in the next game.

Either the kind of action: something was bought where turning a card over was better. Or the source
of points that was given away. Two mistakes at least have to share it, and more than half of all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from hako.engine.bots.line_differences import SOURCE, TURNS, reasons_from
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.history import History
from hako.engine.review.judged_turns import JudgedTurn, compared_lines

LEAST = 2
"""The least number of mistakes that share a fault."""


class SharedFault(Struct, frozen=True):
    """A fault that several mistakes of a seat share."""

    count: int
    """The number of mistakes that share it."""
    mistakes: int
    """The number of all mistakes."""
    part: str = ""
    """The part of the score that was lost; empty for none."""
    event: str = ""
    """The kind of event that made the difference; empty for none."""
    played: Any | None = None
    """The action that was played in the costliest of these mistakes."""
    better: Any | None = None
    """The better action there."""

    def text(self, texts: Catalogue) -> str:
        """The fault as a sentence."""
        values = {"count": str(self.count), "mistakes": str(self.mistakes)}
        if self.played is not None and self.better is not None:
            played, better = texts.render(self.played), texts.render(self.better)
            return texts.text("review.next_action", played=played, better=better, **values)
        key, lost = ("event", self.event) if self.event else ("part", self.part)
        return texts.text(f"review.next_{key}", lost=lost, **values)


class _Fault(NamedTuple):
    """A mistake, reduced to what it may share with others."""

    loss: float
    actions: tuple[Any, Any] | None
    """The action played and the better one; None where one of the lines goes on longer."""
    lost: frozenset[tuple[str, str]]
    """The parts of the score and the kinds of events that it lost, as "part" or "event" and a name."""

    @property
    def kinds(self) -> tuple[str, str] | None:
        """The kinds of the two actions, if they differ."""
        if self.actions is None:
            return None
        played, better = (action.__struct_config__.tag for action in self.actions)
        return None if played == better else (played, better)


def shared_fault(table: History[Any], turns: Sequence[JudgedTurn]) -> SharedFault | None:
    """The fault that most mistakes in the turns of a seat share; None without one."""
    faults = sorted(_faults(table, turns), key=lambda fault: -fault.loss)
    kinds = Counter(fault.kinds for fault in faults if fault.kinds is not None)
    losses = Counter(loss for fault in faults for loss in sorted(fault.lost))
    (kind, of_kind), (loss, of_loss) = (_most(counts) for counts in (kinds, losses))
    if max(of_kind, of_loss) < LEAST or 2 * max(of_kind, of_loss) <= len(faults):
        return None
    if of_loss >= of_kind:
        return SharedFault(of_loss, len(faults), **dict([loss]))
    costliest = next(fault for fault in faults if fault.kinds == kind)
    assert costliest.actions is not None, "it has kinds"
    played, better = costliest.actions
    return SharedFault(of_kind, len(faults), played=played, better=better)


def _most(counts: Counter[Any]) -> tuple[Any, int]:
    return counts.most_common(1)[0] if counts else (None, 0)


def _faults(table: History[Any], turns: Sequence[JudgedTurn]) -> Iterator[_Fault]:
    """The mistakes of these turns, one a turn."""
    for turn in turns:
        for place in turn.wrong[:1]:
            judgement = turn.judgements[place]
            stretch, better, alike, _ = compared_lines(table, judgement)
            pair = (*stretch.line[alike : alike + 1], *better[alike : alike + 1])
            reasons = (reason.part for reason in reasons_from(judgement.parts))
            lost = frozenset(_named(part) for part in reasons if part != TURNS)
            yield _Fault(turn.loss, (pair[0], pair[1]) if len(pair) == 2 else None, lost)


def _named(part: str) -> tuple[str, str]:
    """The subject of a reason: "part" or "event", and its name in the game's terms."""
    _, *event = part.split(" ")
    return ("event", event[0]) if event else ("part", part.removeprefix(SOURCE))
