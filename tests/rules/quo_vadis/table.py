"""A table of Quo Vadis written as text, and the players' verbs.

    table = at(WarPhase(), turn="A 1-4", pieces="A:1-4a A:1-4b C:city@1-4b/5", A="spirit=2")
    table = doing(EndPhase, "A 1-4", "A:1-4a*2", A="food=1 skills=granary")

    assert table.shows("A", "workers=1-4a food=2") == "workers=1-4a food=2"

Players are A, B, C, D, E: Glorious, Gigant, Mystic, Sandwalker, Deep One; A is the start player.
Pieces are `A:1-2a` (a worker), `A:1-2a*2`, `B:city@2-3a/3` (with 3 dominion), `B:ruin@2-4a/2`
(a destroyed city), `B:fort@2-3b`, `B:temple@1-2b`, `A:doomed@1-2a`. Epic cards are written by
their first letters: `hand=blm`, `gens=bbb/lp` with the top card last. The map is R3 of the
specification, or R4 with four players, all tiles unturned.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from hako.content.quo_vadis import GAME
from hako.content.quo_vadis.actions import (
    AddDominion,
    AscendWorker,
    Build,
    ChangeGeneration,
    ContinueGeneration,
    ConvertFaith,
    Declare,
    Decline,
    Demolish,
    DiscardCard,
    Enough,
    FightOn,
    GainResource,
    LaySkill,
    LeaveWorker,
    MoveWorker,
    NameTerrain,
    PlaceWorker,
    Rebuild,
    RebuildForFood,
    ReturnWorker,
    RollOn,
    SelectArea,
    Strike,
    StrikeAndDestroy,
    TurnResource,
    UseSkill,
)
from hako.content.quo_vadis.cards import Cards
from hako.content.quo_vadis.events.area_and_genesis import ActionsCounted
from hako.content.quo_vadis.geometry import Map, Tile
from hako.content.quo_vadis.map_queries import majorities, reserve
from hako.content.quo_vadis.skill_effects import EpicId
from hako.content.quo_vadis.state import City, Player, RowSkill, Turn, World
from hako.content.quo_vadis.steps.area_selection import ChooseArea
from hako.content.quo_vadis.steps.build import BuildPhase
from hako.content.quo_vadis.steps.play_card import PlayCard
from hako.content.quo_vadis.steps.rounds import FinalSettlement
from hako.content.quo_vadis.steps.war import WarPhase
from hako.content.quo_vadis.variants import Variants
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Seat, Step
from tests.rules.tables import Each, GameTable, Verb, begun, in_box, stacking

SEATS = "ABCDE"
RACES = ("glorious", "gigant", "mystic", "sandwalker", "deep_one")
EPICS: dict[str, EpicId] = {
    "b": "blessing",
    "l": "labour",
    "m": "miracle",
    "r": "revelation",
    "p": "prosperity",
}

R3 = (
    ("1-2", (0, 0)),
    ("1-3", (1, 0)),
    ("1-4", (0, 1)),
    ("1-5", (-1, 1)),
    ("2-3", (-1, 0)),
    ("2-4", (0, -1)),
    ("2-5", (1, -1)),
    ("3-4", (2, -1)),
    ("3-5", (-1, 2)),
    ("4-5", (-1, -1)),
)
R4 = (*R3, ("1-1", (1, 1)), ("3-3", (-2, 1)))


def cards() -> Cards:
    """The content as it comes in the box."""
    content: Cards = in_box(GAME)
    return content


def seat(letter: str) -> Seat:
    """The seat of a player's letter."""
    return SEATS.index(letter)


def letters(seats: Iterable[Seat]) -> str:
    """The letters of seats."""
    return "".join(SEATS[it] for it in seats)


def epics(text: str) -> tuple[EpicId, ...]:
    """The cards of "bbl"."""
    return tuple(EPICS[letter] for letter in text)


def new(seats: int = 3, **how: Any) -> World:
    """A game that was set up to its first choice."""
    return begun(GAME, seats, **how)


