"""The classes of a game that is judged from its log."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

from ..json_form import Count, Id, Ids, Location, Mark, Named, Options, RuleSet, Some, Text, form_json
from ..version import SCHEMA
from .answer import Reason, Route

TurnVerdict = Literal["legal", "illegal", "open", "not_judged"]


class JudgedTurn(NamedTuple):
    """A broken unit in a Rout Phase: what it did by the log, and whether that was legal.

    `open` depends on what the log does not say, and `said` says on what.
    """

    turn: Annotated[str, "The Player Turn by the turn counter; empty without one."]
    does: Annotated[Literal["routs", "stays", "leaves"], "`leaves`: its counter leaves the boards."]
    step: Annotated[Count, "The step before which is the position that it is judged in; past the last for the end."]
    steps: Annotated[tuple[Count, ...], "The steps that moved it."]
    unit: Annotated[Id | None, "Its id in the position before the first of them; null for a position that is refused."]
    name: Annotated[Text, "What its counter says."]
    path: Annotated[Some[Text], "The hexes where it was put down, from where it began: other hexes may lie between."]
    verdict: Annotated[TurnVerdict, "Whether it was legal."]
    said: Annotated[str, "What is wrong, or what the verdict depends on."] = ""
    faults: Annotated[tuple[Reason, ...], "The rules that it breaks, or that made it rout."] = ()
    before: Annotated[Location | None, "Where the first illegal step begins.", Named("from")] = None
    after: Annotated[Location | None, "Where that step leads.", Named("to")] = None
    route: Annotated[Route | None, "The legal way that it may have taken: the safest, with its Interdiction."] = None
    ends: Annotated[tuple[Location, ...], "Where it could end a legal rout."] = ()
    partners: Annotated[Ids, "Leaders that went along.", Named("with")] = ()
    unknown: Annotated[tuple[Text, ...], "What the log does not say of it."] = ()
    assumes: Annotated[tuple[Text, ...], "What the verdict rests on that the position does not say."] = ()
    lines: Annotated[tuple[str, ...], "What is printed below its line.", Mark.HIDDEN] = ()


@dataclass(frozen=True, slots=True)
class JudgedGame:
    """A game judged from its log: `judge --json`."""

    files: Annotated[Some[Text], "The logs, in the order of play."]
    rules: RuleSet
    options: Options
    legal: Annotated[bool, "Whether nothing that was judged is illegal."]
    complete: Annotated[bool, "Whether everything was judged, and nothing is open."]
    steps: Annotated[Count, "How many steps were replayed."]
    turns: Annotated[tuple[JudgedTurn, ...], "Each rout, and each unit that stayed or left and had to rout."]
    notes: Annotated[tuple[Text, ...], "What is not judged, and why."] = ()
    assumes: Annotated[tuple[Text, ...], "What was assumed of the positions."] = ()
    assumed: Annotated[tuple[Any, ...], "The same as notes of an import.", Mark.HIDDEN] = ()
    late: Annotated[bool, "Whether the time limit ended the work.", Mark.HIDDEN] = False

    def to_json(self) -> dict[str, Any]:
        """Return the object that `pyrout judge --json` prints."""
        return {"schema": SCHEMA} | form_json(self)
