"""One terminal on a connection: asks it about itself, runs its app, and restores it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import asyncssh

from hako.engine.people.room import Visitor
from hako.engine.words.failure import Failure
from hako.engine.words.note import Language
from hako.tui.ssh.app import SessionApp, texts
from hako.tui.ssh.driver import ENTER, LEAVE
from hako.tui.ssh.house import House
from hako.tui.ssh.visit import Listener, Visit
from hako.tui.terminal.questions import QUESTIONS, Answers
from hako.tui.terminal.terminal import Terminal

logger = logging.getLogger(__name__)

_TYPED_AHEAD_BYTES = 4096


class Line:
    """The SSH channel as a driver needs it."""

    def __init__(self, channel: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = channel
        self._connection = channel.get_connection()
        self._listener: Listener | None = None
        self._unheard = b""
        self._size: tuple[int, int] | None = None

    def write(self, data: bytes) -> None:
        if not self._channel.is_closing():
            self._channel.write(data)

    @property
    def backlog(self) -> int:
        transport = self._connection._transport
        # asyncssh lets the socket's own buffer grow without end
        on_the_way = 0 if transport is None else transport.get_write_buffer_size()
        return self._channel.get_write_buffer_size() + on_the_way

    def attach(self, listener: Listener) -> None:
        self._listener = listener
        if self._size is not None:
            listener.resize(*self._size)
        unheard, self._unheard = self._unheard, b""
        if unheard:
            listener.feed(unheard)
        self.resume_reading()

    def pause_reading(self) -> None:
        self._channel.pause_reading()

    def resume_reading(self) -> None:
        self._channel.resume_reading()

    def detach(self, unheard: bytes = b"") -> None:
        """Nobody listens, until the next one does; that one also hears this."""
        self._listener = None
        self._unheard = unheard

    def hear(self, data: bytes) -> None:
        """The terminal sent something."""
        if self._listener is not None:
            self._listener.feed(data)
            return
        self._unheard += data
        if len(self._unheard) > _TYPED_AHEAD_BYTES:
            self.pause_reading()

    def resize(self, columns: int, lines: int) -> None:
        """The terminal has another size."""
        self._size = (columns, lines)
        if self._listener is not None:
            self._listener.resize(columns, lines)


class _Asking:
    """Listens to a terminal until its answers are complete."""

    def __init__(self) -> None:
        self.answers = Answers()
        self.complete = asyncio.Event()

    def feed(self, data: bytes) -> None:
        self.answers.hear(data)
        if self.answers.complete:
            self.complete.set()

    def resize(self, columns: int, lines: int) -> None:
        """The line itself remembers the size."""


class Session(asyncssh.SSHServerSession[bytes]):
    """One app for one terminal, in a task of its own."""

    def __init__(
        self,
        house: House,
        visitor: asyncio.Future[Visitor],
        claim_name: Callable[[], str | None],
        may_open_table: Callable[[], bool],
        on_end: Callable[[Session], None],
    ) -> None:
        self._house = house
        self._visitor = visitor
        self._claim_name = claim_name
        self._may_open_table = may_open_table
        self._on_end = on_end
        self._command = ""
        self._app: SessionApp | None = None
        self._task: asyncio.Task[None] | None = None
        self._farewell = ""
        self._has_entered = False
        self._has_said_all = False
        self._last_input = 0.0
        self._idle: asyncio.TimerHandle | None = None
        self._ending: asyncio.TimerHandle | None = None
        self._language: Language | None = None

    # --- what the client asks for

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        self._line = Line(chan)
        chan._env = _Environment(self._house.limits.environment_bytes)

    def pty_requested(self, term_type: str, term_size: object, term_modes: object) -> bool:  # noqa: ARG002  asked for later
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        self._command = command
        return True  # to be refused with a sentence, if it is none of ours

    def subsystem_requested(self, subsystem: str) -> bool:  # noqa: ARG002  there is none
        return False

    def session_started(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run())

    def data_received(self, data: bytes, datatype: object) -> None:  # noqa: ARG002  there is one kind
        self._last_input = asyncio.get_running_loop().time()
        self._house.hear()
        try:
            self._line.hear(data)
        except Exception:
            logger.exception("the input of a terminal could not be read")
            self.leave("broken")

    def terminal_size_changed(
        self,
        width: int,
        height: int,
        pixwidth: int,  # noqa: ARG002  pictures there are none
        pixheight: int,  # noqa: ARG002  nor here
    ) -> None:
        self._line.resize(width, height)

    def eof_received(self) -> bool:
        self._has_said_all = True
        if self._has_entered:
            self.leave()
        return True  # they still listen: to what a command answers, to what restores the terminal

    def signal_received(self, signal: str) -> None:  # noqa: ARG002  whatever it is, they want to go
        self.leave()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  asyncssh passes it
        self.leave()
        if self._task is None:
            self._on_end(self)

    # --- the visit

    def leave(self, reason: str = "", **values: object) -> None:
        """End the app, and leave the sentence of that name on the terminal."""
        if self._task is None or self._task.done():
            return
        if reason and not self._farewell:
            self._farewell = self._say(reason, **values)
        if self._app is None:
            # not before it has begun: of a task that never began not even the end is run
            asyncio.get_running_loop().call_soon(self._task.cancel)
        else:
            self._app.exit(message=self._farewell or None)
            self._end_later()

    def _end_later(self) -> None:
        """See to it that an app that hangs ends, too."""
        loop = asyncio.get_running_loop()
        self._ending = loop.call_later(self._house.limits.farewell_seconds, self._end)

    def _end(self) -> None:
        if self._task is not None and not self._task.done():
            self._task.cancel()
            self._end_later()  # Textual waits for the handlers of all widgets once more

    async def ended(self) -> None:
        """Wait until the terminal is restored."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        status = 1
        try:
            # shielded: a session that is cancelled must not take the connection's answer away
            visitor = await asyncio.shield(self._visitor)
            terminal = self._guess_terminal()
            self._language = terminal.language
            told = await self._house.tell(visitor, self._command, self._language)
            if told is not None:
                self._tell(told)
                status = 0
            elif self._may_enter(visitor) and not self._has_said_all:
                status = await self._play(visitor, terminal)
        except asyncio.CancelledError:
            logger.info("a session was cut short")
        except Failure as failure:
            self._farewell = failure.told(self._language or "en")
        except Exception:
            logger.exception("a session failed")
            self._farewell = self._say("broken")
        finally:
            self._restore(status)
            self._clean_up()

    def _clean_up(self) -> None:
        """Let go of the app, wherever it is still held."""
        self._app = None
        self._line.detach()
        for timer in (self._idle, self._ending):
            if timer is not None:
                timer.cancel()
        self._house.leave(self)
        self._on_end(self)

    def _may_enter(self, visitor: Visitor) -> bool:
        """Whether there is a terminal, a place, and nothing asked for that is not here."""
        most = self._house.limits.sessions
        command = self._command.partition(" ")[0]
        if command and command not in self._house.commands:
            self._farewell = self._say("no_command", command=repr(command), name=visitor.name)
        elif self._channel.get_terminal_type() is None:
            self._farewell = self._say("no_terminal", way=self._way(visitor))
        elif len(self._house.sessions) >= most:
            self._farewell = self._say("full", most=most)
        return not self._farewell

    def _way(self, visitor: Visitor) -> str:
        """What to type after `ssh -t` for what was asked for."""
        command = f" {self._command}" if self._command.isprintable() else ""
        return f"-p {self._house.port} {visitor.name}@HOST{command}".rstrip()

    def _way_here(self) -> str:
        """The same for somebody else, to the address at which the visitor came in, if it is one."""
        name = self._channel.get_extra_info("sockname")
        if isinstance(name, str):
            return ""  # the Unix socket
        host = str(name[0]).removeprefix("::ffff:")
        return f"-p {self._house.port} NAME@{host}"

    def _tell(self, words: str) -> None:
        """Answer in words; on a terminal a line begins where it is told to."""
        if self._channel.get_terminal_type() is not None:
            words = words.replace("\n", "\r\n")
        self._channel.write(words.encode())

    async def _play(self, visitor: Visitor, terminal: Terminal) -> int:
        self._house.enter(self)
        self._watch_for_idleness()
        terminal = await self._ask(terminal)
        await self._house.gate.enter()
        visit = Visit(
            terminal,
            self._line,
            visitor,
            self._house.limits,
            self._command,
            self._objection_to_name,
            self._may_open_table,
            self._way_here(),
        )
        self._app = app = self._house.make_app(visit)
        await app.run_async(size=terminal.size)
        if app.has_failed:
            self._farewell = self._say("broken")
            return 1
        self._farewell = app.farewell
        return 0

    def _objection_to_name(self) -> str | None:
        """Why the name cannot become the visitor's, in words."""
        objection = self._claim_name()
        name = self._channel.get_extra_info("username")
        return None if objection is None else self._say(objection, name=repr(name))

    def _guess_terminal(self) -> Terminal:
        columns, lines, _, _ = self._channel.get_terminal_size()
        limits = self._house.limits
        return Terminal.detect(
            self._channel.get_terminal_type() or "",
            (min(columns, limits.columns), min(lines, limits.lines)),
            dict(self._channel.get_environment()),
        )

    async def _ask(self, terminal: Terminal) -> Terminal:
        """The terminal corrected by its own answers; keys pressed meanwhile are kept."""
        asking = _Asking()
        self._line.attach(asking)
        self._has_entered = True
        self._line.write(f"{ENTER}{QUESTIONS}".encode())
        try:
            await asyncio.wait_for(asking.complete.wait(), self._house.limits.answer_seconds)
        except TimeoutError:
            logger.info("a terminal of type %r answered nothing", terminal.term)
        self._line.detach(asking.answers.typed)
        return asking.answers.correct(terminal)

    def _restore(self, status: int) -> None:
        if self._channel.is_closing():
            return
        farewell = f"{self._farewell}\r\n" if self._farewell else ""
        if self._has_entered:
            self._channel.write(f"{LEAVE}{farewell}".encode())
        else:
            self._channel.write_stderr(farewell.encode())
        self._channel.exit(status)

    def _watch_for_idleness(self) -> None:
        loop = asyncio.get_running_loop()
        idle = loop.time() - self._last_input if self._last_input else 0.0
        left = self._house.limits.idle_seconds - idle
        if left <= 0:
            self.leave("idle")
        else:
            self._idle = loop.call_later(left, self._watch_for_idleness)

    def _say(self, key: str, **values: object) -> str:
        return texts(self._language).say(f"server.{key}", port=self._house.port, **values)


class _Environment(dict[bytes, bytes]):
    """Variables from a client, up to a size; what does not fit is left out."""

    def __init__(self, most_bytes: int) -> None:
        self._left = most_bytes

    def __setitem__(self, name: bytes, value: bytes) -> None:
        self._left -= len(name) + len(value)
        if self._left >= 0:
            super().__setitem__(name, value)
