"""Units named by their hex, and what a player corrects on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import run
from tiny import facts_of

import pyrout
from pyrout.errors import InstanceError, UsageError
from pyrout.position.corrections import Corrections
from pyrout.position.unit_names import unit_called, units_in

BOARD = "A1. A2w B1. B2. B3w"
SEEN = "A1-B1 A1-B2"


def position(units: str) -> pyrout.Instance:
    return pyrout.parse(facts_of(BOARD, units, SEEN), "a.lp")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """g1 and g2 in B3, of which g1 is broken without DM; a1 in A1."""
    path = tmp_path / "a.lp"
    path.write_text(facts_of(BOARD, "g1:squad@B3 broken; g2:squad@B3; g3:squad@B1; a1:squad@A1", SEEN), "utf-8")
    return path


# --- by the hex -------------------------------------------------------------------------------------------------


def test_the_unit_in_a_hex() -> None:
    one = position("g1:squad@B1 broken dm; g2:squad@B1; a1:squad@A1")
    assert unit_called(one, "g2") == "g2"
    assert unit_called(one, "A1") == unit_called(one, "a1") == "a1"
    assert unit_called(one, "B1") == unit_called(one, "b1") == "g1"  # the only one there that is broken
    assert units_in(one, "B1") == ("g1", "g2")
    assert units_in(one, "B3") == ()


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("B1", "a.lp: in B1: g1 (german squad, broken, dm), g2 (german leader, broken, dm); name one by its id"),
        ("B3", "a.lp: no unit is in B3; name a unit by its id or its hex"),
        ("x9", "a.lp: no unit is called x9; there are: a1, g1, g2"),
    ],
)
def test_which_unit_is_meant_is_asked(word: str, message: str) -> None:
    several = position("g1:squad@B1 broken dm; g2:leader@B1 broken dm; a1:squad@A1")
    with pytest.raises(UsageError) as error:
        unit_called(several, word)
    assert str(error.value) == message


def test_a_hex_of_a_board_is_named_in_either_case() -> None:
    """By the name in the file, with the zero that the board's archive has, and without the board where it is the only one."""
    text = (
        'board("05",0,0,normal). side(german). side(american). hex("5Y3",2,3). '
        'unit(g1,german,squad). at(g1,"5Y3"). status(g1,broken).'
    )
    one = pyrout.parse(text)
    for word in ("5Y3", "5y3", "05Y3", "05y3", "Y3", "y3", "05y3@0"):
        assert unit_called(one, word) == "g1", word


def test_a_unit_upstairs_is_in_its_hex_and_in_its_location() -> None:
    upstairs = pyrout.parse(
        'side(german). side(american). hex("C2",2,3). level("C2",1). unit(g1,german,squad). at(g1,"C2",1). '
        'unit(a1,american,squad). at(a1,"C2",0). status(g1,broken).'
    )
    assert units_in(upstairs, "c2") == ("g1", "a1")
    assert units_in(upstairs, "C2@1") == ("g1",)


def test_commands_take_a_hex_for_a_unit(file: Path) -> None:
    assert run("explain", file, "b3").stdout.startswith("g1 (german squad) in B3, 6 MF: cannot rout")
    assert "step 1, B3 - B2" in run("check", file, "B3", "B2").stdout
    assert run("solve", file, "--unit", "B3").stdout.splitlines()[1].startswith("g1 (german squad) in B3")


# --- corrections ------------------------------------------------------------------------------------------------


def test_dm_from_the_command_line(file: Path) -> None:
    """By the unit or by its hex; the answer said how."""
    assert "it is broken without a DM counter (--dm g1 gives it one)" in run("solve", file).stdout
    for word in ("g1", "B3", "b3"):
        assert "g1 (german squad) in B3: may rout; best: " in run("solve", file, "--dm", word).stdout
    result = run("solve", file, "--dm", "g3")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "pyrout: --dm: g3 is not broken; break it with --fact 'status(g3,broken)'\n"
    broken = run("solve", file, "--fact", "status(g3,broken)", "--dm", "g3,g1")
    assert broken.stdout.count("without a DM counter") == 0 and "g3 (german squad)" in broken.stdout


