"""The draw context of Monumental: the state and styles that all parts of its board read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from rich.style import Style

from hako.content.monumental.actions import ActivateCity
from hako.content.monumental.cards import Cards
from hako.content.monumental.cards.card_types import Card, Hero, Monster, Policy
from hako.content.monumental.cards.effects import (
    CardId,
    CardKind,
    GainEffect,
    GainPerEffect,
    Resource,
    StealEffect,
)
from hako.content.monumental.effect_text import effect_texts
from hako.content.monumental.payment import affordable
from hako.content.monumental.realm import Amounts
from hako.content.monumental.state import World
from hako.content.monumental.steps.city import slots_of
from hako.content.monumental.steps.display import leaving, rounds_at_most
from hako.content.monumental.steps.draw_and_activate import yields
from hako.content.monumental.steps.wonders import sections_done
from hako.engine.content.files import Wording
from hako.engine.content.icons import icons_in
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.draw_context import DrawContext
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.theme.styles import Hue

HUES: Mapping[CardKind, Hue] = {
    "building": "brown",
    "basic_building": "grey",
    "knowledge": "blue",
    "wonder": "yellow",
}

KEPT: tuple[Resource, ...] = ("gold", "culture", "production_token")
"""The resources that a supply keeps from round to round (monumental.pay.2)."""

FORESEEN = (GainEffect, GainPerEffect, StealEffect)
"""Effects without a short text: what they bring is known in full only when they are used."""

OWN = "own"
"""The group of places with what is the home seat's own: arrows lead among them first."""

NEAR_THE_END = 3
"""The number of rounds from which on the end is near."""

Part = tuple[str, Style]
"""A piece of a line."""

Named = Card | Hero | Monster
"""A card with a name and a brief one."""