def at(
    *agenda: Step[World, Any],
    turn: str = "",
    pieces: str = "",
    players: int = 3,
    markers: tuple[int, int] = (0, 0),
    rings: Sequence[tuple[str, Any]] = (),
    number: int = 2,
    pile: str = "bbllmmrrpp",
    discards: str = "",
    **more: Any,
) -> Table:
    """The table with these pieces; the first Step is done first.

    `turn` is the player and the creation area, such as "A 1-4"; a row such as
    B="spirit=2 hand=bl gens=bb/l" says what a player has beside the usual: 3 food, a Labour
    in hand and one played, Dynasty and Martyrs face down. All else are variants: stacking=True.
    """
    variants = {name: value for name, value in more.items() if name not in SEATS}
    tiles = (Tile(area, where, 0) for area, where in (R3 if players == 3 else R4))
    whose, _, area = turn.partition(" ")
    world = World(
        agenda=tuple(reversed(agenda)),
        content=cards(),
        variants=Variants(**variants),
        players=tuple(_player(it, more.get(SEATS[it], ""), pieces) for it in range(players)),
        map=Map(tuple(tiles)),
        rings=tuple(rings),
        markers=markers,
        pile=epics(pile),
        discards=tuple(sorted(epics(discards))),
        round=number,
        phase="genesis",
        turn=Turn(seat(whose), area or None) if whose else None,
    )
    return Table(world)


def doing(step: Any, turn: str, pieces: str = "", *, changed: bool = False, **table: Any) -> Table:
    """A step of a turn, in which a generation was changed or not; another selects an area then."""
    whole = at(step(seat(turn[0])), ChooseArea(0), turn=turn, pieces=pieces, **table)
    if changed:
        whole.given(turn={"changed": True, "city_due": step is BuildPhase})
    return whole.go()


def war(turn: str, pieces: str, *faces: int, **table: Any) -> Table:
    """The war phase of a turn; the dice fall like this, in the order of declaring."""
    whole = at(WarPhase(), ChooseArea(0), turn=turn, pieces=pieces, **table)
    return whole.loaded(*faces).go()


def playing(row: str, pieces: str = "A:1-2a", **table: Any) -> Table:
    """A plays a card."""
    return doing(PlayCard, "A 1-2", pieces, A=row, **table)


def final(pieces: str = "", **table: Any) -> Table:
    """The final settlement."""
    return at(FinalSettlement(), pieces=pieces, **table).go()


def _player(number: Seat, row: str, pieces: str) -> Player:
    words = dict(word.split("=") for word in row.split())
    own = re.findall(rf"{SEATS[number]}:(?:(\w+)@)?(\d-\d[abc])(?:\*(\d))?(?:/(\d+))?", pieces)
    cells = {
        kind: tuple(
            sorted(
                cell for item, cell, times, _ in own if item == kind for _ in range(int(times or 1))
            )
        )
        for kind in ("", "fort", "temple", "doomed")
    }
    cities = [
        City(cell, int(cubes or 0), destroyed=kind == "ruin")
        for kind, cell, _, cubes in own
        if kind in ("city", "ruin")
    ]
    return Player(
        race=RACES[number],
        spirit=int(words.get("spirit", 0)),
        faith=int(words.get("faith", 0)),
        wrath=int(words.get("wrath", 0)),
        vp=int(words.get("vp", 0)),
        removed=int(words.get("removed", 0)),
        food=int(words.get("food", 3)),
        hand=tuple(sorted(epics(words.get("hand", "l")))),
        generations=tuple(epics(pile) for pile in words.get("gens", "l").split("/") if pile),
        skills=tuple(_skill(name) for name in words.get("skills", "").split(",") if name),
        face_down=tuple(sorted(words.get("face_down", "dynasty,martyrs").split(","))),
        workers=cells[""],
        doomed=cells["doomed"],
        cities=tuple(sorted(cities, key=lambda city: city.cell)),
        forts=cells["fort"],
        temples=cells["temple"],
    )


def _skill(text: str) -> RowSkill:
    """A skill of a row: "truce", "truce*" if used, "veterans+" if set this turn, "pioneers:sea"."""
    name, _, terrain = text.partition(":")
    return RowSkill(
        name.strip("*+"),
        used=name.endswith("*"),
        fresh=name.endswith("+"),
        terrain=terrain or None,  # type: ignore[arg-type] # a terrain of the box
    )


