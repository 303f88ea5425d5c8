"""The set-up of Cultus."""

from __future__ import annotations

from hako.content.cultus.actions import KeepCharacter, KeepPlan, PlaceCard, PlaceMedal, PlacePawn
from tests.models.cultus.enemies import Enemies
from tests.models.cultus.table import (
    ANCHORS,
    CARDS,
    CENTRE,
    CORNERS,
    CUBES,
    DIFFICULTIES,
    ICON_OF,
    INCOME,
    MONUMENT_CARDS,
    PLANS,
    SIZE,
    START_CELLS,
    TRACKS,
    Deck,
    Ruler,
    covered_by,
)
from tests.models.model import Ask, Play


class SetUp(Enemies):
    """A game that is set up."""

    def set_up(self) -> Play:
        row = self.tape.shuffled(INCOME)  # setup.3
        cards = list(self.tape.shuffled(CARDS))  # setup.4-5
        size, hand = (5, 2) if self.is_alone else (6, 3)
        for seat in self.seats:
            dealt = [cards.pop(0) for _ in range(hand)]
            self.rulers.append(Ruler(seat, dealt, CUBES[len(self.seats)] - 2))
        if self.is_alone:
            self.by("solo.5")
            for number in range(16):
                anchor = number // 4 * 2 * SIZE + number % 4 * 2
                self.lay(cards.pop(0), anchor, self.tape.one_of((0, 180)))
        for income in row:
            self.decks.append(Deck(income, [cards.pop(0) for _ in range(size)]))
        self.left_over = cards
        monuments = list(self.tape.shuffled(MONUMENT_CARDS))  # setup.8
        self.open_cards, self.monument_deck = monuments[:3], monuments[3:]
        if self.is_alone:
            yield from self.set_up_alone()
        else:
            yield from self.set_up_together()
        self.active = self.start_player

    def set_up_together(self) -> Play:
        self.by("setup.6", "setup.9")
        characters, plans = self.tape.shuffled(ICON_OF), self.tape.shuffled(PLANS)
        for ruler in self.rulers:
            ruler.character, ruler.plan = characters[ruler.seat], plans[ruler.seat]
        self.start_player = self.tape.one_of(self.seats)
        order = self.in_turn_order()
        if len(order) == 3:
            self.by("setup.13")
            self.rulers[order[2]].cost = 2
        for seat in reversed(order):
            yield from self.place_medal(seat)
        for seat, cell in zip(order, START_CELLS[len(order)], strict=True):
            ruler = self.rulers[seat]
            card = (yield Ask(seat, {PlaceCard(card): "setup.12" for card in ruler.hand})).card
            anchors = [anchor for anchor in ANCHORS if cell in covered_by(anchor)]
            yield from self.lay_from_hand(ruler, card, anchors)
            ruler.pawn = cell

    def set_up_alone(self) -> Play:
        enemy = self.seating.options["enemy"]
        self.by("solo.2", "solo.3", "solo.7")
        self.enemy = self.tape.one_of(TRACKS) if enemy == "random" else enemy
        self.enemy_vp = DIFFICULTIES[self.seating.options["difficulty"]]
        self.enemy_monuments = list(CENTRE)
        characters, plans = self.tape.shuffled(ICON_OF)[:2], self.tape.shuffled(PLANS)[:2]
        (ruler,) = self.rulers
        ruler.character = (
            yield Ask(0, {KeepCharacter(name): "solo.6" for name in characters})
        ).character
        ruler.plan = (yield Ask(0, {KeepPlan(name): "solo.6" for name in plans})).plan
        yield from self.place_medal(0)
        ruler.pawn = (yield Ask(0, {PlacePawn(cell): "solo.9" for cell in CORNERS})).cell

    def place_medal(self, seat: int) -> Play:
        free = [deck for deck in self.decks if deck.medal is None]
        action = yield Ask(seat, {PlaceMedal(deck.income): "setup.10" for deck in free})
        self.deck(action.income).medal = seat
