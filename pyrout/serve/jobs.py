"""The jobs of the server's processes: solve and draw a position, read saved games and boards.

Whatever goes wrong is one line that names no path.
"""

from __future__ import annotations

import base64
import contextlib
import json
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
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
from .map_edits import BLANK, blank, features, hexsides
from .phrases import for_page, of_error
from .readings import compare
from .reply import REPLACED, Reply, Step, late
from .session import Session
from .typed_facts import forms, listed

FILE = re.compile(r"\s*(?:%.*\n\s*)*[a-z_]+\([^\n]*\n")  # how the text of a file begins: facts in several lines
NAME_LIMIT = 60
GAME = "the-game.vsav"  # what the text of an import calls a game whose file has a name of our own


_session = Session()
GROWTH = 3  # times as long as the limit before a further one may take, if there is to be time for it


class Stopped(PyroutError):
    """Nobody waits for this job any more."""


class BoardsNeeded(UsageError):
    """A position lies on boards that are not open; the reply has their archives (bdy) as `missing`."""

    def __init__(self, what: str, missing: Sequence[str]) -> None:
        super().__init__(f"{what}: {join_words(map(quote, missing))}")
        self.more = {"missing": missing}


class Job:
    """A request of the page, with the time that it has in seconds, and what several requests work out.

    Raises UsageError for a field of a wrong kind, when it is looked at.
    """

    def __init__(self, request: Mapping[str, Any], seconds: float, tell: Callable[[Step], bool]) -> None:
        self.request, self.seconds, self._tell = request, seconds, tell

    def told(self, words: str, done: int = 0, of: int = 0) -> None:
        """Tell what the job is at.

        Raises Stopped where nobody waits for it any more.
        """
        if not self._tell(Step(words, done, of)):
            raise Stopped("a newer request took its place")

    # -----------------------------------------------------------------------------------------------------------------
    # Fields of the request

    @cached_property
    def name(self) -> str:
        """The name of its position, for messages."""
        return file_name(self.request.get("name"))

    @cached_property
    def text(self) -> str:
        """The text of its position, before the changes."""
        text = self.request.get("text")
        if not isinstance(text, str):
            raise UsageError("a request has the text of a position")
        return text

    @cached_property
    def reading(self) -> tuple[str | None, dict[str, str]]:
        """The rule set and the options that it asks for."""
        rules, options = self.request.get("rules") or None, self.request.get("options") or {}
        if rules is not None and not isinstance(rules, str):
            raise UsageError("rules is the name of a rule set")
        if not isinstance(options, dict) or not all(isinstance(v, str) for v in (*options, *options.values())):
            raise UsageError("options is an object of strings")
        return rules, options

    @cached_property
    def edits(self) -> list[object]:
        """The changes of its position."""
        edits = self.request.get("edits") or []
        if not isinstance(edits, list):
            raise UsageError("edits is a list")
        return edits

    def units(self, field: str) -> list[str]:
        """Return the units of a field."""
        units = self.request.get(field) or []
        if not isinstance(units, list) or not all(isinstance(unit, str) for unit in units):
            raise UsageError(f"{field} is a list of units")
        return units

    @property
    def volunteers(self) -> list[str]:
        """The units of which it asks what they could do if they broke on purpose."""
        return self.units("volunteers")

    def unit(self, field: str) -> str | None:
        """Return the unit of a field; None where it names none."""
        unit = self.request.get(field)
        return unit if isinstance(unit, str) else None

    @property
    def play(self) -> Any:
        """The rout that is to be played, if any."""
        return self.request.get("play")

    @property
    def archives(self) -> list[Path]:
        """The boards that it wants to see."""
        return [Path(archive) for archive in self.request.get("archives") or []]

    @cached_property
    def open(self) -> tuple[tuple[Path, int], ...]:
        """The archives of boards that are open, and when each was written."""
        folder = self.request.get("boards")
        there = []
        for path in Path(folder).iterdir() if folder else ():
            with contextlib.suppress(OSError):  # it was removed while the server runs
                there.append((path, path.stat().st_mtime_ns))
        return tuple(sorted(there))

    def not_open(self, boards: Iterable[str]) -> list[str]:
        """Return those of these archives that are not open."""
        open_now = {path.name for path, _ in self.open}
        return [board for board in dict.fromkeys(boards) if board not in open_now]

    def clean(self, message: str) -> str:
        """Return a message without the folders of this machine."""
        if isinstance(message, Said):
            return Said(*(part if isinstance(part, Span) else self.clean(part) for part in message.spans))
        for folder in self.request.get("folders", ()):
            message = message.replace(f"{folder}/", "").replace(folder, "the boards")
        return one_line(message)

    # -----------------------------------------------------------------------------------------------------------------
    # Its position

    def read(self, text: str) -> Instance:
        """Return the position of a text, which may have been read lately."""
        instance = _session.read.get((self.name, text)) or parse(text, self.name, need="facts")
        _session.read[self.name, text] = instance
        return instance

    def position(self) -> Instance:
        """Return its position after its changes."""
        instance = self.read(self.text)
        changed = self.edited(instance)
        if changed is not instance and len(self.archives) == 1:  # of several boards the position says how they lie
            return with_los(changed, self.archives[0], self.reading[0])
        return changed

    def edited(self, instance: Instance, *, known: bool = False) -> Instance:
        """Return a position after the changes; `known`: none of them contradicts the rest of it.

        A fact that changes the LOS of its boards is taken where these are open.
        """
        if not self.edits:
            return instance
        archives = [f"bd{fact.args[0]}" for fact in instance.of("board")]
        boards = bool(archives) and not self.not_open(archives)
        changed = apply_edits(instance, self.edits, known=known, boards=boards)
        if not boards:
            return changed
        from ..vasl.complete_map import changed_on_boards

        return changed_on_boards(instance, changed, Path(self.request["boards"]))

    def completed_before(self) -> Instance | None:
        """Return its position before the changes with the missing parts of its map, where they were looked up lately."""
        return _session.completed.get((self.name, self.text, self.reading[0], self.open))

    def complete(self, text: str, instance: Instance) -> None:
        """Keep a position with the missing parts of its map, by its text."""
        _session.completed[self.name, text, self.reading[0], self.open] = instance

    def succeeding(self, changed: Instance, text: str, units: Sequence[str] = ()) -> Instance:
        """Return the position after the changes, with the missing parts of its map.

        The units that need them are these (none: as `whole`). Parts found for the position before it are reused.
        """
        before = self.completed_before()
        instance = self.whole(changed if before is None else self.edited(before, known=True), units)
        if changed.of("board"):
            self.complete(text, instance)
        return instance

    def whole(self, instance: Instance, units: Sequence[str] = ()) -> Instance:
        """Return a position with the missing parts of its map, from the boards that are open.

        The units that need them are these (none: its broken units, and those that are asked about). Without such boards
        it is unchanged: the answer then lists the missing parts.
        """
        units = units or [*starting(instance), *(unit for unit in self.volunteers if unit in instance.units)]
        rules = self.reading[0]
        if not self.request.get("boards") or gap(instance, units, rules) is None:
            return instance
        from ..vasl.complete_map import supply

        try:
            return supply(instance, Path(self.request["boards"]), units=units, rules=rules)
        except BoardsError:
            return instance

    # -----------------------------------------------------------------------------------------------------------------
    # Its answer

    def question(self, instance: Instance, units: Sequence[str] = ()) -> Question:
        """Return its question about a position, or about these units alone."""
        rules, options = self.reading
        return ask(check_facts(instance, "position"), rules=rules, options=options, units=units, timeout=self.seconds)

    def key(self, instance: Instance) -> object:
        """Return the position, the rules and the options: on them the answer hangs."""
        rules, options = self.reading
        return instance, rules, tuple(sorted(options.items()))

    def in_part(self, changed: Instance, text: str) -> Answered | None:
        """Return the answer of the unit that goes `first`, with only the LOS that it needs.

        None where the position has LOS, where the others need not wait, or where the unit cannot be answered alone.
        """
        first = self.unit("first")
        if first is None or self.volunteers or changed.of("los") or not changed.of("board"):
            return None
        units = at_once(changed, first)
        if not 0 < len(units) < len(starting(changed)):
            return None
        try:
            instance = self.succeeding(changed, text, units)
            Layout(instance)
            question = self.question(instance, units)
            self.told("solving")
            answered = Answered.after(question, _session.units, told=self.told, first=first)
        except (TimeLimit, Stopped):
            raise
        except PyroutError:  # which is reported for the position as a whole
            return None
        return answered if answered.pending else None

    def solved(self, instance: Instance, first: str | None = None) -> Answered:
        """Return the answers of a position, or only that of `first` where the others would have to wait for it.

        Units that may break on purpose cost as much again each, and are only answered if the request asks for them.
        """
        key = self.key(instance)
        kept = _session.solved.get(key)
        if kept is None:
            question = self.question(instance)
            self.told("solving")
            first = None if self.volunteers else first
            kept = Answered.after(question, _session.units, told=self.told, first=first)
            if kept.pending:
                return kept
        _session.solved[key] = kept
        kept.renew(self.seconds)
        kept.ask(self.volunteers)
        return kept

    def played(self, instance: Instance) -> Instance:
        """Return the position after a route, or after a turn given as a line of a log.

        A request names the route by its path, its posture and the destinations of its legs.
        """
        asked = self.play
        if isinstance(asked, dict) and isinstance(asked.get("line"), str):
            self.told("playing a turn")
            return turn(on_hexes(self.question(instance)), asked["line"])
        if not isinstance(asked, dict) or not isinstance(asked.get("unit"), str):
            raise UsageError("play names a unit and one of its routes")
        unit = asked["unit"]
        routes = [route for entry in self.solved(instance).answer.units if entry.id == unit for route in entry.routes]
        for route in routes:
            said = [list(route.path), route.posture, [leg.to for leg in route.legs]]
            if said == [asked.get("path"), asked.get("posture"), asked.get("to")]:
                rules, options = self.reading
                return after(instance, route, unit, rules=rules, options=options, timeout=self.seconds)
        raise UsageError(f"{quote(unit)} has no such route")

    def explored(self, instance: Instance) -> Explored:
        """Return the phase of a position, explored as far as the time allows; the rest is reported as incomplete.

        A phase that is kept so is explored further, but not for another order of its turns.
        """
        key = self.key(instance)
        whole, exploring = Deadline(self.seconds), Deadline(EXPLORING * self.seconds)
        explored = _session.explored.get(key)
        if explored is None:
            question = on_hexes(self.question(instance))
            began = time.monotonic()
            explored = Explored(replace(question, deadline=exploring), states=STATES[0], progress=self.told)
            self._widen(explored, exploring, time.monotonic() - began)
        elif not explored.settled and not self.request.get("order"):
            explored.renew(exploring.left)
            self._widen(explored, exploring)
        explored.renew(whole.left)
        _session.explored[key] = explored
        return explored

    def _widen(self, explored: Explored, exploring: Deadline, last: float = 0.0) -> None:
        """Explore a phase further, limit by limit, while there is time; `last` is the time of the last one in seconds."""
        began = time.monotonic()
        explored.listen(self.told)
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

    # -----------------------------------------------------------------------------------------------------------------
    # How it is shown

    def arts(self, instance: Instance, *, embedded: bool = False) -> list[Art]:
        """Return the art of the boards that it wants to see: one of them, or all of the position's."""
        if len(self.archives) == 1 and not self.request.get("all"):
            pairs = [(self.archives[0], board_art(self.archives[0], instance))]
        else:
            pairs = [(archive, art) for archive in self.archives for art in arts_of([archive], instance)]
        return [art if embedded else art._replace(href=f"/art/{archive.name}") for archive, art in pairs]

    def own_title(self, text: str) -> str:
        """Return the title that a file gives its position, or "" by other rules or readings: it may say an answer."""
        return "" if any(self.reading) else own_title(text.splitlines(), self.name.rpartition(".")[0])


