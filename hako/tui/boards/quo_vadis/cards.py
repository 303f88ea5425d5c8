"""The cards in hand next to the map: how many actions each would have, and why."""

from __future__ import annotations

from rich.cells import set_cell_size

from hako.content.quo_vadis.actions import ChangeGeneration, ContinueGeneration
from hako.content.quo_vadis.effects import EpicId, Resource
from hako.content.quo_vadis.generations import actions_if, beseech_cost, may_change
from hako.content.quo_vadis.skills import room
from hako.engine.i18n.width import cell_width
from hako.tui.boards.hex_map import HexMark
from hako.tui.boards.quo_vadis.draw_context import Row, Sketch

GAINS: dict[EpicId, Resource] = {"blessing": "spirit", "labour": "food", "miracle": "faith"}
"""What an action of these kinds gains."""

WIDE = 28
"""From so many columns on there is room for whole names."""


def card_rows(sketch: Sketch, width: int) -> list[Row]:
    """The actions of each card under continue and change, and why."""
    ink, seat = sketch.ink, sketch.home
    changes = (False, True) if may_change(sketch.world, seat) else (False,)
    names = {kind: sketch.epic(kind) for kind in _kinds(sketch)}
    if width < WIDE:
        names = {kind: sketch.say(f"short_epic.{kind}") for kind in names}
    column = max(map(cell_width, names.values()), default=0) + 1
    counts = {
        (kind, change): _actions(sketch, kind, kind, change=change)
        for kind in names
        for change in changes
    }
    heads = {change: sketch.say("change" if change else "continue") for change in changes}
    each = max(map(cell_width, (*heads.values(), *counts.values()))) + 2
    titles = "".join(set_cell_size(head, each) for head in heads.values())
    rows = [Row(((" " * column, ink.text), (titles.rstrip(), ink.dim)))]
    for kind, name in names.items():
        said = "".join(set_cell_size(counts[kind, change], each) for change in changes)
        marks: tuple[HexMark, ...] = (
            (set_cell_size(name, column), sketch.epic_style(kind)),
            (said.rstrip(), ink.text),
        )
        rows.append(Row(marks))
    return rows + _meant_card(sketch, width)


def _actions(sketch: Sketch, card: EpicId, kind: EpicId, *, change: bool) -> str:
    """How many actions, with a letter for where they come from."""
    its = actions_if(sketch.world, sketch.home, card, kind, change=change)
    why = "inheritance" if its.inheritance > its.pile else "pile"
    return sketch.say(f"count_{why}", count=its.count)


def _meant_card(sketch: Sketch, width: int) -> list[Row]:
    """What the play that is meant brings, in full."""
    play = sketch.meant
    if not isinstance(play, ContinueGeneration | ChangeGeneration):
        return []
    change = isinstance(play, ChangeGeneration)
    kind = play.as_kind or play.card
    its = actions_if(sketch.world, sketch.home, play.card, kind, change=change)
    why = [sketch.say("why_pile", count=its.pile)]
    if its.inheritance:
        why.append(sketch.say("why_inheritance", count=its.inheritance))
    if its.skills:
        why.append(sketch.say("why_skills", count=its.skills))
    rows = sketch.words(f"{sketch.epic(kind)} {its.count}: {sketch.say('and').join(why)}", width)
    if kind in GAINS:
        track = GAINS[kind]
        gained = min(its.count, room(sketch.world, sketch.home, track))
        rows.append(sketch.text(f"{sketch.say(f'track.{track}')} +{gained}", sketch.ink.good))
    if play.as_kind is not None:
        cost = sketch.say("beseech", count=beseech_cost(sketch.world, sketch.home))
        rows.append(sketch.text(cost, sketch.ink.warn))
    return rows


def _kinds(sketch: Sketch) -> list[EpicId]:
    """The kinds in hand, each once, as far as they are seen."""
    return [kind for kind in dict.fromkeys(sketch.player.hand) if kind is not None]
