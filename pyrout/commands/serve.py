"""`pyrout serve`."""

from __future__ import annotations

import ipaddress
import os
import secrets
import sys
import webbrowser
from pathlib import Path
from urllib.parse import urlsplit

import click

from ..errors import PyroutError, UsageError, install, quote
from ..vasl.boards.folders import board_folder, vasl_folders
from .boards import boards_option
from .console import Seconds

WORKERS = 2
PORT = 8765
PUBLIC = "PYROUT_PUBLIC"  # the variable with the address of a page that everybody reaches


class WebMissing(PyroutError, ImportError):
    """The page needs starlette and uvicorn, which are not installed."""


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="Port to listen on (0: any free port).",
)
@click.option(
    "--host",
    default=None,
    metavar="ADDRESS",
    help="Address of this machine to listen at, such as 192.168.1.20: other machines of the network, such as a phone, "
    "reach the page then (default: 127.0.0.1, this machine alone).",
)
@boards_option
@click.option(
    "--timeout",
    type=Seconds(0.1, 600),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="Time limit for one position.",
)
@click.option(
    "--open/--no-open",
    "browse",
    default=None,
    help="Open the board editor in the browser (default: in a terminal of a machine with a screen).",
)
@click.option(
    "--token/--no-token",
    "closed",
    default=True,
    help="Let only browsers use the page that opened the printed address, which has a token (default); or let all users "
    "of the machine use it.",
)
def serve(port: int, host: str | None, boards: Path | None, timeout: float, browse: bool | None, closed: bool) -> None:
    """Serve a page on this machine: open, change, solve and draw positions in a browser."""
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        raise WebMissing(f"the page needs starlette and uvicorn; {install('pyrout[web]')}") from None
    from ..serve.app import HOST, Server, bracketed, listening, run

    if boards is not None or os.environ.get("PYROUT_BOARDS"):
        boards = board_folder(boards)
    else:
        boards = next((folder for folder in vasl_folders(os.environ) if folder.is_dir()), None)
    public = public_address(os.environ.get(PUBLIC, ""))
    sock = listening(port, HOST if host is None else host)
    token = secrets.token_urlsafe(16) if closed else None
    workers = max(WORKERS, min(4, os.cpu_count() or 1))
    server = Server(seconds=timeout, workers=workers, boards=boards, token=token, public=public)
    here, number, *_ = sock.getsockname()
    address = f"http://{bracketed(here)}:{number}/" + (f"?token={token}" if token else "")
    # The socket listens already: the browser waits for the server
    wanted = _has_screen() if browse is None else browse
    opened = wanted and webbrowser.open(f"{address}{'&' if token else '?'}edit")
    click.echo(f"pyrout: {'opened' if opened else 'open'} {address} in a browser; Ctrl-C ends it")
    if not ipaddress.ip_address(here).is_loopback:
        who = "whoever has this address" if token else f"whoever reaches {here}"
        click.echo(f"pyrout: {who} can use the page and its boards; nothing is encrypted", err=True)
    try:
        run(server, sock)
    except KeyboardInterrupt:
        pass
    finally:
        server.close()


def public_address(said: str) -> str:
    """Return the public address of the page, without a fragment.

    Raises UsageError where it is not the address of a page.
    """
    address, _, _ = said.strip().partition("#")
    parts = urlsplit(address)
    if address and not (parts.scheme in ("https", "http") and parts.netloc):
        raise UsageError(f"{PUBLIC}={quote(said)}: is no address of a page; write one that begins with https://")
    return address


def _has_screen() -> bool:
    """Return True in a terminal of a machine with a screen: elsewhere a browser would take the terminal, or none is there."""
    shown = sys.platform in ("win32", "darwin") or any(name in os.environ for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return sys.stdout.isatty() and shown
