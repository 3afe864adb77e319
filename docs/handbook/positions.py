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
from pyrout import cache as kept
from pyrout import referee, rulesets
from pyrout.draw.answers import Answered
from pyrout.draw.hexes import drawn
from pyrout.draw.picture import picture
from pyrout.hexes.solver import Solver
from pyrout.position.facts import Instance
from pyrout.position.line import link as address
from pyrout.question import ask
from pyrout.rules import citations
from pyrout.text import answer_lines

from .pages import ROOT, Page, fenced, link, plain

INSTANCES = ROOT / "instances"
# Where the positions of a page are looked for first: what people wrote comes before what was made to order.
FOLDERS = ("rules", "options", "aslsk", "rulings", "miniatures", "generated")
# Where the page that needs no server lies (docs/site.md), from the root of the handbook or with its https; "": nowhere
PAGE = os.environ.get("PYROUT_PAGE", "")
RULES = re.compile(r"^rules\((\w+)\)\.", re.MULTILINE)


class Shown(NamedTuple):
    """A position with its answer in words, its picture as SVG, and the rules that the answer or the chart cites."""

    text: str
    svg: str
    cites: tuple[str, ...]


def name(file: Path) -> str:
    """A position's name: its path below `instances`, without the ending."""
    return file.relative_to(INSTANCES).with_suffix("").as_posix()


def page_of(file: Path) -> str:
    return f"positions/{name(file)}.md"


def picture_of(file: Path) -> str:
    return f"positions/{name(file)}.svg"


@cache
def shipped() -> tuple[Path, ...]:
    """Every shipped position, those in front that people wrote, and among those alike the smaller ones."""
    files = INSTANCES.rglob("*.lp")
    return tuple(sorted(files, key=lambda file: (_place(file), file.stat().st_size, file)))


def _place(file: Path) -> int:
    folder = file.relative_to(INSTANCES).parts[0]
    return FOLDERS.index(folder) if folder in FOLDERS else len(FOLDERS)


@cache
def source(file: Path) -> str:
    return file.read_text("utf-8")


def ruleset_of(file: Path) -> str:
    found = RULES.search(source(file))
    return found[1] if found else rulesets.DEFAULT


def tells(file: Path) -> str:
    """What a file says of itself: the comment at its head, as one paragraph."""
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
def _program() -> str:
    """What an answer depends on besides its position."""
    digest = hashlib.blake2b(digest_size=16)
    here = Path(pyrout.__file__).parent
    for file in sorted([*rulesets.root().rglob("*.lp"), *here.rglob("*.py"), *(here / "draw").rglob("*.css")]):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def bare(text: str) -> str:
    """What a terminal prints, without its colours."""
    return re.sub("\x1b\\[[0-9;]*m", "", text)


def _shown(file: Path) -> Shown:
    key = kept.key("handbook", _program(), name(file), source(file))
    raw = kept.read(key)
    if raw is not None:
        text, svg, cites = json.loads(raw)
        return Shown(bare(text), svg, tuple(cites))
    instance = pyrout.parse(source(file), f"instances/{name(file)}.lp")
    question = ask(instance)
    if referee.game(question.rules) == "hexes":
        found = Answered(Solver(question))  # answered once for the picture and the words
        answer, svg = found.answer, drawn(found, ".svg").decode()
    else:
        answer, svg = referee.answer(question), picture(question, ".svg").decode()
    told = json.dumps([answer.to_json(), _walked(instance, [unit.id for unit in answer.units])])
    cites = tuple(rule for rule in citations(answer.rules) if f'"{rule}"' in told)
    shown = Shown(bare("\n".join(answer_lines(answer, instance))), svg, cites)
    kept.write(key, json.dumps(shown).encode())
    return shown


def _walked(instance: Instance, units: Iterable[str]) -> list[object]:
    """The chart of each unit, where the rule set has one."""
    question = ask(instance)
    if not (rulesets.folder(question.rules) / "chart.lp").is_file():
        return []
    return [referee.chart(question.about(units=(unit,))).to_json() for unit in units]


def live(file: Path, at: str, page: str = PAGE) -> str:
    """A link from a page of the handbook to the page that needs no server, which opens there with the position and its
    answer; "" where the handbook knows of no such page, and for a table, which it does not show."""
    if not page or referee.game(ruleset_of(file)) != "hexes":
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
        """Those that were asked for so far."""
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
            found = self._shown[file]
            at = page_of(file)
            opened = f"{live(file, at)}\n\n".lstrip()
            rules = [link(f"`{rule}`", f"rules/{ruleset_of(file)}/{rule}.md", at) for rule in found.cites]
            yield Page(picture_of(file), found.svg)
            yield Page(f"positions/{name(file)}.lp", source(file))
            yield Page(
                at,
                f"# {name(file)}\n\n{plain(tells(file))}\n\n{figure(file, at)}\n\n{opened}"
                f"```console\n$ pyrout solve instances/{name(file)}.lp\n{found.text.rstrip()}\n```\n\n"
                f"Rules that the answer or the chart cites: {', '.join(rules) or 'none'}.\n\n"
                f"## The file\n\n[{name(file)}.lp]({file.name}): save it, and ask `pyrout` about it, or open it on the page "
                f"of `pyrout serve`.\n\n" + fenced(source(file), "prolog"),
            )


@cache
def _kept_answer(file: Path) -> str:
    beside = file.with_suffix(".json")
    return beside.read_text("utf-8") if beside.is_file() else ""


def figure(file: Path, at: str) -> str:
    """The picture of a position on a page, a link to the position's own."""
    return (
        "["
        + link(f"The position {name(file)} with its answer", picture_of(file), at).join(["!", ""])
        + (link("", page_of(file), at)[1:])
    )
