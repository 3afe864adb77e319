"""Starter Kit: facts and numbers of enemies that are refused, and many enemies that are not.

Every answer is worked out by hand from the sentence in the docstring ("article": Jay Richardson's "Routing"; the
other sentences are those of the citations). Costs in comments are MF: open ground 1, brush and cover 2.
"""

from __future__ import annotations

import pytest
from tiny import Causes, position
from tiny_aslsk import LATERAL, NEXT_DOOR, STAYS_ON_COURSE

import pyrout

# --- refused -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fact", "words"),
    [("status(a1,concealed).", "do not know this status"), ('unit(d1,american,dummy). at(d1,"B3").', "no dummies")],
)
def test_what_only_the_full_rules_know_is_refused(fact: str, words: str) -> None:
    """Silent "no concealment": it is full ASL's. The place of the fact is named, and what to do about it."""
    with pytest.raises(pyrout.InstanceError, match=rf":\d+:\d+: .*{words}.*remove it, or use the full rules"):
        pyrout.solve(position("B1. B2. B3.", "g1:squad@B1 broken dm; a1:squad@B3", facts=fact).instance)


@pytest.mark.parametrize("status", ["hidden", "motion", "buttoned_up"])
def test_words_of_later_starter_kits_are_refused_as_such(status: str) -> None:
    """Silent "later Starter Kits": they know these, and no answer is given that leaves them out."""
    with pytest.raises(
        pyrout.InstanceError, match=r":\d+:\d+: .*later Starter Kits have rules on it.*use the full rules"
    ):
        pyrout.solve(
            position("B1. B2. B3.", "g1:squad@B1 broken dm; a1:vehicle@B3", facts=f"status(a1,{status}).").instance
        )


def test_a_squad_is_not_wounded() -> None:
    """Nor is it taken for whole: a leader might have been meant, who has 3 MF."""
    for units in ("g1:squad@B1 broken dm wounded", "g1:squad@B1 broken dm; a1:squad@B2 wounded"):
        with pytest.raises(pyrout.InstanceError, match=r":\d+:\d+: .*only a leader, hero or commissar is wounded"):
            pyrout.solve(position("B1. B2.", units).instance)


def test_a_squad_does_not_malfunction() -> None:
    """Nor is that passed over: its MG might have been meant."""
    for unit, remedy in (
        ("g1:squad@B1 broken dm malfunctioned", "a SW or a Gun malfunctions: give the weapon as sw/4"),
        ("g1:squad@B1 broken dm; a1:vehicle@B2 malfunctioned", "which weapon malfunctions: remove the status"),
    ):
        with pytest.raises(pyrout.InstanceError, match=rf":\d+:\d+: .*{remedy}"):
            pyrout.solve(position("B1. B2.", unit).instance)


@pytest.mark.parametrize(
    ("kind", "remedy"), [("gun", "give the broken crew itself"), ("vehicle", "use the full rules")]
)
def test_only_infantry_routs(kind: str, remedy: str) -> None:
    """Nobody takes a Gun with him (sk-carry), or drives away in a rout; the Gun's crew, as a crew, routs."""
    with pytest.raises(pyrout.InstanceError, match=rf":\d+:\d+: .*only Infantry routs.*{remedy}"):
        pyrout.solve(position("B1. B2. B3.", f"g1:{kind}@B1 broken dm; a1:squad@B3", "B1-B3").instance)
    assert position("B1w B2.", "g1:crew@B2 broken dm").destinations == {"B1": 2}


@pytest.mark.parametrize(
    "fact",
    [
        "environment(night).",
        'level("B1",1). los("B1","B2",0).',
        'stairwell("B1").',
        'feature("B1@1",blaze).',
        'capacity("B1",foxhole,1).',
        'wire_exit("B1",2).',
        "no_quarter(german).",
        "nationality(german,japanese).",
        "passenger(g2,v1).",
        "rider(g2,v1).",
        "breaks(g2).",
        "hob(g1,berserk).",
        'reveal(a1,g1,"B1",after).',
        "no_interdiction(a1).",
        'no_interdiction(a1,"B1").',
        'nmc(g1,"B1",twelve).',
        'nmc(g2,"B1",pin).',
        "status(v1,malfunctioned).",
        "history(g2,broke).",
        "routed(g2). failed(g2).",
        "rating(g1,12).",
        "home_edge(german,north).",
        'building("b","B2").',
    ],
)
def test_what_the_starter_kit_has_no_rule_for_is_refused(fact: str) -> None:
    """Each would change the answer of full ASL, or of a table: the Starter Kit does not pass it over."""
    units = "g1:squad@B2 broken dm; g2:squad@B2; a1:squad@B4"
    facts = 'unit(v1,german,vehicle). at(v1,"B2"). ' + fact
    with pytest.raises(
        pyrout.InstanceError,
        match=r"is refused by the rule set aslsk; .*(remove (it|this fact|this one|the status)|write pass, pin or fail)",
    ):
        _ = position("B1w B2. B3. B4.", units, "B4-B2", facts).g1


# --- many enemies --------------------------------------------------------------------------------------------------


def crowd(number: int, prefix: str) -> str:
    """Enemies in so many hexes far up column B, all of which see B2: no step down the column brings anybody closer."""
    facts = []
    for i in range(number):
        facts.append(
            f'hex("{prefix}{100 + i}",1,{-20 - 2 * i}). unit(b{i},american,squad). at(b{i},"{prefix}{100 + i}").'
        )
        facts.append(f'normal_range(b{i},1). los("{prefix}{100 + i}","B2",0).')
    return "\n".join(facts)


many = pytest.mark.parametrize("number", [0, 28, 29, 30, 45, 60, 75, 90, 119])
# Enemies are told apart in the order of their hexes: those in the distance come before a1 or after.
first_or_last = pytest.mark.parametrize("prefix", ["A0", "M"])


@many
@first_or_last
@pytest.mark.slow
def test_threats_among_many_enemies(number: int, prefix: str) -> None:
    """sk-dest-threatened, sk-step-adjacent, sk-step-closer: NEXT_DOOR, with hosts of enemies in the distance."""
    here = position(*NEXT_DOOR, crowd(number, prefix))
    others = tuple(sorted(f"b{i}" for i in range(number)))
    assert here.legs == {("B1 B2 B3 B4", "B1>B2 B2>B4")}
    assert here.crawls == {"B2": "eliminated"}
    assert here.run("B1 B2 B3 B4").discovers == (("B2", ("a1", *others)),)
    closer: Causes = {"sk-step-closer": others} if others else {}
    assert here.judged("B2 B1") == (2, {"sk-step-adjacent": ("a1",)} | closer)
    assert here.judged("B2") == (2, {"sk-dest-threatened": ("a1",)})


@many
@first_or_last
@pytest.mark.slow
def test_what_may_be_ignored_among_many_enemies(number: int, prefix: str) -> None:
    """sk-dest-ignore-range, sk-dest-new: LATERAL, where C3 may be ignored because of a1 alone."""
    here = position(*LATERAL, crowd(number, prefix))
    free = {("A3 B2", "A3>B3 B2>free"), ("A3 B2 C3", "A3>B3 B2>C3"), ("A3 B2 C3", "A3>B3 B2>free")}
    assert here.legs == STAYS_ON_COURSE | free


def test_more_enemies_than_can_be_told_apart() -> None:
    """There is a limit, and it is said."""
    here = position(*NEXT_DOOR, crowd(120, "M"))
    with pytest.raises(pyrout.UsageError, match="more than 120 hexes of enemies"):
        pyrout.solve(here.instance)
