"""War (war.1 to war.16)."""

from __future__ import annotations

from tests.models.model import Spoken
from tests.models.quo_vadis.genesis import Genesis
from tests.models.quo_vadis.table import DECLINE, ENOUGH, Part


class War(Genesis):
    """Wars, and what spares a loser's workers."""

    def holds(self, seat: int, cell: str) -> bool:
        """A seat has a worker or an intact building in a cell (war.1, variant.12)."""
        return cell in self.people[seat].workers or cell in self.intact(seat)

    def contesting(self, seat: int, cell: str) -> bool:
        """A seat is in a cell, for war (war.1, variant.18)."""
        one = self.people[seat]
        if self.options["contested_by"] == "workers_and_cities" and cell in one.forts + one.temples:
            return cell in one.workers
        return self.holds(seat, cell)

    def strength(self, seat: int, contested: list[str]) -> int:
        """Strength before spirit and dice (war.5, variant.14, variant.21, Titan Blood)."""
        one = self.people[seat]
        pieces = one.workers + self.intact(seat)
        if self.on("ruins_lend_strength"):  # variant.21
            pieces += [cell for cell, (_, fallen) in one.cities.items() if fallen]
        near = set(contested) | {to for cell in contested for to in self.neighbours(cell)}
        bonus = 0
        if self.on("simple_strength"):
            near = {cell for cell in near if cell[:-1] == self.turn.area}
            own_texts = {cell[:-1] for cell in pieces}
            bonus = len(own_texts & self.areas_around[self.turn.area])
        if self.works(seat, "titan_blood") and set(one.workers) & set(contested):
            bonus += 1
            self.seen["titan blood"] += 1
        self.seen["a ruin lends strength"] += any(
            cell in near and cell in pieces and fallen for cell, (_, fallen) in one.cities.items()
        )
        return sum(cell in near for cell in pieces) + bonus

    def fight(self, turn_seat: int) -> Part:
        """A war, if a cell is contested (war.1 to war.9, in the order of war.16)."""
        order = self.clockwise(turn_seat)
        cells = self.cells(self.turn.area)
        contested = [c for c in cells if sum(self.contesting(s, c) for s in order) > 1]
        if self.options["contested_by"] == "workers_and_cities":
            owners = [[s for s in order if self.holds(s, c)] for c in cells if c not in contested]
            self.seen["a fort or temple contests nothing"] += any(
                len(owner) > 1 for owner in owners
            )
        if not contested:
            return
        fighters = [s for s in order if any(self.contesting(s, c) for c in contested)]
        self.seen["war"] += 1
        self.seen[f"war of {len(fighters)}"] += 1
        self.seen[f"war over {len(contested)}"] += 1
        self.seen["war of others"] += turn_seat not in fighters
        strengths = [self.strength(seat, contested) for seat in fighters]
        self.war = {
            "cells": tuple(contested),
            "seats": tuple(fighters),
            "strengths": tuple(strengths),
            "declared": (),
            "dice": (),
        }
        for seat in fighters:
            if (skill := self.unused(seat, "truce")) is not None:
                answer = yield from self.ask(seat, [("UseSkill", "truce"), DECLINE])
                if answer != DECLINE:
                    skill["used"] = True
                    self.seen["truce"] += 1
                    self.war = None
                    return
        totals = dict(zip(fighters, strengths, strict=True))
        for seat in fighters:  # war.6
            spent = yield from self.declare(seat)
            totals[seat] += spent
            self.war["declared"] += (spent,)
        added = dict.fromkeys(fighters, 0)
        yield from self.roll(fighters, contested, totals, added)
        best = max(totals.values())
        first = [seat for seat in fighters if totals[seat] == best]
        losers = [seat for seat in fighters if totals[seat] < best]
        winner = first[0] if len(first) == 1 else None
        if winner is None:
            self.seen["draw"] += 1
            self.seen["draw with a loser"] += bool(losers)
        yield from self.settle_war(turn_seat, contested, winner, losers)
        self.war = None

    def declare(self, seat: int) -> Part:
        one = self.people[seat]
        mercenaries = self.works(seat, "mercenaries")
        foods = range(one.food + 1) if mercenaries else [None]
        choices = [("Declare", spirit, food) for spirit in range(one.spirit + 1) for food in foods]
        if len(choices) == 1:
            return 0
        _, spirit, food = yield from self.ask(seat, choices)
        one.spirit -= spirit
        one.food -= food or 0
        self.seen["spirit spent"] += spirit > 0
        self.seen["mercenaries paid"] += bool(food)
        return spirit + (food or 0)

    def roll(
        self,
        fighters: list[int],
        contested: list[str],
        totals: dict[int, int],
        added: dict[int, int],
    ) -> Part:
        """The dice (war.7, war.8, Siegecraft, Veterans, variant.11)."""
        besiegers = {seat for seat in fighters if self.works(seat, "siegecraft")}

        def roll_all() -> None:
            for seat in fighters:
                suited = any(self.terrain(cell) in self.suited(seat) for cell in contested)
                fort = bool(set(self.people[seat].forts) & set(contested))
                self.seen["fort in a siege"] += fort and bool(besiegers - {seat})
                two = fort and not besiegers - {seat}
                die = range(1, 1 + (8 if suited else 6))
                faces = [self.tape.one_of(die) for _ in range(2 if two else 1)]
                self.seen["eight-sided die"] += suited
                self.seen["two dice"] += two
                face = max(faces)
                if self.works(seat, "veterans"):
                    self.seen["veterans"] += face < 3
                    face = max(3, face)
                totals[seat] += face
                added[seat] += face

        roll_all()
        assert self.war is not None
        self.war["dice"] = tuple(added.values())
        if not self.on("war_reroll"):
            return
        best = max(totals.values())
        for seat in fighters:
            one = self.people[seat]
            if totals[seat] < best and one.spirit:
                answer = yield from self.ask(seat, [("RollOn",), DECLINE])
                if answer != DECLINE:
                    one.spirit -= 1
                    self.seen["rolled on"] += 1
                    roll_all()
                    self.war["dice"] = tuple(added.values())
                    return

    def settle_war(
        self, turn_seat: int, contested: list[str], winner: int | None, losers: list[int]
    ) -> Part:
        """Gains and losses (war.10 to war.16)."""
        if winner is not None:
            self.seen["war won"] += 1
            if self.on("war_win_spirit"):
                self.gain(winner, "spirit", 1)
            if self.works(winner, "triumph"):
                self.people[winner].vp += len(losers)
                self.seen["triumph"] += 1
            if self.on("war_attrition"):
                yield from self.return_some(winner, contested, 1)
        captured = fallen = 0
        for seat in losers:
            self.gain(seat, "wrath", 1)
            yield from self.retreat(seat, contested)
            cubes, razed = self.lose_buildings(seat, contested)
            captured += cubes
            fallen += razed
            if seat != turn_seat and self.works(seat, "desert_guile"):
                for _ in range(2):
                    if choices := [("GainResource", track) for track in self.not_full(seat)]:
                        _, track = yield from self.ask(seat, choices)
                        self.gain(seat, track, 1)
                        self.seen["desert guile"] += 1
        if winner is not None:
            self.seen["cubes captured"] += captured > 0
            self.people[winner].vp += captured
            if fallen and self.works(winner, "siegecraft"):
                self.people[winner].vp += 2
                self.seen["siegecraft paid"] += 1

    def lose_buildings(self, seat: int, contested: list[str]) -> tuple[int, int]:
        """Cubes that a loser's cities bring the winner, and how many fell (war.12, war.13)."""
        one = self.people[seat]
        captured = fallen = 0
        for cell in contested:
            self.seen["small building lost"] += cell in one.forts + one.temples
            if cell in one.cities and not one.cities[cell][1]:
                captured += self.raze_by_war(seat, cell)
                fallen += one.cities[cell][1]
                self.seen["city lost"] += 1
        one.forts = [fort for fort in one.forts if fort not in contested]
        one.temples = [temple for temple in one.temples if temple not in contested]
        return captured, fallen

    def return_some(self, seat: int, contested: list[str], count: int) -> Part:
        """Workers return, as their owner chooses (variant.13)."""
        one = self.people[seat]
        first_texts = [cell for cell in one.workers if cell in contested]
        for number in range(count):
            if not first_texts:
                return
            kinds = {("ReturnWorker", cell) for cell in first_texts}
            gone = first_texts[0]
            if len(kinds) > 1 and len(first_texts) > count - number:
                _, gone = yield from self.ask(seat, kinds)
            first_texts.remove(gone)
            one.workers.remove(gone)
            self.seen["attrition"] += 1

    def retreat(self, seat: int, contested: list[str]) -> Part:
        """A loser's workers return, but for those that are spared.

        war.12, Rear Guard, Last Stand, variants 8, 10, 12 and 13.
        """
        one = self.people[seat]
        returning = [cell for cell in one.workers if cell in contested]
        quota = 2 if self.on("war_attrition") else len(returning)
        last_stand = self.works(seat, "last_stand")
        rear_guard = self.works(seat, "rear_guard")
        while quota and returning:
            spare: set[Spoken] = set()
            for cell in returning:
                if rear_guard and one.food:
                    ways = self.refuges(seat, cell, contested)
                    spare |= {("MoveWorker", cell, to) for to in ways}
                if last_stand or self.on("ascend_on_defeat"):
                    spare.add(("AscendWorker", cell))
                if self.on("partial_retreat") and one.food:
                    spare.add(("LeaveWorker", cell))
                if self.on("fight_to_the_death"):
                    spare.add(("FightOn", cell))
            answer = yield from self.may(seat, spare, ENOUGH)
            if answer == ENOUGH:
                break
            quota -= 1
            returning.remove(answer[1])
            self.spare(seat, answer)
            rear_guard &= answer[0] != "MoveWorker"
            last_stand &= answer[0] != "AscendWorker"
        if self.on("war_attrition"):
            yield from self.return_some(seat, returning, quota)
        else:
            for cell in returning:
                one.workers.remove(cell)

    def refuges(self, seat: int, cell: str, contested: list[str]) -> list[str]:
        """Adjacent cells into which Rear Guard may move."""
        foreign: list[str] = []
        for other, people in enumerate(self.people):
            if other != seat:
                foreign += people.workers + people.doomed + self.intact(other)
        return [to for to in self.neighbours(cell) if to not in contested and to not in foreign]

    def spare(self, seat: int, answer: Spoken) -> None:
        """A worker does not return."""
        one = self.people[seat]
        self.seen[f"spared by {answer[0]}"] += 1
        match answer:
            case ("MoveWorker", origin, target):
                one.food -= 1
                one.workers.remove(origin)
                one.workers.append(target)
            case ("AscendWorker", cell):
                one.workers.remove(cell)
                self.ascend(seat)
            case ("LeaveWorker", _):
                one.food -= 1
            case _:
                one.workers.remove(answer[1])
                one.doomed.append(answer[1])
