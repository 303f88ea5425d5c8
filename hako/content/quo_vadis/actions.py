"""The actions of the game, in the order in which the phases ask for them."""

from __future__ import annotations

from typing import Self, TypeAlias

from msgspec.structs import replace

from hako.content.quo_vadis.cards import FREE, AreaId, Position, RaceId, SkillId, TerrainId
from hako.content.quo_vadis.geometry import CellId
from hako.content.quo_vadis.skill_effects import BuildingId, EpicId, Resource
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Action, Viewer

# ------------------------------------------------------------ setting up


class PlaceTile(Action, frozen=True):
    """Lay an extra tile at the rim of the base (quo_vadis.setup.5)."""

    area: AreaId
    position: Position
    rotation: int


class TakeRace(Action, frozen=True):
    """Take a race (quo_vadis.setup.7)."""

    race: RaceId


class PickSkill(Action, frozen=True):
    """Keep a card of the pack, face down (quo_vadis.setup.12)."""

    skill: SkillId | None

    def masked(self, viewer: Viewer, /) -> Self:
        return replace(self, skill=None)


class SpreadCubes(Action, frozen=True):
    """Spread the first cubes over the resources (quo_vadis.setup.16)."""

    spirit: int
    food: int
    faith: int

    def first_decision(self, /) -> LazyText:
        return LazyText("spread_first", {"spirit": self.spirit})


class TakeBasicSkill(Action, frozen=True):
    """Begin with one of the two basic skills (quo_vadis.setup.17)."""

    skill: SkillId


# ------------------------------------------------------------ in more than one phase


class Decline(Action, frozen=True):
    """Do not do what may be done."""

    kind = "end"


class UseSkill(Action, frozen=True):
    """Use a skill that may be used now."""

    skill: SkillId


class MoveWorker(Action, frozen=True):
    """Move a worker to an adjacent cell."""

    kind = "move"

    origin: CellId
    target: CellId


class DiscardCard(Action, frozen=True):
    """Discard a card of the hand."""

    card: EpicId


class GainResource(Action, frozen=True):
    """Gain one of that resource, or fill it up."""

    resource: Resource


class Enough(Action, frozen=True):
    """Do no more of it."""

    kind = "end"


# ------------------------------------------------------------ area selection and genesis


class SelectArea(Action, frozen=True):
    """Move the markers to two genesis cards, and so select an area (quo_vadis.select.1-6)."""

    cards: tuple[int, int]
    """Numbers in ascending order, then FREE (0), which stands for what the area needs."""
    area: AreaId

    @property
    def kind(self) -> str:  # type: ignore[override]  # it is read alone, of classes and of actions
        """The kind by the price: "area" without FREE, "area_free" with it."""
        return "area_free" if FREE in self.cards else "area"

    def first_decision(self, /) -> LazyText:
        return LazyText("area_first", {"area": self.area})


class Strike(Action, frozen=True):
    """Pay all wrath to strike cells of the creation area (quo_vadis.wrath.1-4)."""

    cells: tuple[CellId, ...]


class StrikeAndDestroy(Action, frozen=True):
    """The same, and destroy what is built in some of the cells (quo_vadis.wrath.5)."""

    cells: tuple[CellId, ...]
    destroy: tuple[CellId, ...]
    """The cells among them whose building is destroyed as well."""


class PlaceWorker(Action, frozen=True):
    """Place a worker of the reserve (quo_vadis.place.1)."""

    kind = "place"

    cell: CellId


class ContinueGeneration(Action, frozen=True):
    """Play a card of the hand on the rightmost generation (quo_vadis.card.1-3)."""

    kind = "go_on"

    card: EpicId
    as_kind: EpicId | None = None
    """The kind that it counts as if beseeched (quo_vadis.card.6)."""

    def first_decision(self, /) -> LazyText:
        return LazyText("continue_first", {"card": self.card})


