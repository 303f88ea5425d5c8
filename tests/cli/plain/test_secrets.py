"""`--plain` with secrets: several people at one keyboard, and each reads only what is theirs."""

from __future__ import annotations

from tests.cli.commands.terminal import Person

TWO = ("play", "sealed_bids", "--plain", "--seed", "1", "--seat", "Ann", "--seat", "Ben")
ALONE = ("play", "sealed_bids", "--plain", "--seed", "1", "--seat", "Ann", "--seat", "bot:random")


def told(person: Person, *typed: str, words: tuple[str, ...] = TWO) -> str:
    """Output after this input."""
    result = person.hako(*words, typed="".join(f"{line}\n" for line in typed))
    assert result.exit_code == 0
    return result.stdout


def test_nothing_is_told_before_the_next_person_is_there(person: Person) -> None:
    """Ben's coins are told after his answer, and Ann's are not told to him again."""
    before, _, after = told(person, "y", "1", "1", "y").partition("It is Ben's turn.")

    assert "Ann draws a coin." not in before
    assert "Ben draws a coin." in before
    assert "Ann draws a coin." in after
    assert "Ben draws a coin." not in after
    assert "Ann has chosen." in after


def test_the_first_person_is_waited_for_too(person: Person) -> None:
    assert told(person).splitlines()[1].startswith("It is Ann's turn.")


def test_alone_nobody_is_waited_for(person: Person) -> None:
    lines = told(person, "1", "1", words=ALONE)

    assert "when only you can see this" not in lines
    assert "Random draws a coin." in lines


def test_what_drew_or_revealed_is_announced_as_final(person: Person) -> None:
    lines = told(person, "y", words=(*TWO, "--undo", "until-revealed"))

    assert "2. Look at the top coin (can't be undone: reveals hidden information)" in lines


def test_what_was_revealed_is_taken_back_only_if_all_agree(person: Person) -> None:
    ask = (*TWO, "--undo", "by-consent")

    assert "Not everybody agreed; the move stands." in told(person, "y", "2", "u", "n", words=ask)
    assert "Undone." in told(person, "y", "2", "u", "y", words=ask)


def test_what_was_revealed_is_final_where_nobody_is_asked(person: Person) -> None:
    horizon = (*TWO, "--undo", "until-revealed")

    assert "This can't be undone any more" in told(person, "y", "2", "u", words=horizon)


def test_what_is_not_offered_is_told_with_its_reason(person: Person) -> None:
    sentence = "Unavailable: Look at the top coin (You know the top coin already (round.2).)"

    assert sentence not in told(person, "y", "2"), "nobody asked"
    assert sentence in told(person, "y", "2", "n")


def test_a_hint_needs_no_more_than_the_seat_knows(person: Person) -> None:
    assert "A bot would play " in told(person, "y", "h")
