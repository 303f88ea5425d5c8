"""A table of World Monger written as text, and the players' verbs.

    table = acting("greece", seat=0, greece="S V V city* phalanx | V S | - | 2 1 0 0")
                                             play area           deck  discard  Shares by seat

Decks are written top card first, play areas in the order of arrival, discard piles with the
top card last. S is a Share, V a Villager, other cards go by their ids; `*` is a used card.
What is left out at the end of a row is empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from hako.content.world_monger import GAME
from hako.content.world_monger.actions import (
    AddCard,
    BuyShare,
    ChooseCivilization,
    DiscardCard,
    DiscardLooked,
    DiscardThere,
    EndTurn,
    Enough,
    GainCard,
    Pass,
    PutCard,
    PutCards,
    PutLooked,
    RefreshCard,
    ReturnLooked,
    SellShares,
    TopdeckCard,
    TrashCard,
    UseCard,
    WorldMongerAction,
)
from hako.content.world_monger.cards import SHARE, CardId, Cards, CivilizationId
from hako.content.world_monger.state import Civilization, Laid, Pile, World, price
from hako.content.world_monger.steps.civilization import PayDividend, UseCards
from hako.content.world_monger.steps.development import DevelopmentTurn
from hako.content.world_monger.steps.investment import Invest
from hako.engine.content.files import load
from hako.engine.rules.chance import Chance, Item, Stream
from hako.engine.rules.game import Outcome, Setup, view
from hako.engine.rules.play import begin, check, events, legal_actions, play, preview
from hako.engine.rules.vocabulary import Event, Seat, Step, Viewer
from hako.engine.words.note import Note

SHORT = {"S": SHARE, "V": "villager"}
LETTER = {card: letter for letter, card in SHORT.items()}

SUPPLY = "V16 pyramid7 chariot7 city7 phalanx7"
"""Where it does not matter what is on offer."""

FIRST_GAME = ("egypt", "greece", "huns", "carthage")


@cache
def cards() -> Cards:
    """The cards as they come in the box."""
    content: Cards = load(GAME.content, GAME.folder / f"{GAME.id}.toml")
    return content


def names(text: str) -> tuple[CardId, ...]:
    """The cards of "S V chariot"; nothing for "-" or nothing."""
    return tuple(SHORT.get(word, word) for word in text.split() if word != "-")


def words(cards: Iterable[CardId | None]) -> str:
    """The text of cards, "?" for one that is masked, "-" for none."""
    return " ".join("?" if card is None else LETTER.get(card, card) for card in cards) or "-"


def new(seats: int = 4, *, seed: int = 1, content: Cards | None = None, **options: str) -> World:
    """A game that was set up to its first choice."""
    chosen = {option.key: option.default for option in GAME.options} | options
    world, _ = begin(GAME.new(Setup(seats, chosen, content or cards())), Chance(seed, 0))
    return world


def at(
    *agenda: Step[World, Any],
    coins: Sequence[int] = (15, 15, 15, 15),
    start_player: Seat = 0,
    supply: str = SUPPLY,
    number: int = 1,
    final_round: int | None = None,
    ledger: bool = False,
    **rows: str,
) -> Table:
    """The table with these civilizations from top to bottom; the last Step is done first."""
    return Table(
        World(
            agenda=agenda,
            content=cards(),
            coins=tuple(coins),
            has_ledger=ledger,
            civilizations=tuple(_row(name, row, len(coins)) for name, row in rows.items()),
            supply=tuple(_pile(pile) for pile in supply.split()),
            start_player=start_player,
            round=number,
            final_round=final_round,
        )
    )


def acting(civilization: CivilizationId, seat: Seat = 0, **table: Any) -> Table:
    """A table at which a seat uses the cards of a civilization, and a dividend follows."""
    return at(PayDividend(civilization), UseCards(seat, civilization), **table)


def investing(*seats: Seat, **table: Any) -> Table:
    """A table at which these seats invest, one after the other."""
    return at(*(Invest(seat) for seat in reversed(seats)), **table)


def developing(*civilizations: CivilizationId, **table: Any) -> Table:
    """A table at which these civilizations develop, one after the other."""
    return at(*(DevelopmentTurn(name) for name in reversed(civilizations)), **table).go()


def _row(name: CivilizationId, row: str, seats: int) -> Civilization:
    area, deck, discard, held = ([*row.split("|"), "", "", ""])[:4]
    shares = tuple(int(count) for count in held.split()) or (0,) * seats
    return Civilization(
        id=name,
        shares=shares + (0,) * (seats - len(shares)),
        deck=names(deck),
        sights=((),) * (seats + 1),
        area=tuple(
            Laid(SHORT.get(word.strip("*"), word.strip("*")), used=word.endswith("*"))
            for word in area.split()
            if word != "-"
        ),
        discard=names(discard),
    )


def _pile(text: str) -> Pile:
    match = re.fullmatch(r"(\D+)(\d+)", text)
    assert match is not None
    return Pile(SHORT.get(match[1], match[1]), int(match[2]))


class Stacked(Chance):
    """Chance whose shuffles come out as the test says."""

    def __init__(self, order: str) -> None:
        super().__init__(0, 0)
        self._order = names(order)

    @property
    def cards(self) -> Stream:
        return _Stacked(self._order)


class _Stacked(Stream):
    def __init__(self, order: tuple[CardId, ...]) -> None:
        super().__init__(0)
        self._order = order

    def shuffle(self, items: Iterable[Item]) -> tuple[Item, ...]:
        pool = list(items)
        taken = tuple(pool.pop(pool.index(card)) for card in self._order)  # type: ignore[arg-type] # cards
        assert not pool, f"the shuffled cards are more than the test says: {pool}"
        return taken


class Table:
    """A table at which the test plays; each verb returns the table again."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.told: tuple[Event[World], ...] = ()
        """What the last action brought about."""

    # ------------------------------------------------------------ looking

    @property
    def seat(self) -> Seat:
        """Who has to choose."""
        return self.world.agenda[-1].waiting()[0]

    def area(self, civilization: CivilizationId) -> str:
        """The cards in a play area."""
        its = self.world.civilization(civilization)
        marked = [f"{words([laid.card])}{'*' if laid.used else ''}" for laid in its.area]
        return " ".join(marked) or "-"

    def deck(self, civilization: CivilizationId) -> str:
        """A deck, top card first."""
        return words(self.world.civilization(civilization).deck)

    def discard(self, civilization: CivilizationId) -> str:
        """A discard pile, top card last."""
        return words(self.world.civilization(civilization).discard)

    def trash(self, civilization: CivilizationId) -> str:
        """The cards that a civilization has trashed."""
        return words(self.world.civilization(civilization).trash)

    def shares(self, civilization: CivilizationId) -> tuple[int, ...]:
        """The Shares that the seats hold of a civilization."""
        return self.world.civilization(civilization).shares

    def price(self, civilization: CivilizationId) -> int:
        """The price of a Share."""
        return price(self.world, civilization)

    def left(self, card: str) -> int:
        """Cards left in a supply pile."""
        return self.world.left(SHORT.get(card, card))

    @property
    def coins(self) -> tuple[int, ...]:
        """The coins of the seats."""
        return self.world.coins

    @property
    def options(self) -> list[WorldMongerAction]:
        """What may be chosen now."""
        return list(legal_actions(self.world, self.seat))

    def seen_deck(self, viewer: Viewer, civilization: CivilizationId) -> str:
        """A deck as a viewer sees it."""
        return words(view(GAME, self.world, viewer).civilization(civilization).deck)

    def why_not(self, action: WorldMongerAction) -> Note | None:
        """Why an action is not offered."""
        step = self.world.agenda[-1]
        return next((why for what, why in step.refused(self.world) if what == action), None)  # type: ignore[attr-defined] # every choice has it

    def foreseen(self, action: WorldMongerAction) -> tuple[Event[World], ...]:
        """The events that the deciding seat foresees."""
        return preview(view(GAME, self.world, self.seat), self.seat, action).events

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""
        return GAME.outcome(self.world)

    # ------------------------------------------------------------ playing

    def go(self, order: str = "") -> Table:
        """Let the table do what it does by itself; a shuffle comes out in this order."""
        self.world, then = begin(self.world, Stacked(order))
        self.told = tuple(events(then))
        return self

    def do(
        self, *actions: WorldMongerAction, order: str = "", chance: Chance | None = None
    ) -> Table:
        """Take legal actions, one after the other; a shuffle comes out in this order."""
        for action in actions:
            seat = self.seat
            check(self.world, seat, action)
            self.world, then = play(self.world, seat, action, chance or Stacked(order))
            self.told = tuple(events(then))
        return self

    def use(self, card: str, order: str = "") -> Table:
        """Use a card."""
        return self.do(UseCard(card), order=order)

    def end_turn(self) -> Table:
        """Use no more cards."""
        return self.do(EndTurn())

    def trash_card(self, card: str, order: str = "") -> Table:
        """Trash a card of the play area."""
        return self.do(TrashCard(SHORT.get(card, card)), order=order)

    def discard_card(self, card: str, order: str = "") -> Table:
        """Discard a card of the play area."""
        return self.do(DiscardCard(SHORT.get(card, card)), order=order)

    def topdeck(self, card: str) -> Table:
        """Put a card of the play area on top of the deck."""
        return self.do(TopdeckCard(SHORT.get(card, card)))

    def refresh(self, card: str) -> Table:
        """Make a card unused again."""
        return self.do(RefreshCard(card))

    def enough(self) -> Table:
        """Pick no more."""
        return self.do(Enough())

    def gain(self, card: str) -> Table:
        """Gain a card."""
        return self.do(GainCard(SHORT.get(card, card)))

    def put(self, card: str) -> Table:
        """Put a card of the supply into play."""
        return self.do(PutCard(SHORT.get(card, card)))

    def put_villagers(self, count: int) -> Table:
        """Put so many Villagers into play."""
        return self.do(PutCards("villager", count))

    def choose(self, civilization: CivilizationId, order: str = "") -> Table:
        """Choose another civilization."""
        return self.do(ChooseCivilization(civilization), order=order)

    def discard_there(self, civilization: CivilizationId, card: str) -> Table:
        """Discard a card of another civilization."""
        return self.do(DiscardThere(civilization, SHORT.get(card, card)))

    def put_looked(self, card: str) -> Table:
        """Put a card looked at into play."""
        return self.do(PutLooked(SHORT.get(card, card)))

    def discard_looked(self, card: str) -> Table:
        """Discard a card looked at."""
        return self.do(DiscardLooked(SHORT.get(card, card)))

    def return_looked(self, card: str) -> Table:
        """Put a card looked at back on top."""
        return self.do(ReturnLooked(SHORT.get(card, card)))

    def buy(self, civilization: CivilizationId) -> Table:
        """Buy a Share."""
        return self.do(BuyShare(civilization))

    def sell(self, civilization: CivilizationId, count: int) -> Table:
        """Sell Shares."""
        return self.do(SellShares(civilization, count))

    def pass_turn(self) -> Table:
        """Pass."""
        return self.do(Pass())

    def add(self, card: str) -> Table:
        """Add a card to the civilization that develops."""
        return self.do(AddCard(SHORT.get(card, card)))
