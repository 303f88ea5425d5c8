"""`hako learn`: lessons, in which a game is learnt by playing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from hako.cli.context import CommandContext
from hako.cli.exceptions import UsageError
from hako.cli.needs_terminal import needs_terminal
from hako.cli.printing import put
from hako.cli.shared_options import plain_option, play_at, refuse_together, with_context
from hako.cli.word_completion import GAME
from hako.engine.i18n.suggestions import suggestion
from hako.engine.rules.game import Game, kinds
from hako.engine.rules.model import Step

if TYPE_CHECKING:
    from hako.engine.lessons.lesson import Lesson

EXAMPLES = """
\b
Examples:
  hako learn                          choose a lesson
  hako learn flip_city                the first one that you have not played
  hako learn flip_city 1 --plain      the first one, as lines of text
  hako learn flip_city --check        play all of them and report errors
"""


@click.command("learn", epilog=EXAMPLES)
@click.argument("game", type=GAME, required=False)
@click.argument("lesson", required=False)
@click.option(
    "--check",
    is_flag=True,
    help="Play every lesson to its end, through every branch, and report errors.",
)
@plain_option
@with_context
def command(
    workplace: CommandContext, game: str | None, lesson: str | None, check: bool, plain: bool
) -> None:
    """Learn GAME by playing a lesson: LESSON, by its number or name, or the next one.

    A lesson is saved like any game; hako resume continues it.
    """
    refuse_together("LESSON", lesson, "--check", check)
    refuse_together("--plain", plain, "--check", check)
    if check:
        _check(workplace, game)
    elif game is None:
        _choose(workplace, plain)
    else:
        _teach(workplace, game, lesson, plain)


def _teach(workplace: CommandContext, game_id: str, wanted: str | None, plain: bool) -> None:
    from hako.engine.lessons.lesson import begin

    game = workplace.shelf.load(game_id)
    lesson = _lesson(workplace, game, wanted)
    if not plain:
        needs_terminal("hako learn")
    table = begin(
        game, lesson, workplace.language, workplace.own_name, workplace.library.store.create
    )
    play_at(workplace, table, plain=plain)


def _lesson(workplace: CommandContext, game: Game[Any], wanted: str | None) -> Lesson:
    """The lesson of that number or name; else the first one not played yet, else the first."""
    lessons = _lessons(game)
    if wanted is None:
        learned = workplace.read_settings().lessons_done
        new = (lesson for lesson in lessons.values() if f"{game.id}/{lesson.id}" not in learned)
        return next(new, next(iter(lessons.values())))
    for number, (name, lesson) in enumerate(lessons.items(), start=1):
        if wanted in {str(number), name, name.partition("-")[2]}:
            return lesson
    raise UsageError(
        "no_lesson",
        near=suggestion(wanted, lessons),
        game=game.id,
        lesson=wanted,
        lessons=[*lessons],
    )


def _lessons(game: Game[Any]) -> Mapping[str, Lesson]:
    from hako.engine.lessons.lesson import lessons_of

    if not (lessons := lessons_of(game)):
        raise UsageError("no_lessons", game=game.id)
    return lessons


def _choose(workplace: CommandContext, plain: bool) -> None:
    if not plain:
        from hako.cli.open_screens import open_learn

        needs_terminal("hako learn")
        open_learn(workplace)
        return
    learned = workplace.read_settings().lessons_done
    for game in _taught(workplace, None):
        put(workplace.shelf.box(game.id).name[workplace.language])
        for number, lesson in enumerate(_lessons(game).values(), start=1):
            mark = "x" if f"{game.id}/{lesson.id}" in learned else " "
            put(f" [{mark}] {number}. {lesson.title.text(workplace.language)}")


def _taught(workplace: CommandContext, game_id: str | None) -> list[Game[Any]]:
    """The games with lessons, or the one that is asked for."""
    from hako.engine.lessons.lesson import names_in

    shelf = workplace.shelf
    if game_id is not None:
        return [shelf.load(game_id)]
    boxes = (box for box in shelf.boxes if shelf.is_playable(box))
    return [shelf.load(box.id) for box in boxes if names_in(shelf.folder_of(box.id))]


def _check(workplace: CommandContext, game_id: str | None) -> None:
    """Play them all; exit status 1 if something is wrong with one."""
    from hako.engine.lessons.check import faults
    from hako.tui.boards.lesson_target_check import missing_targets

    is_right = True
    for game in _taught(workplace, game_id):
        for lesson in _lessons(game).values():
            problems = [*faults(game, lesson, missing_targets)]
            is_right = is_right and not problems
            lines = [fault.text(workplace.language) for fault in problems]
            well = workplace.own_texts.text("learn.right", steps=len(lesson.steps))
            put("\n".join(f"{game.id}/{line}" for line in lines or [f"{lesson.id}: {well}"]))
        if is_right:
            _print_coverage(workplace, game)
    if not is_right:
        raise SystemExit(1)


def _print_coverage(workplace: CommandContext, game: Game[Any]) -> None:
    """Print how many steps of the rules the lessons reach; name the others, with their clauses."""
    from hako.engine.lessons.check import met

    every = kinds(game, Step)
    seen = set[type]().union(*(met(game, lesson) for lesson in _lessons(game).values()))
    unmet = [f"{kind.__name__} ({kind.clause})" for kind in every if kind not in seen]
    sentence = workplace.own_texts.text(
        "learn.met" if unmet else "learn.all_met",
        count=len(every) - len(unmet),
        of=len(every),
        unmet=", ".join(unmet),
    )
    put(f"{game.id}: {sentence}")