# A result that is no reply has its sentences in the words of the page
Work = Callable[[Job], Reply | dict[str, Any]]
_JOBS: dict[str, Work] = {}  # by the name of the request, a row of `requests.py`


def _job(name: str) -> Callable[[Work], Work]:
    def named(work: Work) -> Work:
        _JOBS[name] = work
        return work

    return named


def answer(
    name: str, request: Mapping[str, Any], seconds: float, tell: Callable[[Step], bool] = lambda step: True
) -> Reply:
    """Return the reply to one request.

    `tell` hears what it is at, and says whether anybody still waits for it.
    """
    job = Job(request, seconds, tell)
    try:
        result = _JOBS[name](job)
        return result if isinstance(result, Reply) else _json(200, for_page(result))
    except Stopped as error:
        return _json(REPLACED, {"error": str(error)})
    except TimeLimit:
        return _json(503, {"error": late(seconds)})
    except PyroutError as error:
        return _json(422, for_page({"error": job.clean(of_error(error)), **getattr(error, "more", {})}))
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


def file_name(name: object) -> str:
    """Return the name of a position for messages: the last part of its path, printable and short."""
    last = PurePath(str(name or "").replace("\\", "/")).name
    return quote(last)[:NAME_LIMIT] or "position.lp"


@_job("phase")
def _phase(job: Job) -> dict[str, Any]:
    """Return the outcomes of the whole Rout Phase, drawn and in words; with an `order`, the result of that order."""
    order = job.units("order")
    job.told("reading the position")
    changed = job.position()
    text = changed.program() if job.edits else job.text
    job.told("LOS from the boards")
    instance = job.succeeding(changed, text)
    Layout(instance)
    phase = job.explored(instance).phase(order)
    job.told("drawing")
    art: list[Art] = []
    with contextlib.suppress(BoardError):  # the view of the position has said so
        art = job.arts(instance)
    return {"text": text, **phase_view(phase, instance, art)}


