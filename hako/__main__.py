"""The command `hako`, also as `python -m hako`."""

import gc
import os
import signal
import sys

PATIENCE = 500_000
"""New objects between two looks for garbage: up to the first screen hardly any is garbage."""


STREAMS = (("stdin", os.O_RDONLY, "r"), ("stdout", os.O_WRONLY, "w"), ("stderr", os.O_WRONLY, "w"))


def open_closed_streams() -> None:
    """Open nothing (/dev/null) in the place of each standard stream that was closed by a shell.

    Python has none there, and the next file that is opened, such as a log, would get its
    number: whoever writes on that stream would write into the log.
    """
    for number, (name, flags, mode) in enumerate(STREAMS):
        if getattr(sys, name) is not None:
            continue
        try:
            os.fstat(number)
        except OSError:
            descriptor = os.open(os.devnull, flags)
            if descriptor != number:
                os.dup2(descriptor, number)
                os.close(descriptor)
        else:  # something else has its number
            number = os.open(os.devnull, flags)
        stream = open(number, mode, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115  it stays open
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def main(shelf: object = None) -> None:
    """Run the command line, over another shelf than ours if one is given.

    Ctrl+C ends us at once and without a word; a command with something to tidy up says so.
    """
    open_closed_streams()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.set_threshold(PATIENCE)
    from hako.cli.main import main as command_line

    command_line(obj=shelf)


if __name__ == "__main__":
    main()
