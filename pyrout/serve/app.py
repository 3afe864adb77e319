"""The server of the page: it answers only the browser of this machine, unless another address is asked for.

Requests name no paths. Files of the page are a fixed list; examples and boards are looked up by name in what there
is.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import json
import secrets
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from ..errors import PyroutError, UsageError, quote
from ..position.reading import read_text
from ..position.shipped import file_of, files
from . import learning
from .examples import name_of
from .page import page_files
from .pool import Pool, Ticket
from .reply import Reply
from .requests import MEGABYTE, REQUESTS, TEXT_LIMIT, reply, with_fields
from .uploads import Uploads

HOST = "127.0.0.1"
UPLOAD_SECONDS = 30.0
DIGITS = 15  # of a length that is looked at: nobody has more
CONNECTIONS = 256
SILENT = 64  # connections without a request: a further one takes the place of the oldest
HEADER_SECONDS = 5.0  # in which the head of a request has to be there
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
UNKNOWN = "this browser has no key to the page; open the whole address that pyrout serve printed, with its token"
SESSIONS = 1000


class Guard:
    """Passes only requests for the page itself, from browsers that were given its address.

    The host must be the one bound to, and the origin, if given, the page's own. A page from elsewhere can neither ask
    nor read. With a token the first request names it (`?token=`), and gets a cookie that names it from then on: other
    users of the machine and of the network get 403.
    """

    def __init__(self, app: ASGIApp, hosts: Callable[[], frozenset[str]], token: str | None) -> None:
        self.app, self.hosts, self.token = app, hosts, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        problem = self._problem(scope)
        app: ASGIApp = self.app if problem is None else _error(problem, 403)
        if problem is None and self.token is not None:
            app = self._known(Request(scope), self.token)

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] += [(k.lower().encode(), v.encode()) for k, v in HEADERS.items()]
            await send(message)

        await app(scope, receive, with_headers)

    def _known(self, request: Request, token: str) -> ASGIApp:
        """Return the answer to a request of the right origin: the application only where the token is named."""
        name = f"pyrout_{request.scope['server'][1]}"  # browsers keep one set of cookies for all ports
        if secrets.compare_digest(request.cookies.get(name, "").encode(), token.encode()):
            return self.app
        given = request.query_params.get("token", "")
        if not secrets.compare_digest(given.encode(), token.encode()):
            return _error(UNKNOWN, 403)
        rest = "&".join(part for part in request.url.query.split("&") if not part.startswith("token="))
        path = "/" + request.url.path.lstrip("/")  # with two of them it would name another server
        answer = Response(status_code=303, headers={"Location": path + (f"?{rest}" if rest else "")})
        answer.set_cookie(name, token, httponly=True, samesite="strict")
        return answer

    def _problem(self, scope: Scope) -> str | None:
        headers, hosts = Headers(scope=scope), self.hosts()
        named = [host.lower() for host in headers.getlist("host")]
        if len(named) != 1 or named[0] not in hosts:
            return "this server answers only at its own address"
        own = {f"http://{host}" for host in hosts}
        foreign = (
            any(origin.lower() not in own for origin in headers.getlist("origin"))
            or headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")
            or (scope["method"] == "POST" and headers.getlist("x-pyrout") != ["1"])
        )
        return "this server answers only its own page" if foreign else None


def _error(message: str, status: int) -> JSONResponse:
    return JSONResponse({"error": message}, status)


class TooLarge(PyroutError):
    """More than an upload may have."""


async def body(request: Request, limit: int, seconds: float = UPLOAD_SECONDS) -> bytes:
    """Return the body of a request within limits of size and time.

    Raises TooLarge, TimeoutError.
    """
    said = request.headers.get("content-length", "0")
    problem = f"more than {limit // MEGABYTE} MB; leave out what nobody needs"
    if said.isascii() and said.isdigit() and (len(said.lstrip("0")) > DIGITS or int(said) > limit):
        raise TooLarge(problem)
    pieces, size = [], 0
    async with asyncio.timeout(seconds):
        async for piece in request.stream():
            size += len(piece)
            if size > limit:
                raise TooLarge(problem)
            pieces.append(piece)
    return b"".join(pieces)


class Server:
    """The application.

    `seconds` is how long a position may take; `boards` the folder of the player's board archives; `token` what a
    browser has to name, None where all may use the page; `public` the address of the same page that everybody reaches.
    """

    def __init__(
        self,
        *,
        seconds: float = 10.0,
        workers: int = 2,
        boards: Path | None = None,
        token: str | None = None,
        public: str = "",
    ) -> None:
        self.public = public
        self.pool = Pool(workers, seconds)
        self.uploads = Uploads(boards)
        self.hosts: frozenset[str] = frozenset()
        self._tickets: dict[str, list[tuple[str, Ticket]]] = {}  # the jobs of each session that are not done
        self._files = {f"/{name}": file for name, file in page_files("/").items()}
        self._examples = {name_of(name): file for name, file in files().items()}
        self._examples |= {name: file for name in learning.positions() if (file := file_of(name))}
        routes = [Route(path, partial(self._file, path), methods=["GET"]) for path in self._files]
        routes += [
            Route(REQUESTS["words"].shown_at, self._words, methods=["GET"]),
            Route("/api/examples/{name:path}", self._example, methods=["GET"]),
            Route("/api/step", self._step, methods=["GET"]),
            Route("/api/stop", self._stop, methods=["POST"]),
            Route(REQUESTS["art"].shown_at, self._art, methods=["GET"]),
            *(
                Route(f"/api/{name}", partial(self._posted, name), methods=["POST"])
                for name, row in REQUESTS.items()
                if not row.shown_at
            ),
        ]
        app = Starlette(routes=routes, lifespan=self._lifespan, exception_handlers=FAULTS)
        self.app = Guard(app, lambda: self.hosts, token)

    def at(self, port: int, host: str = HOST) -> None:
        """Say where the server can be reached."""
        names = {bracketed(host), "localhost"} if ipaddress.ip_address(host).is_loopback else {bracketed(host)}
        self.hosts = frozenset({f"{name}:{port}" for name in names} | (names if port == 80 else set()))

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        yield
        self.close()

    def close(self) -> None:
        """End the processes and remove the uploads."""
        self.pool.close()
        self.uploads.close()

    # -----------------------------------------------------------------------------------------------------------------
    # What requests get

    async def _file(self, path: str, request: Request) -> Response:
        kind, contents = self._files[path]
        return Response(contents, media_type=kind)

    async def _words(self, request: Request) -> Response:
        return _response(with_fields(await self._run(request, "words", {}), public=self.public))

    async def _example(self, request: Request) -> Response:
        file = self._examples.get(request.path_params["name"])
        if file is None:
            return _error("no example is called that", 404)
        return Response(read_text(file), media_type="text/plain")

    async def _step(self, request: Request) -> Response:
        """Return the current step of the newest job of a session."""
        jobs = self._tickets.get(request.query_params.get("session", ""), [])
        step = next((ticket.step for _, ticket in reversed(jobs) if ticket.step), None)
        return JSONResponse(step._asdict() if step else {})

    async def _stop(self, request: Request) -> Response:
        for _, ticket in self._tickets.get(request.query_params.get("session", ""), []):
            ticket.stop()
        return JSONResponse({})

    async def _art(self, request: Request) -> Response:
        try:
            return _response(await self._run(request, "art", request.path_params))
        except PyroutError as error:
            return _error(str(error), 404)

    async def _posted(self, name: str, request: Request) -> Response:
        """Read a body within its limits and have the job done."""
        row = REQUESTS[name]
        contents = await body(request, row.file or TEXT_LIMIT)
        if row.file:
            return _response(await self._run(request, name, request.query_params, contents))
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return _error("a request is JSON", 415)
        try:
            asked = json.loads(contents)
        except (ValueError, RecursionError):
            return _error("the request is no JSON", 400)
        if not isinstance(asked, dict):
            return _error("a request is a JSON object", 400)
        return _response(await self._run(request, name, asked))

    async def _run(self, request: Request, name: str, asked: Mapping[str, Any], contents: bytes = b"") -> Reply:
        """Have a request answered.

        One of a session takes the place of those before it that nobody waits for any more; one whose browser goes
        away is taken out of the queue, or ended.
        """
        session = str(asked.get("session") or "")[:40]
        if len(self._tickets) > SESSIONS:
            session = ""
        ticket, row = Ticket(), REQUESTS[name]
        work = partial(self.pool.run, key=session or None, longer=row.longer, ticket=ticket)
        before = self._tickets.setdefault(session, []) if session else []
        for other, pending in before:
            if other in row.replaces:
                pending.stop()
        before.append((name, ticket))
        watch = asyncio.create_task(_until_gone(request, ticket))
        try:
            return await run_in_threadpool(reply, name, asked, contents, self.uploads, work)
        finally:
            watch.cancel()
            before.remove((name, ticket))
            if session and not before:
                self._tickets.pop(session, None)


async def _until_gone(request: Request, ticket: Ticket) -> None:
    """Stop a job when whoever asked for it has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    ticket.stop()


