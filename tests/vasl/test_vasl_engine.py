"""The compiled engine of lines of sight: its sources, what it refuses, and that it survives any map."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random
from threading import Thread
from types import ModuleType

import pytest
import wasmtime
from vasl_boards import WOODS, Drawing

from pyrout.vasl import BoardError
from pyrout.vasl.boards.geometry import HexGrid
from pyrout.vasl.sight import compiled, in_browser, los
from pyrout.vasl.sight.los import LineOfSight

ENGINE = Path(los.__file__).parent / "engine"


def test_what_is_compiled_is_of_the_sources_beside_it() -> None:
    parts = [ENGINE / "build.sh", *sorted(ENGINE.glob("*.h")), ENGINE / "los.cc"]
    sources = hashlib.sha256(b"".join(part.read_bytes() for part in parts)).hexdigest()
    compiled_ = hashlib.sha256((ENGINE / "los.wasm").read_bytes()).hexdigest()
    assert (ENGINE / "los.wasm.sum").read_text().split() == [sources, compiled_], f"run {ENGINE}/build.sh"


def test_traits_have_the_places_that_the_engine_gives_them() -> None:
    named = re.findall(r"^    ([A-Z_]+) = 1 << (\d+),", (ENGINE / "map.h").read_text(), re.M)
    assert [(name, str(place)) for place, name in enumerate(los.TRAITS)] == named


def test_the_engine_reaches_nothing_outside() -> None:
    """All that it imports is a notice that its memory grew, and the end of a program."""
    module = wasmtime.Module(wasmtime.Engine(), (ENGINE / "los.wasm").read_bytes())
    assert {needed.name for needed in module.imports} <= {"emscripten_notify_memory_growth", "proc_exit"}


def flat(grid: HexGrid) -> LineOfSight:
    size = max(grid.width, 0) * max(grid.height, 0)
    return LineOfSight(grid, bytes(size), bytes(size))


@pytest.mark.parametrize(
    "grid",
    [
        HexGrid(0, 10, 56.25, 64.5, 0, 32.25, 10, 645),
        HexGrid(20_000, 10, 56.25, 64.5, 0, 32.25, 10, 645),
        HexGrid(3, 3, 0.0, 64.5, 0, 32.25, 100, 100),
        HexGrid(3, 3, float("nan"), 64.5, 0, 32.25, 100, 100),
        HexGrid(3, 3, 56.25, 64.5, float("inf"), 32.25, 100, 100),
        HexGrid(9000, 9000, 56.25, 64.5, 0, 32.25, 100, 100),
    ],
)
def test_sizes_of_no_map_are_refused(grid: HexGrid) -> None:
    with pytest.raises(BoardError, match="too many for LOS; choose fewer boards"):
        flat(grid)


def test_hexes_that_are_not_on_the_map_are_refused() -> None:
    engine = flat(HexGrid(3, 3, 56.25, 64.5, 0.0, 32.25, 113, 193))
    assert not engine.los([0], [9]).blocked[0]
    for pair in ((-1, 0), (0, 10), (1 << 30, 0), (0, -(1 << 31))):
        with pytest.raises(BoardError, match="no LOS for a hex whose centre is off it"):
            engine.los([0, pair[0]], [1, pair[1]])
    with pytest.raises(BoardError, match="no LOS"):
        engine.los([0], [1], [1000], [0])
    # the third column lies off the image
    narrow = flat(HexGrid(3, 3, 56.25, 64.5, 0.0, 32.25, 80, 193))
    with pytest.raises(BoardError, match="no LOS"):
        narrow.los([0], [7])


def test_the_memory_of_an_engine_is_bounded() -> None:
    grid = HexGrid(33, 10, 56.25, 64.5, 0.0, 32.25, 1800, 645)
    limit = re.search(r"MAXIMUM_MEMORY=(\d+)MB", (ENGINE / "build.sh").read_text())
    assert limit and int(limit[1]) << 20 == compiled.MEMORY
    engine = flat(grid)
    assert engine._engine._memory.type(engine._engine._store).limits.max << 16 == compiled.MEMORY


@pytest.mark.slow
def test_any_pixels_on_any_grid_are_answered_or_refused() -> None:
    """The engine ends in no error of its own, and no answer depends on what was asked before."""
    rng, refused = Random(3), 0
    for _ in range(150):
        cols, rows, across, down = rng.randrange(1, 9), rng.randrange(1, 9), rng.uniform(4, 60), rng.uniform(4, 60)
        width, height = (int(size * rng.choice((0.3, 1, 1, 1.3))) + 1 for size in (cols * across, (rows + 1) * down))
        corner = (0.0, down / 2) if rng.random() < 0.5 else (rng.uniform(-30, 30), rng.uniform(-30, 30))
        grid = HexGrid(cols, rows, across, down, *corner, width, height)
        terrain, ground = rng.randbytes(width * height), rng.randbytes(width * height)
        engine = LineOfSight(grid, terrain, ground, inherent_fills=rng.random() < 0.5)
        assert len(engine.table.centre) == grid.count
        pairs = [(rng.randrange(grid.count), rng.randrange(grid.count), rng.randrange(5)) for _ in range(40)]
        answers = []
        for order in (pairs, pairs[::-1]):
            try:
                sight = engine.los(*zip(*order, strict=True))
            except BoardError:
                refused += 1
                break
            answers.append(dict(zip(order, zip(*sight, strict=True), strict=True)))
        assert len(answers) < 2 or answers[0] == answers[1]
    assert 10 < refused < 140


class Browser(ModuleType):
    """An engine as a page registers it, with memory for one instance, in which nothing but `los_fits` works."""

    def __init__(self) -> None:
        super().__init__("pyrout_los")
        self.there: set[int] = set()

    def start(self) -> int:
        if self.there:
            return -1
        self.there.add(7)
        return 7

    def close(self, number: int) -> None:
        self.there.remove(number)

    def call(self, number: int, name: str, *values: float) -> int:
        return 3 if number in self.there and name == "los_fits" else -1


def test_a_browser_without_memory_for_it_ends_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyrout_los", Browser())
    first, line = in_browser.Instance(), "map: is too much for LOS in this browser; choose fewer boards"
    assert first.call("los_fits") == 3
    with pytest.raises(BoardError, match=line):
        in_browser.Instance()
    with pytest.raises(BoardError, match=line):
        first.call("los_room")
    del first
    in_browser.Instance()  # the memory of the first is free again


def test_threads_share_an_engine() -> None:
    board = Drawing(rows=10).fill("D3 E5 F2", WOODS).map()
    src, dst = zip(*product(board.hexes, repeat=2), strict=True)
    engine = board.line_of_sight()
    expected = engine.los(src, dst)
    answers: list[object] = []
    threads = [Thread(target=lambda: answers.append(engine.los(src, dst))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [expected] * 4


def test_a_process_ends_without_a_word() -> None:
    """Its engines are still there then."""
    program = """
from pyrout.vasl.boards.geometry import HexGrid
from pyrout.vasl.sight.los import LineOfSight
grid = HexGrid(3, 3, 56.25, 64.5, 0.0, 32.25, 113, 193)
kept = LineOfSight(grid, bytes(113 * 193), bytes(113 * 193))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="this system does not say how much is used")
@pytest.mark.parametrize(
    ("room", "printed"), [(1024, "read\n"), (100, "map: is too much for LOS in 256 MB; choose fewer boards\n")]
)
def test_a_process_with_little_address_space_has_los_or_one_line(room: int, printed: str) -> None:
    """The engine would rather have 4 GB of addresses for one memory; `room` is in MB."""
    program = f"""
import resource, wasmtime
from pathlib import Path
from pyrout.vasl import BoardError
from pyrout.vasl.sight.compiled import Instance
used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + ({room} << 20),) * 2)
try:
    Instance()
    print("read")
except BoardError as error:
    print(error)
"""
    run = [sys.executable, "-c", program]
    done = subprocess.run(run, capture_output=True, text=True, timeout=60, cwd=Path(__file__).parents[2])
    assert done.returncode == 0, done.stderr
    assert done.stdout == printed
