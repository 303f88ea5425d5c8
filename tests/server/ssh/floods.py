"""Floods: endless packets that say nothing, of each kind that a client can send.

Those of STRANGERS come before the login, and each opens a line of its own; those of PLAYERS come
over a connection that has logged in and has a terminal. Each goes on until the server ends it, or
until so many packets were sent.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count, islice, repeat
from typing import TypeAlias

import asyncssh
from asyncssh.constants import (
    MSG_CHANNEL_DATA,
    MSG_CHANNEL_OPEN,
    MSG_CHANNEL_OPEN_CONFIRMATION,
    MSG_CHANNEL_OPEN_FAILURE,
    MSG_CHANNEL_REQUEST,
    MSG_CHANNEL_WINDOW_ADJUST,
    MSG_DEBUG,
    MSG_GLOBAL_REQUEST,
    MSG_IGNORE,
    MSG_KEXINIT,
    MSG_REQUEST_FAILURE,
    MSG_REQUEST_SUCCESS,
    MSG_UNIMPLEMENTED,
    MSG_USERAUTH_REQUEST,
)
from asyncssh.packet import Boolean, Byte, NameList, String, UInt32

from hako.server.ssh.asyncssh_patch import KEY_EXCHANGES, _send_packet
from tests.server.ssh.person import Person
from tests.waiting import PATIENCE_SECONDS

MOST_PACKETS = 20_000
"""Seconds of a flood: as much as a server without limits can do."""

_AT_ONCE = 200
_ANSWERS = (
    MSG_REQUEST_SUCCESS,
    MSG_REQUEST_FAILURE,
    MSG_CHANNEL_OPEN_CONFIRMATION,
    MSG_CHANNEL_OPEN_FAILURE,
)
_UNKNOWN = 9
"""A type that no document gives a meaning."""

Packet: TypeAlias = tuple[int, bytes]


def _empty(kind: int, *arguments: bytes) -> Iterator[Packet]:
    return repeat((kind, b"".join(arguments)))


def _debug() -> Iterator[Packet]:
    return _empty(MSG_DEBUG, Boolean(True), String("x"), String(""))


def _kexinit() -> bytes:
    kinds = (KEY_EXCHANGES[0], "ssh-ed25519", *("aes128-ctr",) * 2, *("hmac-sha2-256",) * 2)
    lists = b"".join(NameList([name.encode()]) for name in (*kinds, *("none",) * 2))
    lists += NameList([]) * 2  # languages
    return os.urandom(16) + lists + Boolean(False) + UInt32(0)


# --- before the login


def _framed(packets: Iterator[Packet]) -> Iterator[bytes]:
    """As they are sent before keys are agreed on."""
    for kind, arguments in packets:
        payload = Byte(kind) + arguments
        padding = 4 + -(len(payload) + 9) % 8
        yield UInt32(1 + len(payload) + padding) + Byte(padding) + payload + bytes(padding)


def _after_version(packets: Callable[[], Iterator[Packet]]) -> Callable[[], Iterator[bytes]]:
    def sent() -> Iterator[bytes]:
        yield b"SSH-2.0-flood\r\n"
        yield from _framed(packets())

    return sent


STRANGERS: dict[str, Callable[[], Iterator[bytes]]] = {
    "ignore before login": _after_version(lambda: _empty(MSG_IGNORE, String(""))),
    "large ignore before login": _after_version(lambda: _empty(MSG_IGNORE, String(bytes(30_000)))),
    "debug before login": _after_version(_debug),
    "unimplemented before login": _after_version(lambda: _empty(MSG_UNIMPLEMENTED, UInt32(0))),
    "unknown before login": _after_version(lambda: _empty(_UNKNOWN)),
    "key exchanges before login": _after_version(lambda: _empty(MSG_KEXINIT, _kexinit())),
    "lines before the version": lambda: repeat(b"not yet\r\n"),
    "one endless line": lambda: repeat(b"SSH-2.0-" + b"x" * 100),
}
"""Floods, by the name of their kind."""


async def flood_as_stranger(
    kind: str, port: int, address: str = "127.0.0.1", most: int = MOST_PACKETS
) -> bool:
    """True if the server ended the connection, after at most so many packets."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    ended = asyncio.create_task(_read_to_end(reader))
    try:
        with suppress(OSError):
            for number, data in enumerate(islice(STRANGERS[kind](), most)):
                writer.write(data)
                if number % _AT_ONCE == 0:
                    await _drained(writer, ended)
                if ended.done() or writer.is_closing():
                    return True
        await asyncio.wait([ended], timeout=PATIENCE_SECONDS)
        return ended.done()
    finally:
        ended.cancel()
        writer.transport.abort()


async def _read_to_end(reader: asyncio.StreamReader) -> None:
    with suppress(OSError):
        while await reader.read(1 << 16):
            pass


