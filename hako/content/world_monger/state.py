"""The state of the table, and queries about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hako.content.world_monger.cards import SHARE, CardId, Cards, CivilizationId
from hako.content.world_monger.deck_knowledge import (
    Cardset,
    Sight,
    copies_of,
    places,
    with_cards,
    without,
)
from hako.engine.content.cache_decorators import remembered
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Seat, State, Viewer, known
from hako.engine.rules.score_breakdown import ScoreBreakdown
from hako.engine.rules.secret_declarations import Secret, in_own_row

COINS = "coins"
"""The key of a seat's coins among the parts of its score."""

Phase: TypeAlias = Literal["setup", "civilization", "investment", "development", "cleanup", "end"]


class Laid(Struct, frozen=True, gc=False, cache_hash=True):
    """A card in a play area."""

    card: CardId
    used: bool = False
    """True if it was used in this civilization phase (world_monger.civ.4)."""


class Pile(Struct, frozen=True, gc=False):
    """A pile of the supply."""

    card: CardId
    left: int
    """Number of cards left."""


def _is_place_known(world: World, viewer: Viewer, civilization: int, place: int) -> bool:
    seen = places(world.civilizations[civilization].sight(viewer))
    return place < len(seen) and seen[place] is not None


def _is_own_sight(world: World, viewer: Viewer, civilization: int, seat: Seat) -> bool:
    """True if it is the public sight, which is the last one, or the viewer's own if it differs."""
    sights = world.civilizations[civilization].sights
    return seat == len(sights) - 1 or (viewer == seat and sights[seat] != sights[-1])


def _is_on_top(world: World, viewer: Viewer, civilization: int, place: int) -> bool:
    return place == len(world.civilizations[civilization].discard) - 1


def _by_itself(world: World, sight: Sight, civilization: int, seat: Seat) -> tuple[int, Seat]:
    """The key of the sights to compare with: each stands alone, as no other seat looked as it did."""
    return civilization, seat


SECRETS = (
    Secret("civilizations.*.deck.*", _is_place_known, among=in_own_row),
    Secret("civilizations.*.sights.*", _is_own_sight, among=_by_itself),
    Secret("civilizations.*.discard.*", _is_on_top, among=in_own_row),
)
"""The order of decks and discard piles; their sets of cards are public (secret.1-5)."""


class Civilization(Struct, frozen=True, gc=False, cache_hash=True):
    """A civilization: its cards, and the Shares that each seat holds."""

    id: CivilizationId
    shares: tuple[int, ...]
    """Number of Shares that each seat holds."""
    deck: tuple[CardId | None, ...]
    """The top card first. In a mask, None where the viewer does not know the card."""
    sights: tuple[Sight | None, ...]
    """The knowledge of each seat about the deck, and last the public knowledge.

    In a mask, None for the other seats, and for a seat that knows no more than the public.
    """
    area: tuple[Laid, ...] = ()
    """The play area, in the order in which the cards arrived."""
    discard: tuple[CardId | None, ...] = ()
    """The top card last. In a mask, None below it."""
    trash: Cardset = ()
    """Its cards that are out of the game."""
    unseen_deck: Cardset = ()
    """In a mask: the cards that are None in the deck. Empty on the table itself."""
    unseen_discard: Cardset = ()
    """In a mask: the cards that are None in the discard pile. Empty on the table itself."""

    def area_cards(self) -> list[CardId]:
        """The cards of the play area, as they arrived."""
        return [laid.card for laid in self.area]

    def deck_cards(self) -> Cardset:
        """The cards of the deck as a set, which is public (world_monger.secret.2)."""
        return with_cards(self.unseen_deck, [card for card in self.deck if card is not None])

    def discard_cards(self) -> Cardset:
        """The cards of the discard pile as a set, which is public."""
        return with_cards(self.unseen_discard, [card for card in self.discard if card is not None])

    def owned(self) -> Cardset:
        """The cards in deck, play area and discard pile, in no order."""
        seen = [card for card in (*self.deck, *self.discard) if card is not None]
        hidden = (*self.unseen_deck, *self.unseen_discard)
        return tuple(sorted([*seen, *hidden, *self.area_cards()]))

    def shares_showing(self) -> int:
        """Shares that lie in the play area, for sale."""
        return self.area_cards().count(SHARE)

    def place(self, card: CardId, used: bool | None = None) -> int:
        """The index of the leftmost such card in the play area: `used` or not, None is either."""
        return next(
            place
            for place, laid in enumerate(self.area)
            if laid.card == card and used in (None, laid.used)
        )

    def with_area(self, cards: Iterable[CardId]) -> Civilization:
        """The civilization with more cards in its play area, unused (world_monger.term.6)."""
        return replace(self, area=(*self.area, *map(Laid, cards)))

    def without_laid(self, card: CardId, used: bool | None = False) -> Civilization:
        """The civilization with the leftmost such card taken out of its play area."""
        place = self.place(card, used)
        return replace(self, area=self.area[:place] + self.area[place + 1 :])

    def sight(self, viewer: Viewer) -> Sight:
        """The knowledge of a viewer about the deck."""
        own = None if viewer is None else self.sights[viewer]
        return known(self.sights[-1]) if own is None else own

    def masked(self, viewer: Viewer) -> Civilization:
        """The civilization as a viewer may know it (world_monger.secret.1-5)."""
        return _masked(self, viewer)

    def dealt(self, seat: Seat, chance: Chance) -> Civilization:
        """A mask with the hidden cards dealt at random, consistent with the seat's knowledge."""
        sight = self.sight(seat)
        placed = (card for run in sight for card in run.cards)
        rest = iter(chance.cards.shuffle(without(self.deck_cards(), placed)))
        deck: list[CardId] = []
        for run in sight:
            others = (next(rest) for _ in range(run.size - len(run.cards)))
            deck += chance.cards.shuffle((*run.cards, *others))
        below = chance.cards.shuffle(self.unseen_discard)
        public = self.sights[-1]
        return replace(
            self,
            deck=(*deck, *rest),
            sights=tuple(public if sight is None else sight for sight in self.sights),
            discard=(*below, *self.discard[len(below) :]),
            unseen_deck=(),
            unseen_discard=(),
        )


