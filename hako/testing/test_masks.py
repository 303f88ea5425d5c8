"""The exam in masks: worlds that are made up from a view are the same to who has that view.

What is hidden is dealt anew in them. Two of them give a seat the same view and actions, byte
for byte; and where one action leads them apart, the record says that it revealed something.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any

from hako.engine.log.records import Record, encode, read_log
from hako.engine.log.redeal import can_retry
from hako.engine.log.table import Position, Table
from hako.engine.log.verify import replay_verified
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import view
from hako.engine.rules.model import Event, Seat, SecretChoice, Viewer
from hako.engine.rules.play import events, legal_actions, pending, play, preview, waiting
from hako.testing.cases import (
    DECISIONS,
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
from hako.testing.leaks import differences, spelled, who

DEALS = range(60)
"""Seeds of so many tables that some look alike."""


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
    """What came stands in the log, and is decided again from there."""
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

    log = read_log(case.game, b"".join(map(encode, lines)), "exam")
    assert bytes_of(replay_verified(case.game, log, "exam").state) == bytes_of(again.state)


@once_per_case
def test_what_is_hidden_is_dealt_anew(case: Case) -> None:
    """Bots would otherwise search on the very cards that they must not know."""
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
            action = chance.stream("exam").choice(legal_actions(state, asked[0]))
            state, _ = play(state, asked[0], action, chance)


# ------------------------------------------------------------ telling two tables apart


@dataclass(frozen=True, eq=False)
class Counterpart:
    """Two ways in which a table might have gone on, and who looks at both."""

    case: Case
    viewer: Viewer
    records: tuple[Record[Any, Any], Record[Any, Any]]
    before: tuple[Any, Any]
    states: tuple[Any, Any]
    """After the records."""

    @cached_property
    def looks_alike(self) -> bool:
        """True if the viewer sees the same table."""
        one, other = (bytes_of(view(self.case.game, it, self.viewer)) for it in self.states)
        return one == other

    def looked_alike(self) -> bool:
        """True if the viewer sees the same at every event, also what a new deal swept away."""
        one, other = (set(self._sights(number)) for number in (0, 1))
        return one == other

    def sounds_alike(self, *, in_order: bool = False) -> bool:
        """True if the viewer is told the same; without order, as hands are that lie sorted."""
        one, other = self._told
        return one == other if in_order else sorted(one) == sorted(other)

    def choices(self) -> tuple[Any, Any]:
        """The actions as the viewer hears of them."""
        one, other = (record.masked(self.viewer).action for record in self.records)
        return one, other

    def __str__(self) -> str:
        """Where the two differ for the viewer: fields of events, and of the state."""
        given = [record.masked(self.viewer) for record in self.records]
        one, other = ((record.action, *events(record.then)) for record in given)
        heard = [
            spelled((type(one[number]).__name__, *field))
            for (number, *field), _ in differences(one, other)
        ]
        now, then = (view(self.case.game, state, self.viewer) for state in self.states)
        seen = [spelled(path) for path, _ in differences(now, then)]
        return (
            f"{self.case}: {who(self.viewer)} is told otherwise: {', '.join(heard) or 'nothing'}; "
            f"sees otherwise: {', '.join(seen) or 'nothing'}"
        )

    def reveals(self) -> bool:
        """True if a record says that chance or a secret came to light."""
        return any(it.drew for it in self.records) or any(it.reveals for it in self._events())

    @cached_property
    def _told(self) -> tuple[list[bytes], list[bytes]]:
        one, other = (told(record, self.viewer) for record in self.records)
        return one, other

    def is_fleeting(self) -> bool:
        """True if an event says that it tells what is not kept in sight."""
        return any(event.fleeting for event in self._events())

    def _sights(self, number: int) -> Iterator[bytes]:
        state = self.before[number]
        for event in events(self.records[number].then):
            state = event.apply(state)
            yield bytes_of(view(self.case.game, state, self.viewer))

    def _events(self) -> Iterator[Event[Any]]:
        return chain.from_iterable(events(record.then) for record in self.records)


def told(record: Record[Any, Any], viewer: Viewer) -> list[bytes]:
    """What a viewer is told to have followed."""
    return [bytes_of(item) for group in record.masked(viewer).then for item in group]


@lru_cache(maxsize=2)
def same_choice(case: Case, seed: int, length: int) -> Sequence[Counterpart]:
    """What was done, beside the same done in a world that a viewer can't tell from this one."""
    return tuple(_same_choice(case, replayed(case, seed, length)))


