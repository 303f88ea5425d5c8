"""Actions and effects are carried out (acquire.1 to science.1, op.gain to op.steal)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement

from tests.models.model import Spoken
from tests.models.monumental.choices import Choices
from tests.models.monumental.table import (
    BASIC,
    CARDS,
    HEROES,
    MARKETS,
    POLICIES,
    STOP,
    Effect,
    Part,
    spell,
)


class Actions(Choices):
    """Actions and effects, carried out."""

    def act(self, seat: int, answer: Spoken) -> Part:
        """An action is carried out."""
        one = self.realms[seat]
        self.seen[answer[0]] += 1
        match answer:
            case ("UseMarketToken", kind):
                one.market.remove(kind)
                self.market[kind] += 1
                yield from self.carry_out(seat, MARKETS[kind]["use"], kind)
            case ("AcquireCard" | "AcquireBasic", card):
                self.acquire(seat, card, 0)
            case ("CompleteSection", card):
                yield from self.complete_section(seat, card, {})
            case ("DevelopPolicy", policy):
                yield from self.develop(seat, policy)
            case ("UseEffect", source):
                yield from self.use_effect(seat, source)
            case ("MakeProgress",):
                self.pay(seat, self.price(seat, "science", 3))
                self.draw(seat, 1)
            case ("HireHero", hero):
                one.supply["gold"] -= HEROES[hero]["cost"]
                self.heroes.remove(hero)
                one.hero = hero
            case ("ReturnHero", hero):
                yield from self.return_hero(seat, hero)
            case _:
                yield from self.act_on_map(seat, answer)

    def act_on_map(self, seat: int, answer: Spoken) -> Part:
        """An action on the map is carried out."""
        match answer:
            case ("Conquer", place):
                yield from self.conquer(seat, place, None)
            case ("MoveArmy",):
                self.pay(seat, self.price(seat, "military", 1))
                yield from self.move_unit(seat, self.movable(seat), stop=False)
            case ("BuildOutpost", place):
                self.build_outpost(seat, place, 3)
            case ("MoveExplorer", which):
                yield from self.move_explorer(seat, which, None)
            case _:
                raise AssertionError(answer)

    def develop(self, seat: int, policy: str) -> Part:
        """A Policy is developed, and all bonuses come (policy.1, policy.2)."""
        one = self.realms[seat]
        one.supply["culture"] -= len(one.policies) + 1
        one.policies.append(policy)
        for bonus in list(one.policies):
            yield from self.carry_out(seat, POLICIES[bonus]["bonus"], bonus)

    def use_effect(self, seat: int, source: str) -> Part:
        """A text effect is used, and its card marked (effect.1, seq.6)."""
        one = self.realms[seat]
        one.marked.append(source)
        if source in one.fresh:
            one.fresh.remove(source)
        self.seen[f"effect {self.action_of(source)[0]['op']}"] += 1
        yield from self.carry_out(seat, self.action_of(source), source)

    def return_hero(self, seat: int, hero: str) -> Part:
        """A Hero is returned (hero.5, hero.6, hero.8)."""
        one = self.realms[seat]
        yield from self.carry_out(seat, HEROES[hero]["return"], hero)
        if self.classic:
            self.heroes.append(hero)
            one.hero = None
            one.heroes_returned.append(hero)
        else:
            one.hero_returned = True

    def acquire(self, seat: int, card: str, discount: int) -> None:
        """A card is acquired (acquire.1 to acquire.3)."""
        one = self.realms[seat]
        resource = "science" if CARDS[card]["kind"] == "knowledge" else "production"
        self.pay(seat, self.price(seat, resource, CARDS[card]["cost"] - discount))
        if card in self.basics:
            self.basics[card] -= 1
        else:
            self.take(card)
        one.deck.insert(0, card)
        if resource == "science":
            one.knowledge.append(card)
            one.acquired_knowledge = True

    def complete_section(self, seat: int, card: str, effect: Effect) -> Part:
        """A section is completed, and perhaps the Wonder (wonder.1 to wonder.5)."""
        one = self.realms[seat]
        cost = self.section_cost(seat, card, effect)
        self.pay(seat, self.price(seat, "production", cost))
        if one.construction is None:
            self.take(card)
            one.construction = [card, 0]
        one.construction[1] += 1
        if one.construction[1] < len(CARDS[card]["sections"]):
            return
        self.seen["wonder completed"] += 1
        one.wonders.append(card)
        yield from self.carry_out(seat, CARDS[card].get("completion", []), card)
        one.construction = None
        one.deck.insert(0, card)
        places = [place for place in self.provinces(seat) if self.tiles[place].wonder is None]
        if places:
            _, place = yield from self.ask(seat, [("PlaceToken", place) for place in places])
            self.tiles[place].wonder = card
        else:
            self.seen["wonder token on the capital"] += 1

    def carry_out(self, seat: int, effects: Sequence[Effect], source: str) -> Part:
        for effect in effects:
            if self.has_use(seat, effect, source):
                yield from self.carry_out_one(seat, effect, source)

    def carry_out_one(self, seat: int, effect: Effect, source: str) -> Part:
        """An effect that changes something."""
        match effect["op"]:
            case "gain":
                yield from self.gain(seat, effect["gain"])
            case "gain_per":
                self.realms[seat].supply[effect["resource"]] += self.counted(seat, effect)
            case "exchange":
                yield from self.exchange(seat, effect)
            case "convert":
                yield from self.convert(seat, effect["n"])
            case "draw":
                self.draw(seat, effect["n"])
            case "activate":
                yield from self.activate_more(seat, effect["n"])
            case "archive":
                yield from self.archive(seat, effect)
            case "copy":
                yield from self.copy(seat, effect["what"], source)
            case "steal":
                self.steal(seat, effect["n"])
            case "acquire" | "complete_section":
                yield from self.carry_out_better(seat, effect)
            case _:
                yield from self.carry_out_on_map(seat, effect)

    def carry_out_better(self, seat: int, effect: Effect) -> Part:
        """A card or a section, for less (effect.4)."""
        _, card = yield from self.choose(seat, list(self.chances(seat, effect, "")))
        if effect["op"] == "acquire":
            self.acquire(seat, card, effect["discount"])
        else:
            yield from self.complete_section(seat, card, effect)

    def carry_out_on_map(self, seat: int, effect: Effect) -> Part:
        """An effect on the map."""
        match effect["op"]:
            case "conquer":
                targets = [("Conquer", place) for place in self.targets(seat, effect)]
                _, place = yield from self.choose(seat, targets)
                yield from self.conquer(seat, place, effect)
            case "move_units":
                yield from self.move_units(seat, effect["n"])
            case "move_explorer":
                ready = self.ready_explorers(seat, effect["n"])
                choices = [("MoveExplorer", which) for which in ready]
                answer = yield from self.ask(seat, [*choices, STOP])
                if answer != STOP:
                    yield from self.move_explorer(seat, answer[1], effect["n"])
            case "build_outpost":
                sites = self.outpost_sites(seat, effect["soldiers"])
                _, place = yield from self.choose(seat, [("BuildOutpost", s) for s in sites])
                self.build_outpost(seat, place, effect["soldiers"])
            case "destroy":
                yield from self.destroy(seat, effect["n"])
            case _:
                raise AssertionError(effect)

    def activate_more(self, seat: int, count: int) -> Part:
        """Slots are activated (city.4, op.activate)."""
        for _ in range(count):
            slots = [("ActivateSlot", *slot) for slot in self.asleep(seat).items()]
            if not slots or (answer := (yield from self.ask(seat, [*slots, STOP]))) == STOP:
                return
            self.activate(seat, answer[1])
            self.seen["slot activated"] += 1

    def steal(self, seat: int, count: int) -> None:
        """Gold is taken from each opponent (op.steal)."""
        for number, other in enumerate(self.realms):
            if number != seat:
                gold = min(count, other.supply["gold"])
                other.supply["gold"] -= gold
                self.realms[seat].supply["gold"] += gold

    def gain(self, seat: int, gain: Mapping[str, int]) -> Part:
        """Resources and tokens are gained (op.gain)."""
        one = self.realms[seat]
        for kind, amount in gain.items():
            if kind not in ("basic", "market"):
                one.supply[kind] += amount
        if basic := gain.get("basic"):
            ways = [
                ("TakeResources", spell(Counter(texts)))
                for texts in combinations_with_replacement(BASIC, basic)
            ]
            _, path = yield from self.ask(seat, ways)
            one.supply.update(dict(path))
        for _ in range(gain.get("market", 0)):
            kinds = [("TakeMarketToken", kind) for kind, left in self.market.items() if left]
            if kinds:
                _, kind = yield from self.choose(seat, kinds)
                self.market[kind] -= 1
                one.market.append(kind)

    def exchange(self, seat: int, effect: Effect) -> Part:
        """Something is paid for something else (op.exchange, pay.8, effect.5)."""
        times = effect.get("times", 1)
        for number in range(times):
            ways = self.payments(seat, effect)
            if not ways:
                return
            if len(ways) == 1 and not number:
                paid = ways[0]
            else:
                choices: list[Spoken] = [("Exchange", spell(values)) for values in ways]
                answer = yield from self.ask(seat, [*choices, *([STOP] if number else [])])
                if answer == STOP:
                    return
                paid = dict(answer[1])
            self.pay(seat, paid)
            yield from self.gain(seat, effect["gain"])
            self.seen["exchange"] += 1

    def convert(self, seat: int, count: int) -> Part:
        """Counters are turned into others (op.convert)."""
        one = self.realms[seat]
        for _ in range(count):
            choices: list[Spoken] = [
                ("ConvertCounter", give, take)
                for give in BASIC
                for take in BASIC
                if give != take and one.supply[give]
            ]
            if not choices or (answer := (yield from self.ask(seat, [*choices, STOP]))) == STOP:
                return
            one.supply[answer[1]] -= 1
            one.supply[answer[2]] += 1

    def archive(self, seat: int, effect: Effect) -> Part:
        """Cards are archived (city.8, op.archive)."""
        one = self.realms[seat]
        for _ in range(effect["n"]):
            slots = [("ArchiveCard", slot, one.city[slot][0]) for slot in self.sleeping(seat)]
            if not slots or (answer := (yield from self.ask(seat, [*slots, STOP]))) == STOP:
                return
            top, attached, _ = one.city[answer[1]]
            one.archived.append(top)
            one.discard += attached
            one.city[answer[1]] = [None, [], False]
            one.supply.update(effect.get("gain", {}))
            self.seen["archived"] += 1

    def copy(self, seat: int, kind: str, source: str) -> Part:
        one = self.realms[seat]
        choices = [("CopyCard", card) for card in self.copies(seat, kind, source)]
        _, card = yield from self.choose(seat, choices)
        if card in CARDS:
            one.supply.update(CARDS[card].get("activate", {}))
        self.seen["copied"] += 1
        if self.copyable(seat, card):
            if card in CARDS and CARDS[card].get("activate"):
                answer = yield from self.ask(seat, [("UseCopy", card), STOP])
                if answer == STOP:
                    return
            yield from self.carry_out(seat, self.action_of(card), card)
