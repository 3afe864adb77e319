"""What `pyrout serve` does."""

from __future__ import annotations

import os
from pathlib import Path

import click

from ..errors import PyroutError

WORKERS = 2


class WebMissing(PyroutError, ImportError):
    """The page is served with starlette and uvicorn, and they are not installed."""


def serve_page(port: int, boards: Path | None, seconds: float, workers: int | None = None) -> None:
    """Serves the page on this machine until Ctrl-C. Raises WebMissing, UsageError."""
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        raise WebMissing("the page needs starlette and uvicorn; pip install 'pyrout[web]'") from None
    from ..vasl.folders import board_folder, vasl_folders
    from .app import HOST, Server, listening, run

    if boards is not None or os.environ.get("PYROUT_BOARDS"):
        boards = board_folder(boards)
    else:
        boards = next((folder for folder in vasl_folders(os.environ) if folder.is_dir()), None)
    sock = listening(port)
    server = Server(seconds=seconds, workers=workers or max(WORKERS, min(4, os.cpu_count() or 1)), boards=boards)
    click.echo(f"pyrout: open http://{HOST}:{sock.getsockname()[1]}/ in a browser; Ctrl-C ends it")
    try:
        run(server, sock)
    except KeyboardInterrupt:
        pass
    finally:
        server.close()
