"""Heat of Battle during a rout (A15).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from tiny import Position, asl
from tiny_asl import FAR, FIELD, ROUTER, RUN, SEEN, into_b2, odds

from pyrout.errors import InstanceError
from pyrout.hexes.report import route_line


def test_heat_of_battle() -> None:
    """a15-hob: an original 2 in B2. Berserk or a hero, it is broken no more and routs no further; as rolled, it goes on."""
    results = {
        result: set(asl(FIELD, FAR, SEEN, f'nmc(g1,"B2",two). hob(g1,{result}).').runs)
        for result in ("berserk", "other", "hardened")
    }
    assert results == {"berserk": {"B3 B2"}, "hardened": {"B3 B2"}, "other": {"B3 B2 B1"}}


def test_disrupted_by_heat_of_battle_it_ceases_to_rout_where_it_meets_an_enemy() -> None:
    """a15-hob, a19-12-rout: Disrupted in B4 it goes on, as it has to; in B3 it sees a2, too far away to force it, and stops."""
    here = asl(
        "B1w B2. B3. B4. B5. B9- E9-",
        "g1:squad@B5 broken dm; a1:squad@B9; a2:squad@E9",
        "B9-B4 E9-B3",
        'nmc(g1,"B4",two). hob(g1,surrender). normal_range(a1,9). normal_range(a2,2).',
    )
    assert here.runs == {"B5 B4 B3": "survives"}
    once = Position(here.text + "option(disrupted_ceases,no).")
    assert once.runs == {"B5 B4 B3 B2 B1": "survives"}


@pytest.mark.parametrize("kind", ["squad", "half_squad"])
def test_hero_creation_of_an_mmc_does_not_rally_it(kind: str) -> None:
    """a15-hob, A15.21: it goes on, and the hero is a new unit in B2; in the text, too."""
    facts = 'nmc(g1,"B2",two). hob(g1,hero). broken_morale(g1,7).'
    here = asl(RUN, f"g1:{kind}@B3 broken dm; a1:squad@B8", SEEN, facts)
    run = here.run("B3 B2 B1")
    assert (run.end, run.condition, run.hero, odds(run)) == ("survives", None, "B2", {"survives": Fraction(1)})
    assert "in B2 a hero is created beside it, and it stays broken" in route_line(run)
    assert run.to_json()["hero"] == "B2"
    other = asl(RUN, f"g1:{kind}@B3 broken dm; a1:squad@B8", SEEN, facts.replace("hero", "other")).run("B3 B2 B1")
    assert other.hero is None


@pytest.mark.parametrize("kind", ["leader", "commissar"])
def test_hero_creation_rallies_a_leader(kind: str) -> None:
    """a15-hob, A15.21: he is the hero."""
    here = asl(RUN, f"g1:{kind}@B3 broken dm; a1:squad@B8", SEEN, 'nmc(g1,"B2",two). hob(g1,hero).')
    run = here.run("B3 B2")
    assert (run.end, run.condition, run.hero) == ("survives", "rallied", None)


def test_heat_of_battle_surrender_makes_it_disrupted() -> None:
    """a15-hob: Disrupted in the open in a1's LOS it goes on; in B2, ADJACENT to a2, Known from there, it surrenders."""
    facts = 'nmc(g1,"B2",two). hob(g1,surrender).'
    alone = asl(RUN, f"{ROUTER}; a1:squad@B8", SEEN, facts).run("B3 B2 B1")
    assert (alone.end, alone.condition) == ("survives", "disrupted")
    hexes = RUN + " A2w"
    near = f"{ROUTER}; a1:squad@B8; a2:squad@A2"
    assert {p: e for p, e in asl(hexes, near, SEEN, facts).runs.items() if p.startswith("B3 B2")} == {
        "B3 B2": "surrenders"
    }


@pytest.mark.parametrize(
    ("never", "by_chart"),
    [
        ("nationality(g1,partisan).", "surrenders"),
        ("nationality(german,japanese).", "surrenders"),
        ("status(g1,fanatic).", "surrenders"),
        ("nationality(g1,ss). nationality(a2,russian).", "surrenders"),
        ("no_quarter(german).", "eliminated"),
    ],
)
def test_option_hob_unyielding(never: str, by_chart: str) -> None:
    """option(hob_unyielding,chart), a15-hob, a20-21-never: a surrender result of who never surrenders is berserk. By the chart
    it is Disrupted, and of those only No Quarter is asked about: in B2 it learns of a2."""
    here = RUN + " A2w", f"{ROUTER}; a1:squad@B8; a2:squad@A2", SEEN
    facts = f'nmc(g1,"B2",two). hob(g1,surrender). {never} '
    berserk = into_b2(asl(*here, facts + "broken_morale(g1,7)."))
    assert {(run.end, run.condition) for run in berserk} == {("survives", "berserk")}
    assert [odds(run) for run in berserk] == [{"berserk": 1}] * len(berserk)
    assert {run.end for run in into_b2(asl(*here, facts + "option(hob_unyielding,chart)."))} == {by_chart}
    meek = asl(*here, 'nmc(g1,"B2",two). hob(g1,surrender). nationality(a2,russian).')
    assert {run.end for run in into_b2(meek)} == {"surrenders"}


MIXED = "a surrender result of g1 is berserk: SS are taken to surrender to nobody of a side of which some are Russians"


