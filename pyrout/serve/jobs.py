"""The jobs of the server's processes: solve and draw a position, read saved games and boards.

Every job takes a JSON object and answers with a `Reply`. Whatever goes wrong is one line that names no path.
"""

from __future__ import annotations

import base64
import contextlib
import json
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any

from ..base import arguments
from ..base.span import Said, Span
from ..draw.answers import Answered
from ..draw.art import arts_of, board_art, image, names_of_boards
from ..draw.hexes import draw
from ..draw.html import parts, reasons_alone, still
from ..draw.layout import Layout
from ..draw.miniatures import picture
from ..draw.phase_view import phase_view
from ..draw.svg import Art
from ..draw.symbols import NATIONS, family
from ..draw.titles import headline, own_title
from ..engine.verbs import named as named_verb
from ..errors import PyroutError, TimeLimit, UsageError, one_line, quote
from ..phases.incremental import at_once
from ..phases.plan import EXPLORING, STATES, Explored
from ..phases.replay import turn
from ..position.consistency import check_facts, is_on_table
from ..position.facts import Instance
from ..position.line import LINE, LINK_LIMIT, line_of, pack, text_of, too_long
from ..position.map_coverage import gap, starting
from ..position.printed import PRINTED
from ..position.reading import parse
from ..position.vocabulary import LEADERS, STATUS, TERRAIN, UNIT_KIND
from ..program import rule_sets
from ..program.control import Deadline
from ..program.rule_index import options as option_values
from ..question import Question, ask, in_force
from ..referee import after, on_hexes
from ..vasl import BoardError
from ..vasl.boards.archive import read_archive
from ..vasl.boards.folders import BoardsError
from ..vasl.import_cache import KeptImport
from ..vasl.import_notes import notes_of_page
from ..vasl.saves.save import read_save
from ..vasl.saves.sides import parse_sides
from ..wording import Names, join_words
from . import learning, tables
from .edits import NUMBERS, SNOW, WALL_ADVANTAGE, apply_edits, with_choices
from .examples import catalogue
from .judging import judge
from .los_edits import warnings, with_los
from .map_edits import BLANK, AgainstLos, blank, features, hexsides
from .phrases import for_page, of_error
from .readings import compare
from .reply import REPLACED, Reply, Step, late
from .session import Session
from .typed_facts import forms, listed

BOARD = re.compile(r"bd[A-Za-z0-9_]{1,16}")
FILE = re.compile(r"\s*(?:%.*\n\s*)*[a-z_]+\([^\n]*\n")  # how the text of a file begins: facts in several lines
NAME_LIMIT = 60
GAME = "the-game.vsav"  # what the text of an import calls a game whose file has a name of our own


_session = Session()
GROWTH = 3  # times as long as the limit before a further one may take, if there is to be time for it


class Stopped(PyroutError):
    """Nobody waits for this job any more."""


class BoardsNeeded(UsageError):
    """A position lies on boards that are not open; `missing` are their archives (bdy)."""

    def __init__(self, what: str, missing: Sequence[str]) -> None:
        super().__init__(f"{what}: {join_words(map(quote, missing))}")
        self.missing = tuple(missing)


class Told:
    """Tells what a job is at.

    Raises Stopped where nobody waits for it any more.
    """

    def __init__(self, tell: Callable[[Step], bool]) -> None:
        self._tell = tell

    def __call__(self, words: str, done: int = 0, of: int = 0) -> None:
        if not self._tell(Step(words, done, of)):
            raise Stopped("a newer request took its place")


Job = Callable[[Mapping[str, Any], float, Told], Reply]
_JOBS: dict[str, Job] = {}  # by the name of the request, a row of `requests.py`


def _job(name: str) -> Callable[[Job], Job]:
    def named(work: Job) -> Job:
        _JOBS[name] = work
        return work

    return named


