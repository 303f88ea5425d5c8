"""Limits on the packets that are read from one connection, and from one address.

A PacketReader stands between a socket and asyncssh. It reads little at a time, so that no
connection holds the event loop. The cost is spent from the budgets of the connection and of its
address; if one of them is overdrawn, the rest waits with the client. A client that goes on sending
packets that are no input is disconnected.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import asyncssh
from msgspec.structs import replace

from hako.multiplayer.rate_limit import RateLimit, RateLimits
from hako.server.connection_limits import OWN, network_of
from hako.server.limits import (
    NOISE,
    NOISE_BYTES,
    PLAYER,
    READ_BYTES,
    SHARE_OF_AN_ADDRESS,
    SHARE_OF_STRANGERS,
    STRANGER,
    Budget,
    Limits,
    Pace,
)

logger = logging.getLogger(__name__)

Clock = Callable[[], float]

_MANY = 1024
_COMPLAINTS_A_MINUTE = 3


class Meter:
    """The rest of a budget."""

    def __init__(self, budget: Budget, clock: Clock) -> None:
        def allowance(pace: Pace) -> RateLimit:
            return RateLimit(pace.per_second, pace.at_once, clock)

        self._bytes = allowance(budget.bytes)
        self._packets = allowance(budget.packets)
        self._milliseconds = allowance(budget.milliseconds)
        self._noise = allowance(budget.noise)

    def spend(self, read: int, packets: int, seconds: float) -> None:
        """Spend the cost of reading: bytes, packets, and seconds of the event loop."""
        self._bytes.spend(read)
        self._packets.spend(packets)
        self._milliseconds.spend(seconds * 1000)

    def bears(self, noise: float) -> bool:
        """True if so much more noise is allowed, which is then counted."""
        self._noise.spend(noise)
        return not self._noise.seconds_to_wait

    @property
    def seconds_to_wait(self) -> float:
        """Seconds until more may be read; 0 if it may be now."""
        paced = (self._bytes, self._packets, self._milliseconds)
        return max(limit.seconds_to_wait for limit in paced)

    @property
    def untouched(self) -> bool:
        """True if nothing of it is spent."""
        return all(limit.untouched for limit in (self._bytes, self._packets, self._milliseconds))


class Traffic:
    """The budgets of a server: one for each address before the login, and one after it."""

    def __init__(self, limits: Limits, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._of_address = max(1, SHARE_OF_AN_ADDRESS * limits.connections_per_address)
        # a terminal alone may be given more than usual, and its packets are larger than what they bring
        most = max(PLAYER.bytes.per_second, 2 * limits.bytes_per_second)
        player = replace(PLAYER, bytes=Pace(max(PLAYER.bytes.at_once, 4 * most), most))
        self._player = player.times(limits.sessions_per_connection)
        strangers = max(1, SHARE_OF_STRANGERS * limits.max_pending)
        self._meters: dict[tuple[str, bool], Meter] = {}
        self._strangers = Meter(STRANGER.times(strangers), clock)
        self._complaints = RateLimits(_COMPLAINTS_A_MINUTE / 60, _COMPLAINTS_A_MINUTE)

    def meters(self, address: str, *, is_known: bool) -> tuple[Meter, ...]:
        """The meters that a connection from an address spends from, its own first."""
        budget = self._player if is_known else STRANGER
        own = Meter(budget, self._clock)
        network = network_of(address)
        if network == OWN:  # behind it may be everybody whom an sshd lets in
            return (own,)
        shared = self._meter(network, budget.times(self._of_address), is_known=is_known)
        return (own, shared) if is_known else (own, shared, self._strangers)

    def _meter(self, network: str, budget: Budget, *, is_known: bool) -> Meter:
        if len(self._meters) > _MANY:
            # of those that have it all again, nothing need be known
            known = self._meters.items()
            self._meters = {which: meter for which, meter in known if not meter.untouched}
        which = network, is_known
        if (meter := self._meters.get(which)) is None:
            meter = self._meters[which] = Meter(budget, self._clock)
        return meter

    def complain(self, address: str) -> None:
        """Log the address of a flood; not each time, to save the disk."""
        if self._complaints.may(network_of(address)):
            logger.warning("%s: connection ended, too many packets", address)


class PacketReader(asyncio.BufferedProtocol):
    """Reads for one connection of asyncssh, as fast as the budgets allow."""

    def __init__(
        self,
        connection: asyncssh.SSHServerConnection,
        transport: asyncio.Transport,
        traffic: Traffic,
        address: str,
        end: Callable[[], None],
    ) -> None:
        """Read from the transport from now on; `end` ends a connection that floods."""
        self._connection = connection
        self._transport = transport
        self._traffic = traffic
        self._address = address
        self._end = end
        self._meters = traffic.meters(address, is_known=False)
        self._noise_of: Mapping[int, int] = {}
        """The noise of each type of packet; before the login all are noise."""
        self._buffer = bytearray(READ_BYTES)
        self._bytes = 0
        """Bytes that were read and not spent from the budgets yet; so are the packets."""
        self._packets = 0
        self._is_stopped = False
        self._resumption: asyncio.TimerHandle | None = None
        # there are no hooks for these
        vars(connection)["_recv_data"] = partial(self._measure, connection._recv_data)
        vars(connection)["_finish_recv_packet"] = partial(
            self._count, connection._finish_recv_packet
        )
        transport.set_protocol(self)

    def recognise(self) -> None:
        """Give the connection, which has logged in, the budget of a player."""
        self._meters = self._traffic.meters(self._address, is_known=True)
        self._noise_of = NOISE

    def stop(self) -> None:
        """Stop reading for good."""
        self._is_stopped = True
        self._connection._inpbuf = b""
        self._wait()

    # --- what comes

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002  asyncio passes it
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        if not self._is_stopped:
            self._bytes += nbytes
            self._connection.data_received(bytes(memoryview(self._buffer)[:nbytes]))

    def _measure(self, process: Callable[[], None]) -> None:
        """Process the packets that have come, and spend their cost."""
        begin = time.thread_time()  # what else this machine does is nobody's fault
        process()
        seconds = time.thread_time() - begin
        for meter in self._meters:
            meter.spend(self._bytes, self._packets, seconds)
        self._bytes = self._packets = 0
        self._wait()

    def _count(self, finish: Callable[..., None], pkttype: int, *more: Any, **most: Any) -> None:
        """Count a packet and its noise, and finish it."""
        self._packets += 1
        if (noise := self._noise_of.get(pkttype, 1)) > 0:
            noise += self._connection._pktlen // NOISE_BYTES
        if not self._meters[0].bears(noise):
            self._end_flood()
        finish(pkttype, *more, **most)

    def _end_flood(self) -> None:
        if not self._is_stopped:
            self.stop()
            self._traffic.complain(self._address)
            self._end()

    def _wait(self) -> None:
        """Pause reading while a budget is overdrawn."""
        if self._resumption is not None:
            self._resumption.cancel()
            self._resumption = None
        if self._is_stopped:
            self._transport.pause_reading()
        elif seconds := max(meter.seconds_to_wait for meter in self._meters):
            self._transport.pause_reading()
            self._resumption = asyncio.get_running_loop().call_later(seconds, self._wait)
        else:
            self._transport.resume_reading()

    # --- what is handed on

    def eof_received(self) -> bool | None:
        self._connection.eof_received()
        return None

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_stopped = True
        if self._resumption is not None:
            self._resumption.cancel()
        self._connection.connection_lost(exc)
        # cut the rings: these lead to what leads here
        for hook in ("_recv_data", "_finish_recv_packet"):
            vars(self._connection).pop(hook, None)
        self._end = _end_nothing


def _end_nothing() -> None:
    """Do nothing: the connection has ended."""
