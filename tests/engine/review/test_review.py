"""A review is made once, kept beside its log, and the same however often it was left."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from hako.content import load
from hako.content.flip_city import GAME as FLIP_CITY
from hako.content.flip_city.events import TurnBusted
from hako.content.world_monger.events.civilization_phase import DividendPaid
from hako.engine.bots.estimates import Difference, Estimate
from hako.engine.bots.observation import observation_of
from hako.engine.bots.worker_pool import think
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.review import judged_turns, judgement, played_lines
from hako.engine.review import review_report as its_report
from hako.engine.review.accuracy import accuracy_of
from hako.engine.review.curve import CurvePoint
from hako.engine.review.job import time_left
from hako.engine.review.judged_turns import JudgedTurn
from hako.engine.review.judgement import SCREEN, Judgement, Verdict
from hako.engine.review.played_lines import (
    ends_stretch,
    spans_of,
    stretch_of,
    stretches_of,
    turns_of,
)
from hako.engine.review.report_text import (
    mistake_text,
    racers,
    report_text,
    seat_text,
    short_text,
    turning_point_text,
)
from hako.engine.review.review import (
    GameNotOver,
    InlineExecutor,
    Review,
    keep,
    positions_of,
    review_of,
    reviewed,
)
from hako.engine.review.review_report import Mistake, SeatReport, _line, report
from hako.engine.review.shared_fault import SharedFault
from hako.engine.review.turning_points import TurningPoint, _Change, _happened, is_free
from hako.engine.rules.game import view
from hako.engine.rules.play import events, legal_actions
from hako.engine.storage.file_save import FileSave
from hako.engine.storage.folder import REVIEW, FolderStore
from hako.engine.transcript.sentences import texts_of
from tests.engine import auction
from tests.engine.review.test_decisions import game_in
from tests.toys.tic_tac_toe import GAME, Grid, Place

TWO = (Player("Ann"), Player("Ben"))
LOST = (0, 3, 1, 8, 2)
"""Ann wins on c1: Ben has seen a1 and b1, and takes c3.

    1 3 5
    2 . .
    . . 4
