"""The City: activating, drawing, refilling (city.2 to city.11)."""

from __future__ import annotations

from tests.models.monumental.table import CARDS, PERISHES, Part, Table


class City(Table):
    """Cards in front of a player."""

    def activate_city(self, seat: int) -> Part:
        """A row and a column are activated (city.3)."""
        choices = [("ActivateCity", row, column) for row in (1, 2, 3) for column in (1, 2, 3)]
        _, row, column = yield from self.ask(seat, choices)
        for slot in range(9):
            if slot // 3 == row - 1 or slot % 3 == column - 1:
                self.activate(seat, slot)

    def activate(self, seat: int, slot: int) -> None:
        """A slot is activated (city.2)."""
        top, attached, _ = self.realms[seat].city[slot]
        self.realms[seat].city[slot][2] = True
        for card in (top, *attached):
            if card:
                self.realms[seat].supply.update(CARDS[card].get("activate", {}))

    def top_of_deck(self, seat: int) -> str | None:
        """The next card of a City deck, the discard pile shuffled if it must be (city.7)."""
        one = self.realms[seat]
        if not one.deck:
            if not one.discard:
                return None
            one.deck = list(self.tape.shuffled(one.discard))
            one.discard = []
            self.seen["city deck shuffled"] += 1
        return one.deck.pop(0)

    def refill(self, seat: int) -> None:
        """The City is filled up (city.10)."""
        for slot in self.realms[seat].city:
            while slot[0] is None and (card := self.top_of_deck(seat)) is not None:
                if CARDS[card]["kind"] == "knowledge":
                    slot[1].append(card)
                else:
                    slot[0] = card
            self.seen["slot left empty"] += slot[0] is None

    def draw(self, seat: int, count: int) -> None:
        """Cards are drawn (city.5)."""
        one = self.realms[seat]
        for _ in range(count):
            if (card := self.top_of_deck(seat)) is not None:
                one.drawn.append(card)
                one.fresh.append(card)
                one.supply.update(CARDS[card].get("activate", {}))
                self.seen["card drawn"] += 1

    def can_draw(self, seat: int) -> bool:
        return bool(self.realms[seat].deck or self.realms[seat].discard)

    def asleep(self, seat: int) -> dict[int, str]:
        """The slots with a card that are not activated, and what lies on top (city.4).

        Knowledge that no other card came to lie on can be activated, too (city.2, city.10).
        """
        return {
            number: top or attached[0]
            for number, (top, attached, awake) in enumerate(self.realms[seat].city)
            if (top or attached) and not awake
        }

    def sleeping(self, seat: int) -> list[int]:
        """The slots whose top card can be archived: no Knowledge (city.8)."""
        return [number for number in self.asleep(seat) if self.realms[seat].city[number][0]]

    def end_of_round(self, seat: int) -> None:
        """Activated and drawn cards are discarded, markers are taken off (seq.10, city.11)."""
        one = self.realms[seat]
        for slot in one.city:
            if slot[2]:
                one.discard += [card for card in (slot[0], *slot[1]) if card]
                slot[:] = [None, [], False]
        one.discard += one.drawn
        one.drawn, one.fresh, one.marked = [], [], []
        one.explorers = [[place, False] for place, _ in one.explorers]
        one.passed = one.conquered = one.acquired_knowledge = False
        one.heroes_returned = []

    def lose_counters(self, seat: int) -> None:
        """Counters are lost (pay.1, seq.7)."""
        for kind in PERISHES:
            self.seen["counters lost"] += self.realms[seat].supply[kind] > 0
            self.realms[seat].supply[kind] = 0
