"""The toys as a job of a small shell, which tells when they stop and lets them go on.

It says "STOPPED" with what the line of the terminal is set to; each Enter lets the job go on.
"""

from __future__ import annotations

import os
import signal
import sys
import termios
from contextlib import suppress


def _run(words: list[str]) -> int:
    job = os.fork()
    if job == 0:
        os.setpgid(0, 0)
        os.execv(sys.executable, [sys.executable, "-m", "tests.toys", *words])
    with suppress(PermissionError):  # it runs already, in the group that it has set itself
        os.setpgid(job, job)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    while True:
        os.tcsetpgrp(0, job)
        os.killpg(job, signal.SIGCONT)
        _, status = os.waitpid(job, os.WUNTRACED)
        os.tcsetpgrp(0, os.getpgrp())
        if not os.WIFSTOPPED(status):
            return os.waitstatus_to_exitcode(status)
        modes = termios.tcgetattr(0)[3]
        echo, cooked = bool(modes & termios.ECHO), bool(modes & termios.ICANON)
        print(f"STOPPED {echo=} {cooked=}", flush=True)
        termios.tcflush(0, termios.TCIFLUSH)
        os.read(0, 1)  # nobody has set the line anew: it may be as the job left it


if __name__ == "__main__":
    sys.exit(_run(sys.argv[1:]))
