"""Moderation commands, each of which is one of these types, however it was given.

A command is written as a line of words, the same in `hako admin ...` and on the moderation screen:

    close TABLE [WHY]                  kick TABLE WHO [TIME] [WHY]
    mute TABLE WHO [TIME] [WHY]        ban WHO [TIME] [WHY]
    unban WHO                          release-name NAME
    announce WORDS                     shutdown [TIME] [WHY]
    invite NAME [TABLE]                tournament NAME GAME [FORMAT ...]
    start NAME                         forfeit TABLE|NAME WHO
    finish NAME                        restart

TABLE is a code, WHO a name or a key, for a ban perhaps an address; TIME is 10m, 2h or 7d.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct, field
from msgspec.structs import fields

from hako.engine.i18n.suggestions import suggestion
from hako.engine.i18n.typed_numbers import number_in
from hako.multiplayer.command_rejected import CommandRejected
from hako.multiplayer.tables.chat import sanitize

MINUTE, HOUR, DAY = 60, 3600, 86400

LONGEST = 365 * DAY
"""Maximum duration of a sanction, in seconds."""

Seconds: TypeAlias = Annotated[int, Meta(ge=0, le=LONGEST)]

MOST_CHARACTERS = 200
"""Maximum length of texts, since owners of tables give commands, too."""

_TIME = re.compile(r"(\d{1,6})([mhd])")
_UNITS = {"m": MINUTE, "h": HOUR, "d": DAY}


class Close(Struct, frozen=True, tag="close"):
    """Close a table; its log is kept."""

    table: str
    because: str = ""


class Kick(Struct, frozen=True, tag="remove"):
    """Kick a user from a table; after the deal a bot plays for them."""

    table: str
    target: str = field(name="who")
    seconds: Seconds = 10 * MINUTE
    because: str = ""


class Mute(Struct, frozen=True, tag="mute"):
    """Mute a user at a table."""

    table: str
    target: str = field(name="who")
    seconds: Seconds = 10 * MINUTE
    because: str = ""


class Ban(Struct, frozen=True, tag="ban"):
    """Ban a key or an address from the server."""

    target: str = field(name="who")
    seconds: Seconds = DAY
    because: str = ""


class Lift(Struct, frozen=True, tag="lift"):
    """Lift all sanctions against a user."""

    target: str = field(name="who")


class ReleaseName(Struct, frozen=True, tag="free"):
    """Release a name."""

    name: str


class Invite(Struct, frozen=True, tag="invite"):
    """Create an invitation for a browser, under this name."""

    name: str
    table: str = ""
    """Code of the table that it leads to."""


class Announce(Struct, frozen=True, tag="say"):
    """Show an announcement to all users."""

    words: str


class Shutdown(Struct, frozen=True, tag="end"):
    """Refuse new connections, and shut down when all have left or the time is over."""

    seconds: Seconds = MINUTE
    because: str = ""


class AnnounceTournament(Struct, frozen=True, tag="cup"):
    """Announce a tournament; see tournaments.organizer."""

    cup: str
    game: str
    """Game, perhaps with the number of seats at a table, as in flip_city:3."""
    how: str = ""


class Start(Struct, frozen=True, tag="start"):
    """Close the entries of a tournament and start it."""

    cup: str


class Forfeit(Struct, frozen=True, tag="forfeit"):
    """Forfeit a game for an absent player, or withdraw them from a tournament."""

    where: str
    """Code of a table, or name of a tournament."""
    target: str = field(name="who")


class Finish(Struct, frozen=True, tag="finish"):
    """Finish a tournament as it stands."""

    cup: str


class Upgrade(Struct, frozen=True, tag="upgrade"):
    """Restart the processes of this server, one after the other."""


TableCommand: TypeAlias = Close | Kick | Mute
"""Commands that the owner of a table may give for it."""

ModeratorCommand: TypeAlias = Kick | Mute
"""Commands that a moderator may give for any table."""

TournamentCommand: TypeAlias = AnnounceTournament | Start | Forfeit | Finish

ModerationCommand: TypeAlias = (
    TableCommand
    | TournamentCommand
    | Ban
    | Lift
    | ReleaseName
    | Invite
    | Announce
    | Shutdown
    | Upgrade
)

_COMMANDS: dict[str, type[ModerationCommand]] = {
    "close": Close,
    "kick": Kick,
    "mute": Mute,
    "ban": Ban,
    "unban": Lift,
    "unmute": Lift,
    "allow": Lift,
    "release-name": ReleaseName,
    "invite": Invite,
    "announce": Announce,
    "tournament": AnnounceTournament,
    "start": Start,
    "forfeit": Forfeit,
    "finish": Finish,
    "restart": Upgrade,
    "shutdown": Shutdown,
}
"""The first word of a line, and the command it stands for."""

WORDS = {str(kind.__struct_config__.tag): word for word, kind in reversed(_COMMANDS.items())}
"""The word that people type, by the tag under which a command is stored."""

_PLACEHOLDERS = {"cup": "NAME", "where": "TABLE"}
"""The name of a field in an error, where it is not the field's own."""


def parse_command(words: Sequence[str]) -> ModerationCommand:
    """Parse a command from its words. Raises CommandRejected."""
    kind: Any = _COMMANDS.get(words[0] if words else "")
    if kind is None:
        word = words[0] if words else ""
        raise CommandRejected(
            "no_order", near=suggestion(word, _COMMANDS), word=word, orders=[*_COMMANDS]
        )
    rest = [*words[1:]]
    values: dict[str, str | int] = {}
    for part in fields(kind):
        if part.name == "seconds":
            if rest and (match := _TIME.fullmatch(rest[0])):
                count = number_in(match[1], LONGEST) or 0
                values["seconds"] = min(LONGEST, count * _UNITS[match[2]])
                del rest[0]
        elif part.name in {"because", "words", "how"}:
            values[part.name] = sanitize(" ".join(rest), MOST_CHARACTERS)
            rest = []
        else:
            values[part.name] = rest.pop(0) if rest else ""
        if part.required and not values[part.name]:
            placeholder = _PLACEHOLDERS.get(part.encode_name, part.encode_name.upper())
            raise CommandRejected("order_needs", order=words[0], what=placeholder)
    if rest:
        raise CommandRejected("order_too_long", order=words[0], words=" ".join(rest))
    command: ModerationCommand = kind(**values)
    return command


def command_text(command: ModerationCommand) -> str:
    """Line of words from which a command is parsed."""
    words = [WORDS[str(type(command).__struct_config__.tag)]]
    for name in command.__struct_fields__:
        value = getattr(command, name)
        words.append(_time(value) if name == "seconds" else value)
    return " ".join(filter(None, words))


def _time(seconds: int) -> str:
    unit = next((unit for unit in "dh" if seconds % _UNITS[unit] == 0), "m")
    return f"{seconds // _UNITS[unit]}{unit}"
