"""Bots in words: a strength has one name in each language, wherever it is told."""

from __future__ import annotations

import pytest

from hako.cli.commands.verify import _people
from hako.cli.context import FOLDER
from hako.cli.game_options import players
from hako.content import THE_SHELF, load
from hako.engine import ENGINE
from hako.engine.bots.display_name import display_name
from hako.engine.bots.levels import LEVELS
from hako.engine.i18n.catalogue import load_catalogue
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.log.header import Player
from hako.engine.log.log_format import Log
from hako.engine.log.setup import new_header
from hako.engine.transcript.level_names import level_text, strength_text
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.tables.table_setup import OptionsChanged
from hako.multiplayer.tournaments.log_lines import TournamentAnnounced
from hako.multiplayer.tournaments.report import sections
from hako.multiplayer.tournaments.tournament import Tournament
from hako.tui import TUI
from hako.tui.bot_text import bots_text
from tests.cli.commands.terminal import Person

NAMES = {
    "en": {level: level for level in LEVELS},
    "ja": {
        "random": "ランダム",
        "gentle": "やさしい",
        "greedy": "欲張り",
        "strong": "強い",
        "strongest": "最強",
    },
}
FLIP_CITY = load("flip_city")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_strength_has_the_same_name_in_forms_tables_and_as_a_player(language: Language) -> None:
    texts = load_catalogue(language, ENGINE, MULTIPLAYER, TUI, FLIP_CITY.folder)
    for level, name in NAMES[language].items():
        assert strength_text(level, texts) == display_name(level, texts) == name
        (player,) = players([f"bot:{level}"], FLIP_CITY, texts)
        assert player.name == name.capitalize()
    for level, text in bots_text(texts).items():
        assert NAMES[language][level] in text


@pytest.mark.parametrize(
    ("level", "english", "japanese"),
    [
        ("greedy", "greedy", "欲張り"),
        ("greedy@landlord", "greedy landlord", "欲張り・大家"),
        ("strong:400", "strong, 400 tries a move", "強い（1手400回）"),
        ("strong:2.5s", "strong, 2.5 s a move", "強い（1手2.5秒）"),
        ("strong:9s@landlord", "strong, 9 s a move landlord", "強い（1手9秒）・大家"),
        ("no-such-level", "no-such-level", "no-such-level"),
    ],
)
def test_a_whole_level_is_told_in_words(level: str, english: str, japanese: str) -> None:
    texts = [
        level_text(level, load_catalogue(language, ENGINE, FLIP_CITY.folder))
        for language in LANGUAGES
    ]

    assert texts == [english, japanese]


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_and_transcripts_call_a_bot_as_the_form_does(
    person: Person, language: Language
) -> None:
    name = NAMES[language]["greedy"]
    person.hako("play", "tic_tac_toe", "--plain", "--seat", "bot:greedy", "--seat", "bot:random")
    [save] = person.library.store.names()

    story = person.hako("export", save, "--lang", language).stdout
    assert {"en": f"bot ({name})", "ja": f"（ボット、{name}）"}[language] in story
    two = ("--seat", "bot:greedy", "--seat", "bot:random")
    text = person.hako("simulate", "tic_tac_toe", "--games", "2", *two, "--lang", language).stdout
    assert {"en": f"Seat 1, {name}: ", "ja": f"席1（{name}）："}[language] in text


@pytest.mark.parametrize(
    ("language", "text"), [("en", "Office expansion: "), ("ja", "オフィス拡張：")]
)
def test_options_are_told_in_words_where_a_tournament_or_a_log_is_told(
    language: Language, text: str
) -> None:
    server = load_catalogue(language, ENGINE, MULTIPLAYER, TUI)
    options = {"office": "on"}
    cup = Tournament(
        TournamentAnnounced("spring", 1, "swiss", "flip_city", 3, 3, "", "", 4, options=options)
    )
    texts = [line for section in sections(cup, server, THE_SHELF) for line in section.sentences]
    commands = load_catalogue(language, ENGINE, MULTIPLAYER, TUI, FOLDER, FLIP_CITY.folder)
    header = new_header(FLIP_CITY, [Player("Ann")])
    log = Log(header, (OptionsChanged(options, clock="10m", rated=True),), 0, torn=False)
    texts += _people(log, commands)

    assert sum(text in line for line in texts) == 2
    assert not [line for line in texts if "office" in line or "=" in line]
