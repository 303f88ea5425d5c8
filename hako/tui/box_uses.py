"""The use of each game here, from the saves and the settings, for the shelf."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from hako.content import Shelf
from hako.engine.content.files import BadContent, read_toml
from hako.engine.lessons.lesson import FOLDER, names_in
from hako.engine.storage.save_index import SavedGame, SaveEntry


class BoxUse(NamedTuple):
    """The use of a game here."""

    played: int = 0
    """Finished games."""
    is_under_way: bool = False
    """True if a game was begun that is not finished."""
    won: int = 0
    """The ones that were won."""
    reviewed: int = 0
    """The ones that were reviewed to their end."""
    lessons: int = 0
    """Lessons of the game."""
    done: int = 0
    """The ones that were completed."""
    next_lesson: Mapping[str, str] = {}
    """The title of the first lesson that was not completed, by language; empty if there is none."""
    minutes: int = 0
    """Minutes that it takes."""


def short_name(name: str) -> str:
    """The name of a game without its second title or its version."""
    return re.split(r"[:(（]| -", name, maxsplit=1)[0].rstrip()


def box_uses(
    shelf: Shelf, entries: Iterable[SaveEntry], lessons_done: Iterable[str], own_name: str
) -> dict[str, BoxUse]:
    """The use of each game that can be played, by its id; a game counts for the player of that name.

    Where nobody has that name, it counts for the only person at the table.
    """
    done = set(lessons_done)
    games = [entry for entry in entries if isinstance(entry, SavedGame) and entry.lesson is None]
    return {
        box.id: _use(
            [entry for entry in games if entry.game == box.id],
            _lessons(shelf, box.id, done),
            own_name,
        )
        for box in shelf.boxes
        if shelf.is_playable(box)
    }


def _use(games: Sequence[SavedGame], lessons: Sequence[Any], own_name: str) -> BoxUse:
    count, done, title, minutes = lessons
    finished = [game for game in games if game.winners is not None]
    seats = [(_own_seat(game, own_name), game) for game in finished]
    own = [(seat, game) for seat, game in seats if seat is not None]
    return BoxUse(
        played=len(own),
        is_under_way=len(finished) < len(games),
        won=sum(seat in (game.winners or ()) for seat, game in own),
        reviewed=sum(bool(game.judged) for _, game in own),
        lessons=count,
        done=done,
        next_lesson=title,
        minutes=minutes,
    )


def _own_seat(game: SavedGame, own_name: str) -> int | None:
    """The seat of the player, if it is clear."""
    people = [seat for seat, player in enumerate(game.players) if player.bot is None]
    named = [seat for seat in people if game.players[seat].name == own_name]
    return next(iter(named), people[0] if len(people) == 1 else None)


def _lessons(shelf: Shelf, game_id: str, done: set[str]) -> tuple[int, int, Mapping[str, str], int]:
    """The lessons of a game and those done; title and minutes of the next one."""
    folder = shelf.folder_of(game_id)
    names = names_in(folder)
    left = [name for name in names if f"{game_id}/{name}" not in done]
    for name in left:
        try:
            lesson = read_toml(folder / FOLDER / f"{name}.toml")
            return len(names), len(names) - len(left), lesson["title"], lesson["minutes"]
        except (BadContent, KeyError):
            continue
    return len(names), len(names) - len(left), {}, 0
