"""There is a table behind this port, and nothing else."""

from __future__ import annotations

from pathlib import Path

import asyncssh
import pytest
from asyncssh.packet import Boolean, String, UInt32

from tests.server.ssh.person import ada_sits_down, demo_server


async def test_a_command_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async with demo_server(tmp_path) as demo:
        ada = await demo.come("ada", command="rm -rf /", term=None)
        assert await ada.is_sent_home() == (
            "There is no command 'rm'. Without a command you come to the lobby: "
            f"ssh -p {demo.context.port} ada@HOST; help lists all commands."
        )
        assert ada.status == 1


async def test_a_command_that_the_app_knows_is_handed_to_it(tmp_path: Path) -> None:
    async with demo_server(tmp_path, commands=frozenset({"resume"})) as demo:
        await demo.sit_down("ada", command="resume owl-12")
        assert demo.app_of("ada").client.command == "resume owl-12"


async def test_without_a_terminal_one_is_told_how_to_get_one(tmp_path: Path) -> None:
    async with demo_server(tmp_path) as demo:
        ada = await demo.come("ada", term=None)
        assert "hako needs a terminal. Try: ssh -t" in await ada.is_sent_home()
        assert ada.status == 1


async def test_whoever_wanted_to_a_table_is_told_the_whole_line(tmp_path: Path) -> None:
    async with demo_server(tmp_path, commands=frozenset({"resume"})) as demo:
        ada = await demo.come("ada", command="resume K7F2Q", term=None)
        farewell = await ada.is_sent_home()
        assert farewell.endswith(f"Try: ssh -t -p {demo.context.port} ada@HOST resume K7F2Q")
        assert ada.status == 1


async def test_the_sentence_is_in_the_language_of_the_client(tmp_path: Path) -> None:
    async with demo_server(tmp_path) as demo:
        ada = await demo.come("ada", term=None, env={"LC_ALL": "ja_JP.UTF-8"})
        assert "hako には端末が必要です" in await ada.is_sent_home()


async def test_no_subsystem_port_or_network_device_is_opened(tmp_path: Path) -> None:
    async with demo_server(tmp_path) as demo:
        connection = await demo.connect("ada")
        for asked in (
            connection.start_sftp_client(),
            connection.open_connection("127.0.0.1", demo.context.port),
            connection.open_unix_connection("/tmp/socket"),
            connection.open_tun(),
        ):
            with pytest.raises(asyncssh.ChannelOpenError):
                await asked
        for asked_here in (
            connection.forward_remote_port("", 0, "127.0.0.1", 1),
            connection.forward_remote_path(str(tmp_path / "socket"), "/tmp/socket"),
        ):
            with pytest.raises(asyncssh.ChannelListenError):
                await asked_here


@pytest.mark.parametrize(
    "request_",
    [
        (b"auth-agent-req@openssh.com",),
        (b"x11-req", Boolean(False), String("MIT-MAGIC-COOKIE-1"), String("00"), UInt32(0)),
    ],
    ids=["agent", "x11"],
)
async def test_agent_and_windows_stay_at_home(tmp_path: Path, request_: tuple[bytes, ...]) -> None:
    async with ada_sits_down(tmp_path) as (_, ada):
        assert not await ada.channel._make_request(*request_)


async def test_a_second_terminal_on_the_same_connection_is_refused(tmp_path: Path) -> None:
    async with ada_sits_down(tmp_path) as (_, ada):
        with pytest.raises(asyncssh.ChannelOpenError):
            await ada.connection.create_session(asyncssh.SSHClientSession, term_type="xterm")