def _response(reply: Reply) -> Response:
    return Response(reply.body, reply.status, media_type=reply.kind)


def _fault(status: int, words: str = "") -> Callable[[Request, Exception], Awaitable[Response]]:
    """Return a handler of an error, which replies with these words or those of the error."""

    # A handler that is not `async` would wait for a free thread
    async def replied(request: Request, error: Exception) -> Response:
        return _error(words or str(error), status)

    return replied


FAULTS: Mapping[Any, Callable[[Request, Exception], Awaitable[Response]]] = {
    404: _fault(404, "there is nothing here"),
    405: _fault(404, "there is nothing here"),
    TooLarge: _fault(413),
    TimeoutError: _fault(408, "the upload took too long"),
    ClientDisconnect: _fault(400, "the upload ended early"),
    PyroutError: _fault(422),
    Exception: _fault(500, "internal error"),
}


def bracketed(host: str) -> str:
    """Return an address as it stands in a URL."""
    return f"[{host}]" if ":" in host else host


def listening(port: int, host: str = HOST) -> socket.socket:
    """Return a socket at an address of this machine: by default at one that only this machine reaches.

    Raises UsageError where the address is no single one of this machine, and where the port is taken.
    """
    remedy = "name the address that this machine has in your network, such as 192.168.1.20"
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        raise UsageError(f"--host {quote(host)}: is no address; {remedy}") from None
    # At all addresses at once the page could not tell its own name from that of a stranger's page
    if address.is_unspecified:
        raise UsageError(f"--host {host}: is no single address; {remedy}")
    host = str(address)
    listener = socket.socket(socket.AF_INET6 if address.version == 6 else socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)  # who follows the printed address at once waits instead of being refused
    except OSError as error:
        listener.close()
        if error.errno in (errno.EADDRNOTAVAIL, errno.EINVAL):
            raise UsageError(f"--host {host}: is no address of this machine; {remedy}") from None
        raise UsageError(f"port {port} is not available ({error.strerror}); choose another with --port") from None
    return listener


