"""The draw context of World Monger: the state and styles that the boards of both sizes read."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from msgspec import Struct
from rich.style import Style

from hako.content.world_monger.cards import SHARE, Card, CardId, Cards, CivilizationId
from hako.content.world_monger.heuristics import expected_price
from hako.content.world_monger.state import Civilization, World, controller, quote
from hako.content.world_monger.steps.use import Use
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat, letter
from hako.tui.boards.draw_context import DrawContext, in_hues
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.theme.styles import Hue
from hako.tui.widgets.canvas import StyledLine

HUES: tuple[Hue, ...] = ("grey", "green", "rose", "blue", "violet", "brown", "teal")
"""The colours of the cultures, in the order of the supply; yellow is the Share's."""

LOW = 2
"""Cards left in a supply pile that deserve a warning."""


class Group(Struct, frozen=True):
    """Alike cards of a play area."""

    card: CardId
    used: bool
    count: int
    value: int
    """The value of each card, with constant effects."""


class WorldMongerContext(DrawContext[World, Cards]):
    """The draw context of a table of World Monger."""

    @property
    def world(self) -> World:
        """The table, as the viewer may see it."""
        return self.view

    @cached_property
    def _hues(self) -> dict[CardId, Hue]:
        return in_hues((pile.card for pile in self.world.supply), HUES)

    # ------------------------------------------------------------------ who is about to choose

    @property
    def acting(self) -> CivilizationId | None:
        """The civilization for which an action is to be chosen; None if for none."""
        use = self._use
        return use.civilization if use else getattr(self.scene.step, "civilization", None)

    @property
    def looked_at(self) -> CivilizationId | None:
        """The civilization whose deck a seat looks at; None if none does."""
        return self._use.deck if self._use else None

    @property
    def _use(self) -> Use | None:
        return getattr(self.scene.step, "use", None)

    # ------------------------------------------------------------------ the civilizations

    def groups(self, civilization: Civilization) -> list[Group]:
        """The play area as groups of alike cards, in the order in which the first ones came."""
        values = self.cards.values(civilization.area_cards())
        counts = Counter((laid.card, laid.used) for laid in civilization.area)
        return [Group(card, used, count, values[card]) for (card, used), count in counts.items()]

    def used_first(self, name: CivilizationId, card: CardId) -> bool:
        """True if the leftmost copy of a card in a play area is a used one."""
        area = self.world.civilization(name).area
        return next((laid.used for laid in area if laid.card == card), False)

    def price(self, place: int) -> int:
        """The last price seen, or the end value once it is found."""
        values = self.world.end_values
        return values[place] if values else quote(self.world, place)

    def change(self, place: int) -> str:
        """The change of the price since the round before, as +3; empty if none is known."""
        world = self.world
        before = world.prices[: max(0, world.round - 1)]
        laid = bool(world.civilizations[place].area)
        if not before or world.end_values or not (laid or len(world.prices) == world.round):
            return ""
        change = self.price(place) - before[-1][place]
        return f"{change:+d}" if change else "="

    def change_style(self, change: str) -> Style:
        """The style of a change; rises and falls stand out."""
        return {"+": self.ink.good, "-": self.ink.danger}.get(change[:1], self.ink.dim)

    def ladder(self, place: int, rounds: int) -> str:
        """The prices of the last rounds: steps on one scale for all, or as many figures as fit."""
        prices = self.world.prices
        last = [round_[place] for round_ in prices[-rounds:]]
        if self.symbols.name != "full":
            while len(text := " ".join(map(str, last))) > rounds:
                del last[0]
            return text
        highest, steps = max(map(max, prices), default=1), self.symbol("steps")
        return "".join(steps[price * (len(steps) - 1) // max(1, highest)] for price in last)

    def expected(self, civilization: Civilization) -> str:
        """The average price of all its cards; empty without a ledger, or in the final round."""
        if not self.world.has_ledger or self.world.is_final_round():
            return ""
        return f"{expected_price(self.world, civilization.owned()):.1f}"

    def controller(self, name: CivilizationId) -> Seat | None:
        """The seat that controls a civilization now, or None."""
        return controller(self.world, name)

    def feature(self, name: CivilizationId) -> CardId:
        """The feature culture of a civilization."""
        return self.cards.civilization[name].feature_culture

    def name(self, name: CivilizationId, width: int) -> str:
        """The name of a civilization, or the short one where there is no room; never cut."""
        full = self.texts.term("civilization", name)
        return full if cell_width(full) <= width else self.texts.term("short_civilization", name)

    # ------------------------------------------------------------------ cards

    def card(self, card: CardId) -> str:
        """The whole name of a card."""
        return self.texts.term("card", card)

    def short(self, card: CardId) -> str:
        """The short name of a card."""
        return self.texts.term("short_card", card)

    def icon(self, card: CardId) -> str:
        """A dividend sign, or nothing."""
        return self.symbol("dividend") if card in self.cards.with_icon else ""

    def style(self, card: CardId, place: BoardPlace) -> Style:
        """A card's colours: solid where something may be chosen."""
        hue = "yellow" if card == SHARE else self._hues.get(card, "grey")
        return self.ink.backs[hue] if place in self.offered else self.ink.fronts[hue]

    def end(self, card: Card) -> str:
        """Its end value; 1:8 if it is 1 for each 8 cards."""
        per = card.cards_per_end_value
        return f"1:{per}" if per else str(card.end_value)

    def marked(self, group: Group, name: str) -> str:
        """A group in few signs: used ones in brackets, the value, $, how many there are."""
        value = "" if group.card == SHARE else str(group.value)
        text = f"{name}{value}{self.icon(group.card)}".strip()
        text = f"({text})" if group.used else text
        return f"{text}{self.symbols.times}{group.count}" if group.count > 1 else text

    # ------------------------------------------------------------------ seats and the end

    def owner(self, line: StyledLine, seat: Seat | None) -> StyledLine:
        """A seat's sign and letter, or a dot for nobody."""
        if seat is None:
            return line.put(f"{self.symbols.dot} ", self.ink.dim)
        return line.put(f"{self.symbols.owner(seat)}{letter(seat)}", self.ink.owner(seat))

    def clock(self) -> tuple[str, Style]:
        """The text about how near the end is."""
        world = self.world
        if world.final_round is None:
            empty, wanted = world.empty_piles(), self.cards.constants.final_empty_piles
            text = self.say("empty_piles", empty=empty, wanted=wanted)
            return text, self.ink.warn if empty else self.ink.dim
        if world.final_round == world.round:
            return self.say("final_now"), self.ink.danger
        return self.say("final_next"), self.ink.danger

    def pile_style(self, left: int) -> Style:
        """The style of a pile; low piles stand out."""
        return self.ink.danger if left <= LOW else self.ink.text
