from __future__ import annotations

import os
import stat
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import asyncssh
import pytest

from hako.engine.log.storage_errors import StorageError
from hako.engine.storage.file_save import FileDocument
from hako.multiplayer.accounts import name_rules as spelling
from hako.multiplayer.accounts.name_rules import is_fit
from hako.multiplayer.accounts.names import NameRegistry, NamesFull, NameTaken
from hako.multiplayer.accounts.users import User
from hako.multiplayer.moderation.audit_log import AuditLog
from hako.multiplayer.moderation.commands import Ban
from hako.multiplayer.ratings.commitment_log import CommitmentLog
from hako.multiplayer.services import Services
from hako.server.limits import Limits
from hako.server.ssh.auth import Authenticator, public_line
from hako.server.ssh.host_keys import HOST_KEYS, host_key, is_server_key
from tests.server.ssh.person import ada_sits_down, demo_server, key_of, names_in
from tests.server.ssh.tables import open_lobby

ADA = public_line(key_of("ada"))
BOB = public_line(key_of("bob"))


async def test_a_key_logs_in(tmp_path: Path) -> None:
    async with ada_sits_down(tmp_path) as (demo, ada):
        await ada.sees("ada is here")
        assert demo.app_of("ada").client.user.key == key_of("ada").get_fingerprint()


async def test_a_name_belongs_to_the_first_key_that_takes_it(tmp_path: Path) -> None:
    """Also after a restart, and however it is capitalised."""
    async with demo_server(tmp_path) as demo:
        await demo.sit_down("ada")
    async with demo_server(tmp_path) as demo:
        for name in ("ada", "ADA"):
            with pytest.raises(asyncssh.PermissionDenied):
                await demo.come(name, key="bob")
        assert any("The name 'ada', or one that looks like it" in notice for notice in demo.notices)
        assert any("'ada' という名前は、ここでは別の鍵" in notice for notice in demo.notices)
        await demo.sit_down("ada")


async def test_one_key_may_have_several_names(tmp_path: Path) -> None:
    async with demo_server(tmp_path) as demo:
        await demo.sit_down("ada")
        await demo.sit_down("countess", key="ada")


async def test_of_several_keys_the_one_that_owns_the_name_is_found(tmp_path: Path) -> None:
    """An agent offers all its keys, one after the other."""
    async with demo_server(tmp_path) as demo:
        await demo.sit_down("ada")
        keys = [key_of("bob"), key_of("carol"), key_of("ada")]
        connection = await demo.connect("ada", client_keys=keys)
        assert connection.get_extra_info("username") == "ada"


async def test_a_japanese_name_is_a_name(tmp_path: Path) -> None:
    async with demo_server(tmp_path) as demo:
        player = await demo.sit_down("花子")
        await player.sees("花子 is here")


@pytest.mark.parametrize(
    "name",
    [
        *("ada", "Ada-2", "花子", "ゑ", "7of9", "Ærø_b", "Иван", "김철수"),
        *("田中さん", "ハナコ", "佐々木", "山田taro", "山田_太郎", "ﾊﾅｺ"),
    ],
)
def test_letters_digits_and_dashes_make_a_name(name: str) -> None:
    assert is_fit(name)


@pytest.mark.parametrize(
    "name",
    ["", "a b", "-a", "a\x1b[2J", "a" * 25, "花" * 13, "a\u0301" * 13, "a\u202eb", "<b>", "★"],
)
def test_what_could_disturb_a_screen_is_no_name(name: str) -> None:
    """24 cells at most, so 12 kanji; 25 or more code points are too many as well."""
    assert not is_fit(name)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "ada\u115f",
            "\u115f",
            "ada\u1160",
            "ada\u17b5",
            "\u17b5",
            "ada\u3164",
            "a\u200dda",
            "\u0301",
        ),
        *("\u0430da", "\u0391da", "花\u0430子", "ⲀⲆⲀ"),
    ],
)
def test_fillers_marks_alone_and_mixed_scripts_are_no_name(name: str) -> None:
    """Latin, Han and kana are one script set; the second line has a Cyrillic or Greek a, and Coptic."""
    assert not is_fit(name)