def answer(
    name: str, request: Mapping[str, Any], seconds: float, tell: Callable[[Step], bool] = lambda step: True
) -> Reply:
    """Return the reply to one request.

    `tell` hears what it is at, and says whether anybody still waits for it.
    """
    job = _JOBS.get(name)
    if job is None:
        return _json(404, {"error": f"there is no request {quote(name)}"})
    try:
        return job(request, seconds, Told(tell))
    except Stopped as error:
        return _json(REPLACED, {"error": str(error)})
    except TimeLimit:
        return _json(503, {"error": late(seconds)})
    except BoardsNeeded as error:
        return _json(422, {"error": _clean(of_error(error), request), "missing": error.missing})
    except AgainstLos as error:
        return _shown(422, {"error": _clean(of_error(error), request), "remedy": "derive_los"})
    except PyroutError as error:
        return _shown(422, {"error": _clean(of_error(error), request)})
    except MemoryError:
        _session.clear()
        return _json(422, {"error": "out of memory: the position is too large"})
    except RecursionError:
        return _json(422, {"error": "the position is nested too deeply"})
    except Exception as error:
        return _json(
            500, {"error": one_line(f"internal error ({type(error).__name__}); please report it with the file")}
        )


def _json(status: int, value: object) -> Reply:
    return Reply(status, "application/json", json.dumps(value, separators=(",", ":")).encode())


def _shown(status: int, value: object) -> Reply:
    """Return a reply whose sentences are in the words of the page."""
    return _json(status, for_page(value))


def _clean(message: str, request: Mapping[str, Any]) -> str:
    """Return a message without the folders of this machine."""
    if isinstance(message, Said):
        return Said(*(part if isinstance(part, Span) else _clean(part, request) for part in message.spans))
    for folder in request.get("folders", ()):
        message = message.replace(f"{folder}/", "").replace(folder, "the boards")
    return one_line(message)


def file_name(name: object) -> str:
    """Return the name of a position for messages: the last part of its path, printable and short."""
    last = PurePath(str(name or "").replace("\\", "/")).name
    return quote(last)[:NAME_LIMIT] or "position.lp"


def _text(request: Mapping[str, Any]) -> str:
    text = request.get("text")
    if not isinstance(text, str):
        raise UsageError("a request has the text of a position")
    return text


def _strings(request: Mapping[str, Any], key: str) -> dict[str, str]:
    value = request.get(key) or {}
    if not isinstance(value, dict) or not all(isinstance(v, str) for v in (*value, *value.values())):
        raise UsageError(f"{key} is an object of strings")
    return value


def _reading(request: Mapping[str, Any]) -> tuple[str | None, dict[str, str]]:
    """Return the rule set and the options that a request asks for."""
    rules = request.get("rules") or None
    if rules is not None and not isinstance(rules, str):
        raise UsageError("rules is the name of a rule set")
    return rules, _strings(request, "options")


def _read(name: str, text: str) -> Instance:
    """Return the position of a text, which may have been read lately."""
    instance = _session.read.get((name, text)) or parse(text, name, need="facts")
    _session.read[name, text] = instance
    return instance


def _position(request: Mapping[str, Any]) -> Instance:
    instance = _read(file_name(request.get("name")), _text(request))
    changed = _edited(request, instance)
    archives = request.get("archives") or []
    if changed is not instance and len(archives) == 1:  # of several boards the position says itself how they lie
        return with_los(changed, Path(archives[0]), _reading(request)[0])
    return changed


def _edited(request: Mapping[str, Any], instance: Instance, *, known: bool = False) -> Instance:
    """Return a position after the changes of a request; `known`: none of them contradicts the rest of it.

    A fact that changes the LOS of its boards is taken where these are open.
    """
    edits = request.get("edits") or []
    if not isinstance(edits, list):
        raise UsageError("edits is a list")
    if not edits:
        return instance
    archives = [f"bd{fact.args[0]}" for fact in instance.of("board")]
    boards = bool(archives) and not _not_open(request, archives)
    changed = apply_edits(instance, edits, known=known, boards=boards)
    if not boards:
        return changed
    from ..vasl.complete_map import changed_on_boards

    return changed_on_boards(instance, changed, Path(request["boards"]))


