"""For each pair of facts of one unit, hex or hexside the page `docs/develop/pairs.md` says whether they are refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from random import Random

import pairs
import pytest
from pairs import ITEMS, PAGE, RULES, SUBJECTS, Item

from pyrout.position.vocabulary import BY_NAME, FEATURE, HEXSIDE, HISTORY, STATUS, TERRAIN, UNIT_KIND

Case = tuple[str, str, tuple[Item, ...]]  # subject, rule set, one fact or two
DRAWN = 60  # a sample that takes some five seconds
PARTS = 6  # all take five minutes of one core: each day has its part


def cases() -> Iterator[Case]:
    """Every fact alone, and every pair of facts neither of which is refused alone."""
    page = pairs.read()
    for subject in SUBJECTS:
        for rules in RULES:
            alone = page[subject, rules].alone
            yield from ((subject, rules, (item,)) for item in ITEMS[subject])
            yield from ((subject, rules, pair) for pair in pairs.pairs(rules, subject, alone))


def differences(some: list[Case], by: int = 2) -> list[str]:
    """Return the pairs on which the program and the page differ; `by` 1 leaves the words of the messages aside."""
    page, differing = pairs.read(), []
    for subject, rules, items in some:
        section = page[subject, rules]
        if len(items) == 1:
            said, done = section.alone[items[0].name], pairs.outcome(rules, subject, *items)
        else:
            one, two = items
            said, done = section.of(one, two), pairs.of_pair(rules, subject, one, two, section.alone)
        if said[:by] != done[:by]:
            differing.append(
                f"{rules}, {' and '.join(item.name for item in items)}: the page {said}, the program {done}"
            )
    return differing


@pytest.mark.slow
def test_a_drawn_part_of_the_pairs_is_as_the_page_says() -> None:
    assert differences(Random(38).sample(list(cases()), DRAWN), by=1) == []


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_pairs_of_the_day_are_as_the_page_says(subject: str, rules: str) -> None:
    """Every fact alone, and the part of the pairs that today has: six days check all."""
    chosen = [case for case in cases() if case[:2] == (subject, rules)]
    alone, together = ([case for case in chosen if len(case[2]) == number] for number in (1, 2))
    assert differences(alone + together[date.today().toordinal() % PARTS :: PARTS]) == []


def test_the_page_names_only_facts_that_there_are() -> None:
    subject = ""
    for line in PAGE.read_text("utf-8").splitlines():
        title = re.fullmatch(r"## Facts of a (\w+), `\w+`", line)
        subject = title[1] if title else subject
        if subject and not title:
            names = set(re.findall(r"`([^`]*)`", line.partition("*: ")[2]))
            assert names <= {item.name for item in ITEMS[subject]}, line


# Predicates that say nothing of one unit, hex or hexside on a map of hexes, so that they have no pairs there.
ELSEWHERE = {
    "the position": "rules option attacker month environment nvr no_quarter expect",
    "a board": "hex board crop terrain_change rubble_counter given_around",
    "LOS": "los los_from los_counts los_month los_rules",
    "a table": (
        "table home_edge area impassable stands_at facing frontage depth widest_stand movement rating order formed "
        "threat attacked goes_on die unit_of_length moves_first morale_dice rallies"
    ),
}
COUNTED_AS = {"infantry": "a squad", "artillery": "a Gun"}  # kinds of a table


def test_every_fact_of_the_vocabulary_has_its_pairs() -> None:
    """A predicate or word that is added needs an item, and thereby a verdict on each of its pairs."""
    told = set(re.findall(r"([a-z_]+)\(", " ".join(item.facts for items in ITEMS.values() for item in items)))
    elsewhere = set(" ".join(ELSEWHERE.values()).split())
    assert set(BY_NAME) - elsewhere <= told | {"unit", "terrain"}
    assert elsewhere <= set(BY_NAME)
    names = {subject: {item.name for item in ITEMS[subject]} for subject in SUBJECTS}
    assert {*UNIT_KIND.words, *STATUS.words} - names["unit"] == set(COUNTED_AS)
    assert {f"history {word}" for word in (*HISTORY.words, *HISTORY.terms)} <= names["unit"]
    assert {*TERRAIN.words, *FEATURE.words, *FEATURE.terms} <= names["hex"]
    assert set(HEXSIDE.words) <= names["hexside"]
    for subject in SUBJECTS:
        assert len(names[subject]) == len(ITEMS[subject]), "two items of one name would share their verdicts"


def test_every_pair_has_one_verdict() -> None:
    """Refused or reported by a line of the page, alone or as a pair, or else it may be."""
    for (subject, rules), section in pairs.read().items():
        assert set(section.alone) == {item.name for item in ITEMS[subject]}
        refused = {name for name, (verdict, _) in section.alone.items() if verdict == "refused"}
        for pair in section.pairs:
            assert len(pair) == 2 and not pair & refused, f"{rules}, {sorted(pair)}: one of them is refused alone"
    assert set(pairs.read()) == {(subject, rules) for subject in SUBJECTS for rules in RULES}


# Pairs found by attack (issue 38): whatever the lists are written from, these stay.
@pytest.mark.parametrize(
    ("subject", "one", "two"),
    [
        ("unit", "broken", "concealed"),
        ("unit", "broken", "hidden"),
        ("unit", "broken", "berserk"),
        ("unit", "berserk", "pinned"),
        ("unit", "vehicle", "wounded"),
        ("unit", "dummy", "normal_range"),
        ("unit", "dummy", "firepower"),
        ("unit", "nationality ss", "nationality russian"),
        ("unit", "history broke", "history kept_dm"),
        ("hex", "stone_building", "foxhole"),
        ("hex", "foxhole of capacity 0", "somebody in the foxhole"),
        ("hexside", "wall", "hedge"),
        ("hexside", "wall", "cliff"),
        ("hexside", "hedge", "wall from the other side"),
    ],
)
def test_what_was_found_by_attack_is_refused(subject: str, one: str, two: str) -> None:
    assert pairs.read()[subject, "asl"].pairs[frozenset((one, two))][0] == "refused"
