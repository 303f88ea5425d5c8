"""The draw context of World Monger: the state and styles that the boards of both sizes read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from rich.style import Style

from hako.content.world_monger.cards import SHARE, Card, CardId, Cards, CivilizationId
from hako.content.world_monger.expected_prices import expected_price
from hako.content.world_monger.state import (
    Civilization,
    World,
    controller,
    pays_dividend,
    quote,
)
from hako.content.world_monger.steps.civilization_phase import PayDividend
from hako.content.world_monger.steps.effect_progress import Use
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.cards import SIDES, CardFace, LaidCard, longest_fitting
from hako.tui.boards.draw_context import DrawContext, in_hues
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.theme.styles import Hue

HUES: tuple[Hue, ...] = ("grey", "green", "rose", "blue", "violet", "brown", "teal")
"""The colours of the cultures, in the order of the supply; yellow is the Share's."""

DividendState: TypeAlias = Literal["", "none", "nobody", "ready", "paid"]
"""The state of a civilization's dividend: none, for nobody, to be paid in this phase, or paid."""

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
        """The change of the price since the round before, as ↑3; empty if none is known."""
        world = self.world
        before = world.prices[: max(0, world.round - 1)]
        laid = bool(world.civilizations[place].area)
        if not before or world.end_values or not (laid or len(world.prices) == world.round):
            return ""
        change = self.price(place) - before[-1][place]
        sign = self.symbol("rise" if change > 0 else "fall")
        return f"{sign}{abs(change)}" if change else "="

    def change_style(self, change: str) -> Style:
        """The style of a change; rises and falls stand out."""
        styles = {self.symbol("rise"): self.ink.good, self.symbol("fall"): self.ink.danger}
        return styles.get(change[:1], self.ink.dim)

    @cached_property
    def rounds(self) -> Sequence[Sequence[int]]:
        """The prices of all rounds, and those of now once all civilizations have laid out cards."""
        world = self.world
        is_open = len(world.prices) == world.round - 1 and not world.end_values
        if not is_open or not all(civilization.area for civilization in world.civilizations):
            return world.prices
        return (*world.prices, [self.price(place) for place in range(len(world.civilizations))])

    def ladder(self, place: int, rounds: int) -> str:
        """The prices of the last rounds: steps on one scale for all, or as many figures as fit."""
        prices = self.rounds
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

    def coming(self, civilization: Civilization) -> str:
        """The sentence in place of cards that are still to be laid out; empty for no such cards."""
        if civilization.area or self.world.phase != "civilization":
            return ""
        deck, count = len(civilization.deck), self.cards.constants.layout_size
        key = "coming" if deck >= count else "coming_shuffled"
        return self.say(key, count=count, deck=deck)

    def target_key(self, name: CivilizationId) -> str:
        """The key that chooses a civilization as the target of a card, marked; empty for none."""
        key = "" if name == self.acting else self.key(("civilization", name))
        return f"‹{key}›" if key else ""

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

    def last_word(self, card: CardId) -> str:
        """The last word of a card's name, such as "Ship" of a Merchant Ship."""
        return self.card(card).split()[-1]

    def icon(self, card: CardId) -> str:
        """A dividend sign, or nothing."""
        return self.symbol("dividend") if card in self.cards.with_icon else ""

    def style(self, card: CardId, place: BoardPlace) -> Style:
        """A card's colours: solid where something may be chosen."""
        hue = "yellow" if card == SHARE else self._hues.get(card, "grey")
        return self.ink.backs[hue] if place in self.offered else self.ink.fronts[hue]

    def end(self, card: Card) -> str:
        """Its end value; 1/8 if it is 1 for each 8 cards."""
        per = card.cards_per_end_value
        return f"1/{per}" if per else str(card.end_value)

    def worth(self, civilization: Civilization, group: Group) -> str:
        """The worth of a card of a group: the price of a Share, or what the card adds to it."""
        if group.card == SHARE:
            return f"{self.price(self.world.index(civilization.id))}$"
        return f"{group.value}{self.icon(group.card)}"

    def laid(
        self,
        civilization: Civilization,
        group: Group,
        texts: Iterable[str] = (),
        *,
        width: int = 0,
        rows: int = 0,
        is_brief: bool = False,
    ) -> LaidCard:
        """A group as a card with the first of the texts that fits into its lines."""
        place = ("card", civilization.id, group.card, group.used)
        name = self.short(group.card) if is_brief else self.card(group.card)
        name = f"({name})" if group.used else name
        face = CardFace(
            name,
            (),
            self.worth(civilization, group),
            group.count - 1,
            self.key(place),
        )
        lines = longest_fitting(texts, max(width, face.least) - SIDES, rows)
        style = self.ink.dim if group.used and place not in self.offered else self.ink.text
        return LaidCard(
            replace(face, lines=lines),
            place,
            self.style(group.card, place),
            style,
            bool(lines) and group.card in self.cards.culture and group.card not in self.plain_cards,
        )

    @cached_property
    def plain_cards(self) -> frozenset[CardId]:
        """The cultures without an effect."""
        return frozenset(
            card.id for card in self.cards.cultures if not card.use and card.constant is None
        )

    def phrase(self, group: Group) -> str:
        """The effect of a card in a phrase."""
        printed = self.cards.card[group.card]
        return "" if printed.phrase is None else printed.phrase.text(self.texts.language)

    def brief(self, civilization: Civilization, group: Group) -> str:
        """The effect of a card in a few words, and what changes its worth now."""
        if group.card == SHARE:
            return self.say("brief_share", price=self.worth(civilization, group))
        printed = self.cards.card[group.card]
        text = "" if printed.brief is None else printed.brief.text(self.texts.language)
        return f"{text} {self._raised(civilization, group)}".strip()

    def whole_text(self, civilization: Civilization, group: Group) -> str:
        """The printed text of a card, and what changes its worth now."""
        text = self.cards.card[group.card].text.text(self.texts.language)
        return f"{text} {self._raised(civilization, group)}".strip()

    def _raised(self, civilization: Civilization, group: Group) -> str:
        """The text about what another card adds to the worth of a card; empty for nothing."""
        more = group.value - self.cards.printed[group.card]
        effects = self.cards.constant_for.get(group.card, ())
        area = civilization.area_cards()
        source = next((card for card, effect in effects if area.count(card) >= effect.copies), None)
        if not more or source in (None, group.card):
            return ""
        return self.say("raised", more=f"{more:+d}", card=source)

    # ------------------------------------------------------------------ seats and the end

    def held_signs(self, seat: Seat, count: int, *, in_figures: bool = False) -> str:
        """The Shares of a seat: its sign as often as it holds one, or once with their number."""
        sign = self.symbols.owner(seat)
        return f"{sign}{self.symbols.times}{count}" if in_figures else sign * count

    def dividend_state(self, civilization: Civilization) -> DividendState:
        """The state of the dividend in this round; "" before cards are laid out."""
        if not civilization.area:
            return ""
        if not pays_dividend(self.world, civilization.id):
            return "none"
        if not any(civilization.shares):
            return "nobody"
        return "ready" if PayDividend(civilization.id) in self.world.agenda else "paid"

    def clock(self, room: int) -> tuple[str, Style]:
        """The text about how near the end is; a short one where the room is."""
        world = self.world
        if world.final_round is None:
            empty, wanted = world.empty_piles(), self.cards.constants.final_empty_piles
            texts = [
                self.say(key, empty=empty, wanted=wanted) for key in ("empty_piles", "empty_short")
            ]
            text = next((text for text in texts if cell_width(text) <= room), texts[-1])
            return text, self.ink.warn if empty else self.ink.dim
        if world.final_round == world.round:
            return self.say("final_now"), self.ink.danger
        return self.say("final_next"), self.ink.danger

    def left_style(self, card: CardId) -> Style:
        """The style of the number of cards left in a pile; low piles stand out."""
        return self.ink.danger if self.world.left(card) <= LOW else self.ink.text

    def pile_worth(self, card: CardId, *, has_end: bool = False) -> str:
        """The printed worth of a card, and with `has_end` what it adds at the end, as 1+1¢."""
        printed = self.cards.card[card]
        end = self.end(printed)
        more = f"+{end}" if has_end and end != "0" else ""
        return f"{printed.value}{more}{self.icon(card)}"
