"""The server of the page: what it answers, what it refuses, and that nothing of the machine can be read through it."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

import uvicorn
from click.testing import CliRunner
from positions_phase import RISKY, ROOM_FOR_ONE
from tiny import ENDLESS

import pyrout
from pyrout.cli import main
from pyrout.errors import InstanceError, UsageError
from pyrout.position.reading import parse
from pyrout.serve import jobs
from pyrout.serve.app import Server, listening
from pyrout.serve.edits import _EDITS, apply_edits
from pyrout.serve.pool import Pool

ROOT = Path(__file__).parents[2]
SEVEN = (ROOT / "instances/aslsk/example-07.lp").read_text(encoding="utf-8")
LIMIT = 5.0


class Page:
    """A server on a port of its own, and requests to it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.socket = listening(0)
        self.port = self.socket.getsockname()[1]
        server.at(self.port)
        self.uvicorn = uvicorn.Server(uvicorn.Config(server.app, log_level="error", ws="none"))
        self.thread = threading.Thread(target=self.uvicorn.run, kwargs={"sockets": [self.socket]}, daemon=True)
        self.thread.start()
        while not self.uvicorn.started:
            time.sleep(0.02)

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            link.request(method, path, body, headers or {})
            got = link.getresponse()
            return got.status, {k.lower(): v for k, v in got.getheaders()}, got.read()
        finally:
            link.close()

    def post(self, path: str, value: object, **headers: str) -> tuple[int, Any]:
        sent = {
            "X-Pyrout": "1",
            "Content-Type": "application/json",
            **{k.replace("_", "-"): v for k, v in headers.items()},
        }
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        status, got, answer = self.ask("POST", path, body, sent)
        return status, json.loads(answer) if got["content-type"] == "application/json" else answer

    def close(self) -> None:
        self.uvicorn.should_exit = True
        self.thread.join(10)
        self.server.close()


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    made = Page(Server(seconds=LIMIT, workers=2))
    yield made
    made.close()


# ---------------------------------------------------------------------------------------------------------------------
# What it answers


def test_a_position_is_answered_drawn_and_explained(page: Page) -> None:
    status, found = page.post("/api/view", {"text": SEVEN, "name": "seven.lp"})
    assert status == 200
    assert found["svg"].startswith("<svg")
    (unit,) = found["view"]["units"]
    assert (unit["verdict"], unit["total"]) == ("routs", 17)
    status, why = page.post("/api/why", {"text": SEVEN, "name": "seven.lp"})
    assert status == 200
    assert (
        why["hexes"]["g1"]["yI4"]["lines"][0]
        == "yI4 is not a legal destination: it costs 3 MF and yK6 only 2 [sk-dest-nearest]"
    )
    assert why["sentences"]["sk-dest-nearest"][1].startswith("It must go to the nearest destination")


def test_los_is_missed_only_where_an_answer_asks_for_it(page: Page) -> None:
    """It asks for a1 in B3, or for g1 that routs from there; not for g3 and g4, who see nobody that g1 or g2 fears."""
    text = (ROOT / "instances/phases/one-place.lp").read_text(encoding="utf-8")
    for edits, missed in (
        ([], []),
        ([{"op": "move", "unit": "a1", "to": "A4"}], ["A4"]),
        ([{"op": "move", "unit": "g1", "to": "A4"}], ["A4"]),
        ([{"op": "status", "unit": "g3", "status": "broken", "on": True}], ["B3"]),
    ):
        status, found = page.post("/api/view", {"text": text, "edits": edits})
        assert status == 200, found
        said = [re.match("The position gives no LOS from or to (.*?): ", words) for words in found["blind"]]
        assert [match and match[1] for match in said] == missed


def test_changes_are_made_and_answered(page: Page) -> None:
    move = {"op": "move", "unit": "a2", "to": "yO8"}
    status, found = page.post("/api/view", {"text": SEVEN, "edits": [move]})
    assert status == 200
    assert 'at(a2,"yO8").' in found["text"] and 'at(a2,"yL4").' not in found["text"]
    assert found["view"]["units"][0]["verdict"] != "routs"
    assert "no LOS from or to yO8" in found["blind"][0]
    status, found = page.post("/api/view", {"text": found["text"], "edits": [{"op": "derive_los"}]})
    assert (status, found["blind"]) == (200, [])
    assert "los(" not in found["text"]
    assert "expect(" in SEVEN and "expect(" not in found["text"], "answers of the position before the change are gone"


def test_an_option_and_a_rule_set_can_be_chosen(page: Page) -> None:
    totals = {}
    for value in ("forbid", "allow"):
        _, found = page.post(
            "/api/view", {"text": (ROOT / "instances/aslsk/example-03.lp").read_text(), "options": {"revisit": value}}
        )
        assert found["view"]["options"]["revisit"] == value
        totals[value] = found["view"]["units"][0]["total"]
    assert totals["allow"] > totals["forbid"]
    status, found = page.post("/api/view", {"text": SEVEN, "rules": "nonsense"})
    assert (status, found["unsolved"][:33]) == (200, "no rule set is called 'nonsense';")


@pytest.mark.parametrize("rules", ["battlesystem", None])
def test_rule_sets_of_tables_are_not_for_maps_of_hexes(page: Page, rules: str | None) -> None:
    text = SEVEN.replace("rules(aslsk)", "rules(battlesystem)")
    status, found = page.post("/api/view", {"text": text, "rules": rules})
    assert status == 200
    assert found["view"]["unsolved"] is True
    assert found["unsolved"] == (
        "position.lp: there is no table in it, and the rule set battlesystem is played on a table; name another: asl, aslsk"
    )
    _, _, words = page.ask("GET", "/api/words")
    assert set(json.loads(words)["rules"]) == {"aslsk", "asl"}
    assert set(json.loads(words)["table"]["rules"]) == {"battlesystem", "retreat"}


def test_a_position_without_routers_can_be_looked_at(page: Page) -> None:
    status, found = page.post("/api/view", {"text": 'hex("A1",0,1). terrain("A1",woods).', "name": "bare.lp"})
    assert status == 200
    assert 'data-hex="A1"' in found["svg"]
    assert found["unsolved"].startswith("bare.lp:1:1: no side is declared")


