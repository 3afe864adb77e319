"""A process that answers messages: what its replies are, and what becomes of it where it dies, is late or unwanted."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator

import pytest
from tiny import ENDLESS, facts_of

from pyrout.base.processes import Child, Died
from pyrout.serve import jobs
from pyrout.serve.pool import STEP, Pool
from pyrout.serve.requests import REQUESTS

SMALL = facts_of("A1. A2. A3w", "g1:squad@A2 broken dm; a1:squad@A1", "A1-A2 A1-A3")


@pytest.fixture
def child() -> Iterator[Child]:
    made = Child("serve.pool")
    yield made
    made.close()


def view(text: str, seconds: float = 30.0) -> bytes:
    return json.dumps(["view", {"text": text}, seconds]).encode()


def words(child: Child, message: bytes, **more: object) -> list[str]:
    """Return the words of the replies to a message, without what the process is at."""
    return [word for word, _ in child.ask(message, **more) if word != STEP]  # type: ignore[arg-type]


def test_a_message_has_its_replies(child: Child) -> None:
    assert [words(child, view(text)) for text in (SMALL, "nonsense(", SMALL)] == [
        ["200 application/json"],
        ["422 application/json"],
        ["200 application/json"],
    ]


def test_who_dies_before_the_message_is_asked_again_and_who_dies_over_it_is_not(child: Child) -> None:
    assert words(child, view(SMALL))
    assert child._process
    child._process.kill()
    assert words(child, view(SMALL)) == ["200 application/json"]

    def kill_at_first_step() -> None:
        for _ in child.ask(view(ENDLESS, 300), 300):
            assert child._process
            child._process.kill()

    with pytest.raises(Died) as died:
        kill_at_first_step()
    assert not died.value.late
    assert words(child, view(SMALL)) == ["200 application/json"]


def test_who_is_late_is_killed(child: Child) -> None:
    with pytest.raises(Died) as died:
        words(child, view(ENDLESS, 300), seconds=0.5, grace=0.1)
    assert died.value.late


def test_an_answer_that_nobody_reads_to_its_end_is_not_that_of_the_next_message(child: Child) -> None:
    replies = child.ask(view(ENDLESS, 300), 300)
    assert next(replies)[0] == STEP
    replies.close()  # type: ignore[attr-defined]
    assert words(child, view(SMALL)) == ["200 application/json"]


@pytest.mark.parametrize("before", [True, False])
def test_what_nobody_wants_is_given_up(child: Child, before: bool) -> None:
    """It may be said before the message has reached the process, or while that works."""
    unwanted = threading.Event()
    if before:
        unwanted.set()
    said = []
    with contextlib.suppress(Died):  # it may give up by itself, too
        for word, _ in child.ask(view(ENDLESS, 300), 300, unwanted=unwanted):
            said += [word] * (word != STEP)
            if not unwanted.is_set():
                unwanted.set()
                child.stop(unwanted)
    assert said in ([], ["409 application/json"])
    child.stop(unwanted)  # comes too late, and stops nothing
    assert words(child, view(SMALL)) == ["200 application/json"]


def test_a_process_that_cannot_be_started_costs_its_message_only(
    child: Child, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert child._process
    child._process.kill()
    with monkeypatch.context() as patch:
        patch.setattr("subprocess.Popen", lambda *args, **more: (_ for _ in ()).throw(OSError("no room")))
        with pytest.raises(Died):
            words(child, view(SMALL))
    assert child._process is None
    assert words(child, view(SMALL)) == ["200 application/json"]


def test_each_request_of_the_page_has_its_job() -> None:
    assert jobs._JOBS.keys() == REQUESTS.keys()
    pool = Pool(0, 1)
    pool.close()
    assert json.loads(pool.run("view", {}).body)["error"] == "the server is being ended"
