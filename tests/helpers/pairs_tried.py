"""Sets of facts of the table of pairs, tried together: each a corner of one map, which the rule sets take or refuse."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from pairs import FACTS, NMC, OF_THE_WEATHER, PLACES, Table

import pyrout
from pyrout.hexes.facts import routing_sides, write_question
from pyrout.position.consistency import check_facts, faults
from pyrout.position.facts import Instance
from pyrout.position.reading import facts_in
from pyrout.position.vocabulary import write_value
from pyrout.program import rule_sets
from pyrout.program.control import SharedControl, sentence
from pyrout.question import Question, ask

Facts = tuple[str, ...]
ON_A_MAP, MAPS = 20, 40  # the corners of a map, and the maps that are grounded together
APART = 16  # columns and rows between the corners: no unit gets from one to the next
OF_ALL = (*OF_THE_WEATHER, "routed")  # once a unit has had its turn, none breaks on purpose (a10-41-voluntary)
SIDES = {"german": "american", "american": "german"}


def corner(number: int, place: int, facts: Facts, side: str) -> str:
    """A corner of a map in one line: the unit u in H, the router r in J beside it, and I on the other side of H."""
    said = " ".join(FACTS[fact] for fact in facts if fact not in OF_THE_WEATHER)
    column, row = APART * (place % 50), 8 + APART * 2 * (place // 50)
    lines = [f"hex(H,{column + 1},{row}). hex(I,{column + 2},{row - 1}). hex(J,{column},{row + 1})."]
    lines += [f"terrain({name},{terrain})." for name, terrain in PLAIN if f"terrain({name}," not in said]
    if " unit(u," not in f" {said}" and re.search(r"\bu\b", said):
        lines.append("unit(u,S,squad).")
    if not any(elsewhere in facts for elsewhere in (*PLACES, "aircraft")) and re.search(r"\bu\b", said):
        lines.append("at(u,H).")
    lines.append("unit(r,german,squad). at(r,J). status(r,broken). status(r,dm). los(H,J,0). los(H,I,0). los(I,J,0).")
    text = re.sub(r"\b[SO]\b", lambda m: side if m[0] == "S" else SIDES[side], " ".join([*lines, said]))
    text = re.sub(r"\b([BHIJ])\b(@1)?", rf'"\g<1>{number}\g<2>"', text)
    return re.sub(r"\b([a-z])\b", rf"\g<1>{number}", text)


PLAIN = (("H", "open_ground"), ("I", "open_ground"), ("J", "woods"))


def refusals(rules: str, corners: Sequence[tuple[Facts, str]]) -> list[list[str]]:
    """Return the messages by which each set of facts of a unit of a side is refused; none where it is not."""
    told: list[list[str]] = [[] for _ in corners]
    maps = list(_maps(rules, corners, told))
    for start in range(0, len(maps), MAPS):
        some = maps[start : start + MAPS]
        having = {name for _, question in some for name in question.position.predicates}
        texts = [write_question(question, routing_sides(question)[0]) for _, question in some]
        worlds = SharedControl(rule_sets.encoding(rules, having=having), texts)
        worlds.ground([(world, [("base", [])]) for world in worlds.worlds])
        for (numbers, _), world in zip(some, worlds.worlds, strict=True):
            for fact, message in world.atoms("refused", 2):
                named = re.search(r"\b[a-zA-Z](\d+)\b", str(fact))
                for number in [int(named[1])] if named else numbers:  # the weather is that of all
                    told[number].append(f"{fact}: {sentence(message)}")
    return told


def _maps(
    rules: str, corners: Sequence[tuple[Facts, str]], told: list[list[str]]
) -> Iterator[tuple[list[int], Question]]:
    """Yield the maps, each with the numbers of its corners, without those that do not fit together as they are."""
    by_weather: dict[frozenset[str], list[int]] = defaultdict(list)
    for number, (facts, _) in enumerate(corners):
        by_weather[frozenset(fact for fact in facts if fact in OF_ALL)].append(number)
    for weather, numbers in by_weather.items():
        for start in range(0, len(numbers), ON_A_MAP):
            some = numbers[start : start + ON_A_MAP]
            lines = [f"rules({rules}). side(german). side(american). attacker(german)."]
            lines[0] += " ".join(FACTS[fact] for fact in sorted(weather) if fact in OF_THE_WEATHER)
            lines += [corner(number, place, *corners[number]) for place, number in enumerate(some)]
            given = Instance("a map", facts_in("\n".join(lines), "a map"))
            misfits = {fact.line: f"{problem}; {remedy}" for fact, problem, remedy in faults(given, "router")}
            for line, message in misfits.items():
                told[some[line - 2]].append(message)
            fit = tuple(fact for fact in given.facts if fact.line not in misfits)
            left = [number for line, number in enumerate(some, 2) if line not in misfits]
            if left:
                yield left, ask(check_facts(Instance("a map", fit), "router"))


def corner_alone(rules: str, facts: Facts, side: str) -> Instance:
    """Return the position that is this corner alone."""
    weather = " ".join(FACTS[fact] for fact in facts if fact in OF_THE_WEATHER)
    sides = f"rules({rules}). side(german). side(american). attacker(german). "
    return pyrout.parse(f"{sides}{weather}\n{corner(0, 0, facts, side)}")


# --- the facts of the table in other positions ------------------------------------------------------------------------

# Facts of which the table speaks as of a corner, where the other hexes are level and one Location has all NMC.
OF_A_CORNER = {"elevation 1", "elevation -1", "current", *NMC}


def shape(fact: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the predicate and the arguments of a fact that says something of u, H and I alone."""
    if fact in OF_A_CORNER or re.search(r"\b[a-tv-zBJ]\b|@", FACTS[fact]):
        return None
    predicate, _, arguments = FACTS[fact].partition(". ")[0].removesuffix(".").removesuffix(")").partition("(")
    return predicate, tuple(arguments.split(","))