@pytest.mark.parametrize(("kind", "begins"), [(".svg", b"<svg"), (".html", b"<!doctype html>"), (".png", b"\x89PNG")])
def test_drawings_can_be_saved(page: Page, kind: str, begins: bytes) -> None:
    if kind == ".png":
        pytest.importorskip("resvg_py")
    status, got = page.post("/api/draw", {"text": SEVEN, "kind": kind})
    assert status == 200
    assert got.startswith(begins)


WILLING = """
rules(asl). side(german). side(american). attacker(american). month(7).
hex("A1",0,1). hex("A2",0,3). hex("A3",0,5). hex("A4",0,7). hex("A5",0,9). terrain("A1",open_ground).
terrain("A2",open_ground). terrain("A3",open_ground). terrain("A4",woods). terrain("A5",woods).
unit(g1,german,squad). at(g1,"A3"). unit(a1,american,squad). at(a1,"A1"). normal_range(a1,6). firepower(a1,6).
"""


def test_who_may_break_on_purpose_is_named_and_answered_when_asked_for(page: Page) -> None:
    asked = {"text": WILLING, "name": "willing.lp", "session": "willing"}
    status, found = page.post("/api/view", asked)
    assert (status, found["view"]["units"]) == (200, [])
    assert found["view"]["others"] == [["g1", "g1 (german squad) may break on purpose at the start of the Rout Phase"]]
    _, picture = page.post("/api/draw", {**asked, "kind": ".svg"})
    assert b"g1 may break on purpose at the start of the Rout Phase." in picture
    asked["volunteers"] = ["g1", "a1"]
    status, found = page.post("/api/view", asked)
    (unit,) = found["view"]["units"]
    assert (status, found["view"]["others"]) == (200, [])
    assert unit["lines"][-1] == "if it does: MUST ROUT, to A4, 3 ways, 3 of them surviving"
    assert found["warnings"] == ["a1 may not break on purpose: who would surrender or be eliminated at once may not"]
    _, why = page.post("/api/why", asked)
    assert why["hexes"]["g1"]["A4"]["lines"][0] == "A4 is a destination, 2 MF"
    _, picture = page.post("/api/draw", {**asked, "kind": ".svg"})
    assert b"it may break on purpose, and then:" in picture


def test_whose_break_is_refused_stays_named_and_it_is_told_why(page: Page) -> None:
    there = 'feature("A4",pillbox). unit(g2,german,squad). at(g2,"A4",pillbox).'
    asked = {"text": WILLING + there, "name": "pillbox.lp", "session": "pillbox", "volunteers": ["g1"]}
    status, found = page.post("/api/view", asked)
    assert (status, found["view"]["units"], [unit for unit, _ in found["view"]["others"]]) == (200, [], ["g1", "g2"])
    assert found["warnings"] == [
        'pillbox.lp:6:1: feature("A4",pillbox) is refused by the rule set asl; what is seen from a pillbox is not derived '
        "from the terrain: give los/3, also for the Location H@pillbox"
    ]


def test_examples_and_words_are_there(page: Page) -> None:
    status, _, words = page.ask("GET", "/api/words")
    assert status == 200
    found = json.loads(words)
    assert "example-07" in found["examples"]
    assert {"option", "value", "default", "meaning", "rule"} <= set(found["rules"]["aslsk"][0])
    status, _, text = page.ask("GET", "/api/examples/example-07")
    assert (status, text.decode()) == (200, SEVEN)


def test_everything_comes_with_headers_that_lock_the_page_in(page: Page) -> None:
    for path in ("/", "/page.js", "/edit.js", "/page.css", "/api/words", "/nothing"):
        _, headers, _ = page.ask("GET", path)
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


# ---------------------------------------------------------------------------------------------------------------------
# What it refuses


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1.evil.example"},
        {"Host": "localhost:1"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://127.0.0.1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
    ids=str,
)
def test_requests_of_other_pages_are_refused(page: Page, headers: dict[str, str]) -> None:
    sent = {"X-Pyrout": "1", "Content-Type": "application/json", **headers}
    for method, path, body in (("GET", "/", None), ("GET", "/api/words", None), ("POST", "/api/view", b"{}")):
        status, _, answer = page.ask(method, path, body, sent)
        assert status == 403
        assert json.loads(answer)["error"].startswith("this server answers only")


def test_a_form_of_another_page_cannot_post(page: Page) -> None:
    body = json.dumps({"text": SEVEN}).encode()
    status, _, _ = page.ask("POST", "/api/view", body, {"Content-Type": "text/plain"})
    assert status == 403
    status, _, _ = page.ask("POST", "/api/view", body, {"Content-Type": "text/plain", "X-Pyrout": "1"})
    assert status == 415


def test_the_page_itself_may_ask(page: Page) -> None:
    for host in (f"127.0.0.1:{page.port}", f"localhost:{page.port}"):
        status, _ = page.post(
            "/api/view", {"text": SEVEN}, Host=host, Origin=f"http://{host}", Sec_Fetch_Site="same-origin"
        )
        assert status == 200


def test_it_listens_on_this_machine_alone() -> None:
    sock = listening(0)
    try:
        assert sock.getsockname()[0] == "127.0.0.1"
        with pytest.raises(UsageError, match="choose another with --port"):
            sock.listen()
            listening(sock.getsockname()[1])
    finally:
        sock.close()


PATHS = [
    "/../../../etc/passwd",
    "/..%2f..%2f..%2fetc/passwd",
    "/page.css/../../../../etc/passwd",
    "/api/examples/..%2F..%2F..%2Fetc%2Fpasswd",
    "/api/examples/%2Fetc%2Fpasswd",
    "/api/examples/example-07.lp",
    "/art/..%2f..%2fetc%2fpasswd",
    "/art/bd..",
    "/art/bd%00y",
    "/art/bdnothing",
    "//etc/passwd",
    "/pyrout/cli.py",
    "/static/",
]


@pytest.mark.parametrize("path", PATHS)
def test_no_path_of_the_machine_can_be_read(page: Page, path: str) -> None:
    with socket.create_connection(("127.0.0.1", page.port), timeout=10) as link:
        link.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{page.port}\r\nConnection: close\r\n\r\n".encode())
        got = b""
        while piece := link.recv(65536):
            got += piece
    assert int(got.split()[1]) in (400, 404)
    assert b"root:" not in got
    assert str(ROOT).encode() not in got