"""


@pytest.fixture
def table(tmp_path: Path) -> History[Grid]:
    store = FolderStore(tmp_path)
    table = History.new(GAME, new_header(GAME, TWO, seed=1), store.create)
    for number, cell in enumerate(LOST):
        table.play(number % 2, Place(cell))
    return table


def thought(
    table: History[Any], review: Review, pieces: int | None = None, at_once: int = 1
) -> Review:
    """The review after so many pieces of work, or when nothing is left to judge."""

    async def think() -> Review:
        reviews = [review]
        async for state in reviewed(table, review, InlineExecutor(), at_once):
            reviews.append(state)
            if len(reviews) == pieces:
                break
        return reviews[-1]

    return asyncio.run(think())


def test_the_turn_that_lost_is_found_with_what_was_better(table: History[Grid]) -> None:
    result = report(table, thought(table, review_of(table)), texts_of(table, "en"), None)

    (mistake,) = (mistake for mistake in result.mistakes if mistake.moment == 4)
    assert (mistake.seat, mistake.played, mistake.better) == (1, "Mark c3", "Mark c1")
    assert mistake.lost > 5
    assert mistake.instead - mistake.chance == pytest.approx(mistake.lost, abs=0.2)
    assert result.curve[-1].chances == (100.0, 0.0)
    assert result.curve[-1].errors == (0.0, 0.0)
    ann, ben = result.seats
    assert ben.mistakes == 1
    assert ann.accuracy is None, "nothing was found"
    assert ben.accuracy is not None
    assert ben.accuracy < 100
    about = " ".join(next(report_text(result, texts_of(table, "en"))).sentences)
    assert "100 for one that lost nothing, 65 for one that lost 10 percentage points." in about


def verdict(lost: float, better: float, error: float = 0.01) -> Verdict:
    """Measurement of a stretch that lost so much."""
    return Verdict(
        Difference(lost, error), Estimate(better - lost, 0.05, 48), Estimate(better, 0.05, 48)
    )


def turn(*verdicts: Verdict | None, missed: int | None = None) -> JudgedTurn:
    judgements = [
        Judgement(number, 0, others=((1,),), screened=((0.5, 0.5),) * SCREEN, missed=missed)
        for number in range(len(verdicts))
    ]
    return JudgedTurn(0, 0, tuple(judgements), verdicts)


def test_the_mistakes_of_a_turn_are_one_that_goes_from_the_best_to_what_was_left() -> None:
    """62 % was there; 48 after the first mistake; 35 after the last: 27 are lost.

    What the first one cost is lost only once, where the second makes it sure.
    """
    assert turn(verdict(0.14, 0.62), None, verdict(0.13, 0.48)).loss == pytest.approx(0.27)
    assert turn(verdict(0.39, 0.79), verdict(0.4, 0.79)).loss == pytest.approx(0.4)
    assert turn(verdict(0.14, 0.62), verdict(0.04, 0.5)).loss == pytest.approx(0.18)
    assert turn(None, verdict(0.2, 0.5, error=0.11)).loss == 0


def test_accuracy_is_a_mean_over_turns_of_what_a_given_away_point_leaves() -> None:
    """As lichess has it by moves: 100 * exp(-0.0435 * points); 10 points leave 64.7 of a turn."""
    assert accuracy_of([turn(None)]) is None, "nothing was found, which proves little"
    assert accuracy_of([turn(verdict(0.1, 0.5)), turn(None)]) == pytest.approx(82.36, abs=0.01)
    assert accuracy_of([]) is None


def test_an_accuracy_that_can_only_fall_is_told_as_an_upper_limit(table: History[Grid]) -> None:
    """Two turns of three are not measured yet: they count for what is known of them."""
    waits = Judgement(7, 0, others=((1,),), screened=((0.2, 0.8),) * SCREEN)
    begun = JudgedTurn(0, 0, (waits,), (None,))
    done = turn(verdict(0.1, 0.5))
    limit = accuracy_of([done, begun, begun])
    assert not begun.is_done
    assert limit == pytest.approx((64.73 + 200) / 3, abs=0.01)

    limits = {"en": ("accuracy at most 88", "accuracy 88"), "ja": ("正確さ最大88", "正確さ88")}
    for language in LANGUAGES:
        for is_done, text in zip((False, True), limits[language], strict=True):
            seat = SeatReport(0, "Ann", 3, 1, limit, 3, 2, is_done)
            assert text in seat_text(seat, texts_of(table, language))


def test_the_three_costliest_turns_of_a_seat_are_told(
    table: History[Grid], monkeypatch: pytest.MonkeyPatch
) -> None:
    review = thought(table, review_of(table))
    moments = [item.moment for item in review.judgements if item.seat == 0]
    lost = {moment: verdict(0.1 * number, 0.9) for number, moment in enumerate(moments, 1)}
    monkeypatch.setattr(judged_turns, "verdict_of", lambda item, _: lost.get(item.moment))
    monkeypatch.setattr(its_report, "COSTLIEST", 2)

    result = report(table, review, texts_of(table, "en"), 0)

    assert [mistake.lost for mistake in result.mistakes] == [20.0, 30.0]
    assert result.seats[0].mistakes == 3


def curve(*chances: float, playouts: int = 24) -> tuple[CurvePoint, ...]:
    """A curve with these chances of seat 0, and the result."""
    points = []
    for moment, chance in enumerate(chances):
        wins = round(chance * playouts)
        cut = (chance, 1 - chance)
        played = [(cut, (1.0, 0.0))] * wins + [(cut, (0.0, 1.0))] * (playouts - wins)
        points.append(CurvePoint(moment, tuple(played)))
    return (*points, CurvePoint(len(chances), sure=(1.0, 0.0)))


def test_a_curve_of_a_long_game_has_its_points_where_their_turns_are(
    table: History[Grid], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five turns in two spans: points before turns 1 and 4, and the result."""
    monkeypatch.setattr(played_lines, "MOST_SPANS", 2)
    review = replace(review_of(table), curve=curve(0.5, 0.9))

    result = report(table, review, texts_of(table, "en"), None)

    assert [[turns for turns, _ in racer.scores] for racer in racers(result)] == [[0, 3, 5]] * 2

    begun = replace(review, curve=(review.curve[0], CurvePoint(1), review.curve[2]))
    result = report(table, begun, texts_of(table, "en"), None)
    assert [entry.turns for entry in result.curve] == [0], "no line to the end before it is known"

    empty = report(table, review_of(table), texts_of(table, "en"), None)
    assert racers(empty) == (), "a result that is certain is no curve"