@_job("why")
def _why(job: Job) -> dict[str, Any]:
    """Return the state of each hex for each unit, or for the one asked about, with reasons."""
    instance = job.succeeding(job.position(), job.text)
    Layout(instance)
    only = job.unit("unit")
    # The reasons of one unit do not wait for the answers of the others, which may not come to an end
    answered = job.solved(instance, only)
    job.told("looking for reasons")
    answered.explain(only)
    job.told("looking for reasons")
    return reasons_alone(answered, only)


@_job("change")
def _change(job: Job) -> dict[str, Any]:
    """Return the text of a position after some changes, or after a rout; it is not answered."""
    job.told("changing the position")
    changed, text = job.position(), job.text
    if job.play:
        changed = job.played(job.succeeding(changed, text))
        text = changed.program()
    elif job.edits:
        text = changed.program()
        before = job.completed_before()
        if before is not None:  # what was found of its map is found
            job.complete(text, job.edited(before, known=True))
    _session.read[job.name, text] = changed
    return {"text": text}


@_job("view")
def _view(job: Job) -> dict[str, Any]:
    """Return the position after some changes, drawn and answered."""
    job.reading  # noqa: B018  a wrong one is refused before anything else
    asked = job.volunteers
    job.told("reading the position")
    changed, text = job.position(), job.text
    if is_on_table(changed):
        return _view_of_table(job, changed)
    if job.play:
        changed = job.played(job.succeeding(changed, text))
    if job.edits or job.play:
        text = changed.program()
        _session.read[job.name, text] = changed
    job.told("LOS from the boards")
    solved = job.in_part(changed, text)
    if solved:
        instance = solved.question.position
    else:
        instance = job.whole(changed) if job.play else job.succeeding(changed, text)
    Layout(instance)
    own = job.own_title(text)
    fields: dict[str, Any] = {
        "text": text,
        "title": own or ("" if any(instance.of("unit")) else "A map without units"),
        "warnings": [],
        "open": [path.name for path, _ in job.open],
        "blind": warnings(changed, asked),
        **_facts(instance),
    }
    art: list[Art] = []
    try:
        art = job.arts(instance)
    except BoardError as error:  # what lies underneath is no reason to say nothing
        fields["warnings"].append(job.clean(of_error(error)))
    have = job.request.get("have")
    try:
        solved = solved or job.solved(instance, job.unit("first"))
    except (TimeLimit, Stopped):
        raise
    except PyroutError as error:
        # A position that cannot be answered can be looked at and mended all the same
        drawn_alone = still(instance, art, _session.maps, have)
        drawn_alone["view"]["unsolved"] = True  # no verdict stands beside an error
        return {**fields, "unsolved": job.clean(of_error(error, instance.name)), **drawn_alone}
    fields["title"] = own or ("" if solved.pending else headline(solved.answer.units, Names(instance)))
    fields["warnings"] += [job.clean(of_error(error)) for unit, error in solved.refused.items() if unit in asked]
    refused = [u for u in asked if u not in {*solved.others, *(unit.id for unit in solved.answer.units)}]
    if refused:
        fields["warnings"].append(
            f"{join_words(map(quote, refused))} may not break on purpose: who would surrender or be eliminated at once may not"
        )
    job.told("drawing")
    second = job.request.get("second")
    prefix = f"r{second}-" if second in range(1, 100) else "p-"
    shown_parts = parts(solved, art, reasons=False, prefix=prefix, bases=_session.maps, have=have)
    completed = text if solved.pending else _completed(changed, text, instance)
    if completed != text:
        fields["text"] = completed
        _session.read[instance.name, completed] = instance
    return {**fields, **shown_parts}


