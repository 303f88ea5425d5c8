"""Sealed bids: hidden hands, secret simultaneous bids, dice and a shuffled pile.

Each round a die is rolled: the prize. The leader may look at the top coin of the
pile, and may lay a coin of the hand aside, face down, to keep it for the end. Then
all seats bid a coin in secret, or nothing; the highest coin that nobody else bid
wins the prize; coins bid are gone, and each seat draws one. The most points win:
prizes, and the coins laid aside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import ClassVar, Self, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.content.files import Amount, Count
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, Option, Outcome, Setup
from hako.engine.rules.model import (
    Action,
    Choice,
    Event,
    Resolution,
    Seat,
    SecretChoice,
    State,
    Step,
    Viewer,
    known,
)
from hako.engine.rules.secret_declarations import Secret, owner

Coin: TypeAlias = Amount
"""A coin's value."""

Coins: TypeAlias = tuple[Coin | None, ...]
"""Coins, None where one may not know which; a hand lies in order of value."""


class Coinage(Struct, frozen=True):
    """The content file."""

    coins: tuple[Coin, ...]
    hand: Count


# ------------------------------------------------------------ the table


class House(State, frozen=True):
    """The auction house."""

    coins: tuple[Coin, ...]
    """All coins of the game."""
    rounds: int
    """Number of rounds."""
    pile: Coins
    """The top coin first."""
    hands: tuple[Coins, ...]
    aside: tuple[Coins, ...]
    """The coins that each seat keeps for the end."""
    points: tuple[int, ...]
    round: int = 0
    prize: int = 0
    spent: tuple[Coin, ...] = ()
    looked: tuple[Seat, ...] = ()
    """The seats that know the top coin of the pile."""


def _is_top_seen(house: House, viewer: Viewer, place: int) -> bool:
    return place == 0 and viewer in house.looked


def _is_laid_open(house: House, viewer: Viewer, seat: Seat, place: int) -> bool:
    return viewer == seat or not house.agenda


SECRETS = (
    Secret("pile.*", _is_top_seen, among="coins"),
    Secret("hands.*.*", owner, among="coins"),
    Secret("aside.*.*", _is_laid_open, among="coins"),
)


def hidden(coins: Sequence[object]) -> Coins:
    """As many coins, face down."""
    return (None,) * len(coins)


def put(rows: tuple[Coins, ...], seat: Seat, row: Coins) -> tuple[Coins, ...]:
    """The rows of all seats with that of one seat replaced."""
    return (*rows[:seat], row, *rows[seat + 1 :])


def without(coins: Coins, coin: Coin | None) -> Coins:
    """The coins with one taken out; any hidden one for a hidden one."""
    place = coins.index(coin) if coin in coins else coins.index(None)
    return (*coins[:place], *coins[place + 1 :])


def with_coin(coins: Coins, coin: Coin | None) -> Coins:
    """The coins with one more, hidden ones first."""
    return tuple(sorted((*coins, coin), key=lambda value: value or 0))


# ------------------------------------------------------------ what a seat may choose


class Look(Action, frozen=True):
    """Look at the top coin of the pile."""


class LayAside(Action, frozen=True):
    """Keep a coin for the end, face down."""

    coin: Coin | None

    def masked(self, viewer: Viewer, /) -> Self:
        return replace(self, coin=None)


class Open(Action, frozen=True):
    """Open the bidding."""


class Bid(Action, frozen=True):
    """Put a coin into the envelope."""

    coin: Coin


class Fold(Action, frozen=True):
    """Leave the envelope empty."""


Sealed: TypeAlias = Bid | Fold

# ------------------------------------------------------------ what may happen


class PileShuffled(Event[House], frozen=True):
    """All coins lie in the pile, face down."""

    order: Coins

    def masked(self, viewer: Viewer, /) -> Self:
        return replace(self, order=hidden(self.order))

    def apply(self, house: House, /) -> House:
        return replace(house, pile=self.order)


class CoinDrawn(Event[House], frozen=True):
    """A seat drew the top coin of the pile."""

    reveals = True

    seat: Seat
    coin: Coin | None

    def masked(self, viewer: Viewer, /) -> Self:
        return self if viewer == self.seat else replace(self, coin=None)

    def apply(self, house: House, /) -> House:
        hand = with_coin(house.hands[self.seat], self.coin)
        return replace(
            house, pile=house.pile[1:], hands=put(house.hands, self.seat, hand), looked=()
        )


class PrizeRolled(Event[House], frozen=True):
    """A round begins; the die shows what it is about."""

    opens = True

    round: int
    prize: int

    def apply(self, house: House, /) -> House:
        return replace(house, round=self.round, prize=self.prize)


