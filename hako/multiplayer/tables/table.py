"""A shared table: the history of a game with its people, its deal and its clocks."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.failure import Failure
from hako.engine.log.header import Header, Player
from hako.engine.log.history import History, StaleTable
from hako.engine.log.line_base import LogLine
from hako.engine.log.log_format import HISTORY_LINES, BadLog, Record
from hako.engine.log.position import START, Position
from hako.engine.log.rules_upgrade import RulesUpgraded
from hako.engine.log.save import Save
from hako.engine.log.setup_checks import check_options
from hako.engine.log.transcript_facts import TranscriptFacts
from hako.engine.rules.chance import Chance, Seed
from hako.engine.rules.game import Game
from hako.engine.rules.model import S, Seat
from hako.engine.rules.play import waiting
from hako.multiplayer.tables.clock import (
    Clocks,
    TimeClaimed,
    TimeNoted,
    TimeoutChoice,
    TimeoutResolved,
)
from hako.multiplayer.tables.clock_text import clock_text
from hako.multiplayer.tables.deal import (
    Deal,
    ReadyChanged,
    SecretCommitted,
    SeedDisclosed,
    SeedMixed,
)
from hako.multiplayer.tables.seat_changes import OwnerChanged, SeatChanged, SeatHandover
from hako.multiplayer.tables.seats import Seats
from hako.multiplayer.tables.table_setup import OptionsChanged, check_shared


class SharedTable(History[S]):
    """A running game of people at several terminals. One object is shared by all; not thread-safe."""

    line_types = (
        *HISTORY_LINES,
        SeatChanged,
        OwnerChanged,
        OptionsChanged,
        ReadyChanged,
        SecretCommitted,
        SeedMixed,
        SeedDisclosed,
        TimeNoted,
        TimeClaimed,
        TimeoutResolved,
    )

    def __init__(
        self, game: Game[S], header: Header, save: Save | None = None, content: Any = None
    ) -> None:
        """Make an empty table. `content` is loaded by `content_of` unless given. Raises BadLog."""
        super().__init__(game, header, save, content)
        self._undo = header.undo
        """Undo policy when the table is not rated."""
        self.seats = Seats(header.seats)
        self.owner = header.owner
        """Key of the current owner of the table."""
        self.clocks = Clocks(header.clock, len(header.seats))
        """The clocks of the seats; without a clock they never run."""
        self.deal = Deal(header)
        """The seed, its commitment, and the ready seats."""

    def check_header(self, header: Header) -> None:
        """Raises BadLog for a clock, delay or rating that cannot be."""
        try:
            check_shared(header)
        except Failure as error:
            raise BadLog(self.log.name, 1, error) from None

    # ------------------------------------------------------------------ queries

    @property
    def facts(self) -> TranscriptFacts:
        deal = self.deal
        return TranscriptFacts(
            deal.disclosed_seed,
            deal.proof,
            self.consent.statistics,
            self.changes,
            self._clock_sentences,
        )

    def _clock_sentences(self, texts: Catalogue) -> Iterator[str]:
        if clock := self.header.clock:
            yield texts.text("transcript.clock", clock=clock_text(texts, clock))

    @property
    def seed(self) -> Seed | None:
        return self.deal.seed

    @property
    def has_begun(self) -> bool:
        """True if the game was dealt and no seat is open."""
        return bool(self.positions) and not self.seats.open

    @property
    def is_closed(self) -> bool:
        return self.deal.is_open

    @property
    def is_settled(self) -> bool:
        counts = self.header.cup or self.header.event
        return self.deal.is_open or bool(counts and self.outcome is not None)

    @property
    def is_embargoed(self) -> bool:
        return bool(self.header.event) and not self.deal.is_open

    @property
    def ready(self) -> frozenset[Seat]:
        """The seats that are ready for the deal."""
        return frozenset(self.deal.ready)

    @property
    def owner_seat(self) -> Seat | None:
        """The seat of the table's owner; None if the owner has none."""
        return self.seats.seat_of(self.owner)

    def open_seats(self) -> tuple[Seat, ...]:
        """The seats that nobody has taken. The game starts when there are none."""
        return self.seats.open

    def waiting_seats(self) -> tuple[Seat, ...]:
        """The seats that the deal waits for: open ones, or else those that are not ready."""
        if self.seats.open or self.positions or not self.header.is_shared:
            return self.seats.open
        people = (seat for seat, player in enumerate(self.players) if player.bot is None)
        return tuple(seat for seat in people if seat not in self.deal.ready)

    @property
    def is_to_mix(self) -> bool:
        """True if all are ready and the seed has to be computed from their contributions."""
        return not self.positions and self.deal.seed is None and not self.waiting_seats()

    @property
    def last_time(self) -> int:
        """Time of the last line at a table with a clock, in seconds since 1970; 0 for unknown."""
        return self.clocks.at or 0

    @property
    def due(self) -> int | None:
        """Earliest time at which `claim` has an effect, in seconds since 1970; None for never."""
        return self.clocks.due

    @property
    def is_left_to_bots(self) -> bool:
        """True if a rated game hangs: a seat's time is over and only bots could choose for it."""
        others = (
            player for seat, player in enumerate(self.players) if seat not in self.clocks.claimed
        )
        counts = self.header.rated and not self.deal.is_open
        return counts and bool(self.clocks.claimed) and all(player.is_bots_own for player in others)

    def left(self, seat: Seat) -> int | None:
        """Seconds that a seat has left now, less than 0 in its grace; None without a clock."""
        if self.clocks.clock is None:
            return None
        return self.clocks.left_now(seat, self.players[seat].key)

    def draws(self, seat: Seat) -> Chance:
        """The random draws of the next record, which is that seat's.

        At tables of an event they are the same as at its other tables: they depend on how often the
        seat has drawn before, and not on other actions, such as a pass.
        """
        if not self.header.event:
            return self.chance()
        back = self.back_from(self.head)
        before = (position.record for position in back if position.number > START)
        drawn = sum(record.drew and record.seat == seat for record in before)
        return self.chance_at(1 + drawn * len(self.players) + seat)

    # ------------------------------------------------------------------ applying lines

    def check_record(self, record: Record[Any, Any]) -> Failure | None:
        if self.deal.is_open:
            return Failure("played_on", seat=record.seat)
        if record.seat is None:
            if waits := self.waiting_seats():
                return Failure("dealt_too_early", seat=waits[0])
            return Failure("not_committed") if self.deal.seed is None else None
        if empty := self.seats.open:
            return Failure("nobody_sits", seat=record.seat, empty=empty[0])
        if self.header.clock and self.clocks.at is None:
            return Failure("not_clocked", seat=record.seat)
        return None

    def do(self, line: LogLine, state: S | None = None) -> None:
        super().do(line, state)
        if self.clocks.clock is not None:
            people = (seat for seat in self.waiting() if not self.players[seat].bot)
            self.clocks.run(() if self.request else tuple(people))

    def add(self, record: Record[Any, Any], state: S | None = None) -> Position[S]:
        position = super().add(record, state)
        if position.number == START:
            self.seats.note_seen(range(len(self.players)))
        elif self.clocks.clock is not None and record.seat is not None:
            is_over = record.seat not in waiting(position.state)
            self.clocks.note_choice(record.seat, position.ply, is_over=is_over)
        return position

    def add_records(self, lines: Iterator[LogLine]) -> LogLine | None:
        """Add records in a row, where no clock has to be told of each."""
        return super().add_records(lines) if self.clocks.clock is None else next(lines, None)

    def upgrade(self, rules: int) -> None:
        super().upgrade(rules)
        if not self.positions:
            self.deal.upgrade(rules)

    def change_player(self, seat: Seat, player: Player) -> None:
        """Put another player on a seat."""
        before = self.players[seat]
        if before.key != player.key:
            self.consent.request = None  # the new player has asked for or agreed to nothing
        if (before.key, before.bot) != (player.key, player.bot):
            if not self.positions:
                self.deal.reset()
            else:
                self.note_change(SeatHandover(seat, before, player))
                if not player.is_open:
                    known = self.seats.seen.get(player.key or "", ())
                    self.clocks.change_player(seat, is_another=seat not in known)
        self.seats.change(seat, player)
        self.players = self.seats.players
        if self.positions:
            self.seats.note_seen((seat,))

    def change_owner(self, seat: Seat) -> None:
        """Give the table to the player on a seat."""
        self.owner = self.players[seat].key or ""
        if not self.positions:  # after the deal, readiness is part of how the seed was computed
            self.deal.ready.clear()

    def take_options(self, line: OptionsChanged) -> None:
        """Take other options, for which nobody is ready yet."""
        header = line.header(self.header, self._undo)
        check_options(self.game, header)
        check_shared(header)
        self.clocks = Clocks(line.clock, len(header.seats), self.clocks.time)
        self.header = self.deal.header = header
        self.deal.reset()

    # ------------------------------------------------------------------ lines of the table's own

    @property
    def _is_committed(self) -> bool:
        """True if there is a commitment to a secret and to the current version of the rules."""
        return self.deal.committed is not None and self.rules == self.game.rules

    def _commitment(self, secret: bytes | None = None) -> SecretCommitted:
        return self.deal.commit(self.players, self.game.rules, secret)

    def _disclosure(self) -> SeedDisclosed:
        return SeedDisclosed(int(self.clocks.time.now()) if self.header.rated else 0)

    def own_line(self) -> tuple[LogLine, S | None] | None:
        """The next line that needs no player: commitment, deal, and disclosure at the end."""
        deal, header = self.deal, self.header
        if self.positions:
            is_own = header.committed and not header.event  # other tables may still play the same
            is_to_open = is_own and not deal.is_open and self.outcome is not None
            return (self._disclosure(), None) if is_to_open else None
        if header.committed and not self._is_committed and not self.seats.open:
            if not header.event:
                return self._commitment(), None
            if deal.committed is None:
                return None  # the event supplies its secret
            return self._commitment(bytes.fromhex(deal.committed.secret)), None
        if self.waiting_seats():
            return None
        if deal.seed is None:
            return None if any(deal.contributions) else (deal.mixing(time.time())(), None)
        return self.deal_line()

    def line_before(self, line: LogLine) -> TimeNoted | None:
        """The line with the current time that has to precede a line; None if no clock depends on it."""
        is_timed = self.clocks.clock is not None and not isinstance(line, RulesUpgraded)
        may_matter = is_timed and (self.positions or isinstance(line, Record))
        return self.clocks.time_line(self.players) if may_matter else None

    # ------------------------------------------------------------------ commands

    def seat(self, seat: Seat, player: Player) -> None:
        """Give a seat to another player."""
        self.write(SeatChanged(seat, player))
        self.undo_if_agreed()
        self.write_own_lines()

    def alter(self, chosen: OptionsChanged) -> None:
        """Change the options before the deal; nobody is ready then. Raises BadSetup, StaleTable."""
        if self.is_dealt:
            raise StaleTable
        self.write(chosen.completed(self.game, self.header))
        self.write_own_lines()

    def declare(self, seat: Seat, *, ready: bool, part: str = "") -> None:
        """Set whether a seat is ready for the deal; the last ready seat starts it.

        `part` is the player's contribution to the seed. With contributions, the deal waits for the
        computed seed, see `mix`. Others may become ready at the same time. Raises Failure for a
        contribution that is not allowed, and StaleTable if the seat's readiness, the players or the
        options changed meanwhile.
        """
        line = ReadyChanged(seat, ready, part, int(time.time()) if part else 0)
        terms = self.ready_terms(seat)
        while True:
            if reason := self.deal.contribution_fault(line, self.owner_seat):
                raise reason
            try:
                self.write(line)
                break
            except StaleTable:
                if self.is_dealt or self.ready_terms(seat) != terms:
                    raise
        self.write_own_lines()

    def ready_terms(
        self, seat: Seat
    ) -> tuple[Header, tuple[Player, ...], SecretCommitted | None, bool]:
        """Everything that a player agrees to by being ready, and whether that seat is ready."""
        return self.header, self.players, self.deal.committed, seat in self.ready

    def mix(self, mixed: SeedMixed) -> None:
        """Deal from the computed seed. If it came too late, commit to another secret instead."""
        left = self.deal.left(mixed.at, self.owner_seat)
        if not self.is_to_mix:
            return  # another process was faster
        if left is not None and left < 0:
            self.commit_again()
        else:
            self.write(mixed)
            self.write_own_lines()

    def commit_to(self, secret: bytes) -> None:
        """Commit to the secret of the event that this table belongs to, unless already done."""
        if not self._is_committed:
            self.write(self._commitment(secret))

    def commit_again(self) -> None:
        """Commit to another secret after somebody was not ready in time; nobody is ready then."""
        self.write(self._commitment())

    def disclose(self) -> None:
        """Give the game up: nobody can play on, and its secret becomes public."""
        while self.deal.committed is not None and not self.deal.is_open:
            with suppress(StaleTable):  # another process wrote: check again
                self.write(self._disclosure())

    def claim(self) -> None:
        """Let the others choose for seats whose time and grace are over. Raises StaleTable."""
        for seat in self.clocks.overdue_seats(self.players):
            self.write(TimeClaimed(seat))

    def settle(self, by: Seat, seat: Seat, how: TimeoutChoice, level: str = "") -> None:
        """Choose what to do about a seat without time; `level` is that of a substitute bot.

        Raises StaleTable.
        """
        if seat not in self.clocks.claimed or by == seat:
            raise StaleTable
        self.write(TimeoutResolved(by, seat, how, level))

    def hand_over(self, seat: Seat) -> None:
        """Make the player on that seat the table's owner."""
        self.write(OwnerChanged(seat))