def _succeeding(request: Mapping[str, Any], changed: Instance, text: str, units: Sequence[str] = ()) -> Instance:
    """Return the position of a request after its changes, with the missing parts of its map.

    The units that need them are these (none: as `_whole`). Parts found for the position before it are reused.
    """
    name = file_name(request.get("name"))
    asked = (_reading(request)[0], _archives(request))
    before = _session.completed.get((name, _text(request), asked))
    kept = changed if before is None else _edited(request, before, known=True)
    instance = _whole(request, kept, units)
    if changed.of("board"):
        _session.completed[name, text, asked] = instance
    return instance


def _archives(request: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    """Return the archives of boards that are open, and when each was written."""
    folder = request.get("boards")
    if not folder:
        return ()
    listed = []
    for path in Path(folder).iterdir():
        with contextlib.suppress(OSError):  # it was removed while the server runs
            listed.append((str(path), path.stat().st_mtime_ns))
    return tuple(sorted(listed))


def _not_open(request: Mapping[str, Any], boards: Iterable[str]) -> list[str]:
    """Return those of these archives that are not open."""
    open_now = {Path(path).name for path, _ in _archives(request)}
    return [board for board in dict.fromkeys(boards) if board not in open_now]


def _whole(request: Mapping[str, Any], instance: Instance, units: Sequence[str] = ()) -> Instance:
    """Return the position with the missing parts of its map, from the boards that are open.

    The units that need them are these (none: its broken units, and those of the request). Without such boards it is
    unchanged: the answer then lists the missing parts.
    """
    units = units or [*starting(instance), *(unit for unit in _volunteers(request) if unit in instance.units)]
    rules = _reading(request)[0]
    if not request.get("boards") or gap(instance, units, rules) is None:
        return instance
    from ..vasl.complete_map import supply

    try:
        return supply(instance, Path(request["boards"]), units=units, rules=rules)
    except BoardsError:
        return instance


def _question(
    request: Mapping[str, Any], instance: Instance, seconds: float | None, units: Sequence[str] = ()
) -> Question:
    """Return the question of a request about a position, or about these units alone."""
    rules, options = _reading(request)
    return ask(check_facts(instance, "position"), rules=rules, options=options, units=units, timeout=seconds)


def _in_part(request: Mapping[str, Any], changed: Instance, text: str, seconds: float, told: Told) -> Answered | None:
    """Return the answer of the unit that goes `first`, with only the LOS that it needs.

    None where the position has LOS, where the others need not wait, or where the unit cannot be answered alone.
    """
    first = request.get("first")
    if not isinstance(first, str) or _volunteers(request) or changed.of("los") or not changed.of("board"):
        return None
    units = at_once(changed, first)
    if not 0 < len(units) < len(starting(changed)):
        return None
    try:
        instance = _succeeding(request, changed, text, units)
        Layout(instance)
        question = _question(request, instance, seconds, units)
        told("solving")
        answered = Answered.after(question, _session.units, told=told, first=first)
    except (TimeLimit, Stopped):
        raise
    except PyroutError:  # which is reported for the position as a whole
        return None
    return answered if answered.pending else None


def _completed(changed: Instance, text: str, whole: Instance) -> str:
    """Return the text of a position that gives no LOS, with what was found of its map."""
    had = {fact[:2] for fact in changed.facts}
    if whole is changed or changed.of("los") or not had <= {fact[:2] for fact in whole.facts}:
        return text
    more = tuple(fact for fact in whole.facts if fact[:2] not in had)
    return f"{text}\n% From the boards\n{Instance(whole.name, more).program()}" if more else text


def _volunteers(request: Mapping[str, Any]) -> list[str]:
    """Return the units of which a request asks what they could do if they broke on purpose."""
    asked = request.get("volunteers") or []
    if not isinstance(asked, list) or not all(isinstance(unit, str) for unit in asked):
        raise UsageError("volunteers is a list of units")
    return asked


def _solved(
    request: Mapping[str, Any], instance: Instance, seconds: float, told: Told, first: str | None = None
) -> Answered:
    """Return the answers of a position, or only that of `first` where the others would have to wait for it.

    Units that may break on purpose cost as much again each, and are only answered if the request asks for them.
    """
    rules, options = _reading(request)
    volunteers = _volunteers(request)
    key = (instance, rules, tuple(sorted(options.items())))
    kept = _session.solved.get(key)
    if kept is None:
        question = _question(request, instance, seconds)
        told("solving")
        kept = Answered.after(question, _session.units, told=told, first=None if volunteers else first)
        if kept.pending:
            return kept
    _session.solved[key] = kept
    kept.renew(seconds)
    kept.ask(volunteers)
    return kept


def _played(request: Mapping[str, Any], instance: Instance, seconds: float, told: Told) -> Instance:
    """Return the position after a route, or after a turn given as a line of a log.

    A request names the route by its path, its posture and the destinations of its legs.
    """
    asked = request["play"]
    if isinstance(asked, dict) and isinstance(asked.get("line"), str):
        told("playing a turn")
        return turn(on_hexes(_question(request, instance, seconds)), asked["line"])
    if not isinstance(asked, dict) or not isinstance(asked.get("unit"), str):
        raise UsageError("play names a unit and one of its routes")
    unit = asked["unit"]
    answer = _solved(request, instance, seconds, told).answer
    routes = [route for entry in answer.units if entry.id == unit for route in entry.routes]
    for route in routes:
        said = [list(route.path), route.posture, [leg.to for leg in route.legs]]
        if said == [asked.get("path"), asked.get("posture"), asked.get("to")]:
            rules, options = _reading(request)
            return after(instance, route, unit, rules=rules, options=options, timeout=seconds)
    raise UsageError(f"{quote(unit)} has no such route")


@_job("phase")
def _phase(request: Mapping[str, Any], seconds: float, told: Told) -> Reply:
    """Return the outcomes of the whole Rout Phase, drawn and in words; with an `order`, the result of that order."""
    order = request.get("order") or []
    if not isinstance(order, list) or not all(isinstance(unit, str) for unit in order):
        raise UsageError("order is a list of units")
    told("reading the position")
    changed = _position(request)
    text = changed.program() if request.get("edits") else _text(request)
    told("LOS from the boards")
    instance = _succeeding(request, changed, text)
    Layout(instance)
    explored = _explored(request, instance, seconds, told)
    phase = explored.phase(order)
    told("drawing")
    art: list[Art] = []
    with contextlib.suppress(BoardError):  # the view of the position has said so
        art = _arts(request, instance, embedded=False)
    return _shown(200, {"text": text, **phase_view(phase, instance, art)})


def _explored(request: Mapping[str, Any], instance: Instance, seconds: float, told: Told) -> Explored:
    """Return the phase of a position, explored as far as the time allows; the rest is reported as incomplete.

    A phase that is kept so is explored further, but not for another order of its turns.
    """
    rules, options = _reading(request)
    key = (instance, rules, tuple(sorted(options.items())))
    whole, exploring = Deadline(seconds), Deadline(EXPLORING * seconds)
    explored = _session.explored.get(key)
    if explored is None:
        question = on_hexes(_question(request, instance, None))
        began = time.monotonic()
        explored = Explored(replace(question, deadline=exploring), states=STATES[0], progress=told)
        _widen(explored, exploring, told, time.monotonic() - began)
    elif not explored.settled and not request.get("order"):
        explored.renew(exploring.left)
        _widen(explored, exploring, told)
    explored.renew(whole.left)
    _session.explored[key] = explored
    return explored


def _widen(explored: Explored, exploring: Deadline, told: Told, last: float = 0.0) -> None:
    """Explore a phase further, limit by limit, while there is time; `last` is the time of the last one in seconds."""
    began = time.monotonic()
    explored.listen(told)
    try:
        for states in STATES:
            if states <= explored.limit:
                continue
            if explored.settled or GROWTH * last > (exploring.left or 0):
                break
            with contextlib.suppress(TimeLimit):
                explored.widen(states)
            began, last = time.monotonic(), time.monotonic() - began
    finally:
        explored.listen(None)


@_job("why")
def _why(request: Mapping[str, Any], seconds: float, told: Told) -> Reply:
    """Return the state of each hex for each unit, or for the one asked about, with reasons."""
    unit = request.get("unit")
    instance = _succeeding(request, _position(request), _text(request))
    Layout(instance)
    only = unit if isinstance(unit, str) else None
    # The reasons of one unit do not wait for the answers of the others, which may not come to an end
    answered = _solved(request, instance, seconds, told, only)
    told("looking for reasons")
    answered.explain(only)
    told("looking for reasons")
    return _shown(200, reasons_alone(answered, only))


def _arts(request: Mapping[str, Any], instance: Instance, *, embedded: bool) -> list[Art]:
    """Return the art of the boards that a request wants to see: one of them, or all of the position's."""
    archives = [Path(archive) for archive in request.get("archives") or []]
    if len(archives) == 1 and not request.get("all"):
        pairs = [(archives[0], board_art(archives[0], instance))]
    else:
        pairs = [(archive, art) for archive in archives for art in arts_of([archive], instance)]
    return [art if embedded else art._replace(href=f"/art/{archive.name}") for archive, art in pairs]


@_job("change")
def _change(request: Mapping[str, Any], seconds: float, told: Told) -> Reply:
    """Return the text of a position after some changes, or after a rout; it is not answered."""
    told("changing the position")
    changed = _position(request)
    name, text = file_name(request.get("name")), _text(request)
    if request.get("play"):
        changed = _played(request, _succeeding(request, changed, text), seconds, told)
        text = changed.program()
    elif request.get("edits"):
        text = changed.program()
        asked = (_reading(request)[0], _archives(request))
        before = _session.completed.get((name, _text(request), asked))
        if before is not None:  # what was found of its map is found
            _session.completed[name, text, asked] = _edited(request, before, known=True)
    _session.read[name, text] = changed
    return _json(200, {"text": text})


@_job("view")
def _view(request: Mapping[str, Any], seconds: float, told: Told) -> Reply:
    """Return the position after some changes, drawn and answered."""
    _reading(request)
    asked = _volunteers(request)
    told("reading the position")
    changed = _position(request)
    text = _text(request)
    if is_on_table(changed):
        return _view_of_table(request, changed, seconds, told)
    if request.get("play"):
        changed = _played(request, _succeeding(request, changed, text), seconds, told)
    if request.get("edits") or request.get("play"):
        text = changed.program()
        _session.read[file_name(request.get("name")), text] = changed
    told("LOS from the boards")
    solved = _in_part(request, changed, text, seconds, told)
    if solved:
        instance = solved.question.position
    else:
        instance = _whole(request, changed) if request.get("play") else _succeeding(request, changed, text)
    Layout(instance)
    own = _own_title(request, text)
    fields: dict[str, Any] = {
        "text": text,
        "title": own or ("" if any(instance.of("unit")) else "A map without units"),
        "warnings": [],
        "open": [Path(path).name for path, _ in _archives(request)],
        "blind": warnings(changed, asked),
        **_facts(instance),
    }
    art: list[Art] = []
    try:
        art = _arts(request, instance, embedded=False)
    except BoardError as error:  # what lies underneath is no reason to say nothing
        fields["warnings"].append(_clean(of_error(error), request))
    try:
        first = request.get("first")
        solved = solved or _solved(request, instance, seconds, told, first if isinstance(first, str) else None)
    except (TimeLimit, Stopped):
        raise
    except PyroutError as error:
        # A position that cannot be answered can be looked at and mended all the same
        drawn_alone = still(instance, art, _session.maps, request.get("have"))
        drawn_alone["view"]["unsolved"] = True  # no verdict stands beside an error
        return _shown(200, {**fields, "unsolved": _clean(of_error(error, instance.name), request), **drawn_alone})
    fields["title"] = own or ("" if solved.pending else headline(solved.answer.units, Names(instance)))
    fields["warnings"] += [_clean(of_error(error), request) for unit, error in solved.refused.items() if unit in asked]
    refused = [u for u in asked if u not in {*solved.others, *(unit.id for unit in solved.answer.units)}]
    if refused:
        fields["warnings"].append(
            f"{join_words(map(quote, refused))} may not break on purpose: who would surrender or be eliminated at once may not"
        )
    told("drawing")
    shown_parts = parts(
        solved,
        art,
        reasons=False,
        prefix=f"r{request['second']}-" if request.get("second") in range(1, 100) else "p-",
        bases=_session.maps,
        have=request.get("have"),
    )
    completed = text if solved.pending else _completed(changed, text, instance)
    if completed != text:
        fields["text"] = completed
        _session.read[instance.name, completed] = instance
    return _shown(200, {**fields, **shown_parts})


def _own_title(request: Mapping[str, Any], text: str) -> str:
    """Return the title that a file gives its position, or "" by other rules or readings: it may say an answer."""
    if any(_reading(request)):
        return ""
    return own_title(text.splitlines(), file_name(request.get("name")).rpartition(".")[0])


def _view_of_table(request: Mapping[str, Any], instance: Instance, seconds: float, told: Told) -> Reply:
    """Return the drawing and the view of a position on a table."""
    text = instance.program() if request.get("edits") else _text(request)
    rules, options = _reading(request)
    told("solving")
    shown = tables.show_table(instance, rules, options, seconds)
    if "unsolved" in shown:
        shown["unsolved"] = _clean(shown["unsolved"], request)
    return _shown(
        200,
        {"text": text, "title": _own_title(request, text), "warnings": [], "blind": [], **_facts(instance), **shown},
    )


def _facts(instance: Instance) -> dict[str, Any]:
    """Return the data of the editor for a position, besides its drawing."""
    numbers: dict[str, dict[str, int]] = {}
    for name in NUMBERS:
        for fact in instance.of(name):
            numbers.setdefault(str(fact.args[0]), {})[name] = int(str(fact.args[1]))
    statuses: dict[str, list[str]] = {}
    for fact in instance.of("status"):
        statuses.setdefault(str(fact.args[0]), []).append(str(fact.args[1]))
    return {
        "rules": instance.rules,
        "sides": [str(fact.args[0]) for fact in instance.of("side")],
        "attacker": instance.attacker or None,
        "month": next((int(str(fact.args[0])) for fact in instance.of("month")), None),
        "night": _night(instance),
        "snow": next((str(f.args[0]) for f in instance.of("environment") if str(f.args[0]) in SNOW), None),
        "nations": [[str(arg) for arg in fact.args] for fact in instance.of("nationality")],
        "boards": sorted(names_of_boards(instance)),
        "on_boards": bool(instance.of("board")),
        "weapons": [str(fact.args[0]) for fact in instance.of("sw")],
        "statuses": statuses,
        "wall_advantage": {str(f.args[0]): has for has, name in WALL_ADVANTAGE.items() for f in instance.of(name)},
        "skis": {str(fact.args[0]): str(fact.args[1]) for fact in instance.of("skis")},
        "numbers": numbers,
        "typed": [] if is_on_table(instance) else listed(instance),
        "options": {str(f.args[0]): str(f.args[1]) for f in instance.of("option")},
    }


def _night(instance: Instance) -> int | str | None:
    """Return the NVR of a position at night, `given` where its LOS is what is seen, or None by day."""
    if not any(str(fact.args[0]) == "night" for fact in instance.of("environment")):
        return None
    return next((int(str(fact.args[0])) for fact in instance.of("nvr")), "given")


@_job("draw")
def _draw(request: Mapping[str, Any], seconds: float, told: Told) -> Reply:
    """Return the drawing or the page as a file."""
    kinds = {".svg": "image/svg+xml", ".png": "image/png", ".html": "text/html; charset=utf-8"}
    kind = request.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        raise UsageError(f"kind is one of {', '.join(kinds)}")
    instance = _position(request)
    if is_on_table(instance):
        return Reply(200, kinds[kind], picture(_question(request, instance, seconds), kind))
    instance = _whole(request, instance)
    solved = _solved(request, instance, seconds, told)
    solved.explain()
    return Reply(200, kinds[kind], draw(solved, kind, _arts(request, instance, embedded=True)))


@_job("import")
def _import(request: Mapping[str, Any], seconds: float, told: Told) -> Reply:
    """Return a saved game as the text of a position; `only` its boards: the names of their archives."""
    file, boards = Path(request["files"][0]), Path(request["boards"])
    told("reading the saved game")
    wanted = [f"bd{slot.name}" for slot in read_save(file).boards]
    if request.get("only") == "boards":
        return _json(200, {"boards": wanted})
    sides = parse_sides(str(request["sides"])) if request.get("sides") else None
    rules, _ = _reading(request)
    if rules:
        rule_sets.check_played_on(rules, "hexes", file.name)
    kept = KeptImport(file, boards, "page", rules, sorted((sides or {}).items()), called=GAME)
    game = kept.read()
    if game is None:
        from ..vasl.import_game import import_game

        try:
            imported = import_game(
                file, boards, rules=rules, sides=sides, every_hex=True, rests=False, soon=True, told=told
            )
        except BoardsError as error:
            if not error.missing:
                raise
            raise BoardsNeeded(f"{file.name}: open it together with its boards", error.missing) from None
        game = replace(imported, text=imported.text.replace(file.name, GAME))
        kept.write(game)
    game = replace(game, text=game.text.replace(GAME, file.name, 1))
    missing = _not_open(request, wanted)
    return _shown(
        200, {"text": game.text, "notes": notes_of_page(game.notes), "routers": list(game.routers), "missing": missing}
    )


@_job("judge")
def _judge(request: Mapping[str, Any], seconds: float, told: Told) -> Reply:
    """Return the routs of a game judged from its log, or with a `step` the position before it."""
    told("judging the log")
    return _shown(200, judge(request, seconds, told))


@_job("line")
def _line(request: Mapping[str, Any], seconds: float, told: Told) -> Reply:
    """Return a position in one line, and packed for a link; `long`: it is too long for one.

    With the `kind` ".lp" it is the text of its file. Both state the rules and options of the request.
    """
    name = file_name(request.get("name"))
    rules, options = _reading(request)
    position = _read(name, _text(request))
    if rules:
        rule_sets.check_played_on(rules, "table" if is_on_table(position) else "hexes", name)
    if options:
        in_force(rules or position.rules or rule_sets.DEFAULT, position.without("option"), options)
    text = with_choices(_text(request), name, rules, options)
    if request.get("kind") == ".lp":
        return _json(200, {"text": text})
    position = _read(name, text)
    code = pack(position)
    return _json(200, {"line": line_of(position), "code": code, "long": too_long(code), "room": LINK_LIMIT - len(code)})


@_job("of-line")
def _of_line(request: Mapping[str, Any], seconds: float, told: Told) -> Reply:
    """Return the text of the position in a line, with its map from the boards that are open.

    The line may be packed. The text of a file is returned unchanged.
    """
    line = request.get("line")
    if not isinstance(line, str) or not line.strip():
        raise UsageError(
            "a line begins with the rules, as in: aslsk; american against german; boards y; yK5 german squad broken"
        )
    if FILE.match(line):
        parse(line, LINE, need="facts")
        return _json(200, {"text": line, "missing": []})
    position = parse(text_of(line, LINE), LINE, need="facts")
    told("LOS from the boards")
    instance = _whole(request, position)
    missing = _not_open(request, (f"bd{fact.args[0]}" for fact in instance.of("board")))
    if not instance.of("hex") and not is_on_table(instance):
        if missing:
            raise BoardsNeeded("the position lies on boards whose archives are to be opened first", missing)
        raise UsageError("the line has no map")
    return _json(200, {"text": instance.program(), "missing": [] if position.of("hex") else missing})


@_job("readings")
def _readings(request: Mapping[str, Any], seconds: float, told: Told) -> Reply:
    """Return the answers by the other readings, in words."""
    rules, options = _reading(request)
    changed = _position(request)
    if is_on_table(changed):
        raise UsageError("readings of a table are compared one option at a time: see More")
    instance = _whole(request, changed)
    return _shown(200, compare(check_facts(instance, "position"), rules, options, seconds, told))


@_job("new")
def _new(request: Mapping[str, Any], seconds: float, told: Told) -> Reply:
    """Return a blank map as the text of a position, of `columns` by `rows` hexes; or a `table` without units."""
    if request.get("table"):
        return _json(200, {"text": tables.blank()})
    size = [request.get(name, BLANK) for name in ("columns", "rows")]
    if not all(isinstance(value, int) and not isinstance(value, bool) for value in size):
        raise UsageError("columns and rows are whole numbers")
    return _json(200, {"text": blank(*size)})


@_job("board")
def _board(request: Mapping[str, Any], seconds: float, told: Told) -> Reply:
    """Return the hexes of a board as the text of a position that has no units yet; `alone`: only check it."""
    if request.get("alone"):
        read_archive(request["archive"])
        return _json(200, {})
    from ..vasl.boards.facts import named_board
    from ..vasl.boards.maps import read_board
    from ..vasl.import_game import rules_of_boards

    board = read_board(request["archive"])
    head = f"rules({rules_of_boards([placed.name for placed in board.boards])}).\n"
    head += "side(german). side(american). attacker(american).\n"
    return _json(200, {"text": head + "\n".join(named_board(board, Path(request["archive"]))) + "\n"})


@_job("hex")
def _hex(request: Mapping[str, Any], seconds: float, told: Told) -> Reply:
    """Return the reading of a hex of a board, in the lines of `pyrout board --explain`."""
    archives, hex_ = request.get("archives") or [], request.get("hex")
    if len(archives) != 1 or not isinstance(hex_, str):
        raise UsageError("a request names a hex, and its board")
    from ..vasl.boards.explained import explain_hex
    from ..vasl.boards.maps import read_board

    return _json(200, {"lines": list(explain_hex(read_board(archives[0]), hex_))})


@_job("art")
def _art(request: Mapping[str, Any], seconds: float, told: Told) -> Reply:
    """Return the art of a board, as it lies in the archive."""
    head, _, data = image(Path(request["archive"])).partition(",")
    return Reply(200, head.removeprefix("data:").partition(";")[0], base64.b64decode(data))


@_job("learn")
def _learn(request: Mapping[str, Any], seconds: float, told: Told) -> Reply:
    """Return a position of the part Learn, or the reasons for an answer to its question."""
    told("reading the position")
    position = check_facts(_read(file_name(request.get("name")), _text(request)), "position")
    told("solving")
    return _shown(200, learning.learn(request, position, seconds))


@_job("words")
def _words(request: Mapping[str, Any], seconds: float, told: Told) -> Reply:
    """Return the rule sets with their options, the examples, and the words of the editor."""
    return _json(
        200,
        {
            "rules": {
                name: [value._asdict() for value in option_values(name)]
                for name in rule_sets.names()
                if name not in tables.table_rules()
            },
            "table": tables.words(),
            "statuses": STATUS.words,
            "kinds": UNIT_KIND.words,
            "leaders": LEADERS,
            "terrains": {terrain: family(terrain) for terrain in TERRAIN.words},
            "hexsides": hexsides(),
            "features": features(),
            "counters": PRINTED,
            "nations": NATIONS,
            "groups": catalogue(),
            "facts": forms(),
        },
    )


@_job("ask")
def _ask(request: Mapping[str, Any], seconds: float, told: Told) -> Reply:
    """Return the answer to a request of another program, by the table of verbs that `pyrout engine` serves."""
    fields = {key: value for key, value in request["asked"].items() if key != "id"}
    verb = named_verb(fields.pop("verb", None))
    given = arguments.seconds(fields.get("timeout"))
    asked = verb.read({**fields, "timeout": seconds if given is None else min(seconds, given)})
    told("answering")
    boards = request.get("boards")
    return _json(200, {"answer": verb.work(asked, Path(boards) if boards else None)})
