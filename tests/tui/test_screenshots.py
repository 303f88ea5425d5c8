"""The pictures that the README and the reviewers see are of the screens that they are named after."""

from __future__ import annotations

import re
from html import unescape

import pytest

from hako.engine.i18n.lazy_text import LANGUAGES, Language
from tests.tui.screenshots import FOLDER, SCREENS, SIZES, stem


def said(name: str, size: tuple[int, int], language: Language) -> str:
    """All that a picture says, without blanks."""
    svg = (FOLDER / f"{stem(name, size, language)}.svg").read_text(encoding="utf-8")
    return "".join(unescape("".join(re.findall(r"<text [^>]*>([^<]*)</text>", svg))).split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_each_picture_says_what_only_its_kind_of_screen_says(
    size: tuple[int, int], language: Language
) -> None:
    pictures = {name: said(name, size, language) for name in SCREENS}
    for screen in SCREENS.values():
        word = "".join(screen.words[language].split())
        alike = {name for name, other in SCREENS.items() if other.words == screen.words}
        assert {name for name, picture in pictures.items() if word in picture} == alike, word
