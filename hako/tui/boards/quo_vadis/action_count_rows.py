"""The cards in hand next to the map: the number of actions of each, and its reasons."""

from __future__ import annotations

from rich.cells import set_cell_size

from hako.content.quo_vadis.actions import ChangeGeneration, ContinueGeneration
from hako.content.quo_vadis.card_action_count import actions_if
from hako.content.quo_vadis.generation_change_terms import beseech_cost, may_change
from hako.content.quo_vadis.skill_effects import EpicId, Resource
from hako.content.quo_vadis.working_skills import room
from hako.engine.i18n.width import cell_width
from hako.tui.boards.hex_map import HexMark
from hako.tui.boards.quo_vadis.draw_context import QuoVadisContext, Row

GAINS: dict[EpicId, Resource] = {"blessing": "spirit", "labour": "food", "miracle": "faith"}
"""The resource gained by an action of each kind."""


def card_rows(context: QuoVadisContext) -> list[Row]:
    """The number of actions of each card under continue and change, with its source."""
    ink, seat = context.ink, context.home
    changes = (False, True) if may_change(context.world, seat) else (False,)
    names = {kind: context.epic(kind) for kind in _kinds(context)}
    corner = context.say("actions_of")
    column = max(map(cell_width, (corner, *names.values()))) + 1
    counts = {
        (kind, change): _actions(context, kind, kind, change=change)
        for kind in names
        for change in changes
    }
    heads = {change: context.say("change" if change else "continue") for change in changes}
    cells = max(map(cell_width, (*heads.values(), *counts.values()))) + 2
    titles = "".join(set_cell_size(head, cells) for head in heads.values())
    rows = [Row(((f"{set_cell_size(corner, column)}{titles.rstrip()}", ink.dim),))]
    for kind, name in names.items():
        numbers = "".join(set_cell_size(counts[kind, change], cells) for change in changes)
        marks: tuple[HexMark, ...] = (
            (set_cell_size(name, column), context.epic_style(kind)),
            (numbers.rstrip(), ink.text),
        )
        rows.append(Row(marks))
    return rows


def _actions(context: QuoVadisContext, card: EpicId, kind: EpicId, *, change: bool) -> str:
    """The number of actions, with a letter for their source."""
    actions = actions_if(context.world, context.home, card, kind, change=change)
    larger = next(iter(actions.sources))
    return context.say(f"count_{larger}", count=actions.count)


def meant_card(context: QuoVadisContext, width: int) -> list[Row]:
    """The effect of the selected play, in full."""
    play = context.meant
    if not isinstance(play, ContinueGeneration | ChangeGeneration):
        return []
    change = isinstance(play, ChangeGeneration)
    kind = play.as_kind or play.card
    actions = actions_if(context.world, context.home, play.card, kind, change=change)
    why = [context.say(f"why_{source}", count=count) for source, count in actions.sources.items()]
    sources = context.say("and").join(why)
    text = context.say("meant_card", card=kind, count=actions.count, why=sources)
    rows = context.words(text, width)
    if kind in GAINS:
        track = GAINS[kind]
        gained = min(actions.count, room(context.world, context.home, track))
        rows.append(context.text(f"{context.say(f'track.{track}')} +{gained}", context.ink.good))
    if play.as_kind is not None:
        cost = context.say("beseech", count=beseech_cost(context.world, context.home))
        rows.append(context.text(cost, context.ink.warn))
    return rows


def _kinds(context: QuoVadisContext) -> list[EpicId]:
    """The kinds in hand, each once, as far as they are visible."""
    return [kind for kind in dict.fromkeys(context.player.hand) if kind is not None]