@lru_cache(maxsize=1 << 12)  # a turn changes one or two; views, and views of views, ask for all
def _masked(civilization: Civilization, viewer: Viewer) -> Civilization:
    """A civilization as a viewer may know it; an allow list."""
    sight, public = civilization.sight(viewer), civilization.sight(None)
    shown = places(sight)
    deck = (*shown, *(None,) * (len(civilization.deck) - len(shown)))
    top = civilization.discard[-1:]
    own = viewer if sight != public else None
    return Civilization(
        id=civilization.id,
        shares=civilization.shares,
        deck=deck,
        sights=(
            *[sight if seat == own else None for seat in range(len(civilization.shares))],
            public,
        ),
        area=civilization.area,
        discard=(*(None,) * (len(civilization.discard) - len(top)), *top),
        trash=civilization.trash,
        unseen_deck=without(civilization.deck_cards(), [card for card in deck if card is not None]),
        unseen_discard=without(civilization.discard_cards(), [known(card) for card in top]),
    )


class World(State, frozen=True):
    """The table."""

    content: Cards
    coins: tuple[int, ...]
    """Coins of each seat; public (world_monger.secret.4)."""
    has_ledger: bool
    """True if the table shows the cards that each civilization owns, in hints and on screen."""
    civilizations: tuple[Civilization, ...] = ()
    """From the topmost to the bottommost."""
    supply: tuple[Pile, ...] = ()
    """In the order of the content file."""
    start_player: Seat = 0
    round: int = 0
    """1-based; 0 while the table is set up."""
    phase: Phase = "setup"
    final_round: int | None = None
    """The number of the last round, once it is announced."""
    prices: tuple[tuple[int, ...], ...] = ()
    """For each round so far the prices at which its investment phase traded."""
    end_values: tuple[int, ...] | None = None
    """Coins for a Share of each civilization at the end of the game."""
    cashed: ScoreBreakdown = ScoreBreakdown()
    """Coins that the final sale brought, by civilization."""
    pays_at_phase_end: bool = False
    """True if dividends are paid at the end of the civilization phase (world_monger.dividend.3)."""

    @property
    def seats(self) -> range:
        """All seats, in clockwise order."""
        return range(len(self.coins))

    def clockwise(self) -> Sequence[Seat]:
        """All seats from the start player on, clockwise."""
        first = self.start_player
        return (*self.seats[first:], *self.seats[:first])

    def index(self, civilization: CivilizationId) -> int:
        """The place of a civilization, 0 the topmost."""
        for place, row in enumerate(self.civilizations):
            if row.id == civilization:
                return place
        raise LookupError(civilization)

    def civilization(self, civilization: CivilizationId) -> Civilization:
        """The civilization of that name."""
        for row in self.civilizations:
            if row.id == civilization:
                return row
        raise LookupError(civilization)

    def others(self, civilization: CivilizationId) -> Sequence[Civilization]:
        """The other civilizations, from top to bottom."""
        return [row for row in self.civilizations if row.id != civilization]

    def with_civilization(self, changed: Civilization) -> World:
        """The table with a civilization replaced."""
        rows = [changed if row.id == changed.id else row for row in self.civilizations]
        return replace(self, civilizations=tuple(rows))

    def is_final_round(self) -> bool:
        """True in the last round, after which only end values count (world_monger.end.2-4)."""
        return self.round == self.final_round

    def left(self, card: CardId) -> int:
        """Cards left in a supply pile."""
        return next((pile.left for pile in self.supply if pile.card == card), 0)

    def offered(self, besides: CardId | None = None) -> list[CardId]:
        """The cards whose supply piles are not empty."""
        return [pile.card for pile in self.supply if pile.left and pile.card != besides]

    def offers(self) -> bool:
        """True if any supply pile is not empty."""
        return self.empty_piles() < len(self.supply)

    def without_supply(self, card: CardId, count: int = 1) -> World:
        """The table with cards taken from a supply pile."""
        piles = [
            Pile(card, pile.left - count) if pile.card == card else pile for pile in self.supply
        ]
        return replace(self, supply=tuple(piles))

    def empty_piles(self) -> int:
        """The number of supply piles that have run out (world_monger.end.1)."""
        return [pile.left for pile in self.supply].count(0)

    def with_coins(self, seat: Seat, more: int) -> World:
        """The table with coins moved from the bank to a seat, or back if negative."""
        coins = self.coins
        return replace(self, coins=(*coins[:seat], coins[seat] + more, *coins[seat + 1 :]))


