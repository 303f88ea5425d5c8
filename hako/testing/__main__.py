"""Run the conformance tests: `python -m hako.testing PACKAGE [PACKAGE ...] [OPTION of pytest ...]`."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from itertools import takewhile


def main(arguments: list[str]) -> int:
    """Exit status as pytest has it: 0 passed, 1 failed, 2 and more: could not be run."""
    packages = [*takewhile(lambda argument: not argument.startswith("-"), arguments)]
    if not packages:
        print(__doc__, file=sys.stderr)
        return 2
    if find_spec("pytest") is None:
        print(
            "the conformance tests need pytest: pip install 'hako-tabletop[testing]'",
            file=sys.stderr,
        )
        return 2
    import pytest

    # whatever project it is run in, or hako was installed from: its settings are not those of these tests
    alone = ["-c", os.devnull, "--rootdir", os.curdir, "-p", "no:cacheprovider"]
    plugin = ["-p", "hako.testing", "--pyargs", "hako.testing"]
    quiet = ["-q", "-W", "ignore::pytest.PytestAssertRewriteWarning"]  # we run, so we are imported
    asked = [f"--game={package}" for package in packages]
    return int(pytest.main([*alone, *plugin, *quiet, *asked, *arguments[len(packages) :]]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