class Table(GameTable[World]):
    """A table at which the test plays; each verb returns the table again."""

    game = GAME
    _chance: Chance = stacking()

    def chance(self, order: str | None) -> Chance:
        return self._chance

    def word(self, value: Any) -> str:
        return value[0] if value in EPICS.values() else str(value)

    def loaded(self, *dice: int, order: Sequence[Any] | None = None) -> Table:
        """The next dice fall like this, the next shuffle comes out in this order."""
        self._chance = stacking(order, dice)
        return self

    # ------------------------------------------------------------ looking

    @property
    def world(self) -> World:
        """The whole table."""
        return self.state

    @property
    def seat(self) -> str:
        """Seats that have to choose."""
        return SEATS[self.deciding]

    def of(self, letter: str) -> Player:
        """Belongings of a player."""
        return self.state.players[seat(letter)]

    def tracks(self, letter: str) -> tuple[int, int, int, int]:
        """Spirit, food, faith, wrath of a player."""
        player = self.of(letter)
        return player.spirit, player.food, player.faith, player.wrath

    def reserve(self, letter: str) -> int:
        """Workers of a player off the map."""
        return reserve(self.state, seat(letter))

    def majorities(self, letter: str) -> list[str]:
        """The areas whose majority a player holds."""
        return list(majorities(self.state, seat(letter)))

    def dominion(self, letter: str) -> dict[str, int]:
        """The cubes on each city of a player."""
        return {city.cell: city.dominion for city in self.of(letter).cities}

    def generations(self, letter: str) -> str:
        """The generations of a player, as written."""
        return "/".join("".join(card[0] for card in pile) for pile in self.of(letter).generations)

    def hand(self, letter: str) -> str:
        """The hand of a player, as written."""
        return "".join("?" if card is None else card[0] for card in self.of(letter).hand)

    def heard(self, kind: type[Any]) -> list[Any]:
        """The events of that kind that were told so far."""
        return [event for event in self.all_told if isinstance(event, kind)]

    @property
    def actions(self) -> int:
        """Number of actions of the card that was played."""
        (counted,) = self.heard(ActionsCounted)
        return int(counted.actions)

    def shows(self, letter: str, row: str) -> str:
        """The same row with what the player has now of all that it names."""
        keys = [word.partition("=")[0] for word in row.split()]
        return " ".join(f"{key}={self._has(letter, key)}" for key in keys)

    def _has(self, letter: str, key: str) -> str:
        player = self.of(letter)
        match key:
            case "cities" | "ruins":
                cities = (it for it in player.cities if it.destroyed == (key == "ruins"))
                texts = [f"{city.cell}/{city.dominion}" for city in cities]
            case "skills":
                texts = [skill.id + "*" * skill.used for skill in player.skills]
            case "workers" | "doomed" | "forts" | "temples":
                texts = list(getattr(player, key))
            case "reserve":
                texts = [str(self.reserve(letter))]
            case "actions":
                texts = [str(self.actions)]
            case _:
                texts = [str(getattr(player, key))]
        return ",".join(texts) or "-"

    # ------------------------------------------------------------ playing

    place = Each(PlaceWorker)
    play = Verb(ContinueGeneration, EPICS.get, EPICS.get)
    change = Verb(ChangeGeneration, EPICS.get, EPICS.get)
    convert = Verb(ConvertFaith, int)
    move = Verb(MoveWorker)
    discard = Each(DiscardCard, EPICS.get)
    turn = Verb(TurnResource)
    enough = Verb(Enough)
    decline = Verb(Decline)
    use = Verb(UseSkill)
    gain = Each(GainResource)
    roll_on = Verb(RollOn)
    ascend = Verb(AscendWorker)
    leave = Verb(LeaveWorker)
    fight_on = Verb(FightOn)
    bring_back = Verb(ReturnWorker)
    build = Verb(Build)
    rebuild = Verb(Rebuild)
    rebuild_for_food = Verb(RebuildForFood)
    demolish = Verb(Demolish)
    crown = Verb(AddDominion)
    set_skill = Verb(LaySkill)
    name = Verb(NameTerrain)

    def select(self, area: str, *numbers: int) -> Table:
        """Select an area with two genesis cards, 0 for FREE."""
        low, high = numbers
        return self.do(SelectArea((low, high), area))

    def strike(self, *cells: str, destroy: Sequence[str] = ()) -> Table:
        """Pay all wrath."""
        return self.do(StrikeAndDestroy(cells, tuple(destroy)) if destroy else Strike(cells))

    def declare(self, *spirit: int, food: int | None = None) -> Table:
        """Declare, one player after the other."""
        return self.do(*(Declare(count, food) for count in spirit))
