"""`hako serve` and `hako lobby`, as far as they say something in words."""

from __future__ import annotations

import os
import socket
from asyncio import BaseEventLoop
from pathlib import Path
from typing import NoReturn

import pytest

from hako.cli.context import CommandContext
from hako.cli.exceptions import FOLDER
from hako.cli.join_addresses import access_hints, addresses, ways
from hako.engine.i18n.catalogue import load_catalogue
from hako.engine.i18n.languages import LANGUAGES, Language
from tests.cli.commands.terminal import Person, closed, one_line


def test_a_port_that_is_taken_is_named(person: Person) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]

        result = person.hako("serve", "--port", str(port))

    assert result.exit_code == 1
    assert one_line(result) == (
        f"hako: The server cannot listen at 127.0.0.1, port {port}: the port is in use."
        " Try another --port, or 0 for any free one."
    )


def test_browsers_come_to_no_folder_in_which_others_write(person: Person) -> None:
    """A user who can put a key there could sign a cookie for anybody."""
    person.data.mkdir()
    person.data.chmod(0o770)

    result = person.hako("serve", "--workers", "1", "--port", "0", "--web", "0")

    assert result.exit_code == 1
    assert one_line(result).startswith(f"hako: {person.data}: other accounts can write there")


def test_the_tables_of_a_folder_are_listed_without_a_terminal(person: Person) -> None:
    """An account's own tables and the open ones: in a new folder there is none."""
    result = person.hako("lobby", "tables", "--name", "Mia")

    assert (result.exit_code, result.stdout) == (0, "No table is open.\n")


def test_a_folder_that_cannot_be_written_is_named_and_not_the_port(person: Person) -> None:
    person.data.write_text("in the way")

    result = person.hako("serve", "--workers", "1", "--port", "0")

    assert result.exit_code == 1
    assert one_line(result) == f"hako: {person.data}: this must be a folder, not a file."


def test_a_folder_of_others_is_refused_in_words(person: Person) -> None:
    """An account outside of the group that the folder belongs to hears what would do."""
    person.data.mkdir()
    person.hako("lobby", "tables", "--name", "Mia")

    with closed(person.data):
        result = person.hako("lobby", "tables", "--name", "Mia")

    assert result.exit_code == 1
    assert one_line(result).startswith(f"hako: {person.data}")
    assert one_line(result).endswith(
        ": you have no permission to read or write there;"
        " choose another folder with --data or change its permissions."
    )


def test_settings_of_others_do_not_keep_us_from_saying_so(person: Person) -> None:
    """An error is told in the language of the settings, which cannot be read here either."""
    person.data.mkdir()

    with closed(person.data):
        assert CommandContext(data=person.data).language_of_errors == "en"


def test_a_key_of_the_server_that_is_damaged_is_named(person: Person) -> None:
    """A list with a damaged line keeps it from nothing: see test_auth.py."""
    person.data.mkdir()
    (person.data / "host_key").write_text("no key", encoding="utf-8")

    result = person.hako("serve", "--workers", "1", "--port", "0")

    assert result.exit_code == 1
    assert one_line(result).startswith(f"hako: {person.data / 'host_key'}")
    assert "is not a private key: Invalid private key. Move it away" in one_line(result)


def test_a_list_of_friends_without_a_key_is_named(person: Person) -> None:
    person.data.mkdir()
    friends = person.data / "friends"
    friends.write_text("ada\n", encoding="utf-8")

    result = person.hako("serve", "--workers", "1", "--port", "0", "--allow-keys", friends)

    assert result.exit_code == 1
    assert one_line(result).startswith(
        f"hako: {friends}: No valid entries found. Each line must be a public key"
    )


def test_a_folder_that_cannot_be_used_is_no_matter_of_ports(person: Person) -> None:
    (person.data / "names.jsonl").mkdir(parents=True)

    result = person.hako("serve", "--workers", "1", "--port", "0")

    assert one_line(result) == f"hako: {person.data / 'names.jsonl'}: this is a folder, not a file."


