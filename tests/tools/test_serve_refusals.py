"""Requests that the server of the page refuses: other pages, paths of the machine, bad values, bad files."""

from __future__ import annotations

import json
import random
import re
import socket
import sys
from pathlib import Path
from typing import Any

import pytest
from served_page import ROOT, SEVEN, Served

from pyrout.errors import UsageError
from pyrout.serve import jobs
from pyrout.serve.app import Server, listening
from pyrout.serve.edits import _EDITS


def test_everything_comes_with_headers_that_lock_the_page_in(page: Served) -> None:
    for path in ("/", "/page.js", "/edit.js", "/page.css", "/api/words", "/nothing"):
        _, headers, _ = page.ask("GET", path)
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


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
def test_requests_of_other_pages_are_refused(page: Served, headers: dict[str, str]) -> None:
    sent = {"X-Pyrout": "1", "Content-Type": "application/json", **headers}
    for method, path, body in (("GET", "/", None), ("GET", "/api/words", None), ("POST", "/api/view", b"{}")):
        status, _, answer = page.ask(method, path, body, sent)
        assert status == 403
        assert json.loads(answer)["error"].startswith("this server answers only")


def test_a_form_of_another_page_cannot_post(page: Served) -> None:
    body = json.dumps({"text": SEVEN}).encode()
    status, _, _ = page.ask("POST", "/api/view", body, {"Content-Type": "text/plain"})
    assert status == 403
    status, _, _ = page.ask("POST", "/api/view", body, {"Content-Type": "text/plain", "X-Pyrout": "1"})
    assert status == 415


def test_the_page_itself_may_ask(page: Served) -> None:
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


def test_another_address_must_be_one_of_this_machine() -> None:
    for host, said in (
        ("0.0.0.0", "--host 0.0.0.0: is no single address; name the address that this machine has"),
        ("::", "--host ::: is no single address; name the address that this machine has"),
        ("192.0.2.7", "--host 192.0.2.7: is no address of this machine; name the address"),  # of no machine at all
        ("phone.local", "--host phone.local: is no address; name the address"),
    ):
        with pytest.raises(UsageError) as refused:
            listening(0, host)
        assert str(refused.value).startswith(said)
    with listening(0, "127.0.0.2") as sock:
        assert sock.getsockname()[0] == "127.0.0.2"


def test_at_another_address_only_requests_for_it_are_answered() -> None:
    served = Served(Server(seconds=20, workers=1))
    try:
        served.server.at(served.port, "192.0.2.7")
        own = f"192.0.2.7:{served.port}"
        for host, origin, expected in (
            (own, f"http://{own}", 200),
            (f"127.0.0.1:{served.port}", None, 403),
            (f"localhost:{served.port}", None, 403),
            (own, "http://192.0.2.8", 403),
            (f"evil.example:{served.port}", None, 403),
        ):
            headers = {"Host": host, **({"Origin": origin} if origin else {})}
            assert served.ask("GET", "/", headers=headers)[0] == expected, (host, origin)
        served.server.at(served.port, "::1")
        assert served.ask("GET", "/", headers={"Host": f"[::1]:{served.port}"})[0] == 200
    finally:
        served.close()


def test_only_a_browser_that_was_given_the_token_uses_the_page() -> None:
    """Another user of the machine sends the right headers and has no token; the cookie of another page's port is no key."""
    served = Served(Server(seconds=20, workers=1, token="right-one"))
    asked = json.dumps({"text": SEVEN}).encode()
    sent = {"X-Pyrout": "1", "Content-Type": "application/json"}

    def view(**more: str) -> int:
        return served.ask("POST", "/api/view", asked, {**sent, **more})[0]

    try:
        for path in ("/", "/page.js", "/api/words", "/api/step", "/?token=", "/?token=wrong-one", "/?token=%ff"):
            status, _, answer = served.ask("GET", path)
            assert status == 403 and "open the whole address" in json.loads(answer)["error"], path
        assert view() == 403
        status, headers, _ = served.ask("GET", "/?token=right-one&edit")
        assert (status, headers["location"]) == (303, "/?edit"), "the token does not stay in the address"
        elsewhere = served.ask("GET", "//evil.example/?token=right-one")[1]["location"]
        assert elsewhere == "/evil.example/", "an address of the page leads to no other server"
        cookie = headers["set-cookie"].partition(";")[0]
        assert "httponly" in headers["set-cookie"].lower() and "samesite=strict" in headers["set-cookie"].lower()
        assert served.ask("GET", "/", headers={"Cookie": cookie})[0] == 200
        assert view(Cookie=cookie) == 200
        name, _, value = cookie.partition("=")
        assert view(Cookie=f"{name}=wrong-one") == 403
        assert view(Cookie=f"{name}1={value}") == 403
        assert view(Cookie=cookie, Origin="http://evil.example") == 403
    finally:
        served.close()


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
def test_no_path_of_the_machine_can_be_read(page: Served, path: str) -> None:
    with socket.create_connection(("127.0.0.1", page.port), timeout=10) as link:
        link.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{page.port}\r\nConnection: close\r\n\r\n".encode())
        got = b""
        while piece := link.recv(65536):
            got += piece
    assert int(got.split()[1]) in (400, 404)
    assert b"root:" not in got
    assert str(ROOT).encode() not in got