@pytest.mark.parametrize(
    ("owned", "alike"),
    [
        ("COCOA", "СОСОА"),
        ("bob", "b0b"),
        ("Ill", "lll"),
        ("力也", "カ也"),
        ("ロ一", "口ー"),
        ("bob", "ＢＯＢ"),
    ],
)
def test_a_name_that_looks_like_an_owned_one_is_taken(
    tmp_path: Path, owned: str, alike: str
) -> None:
    """The first is spelled in Cyrillic; kanji and kana are 力 and カ, 口 and ロ, 一 and ー."""
    names = NameRegistry(FileDocument(tmp_path / "names.jsonl"), 10)
    names.claim(owned, ADA)
    assert not names.is_free(alike)
    with pytest.raises(NameTaken):
        names.claim(alike, BOB)
    names.claim(alike, ADA)


def test_a_name_of_another_spelling_gives_no_right_to_one_that_looks_like_an_owned_one(
    tmp_path: Path,
) -> None:
    """вов is no look-alike of anything; in capitals it is BOB."""
    names = NameRegistry(FileDocument(tmp_path / "names.jsonl"), 10)
    names.claim("BOB", BOB)
    names.claim("вов", ADA)
    assert not names.may_have("ВОВ", ADA)


def test_names_of_before_stay_with_their_keys(tmp_path: Path) -> None:
    """Also two that look alike, one that would be refused today, and after many years."""
    path = tmp_path / "names.jsonl"
    lines = (("ada", ADA, "2020-01-01T00:00:00Z"), ("аdа", BOB, "2020-01-01T00:00:00Z"))
    path.write_text(
        "".join(f'{{"name":"{name}","key":"{key}","since":"{at}"}}\n' for name, key, at in lines),
        encoding="utf-8",
    )
    names = NameRegistry(FileDocument(path), 10)
    assert [names.may_have("ada", ADA), names.may_have("аdа", BOB)] == [True, True]
    assert [names.may_have("ada", BOB), names.may_have("аdа", ADA)] == [False, False]
    assert Authenticator(names).objection_to_key("аdа", key_of("bob"), "192.0.2.1") is None


def test_a_name_nobody_comes_under_again_is_free_after_30_days(tmp_path: Path) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    names = NameRegistry(FileDocument(tmp_path / "names.jsonl"), 10, clock=lambda: now)
    names.claim("ada", ADA)
    names.claim("bob", BOB)
    names.claim("carol", ADA)
    names.save("ada", ADA)  # the same day: that is not coming again
    now += timedelta(days=29)
    names.save("bob", BOB)
    assert not names.is_free("ada")
    now += timedelta(days=2)
    assert [names.is_free("ada"), names.is_free("bob")] == [True, False]
    names.claim("ada", BOB)
    names.claim("carol", ADA)
    assert not names.is_free("carol")
    again = NameRegistry(
        FileDocument(tmp_path / "names.jsonl"), 10, clock=lambda: now + timedelta(days=1)
    )
    assert [again.may_have("ada", BOB), again.may_have("ada", ADA)] == [True, False]


def test_a_key_takes_three_new_names_a_day(tmp_path: Path) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    names = NameRegistry(FileDocument(tmp_path / "names.jsonl"), 10, clock=lambda: now)
    for name in ("ada", "countess", "byron"):
        names.claim(name, ADA)
    with pytest.raises(NamesFull):
        names.claim("lovelace", ADA)
    names.claim("bob", BOB)
    now += timedelta(days=1)
    names.claim("lovelace", ADA)


async def test_in_a_storm_only_people_known_before_take_seats(tmp_path: Path) -> None:
    """`--new-names 0`."""
    Services(tmp_path).names().claim("ada", public_line(key_of("ada")))
    async with open_lobby(tmp_path, limits=Limits(new_names=0)) as at:
        room = at.table(None, None, None)
        (bob,) = await at.at_table(room, "bob")
        await bob.sees("You cannot take a seat")
        await at.at_table(room, "ada")
    assert [player.name for player in room.table.players] == ["ada", ""]