class ChangeGeneration(Action, frozen=True):
    """Play a card of the hand as the first one of a new generation (quo_vadis.card.3-5)."""

    kind = "change"

    card: EpicId
    as_kind: EpicId | None = None
    """The kind that it counts as if beseeched (quo_vadis.card.6)."""

    def first_decision(self, /) -> LazyText:
        return LazyText("change_first", {"card": self.card})


class ConvertFaith(Action, frozen=True):
    """Turn faith into wrath with a Miracle, so often (quo_vadis.act.4)."""

    times: int


class TurnResource(Action, frozen=True):
    """Turn a resource into another one (quo_vadis.act.6)."""

    give: Resource
    take: Resource


# ------------------------------------------------------------ war


class Declare(Action, frozen=True):
    """Spend so much for strength in a war (quo_vadis.war.6)."""

    spirit: int
    food: int | None = None
    """None without Mercenaries."""


class RollOn(Action, frozen=True):
    """Variant V11: pay spirit so that all roll once more."""


class AscendWorker(Action, frozen=True):
    """Let a worker ascend instead of returning (quo_vadis.end.5)."""

    cell: CellId


class LeaveWorker(Action, frozen=True):
    """Variant V10: pay food so that a worker stays in its contested cell."""

    cell: CellId


class FightOn(Action, frozen=True):
    """Variant V12: a worker stays in its contested cell until it ascends."""

    cell: CellId


class ReturnWorker(Action, frozen=True):
    """Variant V13: this worker is one of those that return."""

    cell: CellId


# ------------------------------------------------------------ build and end


class Build(Action, frozen=True):
    """Put a token in the place of a worker (quo_vadis.build.2)."""

    building: BuildingId
    cell: CellId


class Rebuild(Action, frozen=True):
    """Turn a destroyed city face up with a worker in its cell (quo_vadis.build.7)."""

    cell: CellId


class RebuildForFood(Action, frozen=True):
    """Reconstruction: turn a destroyed city face up without a worker."""

    cell: CellId


class Demolish(Action, frozen=True):
    """Masonry: take a fort or temple back."""

    building: BuildingId
    cell: CellId


class AddDominion(Action, frozen=True):
    """Capital: one city gains one more."""

    cell: CellId


class LaySkill(Action, frozen=True):
    """Set a face-down skill (quo_vadis.settle.2)."""

    skill: SkillId


class NameTerrain(Action, frozen=True):
    """Pioneers: this terrain is suited as well."""

    terrain: TerrainId


FillAction: TypeAlias = GainResource | Decline
SkillAction: TypeAlias = UseSkill | Decline
StrikeAction: TypeAlias = Strike | StrikeAndDestroy | Decline
PlaceAction: TypeAlias = PlaceWorker | Enough
MoveAction: TypeAlias = MoveWorker | Enough
PlayAction: TypeAlias = ContinueGeneration | ChangeGeneration
SideAction: TypeAlias = DiscardCard | TurnResource | Enough
DiscardAction: TypeAlias = DiscardCard | Enough
RetreatAction: TypeAlias = MoveWorker | AscendWorker | LeaveWorker | FightOn | Enough
BuildAction: TypeAlias = Build | Rebuild | RebuildForFood | Demolish | Enough
AscendAction: TypeAlias = AscendWorker | Decline
QuoVadisAction: TypeAlias = (
    PlaceTile
    | TakeRace
    | PickSkill
    | SpreadCubes
    | TakeBasicSkill
    | Decline
    | UseSkill
    | MoveWorker
    | DiscardCard
    | GainResource
    | Enough
    | SelectArea
    | Strike
    | StrikeAndDestroy
    | PlaceWorker
    | ContinueGeneration
    | ChangeGeneration
    | ConvertFaith
    | TurnResource
    | Declare
    | RollOn
    | AscendWorker
    | LeaveWorker
    | FightOn
    | ReturnWorker
    | Build
    | Rebuild
    | RebuildForFood
    | Demolish
    | AddDominion
    | LaySkill
    | NameTerrain
)