@pytest.mark.parametrize("key", ["archive", "file", "boards", "folders", "board"])
def test_requests_name_no_files(page: Page, key: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("rules(aslsk). % TOP SECRET")
    _, found = page.post("/api/view", {"text": SEVEN, key: str(secret), "name": str(secret)})
    said = json.dumps(found)
    assert "TOP SECRET" not in said
    assert str(tmp_path) not in said


HOSTILE: list[tuple[object, int]] = [
    (b"", 400),
    (b"{", 400),
    (b"\xff\xfe", 400),
    (b"[" * 200_000, 400),
    (b"[]", 400),
    ({}, 422),
    ({"text": 7}, 422),
    ({"text": SEVEN, "rules": 7}, 422),
    ({"text": SEVEN, "options": [1]}, 422),
    ({"text": SEVEN, "options": {"revisit": 1}}, 422),
    ({"text": SEVEN, "edits": {"op": "move"}}, 422),
    ({"text": SEVEN, "edits": [7]}, 422),
    ({"text": SEVEN, "edits": [{"op": "__class__"}]}, 422),
    ({"text": SEVEN, "edits": [{"op": ["move"]}]}, 422),
    ({"text": SEVEN, "edits": [{"op": "move", "unit": "g1"}]}, 422),
    ({"text": SEVEN, "edits": [{"op": "move", "unit": "g1", "to": "nowhere"}]}, 422),
    ({"text": SEVEN, "edits": [{"op": "move", "unit": "g1", "to": 'yK5"). #script'}]}, 422),
    ({"text": SEVEN, "edits": [{"op": "move", "unit": "g1", "to": "yJ5@--1"}]}, 422),
    ({"text": SEVEN, "edits": [{"op": "move", "unit": "g1", "to": "yJ5@-"}]}, 422),
    ({"text": SEVEN, "edits": [{"op": "move", "unit": "g1", "to": "yJ5@\u00b2"}]}, 422),
    ({"text": SEVEN, "edits": [{"op": "move", "unit": "g1", "to": "yJ5@\ud800"}]}, 422),
    ({"text": SEVEN, "edits": [{"op": "add", "side": "german", "kind": "squad", "at": "yJ5@1-"}]}, 422),
    ({"text": SEVEN, "edits": [{"op": "attacker", "value": "\ud800"}]}, 422),
    ({"text": SEVEN, "volunteers": "g1"}, 422),
    ({"text": SEVEN, "volunteers": [["g1"]]}, 422),
    ({"text": SEVEN.replace("yK5", "\ud800")}, 422),
    ({"text": SEVEN, "edits": [{"op": "status", "unit": "g1", "status": "x). evil(1", "on": True}]}, 422),
    ({"text": SEVEN, "edits": [{"op": "number", "unit": "g1", "name": "los", "value": 1}]}, 422),
    ({"text": SEVEN, "edits": [{"op": "number", "unit": "g1", "name": "morale", "value": 10**400}]}, 422),
    ({"text": SEVEN, "edits": [{"op": "add", "side": "x", "kind": "tank!", "at": "yK5"}]}, 422),
    ({"text": "#script (python) import os #end."}, 422),
    ({"text": "p :- q."}, 422),
    ({"text": "\x00"}, 422),
    ({"text": SEVEN, "kind": ".exe"}, 200),
]


@pytest.mark.parametrize(("value", "expected"), HOSTILE, ids=lambda value: str(value)[:60])
def test_bad_requests_get_one_line(page: Page, value: object, expected: int) -> None:
    status, found = page.post("/api/view", value)
    assert status == expected
    if status != 200:
        assert set(found) == {"error"}
        assert "\n" not in found["error"] and "Traceback" not in found["error"]
        assert str(ROOT) not in found["error"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"rules": "zz"}, "no rule set is called 'zz'; there are: asl, aslsk, "),
        ({"rules": "g1). side(x"}, "no rule set is called 'g1). side(x'; "),
        ({"rules": "retreat"}, "seven.lp: there is no table in it, and the rule set retreat is played on a table; "),
        ({"options": {"zz": "allow"}}, "the rule set aslsk has no option zz; "),
        ({"options": {"revisit": "allow). side(x"}}, "the option revisit has no value allow). side(x; "),
        ({"options": {"\x00": "\ud800"}}, "the rule set aslsk has no option \\x00; "),
    ],
)
@pytest.mark.parametrize("kind", ["", ".lp"])
def test_what_goes_into_a_line_passes_the_door(page: Page, kind: str, asked: dict[str, Any], said: str) -> None:
    status, found = page.post("/api/line", {"text": SEVEN, "name": "seven.lp", "kind": kind, **asked})
    assert status == 422
    assert found["error"].startswith(said)


FIELDS = (
    "text",
    "name",
    "rules",
    "options",
    "second",
    "kind",
    "volunteers",
    "have",
    "unit",
    "line",
    "play",
    "first",
    "order",
)
OF_A_CHANGE = (
    "unit",
    "to",
    "status",
    "on",
    "name",
    "value",
    "side",
    "kind",
    "at",
    "hex",
    "terrain",
    "morale",
    "x",
    "facing",
)
SENT: tuple[Any, ...] = (
    *(
        None,
        0,
        -1,
        2.5,
        True,
        "",
        "g1",
        "yK5",
        "zz",
        "asl",
        "g1). side(x",
        "\x00",
        "\ud800",
        "g1\n",
        "x" * 3000,
        "@",
        "\u0969",
    ),
    *([], ["g1"], [None], [["g1"]], {}, {"a": "b"}, {"\ud800": "x"}, {"": ""}, {"ignore_from": "\x00"}, 10**30, 1e308),
    *("yK5@zz", "yK5@9", "german", "broken", "woods", {"line": "\x00"}, {"unit": "g1", "path": [], "to": [None]}),
)


def test_no_field_of_a_request_ends_in_another_error() -> None:
    """Odd values in fields and changes, at random."""
    draw = random.Random(38)
    for number in range(300):
        request: dict[str, Any] = {"text": SEVEN, "name": "seven.lp", "kind": ".svg", "line": "aslsk; map"}
        request |= {draw.choice(FIELDS): draw.choice(SENT) for _ in range(draw.randint(0, 2))}
        if number % 2:
            change = {field: draw.choice(SENT) for field in draw.sample(OF_A_CHANGE, 6)}
            request["edits"] = [{"op": draw.choice(sorted(_EDITS)), **change}]
        job = draw.choice(["view", "why", "draw", "line", "of-line", "phase"])
        found = jobs.answer(job, request, 120)
        assert found.status in (200, 422), (job, request, found)


