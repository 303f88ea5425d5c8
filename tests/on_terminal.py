"""Runs a module on the terminal that its input comes from: `python -m tests.on_terminal MODULE ...`.

Start it in a session of its own; the terminal's closing then reaches it as SIGHUP.
"""

from __future__ import annotations

import fcntl
import runpy
import sys
import termios

if __name__ == "__main__":
    _, module, *words = sys.argv
    fcntl.ioctl(0, termios.TIOCSCTTY)
    sys.argv = [module, *words]
    runpy.run_module(module, run_name="__main__")
