from __future__ import annotations

import stat
from pathlib import Path

import asyncssh
import pytest

from hako.tui.lobby.names import BadNames, NameRegistry, NamesFull, NameTaken, is_fit
from hako.tui.ssh.auth import host_key, public_line, read_allowed_keys
from tests.tui.ssh.person import demo_house, key_of, names_in

ADA = public_line(key_of("ada"))
BOB = public_line(key_of("bob"))


async def test_a_key_logs_in(tmp_path: Path) -> None:
    async with demo_house(tmp_path) as demo:
        ada = await demo.sit_down("ada")
        await ada.sees("ada is here")
        assert demo.app_of("ada").visit.visitor.key == key_of("ada").get_fingerprint()


async def test_a_name_belongs_to_the_first_key_that_takes_it(tmp_path: Path) -> None:
    """Also after a restart, and however it is capitalised."""
    async with demo_house(tmp_path) as demo:
        await demo.sit_down("ada")
    async with demo_house(tmp_path) as demo:
        for name in ("ada", "ADA"):
            with pytest.raises(asyncssh.PermissionDenied):
                await demo.come(name, key="bob")
        assert any("'ada' belongs to another key" in notice for notice in demo.notices)
        assert any("'ada' という名前は、ここでは別の鍵" in notice for notice in demo.notices)
        await demo.sit_down("ada")


async def test_one_key_may_have_several_names(tmp_path: Path) -> None:
    async with demo_house(tmp_path) as demo:
        await demo.sit_down("ada")
        await demo.sit_down("countess", key="ada")


async def test_of_several_keys_the_one_that_owns_the_name_is_found(tmp_path: Path) -> None:
    """An agent offers all its keys, one after the other."""
    async with demo_house(tmp_path) as demo:
        await demo.sit_down("ada")
        keys = [key_of("bob"), key_of("carol"), key_of("ada")]
        connection = await asyncssh.connect(
            "127.0.0.1",
            demo.house.port,
            known_hosts=None,
            config=None,
            username="ada",
            client_keys=keys,
        )
        demo.connections.append(connection)
        assert connection.get_extra_info("username") == "ada"


async def test_a_japanese_name_is_a_name(tmp_path: Path) -> None:
    async with demo_house(tmp_path) as demo:
        player = await demo.sit_down("花子")
        await player.sees("花子 is here")


@pytest.mark.parametrize("name", ["ada", "Ada-2", "花子", "ゑ", "7of9", "Ærø_b"])
def test_letters_digits_and_dashes_make_a_name(name: str) -> None:
    assert is_fit(name)


@pytest.mark.parametrize(
    "name",
    ["", "a b", "-a", "a\x1b[2J", "a" * 25, "花" * 13, "a\u0301" * 13, "a\u202eb", "<b>", "★"],
)
def test_what_could_disturb_a_screen_is_no_name(name: str) -> None:
    """24 cells at most, so 12 kanji; 25 or more code points are too many as well."""
    assert not is_fit(name)


async def test_an_unfit_name_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async with demo_house(tmp_path) as demo:
        with pytest.raises(asyncssh.PermissionDenied):
            await demo.come("a" * 25)
        assert any("is no name to play under" in notice for notice in demo.notices)


async def test_without_a_key_nobody_comes_in(tmp_path: Path) -> None:
    async with demo_house(tmp_path) as demo:
        with pytest.raises(asyncssh.PermissionDenied):
            await demo.come("zoe", key=None)


async def test_guests_come_in_where_they_are_welcome(tmp_path: Path) -> None:
    async with demo_house(tmp_path, guests=True) as demo:
        zoe = await demo.sit_down("zoe", key=None)
        await zoe.sees("zoe (guest) is here")
        assert demo.app_of("zoe").visit.visitor.is_guest


async def test_a_guest_owns_no_name_and_takes_none(tmp_path: Path) -> None:
    async with demo_house(tmp_path, guests=True) as demo:
        await demo.sit_down("ada", key=None)
        await demo.sit_down("ada")  # with her key: now the name is hers
        with pytest.raises(asyncssh.PermissionDenied):
            await demo.come("ada", key=None)


async def test_somebody_elses_key_does_not_make_a_guest_the_owner(tmp_path: Path) -> None:
    """Bob's key is refused for Ada's name; as a guest he cannot have it either."""
    async with demo_house(tmp_path, guests=True) as demo:
        await demo.sit_down("ada")
        with pytest.raises(asyncssh.PermissionDenied):
            await demo.come("ada", key="bob")