async def test_looking_takes_no_name_and_an_address_takes_so_many_a_day(tmp_path: Path) -> None:
    """The limit is 1 here, and 3 by default; a second user watches."""
    async with open_lobby(tmp_path, limits=Limits(new_names=1)) as at:
        room = at.table(None, None, None)
        for name in ("ada", "bob"):
            person = await at.come(name)
            await person.sees(room.code)
        assert (tmp_path / "names.jsonl").read_bytes() == b""
        await at.at_table(room, "ada")
        (bob,) = await at.at_table(room, "bob")
        await bob.sees("You cannot take a seat")
    assert [player.name for player in room.table.players] == ["ada", ""]
    assert Limits().new_names == 3


async def test_an_unfit_name_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async with demo_server(tmp_path) as demo:
        with pytest.raises(asyncssh.PermissionDenied):
            await demo.come("a" * 25)
        assert any("is not a valid name" in notice for notice in demo.notices)


async def test_without_a_key_nobody_comes_in(tmp_path: Path) -> None:
    async with demo_server(tmp_path) as demo:
        with pytest.raises(asyncssh.PermissionDenied):
            await demo.come("zoe", key=None)


async def test_guests_come_in_where_they_are_welcome(tmp_path: Path) -> None:
    async with demo_server(tmp_path, guests=True) as demo:
        zoe = await demo.sit_down("zoe", key=None)
        await zoe.sees("zoe (guest) is here")
        assert demo.app_of("zoe").client.user.is_guest


async def test_a_guest_owns_no_name_and_takes_none(tmp_path: Path) -> None:
    async with demo_server(tmp_path, guests=True) as demo:
        await demo.sit_down("ada", key=None)
        await demo.sit_down("ada")  # with her key: now the name is hers
        with pytest.raises(asyncssh.PermissionDenied):
            await demo.come("ada", key=None)


async def test_somebody_elses_key_does_not_make_a_guest_the_owner(tmp_path: Path) -> None:
    """Bob's key is refused for Ada's name; as a guest he cannot have it either."""
    async with demo_server(tmp_path, guests=True) as demo:
        await demo.sit_down("ada")
        with pytest.raises(asyncssh.PermissionDenied):
            await demo.come("ada", key="bob")


async def test_a_closed_server_knows_its_friends(tmp_path: Path) -> None:
    friends = tmp_path / "friends"
    friends.write_text(f"# who may come\n{ADA} ada@laptop\n", encoding="utf-8")
    async with demo_server(tmp_path, allow=friends) as demo:
        await demo.sit_down("ada")
        with pytest.raises(asyncssh.PermissionDenied):
            await demo.come("bob")
        assert any("by invitation" in notice for notice in demo.notices)


async def test_a_server_is_not_both_closed_and_open_to_guests(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="guests have no key"):
        async with demo_server(tmp_path, guests=True, allow=tmp_path / "friends"):
            pass


@pytest.mark.parametrize(
    ("guests", "methods"), [(False, ["publickey"]), (True, ["publickey", "keyboard-interactive"])]
)
async def test_there_are_no_passwords(tmp_path: Path, guests: bool, methods: list[str]) -> None:
    """Only public keys and keyboard-interactive are offered; that one asks a guest nothing."""
    async with demo_server(tmp_path, guests=guests) as demo:
        offered = await asyncssh.get_server_auth_methods(
            "127.0.0.1", demo.context.port, username="ada", config=None
        )
        assert list(offered) == methods


async def test_a_password_is_of_no_use(tmp_path: Path) -> None:
    async with demo_server(tmp_path) as demo:
        with pytest.raises(asyncssh.PermissionDenied):
            await demo.connect("ada", key=None, password="swordfish")


async def test_the_host_key_is_made_once_and_for_the_owners_eyes_only(tmp_path: Path) -> None:
    async with demo_server(tmp_path) as demo:
        connection = await demo.connect("ada")
        before = connection.get_server_host_key()
    async with demo_server(tmp_path) as demo:
        connection = await demo.connect("ada")
        after = connection.get_server_host_key()
    assert before is not None
    assert after is not None
    assert before.get_algorithm() == "ssh-ed25519"
    assert before.public_data == after.public_data
    assert stat.S_IMODE((tmp_path / "host_key").stat().st_mode) == 0o600
    assert names_in(tmp_path) == ["host_key", "house.lock", "names.jsonl"]


