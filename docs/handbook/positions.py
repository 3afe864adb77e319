"""The shipped positions: who cites which rule, and each with its picture and its answer, worked out while the site is built.

What was worked out is kept in the program's own cache (`pyrout cache`), under a name that changes with the position, the
encodings and the program, so that a second build is quick.
"""

from __future__ import annotations

import hashlib
import json
import os
import posixpath
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pyrout
from pyrout import Answer
from pyrout.base import cache as kept
from pyrout.draw.answers import Answered
from pyrout.draw.hexes import draw
from pyrout.draw.miniatures.table import drawing
from pyrout.hexes.chart import walk
from pyrout.hexes.solver import Solver
from pyrout.lab.verify import list_stated
from pyrout.miniatures.solver import TableSolver
from pyrout.position.line import link as address
from pyrout.position.shipped import file_of, line_of, text_of
from pyrout.position.shipped import files as shipped_files
from pyrout.program import rule_sets
from pyrout.program.rule_index import citations
from pyrout.question import Question, ask
from pyrout.report import answer_lines

from . import without
from .pages import ROOT, Page, fenced, link, plain

INSTANCES = ROOT / "instances"
# Folders of positions in the order of search: those that people wrote come before generated ones.
FOLDERS = ("rules", "options", "aslsk", "rulings", "miniatures", "generated")
# Address of the page that needs no server (docs/site.md), from the root of the handbook or with its https; "": no such page
PAGE = os.environ.get("PYROUT_PAGE", "")
RULES = re.compile(r"^rules\((\w+)\)\.", re.MULTILINE)


class Shown(NamedTuple):
    """A position with its answer in words, its picture as SVG, the rules that the answer or the chart cites, and for that of
    a rule its answer without the rule (see `without.py`)."""

    text: str
    svg: str
    cites: tuple[str, ...]
    left: tuple[str, bool] | None = None  # absent for a position without a rule, or of a rule that cannot be left out


def name(file: Path) -> str:
    """A position's name: its path below `instances`, without the ending; also of a line of a corpus, as if it had a file."""
    return file.relative_to(INSTANCES).with_suffix("").as_posix()


def page_of(file: Path) -> str:
    return f"positions/{name(file)}.md"


def picture_of(file: Path) -> str:
    return f"positions/{name(file)}.svg"


@cache
def shipped() -> tuple[Path, ...]:
    """Every shipped position, those in front that people wrote, and among those alike the smaller ones."""
    files = (INSTANCES / f"{name}.lp" for name in shipped_files())
    return tuple(sorted(files, key=lambda file: (_place(file), len(source(file).encode()), file)))


def _place(file: Path) -> int:
    folder = file.relative_to(INSTANCES).parts[0]
    return FOLDERS.index(folder) if folder in FOLDERS else len(FOLDERS)


@cache
def source(file: Path) -> str:
    return text_of(name(file))


def place(file: Path) -> str:
    """Return the place of a position in the project: a file, or a line of a corpus."""
    return Path(file_of(name(file)) or file).relative_to(ROOT).as_posix()


def ruleset_of(file: Path) -> str:
    match = RULES.search(source(file))
    return match[1] if match else rule_sets.DEFAULT


def tells(file: Path) -> str:
    """Return the comment at the head of a file as one paragraph."""
    lines = []
    for line in source(file).splitlines():
        if not line.startswith("%"):
            break
        lines.append(line.lstrip("% "))
    return " ".join(filter(None, lines))


@cache
def written() -> tuple[Path, ...]:
    """The positions that are no generated ones: these are solved for every build."""
    return tuple(file for file in shipped() if "generated" not in file.relative_to(INSTANCES).parts)


@cache
def made_by() -> str:
    """Return the inputs of an answer besides its position."""
    digest = hashlib.blake2b(digest_size=16)
    here = Path(pyrout.__file__).parent
    own = Path(without.__file__)
    for file in sorted([*rule_sets.root().rglob("*.lp"), *here.rglob("*.py"), *(here / "draw").rglob("*.css"), own]):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def bare(text: str) -> str:
    """Return the output of a terminal, without its colours."""
    return re.sub("\x1b\\[[0-9;]*m", "", text)


def _shown(file: Path) -> Shown:
    key = kept.key("handbook", made_by(), name(file), source(file))
    raw = kept.read(key)
    if raw is not None:
        text, svg, cites, left = json.loads(raw)
        return Shown(text, svg, tuple(cites), left)
    question = question_of(file)
    # Answered once for all: for the picture, the words and the chart.
    if rule_sets.about(question.rules).plays_on == "hexes":
        answered = Answered(Solver(question))
        answer, svg = answered.answer, draw(answered, ".svg").decode()
        walked = _walked(answered)
    else:
        solver = TableSolver(question)
        answer = Answer(question.position.name, question.rules, question.options, tuple(map(solver.unit, solver.units)))
        svg, walked = drawing(solver.table, answer), []
    said = json.dumps([answer.to_json(), walked])
    cites = tuple(rule for rule in citations(answer.rules) if f'"{rule}"' in said)
    left = without.left(file.stem, question, answer) if of_a_rule(file) else None
    other = None
    if left:
        other = (left.answer if isinstance(left.answer, str) else told(left.answer, question), left.another)
    shown = Shown(told(answer, question), svg, cites, other)
    kept.write(key, json.dumps(shown).encode())
    return shown


