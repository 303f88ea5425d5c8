"""A new game: two keys start it; what is chosen is what is played; mistakes are told."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from hako.content import THE_SHELF
from hako.engine.bots.characters import characters
from hako.engine.bots.display_name import display_name
from hako.engine.bots.levels import base, character_in
from hako.engine.i18n.languages import Language
from hako.engine.i18n.width import cell_width
from hako.engine.log.header import Player
from hako.multiplayer.accounts.settings import Settings
from hako.tui.screens.game_fields import SeatRow
from hako.tui.screens.lessons import LessonsScreen
from hako.tui.screens.name_question import NameScreen
from hako.tui.screens.new_game import NewGameScreen
from hako.tui.screens.table.local_play import PlayScreen
from hako.tui.widgets.button_bar import ButtonBar
from hako.tui.widgets.forms import OptionPicker
from hako.tui.widgets.paragraph import Paragraph
from tests.tui.whole_app import Installation, click, go_through, painted, press, write


def table_of(pilot: Pilot[None]) -> PlayScreen:
    screen = pilot.app.screen
    assert isinstance(screen, PlayScreen)
    return screen


def complaint(pilot: Pilot[None]) -> str:
    return pilot.app.screen.query_one("#complaint", Paragraph).words


async def test_enter_twice_plays_against_a_bot(installation: Installation) -> None:
    async with installation.open() as pilot:
        await press(pilot, "enter", "enter")

        table = table_of(pilot).table
        assert table.players == (Player("Ann"), Player("Otto", bot="greedy"))
        assert table_of(pilot).seats == (0,)
        assert table.header.options == {"office": "off", "supply": "rulebook"}


@pytest.mark.parametrize(("language", "best"), [("en", "best 3-4"), ("ja", "3〜4人")])
async def test_a_first_game_is_set_up_as_its_rulebook_recommends(
    tmp_path: Path, language: Language, best: str
) -> None:
    """World Monger is best with 3 or 4, and names a scenario "First Game"."""
    async with Installation(tmp_path, THE_SHELF).open(language=language) as pilot:
        await press(pilot, "down", "enter")
        assert best in painted(pilot.app)
        await press(pilot, "left", "left")
        assert {"en": "Enter start", "ja": "Enter 始める"}[language] in painted(pilot.app)
        await press(pilot, "right", "right", "right")
        assert {"en": "Enter back", "ja": "Enter 戻る"}[language] in painted(pilot.app)
        assert {"en": "Character", "ja": "性格"}[language] in painted(pilot.app)
        await press(pilot, "t")
        assert isinstance(pilot.app.screen, LessonsScreen)
        await press(pilot, "escape")
        await go_through(pilot, "start")

        header = table_of(pilot).table.header
        assert (header.game, len(header.seats)) == ("world_monger", 3)
        assert header.options["civilizations"] == "first_game"


@pytest.mark.parametrize(
    ("language", "office", "supply", "usual", "instead"),
    [
        ("en", "Office expansion", "Supply", '"without" is recommended', 'instead of "without"'),
        ("ja", "オフィス拡張", "サプライ", "おすすめは「なし」", "おすすめの「なし」の代わりに"),
    ],
)
async def test_variants_are_folded_tell_what_they_change_and_stay_in_sight_once_changed(
    installation: Installation,
    language: Language,
    office: str,
    supply: str,
    usual: str,
    instead: str,
) -> None:
    async with installation.open(language=language) as pilot:
        await press(pilot, "enter", "up")
        assert office not in painted(pilot.app)
        await press(pilot, "right", "down")
        assert usual in painted(pilot.app)
        await press(pilot, "right")
        assert instead in painted(pilot.app)
        await press(pilot, "up", "left")
        folded = painted(pilot.app)
        assert office in folded
        assert supply not in folded

        await press(pilot, "down", "left")  # a field that one stands in does not vanish
        assert painted(pilot.app).count(office) == 2  # its label, and what it would change
        await press(pilot, "up", "enter", "enter")
        assert office not in painted(pilot.app)
        await click(pilot, "Collapsible")
        assert office in painted(pilot.app)
        await click(pilot, "Collapsible")
        assert office not in painted(pilot.app)


async def test_keys_lead_through_a_form_that_is_longer_than_the_screen(tmp_path: Path) -> None:
    """Quo Vadis has 23 options under its variants, then there are seed and file."""
    async with Installation(tmp_path, THE_SHELF).open() as pilot:
        await press(pilot, *["down"] * 3, "enter", "up", "enter", *["down"] * 23)
        assert "V21 Ruins in wars: " in painted(pilot.app)
        await press(pilot, *["down"] * 3)
        assert isinstance(pilot.app.focused, ButtonBar)


async def test_two_clicks_play_against_a_bot(installation: Installation) -> None:
    async with installation.open() as pilot:
        await click(pilot, "Boxes")
        await go_through(pilot, "start")

        assert table_of(pilot).seats == (0,)


async def test_everything_can_be_set_with_keys_alone(installation: Installation) -> None:
    async with installation.open() as pilot:
        await press(pilot, "n")
        pilot.app.screen.query_one("#count", OptionPicker).focus()
        await press(pilot, "right")  # three players
        await press(pilot, "down")
        await write(pilot, "Zoe")
        await press(pilot, "down")
        await write(pilot, "Ben")
        await press(pilot, "right", "h")  # from greedy to gentle
        assert "one of the three moves" in painted(pilot.app)
        await press(pilot, "h")  # to a person
        await press(pilot, "down", "h")  # the third: from greedy back to gentle
        await press(pilot, "down", "right")  # no first game
        await press(pilot, "down", "right")  # the variants
        await press(pilot, "down", "right")  # with Offices
        await press(pilot, "down", "right")  # the supply of other editions
        await press(pilot, "down", "right")  # undo until something was revealed
        await press(pilot, "down")
        await write(pilot, "77")
        await press(pilot, "down", "down", "enter")

        header = table_of(pilot).table.header
        assert header.seats == (
            Player("Zoe"),
            Player("Ben"),
            Player("Mia", bot="gentle"),
        )
        assert header.options == {"office": "on", "supply": "international"}
        assert header.undo == "horizon"
        assert header.seed == 77
        assert table_of(pilot).seats == (0, 1)


async def test_everything_can_be_set_with_the_mouse_alone(installation: Installation) -> None:
    async with installation.open() as pilot:
        await go_through(pilot, "new")
        count = pilot.app.screen.query_one("#count", OptionPicker)
        await click(pilot, "#count", offset=(count.render_line(0).text.index("4"), 0))
        row = pilot.app.screen.query(SeatRow)[3]
        assert "bot: greedy" in row.picker.render_line(0).text
        await pilot.click(row.picker, offset=(0, 0))  # the arrow back to gentle
        await go_through(pilot, "start")

        assert [player.bot for player in table_of(pilot).table.players] == [
            None,
            "greedy",
            "greedy",
            "gentle",
        ]


async def test_a_bot_is_given_a_character_and_somebody_is_drawn(installation: Installation) -> None:
    async with installation.open() as pilot:
        await go_through(pilot, "new")
        pilot.app.screen.query_one("#count", OptionPicker).focus()
        await press(pilot, "right")
        person, second, third, _ = pilot.app.screen.query(SeatRow)
        assert not person.taste.display
        third.taste.focus()
        await press(pilot, "right")
        assert "drawn when the game begins" in painted(pilot.app)
        second.taste.focus()
        await press(pilot, "left")
        assert "where others would stop" in painted(pilot.app)
        await press(pilot, "left")
        await go_through(pilot, "start")

        _, own, drawn = (player.bot for player in table_of(pilot).table.players)
        assert own == "greedy@landlord"
        assert drawn is not None
        assert base(drawn) == "greedy"
        assert character_in(drawn) in characters(THE_SHELF.load("flip_city"))
        assert display_name(own, table_of(pilot).words) == "greedy landlord"


async def test_alone_there_are_no_offices_and_nobody_to_ask_for_an_undo(
    installation: Installation,
) -> None:
    async with installation.open() as pilot:
        await press(pilot, "enter", "up", "enter")
        assert "Office expansion" in painted(pilot.app)
        pilot.app.screen.query_one("#count", OptionPicker).focus()
        await press(pilot, "left")

        assert "Office expansion" not in painted(pilot.app)
        assert "Undo" not in painted(pilot.app)
        assert len([row for row in pilot.app.screen.query(SeatRow) if row.display]) == 1


async def test_names_are_typed_in_japanese_and_keep_the_form_in_line(
    installation: Installation,
) -> None:
    async with installation.open(language="ja") as pilot:
        await press(pilot, "enter")
        first, second = list(pilot.app.screen.query(SeatRow))[:2]
        first.input.focus()
        await write(pilot, "由美子q?h")
        lines = painted(pilot.app).splitlines()
        typed, other = lines[first.region.y], lines[second.region.y]

        assert "由美子q?h" in typed
        assert cell_width(typed[: typed.index("◂")]) == cell_width(other[: other.index("◂")])
        await press(pilot, "escape")
        assert not isinstance(pilot.app.screen, NewGameScreen)
        await press(pilot, "enter")  # what was set in a form is there when it opens again
        assert "由美子q?h" in painted(pilot.app)


async def test_the_name_of_the_player_is_remembered(installation: Installation) -> None:
    async with installation.open() as pilot:
        await press(pilot, "enter")
        pilot.app.screen.query(SeatRow).first().input.focus()
        await write(pilot, "Zoe")
        pilot.app.screen.query_one(ButtonBar).focus()
        await press(pilot, "enter")

    async with installation.open() as pilot:
        await press(pilot, "enter", "enter")
        assert table_of(pilot).table.players[0] == Player("Zoe")


async def test_a_seed_that_is_too_large_is_told_and_nothing_begins(
    installation: Installation,
) -> None:
    async with installation.open() as pilot:
        await press(pilot, "enter", "up", "enter")
        pilot.app.screen.query_one("#seed", Input).focus()
        await write(pilot, "9" * 19)
        pilot.app.screen.query_one(ButtonBar).focus()
        await press(pilot, "enter")

        assert "at most 9223372036854775807" in complaint(pilot)
        assert installation.library.store.names() == []


async def test_a_seed_takes_digits_only_full_width_ones_too(installation: Installation) -> None:
    async with installation.open() as pilot:
        await press(pilot, "enter", "right", "right", "up", "enter")  # from "back" to a field
        pilot.app.screen.query_one("#seed", Input).focus()
        await write(pilot, "1a２")
        pilot.app.screen.query_one(ButtonBar).focus()
        await press(pilot, "enter")

        assert table_of(pilot).table.header.seed == 12


async def test_a_content_file_with_a_mistake_is_told_with_file_card_field_and_suggestion(
    installation: Installation, tmp_path: Path
) -> None:
    own_path = tmp_path / "mine.toml"
    own_path.write_text('[[face]]\nid = "hospital"\ncots = 3\n')
    async with installation.open() as pilot:
        await press(pilot, "enter")
        pilot.app.screen.query_one("#content", Input).value = str(own_path)
        pilot.app.screen.query_one(ButtonBar).focus()
        await press(pilot, "enter")

        assert "mine.toml" in complaint(pilot)
        assert '"hospital"' in complaint(pilot)
        assert "Did you mean 'cost'?" in complaint(pilot)
        assert installation.library.store.names() == []


async def test_a_content_file_that_is_not_there_is_told_when_the_field_is_left(
    installation: Installation,
) -> None:
    async with installation.open() as pilot:
        await press(pilot, "enter", "up", "enter")
        pilot.app.screen.query_one("#content", Input).focus()
        await write(pilot, "nowhere.toml")
        await press(pilot, "up")

        assert "nowhere.toml: there is no such file." in complaint(pilot)


async def test_a_folder_that_cannot_be_written_is_told_and_the_form_stays(
    installation: Installation, tmp_path: Path
) -> None:
    (tmp_path / "games").write_text("in the way")
    async with installation.open() as pilot:
        await press(pilot, "enter", "enter")

        assert isinstance(pilot.app.screen, NewGameScreen)
        assert any("games" in notice.message for notice in pilot.app._notifications)


async def test_two_seats_of_one_name_are_refused(installation: Installation) -> None:
    async with installation.open() as pilot:
        await press(pilot, "enter")
        for row in [*pilot.app.screen.query(SeatRow)][:2]:
            row.input.value = "Zoe"
        pilot.app.screen.query_one(ButtonBar).focus()
        await press(pilot, "enter")

        assert isinstance(pilot.app.screen, NewGameScreen)
        assert "'Zoe'" in complaint(pilot)

        pilot.app.screen.query(SeatRow).first().input.value = "Zoe2"
        await pilot.pause()
        assert complaint(pilot) == ""


async def test_nobody_else_is_proposed_the_own_name(installation: Installation) -> None:
    async with installation.open() as pilot:
        pilot.app.change_settings(Settings(name="otto"))  # type: ignore[attr-defined]  # Pilot knows no kind of app
        # a form that was left before the game got another option
        pilot.app.left_forms["flip_city"] = ("2",)  # type: ignore[attr-defined]  # Pilot knows no kind of app
        await press(pilot, "enter")
        names = [row.player().name for row in pilot.app.screen.query(SeatRow)]

        assert names[0] == "otto"
        assert len({name.casefold() for name in names}) == len(names)


async def test_the_name_is_set_once(installation: Installation) -> None:
    """The name on the first seat of one game does not replace the name of its owner."""
    async with installation.open() as pilot:
        pilot.app.change_settings(Settings(name="Mia"))  # type: ignore[attr-defined]  # Pilot knows no kind of app
        await press(pilot, "enter")
        pilot.app.screen.query(SeatRow).first().input.value = "Zoe"
        pilot.app.screen.query_one(ButtonBar).focus()
        await press(pilot, "enter")

        assert table_of(pilot).table.players[0] == Player("Zoe")
        assert pilot.app.settings.name == "Mia"  # type: ignore[attr-defined]  # Pilot knows no kind of app


@pytest.mark.parametrize(("typed", "name"), [("Mia", "Mia"), ("", "Zoe")])
async def test_a_name_is_asked_for_and_kept(
    installation: Installation, typed: str, name: str
) -> None:
    async with installation.open() as pilot:
        pilot.app.change_settings(Settings(name="Zoe"))  # type: ignore[attr-defined]  # Pilot knows no kind of app
        await pilot.app.push_screen(NameScreen())
        pilot.app.screen.query_one(Input).value = typed
        await pilot.pause()
        assert "Enter accept" in painted(pilot.app)
        await press(pilot, "enter")

        assert not isinstance(pilot.app.screen, NameScreen)
        assert pilot.app.settings.name == name  # type: ignore[attr-defined]  # Pilot knows no kind of app


async def test_the_settings_change_the_name(installation: Installation) -> None:
    async with installation.open() as pilot:
        pilot.app.action_settings()  # type: ignore[attr-defined]  # Pilot knows no kind of app
        await pilot.pause()
        field = pilot.app.screen.query_one("#name", Input)
        field.focus()
        field.value = " Mia  Sol "
        await press(pilot, "enter")

        assert pilot.app.settings.name == "Mia Sol"  # type: ignore[attr-defined]  # Pilot knows no kind of app
