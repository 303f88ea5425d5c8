"""The configuration of `hako serve`: a TOML file, under the options of the command line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from hako.engine.content.files import as_kind, read_toml
from hako.multiplayer.accounts.settings import CoresChoice
from hako.server.limits import Limits

Port = Annotated[int, Meta(ge=0, le=65535)]
Count = Annotated[int, Meta(ge=1)]


class ServeConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of the file; each is described in docs/serve.en.md.

    The name of a file is relative to the folder of the configuration.
    """

    host: str = "127.0.0.1"
    port: Port = 2222
    guests: bool = False
    allow_keys: str | None = None
    admins: str | None = None
    moderators: str | None = None
    invite: str | None = None
    clock: str = ""
    web: Port | None = None
    web_url: str | None = None
    web_sessions: Count = 20
    web_trusted_proxy: str | None = None
    database: str | None = None
    proxy_protocol_from: tuple[str, ...] = ()
    notify_command: str | None = None
    workers: Count | None = None
    bot_cores: CoresChoice = "one"
    limits: Limits = Limits()


FILES = ("allow_keys", "admins", "moderators")
"""The keys that name a file."""


def read_config(path: Path | None, options: Mapping[str, Any]) -> ServeConfig:
    """Read the file, if one is named; the options that were given take precedence over it.

    Raises BadContent with the key, and the nearest one that exists.
    """
    config = ServeConfig()
    if path is not None:
        config = as_kind(ServeConfig, read_toml(path), str(path))
        named = {key: getattr(config, key) for key in FILES}
        config = replace(
            config, **{key: str(path.parent / name) for key, name in named.items() if name}
        )
    return replace(config, **{key: value for key, value in options.items() if value is not None})
