"""Everything that is printed as JSON is what the schema says, and the schema lets nothing else pass."""

from __future__ import annotations

import contextlib
import copy
import json
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import positions
import positions_asl
import positions_miniatures
import pytest
from command_line import run
from day import of_today
from tiny import facts_of

import pyrout
from pyrout import referee
from pyrout.errors import PyroutError
from pyrout.lab.compare import FIELDS
from pyrout.lab.schema import text
from pyrout.question import ask

jsonschema = pytest.importorskip("jsonschema", reason="output is validated where jsonschema is installed")

from fitting import SCHEMA, plain, problems  # noqa: E402

INSTANCES = sorted((Path(__file__).parents[2] / "instances").rglob("*.lp"))
CORPORA = sorted((Path(__file__).parents[2] / "instances").rglob("*.jsonl"))
ARTICLE = [path for path in INSTANCES if path.parent.name == "aslsk"]
# Small ones of either rule set, in which some reading matters.
COMPARED = [path for path in INSTANCES if path.stem in ("example-01", "example-07", "R01", "Q10")]
USUAL = jsonschema.Draft202012Validator


@pytest.mark.parametrize("path", [*ARTICLE[:2], *COMPARED], ids=lambda path: path.stem)
@pytest.mark.slow
def test_a_walked_chart_fits(path: Path) -> None:
    result = run("explain", path, "g1", "--chart", "--json")
    output = json.loads(result.stdout)
    assert problems(output) == []
    assert list(output) == ["schema", "file", "rules", "options", "chart", "unit"]
    broken = copy.deepcopy(output)
    broken["chart"][0]["answer"] = "perhaps"
    assert problems(broken)


def test_a_judged_rout_fits() -> None:
    file = Path(__file__).parents[2] / "instances/aslsk/example-07.lp"
    result = run("check", file, "g1", "yJ5", "yI5", "--json")
    output = json.loads(result.stdout)
    assert problems(output) == [] and result.exit_code == 0
    assert [output[name] for name in ("unit", "path", "legal", "end")] == ["g1", ["yJ5", "yI5"], True, "survives"]
    assert output["route"]["mf"] == [0, 1, 3] and "faults" not in output and "step" not in output
    result = run("check", file, "g1", "yJ4", "yI4", "--json")
    output = json.loads(result.stdout)
    assert problems(output) == [] and result.exit_code == 1
    assert [output[name] for name in ("legal", "step", "from", "to")] == [False, 2, "yJ4", "yI4"]
    assert output["faults"] == [{"rule": "sk-dest-nearest", "because": ["yI4"]}] and "route" not in output
    result = run("check", file, "g1", "yK6", "--json")
    output = json.loads(result.stdout)
    assert problems(output) == [] and output["from"] == "yK6" and "to" not in output
    assert problems({**output, "legal": "no"})


def test_a_judged_move_on_a_table_fits() -> None:
    file = Path(__file__).parents[2] / "instances/miniatures/battlesystem-about-face.lp"
    (unit, *_) = pyrout.solve(pyrout.load(file)).units
    result = run("check", file, unit.id, *unit.routes[0].path, "--json")
    output = json.loads(result.stdout)
    assert problems(output) == [] and output["legal"] is True and "route" not in output


def refused(answer: Any) -> bool:
    return set(answer) == {"schema", "file", "error"}


@cache
def answers_for(paths: tuple[Path, ...], *options: str) -> dict[Path, Any]:
    """The answers for instances, as they are printed for several files."""
    result = run("solve", "--ndjson", "--timeout", "60", *options, *paths)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(answers) == len(paths)
    return dict(zip(paths, answers, strict=True))


@cache
def answer_of(path: Path) -> Any:
    """The answer for an instance, as it comes out of the file."""
    return plain(pyrout.solve(pyrout.load(path), timeout=60).to_json())


@cache
def random_answers() -> list[Any]:
    """Answers for random positions of each game."""
    games = [
        (positions.random_position, None),
        (positions_asl.random_position, None),
        (positions_miniatures.random_retreat, None),
    ]
    asked = []
    for draw, rules in games:
        for seed in range(5):
            with contextlib.suppress(PyroutError):
                asked.append(ask(pyrout.parse(draw(seed)), rules=rules))
    return [plain(answer.to_json()) for answer in referee.answers(asked) if isinstance(answer, pyrout.Answer)]


