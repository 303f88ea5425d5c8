"""Area selection and genesis (select.1 to act.6)."""

from __future__ import annotations

from itertools import combinations

from tests.models.model import Spoken
from tests.models.quo_vadis.setup import SetUp
from tests.models.quo_vadis.table import DECLINE, ENOUGH, EPICS, FREE, RACES, RESOURCES, RINGS, Part


class Genesis(SetUp):
    """Selection, wrath, workers, cards."""

    def great_harvest(self, seat: int) -> Part:
        if (skill := self.unused(seat, "great_harvest")) is None:
            return
        fill = [("GainResource", track) for track in self.not_full(seat)]
        answer = yield from self.may(seat, fill, DECLINE)
        if answer != DECLINE:
            skill["used"] = True
            setattr(self.people[seat], answer[1], self.maximum(seat, answer[1]))
            self.seen["great harvest"] += 1

    def select(self, seat: int) -> Part:
        one = self.people[seat]
        open_numbers = [number for number in range(1, 6) if number not in self.markers]

        def price(frees: int) -> int:
            return max(0, frees - (1 if self.works(seat, "pilgrim_road") else 0))

        choices = set()
        for first, second in combinations(open_numbers, 2):  # select.1, select.5
            choices.add(((first, second), f"{first}-{second}", 0))
        for number in open_numbers:  # select.4
            for free in range(1, 6):
                low, high = sorted((number, free))
                choices.add(((number, FREE), f"{low}-{high}", price(1)))
        for low in range(1, 6):  # select.3
            for high in range(low, 6):
                choices.add(((FREE, FREE), f"{low}-{high}", price(2)))
        payable = {
            ("SelectArea", cards, area): faith
            for cards, area, faith in choices
            if area in self.tiles and faith <= one.faith  # select.7
        }
        answer = yield from self.ask(seat, payable)
        one.faith -= payable[answer]
        _, self.markers, self.turn.area = answer
        self.seen["double selected"] += self.turn.area[0] == self.turn.area[2]
        self.seen["both free"] += self.markers == (FREE, FREE)
        if self.works(seat, "deft_cultivators") and one.food <= 2:  # select.8
            self.gain(seat, "food", 1)
        sea_left = list(self.rings.values()).count("sea") < RINGS["sea"]
        new_sea = sea_left and self.rings.get(self.turn.area) != "sea"
        if self.works(seat, "rising_tide") and one.faith >= 1 and new_sea:
            answer = yield from self.ask(seat, [("UseSkill", "rising_tide"), DECLINE])
            if answer != DECLINE:
                one.faith -= 1
                self.put_ring(self.turn.area, "sea")
                self.seen["rising tide"] += 1

    def safe_from(self, striker: int, owner: int) -> bool:
        """Wrath spares all pieces of an owner (wrath.7, Sanctuary)."""
        temple = any(cell[:-1] == self.turn.area for cell in self.people[owner].temples)
        return temple or (owner != striker and self.works(owner, "sanctuary"))

    def strike(self, seat: int) -> Part:
        one = self.people[seat]
        least = 2 if self.works(seat, "wrathful_god") else 3
        if one.wrath < least:  # wrath.1
            return
        most = min(3, one.wrath - least + 1)  # wrath.2
        choices: list[Spoken] = []
        for count in range(1, most + 1):
            for cells in combinations(self.cells(self.turn.area), count):
                choices.append(("Strike", cells))
                weak = [cell for cell in cells if self.fragile(seat, cell, most)]
                for fall in range(1, len(weak) + 1):
                    ways = combinations(weak, fall)
                    choices += [("StrikeAndDestroy", cells, destroy) for destroy in ways]
        answer = yield from self.ask(seat, [*choices, DECLINE])
        if answer == DECLINE:
            return
        self.seen["wrath"] += 1
        self.seen[f"wrath on {len(answer[1])}"] += 1
        one.wrath = 0
        spared = [owner for owner in range(len(self.people)) if self.safe_from(seat, owner)]
        for owner in range(len(self.people)):
            if owner not in spared:
                self.suffer(owner, answer[1], answer[2] if len(answer) > 2 else ())
            else:
                self.seen["spared by wrath"] += bool({*self.people[owner].workers} & {*answer[1]})
        self.put_ring(self.turn.area, RACES[one.race or ""]["terrain"])  # wrath.8

    def fragile(self, striker: int, cell: str, level: int) -> bool:
        """A cell whose building may be destroyed (wrath.5, variant.5, variant.6)."""
        for owner, one in enumerate(self.people):
            if self.safe_from(striker, owner):
                continue
            if cell in one.forts + one.temples:
                return level == 3 or self.on("wrath_razes_small")
            cubes, fallen = one.cities.get(cell, (0, True))
            if not fallen:
                milder = self.options["wrath_on_city"] == "minus_one"
                return level == 3 and (cubes > 0 or not milder)
        return False

    def suffer(self, owner: int, cells: tuple[str, ...], destroy: tuple[str, ...]) -> None:
        """The pieces of one player in the cells that are struck (wrath.3 to wrath.6)."""
        one = self.people[owner]
        self.seen["worker struck"] += sum(cell in cells for cell in one.workers)
        one.workers = [cell for cell in one.workers if cell not in cells]
        one.doomed = [cell for cell in one.doomed if cell not in cells]
        for cell in destroy:
            self.seen["building struck"] += self.building(owner, cell) is not None
            if cell in one.cities:
                self.raze_by_wrath(owner, cell)
        one.forts = [fort for fort in one.forts if fort not in destroy]
        one.temples = [temple for temple in one.temples if temple not in destroy]

    def place(self, seat: int) -> Part:
        """Workers are placed (place.1 to place.6)."""
        one = self.people[seat]
        placed = 0
        while True:
            extra = 1 if placed else 0
            spawns = placed > 0 and self.works(seat, "spawning") and not one.spawned
            if spawns:
                extra = 0
            prices = {}
            for cell in self.cells(self.turn.area):
                free = {"plains", *self.suited(seat)}
                foreign = self.terrain(cell) not in free and not self.works(seat, "open_roads")
                if (price := extra + foreign) <= one.food and self.reserve(seat):
                    prices["PlaceWorker", cell] = price
            if not prices:
                self.seen["no worker placed"] += not placed
                return
            answer = yield from self.ask(seat, [*prices, *([ENOUGH] if placed else [])])
            if answer == ENOUGH:
                return
            one.food -= prices[answer]
            one.workers.append(answer[1])
            one.spawned |= spawns
            placed += 1
            self.seen["placed on unsuited terrain"] += prices[answer] > extra
            self.seen["extra worker"] += placed > 1

    def could_found(self, seat: int) -> bool:
        """A city could be built now (card.4, variant.17)."""
        one = self.people[seat]
        needed = int(self.options["build_workers_needed"])
        places = [cell for cell in one.workers if one.workers.count(cell) >= needed]
        return len(one.cities) < 5 and any(not self.any_building(cell) for cell in places)

    def play_card(self, seat: int) -> Part:
        one = self.people[seat]
        beseeching = 1 if self.works(seat, "divine_wisdom") else 2
        ways = ["ContinueGeneration"]
        if one.generations and len(one.generations) < 6 and self.could_found(seat):
            ways.append("ChangeGeneration")
        choices: list[Spoken] = []
        for text in ways:
            for card in set(one.hand):
                choices.append((text, card, None))
                if one.faith >= beseeching:  # card.6
                    choices += [(text, card, kind) for kind in EPICS if kind != card]
        yield from self.carry_out_card(seat, (yield from self.ask(seat, choices)), beseeching)
        while self.turn.changed:  # card.11
            discard = [("DiscardCard", card) for card in set(one.hand)]
            answer = yield from self.may(seat, discard, ENOUGH)
            if answer == ENOUGH:
                break
            self.discard(seat, answer[1])

    def carry_out_card(self, seat: int, answer: Spoken, beseeching: int) -> Part:
        """A card is laid, and its actions are done (card.1 to card.12, act.1 to act.6)."""
        one = self.people[seat]
        path, card, as_kind = answer
        one.hand.remove(card)
        if as_kind is not None:
            one.faith -= beseeching
            self.seen["beseeching"] += 1
        kind = as_kind or card
        self.turn.changed = self.turn.city_due = path == "ChangeGeneration"
        if self.turn.changed or not one.generations:
            one.generations.append([])
        if self.turn.changed:
            # In round 1 workers are placed before there is a generation; that the first one is
            # meant is not written, and taken over from the engine (skill.spawning).
            one.spawned = False
        one.generations[-1].append(card)
        actions, without_limit = yield from self.count_actions(seat, kind)
        self.seen[f"played {kind}"] += 1
        if kind == "blessing":
            self.gain(seat, "spirit", actions)
        elif kind == "labour":
            self.gain(seat, "food", actions)
        elif kind == "miracle":
            yield from self.miracle(seat, actions)
        elif kind == "revelation":
            yield from self.revelation(seat, actions)
        else:
            yield from self.prosperity(seat, actions, without_limit)

    def discard(self, seat: int, card: str) -> None:
        self.people[seat].hand.remove(card)
        self.discards.append(card)

    def count_actions(self, seat: int, kind: str) -> Part:
        """The number of actions, in the order of card.12, and whether VP have no limit."""
        one = self.people[seat]
        own = len(one.generations[-1])
        heirlooms = [len(old) for old in one.generations[:-1] if old[-1] == kind]  # card.8
        inherited = max(heirlooms, default=0)
        if inherited and self.works(seat, "tradition"):
            inherited += 1
        actions = max(own, inherited)
        self.seen["inheritance counts"] += inherited > own
        self.seen["several may be inherited"] += len(heirlooms) > 1
        more = {
            "blessing": "festival_calendar",
            "labour": "festival_calendar",
            "miracle": "saint",
            "revelation": "great_migration",
            "prosperity": "golden_age",
        }
        if self.works(seat, more[kind]):
            actions += 1
            self.seen["more actions by skill"] += 1
        if (skill := self.unused(seat, "renaissance")) is not None:
            answer = yield from self.ask(seat, [("UseSkill", "renaissance"), DECLINE])
            if answer != DECLINE:
                skill["used"] = True
                self.seen["renaissance"] += 1
                return actions + 3, True
        return actions, False

    def miracle(self, seat: int, actions: int) -> Part:
        """Faith, turned into wrath as soon as there is enough (act.4)."""
        one = self.people[seat]
        limit = 2 if self.works(seat, "saint") else 1

        def carried_out(times: int) -> tuple[int, int]:
            faith, turned = one.faith, 0
            for gained in range(actions + 1):
                if gained:
                    faith = min(faith + 1, self.maximum(seat, "faith"))
                while turned < times and faith >= 3:
                    faith, turned = faith - 3, turned + 1
            return faith, turned

        room = self.maximum(seat, "wrath") - one.wrath
        ways = [times for times in range(min(limit, room) + 1) if carried_out(times)[1] == times]
        times = 0
        if len(ways) > 1:
            _, times = yield from self.ask(seat, [("ConvertFaith", times) for times in ways])
        self.seen["faith turned"] += times > 0
        self.seen["faith turned twice"] += times > 1
        one.faith = carried_out(times)[0]
        one.wrath += times

    def revelation(self, seat: int, actions: int) -> Part:
        """Workers move (act.5)."""
        one = self.people[seat]
        far = self.works(seat, "great_migration")
        movable = [cell for cell in one.workers if far or cell[:-1] == self.turn.area]
        for _ in range(actions):
            moves = {("MoveWorker", cell, to) for cell in movable for to in self.neighbours(cell)}
            answer = yield from self.may(seat, moves, ENOUGH)
            if answer == ENOUGH:
                return
            _, origin, target = answer
            for pieces in (movable, one.workers):
                pieces.remove(origin)
                pieces.append(target)
            self.seen["moved out of the area"] += target[:-1] != self.turn.area

    def prosperity(self, seat: int, actions: int, without_limit: bool) -> Part:
        """VP and side effects (act.6)."""
        one = self.people[seat]
        limit = 4 if self.works(seat, "golden_age") else 3
        self.seen["prosperity beyond its limit"] += actions > limit
        one.vp += actions if without_limit else min(actions, limit)
        for _ in range(actions):
            choices: list[Spoken] = [("DiscardCard", card) for card in set(one.hand)]
            choices += [
                ("TurnResource", give, take)
                for give in RESOURCES
                for take in self.not_full(seat)
                if give != take and getattr(one, give)
            ]
            answer = yield from self.may(seat, choices, ENOUGH)
            if answer == ENOUGH:
                return
            if answer[0] == "DiscardCard":
                self.discard(seat, answer[1])
            else:
                _, give, take = answer
                setattr(one, give, getattr(one, give) - 1)
                self.gain(seat, take, 1)
                self.seen["resource turned"] += 1

    def march(self, seat: int) -> Part:
        """A march of the Nomads."""
        one = self.people[seat]
        if not self.works(seat, "nomads"):
            return
        first_texts = {cell for cell in one.workers if cell[:-1] == self.turn.area}
        moves = [("MoveWorker", cell, to) for cell in first_texts for to in self.neighbours(cell)]
        answer = yield from self.may(seat, moves, ENOUGH)
        if answer != ENOUGH:
            one.workers.remove(answer[1])
            one.workers.append(answer[2])
            self.seen["nomads marched"] += 1
