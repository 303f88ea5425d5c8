"""The rulebook on screen: every clause can be read, searched and turned to."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from hako.content import THE_SHELF
from hako.engine.content.rulebook import Rulebook, parse
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.i18n.width import cell_width
from hako.tui.screens.rules import RulebookView, RulesScreen
from hako.tui.screens.shelf import ShelfScreen
from hako.tui.theme.rulebook_lines import set_pages
from tests.tui.whole_app import Installation, at_rest, notices, painted, press, write


def book(language: Language) -> Rulebook:
    path = THE_SHELF.folder_of("flip_city") / f"rules.{language}.md"
    return parse(path.read_text("utf-8"))


def top_line(pilot: Pilot[None]) -> str:
    return pilot.app.screen.query_one(RulebookView).render_line(0).text.strip()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_whole_text_can_be_read_at_80x24(
    installation: Installation, language: Language
) -> None:
    async with installation.open(language=language) as pilot:
        await press(pilot, "f1")
        reader = pilot.app.screen.query_one(RulebookView)
        read = ""
        while not reader.is_vertical_scroll_end:
            read += painted(pilot.app)
            await press(pilot, "pagedown")
        read += painted(pilot.app)

        for clause in book(language).clauses:
            assert clause.id.partition(".")[2] in read


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_contents_name_every_section_whole(tmp_path: Path, language: Language) -> None:
    """Headings longer than the column at 80x24 go on in a second line."""
    folder = THE_SHELF.folder_of("monumental")
    sections = parse((folder / f"rules.{language}.md").read_text("utf-8")).sections
    async with Installation(tmp_path, THE_SHELF).open(language=language) as pilot:
        pilot.app.push_screen(RulesScreen("monumental"))
        await at_rest(pilot)
        contents = pilot.app.screen.query_one("#contents", OptionList)
        width = contents.scrollable_content_region.width

        listed = [str(option.prompt) for option in contents.options]
        assert ["".join(it.split()) for it in listed] == [
            "".join(section.heading.split()) for section in sections
        ]
        assert max(cell_width(line) for it in listed for line in it.splitlines()) <= width


@pytest.mark.parametrize("clause", ["flip_city.build.8", "build.8"])
async def test_it_opens_at_a_clause(installation: Installation, clause: str) -> None:
    async with installation.open() as pilot:
        pilot.app.push_screen(RulesScreen("flip_city", clause))
        await at_rest(pilot)

        assert top_line(pilot) == "build.8"


async def test_a_clause_that_is_not_there_is_told_with_the_nearest(
    installation: Installation,
) -> None:
    async with installation.open() as pilot:
        pilot.app.push_screen(RulesScreen("flip_city", "biuld.8"))
        await at_rest(pilot)

        assert "no clause 'biuld.8'" in notices(pilot)


async def test_the_contents_lead_to_every_section(installation: Installation) -> None:
    async with installation.open() as pilot:
        await press(pilot, "f1", "tab", "tab")
        assert pilot.app.focused is pilot.app.screen.query_one("#contents", OptionList)
        headings = [section.heading for section in book("en").sections]
        for heading in headings[1:8]:
            await press(pilot, "down")
            assert top_line(pilot) == heading


async def test_a_search_lists_the_clauses_that_have_every_word(installation: Installation) -> None:
    async with installation.open() as pilot:
        await press(pilot, "f1", "slash")
        await write(pilot, "reshuffle discard")
        search = book("en").search("reshuffle discard")
        contents = pilot.app.screen.query_one("#contents", OptionList)
        assert [option.id for option in contents.options] == [clause.id for clause in search]

        await press(pilot, "enter")
        assert top_line(pilot) == search[0].id.removeprefix("flip_city.")


async def test_a_search_in_japanese(installation: Installation) -> None:
    async with installation.open(language="ja") as pilot:
        await press(pilot, "f1", "slash")
        await write(pilot, "アパート")

        contents = pilot.app.screen.query_one("#contents", OptionList)
        assert "flip_city.build.8" in [option.id for option in contents.options]


async def test_a_search_without_a_find_says_so(installation: Installation) -> None:
    async with installation.open() as pilot:
        await press(pilot, "f1", "slash")
        await write(pilot, "dragon")

        assert "No clause has these words." in painted(pilot.app)


async def test_escape_gives_up_the_search_first_and_then_the_book(
    installation: Installation,
) -> None:
    async with installation.open() as pilot:
        await press(pilot, "f1", "slash")
        await write(pilot, "bust")
        await press(pilot, "escape")
        assert pilot.app.screen.query_one("#contents", OptionList).option_count == len(
            book("en").sections
        )

        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, ShelfScreen)


async def test_a_change_of_language_stays_at_the_clause(installation: Installation) -> None:
    async with installation.open() as pilot:
        pilot.app.push_screen(RulesScreen("flip_city", "win.2"))
        await at_rest(pilot)
        await press(pilot, "f2")

        assert top_line(pilot) == "win.2"
        assert "コンビニエンスストア" in painted(pilot.app)


async def test_resizing_stays_at_the_clause(installation: Installation) -> None:
    async with installation.open() as pilot:
        pilot.app.push_screen(RulesScreen("flip_city", "win.2"))
        await at_rest(pilot)
        await pilot.resize_terminal(160, 50)
        await at_rest(pilot)

        assert "win.2" in painted(pilot.app)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [30, 46, 76])
def test_no_line_of_a_page_is_wider_than_the_page(language: Language, width: int) -> None:
    pages = set_pages(book(language), width)

    assert max(len(line.text.encode("shift-jis", "replace")) for line in pages.lines) <= width
