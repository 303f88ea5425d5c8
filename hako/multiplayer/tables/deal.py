"""The deal: a table's seed, folded from its lines, and the checks of these lines.

At a shared table with `committed`, in this order; see tables/fair_seed.py for the computation:

    all seats are taken          SecretCommitted  with a secret; again whenever seats change
    the owner and then all       ReadyChanged     with their contributions, the owner's first
    others are ready
    all are ready                SeedMixed        in time, or it begins again
    the game ends                SeedDisclosed
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec.structs import replace

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.failure import Failure, escape_controls
from hako.engine.log.header import OPEN, Header, Player
from hako.engine.log.line_base import LogLineBase
from hako.engine.log.log_format import encode
from hako.engine.log.transcript_facts import SeedProof
from hako.engine.rules.chance import Seed
from hako.engine.rules.model import Seat
from hako.multiplayer.tables import fair_seed as commitment


def commitment_subject(
    header: Header, players: Sequence[Player], secret: bytes, rules: int | None = None
) -> bytes:
    """The description of a table that a commitment covers: its header as JSON.

    `created` is left out, so that a copy of a game has the same commitment. `rules` is the version
    of the rules used for the deal; the header's by default. Tables of an event have the same
    description: their players are left out. A retried game has the deal of the original.
    """
    if (origin := header.origin) is not None and origin.code:
        header = replace(header, code=origin.code, private=origin.private, origin=None)
    header = replace(header, rules=rules or header.rules)
    if header.event:
        bots = tuple(player if player.is_bots_own else OPEN for player in players)
        same = replace(
            header, seats=bots, created="", owner="", code="", hako="", cup="", tables={}
        )
        return encode(same).rstrip(b"\n")
    seats = tuple(
        replace(player, key=commitment.blind(secret, player.key) if player.key else None)
        for player in players
    )
    owner, code = commitment.blind(secret, header.owner), commitment.blind(secret, header.code)
    return encode(replace(header, seats=seats, created="", owner=owner, code=code)).rstrip(b"\n")


class Deal:
    """The contributions of a table's players to the seed, and the seed itself."""

    def __init__(self, header: Header) -> None:
        """Start with a header. If it has the seed, there is nothing to do."""
        self.header = header
        self.rules = header.rules
        """Version of the rules used for the deal."""
        self.seed: Seed | None = None if header.committed else header.seed
        self.committed: SecretCommitted | None = None
        """The commitment to the secret, once all seats are taken."""
        self.commitments: list[SecretCommitted] = []
        """All commitments, including earlier ones that were not used."""
        self.ready: dict[Seat, ReadyChanged] = {}
        """The ready seats, with their lines, since the seats last changed."""
        self.is_open = False
        """True if secret and seed are public."""
        self.dealt_at = self.opened_at = 0
        """Time of the deal and of the disclosure, in seconds since 1970; 0 for unknown."""
        self.about = b""
        """The description that the commitment covers; see commitment_subject."""
        self._typed: set[str] = set()
        """All contributions ever made here, case-folded. None may be reused: it could be predicted."""

    @property
    def contributions(self) -> tuple[str, ...]:
        """The contribution of each seat; empty for none."""
        seats = range(len(self.header.seats))
        return tuple(self.ready[seat].part if seat in self.ready else "" for seat in seats)

    @property
    def disclosed_seed(self) -> int | str | None:
        """The seed as it is published after the end; None while it is secret."""
        if isinstance(self.seed, bytes):
            return self.seed.hex() if self.is_open else None
        return self.seed

    @property
    def proof(self) -> SeedProof | None:
        """The sources of the seed; None before they are public, or without a commitment."""
        if self.committed is None or not self.is_open:
            return None
        return SeedProof(
            self.committed.secret,
            self.about.decode(),
            self.committed.commitment,
            self.contributions,
            str(self.disclosed_seed),
        )

    # ------------------------------------------------------------------ applying lines

    def note_ready(self, line: ReadyChanged, owner: Seat | None) -> None:
        """Note the readiness of a seat; `owner` is the seat of the table's owner."""
        self._typed |= {line.part.casefold()} - {""}
        if line.yes:
            self.ready[line.by] = line
        elif line.by == owner:
            self.ready.clear()  # the owner's contribution must not depend on others'
        else:
            self.ready.pop(line.by, None)

    def note_commitment(self, line: SecretCommitted, players: Sequence[Player]) -> None:
        """Note a commitment for these players, after which nobody is ready."""
        self.committed = line
        self.commitments.append(line)
        self.about = self._subject(line, players)
        self.ready.clear()

    def upgrade(self, rules: int) -> None:
        """Take a later version of the rules for the deal, to which nobody has committed yet."""
        self.rules = rules
        self.reset()

    def reset(self) -> None:
        """Discard commitment and readiness, since other players have taken seats."""
        self.committed = None
        self.ready.clear()

    # ------------------------------------------------------------------ next lines

    def commit(
        self, players: Sequence[Player], rules: int, secret: bytes | None = None
    ) -> SecretCommitted:
        """Commit to a secret for these players and this version of the rules.

        A new secret is made unless that of an event is given.
        """
        secret = secret or commitment.new_secret()
        subject = commitment_subject(self.header, players, secret, rules)
        return SecretCommitted(secret.hex(), commitment.commitment(secret, subject).hex())

    def mixing(self, at: float) -> Callable[[], SeedMixed]:
        """A function that computes the seed from all contributions; safe to call in another thread.

        `at` is the time at which all were ready, in seconds since 1970.
        """
        assert self.committed is not None, "parts come after a commitment"
        secret, committed = (
            bytes.fromhex(text) for text in (self.committed.secret, self.committed.commitment)
        )
        parts = self.contributions
        return lambda: SeedMixed(commitment.seed(secret, committed, parts).hex(), int(at))

    def _subject(self, line: SecretCommitted, players: Sequence[Player]) -> bytes:
        """The description that a commitment covers."""
        return commitment_subject(self.header, players, bytes.fromhex(line.secret), self.rules)

    def left(self, at: float, owner: Seat | None) -> float | None:
        """Seconds left for all to become ready; None while only the owner has contributed."""
        typed = [line.at for seat, line in self.ready.items() if line.part and seat != owner]
        return min(typed) + commitment.WINDOW_SECONDS - at if typed else None

    # ------------------------------------------------------------------ checks

    def contribution_fault(self, line: ReadyChanged, owner: Seat | None) -> Failure | None:
        """The reason why a seat's contribution is not allowed, or None."""
        if not line.part:
            return None
        if self.header.event:
            return Failure("part_in_event", seat=line.by)
        if self.committed is None:
            return Failure("part_too_early", seat=line.by)
        if owner not in {None, line.by} and owner not in self.ready:
            return Failure("part_before_owner", seat=line.by, owner=owner)
        if not commitment.LEAST_SIGNS <= len(line.part) <= commitment.MOST_SIGNS:
            return Failure("part_length", least=commitment.LEAST_SIGNS, most=commitment.MOST_SIGNS)
        if line.part.casefold() in self._typed:
            return Failure("part_again", seat=line.by)
        return None

    def commitment_fault(self, line: SecretCommitted, players: Sequence[Player]) -> Failure | None:
        """The reason why a commitment does not match the table, or None."""
        subject = self._subject(line, players)
        committed = commitment.commitment(bytes.fromhex(line.secret), subject).hex()
        return None if committed == line.commitment else Failure("other_commitment")

    def seed_fault(self, line: SeedMixed) -> Failure | None:
        """The reason why a seed does not follow from the lines before it, or None."""
        if self.committed is None:
            return Failure("not_committed")
        return None if self.mixing(line.at)().seed == line.seed else Failure("other_seed")


