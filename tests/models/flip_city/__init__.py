"""Flip City as its rulebook tells it: a second opinion on the engine's rules.

The clauses are those of rules.en.md, without the name of the game. The numbers on the cards are
copied from the table there.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hako.content.flip_city import actions
from tests.models.flip_city.cards import FACES, OTHER_SIDE
from tests.models.model import Ask, Facts, Model, Part, Play

START_DECK = [  # setup.4
    *["residential_area"] * 4,
    "apartment",
    "convenience_store",
    "hospital",
    "factory",
    "central_park",
]

SUPPLIES = {
    "rulebook": (8, 8, 12, 12),  # setup.5
    "international": (12, 12, 8, 8),  # option.1
    "alone": (4, 4, 4, 4),  # solo.1
}

RANKS = ((7, "metropolis"), (5, "city"), (3, "town"), (1, "village"))  # solo.7


@dataclass
class Card:
    """A card of a deck."""

    face: str
    is_known: bool = False
    """Everybody knows that it lies at this place (info.3)."""


@dataclass
class Player:
    """The cards of one player."""

    deck: list[Card]
    """The top card first."""
    discard: list[str] = field(default_factory=list)
    city: list[str] = field(default_factory=list)


class GameOver(Exception):
    """The game ended on the spot."""


@dataclass
class FlipCityModel(Model):
    """The whole table."""

    def __post_init__(self) -> None:
        self.players: list[Player] = []
        self.points_of_recycling = 1
        for face in self.seating.corrections.get("face", ()):
            assert face["id"] == "power_plant", "no other face is corrected"
            self.points_of_recycling = face["recycle"]["amount"]
        self.is_alone = self.seating.seats == 1
        self.removed: list[str] = []
        self.active = 0
        self.turns = 0
        self.ending: str | None = None
        self.end_of_last_turn()

    def end_of_last_turn(self) -> None:
        """turn.2: what a turn starts with."""
        self.money = self.points = self.unhappy = 0
        self.limit = self.constant("unhappy_limit", 3)
        self.actions = 1
        self.is_obliged = False

    # ------------------------------------------------------------ the game

    def play(self) -> Play:
        self.set_up()
        try:
            while True:
                yield from self.turn(self.players[self.active])
                self.by("end.2", "setup.8")
                self.active = (self.active + 1) % len(self.players)
        except GameOver:
            pass

    def set_up(self) -> None:
        self.by("setup.4", "setup.5", "setup.7")
        counts = SUPPLIES["alone" if self.is_alone else self.seating.options["supply"]]
        piles = ("convenience_store", "hospital", "factory", "central_park")
        self.supply = dict(zip(piles, counts, strict=True))
        if self.seating.options["office"] == "on":
            self.by("office.1")
            self.supply["office"] = 10
        for _ in range(self.seating.seats):
            self.players.append(Player([Card(face) for face in self.tape.shuffled(START_DECK)]))
        if not self.is_alone:
            self.active = self.tape.one_of(range(self.seating.seats))
        for player in self.players:
            self.show_top(player)

    def show_top(self, player: Player) -> None:
        """info.2: everybody sees the top card of every deck, always."""
        for card in player.deck[:1]:
            card.is_known = True

    def turn(self, player: Player) -> Play:
        self.by("turn.1", "turn.2")
        self.turns += 1
        self.end_of_last_turn()
        is_bust = yield from self.play_phase(player)
        if not is_bust:
            yield from self.build_phase(player)
        self.by("end.1")
        player.discard += player.city
        player.city.clear()
        self.end_of_last_turn()

    # ------------------------------------------------------------ play phase

    def play_phase(self, player: Player) -> Part[bool]:
        """Cards are played until the player stops; true if the turn ended in a bust."""
        while True:
            action = yield Ask(self.active, self.ways_on(player))
            match action:
                case actions.Stop():
                    self.by("play.3")
                    return False
                case actions.Reshuffle():
                    yield from self.reshuffle(player)
                case actions.Recycle(face):
                    self.recycle(player, face)
                case _:
                    if (yield from self.play_top(player)):
                        return True

    def ways_on(self, player: Player) -> dict[object, str]:
        """The actions before the next card, each with its clause."""
        ways: dict[object, str] = {}
        if player.deck:
            ways[actions.PlayTop()] = "play.1"
        elif player.discard:
            ways[actions.Reshuffle()] = "play.8"
        for face in player.discard:
            if FACES[face].recycle:
                ways[actions.Recycle(face)] = "recycle.1"
        if not (player.deck or player.discard):
            ways[actions.Stop()] = "play.11"
        elif not player.city:
            self.by("play.2")
        elif self.is_obliged:
            self.by("play.6", "play.10")
        elif player.deck and player.deck[0].face == "residential_area":
            self.by("play.5")
        else:
            ways[actions.Stop()] = "play.3"
        return ways

    def play_top(self, player: Player) -> Part[bool]:
        """play.7: a card is played and resolved; true if it is a bust."""
        card = player.deck.pop(0).face
        face = FACES[card]
        player.city.append(card)  # 1.
        self.is_obliged = False
        self.money += face.cash  # 2.
        self.points += face.points
        self.unhappy += face.unhappy
        if card == "hospital":  # 3.
            self.by("card.hospital")
            self.money += self.unhappy
        if card == "church":
            self.by("card.church")
            self.limit += 1
        if card == "factory":
            self.by("card.factory")
            self.actions += 1
        if self.unhappy >= self.limit:  # 4.
            self.by("bust.1", "bust.2")
            self.show_top(player)
            return True
        self.check_for_win(player)  # 5.
        self.show_top(player)
        if card == "central_park":  # 6.
            self.by("card.central_park")
            self.is_obliged = True
        if card == "office" and player.deck:
            yield from self.office(player)
        return False

    def office(self, player: Player) -> Play:
        action = yield Ask(
            self.active, {actions.BuryTop(): "card.office", actions.KeepTop(): "card.office"}
        )
        if action == actions.BuryTop():
            self.by("info.3")
            player.deck.append(player.deck.pop(0))
            self.show_top(player)

    def reshuffle(self, player: Player) -> Play:
        if self.is_alone:  # solo.3: chosen before the shuffle is seen
            piles = [face for face, left in self.supply.items() if left]
            choices = {actions.RemoveFromSupply(face): "solo.3" for face in piles}
            action = yield Ask(self.active, choices)
            self.take_from_supply(action.face)
            self.removed.append(action.face)
            self.check_supply()
        self.by("play.8")
        player.deck = [Card(face) for face in self.tape.shuffled(player.discard)]
        player.discard = []
        self.show_top(player)

    def recycle(self, player: Player, card: str) -> None:
        front = OTHER_SIDE[card]
        player.discard.remove(card)
        if FACES[card].recycle == "deck top":  # recycle.8
            self.by("recycle.8", "recycle.9")
            player.deck.insert(0, Card(front, is_known=True))
        else:
            self.by("recycle.2", "recycle.7")
            player.discard.append(front)
        match FACES[card].recycle:
            case "$2":
                self.money += 2
            case "limit":
                self.limit += 1
            case "point":
                self.points += self.points_of_recycling
            case "action":
                self.actions += 1
            case _:
                pass
        try:
            self.check_for_win(player)
        except GameOver:
            self.by("recycle.11")
            raise

    # ------------------------------------------------------------ winning and losing

    def check_for_win(self, player: Player) -> None:
        if self.points >= self.constant("points_to_win", 8):
            self.by("win.1")
            self.ending = "points"
            raise GameOver
        if len(player.city) >= 18 and "convenience_store" in player.city:
            self.by("win.2")
            self.ending = "cards"
            raise GameOver

    def check_supply(self) -> None:
        """solo.5: who plays alone loses at once by an empty supply."""
        if self.is_alone and not any(self.supply.values()):
            self.by("solo.5")
            self.ending = "lost"
            raise GameOver

    def take_from_supply(self, face: str) -> None:
        assert self.supply[face] > 0
        self.supply[face] -= 1

    # ------------------------------------------------------------ build phase

    def build_phase(self, player: Player) -> Play:
        self.by("build.1")
        while self.actions:
            choices = self.builds(player)
            action = yield Ask(self.active, choices)
            self.actions -= 1
            match action:
                case actions.EndTurn():
                    return
                case actions.Buy(face):
                    self.money -= FACES[face].cost or 0
                    player.discard.append(face)
                    self.take_from_supply(face)
                case actions.Develop(face):
                    self.money -= (FACES[face].cost or 0) + (FACES[face].upgrade or 0)
                    player.discard.append(OTHER_SIDE[face])
                    self.take_from_supply(face)
                case actions.Upgrade(face):
                    self.upgrade(player, face, player)
                case actions.PassOn(face, to):
                    self.upgrade(player, face, self.players[to])
                case _:
                    raise AssertionError(action)
            self.check_supply()

    def builds(self, player: Player) -> dict[object, str]:
        choices: dict[object, str] = {actions.EndTurn(): "build.3"}
        for face, left in self.supply.items():
            cost, upgrade = FACES[face].cost, FACES[face].upgrade
            assert cost is not None
            assert upgrade is not None
            if left and cost <= self.money:
                choices[actions.Buy(face)] = "build.4"
            if left and cost + upgrade <= self.money:
                choices[actions.Develop(face)] = "build.6"
            if not left:
                self.by("build.7")
        for face in player.discard:
            arrow = FACES[face].upgrade
            if arrow is None or arrow > self.money:
                continue
            if face == "apartment" and not self.is_alone:
                for seat in range(len(self.players)):
                    if seat != self.active:
                        choices[actions.PassOn(face, seat)] = "build.8"
            else:
                choices[actions.Upgrade(face)] = "build.5"
        return choices

    def upgrade(self, player: Player, face: str, owner: Player) -> None:
        self.money -= FACES[face].upgrade or 0
        player.discard.remove(face)
        if face == "apartment" and self.is_alone:
            self.by("solo.6")
            self.removed.append(OTHER_SIDE[face])
        else:
            owner.discard.append(OTHER_SIDE[face])

    # ------------------------------------------------------------ what is compared

    def facts(self) -> Facts:
        facts: dict[str, object] = {
            "active seat": self.active,
            "turn": self.turns,
            "money": self.money,
            "points": self.points,
            "unhappy icons": self.unhappy,
            "limit": self.limit,
            "build actions": self.actions,
            "obliged": self.is_obliged,
            "supply": self.supply,
            "removed": sorted(self.removed),
            "ending": self.ending,
        }
        for seat, player in enumerate(self.players):
            facts[f"deck of seat {seat}"] = [card.face for card in player.deck]
            facts[f"known in the deck of seat {seat}"] = [card.is_known for card in player.deck]
            facts[f"discard pile of seat {seat}"] = sorted(player.discard)
            facts[f"city of seat {seat}"] = player.city
        return facts

    def result(self) -> Facts:
        if not self.is_alone:
            return {"winners": (self.active,)}  # win.3
        left = sum(self.supply.values())
        rank = next((name for least, name in RANKS if left >= least), None)
        won = self.ending != "lost"
        return {
            "winners": (0,) if won else (),
            "cards left": left,
            "turns": self.turns,
            "rank": rank if won else None,
        }