def configured(server: Server) -> uvicorn.Config:
    """Return the configuration of the server, with its limits."""
    return uvicorn.Config(
        server.app,
        http=_protocol(),
        log_level="error",
        access_log=False,
        server_header=False,
        date_header=False,
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16_384,
        ws="none",
    )


def _farewell(status: str, problem: str) -> bytes:
    """Return the whole reply to a connection that is closed before its request is there."""
    said = json.dumps({"error": problem}, separators=(",", ":"))
    head = ("Content-Type: application/json", f"Content-Length: {len(said)}", "Connection: close")
    return "\r\n".join([f"HTTP/1.1 {status}", *head, "", said]).encode()


CROWDED = _farewell("503 Service Unavailable", "too many connections wait without a request; ask again")
TOO_SLOW = _farewell("408 Request Timeout", "the request took too long")


def _protocol() -> type[H11Protocol]:
    """Return the protocol that drops connections without a request.

    The head of a request has to arrive in time, and of many silent connections the oldest goes.
    """
    silent: dict[asyncio.Protocol, None] = {}

    class Impatient(H11Protocol):
        _timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._await_head()
            if len(silent) > SILENT:
                next(iter(silent))._late(CROWDED)  # type: ignore[attr-defined]

        def _await_head(self) -> None:
            self._heard()
            silent[self] = None
            self._timer = self.loop.call_later(HEADER_SECONDS, self._late, TOO_SLOW)

        def _heard(self) -> None:
            silent.pop(self, None)
            if self._timer:
                self._timer.cancel()
                self._timer = None

        def _late(self, said: bytes) -> None:
            idle = self._timer is None  # between two requests: whoever has its answer expects no other
            self._heard()
            if not self.transport.is_closing():
                if not idle:
                    self.transport.write(said)
                self.transport.close()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.transport.is_closing():
                return
            if self.cycle is not None and not self.cycle.response_complete:
                self._heard()
            elif self._timer is None:  # the beginning of a further head
                self._await_head()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            if not self.transport.is_closing() and (self.cycle is None or self.cycle.response_complete):
                silent[self] = None  # until its next request it may stay as long as timeout_keep_alive says

        def connection_lost(self, exc: Exception | None) -> None:
            self._heard()
            super().connection_lost(exc)

    return Impatient


class _Uvicorn(uvicorn.Server):
    """A server that ends the jobs when it is stopped: nobody waits for them any more."""

    def __init__(self, server: Server) -> None:
        super().__init__(configured(server))
        self._pool = server.pool

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        threading.Thread(target=self._pool.close, daemon=True).start()
        super().handle_exit(sig, frame)


def run(server: Server, sock: socket.socket) -> None:
    """Answer requests until the server is stopped."""
    host, port, *_ = sock.getsockname()
    server.at(port, host)
    _Uvicorn(server).run(sockets=[sock])