def _same_choice(case: Case, table: Table[Any]) -> Iterator[Counterpart]:
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
    """What was done, beside what the same seat might have chosen instead, for all others."""
    return tuple(_same_table(case, replayed(case, seed, length)))


def _same_table(case: Case, table: Table[Any]) -> Iterator[Counterpart]:
    for moment, seat, before in choices_made(table):
        for action in legal_actions(before, seat):
            chance = Chance(table.header.seed, moment.ply)
            state, then = play(before, seat, action, chance)
            records = moment.record, Record(seat, action, then, chance.drew)
            for viewer in set(case.viewers()) - {seat}:
                yield Counterpart(case, viewer, records, (before, before), (moment.state, state))


def choices_made(table: Table[Any], at_most: int = 15) -> Iterator[tuple[Position[Any], Seat, Any]]:
    """Moments that a seat's choice led to, with that seat and the state before."""
    for moment in spread(table.positions[1:], at_most):
        assert moment.parent is not None
        assert moment.record.seat is not None
        yield moment, moment.record.seat, table.positions[moment.parent].state


@every_case
def test_who_is_told_the_same_sees_the_same(case: Case, seed: int, length: int) -> None:
    """What an event or an action hides, the mask of the state hides too."""
    both = same_choice(case, seed, length), same_table(case, seed, length)
    for twin in chain.from_iterable(both):
        one, other = twin.choices()
        if one == other and twin.sounds_alike(in_order=True):
            assert twin.looks_alike, str(twin)


@every_case
def test_who_sees_the_same_is_told_the_same(case: Case, seed: int, length: int) -> None:
    """What the mask of the state hides, an event hides too, unless it says that it shows it."""
    for twin in same_choice(case, seed, length):
        if twin.looks_alike and not twin.sounds_alike() and not twin.is_fleeting():
            assert not twin.looked_alike(), str(twin)


@every_case
def test_others_hear_of_a_choice_what_they_can_see(case: Case, seed: int, length: int) -> None:
    """Otherwise an action would give away what the mask keeps secret."""
    for twin in same_table(case, seed, length):
        one, other = twin.choices()
        if type(one) is type(other) and twin.looks_alike and not twin.is_fleeting():
            assert (one == other and twin.sounds_alike()) or not twin.looked_alike(), str(twin)


@every_case
def test_what_tells_two_tables_apart_is_said_to_reveal_something(
    case: Case, seed: int, length: int
) -> None:
    """Otherwise a seat could take back what it has learned from."""
    for twin in same_choice(case, seed, length):
        assert twin.sounds_alike() or twin.reveals(), str(twin)


@once_per_case
def test_another_deal_is_told_as_it_is_seen(case: Case) -> None:
    """Two seeds whose tables look the same to somebody are told the same, and the reverse."""
    tables = [case.table(seed) for seed in DEALS]
    for viewer in case.viewers():
        heard = [tuple(told(table.positions[0].record, viewer)) for table in tables]
        gist = [tuple(sorted(items)) for items in heard]
        seen = [bytes_of(table.view(viewer)) for table in tables]
        assert follows(seen, heard), "told the same, and sees something else"
        assert follows(gist, seen), "sees the same, and is told something else"


def follows(these: Iterable[Hashable], those: Iterable[Hashable]) -> bool:
    """True if these values follow from those beside them."""
    pairs = set(zip(these, those, strict=True))
    return len(pairs) == len({that for _, that in pairs})


# ------------------------------------------------------------ foreseeing


@every_case
def test_what_cannot_be_foreseen_is_final(case: Case, seed: int, length: int) -> None:
    """A preview stops where chance or a secret comes in; so the record says that it did."""
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
