"""Measure whole commands, beside another commit of this repository and beside the enumerators.

    python tests/bench/benchmark_commands.py [--against COMMIT] [--rounds 3] [--quick]

Each row is a whole process, in CPU seconds (all its threads), the best of the rounds; in a round all are run in turn:

  one small position      `pyrout solve` of an example of the article
  hundreds of routes      `pyrout solve --json` of a map with a ring of woods around the squad
  40 of full ASL          `pyrout solve --ndjson` of 40 generated positions of mixed kinds
  100 of the Starter Kit  the same of 100
  readings                `pyrout solve --compare-options` of a generated position of full ASL
  agreement               `pyrout verify` of the 40 and of the rulings

`--against` takes that commit into a folder of its own (a git worktree, removed afterwards) and says how often quicker this
state is. The enumerators answer the positions of `hundreds`, `40` and `100` in one process, for what clingo costs. Saved
games are in `benchmark_saves.py`. No entry that is kept on disk is from before: both begin with an empty cache, which the
first round fills.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).parents[1] / name) for name in ("helpers", "oracles", "bench")]

import argparse
import json
import subprocess
import tempfile
from collections.abc import Iterator

from processes import spent

HERE = Path(__file__).parents[2]
INSTANCES = HERE / "instances"
ENUMERATE = """
import sys
sys.path[:0] = sys.argv[2:5]
import enumerator, enumerator_asl
module = {"asl": enumerator_asl, "aslsk": enumerator}[sys.argv[1]]
for name in sys.argv[5:]:
    try:
        module.solve(open(name, encoding="utf-8").read())
    except ValueError:
        pass
"""


def mixed(rules: str, count: int, folder: Path) -> list[str]:
    """Write so many generated positions, of every kind in turn, into files: an earlier state may know no corpora."""
    kinds: dict[str, list[dict[str, str]]] = {}
    for raw in (INSTANCES / "generated" / f"{rules}.jsonl").read_text("utf-8").splitlines():
        line = json.loads(raw)
        kinds.setdefault(line["kind"], []).append(line)
    longest = max(map(len, kinds.values()))
    mixture = [lines[n] for n in range(longest) for lines in kinds.values() if n < len(lines)][:count]
    for line in mixture:
        (folder / f"{rules}-{line['id']}.lp").write_text(line["position"], "utf-8")
    return [str(folder / f"{rules}-{line['id']}.lp") for line in mixture]


def open_ground() -> Iterator[str]:
    """A map of radius 6, open but for a ring of woods, in which a squad in the middle has 390 routes."""
    yield 'rules(aslsk). side(a). side(b). attacker(a). unit(u1,b,squad). at(u1,"G7"). status(u1,broken). status(u1,dm).'
    yield 'unit(e1,a,squad). at(e1,"G1"). normal_range(e1,4). los("G1","G7",0).'
    for column in range(13):
        for row in range(1, 27):
            away = abs(column - 6) + max(0, (abs(row - 13) - abs(column - 6)) // 2)
            if (column + row) % 2 and away <= 6:
                name = f"{chr(65 + column)}{(row + 1) // 2}"
                yield f'hex("{name}",{column},{row}). terrain("{name}",{"woods" if away == 4 else "open_ground"}).'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", metavar="COMMIT")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="two rounds, and a quarter of the positions")
    args = parser.parse_args()
    part = 4 if args.quick else 1
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        many = work / "many.lp"
        many.write_text("\n".join(open_ground()))
        asl, kit = mixed("asl", 40 // part, work), mixed("aslsk", 100 // part, work)
        small = str(INSTANCES / "aslsk" / "example-01.lp")
        rulings = list(map(str, sorted((INSTANCES / "rulings").glob("*.lp"))))[::part]
        rows = {
            "one small position": ["solve", small],
            "hundreds of routes": ["solve", "--json", str(many)],
            f"{len(asl)} of full ASL": ["solve", "--ndjson", *asl],
            f"{len(kit)} of the Starter Kit": ["solve", "--ndjson", *kit],
            "readings": ["solve", "--compare-options", asl[0]],
            "agreement": ["verify", *asl, *rulings],
        }
        paths = [str(HERE / "tests" / name) for name in ("oracles", "helpers", "bench")]
        enumerated = {
            "hundreds of routes": ["aslsk", *paths, str(many)],
            f"{len(asl)} of full ASL": ["asl", *paths, *asl],
            f"{len(kit)} of the Starter Kit": ["aslsk", *paths, *kit],
        }
        other = work / "other"
        if args.against:
            take = ["git", "-C", str(HERE), "worktree", "add", "--detach", str(other), args.against]
            subprocess.run(take, check=True, capture_output=True)
        try:
            measure(rows, enumerated, other if args.against else None, work, 2 if args.quick else args.rounds)
        finally:
            if args.against:
                subprocess.run(["git", "-C", str(HERE), "worktree", "remove", "--force", str(other)], check=True)


def measure(
    rows: dict[str, list[str]], enumerated: dict[str, list[str]], other: Path | None, work: Path, rounds: int
) -> None:
    """Prints a line for each row: seconds, and the ratios to the other state and to the enumerator."""
    print(f"{'':24} {'seconds':>8} {'the other':>10} {'quicker':>8} {'enumerator':>11} {'ratio':>7}")
    for name, command in rows.items():
        here, there, brute = [], [], []
        for _ in range(rounds):
            here.append(spent(HERE, work / "cache", "-m", "pyrout", *command))
            if other:
                there.append(spent(other, work / "cache-of-other", "-m", "pyrout", *command))
            if name in enumerated:
                brute.append(spent(HERE, work / "cache", "-c", ENUMERATE, *enumerated[name]))
        line = f"{name:24} {min(here):8.2f}"
        line += f" {min(there):10.2f} {min(there) / min(here):8.1f}" if there else f" {'-':>10} {'-':>8}"
        line += f" {min(brute):11.2f} {min(here) / min(brute):7.1f}" if brute else f" {'-':>11} {'-':>7}"
        print(line, flush=True)


if __name__ == "__main__":
    main()
