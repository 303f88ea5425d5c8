"""The world and the peoples are set up (setup.1 to setup.19)."""

from __future__ import annotations

from tests.models.quo_vadis.table import (
    BOX,
    EPICS,
    RACES,
    STEPS,
    TERRAIN_OF_TILE,
    Part,
    Table,
    skill_set,
)


class SetUp(Table):
    """A game that is set up."""

    def draft_skills(self) -> Part:
        """Each takes a skill of six and passes the others on (setup.11, setup.12)."""
        seats = range(len(self.people))
        basic = {skill for race in RACES.values() for skill in race["basic_skills"]}
        skills = self.tape.shuffled(
            skill["id"] for skill in BOX["skill"] if skill["id"] not in basic
        )
        assert len(skills) == 30
        for seat in seats:  # setup.11
            self.people[seat].pack = list(skills[6 * seat : 6 * seat + 6])
        while any(one.pack for one in self.people):  # setup.12
            if len(self.people[0].pack) == 1:
                picks = {seat: ("PickSkill", self.people[seat].pack[0]) for seat in seats}
            else:
                picks = yield from self.ask_all(
                    [[("PickSkill", card) for card in one.pack] for one in self.people]
                )
            for seat in seats:
                self.people[seat].pack.remove(picks[seat][1])
                self.people[seat].face_down.append(picks[seat][1])
            packs = [one.pack for one in self.people]
            for seat in seats:
                self.people[(seat + 1) % len(seats)].pack = packs[seat]

    def set_up(self) -> Part:
        yield from self.make_world()
        seats = range(len(self.people))
        if self.options["race_pick"] == "random":
            drawn = self.tape.shuffled(RACES)
        for seat in seats:  # setup.7
            if self.options["race_pick"] == "random":
                self.people[seat].race = drawn[seat]
            else:
                taken = {one.race for one in self.people}
                free = [("TakeRace", race) for race in RACES if race not in taken]
                _, self.people[seat].race = yield from self.ask(seat, free)
        yield from self.draft_skills()
        self.pile = list(self.tape.shuffled(EPICS * 20))  # setup.15
        for seat in seats:
            self.people[seat].hand, self.pile = self.pile[:4], self.pile[4:]
        spread = yield from self.ask_all(
            [
                [
                    ("SpreadCubes", spirit, food, 7 - spirit - food)
                    for spirit in range(self.maximum(seat, "spirit") + 1)
                    for food in range(self.maximum(seat, "food") + 1)
                    if 0 <= 7 - spirit - food <= self.maximum(seat, "faith")
                ]
                for seat in seats
            ]
        )  # setup.16
        for seat in seats:
            one = self.people[seat]
            _, one.spirit, one.food, one.faith = spread[seat]
        basics = yield from self.ask_all(
            [
                [("TakeBasicSkill", skill) for skill in RACES[one.race or ""]["basic_skills"]]
                for one in self.people
            ]
        )  # setup.17
        for seat in seats:
            self.people[seat].row.append(skill_set(basics[seat][1], fresh=False))
        self.start = self.tape.one_of(seats)  # setup.18

    def make_world(self) -> Part:
        """The tiles, drawn or laid by the players (setup.1 to setup.5).

        In which order places are filled that nobody chooses or draws is not written: clockwise
        from the east, places that touch two tiles of the base before the others.
        """
        base = [(0, 0), *STEPS]
        beside_two = [
            add(step, after) for step, after in zip(STEPS, STEPS[1:] + STEPS[:1], strict=True)
        ]
        rim = [*beside_two, *(add(step, step) for step in STEPS)]
        plain = [tile for tile in TERRAIN_OF_TILE if tile[0] != tile[2]]
        doubles = [tile for tile in TERRAIN_OF_TILE if tile[0] == tile[2]]
        areas = [*self.tape.shuffled(plain), *self.tape.shuffled(doubles)]
        wanted = 10 + {3: 0, 4: 2, 5: 4}[len(self.people)]
        for area, place in zip(areas, base, strict=False):
            self.tiles[area] = place, self.tape.one_of(range(3))
        if self.options["layout"] == "random":
            rim = list(self.tape.shuffled(rim))
        for number, area in enumerate(areas[len(base) : wanted]):
            if self.options["layout"] == "players":
                free = [place for place in rim if place not in dict(self.tiles.values())]
                choices = [("PlaceTile", area, place, turn) for place in free for turn in range(3)]
                answer = yield from self.ask(number % len(self.people), choices)
                self.tiles[area] = answer[2:]
            else:
                self.tiles[area] = rim[number], self.tape.one_of(range(3))
        self.lay_out()


def add(place: tuple[int, int], step: tuple[int, int]) -> tuple[int, int]:
    """The place that a step leads to."""
    return place[0] + step[0], place[1] + step[1]
