"""A table of Quo Vadis written as text, and the players' verbs.

    table = at(WarPhase(), turn="A 1-4", pieces="A:1-4a A:1-4b C:city@1-4b/5", A="spirit=2")

Players are A, B, C, D, E: Glorious, Gigant, Mystic, Sandwalker, Deep One; A is the start player.
Pieces are `A:1-2a` (a worker), `A:1-2a*2`, `B:city@2-3a/3` (with 3 dominion), `B:ruin@2-4a/2`
(a destroyed city), `B:fort@2-3b`, `B:temple@1-2b`, `A:doomed@1-2a`. Epic cards are written by
their first letters: `hand=blm`, `gens=bbb/lp` with the top card last. The map is R3 of the
specification, or R4 with four players, all tiles unturned.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
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
    QuoVadisAction,
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
from hako.content.quo_vadis.effects import EpicId
from hako.content.quo_vadis.geography import Map, Tile
from hako.content.quo_vadis.land import majorities, reserve
from hako.content.quo_vadis.options import Variants
from hako.content.quo_vadis.state import City, Player, RowSkill, Turn, World
from hako.engine.content.files import load
from hako.engine.rules.chance import Chance, Item, Stream
from hako.engine.rules.game import Outcome, Setup, view
from hako.engine.rules.play import begin, check, events, legal_actions, play, preview
from hako.engine.rules.vocabulary import Event, Seat, Step, Viewer
from hako.engine.words.note import Note

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


@cache
def cards() -> Cards:
    """The content as it comes in the box."""
    content: Cards = load(GAME.content, GAME.folder / f"{GAME.id}.toml")
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


def new(seats: int = 3, *, seed: int = 1, content: Cards | None = None, **options: str) -> World:
    """A game that was set up to its first choice."""
    chosen = {option.key: option.default for option in GAME.options} | options
    world, _ = begin(GAME.new(Setup(seats, chosen, content or cards())), Chance(seed, 0))
    return world


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
    variants: Variants | None = None,
    **rows: str,
) -> Table:
    """The table with these pieces; the first Step is done first.

    `turn` is the player and the creation area, such as "A 1-4"; a row such as
    B="spirit=2 hand=bl gens=bb/l" says what a player has beside the usual: 3 food, a Labour
    in hand and one played, Dynasty and Martyrs face down.
    """
    tiles = (Tile(area, where, 0) for area, where in (R3 if players == 3 else R4))
    whose, _, area = turn.partition(" ")
    world = World(
        agenda=tuple(reversed(agenda)),
        content=cards(),
        variants=variants or Variants(),
        players=tuple(_player(it, rows.get(SEATS[it], ""), pieces) for it in range(players)),
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


def _player(number: Seat, row: str, pieces: str) -> Player:
    words = dict(word.split("=") for word in row.split())
    own = re.findall(rf"{SEATS[number]}:(?:(\w+)@)?(\d-\d[abc])(?:\*(\d))?(?:/(\d+))?", pieces)
    cells = {
        kind: tuple(
            sorted(
                cell for its, cell, times, _ in own if its == kind for _ in range(int(times or 1))
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


class Loaded(Chance):
    """Chance whose dice fall, and whose shuffles come out, as the test says; else as 1, unshuffled."""

    def __init__(self, dice: Iterable[int] = (), order: Sequence[Any] | None = None) -> None:
        super().__init__(0, 0)
        self._dice = _Dice(dice)
        self._cards = _Order(order)

    @property
    def cards(self) -> Stream:
        return self._cards

    @property
    def dice(self) -> Stream:
        return self._dice


class _Dice(Stream):
    def __init__(self, faces: Iterable[int]) -> None:
        super().__init__(0)
        self.faces = list(faces)

    def roll(self, sides: int) -> int:
        face = self.faces.pop(0) if self.faces else 1
        assert face <= sides, f"a die with {sides} sides cannot show {face}"
        return face


class _Order(Stream):
    def __init__(self, order: Sequence[Any] | None) -> None:
        super().__init__(0)
        self._order = order

    def shuffle(self, items: Iterable[Item]) -> tuple[Item, ...]:
        found = tuple(items)
        if self._order is None:
            return found
        assert sorted(found) == sorted(self._order)  # type: ignore[type-var] # cards
        return tuple(self._order)


class Table:
    """A table at which the test plays; each verb returns the table again."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.told: tuple[Event[World], ...] = ()
        """What the last action brought about."""
        self.all_told: tuple[Event[World], ...] = ()
        """What all actions so far brought about."""
        self._chance = Loaded()

    # ------------------------------------------------------------ looking

    @property
    def step(self) -> Any:
        """What the table waits for."""
        return self.world.agenda[-1]

    @property
    def seat(self) -> str:
        """Who has to choose."""
        return SEATS[self.step.waiting()[0]]

    @property
    def options(self) -> list[Any]:
        """What may be chosen now."""
        return list(legal_actions(self.world, self.step.waiting()[0]))

    def of(self, letter: str) -> Player:
        """What a player has."""
        return self.world.players[seat(letter)]

    def tracks(self, letter: str) -> tuple[int, int, int, int]:
        """Spirit, food, faith, wrath of a player."""
        its = self.of(letter)
        return its.spirit, its.food, its.faith, its.wrath

    def reserve(self, letter: str) -> int:
        """Workers of a player off the map."""
        return reserve(self.world, seat(letter))

    def majorities(self, letter: str) -> list[str]:
        """The areas whose majority a player holds."""
        return list(majorities(self.world, seat(letter)))

    def dominion(self, letter: str) -> dict[str, int]:
        """The cubes on each city of a player."""
        return {city.cell: city.dominion for city in self.of(letter).cities}

    def generations(self, letter: str) -> str:
        """The generations of a player, as written."""
        return "/".join("".join(card[0] for card in pile) for pile in self.of(letter).generations)

    def hand(self, letter: str) -> str:
        """The hand of a player, as written."""
        return "".join("?" if card is None else card[0] for card in self.of(letter).hand)

    def seen(self, viewer: Viewer) -> World:
        """The table as somebody sees it."""
        return view(GAME, self.world, viewer)

    def heard(self, kind: type[Any]) -> list[Any]:
        """The events of that kind that were told so far."""
        return [event for event in self.all_told if isinstance(event, kind)]

    def why_not(self, action: QuoVadisAction) -> Note | None:
        """Why an action is not offered."""
        return next((why for what, why in self.step.refused(self.world) if what == action), None)

    def foreseen(self, action: QuoVadisAction) -> tuple[Event[World], ...]:
        """The events that the deciding seat foresees."""
        deciding = self.step.waiting()[0]
        return preview(self.seen(deciding), deciding, action).events

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""
        return GAME.outcome(self.world)

    # ------------------------------------------------------------ playing

    def loaded(self, *dice: int, order: Sequence[Any] | None = None) -> Table:
        """The next dice fall like this, the next shuffle comes out in this order."""
        self._chance = Loaded(dice, order)
        return self

    def go(self) -> Table:
        """Let the table do what it does by itself."""
        self.world, then = begin(self.world, self._chance)
        return self._tell(events(then))

    def do(self, *actions: QuoVadisAction) -> Table:
        """Take legal actions, one after the other."""
        for action in actions:
            deciding = self.step.waiting()[0]
            check(self.world, deciding, action)
            self.world, then = play(self.world, deciding, action, self._chance)
            self._tell(events(then))
        return self

    def _tell(self, told: Iterable[Event[World]]) -> Table:
        self.told = tuple(told)
        self.all_told += self.told
        return self

    def select(self, area: str, *numbers: int) -> Table:
        """Select an area with two genesis cards, 0 for FREE."""
        low, high = numbers
        return self.do(SelectArea((low, high), area))

    def strike(self, *cells: str, destroy: Sequence[str] = ()) -> Table:
        """Pay all wrath."""
        return self.do(StrikeAndDestroy(cells, tuple(destroy)) if destroy else Strike(cells))

    def place(self, *cells: str) -> Table:
        """Place workers, one after the other."""
        return self.do(*map(PlaceWorker, cells))

    def play(self, card: str, as_kind: str | None = None) -> Table:
        """Continue the generation with a card."""
        return self.do(ContinueGeneration(EPICS[card], EPICS[as_kind] if as_kind else None))

    def change(self, card: str, as_kind: str | None = None) -> Table:
        """Change generation with a card."""
        return self.do(ChangeGeneration(EPICS[card], EPICS[as_kind] if as_kind else None))

    def convert(self, times: int) -> Table:
        """Turn faith into wrath."""
        return self.do(ConvertFaith(times))

    def move(self, origin: str, target: str) -> Table:
        """Move a worker."""
        return self.do(MoveWorker(origin, target))

    def discard(self, *kinds: str) -> Table:
        """Discard cards."""
        return self.do(*(DiscardCard(EPICS[card]) for card in kinds))

    def turn(self, give: Any, take: Any) -> Table:
        """Turn a resource into another one."""
        return self.do(TurnResource(give, take))

    def enough(self) -> Table:
        """Do no more of it."""
        return self.do(Enough())

    def decline(self) -> Table:
        """Do not."""
        return self.do(Decline())

    def use(self, skill: str) -> Table:
        """Use a skill."""
        return self.do(UseSkill(skill))

    def gain(self, *resources: Any) -> Table:
        """Gain resources."""
        return self.do(*map(GainResource, resources))

    def declare(self, *spirit: int, food: int | None = None) -> Table:
        """Declare, one player after the other."""
        return self.do(*(Declare(count, food) for count in spirit))

    def roll_on(self) -> Table:
        """Pay for a second roll."""
        return self.do(RollOn())

    def ascend(self, cell: str) -> Table:
        """Let a worker ascend."""
        return self.do(AscendWorker(cell))

    def leave(self, cell: str) -> Table:
        """Pay for a worker to stay."""
        return self.do(LeaveWorker(cell))

    def fight_on(self, cell: str) -> Table:
        """Let a worker fight on."""
        return self.do(FightOn(cell))

    def bring_back(self, cell: str) -> Table:
        """Return this worker."""
        return self.do(ReturnWorker(cell))

    def build(self, building: Any, cell: str) -> Table:
        """Build."""
        return self.do(Build(building, cell))

    def rebuild(self, cell: str) -> Table:
        """Rebuild with a worker."""
        return self.do(Rebuild(cell))

    def rebuild_for_food(self, cell: str) -> Table:
        """Rebuild with food."""
        return self.do(RebuildForFood(cell))

    def demolish(self, building: Any, cell: str) -> Table:
        """Take a building back."""
        return self.do(Demolish(building, cell))

    def crown(self, cell: str) -> Table:
        """Name the Capital."""
        return self.do(AddDominion(cell))

    def set_skill(self, skill: str) -> Table:
        """Set a skill."""
        return self.do(LaySkill(skill))

    def name(self, terrain: Any) -> Table:
        """Name a terrain."""
        return self.do(NameTerrain(terrain))
