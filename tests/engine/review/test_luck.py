"""Luck and play told apart: what a die brought is luck, what a worse die cost is play."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, ClassVar

import pytest
from msgspec import Struct
from msgspec.structs import replace

from bench.luck import explained, measure
from hako.engine.bots.observation import Observation
from hako.engine.bots.rollouts import turn_by_turn
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.review import review as its_review
from hako.engine.review import review_report as its_report
from hako.engine.review.luck import (
    FILE,
    Decision,
    LuckDelta,
    LuckShare,
    is_shown,
    luck_shares,
    measure_luck,
)
from hako.engine.review.played_lines import turns_of
from hako.engine.review.report_text import report_text, short_text
from hako.engine.review.review import InlineExecutor, Review, keep, review_of, reviewed
from hako.engine.review.review_report import report
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, Outcome, Setup
from hako.engine.rules.model import Action, Choice, Event, Resolution, Seat, State, Viewer
from hako.engine.storage.folder import FolderStore
from hako.engine.transcript.sentences import texts_of
from tests.engine.review.test_review import thought
from tests.toys.tic_tac_toe import GAME, Grid, Place

# ------------------------------------------------------------ a game of two rolls


class Rolls(State, frozen=True):
    """Rolls of each seat."""

    pips: tuple[int, ...] = (0, 0)


class Roll(Action, frozen=True):
    """Roll a die; the good one has ten pips more."""

    good: bool = True


class Rolled(Event[Rolls], frozen=True):
    """A die shows so many pips."""

    seat: Seat
    pips: int

    def apply(self, rolls: Rolls, /) -> Rolls:
        pips = rolls.pips[self.seat] + self.pips
        return replace(
            rolls, pips=(pips, rolls.pips[1]) if self.seat == 0 else (rolls.pips[0], pips)
        )


class OneRoll(Choice[Rolls, Roll], frozen=True):
    """A seat rolls, then the other one; more pips win."""

    clause = "rolls.1"
    left: int = 1
    """Number of moves that come after it."""

    def actions(self, rolls: Rolls, /) -> tuple[Roll, ...]:
        return Roll(good=False), Roll()

    def resolve(self, rolls: Rolls, action: Roll, chance: Chance, /) -> Resolution[Rolls]:
        yield Rolled(self.seat, chance.dice.roll(6) + 10 * action.good)
        if self.left:
            yield OneRoll(1 - self.seat, self.left - 1)


class TwoRolls(Game[Rolls]):
    """Nothing is hidden, and no scale was measured."""

    id = "two_rolls"
    seats = range(2, 3)
    actions = Roll
    content = Struct
    folder: ClassVar[Path] = Path(__file__).parent

    def new(self, setup: Setup) -> Rolls:
        return Rolls((OneRoll(0),))

    def mask(self, state: Rolls, viewer: Viewer) -> Rolls:
        return state

    def determinize(self, view: Rolls, seat: Seat, chance: Chance) -> Rolls:
        return view

    def outcome(self, state: Rolls) -> Outcome | None:
        best = max(state.pips)
        winners = tuple(seat for seat in (0, 1) if state.pips[seat] == best)
        return None if state.agenda else Outcome(winners, state.pips, LazyText("won"))

    def evaluate(self, view: Rolls, seat: Seat) -> float:
        return view.pips[seat] - view.pips[1 - seat]

    def progress(self, view: Rolls) -> tuple[int, tuple[int, ...]]:
        return 1, view.pips


def turn(rolls: Rolls, seat: Seat, *, good: bool) -> list[Decision]:
    return [Decision(Observation(TwoRolls(), seat, rolls, 2), int(good), seat)]


FIRST = Rolls((OneRoll(0),))


def second(pips: int) -> Rolls:
    """Seat 1 is to roll against so many pips."""
    return Rolls((OneRoll(1, 0),), (pips, 0))


def test_who_lives_by_the_die_has_luck_and_nothing_else() -> None:
    """Seat 0 rolled 11, the least; seat 1 wins with 12 to 16, and does."""
    one, other = (
        measure_luck(LuckDelta(0), turn(FIRST, 0, good=True)),
        measure_luck(LuckDelta(1), turn(second(11), 1, good=True)),
    )

    assert one.play == other.play == (0.0, 0.0)
    assert one.rest == other.rest == (0.0, 0.0), "both outlooks reach the end of the game"
    assert other.near[1] > 0.7 > one.near[1]
    ann, ben = luck_shares([one, other], (0.0, 1.0))
    assert (ann.result, ben.result) == (-50.0, 50.0)
    assert ben.luck == pytest.approx(100 * (1 - one.near[1]), abs=0.1)
    assert ben.luck == -ann.luck
    assert ann.luck_error == ben.luck_error > abs(one.near[0] - 0.5), "alike, they are even"


def test_the_worse_die_is_play_and_no_bad_luck() -> None:
    """Whatever it shows: the good one of the other has more pips."""
    one, other = (
        measure_luck(LuckDelta(0), turn(FIRST, 0, good=False)),
        measure_luck(LuckDelta(1), turn(second(6), 1, good=True)),
    )

    assert one.play[0] == pytest.approx(-one.near[0])
    assert other.near == (0.0, 1.0)
    ann, _ = luck_shares([one, other], (0.0, 1.0))
    assert ann.luck == pytest.approx(0.0, abs=0.1)
    assert ann.play < -30


def test_what_is_expected_of_one_turn_more_is_no_luck() -> None:
    """After two of four rolls both have as much; after three, who rolled twice is far ahead."""
    begun = Rolls((OneRoll(0, 3),))

    delta = measure_luck(LuckDelta(0), turn(begun, 0, good=True))

    asked = turn(begun, 0, good=True)[0].observation
    ends = [*turn_by_turn(asked, None, Chance(1, 1), 3)]
    assert [state.agenda[-1] for state in ends] == [OneRoll(1, 2), OneRoll(0, 1), OneRoll(1, 0)]
    assert delta.near[0] == pytest.approx(0.5, abs=0.2)
    assert delta.rest[0] > 0.25
    assert delta.play == (0.0, 0.0)


def test_luck_play_and_what_is_neithers_sum_to_the_result() -> None:
    outlooks = [
        LuckDelta(
            0, (0.6, 0.4), (0.0, 0.0), rest=(0.05, -0.05), play=(-0.1, 0.1), squares=(0.01, 0.01)
        ),
        LuckDelta(
            1, (0.7, 0.3), (0.5, 0.5), rest=(0.0, 0.0), play=(0.02, -0.02), squares=(0.0, 0.0)
        ),
    ]

    ann, ben = luck_shares(outlooks, (1.0, 0.0))

    assert ann == LuckShare(result=50.0, luck=43.0, luck_error=20.0, play=-8.0, rest=15.0)
    assert ben == LuckShare(result=-50.0, luck=-43.0, luck_error=20.0, play=8.0, rest=-15.0)


def test_the_same_turn_is_told_the_same_way() -> None:
    stretch = turn(second(13), 1, good=False)

    assert measure_luck(LuckDelta(1), stretch) == measure_luck(LuckDelta(1), stretch)


# ------------------------------------------------------------ in a review


@pytest.fixture
def table(tmp_path: Path) -> History[Grid]:
    """Ann wins on c1 after a1 and b1, as Ben takes a2, b2."""
    players = (Player("Ann"), Player("Ben"))
    table = History.new(GAME, new_header(GAME, players, seed=1), FolderStore(tmp_path).create)
    for number, cell in enumerate((0, 3, 1, 4, 2)):
        table.play(number % 2, Place(cell))
    return table


@pytest.fixture
def as_if_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        its_review, "is_shown", lambda game, seats: (game.id, seats) == (GAME.id, 2)
    )


def states(table: History[Any], review: Review) -> list[Review]:
    """The review after each piece of work."""

    async def think() -> list[Review]:
        return [state async for state in reviewed(table, review, InlineExecutor())]

    return asyncio.run(think())


def test_nothing_is_told_of_luck_where_nobody_measured_it(table: History[Grid]) -> None:
    texts = texts_of(table, "en")
    result = report(table, thought(table, review_of(table)), texts, None)

    assert review_of(table).luck == ()
    assert not any(seat.apart for seat in result.seats)
    assert texts.text("review.luck") not in [part.heading for part in report_text(result, texts)]


@pytest.mark.usefixtures("as_if_measured")
def test_luck_is_thought_about_once_all_is_judged(table: History[Grid]) -> None:
    begun = review_of(table)
    assert [delta.moment for delta in begun.luck] == [turn[0].number for turn in turns_of(table)]
    done = thought(table, begun)
    assert done.is_done
    assert not replace(done, luck=begun.luck).is_done
    last, *_ = (
        state for state in states(table, begun) if any(delta.is_done for delta in state.luck)
    )
    assert all(point.is_done for point in last.curve)
    assert all(judgement.is_done for judgement in last.judgements)


@pytest.mark.usefixtures("as_if_measured")
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_of_every_seat_with_its_sign_and_its_error(
    table: History[Grid], language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = texts_of(table, language)
    review = thought(table, review_of(table))
    shares = [LuckShare(50.0, 30.4, 200.0, 14.6, 5.0), LuckShare(-50.0, -30.4, 200.0, -14.6, -5.0)]
    monkeypatch.setattr(its_report, "luck_shares", lambda *_: shares)
    result = report(table, review, texts, None)

    parts = {part.heading: " ".join(part.sentences) for part in report_text(result, texts)}
    assert "+50" in parts[texts.text("review.luck")]
    assert "+30" in short_text(result.seats[0], texts)
    unsure = report(table, replace(review, luck=review_of(table).luck), texts, None)
    assert not any(seat.apart for seat in unsure.seats)
    assert not report(table, review, texts, 0).seats[0].apart, "it draws on what all of them knew"


@pytest.mark.usefixtures("as_if_measured")
@pytest.mark.parametrize(
    ("share", "is_told"),
    [
        (LuckShare(50.0, 30.0, 200.0, 15.0, 5.0), True),
        (LuckShare(50.0, -117.0, 200.0, -1.0, 68.0), False),
        (LuckShare(50.0, 30.0, 200.0, 4.0, 16.0), False),
        (LuckShare(50.0, 30.0, 0.0, 15.0, 5.0), False),
    ],
    ids=["explained", "the rest is larger than both", "than play", "play is not what was judged"],
)
def test_luck_and_play_are_told_where_they_explain_the_result_by_the_one_yardstick(
    table: History[Grid], share: LuckShare, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    review = thought(table, review_of(table))
    monkeypatch.setattr(its_report, "luck_shares", lambda *_: [share, share])

    result = report(table, review, texts_of(table, "en"), None)

    assert [seat.apart is not None for seat in result.seats] == [is_told, is_told]


@pytest.mark.usefixtures("as_if_measured")
def test_a_review_from_before_is_told_of_luck_as_well(
    table: History[Grid], request: pytest.FixtureRequest
) -> None:
    keep(table, thought(table, review_of(table)))
    request.getfixturevalue("as_if_measured")

    review = review_of(table)

    assert review.luck
    assert all(judgement.is_done for judgement in review.judgements)
    keep(table, review)
    assert review_of(table) == review


def test_luck_is_told_only_where_it_explains_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TwoRolls, "folder", tmp_path)
    (tmp_path / FILE).write_text(
        "[[table]]\nseats = 2\ngames = 60\nexplained = 0.5\nlow = 0.4\nhigh = 0.6\n\n"
        "[[table]]\nseats = 3\ngames = 60\nexplained = 0.49\nlow = 0.4\nhigh = 0.6\n"
    )

    assert [is_shown(TwoRolls(), seats) for seats in (2, 3, 4)] == [True, False, False]


def test_explained_is_what_is_gone_of_the_variance_when_luck_is_taken_off() -> None:
    """Three shares of results of 50 points: all of it, nothing, and worse than nothing."""
    half, none = (0.0, 0.5), (0.5, 0.5)
    assert explained([half, half]) == 1.0
    assert explained([half, none]) == 0.5
    assert explained([(1.0, 0.5)]) == -1.0

    delta = measure(2, [half, half, half, none])
    assert (delta.seats, delta.games, delta.explained) == (2, 4, 0.75)
    assert 0.0 <= delta.low < delta.explained < delta.high == 1.0