class MonumentalContext(DrawContext[World, Cards]):
    """The draw context of a table of Monumental."""

    @property
    def world(self) -> World:
        """The table, as the viewer may see it."""
        return self.view

    @cached_property
    def leaving(self) -> frozenset[CardId]:
        """The cards that the next refill of the display discards."""
        return frozenset(leaving(self.world) if self.world.display else ())

    @property
    def page(self) -> str:
        """The page that is shown."""
        return self._board.page

    @property
    def columns(self) -> int:
        """The columns of the board."""
        return self._board.columns

    def sign_name(self, key: str) -> str:
        """The name of a sign of the game, in the reader's language."""
        sign = icons_in(self.scene.game.folder).sign[key]
        return sign.name.text(self.texts.language)

    def words(self, words: Wording) -> str:
        """A printed text, in the reader's language."""
        return words.text(self.texts.language)

    # ------------------------------------------------------------------ seats

    @property
    def home(self) -> Seat:
        """The seat that the board is shown for: the viewer's, or whose turn it is."""
        world, viewer = self.world, self.scene.viewer
        return viewer if viewer is not None else world.turn or 0

    @property
    def others(self) -> Sequence[Seat]:
        """The other seats, in turn order after `home`."""
        seats, home = self.world.seats, self.home
        return [*seats[home + 1 :], *seats[:home]]

    def name(self, seat: Seat) -> str:
        """The name of a seat's player; the Automa has a seat and no name."""
        if seat < self.world.players:
            return self.texts.term("seat", seat)
        return self.say("automa")

    def facts(self, seat: Seat) -> str:
        """The words for a seat that begins the round, and for one that has passed."""
        first = self.say("first") if seat == self.world.start_player else ""
        passed = self.say("passed") if self.world.realms[seat].passed else ""
        return " ".join(filter(None, (first, passed)))

    # ------------------------------------------------------------------ resources

    def sign(self, name: Resource) -> str:
        """A resource in one sign: P."""
        return self.texts.term("sign", name)

    def listed(self, texts: Iterable[str]) -> str:
        """Texts in a row with commas between; empty ones are left out."""
        return self.say("comma").join(filter(None, texts))

    def amount(self, count: int | str, name: Resource) -> str:
        """An amount of a resource in words: 2 Production."""
        return self.say("amount", count=count, resource=self.say(f"chip.{name}", count=count))

    def amounts(self, amounts: Amounts) -> str:
        """Resources in few signs: 2P 1G."""
        return " ".join(f"{count}{self.sign(name)}" for name, count in amounts.items())

    # ------------------------------------------------------------------ cards

    def named(self, item: Named, width: int) -> str:
        """The whole name of a card, Hero or Monster if it fits in so many cells, else the brief."""
        name = self.words(item.name)
        return name if cell_width(name) <= width else self.words(item.brief)

    def short(self, item: Named, width: int) -> str:
        """The longest name of a card that fits: whole, brief, or with its first word as a letter."""
        name = self.named(item, width)
        return name if cell_width(name) <= width else self.initialled(name)

    @staticmethod
    def initialled(name: str) -> str:
        """A name with a letter for its first word, if another name follows it."""
        first, _, rest = name.partition(" ")
        return f"{first[0]}. {rest}" if rest[:1].isupper() else name

    def effect_words(self, name: CardId) -> str:
        """The printed text of a card's effect; nothing for a card without one."""
        return self.effect_of(self.cards.card[name])

    def effect_of(self, item: Card | Policy) -> str:
        """The printed text after the word that begins an effect; nothing without an effect."""
        _, marker, words = self.words(item.text).partition(self.say("effect_begins"))
        return words.strip() if marker else ""

    def effect_texts(self, name: CardId) -> Iterator[str]:
        """The effect of a card as it is printed, and in short; nothing for a card without one."""
        if not (words := self.effect_words(name)):
            return
        yield words
        match self.cards.action[name]:
            case (effect,) if effect.condition is None and not isinstance(effect, FORESEEN):
                parts = tuple(effect_texts(effect, ()))
                yield self.texts.lazy_text(LazyText("told", {"parts": parts}))

    def yields(self, cards: Sequence[CardId]) -> str:
        """The resources that cards bring when they are activated."""
        return self.amounts(yields(self.cards, cards))

    def yield_words(self, cards: Sequence[CardId]) -> list[str]:
        """The resources that cards bring when they are activated, each by its name."""
        brings = yields(self.cards, cards)
        return [self.amount(count, name) for name, count in brings.items()]

    def price(self, card: Card) -> str:
        """The price of a card in signs; for a Wonder, the price of each section that is left."""
        if not card.is_wonder:
            return f"{card.cost}{self.sign(card.paid_in)}"
        left = self.sections_left(card)
        price = f"{'+'.join(map(str, left))}{self.sign('production')}"
        return price if left else self.symbols.yes

    def price_words(self, card: Card, *, plus: str = "+") -> str:
        """The price of a card with the word of its resource."""
        costs = self.sections_left(card) if card.is_wonder else (card.cost,)
        if not costs:
            return self.symbols.yes
        return self.amount(plus.join(map(str, costs)), card.paid_in)

    def leaving_price(self, card: Card, width: int) -> str:
        """The price of a card that leaves the display next, with that, in so many cells.

        It has the word of its resource, or else its sign.
        """
        leaves = self.say("leaving_brief")
        texts = [
            self.listed((price, leaves)) for price in (self.price_words(card), self.price(card))
        ]
        texts.append(f"{self.price(card)} {leaves}")
        return next((text for text in texts if cell_width(text) <= width), texts[-1])

    def sections_left(self, card: Card) -> Sequence[int]:
        """The costs of a Wonder's sections to come; none while its completion is carried out."""
        return card.sections[sections_done(self.world, self.home, card.id) :]

    def price_style(self, card: Card, place: BoardPlace) -> Style:
        """Prices that the seat could pay stand out, also where it may not buy now."""
        left = self.sections_left(card)
        if place in self.offered or (card.is_wonder and not left):
            return self.ink.good
        cost = left[0] if card.is_wonder else card.cost
        pays = affordable(self.world.realms[self.home].supply, card.paid_in) >= cost
        return self.ink.text if pays else self.ink.dim

    @property
    def lit(self) -> Sequence[int]:
        """The slots that the row and column at the cursor would activate."""
        for action in self.offered.get(self.cursor, ()):
            if isinstance(action, ActivateCity):
                return slots_of(action.row, action.column)
        return ()

    # ------------------------------------------------------------------ lines

    def clock(self, *, brief: bool = False) -> Part:
        """The text about the round, and how near the end is."""
        world = self.world
        if world.is_last_round():
            return self.say("last_round", number=world.round), self.ink.danger
        if world.last_round is not None:
            return self.say("last_next", number=world.round), self.ink.danger
        cards = world.deck_left()
        if world.mode == "sequential":
            cards = max(0, cards - self.cards.constants.sequential_deck_threshold)
        left = self.say("cards_left_brief" if brief else "cards_left", left=cards)
        if world.automa is not None:  # its cards take more or less: a bound would tell nothing
            near = cards <= len(world.displayed())
            style = self.ink.warn if near else self.ink.dim
            return f"{self.say('round', number=world.round)} · {left}", style
        rounds = rounds_at_most(world)
        style = self.ink.warn if rounds <= NEAR_THE_END else self.ink.dim
        now = self.say("round_at_most", number=world.round, rounds=rounds - 1)
        return f"{now} · {left}", style
