"""A worker process that measures on demand: a module of benchmarks, and a line of JSON for each slice.

    python -m bench.measuring_worker bench.play        {"name": ..., "seconds": ..., "wall": ...} -> {"rate": ...}

The runner asks all workers in turn, so that compared values are measured side by side.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module

from bench.cpu_yardstick import Batch, Maker, measured, stay_on_one_core


def main(module: str) -> None:
    """Answer until the driver closes the pipe."""
    makers: dict[str, Maker] = import_module(module).BENCHES
    ready: dict[str, Batch] = {}
    stay_on_one_core()
    for line in sys.stdin:
        asked = json.loads(line)
        name, seconds, wall = asked["name"], asked["seconds"], asked["wall"]
        if name not in ready:
            ready[name] = makers[name]()
            measured(ready[name], seconds)  # once to get warm
        print(json.dumps(measured(ready[name], seconds, wall=wall)._asdict()), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