def _completed(changed: Instance, text: str, whole: Instance) -> str:
    """Return the text of a position that gives no LOS, with what was found of its map."""
    had = {fact[:2] for fact in changed.facts}
    if whole is changed or changed.of("los") or not had <= {fact[:2] for fact in whole.facts}:
        return text
    more = tuple(fact for fact in whole.facts if fact[:2] not in had)
    return f"{text}\n% From the boards\n{Instance(whole.name, more).program()}" if more else text


def _view_of_table(job: Job, instance: Instance) -> dict[str, Any]:
    """Return the drawing and the view of a position on a table."""
    text = instance.program() if job.edits else job.text
    job.told("solving")
    shown = tables.show_table(instance, *job.reading, job.seconds)
    if "unsolved" in shown:
        shown["unsolved"] = job.clean(shown["unsolved"])
    return {"text": text, "title": job.own_title(text), "warnings": [], "blind": [], **_facts(instance), **shown}


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
def _draw(job: Job) -> Reply:
    """Return the drawing or the page as a file."""
    kinds = {".svg": "image/svg+xml", ".png": "image/png", ".html": "text/html; charset=utf-8"}
    kind = job.request.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        raise UsageError(f"kind is one of {', '.join(kinds)}")
    instance = job.position()
    if is_on_table(instance):
        return Reply(200, kinds[kind], picture(job.question(instance), kind))
    instance = job.whole(instance)
    solved = job.solved(instance)
    solved.explain()
    return Reply(200, kinds[kind], draw(solved, kind, job.arts(instance, embedded=True)))