@pytest.mark.slow
def test_shipped_answers() -> None:
    """The lines of corpora, with their answers; that these are theirs is tested with the positions."""
    lines = [json.loads(line) for path in CORPORA for line in path.read_text("utf-8").splitlines()]
    assert len(lines) > 1000
    for line in of_today(lines, 4):
        assert problems(line) == [], line["id"]


@pytest.mark.slow
def test_random_positions() -> None:
    answers = random_answers()
    assert len(answers) > 10
    for answer in answers:
        assert problems(answer) == []


def properties(schema: Any, answer: Any) -> Iterator[str]:
    """The properties of the schema's objects that an output has, as `unit.captors`."""
    if isinstance(answer, dict):
        for name, value in answer.items():
            yield name
            yield from properties(schema, value)
    elif isinstance(answer, list):
        for value in answer:
            yield from properties(schema, value)


# Rarer things: a leader who goes along with a SW of its own; the odds of an Interdiction, and a failed one; units that
# surrender together, with a SW.
CRAFTED = [
    (  # more who may break on purpose than are worked out
        "asl",
        "B1w B2w B3w B4w B5w B6w B7w B8w B9w C5w",
        "; ".join(f"g{n}:squad@B{n}" for n in range(1, 10)) + "; g0:squad@B9 broken dm; a1:squad@C5",
        " ".join(f"C5-B{n}" for n in range(1, 10)),
    ),
    ("aslsk", "B1. B2. B3w", "g1:squad@B1 broken dm; gl:leader@B1", "",
     "accompanies(gl,g1). sw(mg,lmg,1,6). possesses(gl,mg)."),
    (  # more loads than are listed
        "aslsk",
        "B1. B2. B3w",
        "g1:squad@B2 broken dm; a1:squad@B1",
        "B1-B2",
        " ".join(f"sw(m{n},lmg,1,6). possesses(g1,m{n})." for n in range(40)),
    ),
    ("asl", "B1. B4w B5. B6w", "g1:squad@B4 broken dm; a1:squad@B1", "B1-B5", "broken_morale(g1,7)."),
    ("asl", "B1. B4w B5. B6w", "g1:squad@B4 broken dm; a1:squad@B1", "B1-B5", 'nmc(g1,"B5",fail).'),
    ("asl", "B1. B4w B5. B6w", "g1:squad@B4 broken dm; a1:squad@B1", "B1-B5", 'nmc(g1,"B5",two). hob(g1,hero).'),
    ("asl", "B1. B2. B3.", "g1:squad@B2 broken dm; g2:squad@B2 broken dm; a1:squad@B1; a2:squad@B3", "B1-B2 B2-B3",
     "sw(mg,lmg,1,6). possesses(g1,mg)."),
    ("aslsk", "B1w B2. B3. B4. B5. B6w", "g1:squad@B4 broken dm; a1:squad@B3 broken dm", "B3-B4 B3-B2 B3-B1 B3-B5", ""),
]  # fmt: skip
# Fields that no position here has; each has a test of its own, of the rule set that gives it.
ELSEWHERE = {"loses", "barred", "complete", "vertices"}
# The fields that version 1 has, by kind of object: those that are always there, and those that may be missing. A field
# that came later is not in it.
VERSION_1 = {
    "answer": ("schema file rules options units", "complete volunteers"),
    "error": ("schema file error", ""),
    "reason": ("rule because", ""),
    "destination": ("hex mf ignorable", ""),
    "excluded": ("hex mf rule because", ""),
    "leg": ("from to", ""),
    "discovery": ("hex enemies", ""),
    "interdiction": ("hex by if_pinned if_failed", "loses"),
    "attack": ("hex by as", ""),
    "route": (
        "posture legs path mf discovers interdicted end",
        "with repulsed attacks condition odds holds unless may_keep_dm captors loses hero vertices",
    ),
    "line": ("posture legs path mf discovers interdicted end chance", "events fate fates"),
    "part_of_route": ("posture legs path mf interdicted end", "repulsed condition vertices"),
    "part_of_line": ("posture legs path mf interdicted end", ""),
    "event": ("turn unit does rules", "path inches chance passing"),
    "unit": (
        "id at mf must_rout may_rout verdict reasons destinations free excluded routes counts complete",
        "dm may_break if_breaks captors surrenders_with abandons may_keep_dm assumes odds_assume may_accompany with "
        "loads partner_loads more_loads against",
    ),
    "table_unit": (
        "id at mf must_rout may_rout verdict reasons destinations free excluded routes counts complete",
        "assumes fates barred",
    ),
    "counted": ("units destinations routes survivors eliminated", "surrendering complete"),
    "comparison": ("schema file rules options tried compare", "complete"),
}
# The kind of the objects in a field. Objects in other fields have all their fields always.
KINDS = {
    "units": "unit",
    "if_breaks": "unit",
    "must_rout": "reason",
    "reasons": "reason",
    "rules": "reason",
    "destinations": "destination",
    "excluded": "excluded",
    "routes": "route",
    "legs": "leg",
    "discovers": "discovery",
    "interdicted": "interdiction",
    "attacks": "attack",
    "events": "event",
}
ON_TABLE = {"unit": "table_unit", "route": "line"}
OPEN = {"options", "odds", "fates", "partner_loads", "more_loads"}  # objects whose fields are ids or the like


