"""`pyrout engine`: requests of another program, one a line, and their replies."""

from __future__ import annotations

import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command_line import NEIGHBOURS, ROOT, WIDE, run
from day import seeds_of_today
from tiny import facts_of
from vasl_games import two_boards

from pyrout.engine import dispatch
from pyrout.engine.names import NAMES
from pyrout.engine.verbs import VERBS, kind_of
from pyrout.serve import jobs

COMMAND = [sys.executable, "-m", "pyrout", "engine"]
SEVEN = (ROOT / "instances/aslsk/example-07.lp").read_text("utf-8")
SMALL = facts_of(*NEIGHBOURS)
ENDLESS = facts_of(WIDE, "g1:squad@A1 broken dm")
PAGE = (ROOT / "docs/how/engine.md").read_text("utf-8")


class Engine:
    """A process, asked line by line."""

    def __init__(self, *args: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, stderr=subprocess.DEVNULL
        )

    def write(self, *requests: object) -> None:
        assert self.process.stdin
        lines = [r if isinstance(r, bytes) else json.dumps(r).encode() for r in requests]
        self.process.stdin.write(b"".join(line + b"\n" for line in lines))
        self.process.stdin.flush()

    def read(self, count: int = 1) -> list[dict[str, Any]]:
        assert self.process.stdout
        return [json.loads(self.process.stdout.readline()) for _ in range(count)]

    def ask(self, **fields: object) -> dict[str, Any]:
        self.write(fields)
        (reply,) = self.read()
        assert reply["id"] == fields["id"]
        return reply


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    engine = Engine("--jobs", "1")
    yield engine
    engine.process.kill()
    engine.process.communicate()


def test_hello_names_versions_and_verbs(engine: Engine) -> None:
    answer = engine.ask(id="hello", verb="hello")["answer"]
    assert answer["schema"] == "pyrout/1" and answer["protocol"] == 1
    assert set(answer["rule_sets"]) == {"asl", "aslsk", "battlesystem", "retreat"}
    assert len(set(answer["rule_sets"].values())) == 4
    assert answer["verbs"]["check"]["required"] == ["position", "unit", "path"]


def test_each_verb_answers_what_its_command_prints(engine: Engine) -> None:
    file = "instances/aslsk/example-07.lp"
    shown = {"id": 1, "position": SEVEN, "name": file}
    for verb, fields, command in (
        ("solve", {}, ("solve", "--json")),
        ("explain", {"unit": "g1", "hex": "yI4"}, ("explain", "--json", "g1", "yI4")),
        ("explain", {"unit": "g1"}, ("explain", "--json", "g1")),
        ("explain", {"unit": "g1", "chart": True}, ("explain", "--json", "--chart", "g1")),
        ("check", {"unit": "g1", "path": ["yJ4", "yI4"]}, ("check", "--json", "g1", "yJ4", "yI4")),
        ("phase", {}, ("phase", "--json")),
    ):
        name, *rest = command
        printed = json.loads(run(name, ROOT / file, *rest).stdout)
        answer = engine.ask(**shown, verb=verb, **fields)["answer"]
        printed["file"] = file
        assert answer == printed, verb
    (free,) = [v for v in engine.ask(id=1, verb="options", rules="aslsk")["answer"]["values"] if v["value"] == "forbid"]
    assert (free["option"], free["default"]) == ("revisit", True)


def test_the_reasons_of_an_answer_are_among_the_rules(engine: Engine) -> None:
    answer = engine.ask(id=1, verb="rules", rules="aslsk")["answer"]
    assert answer["rules"] == "aslsk"
    (cited,) = [rule for rule in answer["citations"] if rule["id"] == "sk-must-adjacent"]
    assert cited["title"] == "Forced by an enemy next to it" and cited["sentence"].startswith("A broken unit must rout if")


def test_a_request_and_its_reply_are_in_the_schema(engine: Engine) -> None:
    pytest.importorskip("jsonschema")
    from fitting import problems

    for fields in (
        {"verb": "solve", "position": SMALL},
        {"verb": "solve", "position": SMALL, "units": ["g1"], "options": {"revisit": "allow"}, "timeout": 9},
        {"verb": "explain", "position": SMALL, "unit": "g1"},
        {"verb": "explain", "position": SMALL, "unit": "g1", "hex": "C2"},
        {"verb": "check", "position": SMALL, "unit": "g1", "path": ["B2"], "low_crawl": True},
        {"verb": "phase", "position": SMALL},
        {"verb": "options", "rules": "asl"},
        {"verb": "rules", "rules": "retreat"},
        {"verb": "hello"},
        {"verb": "cancel", "of": 17},
        {"verb": "solve", "position": "unitt(g1)."},
    ):
        request = {"id": "a", **fields}
        assert problems(request) == [], fields
        assert problems(engine.ask(**request)) == [], fields
    assert problems({"id": 1, "verb": "solve", "position": SMALL, "unit": "g1"})
    assert problems({"id": 1, "verb": "dance"})