@_job("import")
def _import(job: Job) -> dict[str, Any]:
    """Return a saved game as the text of a position; `only` its boards: the names of their archives."""
    file, boards = Path(job.request["files"][0]), Path(job.request["boards"])
    job.told("reading the saved game")
    wanted = [f"bd{slot.name}" for slot in read_save(file).boards]
    if job.request.get("only") == "boards":
        return {"boards": wanted}
    sides = parse_sides(str(job.request["sides"])) if job.request.get("sides") else None
    rules, _ = job.reading
    if rules:
        rule_sets.check_played_on(rules, "hexes", file.name)
    kept = KeptImport(file, boards, "page", rules, sorted((sides or {}).items()), called=GAME)
    game = kept.read()
    if game is None:
        from ..vasl.import_game import import_game

        try:
            imported = import_game(
                file, boards, rules=rules, sides=sides, every_hex=True, rests=False, soon=True, told=job.told
            )
        except BoardsError as error:
            if not error.missing:
                raise
            raise BoardsNeeded(f"{file.name}: open it together with its boards", error.missing) from None
        game = replace(imported, text=imported.text.replace(file.name, GAME))
        kept.write(game)
    game = replace(game, text=game.text.replace(GAME, file.name, 1))
    return {
        "text": game.text,
        "notes": notes_of_page(game.notes),
        "routers": list(game.routers),
        "missing": job.not_open(wanted),
    }


@_job("judge")
def _judge(job: Job) -> dict[str, Any]:
    """Return the routs of a game judged from its log, or with a `step` the position before it."""
    job.told("judging the log")
    return judge(job.request, job.seconds, job.told)


@_job("line")
def _line(job: Job) -> dict[str, Any]:
    """Return a position in one line, and packed for a link; `long`: it is too long for one.

    With the `kind` ".lp" it is the text of its file. Both state the rules and options of the request.
    """
    rules, options = job.reading
    position = job.read(job.text)
    if rules:
        rule_sets.check_played_on(rules, "table" if is_on_table(position) else "hexes", job.name)
    if options:
        in_force(rules or position.rules or rule_sets.DEFAULT, position.without("option"), options)
    text = with_choices(job.text, job.name, rules, options)
    if job.request.get("kind") == ".lp":
        return {"text": text}
    position = job.read(text)
    code = pack(position)
    return {"line": line_of(position), "code": code, "long": too_long(code), "room": LINK_LIMIT - len(code)}


