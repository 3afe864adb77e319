"""The answers to the page's `/api` in the browser, by the jobs that answer it on a server."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from ..base.json_text import json_text
from ..errors import PyroutError, TimeLimit, UsageError
from ..position.reading import parse
from ..referee import solve
from ..serve.jobs import answer, file_name
from ..serve.reply import Reply, Step, late
from ..serve.sent import named, sent
from ..serve.uploads import Uploads

LIMIT = 64 << 20  # bytes of a file that is opened

Tell = Callable[[str, int, int], object]


@cache
def _uploads() -> Uploads:
    return Uploads(None, remedy="load the page again")


def keep_board(name: str, contents: Any) -> None:
    """Take in a board archive of a former visit; one that cannot be kept any more is left out."""
    try:
        with _uploads().fresh(name, _bytes(contents)) as path:
            _uploads().keep(path)
    except PyroutError:
        pass  # too many of them: whoever needs it opens it again


def _bytes(contents: Any) -> bytes:
    """Return the bytes of a file as Python, or a browser, hands them over."""
    return contents if isinstance(contents, bytes) else bytes(contents.to_bytes())


def reply(name: str, asked: str, seconds: float, tell: Tell = lambda *step: None, contents: Any = None) -> Reply:
    """Return the reply to a request: the name of a job, what it is asked as JSON, and how long it may take.

    `tell` hears what it is at: words, and how many steps of how many are done. `contents` are the bytes of a file
    that comes with the request.
    """

    def told(step: Step) -> bool:
        tell(*step)
        return True  # who waits no more ends the worker

    request = json.loads(asked or "{}")
    own = _OWN.get(name)
    try:
        if own is not None:
            return own(request, seconds)
        if name in _FILES:
            return _opened(name, request, contents, partial(_answer, seconds=seconds, told=told))
        if name == "words":
            answered = answer("rules", {}, seconds)
            return _with(answered, boards=_uploads().names()) if answered.status == 200 else answered
        return _answer(name, _uploads().job(request), seconds, told)
    except TimeLimit:
        return _said(503, late(seconds))
    except PyroutError as error:
        return _said(422, str(error))


def _answer(name: str, request: Mapping[str, Any], seconds: float, told: Callable[[Step], bool]) -> Reply:
    uploads = _uploads()
    hidden = {"folders": [*request.get("folders", ()), str(uploads.boards), str(uploads.saves)]}
    return answer(name, {**request, **hidden}, seconds, told)


def _opened(name: str, request: Mapping[str, Any], contents: Any, work: Callable[..., Reply]) -> Reply:
    """Return the reply to a file that is opened."""
    called = file_name(request.get("name"))
    if contents is None:
        raise UsageError(f"{called}: no file came with the request")
    taken = _bytes(contents)
    if len(taken) > LIMIT:
        raise UsageError(f"{called}: has more than {LIMIT >> 20} MB, larger than any saved game or board")
    return _FILES[name](request, called, taken, work)


def _save(
    request: Mapping[str, Any], called: str, contents: bytes, work: Callable[..., Reply], job: str = "import"
) -> Reply:
    uploads = _uploads()
    with uploads.game(sent(request, contents)) as names:
        files = {"files": [str(path) for path in names], "boards": str(uploads.boards)}
        answered = work(
            job, files | {key: request[key] for key in ("sides", "rules", "only", "step") if key in request}
        )
    return answered._replace(body=named(answered.body, names))


def _board(request: Mapping[str, Any], called: str, contents: bytes, work: Callable[..., Reply]) -> Reply:
    uploads = _uploads()
    with uploads.fresh(called, contents) as path:
        job = {"archive": str(path), "alone": request.get("alone"), "folders": [str(path.parent)]}
        answered = work("board", job)
        if answered.status == 200:
            uploads.keep(path)
    return _with(answered, board=path.name, boards=uploads.names()) if answered.status == 200 else answered


def _with(answered: Reply, **more: Any) -> Reply:
    return answered._replace(body=json.dumps({**json.loads(answered.body), **more}).encode())


def _said(status: int, words: str) -> Reply:
    return Reply(status, "application/json", json.dumps({"error": words}).encode())


def _solve(request: Mapping[str, Any], seconds: float) -> Reply:
    """Return the answer as `pyrout solve --json` prints it."""
    text = request.get("text")
    if not isinstance(text, str):
        raise UsageError("a request has the text of a position")
    solved = solve(parse(text, file_name(request.get("name"))), timeout=seconds)
    return Reply(200, "application/json", (json_text(solved.to_json()) + "\n").encode())


def _art(request: Mapping[str, Any], seconds: float) -> Reply:
    """Return the picture of a board that is open."""
    return answer("art", {"archive": str(_uploads().archive(str(request.get("name"))))}, seconds)


_OWN: dict[str, Callable[[Mapping[str, Any], float], Reply]] = {"solve": _solve, "art": _art}
_FILES: dict[str, Callable[..., Reply]] = {"import": _save, "judge": partial(_save, job="judge"), "board": _board}
