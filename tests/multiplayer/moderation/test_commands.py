"""Orders are lines of words, and what a line is read as."""

from __future__ import annotations

import msgspec
import pytest

from hako.multiplayer.accounts.sanctions import Sanction, Sanctions
from hako.multiplayer.command_rejected import CommandRejected
from hako.multiplayer.moderation import commands
from hako.multiplayer.moderation.commands import command_text, parse_command

LINES: list[tuple[str, commands.ModerationCommand]] = [
    ("close FTGNK", commands.Close("FTGNK")),
    ("kick FTGNK ben 2h too loud", commands.Kick("FTGNK", "ben", 7200, "too loud")),
    ("mute FTGNK ben", commands.Mute("FTGNK", "ben", 600)),
    ("ban 192.0.2.7 7d", commands.Ban("192.0.2.7", 604800)),
    ("ban ben 10 times too loud", commands.Ban("ben", 86400, "10 times too loud")),
    ("ban ben 9999d", commands.Ban("ben", 365 * 86400)),
    ("unban ben", commands.Lift("ben")),
    ("unmute ben", commands.Lift("ben")),
    ("allow ben", commands.Lift("ben")),
    ("release-name ben", commands.ReleaseName("ben")),
    ("announce tea is ready", commands.Announce("tea is ready")),
    (
        "tournament spring flip_city:3 swiss:4 same-deal office=on",
        commands.AnnounceTournament("spring", "flip_city:3", "swiss:4 same-deal office=on"),
    ),
    ("tournament spring flip_city", commands.AnnounceTournament("spring", "flip_city")),
    ("start spring", commands.Start("spring")),
    ("forfeit FTGNK ben", commands.Forfeit("FTGNK", "ben")),
    ("finish spring", commands.Finish("spring")),
    ("restart", commands.Upgrade()),
    ("shutdown", commands.Shutdown(60)),
    ("shutdown 90m good night", commands.Shutdown(5400, "good night")),
]


@pytest.mark.parametrize(("line", "order"), LINES)
def test_a_line_is_read_as_an_order_and_spelt_so_that_it_is_read_again(
    line: str, order: commands.ModerationCommand
) -> None:
    assert parse_command(line.split()) == order
    assert parse_command(command_text(order).split()) == order


def test_commands_are_stored_under_the_tags_of_earlier_logs() -> None:
    """A log of moderation opens, whatever word people type for a command."""
    tags = [msgspec.to_builtins(command)["type"] for _, command in LINES]

    assert set(tags) == {
        *("close", "remove", "mute", "ban", "lift", "free", "say", "cup"),
        *("start", "forfeit", "finish", "upgrade", "end"),
    }


@pytest.mark.parametrize("line", ["", "bna ben", "ban", "announce", "mute FTGNK", "unban ben now"])
def test_what_is_no_order_is_refused(line: str) -> None:
    with pytest.raises(CommandRejected):
        parse_command(line.split())


def test_what_somebody_writes_of_their_order_is_safe_on_the_hosts_terminal() -> None:
    """The owner of a table gives commands there, and the admin reads them in the audit log."""
    assert parse_command(["close", "FTGNK", "\x1b]0;mine\x07", "x" * 9000]) == commands.Close(
        "FTGNK", f"]0;mine {'x' * 192}"
    )
    with pytest.raises(CommandRejected):
        parse_command(["announce", "\x1b"])


def test_what_holds_against_an_account_holds_whatever_it_calls_itself() -> None:
    all_of_them = Sanctions(lambda: 0)
    all_of_them.add(
        Sanction("mute", "account:ada:Ada", until=60, table="FTGNK", origin="account:ada")
    )

    assert all_of_them.against("mute", "account:ada:Zoe", "FTGNK", origin="account:ada")
    assert not all_of_them.against("mute", "account:ben:Zoe", "FTGNK", origin="account:ben")
    assert len([*all_of_them]) == 1
    all_of_them.lift("account:ada:Ada")
    assert not all_of_them.against("mute", "account:ada:Zoe", "FTGNK", origin="account:ada")


def test_a_sanction_ends_by_itself() -> None:
    now = 0.0
    all_of_them = Sanctions(lambda: now)
    all_of_them.add(Sanction("mute", "ben", until=60, table="FTGNK"))

    assert all_of_them.against("mute", "ben", "FTGNK") is not None
    assert all_of_them.against("mute", "ben", "OTHER") is None
    now = 60
    assert all_of_them.against("mute", "ben", "FTGNK") is None
    assert [*all_of_them] == []