@_job("of-line")
def _of_line(job: Job) -> dict[str, Any]:
    """Return the text of the position in a line, with its map from the boards that are open.

    The line may be packed. The text of a file is returned unchanged.
    """
    line = job.request.get("line")
    if not isinstance(line, str) or not line.strip():
        raise UsageError(
            "a line begins with the rules, as in: aslsk; american against german; boards y; yK5 german squad broken"
        )
    if FILE.match(line):
        parse(line, LINE, need="facts")
        return {"text": line, "missing": []}
    position = parse(text_of(line, LINE), LINE, need="facts")
    job.told("LOS from the boards")
    instance = job.whole(position)
    missing = job.not_open(f"bd{fact.args[0]}" for fact in instance.of("board"))
    if not instance.of("hex") and not is_on_table(instance):
        if missing:
            raise BoardsNeeded("the position lies on boards whose archives are to be opened first", missing)
        raise UsageError("the line has no map")
    return {"text": instance.program(), "missing": [] if position.of("hex") else missing}


@_job("readings")
def _readings(job: Job) -> dict[str, Any]:
    """Return the answers by the other readings, in words."""
    rules, options = job.reading
    changed = job.position()
    if is_on_table(changed):
        raise UsageError("readings of a table are compared one option at a time: see More")
    return compare(check_facts(job.whole(changed), "position"), rules, options, job.seconds, job.told)


@_job("new")
def _new(job: Job) -> dict[str, Any]:
    """Return a blank map as the text of a position, of `columns` by `rows` hexes; or a `table` without units."""
    if job.request.get("table"):
        return {"text": tables.blank()}
    size = [job.request.get(name, BLANK) for name in ("columns", "rows")]
    if not all(isinstance(value, int) and not isinstance(value, bool) for value in size):
        raise UsageError("columns and rows are whole numbers")
    return {"text": blank(*size)}


@_job("board")
def _board(job: Job) -> dict[str, Any]:
    """Return the hexes of a board as the text of a position that has no units yet; `alone`: only check it."""
    archive = Path(job.request["archive"])
    if job.request.get("alone"):
        read_archive(archive)
        return {}
    from ..vasl.boards.facts import named_board
    from ..vasl.boards.maps import read_board
    from ..vasl.import_game import rules_of_boards

    board = read_board(archive)
    head = f"rules({rules_of_boards([placed.name for placed in board.boards])}).\n"
    head += "side(german). side(american). attacker(american).\n"
    return {"text": head + "\n".join(named_board(board, archive)) + "\n"}


@_job("hex")
def _hex(job: Job) -> dict[str, Any]:
    """Return the reading of a hex of a board, in the lines of `pyrout board --explain`."""
    hex_ = job.request.get("hex")
    if len(job.archives) != 1 or not isinstance(hex_, str):
        raise UsageError("a request names a hex, and its board")
    from ..vasl.boards.explained import explain_hex
    from ..vasl.boards.maps import read_board

    return {"lines": list(explain_hex(read_board(job.archives[0]), hex_))}


@_job("art")
def _art(job: Job) -> Reply:
    """Return the art of a board, as it lies in the archive."""
    head, _, data = image(Path(job.request["archive"])).partition(",")
    return Reply(200, head.removeprefix("data:").partition(";")[0], base64.b64decode(data))


@_job("learn")
def _learn(job: Job) -> dict[str, Any]:
    """Return a position of the part Learn, or the reasons for an answer to its question."""
    job.told("reading the position")
    position = check_facts(job.read(job.text), "position")
    job.told("solving")
    return learning.learn(job.request, position, job.seconds)


@_job("words")
def _words(job: Job) -> dict[str, Any]:
    """Return the rule sets with their options, the examples, and the words of the editor."""
    of_hexes = [name for name in rule_sets.names() if name not in tables.table_rules()]
    return {
        "rules": {name: [value._asdict() for value in option_values(name)] for name in of_hexes},
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
    }


@_job("ask")
def _ask(job: Job) -> Reply:
    """Return the answer to a request of another program, by the table of verbs that `pyrout engine` serves."""
    fields = {key: value for key, value in job.request["asked"].items() if key != "id"}
    verb = named_verb(fields.pop("verb", None))
    given = arguments.seconds(fields.get("timeout"))
    asked = verb.read({**fields, "timeout": job.seconds if given is None else min(job.seconds, given)})
    job.told("answering")
    boards = job.request.get("boards")
    return _json(200, {"answer": verb.work(asked, Path(boards) if boards else None)})  # in the words of a terminal