def test_ss_and_a_side_of_which_some_are_russians() -> None:
    """a15-hob, a20-21-never: told where others than Russians could take it."""
    here = RUN + " A2w", f"{ROUTER}; a1:squad@B8; a2:squad@A2", SEEN
    facts = 'nationality(g1,ss). nationality(a2,russian). nmc(g1,"B2",two). '
    assert any(MIXED in text_of for text_of in asl(*here, facts + "hob(g1,surrender).").g1.assumes)
    all_of_them = "hob(g1,surrender). nationality(american,russian)."
    assert not any(MIXED in text_of for text_of in asl(*here, facts + all_of_them).g1.assumes)
    assert not any(MIXED in text_of for text_of in asl(*here, facts + "hob(g1,berserk).").g1.assumes)


EXEMPT = [("crew", ""), ("squad", "status(g1,unarmed). "), ("squad", "rider(g1,g2). ")]


@pytest.mark.parametrize(("kind", "facts"), EXEMPT)
def test_to_whom_no_heat_of_battle_comes(kind: str, facts: str) -> None:
    """a15-hob, A15.1: an original 2 of a crew, an unarmed unit or one aboard is a pass, and hob/2 of it is refused. At morale 7
    the DR 2 to 6 pass, 15 of 36, with nothing left open; 8 to 12 eliminate the crew."""
    here = RUN, f"g1:{kind}@B3 broken dm; g2:vehicle@B3; a1:squad@B8", SEEN
    facts += "broken_morale(g1,7). "
    run = asl(*here, facts).run("B3 B2 B1")
    assert (odds(run)["survives"], "heat_of_battle" in odds(run)) == (Fraction(15, 36), False)
    two = asl(*here, facts + 'nmc(g1,"B2",two).')
    assert (two.run("B3 B2 B1").end, odds(two.run("B3 B2 B1"))) == ("survives", {"survives": Fraction(1)})
    for heat in ("hob(g1,hardened).", 'hob(g1,surrender). nmc(g1,"B2",two).'):
        with pytest.raises(
            InstanceError, match="an unarmed unit, a crew, a hero or a unit aboard has no Heat of Battle"
        ):
            _ = asl(*here, facts + heat).g1
    told = any("g1 has no Heat of Battle on its rout either" in text_of for text_of in asl(*here, facts).g1.assumes)
    assert told == ("(g1,g2)" in facts)


@pytest.mark.parametrize(
    ("kind", "crowd", "result", "condition"), [("squad", "", "pin", "pinned"), ("leader", "2345", "fail", "wounded")]
)
def test_disrupted_in_the_heat_of_battle_it_is_so_where_it_is_pinned(
    kind: str, crowd: str, result: str, condition: str
) -> None:
    """a15-hob, a19-12-disrupted: Disrupted in B3, g1, a partisan, is pinned in B2, or wounded with 3 MF spent (the fourth squad
    there costs 1 MF), next to a2, Known from there. A Disrupted unit surrenders unless under No Quarter; a partisan who
    is not Disrupted never does (a20-21-never). Next to nobody it stops. That a surrender result does not make a partisan berserk
    is an option."""
    units = f"g1:{kind}@B4 broken dm; a1:squad@B5" + "".join(f"; g{n}:squad@B2" for n in crowd)
    here = "A1w B1. B2. B3. B4. B5.", f"{units}; a2:squad@B1", "B5-B3 B5-B2"
    facts = f'nmc(g1,"B2",{result}). nationality(g1,partisan). '
    hob = 'nmc(g1,"B3",two). hob(g1,surrender). option(hob_unyielding,chart). '
    taken = asl(*here, facts + hob).run("B4 B3 B2")
    assert (taken.end, taken.captors) == ("surrenders", ("a2",))
    assert asl(*here, facts).run("B4 B3 B2").end == "eliminated"
    assert asl(*here, facts + hob + "no_quarter(german).").run("B4 B3 B2").end == "eliminated"
    alone = asl(here[0], units, here[2], facts + hob).run("B4 B3 B2")
    assert (alone.end, alone.condition) == ("survives", condition)


def test_a_heat_of_battle_has_its_fact() -> None:
    """a15-hob: an original 2 without its DR, and a DR without an original 2, are refused."""
    with pytest.raises(InstanceError, match="give its result with hob"):
        _ = asl(RUN, ROUTER, facts='nmc(g1,"B2",two).').g1
    with pytest.raises(InstanceError, match="needs an original 2: add"):
        _ = asl(RUN, ROUTER, facts="hob(g1,hero).").g1


def test_chances_of_a_unit_that_becomes_disrupted() -> None:
    """a15-hob: Disrupted in B3 for certain, it is shot at in B2 and B1; it fails once as a squad, twice it is gone."""
    los = "B9-B4 B9-B3 B9-B2 B9-B1"
    facts = 'broken_morale(g1,7). normal_range(a1,9). nmc(g1,"B3",two). hob(g1,surrender).'
    here = asl("B0w B1. B2. B3. B4. B9.", "g1:squad@B4 broken dm; a1:squad@B9", los, facts)
    ok, pin, fail, edge = Fraction(15, 36), Fraction(6, 36), Fraction(14, 36), Fraction(1, 36)
    assert odds(here.run("B4 B3 B2 B1 B0")) == {
        "disrupted": ok * ok + 2 * ok * fail,
        "pinned": pin + (ok + fail) * pin,
        "eliminated": edge + ok * edge + fail * (fail + edge),
    }
