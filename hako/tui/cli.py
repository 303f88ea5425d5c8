"""The command line."""

from __future__ import annotations

import click


@click.group()
@click.version_option(package_name="hako-tabletop")
def main() -> None:
    """A box of modern board games for the terminal."""
