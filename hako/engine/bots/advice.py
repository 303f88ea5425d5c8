"""Advice: the action that a search recommends, with what was measured of it and of the next best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.bots.estimates import (
    Difference,
    Estimate,
    decided,
    difference,
    estimated,
    weights_of,
)
from hako.engine.bots.hint_search import TOLD, HintState
from hako.engine.bots.line_differences import Reason, reasons_of
from hako.engine.bots.observation import Observation
from hako.engine.bots.rollouts import PLIES, Playout
from hako.engine.bots.search import SearchState, first_thought
from hako.engine.bots.turn_lines import wins
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Seat


class WinCounts(Struct, frozen=True):
    """The games that were played on from two lines in the same worlds, by who won them."""

    both: int
    """The number of worlds in which the seat wins with either line."""
    first: int
    """The number in which it wins with the first line alone."""
    second: int
    neither: int

    @property
    def all(self) -> int:
        """The number of worlds."""
        return self.both + self.first + self.second + self.neither


class Advice(Struct, frozen=True):
    """A recommended line and the next best one."""

    line: tuple[Any, ...]
    """The actions of the recommended line; the first one is what is recommended."""
    other: Any | None = None
    """The first action of the next best line; None where only one action is legal."""
    estimate: Estimate | None = None
    """The chance to win with the line; None until it was measured."""
    others: Estimate | None = None
    """The chance to win with the next best line."""
    gain: Difference | None = None
    """The difference between the two, in the same worlds."""
    wins: bool = False
    """True if the line ends the game with a win, whatever the others hold or draw."""
    reasons: tuple[Reason, ...] = ()
    """The differences between the games that were played on from the two."""
    counts: WinCounts | None = None
    """The games that were played on from both; None before both can be told."""
    brief: int = 0
    """The brief playouts of each line, where whole games take too long."""
    goes_on: bool = False
    """True while a search goes on that may tell more."""

    @property
    def action(self) -> Any:
        """The recommended action."""
        return self.line[0]

    @property
    def is_measured(self) -> bool:
        """True if both lines were measured."""
        return self.gain is not None

    @property
    def is_final(self) -> bool:
        """True if no search could tell more: there is no choice, or the game is decided."""
        return self.other is None or (self.estimate is not None and self.estimate.is_decided)

    @property
    def is_clear(self) -> bool:
        """True if the line is certainly better than the next best one."""
        return self.wins or (self.gain is not None and self.gain.is_certain)

    @property
    def grounds(self) -> str:
        """The key of the reason: "wins", "won", "lost", "close", "likely", "sure", or why it has no figures.

        "sight" and "alone" are told before there are playouts of both lines, or of the next best one;
        "unplayed" and "lone" where there will be none. "brief" and "ahead" have brief playouts.
        """
        if self.wins:
            return "wins"
        if self.estimate is not None and self.estimate.is_decided:
            return "lost" if self.estimate.mean == 0 else "won"
        if self.gain is None:
            return self._unmeasured
        if not self.gain.is_certain:
            return "close"
        return "sure" if self._is_sure else "likely"

    @property
    def _unmeasured(self) -> str:
        """The key of the reason where both lines have no whole playouts."""
        if self.brief:
            return "ahead" if self.reasons else "brief"
        if self.estimate is None:
            return "sight" if self.goes_on else "unplayed"
        return "alone" if self.goes_on else "lone"

    @property
    def _is_sure(self) -> bool:
        """True if the difference is large, and the winners of enough games tell it as well."""
        assert self.gain is not None, "it was measured"
        counts = self.counts
        is_told = counts is not None and counts.all >= SURE_GAMES and counts.first > counts.second
        return is_told and abs(self.gain.mean) >= SURE * self.gain.error

    @property
    def figures(self) -> Mapping[str, Any]:
        """Values for the sentence, in percent; none of what was not measured.

        The gain is the difference of the two chances as they are told; no error is rounded to 0.
        """
        percents: dict[str, int] = {}
        if self.estimate is not None:
            percents["chance"] = round(100 * self.estimate.mean)
            percents["alone"] = max(1, round(200 * self.estimate.error))
        if self.others is not None and self.gain is not None:
            percents["others"] = round(100 * self.others.mean)
            percents["gain"] = percents["chance"] - percents["others"]
            percents["error"] = max(1, round(200 * self.gain.error))
        if self.brief:
            return {"count": self.brief, "plies": PLIES}
        return {**percents, "count": self.estimate.playouts if self.estimate else 0}


SURE, SURE_GAMES = 3.0, 16
"""The standard errors, and the games played on from each line, from which on a difference is called
sure: with fewer it may be the evaluation's alone."""


