"""What keeps order in a house: each order is one of these, however it was given.

They are written as a line of words, the same in `hako admin ...` and on the host's page:

    close TABLE [WHY]                  kick TABLE WHO [TIME] [WHY]
    mute TABLE WHO [TIME] [WHY]        ban WHO [TIME] [WHY]
    unban WHO                          release-name NAME
    announce WORDS                     shutdown [TIME] [WHY]
    invite NAME [TABLE]                tournament NAME GAME [FORMAT ...]
    start NAME                         forfeit TABLE|NAME WHO
    finish NAME                        restart

TABLE is a code, WHO a name or a key, of a ban perhaps an address; TIME is 10m, 2h or 7d.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import fields

from hako.engine.i18n.numbers import number_in
from hako.engine.i18n.suggestions import suggestion
from hako.multiplayer.errors import CommandRejected
from hako.multiplayer.tables.chat import sanitize

MINUTE, HOUR, DAY = 60, 3600, 86400

LONGEST = 365 * DAY
"""Every measure ends by itself."""

Seconds: TypeAlias = Annotated[int, Meta(ge=0, le=LONGEST)]

MOST_CHARACTERS = 200
"""Of longer words only so much is kept: whoever opened a table gives orders, too."""

_TIME = re.compile(r"(\d{1,6})([mhd])")
_UNITS = {"m": MINUTE, "h": HOUR, "d": DAY}


class Close(Struct, frozen=True, tag="close"):
    """Take a table away; its log is kept."""

    table: str
    because: str = ""


class Kick(Struct, frozen=True, tag="remove"):
    """Keep somebody away from a table; once it is dealt, a bot plays for them."""

    table: str
    who: str
    seconds: Seconds = 10 * MINUTE
    because: str = ""


class Mute(Struct, frozen=True, tag="mute"):
    """Let somebody say nothing at a table."""

    table: str
    who: str
    seconds: Seconds = 10 * MINUTE
    because: str = ""


class Ban(Struct, frozen=True, tag="ban"):
    """Keep a key or an address out of the house."""

    who: str
    seconds: Seconds = DAY
    because: str = ""


class Lift(Struct, frozen=True, tag="lift"):
    """Let nothing hold against somebody any more."""

    who: str


class ReleaseName(Struct, frozen=True, tag="free"):
    """Let a name belong to nobody."""

    name: str


class Invite(Struct, frozen=True, tag="invite"):
    """Make a link that lets somebody with a browser in once, under that name."""

    name: str
    table: str = ""
    """Where it leads to."""


class Announce(Struct, frozen=True, tag="say"):
    """Say something to everybody who is in."""

    words: str


class Shutdown(Struct, frozen=True, tag="end"):
    """Let nobody new in, and shut the house when all have gone, or when the time is over."""

    seconds: Seconds = MINUTE
    because: str = ""


class AnnounceTournament(Struct, frozen=True, tag="cup"):
    """Announce a cup, see engine.people.cups."""

    cup: str
    game: str
    """Perhaps with the seats of its tables, as in flip_city:3."""
    how: str = ""


class Start(Struct, frozen=True, tag="start"):
    """Let nobody enter a cup any more, and have it played."""

    cup: str


class Forfeit(Struct, frozen=True, tag="forfeit"):
    """Score somebody who did not come, or take them out of a cup."""

    where: str
    """A table, or a cup."""
    who: str


class Finish(Struct, frozen=True, tag="finish"):
    """End a cup as it stands."""

    cup: str


class Upgrade(Struct, frozen=True, tag="upgrade"):
    """Start the processes of this server afresh, one after the other."""


TableCommand: TypeAlias = Close | Kick | Mute
"""What the owner of a table may order, too, for that table."""

ModeratorCommand: TypeAlias = Kick | Mute
"""What a helper of the house may order, at any table."""

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

_KINDS: dict[str, type[ModerationCommand]] = {
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

WORDS = {str(kind.__struct_config__.tag): word for word, kind in reversed(_KINDS.items())}
"""The word that people type, by the tag under which a command is stored."""

_PLACEHOLDERS = {"cup": "NAME", "where": "TABLE"}
"""The name of a field in an error, where it is not the field's own."""


def read(words: Sequence[str]) -> ModerationCommand:
    """The order that a line of words is. Raises CannotOrder."""
    kind: Any = _KINDS.get(words[0] if words else "")
    if kind is None:
        word = words[0] if words else ""
        raise CommandRejected(
            "no_order", near=suggestion(word, _KINDS), word=word, orders=[*_KINDS]
        )
    rest = [*words[1:]]
    values: dict[str, str | int] = {}
    for field in fields(kind):
        if field.name == "seconds":
            if rest and (found := _TIME.fullmatch(rest[0])):
                count = number_in(found[1], LONGEST) or 0
                values["seconds"] = min(LONGEST, count * _UNITS[found[2]])
                del rest[0]
        elif field.name in {"because", "words", "how"}:
            values[field.name] = sanitize(" ".join(rest), MOST_CHARACTERS)
            rest = []
        else:
            values[field.name] = rest.pop(0) if rest else ""
        if field.required and not values[field.name]:
            what = _PLACEHOLDERS.get(field.name, field.name.upper())
            raise CommandRejected("order_needs", order=words[0], what=what)
    if rest:
        raise CommandRejected("order_too_long", order=words[0], words=" ".join(rest))
    order: ModerationCommand = kind(**values)
    return order


def spelt(order: ModerationCommand) -> str:
    """The line of words that an order is read from."""
    words = [WORDS[str(type(order).__struct_config__.tag)]]
    for name in order.__struct_fields__:
        value = getattr(order, name)
        words.append(_time(value) if name == "seconds" else value)
    return " ".join(filter(None, words))


def _time(seconds: int) -> str:
    unit = next((unit for unit in "dh" if seconds % _UNITS[unit] == 0), "m")
    return f"{seconds // _UNITS[unit]}{unit}"
