"""Measure the product beside the brute-force enumerator on the same positions.

    python tests/bench/benchmark.py [--rounds 5] [--quick]

Every figure is taken side by side in one process, the two programs in turn, and the best of the rounds counts; the ratio
is the product's time over the enumerator's. Parsing the instance belongs to both. Bare clingo gets the finished rout graph
as facts, and only enumerates it: no Python sees a route. The cold start compares whole processes: `pyrout solve` on
example 7 with a Python that imports clingo and click.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).parents[1] / name) for name in ("helpers", "oracles", "bench")]

import argparse
import collections
import random
import resource
import statistics
import subprocess
import time
from collections.abc import Callable

import clingo
import enumerator
import enumerator_asl
from agreement import broken_only
from positions import random_position
from positions_asl import draw_position

import pyrout
from pyrout.hexes.solver import Solver
from pyrout.program import control, route_program, rule_sets
from pyrout.question import ask

EXAMPLES = Path(__file__).parents[2] / "instances" / "aslsk"
BOARD = 33, 10  # columns and rows of a standard board


def product(text: str) -> int:
    """Routes found by the product, without the reasons that exclude other hexes, which the enumerator does not give."""
    return sum(unit.routes_total for unit in pyrout.solve(pyrout.parse(text), excluded=False, volunteers=False).units)


def brute_force(text: str) -> int:
    """Routes found by the enumerator."""
    return sum(len(answer.routes) for answer in enumerator.solve(text).values())


def brute_force_asl(text: str) -> int:
    """Count the routes by the enumerator of full ASL."""
    return sum(len(answer.routes) for answer in broken_only(enumerator_asl.solve(text)).values())


def best(work: Callable[[str], int], texts: list[str]) -> tuple[float, int]:
    began = time.perf_counter()
    routes = sum(map(work, texts))
    return time.perf_counter() - began, routes


def compare(name: str, texts: list[str], rounds: int, other: Callable[[str], int] = brute_force) -> None:
    """Prints a row: milliseconds for a position, ratio, routes for a position, routes a second of the product."""
    ours, theirs = [], []
    routes = expected = 0
    for _ in range(rounds):
        seconds, routes = best(product, texts)
        ours.append(seconds)
        seconds, expected = best(other, texts)
        theirs.append(seconds)
    ratio = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
    per = 1000 / len(texts)
    note = "" if routes == expected else f"  THE COUNTS DIFFER: {expected}"
    print(
        f"{name:34} {min(ours) * per:9.1f} {min(theirs) * per:9.1f} {ratio:7.2f} {routes / len(texts):9.1f}"
        f" {routes / min(ours):9.0f}{note}",
        flush=True,
    )


def hex_name(column: int, row: int) -> str:
    return f"x{column}-{row}"


def field(columns: int, rows: int, *, routers: int, enemies: int, seed: int = 1, cover: float = 0.15) -> str:
    """A board of open ground with scattered cover; routers on one half, enemies on the other, clear LOS between most."""
    rnd = random.Random(seed)
    cells = [(c, 2 * r + (c % 2 == 0)) for c in range(columns) for r in range(rows)]
    lines = ["rules(aslsk). side(german). side(american). attacker(american). month(7)."]
    for c, r in cells:
        kind = "woods" if rnd.random() < cover else rnd.choice(["open_ground"] * 5 + ["orchard", "grain", "brush"])
        lines.append(f'hex("{hex_name(c, r)}",{c},{r}). terrain("{hex_name(c, r)}",{kind}).')
    middle = sorted(cells, key=lambda cell: (abs(cell[0] - columns // 2) + abs(cell[1] - rows), cell))
    homes = [middle[0], *rnd.sample(cells, min(routers, len(cells)))][:routers]
    places = rnd.sample([cell for cell in cells if cell not in homes], enemies)
    for number, (c, r) in enumerate(homes):
        lines.append(f'unit(g{number},german,half_squad). at(g{number},"{hex_name(c, r)}").')
        lines.append(f"status(g{number},broken). status(g{number},dm).")
    for number, (c, r) in enumerate(places):
        lines.append(f'unit(a{number},american,squad). at(a{number},"{hex_name(c, r)}"). normal_range(a{number},6).')
        for d, s in cells:
            if (d, s) != (c, r) and rnd.random() < 0.4:
                lines.append(f'los("{hex_name(c, r)}","{hex_name(d, s)}",{rnd.choice([0, 0, 1])}).')
    return "\n".join(lines)


def many_routes(number: int) -> list[str]:
    """Random positions with one router that has over 500 routes."""
    texts: list[str] = []
    seed = 0
    while len(texts) < number:
        seed += 1
        text = field(13, 7, routers=1, enemies=1 + seed % 3, seed=seed, cover=0.04)
        if brute_force(text) > 500:
            texts.append(text)
    return texts


def by_asl(text: str) -> str:
    """A position of the Starter Kit, to be answered by the full rules."""
    return text.replace("rules(aslsk)", "rules(asl)")


def random_asl(number: int) -> list[str]:
    """Random positions of the full rules that the product does not refuse."""
    texts: list[str] = []
    seed = 0
    while len(texts) < number:
        seed += 1
        text = draw_position(random.Random(seed), max_radius=2)
        try:
            product(text)
        except pyrout.PyroutError:
            continue
        texts.append(text)
    return texts


def bare_clingo(name: str, texts: list[str], rounds: int) -> None:
    """Prints a row of `compare` with bare clingo on the product's finished graphs in place of the enumerator."""
    rules = rule_sets.program("aslsk", "route")
    graph = (("transition", 3), ("end_node", 3), ("origin", 2), ("occupies", 4), ("revisit_slot", 3), ("stays_in", 5))
    programs: dict[str, list[str]] = {}
    for text in texts:
        solver = Solver(ask(pyrout.parse(text)))
        solver.prepare(*solver.routers)
        programs[text] = []
        for unit in solver.routers:
            world, u = solver.world_of(unit), solver.symbol(unit)
            if any(world.of(u, "has_route", 1)):
                facts = ((name, args[1:]) for name, arity in graph for args in world.of(u, name, arity))
                programs[text].append(rules + "".join(f"{name}({','.join(map(str, args))})." for name, args in facts))

    def enumerate_(text: str) -> int:
        routes = 0
        for program in programs[text]:
            control = clingo.Control(["0", "--warn=none"], message_limit=1)
            control.add("base", [], program)
            control.ground([("base", [])])
            control.solve()
            routes += int(control.statistics["summary"]["models"]["enumerated"])
        return routes

    compare(name, texts, rounds, enumerate_)


