"""The other parts of a small board: what the cards say, and what the end would give now."""

from __future__ import annotations

from hako.content.cultus.cards import MonumentId
from hako.content.cultus.scores import projected_score
from hako.tui.boards.cultus import components as parts
from hako.tui.boards.cultus.draw_context import Sketch
from hako.tui.boards.cultus.place_text import in_words
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

    def __init__(self, sketch: Sketch) -> None:
        self.sketch = sketch

    def draw(self) -> None:
        """Draw everything, from the top down."""
        sketch = self.sketch
        y = parts.legend(sketch, 1, 0)
        if sketch.town.enemy is not None:
            card = sketch.cards.enemy[sketch.town.enemy.id]
            said = card.text.text(sketch.texts.language)
            y = _told(sketch, y, ("enemy",), sketch.owner_name(None), said)
        for monument in sketch.town.open_monuments:
            y = _monument(sketch, y, monument)


class OwnPage:
    """What lies before the seat: its character, its plan, its monument cards."""

    def __init__(self, sketch: Sketch) -> None:
        self.sketch = sketch

    def draw(self) -> None:
        """Draw everything, from the top down."""
        sketch, language, place = (
            self.sketch,
            self.sketch.texts.language,
            ("seat", self.sketch.home),
        )
        ruler, said = sketch.town.rulers[sketch.home], in_words(sketch, place)
        if ruler.character is not None:
            said = f"{said} {sketch.cards.character[ruler.character].text.text(language)}"
        y = _put(sketch, 0, place, said)
        if ruler.plan is not None:
            y = _put(sketch, y, ("own_plan",), in_words(sketch, ("own_plan",)))
        for monument in ruler.cards:
            y = _monument(sketch, y, monument)


def _monument(sketch: Sketch, y: int, card: MonumentId) -> int:
    said = sketch.cards.monument[card].text.text(sketch.texts.language)
    return _told(sketch, y, ("card", card), sketch.monument_name(card), said)


def _told(sketch: Sketch, y: int, place: BoardPlace, name: str, text: str) -> int:
    """A card with its name and text; the line below it."""
    return _put(sketch, y, place, sketch.say("told", name=name, text=text))


def _put(sketch: Sketch, y: int, place: BoardPlace, text: str) -> int:
    """A text in as many lines as it takes; the line below it."""
    width = sketch.drawing.width - 2
    said = wrapped(text, width)
    for row, part in enumerate(said, y):
        sketch.drawing.at(1, row).put(part, sketch.ink.text)
    sketch.drawing.place(place, 1, y, width, len(said))
    return y + len(said)


class ScoresPage:
    """A score sheet: what everybody would have if the game ended now."""

    def __init__(self, sketch: Sketch) -> None:
        self.sketch = sketch

    def draw(self) -> None:
        """Draw everything, from the top down."""
        score_sheet(self.sketch, 1, 1)


def score_sheet(sketch: Sketch, x: int, y: int) -> int:
    """What the end would give everybody now, as far as it is known; the line below it."""
    ink, drawing = sketch.ink, sketch.drawing
    drawing.at(x, y).put(sketch.say("sheet_title"), ink.dim, NAME)
    icons = ("icons",) if sketch.town.is_solo else ()  # only an enemy scores them
    keys = ("vp", "centre", "plan", *icons, "total")
    width = min(COUNT, (drawing.width - x - NAME) // len(keys))
    for number, key in enumerate(keys):
        text = sketch.say(f"sheet_columns.{key}")
        drawing.at(x + NAME + number * width, y).put(text, ink.dim, width, right=True)
    for row, owner in enumerate(sketch.owners, y + 1):
        its = projected_score(sketch.town, owner)
        line = sketch.owner(drawing.at(x, row), owner).put(" ", ink.text)
        line.put(sketch.owner_name(owner), sketch.owner_style(owner), NAME - 3)
        plan = "?" if its.plan is None else str(its.plan)
        for text in (str(its.vp), str(its.centre), plan, *(str(its.icons) for _ in icons)):
            line.put(text, ink.text, width, right=True)
        line.put(parts.total(sketch, owner), ink.strong, width, right=True)
        if owner is not None and line.x + ABILITIES <= drawing.width:
            line.put(f"  {parts.abilities(sketch, owner)}", ink.dim)
        drawing.place(("sheet", owner), x, row, line.x - x)
    return y + 1 + len(sketch.owners)
