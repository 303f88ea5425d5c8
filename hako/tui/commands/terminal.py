"""Commands that draw on a terminal need one."""

from __future__ import annotations

import sys

import click


def needs_terminal(command: str, way_out: str = "with --plain it goes through a pipe") -> None:
    """Refuse where stdin or stdout is none, and say what would do."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError(
            f"{command} draws on a terminal, and stdin or stdout is none; {way_out}."
        )
