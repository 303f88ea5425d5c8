"""Makefile, .ci/run and pyproject.toml: what is run for a reviewer, on which Pythons, and what is published."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tarfile
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PYTHONS = re.findall(r"^PYTHONS := (.*)", MAKEFILE, re.MULTILINE)[0].split()

INTERPRETER = """#!/bin/sh
# makes an environment of programs that only tell their names
case $1 in
-m) for tool in python pip pytest ruff mypy lint-imports; do
    mkdir -p "$3/bin" && printf '#!/bin/sh\\necho "%s $*"\\nexit {status}' "$3/bin/$tool" >"$3/bin/$tool"
    chmod +x "$3/bin/$tool"
done ;;
--version) exit {version_status} ;;
esac
"""


class Checkout:
    """The Makefile in a folder of its own, and the Pythons that are on PATH there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._programs = folder / "programs"
        self._programs.mkdir()
        for name in ("make", "sh", "mkdir", "chmod", "touch"):
            program = shutil.which(name)
            if program is None:
                pytest.skip(f"there is no {name}")
            (self._programs / name).symlink_to(program)
        for name in ("Makefile", "pyproject.toml"):
            shutil.copy(ROOT / name, folder)
        self.has("python3")

    def has(self, name: str, *, runs: bool = True, passes: bool = True) -> None:
        """Put a Python there: one that runs at all, and whose tests pass."""
        path = self._programs / name
        statuses = {"status": 0 if passes else 1, "version_status": 0 if runs else 127}
        text = INTERPRETER.replace("{status}", str(statuses["status"]))
        path.write_text(text.replace("{version_status}", str(statuses["version_status"])))
        path.chmod(0o755)

    def make(self, target: str) -> tuple[int, list[str]]:
        """The exit status of make, and which programs ran with which words."""
        result = subprocess.run(
            ["make", target],
            cwd=self.folder,
            env={"PATH": str(self._programs)},
            capture_output=True,
            text=True,
            check=False,
        )
        return result.returncode, result.stdout.splitlines()


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


TESTS = "{}/bin/pytest -n auto --dist worksteal"
LINT = [
    ".venv/bin/ruff format --check .",
    ".venv/bin/ruff check .",
    ".venv/bin/mypy ",
    ".venv/bin/lint-imports ",
]


def ran(lines: list[str]) -> list[str]:
    """The programs that looked at something, as they tell it; not as make says them."""
    return [line for line in lines if line in LINT or "/bin/pytest" in line]


def test_a_lint_is_all_that_a_reviewer_runs_but_the_tests(checkout: Checkout) -> None:
    status, lines = checkout.make("lint")

    assert (status, list(dict.fromkeys(ran(lines)))) == (0, LINT)


def test_a_check_is_lint_and_tests(checkout: Checkout) -> None:
    status, lines = checkout.make("check")

    assert (status, list(dict.fromkeys(ran(lines)))) == (0, [*LINT, TESTS.format(".venv")])


@pytest.mark.parametrize(("tests", "lint"), [(0, 0), (2, 0), (0, 2)])
def test_ci_runs_the_command_of_readme_and_what_else_a_check_is(
    tmp_path: Path, tests: int, lint: int
) -> None:
    """Both at once, in an environment that is there; it fails if one of them does."""
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".ci").mkdir()
    script = Path(shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci"))
    make = tmp_path / "make"
    make.write_text(
        f'#!/bin/sh\necho "$1" >>called\ncase $1 in test) exit {tests} ;; lint) exit {lint} ;; esac'
    )
    make.chmod(0o755)

    path = f"{tmp_path}:{os.environ['PATH']}"
    ended = subprocess.run([script], env={"PATH": path}, check=False)

    environment, *both = (tmp_path / "called").read_text("utf-8").split()
    assert environment == ".venv/.checked"
    assert sorted(both) == ["lint", "test"]
    assert bool(ended.returncode) == bool(tests or lint)


def test_each_python_that_is_there_is_tested_in_an_environment_of_its_own(
    checkout: Checkout,
) -> None:
    """A Python on PATH may not run: a shim of a version that is not chosen."""
    checkout.has("python3.11")
    checkout.has("python3.12", runs=False)
    checkout.has("python3.13")

    status, lines = checkout.make("check-all")

    tests = [line for line in ran(lines) if "pytest" in line]
    assert (status, tests) == (0, [TESTS.format(f".venv-3.{minor}") for minor in (11, 13)])
    assert [line for line in lines if "no python" in line] == [
        f"Python {version}: no python{version} on PATH runs" for version in ("3.12", "3.14")
    ]


def test_all_are_tested_where_one_fails_and_that_one_is_told(checkout: Checkout) -> None:
    checkout.has("python3.13", passes=False)
    checkout.has("python3.14")

    status, lines = checkout.make("check-all")

    assert status != 0
    assert TESTS.format(".venv-3.14") in lines
    assert lines[-1] == "Failed on: 3.13"


def test_nothing_passes_where_nothing_could_be_tested(checkout: Checkout) -> None:
    assert checkout.make("check-all")[0] != 0


def test_the_versions_are_classified_and_that_of_the_container_is_among_them() -> None:
    container = (ROOT / "packaging" / "Containerfile").read_text("utf-8")
    [version] = re.findall(r"^FROM \S+python:(\d+\.\d+)", container, re.MULTILINE)
    language = "Programming Language :: Python :: 3."

    classified = [name.rpartition(" ")[2] for name in PROJECT["classifiers"] if language in name]

    assert classified == PYTHONS
    assert version in PYTHONS
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"


LICENSES = {
    "LICENSE": "MIT License",
    "hako/server/web/page/xterm/LICENSE": "The xterm.js authors",
    "hako/multiplayer/accounts/LICENSE-UNICODE": "UNICODE LICENSE V3",
}


def test_what_is_published_is_small_and_has_every_license(tmp_path: Path) -> None:
    """Terms of others' work are beside it: in the source, and in what is installed."""
    from hatchling.builders.sdist import SdistBuilder
    from hatchling.builders.wheel import WheelBuilder

    [source] = SdistBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    [wheel] = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])

    assert Path(source).stat().st_size < 3_000_000
    with tarfile.open(source) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {"pyproject.toml", "Makefile", "man/hako.1", "tests/test_makefile.py"} < names
    assert LICENSES.keys() < names
    assert PROJECT["license"] == "MIT AND Unicode-3.0"
    with ZipFile(wheel) as unpacked:
        within = {name.partition(".dist-info/licenses/")[2]: name for name in unpacked.namelist()}
        assert within.keys() - {""} == LICENSES.keys()
        for name, words in LICENSES.items():
            assert words in unpacked.read(within[name]).decode()


def test_every_license_file_of_the_tree_is_packed() -> None:
    """And none is named that is not there."""
    second_texts = {
        path.relative_to(ROOT).as_posix() for path in (ROOT / "hako").rglob("*LICENSE*")
    }

    assert second_texts | {"LICENSE"} == {*PROJECT["license-files"]}