def of_a_rule(file: Path) -> bool:
    """Return True if a position is the smallest in which a rule decides."""
    return file.is_relative_to(INSTANCES / "rules")


def question_of(file: Path) -> Question:
    """Return the question of the handbook about a position: all units, and for a rule those whose answers it
    states."""
    instance = pyrout.parse(source(file), place(file))
    return ask(instance, units=list_stated(instance) if of_a_rule(file) else ())


def told(answer: Answer, question: Question) -> str:
    """An answer in words, as `pyrout solve` prints it; units that are asked about by name are all listed."""
    return bare(
        "\n".join(
            answer_lines(
                answer, question.position, details=bool(question.units) or None, volunteers=bool(question.units)
            )
        )
    )


def command(file: Path) -> str:
    """The command that prints the answer."""
    asked = "".join(f" --unit {unit}" for unit in question_of(file).units)
    return f"pyrout solve {place(file)}{asked}"


def _walked(answered: Answered) -> list[object]:
    """The rules of the boxes that the chart leads through, for each unit that was answered unchanged."""
    if not (rule_sets.folder(answered.answer.rules) / "chart.lp").is_file():
        return []
    units = [unit for unit in answered.answer.units if not unit.if_breaks]
    return [box.rules for unit in units for box in walk(answered.solver, unit)]


def live(file: Path, at: str, page: str = PAGE) -> str:
    """A link from a page of the handbook to the page that needs no server, which opens there with the position and its
    answer; "" where the handbook knows of no such page."""
    if not page:
        return ""
    root = posixpath.relpath(posixpath.join(page, "index.html"), posixpath.dirname(at) or ".")
    home = page if "://" in page else root
    # As HTML, for mkdocs would look for the page among its own
    return f'<a href="{address(pyrout.parse(source(file), name(file)), home)}">Open it on the page</a>'


class Positions:
    """The positions of one build: those that pages ask for are solved, all at once."""

    def __init__(self) -> None:
        self._shown: dict[Path, Shown] = {}

    def solve(self, files: Iterable[Path]) -> None:
        """Works out what is not yet known."""
        wanted = [file for file in dict.fromkeys(files) if file not in self._shown]
        if len(wanted) < 4 or (os.cpu_count() or 1) == 1:
            self._shown.update((file, _shown(file)) for file in wanted)
        else:
            with ProcessPoolExecutor() as pool:
                self._shown.update(zip(wanted, pool.map(_shown, wanted, chunksize=4), strict=True))

    def shown(self, file: Path) -> Shown:
        self.solve([file])
        return self._shown[file]

    @property
    def all(self) -> list[Path]:
        """Return the positions shown so far, in the order of FOLDERS."""
        return sorted(self._shown, key=lambda file: (_place(file), name(file)))

    def citing(self, rule: str, ruleset: str) -> Iterator[Path]:
        """The positions whose answer cites a rule, in the order of `shipped`: of generated ones their kept answer tells."""
        for file in shipped():
            if ruleset_of(file) != ruleset:
                continue
            if file in self._shown:
                if rule in self._shown[file].cites:
                    yield file
            elif f'"{rule}"' in _kept_answer(file):
                yield file

    def pages(self) -> Iterator[Page]:
        """The page, picture and file of each position that was asked for."""
        for file in self.all:
            shown = self._shown[file]
            at = page_of(file)
            opened = f"{live(file, at)}\n\n".lstrip()
            rules = [link(f"`{rule}`", f"rules/{ruleset_of(file)}/{rule}.md", at) for rule in shown.cites]
            yield Page(picture_of(file), shown.svg)
            yield Page(f"positions/{name(file)}.lp", source(file))
            yield Page(
                at,
                f"# {name(file)}\n\n{plain(tells(file))}\n\n{figure(file, at)}\n\n{opened}"
                f"```console\n$ {command(file)}\n{shown.text.rstrip()}\n```\n\n"
                f"Rules that the answer or the chart cites: {', '.join(rules) or 'none'}.\n\n"
                f"## The file\n\n[{name(file)}.lp]({file.name}): save it, and ask `pyrout` about it, or open it on the page "
                f"of `pyrout serve`.\n\n" + fenced(source(file), "prolog"),
            )


@cache
def _kept_answer(file: Path) -> str:
    line = line_of(name(file))
    return json.dumps(line.answer) if line else ""


def figure(file: Path, at: str) -> str:
    """The picture of a position on a page, a link to the position's own."""
    return (
        "["
        + link(f"The position {name(file)} with its answer", picture_of(file), at).join(["!", ""])
        + (link("", page_of(file), at)[1:])
    )
