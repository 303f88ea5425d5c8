"""Mutants: plants faults in modules, and lists those that neither types nor tests catch.

`make mutants N=50 OF=hako/engine/log/history.py`. mutmut plants the faults and records which tests
reach each place. Only those tests run for a fault, forked from one process, several a second. All
of it happens in a copy of the tree.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from configparser import ConfigParser
from os import environ, pathsep
from pathlib import Path
from tempfile import TemporaryDirectory

import click

COPIED = ("hako", "tests", "bench", "pyproject.toml", "README.md", "CONTRIBUTING.md", "Makefile")
# strict as ours, without what would also complain of all that mutmut writes around a fault
MYPY = (
    "mypy",
    "--config-file=",
    "--strict",
    "--no-warn-unused-ignores",
    "--enable-error-code=exhaustive-match",
    "--disable-error-code=no-redef",
    "--disable-error-code=no-overload-impl",
    "--output=json",
    "--package=hako",
)
REFUSED_BY_TYPES = """
import json
from mutmut.mutation.file_mutation import filter_mutants_with_type_checker
print(json.dumps([*filter_mutants_with_type_checker()]))
"""


@click.command()
@click.argument("modules", nargs=-1, required=True)
@click.option("--number", default=50, show_default=True, help="So many faults, drawn.")
@click.option("--seed", default=1, show_default=True, help="Others with another one.")
@click.option("--tests", default="", help="Folders of tests; else those that mirror MODULES.")
def main(modules: tuple[str, ...], number: int, seed: int, tests: str) -> None:
    """Plant faults in MODULES: files, or folders of them."""
    with TemporaryDirectory() as name:
        bench_server = Path(name)
        _copy(bench_server)
        _configure(bench_server, modules, tests.split() or sorted({*map(tests_of, modules)}))
        text = _run(
            bench_server, "mutmut", "run", "none of them"
        )  # plants all, and follows the tests
        planted = {
            name
            for path in bench_server.glob("mutants/hako/**/*.meta")
            for name in json.loads(path.read_text())["exit_code_by_key"]
        }
        refused = _refused_by_types(bench_server)
        click.echo(f"{len(planted)} faults planted; types refuse {len(refused)} of them.")
        left = sorted(planted - refused)
        drawn = random.Random(seed).sample(left, min(number, len(left)))
        text = _run(bench_server, "mutmut", "run", *drawn) if drawn else text
        _report(bench_server, drawn, text)


def _refused_by_types(bench_server: Path) -> set[str]:
    """The faults that mypy refuses. Raises ClickException with what went wrong instead."""
    text = _run(bench_server, "python", "-c", REFUSED_BY_TYPES)
    try:
        return {*json.loads(text.splitlines()[-1])}
    except (IndexError, json.JSONDecodeError):
        raise click.ClickException(f"The faults could not be asked of mypy:\n{text}") from None


def tests_of(module: str) -> str:
    """The folder of tests that mirrors a module, or the nearest one above it that there is."""
    floor, *rest = Path(module).with_suffix("").parts[1:]
    folder = Path("tests", *(["rules", rest[0]] if floor == "content" and rest else [floor, *rest]))
    while not folder.is_dir():
        folder = folder.parent
    return str(folder)


def _copy(bench_server: Path) -> None:
    for text in COPIED:
        if Path(text).is_dir():
            shutil.copytree(text, bench_server / text, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(text, bench_server)


def _configure(bench_server: Path, modules: tuple[str, ...], tests: list[str]) -> None:
    only = [name if name.endswith(".py") else f"{name.rstrip('/')}/*" for name in modules]
    config = ConfigParser()
    config["mutmut"] = {
        "source_paths": "hako",
        "only_mutate": "\n".join(only),
        "also_copy": "\n".join(COPIED),
        "pytest_add_cli_args_test_selection": "\n".join(tests),
        "pytest_add_cli_args": "-p\nno:xdist",
        "type_check_command": "\n".join(MYPY),
    }
    with (bench_server / "setup.cfg").open("w") as file:
        config.write(file)


def _run(bench_server: Path, *command: str) -> str:
    """Output of a command of this environment, run in the copy."""
    path = f"{Path(sys.executable).parent}{pathsep}{environ['PATH']}"
    ended = subprocess.run(
        command,
        check=False,
        cwd=bench_server,
        env={**environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return ended.stdout


def _report(bench_server: Path, drawn: list[str], text: str) -> None:
    lines = _run(bench_server, "mutmut", "results", "--all", "true").splitlines()
    results = dict(line.strip().rsplit(": ", 1) for line in lines if ": " in line)
    if not drawn or any(results.get(name, "not checked") == "not checked" for name in drawn):
        raise click.ClickException(text)
    for name in drawn:
        if results[name] != "killed":
            click.echo(f"\n{results[name]}: {_run(bench_server, 'mutmut', 'show', name)}")
    ends = [results[name] for name in drawn]
    click.echo(", ".join(f"{ends.count(end)} {end}" for end in sorted({*ends})))


if __name__ == "__main__":
    main()