@pytest.mark.parametrize(
    ("line", "named", "kind", "words"),
    [
        (b"{{{", None, "request", "is not a JSON object"),
        (b"17", None, "request", "is not a JSON object"),
        (b"\xff\xfe\x00", None, "request", "is not a JSON object"),
        (b"[" * 100_000, None, "request", "is not a JSON object"),
        (b'{"verb": "solve"}', None, "request", "a request has an id"),
        (b'{"id": true, "verb": "solve"}', None, "request", "a request has an id"),
        (b'{"id": 5, "verb": "dance"}', 5, "request", "verb is one of hello, solve,"),
        (b'{"id": 5, "verb": ["solve"]}', 5, "request", "verb is one of hello, solve,"),
        (b'{"id": 5, "verb": "solve"}', 5, "request", "the field position is missing"),
        (b'{"id": 5, "verb": "solve", "position": 3}', 5, "request", "position: the text of a position"),
        (
            b'{"id": 5, "verb": "solve", "position": "", "unit": "g1"}',
            5,
            "request",
            "there is no field unit; there are",
        ),
        (b'{"id": 5, "verb": "solve", "position": "", "timeout": "9"}', 5, "request", "timeout is a number of seconds"),
        (b'{"id": 5, "verb": "solve", "position": "", "timeout": -1}', 5, "request", "timeout is a number of seconds"),
        (b'{"id": 5, "verb": "solve", "position": "#script(lua)"}', 5, "position", "is a directive"),
        (
            b'{"id": 5, "verb": "solve", "position": {"facts": [{"at": ["g1"]}]}}',
            5,
            "position",
            "facts[0]: at does not",
        ),
        (b'{"id": 5, "verb": "cancel"}', 5, "request", "the field of is missing"),
        (b'{"id": 5, "verb": "cancel", "of": 1, "id_of": 2}', 5, "request", "there is no field id_of; there are: of"),
        (b'{"id": 5, "verb": "options", "rules": "chess"}', 5, "request", "no rule set is called 'chess'"),
    ],
    ids=lambda value: str(value)[:50],
)
def test_a_bad_line_gets_an_error_with_its_id(
    engine: Engine, line: bytes, named: object, kind: str, words: str
) -> None:
    engine.write(line)
    (reply,) = engine.read()
    assert (reply["id"], reply["kind"]) == (named, kind)
    assert words in reply["error"] and "\n" not in reply["error"]


def garbage(number: int) -> bytes:
    """A line of bytes, or one that looks like a request."""
    draw = random.Random(number)
    good = json.dumps({"id": f"x{number}", "verb": "solve", "position": SMALL}).encode()
    if number % 3 == 0:
        return draw.randbytes(draw.randrange(1, 300)).replace(b"\n", b"") or b"x"
    if number % 3 == 1:
        return good[: draw.randrange(1, len(good))]
    at = draw.randrange(len(good))
    return good[:at] + bytes([draw.randrange(32, 127)]) + good[at + 1 :]


@pytest.mark.parametrize("numbers", [range(20), pytest.param(seeds_of_today(200), marks=pytest.mark.slow)], ids=len)
def test_garbage_between_good_lines_harms_none(numbers: range) -> None:
    engine = Engine("--jobs", "1")
    lines: list[object] = []
    for number in numbers:
        lines += [{"id": number, "verb": "solve", "position": SMALL}, garbage(number)]

    def write() -> None:
        engine.write(*lines)
        assert engine.process.stdin
        engine.process.stdin.close()

    writer = threading.Thread(target=write)
    writer.start()
    assert engine.process.stdout
    replies = [json.loads(line) for line in engine.process.stdout]
    writer.join()
    assert engine.process.wait() == 0
    good = {reply["id"]: reply["answer"]["units"][0]["verdict"] for reply in replies if isinstance(reply["id"], int)}
    assert good == dict.fromkeys(numbers, "routs")


