"""The OpenSSH client itself, in a terminal."""

from __future__ import annotations

import asyncio
import os
import pty
import shutil
import struct
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

import pyte

from tests.server.ssh.person import _UNKNOWN_TO_PYTE, DemoServer, answers, demo_server, key_of
from tests.waiting import PATIENCE_SECONDS

SSH = shutil.which("ssh")


class OpenSSH:
    """`ssh` on a terminal of 80 by 24."""

    def __init__(self, arguments: list[str], env: dict[str, str]) -> None:
        self.sent = b""
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)
        self._news = asyncio.Event()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execve(arguments[0], arguments, env)
        self.resize(80, 24)
        asyncio.get_running_loop().add_reader(self.terminal, self._read)

    def _read(self) -> None:
        try:
            data = os.read(self.terminal, 65536)
        except OSError:  # the client has ended
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(self.terminal)
        self.sent += data
        self._stream.feed(_UNKNOWN_TO_PYTE.sub(b"", data))
        if b"\x1b[c" in data:
            self.press(answers(true_color=True).decode())
        self._news.set()

    def press(self, keys: str) -> None:
        os.write(self.terminal, keys.encode())

    def resize(self, columns: int, lines: int) -> None:
        self.screen.resize(lines, columns)
        ioctl(self.terminal, TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    async def sees(self, words: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while words not in "\n".join(self.screen.display):
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            screen = "\n".join(self.screen.display)
            raise AssertionError(f"waited for {words!r}:\n{screen}\n{self.sent[-500:]!r}") from None

    async def ends(self) -> int:
        """Wait for the client; its exit status."""
        _, status = await asyncio.to_thread(os.waitpid, self.pid, 0)
        return os.waitstatus_to_exitcode(status)


def adas_ssh(demo: DemoServer, folder: Path, *options: str) -> list[str]:
    """The line that Ada types, her key and everything else in a folder."""
    key = folder / "id_ed25519"
    key_of("ada").write_private_key(key)
    key.chmod(0o600)
    assert SSH is not None
    return [
        SSH, "-F", "none", "-i", str(key), "-p", str(demo.context.port), *options,
        "-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none", "-o", "StrictHostKeyChecking=no",
        "-o", f"UserKnownHostsFile={folder / 'known_hosts'}", "-o", "SendEnv=LANG LC_* NO_COLOR",
        "ada@127.0.0.1",
    ]  # fmt: skip


@asynccontextmanager
async def openssh(demo: DemoServer, folder: Path, *options: str) -> AsyncIterator[OpenSSH]:
    env = {"TERM": "xterm-256color", "LANG": "ja_JP.UTF-8", "HOME": str(folder), "PATH": ""}
    client = OpenSSH(adas_ssh(demo, folder, *options), env)
    try:
        yield client
    finally:
        os.close(client.terminal)


# Chosen when tests are collected: on a machine without an `ssh` there is nothing to test,
# and the same steps are taken by asyncssh's client in test_screen.py.
if SSH is not None:

    async def test_one_comes_sits_down_and_leaves(tmp_path: Path) -> None:
        """Keys, Japanese, another size, and a terminal that is as it was."""
        async with demo_server(tmp_path / "house") as demo, openssh(demo, tmp_path) as ssh:
            await ssh.sees("ready")
            ssh.press("\x1b[C")
            await ssh.sees("keys 00001")
            ssh.press("城")
            await ssh.sees("key 城")
            ssh.resize(100, 30)
            await ssh.sees("size 100x30")
            terminal = demo.app_of("ada").client.terminal
            assert (terminal.colors, terminal.language) == ("truecolor", "ja")
            ssh.press("q")
            assert await ssh.ends() == 0
            await ssh.sees("Goodbye.")
            assert b"\x1b[?1049l" in ssh.sent
            assert b"\x1b[?1002l" in ssh.sent

    async def test_a_server_that_closes_restores_the_terminal(tmp_path: Path) -> None:
        async with openssh_server(tmp_path) as (demo, ssh):
            await ssh.sees("ready")
            for session in demo.context.sessions:
                session.leave("closing")
            assert await ssh.ends() == 0
            await ssh.sees("サーバーを閉じます。")
            assert b"\x1b[?1049l" in ssh.sent

    async def test_a_command_is_answered_where_nothing_will_be_typed(tmp_path: Path) -> None:
        """`ssh HOST tables </dev/null` says that nothing will come before it was let in."""
        async with demo_server(tmp_path / "house") as demo:
            ssh = await asyncio.create_subprocess_exec(
                *adas_ssh(demo, tmp_path), "rm", stdin=DEVNULL, stdout=PIPE, stderr=PIPE
            )
            async with asyncio.timeout(PATIENCE_SECONDS):
                _, errors = await ssh.communicate()

        assert b"There is no command 'rm'." in errors
        assert ssh.returncode == 1

    @asynccontextmanager
    async def openssh_server(folder: Path) -> AsyncIterator[tuple[DemoServer, OpenSSH]]:
        async with demo_server(folder / "house") as demo, openssh(demo, folder) as ssh:
            yield demo, ssh
