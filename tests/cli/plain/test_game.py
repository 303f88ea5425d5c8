"""`--plain`: a game is played through pipes, in words and numbers."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hako.cli import plain
from hako.cli.plain import turn
from hako.cli.plain.console import Console
from hako.cli.plain.tips import PlainTips
from hako.cli.plain.turn import PlainTurn
from hako.content import THE_SHELF, load
from hako.content.quo_vadis.actions import SpreadCubes
from hako.content.quo_vadis.steps.setup import SpreadResources
from hako.engine.bots.hint_search import HintSearch
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.rules.threats import GRAVITIES
from hako.engine.storage.folder import FolderStore
from hako.engine.transcript.glossary import Glossary
from hako.engine.transcript.sentences import RenderedRecord, texts_of
from hako.multiplayer.accounts.settings import Settings, SettingsFile
from hako.multiplayer.tables.table_setup import shared_header
from tests.cli.commands.terminal import REPOSITORY, Person
from tests.toys import TOYS
from tests.toys.threatened import THREATENED
from tests.tui.tables import new_table

TWO = ("play", "tic_tac_toe", "--plain", "--seed", "1", "--seat", "Ann", "--seat", "Ben")
ALONE = ("play", "tic_tac_toe", "--plain", "--seed", "1", "--seat", "Ann", "--seat", "bot:random")


def told(person: Person, *typed: str, words: tuple[str, ...] = TWO) -> list[str]:
    """The lines that are told when this is typed."""
    result = person.hako(*words, typed="".join(f"{line}\n" for line in typed))
    assert result.exit_code == 0
    assert result.stderr == ""
    return result.stdout.splitlines()


def test_a_whole_game_ends_with_its_ranking(person: Person) -> None:
    """Ann takes the first row: a1, b1, c1; Ben a2, b2."""
    lines = told(person, "1", "3", "1", "2", "1")

    end = lines.index("Ann has three in a row.")
    assert lines[end + 1 : end + 4] == [
        "The game is over. Three in a row.",
        "1. Ann: 1",
        "2. Ben: 0",
    ]
    assert "To look at it: hako replay " in lines[end + 4]


def test_new_counters_stand_behind_a_sentence_only_if_it_is_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = new_table(load("world_monger"), "Ann", "Ben")
    texts = texts_of(table, "en")
    console = Console(texts, "", Glossary(table.game, table.content, texts))
    last = RenderedRecord("The area is laid out.", totals="Ann now: coins 6.")
    console.print_lines([last])
    console.print_lines([RenderedRecord("Ann buys a Share."), last])

    assert capsys.readouterr().out.splitlines() == [
        "The area is laid out. Ann now: coins 6.",
        "Ann buys a Share.",
        "The area is laid out.",
        "Ann now: coins 6.",
    ]


@pytest.mark.parametrize(
    ("language", "row", "played"),
    [
        ("en", ". Play the top card", "Ann plays (.*?)\\."),
        ("ja", ". 一番上の", "Annは(.*)をプレイした"),
    ],
)
def test_the_open_card_on_top_is_named_in_its_row_with_its_text(
    person: Person, language: str, row: str, played: str
) -> None:
    """It lies there for all to see, and what it does is told where it is seen first."""
    words = ("play", "flip_city", "--plain", "--seed", "4", "--seat", "Ann", "--lang", language)
    lines = person.hako(*words, typed="1\n" * 4, shelf=THE_SHELF).stdout.splitlines()

    rows = [at for at, line in enumerate(lines) if row in line][:4]
    names = [search[1] for line in lines if (search := re.search(played, line))]
    assert len(names) == 4
    for at, name in zip(rows, names, strict=True):
        assert name in lines[at].partition(row)[2]
        assert any(f"   {name}" in line for line in lines[: at + 2]), "with its text"


def test_a_game_is_told_in_japanese(person: Person) -> None:
    lines = told(person, "1", "3", "1", "2", "1", words=(*TWO, "--lang", "ja"))

    assert "Annさん、印を置くマスを選んでください。" in lines
    assert "ゲーム終了。三つ並びました。" in lines
    assert "1位 Ann：1" in lines


@pytest.mark.parametrize(("wanted", "ends"), [(False, "1. End the turn"), (True, "Turn 2: Mia")])
def test_the_only_move_is_made_by_itself_where_that_is_wanted(
    person: Person, wanted: bool, ends: str
) -> None:
    """flip_city.build.1: with $1 nothing can be built, and alone nobody waits for the turn's end.

    The first card is turned by hand: only one thing may be done there, too, but it shows a card.
    """
    words = ("play", "flip_city", "--plain", "--seed", "2", "--seat", "Mia")
    person.data.mkdir(exist_ok=True)
    SettingsFile(person.data / "settings.toml").write(Settings(autoplay_forced=wanted))
    lines = person.hako(*words, typed="1\n2\n", shelf=THE_SHELF).stdout.splitlines()

    assert any(line.startswith("1. Play the top card") for line in lines)
    assert any(line.startswith(ends) for line in lines)


def test_what_is_asked_comes_with_numbered_actions(person: Person) -> None:
    lines = told(person)

    assert lines[1:4] == ["Ann, mark a cell.", "1. Mark a1", "2. Mark b1"]


def test_input_that_ends_leaves_the_game_saved(person: Person) -> None:
    lines = told(person, "5")

    [name] = person.library.store.names()
    assert lines[-1] == f"The game is saved. To go on: hako resume {name}"
    assert len(person.library.open(name).table.positions) == 2


def test_q_leaves_the_game_saved(person: Person) -> None:
    lines = told(person, "q", "5")

    assert "To go on: hako resume " in lines[-1]
    assert "Ann marks b2." not in lines


def test_bots_answer_by_themselves(person: Person) -> None:
    lines = told(person, "5", words=ALONE)

    own_index = lines.index("Ann marks b2.")
    assert lines[own_index + 1].startswith("Random marks ")
    assert lines[own_index + 2] == "Ann, mark a cell."


def test_undo_takes_back_and_redo_goes_forward_again(person: Person) -> None:
    lines = told(person, "5", "u", "r")

    assert [line for line in lines if line in {"Undone.", "Redone."}] == [
        "Undone.",
        "Redone.",
    ]
    assert person.library.open(person.library.store.names()[0]).table.head == 1


def test_undo_takes_back_the_bots_answer_too(person: Person) -> None:
    told(person, "5", "u", words=ALONE)

    assert person.library.open(person.library.store.names()[0]).table.head == 0


def test_there_is_an_end_to_taking_back(person: Person) -> None:
    lines = told(person, "u", "r")

    assert "There is nothing to undo." in lines
    assert "There is nothing to redo." in lines


def test_what_is_final_is_said_before(person: Person) -> None:
    lines = told(person, words=(*TWO, "--undo", "until-revealed"))

    assert "1. Mark a1 (can't be undone: ends your turn)" in lines


def test_the_last_choice_can_be_taken_back_until_another_has_chosen(person: Person) -> None:
    """Ann's b2 while Ben thinks; then Ben's own a1."""
    lines = told(person, "5", "u", "5", "1", "u", words=(*TWO, "--undo", "until-revealed"))

    assert lines.count("Undone.") == 2


def test_a_hint_is_a_legal_action_by_its_number(person: Person) -> None:
    """Ann has a1 and b1, Ben a2 and b2: c1 wins, and it is the first cell that is free."""
    lines = told(person, "1", "3", "1", "2", "h")

    at = lines.index("A bot would play 1. Mark c1")
    assert lines[at + 1] == "It wins the game."


def test_the_last_moves_and_the_position_are_told_in_words(person: Person) -> None:
    lines = told(person, "5", "1", "l", "p")

    log = lines.index("> l")
    assert lines[log + 1 : log + 3] == ["Ann marks b2.", "Ben marks a1."]
    position = lines.index("> p")
    assert lines[position + 1 : position + 4] == [
        "Row 1: nought, empty, empty.",
        "Row 2: empty, cross, empty.",
        "Row 3: empty, empty, empty.",
    ]


def test_help_names_the_rule_that_applies(person: Person) -> None:
    assert "tic_tac_toe.turn.1: On your turn, mark an empty cell." in told(person, "?")


def test_words_find_actions(person: Person) -> None:
    lines = told(person, "b1", "zzz")

    index = lines.index("> b1")
    assert lines[index + 1 : index + 3] == ["2. Mark b1", "> zzz"]
    assert "No action contains zzz. ? tells what you can type." in lines


def test_a_number_that_there_is_not_plays_nothing(person: Person) -> None:
    lines = told(person, "0", "10")

    assert "The number must be between 1 and 9, not 10." in lines
    assert not any("marks" in line for line in lines)


@pytest.mark.parametrize(
    "number", ["9" * 5000, "1." + "9" * 5000, "0" * 5000], ids=["nines", "after a dot", "zeros"]
)
def test_a_number_of_any_length_plays_nothing(person: Person, number: str) -> None:
    """Python itself reads no more than 4300 digits."""
    assert any(
        line.startswith("The number must be between 1 and ") for line in told(person, number)
    )


def test_digits_may_be_typed_as_a_japanese_keyboard_gives_them(person: Person) -> None:
    assert "Ann marks b2." in told(person, "５")


def test_what_was_typed_stays_harmless(person: Person) -> None:
    lines = told(person, "{seat.__class__}", "\x00\x1b[31m", ".5", "²", "٣")

    assert "Ann marks b1." in lines
    assert "Ben marks a2." in lines
    assert "No action contains {seat.__class__}. ? tells what you can type." in lines


def test_a_move_that_somebody_else_made_meanwhile_is_not_overwritten(person: Person) -> None:
    game = person.start(*TWO)
    assert game.stdin is not None
    assert game.stdout is not None
    while "9. Mark c3" not in game.stdout.readline():
        pass
    elsewhere = person.library.open(person.library.store.names()[0]).table
    elsewhere.play(0, elsewhere.legal_actions(0)[8])

    output, _ = game.communicate("1\n")

    assert "The game went on elsewhere." in output
    assert "Ann marks c3." in output
    table = person.library.open(person.library.store.names()[0]).table
    assert [moment.record.action for moment in table.path()][1:] == [
        elsewhere.positions[1].record.action
    ]


def test_on_a_full_disk_no_finished_move_is_lost(person: Person) -> None:
    """The file may grow by a move and a half; the second move is refused, the first one stays."""
    save, table = person.played(4)
    size = save.stat().st_size
    last = size - save.read_bytes()[:-1].rfind(b"\n") - 1

    room = size + last + last // 2
    limited = [sys.executable, "-m", "tests.limited", str(room), "tests.toys"]
    run = subprocess.run(
        [*limited, "resume", str(save), "--plain"],
        cwd=REPOSITORY,
        env={**os.environ, **person.environment},
        input="1\n1\n",
        capture_output=True,
        text=True,
        check=False,
    )

    assert run.returncode == 1
    assert run.stderr.startswith(f"hako: {save}: ")
    assert len(run.stderr.splitlines()) == 1
    opened = person.library.open(save.stem)
    assert not opened.torn
    assert len(opened.table.positions) == len(table.positions) + 1


def test_a_lesson_is_learned_in_lines(person: Person) -> None:
    """Plain play: output, answers, bots, and what is remembered."""
    lines = told(person, "", "7", "h", "2", "1", "", words=("learn", "tic_tac_toe", "--plain"))

    assert lines[0].startswith("Tic-tac-toe. Lesson: A row.")
    assert lines[1:4] == [
        "Three in a row win.",
        "Enter continues: ",
        "Row 1: cross, empty, empty.",
    ], "what it is about comes first; how it stands is told, not how that came about"
    for text in ("Three in a row win.", "2. Mark c1 (the lesson means this)", "Now the row."):
        assert text in lines
    assert "Not played: That would be no row." in lines
    assert "The lesson continues with 2. Mark c1" in lines
    assert lines.index("Three in a row: you win.") < lines.index(
        "The game is over. Three in a row."
    )
    assert " [x] 1. A row" in told(person, words=("learn", "--plain"))


def test_what_was_heard_is_said_again_when_it_is_asked_for_alone(person: Person) -> None:
    """A lesson's text for several actions, the text of a card, and one reason for many refusals."""
    learned = person.hako(
        "learn", "flip_city", "4", "--plain", typed="1\n1\n1\n\n", shelf=THE_SHELF
    ).stdout
    assert "You: play on or stop?" in learned, "a lesson addresses its learner"
    assert learned.count("The top card has no unhappy icon.") == 2
    assert learned.count("   Shopping Mall: ") == 2

    learned = person.hako(
        "learn", "monumental", "1", "--plain", typed="\n8\n\nn\n", shelf=THE_SHELF
    ).stdout
    assert learned.count("It is next to none of your tiles") == 1
    assert "Unavailable: Acquire School, Acquire Aqueduct, Acquire Harbour, " in learned
    assert "Your City, row 1: Library; Fort; Mine. Row 2: " in learned, "rows are chosen by"


