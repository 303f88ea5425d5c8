"""Build, end, settlement (build.1 to final.4)."""

from __future__ import annotations

from tests.models.model import Spoken
from tests.models.quo_vadis.table import DECLINE, ENOUGH, RACES, TERRAINS, Part, skill_set
from tests.models.quo_vadis.war import War


class Ending(War):
    """The phases after the war."""

    def build(self, seat: int) -> Part:
        """The build phase (build.1 to build.9)."""
        one = self.people[seat]
        self.turn.city_due = self.turn.changed
        needed = int(self.options["build_workers_needed"])
        small = self.options["small_buildings"]
        while True:
            sites = {
                cell
                for cell in one.workers
                if one.workers.count(cell) >= needed and not self.any_building(cell)
            }
            choices: list[Spoken] = []
            if self.turn.city_due:
                choices += [("Build", "city", cell) for cell in sites]
            must = bool(choices)
            if one.food >= int(self.options["build_food_cost"]):
                if len(one.forts) < 2 and small not in ("no_forts", "none"):
                    choices += [("Build", "fort", cell) for cell in sites]
                if len(one.temples) < 1 and small not in ("no_temples", "none"):
                    choices += [("Build", "temple", cell) for cell in sites]
            ruins = [cell for cell, (_, fallen) in one.cities.items() if fallen]
            choices += [("Rebuild", cell) for cell in ruins if cell in one.workers]
            if self.works(seat, "reconstruction") and not self.turn.rebuilt_for_food and one.food:
                choices += [("RebuildForFood", cell) for cell in ruins]
            if self.works(seat, "masonry") and not self.turn.demolished:
                choices += [("Demolish", "fort", cell) for cell in one.forts]
                choices += [("Demolish", "temple", cell) for cell in one.temples]
            if must:
                answer = yield from self.ask(seat, choices)
            else:
                answer = yield from self.may(seat, choices, ENOUGH)
            if answer == ENOUGH:
                self.seen["no site for a city"] += self.turn.city_due
                return
            self.carry_out(seat, answer)

    def carry_out(self, seat: int, answer: Spoken) -> None:
        one = self.people[seat]
        self.seen[f"{answer[0]} {answer[1] if len(answer) > 2 else ''}".strip()] += 1
        match answer:
            case ("Build", "city", cell):
                one.workers.remove(cell)
                start = {"growing": 0, "fixed4": 4, "siege4": 4, "triple": 1}
                one.cities[cell] = [start[self.options["dominion_model"]], False]
                self.turn.city_due = False
            case ("Build", building, cell):
                one.workers.remove(cell)
                one.food -= int(self.options["build_food_cost"])
                (one.forts if building == "fort" else one.temples).append(cell)
                if self.works(seat, "masonry"):
                    self.gain(seat, "spirit", 1)
                    self.gain(seat, "food", 1)
            case ("Demolish", building, cell):
                (one.forts if building == "fort" else one.temples).remove(cell)
                self.turn.demolished = True
            case _:
                one.cities[answer[1]][1] = False
                if answer[0] == "Rebuild":
                    one.workers.remove(answer[1])
                else:
                    one.food -= 1
                    self.turn.rebuilt_for_food = True
                if self.works(seat, "reconstruction"):
                    one.vp += 1

    def end(self, seat: int) -> Part:
        one = self.people[seat]
        self.refill(seat)
        model = self.options["dominion_model"]
        for cell, city in one.cities.items():  # end.3
            grows = model == "growing" or (model == "triple" and cell[:-1] == self.turn.area)
            if grows and (not city[1] or self.on("ruins_gain_dominion")):
                city[0] += 1
                self.seen["dominion"] += 1
        standing = [cell for cell, (_, fallen) in one.cities.items() if not fallen]
        if self.works(seat, "capital") and len(standing) > 1:
            _, cell = yield from self.ask(seat, [("AddDominion", cell) for cell in standing])
            one.cities[cell][0] += 1
            self.seen["capital"] += 1
        if self.works(seat, "granary") and one.food <= 2:
            self.gain(seat, "food", 1)
        yield from self.tidy(seat)
        if self.turn.changed:
            yield from self.settle(seat)

    def refill(self, seat: int) -> None:
        """The hand is filled up (end.2)."""
        one = self.people[seat]
        most = 4 + 2 * self.works(seat, "far_sight") + 2 * self.works(seat, "great_library")
        while len(one.hand) < most:
            if not self.pile:
                if not self.discards:
                    return
                self.pile = list(self.tape.shuffled(self.discards))
                self.discards = []
                self.seen["reshuffled"] += 1
            one.hand.append(self.pile.pop(0))

    def tidy(self, seat: int) -> Part:
        """Tidying up (end.4, end.5, Stairway to Heaven, variants 4, 9 and 20)."""
        one = self.people[seat]
        returning: list[str] = []
        for cell in sorted(set(one.workers)):
            stay = 0 if self.building(seat, cell) else 1
            if self.options["tidied_beside"] == "any" and self.any_building(cell):
                stay = 0
            returning += [cell] * (one.workers.count(cell) - stay)
        anywhere = self.on("ascend_anywhere") and bool(one.temples)
        if self.on("stacking"):
            # Nobody returns: variant.9 finds none, but the temple's cell has its ascension.
            able = {cell for cell in one.workers if cell in one.temples}
        else:
            able = {cell for cell in returning if anywhere or cell in one.temples}
        gone = yield from self.may(seat, [("AscendWorker", cell) for cell in able], DECLINE)
        if gone != DECLINE:
            one.workers.remove(gone[1])
            if not self.on("stacking"):
                returning.remove(gone[1])
            self.ascend(seat)
        if self.on("stacking"):
            return
        if self.works(seat, "stairway"):
            able = {cell for cell in returning if cell not in one.temples}
            gone = yield from self.may(seat, [("AscendWorker", cell) for cell in able], DECLINE)
            if gone != DECLINE:
                one.workers.remove(gone[1])
                returning.remove(gone[1])
                self.ascend(seat)
                self.seen["stairway"] += 1
        self.seen["tidied up"] += bool(returning)
        for cell in returning:
            one.workers.remove(cell)

    def majorities(self, seat: int) -> int:
        """Areas held by a majority (settle.4, settle.5, Effective Control)."""
        one = self.people[seat]
        counted = one.workers + one.doomed
        if self.works(seat, "effective_control"):
            counted = counted + one.forts + one.temples
        held = 0
        for area in self.tiles:
            cells = self.cells(area)
            city = any(cell in one.cities and not one.cities[cell][1] for cell in cells)
            held += city or len(set(counted) & set(cells)) >= 2
        return held

    def settle(self, seat: int) -> Part:
        """The settlement after a change (settle.1 to settle.6)."""
        one = self.people[seat]
        skills = [("LaySkill", skill) for skill in one.face_down]
        _, skill = yield from self.ask(seat, skills)
        one.face_down.remove(skill)
        one.row.append(skill_set(skill, fresh=True))
        if skill == "pioneers":
            suited = {RACES[one.race or ""]["terrain"]}
            named = [("NameTerrain", terrain) for terrain in TERRAINS if terrain not in suited]
            _, terrain = yield from self.ask(seat, named)
            one.row[-1]["terrain"] = terrain
        held = self.majorities(seat)
        if self.works(seat, "dynasty"):
            held += 1
            self.seen["dynasty"] += 1
        one.vp += held * len(one.generations[-2])
        self.seen["territory scored"] += held > 0
        self.seen["territory of three cards or more"] += held > 0 and len(one.generations[-2]) > 2

    def final(self) -> None:
        """The final settlement (final.1, final.2)."""
        model = self.options["dominion_model"]
        for seat, one in enumerate(self.people):
            for cubes, fallen in one.cities.values():
                ruin_counts = self.on("destroyed_city_scores") and model in ("growing", "triple")
                if not fallen or ruin_counts:
                    one.vp += cubes * (3 if model == "triple" else 1)
                self.seen["ruin with cubes at the end"] += fallen and cubes > 0
            gain = 0
            if self.works(seat, "wise_emperor"):
                tops = {old[-1] for old in one.generations}
                gain += (0, 1, 2, 4, 6, 9)[len(tops)]
            if self.works(seat, "metropolis"):
                gain += 2 * sum(not fallen for _, fallen in one.cities.values())
            if self.works(seat, "world_walkers"):
                pieces = one.workers + one.doomed + self.intact(seat)
                gain += len({cell[:-1] for cell in pieces})
            if self.works(seat, "martyrs"):
                gain += 2 * one.removed
            if self.works(seat, "fortress_realm"):
                gain += 3 * (len(one.forts) + len(one.temples))
            self.seen["final skill"] += gain > 0
            one.vp += gain
        self.seen["end"] += 1
