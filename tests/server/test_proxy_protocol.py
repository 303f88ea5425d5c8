"""Several machines behind a balancer: who is told to come from where."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import struct
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import asyncssh
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hako.server.proxy_protocol import (
    MOST_BINARY,
    MOST_TEXT,
    SIGNATURE,
    BadProxyHeader,
    ProxyEndpoints,
    ProxyProtocol,
    read_header,
)
from hako.server.ssh.auth import public_line
from tests.postgres_server import Server
from tests.server.ssh.person import Callers, key_of
from tests.server.ssh.tables import ENGLISH, server_process
from tests.server.ssh.test_moderation import hako_server

BALANCER = "127.0.0.9"
NAMED = ("192.0.2.0/24", BALANCER)
PUBLIC = ("192.0.2.7", 2222)
"""Address that clients connect to, as the balancer says."""

needs_a_porter = pytest.mark.skipif(sys.platform == "win32", reason="there one process is all")


# ------------------------------------------------------------------ heads


def binary_head(ends: ProxyEndpoints, *, more: bytes = b"") -> bytes:
    """Version 2."""
    addresses = [ipaddress.ip_address(host) for host, _ in ends]
    ports = struct.pack("!HH", *(port for _, port in ends))
    data = b"".join(address.packed for address in addresses) + ports + more
    kind = 0x11 if addresses[0].version == 4 else 0x21
    return SIGNATURE + struct.pack("!BBH", 0x21, kind, len(data)) + data


def text_head(ends: ProxyEndpoints) -> bytes:
    """Version 1."""
    family = 4 if "." in ends.client[0] and ":" not in ends.client[0] else 6
    (client, their_port), (server, our_port) = ends
    return f"PROXY TCP{family} {client} {server} {their_port} {our_port}\r\n".encode()


PORTS = st.integers(0, 0xFFFF)
OLD_END = st.tuples(st.ip_addresses(v=4).map(str), PORTS)
NEW_END = st.tuples(st.ip_addresses(v=6).map(str), PORTS)
ENDS = st.builds(ProxyEndpoints, OLD_END, OLD_END) | st.builds(ProxyEndpoints, NEW_END, NEW_END)
HEADS = st.one_of(
    ENDS.map(lambda ends: (text_head(ends), ends)),
    st.builds(
        lambda ends, more: (binary_head(ends, more=more), ends), ENDS, st.binary(max_size=300)
    ),
    st.binary(max_size=300).map(
        lambda more: (SIGNATURE + struct.pack("!BBH", 0x20, 0, len(more)) + more, None)
    ),
    st.just((b"PROXY UNKNOWN\r\n", None)),
    st.just((b"PROXY UNKNOWN ffff:: ffff:: 1 2\r\n", None)),
)


class Line:
    """A connection from a balancer, read in small pieces."""

    def __init__(self, data: bytes) -> None:
        self.rest = data

    async def read(self, size: int) -> bytes:
        """As a socket gives it."""
        size = (size + 1) // 2
        data, self.rest = self.rest[:size], self.rest[size:]
        return data

    def head(self) -> ProxyEndpoints | None:
        """The endpoints in its header."""
        return asyncio.run(read_header(self.read))


@given(HEADS, st.binary(max_size=20))
def test_a_head_is_read_to_its_end_and_no_further(
    example: tuple[bytes, ProxyEndpoints | None], after: bytes
) -> None:
    head, ends = example
    line = Line(head + after)

    assert line.head() == ends
    assert line.rest == after


@given(HEADS, st.data())
def test_of_a_bad_head_no_more_is_read_than_of_the_longest_good_one(
    example: tuple[bytes, ProxyEndpoints | None], data: st.DataObject
) -> None:
    """A byte of a good header is changed, and the data after it never ends."""
    head, _ = example
    place = data.draw(st.integers(0, len(head) - 1))
    other = bytes([data.draw(st.integers(0, 255))])
    line = Line(head[:place] + other + head[place + 1 :] + b"S" * 3_000)

    with suppress(BadProxyHeader):
        line.head()

    taken = len(head) + 3_000 - len(line.rest)
    assert taken <= max(MOST_TEXT, len(SIGNATURE) + 4 + MOST_BINARY)


@pytest.mark.parametrize(
    "head",
    [
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"PROXY TCP4 192.0.2.1 192.0.2.2 1 2\n\r\n",
        b"PROXY  TCP4 192.0.2.1 192.0.2.2 1 2\r\n",
        b"PROXY TCP4 192.0.2.1 192.0.2.2 01 2\r\n",
        b"PROXY TCP4 192.0.2.1 192.0.2.2 1 65536\r\n",
        b"PROXY TCP4 2001:db8::1 2001:db8::2 1 2\r\n",
        b"PROXY TCP6 192.0.2.1 192.0.2.2 1 2\r\n",
        b"PROXY TCP4 192.0.2.1 192.0.2.2 1",
        b"PROXY UNKNOWN" + b" " * MOST_TEXT + b"\r\n",
        SIGNATURE + struct.pack("!BBH", 0x21, 0x11, 11) + bytes(11),
        SIGNATURE + struct.pack("!BBH", 0x21, 0x12, 12) + bytes(12),
        SIGNATURE + struct.pack("!BBH", 0x11, 0x11, 12) + bytes(12),
        SIGNATURE + struct.pack("!BBH", 0x20, 0, MOST_BINARY + 1) + bytes(MOST_BINARY + 1),
    ],
)
def test_what_is_said_in_another_way_is_refused(head: bytes) -> None:
    with pytest.raises(BadProxyHeader):
        Line(head).head()


# ------------------------------------------------------------------ machines


class Balancer:
    """Leads each line to the next machine, and says where it comes from."""

    def __init__(self, machines: Sequence[Callers]) -> None:
        self._machines = machines
        self._count = 0
        self.port = 0

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Callers]:
        """Within, people come to it."""
        server = await asyncio.start_server(self._lead, "127.0.0.1", 0)
        callers = Callers(server.sockets[0].getsockname()[1])
        try:
            yield callers
        finally:
            server.close()
            await callers.hang_up()

    async def _lead(self, client: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        machine = self._machines[self._count % len(self._machines)]
        self._count += 1
        upstream, machine_writer = await asyncio.open_connection(
            "127.0.0.1", machine.port, local_addr=(BALANCER, 0)
        )
        machine_writer.write(binary_head(ProxyEndpoints(back.get_extra_info("peername"), PUBLIC)))
        await asyncio.gather(_passed_on(client, machine_writer), _passed_on(upstream, back))


async def _passed_on(source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await source.read(65536):
            to.write(data)
            await to.drain()
    to.close()


@needs_a_porter
async def test_two_machines_are_one_server_and_know_who_comes_from_where(
    tmp_path: Path, postgres: Server
) -> None:
    """They have the key of the house, the store, and processes of their own."""
    one_folder, other_folder = tmp_path / "one", tmp_path / "other"
    options = ("--workers", "2", "--database", postgres.url())
    async with server_process(
        one_folder, *options, "--invite", "flip_city", proxy_protocol_from=NAMED
    ) as one:
        other_folder.mkdir()
        (other_folder / "host_key").write_bytes((one_folder / "host_key").read_bytes())
        async with (
            server_process(other_folder, *options, proxy_protocol_from=NAMED) as other,
            Balancer([one, other]).open() as door,
        ):
            people = []
            for name, address in (("ada", "127.0.0.2"), ("bob", "127.0.0.3")):
                person = await door.come(
                    name, command=f"join {one.code}", env=ENGLISH, local_addr=(address, 0)
                )
                await person.sees(f"{name}  you")  # who comes first sits first
                people.append(person)
            ada, bob = people
            for person in people:
                await person.sees("It is dealt as soon as ada, bob are ready.")
            assert len({_key_of_server(person.connection) for person in (ada, bob)}) == 1

            output = (await hako_server(one_folder, "ban", "127.0.0.3", "1d", "too loud"))[1]

            assert "127.0.0.3" in output
            assert "too loud" in await bob.is_sent_home()
            for _ in "both":
                with pytest.raises(asyncssh.DisconnectError, match="too loud"):
                    await door.connect("bob", local_addr=("127.0.0.3", 0))
                await door.connect("bob", local_addr=("127.0.0.4", 0))
            ada.press("?")
            await ada.sees("Esc")


@needs_a_porter
async def test_who_is_let_in_from_one_place_alone_is_judged_by_where_they_are(
    tmp_path: Path,
) -> None:
    """And an invitation names where people come to; who comes by no balancer is who they are."""
    keys = tmp_path / "keys"
    line = public_line(key_of("ada"))
    keys.write_text(f'from="127.0.0.2,{BALANCER}" {line}\n')
    options = ("--allow-keys", str(keys), "--invite", "flip_city")
    async with (
        server_process(tmp_path, *options, proxy_protocol_from=NAMED) as server,
        Balancer([server]).open() as door,
    ):
        ada = await door.come(
            "ada", command=f"join {server.code}", env=ENGLISH, local_addr=("127.0.0.2", 0)
        )
        await ada.sees(f"-p {server.port} NAME@{PUBLIC[0]}")
        for callers in (door, server):
            with pytest.raises(asyncssh.PermissionDenied):
                await callers.connect("ada", local_addr=("127.0.0.3", 0))
        await server.connect("ada", local_addr=("127.0.0.2", 0))


async def test_a_balancer_that_says_nothing_or_nonsense_has_no_line(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """That is in the log, three times a minute; who only looks whether it is open is not."""
    balancers = ProxyProtocol([ipaddress.ip_network(BALANCER)])
    for sent in (b"", *[b"SSH-2.0-hako_1.0\r\n"] * 9):
        accepted, client = await _line(BALANCER)
        client.sendall(sent)
        client.close()
        with pytest.raises((BadProxyHeader, ConnectionError)):
            await balancers.ends_of(accepted)
        assert accepted.fileno() == -1
    assert caplog.text.count("sends b'SSH-2.0-hako'") == 3

    accepted, client = await _line("127.0.0.3")
    client.sendall(text_head(ProxyEndpoints(PUBLIC, PUBLIC)))
    assert await balancers.ends_of(accepted) is None
    assert accepted.recv(5) == b"PROXY"
    accepted.close()
    client.close()


async def _line(address: str) -> tuple[socket.socket, socket.socket]:
    """A line from an address of this machine: our end, and theirs."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        client = socket.create_connection(listener.getsockname(), source_address=(address, 0))
        return listener.accept()[0], client


def _key_of_server(connection: asyncssh.SSHClientConnection) -> str:
    key = connection.get_server_host_key()
    assert key is not None
    return key.get_fingerprint()
