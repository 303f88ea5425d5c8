"""A plain sshd, which runs `hako lobby` for each who comes: several processes, one house."""

from __future__ import annotations

import asyncio
import getpass
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncssh

from hako.server.ssh.auth import public_line
from tests.server.ssh.person import Callers, Person, key_of
from tests.server.ssh.tables import ENGLISH, REPOSITORY
from tests.tui.ports import free_port
from tests.waiting import until

SSHD = shutil.which("sshd", path="/usr/sbin:/usr/local/sbin:/sbin:/usr/bin")


def configured(folder: Path, port: int) -> Path:
    """The configuration of an sshd where Ann and Ben may do one thing alone."""
    key = folder / "key"
    asyncssh.generate_private_key("ssh-ed25519").write_private_key(key)
    key.chmod(0o600)
    lines = [
        f'restrict,pty,command="cd {REPOSITORY} && exec {sys.executable} -m hako lobby'
        f' --data {folder / "house"} --name {name}" {public_line(key_of(name))}\n'
        for name in ("Ann", "Ben")
    ]
    (folder / "authorized_keys").write_text("".join(lines), encoding="ascii")
    config = folder / "sshd_config"
    config.write_text(
        f"""
        ListenAddress 127.0.0.1:{port}
        HostKey {key}
        PidFile none
        AuthorizedKeysFile {folder / "authorized_keys"}
        StrictModes no
        PasswordAuthentication no
        KbdInteractiveAuthentication no
        PermitRootLogin prohibit-password
        AcceptEnv LANG LC_*
        """,
        encoding="ascii",
    )
    return config


def is_usable() -> bool:
    """True if there is an sshd that can run under this account."""
    if SSHD is None:
        return False
    with TemporaryDirectory() as folder:
        test = [SSHD, "-t", "-f", str(configured(Path(folder), 22))]
        return subprocess.run(test, capture_output=True, check=False).returncode == 0


@asynccontextmanager
async def sshd(folder: Path) -> AsyncIterator[Callers]:
    """An sshd on a free port of this machine, and those who come to it."""
    port, callers = free_port(), Callers()
    assert SSHD is not None
    process = await asyncio.create_subprocess_exec(
        SSHD,
        *("-D", "-e", "-f", str(configured(folder, port))),
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    try:
        assert b"Server listening" in await process.stderr.readline()
        callers.port = port
        yield callers
    finally:
        await callers.hang_up()
        process.terminate()
        await process.communicate()


def process_of(name: str, tables: Path) -> int:
    """The process that somebody is in, from its notice for the others."""
    notices = (tables / "here").iterdir()
    notice = next(file for file in notices if f'"{name}"'.encode() in file.read_bytes())
    return int(notice.name.partition("-")[0])


def is_turn_of(name: str, person: Person) -> bool:
    return f"{name}: play on or stop?" in person.text


async def comes(callers: Callers, name: str, command: str | None = None) -> Person:
    """Somebody who logs in with their key, to the account that the tests run under."""
    return await callers.come(getpass.getuser(), key=name, command=command, env=ENGLISH)


# Chosen when tests are collected: without an sshd two processes over one folder are tried
# in tests/engine/storage/test_folder.py alone.
if is_usable():

    async def test_two_who_come_to_a_plain_sshd_play_at_one_table(tmp_path: Path) -> None:
        """Each in a process of their own; one is killed, and the other goes on."""
        tables = tmp_path / "house" / "tables"
        async with sshd(tmp_path) as callers:
            ann = await comes(callers, "Ann")
            await ann.sees("You are Ann")
            await ann.sees("Which game shall it be?", after="n")
            await ann.sees("Flip City: a new game", after="1")
            await ann.sees("Waiting for one more player.", after="\r")
            [log] = tables.glob("*.hako")

            ben = await comes(callers, "Ben")
            await ben.sees("Ann and one open seat")
            ben.press("\r")
            for person in (ann, ben):
                await person.sees("play on or stop?")
            first, other, name = (ann, ben, "Ben") if is_turn_of("Ann", ann) else (ben, ann, "Ann")
            before = len(log.read_bytes().splitlines())
            first.press("1")
            await other.sees("city 1 of 18")
            assert len(log.read_bytes().splitlines()) == before + 1

            os.kill(process_of(name, tables), signal.SIGKILL)
            await other.is_sent_home()
            await first.sees(f"({name})")
            first.press("1")
            await until(lambda: len(log.read_bytes().splitlines()) == before + 2)

    async def test_a_plain_sshd_lists_games_and_refuses_commands(tmp_path: Path) -> None:
        async with sshd(tmp_path) as callers:
            ann = await callers.come(
                getpass.getuser(), key="Ann", command="tables", term=None, env=ENGLISH
            )
            assert await ann.is_sent_home() == "No table is open."
            ann = await callers.come(
                getpass.getuser(), key="Ann", command="rm -rf /", term=None, env=ENGLISH
            )
            assert "not 'rm'." in await ann.is_sent_home()
            assert ann.status == 2