def test_two_servers_over_one_folder_agree_on_names(tmp_path: Path) -> None:
    path = tmp_path / "names.jsonl"
    one, other = NameRegistry(FileDocument(path), 10), NameRegistry(FileDocument(path), 10)
    one.claim("ada", ADA)
    other.claim("bob", BOB)
    with pytest.raises(NameTaken):
        other.claim("ada", BOB)
    other.claim("ada", ADA)
    assert NameRegistry(FileDocument(path), 10).owns("bob", BOB)
    assert len(path.read_text(encoding="utf-8").splitlines()) == 2


def test_a_line_that_was_torn_by_a_crash_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "names.jsonl"
    NameRegistry(FileDocument(path), 10).claim("ada", ADA)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"name":"bo')
    names = NameRegistry(FileDocument(path), 10)
    names.claim("carol", BOB)
    again = NameRegistry(FileDocument(path), 10)
    assert [again.owns("ada", ADA), again.owns("carol", BOB)] == [True, True]


@pytest.mark.parametrize("line", [b"ada owns this", b'{"name":"\xff","key":"k"}', b"[" * 5000])
def test_a_damaged_line_is_told_and_takes_nothing_with_it(
    tmp_path: Path, line: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """Names, orders and deals before and after it hold; it stays in the file."""
    names, context, deals = (tmp_path / f"{stem}.jsonl" for stem in ("names", "house", "deals"))
    NameRegistry(FileDocument(names), 10).claim("ada", ADA)
    AuditLog(FileDocument(context)).write(Ban("192.0.2.1"), User("host", "h"))
    deals.write_bytes(b'{"line":"fixed","at":1,"commitment":"c"}\n')
    for path in (names, context, deals):
        path.write_bytes(line + b"\n" + path.read_bytes())

    assert NameRegistry(FileDocument(names), 10).owns("ada", ADA)
    assert AuditLog(FileDocument(context)).sanctions.against("ban", "192.0.2.1")
    assert CommitmentLog(FileDocument(deals)).fixed == {"c": 1}
    for path in (names, context, deals):
        assert f"{path}, line 1: the line is damaged" in caplog.text
        assert path.read_bytes().startswith(line)


def test_no_date_of_a_deal_is_too_great_to_be_told(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_bytes(b'{"line":"fixed","at":%d,"commitment":"c"}\n' % 10**17)
    assert not CommitmentLog(FileDocument(path)).fixed


def test_a_link_or_a_pipe_among_the_lists_of_a_server_is_refused(tmp_path: Path) -> None:
    """It could lead to any file, or hold the house for ever."""
    link, pipe, other = tmp_path / "link", tmp_path / "pipe", tmp_path / "other"
    link.symlink_to(other)
    os.mkfifo(pipe)
    for path, why in ((link, "a link"), (pipe, "must be a file")):
        for reader in (CommitmentLog, AuditLog, lambda sheet: NameRegistry(sheet, 10)):
            with pytest.raises(StorageError, match=why):
                reader(FileDocument(path))
    assert not other.exists()


def test_only_so_many_names_are_remembered(tmp_path: Path) -> None:
    names = NameRegistry(FileDocument(tmp_path / "names.jsonl"), 1)
    names.claim("ada", ADA)
    with pytest.raises(NamesFull):
        names.claim("bob", BOB)
    names.claim("ada", ADA)


async def test_nobody_waits_at_the_door_until_names_can_be_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tables of name rules take up to 90 ms to load, which would hold all tables."""
    monkeypatch.delitem(sys.modules, "precis_i18n", raising=False)
    spelling._table.cache_clear()
    async with demo_server(tmp_path):
        assert "precis_i18n" in sys.modules
        assert spelling._table.cache_info().currsize == 1


def test_a_server_knows_the_key_by_which_it_was_opened_last(tmp_path: Path) -> None:
    """Machines with different keys are warned at each start until they agree."""
    one, other = (host_key(tmp_path / name) for name in ("one", "other"))

    def starts(key: asyncssh.SSHKey) -> bool:
        return is_server_key(FileDocument(tmp_path / HOST_KEYS), key)

    assert [starts(key) for key in (one, one, other, one)] == [True, True, False, False]
    assert [starts(key) for key in (other, other)] == [False, True]
