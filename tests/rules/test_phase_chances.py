"""Results of NMC in a whole Rout Phase: plans, chances, and whether a phase leads from one position to another."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from phases import PHASES, between, log, position
from positions_phase import RISKY
from tiny import facts_of

import pyrout
from pyrout.cli import main
from pyrout.phases.plan import Explored
from pyrout.phases.report import difference, worth
from pyrout.question import ask
from pyrout.report import phase_lines


def test_the_chance_of_a_plan_is_exact() -> None:
    """One interdicted hex, broken morale 7, in full ASL: it comes through if the NMC is passed (14/36) or failed with
    Casualty Reduction (14/36; the half-squad goes on), and pinned it is safe (6/36); an original 2 is not counted."""
    text = facts_of("B1. B2. B3. B4. B5w", "g1:squad@B3 broken dm; a1:squad@B1", los="B1-B3 B1-B4")
    phase = pyrout.phase(position(text + "broken_morale(g1,7).\n", "asl"))
    best = phase.phase[0].best
    assert best and best.survivors == 1
    route = dict(best.routes)["g1"]
    crawled = route.posture == "low_crawl"
    assert best.chance == 1 if crawled or not route.interdicted else str(best.chance) == "17/18"


@pytest.mark.slow
def test_what_to_do_after_each_result() -> None:
    """Overstacking makes B4 dear (a5-11-overstack): 3 MF for g2 over three squads, 4 over four, and C7 costs 3 1/2. g1 goes
    through B3, next to a2 who drops its concealment: it passes (14/36) or is reduced (14/36) and is in B4, so that g2 goes to
    C7; an original 12 (1/36) eliminates it, and g2 goes to B4. Pinned next to a2 it surrenders: that is not told."""
    position_ = position(RISKY, "asl")
    phase = pyrout.phase(position_)
    best = phase.phase[0].best
    assert best and best.order == ("g1", "g2") and str(best.chance) == "7/9"
    assert dict(best.routes)["g2"].path == ("C5", "C6", "C7")
    told = {
        tuple(tuple(n) for n in other.nmc[0]): (str(other.chance), tuple(other.comes_to), dict(other.routes)["g2"].path)
        for other in best.otherwise
    }
    assert told == {
        (("B3", "twelve"),): ("1/36", (None, "eliminated"), ("C5", "B4")),
        (("B3", "fail"),): ("7/18", ("B4", "survives"), ("C5", "C6", "C7")),
    }
    lines = [line.strip() for line in phase_lines(phase, position_)]
    assert [line for line in lines if line.startswith("if g1 throws")] == [
        "if g1 throws an original 12 in B3 (chance 1/36): g2: C5 - B4, 3 MF"
    ]


def drawn(text: str, path: str) -> tuple[str, list[tuple[str, str, str, set[str]]]]:
    """Return the chance that g1 passes a route by full ASL, and the other results of its NMC: the result, the end, the chance,
    and the statuses then."""
    explored = Explored(ask(position(text, "asl")))
    (table,) = explored.explorer.tables()
    step = next(s for s in table.steps[0] if s.choice.route and " ".join(s.choice.route.path) == path and s.others)
    return str(step.passed), [
        (
            d.turn.rout.took[-1][1],
            d.turn.rout.end,
            str(d.turn.chance),
            {str(f) for f in table.states[d.state].facts if f.name == "status"},
        )
        for d in step.others
    ]


def test_who_is_pinned_before_it_is_not_thrown_back() -> None:
    """In B4 a2 would throw g1 back (a10-533-repulse) and be seen; pinned in B3 (6/36) g1 never gets there.

    It is lost with the rest but an original 2 (1/36): a squad that breaks again is reduced, a half-squad eliminated.
    """
    text = facts_of(
        "F2. B2. B3. B4w",
        "g1:half_squad@B2 broken dm; a1:squad@F2; a2:squad@B4 concealed",
        los="F2-B2 F2-B3",
        facts="broken_morale(g1,7).",
    )
    passed, others = drawn(text, "B2 B3 B4 B3")
    assert passed == "29/36"
    assert [other[:3] for other in others] == [("pin", "survives", "1/6")]
    assert "status(a2,concealed)" in others[0][3]


def test_whom_a_wound_leaves_too_few_mf_is_not_taken_to_stop_where_they_are_spent() -> None:
    """Wounded in B3 (two of three of the 14/36) a leader has 2 MF left and B5 costs 3: he stops on the way, and the phase
    reports that it does not count him. Two numbers of the die kill him (A17.11)."""
    text = facts_of(
        "F2. B2. B3. B4. B5w", "g1:leader@B2 broken dm; a1:squad@F2", los="F2-B2 F2-B3", facts="broken_morale(g1,7)."
    )
    passed, others = drawn(text, "B2 B3 B4 B5")
    assert passed == "7/18"
    assert sorted(other[:3] for other in others) == [
        ("killed", "eliminated", "7/54"),
        ("pin", "survives", "1/6"),
        ("twelve", "eliminated", "1/36"),
    ]
    assert any("too few MF" in assumed for assumed in pyrout.phase(position(text, "asl")).assumes)


@pytest.mark.parametrize(("rules", "lost"), [("aslsk", "eliminated"), ("asl", "surrenders")])
def test_a_plan_that_loses_a_unit_risks_no_other_for_less_mf(rules: str, lost: str) -> None:
    """There is room for g1 in B3, not for g2: nobody can save it. By B4 g1 would take an NMC for 2 MF less."""
    text = facts_of(
        "B1- B2. B3. B4. B5w C4b C5. F2.",
        "g1:crew@B2 broken dm; g2:squad@B2 broken dm; g3:squad@B3; g4:squad@B3; g5:crew@B3; a1:squad@B1; a2:squad@F2",
        los="B1-B2 F2-B4",
        facts="broken_morale(g1,7). broken_morale(g2,7).",
    )
    (side,) = pyrout.phase(position(text, rules)).phase
    assert side.best and not side.parts  # the two depend on each other
    ends = dict(side.best.ends)
    assert (ends["g2"].end, side.best.survivors, side.best.chance) == (lost, 1, Fraction(0))
    assert side.best.kept == 1
    (((unit, route),)) = side.best.routes
    assert (unit, route.interdicted) == ("g1", ())


@pytest.mark.slow
def test_the_chance_that_no_more_are_lost_is_that_of_all_groups() -> None:
    """g9 is far from the others, and lost whatever they do: the risk of g1 still decides and is printed."""
    text = facts_of(
        "A3. F2. B2. B3. B4w C5. C6g C7w E5. R1- R2.",
        "g1:squad@B2 broken dm; g2:squad@C5 broken dm; g3:squad@B4; g4:squad@B4; g5:squad@B4; g9:squad@R2 broken dm; "
        "a1:squad@F2; a2:squad@A3 concealed; a3:squad@E5; a9:squad@R1",
        los="F2-B2 F2-B3 A3-B3 E5-C5 R1-R2",
        facts='broken_morale(g1,7). broken_morale(g2,7). reveal(a2,g1,"B3",after).',
    )
    phase = pyrout.phase(position(text, "asl"))
    best = phase.phase[0].best
    assert best and best.kept
    assert (best.survivors, best.chance, str(best.kept)) == (2, Fraction(0), "7/9")
    lines = [line.strip() for line in phase_lines(phase, position(text, "asl"))]
    assert "best plan: 2 of 3 come through, no more units are lost with chance 7/9, 7½ MF" in lines
    for kept, said in ((Fraction(1), "no more units are lost for certain"), (None, "2 of 3 come through, 7")):
        assert said in worth(best._replace(kept=kept, chance=None))
    assert worth(best._replace(kept=None, chance=Fraction(1))).startswith("2 of 3 come through for certain, ")
    riskier = best._replace(kept=best.kept / 2)
    assert difference(riskier, best) == "as many as in the best plan, but there no more are lost with chance 7/9"


def test_who_has_no_step_left_is_kept_out_by_stacking() -> None:
    """B3 is no cover, and has room for one of the two; whoever is left out is eliminated, but that is not the cause."""
    text = facts_of(
        "B1- B2. B3. B4. B5-",
        "g1:squad@B2 broken dm; g2:squad@B4 broken dm; g3:squad@B3; g4:squad@B3; a1:squad@B1; a2:squad@B5",
        los="B1-B2 B5-B4",
    )
    (side,) = pyrout.phase(position(text)).phase
    closed = {(row.unit, row.after, row.hex, row.rule) for row in side.order_matters}
    assert closed == {("g1", "g2", "B3", "sk-step-stacking"), ("g2", "g1", "B3", "sk-step-stacking")}


# From one position to another
def moved(text: str, **places: str) -> str:
    """The position with units elsewhere."""
    for unit, place in places.items():
        start = text.index(f'at({unit},"')
        text = text[:start] + f'at({unit},"{place}")' + text[text.index(")", start) + 1 :]
    return text


@pytest.mark.slow
def test_a_phase_that_leads_from_one_position_to_another(tmp_path: Path) -> None:
    """Units have other names in the second file, as in another saved game; the lines that are found are legal."""
    before = (PHASES / "one-place.lp").read_text()
    renamed = moved(before, g1="A4", g2="B3").replace("g1", "x").replace("g2", "g1")
    code, said = between(tmp_path, renamed, "--json")
    assert code == 0
    code, said = log(
        tmp_path, PHASES / "one-place.lp", "\n".join(json.loads(said)["log"]), "-o", str(tmp_path / "b.lp")
    )
    assert code == 0, said
    assert {str(fact.args[1]) for fact in pyrout.load(tmp_path / "b.lp").of("at")} == {"A4", "B3", "B1"}
    assert "a legal Rout Phase leads there" in between(tmp_path, renamed)[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("places", "said"),
    [
        (
            {"g1": "B3", "g2": "B3"},
            "2 broken german squad more in B3: not reached by any phase tried",
        ),  # room for one
        ({"g1": "B3", "g2": "A4", "a1": "C2"}, "1 american squad more in C2: not reached by any phase tried"),
        ({}, "no broken german squad more or fewer in B2: not reached by any phase tried"),  # both have to rout
    ],
)
def test_a_position_that_no_phase_leads_to(tmp_path: Path, places: dict[str, str], said: str) -> None:
    code, output = between(tmp_path, moved((PHASES / "one-place.lp").read_text(), **places))
    assert code == 1 and said in output and "no legal Rout Phase leads there" in output


UNDER_FIRE = "F2. B2. B3. B4. B5w", "F2-B2 F2-B3 F2-B4"


@pytest.mark.slow
@pytest.mark.parametrize("morale", ["", "broken_morale(g1,7)."])
@pytest.mark.parametrize("rules", ["aslsk", "asl"])
@pytest.mark.parametrize(
    ("begins", "ends", "logs"),
    [
        ("squad@B2 broken dm", "half_squad@B5 broken", {"g1: B3(fail) B4 B5", "g1: B3 B4(fail) B5"}),
        ("squad@B2 broken dm", "squad@B4 broken", {"g1: B3 B4(pin)"}),
        ("squad@B2 broken dm", "half_squad@B4 broken", {"g1: B3(fail) B4(pin)"}),
        ("squad@B2 broken dm", "", {"g1: B3(fail) B4(fail)", "g1: B3(twelve)", "g1: B3 B4(twelve)"}),
        ("half_squad@B2 broken dm", "", {"g1: B3(fail)", "g1: B3 B4(fail)", "g1: B3(twelve)", "g1: B3 B4(twelve)"}),
        ("leader@B2 broken dm", "leader@B4 broken wounded", {"g1: B3(fail) B4", "g1: B3 B4(fail)"}),
    ],
)
def test_every_result_of_an_nmc_is_tried(begins: str, ends: str, logs: set[str], rules: str, morale: str) -> None:
    """sk-nmc, a10-53-nmc, a10-64-fate: a phase leads there by a result that is not a pass, whether its chance is known or not."""
    text = facts_of(UNDER_FIRE[0], f"g1:{begins}; a1:squad@F2", UNDER_FIRE[1], morale)
    after = facts_of(UNDER_FIRE[0], f"g1:{ends}; a1:squad@F2" if ends else "a1:squad@F2", UNDER_FIRE[1])
    phase = pyrout.between(position(text, rules), pyrout.parse(after.replace("aslsk", rules), need="position"))
    assert phase.reachable and phase.log[0] in logs, phase
    assert pyrout.play(position(text, rules), "\n".join(phase.log)).legal


@pytest.mark.slow
@pytest.mark.parametrize(
    ("units", "facts_", "rules", "untried"),
    [
        ("", "", "aslsk", ()),
        ("", "", "asl", ("Heat of Battle",)),
        ("; g3:leader@B2", "", "aslsk", ("an LLMC",)),
        ("; a2:squad@F4 concealed", 'los("F4","B4",0).', "asl", ("Heat of Battle", "drop their concealment")),
    ],
)
def test_what_no_roll_is_tried_for_leaves_a_no_open(
    units: str, facts_: str, rules: str, untried: tuple[str, ...]
) -> None:
    """g1 cannot reach F6, neither by what is tried nor by anything else; for certain only where all is tried."""
    hexes, los = UNDER_FIRE
    before = facts_of(f"{hexes} F4. F6.", f"g1:squad@B2 broken dm{units}; a1:squad@F2", los, facts_)
    phase = pyrout.between(position(before, rules), position(moved(before, g1="F6"), rules))
    assert not phase.reachable and phase.complete is not bool(untried)
    assert all(any(what in note for note in phase.notes) for what in untried)


def test_a_wound_is_told_apart() -> None:
    """a17-2: a leader whom nobody could wound is no more wounded after the phase than before."""
    before = facts_of("B1. B2. B3w", "g1:leader@B2 broken dm; a1:squad@B1", "B1-B2")
    after = moved(before, g1="B3")
    assert pyrout.between(position(before), position(after)).reachable
    phase = pyrout.between(position(before), position(after + "status(g1,wounded)."))
    assert not phase.reachable and "1 broken wounded german leader more in B3" in phase.unexplained


@pytest.mark.slow
def test_what_was_not_tried_is_no_certain_no(tmp_path: Path) -> None:
    """a10-41-voluntary: g2, next to a1, may break on purpose, and where it did no phase is found: that is said. By the Starter
    Kit rules nobody does, and nothing is left open."""
    here = facts_of("B1. B2. B3w A3.", "g1:squad@B3 broken dm; g2:squad@B2; a1:squad@B1", los="B1-B2 B1-B3/3")
    before, after = tmp_path / "before.lp", tmp_path / "after.lp"
    for rules, headline, told in (
        ("asl", "no legal Rout Phase was found", True),
        ("aslsk", "no legal Rout Phase leads there", False),
    ):
        text = here.replace("rules(aslsk)", f"rules({rules})")
        before.write_text(text, encoding="utf-8")
        after.write_text(moved(text, g2="A3") + "status(g2,broken). status(g2,dm).", encoding="utf-8")
        result = CliRunner().invoke(main, ["phase", str(before), "--after", str(after)])
        assert (result.exit_code, headline in result.output) == (1, True), result.output
        assert ("not tried: units that break on purpose" in result.output, "INCOMPLETE" in result.output) == (
            told,
            told,
        )


@pytest.mark.slow
def test_a_phase_after_which_nobody_is_left(tmp_path: Path) -> None:
    """The file that `--log -o` writes is a second file, though nobody in it may rout."""
    before, log_, after = (tmp_path / name for name in ("before.lp", "log.txt", "after.lp"))
    here = facts_of("B1. B2. B3-", "g1:squad@B2 broken dm; a1:squad@B1; a2:squad@B3", los="B1-B2 B3-B2", facts="")
    before.write_text(here, encoding="utf-8")
    log_.write_text("g1: eliminated", encoding="utf-8")
    assert CliRunner().invoke(main, ["phase", str(before), "--log", str(log_), "-o", str(after)]).exit_code == 0
    result = CliRunner().invoke(main, ["phase", str(before), "--after", str(after)])
    assert (result.exit_code, "a legal Rout Phase leads there" in result.output) == (0, True), result.output


@pytest.mark.slow
def test_results_of_nmc_lead_elsewhere(tmp_path: Path) -> None:
    """In the position of `test_what_to_do_after_each_result` g1 can be reduced in B3, and get to B4 as a half-squad."""
    before, after = tmp_path / "before.lp", tmp_path / "after.lp"
    text = RISKY.replace("rules(aslsk)", "rules(asl)")
    before.write_text(text, encoding="utf-8")
    reduced = moved(text, g1="B4", g2="C7").replace("unit(g1,german,squad)", "unit(g1,german,half_squad)")
    after.write_text(reduced.replace('reveal(a2,g1,"B3",after).', "").replace("status(a2,concealed).", ""))
    result = CliRunner().invoke(main, ["phase", str(before), "--after", str(after), "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.output)["log"] == ["g1: B3(fail) B4", "g2: C6 C7"]


# Without broken morale
@pytest.mark.parametrize(
    ("facts", "interdicted", "mf"),
    [
        ("", 0, 12),  # both crawl
        ('nmc(g1,"B3",pass). nmc(g1,"B4",pass).', 2, 10),  # g1 runs to B5, 4 MF: the facts give both results
        ('nmc(g1,"B3",pass).', 0, 12),  # they give one of them
    ],
)
def test_fewer_interdictions_come_before_fewer_mf(facts: str, interdicted: int, mf: float) -> None:
    """The foxhole of B3 shelters one, and a1 sees B4, too: who runs to B5 is interdicted, who crawls is not."""
    text = facts_of(
        "B1. B2. B3. B4. B5w",
        "g1:squad@B2 broken dm; g2:squad@B2 broken dm; a1:squad@B1",
        los="B1-B2 B1-B3 B1-B4",
        facts=f'no_quarter(german). feature("B3",foxhole). capacity("B3",foxhole,1). {facts}',
    )
    (side,) = pyrout.phase(position(text, "asl")).phase
    assert side.best and side.best.survivors == 2
    assert sum(len(route.interdicted) for _, route in side.best.routes) == interdicted
    assert (side.best.interdictions, side.best.mf) == (0, mf)


@pytest.mark.parametrize(("morale", "way"), [("", "B2 C3 C4"), ('nmc(g1,"B3",pass).', "B2 B3 C4")])
def test_of_two_ways_to_one_hex_the_one_through_less_fire_is_taken(morale: str, way: str) -> None:
    """To C4 it is 3 MF over B3, which a1 sees, and 4 over the brush of C3. Who is Disrupted does not crawl."""
    text = facts_of(
        "B1. B2. B3. C3b C4w",
        "g1:squad@B2 broken dm disrupted; a1:squad@B1",
        los="B1-B2 B1-B3",
        facts=f"no_quarter(german). {morale}",
    )
    (side,) = pyrout.phase(position(text, "asl")).phase
    assert side.best and [" ".join(route.path) for _, route in side.best.routes] == [way]
