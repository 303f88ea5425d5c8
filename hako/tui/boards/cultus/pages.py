"""The other pages of a small board: the texts of the cards, and the scores as they stand."""

from __future__ import annotations

from hako.content.cultus.cards import MonumentId
from hako.content.cultus.scoring import projected_score
from hako.tui.boards.cultus import shared_parts
from hako.tui.boards.cultus.draw_context import CultusContext
from hako.tui.boards.cultus.place_text import place_text
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.widgets.canvas import wrapped

NAME = 20
"""Cells of a name on the score sheet."""
COUNT = 9
"""Cells of a count on it, at most."""
ABILITIES = 20
"""Cells for the abilities of a seat behind its counts, where there is room for them."""


class CardsPage:
    """The icons by name, the open monument cards, the enemy."""

    def __init__(self, context: CultusContext) -> None:
        self.context = context

    def draw(self) -> None:
        """Draw everything, from the top down."""
        context = self.context
        y = shared_parts.legend(context, 1, 0)
        if context.town.enemy is not None:
            card = context.cards.enemy[context.town.enemy.id]
            text = card.text.text(context.texts.language)
            y = _put_card(context, y, ("enemy",), context.owner_name(None), text)
        for monument in context.town.open_monuments:
            y = _monument(context, y, monument)


class OwnPage:
    """The page of the own seat: its character, its plan, its monument cards."""

    def __init__(self, context: CultusContext) -> None:
        self.context = context

    def draw(self) -> None:
        """Draw everything, from the top down."""
        context, language, place = (
            self.context,
            self.context.texts.language,
            ("seat", self.context.home),
        )
        ruler, text = context.town.rulers[context.home], place_text(context, place)
        if ruler.character is not None:
            text = f"{text} {context.cards.character[ruler.character].text.text(language)}"
        y = _put(context, 0, place, text)
        if ruler.plan is not None:
            y = _put(context, y, ("own_plan",), place_text(context, ("own_plan",)))
        for monument in ruler.cards:
            y = _monument(context, y, monument)


def _monument(context: CultusContext, y: int, card: MonumentId) -> int:
    text = context.cards.monument[card].text.text(context.texts.language)
    return _put_card(context, y, ("card", card), context.monument_name(card), text)


def _put_card(context: CultusContext, y: int, place: BoardPlace, name: str, text: str) -> int:
    """A card with its name and text; the line below it."""
    return _put(context, y, place, context.say("told", name=name, text=text))


def _put(context: CultusContext, y: int, place: BoardPlace, text: str) -> int:
    """A text in as many lines as it takes; the line below it."""
    width = context.drawing.width - 2
    lines = wrapped(text, width)
    for row, part in enumerate(lines, y):
        context.drawing.at(1, row).put(part, context.ink.text)
    context.drawing.place(place, 1, y, width, len(lines))
    return y + len(lines)


class ScoresPage:
    """A score sheet: the final scores if the game ended now."""

    def __init__(self, context: CultusContext) -> None:
        self.context = context

    def draw(self) -> None:
        """Draw everything, from the top down."""
        score_sheet(self.context, 1, 1)


def score_sheet(context: CultusContext, x: int, y: int) -> int:
    """Draw the final scores of all owners as far as they are known now; the line below."""
    ink, drawing = context.ink, context.drawing
    drawing.at(x, y).put(context.say("sheet_title"), ink.dim, NAME)
    icons = ("icons",) if context.town.is_solo else ()  # only an enemy scores them
    keys = ("vp", "centre", "plan", *icons, "total")
    width = min(COUNT, (drawing.width - x - NAME) // len(keys))
    for number, key in enumerate(keys):
        text = context.say(f"sheet_columns.{key}")
        drawing.at(x + NAME + number * width, y).put(text, ink.dim, width, right=True)
    for row, owner in enumerate(context.owners, y + 1):
        score = projected_score(context.town, owner)
        line = context.owner(drawing.at(x, row), owner).put(" ", ink.text)
        line.put(context.owner_name(owner), context.owner_style(owner), NAME - 3)
        plan = "?" if score.plan is None else str(score.plan)
        for text in (str(score.vp), str(score.centre), plan, *(str(score.icons) for _ in icons)):
            line.put(text, ink.text, width, right=True)
        line.put(shared_parts.total(context, owner), ink.strong, width, right=True)
        if owner is not None and line.x + ABILITIES <= drawing.width:
            line.put(f"  {shared_parts.abilities(context, owner)}", ink.dim)
        drawing.place(("sheet", owner), x, row, line.x - x)
    return y + 1 + len(context.owners)