SHAPES = {fact: form for fact in FACTS if (form := shape(fact))}
Named = tuple[str, ...]  # a unit, a hex, a hex and its neighbour, or nothing


def facts_of_all(position: Instance) -> dict[Named, set[str]]:
    """Return the facts of the table that a position has: of each unit, hex and hexside, and of the weather."""
    by_name: dict[Named, set[str]] = defaultdict(set)
    by_predicate: dict[tuple[str, int], list[str]] = defaultdict(list)
    for fact, (predicate, arguments) in SHAPES.items():
        by_predicate[predicate, len(arguments)].append(fact)
    for given in position.facts:
        values = tuple(map(write_value, given.args))
        for fact in by_predicate[given.name, len(values)]:
            tokens = SHAPES[fact][1]
            if all(map(_fits, tokens, values)):
                of = "u" if "u" in tokens else "HI"
                by_name[tuple(value for token, value in zip(tokens, values, strict=True) if token in of)].add(fact)
    return by_name


def _fits(token: str, value: str) -> bool:
    if token in ("u", "H", "I", "S"):
        return True
    return int(value) > 0 if token == "4" else token == value


def excluded_in(table: Table, position: Instance) -> list[tuple[str, str]]:
    """Return the pairs of facts in a position of which the table says that they are never together."""
    by_name = facts_of_all(position)
    at = {str(fact.args[0]): write_value(fact.args[1]) for fact in position.of("at")}
    pairs: set[tuple[str, str]] = set()
    for named in [*by_name]:
        place = (at.get(named[0], named[0]),) if named else ()
        facts = by_name[named] | by_name[named[::-1]] | by_name[place] | by_name[()]
        pairs.update(pair for pair in combinations(sorted(facts & table.bit.keys()), 2) if table.clash(*pair))
    return sorted(pairs)
