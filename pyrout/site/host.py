"""The answers to the page's `/api` in the browser, by the jobs that answer it on a server."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from ..errors import PyroutError, TimeLimit, UsageError
from ..serve import requests
from ..serve.jobs import answer, file_name
from ..serve.reply import Reply, Step, late, with_error
from ..serve.uploads import Uploads

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

    def work(job: str, fields: Mapping[str, Any]) -> Reply:
        return answer(job, fields, seconds, told)

    fields = json.loads(asked or "{}")
    try:
        return requests.reply(name, fields, _file(name, fields, contents), _uploads(), work)
    except TimeLimit:
        return with_error(503, late(seconds))
    except PyroutError as error:
        return with_error(422, str(error))


def _file(name: str, fields: Mapping[str, Any], contents: Any) -> bytes:
    """Return the bytes of the file that comes with a request, none where it carries none."""
    most = requests.REQUESTS[name].file if name in requests.REQUESTS else 0
    if not most:
        return b""
    called = file_name(fields.get("name"))
    if contents is None:
        raise UsageError(f"{called}: no file came with the request")
    taken = _bytes(contents)
    if len(taken) > most:
        raise UsageError(f"{called}: has more than {most >> 20} MB, larger than any saved game or board")
    return taken
