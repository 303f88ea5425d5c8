"""The output of commands: to a file, or to standard output."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    pass

STDOUT = Path("-")


class OutputFile(click.Path):
    """A file to write; `-` is standard output. No folder is made for it."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, writable=True, allow_dash=True, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path: Any = super().convert(value, param, ctx)  # as path_type has it, a Path
        if not path.parent.exists():
            from hako.cli.exceptions import UsageError
            from hako.engine.i18n.failure import Failure

            reason = Failure("no_such_folder", folder=path.parent)
            name = param.get_error_hint(ctx) if param else self.name
            raise UsageError("bad_path", ctx=ctx, name=name, file=path, reason=reason)
        return path


def put_json(path: Path, value: Any) -> None:
    """Write it as JSON that people can read, too. Raises StoreFailed."""
    import msgspec

    put_out(path, msgspec.json.format(msgspec.json.encode(value)) + b"\n")


def put_out(path: Path, content: bytes) -> None:
    """Write the output. Raises StorageError."""
    if path == STDOUT:
        click.echo(content, nl=False)
    else:
        from hako.engine.storage.files import write_file

        write_file(path, content)