@pytest.mark.slow
@pytest.mark.timeout(900)  # some three hundred answers
def test_shipped_instances_fit_and_every_field_of_the_schema_occurs() -> None:
    """By the rule set that the file names, and those of the article by the full rules too. A field that nothing has would
    be a field that nobody has checked. Those of the tables, but for the positions of each rule, are in
    `test_miniatures_answers`."""
    answers: list[dict[str, Any]] = []
    hexes = tuple(path for path in INSTANCES if path.parent.name != "miniatures")
    for given in (answers_for(hexes), answers_for(tuple(ARTICLE), "--rules", "asl")):
        answers += given.values()
        for path, answer in given.items():
            assert not refused(answer), (path.name, answer)
            assert problems(answer) == [], path.name
    for rules, *position in CRAFTED:
        answers.append(plain(pyrout.solve(pyrout.parse(facts_of(*position)), rules=rules).to_json()))
        assert problems(answers[-1]) == []
    hidden = facts_of("B1w B2. B3. C2.", "g1:squad@B3 broken dm; a1:squad@C2 concealed", "C2-B1 C2-B2 C2-B3")
    checked = (Path(__file__).parents[2] / "instances/rules/battlesystem/bs-veer.lp").read_text(
        "utf-8"
    ) + "morale_dice(3,6)."
    for made in (pyrout.against_reveals(pyrout.parse(hidden), rules="asl"), pyrout.solve(pyrout.parse(checked))):
        answers.append(plain(made.to_json()))
        assert problems(answers[-1]) == []
    seen = {name for given in [*answers, *random_answers()] for name in properties(SCHEMA, given)}
    for kind in (
        "answer",
        "unit",
        "route",
        "table_unit",
        "line",
        "event",
        "interdiction",
        "excluded",
        "leg",
        "discovery",
    ):
        fields = set(SCHEMA["$defs"][kind]["properties"])
        assert fields - seen <= ELSEWHERE, kind


