"""Run the conformance tests: `python -m hako.testing PACKAGE [PACKAGE ...] [OPTION of pytest ...]`."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from itertools import takewhile


def main(arguments: list[str]) -> int:
    """Run the tests; return pytest's exit status: 0 passed, 1 failed, 2 or more could not run."""
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

    # ignore the settings of the project that it is run in, or that hako was installed from
    alone = ["-c", os.devnull, "--rootdir", os.curdir, "-p", "no:cacheprovider"]
    plugin = ["-p", "hako.testing", "--pyargs", "hako.testing"]
    quiet = [
        "-q",
        "-W",
        "ignore::pytest.PytestAssertRewriteWarning",
    ]  # hako.testing is imported already
    asked = [f"--game={package}" for package in packages]
    return int(pytest.main([*alone, *plugin, *quiet, *asked, *arguments[len(packages) :]]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
