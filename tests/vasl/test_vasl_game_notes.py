"""Assumptions and omissions of an import, and names of hexes without their board."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from vasl_boards import CRAGS, ORCHARD, WOODS, Drawing
from vasl_saves import Made, gun, marker, question, squad, vehicle, weapon
from vasl_tables import RULE_SETS, Table, answers, facts, pixel

import pyrout
from pyrout.base.span import Said
from pyrout.commands.boards import assumption_lines
from pyrout.position.corrections import Corrections
from pyrout.position.reading import parse
from pyrout.vasl.import_notes import OUT, Note, listed
from pyrout.vasl.saves.facts import LEFT_OUT

pytestmark = pytest.mark.slow  # half a minute together


def test_what_was_assumed_is_said_in_a_line_or_in_groups(table: Table) -> None:
    """The most important first, each with the option that corrects it; what the player says himself is none of it."""
    table.put("E8", squad(broken=True)).put("E9", squad(broken=True))
    short = table.run("solve", "--rules", "aslsk").stderr
    assert short == (
        "pyrout: game.vsav: assumed: attacker russian (--attacker german for the other); "
        "2 broken without DM (--dm yE8,..); 2 things more; all of it: --assumed\n"
    )
    groups = [line.split(": ")[2] for line in table.run("solve", "--assumed").stderr.splitlines()]
    assert groups == ["turn", "rules", "sides", "DM", "strengths"]
    told = table.run("solve", "--attacker", "german", "--rules", "aslsk", "--assumed").stderr
    assert "--attacker" not in told
    assert "A broken unit without a DM counter is not under DM (" in told and "; else --dm yE8,yE9.\n" in told
    under = table.run("solve", "--rules", "aslsk", "--dm", "yE8,yE9").stdout
    assert "broken without a DM counter" not in under
    assert "broken without a DM counter (--dm ge2 gives it one)" in table.run("solve", "--rules", "aslsk").stdout


def test_what_the_answers_assume_is_a_note(tmp_path: Path, table: Table) -> None:
    """Both squads are broken: that of the ATTACKER may rout first, and the other's answer counts it where it is."""
    folder = tmp_path / "both"
    folder.mkdir()
    both = Table(folder)
    both.put("C3", squad(broken=True), marker("DM")).put("C2", squad("ru", broken=True), marker("DM"))
    imported = both.imported()
    (note,) = (note for note in imported.notes if "assumes" in note)
    assert re.fullmatch(r"The answer for (\w+) assumes: counts (?!\1)\w+ where it is now; it may rout first\.", note)
    assert f"% {note}" in imported.text.splitlines()
    assert not any("assumes" in note for note in table.imported().notes)


def test_nobody_broken_gives_an_instance_to_work_on(table: Table) -> None:
    table.save.commands.clear()
    table.put("C3", squad()).put("C2", squad("ru"))
    imported = table.imported()
    assert imported.routers == () and any("nobody routs" in note for note in imported.notes)
    answer = pyrout.solve(parse(imported.text + "status(ge1,broken). status(ge1,dm).", "game")).units
    assert [(unit.id, unit.verdict) for unit in answer] == [("ge1", "routs")]
    done = table.run("solve")
    assert done.exit_code == 2
    assert done.stderr.splitlines()[-1].endswith(
        "no unit on the map is broken, so nobody routs; break it in VASL and save, or `pyrout import` the game and add "
        "status(ID,broken)"
    )


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.slow
def test_what_a_rule_set_refuses_is_left_out_and_said(table: Table, rules: str) -> None:
    """Level 3 of a wood, a dummy, a cavalryman's Berserk and smoke: nothing of it keeps the position from being solved."""
    table.put("E3", marker("Building Level 3"), squad("ru"))
    table.put("C4", question("ru"))
    table.put("C3", marker("White +2 Smoke"))
    table.put("B3", squad("ge"), marker("Berserk"))
    imported = table.imported(rules=rules)
    position = parse(imported.text, "game")
    assert 'at(ru2,"yE3")' in facts(position, "at")
    assert pyrout.solve(position)["ge1"].at == "yC3"
    said = " ".join(imported.notes)
    assert "on the ground of its hex" in said or "levels and entrenchments" in said


