"""The command `hako`, also as `python -m hako`."""

import gc
import signal

PATIENCE = 50_000
"""New objects between two looks for garbage: imports make many, and none of them is."""


def main() -> None:
    """Run the command line; until it is there to answer, ctrl+c ends us without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.set_threshold(PATIENCE)
    from hako.tui.cli import main as command_line

    command_line()


if __name__ == "__main__":
    main()
