"""The command line over the toys: `python -m tests.toys play tic_tac_toe`."""

from hako.tui.cli import main
from tests.toys import TOYS

if __name__ == "__main__":
    main(obj=TOYS)