def nodes(schema: Any) -> Iterator[dict[str, Any]]:
    """Every part of the schema that says what something is."""
    if isinstance(schema, dict):
        yield schema
        for name, inside in schema.items():
            for part in inside.values() if name in ("properties", "$defs") else (inside,):
                yield from nodes(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from nodes(part)


def resolved(node: dict[str, Any]) -> dict[str, Any]:
    """With what it refers to."""
    named: dict[str, Any] = SCHEMA["$defs"][node["$ref"].removeprefix("#/$defs/")] if "$ref" in node else {}
    return {**named, **node}


def test_no_object_is_open_and_every_field_is_described() -> None:
    objects = [node for node in nodes(SCHEMA) if node.get("type") == "object"]
    assert len(objects) > 30
    for node in objects:
        if "properties" not in node:  # an object whose fields are ids or the like
            assert "pattern" in resolved(node["propertyNames"]) and node["additionalProperties"], node
            continue
        if node is not SCHEMA["$defs"]["event"]:  # whose further facts have names of their own
            assert node["additionalProperties"] is False, node
        for name, field in node["properties"].items():
            assert field.get("description"), name


def test_every_definition_is_referred_to() -> None:
    used = {node["$ref"].removeprefix("#/$defs/") for node in nodes(SCHEMA) if "$ref" in node}
    assert used == set(SCHEMA["$defs"])


def test_a_comparison_can_be_of_each_field_that_is_compared() -> None:
    told = [form["properties"]["field"]["const"] for form in SCHEMA["$defs"]["change"]["anyOf"]]
    assert sorted(told) == sorted(FIELDS)


@pytest.mark.parametrize("kind", VERSION_1)
def test_the_fields_of_version_1(kind: str) -> None:
    """Other programs rely on them. A later version may have more, which its schema does not require."""
    form = SCHEMA["$defs"][kind]
    needed, may = (fields.split() for fields in VERSION_1[kind])
    assert set(form["required"]) == set(needed)
    assert set(form["properties"]) >= {*needed, *may}


Place = tuple[str | int, ...]


def kind_of(answer: Any, place: Place) -> str | None:
    """The kind of object at a place of an answer, if `KINDS` names it."""
    fields = [step for step in place if isinstance(step, str)]
    kind = KINDS.get(fields[-1]) if fields else "answer"
    return ON_TABLE.get(kind or "", kind) if answer["rules"] == "retreat" else kind


def judge_dropping(answer: Any, place: Place, field: str) -> None:
    """Without a field of version 1 that is always there an answer does not fit; an older answer, without another field, does."""
    kind = kind_of(answer, place)
    together = kind == "event" and field in ("path", "inches")  # neither is there without the other
    needed = kind is None or together or field in VERSION_1[kind][0].split()
    assert bool(problems(changed(answer, place, partial(drop, field)))) == needed, (place, field)


@pytest.mark.slow
def test_each_change_of_an_answer_is_refused() -> None:
    """Each field of each kind of object, where it first occurs: taken away, named otherwise, of a wrong type; and a
    field more."""
    answers = [answer_of(path) for path in INSTANCES if path.stem in ("example-07", "Q10", "retreat-chain")]
    answers += [plain(pyrout.solve(pyrout.parse(facts_of(*p)), rules=rules).to_json()) for rules, *p in CRAFTED]
    tried: set[tuple[str, ...]] = set()
    for answer in answers:
        for place, value in places(answer):
            kind = tuple(str(step) for step in place if isinstance(step, str))
            if not isinstance(value, dict) or OPEN & {*kind}:
                continue
            event = kind[-1:] == ("events",)
            if kind not in tried:
                tried.add(kind)
                assert event or problems(changed(answer, place, lambda whole: whole.update(surplus=[1])))
            for field in value:
                if (*kind, ".", field) in tried:
                    continue
                tried.add((*kind, ".", field))
                judge_dropping(answer, place, field)
                if not event:
                    other = changed(answer, place, partial(rename, field))
                    assert problems(other), (kind, field)
                wrong = changed(answer, place, partial(spoil, field))
                assert problems(wrong), (kind, field)
    assert len(tried) > 60


def drop(field: str, whole: dict[str, Any]) -> None:
    del whole[field]


def rename(field: str, whole: dict[str, Any]) -> None:
    whole[field + "_"] = whole.pop(field)


def spoil(field: str, whole: dict[str, Any]) -> None:
    whole[field] = {"wrong": [None]}


def places(answer: Any, at: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every value of an output, and where it stands."""
    yield at, answer
    items = answer.items() if isinstance(answer, dict) else enumerate(answer) if isinstance(answer, list) else ()
    for step, inside in items:
        yield from places(inside, (*at, step))


def changed(answer: Any, place: Place, change: Callable[[dict[str, Any]], Any]) -> Any:
    """A copy of an answer, with the object at a place changed."""
    copied = copy.deepcopy(answer)
    inside = copied
    for step in place:
        inside = inside[step]
    change(inside)
    return copied


@pytest.mark.parametrize("form", ["--json", "--ndjson"])
def test_several_files(form: str) -> None:
    result = run("solve", form, *INSTANCES[:3])
    output = json.loads(result.stdout) if form == "--json" else [json.loads(x) for x in result.stdout.splitlines()]
    assert len(output) == 3 and problems(output) == []


@pytest.mark.slow
def test_comparisons() -> None:
    count = 0
    for path in COMPARED:
        result = run("solve", "--compare-options", "--ndjson", path)
        assert result.exit_code == 0, result.stderr
        comparison = json.loads(result.stdout)
        assert problems(comparison) == [] == list(USUAL(SCHEMA).iter_errors(comparison))
        count += bool(comparison["compare"])
    assert count > 1


def test_counts_and_batches(tmp_path: Path) -> None:
    bad = tmp_path / "bad.lp"
    bad.write_text("unit(", encoding="utf-8")
    counts = json.loads(run("count", "--json", *INSTANCES[:2], bad).stdout)
    assert len(counts["counts"]) == 3 and problems(counts) == []
    run("batch", *INSTANCES[:2], bad, tmp_path / "missing.lp", "-o", tmp_path / "out", "--jobs", "1")
    lines = [json.loads(line) for line in (tmp_path / "out").read_text(encoding="utf-8").splitlines()]
    assert [("error" in line) for line in lines] == [False, False, True, True]
    assert problems(lines[2]) == problems(lines[3]) == problems(lines[:2]) == []


def test_an_answer_that_is_not_complete() -> None:
    wide = facts_of(" ".join(f"{c}{r}." for c in "ABCDEFGHIJ" for r in range(1, 9)), "g1:squad@E4 broken dm")
    answer = plain(pyrout.solve(pyrout.parse(wide), options={"revisit": "allow"}, timeout=0.5).to_json())
    assert answer["complete"] is False and problems(answer) == []


def test_the_command_prints_the_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    result = run("schema")
    assert (result.exit_code, result.stdout) == (0, text())


def example() -> Any:
    """An answer with a bit of everything."""
    path = next(path for path in INSTANCES if path.stem == "example-07")
    return copy.deepcopy(answer_of(path))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("verdict", "runs"),
        ("at", "y K5"),
        ("at", "yK5@0"),
        ("mf", 5.7),
        ("mf", "6"),
        ("free", None),
        ("must_rout", [{"rule": "x"}]),
        ("dm", []),
        ("may_break", False),
        ("complete", 1),
        ("destinations", [{"hex": "yK6", "mf": -1, "ignorable": False}]),
        ("counts", {"routes": -1, "surviving": 0}),
    ],
)
def test_values_that_cannot_be(field: str, value: Any) -> None:
    shown = example()
    shown["units"][0][field] = value
    assert problems(shown)


def test_values_of_routes_that_cannot_be() -> None:
    for field, value in [
        ("posture", "walk"),
        ("end", "dies"),
        ("legs", []),
        ("path", []),
        ("odds", {"survives": "0.5"}),
    ]:
        shown = example()
        shown["units"][0]["routes"][0][field] = value
        assert problems(shown), field
    others: list[dict[str, object]] = [
        {"schema": "pyrout/2"},
        {"file": 1},
        {"options": {"revisit": True}},
        {"complete": True},
    ]
    for other in others:
        assert problems({**example(), **other}), other
    assert problems(None) and problems({}) and problems([{}]) and problems("x")


def test_answers_are_open_for_a_later_version_and_input_is_closed() -> None:
    loose = USUAL(json.loads(text()))
    later = {**plain(answer_of(ARTICLE[0])), "of_a_later_version": 1}
    assert loose.is_valid(later) and problems(later)
    request = {"id": 1, "verb": "solve", "position": {"facts": [{"rules": ["asl"]}]}}
    assert loose.is_valid(request) and not problems(request)
    for wrong in ({**request, "unit": "g1"}, {**request, "position": {"facts": [{"rules": ["asl"]}], "rule": "asl"}}):
        assert not loose.is_valid(wrong) and problems(wrong)
    without = dict(later)
    del without["rules"]
    assert not loose.is_valid(without)


def test_the_page_of_changes_names_each_kind_of_object() -> None:
    page = (Path(__file__).parents[2] / "docs/schema.md").read_text("utf-8").partition("## Changes")[2]
    kinds = {part["$ref"].rpartition("/")[2] for part in SCHEMA["anyOf"] if "$ref" in part}
    assert kinds <= set(re.findall(r"`(\w+)`", page))
