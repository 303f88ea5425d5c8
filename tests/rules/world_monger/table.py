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
from typing import Any

from hako.content.world_monger import GAME, actions
from hako.content.world_monger.cards import SHARE, CardId, Cards, CivilizationId
from hako.content.world_monger.state import Civilization, Laid, Pile, World, price
from hako.content.world_monger.steps.civilization_phase import PayDividend, UseCards
from hako.content.world_monger.steps.development import DevelopmentTurn
from hako.content.world_monger.steps.investment import Invest
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Seat, Step, Viewer
from tests.rules.tables import GameTable, Verb, begun, in_box, stacking

SHORT = {"S": SHARE, "V": "villager"}
LETTER = {card: letter for letter, card in SHORT.items()}

SUPPLY = "V16 pyramid7 chariot7 city7 phalanx7"
"""Any offer, where it does not matter."""

FIRST_GAME = ("egypt", "greece", "huns", "carthage")


def cards() -> Cards:
    """The cards as they come in the box."""
    content: Cards = in_box(GAME)
    return content


def names(text: str) -> tuple[CardId, ...]:
    """The cards of "S V chariot"; nothing for "-" or nothing."""
    return tuple(full(word) for word in text.split() if word != "-")


def words(cards: Iterable[CardId | None]) -> str:
    """The text of cards, "?" for one that is masked, "-" for none."""
    return " ".join("?" if card is None else LETTER.get(card, card) for card in cards) or "-"


def full(card: str) -> CardId:
    """The card of "S", or of its id."""
    return SHORT.get(card, card)


def new(seats: int = 4, **how: Any) -> World:
    """A game that was set up to its first choice."""
    return begun(GAME, seats, **how)


def at(
    *agenda: Step[World, Any],
    coins: Sequence[int] = (15, 15, 15, 15),
    start_player: Seat = 0,
    supply: str = SUPPLY,
    number: int = 1,
    final_round: int | None = None,
    ledger: bool = False,
    pays_at_phase_end: bool = False,
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
            pays_at_phase_end=pays_at_phase_end,
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
            Laid(full(word.strip("*")), used=word.endswith("*"))
            for word in area.split()
            if word != "-"
        ),
        discard=names(discard),
    )


def _pile(text: str) -> Pile:
    match = re.fullmatch(r"(\D+)(\d+)", text)
    assert match is not None
    return Pile(full(match[1]), int(match[2]))


class Table(GameTable[World]):
    """A table at which the test plays; the `order` of a verb is how a shuffle comes out."""

    game = GAME

    def chance(self, order: str | None) -> Chance:
        return stacking(names(order or ""))

    def word(self, value: Any) -> str:
        return LETTER.get(value, str(value))

    # ------------------------------------------------------------ looking

    @property
    def world(self) -> World:
        """The whole table."""
        return self.state

    def area(self, civilization: CivilizationId) -> str:
        """The cards in a play area."""
        item = self.state.civilization(civilization)
        marked = [f"{words([laid.card])}{'*' if laid.used else ''}" for laid in item.area]
        return " ".join(marked) or "-"

    def deck(self, civilization: CivilizationId) -> str:
        """A deck, top card first."""
        return words(self.state.civilization(civilization).deck)

    def discard(self, civilization: CivilizationId) -> str:
        """A discard pile, top card last."""
        return words(self.state.civilization(civilization).discard)

    def trash(self, civilization: CivilizationId) -> str:
        """The cards that a civilization has trashed."""
        return words(self.state.civilization(civilization).trash)

    def row(self, civilization: CivilizationId) -> str:
        """Cards of a civilization, as "play area | deck | discard"."""
        piles = self.area, self.deck, self.discard
        return " | ".join(pile(civilization) for pile in piles)

    def shares(self, civilization: CivilizationId) -> tuple[int, ...]:
        """The Shares that the seats hold of a civilization."""
        return self.state.civilization(civilization).shares

    def price(self, civilization: CivilizationId) -> int:
        """The price of a Share."""
        return price(self.state, civilization)

    def left(self, card: str) -> int:
        """Cards left in a supply pile."""
        return self.state.left(full(card))

    @property
    def coins(self) -> tuple[int, ...]:
        """The coins of the seats."""
        return self.state.coins

    def seen_deck(self, viewer: Viewer, civilization: CivilizationId) -> str:
        """A deck as a viewer sees it."""
        return words(self.seen(viewer).civilization(civilization).deck)

    # ------------------------------------------------------------ playing

    use = Verb(actions.UseCard)
    end_turn = Verb(actions.EndTurn)
    trash_card = Verb(actions.TrashCard, full)
    discard_card = Verb(actions.DiscardCard, full)
    topdeck = Verb(actions.TopdeckCard, full)
    refresh = Verb(actions.RefreshCard)
    enough = Verb(actions.Enough)
    gain = Verb(actions.GainCard, full)
    put = Verb(actions.PutCard, full)
    choose = Verb(actions.ChooseCivilization)
    discard_there = Verb(actions.DiscardThere, str, full)
    put_looked = Verb(actions.PutLooked, full)
    discard_looked = Verb(actions.DiscardLooked, full)
    return_looked = Verb(actions.ReturnLooked, full)
    buy = Verb(actions.BuyShare)
    sell = Verb(actions.SellShares, str, int)
    pass_turn = Verb(actions.Pass)
    add = Verb(actions.AddCard, full)
    put_cards = Verb(actions.PutCards, full, int)