def test_many_in_flight_have_the_answers_of_their_own_positions(engine: Engine) -> None:
    far = [f"A1. A2. A3. A4{'w' if n % 2 else '.'} A5w" for n in range(40)]
    units = "g1:squad@A2 broken dm; a1:squad@A1"
    engine.write(
        *({"id": n, "verb": "solve", "position": facts_of(board, units, "A1-A2")} for n, board in enumerate(far)),
        {"id": "last", "verb": "solve", "position": "unitt(g1)."},
    )
    replies = {reply["id"]: reply for reply in engine.read(41)}
    nearest = {n: replies[n]["answer"]["units"][0]["destinations"][0]["hex"] for n in range(40)}
    assert nearest == {n: "A4" if n % 2 else "A5" for n in range(40)}
    assert replies["last"]["kind"] == "position"


def test_a_large_request_does_not_keep_small_ones_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch.Engine, "_more", lambda self: None)  # no process: what one would be given is looked at
    engine = dispatch.Engine(io.BytesIO(), 1)
    for name, verb in (("a", "solve"), ("large", "solve"), ("b", "solve"), ("c", "phase"), ("d", "solve")):
        padding = " " * dispatch.SMALL if name == "large" else ""
        engine._take(1, json.dumps({"id": name, "verb": verb, "position": SMALL + padding}).encode())
    given = []
    for _ in range(3):
        worker = dispatch._Worker.__new__(dispatch._Worker)
        assert engine.take(worker, 64, gather=False)
        given.append([request.named for request in worker.at[0]])
    assert given == [["a", "b", "d"], ["large"], ["c"]]


def test_a_worker_that_answered_a_group_waits_a_moment_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that waits already is not answered alone, where others come at the same time."""
    monkeypatch.setattr(dispatch.Engine, "_more", lambda self: None)
    monkeypatch.setattr(dispatch, "GATHERING", 5.0)
    engine = dispatch.Engine(io.BytesIO(), 1)
    worker = dispatch._Worker.__new__(dispatch._Worker)

    def come(number: int) -> None:
        engine._take(1, json.dumps({"id": number, "verb": "solve", "position": SMALL}).encode())

    come(0)
    others = [threading.Timer(0.2, come, (number,)) for number in (1, 2, 3)]
    for other in others:
        other.start()
    assert engine.take(worker, 4, gather=True)
    assert sorted(request.named for request in worker.at[0]) == [0, 1, 2, 3]


def test_an_id_is_free_again_after_its_reply(engine: Engine) -> None:
    engine.write({"id": "a", "verb": "phase", "position": ENDLESS}, {"id": "a", "verb": "hello"})
    (twice,) = engine.read()
    assert "the id is used by a request without a reply" in twice["error"]
    engine.write({"id": "b", "verb": "cancel", "of": "a"})
    cancelled, reply = engine.read(2)
    assert (cancelled["id"], cancelled["kind"]) == ("a", "cancelled")
    assert reply == {"id": "b", "answer": {"cancelled": True}}
    assert engine.ask(id="a", verb="solve", position=SMALL)["answer"]["units"][0]["verdict"] == "routs"
    assert engine.ask(id="b", verb="cancel", of="a")["answer"] == {"cancelled": False}


def test_a_request_that_takes_too_long_costs_no_other(engine: Engine) -> None:
    engine.write(
        {"id": 1, "verb": "solve", "position": ENDLESS, "timeout": 0.001}, {"id": 2, "verb": "solve", "position": SMALL}
    )
    replies = {reply["id"]: reply for reply in engine.read(2)}
    assert replies[2]["answer"]["units"][0]["verdict"] == "routs"
    late = replies[1]
    assert late.get("kind") == "time" or late["answer"]["complete"] is False, late


def test_the_engine_ends_when_nobody_reads_its_replies() -> None:
    engine = Engine("--jobs", "1")
    assert engine.process.stdout and engine.process.stdin
    engine.process.stdout.close()
    engine.write(*({"id": n, "verb": "dance"} for n in range(3)))
    engine.process.stdin.close()
    assert engine.process.wait() == 0


def test_the_engine_waits_until_the_last_reply_is_written() -> None:
    class Out(io.BytesIO):
        def write(self, line: Any) -> int:
            early.append(engine.finished)
            return super().write(line)

    early: list[bool] = []
    out = Out()
    engine = dispatch.Engine(out, 1)
    engine.run(io.BytesIO(b'{"id": 1, "verb": "hello"}\n'))
    assert early == [False] and json.loads(out.getvalue())["id"] == 1


def test_boards_are_those_of_the_folder_named(tmp_path: Path) -> None:
    two_boards(tmp_path)
    units = ("g1,german,squad", 'g1,"yC5"', "g1,broken", "a1,russian,squad", 'a1,"yC4"')
    position = (
        'rules(aslsk). side(german). side(russian). attacker(russian). board("y",0,0,normal).'
        + "unit({}). at({}). status({}). unit({}). at({}).".format(*units)
    )
    engine = Engine("--jobs", "1", "--boards", str(tmp_path))
    replies = [
        engine.ask(id=n, verb="solve", position=position.replace('"y"', name)) for n, name in enumerate(('"y"', '"q"'))
    ]
    engine.process.kill()
    engine.process.communicate()
    (unit,) = replies[0]["answer"]["units"]
    assert [place["hex"] for place in unit["destinations"]] == ["yC6"]
    assert "bdq" in replies[1]["error"]
    nowhere = run("engine", "--boards", tmp_path / "nowhere")
    assert nowhere.exit_code == 2 and "no such folder" in nowhere.stderr


def test_the_names_of_the_verbs_are_those_of_the_table() -> None:
    assert tuple(VERBS) == NAMES
    for name, verb in VERBS.items():
        assert name == "cancel" or "timeout" in verb.request._fields


def test_a_fault_of_ours_is_called_so() -> None:
    assert [kind_of(error) for error in (ZeroDivisionError(), MemoryError())] == ["internal", "memory"]


def client(kind: str) -> str:
    (text,) = re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(text)


def ran(kind: str, text: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Run a program in the language of a client, which it begins with."""
    runner = [sys.executable, "-c"] if kind == "python" else ["node", "-e"]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path}
    return subprocess.run(
        [*runner, text, *args], cwd=ROOT, capture_output=True, text=True, env=environment, timeout=120
    )


