"""Two blocks on a table, laid out to a hundredth of an inch.

What tests say of them is worked out by hand. Home is north, as a rule, and `a`, 4 inches wide and 2 deep, stands at x 10 to
14 and y 8 to 10.
"""

from __future__ import annotations

from typing import Any

import pyrout
from pyrout.results.answer import Route

TABLE = """\
rules({rules}). side(blue). side(red). table(30,40). home_edge(blue,north). home_edge(red,south).
unit(a,blue,infantry). stands_at(a,10,10). facing(a,north). frontage(a,4). depth(a,2). rating(a,10). order(a,routed).
"""


def block(
    name: str, x: int, y: int, front: int = 4, deep: int = 2, side: str = "blue", facing: str = "north", move: int = 6
) -> str:
    return (
        f"unit({name},{side},infantry). stands_at({name},{x},{y}). facing({name},{facing}). rating({name},11). "
        f"frontage({name},{front}). depth({name},{deep}). movement({name},{move}). formed({name}).\n"
    )


def battle(move: int, more: str = "", rallies: int = 2) -> Any:
    text = TABLE.format(rules="battlesystem") + f"movement(a,{move}). rallies(a,{rallies}).\n" + more
    return pyrout.solve(pyrout.parse(text))["a"]


def retreat(move: int, more: str = "", order: str = "routed") -> Any:
    text = TABLE.format(rules="retreat").replace("order(a,routed)", f"order(a,{order})")
    return pyrout.solve(pyrout.parse(text + f"movement(a,{move}). threat(a,12,1).\n" + more))["a"]


def stop(route: Route) -> str:
    """Return the place where the first move of the unit a ends."""
    return next(event.path[-1] for event in route.events if event.unit == "a" and event.path)


def told(route: Route) -> list[str]:
    return [f"{event.unit} {event.does}" for event in route.events]


HUNDREDTHS = """\
rules({rules}). side(blue). side(red). table(3000,4000). unit_of_length(inch,100). home_edge(blue,north). home_edge(red,south).
unit(a,blue,infantry). stands_at(a,{at}). facing(a,north). frontage(a,400). depth(a,200). rating(a,10). order(a,routed).
"""


def hundredths(more: str, rules: str = "battlesystem", at: str = "1000,1000") -> Any:
    text = HUNDREDTHS.format(rules=rules, at=at) + "rallies(a,2).\n" * (rules == "battlesystem") + more
    return pyrout.solve(pyrout.parse(text))["a"]
