"""The processes and connections of the server: time limits, queues, sessions, its end."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import uvicorn
from click.testing import CliRunner
from served_page import SEVEN, Served
from tiny import ENDLESS

from pyrout.base.processes import Child
from pyrout.cli import main
from pyrout.serve.app import Server, listening
from pyrout.serve.pool import Pool
from pyrout.serve.reply import Step


def process_of(child: Child) -> subprocess.Popen[bytes]:
    assert child._process
    return child._process


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
        (worker,) = pool._free
        first = process_of(worker.child)
        first.kill()  # while it is idle: nobody is told of it
        assert pool.run("view", {"text": SEVEN}).status == 200
        assert first.poll() is not None and process_of(worker.child) is not first
        with ThreadPoolExecutor(1) as other:
            waiting = other.submit(pool.run, "view", {"text": ENDLESS})
            while not pool._busy:
                time.sleep(0.01)
            time.sleep(0.5)
            for busy in tuple(pool._busy):
                process_of(busy.child).kill()  # over its job: that is said, for it may be the job's doing
            assert waiting.result(20).status == 503
        assert pool.run("view", {"text": SEVEN}).status == 200
    finally:
        pool.close()


def test_after_so_many_jobs_a_process_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrout.serve.pool.JOBS_EACH", 2)
    pool = Pool(1, 30)
    try:
        (worker,) = pool._free
        used = []
        for _ in range(3):
            used.append(process_of(worker.child).pid)
            assert pool.run("new", {}, key="one").status == 200
        assert used[0] == used[1] != used[2]
        assert list(worker.lately) == ["one"] and worker.done == 1
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
    assert worker.child._process is None
    assert pool._free == [] and not pool._busy


@pytest.mark.slow
def test_who_goes_away_leaves_the_queue() -> None:
    """One process, which is busy; two more wait and go away, and the next is answered as if they had never been."""
    made = Served(Server(seconds=60, workers=1))
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


@pytest.mark.slow
@pytest.mark.parametrize("requests", [0, 6])
def test_ctrl_c_ends_it_whatever_is_in_work(requests: int) -> None:
    """With requests in work and more in the queue, and a connection that says nothing: it has ended before any of them could
    be done, and leaves no process."""
    with subprocess.Popen(
        [sys.executable, "-m", "pyrout", "serve", "--port", "0", "--timeout", "300", "--no-token"],
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
def test_many_clients_at_once_all_get_their_own_answer(page: Served) -> None:
    def client(number: int) -> bool:
        to = ["yK4", "yJ4", "yJ5", "yL5"][number % 4]
        status, reply = page.post("/api/view", {"text": SEVEN, "edits": [{"op": "move", "unit": "g1", "to": to}]})
        return status == 200 and reply["view"]["counters"]["g1"]["at"] == to

    with ThreadPoolExecutor(8) as clients:
        assert all(clients.map(client, range(16)))


@pytest.mark.slow
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
            assert (seen.read_text() == f"{address}&edit") if opens else not seen.exists()
        finally:
            server.terminate()
            server.wait(10)


def test_the_port_must_be_free(page: Served) -> None:
    result = CliRunner().invoke(main, ["serve", "--port", str(page.port)])
    assert result.exit_code == 2
    assert re.fullmatch(r"pyrout: port \d+ is not available \(.*\); choose another with --port\n", result.stderr)


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
        where = r"http://127\.0\.0\.1:(\d+)(/\?token=[\w-]{22})"
        match = re.fullmatch(rf"pyrout: open {where} in a browser; Ctrl-C ends it\n", said)
        assert match
        link = http.client.HTTPConnection("127.0.0.1", int(match[1]), timeout=30)
        link.request("GET", "/")
        refused = link.getresponse()
        assert refused.status == 403 and refused.read()
        link.request("GET", match[2])
        known = link.getresponse()
        cookie = known.headers["Set-Cookie"].partition(";")[0]
        known.read()
        link.request("GET", "/", headers={"Cookie": cookie})
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
    asked = {"files": [str(tmp_path / "game.vsav")], "boards": str(tmp_path)}
    steps: list[Step] = []

    def hear(step: Step) -> bool:
        steps.append(step)
        return True

    reply = answer("import", asked, 30, hear)
    assert reply.status == 200
    assert steps[:2] == [("reading the saved game", 0, 0), ("reading board x", 0, 1)]
    position = {"text": json.loads(reply.body)["text"], "boards": str(tmp_path)}
    steps.clear()
    assert answer("view", position, 30, hear).status == 200
    told = [step.words for step in steps]
    assert [told[0], told[-1]] == ["reading the position", "drawing"] and "solving ge1" in told
    assert answer("view", position, 30, lambda step: step.words == "reading the position").status == 409


@pytest.mark.slow
def test_a_newer_request_of_a_session_takes_the_place_of_an_older_one() -> None:
    """The job that is being worked out, and one that waits; other sessions are left alone."""
    made = Served(Server(seconds=60, workers=1))
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


def test_a_session_is_stopped(page: Served) -> None:
    with ThreadPoolExecutor(1) as clients:
        running = clients.submit(page.post, "/api/view", {"text": ENDLESS, "session": "stopped"})
        while not page.server._tickets.get("stopped"):
            time.sleep(0.02)
        assert page.post("/api/stop?session=stopped", {})[0] == 200
        assert running.result(30)[0] == 409
