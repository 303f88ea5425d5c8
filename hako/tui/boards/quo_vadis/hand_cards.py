"""The hand of the home seat as cards, whole or as edges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from textual.geometry import Region

from hako.content.quo_vadis.skill_effects import EpicId
from hako.engine.i18n.width import cell_width
from hako.tui.boards.cards import CardFace, LaidCard, card_row, edge_rows, edges, longest_fitting
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.boards.quo_vadis.draw_context import BESIDE, QuoVadisContext


def hand_cards(context: QuoVadisContext, width: int = 0, height: int = 1) -> list[LaidCard]:
    """The cards in hand, alike ones behind each other; with their text if there are rows for it."""
    laid = []
    for kind, count in Counter(context.player.hand).items():
        place: BoardPlace = ("hand", kind)
        lines = _card_lines(context, kind, width - 2, height - 2) if height > 1 else ()
        style = context.epic_style(kind, solid=place in context.offered)
        face = CardFace(context.epic(kind), lines, behind=count - 1)
        laid.append(LaidCard(face, place, style, context.ink.text))
    return laid


def _card_lines(
    context: QuoVadisContext, kind: EpicId | None, width: int, rows: int
) -> Sequence[str]:
    """The text of a card, whole or in brief, whichever fits."""
    if kind is None:
        return ()
    epic = next(epic for epic in context.cards.epics if epic.id == kind)
    whole = epic.text.text(context.texts.language)
    return longest_fitting((whole, context.say(f"brief_epic.{kind}")), width, rows)


def hand_edges(context: QuoVadisContext, region: Region) -> int:
    """Draw the hand as edges, each in a row; the next free row."""
    y = region.y
    for laid in hand_cards(context):
        if edge_width(laid) > region.width:
            laid = _counted(context, laid)
        edges(context.drawing, Region(region.x, y, region.width, 1), [laid])
        context.drawing.groups[laid.place] = BESIDE
        y += 1
    return y


def _counted(context: QuoVadisContext, laid: LaidCard) -> LaidCard:
    """A card with the number of equal ones behind it in its name."""
    count = laid.face.behind + 1
    copies = f"{context.symbols.times}{count}" if count > 1 else ""
    face = CardFace(f"{laid.face.name}{copies}")
    return LaidCard(face, laid.place, laid.edge, laid.text)


def edge_width(laid: LaidCard) -> int:
    """The columns of a card as its edge, with those behind it."""
    return laid.face.least_of_edge + laid.face.behind


def hand_row(context: QuoVadisContext, region: Region) -> None:
    """Draw the hand as edges beside each other in a single row, after its name."""
    line = context.drawing.at(region.x, region.y)
    label = f"{context.say('hand', count=len(context.player.hand))} "
    cards = hand_cards(context)
    if edge_rows(cards, region.width - cell_width(label)) > 1:
        label = ""
    if edge_rows(cards, region.width) > 1:
        cards = [_counted(context, laid) for laid in cards]
    line.put(label, context.ink.dim)
    edges(context.drawing, Region(line.x, region.y, region.right - line.x, 1), cards)
    context.drawing.groups.update(dict.fromkeys([laid.place for laid in cards], BESIDE))


def hand_as_cards(context: QuoVadisContext, region: Region, width: int) -> None:
    """Draw the hand as cards beside each other, below its name."""
    context.drawing.at(region.x, region.y).put(context.say("your_hand"), context.ink.dim)
    height = region.height - 1
    cards = hand_cards(context, width, height)
    room = Region(region.x, region.y + 1, region.width, height)
    card_row(context.drawing, room, cards, width)
    context.drawing.groups.update(dict.fromkeys([laid.place for laid in cards], BESIDE))