IN_NODE = pytest.mark.skipif(not shutil.which("node"), reason="runs where Node is installed")


@pytest.mark.parametrize(
    ("kind", "printed"),
    [("python", "g1 routs ['yK6']"), pytest.param("javascript", "g1 routs yK6", marks=IN_NODE)],
)
def test_a_client_of_the_page_runs(kind: str, printed: str) -> None:
    done = ran(kind, client(kind))
    assert (done.stdout.strip(), done.stderr) == (printed, "")
    assert f"`{printed}`" in PAGE


@pytest.mark.parametrize(
    ("kind", "begins", "asks"),
    [
        (
            "python",
            "if __name__",
            """
future = Engine((sys.executable, *sys.argv[1:])).ask("hello")
try:
    future.result(60)
except EOFError as error:
    print(future.id, error)
""",
        ),
        pytest.param(
            "javascript",
            "async function main",
            """
const [python, ...args] = process.argv.slice(1);
const promise = new Engine(python, args).ask("hello");
promise.catch((error) => console.log(promise.id, error.message));
""",
            marks=IN_NODE,
        ),
    ],
)
def test_a_client_of_the_page_hears_that_its_engine_has_ended(kind: str, begins: str, asks: str) -> None:
    """The engine here says something of a line that is no request, and ends."""
    engine = """print('{"id": null, "error": "line 1 is not a JSON object", "kind": "request"}')"""
    args = ["-c", engine] if kind == "python" else [sys.executable, "-c", engine]
    done = ran(kind, client(kind).partition(begins)[0] + asks, *args)
    assert (done.stdout, done.stderr) == ("1 the engine has ended\n", "line 1 is not a JSON object\n")


def test_a_position_is_read_from_standard_input() -> None:
    for text in (SMALL, run("convert", ROOT / "instances/aslsk/example-07.lp").stdout):
        done = subprocess.run(
            [sys.executable, "-m", "pyrout", "solve", "--json", "-"], input=text.encode(), capture_output=True, cwd=ROOT
        )
        answer = json.loads(done.stdout)
        assert (answer["file"], answer["units"][0]["verdict"]) == ("-", "routs")


def test_the_server_of_the_page_answers_the_same_requests() -> None:
    def asked(**fields: object) -> tuple[int, dict[str, Any]]:
        reply = jobs.answer("ask", {"asked": fields}, 60.0)
        return reply.status, json.loads(reply.body)

    status, reply = asked(id=1, verb="check", position=SEVEN, unit="g1", path=["yJ4", "yI4"])
    assert (status, reply["answer"]["legal"], reply["answer"]["step"]) == (200, False, 2)
    assert asked(verb="dance") == (422, {"error": f"there is no verb dance; there are: {', '.join(NAMES)}"})
    status, reply = asked(verb="solve", position=SEVEN, units="g1")
    assert status == 422 and "units" in reply["error"]
