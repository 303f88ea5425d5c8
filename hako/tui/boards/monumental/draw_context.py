"""The draw context of Monumental: the state and styles that all parts of its board read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from rich.style import Style

from hako.content.monumental.actions import ActivateCity
from hako.content.monumental.cards import Cards
from hako.content.monumental.cards.effects import RESOURCES, CardId, CardKind, Resource
from hako.content.monumental.cards.entries import Card, Hero, Monster
from hako.content.monumental.payment import affordable
from hako.content.monumental.realm import COUNTERS, Amounts, Realm, Supply
from hako.content.monumental.state import World
from hako.content.monumental.steps.city import slots_of
from hako.content.monumental.steps.display import leaving, rounds_at_most
from hako.content.monumental.steps.draws import yields
from hako.content.monumental.steps.turn_actions import usable
from hako.content.monumental.steps.wonders import sections_done
from hako.engine.content.files import Wording
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat, letter
from hako.tui.boards.draw_context import DrawContext
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.theme.styles import Hue
from hako.tui.widgets.canvas import StyledLine

HUES: Mapping[CardKind, Hue] = {
    "building": "brown",
    "basic_building": "grey",
    "knowledge": "blue",
    "wonder": "yellow",
}

KEPT: tuple[Resource, ...] = ("gold", "culture", "production_token")
"""The resources that a supply keeps from round to round (monumental.pay.2)."""

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

    def owner(self, line: StyledLine, seat: Seat) -> StyledLine:
        """A seat's sign and letter."""
        return line.put(f"{self.symbols.owner(seat)}{letter(seat)}", self.ink.owner(seat))

    def mark(self, seat: Seat) -> str:
        """A mark for the seat whose turn it is, another for one that has passed."""
        if self.world.turn == seat:
            return self.symbols.pointer
        return self.symbol("passed") if self.world.realms[seat].passed else " "

    # ------------------------------------------------------------------ resources

    def sign(self, name: Resource) -> str:
        """A resource in one sign: P."""
        return self.texts.term("sign", name)

    def amounts(self, amounts: Amounts) -> str:
        """Resources in few signs: 2P 1G."""
        return " ".join(f"{count}{self.sign(name)}" for name, count in amounts.items())

    def supply(self, supply: Supply) -> Sequence[Part]:
        """A supply in signs; zeros are dim."""
        parts: list[Part] = []
        for name in COUNTERS:
            count = supply.of(name)
            if count or name != "military_neutral":
                parts.append((f"{self.sign(name)}{count} ", self._some(count)))
        for name in KEPT:
            count = supply.of(name)
            parts.append((f"{self.sign(name)}{count} ", self._some(count, kept=True)))
        return parts

    def named_supply(self, supply: Supply) -> Sequence[Part]:
        """A supply by the names of its resources, each number between two bars; zeros are dim."""
        sign = self.symbol("amount")
        parts: list[Part] = []
        for name in (*COUNTERS, *KEPT):
            count = supply.of(name)
            if count or name not in ("military_neutral", "production_token"):
                text = f"{sign[0]}{count}{sign[-1]}{self.texts.term('resource', name)} "
                parts.append((text, self._some(count, kept=name in KEPT)))
        return parts

    def possessions(self, supply: Supply) -> list[Part]:
        """The resources of a supply that are not zero, in signs: 3P 1G."""
        return [
            (f"{count}{self.sign(name)} ", self._some(count, kept=name in KEPT))
            for name in RESOURCES
            if (count := supply.of(name))
        ]

    def _some(self, count: int, *, kept: bool = False) -> Style:
        if not count:
            return self.ink.dim
        return self.ink.money if kept else self.ink.strong

    # ------------------------------------------------------------------ cards

    def named(self, item: Named, width: int) -> str:
        """The whole name of a card, Hero or Monster if it fits in so many cells, else the brief."""
        name = self.words(item.name)
        return name if cell_width(name) <= width else self.words(item.brief)

    def yields(self, cards: Sequence[CardId]) -> str:
        """The resources that cards bring when they are activated."""
        return self.amounts(yields(self.cards, cards))

    def yield_words(self, cards: Sequence[CardId]) -> list[str]:
        """The resources that cards bring when they are activated, each by its name."""
        brings = yields(self.cards, cards)
        return [f"{count} {self.texts.term('resource', name)}" for name, count in brings.items()]

    def style(self, card: Card, place: BoardPlace) -> Style:
        """A card's colours: solid where something may be chosen."""
        hue = HUES[card.kind]
        return self.ink.backs[hue] if place in self.offered else self.ink.fronts[hue]

    def price(self, card: Card) -> str:
        """The price of a card; for a Wonder, the price of each section that is left."""
        if not card.is_wonder:
            return f"{card.cost}{self.sign(card.paid_in)}"
        left = self.sections_left(card)
        price = f"{'+'.join(map(str, left))}{self.sign('production')}"
        return price if left else self.symbols.yes

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

    def signs(self, seat: Seat, number: int) -> str:
        """The signs of a slot: an effect to use, the marker of a used one, activated."""
        realm = self.world.realms[seat]
        slot = realm.city[number]
        ready = (
            {effect.source for effect in usable(self.world, seat)} & set(slot.cards())
            if slot.activated
            else ()
        )
        marked = set(realm.marked) & set(slot.cards())
        return (
            f"{self.symbol('effect') if ready else ''}"
            f"{self.symbol('used') if marked and slot.activated else ''}"
            f"{self.symbols.yes if slot.activated else ''}"
        )

    @property
    def lit(self) -> Sequence[int]:
        """The slots that the row and column at the cursor would activate."""
        for action in self.offered.get(self.cursor, ()):
            if isinstance(action, ActivateCity):
                return slots_of(action.row, action.column)
        return ()

    def pieces(self, realm: Realm) -> str:
        """The sizes of deck, discard pile and drawn area."""
        return self.say(
            "piles", deck=len(realm.deck.cards), discard=len(realm.discard), drawn=len(realm.drawn)
        )

    # ------------------------------------------------------------------ lines

    def put(self, line: StyledLine, parts: Sequence[Part], end: int) -> StyledLine:
        """Write parts one after another, as far as they fit whole."""
        for text, style in parts:
            if line.x + cell_width(text.rstrip()) > end:
                break
            line.put(text, style, min(cell_width(text), end - line.x))
        return line

    def clock(self) -> Part:
        """The text about how near the end is."""
        world = self.world
        if world.is_last_round():
            return self.say("last_round"), self.ink.danger
        if world.last_round is not None:
            return self.say("last_next"), self.ink.danger
        left = world.deck_left()
        if world.automa is not None:  # its cards take more or less: a bound would tell nothing
            near = left <= len(world.displayed())
            return self.say("deck_alone", left=left), self.ink.warn if near else self.ink.dim
        rounds = rounds_at_most(world)
        style = self.ink.warn if rounds <= NEAR_THE_END else self.ink.dim
        return self.say("deck_left", left=left, rounds=rounds), style
