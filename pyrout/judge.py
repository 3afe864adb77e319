"""`check`: is this rout legal, and if not, which rule forbids which step?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from . import rulesets
from .engine import Symbol, constant, text
from .errors import UsageError
from .instance import Instance
from .result import Reason
from .solver import Solver, reasons, solve
from .vocabulary import no_hex


class Judgement(NamedTuple):
    """What becomes of a claimed rout.

    `end` is `survives` or `eliminated` for a legal one, else None. An illegal one fails on the step from `before` to
    `after` (the `step`-th, from 1), or, with `after` None, because it may not end in `before`; `faults` are the rules that
    it breaks there, and the enemies or hexes because of which.
    """

    legal: bool
    end: str | None = None
    step: int = 0
    before: str | None = None
    after: str | None = None
    faults: tuple[Reason, ...] = ()


def check(
    instance: Instance,
    unit: str,
    path: Sequence[str],
    *,
    to: str | None = None,
    low_crawl: bool = False,
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    timeout: float | None = None,
    dice: Sequence[int] = (),
) -> Judgement:
    """Judges a claimed rout of a unit: the hexes of its path, with or without the one it starts in.

    `to` is the destination it claims for its first leg (default: any that makes it legal); `low_crawl` claims a Low Crawl.
    On a table the path is that of the front left corner, over as many turns as are claimed, with these `dice`.
    Raises InstanceError, UsageError (an unknown unit or hex, a path without a step), TimeLimit.
    """
    if rulesets.driver(rules or instance.rules or rulesets.DEFAULT) == "table":
        from .miniatures.judge import check_places, judge

        if to or low_crawl:
            raise UsageError("on a table there is no destination to claim and no Low Crawl: give only the places")
        check_places(path)
        answer = solve(instance, rules=rules, options=options, units=(unit,), dice=dice, timeout=timeout)
        answer.require_complete()
        return judge(answer[unit], path)
    solver = Solver(instance, rules=rules, options=options, only=(unit,), timeout=timeout)
    engine = solver.engine
    hexes = {text(h) for h, _, _ in engine.atoms("hex", 3)}
    for hex_ in (*path, *([to] if to else [])):
        if hex_ not in hexes:
            raise UsageError(f"{instance.name}: {no_hex(hex_, hexes)}")
    solver.prepare(unit)
    u, g = solver.symbols(unit)
    start = next(text(args[1]) for args in engine.of(u, "begins", 2))
    walked = list(path) if path and path[0] == start else [start, *path]
    if len(walked) < 2:
        raise UsageError("a rout has at least one step: name the hexes that it enters")
    bars = [(rule, None) for _, rule in (*engine.of(u, "bar", 2), *engine.of(u, "surrenders", 2))]
    if bars:
        return Judgement(False, None, 1, start, walked[1], reasons(bars))

    claim = constant("claim")
    facts = "".join(f'claimed(claim,{i},"{h}"). ' for i, h in enumerate(walked))
    facts += f"claimed_posture(claim,{'low_crawl' if low_crawl else 'run'}). "
    facts += f'claimed_to(claim,"{to}"). ' if to else ""
    engine.assume(facts)
    solver.ask("judge", ("judge", [u, g, claim]))
    for _, end in engine.of(claim, "concludes", 2):
        return Judgement(True, text(end))
    faults: dict[int, list[tuple[Symbol, Symbol | None]]] = {}
    for _, number, rule, because in engine.of(claim, "fault", 4):
        faults.setdefault(number.number, []).append((rule, because))
    step = max((n.number for _, n, _, _ in engine.of(claim, "fails", 4)), default=len(walked))
    after = walked[step] if step < len(walked) else None
    return Judgement(False, None, step, walked[step - 1], after, reasons(faults.get(step, [])))
