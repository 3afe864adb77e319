"""pyrout: the referee of the Advanced Squad Leader Rout Phase.

It knows every legal rout of every broken unit of a position, and says why.

>>> import pyrout
>>> position = pyrout.parse('''
...     rules(aslsk). side(german). side(american). attacker(american).
...     hex("A1",0,1). hex("A2",0,3). hex("A3",0,5). hex("A4",0,7).
...     terrain("A1",open_ground). terrain("A2",open_ground). terrain("A3",open_ground). terrain("A4",woods).
...     los("A1","A2",0). los("A1","A3",0). los("A1","A4",0).
...     unit(g1,german,squad). at(g1,"A2"). status(g1,broken). status(g1,dm).
...     unit(a1,american,squad). at(a1,"A1"). normal_range(a1,6).
... ''')
>>> unit = pyrout.solve(position)["g1"]
>>> unit.verdict, [(d.hex, d.mf) for d in unit.destinations]
('routs', [('A4', 3.0)])
>>> for route in unit.routes:
...     print(route.posture, "-".join(route.path), route.mf[-1], [i.hex for i in route.interdicted], route.end)
run A2-A3-A4 3.0 ['A3'] survives
low_crawl A2-A3 6.0 [] survives
>>> verdict = pyrout.check(position, "g1", ["A1"])
>>> verdict.legal, [fault.rule for fault in verdict.faults]
(False, ['sk-step-closer', 'sk-step-occupied'])
"""

from importlib import import_module
from typing import TYPE_CHECKING

from .version import __version__

if TYPE_CHECKING:
    from .errors import InstanceError, PyroutError, TimeLimit, UsageError
    from .hexes.solver import Solver
    from .lab.verify import Difference, verify
    from .position.consistency import with_facts, with_options
    from .position.facts import Instance
    from .position.reading import load, parse
    from .program.rule_sets import Citation
    from .question import Question
    from .referee import (
        Asked,
        after,
        against_reveals,
        ask,
        between,
        check,
        explain_chart,
        explain_hex,
        explain_unit,
        phase,
        play,
        rules,
        solve,
        solve_many,
    )
    from .results.answer import (
        AgainstReveals,
        Answer,
        Destination,
        Discovery,
        Excluded,
        Interdiction,
        Leg,
        Reason,
        Reveal,
        Route,
        UnitAnswer,
    )
    from .results.explanation import BarredStep, ChartBox, ChartWalk, HexExplanation, Judgement, UnitExplanation
    from .results.phase import Between, OrderMatters, Phase, PhaseEnd, PhaseOutcome, Plan, Played, SidePhase

__all__ = [
    "AgainstReveals",
    "Answer",
    "Asked",
    "BarredStep",
    "Between",
    "ChartBox",
    "ChartWalk",
    "Citation",
    "Destination",
    "Difference",
    "Discovery",
    "Excluded",
    "HexExplanation",
    "Instance",
    "InstanceError",
    "Interdiction",
    "Judgement",
    "Leg",
    "OrderMatters",
    "Phase",
    "PhaseEnd",
    "PhaseOutcome",
    "Plan",
    "Played",
    "PyroutError",
    "Question",
    "Reason",
    "Reveal",
    "Route",
    "SidePhase",
    "Solver",
    "TimeLimit",
    "UnitAnswer",
    "UnitExplanation",
    "UsageError",
    "__version__",
    "after",
    "against_reveals",
    "ask",
    "between",
    "check",
    "explain_chart",
    "explain_hex",
    "explain_unit",
    "load",
    "parse",
    "phase",
    "play",
    "rules",
    "solve",
    "solve_many",
    "verify",
    "with_facts",
    "with_options",
]

# The module of each name, imported on first use: the command line begins at once, and catches Ctrl-C from there on.
_HOMES = {
    ".errors": "InstanceError PyroutError TimeLimit UsageError",
    ".hexes.solver": "Solver",
    ".position.consistency": "with_facts with_options",
    ".position.facts": "Instance",
    ".position.reading": "load parse",
    ".program.rule_sets": "Citation",
    ".question": "Question",
    ".referee": "Asked after against_reveals ask between check explain_chart explain_hex explain_unit phase play rules solve "
    "solve_many",
    ".results.answer": "AgainstReveals Answer Destination Discovery Excluded Interdiction Leg Reason Reveal Route UnitAnswer",
    ".results.explanation": "BarredStep ChartBox ChartWalk HexExplanation Judgement UnitExplanation",
    ".results.phase": "Between OrderMatters Phase PhaseEnd PhaseOutcome Plan Played SidePhase",
    ".lab.verify": "Difference verify",
}
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        try:
            return import_module(f".{name}", __name__)
        except ModuleNotFoundError as missing:
            if missing.name != f"{__name__}.{name}":
                raise
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME[name], __name__), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
