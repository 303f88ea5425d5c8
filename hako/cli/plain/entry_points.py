"""Tables as lines of text, for the commands' --plain."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import hako.cli.plain
from hako.cli.context import CommandContext
from hako.cli.plain.console import Console
from hako.cli.plain.game import PlainGame
from hako.cli.plain.replay import PlainReplay
from hako.content import read_box
from hako.engine.i18n.languages import Language
from hako.engine.lessons.session import guide_of
from hako.engine.log.history import History
from hako.engine.rules.model import Viewer
from hako.engine.transcript.glossary import Glossary
from hako.engine.transcript.sentences import texts_of


def play_plain(workplace: CommandContext, table: History[Any]) -> None:
    """Play a table on stdin and stdout."""
    lines = _lines(table, workplace.language)
    PlainGame(table, lines, workplace.read_settings(), workplace.keep_settings).run()


def replay_plain(workplace: CommandContext, table: History[Any], viewer: Viewer) -> None:
    """Look at a table on stdin and stdout."""
    PlainReplay(table, _lines(table, workplace.language), viewer).run()


def _lines(table: History[Any], language: Language) -> Console:
    texts = texts_of(table, language, Path(hako.cli.plain.__file__).parent)
    if (guide := guide_of(table)) is not None:
        texts = texts.addressing(guide.seat, texts.text("plain.you"))
    title = read_box(table.game.folder).name[language]
    return Console(texts, title, Glossary(table.game, table.content, texts))
