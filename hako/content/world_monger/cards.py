"""The content file, decoded: the cards as printed, and their numbers.

Effects are data: a culture lists operations, and the steps carry each one out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import field

from hako.engine.content.files import Amount, BadEntry, ContentEntry, Count, Wording
from hako.engine.i18n.suggestions import suggestion

CardId: TypeAlias = str
"""A kind of card in a deck: a culture such as "pyramid", or SHARE."""

CivilizationId: TypeAlias = str
"""A civilization, such as "egypt"."""

SHARE = "share"
"""The Shares of a civilization: every deck has only its own."""

Kind: TypeAlias = str
"""Cards that an operation may take: a CardId, or "culture" for all but Shares."""


def is_of(card: CardId, kind: Kind | None) -> bool:
    """True if a card is of that kind; None stands for any card."""
    return kind is None or card == kind or (kind == "culture" and card != SHARE)


# ------------------------------------------------------------ what an effect is made of


class BadCards(BadEntry):
    """A content file of this game that the rules cannot work with."""

    words = Path(__file__).parent


class _Op(ContentEntry, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="op"):
    """An operation of an effect; they are done in the order listed, as far as possible."""

    if_last: Kind | Literal["any"] | None = None
    """Done only if the operation before moved a card, and the last one was such a card."""

    def applies(self, moved: tuple[CardId, ...]) -> bool:
        """True if it is done after the cards that the operation before moved (world_monger.detail.3)."""
        kind = self.if_last
        return kind is None or (bool(moved) and (kind == "any" or is_of(moved[-1], kind)))


class _Pick(_Op, frozen=True, forbid_unknown_fields=True):
    """Takes cards that lie in the civilization's own play area."""

    only: Kind | None = None
    min: Amount = 1
    max: Count = 1


class Draw(_Op, frozen=True, forbid_unknown_fields=True, tag="draw"):
    """Draw cards (world_monger.term.2)."""

    count: Count | Literal["as_many"]
    """"as_many" as the operation before moved."""


class Trash(_Pick, frozen=True, forbid_unknown_fields=True, tag="trash"):
    """Trash unused cards of the play area (world_monger.term.5)."""


class Discard(_Pick, frozen=True, forbid_unknown_fields=True, tag="discard"):
    """Discard unused cards of the play area, in an order of choice (world_monger.term.4)."""


class PutOnDeck(_Pick, frozen=True, forbid_unknown_fields=True, tag="put_on_deck"):
    """Put unused cards of the play area on top of the deck (world_monger.term.8)."""


class Refresh(_Pick, frozen=True, forbid_unknown_fields=True, tag="refresh"):
    """Make used cards of the play area unused again."""

    besides: CardId | None = None
    """A card that cannot be chosen."""


class TrashThis(_Op, frozen=True, forbid_unknown_fields=True, tag="trash_this"):
    """Trash the card whose effect it is."""


class Gain(_Op, frozen=True, forbid_unknown_fields=True, tag="gain"):
    """Gain a culture card of any supply pile (world_monger.term.7)."""

    besides: CardId | None = None


class PutIntoPlay(_Op, frozen=True, forbid_unknown_fields=True, tag="put_into_play"):
    """Put a culture card of any supply pile into the play area (world_monger.term.3)."""

    besides: CardId | None = None


class PutNumberIntoPlay(_Op, frozen=True, forbid_unknown_fields=True, tag="put_number_into_play"):
    """Put up to so many cards of one supply pile into the play area."""

    card: CardId
    max: Count


class GainElsewhere(_Op, frozen=True, forbid_unknown_fields=True, tag="gain_elsewhere"):
    """Another civilization, to be chosen, gains cards of one supply pile."""

    card: CardId
    count: Count


class DiscardElsewhere(_Op, frozen=True, forbid_unknown_fields=True, tag="discard_elsewhere"):
    """Discard a card of another civilization's play area."""

    only: Kind | None = None