def controller(world: World, civilization: CivilizationId) -> Seat | None:
    """The seat that decides for a civilization, or None if nobody holds a Share of it.

    Most Shares; a tie goes to the tied seat nearest to the start player, clockwise and
    counting the start player itself (world_monger.control.1-3).
    """
    return _controller(world.civilization(civilization).shares, world.start_player)


@lru_cache(maxsize=1 << 12)
def _controller(shares: tuple[int, ...], first: Seat) -> Seat | None:
    clockwise = shares[first:] + shares[:first]
    most = max(clockwise)
    return (first + clockwise.index(most)) % len(shares) if most else None


def price(world: World, civilization: CivilizationId) -> int:
    """Coins for a Share now: all values showing and the base price (world_monger.price.1-3)."""
    return price_of(world.content, world.civilization(civilization).area_cards())


def price_of(content: Cards, area: Sequence[CardId]) -> int:
    """Coins for a Share while those cards lie in the play area."""
    return content.constants.base_price + sum(map(content.values(area).__getitem__, area))


def pays_dividend(world: World, civilization: CivilizationId) -> bool:
    """True if a card with a dividend icon lies in the play area (world_monger.dividend.1)."""
    area = world.civilization(civilization).area_cards()
    return not world.content.with_icon.isdisjoint(area)


def end_value(world: World, cards: Iterable[CardId]) -> int:
    """Coins for a Share when the final deck holds those cards (world_monger.end.3)."""
    return end_value_of(world.content, tuple(cards))


@remembered
def end_value_of(content: Cards, cards: Cardset) -> int:
    """Coins for a Share when the final deck holds those cards, from the content alone."""
    total, entries = len(cards), content.card
    return sum(
        [
            count * (total // per if (per := card.cards_per_end_value) else card.end_value)
            for card, count in [(entries[name], count) for name, count in copies_of(cards).items()]
        ]
    )


def quote(world: World, place: int) -> int:
    """The last price seen of the civilization at that place, or the base price."""
    civilization = world.civilizations[place]
    if civilization.area:
        return price(world, civilization.id)
    return world.prices[-1][place] if world.prices else world.content.constants.base_price