@pytest.mark.parametrize(
    ("language", "text"), [("en", "asks for something else"), ("ja", "今は別のことをします")]
)
def test_another_action_than_the_lesson_s_is_not_played(
    person: Person, language: str, text: str
) -> None:
    """b3, of which the lesson says nothing."""
    lines = told(person, "", "6", words=("learn", "tic_tac_toe", "--plain", "--lang", language))

    assert any(text in line for line in lines)


def test_what_happened_since_the_last_turn_is_answered_where_nothing_did(person: Person) -> None:
    assert "Nobody else has made a choice since your last turn." in told(person, "w")


def test_card_looks_a_thing_up_and_alone_lists_all(person: Person) -> None:
    lines = told(person, "card mark", "i mark", "card", "card xyzzy")

    assert lines.count("mark (Words of the game)") == 2, "i is what it is called on a screen"
    assert "Words of the game: mark." in lines
    assert "Nothing in the game is called 'xyzzy'." in lines


def test_the_text_of_a_card_stands_below_the_first_action_that_names_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = new_table(load("quo_vadis"), "Ann", "Ben", "Cho")
    words = texts_of(table, "en", Path(plain.__file__).parent)
    lines = Console(words, "", Glossary(table.game, table.content, words))
    turn = PlainTurn(table, 0, lines, PlainTips(table, lines, Settings()))
    turn._folds = [turn._folds[0], turn._folds[0]]

    turn.show()

    texts = capsys.readouterr().out.splitlines()
    first = next(at for at, line in enumerate(texts) if line.startswith("1. Glorious"))
    assert texts[first + 1].startswith("   Glorious: People of the plains with clever hands.")
    assert texts[first + 2].startswith("2. Glorious")
    assert texts[first + 3 :] == []


