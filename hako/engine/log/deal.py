"""How a table's seed comes about: folded from its lines, and what is wrong with a line.

At a shared table that is `committed`, in this order; see log/fair.py for the arithmetic:

    all seats are taken        SecretCommitted   with a secret; anew whenever seats change
    the owner is ready, and    Ready       with what they typed, the owner's first
    whoever else sits there
    all are ready              SeedMixed       in time, or it begins anew
    the game ends              Opened
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from hako.engine.i18n.failure import Failure
from hako.engine.log import commitment as fair
from hako.engine.log.records import (
    OPEN,
    DealLine,
    Header,
    Player,
    ReadyChanged,
    SecretCommitted,
    SeedDisclosed,
    SeedMixed,
    encode,
)
from hako.engine.rules.chance import Seed
from hako.engine.rules.model import Seat


def commitment_subject(
    header: Header, players: Sequence[Player], secret: bytes, rules: int | None = None
) -> bytes:
    """The table that a commitment is about; a copy of a game differs in `created` alone.

    The version of the rules is the one that it is dealt by; the header's, if none is given.
    Tables of an event differ in nothing: whoever sits there is left out. A game that is tried
    again has the deal of the first one.
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
        replace(player, key=fair.blind(secret, player.key) if player.key else None)
        for player in players
    )
    owner, code = fair.blind(secret, header.owner), fair.blind(secret, header.code)
    return encode(replace(header, seats=seats, created="", owner=owner, code=code)).rstrip(b"\n")


class Deal:
    """What a table's people did for its seed, and the seed."""

    def __init__(self, header: Header) -> None:
        """Begin; where the header has the seed, there is nothing to do."""
        self.header = header
        self.rules = header.rules
        """The version of the rules that it is dealt by."""
        self.seed: Seed | None = None if header.committed else header.seed
        self.committed: SecretCommitted | None = None
        """Which secret the deal will follow from, once all seats are taken."""
        self.commitments: list[SecretCommitted] = []
        """The same, and those before it from which nothing was dealt."""
        self.committed_rules: int | None = None
        """The version of the rules that is fixed with that secret; None where it is broken.

        Earlier versions of hako took the header's, also where later rules held by then.
        """
        self.ready: dict[Seat, ReadyChanged] = {}
        """Who has said so, since the seats changed last."""
        self.is_open = False
        """Whether secret and seed may be told."""
        self.dealt_at = self.opened_at = 0
        """When all were ready for it, and when it was told, in seconds since 1970; 0 for unknown."""
        self.about = b""
        """What the commitment is about."""
        self._typed: set[str] = set()
        """All that was ever typed here: nothing counts twice, or others could reckon with it."""

    @property
    def contributions(self) -> tuple[str, ...]:
        """What was typed for each seat."""
        seats = range(len(self.header.seats))
        return tuple(self.ready[seat].part if seat in self.ready else "" for seat in seats)

    @property
    def disclosed_seed(self) -> int | str | None:
        """The seed as it is told after the end; None where it may not be."""
        if isinstance(self.seed, bytes):
            return self.seed.hex() if self.is_open else None
        return self.seed

    def note(self, line: DealLine, players: Sequence[Player], owner: Seat | None) -> None:
        """Do what a line says, where these people sit, and the table's owner on that seat."""
        match line:
            case ReadyChanged():
                self._typed |= {line.part.casefold()} - {""}
                if line.yes:
                    self.ready[line.by] = line
                elif line.by == owner:
                    self.ready.clear()  # what the owner adds does not follow what others did
                else:
                    self.ready.pop(line.by, None)
            case SecretCommitted():
                self.committed = line
                self.commitments.append(line)
                self.about, self.committed_rules = self._committed_to(line, players)
                self.ready.clear()
            case SeedMixed():
                self.seed, self.dealt_at = bytes.fromhex(line.seed), line.at
            case SeedDisclosed():
                self.is_open, self.opened_at = True, line.at

    def reset(self) -> None:
        """Nobody is ready any more: other people sit there."""
        self.committed = None
        self.ready.clear()

    # ------------------------------------------------------------------ what comes next

    def commit(
        self, players: Sequence[Player], rules: int, secret: bytes | None = None
    ) -> SecretCommitted:
        """A secret for these people and that version of the rules: a new one, or an event's."""
        secret = secret or fair.new_secret()
        commitment = fair.commitment(
            secret, commitment_subject(self.header, players, secret, rules)
        )
        return SecretCommitted(secret.hex(), commitment.hex())

    def mixing(self, at: float) -> Callable[[], SeedMixed]:
        """What works out the seed of the parts, all ready by then; another thread may call it."""
        assert self.committed is not None, "parts come after a commitment"
        secret, committed = (
            bytes.fromhex(text) for text in (self.committed.secret, self.committed.commitment)
        )
        parts = self.contributions
        return lambda: SeedMixed(fair.seed(secret, committed, parts).hex(), int(at))

    def doubt(self) -> Failure | None:
        """Why what it is dealt from leaves open by which rules it is dealt, if it does."""
        version = self.committed_rules
        if self.committed is None or version in {None, self.rules}:
            return None
        return Failure("committed_without_rules", there=version, here=self.rules)

    def _committed_to(
        self, line: SecretCommitted, players: Sequence[Player]
    ) -> tuple[bytes, int | None]:
        """What a commitment is about, with its version of the rules; None where it is broken."""
        secret = bytes.fromhex(line.secret)
        for version in (self.rules, self.header.rules):
            table = commitment_subject(self.header, players, secret, version)
            if fair.commitment(secret, table).hex() == line.commitment:
                return table, version
        return commitment_subject(self.header, players, secret, self.rules), None

    def left(self, at: float, owner: Seat | None) -> float | None:
        """Seconds in which all have to be ready; None where nobody but the owner typed yet."""
        typed = [line.at for seat, line in self.ready.items() if line.part and seat != owner]
        return min(typed) + fair.WINDOW_SECONDS - at if typed else None

    # ------------------------------------------------------------------ what is wrong

    def unfit(self, line: ReadyChanged, owner: Seat | None) -> Failure | None:
        """Why a seat cannot add what it typed, if it cannot."""
        if not line.part:
            return None
        if self.header.event:
            return Failure("part_in_event", seat=line.by)
        if self.committed is None:
            return Failure("part_too_early", seat=line.by)
        if owner not in {None, line.by} and owner not in self.ready:
            return Failure("part_before_owner", seat=line.by, owner=owner)
        if not fair.LEAST_SIGNS <= len(line.part) <= fair.MOST_SIGNS:
            return Failure("part_length", least=fair.LEAST_SIGNS, most=fair.MOST_SIGNS)
        if line.part.casefold() in self._typed:
            return Failure("part_again", seat=line.by)
        return None

    def broken(
        self, line: SecretCommitted | SeedMixed, players: Sequence[Player]
    ) -> Failure | None:
        """Why a commitment or a seed is not what the lines before it make it, if it is not."""
        if isinstance(line, SecretCommitted):
            is_right = self._committed_to(line, players)[1]
            return None if is_right else Failure("other_commitment")
        if self.committed is None:
            return Failure("not_committed")
        return None if self.mixing(line.at)().seed == line.seed else Failure("other_seed")
