from __future__ import annotations

import tomllib
from pathlib import Path

import hako.server.ssh
from hako.multiplayer.accounts import names
from hako.server.ssh.session_app_base import texts

FOLDER = Path(hako.server.ssh.__file__).parent
SERVER = tomllib.loads((FOLDER / "text.en.toml").read_text(encoding="utf-8"))["server"]
KEYS = [key for key in SERVER if key != "web"] + [f"web.{key}" for key in SERVER["web"]]
VALUES = {"way": "-p 2222 ada@HOST", "name": "ada", "port": 2222, "most": 24, "command": "'games'"}
VALUES |= {"until": "2026-11-22", "because": "noise", "url": "http://127.0.0.1"}


def test_everything_is_said_in_both_languages() -> None:
    """With the same values in it."""
    for key in KEYS:
        sentences = [texts(language).text(f"server.{key}", **VALUES) for language in ("en", "ja")]
        assert sentences[0] != sentences[1]
        for value in VALUES.values():
            assert (str(value) in sentences[0]) == (str(value) in sentences[1]), (key, value)


def test_every_sentence_is_used() -> None:
    """A name that cannot be had is called the same by both doors."""
    files = (
        *FOLDER.parent.rglob("*.py"),
        Path(names.__file__),
    )
    code = "".join(path.read_text(encoding="utf-8") for path in files)
    used = [f'"{key}"' in code or f'"{key.removeprefix("web.")}"' in code for key in KEYS]
    assert [key for key, is_used in zip(KEYS, used, strict=True) if not is_used] == []


def test_english_is_spoken_to_those_who_did_not_say_otherwise() -> None:
    assert texts(None).language == "en"