def test_a_long_list_is_asked_in_two_steps(capsys: pytest.CaptureFixture[str]) -> None:
    """quo_vadis.setup.16: seven cubes in three resources of at most 5, first the spirit.

    With 2 spirit the other 5 are food and faith in six ways; a word finds every way.
    """
    table = new_table(load("quo_vadis"), "Ann", "Ben", "Cho")
    while not isinstance(table.state.agenda[-1], SpreadResources):
        table.play(table.waiting()[0], table.legal_actions(table.waiting()[0])[0])
    words = texts_of(table, "en", Path(plain.__file__).parent)
    lines = Console(words, "", Glossary(table.game, table.content, words))
    turn = PlainTurn(table, 0, lines, PlainTips(table, lines, Settings()))

    turn.show()
    turn.choose("3")
    turn.search("spirit 2, food 0")
    texts = capsys.readouterr().out.splitlines()
    assert "3. Spirit 2 (6 ways: 3 lists them)" in texts
    assert len([line for line in texts if line.startswith("3.") and "faith" in line]) == 6 + 1
    assert texts[-1] == "3.1. Spirit 2, food 0, faith 5"

    turn.choose("3.6")
    assert table.positions[-1].record.action == SpreadCubes(2, 5, 0)
    turn.choose("9")
    assert "between 1 and 6, not" in capsys.readouterr().out


