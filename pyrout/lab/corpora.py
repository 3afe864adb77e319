"""The answers of corpora: worked out, compared with those that are stated, and renewed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath
from textwrap import wrap
from typing import Annotated, Any, NamedTuple

from ..base.json_text import clipped
from ..errors import InstanceError
from ..json_form import Count, File, RuleSet, Text, described, form_json
from ..position.corpus import SUFFIX, Line, Verb, read_corpus, reference
from ..position.facts import Instance
from ..position.paragraphs import WIDTH
from ..position.reading import parse
from ..program.rule_index import options as option_values
from ..results.answer import Answer, UnitAnswer
from ..results.phase import Phase
from ..version import SCHEMA
from .verify import differences as differences_from_expect
from .verify import list_known, list_stated

MOST_TOLD = 5  # differences of one line
_SHOWN = 60  # characters of a value that differs
_EXPECT = re.compile(r"^expect\(.*\n(?:expect\(.*\n)*", re.MULTILINE)
_CORPUS = re.compile(rf"(.*{re.escape(SUFFIX)})(?::([0-9]*-?[0-9]*))?", re.DOTALL)
_RANGE = re.compile(r"([0-9]+)?(-)?([0-9]+)?")


def stated_answer(line: str, answer: Answer | Phase) -> dict[str, Any]:
    """Return an answer as the line of a corpus states it, which is its file: without options that have their default."""
    defaults = {value.option: value.value for value in option_values(answer.rules) if value.default}
    whole: dict[str, Any] = json.loads(json.dumps(answer.to_json()))
    options = {name: value for name, value in whole["options"].items() if defaults.get(name) != value}
    return {**whole, "file": line, "options": options}


@described
class MadeKind(NamedTuple):
    """The lines of one kind in a corpus, and the command that makes them again."""

    kind: Annotated[Text, "The kind, as in `pyrout generate --list`."]
    question: Annotated[Verb, "The command that answers them."]
    lines: Annotated[Count, "The number of its lines."]
    command: Annotated[Text, "The command that writes the same lines again, in the folder of the corpus."]


@described
class MadeCorpus(NamedTuple):
    """A corpus, and the making of its lines."""

    file: File
    rules: RuleSet
    lines: Annotated[Count, "The number of its lines."]
    kinds: Annotated[tuple[MadeKind, ...], "Its kinds, in the order of its lines."]


@described
class Manifest(NamedTuple):
    """The making of corpora: `generate --manifest`."""

    corpora: Annotated[tuple[MadeCorpus, ...], "Each corpus."]

    def to_json(self) -> dict[str, Any]:
        """Return the object that `pyrout generate --manifest` prints."""
        return {"schema": SCHEMA} | form_json(self)


def manifest(names: Iterable[str]) -> Manifest:
    """Return the making of the lines of corpora, from what the lines state.

    Raises InstanceError.
    """
    return Manifest(tuple(map(_made, names)))


def _made(name: str) -> MadeCorpus:
    lines = list(read_corpus(name).values())
    rules = [str(parse(line.position, line.id, need="facts").rules) for line in lines]
    own, file = max(rules, key=rules.count, default=""), PurePath(name).name
    several: dict[tuple[str, str, str, int, int, str], list[int]] = {}
    for line, its in zip(lines, rules, strict=True):
        key = (line.kind, line.question, its, line.made.seed, line.made.routes, line.made.board)
        several.setdefault(key, []).append(line.made.number)
    kinds = [
        MadeKind(
            kind,
            "phase" if question == "phase" else "solve",
            len(numbers),
            f"pyrout generate --rules {its} --want {kind.replace('+', ',')} --count {max(numbers)} --routes {routes} "
            f"--seed {seed} --timeout 0 --force{f' --board {board}' if board else ''} -o {file}",
        )
        for (kind, question, its, seed, routes, board), numbers in several.items()
    ]
    return MadeCorpus(file, own, len(lines), tuple(kinds))


def expanded(name: str) -> Iterator[str]:
    """Yield the names of the lines that `SET.jsonl` or `SET.jsonl:1-20` means; any other name itself.

    Raises InstanceError.
    """
    corpus = _CORPUS.fullmatch(name)
    if corpus is None:
        yield name
    else:
        yield from (reference(corpus[1], line) for line in ids_in_range(corpus[1], corpus[2] or ""))


def ids_in_range(file: str, given: str) -> list[str]:
    """Return the ids of a corpus: all, or with a range `N`, `N-M`, `N-` or `-M` those of these lines, from 1.

    Raises InstanceError.
    """
    ids = list(read_corpus(file))
    match = _RANGE.fullmatch(given)
    if not given:
        return ids
    begin, to, end = match.groups() if match else (None, None, None)
    if begin or end:
        first, last = int(begin or 1), int(end or (len(ids) if to else begin or 0))
        if 1 <= first <= last <= len(ids):
            return ids[first - 1 : last]
    raise InstanceError(file, 0, 0, f"has no lines {given}", f"name some of 1-{len(ids)}, as 1-{min(20, len(ids))}")


def differences(line: Line, position: Instance, answer: Answer | None, now: Mapping[str, Any]) -> list[str]:
    """List the differences between a line and the answer now: those of its `expect` facts, then those of the JSON."""
    told = list(map(str, differences_from_expect(position, answer))) if answer and list_stated(position) else []
    return [*told, *_between(line.answer, now, "")][:MOST_TOLD]


def _between(stated: Any, now: Any, place: str) -> Iterator[str]:
    if isinstance(stated, dict) and isinstance(now, dict):
        for key in dict.fromkeys([*stated, *now]):
            yield from _between(stated.get(key), now.get(key), f"{place}.{key}" if place else key)
    elif isinstance(stated, list) and isinstance(now, list) and len(stated) == len(now):
        for number, pair in enumerate(zip(stated, now, strict=True)):
            yield from _between(*pair, f"{place}[{number}]")
    elif stated != now or type(stated) is not type(now):
        yield f"{place}: expected {_shown(stated)}, found {_shown(now)}"


def _shown(value: Any) -> str:
    return "nothing" if value is None else clipped(value, _SHOWN)


def renewed(line: Line, position: Instance, answer: Answer | None, now: Mapping[str, Any]) -> Line:
    """Return a line with the answer of now, also in the `expect` facts of its text."""
    text = line.position
    if answer and list_stated(position):
        units: dict[str, UnitAnswer] = {unit.id: unit for unit in answer.units}
        says = [(str(fact.args[0]), getattr(fact.args[1], "name", "")) for fact in position.of("expect")]
        words = " ".join(f"{fact}." for fact in list_known(position, units, says))
        facts = "\n".join(wrap(words, WIDTH, break_long_words=False, break_on_hyphens=False)) + "\n"
        text = _EXPECT.sub(lambda _: facts, text, count=1)
    return line._replace(position=text, answer=dict(now))
