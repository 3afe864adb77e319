"""The commands `explain` and `check`: sentences and reasons."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import DISCOVERY, QUIET, run, written
from tiny import asl, facts_of

from pyrout.program.rule_index import citations

# --- explain ----------------------------------------------------------------------------------------------------


def explained(folder: Path, position: tuple[str, ...], *args: str) -> list[str]:
    result = run("explain", written(folder, facts_of(*position)), "g1", *args)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout.splitlines()


def inline(rule: str) -> str:
    return f"[{rule}] {citations('aslsk')[rule].sentence}"


def sentence(rule: str) -> str:
    cited = citations("aslsk")[rule]
    return f"[{rule}] {cited.title} ({cited.section}): {cited.sentence}"


def test_the_chart_is_about_a_unit(tmp_path: Path) -> None:
    file = written(tmp_path, facts_of("B1. B2w", "g1:squad@B1 broken dm"))
    assert "not about a hex" in run("explain", file, "g1", "B2", "--chart").stderr
    assert "  yes  Is it under DM?" in run("explain", file, "g1", "--chart").stdout


def test_explain_a_unit_that_must_rout(tmp_path: Path) -> None:
    lines = explained(tmp_path, ("A1- B1o B2. B3w C1.", "g1:squad@B1 broken; a1:squad@A1", "A1-B1"))
    assert lines[0] == "g1 (german squad) in B1, 6 MF: MUST ROUT"
    assert f"  why: a1 in A1 {inline('sk-must-adjacent')}" in lines
    assert f"  DM: {inline('sk-dm-gain')}" in lines
    around = lines[lines.index("  around B1:") + 1 :][:5]
    assert around == [
        "    A1: A1 [sk-mf]",
        "    B2: legal",
        "    C1: legal",
        "    north: the file has no hex there [sk-step-touch]",
        "    south-east: the file has no hex there [sk-step-touch]",
    ]


def test_explain_names_what_forbids_the_hexes_around(tmp_path: Path) -> None:
    lines = explained(tmp_path, ("A2- B1. B2o B3. C1w", "g1:squad@B2 broken dm; a1:squad@A2", "A2-B2"))
    assert "    B1: a1 in A2 [sk-step-adjacent]" in lines
    assert "    B3: legal" in lines
    # The rules that it has named, and no others, follow in plain words.
    assert sentence("sk-step-adjacent") in lines
    assert sentence("sk-step-stacking") not in lines


def test_explain_an_eliminated_unit(tmp_path: Path) -> None:
    lines = explained(tmp_path, ("B2. B3.", "g1:squad@B2 broken dm; a1:squad@B3", "B3-B2"))
    assert lines[0] == "g1 (german squad) in B2, 6 MF: ELIMINATED for failure to rout"
    assert f"  why: {inline('sk-ftr-none')}" in lines
    assert "    B3: a1 in B3 [sk-step-closer]; a1 in B3 [sk-step-occupied]" in lines


def test_explain_a_unit_that_cannot_rout(tmp_path: Path) -> None:
    lines = explained(tmp_path, ("A1- B1. B2.", "g1:squad@B1 broken melee; a1:squad@B1; a2:squad@A1", "A1-B1"))
    assert lines == ["g1 (german squad) in B1, 6 MF: cannot rout", f"  why: {inline('sk-melee')}"]
    lines = explained(tmp_path, ("A1- B1. B2.", "g1:squad@B1 broken melee; a1:squad@B1", ""), "B2")
    assert lines == [
        "g1 (german squad) in B1, 6 MF: cannot rout",
        "B2 is not a legal destination: the unit cannot rout",
        "  [sk-melee]",
        sentence("sk-melee"),
    ]


def test_explain_a_destination(tmp_path: Path) -> None:
    lines = explained(tmp_path, DISCOVERY, "B2")
    assert lines == [
        "g1 (german squad) in B1, 6 MF: may rout",
        "B2 is a destination, 2 MF",
        "routes that end there: 1; the safest:",
        "  Low Crawl B1 - B2, 6 MF; it meets a1 in B2; ELIMINATED because of a1 [sk-ftr-adjacent]",
    ]


def test_explain_an_ignorable_destination(tmp_path: Path) -> None:
    lines = explained(tmp_path, ("B1w B2. B3o A4w B5-", "g1:squad@B3 broken dm; a1:squad@B5", "B5-B3"), "A4")
    assert lines[1] == "A4 is a destination, 2 MF, which may be ignored:"
    assert "[sk-dest-ignore-range]" in lines[2]
    assert sentence("sk-dest-ignore-range") in lines


def test_explain_a_hex_that_is_not_the_nearest(tmp_path: Path) -> None:
    lines = explained(tmp_path, ("A2w B1. B2. B3w C2w", "g1:squad@B1 broken dm"), "B3")
    assert lines == [
        "g1 (german squad) in B1, 6 MF: may rout",
        "B3 is not a legal destination: it costs 3 MF, A2 and C2 only 2 [sk-dest-nearest]",
        "no route ends there",
        sentence("sk-dest-nearest"),
    ]


def test_explain_a_barred_hex(tmp_path: Path) -> None:
    """The first illegal step of the cheapest way, by B1. A2, where a1 is, cannot be entered by anybody."""
    lines = explained(tmp_path, ("A2- B1. B2o C1w", "g1:squad@B2 broken dm; a1:squad@A2", "A2-B2"), "C1")
    assert lines == [
        "g1 (german squad) in B2, 6 MF: ELIMINATED for failure to rout",
        "no legal way leads to C1; the first illegal step of the cheapest:",
        "  B2 - B1: a1 in A2 [sk-step-adjacent]",
        sentence("sk-step-adjacent"),
    ]


def test_explain_a_barred_hex_behind_a_legal_step(tmp_path: Path) -> None:
    """B2 is next to a1 in A3; B1 and C2 are both 2 hexes from him, so that from B1 to C2 is a legal step.
    Over the wall it is 3 MF to B2, and by C2 as many."""
    wall = 'hexside("B1","B2",wall).'
    lines = explained(tmp_path, ("B1o B2w C2. A3-", "g1:squad@B1 broken dm; a1:squad@A3", "A3-B1", wall), "B2")
    assert lines[1:] == [
        "no legal way leads to B2; the first illegal step of the cheapest:",
        "  B1 - B2: a1 in A3 [sk-step-adjacent]; a1 in A3 [sk-step-closer]",
        "  C2 - B2: a1 in A3 [sk-step-adjacent]; a1 in A3 [sk-step-closer]",
        "no route ends there",
        sentence("sk-step-adjacent"),
        sentence("sk-step-closer"),
    ]


def test_explain_a_full_hex(tmp_path: Path) -> None:
    units = "g1:squad@B1 broken dm; g2:squad@B2; g3:squad@B2; g4:squad@B2"
    lines = explained(tmp_path, ("B1. B2w", units), "B2")
    assert lines[1:3] == [
        "no legal way leads to B2; the first illegal step of the cheapest:",
        "  B1 - B2: B2 [sk-step-stacking]",
    ]
    assert sentence("sk-step-stacking") in lines


def test_explain_a_hex_too_far_away(tmp_path: Path) -> None:
    lines = explained(tmp_path, ("B1. B2b B3b B4b B5w", "g1:squad@B1 broken dm"), "B5")
    assert lines[1:] == [
        "B5 is out of reach: 6 MF would not get it there, even without enemies [sk-dest-reach]",
        "no route ends there",
        sentence("sk-dest-reach"),
    ]


def test_explain_a_hex_that_is_no_cover(tmp_path: Path) -> None:
    """It says what it is, and that routs may end there all the same; nothing bars the way to it."""
    lines = explained(tmp_path, ("A4. A3. B2. B3o B6-", "g1:squad@B3 broken dm; a1:squad@B6", "B6-B3"), "B2")
    assert lines[1:] == [
        "B2 is no destination, though a rout may end there: it is neither woods nor building",
        "routes that end there: 4; the safest:",
        "  B3 - B2, 1 MF",
    ]


def test_explain_the_starting_hex(tmp_path: Path) -> None:
    lines = explained(tmp_path, QUIET, "B1")
    assert lines[1] == "B1 is where it starts: a rout leaves that hex and does not end there"


# --- check ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [["B2", "B3", "B4"], ["B1", "B2", "B3", "B4"], ["B2", "B3", "B4", "--to", "B2"], ["--to", "B2", "B2", "B3", "B4"]],
)
def test_check_a_legal_rout(file: Path, args: list[str]) -> None:
    """With or without the hex that it starts in, and with its destination."""
    result = run("check", file, "g1", *args)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "legal",
        "  rout to B2: B1 - B2 - B3 - B4, 5 MF; after meeting a1 in B2 it turns to B4; interdicted in B3 by a1",
        "  NMC in B3: pinned it survives, failing it is reduced",
        "  it may end in B4",
    ]


def test_check_a_legal_rout_that_ends_in_elimination(file: Path) -> None:
    result = run("check", file, "g1", "B2", "--low-crawl")
    assert (result.exit_code, result.stdout) == (
        0,
        "legal, and it ends in elimination\n"
        "  Low Crawl to B2: B1 - B2, 6 MF; it meets a1 in B2; ELIMINATED because of a1 [sk-ftr-adjacent]\n",
    )


@pytest.mark.parametrize(
    ("args", "head", "rule"),
    [
        (["B2"], "it may not end in B2", "a1 in A2 [sk-dest-threatened]"),
        (["B2", "B1"], "step 2, B2 - B1", "a1 in A2 [sk-step-adjacent]"),
        (["B3"], "step 1, B1 - B3", "B1 [sk-step-touch]"),
        (["B2", "B3", "B4", "B5"], "step 4, B4 - B5", "B5 [sk-mf]"),
        (["B2", "B3", "B4", "--to", "B4"], "step 1, B1 - B2", "B4 [sk-dest-nearest]"),
        (["B2", "B3", "--low-crawl"], "step 2, B2 - B3", "B3 [sk-crawl]"),
    ],
)
def test_check_an_illegal_rout(tmp_path: Path, args: list[str], head: str, rule: str) -> None:
    """Status 1; the first step that is illegal, the rule and the unit or hex behind it."""
    hexes, *rest = DISCOVERY
    result = run("check", written(tmp_path, facts_of(hexes + " B5~", *rest)), "g1", *args)
    assert (result.exit_code, result.stderr) == (1, "")
    lines = result.stdout.splitlines()
    assert lines[0] == f"illegal: {head}"
    name = rule[rule.index("[") + 1 : -1]
    assert f"  {rule} {citations('aslsk')[name].sentence}" in lines


def test_check_says_what_it_costs(file: Path) -> None:
    """A claim in which only the MF are wrong."""
    path = "B2", "B3", "B4"
    told = "  it costs 5 MF: claimed so, or without --mf, it is legal"
    result = run("check", file, "g1", *path, "--mf", "4")
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (1, told)
    assert "costs 5 MF" not in run("check", file, "g1", *path, "--mf", "5").stdout
    assert "it costs" not in run("check", file, "g1", "B2", "B1", "--mf", "2").stdout


def test_check_under_an_option(tmp_path: Path) -> None:
    path = written(tmp_path, facts_of("A1b A2. A4w B1. B2. B3.", "g1:squad@A2 broken dm"))
    assert run("check", path, "g1", "B1", "--low-crawl").exit_code == 1
    assert run("check", path, "g1", "B1", "--low-crawl", "--set", "crawl_toward=free").exit_code == 0


def test_check_a_unit_that_may_not_rout(tmp_path: Path) -> None:
    path = written(tmp_path, facts_of("B1. B2.", "g1:squad@B1 broken"))
    result = run("check", path, "g1", "B2")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == ["illegal: step 1, B1 - B2", "  It cannot rout.", f"  {inline('sk-may-dm')}"]


def test_check_a_unit_that_surrenders_names_its_captor(tmp_path: Path) -> None:
    hexes, units, los = "B1. B2w B3. B4w B6.", "g1:squad@B2 broken dm; a1:squad@B1; a2:squad@B6", "B6-B3"
    path = tmp_path / "taken.lp"
    path.write_text(asl(hexes, units, los).text)
    result = run("check", path, "g1", "B3")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[:2] == [
        "illegal: step 1, B2 - B3",
        "  It cannot rout: it surrenders to a1 in B1.",
    ]


def test_an_illegal_run_that_is_legal_as_a_low_crawl_names_the_option(tmp_path: Path) -> None:
    """A3 is open ground; the cover is A4. A Low Crawl away from a1 cannot lead to A1."""
    path = written(tmp_path, facts_of("A1. A2. A3. A4w", "g1:squad@A2 broken dm; a1:squad@A1"))
    hint = "  as a Low Crawl it is legal: --low-crawl"
    assert hint in run("check", path, "g1", "A3").stdout.splitlines()
    assert run("check", path, "g1", "A3", "--low-crawl").exit_code == 0
    assert hint not in run("check", path, "g1", "A1").stdout.splitlines()


def test_where_a_unit_only_crawls_is_not_called_illegal(tmp_path: Path) -> None:
    path = written(tmp_path, facts_of("A1. A2. A3. A4w", "g1:squad@A2 broken dm; a1:squad@A1"))
    lines = run("explain", path, "g1", "A3").stdout.splitlines()
    assert "The unit may end there only by a Low Crawl." in lines
    assert "A3 is not a destination of a run: it is neither woods nor building" in lines
    assert not any("is not a legal destination" in line for line in lines)
    assert "The unit may end there only by a Low Crawl." not in run("explain", path, "g1", "A4").stdout


def test_a_bar_on_several_hexes_is_one_line_and_a_surrender_is_called_so(tmp_path: Path) -> None:
    """B4 and C4 are both woods that g1 would reach; it surrenders to a1 before it goes."""
    hexes, units, los = "B1. B2w B3. B4w C4w B6.", "g1:squad@B2 broken dm; a1:squad@B1; a2:squad@B6", "B6-B3"
    path = tmp_path / "taken.lp"
    path.write_text(asl(hexes, units, los).text)
    lines = run("explain", path, "g1").stdout.splitlines()
    assert "    B4 3 MF, C4 3 MF: it surrenders to a1 in B1 [a20-21-surrender]" in lines
    assert sum("a1 in B1 [a20-21-surrender]" in line for line in lines) == 1


def test_a_cliff_that_bars_a_step_is_named(tmp_path: Path) -> None:
    path = tmp_path / "cliff.lp"
    path.write_text(asl("B1. B2. B3w", "g1:squad@B2 broken dm", facts='hexside("B3","B2",cliff).').text)
    for command in (("check", path, "g1", "B3"), ("explain", path, "g1", "B3"), ("explain", path, "g1")):
        lines = run(*command).stdout.splitlines()
        assert any("the cliff B2-B3 [a10-51-map]" in line for line in lines), lines
