"""The pictures in the repository: those that README.md and docs/ show, of the right screens, and small."""

from __future__ import annotations

import re
from xml.etree.ElementTree import fromstring

import pytest

from hako.engine.i18n.languages import LANGUAGES, Language
from tests.tui import readme_picture
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


def test_the_picture_at_the_head_shows_one_scene_after_the_other_and_can_stand_still() -> None:
    """Twelve seconds; who wants no motion sees one scene alone."""
    picture = (FOLDER / readme_picture.NAME).read_text("utf-8")

    fromstring(picture)
    scenes = set(re.findall(r'class="scene (s\d)"', picture))
    assert len(scenes) >= 6
    assert picture.count('class="cells" xml:space="preserve"') == len(scenes)
    assert {f"s{number}" for number in range(len(scenes))} == scenes
    assert set(re.findall(r"animation:s\d (\d+)s", picture)) == {"12"}
    still = picture.partition("prefers-reduced-motion")[2].partition("</style>")[0]
    assert f".s{readme_picture.STILL}{{opacity:1}}" in still
    assert "Ann" in words_of(picture)
