"""The prompt: what is awaited, and where the rules say so."""

from __future__ import annotations

import asyncio

from textual.app import App, ComposeResult

from hako.tui.theme.symbols import FULL
from hako.tui.widgets.prompt import Prompt


class OnePrompt(App[None]):
    """An app with nothing but a prompt."""

    def compose(self) -> ComposeResult:
        yield Prompt()


def shown(text: str, aside: str, width: int) -> str:
    async def look() -> str:
        async with OnePrompt().run_test(size=(width, 1)) as pilot:
            prompt = pilot.app.query_one(Prompt)
            prompt.show(text, aside, calls=True)
            await pilot.pause()
            return prompt.render_line(0).text

    return asyncio.run(look())


def test_the_clause_stands_at_the_end_with_its_key() -> None:
    line = shown("Which card?", "card.expedition  F1", 40)

    assert line.endswith("card.expedition  F1 ")


def test_where_the_clause_has_no_room_its_key_stands_alone() -> None:
    line = shown("Which card?", "card.expedition  F1", 30)

    assert line.startswith(f"{FULL.pointer}Which card? ")
    assert line.endswith("  F1 ")
    assert "card." not in line


def test_a_question_that_is_too_long_keeps_its_end_and_the_key() -> None:
    line = shown("Bartholomew Featherstone, which card?", "card.expedition  F1", 26)

    assert line == f"{FULL.pointer}Bartholomew…card?     F1 "


def below(width: int, *threat: str) -> str:
    """The row below the question, which has a goal and perhaps a threat."""

    async def look() -> str:
        async with OnePrompt().run_test(size=(width, 2)) as pilot:
            prompt = pilot.app.query_one(Prompt)
            prompt.show("Which card?", calls=True, goal="Most coins wins", threat=threat)
            await pilot.pause()
            return prompt.render_line(1).text.rstrip()

    return asyncio.run(look())


def test_a_threat_stands_in_the_place_of_the_goal_with_its_sign() -> None:
    assert below(40) == " Most coins wins"
    assert below(40, "Ben wins next turn.", "B wins next turn.") == "! Ben wins next turn."


def test_a_threat_that_is_too_long_has_letters_for_names() -> None:
    assert below(24, "Bartholomew wins next turn.", "B wins next turn.") == "! B wins next turn."