async def test_a_closed_house_knows_its_friends(tmp_path: Path) -> None:
    friends = tmp_path / "friends"
    friends.write_text(f"# who may come\n{ADA} ada@laptop\n", encoding="utf-8")
    async with demo_house(tmp_path, allow=friends) as demo:
        await demo.sit_down("ada")
        with pytest.raises(asyncssh.PermissionDenied):
            await demo.come("bob")
        assert any("closed house" in notice for notice in demo.notices)


def test_a_list_of_friends_without_a_key_is_named(tmp_path: Path) -> None:
    friends = tmp_path / "friends"
    friends.write_text("ada\nbob\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"friends: No valid entries found\. A line of it is"):
        read_allowed_keys(friends)


async def test_a_house_is_not_both_closed_and_open_to_guests(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a guest has no key"):
        async with demo_house(tmp_path, guests=True, allow=tmp_path / "friends"):
            pass


@pytest.mark.parametrize(
    ("guests", "methods"), [(False, ["publickey"]), (True, ["publickey", "keyboard-interactive"])]
)
async def test_there_are_no_passwords(tmp_path: Path, guests: bool, methods: list[str]) -> None:
    """What is offered; keyboard-interactive asks a guest nothing at all."""
    async with demo_house(tmp_path, guests=guests) as demo:
        offered = await asyncssh.get_server_auth_methods(
            "127.0.0.1", demo.house.port, username="ada", config=None
        )
        assert list(offered) == methods


async def test_a_password_is_of_no_use(tmp_path: Path) -> None:
    async with demo_house(tmp_path) as demo:
        with pytest.raises(asyncssh.PermissionDenied):
            await demo.connect("ada", key=None, password="swordfish")


async def test_the_host_key_is_made_once_and_for_the_owners_eyes_only(tmp_path: Path) -> None:
    async with demo_house(tmp_path) as demo:
        connection = await demo.connect("ada")
        before = connection.get_server_host_key()
    async with demo_house(tmp_path) as demo:
        connection = await demo.connect("ada")
        after = connection.get_server_host_key()
    assert before is not None
    assert after is not None
    assert before.get_algorithm() == "ssh-ed25519"
    assert before.public_data == after.public_data
    assert stat.S_IMODE((tmp_path / "host_key").stat().st_mode) == 0o600
    assert names_in(tmp_path) == ["host_key", "names.jsonl"]


def test_a_broken_host_key_is_named(tmp_path: Path) -> None:
    path = tmp_path / "host_key"
    path.write_text("no key", encoding="ascii")
    with pytest.raises(ValueError, match="host_key is no private key"):
        host_key(path)


def test_two_servers_over_one_folder_agree_on_names(tmp_path: Path) -> None:
    path = tmp_path / "names.jsonl"
    here, there = NameRegistry(path, 10), NameRegistry(path, 10)
    here.claim("ada", ADA)
    there.claim("bob", BOB)
    with pytest.raises(NameTaken):
        there.claim("ada", BOB)
    there.claim("ada", ADA)
    assert NameRegistry(path, 10).owner("bob") == BOB
    assert len(path.read_text(encoding="utf-8").splitlines()) == 2


def test_a_line_that_was_torn_by_a_crash_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "names.jsonl"
    NameRegistry(path, 10).claim("ada", ADA)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"name":"bo')
    names = NameRegistry(path, 10)
    names.claim("carol", BOB)
    assert [NameRegistry(path, 10).owner(name) for name in ("ada", "carol")] == [ADA, BOB]


def test_a_bad_line_is_an_error_that_names_it(tmp_path: Path) -> None:
    path = tmp_path / "names.jsonl"
    path.write_text('{"name":"ada","key":"k"}\nada owns this\n', encoding="utf-8")
    with pytest.raises(BadNames, match=r"names\.jsonl, line 2: "):
        NameRegistry(path, 10)


def test_only_so_many_names_are_remembered(tmp_path: Path) -> None:
    names = NameRegistry(tmp_path / "names.jsonl", 1)
    names.claim("ada", ADA)
    with pytest.raises(NamesFull):
        names.claim("bob", BOB)
    names.claim("ada", ADA)
