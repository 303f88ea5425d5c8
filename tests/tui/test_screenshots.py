"""The pictures in the repository: those that README.md and docs/ show, of the right screens, and small."""

from __future__ import annotations

import pytest

from hako.engine.i18n.lazy_text import LANGUAGES, Language
from tests.tui.pictures import words_of
from tests.tui.screenshots import FOLDER, REPOSITORY, SCREENS, SIZES, screens_in, shown, stem

MOST_BYTES = 4_000_000
"""All pictures of the repository together, the snapshots of tests included."""


def test_the_pictures_kept_are_those_shown() -> None:
    assert {path.name for path in FOLDER.iterdir() if path.is_file()} == shown()


def test_all_pictures_together_are_small() -> None:
    snapshots = [
        path for folder in REPOSITORY.glob("tests/**/__snapshots__") for path in folder.rglob("*")
    ]
    kept = [path for path in (*FOLDER.iterdir(), *snapshots) if path.is_file()]

    assert sum(path.stat().st_size for path in kept) < MOST_BYTES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCREENS)
def test_a_picture_has_the_text_of_its_screen_and_of_no_other(
    name: str, language: Language
) -> None:
    alike = {other for other, screen in SCREENS.items() if screen.words == SCREENS[name].words}

    for size in SIZES:
        if (picture := f"{stem(name, size, language)}.svg") in shown():
            words = words_of((FOLDER / picture).read_text("utf-8"))
            assert screens_in(words, language) == alike, picture