@pytest.mark.parametrize("kind", [[], {}, ["."], None, 7, ".exe", ""], ids=str)
def test_a_kind_of_file_that_there_is_not_gets_one_line(page: Page, kind: object) -> None:
    status, found = page.post("/api/draw", {"text": SEVEN, "kind": kind})
    assert (status, found) == (422, {"error": "kind is one of .svg, .png, .html"})


def test_a_bad_board_leaves_the_board_of_that_name(tmp_path: Path) -> None:
    from vasl_boards import WOODS, Drawing

    good = Drawing(9, 6, "y").fill("C2 C3", WOODS).archive
    (tmp_path / "bdy").write_bytes(good)
    made = Page(Server(seconds=30, workers=1, boards=tmp_path))
    try:

        def opened(name: str, contents: bytes) -> tuple[int, Any]:
            return made.post(f"/api/board?name={name}", contents, Content_Type="application/octet-stream")

        kept = made.server.uploads.boards / "bdy"
        for _ in range(2):  # the player's own, and then one that was opened in its place
            status, found = opened("bdy", b"junk")
            assert status == 422
            assert found["error"].startswith("bdy")
            assert "pyrout-" not in found["error"] and "fresh" not in found["error"]
            assert made.server.uploads.names() == ["bdy"]
            assert kept.read_bytes() == good
            assert opened("bdy", good)[0] == 200
        assert (tmp_path / "bdy").read_bytes() == good
        assert opened("bdz", b"junk")[0] == 422
        assert json.loads(made.ask("GET", "/api/words")[2])["boards"] == ["bdy"]
        assert [path for path in made.server.uploads.root.rglob("*") if path.is_file()] == [kept]
    finally:
        made.close()


@pytest.mark.skipif(sys.platform == "win32", reason="limits the size of files")
def test_uploads_that_the_disk_has_no_room_for_get_one_line_and_leave_nothing() -> None:
    import resource

    made = Page(Server(seconds=30, workers=1))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, before[1]))
    try:
        for path in ("/api/board?name=bdy", "/api/import?name=game.vsav"):
            status, found = made.post(path, b"x" * 100, Content_Type="application/octet-stream")
            assert status == 422
            assert found["error"].endswith("cannot be kept (File too large); make room on the disk of this machine")
        assert [path for path in made.server.uploads.root.rglob("*") if path.is_file()] == []
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        made.close()


def test_bad_uploads_get_the_lines_of_the_commands(page: Page) -> None:
    for path, said in (
        ("/api/import?name=a.vsav", "a.vsav"),
        ("/api/board?name=bdq", "is not a board archive"),
        ("/api/board?name=..%2Fbdq", "a board archive is called as VASL does"),
        ("/api/board?name=evil%2F..%2F..%2Fx", "a board archive is called as VASL does"),
    ):
        status, found = page.post(path, b"PK no zip", Content_Type="application/octet-stream")
        assert status == 422
        assert said in found["error"]
        assert "pyrout-" not in found["error"] and "/tmp" not in found["error"]
    assert page.server.uploads.names() == []


def test_uploads_have_a_limit(page: Page) -> None:
    status, _, answer = page.ask("POST", "/api/view", None, {"X-Pyrout": "1", "Content-Length": str(1 << 40)})
    assert status == 413
    assert "more than 6 MB" in json.loads(answer)["error"]
    status, _ = page.post("/api/view", b"x" * (7 << 20))
    assert status == 413