@pytest.mark.parametrize(
    ("chances", "moments"),
    [
        ((0.5, 0.5, 0.5, 0.5, 0.5), [5]),
        ((0.5, 0.9, 0.5, 0.5, 0.5), [1, 2, 5]),
        ((0.5, 0.8, 0.8, 0.8, 0.8), []),
        ((0.5, 0.5, 0.92, 0.92, 0.92), [2]),
    ],
    ids=["the win", "up and down", "30 and 20 points within the error", "8 points at the end"],
)
def test_a_turning_point_moves_a_chance_by_ten_points_and_three_errors(
    table: History[Grid], chances: tuple[float, ...], moments: list[int]
) -> None:
    review = replace(thought(table, review_of(table)), curve=curve(*chances))

    points = report(table, review, texts_of(table, "en"), None).turning_points

    assert [point.moment for point in points] == moments
    assert all(abs(point.after - point.before) >= 10 for point in points)


def test_a_turning_point_names_the_mistake_that_caused_it(table: History[Grid]) -> None:
    """Ben's c3, after which Ann wins, by the chance that Ben lost; and Ann's own move, which is none."""
    review = replace(thought(table, review_of(table)), curve=curve(0.5, 0.5, 0.5, 0.5, 0.92))

    (point,) = report(table, review, texts_of(table, "en"), None).turning_points

    assert (point.moment, point.cause, point.seat) == (4, "mistake", 1)
    assert (point.sentence, point.before > point.after) == ("Ben marks c3.", True)
    begun = [replace(one, measured=()) if one.moment == 4 else one for one in review.judgements]
    unsure = report(table, replace(review, judgements=(*begun,)), texts_of(table, "en"), None)
    assert [(one.moment, one.sentence) for one in unsure.turning_points] == [(4, "")]
    lost = replace(review, curve=curve(0.5, 0.5, 0.5, 0.92, 0.5))
    points = report(table, lost, texts_of(table, "en"), None).turning_points
    assert {(one.moment, one.cause) for one in points} >= {(3, "line")}


def test_what_was_forced_is_neither_judged_nor_a_turning_point() -> None:
    """Flip City's first card has to be played, and `End the turn` is all that is left at times."""
    table, dice = History.new(FLIP_CITY, new_header(FLIP_CITY, TWO, seed=1)), Random(3)
    while table.waiting() and len(table.positions) < 400:
        seat = table.waiting()[0]
        table.play(seat, dice.choice(table.legal_actions(seat)))

    free = 0
    for turn_of_table in turns_of(table):
        for stretch in stretches_of(table, turn_of_table):
            first = stretch[0]
            assert first.parent is not None
            actions = legal_actions(table.positions[first.parent].state, first.record.seat or 0)
            assert len(actions) > 1
            free += 1
    assert free > 20


@pytest.mark.parametrize(
    ("language", "heading", "sentence"),
    [
        ("en", "Try next", 'Ann: "Mark c1" rather than "Mark a3". Mistakes of this kind: 2 of 3.'),
        (
            "ja",
            "次に試すこと",
            "Ann：「a3に印を置く」より「c1に印を置く」を。この種のミスが3回のうち2回ありました。",
        ),
    ],
)
def test_what_most_mistakes_share_is_told_as_what_to_try_next(
    table: History[Grid], language: Language, heading: str, sentence: str
) -> None:
    texts = texts_of(table, language)
    result = report(table, thought(table, review_of(table)), texts, None)
    ann, ben = result.seats
    assert ann.shared is None
    shared = replace(ann, shared=SharedFault(2, 3, played=Place(6), better=Place(2)))

    *_, part = report_text(replace(result, seats=(shared, ben)), texts)

    assert (part.heading, part.sentences) == (heading, (sentence,))


