"""The collector of cycles: seldom while something is worked out, as before afterwards."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import pyrout
from pyrout.base.memory import seldom_collected

EXAMPLE = Path(__file__).parents[2] / "instances/aslsk/example-07.lp"


@pytest.fixture(autouse=True)
def thresholds() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_the_threshold_is_that_of_before_afterwards() -> None:
    gc.set_threshold(701, 11, 12)
    with seldom_collected():
        assert gc.get_threshold()[0] > 10_000
        with seldom_collected():
            assert gc.get_threshold()[0] > 10_000
        assert gc.get_threshold()[0] > 10_000
    assert gc.get_threshold() == (701, 11, 12)


def test_an_error_changes_nothing() -> None:
    gc.set_threshold(701, 11, 12)
    with pytest.raises(pyrout.UsageError):
        pyrout.check(pyrout.load(EXAMPLE), "g1", [])
    assert gc.get_threshold() == (701, 11, 12)


def test_who_never_collects_goes_on_so() -> None:
    gc.set_threshold(0)
    with seldom_collected():
        assert gc.get_threshold()[0] == 0
    assert gc.get_threshold()[0] == 0


def test_threads_that_overlap_leave_the_threshold_of_before() -> None:
    gc.set_threshold(701, 11, 12)
    inside, leave = threading.Event(), threading.Event()

    def other() -> None:
        with seldom_collected():
            inside.set()
            leave.wait(10)

    thread = threading.Thread(target=other)
    with seldom_collected():
        thread.start()
        inside.wait(10)
    assert gc.get_threshold()[0] > 10_000, "the other thread is inside"
    leave.set()
    thread.join(10)
    assert gc.get_threshold() == (701, 11, 12)
