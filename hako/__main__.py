"""The command `hako`, also as `python -m hako`."""

import signal


def main() -> None:
    """Run the command line; until it is there to answer, ctrl+c ends us without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from hako.tui.cli import main as command_line

    command_line()


if __name__ == "__main__":
    main()
