"""Another program, asked by the requests of `pyrout engine`, and its answers compared with those of pyrout."""

from __future__ import annotations

import contextlib
import json
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from queue import Empty, Queue
from typing import IO, Any, NamedTuple

from ..base.json_text import clipped
from ..errors import TimeLimit, UsageError, quote

LINE_LIMIT = 100_000_000  # bytes of a reply
_SHOWN = 100  # characters of a value that differs
# The fields of a unit, of a destination and of counts that are compared if the other program gives them
OF_UNIT, OF_DESTINATION, OF_COUNTS = ("verdict", "free"), ("mf", "ignorable"), ("routes", "surviving")


class Known(NamedTuple):
    """A position with its answer: its name, its text, and the units of the JSON answer."""

    name: str
    text: str
    units: Sequence[Mapping[str, Any]]


class Differs(NamedTuple):
    """A position on which another program differs, and the first difference."""

    known: Known
    what: str


def compare(
    command: Sequence[str], positions: Sequence[Known], rules: str | None = None, seconds: float | None = None
) -> Iterator[Differs]:
    """Ask another program about positions, and yield where it differs, the smallest position first.

    `rules` names the rule set in place of that of each position. It has these seconds for each reply. Raises
    UsageError where it cannot be started, ends early or breaks the protocol; TimeLimit.
    """
    ordered = sorted(positions, key=lambda known: known.text.count(")."))  # about the number of facts
    try:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    except OSError as error:
        raise UsageError(f"{quote(command[0])}: cannot be started ({error.strerror}); check the command") from None
    assert process.stdin and process.stdout
    replies: Queue[bytes] = Queue()
    threading.Thread(target=_write, args=(process.stdin, ordered, rules), daemon=True).start()
    threading.Thread(target=_read, args=(process.stdout, replies), daemon=True).start()
    early: dict[int, Mapping[str, Any]] = {}
    try:
        for number, known in enumerate(ordered):
            while number not in early:
                named, reply = _reply(replies, known, seconds, len(ordered))
                early[named] = reply
            what = difference(known.units, early.pop(number))
            if what:
                yield Differs(known, what)
    finally:
        process.kill()
        process.wait()


def _write(given: IO[bytes], positions: Sequence[Known], rules: str | None) -> None:
    also = {} if rules is None else {"rules": rules}
    with contextlib.suppress(OSError, ValueError), given:
        for number, known in enumerate(positions):
            asked = {"id": number, "verb": "solve", "position": known.text, "name": known.name} | also
            given.write(json.dumps(asked).encode() + b"\n")
            given.flush()


def _read(out: IO[bytes], replies: Queue[bytes]) -> None:
    with contextlib.suppress(OSError, ValueError):
        while line := out.readline(LINE_LIMIT):
            replies.put(line)
    replies.put(b"")


def _reply(replies: Queue[bytes], known: Known, seconds: float | None, count: int) -> tuple[int, Mapping[str, Any]]:
    """Return the next reply with its id."""
    try:
        line = replies.get(timeout=seconds)
    except Empty:
        raise TimeLimit(f"{known.name}: the other program has not answered in time") from None
    if not line:
        raise UsageError(f"{known.name}: the other program has ended without an answer to it")
    try:
        reply = json.loads(line)
    except (ValueError, RecursionError):
        reply = None
    named = reply.get("id") if isinstance(reply, dict) else None
    if not isinstance(reply, dict) or type(named) is not int or not 0 <= named < count:
        said = quote(line.decode(errors="replace").strip())
        raise UsageError(f"the other program wrote a line that is not a reply: {said}; docs/how/engine.md has the form")
    return named, reply


def difference(ours: Sequence[Mapping[str, Any]], reply: Mapping[str, Any]) -> str | None:
    """Return the first difference between the units of an answer and a reply, in one line; None if they agree."""
    if "error" in reply:
        return f"it has no answer: {quote(str(reply['error']))}"
    answer = reply.get("answer")
    theirs = answer.get("units") if isinstance(answer, dict) else None
    if not isinstance(theirs, list) or not all(isinstance(u, dict) and isinstance(u.get("id"), str) for u in theirs):
        return "its answer has no list of units, each with an id"
    other = {unit["id"]: unit for unit in theirs}
    mine = {unit["id"]: unit for unit in ours}
    for unit in sorted(mine.keys() ^ other.keys()):
        return f"{unit}: its answer {'lacks the unit' if unit in mine else 'has a unit too many'}"
    for name, unit in mine.items():
        if what := _of_unit(unit, other[name]):
            return f"{name}: {what}"
    return None


def _of_unit(mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> str | None:
    """Return the first difference of two answers of a unit, from the verdict to the routes."""
    what = _of_fields(mine, theirs, OF_UNIT)
    if not what and "destinations" in mine and "destinations" in theirs:
        what = _of_destinations(mine["destinations"], theirs["destinations"])
    if not what and "counts" in theirs:
        counts = theirs["counts"]
        what = _of_fields(mine["counts"], counts, OF_COUNTS) if isinstance(counts, dict) else "its counts are no object"
    if not what and "routes" in theirs:
        what = _of_routes(mine["routes"], theirs["routes"])
    return what


def _of_fields(mine: Mapping[str, Any], theirs: Mapping[str, Any], fields: Sequence[str]) -> str | None:
    for field in fields:
        if field in mine and field in theirs:
            one, other = mine[field], theirs[field]
            if one != other or isinstance(one, bool) != isinstance(other, bool):
                return f"{field}: pyrout has {clipped(one, _SHOWN)}, it has {clipped(other, _SHOWN)}"
    return None


def _of_destinations(mine: Any, theirs: Any) -> str | None:
    """Return the first difference of two lists of destinations, whatever their order."""
    try:
        ours, others = ({destination["hex"]: destination for destination in listed} for listed in (mine, theirs))
    except (TypeError, KeyError):
        return "a destination of it lacks hex"
    for word, only in (("lacks", ours.keys() - others.keys()), ("has too many", others.keys() - ours.keys())):
        for place in sorted(only, key=str):
            return f"destinations: it {word} {quote(str(place))}"
    for place, destination in ours.items():
        if what := _of_fields(destination, others[place], OF_DESTINATION):
            return f"destinations: {place}: {what}"
    return None


def _of_routes(mine: Any, theirs: Any) -> str | None:
    """Return the first difference of two lists of routes, whatever their order."""
    try:
        ours, others = ({_route(route): route for route in routes} for routes in (mine, theirs))
    except (TypeError, KeyError, AttributeError):
        return "a route of it lacks posture, path or legs with from and to"
    for word, only in (("lacks", ours.keys() - others.keys()), ("has too many", others.keys() - ours.keys())):
        for posture, path, legs in sorted(only, key=str):
            to = " > ".join(str(to) for _, to in legs)
            return f"routes: it {word} {posture} {' - '.join(map(str, path))}, to {to}"
    return None


def _route(route: Mapping[str, Any]) -> tuple[str, tuple[str, ...], tuple[tuple[str, str], ...]]:
    return route["posture"], tuple(route["path"]), tuple((leg["from"], leg["to"]) for leg in route["legs"])