class Look(_Op, frozen=True, forbid_unknown_fields=True, tag="look"):
    """Look at the top cards of the own deck, or of another one to be chosen."""

    deck: Literal["own", "other"]
    count: Count


class PutLookedIntoPlay(_Op, frozen=True, forbid_unknown_fields=True, tag="put_looked_into_play"):
    """Put one of the cards looked at into the play area beside their deck."""


class DiscardSome(_Op, frozen=True, forbid_unknown_fields=True, tag="discard_some"):
    """Discard any number of the cards looked at."""


class DiscardRest(_Op, frozen=True, forbid_unknown_fields=True, tag="discard_rest"):
    """Discard all cards looked at that are left, in an order of choice."""


class ReturnRest(_Op, frozen=True, forbid_unknown_fields=True, tag="return_rest"):
    """Put the cards looked at that are left back on top of their deck, in an order of choice."""


class PayHolders(_Op, frozen=True, forbid_unknown_fields=True, tag="pay_holders"):
    """Everyone takes coins for each Share held of the civilization."""

    coins: Count
    """For each Share."""


Pick: TypeAlias = Trash | Discard | PutOnDeck | Refresh
FromSupply: TypeAlias = Gain | PutIntoPlay
Asking: TypeAlias = (
    Pick
    | FromSupply
    | PutNumberIntoPlay
    | GainElsewhere
    | DiscardElsewhere
    | Look
    | PutLookedIntoPlay
    | DiscardRest
)
"""An operation that may need a choice of the controller."""
Op: TypeAlias = Draw | TrashThis | Asking | DiscardSome | ReturnRest | PayHolders