def test_slow_uploads_are_given_up(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    from pyrout.serve import app

    monkeypatch.setattr(app.body, "__defaults__", (0.5,))
    with socket.create_connection(("127.0.0.1", page.port), timeout=20) as link:
        link.sendall(
            f"POST /api/view HTTP/1.1\r\nHost: 127.0.0.1:{page.port}\r\nX-Pyrout: 1\r\nContent-Length: 100\r\n\r\nabc".encode()
        )
        assert b" 408 " in link.recv(65536)


def test_a_position_that_takes_too_long_costs_only_its_process() -> None:
    pool = Pool(1, 30)
    try:
        slow = pool.run("view", {"text": SEVEN, "edits": []}, longer=0)  # no answer of before can be shown
        assert slow.status == 503
        assert "time limit" in json.loads(slow.body)["error"]
        assert pool.run("view", {"text": SEVEN}).status == 200
    finally:
        pool.close()


@pytest.mark.slow
def test_a_process_that_dies_is_replaced() -> None:
    pool = Pool(1, 30)
    try:
        assert pool.run("view", {"text": SEVEN}).status == 200
        pool._free[0].process.kill()  # while it is idle: nobody is told of it
        time.sleep(0.2)
        assert pool.run("view", {"text": SEVEN}).status == 200
        worker = pool._free[0]
        worker.process.kill()  # and where it looks alive still
        worker.process.is_alive = lambda: True  # type: ignore[method-assign]
        assert pool.run("view", {"text": SEVEN}).status == 200
        assert pool._free[0] is not worker
        with ThreadPoolExecutor(1) as other:
            waiting = other.submit(pool.run, "view", {"text": ENDLESS})
            while not pool._busy:
                time.sleep(0.01)
            time.sleep(0.5)
            for busy in tuple(pool._busy):
                busy.process.kill()  # over its job: that is said, for it may be the job's doing
            assert waiting.result(20).status == 503
        assert pool.run("view", {"text": SEVEN}).status == 200
    finally:
        pool.close()


def test_a_pool_that_is_closed_answers_all_that_wait() -> None:
    """Those whose job is in work, and those in the queue; afterwards no process is left."""
    pool = Pool(1, 60)
    with ThreadPoolExecutor(4) as clients:
        waiting = [clients.submit(pool.run, "view", {"text": ENDLESS}) for _ in range(4)]
        while not pool._busy:
            time.sleep(0.01)
        time.sleep(0.5)
        (worker,) = pool._busy
        pool.close()
        for future in waiting:
            reply = future.result(20)
            assert reply.status == 503 and "being ended" in json.loads(reply.body)["error"]
    assert not worker.process.is_alive()
    assert pool._free == [] and not pool._busy


@pytest.mark.slow
def test_who_goes_away_leaves_the_queue() -> None:
    """One process, which is busy; two more wait and go away, and the next is answered as if they had never been."""
    made = Page(Server(seconds=60, workers=1))
    try:
        made.post("/api/view", {"text": SEVEN})
        pool = made.server.pool
        asked = json.dumps({"text": ENDLESS}).encode()
        links = []
        for _ in range(3):
            link = http.client.HTTPConnection("127.0.0.1", made.port, timeout=60)
            link.request("POST", "/api/view", asked, {"X-Pyrout": "1", "Content-Type": "application/json"})
            links.append(link)
        while not pool._busy:
            time.sleep(0.02)
        for link in links:
            link.close()
        assert made.post("/api/view", {"text": SEVEN})[0] == 200
    finally:
        made.close()


@pytest.mark.slow
def test_silent_connections_do_not_lock_the_page_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """More of them than the server has connections for, and half a head each; and one alone is closed in time."""
    from pyrout.serve import app

    monkeypatch.setattr(app, "HEADER_SECONDS", 1.0)
    server = Server(seconds=30, workers=1)
    sock = listening(0)
    port = sock.getsockname()[1]
    server.at(port)
    serving = uvicorn.Server(app.configured(server))
    thread = threading.Thread(target=serving.run, kwargs={"sockets": [sock]}, daemon=True)
    thread.start()
    silent = []
    try:
        while not serving.started:
            time.sleep(0.02)
        for _ in range(app.CONNECTIONS + 20):
            link = socket.create_connection(("127.0.0.1", port), timeout=20)
            link.sendall(b"GET / HTTP/1.1\r\nHost: 127")
            silent.append(link)
        asked = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        asked.request("GET", "/")
        assert asked.getresponse().read().startswith(b"<!doctype html>")
        assert silent[0].recv(1000).startswith(b"HTTP/1.1 503 "), "the oldest has made room"
        assert silent[-1].recv(1000).startswith(b"HTTP/1.1 408 "), "the head of a request has a time limit"
        time.sleep(2 * app.HEADER_SECONDS)  # in which the page asks for nothing
        asked.request("GET", "/page.css")  # on a connection that has been used before
        answer = asked.getresponse()
        assert answer.status == 200 and answer.read()
        again = asked.sock
        again.sendall(b"GET / HTTP/1.1\r\nHost: 127")
        assert again.recv(1000).startswith(b"HTTP/1.1 408 "), "and that of a further one"
        asked.close()
    finally:
        for link in silent:
            link.close()
        serving.should_exit = True
        thread.join(10)
        server.close()


@pytest.mark.parametrize("said", ["9999999999999999", "0000000000999999999", "99999999999999999999"])
def test_a_length_beyond_all_limits_is_refused_at_once(page: Page, said: str) -> None:
    """Without waiting for what never comes."""
    with socket.create_connection(("127.0.0.1", page.port), timeout=20) as link:
        head = (
            f"POST /api/view HTTP/1.1\r\nHost: 127.0.0.1:{page.port}\r\nX-Pyrout: 1\r\nContent-Length: {said}\r\n\r\n"
        )
        link.sendall(head.encode())
        assert re.match(rb"HTTP/1.1 4(00|13) ", link.recv(65536))


@pytest.mark.slow
@pytest.mark.parametrize("requests", [0, 6])
def test_ctrl_c_ends_it_whatever_is_in_work(requests: int) -> None:
    """With requests in work and more in the queue, and a connection that says nothing: it has ended before any of them could
    be done, and leaves no process."""
    with subprocess.Popen(
        [sys.executable, "-m", "pyrout", "serve", "--port", "0", "--timeout", "300"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as server:
        assert server.stdout is not None and server.stderr is not None
        port = int(re.findall(r":(\d+)/", server.stdout.readline())[0])
        links = [http.client.HTTPConnection("127.0.0.1", port, timeout=60) for _ in range(requests)]
        for link in links:
            asked = json.dumps({"text": ENDLESS}).encode()
            link.request("POST", "/api/view", asked, {"X-Pyrout": "1", "Content-Type": "application/json"})
        with socket.create_connection(("127.0.0.1", port), timeout=20) as silent:
            silent.sendall(b"GET / HTTP")
            time.sleep(3 if requests else 0.5)
            server.send_signal(signal.SIGINT)
            assert server.wait(20) == 0, "sooner than the 300 seconds of the requests"
            assert server.stderr.read() == ""
        for link in links:
            link.close()
    until = time.monotonic() + 10
    while time.monotonic() < until and left(server.pid):
        time.sleep(0.1)
    assert not left(server.pid)


@pytest.mark.slow
def test_many_clients_at_once_all_get_their_own_answer(page: Page) -> None:
    def client(number: int) -> bool:
        to = ["yK4", "yJ4", "yJ5", "yL5"][number % 4]
        status, found = page.post("/api/view", {"text": SEVEN, "edits": [{"op": "move", "unit": "g1", "to": to}]})
        return status == 200 and found["view"]["counters"]["g1"]["at"] == to

    with ThreadPoolExecutor(8) as clients:
        assert all(clients.map(client, range(16)))


def test_the_command_opens_the_browser_on_the_editor(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    script = tmp_path / "browser.py"
    script.write_text("import sys, pathlib; pathlib.Path(sys.argv[1]).write_text(sys.argv[2])")
    command = [sys.executable, "-m", "pyrout", "serve", "--port", "0"]
    browser = f"{sys.executable} {script} {seen} %s"
    for more, opens in ((["--open"], True), (["--no-open"], False), ([], False)):
        seen.unlink(missing_ok=True)
        server = subprocess.Popen(
            [*command, *more],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "BROWSER": browser},
        )
        try:
            assert server.stdout
            said = server.stdout.readline()
            assert said.startswith("pyrout: opened http://127.0.0.1:" if opens else "pyrout: open http://127.0.0.1:")
            until = time.monotonic() + 10
            while opens and not (seen.exists() and seen.read_text()) and time.monotonic() < until:
                time.sleep(0.05)
            address = said.split()[2]
            assert (seen.read_text() == f"{address}?edit") if opens else not seen.exists()
        finally:
            server.terminate()
            server.wait(10)


def test_every_reading_that_changes_the_answer_is_named(page: Page) -> None:
    from pyrout.rule_index import options

    status, found = page.post("/api/readings", {"text": SEVEN, "name": "seven.lp"})
    assert status == 200, found

    def ways(**chosen: str) -> object:
        answer = pyrout.solve(parse(SEVEN, "seven.lp"), options=chosen)["g1"].to_json()
        return answer["verdict"], answer["destinations"], sorted(json.dumps(route) for route in answer["routes"])

    others = [(v.option, v.value) for v in options("aslsk") if not v.default]
    changing = {(name, value) for name, value in others if ways(**{name: value}) != ways()}
    assert changing, "the example is one that depends on a reading"
    assert {(each["option"], each["value"]) for each in found["differing"]} == changing
    assert found["tried"] == len(others) and found["left"] == []


def test_the_port_must_be_free(page: Page) -> None:
    result = CliRunner().invoke(main, ["serve", "--port", str(page.port)])
    assert result.exit_code == 2
    assert re.fullmatch(r"pyrout: port \d+ is not available \(.*\); choose another with --port\n", result.stderr)


# ---------------------------------------------------------------------------------------------------------------------
# Changes


def changed(*edits: dict[str, Any]) -> set[str]:
    """Return the facts that the changes add, and (with a minus) take away."""
    before = parse(SEVEN).without("expect")
    one, two = set(before.program().splitlines()), set(apply_edits(before, edits).program().splitlines())
    return {*(two - one), *(f"-{fact}" for fact in one - two)}


def test_each_change_changes_what_it_says_and_nothing_else() -> None:
    assert changed({"op": "move", "unit": "g1", "to": "yJ4"}) == {'at(g1,"yJ4").', '-at(g1,"yK5").'}
    assert changed({"op": "status", "unit": "g1", "status": "dm", "on": False}) == {"-status(g1,dm)."}
    assert changed({"op": "status", "unit": "g1", "status": "broken", "on": False}) == {
        "-status(g1,broken).",
        "-status(g1,dm).",
    }
    assert changed({"op": "status", "unit": "a1", "status": "disrupted", "on": True}) == {
        "status(a1,broken).",
        "status(a1,disrupted).",
    }
    assert changed({"op": "status", "unit": "a1", "status": "dm", "on": True}) == {
        "status(a1,broken).",
        "status(a1,dm).",
    }
    assert changed({"op": "number", "unit": "g1", "name": "broken_morale", "value": 7}) == {"broken_morale(g1,7)."}
    led = parse(SEVEN + 'unit(l1,german,leader). at(l1,"yK5").')
    drm = {"op": "number", "unit": "l1", "name": "leadership", "value": -1}
    assert [str(fact) for fact in apply_edits(led, [drm]).of("leadership")] == ["leadership(l1,-1)"]
    with pytest.raises(InstanceError, match="g1 is no leader"):
        apply_edits(led, [{**drm, "unit": "g1"}])
    with pytest.raises(InstanceError, match="from -3 to 1"):
        apply_edits(led, [{**drm, "value": 2}])
    assert changed({"op": "number", "unit": "a1", "name": "firepower", "value": None}) == {"-firepower(a1,6)."}
    with pytest.raises(UsageError, match="would make wrong"):
        apply_edits(parse(SEVEN, "seven.lp"), [{"op": "terrain", "hex": "yK6", "terrain": "woods"}])
    assert changed({"op": "attacker", "value": "german"}) == {"attacker(german).", "-attacker(american)."}
    assert changed({"op": "add", "side": "american", "kind": "squad", "at": "yE2", "normal_range": 6}) == {
        "unit(a3,american,squad).",
        'at(a3,"yE2").',
        "normal_range(a3,6).",
    }
    assert changed({"op": "remove", "unit": "a2"}) == {
        "-unit(a2,american,squad).",
        '-at(a2,"yL4").',
        "-normal_range(a2,6).",
        "-firepower(a2,6).",
    }


# ---------------------------------------------------------------------------------------------------------------------
# The command, and boards


@pytest.mark.slow
def test_the_command_serves_until_it_is_told_to_end() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "pyrout", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as server:
        assert server.stdout is not None and server.stderr is not None
        said = server.stdout.readline()
        found = re.fullmatch(r"pyrout: open http://127\.0\.0\.1:(\d+)/ in a browser; Ctrl-C ends it\n", said)
        assert found
        link = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=30)
        link.request("GET", "/")
        assert link.getresponse().read().startswith(b"<!doctype html>")
        link.close()
        server.send_signal(signal.SIGINT)
        assert server.wait(20) == 0
        assert server.stderr.read() == ""
    until = time.monotonic() + 10
    while time.monotonic() < until and left(server.pid):
        time.sleep(0.1)
    assert not left(server.pid), "all its processes have ended with it"


def left(group: int) -> bool:
    """Return True if a process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.slow
def test_a_unit_that_is_moved_sees_what_the_board_lets_it_see(tmp_path: Path) -> None:
    from vasl_boards import WOODS, Drawing

    board = Drawing(9, 6, "y").fill("C2 C3", WOODS)
    (tmp_path / "bdy").write_bytes(board.archive)
    made = Page(Server(seconds=30, workers=1, boards=tmp_path))
    try:
        _, _, answer = made.ask("GET", "/api/words")
        assert json.loads(answer)["boards"] == ["bdy"]
        text = "\n".join([*facts_of(board), ""]) + (
            "rules(aslsk). side(german). side(russian). attacker(russian). "
            'unit(g1,german,squad). at(g1,"yA3"). status(g1,broken). unit(r1,russian,squad). at(r1,"yG3"). '
            'normal_range(r1,6). los("yA3","yA4",0). los("yG3","yG4",0).'
        )
        move = {"op": "move", "unit": "r1", "to": "yC5"}
        _, blind = made.post("/api/view", {"text": text, "edits": [move]})
        assert "yC5" in blind["blind"][0]
        _, seeing = made.post("/api/view", {"text": text, "edits": [move], "board": "bdy"})
        assert seeing["blind"] == []
        los = set(re.findall(r'^los\("(.*?)","(.*?)",', seeing["text"], re.MULTILINE))
        from_there = {a if b == "yC5" else b for a, b in los if "yC5" in (a, b)}
        assert "yC3" in from_there and "yC1" not in from_there, "the woods in C3 and C2 stand between"
        assert ("yA3", "yA4") in los, "what the position gives stays"
    finally:
        made.close()


def facts_of(board: Any) -> Iterator[str]:
    """The hexes of a board, as lines of an instance."""
    from pyrout.vasl.boards.facts import board_facts

    yield from board_facts(board.map())


# ---------------------------------------------------------------------------------------------------------------------
# For a page that does not wait in the dark


@pytest.mark.slow
def test_a_job_tells_its_steps_and_ends_where_nobody_wants_it(tmp_path: Path) -> None:
    from vasl_boards import Drawing
    from vasl_saves import Save, centre, marker, squad

    from pyrout.serve.jobs import answer

    save = Save()
    save.boards = ["0", "0", "x"]
    save.put(*centre(2, 2), squad("ge", broken=True), marker("DM"))
    save.put(*centre(2, 1), squad("ru"))
    (tmp_path / "game.vsav").write_bytes(save.data())
    Drawing(17, 10, "x").save(tmp_path)
    asked = {"file": str(tmp_path / "game.vsav"), "boards": str(tmp_path)}
    steps: list[tuple[str, int, int]] = []
    reply = answer("import", asked, 30, lambda step: steps.append(tuple(step)) is None)
    assert reply.status == 200
    assert steps[:2] == [("reading the saved game", 0, 0), ("reading board x", 0, 1)]
    position = {"text": json.loads(reply.body)["text"], "boards": str(tmp_path)}
    told: list[str] = []
    assert answer("view", position, 30, lambda step: told.append(step.words) is None).status == 200
    assert [told[0], told[-1]] == ["reading the position", "drawing"] and "solving ge1" in told
    assert answer("view", position, 30, lambda step: step.words == "reading the position").status == 409


def test_a_newer_request_of_a_session_takes_the_place_of_an_older_one() -> None:
    """The job that is being worked out, and one that waits; other sessions are left alone."""
    made = Page(Server(seconds=60, workers=1))
    try:
        made.post("/api/view", {"text": SEVEN})
        with ThreadPoolExecutor(3) as clients:
            first = clients.submit(made.post, "/api/view", {"text": ENDLESS, "session": "one"})
            while not made.server.pool._busy:
                time.sleep(0.02)
            second = clients.submit(made.post, "/api/view", {"text": ENDLESS, "session": "one"})
            while len(made.server._tickets.get("one", [])) < 2 and not first.done():
                time.sleep(0.02)
            other = clients.submit(made.post, "/api/view", {"text": SEVEN, "session": "two"})
            status, _ = made.post("/api/view", {"text": SEVEN, "session": "one"})
            assert status == 200
            assert first.result(30)[0] == second.result(30)[0] == 409
            assert other.result(30)[0] == 200
        assert made.ask("GET", "/api/step?session=one")[2] == b"{}"
    finally:
        made.close()


def test_a_session_is_stopped(page: Page) -> None:
    with ThreadPoolExecutor(1) as clients:
        running = clients.submit(page.post, "/api/view", {"text": ENDLESS, "session": "stopped"})
        while not page.server._tickets.get("stopped"):
            time.sleep(0.02)
        assert page.post("/api/stop?session=stopped", {})[0] == 200
        assert running.result(30)[0] == 409


def test_who_has_the_map_gets_only_what_lies_on_it(page: Page) -> None:
    status, whole = page.post("/api/view", {"text": SEVEN})
    assert status == 200, whole
    move = {"op": "move", "unit": "a2", "to": "yK4"}
    _, found = page.post("/api/view", {"text": SEVEN, "edits": [move], "have": whole["map"]})
    assert found["map"] == whole["map"] and "svg" not in found and "hexes" not in found["view"]
    below, above = found["layers"]
    assert 'data-overlay="g1"' in below and 'data-unit="a2"' in above and "data-hex" not in below + above
    _, other = page.post(
        "/api/view",
        {
            "text": SEVEN,
            "have": whole["map"],
            "edits": [{"op": "derive_los"}, {"op": "terrain", "hex": "yK4", "terrain": "woods"}],
        },
    )
    assert other["map"] != whole["map"] and other["svg"].startswith("<svg")


def test_reasons_are_given_for_one_unit(page: Page) -> None:
    text = SEVEN + 'unit(g2,german,squad). at(g2,"yM6"). status(g2,broken). status(g2,dm).'
    _, view = page.post("/api/view", {"text": text})
    assert [unit["seen"] for unit in view["view"]["units"]] == [None, None]
    status, why = page.post("/api/why", {"text": text, "unit": "g1"})
    assert status == 200, why
    assert set(why["hexes"]) == set(why["seen"]) == set(why["marks"]) == {"g1"}
    assert why["seen"]["g1"]["yJ5"] == ["a1", "a2"]
    assert "yI4 is not a legal destination: it costs 3 MF" in why["marks"]["g1"]


def test_month_and_sides_are_put_right() -> None:
    assert changed({"op": "month", "value": 12}) == {"month(12).", "-month(7)."}
    assert changed({"op": "month", "value": None}) == {"-month(7)."}
    assert changed({"op": "join", "side": "american", "to": "german"}) == {
        "unit(a1,german,squad).",
        "unit(a2,german,squad).",
        "-unit(a1,american,squad).",
        "-unit(a2,american,squad).",
    }
    for value in (0, 13, True, "7"):
        with pytest.raises(UsageError, match="from 1 to 12"):
            changed({"op": "month", "value": value})


def test_what_was_chosen_replaces_facts_and_leaves_comments(page: Page) -> None:
    text = "% say option(revisit,forbid).\n" + SEVEN.replace("rules(aslsk).", "rules(aslsk).option(revisit,forbid).")
    asked = {"text": text, "kind": ".lp", "rules": "asl", "options": {"revisit": "allow"}}
    status, found = page.post("/api/line", asked)
    assert status == 200
    assert found["text"] == "rules(asl).\noption(revisit,allow).\n% say option(revisit,forbid).\n" + SEVEN.replace(
        "rules(aslsk).", ""
    )
    status, found = page.post("/api/line", {**asked, "kind": ""})
    assert "option(revisit,allow)" in found["line"] and "forbid" not in found["line"]


@pytest.mark.slow
def test_a_line_is_written_and_read(page: Page) -> None:
    status, found = page.post("/api/line", {"text": SEVEN})
    assert status == 200 and found["line"].startswith("aslsk; american against german; month 7; ")
    assert found["long"] == "" and len(found["code"]) < 2000
    for line in (found["line"], found["code"]):
        status, again = page.post("/api/of-line", {"line": line})
        facts = set(parse(SEVEN).without("expect").program().splitlines())
        assert status == 200 and set(parse(again["text"], need="facts").program().splitlines()) == facts
    for bad, said in (
        ("", "a line begins with"),
        ("1.zzz", "cannot be unpacked"),
        ("aslsk; american against german; boards q; qK5 german squad", "bdq"),
    ):
        status, found = page.post("/api/of-line", {"line": bad})
        assert status == 422 and said in found["error"] and "\n" not in found["error"]


# ---------------------------------------------------------------------------------------------------------------------
# The whole phase


def test_a_whole_phase_is_explored_and_drawn(page: Page) -> None:
    status, found = page.post("/api/phase", {"text": ROOM_FOR_ONE, "name": "one.lp"})
    assert status == 200, found
    assert found["phase"] == json.loads(json.dumps(pyrout.phase(parse(ROOM_FOR_ONE, "one.lp")).to_json()))
    (side,) = found["sides"]
    assert (side["side"], side["verdict"], side["all"]) == ("german", "all of them can come through", True)
    assert [turn["words"] for turn in side["best"]["turns"]] == ["g1: B2 - B3, 2 MF", "g2: C4 - B4, 1 MF"]
    assert any("g1 can no longer reach B3 [sk-step-stacking]" in line for line in side["matters"])
    assert found["sentences"]["sk-step-stacking"][1].startswith("No step may enter")
    assert found["svg"].startswith("<svg") and "<style" not in found["svg"] and 'data-turn="1"' in found["svg"]


def test_another_order_says_who_is_lost(page: Page) -> None:
    """g2 takes the only place, and g1 has none."""
    asked = {"text": ROOM_FOR_ONE, "order": ["g2", "g1"], "session": "order"}
    status, found = page.post("/api/phase", asked)
    assert status == 200, found
    (side,) = found["sides"]
    assert side["ordered"]["differs"] == "1 fewer than in the best plan"
    assert [(turn["unit"], turn["lost"]) for turn in side["ordered"]["turns"]] == [("g2", False), ("g1", True)]
    assert found["log"] == ["g2: B3", "g1: eliminated"]


def test_the_turns_of_a_phase_are_played_one_by_one(page: Page) -> None:
    text = ROOM_FOR_ONE
    for line in ("g2: B3", "g1: eliminated"):
        status, found = page.post("/api/view", {"text": text, "play": {"line": line}})
        assert status == 200, found
        text = found["text"]
    assert 'at(g2,"B3")' in text and "unit(g1" not in text


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"play": {"line": "g2: B1"}}, "g2: B1: "),
        ({"play": {"line": "g9: B1"}}, "no unit is called"),
        ({"play": {"line": "g1: B3\ng2: B4"}}, "a turn is one line"),
        ({"play": {"line": "nonsense"}}, "cannot parse log line"),
        ({"play": {"line": "g1: B3" + " " * 100_000 + "B4"}}, "a turn is one line"),
    ],
)
def test_a_turn_that_is_not_legal_gets_one_line(page: Page, asked: dict[str, Any], said: str) -> None:
    status, found = page.post("/api/view", {"text": ROOM_FOR_ONE, **asked})
    assert status == 422 and said in found["error"] and "\n" not in found["error"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"order": ["g9"]}, "g9 has no turn in this Rout Phase; there are: g1, g2"),
        ({"order": "g1"}, "order is a list of units"),
        ({"order": [7]}, "order is a list of units"),
        ({"text": "hex(x)."}, "hex"),
    ],
)
def test_a_bad_question_about_a_phase_gets_one_line(page: Page, asked: dict[str, Any], said: str) -> None:
    status, found = page.post("/api/phase", {"text": ROOM_FOR_ONE, **asked})
    assert status == 422 and said in found["error"] and "\n" not in found["error"]


def test_a_phase_that_takes_too_long_says_so() -> None:
    reply = jobs.answer("phase", {"text": ENDLESS}, 0.5)
    assert reply.status == 503 and json.loads(reply.body)["error"].startswith("time limit reached")


def test_a_phase_with_too_many_states_is_told_as_incomplete(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is the part that was explored when the time was over, and says so."""
    monkeypatch.setattr(jobs, "STATES", (4,))
    reply = jobs.answer("phase", {"text": ROOM_FOR_ONE, "name": "few.lp"}, 20)
    found = json.loads(reply.body)
    assert reply.status == 200 and found["complete"] is False and found["sides"][0]["complete"] is False


def test_an_incomplete_phase_is_explored_further_when_it_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not for another order of its turns: that is answered from what is there."""
    asked = {"text": ROOM_FOR_ONE, "name": "further.lp"}

    def complete(**more: object) -> bool:
        reply = jobs.answer("phase", {**asked, **more}, 20)
        assert reply.status == 200, reply.body
        return bool(json.loads(reply.body)["complete"])

    monkeypatch.setattr(jobs, "STATES", (4,))
    assert not complete()
    monkeypatch.setattr(jobs, "STATES", (4, 100))
    assert not complete(order=["g2", "g1"])
    assert complete()
    assert complete(order=["g2", "g1"])


@pytest.mark.slow
def test_a_turn_of_a_phase_has_its_exact_odds() -> None:
    """g1 goes through B3 with broken morale 7: by two dice 14 of 36 pass its NMC without an original 2, 6 pin it next to a2, so
    that it surrenders, 14 reduce it, and a 12 eliminates it."""
    found = json.loads(jobs.answer("phase", {"text": RISKY.replace("rules(aslsk)", "rules(asl)")}, 200).body)
    (side,) = found["sides"]
    assert side["best"]["worth"] == "2 of 2 come through, chance that all come through 7/9, 7½ MF"
    first, second = (turn["words"] for turn in side["best"]["turns"])
    assert first.startswith("g1: B2 - B3 - B4, 4 MF, interdicted in B3; odds: ")
    for odds in ("survives 7/18", "reduced 7/18", "surrenders 1/6", "eliminated 1/36"):
        assert odds in first
    assert second == "g2: C5 - C6 - C7, 3½ MF"
    assert side["best"]["otherwise"] == ["if g1 throws an original 12 in B3 (chance 1/36): g2: C5 - B4, 3 MF"]
