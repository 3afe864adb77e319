"""Facts that exclude or need each other, by the table in `pairs.py`: the program refuses what cannot be, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from random import Random

import positions
import positions_asl
import pytest
from day import of_today
from pairs import FACTS, GROUNDS, NAMED, RULED, Table
from pairs_tried import SHAPES, SIDES, Facts, corner_alone, excluded_in, facts_of_all, refusals
from positions_bridges import bridge_position
from positions_phase import cramped, crowded, varied
from positions_tiny import sheltered_position, tiny_position, trenched_position

import pyrout
from pyrout.game import Wanted
from pyrout.hexes import ground
from pyrout.position.consistency import routers
from pyrout.position.vocabulary import BY_NAME
from pyrout.question import ask
from pyrout.referee import answers

RULES = pytest.mark.parametrize("rules", ["aslsk", "asl"])
SIDE = pytest.mark.parametrize("side", SIDES)
# Words of remedies.
REMEDY = re.compile(r"\b(remove|add|correct|write|give|keep|say|leave|put|name|call|use|reveal|rename)\b")


def excluded(table: Table, one: str, two: str) -> bool:
    """Return True if a row says so: that the two are never together, or of which kinds or terrain one of them is."""
    return table.clash(one, two) or (bool({one, two} & GROUNDS) and not table.together(one, two))


def accepted_though_excluded(rules: str, side: str, pairs: Iterable[tuple[str, str]]) -> list[str]:
    """Return the pairs that cannot be and are not refused in one line with a remedy."""
    table, wrong = Table(rules, side), []
    sets = {pair: table.forced(*pair) for pair in pairs}
    for pair, messages in zip(sets, refusals(rules, [(facts, side) for facts in sets.values()]), strict=True):
        if not any(REMEDY.search(message) and "\n" not in message for message in messages):
            wrong.append(f"{rules}, {side}: {' with '.join(pair)} of {', '.join(sets[pair])}: {messages or 'accepted'}")
    return wrong


def refused_though_possible(rules: str, side: str, pairs: Iterable[tuple[str, str]]) -> list[str]:
    """Return the sets of facts that can be and are refused, as small as they get.

    Many pairs are tried in one set. Where it is refused its parts are tried.
    """
    table, wrong = Table(rules, side), []
    waiting = table.cover(pairs)
    tried: set[frozenset[str]] = set()
    while waiting:
        tried.update(map(frozenset, waiting))
        parts: dict[frozenset[str], Facts] = {}
        for facts, messages in zip(waiting, refusals(rules, [(facts, side) for facts in waiting]), strict=True):
            smaller = {frozenset(part): part for part in table.parts(facts)} if messages else {}
            if frozenset(facts) in smaller:
                wrong.append(f"{rules}, {side}: {', '.join(facts)}: {messages}")
            parts.update(smaller)
        waiting = [part for key, part in parts.items() if key not in tried]
    return wrong


@RULES
@SIDE
def test_each_pair_of_facts_is_refused_or_taken(rules: str, side: str) -> None:
    """The Americans differ in what their units are and have: the map is that of all."""
    table = Table(rules, side)
    pairs = list(table.pairs(of_a_unit=side != "german"))
    assert accepted_though_excluded(rules, side, (pair for pair in pairs if excluded(table, *pair))) == []
    assert refused_though_possible(rules, side, pairs) == []


def left_out(table: Table, side: str) -> Iterator[tuple[str, Facts, Facts]]:
    """Yield each fact, what it needs, and what is there without it."""
    for fact in table.facts:
        for need in table.needs[fact]:
            if (fact, side) == ("captured", "american"):
                continue  # a German guard who is not there would change nothing
            for when in table.names(need.when) if need.when != -1 else [fact]:
                without = table.together(*dict.fromkeys((fact, when)), left_out=need.others)
                if without and not {*need.others} & ({*without} | GROUNDS):
                    yield fact, tuple(need.others), without


@RULES
@SIDE
def test_each_fact_needs_what_the_table_says(rules: str, side: str) -> None:
    """Without it the fact is refused, or the answer says what it assumes."""
    cases = list(left_out(Table(rules, side), side))
    refused = refusals(rules, [(facts, side) for _, _, facts in cases])
    left = [case for case, messages in zip(cases, refused, strict=True) if not messages]
    told = answers([ask(corner_alone(rules, facts, side)) for _, _, facts in left], Wanted(paths=0))
    wrong = []
    for (fact, needs, facts), answer in zip(left, told, strict=True):
        lines = [] if isinstance(answer, Exception) else [line for unit in answer.units for line in unit.assumes]
        if not isinstance(answer, pyrout.InstanceError) and not any(re.search(r"\bu0\b", line) for line in lines):
            wrong.append(f"{rules}, {side}: {fact} without {' or '.join(needs)}, in {', '.join(facts)}: {answer}")
    assert wrong == []


@RULES
def test_what_has_no_rule_is_refused_whatever_stands_beside_it(rules: str) -> None:
    table, known = Table("asl", "german"), set(Table(rules, "german").facts)
    others = [fact for fact in FACTS if fact not in known and fact not in ("reveal", "history landed")]
    sets = [(table.together(fact) if fact in table.bit else None) or (fact,) for fact in others]
    refused = refusals(rules, [(facts, "german") for facts in sets])
    assert [fact for fact, messages in zip(others, refused, strict=True) if not messages] == []


@pytest.mark.slow
@RULES
@SIDE
def test_what_follows_from_the_table_is_refused_too(rules: str, side: str) -> None:
    table = Table(rules, side)
    pairs = [pair for pair in table.pairs() if not excluded(table, *pair) and not table.together(*pair)]
    assert accepted_though_excluded(rules, side, pairs) == []


@pytest.mark.slow
@pytest.mark.timeout(1800)
@RULES
@pytest.mark.parametrize("side", of_today(SIDES, len(SIDES)))
def test_each_pair_is_taken_by_itself(rules: str, side: str) -> None:
    """A set of more facts could have what a pair lacks. Each day has the pairs of one side."""
    table = Table(rules, side)
    sets = list(filter(None, (table.together(*pair) for pair in table.pairs())))
    refused = refusals(rules, [(facts, side) for facts in sets])
    assert [(facts, messages) for facts, messages in zip(sets, refused, strict=True) if messages] == []


# Predicates of the map, of LOS, and of a table: they say nothing of one unit, hex or hexside.
ELSEWHERE = """
rules option attacker side month no_quarter expect hex board crop terrain_change rubble_counter given_around los los_from
los_counts los_month los_rules in_open table home_edge area impassable stands_at facing frontage depth widest_stand movement
rating order formed threat attacked goes_on die unit_of_length moves_first morale_dice rallies
"""


def test_each_fact_of_the_vocabulary_has_its_row() -> None:
    """A predicate or a word that is added needs a row, or a place in `WITH_ALL`."""
    predicates = set(re.findall(r"([a-z_]+)\(", " ".join(FACTS.values())))
    assert set(BY_NAME) - predicates <= set(ELSEWHERE.split())
    assert set(RULED["asl"]) <= NAMED <= set(FACTS)
    assert set(RULED["aslsk"]) <= set(FACTS)


DRAWN = {
    "aslsk": (positions.random_position, partial(crowded, rules="aslsk"), partial(varied, rules="aslsk")),
    "asl": (
        *(positions_asl.random_position, tiny_position, sheltered_position, trenched_position, bridge_position),
        *(partial(crowded, rules="asl"), partial(cramped, rules="asl"), partial(varied, rules="asl")),
    ),
}


@pytest.mark.slow
@RULES
def test_a_drawn_position_has_no_pair_that_cannot_be(rules: str) -> None:
    """The few that the generators draw are refused."""
    table, pairs, drawn = Table(rules, "german"), 0, 0
    for draw in DRAWN[rules]:
        for seed in range(60):
            position = pyrout.parse(draw(seed))
            drawn += 1
            if clashes := excluded_in(table, position):
                pairs += 1
                assert ground.refusals(ask(position)), f"{draw}, {seed}: {clashes}"
    assert pairs < drawn / 100


@pytest.mark.slow
@RULES
def test_a_fact_that_another_excludes_is_refused_in_a_drawn_position(rules: str) -> None:
    """A status or the like is added to a router, whose kind or facts exclude it."""
    rnd, table, accepted = Random(16), Table(rules, "german"), []
    added = [fact for fact, (predicate, tokens) in SHAPES.items() if {*tokens} & {"u"} and predicate not in ("unit", "at")]
    for seed in range(60):
        text = DRAWN[rules][0](seed)
        position = pyrout.parse(text)
        router = routers(position)[0]
        has = facts_of_all(position)[router,] & table.bit.keys()
        barred = [fact for fact in added if fact in table.bit and "I" not in SHAPES[fact][1]]
        barred = [fact for fact in barred if not all(table.together(fact, other) for other in has)]
        fact = rnd.choice(barred)
        try:
            refused = ground.refusals(ask(pyrout.parse(text + re.sub(r"\bu\b", router, FACTS[fact]))))
        except pyrout.InstanceError:
            continue
        if not refused:
            accepted.append(f"seed {seed}, {router}: {fact}")
    assert accepted == []
