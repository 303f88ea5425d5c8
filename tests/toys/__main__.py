"""The command line over the toys: `python -m tests.toys play tic_tac_toe`."""

from hako.__main__ import main
from tests.toys import TOYS

if __name__ == "__main__":
    main(TOYS)
