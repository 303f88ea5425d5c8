"""Choices of a turn, and the effects that are of use (seq.3, gen.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.models.model import Spoken
from tests.models.monumental.land import Land
from tests.models.monumental.table import BASIC, CARDS, CIVILIZATIONS, HEROES, POLICIES, Effect


class Choices(Land):
    """The choices of a turn."""

    def free_actions(self, seat: int) -> list[Spoken]:
        """Market tokens, and cards drawn on this turn (free.2, city.6)."""
        one = self.realms[seat]
        free: list[Spoken] = [("UseMarketToken", kind) for kind in dict.fromkeys(one.market)]
        free += [("UseEffect", card) for card in one.fresh if self.usable(seat, card)]
        return free

    def turn_actions(self, seat: int) -> list[Spoken]:
        """The turn actions (seq.3)."""
        one = self.realms[seat]
        choices = self.acquisitions(seat, 0, ("building", "basic_building", "knowledge"))
        choices += self.sections(seat)
        if len(one.policies) < 5 and one.supply["culture"] > len(one.policies):  # policy.1
            own = CIVILIZATIONS[one.civilization]["policies"]
            choices += [("DevelopPolicy", policy) for policy in own if policy not in one.policies]
        choices += [("UseEffect", source) for source in self.sources(seat)]
        if self.price(seat, "science", 3) is not None and self.can_draw(seat):  # science.1
            choices.append(("MakeProgress",))
        choices += [("Conquer", place) for place in self.targets(seat)]
        if self.price(seat, "military", 1) is not None and self.movable(seat):
            choices.append(("MoveArmy",))
        choices += [("BuildOutpost", place) for place in self.outpost_sites(seat, 3)]
        choices += [("MoveExplorer", which) for which in self.ready_explorers(seat, None)]
        if one.hero is None:
            for hero in self.heroes:
                if one.supply["gold"] >= HEROES[hero]["cost"]:
                    choices.append(("HireHero", hero))
        elif self.may_return(seat, one.hero):
            choices.append(("ReturnHero", one.hero))
        return choices

    def may_return(self, seat: int, hero: str) -> bool:
        """A Hero was not returned yet, and its effect would change something (hero.5, gen.3)."""
        one = self.realms[seat]
        used = one.hero_returned or hero in one.heroes_returned
        return not used and self.useful(seat, HEROES[hero]["return"], hero)

    def acquisitions(self, seat: int, discount: int, kinds: Sequence[str]) -> list[Spoken]:
        """The cards that can be acquired (acquire.1, acquire.2, op.acquire)."""
        choices: list[Spoken] = []
        for card in [*self.shown(), *self.basics]:
            kind = CARDS[card]["kind"]
            if kind not in kinds or (card in self.basics and not self.basics[card]):
                continue
            resource = "science" if kind == "knowledge" else "production"
            if self.price(seat, resource, CARDS[card]["cost"] - discount) is not None:
                choices.append(("AcquireBasic" if card in self.basics else "AcquireCard", card))
        return choices

    def section_cost(self, seat: int, card: str, effect: Effect) -> int:
        done = self.realms[seat].construction
        cost = CARDS[card]["sections"][done[1] if done else 0]
        if effect.get("half"):
            cost = (cost + 1) // 2  # pay.6
        return max(0, int(cost) - int(effect.get("discount", 0)))

    def sections(self, seat: int, effect: Effect | None = None) -> list[Spoken]:
        """The Wonders of which a section can be completed (wonder.1, wonder.2)."""
        under = self.realms[seat].construction
        cards = [under[0]] if under else [c for c in self.shown() if CARDS[c]["kind"] == "wonder"]
        return [
            ("CompleteSection", card)
            for card in cards
            if self.price(seat, "production", self.section_cost(seat, card, effect or {}))
            is not None
        ]

    def sources(self, seat: int) -> list[str]:
        """The cards whose text effect may be used now (effect.1)."""
        one = self.realms[seat]
        cards = [card for top, more, on in one.city if on for card in (top, *more) if card]
        cards += one.drawn
        cards += one.policies[-1:]
        if one.hero and not one.hero_returned:
            cards.append(one.hero)
        return [card for card in dict.fromkeys(cards) if self.usable(seat, card)]

    def usable(self, seat: int, card: str) -> bool:
        one = self.realms[seat]
        return card not in one.marked and self.useful(seat, self.action_of(card), card)

    def action_of(self, card: str) -> list[Effect]:
        everything = (CARDS, POLICIES, HEROES)
        result = next(table[card] for table in everything if card in table)
        return list(result.get("action", []))

    def useful(self, seat: int, effects: Sequence[Effect], source: str) -> bool:
        """An effect changes something (gen.3)."""
        return any(self.has_use(seat, effect, source) for effect in effects)

    def has_use(self, seat: int, effect: Effect, source: str) -> bool:
        """An effect would change something (gen.3)."""
        match effect["op"]:
            case "gain":
                return self.condition(seat, effect) and self.gains_something(effect["gain"])
            case "gain_per":
                return self.counted(seat, effect) > 0
            case "convert":
                return any(self.realms[seat].supply[kind] for kind in BASIC)
            case "draw":
                return self.can_draw(seat)
            case "steal":
                others = [other for number, other in enumerate(self.realms) if number != seat]
                return any(other.supply["gold"] for other in others)
            case "move_explorer":
                return True
            case _:
                return bool(self.chances(seat, effect, source))

    def condition(self, seat: int, effect: Effect) -> bool:
        """The condition of an effect was met this round (effect.2)."""
        one = self.realms[seat]
        asked = {"conquered": one.conquered, "acquired_knowledge": one.acquired_knowledge}
        return asked.get(effect.get("if", ""), True)

    def chances(self, seat: int, effect: Effect, source: str) -> Sequence[Any]:
        """Cards, places or ways to pay on which an effect could be carried out."""
        match effect["op"]:
            case "exchange":
                return self.payments(seat, effect)
            case "activate":
                return list(self.asleep(seat))
            case "archive":
                return self.sleeping(seat)
            case "acquire":
                return self.acquisitions(seat, effect["discount"], effect["kinds"])
            case "complete_section":
                return self.sections(seat, effect)
            case "conquer":
                return self.targets(seat, effect)
            case "move_units":
                return self.movable(seat)
            case "copy":
                return self.copies(seat, effect["what"], source)
            case "build_outpost":
                return self.outpost_sites(seat, effect["soldiers"])
            case "destroy":
                return self.destroyable(seat)
            case _:
                raise AssertionError(effect)

    def gains_something(self, gain: Mapping[str, int]) -> bool:
        return any(kind != "market" or any(self.market.values()) for kind in gain)

    def counted(self, seat: int, effect: Effect) -> int:
        """The gain for things that are counted (op.gain_per)."""
        match effect["per"]:
            case "wonder":
                number = len(self.realms[seat].wonders)
            case "coastal_province":
                number = sum(self.coastal(place) for place in self.provinces(seat))
            case _:
                number = len(self.provinces(seat))
        extra = min(number // effect.get("step", 1), effect.get("max", number))
        return int(effect.get("plus", 0) + extra)

    def payments(self, seat: int, effect: Effect) -> list[dict[str, int]]:
        """The ways to pay for an exchange that changes something (pay.3, pay.8, gen.3)."""
        one = self.realms[seat]
        ways: list[dict[str, int]] = []
        if "basic" in effect["pay"]:
            ways = [{kind: 1} for kind in (*BASIC, "gold") if one.supply[kind]]
            if one.supply["production_token"] and not one.supply["production"]:
                ways.append({"production_token": 1})
        else:
            ((kind, amount),) = effect["pay"].items()
            paid = self.price(seat, kind, amount)
            ways = [] if paid is None else [paid]
        if not self.gains_something(effect["gain"]):
            return []
        return [values for values in ways if values != effect["gain"]]

    def copies(self, seat: int, kind: str, source: str) -> list[str]:
        """The cards that a copy would get something from (city.9, op.copy)."""
        one = self.realms[seat]
        if kind == "policy":
            cards = one.policies[:-1]
        elif kind == "knowledge":
            cards = [card for _, attached, _ in one.city for card in attached]
        else:
            cards = [top for top, _, _ in one.city if top and top != source]
        return [
            card
            for card in dict.fromkeys(cards)
            if (card in CARDS and CARDS[card].get("activate")) or self.copyable(seat, card)
        ]

    def copyable(self, seat: int, card: str) -> bool:
        """A text effect that a copy would use; an effect that copies is not copied."""
        effects = self.action_of(card)
        return not any(e["op"] == "copy" for e in effects) and self.useful(seat, effects, card)
