"""The answers to the page's `/api` in the browser, by the jobs that answer it on a server.

Boards and saved games need wasmtime, which is missing here: their users are asked to install the program.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from ..errors import PyroutError, TimeLimit, UsageError
from ..json_text import json_text
from ..position.reading import parse
from ..referee import solve
from ..serve.jobs import NO_BOARDS, answer, file_name
from ..serve.reply import Reply, Step, late

INSTALLED = ("import", "board", "art")


def reply(name: str, asked: str, seconds: float, tell: Callable[[str, int, int], object] = lambda *step: None) -> Reply:
    """Return the reply to a request: the name of a job, what it is asked as JSON, and how long it may take.

    `tell` hears what it is at: words, and how many steps of how many are done.
    """

    def told(step: Step) -> bool:
        tell(*step)
        return True  # who waits no more ends the worker

    request = json.loads(asked or "{}")
    if name in INSTALLED:
        return _said(422, f"{file_name(request.get('name'))}: {NO_BOARDS}")
    if name == "words":
        answered = answer("rules", {}, seconds)
        if answered.status != 200:
            return answered
        return answered._replace(body=json.dumps({**json.loads(answered.body), "boards": []}).encode())
    own = _OWN.get(name)
    if own is None:
        return answer(name, {key: value for key, value in request.items() if key != "boards"}, seconds, told)
    try:
        return own(request, seconds)
    except TimeLimit:
        return _said(503, late(seconds))
    except PyroutError as error:
        return _said(422, str(error))


def _said(status: int, words: str) -> Reply:
    return Reply(status, "application/json", json.dumps({"error": words}).encode())


def _solve(request: Mapping[str, Any], seconds: float) -> Reply:
    """Return the answer as `pyrout solve --json` prints it."""
    text = request.get("text")
    if not isinstance(text, str):
        raise UsageError("a request has the text of a position")
    solved = solve(parse(text, file_name(request.get("name"))), timeout=seconds)
    return Reply(200, "application/json", (json_text(solved.to_json()) + "\n").encode())


_OWN: dict[str, Callable[[Mapping[str, Any], float], Reply]] = {"solve": _solve}
