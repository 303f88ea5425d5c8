"""The world and the peoples are set up (setup.1 to setup.19)."""

from __future__ import annotations

from collections import Counter

from tests.models.harness_b import Difference
from tests.models.quo_vadis.table import BOX, EPICS, RACES, STEPS, Part, Table, skill_set


class SetUp(Table):
    """A game that is set up."""

    def set_up(self) -> Part:
        yield from self.make_world()
        seats = range(len(self.people))
        for seat in seats:  # setup.7
            if self.options["race_pick"] == "random":
                race = self.luck.next("RaceTaken", seat=seat).race
            else:
                taken = {one.race for one in self.people}
                free = [("TakeRace", race) for race in RACES if race not in taken]
                _, race = yield from self.ask(seat, free)
                self.luck.next("RaceTaken", seat=seat, race=race)
            self.people[seat].race = race
        dealt = self.luck.next("SkillsDealt").packs  # setup.11
        for seat in seats:
            self.people[seat].pack = list(dealt[seat])
        everything = sorted(card for pack in dealt for card in pack)
        draftable = {skill["id"] for skill in BOX["skill"]} - {
            basic for race in RACES.values() for basic in race["basic_skills"]
        }
        assert len(draftable) == 30
        assert len(set(everything)) == 6 * len(seats)
        assert set(everything) <= draftable
        while any(one.pack for one in self.people):  # setup.12
            if len(self.people[0].pack) == 1:
                picks = {seat: ("PickSkill", self.people[seat].pack[0]) for seat in seats}
            else:
                picks = yield {
                    seat: [("PickSkill", card) for card in self.people[seat].pack] for seat in seats
                }
            for seat in seats:
                self.people[seat].pack.remove(picks[seat][1])
                self.people[seat].face_down.append(picks[seat][1])
            packs = [one.pack for one in self.people]
            for seat in seats:
                self.people[(seat + 1) % len(seats)].pack = packs[seat]
        self.pile = list(self.luck.next("EpicsShuffled").order)  # setup.15
        assert Counter(self.pile) == dict.fromkeys(EPICS, 20)
        for seat in seats:
            self.people[seat].hand, self.pile = self.pile[:4], self.pile[4:]
        spread = yield {
            seat: [
                ("SpreadCubes", spirit, food, 7 - spirit - food)
                for spirit in range(self.maximum(seat, "spirit") + 1)
                for food in range(self.maximum(seat, "food") + 1)
                if 0 <= 7 - spirit - food <= self.maximum(seat, "faith")
            ]
            for seat in seats
        }  # setup.16
        for seat in seats:
            one = self.people[seat]
            _, one.spirit, one.food, one.faith = spread[seat]
        basics = yield {
            seat: [
                ("TakeBasicSkill", skill)
                for skill in RACES[self.people[seat].race or ""]["basic_skills"]
            ]
            for seat in seats
        }  # setup.17
        for seat in seats:
            self.people[seat].row.append(skill_set(basics[seat][1], fresh=False))
        self.start = self.luck.next("StartPlayerDrawn").seat  # setup.18

    def make_world(self) -> Part:
        """The tiles, drawn or laid by the players (setup.1 to setup.5)."""
        base = {(0, 0), *STEPS}
        rim = {(x + dx, y + dy) for x, y in base for dx, dy in STEPS} - base
        touches_two = {
            (x, y) for x, y in rim if sum((x + dx, y + dy) in base for dx, dy in STEPS) > 1
        }
        doubles = {3: 0, 4: 2, 5: 4}[len(self.people)]
        places = [(0, 0)]
        while len(self.tiles) < 10 + doubles:
            laid = len(self.tiles)
            if laid < 7:
                event = self.luck.next("TilePlaced")
                allowed = {(0, 0)} if not laid else base - set(places)
            elif self.options["layout"] == "players":
                free = rim - set(places)
                turner = (laid - 7) % len(self.people)
                yield {
                    turner: [("PlaceTile", place, turned) for place in free for turned in range(3)]
                }
                event = self.luck.next("TilePlaced")
                allowed = free
            else:
                event = self.luck.next("TilePlaced")
                allowed = rim - set(places)
                if self.options["layout"] == "compact" and touches_two - set(places):
                    allowed &= touches_two
            place = (event.position[0], event.position[1])
            if place not in allowed or event.area in self.tiles or event.rotation not in range(3):
                raise Difference(f"a tile cannot be laid like this: {event!r}")
            double = event.area[0] == event.area[2]
            assert double == (laid >= 10), "ten tiles without doubles, then doubles"
            self.tiles[event.area] = (place, event.rotation)
            places.append(place)
        self.lay_out()