def advise(observation: Observation, chance: Chance) -> Advice:
    """The first choice of the search, before anything was played out; from the observation alone."""
    return _advice(observation, first_thought(observation, chance))


def searched(observation: Observation, state: HintState) -> Advice:
    """The advice of a hint so far, which has begun to search."""
    assert state.thought is not None, "the search has begun"
    advice = _advice(observation, state.thought)
    first, second = state.playouts
    if state.is_brief and not advice.is_final and len(second) >= TOLD:
        reasons = (*reasons_of(first, second, observation.seat),)
        return replace(advice, reasons=reasons, brief=len(second))
    if advice.is_final or state.is_brief or len(first) < TOLD:
        return advice
    seat, weights = observation.seat, weights_of(observation.game, observation.seats)
    if len(second) < TOLD:
        return replace(advice, estimate=estimated(weights, first, seat))
    best, other = state.thought.ranked[:2]
    gain = difference(weights, first, second, seat)
    if gain.mean < 0 and gain.is_certain:  # the new worlds refute the search
        best, other, first, second = other, best, second, first
        gain = Difference(-gain.mean, gain.error)
    return Advice(
        best.line,
        other.action,
        estimated(weights, first, seat),
        estimated(weights, second, seat),
        gain,
        reasons=(*reasons_of(first, second, seat),),
        counts=_counts(first, second, seat),
    )


def _counts(first: Sequence[Playout], second: Sequence[Playout], seat: Seat) -> WinCounts:
    """The worlds that both lines were played in, by who won them."""
    pairs = zip(first, second, strict=False)
    won = Counter((one.is_won_by(seat), other.is_won_by(seat)) for one, other in pairs)
    return WinCounts(won[True, True], won[True, False], won[False, True], won[False, False])


def _advice(observation: Observation, thought: SearchState) -> Advice:
    """The advice of a search alone; with a chance only where the rules decide the game."""
    best, *others = thought.ranked
    other = others[0].action if others else None
    if other is not None and wins(observation, best.line):
        return Advice(best.line, other, Estimate(1.0, 0.0, 0), wins=True)
    return Advice(best.line, other, decided(observation.game, observation.view, observation.seat))


def reason_for(advice: Advice, observation: Observation, texts: Catalogue) -> str:
    """The reason for an advice in a few sentences."""
    if advice.other is None:
        return texts.text("advice.only")
    other = noted(observation, advice.other, texts)
    sentence = texts.text(f"advice.{advice.grounds}", other=other, **advice.figures)
    gap = "" if texts.language == "ja" else " "
    return gap.join((sentence, *difference_sentences(advice, texts)))


def difference_sentences(advice: Advice, texts: Catalogue) -> Iterator[str]:
    """The reasons of an advice as sentences; none where no difference is certain."""
    if advice.grounds in ("likely", "sure", "ahead"):
        is_whole = advice.grounds != "ahead"
        yield from (reason.text(texts, is_whole=is_whole) for reason in advice.reasons)


def certainty_sentence(advice: Advice, texts: Catalogue) -> str:
    """The sentence about how certain an advice is."""
    return texts.text(f"advice.is_{advice.grounds}", **advice.figures)


def basis_sentence(counts: WinCounts, texts: Catalogue) -> str:
    """The sentence about what the chances of both lines are estimated from."""
    return texts.text("advice.basis", all=str(counts.all), plies=PLIES)


def estimates_of(advice: Advice, texts: Catalogue) -> list[tuple[Any, str]]:
    """The actions that were measured, each with its chance as text."""
    measured = ((advice.action, advice.estimate), (advice.other, advice.others))
    return [
        (action, texts.text("advice.prospect", chance=round(100 * estimate.mean)))
        for action, estimate in measured
        if estimate is not None and estimate.playouts
    ]


def noted(observation: Observation, action: Any, texts: Catalogue) -> str:
    """The sentence of an action, with the game's note on what it brings."""
    note = observation.game.action_note(observation.view, observation.seat, action)
    sentence = texts.render(action)
    if not note:
        return sentence
    return texts.text("advice.noted", action=sentence, note=texts.lazy_text(note))
