"""For each pair of facts of one unit, hex or hexside the page `docs/develop/pairs.md` says whether they are refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pairs
import pytest
from pairs import ITEMS, PAGE, RULES, SUBJECTS, Item

Case = tuple[str, str, tuple[Item, ...]]  # subject, rule set, one fact or two
DRAWN = 60  # a sample that takes some five seconds


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
    page, found = pairs.read(), []
    for subject, rules, items in some:
        section = page[subject, rules]
        if len(items) == 1:
            said, done = section.alone[items[0].name], pairs.outcome(rules, subject, *items)
        else:
            said, done = section.of(*items), pairs.of_pair(rules, subject, *items, section.alone)
        if said[:by] != done[:by]:
            found.append(f"{rules}, {' and '.join(item.name for item in items)}: the page {said}, the program {done}")
    return found


def test_a_drawn_part_of_the_pairs_is_as_the_page_says() -> None:
    assert differences(Random(38).sample(list(cases()), DRAWN), by=1) == []


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("subject", SUBJECTS)
def test_all_pairs_are_as_the_page_says(subject: str, rules: str) -> None:
    assert differences([case for case in cases() if case[:2] == (subject, rules)]) == []


def test_the_page_names_only_facts_that_there_are() -> None:
    subject = ""
    for line in PAGE.read_text("utf-8").splitlines():
        title = re.fullmatch(r"## Facts of a (\w+), `\w+`", line)
        subject = title[1] if title else subject
        if subject and not title:
            names = set(re.findall(r"`([^`]*)`", line.partition("*: ")[2]))
            assert names <= {item.name for item in ITEMS[subject]}, line


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