def test_w_tells_what_happened_since_ones_last_turn(person: Person) -> None:
    """Ben has put his mark on a2 after Ann's on a1."""
    lines = told(person, "1", "3", "w")

    asked = [at for at, line in enumerate(lines) if line == "> w"]
    assert lines[asked[0] + 1].startswith("Ben: Ben marks a2")


def test_sums_since_ones_last_turn_say_whose_they_are(person: Person) -> None:
    """A line for each seat; the events that caused them were printed before."""
    seats = ("--seed", "3", "--seat", "Ann", "--seat", "bot:greedy")
    words = ("play", "world_monger", "--plain", *seats)
    lines = person.hako(*words, typed="1\n7\n1\n", shelf=THE_SHELF).stdout.splitlines()

    at = lines.index("Since your last turn")
    assert lines[at + 1 : at + 3] == [
        "Ann: net worth (Celts) 16 → 20 (+4)",
        "Greedy: net worth (Celts) 16 → 20 (+4)",
    ]


def test_how_a_moment_came_about_is_told_in_words(person: Person) -> None:
    """With this seed the fourth card is one too many."""
    seats = ("--seed", "2", "--seat", "Ann", "--seat", "Ben")
    words = ("play", "flip_city", "--plain", *seats)
    lines = person.hako(*words, typed="1\n" * 4, shelf=THE_SHELF).stdout.splitlines()

    at = lines.index("Ann busts: unhappy 3/3. Nothing is built.")
    assert lines[at + 1].startswith("  Lost: 0 points and $5. Played: Convenience Store")


