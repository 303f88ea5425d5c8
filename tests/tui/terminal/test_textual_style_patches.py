"""The rules of widgets: as Textual finds them, and found once."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar
from unittest.mock import patch

from textual.app import App, ComposeResult
from textual.containers import Container
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.widget import Widget

from hako.tui.terminal import textual_style_patches as patches
from hako.tui.terminal.textual_patches import repair_textual

CLASSES = ("warm", "tall")


class Part(Widget, can_focus=True):
    """A widget with a part that has rules of its own."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"part--key"}
    DEFAULT_CSS = """
    Part { height: 1; color: white; }
    Part:focus { color: yellow; }
    Part > .part--key { color: cyan; }
    Part:focus > .part--key { text-style: bold; }
    """


class Parts(App[None]):
    """Widgets whose rules depend on kind, name, classes and states, their own and of others."""

    CSS = """
    .warm Part { color: red; }
    #second { text-style: italic; }
    .tall:first-child { border: round green; }
    .warm:hover { color: black; }
    Container:disabled Part.tall { height: 3; }
    .tall:focus-within { background: blue; }
    .tall > .warm { margin: 1; }
    """

    def compose(self) -> ComposeResult:
        for name in ("first", "second"):
            with Container(id=name):
                yield Part()
                yield Part(classes="tall")


def styled(app: App[None]) -> list[Any]:
    """The rules and marks of all widgets, and the rules of their parts."""
    return [
        (
            dict(node._css_styles._rules),
            patches._MARKS(node),
            {name: dict(part.base._rules) for name, part in node._component_styles.items()},
        )
        for node in app.walk_children(with_self=True)
    ]


async def change(pilot: Pilot[None], dice: Random) -> None:
    """Change a class or a state of any widget."""
    match dice.randrange(4):
        case 0:
            dice.choice([*pilot.app.query(Widget)]).toggle_class(dice.choice(CLASSES))
        case 1:
            container = dice.choice([*pilot.app.query(Container)])
            container.disabled = not container.disabled
        case 2:
            pilot.app.screen.set_focus(dice.choice([None, *pilot.app.query(Part)]))
        case _:
            pilot.app.theme = dice.choice(["textual-dark", "textual-light"])
    await pilot.pause()


async def test_widgets_have_the_rules_that_textual_finds() -> None:
    """Whatever has changed, as often as it changes back."""
    repair_textual()
    dice = Random(7)
    async with Parts().run_test() as pilot:
        for _ in range(30):
            await change(pilot, dice)
            styles = styled(pilot.app)
            with patch.object(Stylesheet, "apply", patches._apply):
                pilot.app.stylesheet.update(pilot.app)
            assert styles == styled(pilot.app)


async def matched() -> int:
    """Number of rules that are matched with widgets when such an app is opened once more."""
    async with Parts().run_test():
        pass
    with patch.object(Stylesheet, "_check_rule", wraps=Stylesheet._check_rule) as matches:
        async with Parts().run_test():
            return matches.call_count


async def test_rules_are_found_once_for_all_apps() -> None:
    """But for those that ask for a place among children."""
    repair_textual()
    with patch.object(Stylesheet, "apply", patches._apply):
        assert (as_it_comes := await matched()) > 100
    assert await matched() < as_it_comes / 2