def cold_start(rounds: int) -> None:
    solve = [sys.executable, "-m", "pyrout", "solve", str(EXAMPLES / "example-07.lp")]
    bare = [sys.executable, "-c", "import clingo, click"]
    ratios, seconds = [], []
    for _ in range(rounds + 1):
        times = []
        for command in (solve, bare):
            began = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)
            times.append(time.perf_counter() - began)
        ratios.append(times[0] / times[1])
        seconds.append(times)
    ours, theirs = (1000 * statistics.median(column) for column in zip(*seconds[1:], strict=True))
    ratio = statistics.median(ratios[1:])
    print(f"cold start: {ours:.0f} ms; a Python that imports clingo and click: {theirs:.0f} ms; ratio {ratio:.2f}")


def stages(texts: list[str], rounds: int) -> None:
    """Return the time of each stage of the product, in milliseconds for a position."""
    spent: collections.defaultdict[str, float] = collections.defaultdict(float)
    plain_ground, plain_init = control.World.ground, control.SharedControl.__init__
    plain_walk, plain_each = route_program.Walk.__init__, route_program.Walk.each

    def clocked(name: str | None, plain: Callable[..., object]) -> Callable[..., object]:
        def run(self: control.World, *args: object) -> object:
            began = time.perf_counter()
            result = plain(self, *args)
            spent[name or f"ground {args[0][0]}"] += time.perf_counter() - began  # type: ignore[index]
            return result

        return run

    control.World.ground = clocked(None, plain_ground)  # type: ignore[method-assign,assignment]
    control.SharedControl.__init__ = clocked("parse the rules and the facts (clingo)", plain_init)  # type: ignore[method-assign,assignment]
    route_program.Walk.__init__ = clocked("ground the walks", plain_walk)  # type: ignore[method-assign,assignment]
    route_program.Walk.each = clocked("walk and read routes", plain_each)  # type: ignore[method-assign,assignment]
    began = time.perf_counter()
    for _ in range(rounds):
        for text in texts:
            read = time.perf_counter()
            instance = pyrout.parse(text)
            spent["read the instance (Python)"] += time.perf_counter() - read
            pyrout.solve(instance, excluded=False)
    spent["everything else"] = time.perf_counter() - began - sum(spent.values())
    control.World.ground, control.SharedControl.__init__ = plain_ground, plain_init  # type: ignore[method-assign]
    route_program.Walk.__init__, route_program.Walk.each = plain_walk, plain_each  # type: ignore[method-assign]
    names = {
        "base": "position and routers",
        "choice": "further legs",
        "ends": "ends and graph",
    }
    for name, seconds in sorted(spent.items(), key=lambda stage: -stage[1]):
        shown = "ground: " + names.get(name[7:], name[7:]) if name.startswith("ground ") else name
        print(f"  {shown:42} {1000 * seconds / rounds / len(texts):7.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="fewer and smaller positions")
    options = parser.parse_args()
    rounds, few = options.rounds, options.quick
    examples = [path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*.lp"))]
    product(examples[0])
    print(f"{'positions':34} {'pyrout ms':>9} {'brute ms':>9} {'ratio':>7} {'routes':>9} {'routes/s':>9}")
    compare("the examples of the article", examples, rounds)
    singles = [field(11, 6, routers=1, enemies=4, seed=seed) for seed in range(10 if few else 30)]
    compare("one router, 66 hexes, 4 enemies", singles, rounds)
    compare("random positions", [random_position(seed) for seed in range(20 if few else 60)], rounds)
    many = many_routes(2 if few else 6)
    compare("one router, over 500 routes", many, rounds)
    for routers in (1, 5, 20):
        compare(f"{routers} routers, 17 x 10 hexes, 8 enemies", [field(17, 10, routers=routers, enemies=8)], rounds)
    for enemies in (1, 10, 40):
        compare(f"{enemies} enemies, 17 x 10 hexes", [field(17, 10, routers=1, enemies=enemies)], rounds)
    for columns, rows in ((13, 7), (17, 10), BOARD):
        compare(f"{columns} x {rows} hexes, 8 enemies", [field(columns, rows, routers=1, enemies=8)], rounds)
    examples_asl = [by_asl(text) for text in examples]
    compare("the examples, rules asl", examples_asl, rounds, brute_force_asl)
    compare("one router, 66 hexes, rules asl", [by_asl(text) for text in singles], rounds, brute_force_asl)
    compare("random positions, rules asl", random_asl(10 if few else 40), rounds, brute_force_asl)
    print(f"\n{'finished graphs':34} {'pyrout ms':>9} {'clingo ms':>9} {'ratio':>7} {'routes':>9} {'routes/s':>9}")
    bare_clingo("the examples of the article", examples, rounds)
    bare_clingo("one router, over 500 routes", many, rounds)
    print("\nwhere the time goes, examples of the article, ms for a position")
    stages(examples, rounds)
    print()
    cold_start(rounds)
    print(f"peak memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
