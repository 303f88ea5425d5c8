"""The configuration of `hako serve`: its file, its options and its page in docs/."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click
import pytest
import rtoml
from msgspec import Struct
from msgspec.structs import fields

from hako.cli.commands.serve import command
from hako.cli.serve_config import ServeConfig, read_config
from hako.engine.content.files import BadContent
from hako.server.limits import Limits

DOCS = Path(__file__).parents[2] / "docs"

ROW = re.compile(r"^\| `(\w+)` \| (.+?) \| (.*?) ?\| .+ \|$", re.MULTILINE)

MOST_OPTIONS = 12

UNITS = {
    r"_seconds$|_interval$|_grace$|_timeout$": {"s", "秒"},
    r"_minute$": {"per minute", "毎分"},
    r"(?<!bytes)_per_second$": {"per second", "毎秒"},
    r"^bytes_per_second$": {"bytes per second", "バイト毎秒"},
    r"_bytes$|^bytes_at_once$": {"bytes", "バイト"},
    r"_characters$": {"characters", "文字"},
}
"""The unit of a limit, by its name."""


def defaults(kind: type[Struct]) -> list[tuple[str, str]]:
    """Each key with its default as TOML writes it, in the order of the Struct."""
    return [
        (field.name, _cell(getattr(kind(), field.name)))
        for field in fields(kind)
        if field.name != "limits"
    ]


def _cell(value: Any) -> str:
    if value is None:
        return "none"
    return f"`{rtoml.dumps({'_': value}).removeprefix('_ = ').strip()}`"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_lists_every_key_with_its_default_and_unit(language: str) -> None:
    page = (DOCS / f"serve.{language}.md").read_text("utf-8")
    rows = [match.groups() for match in ROW.finditer(page)]

    named = [(key, default.replace("なし", "none")) for key, default, _ in rows]
    assert named == defaults(ServeConfig) + defaults(Limits)
    limits = {key: unit for key, _, unit in rows if key in Limits.__struct_fields__}
    assert all(limits.values())
    for key, unit in limits.items():
        for pattern, units in UNITS.items():
            assert not re.search(pattern, key) or unit in units, key


def test_the_command_has_few_options() -> None:
    options = [param for param in command.params if isinstance(param, click.Option)]

    assert len(options) <= MOST_OPTIONS
    known = {*ServeConfig.__struct_fields__, "config_file", "data", "language"}
    assert {option.name for option in options} <= known


def test_options_take_precedence_and_files_lie_beside_the_configuration(tmp_path: Path) -> None:
    file = tmp_path / "serve.toml"
    file.write_text('port = 2200\nguests = true\nadmins = "a.pub"\n[limits]\nsessions = 5\n')

    config = read_config(file, {"port": 2300, "guests": None})

    assert (config.port, config.guests) == (2300, True)
    assert config.admins == str(tmp_path / "a.pub")
    assert config.limits == Limits(sessions=5)
    assert read_config(None, {}) == ServeConfig()


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("[limits]\nsesions = 5", "limits: unknown field 'sesions'. Did you mean 'sessions'?"),
        ("workrs = 5", "unknown field 'workrs'. Did you mean 'workers'?"),
        ("[limits]\nsessions = 0", "limits.sessions: expected `int` >= 1."),
        ("[limits]\nidle_seconds = 0", "limits.idle_seconds: expected `float` > 0.0."),
        ('[limits]\ncolumns = "ten"', "limits.columns: expected `int`, got `str`."),
        ("port = 70000", "port: the number must be at most 65535"),
        ('bot_cores = "two"', "bot_cores: unknown value 'two'. It must be one of: all, half, one."),
    ],
)
def test_what_is_wrong_is_named_by_its_key(tmp_path: Path, written: str, text: str) -> None:
    file = tmp_path / "serve.toml"
    file.write_text(written)

    with pytest.raises(BadContent) as failed:
        read_config(file, {})

    assert f"{file}, {text}" in str(failed.value)
