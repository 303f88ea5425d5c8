"""Tests of masks: full states sampled from a view cannot be distinguished by that viewer.

Two samples give a seat the same view and actions, byte for byte. If an action has different
visible consequences in them, its record must say that it revealed something.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any

from hako.engine.log.history import History
from hako.engine.log.log_format import HISTORY_LINES, Record, encode, read_log
from hako.engine.log.position import Position
from hako.engine.log.redeal import can_retry
from hako.engine.log.verify import replay_verified
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import view
from hako.engine.rules.model import Event, Seat, SecretChoice, Viewer
from hako.engine.rules.play import events, legal_actions, pending, play, waiting
from hako.engine.rules.preview import preview
from hako.testing.cases import (
    DECISIONS,
    STREAM,
    Case,
    bytes_of,
    choices,
    every_case,
    once_per_case,
    replayed,
    retried,
    spread,
    worlds,
)
from hako.testing.leaks import differences, spelled, viewer_name

DEALS = range(60)
"""Seeds of enough tables that some look alike."""


@every_case
def test_a_made_up_world_looks_the_same(case: Case, seed: int, length: int) -> None:
    game = case.game
    for moment, seat in choices(replayed(case, seed, length), 20):
        own, everybodys = view(game, moment.state, seat), view(game, moment.state, None)
        for other in worlds(case, own, seat, 3):
            again = view(game, other, seat)
            assert bytes_of(again) == bytes_of(own)
            assert bytes_of(view(game, other, None)) == bytes_of(everybodys)
            assert legal_actions(other, seat) == legal_actions(again, seat)


@once_per_case
def test_a_game_is_tried_again_with_what_a_seat_does_not_know_dealt_anew(case: Case) -> None:
    """The result of the redeal is in the log, and the game is verified from there."""
    table = replayed(case, 1, 40)
    tried = [choice for choice in choices(table) if can_retry(choice[0].state, choice[1])]
    if not tried:
        return
    moment, seat = tried[-1]
    again, lines = retried(table, moment, seat)
    seen, actions = again.view(seat), again.legal_actions(seat)

    again.redeal(seat, seed=7)
    for ply in range(4):
        if not (seats := again.waiting()):
            break
        if not ply:
            assert bytes_of(again.view(seat)) == bytes_of(seen)
            assert again.legal_actions(seat) == actions
        again.play(seats[0], again.legal_actions(seats[0])[0])

    log = read_log(case.game, b"".join(map(encode, lines)), "test", HISTORY_LINES)
    assert bytes_of(replay_verified(History, case.game, log, "test").state) == bytes_of(again.state)


@once_per_case
def test_what_is_hidden_is_dealt_anew(case: Case) -> None:
    """Otherwise bots would search on the true hidden cards."""
    hidden = dealt_anew = dealt_by_chance = False
    for moment, seat in choices(replayed(case, 1, 40)):
        if isinstance(step := pending(moment.state), SecretChoice) and step.answered:
            continue  # sealed answers are made up by the engine
        state = bytes_of(moment.state)
        seen = view(case.game, moment.state, seat)
        dealt = set(map(bytes_of, worlds(case, seen, seat, 3)))
        hidden |= bytes_of(seen) != state
        dealt_anew |= dealt != {state}
        dealt_by_chance |= len(dealt) > 1
    assert hidden == dealt_anew == dealt_by_chance


@every_case
def test_a_made_up_world_can_be_played_on(case: Case, seed: int, length: int) -> None:
    table = replayed(case, seed, length)
    for moment, seat in choices(table, 4):
        (state,) = worlds(case, view(case.game, moment.state, seat), seat, 1)
        for ply in range(20):
            if not (asked := waiting(state)):
                break
            chance = Chance(seed, ply)
            action = chance.stream(STREAM).choice(legal_actions(state, asked[0]))
            state, _ = play(state, asked[0], action, chance)


# ------------------------------------------------------------ distinguishing two tables


@dataclass(frozen=True, eq=False)
class Counterpart:
    """Two continuations of a table, and a viewer of both."""

    case: Case
    viewer: Viewer
    records: tuple[Record[Any, Any], Record[Any, Any]]
    before: tuple[Any, Any]
    states: tuple[Any, Any]
    """The states after the records."""

    @cached_property
    def looks_alike(self) -> bool:
        """True if the viewer sees the same state after both records."""
        one, other = (bytes_of(view(self.case.game, it, self.viewer)) for it in self.states)
        return one == other

    def looked_alike(self) -> bool:
        """True if the viewer sees the same states during both records, event by event."""
        one, other = (set(self._sights(number)) for number in (0, 1))
        return one == other

    def sounds_alike(self, *, in_order: bool = False) -> bool:
        """True if the viewer sees the same consequences, in any order unless `in_order`."""
        one, other = self._visible
        return one == other if in_order else sorted(one) == sorted(other)

    def choices(self) -> tuple[Any, Any]:
        """Both actions, masked for the viewer."""
        one, other = (record.masked(self.viewer).action for record in self.records)
        return one, other

    def __str__(self) -> str:
        """The differences for the viewer: fields of events, and of the state."""
        given = [record.masked(self.viewer) for record in self.records]
        one, other = ((record.action, *events(record.then)) for record in given)
        heard = [
            spelled((type(one[number]).__name__, *field))
            for (number, *field), _ in differences(one, other)
        ]
        now, then = (view(self.case.game, state, self.viewer) for state in self.states)
        seen = [spelled(path) for path, _ in differences(now, then)]
        return (
            f"{self.case}: {viewer_name(self.viewer)} is told otherwise: {', '.join(heard) or 'nothing'}; "
            f"sees otherwise: {', '.join(seen) or 'nothing'}"
        )

    def reveals(self) -> bool:
        """True if a record drew random numbers or revealed something."""
        return any(it.drew for it in self.records) or any(it.reveals for it in self._events())

    @cached_property
    def _visible(self) -> tuple[list[bytes], list[bytes]]:
        one, other = (visible_items(record, self.viewer) for record in self.records)
        return one, other

    def is_fleeting(self) -> bool:
        """True if an event shows something that does not stay visible."""
        return any(event.fleeting for event in self._events())

    def _sights(self, number: int) -> Iterator[bytes]:
        state = self.before[number]
        for event in events(self.records[number].then):
            state = event.apply(state)
            yield bytes_of(view(self.case.game, state, self.viewer))

    def _events(self) -> Iterator[Event[Any]]:
        return chain.from_iterable(events(record.then) for record in self.records)


def visible_items(record: Record[Any, Any], viewer: Viewer) -> list[bytes]:
    """The consequences of a record, masked for the viewer, each as bytes."""
    return [bytes_of(item) for group in record.masked(viewer).then for item in group]


@lru_cache(maxsize=2)
def same_choice(case: Case, seed: int, length: int) -> Sequence[Counterpart]:
    """Records beside the same action in another state that has the same view for a viewer."""
    return tuple(_same_choice(case, replayed(case, seed, length)))


def _same_choice(case: Case, table: History[Any]) -> Iterator[Counterpart]:
    for moment, seat, before in choices_made(table):
        action = moment.record.action
        for viewer in range(case.seats):
            for other in worlds(case, view(case.game, before, viewer), viewer, 2):
                if action in legal_actions(other, seat):
                    chance = Chance(table.header.seed, moment.ply)
                    state, then = play(other, seat, action, chance)
                    records = moment.record, Record(seat, action, then, chance.drew)
                    for reader in (viewer, None):
                        yield Counterpart(
                            case, reader, records, (before, other), (moment.state, state)
                        )


@lru_cache(maxsize=2)
def same_table(case: Case, seed: int, length: int) -> Sequence[Counterpart]:
    """Records beside another action of the same seat, for all other viewers."""
    return tuple(_same_table(case, replayed(case, seed, length)))


def _same_table(case: Case, table: History[Any]) -> Iterator[Counterpart]:
    for moment, seat, before in choices_made(table):
        for action in legal_actions(before, seat):
            chance = Chance(table.header.seed, moment.ply)
            state, then = play(before, seat, action, chance)
            records = moment.record, Record(seat, action, then, chance.drew)
            for viewer in set(case.viewers()) - {seat}:
                yield Counterpart(case, viewer, records, (before, before), (moment.state, state))


def choices_made(
    table: History[Any], at_most: int = 15
) -> Iterator[tuple[Position[Any], Seat, Any]]:
    """Evenly spread positions after a choice, each with the seat and the state before."""
    for moment in spread(table.positions[1:], at_most):
        assert moment.parent is not None
        assert moment.record.seat is not None
        yield moment, moment.record.seat, table.positions[moment.parent].state


@every_case
def test_who_is_told_the_same_sees_the_same(case: Case, seed: int, length: int) -> None:
    """The mask of the state must hide whatever events and actions hide."""
    both = same_choice(case, seed, length), same_table(case, seed, length)
    for pair in chain.from_iterable(both):
        one, other = pair.choices()
        if one == other and pair.sounds_alike(in_order=True):
            assert pair.looks_alike, str(pair)


@every_case
def test_who_sees_the_same_is_told_the_same(case: Case, seed: int, length: int) -> None:
    """Events must hide whatever the mask of the state hides, unless they are `fleeting`."""
    for pair in same_choice(case, seed, length):
        if pair.looks_alike and not pair.sounds_alike() and not pair.is_fleeting():
            assert not pair.looked_alike(), str(pair)


@every_case
def test_others_hear_of_a_choice_what_they_can_see(case: Case, seed: int, length: int) -> None:
    """Otherwise an action would reveal something that the mask hides."""
    for pair in same_table(case, seed, length):
        one, other = pair.choices()
        if type(one) is type(other) and pair.looks_alike and not pair.is_fleeting():
            assert (one == other and pair.sounds_alike()) or not pair.looked_alike(), str(pair)


@every_case
def test_what_tells_two_tables_apart_is_said_to_reveal_something(
    case: Case, seed: int, length: int
) -> None:
    """Otherwise a seat could undo a choice after it has learned something from it."""
    for pair in same_choice(case, seed, length):
        assert pair.sounds_alike() or pair.reveals(), str(pair)


@once_per_case
def test_another_deal_is_told_as_it_is_seen(case: Case) -> None:
    """Deals of different seeds look alike to a viewer exactly if their events do."""
    tables = [case.table(seed) for seed in DEALS]
    for viewer in case.viewers():
        heard = [tuple(visible_items(table.positions[0].record, viewer)) for table in tables]
        gist = [tuple(sorted(items)) for items in heard]
        seen = [bytes_of(table.view(viewer)) for table in tables]
        assert follows(seen, heard), "told the same, and sees something else"
        assert follows(gist, seen), "sees the same, and is told something else"


def follows(these: Iterable[Hashable], those: Iterable[Hashable]) -> bool:
    """True if each value of `those` always has the same value of `these` beside it."""
    pairs = set(zip(these, those, strict=True))
    return len(pairs) == len({that for _, that in pairs})


# ------------------------------------------------------------ foreseeing


@every_case
def test_what_cannot_be_foreseen_is_final(case: Case, seed: int, length: int) -> None:
    """A preview stops at a draw or a hidden value, so the record must be final."""
    table = replayed(case, seed, length)
    for moment, seat, before in choices_made(table, DECISIONS):
        if isinstance(before.agenda[-1], SecretChoice):
            continue  # what others chose may stay a secret
        foreseen = preview(view(case.game, before, seat), seat, moment.record.action)
        assert moment.is_final() or not foreseen.open_end, str(moment.record)


@every_case
def test_what_is_foreseen_happens(case: Case, seed: int, length: int) -> None:
    table = replayed(case, seed, length)
    for moment, seat, before in choices_made(table, DECISIONS):
        foreseen = preview(view(case.game, before, seat), seat, moment.record.action)
        happened = list(events(moment.record.masked(seat).then))
        assert list(foreseen.events) == happened[: len(foreseen.events)]
        if not foreseen.open_end:
            assert len(foreseen.events) == len(happened)
            now = view(case.game, moment.state, seat)
            assert bytes_of(view(case.game, foreseen.state, seat)) == bytes_of(now)