class DealTarget(Protocol):
    """Members that the lines of a deal need of a shared table."""

    header: Header
    players: tuple[Player, ...]
    deal: Deal

    @property
    def is_dealt(self) -> bool: ...
    @property
    def owner_seat(self) -> Seat | None: ...
    @property
    def last_time(self) -> int: ...
    def open_seats(self) -> tuple[Seat, ...]: ...
    def waiting_seats(self) -> tuple[Seat, ...]: ...


class ReadyChanged(LogLineBase[DealTarget], frozen=True, tag="ready", omit_defaults=True):
    """A seat becomes ready for the deal, or no longer is. A change of seats resets all of them."""

    by: Seat
    yes: bool
    part: str = ""
    """The player's contribution to the seed."""
    at: int = 0
    """Time of the contribution, in seconds since 1970."""

    def misplacement(self, records: int, seats: int) -> Failure | None:
        if not self.part.isprintable():
            return Failure("part_with_controls", seat=self.by)
        return super().misplacement(records, seats)

    def check(self, table: DealTarget, /) -> Failure | None:
        if table.is_dealt:
            return Failure("ready_too_late", seat=self.by)
        return table.deal.contribution_fault(self, table.owner_seat)

    def apply(self, table: DealTarget, /) -> None:
        table.deal.note_ready(self, table.owner_seat)

    def sentence(self, texts: Catalogue) -> str:
        entry = "typed" if self.part else "ready" if self.yes else "unready"
        return self.spell(texts, entry)


