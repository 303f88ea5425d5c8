"""The Textual that hako is made for, and the message where another one is installed."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

from hako.engine.missing_package import MissingPackage

LEAST, BELOW = "8.2.8", "8.3"
"""As pyproject.toml says: drivers and repairs lean on names that another minor release may lack."""


def needs_textual() -> None:
    """Raise MissingPackage if Textual is missing or has another version."""
    if (failure := wrong_textual()) is not None:
        raise failure


def wrong_textual() -> MissingPackage | None:
    """The error about a Textual that is missing or another version; None if it is right."""
    needed = f"textual>={LEAST},<{BELOW}"
    version = _installed()
    if version is None:
        return MissingPackage("no_textual", needed=needed)
    if not _parts(LEAST) <= _parts(version) < _parts(BELOW):
        return MissingPackage("other_textual", needed=needed, version=version)
    return None


def _parts(version: str) -> tuple[int, ...]:
    """The numbers of a release; a release candidate counts as the release."""
    numbers = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(map(int, numbers[0].split("."))) if numbers else ()


def _installed() -> str | None:
    """The version that would be imported; None without one.

    It is read from the name of the folder beside it; importlib.metadata costs 30 ms of each start.
    """
    spec = find_spec("textual")
    if spec is None or spec.origin is None:
        return None
    folders = [*Path(spec.origin).parents[1].glob("textual-*.dist-info")]
    if len(folders) == 1:
        return folders[0].name.removeprefix("textual-").removesuffix(".dist-info")
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("textual")
    except PackageNotFoundError:
        return LEAST  # laid there by hand: nothing tells which it is