def test_an_error_is_not_told_to_be_nothing(table: History[Grid]) -> None:
    texts = texts_of(table, "en")
    (mistake, *_) = report(table, thought(table, review_of(table)), texts, None).mistakes
    mistake = replace(mistake, is_missed_win=False)
    for error, text in ((0.0, "(±0)"), (0.2, "(±1)"), (2.4, "(±2)")):
        assert text in mistake_text(replace(mistake, error=error), texts)


def test_what_was_not_looked_at_yet_is_not_called_free_of_mistakes(table: History[Grid]) -> None:
    """Ann has three turns and Ben two: nothing, one, and all of them looked at."""
    begun = review_of(table)
    points = len([point for point in begun.curve if not point.is_screened])
    for review, en, ja in (
        (begun, "Ann: 3 turns, not looked at yet", "Ann：3番、まだ調べていません"),
        (
            thought(table, begun, 2 + points),
            "Ann: 1 of 3 turns looked at; 1 may be a mistake, not sure yet",
            "Ann：3番のうち1番を調べました（",
        ),
        (
            thought(table, begun),
            "Ann: no mistake found in 3 turns",
            "Ann：3番でミスは見つかりませんでした",
        ),
    ):
        for language, start in zip(LANGUAGES, (en, ja), strict=True):
            texts = texts_of(table, language)
            seat, *_ = report(table, review, texts, None).seats
            if review.is_done:
                seat = replace(seat, accuracy=None, mistakes=0)
            assert short_text(seat, texts).startswith(start)
            assert seat_text(seat, texts).startswith(start)


@pytest.mark.parametrize(
    ("language", "not_sure"),
    [
        ("en", "; 2 may be mistakes, not sure yet"),
        ("ja", "（2番がミスかも、未確定）"),
    ],
)
def test_turns_that_wait_for_a_second_look_may_be_mistakes(
    table: History[Grid], language: Language, not_sure: str
) -> None:
    texts = texts_of(table, language)
    _, ben = report(table, thought(table, review_of(table)), texts, None).seats
    waits = replace(ben, suspects=2, mistakes=0, is_done=False)

    for one in (waits, replace(waits, mistakes=1)):
        assert short_text(one, texts).endswith(not_sure)
        assert not_sure in seat_text(one, texts)


