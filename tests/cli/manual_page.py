"""The manual page, made of what every command says with --help: `make man` writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click

from hako.cli.main import COMMANDS, main

PAGE = Path(__file__).parents[2] / "man" / "hako.1"

EXIT_STATUS = (
    (0, "Success."),
    (1, "The request could not be carried out."),
    (2, "The command line was wrong."),
    (3, "Success, but a log is not verified, because not all of it could be checked."),
)


def manual() -> str:
    """The page in the language of man."""
    server = click.Context(main, info_name="hako", **main.context_settings)
    return "\n".join([*_head(server), *_commands(server), *_foot()]) + "\n"


def _head(server: click.Context) -> Iterator[str]:
    yield '.TH HAKO 1 "" "hako" "User Commands"'
    yield from (".SH NAME", _escaped("hako - a box of modern board games for the terminal"))
    yield from (".SH SYNOPSIS", rf"\fBhako\fR {_usage(server)}")
    yield from (".SH DESCRIPTION", *_told(server.command.help or ""))
    yield from (".SH OPTIONS", *_options(server))


def _commands(server: click.Context) -> Iterator[str]:
    yield ".SH COMMANDS"
    for name in COMMANDS:
        command = main.get_command(server, name)
        assert command is not None
        inner = click.Context(command, info_name=name, parent=server)
        yield from (f'.SS "{_escaped(f"hako {name} ")}{_usage(inner)}"', *_told(command.help or ""))
        yield from _options(inner)
        if command.epilog:
            yield from (".PP", *_told(command.epilog))


def _foot() -> Iterator[str]:
    yield ".SH ENVIRONMENT"
    for option in main.params:
        if isinstance(option, click.Option) and option.envvar:
            yield from (
                ".TP",
                rf"\fB{option.envvar}\fR",
                _escaped(f"The same as {option.opts[0]}."),
            )
    yield ".SH EXIT STATUS"
    for status, meaning in EXIT_STATUS:
        yield from (".TP", rf"\fB{status}\fR", _escaped(meaning))


def _usage(context: click.Context) -> str:
    return _escaped(" ".join(context.command.collect_usage_pieces(context)))


def _options(context: click.Context) -> Iterator[str]:
    for param in context.command.get_params(context):
        record = param.get_help_record(context)
        if record and isinstance(param, click.Option):
            yield from (".TP", rf"\fB{_escaped(record[0])}\fR", _escaped(record[1]))


def _told(text: str) -> Iterator[str]:
    r"""Paragraphs; after a line \b of its own, the lines as they stand.

    Python takes the indentation out of docstrings by itself only from 3.13 on.
    """
    for number, paragraph in enumerate(re.split(r"\n\s*\n", cleandoc(text))):
        if number:
            yield ".PP"
        as_it_stands = paragraph.startswith("\b\n")
        lines = paragraph.removeprefix("\b\n").splitlines()
        texts = [_escaped(line if as_it_stands else line.strip()) for line in lines]
        yield from (".nf", *texts, ".fi") if as_it_stands else texts


def _escaped(text: str) -> str:
    """Text in which nothing is a command of man; hyphens can be copied from it."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace('"', r"\(dq")
    return rf"\&{text}" if text.startswith((".", "'")) else text


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(manual(), encoding="utf-8")
