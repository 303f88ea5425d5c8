"""`hako serve` and `hako lobby`, as far as they say something in words."""

from __future__ import annotations

import socket

from tests.tui.commands.terminal import Person, one_line


def test_a_port_that_is_taken_is_named(person: Person) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]

        told = person.hako("serve", "--port", str(port))

    assert told.exit_code == 1
    assert one_line(told) == (
        f"hako: The house cannot be opened at 127.0.0.1, port {port}: Address already in use."
        " Try another --port, or 0 for any free one."
    )


def test_the_tables_of_a_folder_are_listed_without_a_terminal(person: Person) -> None:
    """An account's own tables and the open ones: in a new folder there is none."""
    told = person.hako("lobby", "games", "--name", "Mia")

    assert (told.exit_code, told.stdout) == (0, "No table is open.\n")


def test_a_folder_that_cannot_be_written_is_named_and_not_the_port(person: Person) -> None:
    person.data.write_text("in the way")

    told = person.hako("serve", "--port", "0")

    assert told.exit_code == 1
    assert one_line(told) == f"hako: {person.data}: File exists."
