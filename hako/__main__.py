"""`python -m hako` is the command `hako`."""

from hako.tui.cli import main

if __name__ == "__main__":
    main()
