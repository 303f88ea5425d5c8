"""The session of a terminal: it queries the terminal, runs its app, and restores it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextvars import Context
from functools import partial

from hako.engine.i18n.failure import Failure
from hako.engine.i18n.languages import Language
from hako.engine.storage.files import without_paths
from hako.multiplayer.accounts.users import User
from hako.server.ssh.connected_client import ConnectedClient, ObjectionToAct
from hako.server.ssh.context import ServerContext
from hako.server.ssh.driver import ENTER, LEAVE
from hako.server.ssh.session_app_base import SessionAppBase, texts
from hako.server.ssh.terminal_stream import ByteStream, TerminalQuery, TerminalStream
from hako.tui.terminal.capabilities import TerminalCapabilities
from hako.tui.terminal.queries import QUESTIONS

logger = logging.getLogger(__name__)


class Session:
    """An app for one terminal, in a task of its own."""

    def __init__(
        self,
        context: ServerContext,
        stream: ByteStream,
        visitor: asyncio.Future[User],
        command: str,
        objection_to_act: ObjectionToAct,
        may_open_table: Callable[[], bool],
        on_end: Callable[[], None],
    ) -> None:
        """Begin as soon as the user is known."""
        self._context = context
        self._stream = stream
        self._channel = TerminalStream(stream)
        self._visitor = visitor
        self._command = command
        self._objection = objection_to_act
        self._may_open_table = may_open_table
        self._on_end = on_end
        self._app: SessionAppBase | None = None
        self._farewell = ""
        self._reason = ""
        self._has_entered = False
        self._has_said_all = False
        self._last_input = 0.0
        self._idle: asyncio.TimerHandle | None = None
        self._ending: asyncio.TimerHandle | None = None
        self._language: Language | None = None
        self._task = asyncio.get_running_loop().create_task(self._run())

    # --- what comes from the terminal

    def receive(self, data: bytes) -> None:
        """Take keys, and the terminal's answers to queries."""
        self._last_input = asyncio.get_running_loop().time()
        self._context.receive()
        try:
            self._channel.receive(data)
        except Exception:
            logger.exception("the input of a terminal could not be read")
            self.leave("broken")

    def resize(self, columns: int, lines: int) -> None:
        """Take the new size of the terminal."""
        self._channel.resize(columns, lines)

    def end_input(self) -> None:
        """Note that the client sends nothing any more, but may still read."""
        self._has_said_all = True
        if self._has_entered:
            self.leave()

    # --- the visit

    @property
    def quiet_seconds(self) -> float:
        """Seconds since the last key; 0 while a text field holds text that was not sent."""
        if self._app is not None and self._app.is_typed_in:
            return 0.0
        return asyncio.get_running_loop().time() - self._last_input

    def reconnect(self) -> None:
        """End the app for a restart; a user who reconnects soon is led back to the same table."""
        if self._farewell:
            return  # they are about to go
        if self._app is not None:
            self._app.remember_place()
        self.leave("renewed")

    def leave(self, reason: str = "", **values: object) -> None:
        """End the app, and leave the sentence of that key on the terminal."""
        if self._task.done():
            return
        if reason and not self._farewell:
            self._reason = reason
            self._farewell = self._say(reason, **values)
        if self._app is None:
            # not before it has begun: of a task that never began not even the end is run
            asyncio.get_running_loop().call_soon(self._task.cancel)
        else:
            self._app.exit(message=self._farewell or None)
            self._end_later()

    def _end_later(self) -> None:
        """End the app by force if it does not end in time."""
        self._ending = _later(self._context.limits.shutdown_grace, self._end)

    def _end(self) -> None:
        if not self._task.done():
            self._task.cancel()
            self._end_later()  # Textual waits for the handlers of all widgets once more

    async def ended(self) -> None:
        """Wait until the terminal is restored."""
        await asyncio.wait([self._task])

    async def _run(self) -> None:
        status = 1
        try:
            # shielded: a session that is cancelled must not take the connection's answer away
            visitor = await asyncio.shield(self._visitor)
            terminal = self._guess_terminal()
            self._language = terminal.language
            objection = partial(self._objection_to_act, visitor.name)
            answer = await self._context.tell(visitor, self._command, self._language, objection)
            if isinstance(answer, str):
                self._tell(answer)
                status = 0
            elif answer is not None:
                await self._keep_telling(answer)
            elif self._may_enter(visitor) and not self._has_said_all:
                status = await self._play(visitor, terminal, objection)
        except asyncio.CancelledError:
            logger.info("a session was cancelled")
        except Failure as failure:
            shown = without_paths(failure)
            if shown is not failure:
                logger.error("a request cannot be answered: %s", failure)
            self._farewell = shown.text(self._language or "en")
        except Exception:
            logger.exception("a session failed")
            self._farewell = self._say("broken")
        finally:
            self._restore(status)
            self._clean_up()

    def _clean_up(self) -> None:
        """Drop all references to the app, and all timers."""
        self._app = None
        self._channel.detach()
        for timer in (self._idle, self._ending):
            if timer is not None:
                timer.cancel()
        self._context.leave(self)
        self._on_end()
        del self._on_end  # it leads to what leads here

    def _may_enter(self, visitor: User) -> bool:
        """True if there is a terminal, a free place, and no unknown command; else the farewell says why."""
        command = self._command.partition(" ")[0]
        if command and command not in self._context.commands:
            self._farewell = self._say("no_command", command=repr(command), name=visitor.name)
        elif self._stream.term is None:
            self._farewell = self._say("no_terminal", way=self._retry_arguments(visitor))
        return not self._farewell and self._has_room()

    def _has_room(self) -> bool:
        most = self._context.limits.sessions
        if len(self._context.sessions) >= most:
            self._farewell = self._say("full", most=most)
        return not self._farewell

    def _retry_arguments(self, visitor: User) -> str:
        """The arguments to type after `ssh -t` for the same command."""
        command = f" {self._command}" if self._command.isprintable() else ""
        return f"-p {self._context.port} {visitor.name}@HOST{command}".rstrip()

    def _ssh_arguments(self) -> str:
        """The arguments for somebody else, to the address to which the user connected, if there is one."""
        host = self._stream.host
        return f"-p {self._context.port} NAME@{host}" if host else ""

    def _tell(self, words: str) -> None:
        """Send an answer; on a terminal each line needs a carriage return."""
        if self._stream.term is not None:
            words = words.replace("\n", "\r\n")
        self._stream.write(words.encode())

    async def _keep_telling(self, lines: AsyncIterator[str]) -> None:
        """Send lines as they come, until the client has left or reads no more of them."""
        if not self._has_room():
            return
        self._context.enter(self)
        self._channel.attach(_Shutdown(self.leave))
        async for line in lines:
            if self._stream.backlog > self._context.limits.output_buffer_bytes:
                return
            self._tell(line)

    async def _play(
        self, visitor: User, terminal: TerminalCapabilities, objection: ObjectionToAct
    ) -> int:
        self._context.enter(self)
        self._watch_for_idleness()
        terminal = await self._ask(terminal)
        await self._context.start_limiter.enter()
        client = ConnectedClient(
            terminal,
            self._channel,
            visitor,
            self._context.limits,
            self._command,
            objection,
            self._may_open_table,
            self._ssh_arguments(),
        )
        self._app = app = self._context.make_app(client)
        await app.run_async(size=terminal.size)
        if app.has_failed:
            self._farewell = self._say("broken")
            return 1
        self._farewell = app.farewell
        return 0

    def _objection_to_act(self, name: str, *, takes: bool) -> str | None:
        """The sentence that says why the user may not act under their name, or None."""
        objection = self._objection(takes=takes)
        return None if objection is None else self._say(objection, name=repr(name))

    def _guess_terminal(self) -> TerminalCapabilities:
        stream, limits = self._stream, self._context.limits
        columns, lines = stream.size
        size = (min(columns, limits.columns), min(lines, limits.lines))
        return TerminalCapabilities.detect(stream.term or "", size, dict(stream.environment))

    async def _ask(self, terminal: TerminalCapabilities) -> TerminalCapabilities:
        """The capabilities, corrected by the terminal's answers; keys pressed meanwhile are kept."""
        asking = TerminalQuery()
        self._channel.attach(asking)
        self._has_entered = True
        self._channel.write(f"{ENTER}{QUESTIONS}".encode())
        try:
            async with asyncio.timeout(self._context.limits.terminal_query_timeout):
                await asking.complete.wait()
        except TimeoutError:
            logger.info("a terminal of type %r did not answer the queries", terminal.term)
        self._channel.detach(asking.answers.typed)
        return asking.answers.correct(terminal)

    def _restore(self, status: int) -> None:
        if self._stream.is_closing:
            return
        farewell = f"{self._farewell}\r\n" if self._farewell else ""
        if self._has_entered:
            self._stream.write(f"{LEAVE}{farewell}".encode())
        else:
            self._stream.complain(farewell)
        self._stream.close(status, self._reason)

    def _watch_for_idleness(self) -> None:
        loop = asyncio.get_running_loop()
        idle = loop.time() - self._last_input if self._last_input else 0.0
        left = self._context.limits.idle_seconds - idle
        if left <= 0:
            self.leave("idle")
        else:
            self._idle = _later(left, self._watch_for_idleness)

    def _say(self, key: str, **values: object) -> str:
        return texts(self._language).text(f"server.{key}", port=self._context.port, **values)


def _later(seconds: float, then: Callable[[], None]) -> asyncio.TimerHandle:
    """Call a function after some seconds, in an empty context: an app's context would keep the app alive."""
    return asyncio.get_running_loop().call_later(seconds, then, context=Context())


class _Shutdown:
    """Waits for ctrl+c on a terminal to which lines are sent."""

    def __init__(self, leave: Callable[[], None]) -> None:
        self._leave = leave

    def feed(self, data: bytes) -> None:
        if b"\x03" in data:
            self._leave()

    def resize(self, columns: int, lines: int) -> None:
        """Do nothing: lines are not wrapped."""
