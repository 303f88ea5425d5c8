"""Tests of play: choices, states, logs, undo, the end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import Struct

from hako.engine.bots.observation import Observation
from hako.engine.bots.simple_bots import ranked
from hako.engine.content.files import ContentEntry
from hako.engine.i18n.languages import LANGUAGES
from hako.engine.lab.report import ending_text
from hako.engine.log.history import History
from hako.engine.log.log_format import HISTORY_LINES, encode, read_log
from hako.engine.log.verify import verify
from hako.engine.rules.game import Game, kinds, view
from hako.engine.rules.model import Choice, SecretChoice, Step
from hako.engine.rules.play import fold, legal_actions, pending, waiting
from hako.engine.transcript.ranking import ranking
from hako.engine.transcript.sentences import texts_of
from hako.engine.transcript.transcript import build_transcript
from hako.testing.cases import Case, bytes_of, choices, every_case, every_game, file_of, replayed

LONGEST = 5000
"""Number of decisions within which a game of greedy players must end."""


@every_case
def test_every_choice_offers_something_to_those_it_waits_for(
    case: Case, seed: int, length: int
) -> None:
    for moment in replayed(case, seed, length).positions:
        asked = waiting(moment.state)
        for seat in range(case.seats):
            offered = legal_actions(moment.state, seat)
            assert bool(offered) == (seat in asked)
            assert len(set(map(bytes_of, offered))) == len(offered), "offered twice"


@every_game
def test_play_waits_for_whoever_a_step_says_it_waits_for(game: Game[Any]) -> None:
    """`waiting` is called only for steps with `is_choice`."""
    waits = {kind for kind in kinds(game, Step) if kind.waiting is not Step.waiting}

    assert waits == {kind for kind in kinds(game, Step) if kind.is_choice}


@every_game
def test_choices_that_are_made_in_secret_say_so(game: Game[Any]) -> None:
    """The engine waits for several answers only at steps with `is_secret`."""
    secret = {kind for kind in kinds(game, Step) if issubclass(kind, SecretChoice)}

    assert secret == {kind for kind in kinds(game, Step) if kind.is_secret}


@every_case
def test_what_is_refused_is_not_offered(case: Case, seed: int, length: int) -> None:
    for moment in replayed(case, seed, length).positions:
        step = pending(moment.state)
        if isinstance(step, Choice):
            offered = legal_actions(moment.state, step.seat)
            assert not [action for action, _ in step.refused(moment.state) if action in offered]


@every_case
def test_what_may_be_done_follows_from_what_the_seat_may_know(
    case: Case, seed: int, length: int
) -> None:
    for moment, seat in choices(replayed(case, seed, length)):
        seen = view(case.game, moment.state, seat)
        assert list(legal_actions(seen, seat)) == list(legal_actions(moment.state, seat))


@every_case
def test_the_state_is_the_fold_of_the_log(case: Case, seed: int, length: int) -> None:
    table = replayed(case, seed, length)
    again = History.load(case.game, file_of(table), "test")

    state: Any = table.positions[0].state
    for moment, loaded in zip(table.positions, again.positions, strict=True):
        if moment.number:
            state = fold(state, moment.record.seat, moment.record.action, moment.record.then)
        assert bytes_of(state) == bytes_of(moment.state) == bytes_of(loaded.state)


@every_case
def test_the_rules_decide_every_record_again_as_the_log_has_it(
    case: Case, seed: int, length: int
) -> None:
    table = replayed(case, seed, length)
    log = read_log(case.game, file_of(table), "test", HISTORY_LINES)

    assert verify(History, case.game, log, "test") == len(table.positions)


@every_case
def test_saved_loaded_and_saved_again_a_log_is_the_same(case: Case, seed: int, length: int) -> None:
    data = file_of(replayed(case, seed, length))
    log = read_log(case.game, data, "test", HISTORY_LINES)

    assert b"".join(map(encode, (log.header, *log.lines))) == data


@every_case
def test_undo_to_the_start_and_redo_to_the_end_go_through_the_same_states(
    case: Case, seed: int, length: int
) -> None:
    table = History.load(case.game, file_of(replayed(case, seed, length)), "test")
    states = [moment.state for moment in table.path()]

    back = [table.state]
    while table.undo_is() == "free":
        table.undo()
        back.append(table.state)
    forth = [table.state]
    while table.forward() is not None:
        table.redo()
        forth.append(table.state)

    assert back[::-1] == states
    assert forth == states


def collected(value: Any) -> Iterator[type[Struct]]:
    """The types in a state that the garbage collector tracks, apart from content.

    Structs with a `dict`, which caches results, are always tracked and not reported.
    """
    if isinstance(value, Struct) and not isinstance(value, ContentEntry):
        if value.__struct_config__.gc and not value.__struct_config__.dict:
            yield type(value)
        for field in value.__struct_fields__:
            yield from collected(getattr(value, field))
    elif isinstance(value, tuple):
        for part in value:
            yield from collected(part)


@every_case
def test_the_history_that_tables_keep_is_spared_the_garbage_collector(
    case: Case, seed: int, length: int
) -> None:
    assert not set(collected(replayed(case, seed, length).state))


@every_case
def test_the_agenda_is_empty_exactly_when_the_game_is_over(
    case: Case, seed: int, length: int
) -> None:
    for moment in replayed(case, seed, length).positions:
        outcome = case.game.outcome(moment.state)
        assert (outcome is None) == bool(moment.state.agenda)


@every_case
def test_the_race_can_be_told_from_what_everybody_knows(case: Case, seed: int, length: int) -> None:
    """Each seat and opponent has a score at every position, at the end that of the outcome."""
    table = replayed(case, seed, length)
    racers = set()
    for moment in table.positions:
        races = {
            case.game.progress(view(case.game, moment.state, viewer)) for viewer in case.viewers()
        }
        assert len(races) == 1
        ((turn, scores),) = races
        assert turn >= 1
        racers.add(len(scores))
    (count,) = racers
    assert count >= case.seats
    if (outcome := table.outcome) is not None:
        assert count == len(outcome.places())


@every_game
def test_a_game_of_players_who_want_to_win_ends_and_its_end_can_be_told(game: Game[Any]) -> None:
    for seats in {game.seats[0], game.seats[-1]}:
        table = played_to_win(Case(game, seats))
        outcome = table.outcome

        assert outcome is not None
        assert set(outcome.winners) <= set(range(seats))
        assert len(outcome.scores) == seats
        for texts in (texts_of(table, language) for language in LANGUAGES):
            assert texts.lazy_text(outcome.how)
            key = outcome.how.key
            assert ending_text(key, texts) != key, "the group `ending` lacks it"
            assert all(entry.name != str(entry.number) for entry in ranking(outcome, texts))
            sides = [game.side(table.view(None), seat) for seat in range(seats)]
            assert all(texts.term("side", side) for side in sides if side is not None)


@every_game
def test_a_story_has_a_heading_for_every_turn_or_round(game: Game[Any]) -> None:
    """Except in games with only one or two choices a turn; and no part is empty."""
    table = played_to_win(Case(game, game.seats[0]))

    first, *parts = build_transcript(table, texts_of(table, "en"), "", None).parts

    turns = {game.progress(moment.state)[0] for moment in table.path()}
    if len(table.path()) > 2 * len(turns):
        assert len(parts) + bool(first.heading) >= len(turns)
    assert all(part.heading and part.sentences for part in parts)


@cache
def played_to_win(case: Case) -> History[Any]:
    """A table of bots that look one action ahead, at the end. Cached; do not change it."""
    table = case.table(seed=1)
    while (seat := next(iter(table.waiting()), None)) is not None:
        assert len(table.positions) < LONGEST, f"{case} goes on for ever"
        seen = Observation(case.game, seat, table.view(seat))
        table.play(seat, ranked(seen, table.chance())[0])
    return table
