"""A worker without tables: it tells who connects its process number, and hangs when it is told to.

It makes a file `waits`, and opens once no file `stuck` is in the folder, or `stuck_first` where it is the first one.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from pathlib import Path

from hako.server.workers.protocol import WorkerMessage
from hako.server.workers.worker import WorkerProcess


async def main(folder: Path) -> None:
    """Serve until the supervisor asks for the end."""
    worker = WorkerProcess.of_environment()
    assert worker is not None
    end = asyncio.Event()
    worker.drain = end.set
    blocks = {folder / "stuck", *({folder / "stuck_first"} if worker.is_first else ())}
    with worker.taking(serve, lambda: os._exit(0)):
        (folder / "waits").touch()
        while any(block.exists() for block in blocks):  # noqa: ASYNC110  a file has no event
            await asyncio.sleep(0.01)
        worker.send(WorkerMessage.READY)
        await end.wait()


async def serve(connection: socket.socket) -> None:
    """Send the process number; at any line from the client, stand still."""
    reader, writer = await asyncio.open_connection(sock=connection)
    writer.write(f"{os.getpid()}\n".encode())
    if await reader.readline():
        writer.write(b"hanging\n")
        while True:
            pass
    writer.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
