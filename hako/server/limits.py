"""The limits of a server, for each client and for all, so that one bad client harms no other."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from hako.multiplayer.tables.limits import DEFAULT_LIMITS, TableLimits

Count = Annotated[int, Meta(ge=1)]
Seconds = Annotated[float, Meta(gt=0)]


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """The limits of one server; a field is a key of `[limits]` in the file of `hako serve --config`."""

    sessions: Count = 300
    """Terminals at the same time."""
    sessions_per_connection: Count = 1
    """Terminals that share a connection (`ControlMaster` of OpenSSH)."""
    connections_per_address: Count = 16
    """Connections from one IPv4 address, or one /64 network of IPv6."""
    handshakes_per_minute: Count = 60
    """New connections from one address."""
    max_pending: Count = 100
    """Connections that have not logged in yet; one more and the oldest has to go, of the
    address with most of them."""
    login_seconds: Seconds = 60
    """Time to log in, a passphrase typed included, and then to open a terminal."""
    login_attempts: Count = 20
    """Keys and names that a client may try; an agent may be full of keys."""
    idle_seconds: Seconds = 4 * 3600
    """Time after which a terminal without a key press is closed."""
    keepalive_seconds: Seconds = 15
    """Interval of keepalive requests; after three without an answer the connection is closed."""
    keys_per_second: Count = 50
    """Keys and mouse events taken from one terminal; the others wait."""
    keys_at_once: Count = 100
    """Keys taken before the rate counts, for text that is committed in one go."""
    bytes_per_second: Count = 16 * 1024
    """Input read from one terminal; the rest waits at the client."""
    bytes_at_once: Count = 64 * 1024
    """Input read before the rate counts."""
    paste_characters: Count = 10_000
    """A longer paste is refused as a whole."""
    chat_characters: Count = DEFAULT_LIMITS.chat_characters
    """Most characters of a line of chat; the rest is cut."""
    chat_seconds: Seconds = DEFAULT_LIMITS.chat_seconds
    """Time between two chat messages of one player; faster ones are dropped."""
    consent_seconds: Seconds = DEFAULT_LIMITS.consent_seconds
    """Time for the others to answer a request to take something back."""
    tables_per_player: Count = DEFAULT_LIMITS.tables_per_player
    """Unfinished tables that one player has opened; tables idle for a week do not count."""
    tables_per_address: Count = 50
    """Tables that are opened from one address in a day."""
    writes_at_once: Count = DEFAULT_LIMITS.acts_at_once
    """Lines of chat, seats, entries and whatever else a player may have kept at once; one more
    comes back every five seconds. For one address it is four times as much."""
    columns: Annotated[int, Meta(ge=80)] = 400
    """Most columns of a window that are drawn on."""
    lines: Annotated[int, Meta(ge=24)] = 120
    """Most lines of a window that are drawn on."""
    resizes_per_second: Seconds = 10
    """Most changes of size in a second; of more, only the last one counts. Windows of more than
    10,000 cells change as much less often."""
    output_buffer_bytes: Count = 128 * 1024
    """Output waiting for a slow client; beyond it frames are left out."""
    environment_bytes: Count = 4096
    """Environment variables taken from a client."""
    names: Count = 10_000
    """Player names remembered."""
    new_names: Annotated[int, Meta(ge=0)] = 3
    """New names that are taken with one key, and from one address, in a day; with 0, as in a
    storm, only people known before take seats."""
    terminal_query_timeout: Seconds = 1.0
    """Time for a terminal to answer questions about itself."""
    app_start_interval: Seconds = 0.05
    """The time between the starts of two apps, so that a crowd of clients does not stop all tables."""
    shutdown_grace: Seconds = 3
    """Time for an app to end after it was asked to."""

    @property
    def manners(self) -> TableLimits:
        """The limits that apply at a table."""
        return TableLimits(
            chat_characters=self.chat_characters,
            chat_seconds=self.chat_seconds,
            consent_seconds=self.consent_seconds,
            tables_per_player=self.tables_per_player,
            acts_at_once=self.writes_at_once,
        )


class Pace(Struct, frozen=True):
    """An amount that may be used at once, and a rate a second after that."""

    at_once: float
    per_second: float

    def times(self, count: float) -> Pace:
        """The same for a number of clients together."""
        return Pace(self.at_once * count, self.per_second * count)


class Budget(Struct, frozen=True):
    """The amount read from one client before it has to wait for the others."""

    bytes: Pace
    packets: Pace
    milliseconds: Pace
    """Time of the event loop, for reading them and for all that is done at once."""
    noise: Pace
    """Packets that are no input, see NOISE; more of them end the connection."""

    def times(self, count: float) -> Budget:
        """The same for a number of clients together."""
        return Budget(
            self.bytes.times(count),
            self.packets.times(count),
            self.milliseconds.times(count),
            self.noise.times(count),
        )


READ_BYTES = 4096
"""Read at once from one connection. It holds some 250 of the smallest packets, which is 5 ms of
the event loop; asyncio would read 256 KiB, and asyncssh copies the rest for each packet in it."""

STRANGER = Budget(
    # two key exchanges and twenty keys with their certificates are less than 40 KB
    bytes=Pace(64 * 1024, 16 * 1024),
    # a client with a full agent logs in with some 100 packets, where each has an empty one before
    packets=Pace(150, 30),
    # a key exchange takes 2 ms, on a slow machine perhaps 20, and a signature 1
    milliseconds=Pace(100, 20),
    # nothing before the login is input: all packets of a login that tries 20 keys, twice over
    noise=Pace(240, 1),
)
"""A connection before its login."""

PLAYER = Budget(
    # twice what is read of a terminal (see Limits.bytes_per_second), for what packets add to it
    bytes=Pace(128 * 1024, 32 * 1024),
    # 50 keys a second and a mouse that is dragged are 250 at most; asyncssh sends 2 for each
    packets=Pace(1500, 300),
    # a key takes 0.2 ms, so that 50 a second are 10
    milliseconds=Pace(150, 50),
    # a window that is dragged for a quarter of a minute changes its size 144 times a second, on
    # the fastest screens; with asyncssh 50 keys a second are 50 empty packets
    noise=Pace(2000, 100),
)
"""A connection after its login."""

SHARE_OF_AN_ADDRESS = 1 / 4
"""Share of the sum of its connections' budgets that one address gets, such as four of sixteen: players
behind one router use a tenth of their budgets. Noise is counted for each connection alone."""

SHARE_OF_STRANGERS = 1 / 8
"""The same for all who have not logged in: twelve of a hundred, a quarter of the event loop's time."""

_KEXINIT, _CHANNEL_OPEN, _CHANNEL_DATA = 20, 90, 94
"""As RFC 4250, 4.1, numbers them; asyncssh has them, too, but takes long to import."""

NOISE = {
    _CHANNEL_DATA: 0,
    # an exchange of keys takes 3 ms; clients ask for one each hour, or after a gigabyte
    _KEXINIT: 100,
    # a channel takes 0.5 ms to open, and is opened for each `ssh HOST tables` over a shared line
    _CHANNEL_OPEN: 20,
}
"""The noise that a packet counts after the login; any other is 1, and so is each after the first
NOISE_BYTES of one that is noise: a large one may not be the cheaper way to say nothing."""

NOISE_BYTES = 1024

LEAST_PACKET_BYTES = 256
"""A client that takes smaller ones only would have each frame cut into thousands; RFC 4254 has
32,768 in mind."""