class CoinSeen(Event[House], frozen=True):
    """A seat looked at the top coin of the pile."""

    reveals = True

    seat: Seat
    coin: Coin | None

    def masked(self, viewer: Viewer, /) -> Self:
        return self if viewer == self.seat else replace(self, coin=None)

    def apply(self, house: House, /) -> House:
        return replace(house, looked=(*house.looked, self.seat))


class CoinLaidAside(Event[House], frozen=True):
    """A seat keeps a coin for the end."""

    seat: Seat
    coin: Coin | None

    def masked(self, viewer: Viewer, /) -> Self:
        return self if viewer == self.seat else replace(self, coin=None)

    def apply(self, house: House, /) -> House:
        return replace(
            house,
            hands=put(house.hands, self.seat, without(house.hands[self.seat], self.coin)),
            aside=put(house.aside, self.seat, with_coin(house.aside[self.seat], self.coin)),
        )


class BidsOpened(Event[House], frozen=True):
    """The envelopes are opened and their coins spent; None for an empty one."""

    reveals = True

    bids: Coins
    """Bids, one a seat."""

    def apply(self, house: House, /) -> House:
        spent = [coin for coin in self.bids if coin is not None]
        hands = tuple(
            hand if coin is None else without(hand, coin)
            for hand, coin in zip(house.hands, self.bids, strict=True)
        )
        return replace(house, hands=hands, spent=(*house.spent, *spent))


class PrizeWon(Event[House], frozen=True):
    """A seat gets points: the prize, or its coins laid aside."""

    seat: Seat
    points: int

    def apply(self, house: House, /) -> House:
        points = list(house.points)
        points[self.seat] += self.points
        return replace(house, points=tuple(points))


class AsideOpened(Event[House], frozen=True):
    """The coins that a seat laid aside come to light."""

    reveals = True

    seat: Seat
    coins: tuple[Coin, ...]

    def apply(self, house: House, /) -> House:
        return replace(house, aside=put(house.aside, self.seat, self.coins))


# ------------------------------------------------------------ the rules


class SetUp(Step[House, None], frozen=True):
    """The pile is shuffled, and every seat gets its coins."""

    clause = "sealed_bids.setup.1"

    hand: int

    def resolve(self, house: House, action: None, chance: Chance, /) -> Resolution[House]:
        house = yield PileShuffled(chance.cards.shuffle(house.coins))
        for seat in range(len(house.hands)):
            for _ in range(self.hand):
                house = yield CoinDrawn(seat, house.pile[0])
        yield Round(1)


class Round(Step[House, None], frozen=True):
    """The die is rolled; the leader does what leaders may, then all bid."""

    clause = "sealed_bids.round.1"

    number: int

    def resolve(self, house: House, action: None, chance: Chance, /) -> Resolution[House]:
        yield PrizeRolled(self.number, chance.dice.roll(6))
        yield Lead((self.number - 1) % len(house.hands))
        yield Bidding(tuple(range(len(house.hands))))
        yield EndRound(self.number)


class Lead(Choice[House, Look | LayAside | Open], frozen=True):
    """The leader may look at the pile, may lay a coin aside, and opens the bidding."""

    clause = "sealed_bids.round.2"

    def actions(self, house: House, /) -> Sequence[Look | LayAside | Open]:
        coins = sorted({known(coin) for coin in house.hands[self.seat]})
        look = () if self._why_not_look(house) else (Look(),)
        return (Open(), *look, *map(LayAside, coins))

    def refused(self, house: House, /) -> Sequence[tuple[Look, LazyText]]:
        why = self._why_not_look(house)
        return ((Look(), why),) if why else ()

    def resolve(
        self, house: House, action: Look | LayAside | Open, chance: Chance, /
    ) -> Resolution[House]:
        match action:
            case Look():
                yield CoinSeen(self.seat, known(house.pile[0]))
                yield self
            case LayAside():
                yield CoinLaidAside(self.seat, action.coin)
            case Open():
                return

    def _why_not_look(self, house: House) -> LazyText | None:
        if not house.pile:
            return LazyText("pile_empty")
        return LazyText("looked_already") if self.seat in house.looked else None


