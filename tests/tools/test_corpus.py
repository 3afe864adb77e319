"""Corpora: files of JSON lines with positions, questions and answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import run

import pyrout
from pyrout.lab.corpora import ids_in_range, stated_answer
from pyrout.position.corpus import read_corpus, split_reference
from pyrout.position.shipped import file_of, files, line_of, text_of
from pyrout.program import rule_sets
from pyrout.program.rule_index import options as option_values

ROOT = Path(__file__).parents[2]

GENERATED = rule_sets.instances() / "generated"
SHIPPED = GENERATED / "aslsk.jsonl"


@pytest.fixture(scope="module")
def lines() -> str:
    """Three lines of the shipped corpus with the answers of today, the last about a whole Rout Phase."""
    made = ""
    for name in ("eliminated-01", "free-02", "crowded-01"):
        line = read_corpus(SHIPPED)[name]
        position = pyrout.parse(line.position)
        answer = pyrout.phase(position) if line.question == "phase" else pyrout.solve(position)
        made += line._replace(answer=stated_answer(name, answer)).text() + "\n"
    return made


@pytest.fixture
def corpus(lines: str, tmp_path: Path) -> Path:
    path = tmp_path / "own.jsonl"
    path.write_text(lines, "utf-8")
    return path


def changed(path: Path, number: int, **fields: Any) -> None:
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    lines[number] |= fields
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")


def test_verify_takes_a_corpus_a_range_and_a_line(corpus: Path) -> None:
    for named, ids in (
        ("", ["eliminated-01", "free-02", "crowded-01"]),
        (":2", ["free-02"]),
        (":2-", ["free-02", "crowded-01"]),
        (":-1", ["eliminated-01"]),
        (":1-2", ["eliminated-01", "free-02"]),
        ("#crowded-01", ["crowded-01"]),
    ):
        result = run("verify", f"{corpus}{named}")
        assert (result.exit_code, result.output.splitlines()) == (0, [f"{corpus}#{name}: agrees" for name in ids])


@pytest.mark.parametrize("given", ["0", "4", "2-1", "1-9", "-", "99999999999999999999"])
def test_lines_that_are_not_there_are_refused(corpus: Path, given: str) -> None:
    result = run("verify", f"{corpus}:{given}")
    assert (result.exit_code, result.stderr) == (
        2,
        f"pyrout: {corpus}: has no lines {given}; name some of 1-3, as 1-3\n",
    )


def test_a_wrong_answer_is_told_with_its_place_and_renewed(corpus: Path) -> None:
    before = corpus.read_text("utf-8")
    line = json.loads(before.splitlines()[1])
    answer = json.loads(json.dumps(line["answer"]))
    answer["units"][0]["mf"] += 1
    text = line["position"].replace("expect(g1,free(yes))", "expect(g1,free(no))")
    assert text != line["position"]
    changed(corpus, 1, answer=answer, position=text)
    told = [
        f"{corpus}#free-02: g1: free: expected no, found yes",
        f"{corpus}#free-02: units[0].mf: expected 7.0, found 6.0",
    ]
    result = run("verify", corpus)
    assert (result.exit_code, result.output.splitlines()[1:3]) == (1, told)
    result = run("verify", "--renew", f"{corpus}:2")
    assert (result.exit_code, result.output.splitlines()) == (1, [*told, f"{corpus}: 1 renewed"])
    assert corpus.read_text("utf-8") == before


def test_a_wrong_phase_is_told_and_renewed(corpus: Path) -> None:
    before = corpus.read_text("utf-8")
    answer = json.loads(before.splitlines()[2])["answer"]
    answer["states"] += 1
    changed(corpus, 2, answer=answer)
    result = run("verify", "--renew", corpus)
    assert result.exit_code == 1
    assert result.output.splitlines()[2].startswith(f"{corpus}#crowded-01: states: expected {answer['states']}, found ")
    assert corpus.read_text("utf-8") == before


def test_only_corpora_are_renewed() -> None:
    result = run("verify", "--renew", rule_sets.instances() / "aslsk/example-07.lp")
    assert result.exit_code == 2 and "--renew is for corpora" in result.stderr


def test_a_line_is_a_position_wherever_a_file_is(corpus: Path) -> None:
    name = f"{corpus}#free-02"
    position = pyrout.load(name)
    assert position.name == name and position.program() == pyrout.parse(text_of("generated/aslsk/free-02")).program()
    for command in (("solve", "--json"), ("solve",), ("phase",), ("count",)):
        result = run(*command, name)
        assert result.exit_code == 0 and name in result.output, result.output
    assert run("explain", name, "g1").exit_code == 0


def test_a_corpus_is_no_position(corpus: Path) -> None:
    result = run("solve", corpus)
    said = (
        f"pyrout: {corpus}: is a corpus of positions; name one of its lines by its id, such as {corpus}#eliminated-01\n"
    )
    assert (result.exit_code, result.stderr) == (2, said)
    result = run("solve", f"{corpus}#nobody")
    assert (result.exit_code, result.stderr) == (2, f"pyrout: {corpus}: has no line with the id nobody; check the id\n")
    assert run("solve", f"{corpus}x.jsonl#a").stderr == f"pyrout: {corpus}x.jsonl: no such file; check the path\n"


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("\udcff", "not JSON"),
        ("[]", "a line is an object"),
        ("{}", "the line has no id"),
        ('{"id": 7}', "the line has no kind"),
    ],
)
def test_what_is_no_line_is_refused_with_its_place(corpus: Path, raw: str, problem: str) -> None:
    corpus.write_bytes(corpus.read_bytes() + raw.encode("utf-8", "surrogateescape"))
    with pytest.raises(pyrout.InstanceError) as error:
        pyrout.load(f"{corpus}#free-02")
    assert str(error.value).startswith(f"{corpus}:4:1: {problem}")
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"id": ""}, "id is a text"),
        ({"id": "a#b"}, "a#b is not an id"),
        ({"id": "free-02"}, "the id free-02 is there twice"),
        ({"question": "why"}, "question is solve or phase"),
        ({"answer": []}, "answer is an object"),
        ({"position": None}, "position is a text"),
        ({"made": {"seed": 1}}, "made has the numbers seed, number, routes"),
        ({"made": {"seed": 1, "number": True, "routes": 2}}, "made has the numbers"),
        ({"note": "x"}, "a line has no field note"),
    ],
)
def test_a_line_of_another_form_is_refused(corpus: Path, fields: dict[str, Any], problem: str) -> None:
    changed(corpus, 2, **fields)
    with pytest.raises(pyrout.InstanceError) as error:
        read_corpus(corpus)
    assert str(error.value).startswith(f"{corpus}:3:1: {problem}"), error.value


def test_a_position_of_a_line_that_is_wrong_is_refused_with_its_place(corpus: Path) -> None:
    changed(corpus, 0, position="unit(g1,german,sqad).")
    result = run("verify", corpus)
    assert result.exit_code == 2
    assert result.stderr == f"pyrout: {corpus}#eliminated-01:1:16: sqad is not a kind of unit; did you mean squad?\n"


def test_an_answer_leaves_out_options_that_have_their_default() -> None:
    """So that a new option changes no line."""
    others = 0
    for path in GENERATED.glob("*.jsonl"):
        for line in read_corpus(path).values():
            defaults = {(v.option, v.value) for v in option_values(line.answer["rules"]) if v.default}
            assert not defaults & set(line.answer["options"].items()), line.id
            others += bool(line.answer["options"])
    assert others == len([name for name in files() if "/option-" in name and _sets_an_option(text_of(name))])


def _sets_an_option(text: str) -> bool:
    return "\noption(" in text or " option(" in text


def test_shipped_positions_have_names(tmp_path: Path) -> None:
    assert split_reference(file_of("generated/asl/repulse-09") or "") == (str(GENERATED / "asl.jsonl"), "repulse-09")
    assert file_of("aslsk/example-07") == str(rule_sets.instances() / "aslsk/example-07.lp")
    for nothing in ("generated/asl/nothing", "generated/nothing/a", "nothing", ""):
        assert file_of(nothing) is None and line_of(nothing) is None
    assert {file_of(name) for name in files()} == set(files().values())
    assert len(files()) > 1300


def test_a_range_of_all_lines() -> None:
    assert ids_in_range(str(SHIPPED), "") == list(read_corpus(SHIPPED))
    assert ids_in_range(str(SHIPPED), "1") == [next(iter(read_corpus(SHIPPED)))]


def test_batch_answers_the_lines_of_a_corpus(corpus: Path, tmp_path: Path) -> None:
    result = run("batch", corpus, "-o", tmp_path / "answers", "--jobs", "1")
    assert result.exit_code == 0, result.output
    named = [json.loads(line)["file"] for line in (tmp_path / "answers").read_text("utf-8").splitlines()]
    assert named == [f"{corpus}#{name}" for name in ("eliminated-01", "free-02", "crowded-01")]


def test_the_manifest_says_how_each_line_was_made() -> None:
    folder = ROOT / "instances/generated"
    names = sorted(path.name for path in folder.glob("*.jsonl"))
    printed = run("generate", *(word for name in names for word in ("--manifest", folder / name)))
    stated = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert json.loads(printed.stdout) == stated
    assert [corpus["file"] for corpus in stated["corpora"]] == names
    for corpus in stated["corpora"]:
        lines = [json.loads(line) for line in (folder / corpus["file"]).read_text("utf-8").splitlines()]
        assert sum(kind["lines"] for kind in corpus["kinds"]) == len(lines) == corpus["lines"]
        for kind in corpus["kinds"]:
            made = {(line["made"]["seed"], line["made"]["routes"]) for line in lines if line["kind"] == kind["kind"]}
            assert made == {(1, 12)} and "--seed 1 " in kind["command"] and "--routes 12 " in kind["command"]
            assert f"--rules {corpus['rules']} --want {kind['kind']} " in kind["command"]
