"""How much a server gives to each and to all, so that one bad client harms nobody else."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from hako.engine.people.room import USUAL_MANNERS, Manners

Count = Annotated[int, Meta(ge=1)]
Seconds = Annotated[float, Meta(gt=0)]


class Limits(Struct, frozen=True):
    """The limits of one server; a field is an option of `hako serve`."""

    sessions: Count = 300
    """Terminals at the same time."""
    sessions_per_connection: Count = 1
    """Terminals that share a connection (`ControlMaster` of OpenSSH)."""
    connections_per_address: Count = 16
    """Connections from one IPv4 address, or one /64 network of IPv6."""
    handshakes_per_minute: Count = 60
    """New connections from one address."""
    unauthenticated: Count = 100
    """Connections that have not logged in yet; one more and the oldest has to go, of the
    address with most of them."""
    login_seconds: Seconds = 60
    """Time to log in, a passphrase typed included, and then to open a terminal."""
    login_attempts: Count = 20
    """Keys and names that a client may try; an agent may be full of keys."""
    idle_seconds: Seconds = 4 * 3600
    """A terminal without any key for so long is closed."""
    keepalive_seconds: Seconds = 15
    """A client is asked so often whether it is still there; three silences end it."""
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
    chat_characters: Count = USUAL_MANNERS.chat_characters
    """Of a longer line of chat only so much is kept."""
    chat_seconds: Seconds = USUAL_MANNERS.chat_seconds
    """Time between two lines of chat of one player; what comes faster is dropped."""
    consent_seconds: Seconds = USUAL_MANNERS.consent_seconds
    """Time for the others to answer a request to take something back."""
    tables_per_player: Count = USUAL_MANNERS.tables_per_player
    """Tables that one player opened and that are played; what rests for a week does not count."""
    tables_per_address: Count = 50
    """Tables that are opened from one address in a day."""
    writes_at_once: Count = USUAL_MANNERS.acts_at_once
    """Lines of chat, seats, entries and whatever else a player may have kept at once; one more
    comes back every five seconds. For one address it is four times as much."""
    columns: Annotated[int, Meta(ge=80)] = 400
    """Of a wider window only so much is drawn on."""
    lines: Annotated[int, Meta(ge=24)] = 120
    """Of a higher window only so much is drawn on."""
    resizes_per_second: Seconds = 10
    """Of more changes of size only the last one counts."""
    backlog_bytes: Count = 128 * 1024
    """Output waiting for a slow client; beyond it frames are left out."""
    environment_bytes: Count = 4096
    """Environment variables taken from a client."""
    names: Count = 10_000
    """Player names remembered."""
    new_names: Annotated[int, Meta(ge=0)] = 3
    """New names that are taken with one key, and from one address, in a day; with 0, as in a
    storm, only people known before take seats."""
    answer_seconds: Seconds = 1.0
    """Time for a terminal to answer questions about itself."""
    start_gap_seconds: Seconds = 0.05
    """Apps start so far apart, so that a crowd at the door stops nobody's table."""
    farewell_seconds: Seconds = 3
    """Time for an app to end after it was told to."""

    @property
    def manners(self) -> Manners:
        """Those that hold at a table."""
        return Manners(
            chat_characters=self.chat_characters,
            chat_seconds=self.chat_seconds,
            consent_seconds=self.consent_seconds,
            tables_per_player=self.tables_per_player,
            acts_at_once=self.writes_at_once,
        )
