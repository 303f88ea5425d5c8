"""Effects of the cards of World Monger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hako.content.world_monger import actions
from tests.models.model import Ask, Play
from tests.models.world_monger.table import SHARE, VILLAGER, Civilization, Table, has_icon


class Cards(Table):
    """The effects of cards."""

    def __post_init__(self) -> None:
        super().__post_init__()

        self.effects: dict[str, Callable[[int, Civilization], Play]] = {
            "ironworks": self.ironworks,
            "druid": self.druid,
            "expedition": self.expedition,
            "city": self.city,
            "legion": self.legion,
            "merchant_ship": self.merchant_ship,
            "monk": self.monk,
            "official": self.official,
            "observatory": self.observatory,
            "altar": self.altar,
            "royal_road": self.royal_road,
            "cavalry": self.cavalry,
            "shrine_maiden": self.shrine_maiden,
            "rice_paddy": self.rice_paddy,
        }

    def ironworks(self, seat: int, civilization: Civilization) -> Play:
        if VILLAGER not in civilization.kinds():
            self.by("detail.3")
            return
        civilization.take(VILLAGER)
        civilization.trash.append(VILLAGER)
        choices: dict[Any, str] = {
            actions.GainCard(card): "card.ironworks" for card in self.piles(besides=VILLAGER)
        }
        if choices:
            gain = yield from self.choose(seat, choices)
            self.take_from_supply(gain.card)
            civilization.discard.append(gain.card)

    def druid(self, seat: int, civilization: Civilization) -> Play:
        if not self.supply[VILLAGER]:
            return
        others = self.others(civilization)
        choices = {actions.ChooseCivilization(other.name): "card.druid" for other in others}
        action = yield Ask(seat, choices)
        for _ in range(min(2, self.supply[VILLAGER])):
            self.take_from_supply(VILLAGER)
            self.named(action.civilization).discard.append(VILLAGER)

    def expedition(self, seat: int, civilization: Civilization) -> Play:
        civilization.area.remove(civilization.laid("expedition", used=True))
        civilization.trash.append("expedition")
        choices: dict[Any, str] = {
            actions.PutCard(card): "card.expedition" for card in self.piles(besides="expedition")
        }
        if choices:
            put = yield from self.choose(seat, choices)
            self.take_from_supply(put.card)
            civilization.lay([put.card])

    def city(self, seat: int, civilization: Civilization) -> Play:
        self.by("card.city")
        self.draw(civilization, 2)
        yield from ()

    def legion(self, seat: int, civilization: Civilization) -> Play:
        choices: dict[Any, str] = {
            actions.DiscardThere(other.name, laid.card): "card.legion"
            for other in self.others(civilization)
            for laid in other.area
            if laid.card != SHARE
        }
        if choices:
            hit = yield from self.choose(seat, choices)
            other = self.named(hit.civilization)
            other.take_any(hit.card)
            other.discard.append(hit.card)
            order = self.civilizations
            is_late = self.pays_at_phase_end and order.index(other) < order.index(civilization)
            if (
                is_late
                and has_icon(hit.card)
                and not any(has_icon(card.card) for card in other.area)
            ):
                self.seen["a dividend is lost after its turn"] += any(
                    held[other.name] for held in self.shares
                )

    def merchant_ship(self, seat: int, civilization: Civilization) -> Play:
        discarded = 0
        while discarded < 3 and (kinds := civilization.kinds()):
            choices: dict[Any, str] = {
                actions.DiscardCard(card): "card.merchant_ship" for card in kinds
            }
            action = yield Ask(seat, choices | {actions.Enough(): "civ.8"})
            if action == actions.Enough():
                break
            civilization.take(action.card)
            civilization.discard.append(action.card)
            discarded += 1
        self.draw(civilization, discarded)

    def monk(self, seat: int, civilization: Civilization) -> Play:
        used = civilization.kinds(used=True)
        choices: dict[Any, str] = {
            actions.RefreshCard(card): "card.monk" for card in used if card != "monk"
        }
        if choices:
            action = yield from self.choose(seat, choices)
            civilization.laid(action.card, used=True).is_used = False

    def official(self, seat: int, civilization: Civilization) -> Play:
        self.draw(civilization, 1)
        choices: dict[Any, str] = {
            actions.TopdeckCard(card): "card.official" for card in civilization.kinds()
        }
        if choices:
            action = yield Ask(seat, choices | {actions.Enough(): "civ.8"})
            if action != actions.Enough():
                civilization.take(action.card)
                civilization.deck.insert(0, action.card)

    def observatory(self, seat: int, civilization: Civilization) -> Play:
        self.fill(civilization, 3)
        looked = civilization.deck[:3]
        if not looked:
            return
        put = yield from self.choose(
            seat, {actions.PutLooked(card): "card.observatory" for card in looked}
        )
        civilization.deck.remove(put.card)
        looked.remove(put.card)
        civilization.lay([put.card])
        while looked:
            choices: dict[Any, str] = {
                actions.DiscardLooked(card): "card.observatory" for card in looked
            }
            action = yield from self.choose(seat, choices)
            civilization.deck.remove(action.card)
            looked.remove(action.card)
            civilization.discard.append(action.card)

    def altar(self, seat: int, civilization: Civilization) -> Play:
        choices: dict[Any, str] = {
            actions.TrashCard(card): "card.altar" for card in civilization.kinds() if card != SHARE
        }
        if choices:
            action = yield from self.choose(seat, choices)
            civilization.take(action.card)
            civilization.trash.append(action.card)
            self.pay_holders(civilization)

    def royal_road(self, seat: int, civilization: Civilization) -> Play:
        if self.draw(civilization, 1) == [SHARE]:
            self.by("card.royal_road")
            self.draw(civilization, 1)
        yield from ()

    def cavalry(self, seat: int, civilization: Civilization) -> Play:
        others = self.others(civilization)
        action = yield Ask(
            seat, {actions.ChooseCivilization(other.name): "card.cavalry" for other in others}
        )
        other = self.named(action.civilization)
        self.fill(other, 2)
        looked = other.deck[:2]
        while looked:
            choices: dict[Any, str] = {
                actions.DiscardLooked(card): "card.cavalry" for card in looked
            }
            action = yield Ask(seat, choices | {actions.Enough(): "civ.8"})
            if action == actions.Enough():
                break
            other.deck.remove(action.card)
            looked.remove(action.card)
            other.discard.append(action.card)
        if len(looked) == 2:  # asked for equal cards, too: nobody else may learn that they are
            first = yield Ask(seat, {actions.ReturnLooked(card): "term.8" for card in looked})
            looked.remove(first.card)
            other.deck[:2] = [first.card, *looked]

    def shrine_maiden(self, seat: int, civilization: Civilization) -> Play:
        kinds = civilization.kinds()
        choices: dict[Any, str] = {actions.TrashCard(card): "card.shrine_maiden" for card in kinds}
        if choices:
            action = yield Ask(seat, choices | {actions.Enough(): "civ.8"})
            if action != actions.Enough():
                civilization.take(action.card)
                civilization.trash.append(action.card)
                self.draw(civilization, 1)

    def rice_paddy(self, seat: int, civilization: Civilization) -> Play:
        most = min(2, self.supply[VILLAGER])
        if most:
            numbers = range(most + 1)
            choices = {actions.PutCards(VILLAGER, number): "card.rice_paddy" for number in numbers}
            action = yield Ask(seat, choices)
            for _ in range(action.count):
                self.take_from_supply(VILLAGER)
                civilization.lay([VILLAGER])