def test_a_unit_that_the_starter_kit_refuses_is_left_out_with_all_that_is_said_of_it(table: Table) -> None:
    """An aircraft: by the Starter Kit rules neither it nor its place is in the position, and the note says so; what full
    ASL alone asks for, nationalities, is not there either."""
    table.put("E3", Made("'44 FB", "ge/gefb44"))
    imported = table.imported(rules="aslsk")
    position = parse(imported.text, "game")
    assert "aircraft" not in {str(fact.args[2]) for fact in position.of("unit")}
    assert {str(fact.args[0]) for fact in position.of("at")} <= {str(fact.args[0]) for fact in position.of("unit")}
    (note,) = (note for note in imported.notes if "aircraft" in note)
    assert "left out" in note and "Infantry, Guns and vehicles only" in note
    assert not position.of("nationality")
    assert table.instance(rules="asl").of("nationality")
    assert pyrout.solve(position)["ge1"].at == "yC3"


def test_units_in_bypass_are_told(table: Table) -> None:
    x, y = pixel("E5")
    table.save.put(x + 28, y - 16, vehicle("T-34", "ru"))
    (note,) = (note for note in table.imported().notes if "Bypass" in note)
    assert "yE5 T-34" in note and "yC3" not in note


@pytest.mark.slow
def test_concealed_enemies_of_routers_on_both_sides(table: Table) -> None:
    """Both sides rout, and each has a concealed unit in sight of where the other routs."""
    table.put("C6", squad("ru", concealed="x")).put("G4", squad(concealed="x"))
    table.put("G2", squad("ru", broken=True), marker("DM")).put("H2", squad())
    position = table.instance(rules="asl")
    assert sum(fact.args[1] == "concealed" for fact in position.of("status")) == 2
    broken = {str(fact.args[0]) for fact in position.of("status") if fact.args[1] == "broken"}
    assert len(broken) == 2 and {unit.id for unit in pyrout.solve(position).units} >= broken


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.slow
def test_what_a_large_game_leaves_out_is_not_asked_for(
    table: Table, rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All LOS give the same answers as only the LOS that the broken units can ask for."""
    from pyrout.vasl import import_game

    table.put("E8", squad("ru", broken=True), marker("DM")).put("F8", squad()).put("H3", squad("ru"))
    table.board.fill("E9 G8", WOODS).fill("F6", ORCHARD)
    whole = table.instance(rules=rules)
    monkeypatch.setattr(import_game, "EVERY_PAIR", 10)
    part = table.instance(rules=rules)
    assert len(part.of("los")) < len(whole.of("los"))
    assert len(answers(whole)) >= 2 and answers(part) == answers(whole)


def test_counters_without_a_rule_are_named_with_the_units_that_they_can_concern(tmp_path: Path) -> None:
    made = Table(tmp_path).put("C5", squad(broken=True), marker("DM")).put("C2", squad("ru"))
    made.put("D5", marker("Panjis: 3")).put("E5", marker("Stream", "DO/Stream")).put("P9", marker("Gutted"))
    made.put("D4", marker("TI")).put("E4", marker("Scenario Defender"))
    notes = made.imported(rules="asl").notes
    told = {note.group: note for note in notes if "no rule here" in note or "without a rule here" in note}
    assert {note.group for note in notes if "Panjis" in note} == {note.group for note in notes if "Stream" in note}
    assert any("Panjis: 3 in yD5: it can concern ge1" in note and "Panjis" in note.short for note in notes)
    assert any("Stream in yE5: it can concern ge1" in note for note in notes)
    assert "Gutted" in told["counters"] and "ge1" not in told["counters"]
    (idle,) = [note for note in notes if note.startswith("Counters that change nothing")]
    assert "Scenario Defender" in idle and not re.search("Panjis|Stream|Gutted", idle)


def test_the_note_on_a_bridge_says_how_to_put_it_in(tmp_path: Path) -> None:
    made = Table(tmp_path).put("C5", squad(broken=True), marker("DM")).put("C2", squad("ru"))
    notes = made.put("D5", marker("Bridge: 2-5")).put("E5", marker("Panjis: 3")).imported(rules="asl").notes
    assert [note for note in notes if "'feature(HEX,bridge)'" in note] == [
        note for note in notes if "Bridge: 2-5" in note
    ]
    assert any("Bridge: 2-5 in yD5" in note for note in notes)


def test_who_declared_no_quarter_is_asked_for(tmp_path: Path) -> None:
    made = Table(tmp_path).put("C5", squad(broken=True), marker("DM")).put("C2", squad("ru"))
    made.save.put(50, 50, marker("No Quarter Declared").layer(",US,Russian", 3))  # beside the board, as players lay it
    result = made.run("solve", "--rules", "asl")
    assert "No Quarter" in result.stderr.splitlines()[0] and "no_quarter(SIDE)" in result.stderr
    assert not any("change nothing" in note and "Quarter" in note for note in made.imported(rules="asl").notes)
    assert not any("Quarter" in note for note in made.imported(rules="aslsk").notes)  # nobody surrenders


def test_what_decides_stands_in_the_summary_in_words(tmp_path: Path) -> None:
    made = Table(tmp_path).put("C5", squad(broken=True), marker("DM")).put("C2", squad("ru"), marker("Berserk"))
    made.save.boards = ["0", "0", "y", "VER", "1.0", "OVR", "X3", "D4", "D5", "SSR", "FlyingSaucers"]
    summary = made.run("solve", "--rules", "aslsk").stderr.splitlines()[0]
    assert "overlays (X3) are not on the map" in summary
    assert "scenario rules of board y that pyrout does not know: FlyingSaucers" in summary
    assert "left out: " in summary and not re.search(r"[a-z]\([a-z]", summary)  # no facts


@pytest.mark.parametrize("said", ["yC6", "C6", "0yC6"])
def test_a_hex_may_be_named_without_its_only_board(table: Table, said: str) -> None:
    assert (
        table.run("explain", "ge1", said, "--rules", "aslsk").stdout
        == table.run("explain", "ge1", "yC6", "--rules", "aslsk").stdout
    )


def test_a_log_of_turns_may_name_hexes_without_their_only_board(table: Table, tmp_path: Path) -> None:
    log = tmp_path / "turns.log"
    told = []
    for line in ("ge1: C4(pin)", "ge1: yC4(pin)"):
        log.write_text(line + "\n")
        result = table.run("phase", "--log", log, "--rules", "aslsk")
        told.append((result.exit_code, result.stdout))
    assert told[0] == told[1] and told[0][0] == 0


def test_a_hex_is_named_with_the_zero_of_its_board_or_without(tmp_path: Path) -> None:
    made = Table(tmp_path).put("C3", squad(broken=True), marker("DM")).put("C2", squad("ru"))
    made.board = Drawing(cols=17, rows=10, name="05").fill("C6 D6", WOODS)
    made.save.boards = ["0", "0", "05"]
    told = {made.run("explain", "ge1", said, "--rules", "aslsk").stdout for said in ("05C6", "5C6", "C6")}
    assert len(told) == 1 and "5C6 is a destination" in told.pop()
    assert "no unit is in 05C4" in made.run("explain", "05C4", "--rules", "aslsk").stderr
    for unit in ("05C3", "5C3", "C3"):
        judged = made.run("check", unit, "05C4", "C5", "5C6", "--rules", "aslsk")
        assert judged.exit_code == 0 and judged.stdout.startswith("legal"), judged.output


@pytest.mark.parametrize(
    ("note", "line"),
    [
        (
            Note("left out", Said(LEFT_OUT, "7 not on the map: ", listed("abcdefg"), "."), ""),
            "left out: 7 not on the map: a, b, c, d, e and 2 more.",
        ),
        (
            Note("left out", Said("This board is missing, and what lies there is ", OUT, ": bdw; no LOS goes across."), ""),
            "This board is missing, and what lies there is left out: bdw; no LOS goes across.",
        ),
        (Note("left out", "There is mud in B1.", ""), "left out: There is mud in B1."),
        (
            Note("LOS", Said("Rubble fills: ", listed((f"A{n}" for n in range(1, 17)), 6), "; so be it."), ""),
            "LOS: Rubble fills: A1, A2, A3, A4, A5 and 11 more; so be it.",
        ),
        (
            Note("LOS", "Wrecks: A1, A2, A3, A4, A5. Others: A6, A7.", ""),
            "LOS: Wrecks: A1, A2, A3, A4, A5. Others: A6, A7.",
        ),
    ],
)
def test_a_line_has_its_group_once_and_the_first_names_of_a_list(note: Note, line: str) -> None:
    assert list(assumption_lines([note], Corrections(), assumed=True)) == [line]


def test_an_enemy_without_a_range_is_said_once(tmp_path: Path) -> None:
    """Two broken squads look at it: their answers assume the same, and no note of the counter says so as well."""
    made = Table(tmp_path).put("C5", squad(broken=True), marker("DM")).put("C6", squad(broken=True), marker("DM"))
    made.put("C3", Made("0-0-0 sq", "ru/ruS"))
    notes = [note for note in made.imported(rules="aslsk").notes if re.search(r"\brange\b|Normal Range", note)]
    assert [note.partition(":")[0] for note in notes] == ["The answers for ge1 and ge2 assume"]


def test_what_is_assumed_of_many_hexes_is_one_note_with_their_number(tmp_path: Path) -> None:
    """The Starter Kit has no crags: one note, the first five hexes on the screen, and all of them in the file."""
    made = Table(tmp_path).put("H5", squad(broken=True), marker("DM")).put("H1", squad("ru"))
    crags = [f"{column}{number}" for column in "FGHIJ" for number in (4, 7)]
    made.board.fill(" ".join(crags), CRAGS)
    (note,) = (note for note in made.imported(rules="aslsk").notes if "crags" in note)
    assert "likewise 9 more: " in note and all(f"y{hex_}" in note for hex_ in crags)
    done = made.run("import", "--rules", "aslsk")
    (line,) = (line for line in done.stderr.splitlines() if "crags" in line)
    assert line.endswith("likewise 9 more: yF7, yG4, yG7, yH4, yH7 and 4 more.")
    assert sum("crags" in line for line in done.stdout.splitlines() if line.startswith("%")) == 1
    assert sum("assumes: " in line for line in made.run("solve", "--rules", "aslsk").stdout.splitlines()) == 1


def test_counters_alike_without_a_rule_are_one_note(tmp_path: Path) -> None:
    made = Table(tmp_path).put("C5", squad(broken=True), marker("DM")).put("C2", squad("ru"))
    for hex_ in ("B4", "D4", "D5", "E5"):
        made.put(hex_, marker("Panjis: 3"))
    (note,) = (note for note in made.imported(rules="asl").notes if "Panjis" in note)
    assert "Panjis: 3 in yB4, yD4, yE5, yD5: it can concern ge1" in note
    assert note.short == "no rule for Panjis: 3 in yB4, yD4 and 2 more (near ge1)"


def test_all_on_which_a_verdict_can_turn_is_in_the_first_line(tmp_path: Path) -> None:
    """Notes of each kind: who changes what these say can change the answer, and the others are counted."""
    made = Table(tmp_path).put("C5", squad(broken=True), squad(broken=True), marker("DM")).put("C2", squad("ru"))
    made.put("D2", squad("ru"), squad("ru"), weapon("LMG", "ru"))  # whose is it?
    made.put("E2", squad("ru"), question("ru")).put("F2", question("ru"))  # what lies under a ? is concealed
    made.put("G2", squad("ru"), marker("1S Foxhole")).put("H2", marker("Building Roof Level"), squad("ru"))
    made.put("I2", vehicle("T-34", "ru"), squad("ru")).put("J2", gun("76L ART", "ru"), Made("2-2-7 cr", "ru/ruC"))
    made.put("K2", Made("Hero", "ru/ruHero")).put("L2", squad("ru"), squad("ru"), marker("CX")).put("M2", marker("Pin"))
    x, y = pixel("N2")
    made.save.put(x + 20, y + 20, squad("ru"))
    first = made.run("solve", "--rules", "asl").stderr.splitlines()[0]
    for said in (
        "attacker russian",
        "a SW above several units is possessed by the nearest one below it (yD2 LMG)",
        "units below a ? are taken to be concealed (yE2 4-6-7 1sq)",
        "a ? with no unit of its side below it is a Dummy (yF2)",
        "units below a foxhole counter are inside it (yG2)",
        "units on a rooftop are taken to be on the ground level (yH2)",
        "taken to be beside it, not aboard (yI2)",
        "a Gun with a crew above it is manned by that crew (yJ2 76L ART ca3)",
        "a marker counts for the nearest unit below it (yL2 CX on 4-6-7 1sq)",
        "a Pin counter with no unit below it that it could count for is left out (yM2)",
        "a DM counter counts for every broken unit below it (yC5)",
        "no Bypass of yN2",
        "PP and range of the usual gun, lmg",
        "Guns without covered arcs",
        "heroes 1-4-9",
        "AFVs that fire up to 16 hexes",
    ):
        assert said in first, said
    quiet = [note for note in made.imported(rules="asl", rests=False).notes if not note.decides]
    assert {note.group for note in quiet} <= {"sides", "LOS", "counters", "strengths"}
    assert first.endswith(f"; {len(quiet)} things more; all of it: --assumed")


def test_every_note_has_a_few_words(tmp_path: Path) -> None:
    made = Table(tmp_path).put("C5", squad(broken=True)).put("C2", squad("ru", concealed="x"), marker("Wire"))
    made.put("D5", marker("Smoke")).put("E5", marker("Wire")).put("P9", marker("Gutted"), vehicle("T-34", "ru"))
    made.save.boards = ["0", "0", "y", "VER", "0.1"]
    for rules in RULE_SETS:
        for note in made.imported(rules=rules).notes:
            assert note.short and "\n" not in note.short, note
