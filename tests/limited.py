"""Runs a module that may write no file longer than so many bytes: `python -m tests.limited BYTES MODULE ...`."""

from __future__ import annotations

import resource
import runpy
import sys

if __name__ == "__main__":
    _, size, module, *words = sys.argv
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(size), int(size)))
    sys.dont_write_bytecode = True  # half a file of bytecode would trouble the next run
    sys.argv = [module, *words]
    runpy.run_module(module, run_name="__main__")