@pytest.mark.parametrize("key", ["archive", "file", "boards", "folders", "board"])
def test_requests_name_no_files(page: Served, key: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("rules(aslsk). % TOP SECRET")
    _, reply = page.post("/api/view", {"text": SEVEN, key: str(secret), "name": str(secret)})
    said = json.dumps(reply)
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
def test_bad_requests_get_one_line(page: Served, value: object, expected: int) -> None:
    status, reply = page.post("/api/view", value)
    assert status == expected
    if status != 200:
        assert set(reply) == {"error"}
        assert "\n" not in reply["error"] and "Traceback" not in reply["error"]
        assert str(ROOT) not in reply["error"]


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
def test_what_goes_into_a_line_passes_the_door(page: Served, kind: str, asked: dict[str, Any], said: str) -> None:
    status, reply = page.post("/api/line", {"text": SEVEN, "name": "seven.lp", "kind": kind, **asked})
    assert status == 422
    assert reply["error"].startswith(said)


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


@pytest.mark.slow
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
        reply = jobs.answer(job, request, 120)
        assert reply.status in (200, 422), (job, request, reply)


@pytest.mark.parametrize("kind", [[], {}, ["."], None, 7, ".exe", ""], ids=str)
def test_a_kind_of_file_that_there_is_not_gets_one_line(page: Served, kind: object) -> None:
    status, reply = page.post("/api/draw", {"text": SEVEN, "kind": kind})
    assert (status, reply) == (422, {"error": "kind is one of .svg, .png, .html"})


def test_a_bad_board_leaves_the_board_of_that_name(tmp_path: Path) -> None:
    from vasl_boards import WOODS, Drawing

    good = Drawing(9, 6, "y").fill("C2 C3", WOODS).archive
    (tmp_path / "bdy").write_bytes(good)
    made = Served(Server(seconds=30, workers=1, boards=tmp_path))
    try:

        def opened(name: str, contents: bytes) -> tuple[int, Any]:
            return made.post(f"/api/board?name={name}", contents, Content_Type="application/octet-stream")

        kept = made.server.uploads.boards / "bdy"
        for _ in range(2):  # the player's own, and then one that was opened in its place
            status, reply = opened("bdy", b"junk")
            assert status == 422
            assert reply["error"].startswith("bdy")
            assert "pyrout-" not in reply["error"] and "fresh" not in reply["error"]
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

    made = Served(Server(seconds=30, workers=1))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, before[1]))
    try:
        for path in ("/api/board?name=bdy", "/api/import?name=game.vsav"):
            status, reply = made.post(path, b"x" * 100, Content_Type="application/octet-stream")
            assert status == 422
            assert reply["error"].endswith("cannot be kept (File too large); make room on the disk of this machine")
        assert [path for path in made.server.uploads.root.rglob("*") if path.is_file()] == []
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        made.close()


def test_bad_uploads_get_the_lines_of_the_commands(page: Served) -> None:
    for path, said in (
        ("/api/import?name=a.vsav", "a.vsav"),
        ("/api/board?name=bdq", "is not a board archive"),
        ("/api/board?name=..%2Fbdq", "a board archive is called as VASL does"),
        ("/api/board?name=evil%2F..%2F..%2Fx", "a board archive is called as VASL does"),
    ):
        status, reply = page.post(path, b"PK no zip", Content_Type="application/octet-stream")
        assert status == 422
        assert said in reply["error"]
        assert "pyrout-" not in reply["error"] and "/tmp" not in reply["error"]
    assert page.server.uploads.names() == []


def test_at_port_80_the_address_has_no_port() -> None:
    server = Server(workers=0)
    server.at(80, "::1")
    server.close()
    assert {"[::1]", "[::1]:80", "localhost"} <= server.hosts


def test_uploads_have_a_limit(page: Served) -> None:
    status, _, answer = page.ask("POST", "/api/view", None, {"X-Pyrout": "1", "Content-Length": str(1 << 40)})
    assert status == 413
    assert "more than 8 MB" in json.loads(answer)["error"]
    status, _ = page.post("/api/view", b"x" * (9 << 20))
    assert status == 413


def test_slow_uploads_are_given_up(page: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    from pyrout.serve import app

    monkeypatch.setattr(app.body, "__defaults__", (0.5,))
    with socket.create_connection(("127.0.0.1", page.port), timeout=20) as link:
        link.sendall(
            f"POST /api/view HTTP/1.1\r\nHost: 127.0.0.1:{page.port}\r\nX-Pyrout: 1\r\nContent-Length: 100\r\n\r\nabc".encode()
        )
        assert b" 408 " in link.recv(65536)


@pytest.mark.parametrize("said", ["9999999999999999", "0000000000999999999", "99999999999999999999"])
def test_a_length_beyond_all_limits_is_refused_at_once(page: Served, said: str) -> None:
    """Without waiting for what never comes."""
    with socket.create_connection(("127.0.0.1", page.port), timeout=20) as link:
        head = (
            f"POST /api/view HTTP/1.1\r\nHost: 127.0.0.1:{page.port}\r\nX-Pyrout: 1\r\nContent-Length: {said}\r\n\r\n"
        )
        link.sendall(head.encode())
        assert re.match(rb"HTTP/1.1 4(00|13) ", link.recv(65536))
