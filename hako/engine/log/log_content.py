"""The content that a log was played with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hako.engine.content import files as content_files
from hako.engine.i18n.failure import Failure
from hako.engine.log.content_changes import differing
from hako.engine.log.digests import of_content
from hako.engine.log.header import Header
from hako.engine.log.log_format import BadLog
from hako.engine.log.rules_upgrade import way_out
from hako.engine.log.setup_checks import check_header
from hako.engine.rules.game import Game


def content_of(game: Game[Any], header: Header, name: str) -> Any:
    """The content that a log was played with. Raises BadLog if no known content has its digest.

    Contents of earlier releases are patches in the game's folder `contents/`.
    """
    check_header(game, header, name)
    for patch in _patches(game):
        content, digest = read_content(game, patch, header.changes, "changes")
        if digest == header.content:
            return content
    raise BadLog(name, 1, _other_content(game, header))


def _other_content(game: Game[Any], header: Header) -> Failure:
    """The difference between our content and the one of a log, with a remedy."""
    if header.changes:
        content, _ = read_content(game, None, header.changes, "changes")
        differs = differing(content, header.content, header.tables)
    else:
        differs = _differing(game, header.content, tuple(header.tables.items()))
    if differs.key == "differs_nowhere":
        return differs  # no version of hako opens it
    return Failure(
        "other_content",
        file=_file(game).name,
        digest=header.content,
        differs=differs,
        way_out=way_out(header.hako),
    )


@cache
def _differing(game: Game[Any], digest: str, tables: tuple[tuple[str, str], ...]) -> Failure:
    """The difference from the content file as shipped; searched once for all its logs."""
    return differing(_as_shipped(game, None)[0], digest, dict(tables))


@cache
def _patches(game: Game[Any]) -> tuple[Path | None, ...]:
    """Patches that restore the content files of earlier releases; None for the current one, first."""
    return None, *sorted(game.folder.glob("contents/*.toml"))


def read_content(
    game: Game[Any], patch: Path | None, changes: Mapping[str, Any], name: str
) -> tuple[Any, str]:
    """A content file decoded, and its digest."""
    if not changes:
        return _as_shipped(game, patch)
    content = content_files.load(game.content, _file(game), changes, name, patch)
    return content, of_content(content)


@cache
def _as_shipped(game: Game[Any], patch: Path | None) -> tuple[Any, str]:
    """The content file as shipped, decoded, and its digest; read once and shared by all tables."""
    content = content_files.load(game.content, _file(game), patch=patch)
    return content, of_content(content)


def _file(game: Game[Any]) -> Path:
    return game.folder / f"{game.id}.toml"