async def _drained(writer: asyncio.StreamWriter, ended: asyncio.Task[None]) -> None:
    """Wait until more can be sent, or it has ended: who is not read any more waits for ever."""
    drained = asyncio.ensure_future(writer.drain())
    await asyncio.wait([drained, ended], return_when=asyncio.FIRST_COMPLETED)
    if drained.done():
        drained.result()
    else:
        drained.cancel()


# --- after the login


def _channel(person: Person) -> bytes:
    number = person.channel._send_chan
    assert number is not None
    return UInt32(number)


def _opens(kind: str, *arguments: bytes) -> Iterator[Packet]:
    sizes = map(UInt32, (7, 1 << 20, 1 << 15))
    return _empty(MSG_CHANNEL_OPEN, String(kind), *sizes, *arguments)


def _request(person: Person, name: str, *arguments: bytes) -> Iterator[Packet]:
    return _empty(MSG_CHANNEL_REQUEST, _channel(person), String(name), Boolean(False), *arguments)


def _windows(person: Person) -> Iterator[Packet]:
    start = _channel(person) + String("window-change") + Boolean(False)
    for number in count():
        size = (80 + number % 40, 24 + number % 9, 0, 0)
        yield MSG_CHANNEL_REQUEST, start + b"".join(map(UInt32, size))


PLAYERS: dict[str, Callable[[Person], Iterator[Packet]]] = {
    "ignore": lambda _: _empty(MSG_IGNORE, String("")),
    "debug": lambda _: _debug(),
    "unimplemented": lambda _: _empty(MSG_UNIMPLEMENTED, UInt32(0)),
    "unknown": lambda _: _empty(_UNKNOWN),
    "keepalives": lambda _: _empty(
        MSG_GLOBAL_REQUEST, String("keepalive@openssh.com"), Boolean(True)
    ),
    "unknown global requests": lambda _: _empty(MSG_GLOBAL_REQUEST, String("x"), Boolean(True)),
    "window changes": _windows,
    "variables": lambda person: _request(person, "env", String("LANG"), String("C")),
    "unknown channel requests": lambda person: _request(person, "x"),
    "signals": lambda person: _request(person, "break", UInt32(0)),
    "channels": lambda _: _opens("session"),
    "channels for ports": lambda _: _opens(
        "direct-tcpip", String("192.0.2.1"), UInt32(80), String("192.0.2.2"), UInt32(80)
    ),
    "window adjusts": lambda person: _empty(MSG_CHANNEL_WINDOW_ADJUST, _channel(person), UInt32(1)),
    "empty input": lambda person: _empty(MSG_CHANNEL_DATA, _channel(person), String("")),
    "late logins": lambda _: _empty(
        MSG_USERAUTH_REQUEST, String("eve"), String("ssh-connection"), String("none")
    ),
}
"""Floods over a connection that has logged in, by the name of their kind."""

REKEYS = "key exchanges"
"""Another kind, which asyncssh has to answer itself."""

PACED = frozenset({"empty input"})
"""Packets that could be input do not end a connection, but are read as slowly as input is."""

KINDS = (*STRANGERS, *PLAYERS, REKEYS)


async def flood_as_player(kind: str, person: Person, most: int = MOST_PACKETS) -> bool:
    """True if the server ended the connection, after at most so many packets."""
    connection = person.connection
    heard_in_vain = dict.fromkeys(_ANSWERS, _ignore)
    vars(connection)["_packet_handlers"] = {**connection._packet_handlers, **heard_in_vain}
    if kind == REKEYS:
        await _exchange_keys(connection, most // 100)
    else:
        await _send(PLAYERS[kind](person), person, most)
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE_SECONDS):
            await connection.wait_closed()
    return connection.is_closed()


def _ignore(*_: object) -> bool:
    """Leave an answer at that, where asyncssh would end the connection."""
    return True


async def _send(packets: Iterator[Packet], person: Person, most: int) -> None:
    for number, (packet, arguments) in enumerate(islice(packets, most)):
        transport = person.connection._transport
        if transport is None or transport.is_closing():
            break
        _send_packet(person.connection, packet, arguments)
        if number % _AT_ONCE == 0:
            await _taken(person)


async def _taken(person: Person) -> None:
    """Wait until the server has taken what was sent, or has ended it."""
    while not person.has_ended:
        transport = person.connection._transport
        if transport is None or transport.get_write_buffer_size() < 1 << 16:
            break
        await asyncio.sleep(0.005)
    await asyncio.sleep(0)


async def _exchange_keys(connection: asyncssh.SSHClientConnection, most: int) -> None:
    exchanges = 0
    while exchanges < most and not connection.is_closed():
        if connection._kex_complete:
            connection._send_kexinit()
            connection._kexinit_sent = True
            exchanges += 1
        await asyncio.sleep(0.001)