def test_it_is_the_same_however_often_it_was_left_and_however_many_think(
    table: History[Grid], monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = thought(table, review_of(table), at_once=3)
    monkeypatch.setattr(judgement, "SLICE", 0.0)
    for _ in range(4):
        review = thought(table, review_of(table), pieces=9)
        assert not review.is_done
        keep(table, review)

    assert 0 < review_of(table).share < 1
    assert thought(table, review_of(table)) == at_once


def test_it_is_kept_beside_its_log_until_another_game_comes_of_it(table: History[Grid]) -> None:
    done = thought(table, review_of(table))
    keep(table, done)
    assert isinstance(table.save, FileSave)
    path = table.save.path.with_suffix(REVIEW)

    assert review_of(table) == done
    table.undo()
    table.play(0, Place(4))
    table.play(1, Place(6))
    table.play(0, Place(2))
    assert {judged.moment for judged in review_of(table).judgements} == {1, 2, 3, 4, 6, 7, 8}
    assert not review_of(table).is_done
    path.write_bytes(b"{}")
    assert not review_of(table).is_done


def test_no_game_is_reviewed_that_goes_on(table: History[Grid]) -> None:
    keep(table, thought(table, review_of(table)))
    table.undo()

    with pytest.raises(GameNotOver):
        review_of(table)


def test_all_that_a_judgement_gets_of_the_table_is_what_its_seat_saw() -> None:
    table = auction.table()
    while seats := table.waiting():
        table.play(seats[-1], table.legal_actions(seats[-1])[0])

    for judged in review_of(table).judgements:
        moment = table.positions[judged.moment]
        assert moment.parent is not None
        before = table.positions[moment.parent].state
        stretch = stretch_of(table, positions_of(table, judged))
        assert stretch.observation.view == view(table.game, before, judged.seat)
        assert stretch.observation.view != before


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_seat_is_told_of_its_own_decisions_alone(
    table: History[Grid], language: Language
) -> None:
    """And no curve: it draws on what every seat knew."""
    texts = texts_of(table, language)
    review = thought(table, review_of(table))
    result = report(table, review, texts, 0)

    text = " ".join(" ".join(part.sentences) for part in report_text(result, texts))
    assert not result.curve
    assert not result.turning_points
    assert "Ann" in text
    assert "Ben" not in text


def test_a_log_that_is_done_away_with_takes_its_review_along(table: History[Grid]) -> None:
    keep(table, review_of(table))
    assert isinstance(table.save, FileSave)
    folder = table.save.path.parent

    FolderStore(folder).delete(table.save.name)

    assert not list(folder.iterdir())


@pytest.mark.parametrize("game", ["flip_city", "monumental", "world_monger"])
def test_no_choice_without_an_event_is_told_as_the_cause_of_a_turning_point(game: str) -> None:
    """To end a turn, to pass, to stop: where a turn has no more, its cause is not told."""
    table, dice = new_game(game), Random(3)
    while table.waiting() and len(table.positions) < 150:
        seat = table.waiting()[0]
        table.play(seat, dice.choice(table.legal_actions(seat)))
    texts, bare, with_cause = texts_of(table, "en"), 0, 0
    for span in spans_of(table):
        causes = [position for position in span if is_free(table, position)]
        change = _Change(span, 0, 0.5, 0.2, 0.02)
        sentence = _happened(table, change, causes, "line", texts)
        with_cause += bool(sentence)
        for position in causes:
            if all(event.quiet for event in events(position.record.then)):
                assert position.record.seat is not None
                assert position.record.action is not None
                choice = texts.choice(position.record.seat, position.record.action)
                assert choice not in sentence
                alone = change._replace(span=[position])
                assert choice in _happened(table, alone, [position], "mistake", texts)
                bare += 1
    assert bare
    assert with_cause


def new_game(name: str) -> History[Any]:
    game = load(name)
    return History.new(game, new_header(game, TWO, seed=1))


def test_a_choice_that_is_told_as_a_mistake_is_a_sentence() -> None:
    """Cultus asks first which card is laid, which no event tells, and then where: a full stop each."""
    table = new_game("cultus")
    for _ in range(30):
        seat = table.waiting()[0]
        table.play(seat, table.legal_actions(seat)[0])
    for position in [one for one in table.path() if one.record.seat is not None]:
        change = _Change([position], 0, 0.5, -0.2, 0.02)
        for language, stop in zip(LANGUAGES, ".。", strict=True):
            texts = texts_of(table, language)
            assert _happened(table, change, [position], "mistake", texts).endswith(stop)


def test_a_turning_point_without_a_known_cause_says_nothing_of_one() -> None:
    point = TurningPoint(3, 2, 0, 40.0, 70.0, 8.0, "line", "")
    texts = texts_of(new_game("flip_city"), "en")
    assert turning_point_text(point, texts) == "Turn 2: chance of Ann 40 → 70 % (±8)."


def test_a_cause_is_what_matters_not_the_steps_on_the_way_to_it() -> None:
    """A bust or a win stands before money, purchases and a reshuffled deck (flip_city.bust.1)."""
    table, dice = new_game("flip_city"), Random(3)
    while table.waiting() and len(table.positions) < 400:
        seat = table.waiting()[0]
        table.play(seat, dice.choice(table.legal_actions(seat)))
    texts, busts = texts_of(table, "en"), 0
    for span in spans_of(table):
        happened = [event for one in span for event in events(one.record.then)]
        sentence = _happened(table, _Change(span, 0, 0.5, 0.2, 0.02), span, "draw", texts)
        if any(type(event) is TurnBusted for event in happened):
            busts += 1
            assert "busts" in sentence
            assert "gets $" not in sentence
        assert "reshuffles" not in sentence, "it shows nothing but the card on top"
    assert busts > 2


def test_a_draw_is_told_by_what_it_showed_and_not_by_what_was_paid_then() -> None:
    """World Monger: the cards that came into play, but not a dividend of one coin beside them."""
    table = new_game("world_monger")
    while table.waiting():
        seat = table.waiting()[0]
        table.play(seat, think("greedy", *observation_of(table, seat)))
    texts, draws = texts_of(table, "en"), 0
    for span in spans_of(table)[:-1]:
        came = [position for position in span if ends_stretch(table, position)]
        if not came:
            continue
        sentence = _happened(table, _Change(span, 0, 0.5, 0.2, 0.02), came, "draw", texts)
        paid = any(type(event) is DividendPaid for one in came for event in events(one.record.then))
        draws += paid and bool(sentence)
        assert "Dividend" not in sentence
    assert draws


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (45, "Done"),
        (46, "1-4 with 4, FREE, then Worker in 1-4 (right), then Worker in 1-4 (below), then Prosperity, change"),
        (65, "Worker from 2-5 (left) to 3-4 (below), then Temple in 2-5 (right), then City in 3-4 (below)"),
    ],
)  # fmt: skip
def test_what_only_ends_a_choice_takes_no_place_in_a_line(number: int, line: str) -> None:
    """Quo Vadis: four actions are named, none of them "Done" where there is any other."""
    table = game_in("decisions", "quo_vadis")
    stretches = (one for turn in turns_of(table) for one in stretches_of(table, turn))
    stretch = stretch_of(table, next(one for one in stretches if one[0].number == number))

    assert _line(stretch, stretch.line, 0, texts_of(table, "en")) == line