class SecretCommitted(LogLineBase[DealTarget], frozen=True, tag="commit"):
    """The server commits to a secret when all seats are taken, before anybody contributes."""

    secret: str
    """Hex digits of 32 bytes. Secret until a SeedDisclosed follows."""
    commitment: str
    """Hex digits of 32 bytes. Public."""

    effect = "commitment"

    def check(self, table: DealTarget, /) -> Failure | None:
        if reason := _timing_fault(table, table.open_seats()):
            return reason
        return table.deal.commitment_fault(self, table.players)

    def apply(self, table: DealTarget, /) -> None:
        table.deal.note_commitment(self, table.players)

    def sentence(self, texts: Catalogue) -> str:
        return self.spell(texts, "committed", commitment=escape_controls(self.commitment))


class SeedMixed(LogLineBase[DealTarget], frozen=True, tag="mix"):
    """The seed of the deal, computed when all are ready. As secret as the cards."""

    seed: str
    """Hex digits of 32 bytes."""
    at: int
    """Time at which all were ready, in seconds since 1970."""

    def check(self, table: DealTarget, /) -> Failure | None:
        deal = table.deal
        if reason := _timing_fault(table, ()):
            return reason
        left = deal.left(self.at, table.owner_seat)
        if left is not None and left < 0:
            return Failure("out_of_time", seconds=-int(left))
        return _timing_fault(table, table.waiting_seats()) or deal.seed_fault(self)

    def apply(self, table: DealTarget, /) -> None:
        table.deal.seed, table.deal.dealt_at = bytes.fromhex(self.seed), self.at


def _timing_fault(table: DealTarget, seats: Sequence[Seat]) -> Failure | None:
    """The reason why a commitment or a seed comes too late, or before these seats are ready."""
    if table.is_dealt or table.deal.seed is not None:
        return Failure("mixed_too_late")
    return Failure("dealt_too_early", seat=seats[0]) if seats else None


class SeedDisclosed(LogLineBase[DealTarget], frozen=True, tag="open", omit_defaults=True):
    """The game is over or was given up: secret and seed are public, and nobody can play on."""

    at: int = 0
    """Time in seconds since 1970; noted only at rated tables, since ratings are ordered by it."""

    effect = "commitment"
    entry = "opened"

    def check(self, table: DealTarget, /) -> Failure | None:
        """A rated game needs a plausible time, since ratings are ordered by it."""
        began = max(table.deal.dealt_at, table.last_time)
        if table.header.rated and self.at < max(began, 1):
            return Failure("ended_too_early", seconds=began - self.at)
        return None

    def apply(self, table: DealTarget, /) -> None:
        table.deal.is_open, table.deal.opened_at = True, self.at