def test_an_address_of_another_machine_is_told_from_a_port_that_is_taken(person: Person) -> None:
    """192.0.2.0/24 belongs to nobody (RFC 5737)."""
    result = person.hako("serve", "--host", "192.0.2.1", "--port", "0")

    assert result.exit_code == 1
    assert "this is not an address of this machine. Try another --host" in one_line(result)


@pytest.mark.parametrize("processes", ["1", "2"])
def test_an_error_of_asyncio_without_a_number_is_about_the_address(
    person: Person, monkeypatch: pytest.MonkeyPatch, processes: str
) -> None:
    """As Python 3.13 and later raise it where no address can be bound."""

    async def refuse(*_: object, **__: object) -> NoReturn:
        raise OSError("could not bind on any address out of [('192.0.2.1', 2222)]")

    monkeypatch.setattr(BaseEventLoop, "create_server", refuse)

    result = person.hako("serve", "--workers", processes, "--host", "192.0.2.1")

    assert result.exit_code == 1
    assert "this is not an address of this machine. Try another --host" in one_line(result)


@pytest.mark.parametrize("address", ["192.0.2.1/24", "balancer.example.org"])
def test_what_names_no_balancer_is_refused_with_what_would(
    person: Person, tmp_path: Path, address: str
) -> None:
    config = tmp_path / "serve.toml"
    config.write_text(f'proxy_protocol_from = ["{address}"]\n')

    result = person.hako("serve", "--port", "0", "--config", config)

    assert result.exit_code == 2
    text = one_line(result)
    assert "`proxy_protocol_from` must have addresses such as 192.0.2.7" in text
    assert f"not {address}." in text


def test_what_a_lobby_writes_is_for_the_group_where_the_umask_says_so(
    person: Person, tmp_path: Path
) -> None:
    """Accounts of their own, over a folder that belongs to a group."""
    before = os.umask(0o002)
    try:
        person.hako("lobby", "tables", "--name", "Mia", "--data", tmp_path / "house")
        person.hako("vacation", "5", "--name", "Mia", "--data", tmp_path / "house")
    finally:
        os.umask(before)

    written = [*(tmp_path / "house").rglob("*")]
    assert {"names.jsonl", "away.jsonl"} <= {path.name for path in written}
    assert all(path.stat().st_mode & 0o060 == 0o060 for path in written)


def test_who_is_away_says_so_where_no_server_is_open(person: Person) -> None:
    """A number of days, none for what holds now; what cannot be is refused in words."""
    assert "on vacation until" in person.hako("vacation", "5", "--name", "Mia").output
    assert "16 of 21 days" in person.hako("lobby", "vacation", "--name", "Mia").output
    assert "You are not on vacation" in person.hako("vacation", "0", "--name", "Mia").output
    for words, text in (
        (("vacation", "22"), "Allowed a year"),
        (("lobby", "vacation", "soon"), "not 'soon'"),
    ):
        result = person.hako(*words, "--name", "Mia")
        assert (result.exit_code, text in one_line(result)) == (1, True)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.8.0.1"])
def test_where_only_this_machine_can_come_the_way_to_open_it_is_told(host: str) -> None:
    lines = [*access_hints(load_catalogue("en", FOLDER), host, 2222)]

    assert addresses(host) == []
    assert "--host 0.0.0.0" in lines[0]
    assert lines[1] == f"  ssh -p 2222 NAME@{addresses('0.0.0.0')[0]}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_friends_elsewhere_need_the_router(language: Language) -> None:
    """192.168.0.0/16 is of no use outside (RFC 1918); a name or another address may be."""
    texts = load_catalogue(language, FOLDER)

    [line] = access_hints(texts, "192.168.1.7", 2222)
    assert "2222" in line
    assert [*access_hints(texts, "games.example", 2222)] == []
    assert ways("games.example", 2222) == ["-p 2222 NAME@games.example"]


def test_who_listens_everywhere_is_told_their_own_address() -> None:
    """Address that others can type: not that of all interfaces, nor that of this machine alone."""
    for host in ("", "0.0.0.0"):
        assert addresses(host)
        assert not {*addresses(host)} & {"", "0.0.0.0", "::", "127.0.0.1", "::1"}
