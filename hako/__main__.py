"""The command `hako`, also as `python -m hako`."""

import gc
import signal

PATIENCE = 100_000
"""New objects between two looks for garbage: imports make many, and none of them is."""


def main(shelf: object = None) -> None:
    """Run the command line, over another shelf than ours if one is given.

    Ctrl+C ends us at once and without a word; a command with something to tidy up says so.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.set_threshold(PATIENCE)
    from hako.tui.commands.cli import main as command_line

    command_line(obj=shelf)


if __name__ == "__main__":
    main()
