"""The command `generate`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from ..base.atomic_write import write_lines
from ..base.json_text import json_text
from ..errors import UsageError, quote
from ..lab.corpora import manifest, stated_answer
from ..lab.generate import miniatures as tables
from ..lab.generate.kinds import KINDS, find_kind, together
from ..lab.generate.patches import Drawn, FromFacts, Terrain
from ..lab.generate.search import Made, Search
from ..lab.generate.writing import json_lines, lines
from ..lab.quiz.deciding import quiz as made_quiz
from ..position.corpus import Line, Verb, is_corpus, read_corpus, reference
from ..position.corpus import Made as How
from ..program import rule_sets
from ..program.control import Deadline
from ..program.rule_sets import folder as rules_folder
from ..referee import phase
from .console import TIME_OVER, Progress, Seconds, complain, limit_of

QUIZ = ".quiz.json"  # the questions about a position
PHASE = ".phase.json"  # the outcomes of the whole Rout Phase
TRIES, MOST_ROUTES, MOST = 4000, 24, 10_000
TIME = 600.0  # seconds


@click.command()
@click.option(
    "--want",
    "wants",
    metavar="KIND",
    multiple=True,
    help="The kind of answer; repeat it, or write a,b, for several kinds at once.",
)
@click.option("--list", "listing", is_flag=True, help="List the kinds of answers and exit.")
@click.option(
    "--board", type=click.Path(path_type=Path), help="A VASL board archive, or a file of hex facts; default: drawn."
)
@click.option(
    "--rules",
    "ruleset",
    default="aslsk",
    show_default=True,
    metavar="RULESET",
    help="The rule set, as aslsk or battlesystem.",
)
@click.option("--count", type=click.IntRange(1, MOST), default=1, show_default=True, help="How many positions.")
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="The same seed gives the same files."
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="The folder for the files, or a corpus: FILE.jsonl."
)
@click.option("--tries", type=click.IntRange(1), default=TRIES, show_default=True, help="Stop after N proposals.")
@click.option(
    "--routes", type=click.IntRange(1), default=MOST_ROUTES, show_default=True, help="Maximum number of routes."
)
@click.option(
    "--timeout",
    type=Seconds(0, 366 * 86400.0),
    default=TIME,
    show_default=True,
    metavar="SECONDS",
    help="Stop after this time (0: no limit).",
)
@click.option(
    "--json",
    "with_json",
    is_flag=True,
    help="Write the answer beside each position, as `solve --json` (and `phase --json` for a whole Rout Phase).",
)
@click.option("--quiz", "with_quiz", is_flag=True, help="Write questions about each position beside it, as JSON.")
@click.option(
    "--manifest",
    "corpora",
    metavar="FILE.jsonl",
    multiple=True,
    help="Print how the lines of a corpus were made, and exit; may be repeated.",
)
@click.option("--force", is_flag=True, help="Overwrite existing files.")
def generate(
    wants: tuple[str, ...],
    listing: bool,
    board: Path | None,
    ruleset: str,
    count: int,
    seed: int,
    output: Path | None,
    tries: int,
    routes: int,
    timeout: float,
    with_json: bool,
    with_quiz: bool,
    corpora: tuple[str, ...],
    force: bool,
) -> None:
    """Generate positions that have a wanted answer, each in a file of its own that states the answer.

    With `-o FILE.jsonl` each is a line of a corpus, with its whole answer; lines that are there already stay.

    The terrain is drawn at random, or from a board; who stands where is proposed at random, judged by the solver, and
    made small: without any of the units or statuses that are left the answer would be another one.
    """
    rules_folder(ruleset)
    if corpora:
        click.echo(json_text(manifest(corpora).to_json()))
        return
    if listing:
        rows = [(kind.name, kind.sentence, kind.rulesets) for kind in KINDS.values()]
        rows += [(kind.name, kind.sentence, kind.rulesets) for kind in tables.kinds().values()]
        for name, sentence, having in rows:
            if ruleset in having or not _given("ruleset"):
                click.echo(f"{name:<22}{sentence}" + ("" if len(having) > 1 else f" ({having[0]} only)"))
        return
    names = [name for want in wants for name in want.split(",")]
    of_phase = False
    if not names:
        raise UsageError("generate wants --want KIND; `pyrout generate --list` names the kinds")
    if output is None:
        raise UsageError("generate wants -o DIR, the folder for the files, or -o FILE.jsonl, a corpus of them")
    to_corpus = is_corpus(output)
    if to_corpus and (with_json or with_quiz):
        raise UsageError("a corpus has the answers, and no questions of a quiz; leave out --json and --quiz")
    show, late = Progress(), Deadline(limit_of(timeout))
    search: Search | tables.TableSearch
    if rule_sets.about(ruleset).plays_on == "table" or not tables.kinds().keys().isdisjoint(names):
        sought = tables.find_kinds(names, ruleset)
        if board:
            raise UsageError("--board is for hexes: on a table the ground is drawn at random")
        if with_quiz:
            raise UsageError("--quiz is for hexes: about a table no questions are made")
        search = tables.TableSearch(
            ruleset, sought, seed, tries=tries, most_routes=routes, deadline=late, progress=show
        )
        name, one = search.name, len(sought) == 1
        needless = "Without any one of its units or areas, the answer is not of this kind."
    else:
        kind = together([find_kind(name, ruleset) for name in dict.fromkeys(names)])
        search = Search(
            _terrain(board, ruleset),
            ruleset,
            kind,
            seed,
            tries=tries,
            most_routes=routes,
            in_full=with_json or to_corpus,
            deadline=late,
            progress=show,
        )
        name, one, of_phase = kind.name, len(kind.asks) == 1, kind.of_phase
        needless = "Without any one of its units or statuses, the answer changes."
    ids = [f"{name}-{number:02}" for number in range(1, count + 1)]  # whatever the count
    suffixes = ((".json", with_json), (PHASE, with_json and of_phase), (QUIZ, with_quiz))
    beside = [suffix for suffix, wanted_ in suffixes if wanted_]
    if to_corpus:
        lines_there = _lines_there(output, ids, force)
    else:
        _make_room([output / f"{each}{suffix}" for each in ids for suffix in (".lp", *beside)], output, force)
    corpus_lines: list[Line] = []
    written_files = 0
    positions: Iterator[Made | tables.Small] = search.made()
    for each, made in zip(ids, positions, strict=False):
        written_files += 1
        heading = f"Kind {name}, number {written_files} of seed {seed}. {needless}"
        written = tables.lines(made, heading) if isinstance(made, tables.Small) else lines(made, heading)
        if to_corpus:
            answer = phase(made.case.instance) if of_phase and isinstance(made, Made) else made.answer
            how = How(seed, written_files, routes, board.name if board else "")
            text = "".join(f"{line}\n" for line in written)
            asked: Verb = "phase" if of_phase else "solve"
            corpus_lines.append(Line(each, name, how, text, asked, stated_answer(each, answer)))
            continue
        file = output / f"{each}.lp"
        write_lines(written, file)
        if with_json:
            write_lines(json_lines(made.answer, file.name), file.with_suffix(".json"))
        if PHASE in beside and isinstance(made, Made):
            write_lines(json_lines(phase(made.case.instance), file.name), file.with_suffix(PHASE))
        if with_quiz and isinstance(made, Made):
            about = made_quiz(made.case.instance, made.case.unit, file.name)
            write_lines(json_text(about.to_json()).split("\n"), file.with_suffix(QUIZ))
    if corpus_lines:
        known = {**lines_there, **{line.id: line for line in corpus_lines}}
        write_lines((line.text() for line in known.values()), output)
    show.clear()
    if written_files < count:
        allow = "time limit reached; allow more with --timeout" if search.late else "allow more with --tries"
        perhaps = "" if written_files or one else "; perhaps no position has all these kinds"
        complain(f"{name}: found {written_files} of {count} in {search.tried} tries; {allow}{perhaps}")
        sys.exit(TIME_OVER if search.late else 1)


def _given(name: str) -> bool:
    """Return True if an option was given on the command line."""
    source = click.get_current_context().get_parameter_source(name)
    return source is not click.core.ParameterSource.DEFAULT


def _make_room(files: list[Path], folder: Path, force: bool) -> None:
    """Make the folder.

    Raises UsageError where that cannot be done, or where files are in the way.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = next((file for file in files if file.exists()), None)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a valid path"
        raise UsageError(f"{quote(str(folder))}: cannot create the folder ({reason}); choose another one") from None
    if there is not None and not force:
        raise UsageError(f"{there} already exists; choose another folder or use --force to overwrite it")


def _lines_there(file: Path, ids: list[str], force: bool) -> dict[str, Line]:
    """Return the lines of a corpus to which others are added; none if it is not there yet.

    Raises UsageError where some of these ids are there, and InstanceError.
    """
    if not file.exists():
        return {}
    lines = dict(read_corpus(file))
    twice = next((each for each in ids if each in lines), None)
    if twice is not None and not force:
        raise UsageError(f"{reference(file, twice)} already exists; choose another file or use --force to overwrite it")
    return lines


def _terrain(board: Path | None, ruleset: str) -> Terrain:
    if board is None:
        return Drawn(ruleset)
    if board.suffix == ".lp":
        return FromFacts(board, ruleset)
    from ..lab.generate.boards import FromArchive

    return FromArchive(board, ruleset)