def test_facts_take_the_place_of_others(file: Path) -> None:
    load = pyrout.load(file)

    def facts(*corrections: str) -> set[str]:
        return set(map(str, Corrections(facts=corrections).made(load).facts))

    before = set(map(str, load.facts))
    assert facts('at(g2,"B1").') == before - {'at(g2,"B3")'} | {'at(g2,"B1")'}
    assert facts("-status(g1,broken)", "status(g2,broken)", "status(g2,dm)") == before - {"status(g1,broken)"} | {
        "status(g2,broken)",
        "status(g2,dm)",
    }
    armed = facts("sw(mg,mmg,5,12). possesses(g1,mg).")
    assert armed == before | {"sw(mg,mmg,5,12)", "possesses(g1,mg)"}
    given = Corrections(facts=("sw(mg,mmg,5,12). possesses(g1,mg).",)).made(load)
    assert set(map(str, Corrections(facts=("possesses(g2,mg)",)).made(given).facts)) == armed - {"possesses(g1,mg)"} | {
        "possesses(g2,mg)"
    }


@pytest.mark.parametrize(
    ("corrections", "message"),
    [
        (Corrections(facts=("-status(g2,dm)",)), "does not say status(g2,dm), so it cannot be taken out"),
        (Corrections(facts=("stats(g1,dm)",)), "unknown predicate stats; did you mean status?"),
        (Corrections(facts=("a :- b",)), "--fact a :- b"),
        (Corrections(facts=("-status(g1,broken)",)), "no unit may rout"),
        (Corrections(facts=("status(g9,broken)",)), "a.lp: unit or SW g9 is not declared"),
        (Corrections(attacker="germna"), "--attacker: no side is called germna; did you mean german?"),
    ],
)
def test_corrections_that_make_no_sense(file: Path, corrections: Corrections, message: str) -> None:
    with pytest.raises((UsageError, InstanceError)) as error:
        corrections.made(pyrout.load(file))
    assert message in str(error.value) and "\n" not in str(error.value)


def test_the_attacker_from_the_command_line(file: Path) -> None:
    made = Corrections(attacker="german").made(pyrout.load(file))
    assert [str(fact) for fact in made.of("attacker")] == ["attacker(german)"]


def test_a_text_is_corrected_where_it_says_otherwise() -> None:
    """As `import` writes it: the old fact is cut out of its line, the new ones stand at the end."""
    text = 'side(german). side(american). attacker(american).\nhex("A1",0,1).\n'
    text += 'unit(g1,german,squad). at(g1,"A1"). status(g1,broken).   % 4-6-7\n'
    corrected = Corrections("german", ("A1",)).written(text, pyrout.parse(text))
    assert corrected == (
        'side(german). side(american). \nhex("A1",0,1).\nunit(g1,german,squad). at(g1,"A1"). status(g1,broken).   % 4-6-7\n'
        "% Corrected on the command line\nattacker(german).\nstatus(g1,dm).\n"
    )


# --- words ------------------------------------------------------------------------------------------------------


def test_level_0_is_the_ground() -> None:
    board = 'side(german). side(american). hex("C2",2,3). unit(g1,german,squad). status(g1,broken). '
    assert pyrout.parse(board + 'at(g1,"C2",0).').of("at")[0].args == ("g1", "C2")


def test_a_rule_set_that_there_is_not_is_named_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "a.lp"
    path.write_text(
        facts_of(BOARD, "g1:squad@B1 broken dm; a1:squad@A1", SEEN).replace("rules(aslsk)", "rules(nosuch)")
    )
    result = run("solve", path)
    assert result.exit_code == 2
    line = next(n for n, text in enumerate(path.read_text().splitlines(), 1) if "nosuch" in text)
    assert result.stderr.startswith(f"pyrout: {path}:{line}:")
    assert "no rule set is called 'nosuch'; there are: asl, aslsk" in result.stderr


def test_the_level_is_not_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "a.lp"
    path.write_text(
        'rules(asl). side(german). side(american). attacker(american). hex("C1",2,1). hex("C2",2,3). hex("C3",2,5). '
        'terrain("C1",open_ground). terrain("C2",stone_building). terrain("C3",woods). '
        'level("C2",1). level("C2",2). stairwell("C2"). building("x","C2"). los("C1","C2",0). '
        'unit(g1,german,squad). at(g1,"C2",2). status(g1,broken). status(g1,dm). '
        'unit(a1,american,squad). at(a1,"C1"). normal_range(a1,6).'
    )
    result = run("check", path, "g1", "C2", "C3")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[1] == ("  C2 is the ground level, and the unit is in C2@2: did you mean C2@2?")
    # After the hex where the unit starts, C2 means the ground.
    assert "did you mean" not in run("check", path, "g1", "C2@2", "C2", "C3").stdout