class Constant(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """While at least `copies` of a culture lie in a play area, each `card` there has a value."""

    card: CardId
    value: Amount
    copies: Count


# ------------------------------------------------------------ the cards


class Card(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A culture card, or the Share (world_monger.comp.6-7)."""

    id: CardId
    name: Wording
    short: Wording
    """Three letters, or two Japanese characters."""
    text: Wording
    """The card's effect, as printed."""
    brief: Wording | None = None
    """The effect in at most three lines of ten cells, or of as many as the name has."""
    phrase: Wording | None = None
    """The effect in at most twelve cells."""
    copies: Count = 8
    value: Amount = 0
    dividend: bool = False
    """True if it has a dividend icon."""
    end_value: Amount = 0
    cards_per_end_value: Count | None = None
    """If set, the end value is 1 for each so many cards of the final deck."""
    use: tuple[Op, ...] = ()
    """The effect marked [civilization phase], empty where there is none."""
    constant: Constant | None = None


class CivilizationCard(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A civilization as its randomizer card defines it (world_monger.comp.5)."""

    id: CivilizationId
    name: Wording
    short: Wording
    """Three letters, or two Japanese characters."""
    start_deck: Mapping[CardId, Count]
    feature_culture: CardId


class Scenario(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """Civilizations that make a good table, from top to bottom (world_monger.setup.4)."""

    id: str
    civilizations: tuple[CivilizationId, ...]


class Table(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """The number of civilizations for a number of players (world_monger.setup.1)."""

    players: Count
    civilizations: Count


class Constants(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """The numbers of the rules."""

    start_coins: Amount
    base_price: Amount
    layout_size: Count
    """Cards laid out at the start of a civilization turn."""
    dividend_per_share: Count
    final_empty_piles: Count
    """Empty supply piles that announce the final round."""


class Cards(ContentEntry, frozen=True, forbid_unknown_fields=True, dict=True):
    """The whole content file. `dict` keeps the look-up tables made from it."""

    constants: Constants
    tables: tuple[Table, ...] = field(name="table")
    scenarios: tuple[Scenario, ...] = field(name="scenario")
    share: Card
    cultures: tuple[Card, ...] = field(name="culture")
    civilizations: tuple[CivilizationCard, ...] = field(name="civilization")

    def __post_init__(self) -> None:
        for where, named, known in self._named():
            if named not in known:
                near = suggestion(named, known)
                raise BadEntry("no_such_name", near=near, where=where, name=named)
        if self.share.id != SHARE:
            raise BadCards("share_id", needed=SHARE)
        for table in self.tables:
            self._check_copies(table.civilizations)

    def _named(self) -> Iterable[tuple[str, str, Iterable[str]]]:
        """Each mention of a card or civilization: its place, the name, the valid names."""
        for civilization in self.civilizations:
            place = f'civilization "{civilization.id}"'
            yield place, civilization.feature_culture, self.culture
            for card in civilization.start_deck:
                yield place, card, self.card
        for scenario in self.scenarios:
            for name in scenario.civilizations:
                yield f'scenario "{scenario.id}"', name, self.civilization
        kinds = [*self.card, "culture", "any"]
        for culture in self.cultures:
            place = f'culture "{culture.id}"'
            if culture.constant is not None:
                yield place, culture.constant.card, self.card
            for op in culture.use:
                for key in ("card", "besides", "only", "if_last"):
                    kind: Kind | None = getattr(op, key, None)
                    if kind is not None:
                        yield place, kind, kinds

    def _check_copies(self, civilizations: int) -> None:
        """Raise BadCards unless the copies suffice for the starting decks of any civilizations."""
        for card in self.cultures:
            decks = (civilization.start_deck for civilization in self.civilizations)
            wanted = sum(sorted(deck.get(card.id, 0) for deck in decks)[-civilizations:])
            if wanted > card.copies:
                raise BadCards(
                    "too_few_copies",
                    culture=card.id,
                    needed=wanted,
                    civilizations=civilizations,
                    there=card.copies,
                )

    @cached_property
    def culture(self) -> Mapping[CardId, Card]:
        """The cultures by id, in the order of the file."""
        return {card.id: card for card in self.cultures}

    @cached_property
    def card(self) -> Mapping[CardId, Card]:
        """The cultures and the Share by id."""
        return {**self.culture, SHARE: self.share}

    @cached_property
    def civilization(self) -> Mapping[CivilizationId, CivilizationCard]:
        """The civilizations by id, in the order of the file."""
        return {civilization.id: civilization for civilization in self.civilizations}

    @cached_property
    def usable(self) -> frozenset[CardId]:
        """The cards with an effect marked [civilization phase]."""
        return frozenset(card.id for card in self.cultures if card.use)

    @cached_property
    def constant(self) -> tuple[tuple[CardId, Constant], ...]:
        """The cards with a constant effect, in the order of the file."""
        return tuple(
            (card.id, card.constant) for card in self.cultures if card.constant is not None
        )

    @cached_property
    def constant_for(self) -> Mapping[CardId, Sequence[tuple[CardId, Constant]]]:
        """For each card that constant effects change: those effects with the cards that have them."""
        changed = {effect.card for _, effect in self.constant}
        return {card: [pair for pair in self.constant if pair[1].card == card] for card in changed}

    @cached_property
    def with_icon(self) -> frozenset[CardId]:
        """The cards with a dividend icon."""
        return frozenset(card.id for card in self.cultures if card.dividend)

    def civilizations_for(self, players: int) -> int:
        """The number of civilizations for a number of players (world_monger.setup.1)."""
        return next(table.civilizations for table in self.tables if table.players == players)

    @cached_property
    def printed(self) -> Mapping[CardId, int]:
        """The printed value of each card."""
        return {name: card.value for name, card in self.card.items()}

    def values(self, area: Sequence[CardId]) -> Mapping[CardId, int]:
        """The value of each card in a play area with these cards (world_monger.price.3)."""
        values = self.printed
        for source, effect in self.constant:
            if area.count(source) >= effect.copies:
                values = {**values, effect.card: effect.value}
        return values