class Bidding(SecretChoice[House, tuple[Sealed, ...]], frozen=True):
    """All seats bid at once."""

    clause = "sealed_bids.round.3"

    answers: tuple[Sealed | None, ...] = ()

    def choices(self, house: House, seat: Seat, /) -> Sequence[Sealed]:
        return (Fold(), *map(Bid, sorted({known(coin) for coin in house.hands[seat]})))

    def resolve(
        self, house: House, action: tuple[Sealed, ...], chance: Chance, /
    ) -> Resolution[House]:
        bids = tuple(bid.coin if isinstance(bid, Bid) else None for bid in action)
        yield BidsOpened(bids)
        times = Counter(bids)
        best = max((coin for coin in bids if coin and times[coin] == 1), default=None)
        if best is not None:
            yield PrizeWon(bids.index(best), house.prize)


class EndRound(Step[House, None], frozen=True):
    """Each seat draws a coin while there are any; after the last round, the end."""

    clause = "sealed_bids.round.4"

    number: int

    def resolve(self, house: House, action: None, chance: Chance, /) -> Resolution[House]:
        for seat in range(len(house.hands)):
            if house.pile:
                house = yield CoinDrawn(seat, known(house.pile[0]))
        if self.number < house.rounds:
            yield Round(self.number + 1)
            return
        for seat, coins in enumerate(house.aside):
            kept = tuple(known(coin) for coin in coins)
            yield AsideOpened(seat, kept)
            yield PrizeWon(seat, sum(kept))


class SealedBids(Game[House]):
    """Two to four seats; hands, envelopes and coins laid aside are secret."""

    id = "sealed_bids"
    seats = range(2, 5)
    options = (Option("rounds", ("3", "1", "5")), Option("house", ("small", "great"), min_seats=3))
    actions = Look | LayAside | Open | Bid | Fold
    secrets = SECRETS
    content = Coinage
    folder: ClassVar[Path] = Path(__file__).parent

    def new(self, setup: Setup) -> House:
        coins = setup.content.coins * (2 if setup.options["house"] == "great" else 1)
        empty = ((),) * setup.seats
        return House(
            agenda=(SetUp(setup.content.hand),),
            coins=coins,
            rounds=int(setup.options["rounds"]),
            pile=(),
            hands=empty,
            aside=empty,
            points=(0,) * setup.seats,
        )

    def mask(self, state: House, viewer: Viewer) -> House:
        over = not state.agenda
        top = state.pile[:1] if viewer in state.looked else hidden(state.pile[:1])
        return House(
            agenda=state.agenda,
            coins=state.coins,
            rounds=state.rounds,
            pile=(*top, *hidden(state.pile[1:])),
            hands=_rows(state.hands, viewer),
            aside=state.aside if over else _rows(state.aside, viewer),
            points=state.points,
            round=state.round,
            prize=state.prize,
            spent=state.spent,
            looked=state.looked,
        )

    def determinize(self, view: House, seat: Seat, chance: Chance) -> House:
        rows = (view.pile, *view.hands, *view.aside)
        seen = Counter([*view.spent, *(coin for row in rows for coin in row if coin)])
        unseen = iter(chance.cards.shuffle((Counter(view.coins) - seen).elements()))
        return replace(
            view,
            pile=tuple(_dealt(view.pile, unseen)),
            hands=tuple(_sorted(_dealt(hand, unseen)) for hand in view.hands),
            aside=tuple(_sorted(_dealt(coins, unseen)) for coins in view.aside),
        )

    def outcome(self, state: House) -> Outcome | None:
        if state.agenda:
            return None
        best = max(state.points)
        winners = tuple(seat for seat, points in enumerate(state.points) if points == best)
        return Outcome(winners, state.points, LazyText("most_points"))

    def evaluate(self, view: House, seat: Seat) -> float:
        return view.points[seat] + sum(coin for coin in view.aside[seat] if coin)

    def progress(self, view: House) -> tuple[int, tuple[int, ...]]:
        return view.round, view.points

    def describe(self, view: House, viewer: Viewer) -> Sequence[LazyText]:
        prize = {
            "round": view.round,
            "rounds": view.rounds,
            "prize": view.prize,
            "coins": len(view.pile),
        }
        return (LazyText("prize", prize), *(_line(view, seat) for seat in range(len(view.hands))))


def _line(view: House, seat: Seat) -> LazyText:
    values = {"hand": view.hands[seat], "aside": view.aside[seat], "points": view.points[seat]}
    return LazyText("hand", {"seat": seat, **values})


def _rows(rows: tuple[Coins, ...], viewer: Viewer) -> tuple[Coins, ...]:
    return tuple(row if seat == viewer else hidden(row) for seat, row in enumerate(rows))


def _dealt(coins: Coins, unseen: Iterator[Coin]) -> Iterator[Coin]:
    return (next(unseen) if coin is None else coin for coin in coins)


def _sorted(coins: Iterable[Coin]) -> Coins:
    return tuple(sorted(coins))


GAME = SealedBids()