def test_the_loss_of_a_mistake_is_the_difference_of_its_two_chances() -> None:
    """28.4 and 43.6 are told as 28 and 44, so what was lost is 16, not 15.2."""
    mistake = Mistake(
        moment=3, turn=2, seat=0, asked="Ann: what?", played="Pass", better="Play", lost=15.2,
        error=14.0, chance=28.4, instead=43.6, worlds=48, is_missed_win=False, why="",
    )  # fmt: skip
    texts = texts_of(new_game("flip_city"), "en")
    sentence = '"Pass" lost 16 percentage points (±14): about 28 % to win, against 44 % for "Play".'
    assert mistake_text(mistake, texts).endswith(sentence)
    explained = mistake_text(replace(mistake, why="More points."), texts)
    assert explained.endswith(f"{sentence} The better line changes this. More points.")


@pytest.mark.parametrize(
    ("before", "share", "seconds", "left"),
    [
        (0.0, 0.0, 60.0, None),
        (0.0, 0.5, 4.0, None),
        (0.0, 0.25, 60.0, 180.0),
        (0.5, 0.75, 60.0, 60.0),
        (0.0, 0.01, 60.0, 500.0),
    ],
    ids=["nothing done", "no pace yet", "a quarter in a minute", "resumed", "the limit"],
)
def test_the_time_that_a_review_goes_on_is_told_by_its_pace(
    before: float, share: float, seconds: float, left: float | None
) -> None:
    assert time_left(before, share, seconds, most=500.0) == left


def test_the_end_is_told_by_what_moved_the_lead_and_not_by_what_paid_nobody() -> None:
    """Quo Vadis: the dominion of P1 pays at the end; a war that ends in a draw pays nobody."""
    table = game_in("decisions", "quo_vadis")
    change = _Change(spans_of(table)[-1], 1, 0.5, 0.5, 0.05)

    sentence = _happened(table, change, change.span, "line", texts_of(table, "en"))

    assert "P1: +29 VP (dominion)." in sentence
    assert "draw" not in sentence