def test_a_turns_tips_on_until_it_is_typed_again(person: Person) -> None:
    """Ann hears what stands out in her choice; what her turn brought; and then no more."""
    lines = told(person, "a", "1", "3", "a", "1", words=(*TWO[:5], "--seat", "Ann", *ALONE[-2:]))

    asked = lines.index("> a")
    assert lines[asked + 2].startswith("Hint: Mark ")
    assert "Your turn: score 0 → 1." in lines[asked:]
    silent = lines.index("Hints before your choices are off. a turns them on.")
    assert not any(line.startswith(("Hint: ", "Your turn")) for line in lines[silent:])
    assert SettingsFile(person.data / "settings.toml").read().tips == ()


def test_a_second_thought_tells_the_chances_of_the_best(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann has a1, Ben b1: whatever Ann does next, nothing is won at once."""
    monkeypatch.setattr(turn, "HintSearch", lambda _: HintSearch(60.0, simulations=8, playouts=8))

    lines = told(person, "1", "1", "h")

    (best,) = [line for line in lines if line.startswith("After 1 s of search: ")]
    assert best.count(" % to win") == 2


def test_where_there_is_a_clock_the_time_left_is_told(person: Person) -> None:
    game, people = TOYS.load("tic_tac_toe"), (Player("Ann"), Player("Ben"))
    store = FolderStore(person.data / "saves")
    table = History.new(game, shared_header(game, people, seed=1, clock="3d"), store.create)
    assert table.save is not None
    words = ("resume", str(store.path(table.save.name)), "--plain")

    lines = told(person, "q", words=words)

    assert lines.count("3 days left") + lines.count("2 days 23 hours left") == 1


def test_the_gravest_threat_follows_the_question(capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table(THREATENED, "Ann", "Ben")
    words = texts_of(table, "en", Path(plain.__file__).parent)
    lines = Console(words, "", Glossary(table.game, table.content, words))
    turn = PlainTurn(table, 0, lines, PlainTips(table, lines, Settings()))

    turn.show()
    shown = capsys.readouterr().out.splitlines()
    assert shown[:2] == ["Ann, mark a cell.", "! Nobody can stop Ben from winning any more."]

    turn.since()
    threats = [line for line in capsys.readouterr().out.splitlines() if line.startswith("! ")]
    assert len(threats) == len(GRAVITIES) - 1
