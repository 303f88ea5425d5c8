"""Monumental, played by a model written from the rulebook alone.

Each function quotes the clause it follows, such as conquer.3 for monumental.conquer.3. Everything
is plain data, changed in place: a player is a `Realm`, a slot a list of its top card, its
Knowledge and whether it is activated, a tile a `Tile` under a name such as "B3".
"""

from __future__ import annotations

from tests.models.model import Facts, Play
from tests.models.monumental.others import Others
from tests.models.monumental.table import AUTOMA, CARDS, MONSTERS, POLICY_WORTH, WORTH, Part


class Monumental(Others):
    """A game."""

    def play(self) -> Play:
        yield from self.set_up()
        while self.last is None or self.round < self.last:
            self.round += 1
            if self.classic:
                for seat in self.clockwise(self.start, self.players):
                    yield from self.whole_turn(seat)
            else:
                yield from self.sequential_round()
        self.seen["end"] += 1

    def sequential_round(self) -> Part:
        """A round (seq.1 to seq.14)."""
        order = self.clockwise(self.start)
        for seat in order:
            yield from self.activate_city(seat)
        place = 0
        while not all(one.passed for one in self.realms):
            seat = order[place % len(order)]
            place += 1
            if not self.realms[seat].passed:
                self.seen["alone"] += sum(not one.passed for one in self.realms) == 1
                yield from self.one_turn(seat)
        for seat in order:
            self.end_of_round(seat)
            self.refill(seat)
        final = self.last is not None and self.round >= self.last
        if not final:
            while sum(self.taken) < len(order) and self.display[0]:  # seq.11
                self.discard_right(0)
                self.taken[0] += 1
                self.seen["discarded from the display"] += 1
            self.fill_row(0)
            self.taken = [0]
        for one in self.realms:  # hero.7
            if one.hero_returned:
                self.heroes.append(one.hero or "")
                one.hero, one.hero_returned = None, False
        if not final and len(self.deck) <= 3 and self.last is None:
            self.last = self.round + 1  # end.1
        yield from self.monsters_attack(self.start)
        if not final:
            self.start = (self.start + 1) % len(order)

    def one_turn(self, seat: int) -> Part:
        """A turn action or passing, and free actions before and after it (seq.3, seq.4)."""
        one = self.realms[seat]
        one.fresh = []
        acted = False
        while True:
            free = self.free_actions(seat)
            if acted and not free:
                break
            if acted:
                choices = [*free, ("EndTurn",)]
            else:
                choices = [*free, *self.turn_actions(seat), ("Pass",)]
            answer = yield from self.ask(seat, list(dict.fromkeys(choices)))
            if answer == ("EndTurn",):
                break
            if answer == ("Pass",):
                one.passed = True
                self.lose_counters(seat)
                break
            acted |= answer not in free
            self.seen["free action"] += answer in free
            yield from self.act(seat, answer)
        one.fresh = []

    def whole_turn(self, seat: int) -> Part:
        """A turn in classic mode (classic.2 to classic.5)."""
        one = self.realms[seat]
        one.fresh = []
        yield from self.activate_city(seat)
        while True:
            choices = [*self.free_actions(seat), *self.turn_actions(seat), ("EndTurn",)]
            answer = yield from self.ask(seat, list(dict.fromkeys(choices)))
            if answer == ("EndTurn",):
                break
            yield from self.act(seat, answer)
        self.lose_counters(seat)
        self.end_of_round(seat)
        self.refill(seat)
        final = self.last is not None and self.round >= self.last
        if not final:
            for row in range(len(self.rows)):
                if not self.taken[row] and self.deck and self.display[row]:
                    self.discard_right(row)
                    self.seen["discarded from the display"] += 1
                self.fill_row(row)
            self.taken = [0 for _ in self.rows]
            if self.last is None and not self.deck:
                self.last = self.round + 1  # end.2
        yield from self.monsters_attack(self.start, only=seat)
        if self.solo:
            self.automa_turn()

    def points(self, seat: int) -> tuple[int, int, int, int]:
        """Points of the four sides (score.1 to score.4)."""
        one = self.realms[seat]
        military = sum(
            WORTH[self.tiles[place].terrain] + (self.tiles[place].wonder is not None)
            for place in self.provinces(seat)
        ) + sum(int(MONSTERS[monster]["vp"]) for monster in one.monsters)
        science = sum(int(CARDS[card]["vp"]) for card in one.knowledge)
        architecture = sum(int(CARDS[card]["vp"]) for card in one.wonders)
        return military, science, architecture, POLICY_WORTH[len(one.policies)]

    def result(self) -> Facts:
        """Scores with the bonuses, and the winners (score.5, score.6)."""
        sides = [self.points(seat) for seat in range(len(self.realms))]
        scores = [sum(side) for side in sides]
        for number in range(4):
            best = max(side[number] for side in sides)
            for seat, side in enumerate(sides):
                if side[number] == best and best > 0:
                    scores[seat] += 3
        ranks = [
            (scores[seat], one.supply["gold"], one.supply["culture"])
            for seat, one in enumerate(self.realms)
        ]
        winners = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
        if self.solo:  # solo.7
            winners = [0] if scores[0] > scores[AUTOMA] else []
        else:
            self.seen["tie broken"] += sum(score == max(scores) for score in scores) > len(winners)
        return {"scores": scores, "winners": winners}
