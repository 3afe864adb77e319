"""`minimise`: the rest that it leaves of a position, and the facts that it never takes."""

from __future__ import annotations

import re
from pathlib import Path

import enumerator
import pytest
from command_line import run
from hypothesis import given
from hypothesis import strategies as st
from tiny import facts_of

import pyrout
from pyrout.errors import UsageError
from pyrout.lab.minimise import KeepFailed, Piece, minimise, search, without
from pyrout.lab.property import parse_property
from pyrout.position.vocabulary import Name
from pyrout.program.control import Deadline

# g1 must rout to B2 or B3 (see NEIGHBOURS in command_line.py); the rest of the map, l1 and the mg have no part in its verdict.
CLUTTERED = facts_of(
    "A1. A2w B1. B2. B3w C1. C2. D9w E9~",
    "g1:squad@B1 broken dm; g2:leader@C2 wounded; a1:squad@A1; a2:squad@C1 pinned",
    "A1-B1 A1-B2",
    'sw(mg,mmg,5,12). possesses(a1,mg). hexside("B2","B3",wall). expect(g1,routes(1)).',
)

ROUTES = len(enumerator.solve(CLUTTERED)["g1"].routes)


def unit(position: pyrout.Instance) -> pyrout.UnitAnswer:
    return pyrout.solve(position, units=("g1",), excluded=False)["g1"]


@pytest.mark.slow
def test_only_what_the_property_needs_is_left() -> None:
    """To be next to a Known enemy takes two hexes, two units and a LOS."""
    smallest = minimise(pyrout.parse(CLUTTERED), lambda p: "sk-must-adjacent" in {r.rule for r in unit(p).must_rout})
    assert {str(u) for u in smallest.units} == {"g1", "a1"}
    assert {fact.args[0] for fact in smallest.of("hex")} == {"A1", "B1"}
    assert [fact.args for fact in smallest.of("los")] == [("A1", "B1", 0)]
    assert [str(fact) for fact in smallest.of("status")] == ["status(g1,broken)"]
    for name in ("sw", "possesses", "hexside", "normal_range", "expect"):
        assert smallest.of(name) == ()
    assert {str(f) for f in smallest.facts} <= {str(f) for f in pyrout.parse(CLUTTERED).facts} | {
        'terrain("A1",open_ground)'
    }


@pytest.mark.slow
def test_one_that_gives_its_los_goes_on_giving_it() -> None:
    """Without any los fact LOS would be derived from the terrain."""
    smallest = minimise(pyrout.parse(CLUTTERED), lambda p: unit(p).id == "g1")
    assert {str(u) for u in smallest.units} == {"g1"}
    assert len(smallest.of("los")) == 1
    derived = pyrout.parse(CLUTTERED).without("los")
    smallest = minimise(derived, lambda p: unit(p).verdict == "routs")
    assert {str(u) for u in smallest.units} in ({"g1", "a1"}, {"g1", "a2"})  # both are next to it, one is enough
    assert smallest.of("los") == ()


@pytest.mark.slow
def test_the_smaller_position_is_a_valid_one_with_the_property() -> None:
    def keep(position: pyrout.Instance) -> bool:
        return unit(position).routes_total == ROUTES

    position = pyrout.parse(CLUTTERED)
    assert keep(position)
    smallest = search(position, keep)
    assert smallest.complete and smallest.tried > 10
    again = pyrout.parse(smallest.instance.program())
    assert keep(again) and len(again.facts) == len(smallest.instance.facts) < len(position.facts) / 2
    # Nothing more can go
    assert minimise(again, keep).facts == again.facts


def test_a_position_without_the_property_is_refused() -> None:
    with pytest.raises(UsageError, match="the property is false for this position"):
        minimise(pyrout.parse(CLUTTERED), lambda p: False)


def test_a_position_that_keep_refuses_is_not_kept() -> None:
    def keep(position: pyrout.Instance) -> bool:
        if len(position.units) < 3:
            raise UsageError("too few")
        return True

    assert len(minimise(pyrout.parse(CLUTTERED), keep).units) == 3


def test_past_the_time_limit_the_smallest_so_far_is_given() -> None:
    smallest = search(pyrout.parse(CLUTTERED), lambda p: True, timeout=0)
    assert not smallest.complete
    assert smallest.instance.facts == pyrout.parse(CLUTTERED).without("expect").facts


def test_what_goes_takes_along_what_names_it() -> None:
    position = pyrout.parse(CLUTTERED)
    left = without(position, [Piece("unit", Name("a1")), Piece("hex", "A2"), Piece("terrain", "B3")])
    text = left.program()
    assert "a1" not in text and "mg" not in text and '"A2"' not in text
    assert 'terrain("B3",open_ground).' in text and 'hexside("B2","B3",wall).' in text


def test_a_feature_goes_with_its_hex() -> None:
    position = pyrout.parse(CLUTTERED + 'feature("A2",foxhole). feature("C2",foxhole).')
    assert [str(f) for f in without(position, [Piece("hex", "A2")]).of("feature")] == ['feature("C2",foxhole)']


# --- the command ------------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "cluttered.lp"
    path.write_text(CLUTTERED, encoding="utf-8")
    return path


@pytest.mark.slow
def test_command(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "small.lp"
    property_ = 'g1: must("sk-must-adjacent") and not verdict(stays)'
    result = run("minimise", file, "--keep", property_, "-o", out)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    text = out.read_text(encoding="utf-8")
    assert text.splitlines()[0] == f"% Minimised by pyrout from {file}:"
    assert text.splitlines()[2] == f"% {property_}"
    small = pyrout.load(out)
    assert {str(u) for u in small.units} == {"g1", "a1"}
    assert "sk-must-adjacent" in {reason.rule for reason in unit(small).must_rout}
    assert run("minimise", file, "--keep", property_).stdout == text


@pytest.mark.slow
def test_what_is_known_of_the_answer_is_written_down(tmp_path: Path) -> None:
    """The units of the property stay, and the stated answers that still hold; `verify` finds it."""
    stated = 'expect(g1,destinations("D9")). expect(a1,verdict(stays)).'
    path = tmp_path / "stated.lp"
    path.write_text(CLUTTERED + stated, "utf-8")
    out = tmp_path / "small.lp"
    assert run("minimise", path, "--keep", 'g1: must("sk-must-adjacent") and not free(yes)', "-o", out).exit_code == 0
    known = {str(fact) for fact in pyrout.load(out).of("expect")}
    assert 'expect(g1,must("sk-must-adjacent"))' in known and "expect(g1,free(no))" in known
    assert not any("destinations" in fact or "a1" in fact for fact in known)
    assert run("verify", out).stdout == f"{out}: agrees\n"
    by_other_rules = run("minimise", path, "--keep", 'g1: must("a10-5-must")', "--rules", "asl").stdout
    assert "expect(" not in by_other_rules


@pytest.mark.slow
def test_command_heeds_rules_and_options(file: Path) -> None:
    result = run("minimise", file, "--keep", 'g1: must("a10-5-must")', "--rules", "asl")
    assert result.exit_code == 0 and "unit(g1,german,squad)." in result.stdout
    more = ["--keep", f"g1: not routes({ROUTES}) and not routes(0)"]  # as a hex may be entered twice
    assert run("minimise", file, *more, "--set", "revisit=allow").exit_code == 0
    assert run("minimise", file, *more).exit_code == 2


@pytest.mark.parametrize(
    ("expression", "problem"),
    [
        (
            "g1: verdict(stays)",
            "the property is false for this position: g1 has verdict(routs); write a property that holds",
        ),
        ("g1: verdict(routs) and a1: verdict(routs)", "g1 has verdict(routs); a1 has verdict(cannot_rout); write"),
        ('g1: first("A1")', 'g1 has first("'),
        ("g7: verdict(routs)", "no unit is called g7; there are: g1, g2, a1, a2"),
        ("g1: verdict(runs)", "column 13 of the property: runs is not a verdict; did you mean routs?"),
        ("g1: verdct(routs)", "column 5 of the property: verdct is not a known answer; did you mean verdict?"),
        ("verdict(routs)", "column 1 of the property: no unit is named"),
        ("g1: verdict(routs) or", "column 22 of the property: it ends too soon"),
        ("g1: (free(yes)", "column 15 of the property: it ends too soon; write and, or, or )"),
        ("g1: destinations(B2)", 'column 18 of the property: B2 is not a hex or Location in quotes; write "B2"'),
        ("g1: free(yes) free(no)", "column 15 of the property: free is out of place"),
        ("__import__('os').system('true')", "column 1 of the property: __import__ is not a known answer"),
        ("g1: " + "(" * 1000, "column 1005 of the property: it ends too soon"),
        ("g1: free(yes)" + " or free(no)" * 1000, "the property is longer than 2,000 characters"),
    ],
)
def test_one_line_for_a_property_that_makes_no_sense(file: Path, expression: str, problem: str) -> None:
    result = run("minimise", file, "--keep", expression)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1 and problem in result.stderr


@pytest.mark.slow
def test_time_limit(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The smallest position so far is written."""

    class Looks(Deadline):
        """Passes at the twelfth look at the clock, however fast the machine is."""

        looks = 0

        @property
        def passed(self) -> bool:
            self.looks += 1
            return self.looks > 11

    monkeypatch.setattr("pyrout.lab.minimise.Deadline", Looks)
    out = tmp_path / "small.lp"
    result = run("minimise", file, "--keep", "g1: verdict(routs)", "-o", out, "--timeout", "60")
    assert result.exit_code == 3 and "time limit" in result.stderr
    assert "not to the end: the time limit was reached" in out.read_text(encoding="utf-8")
    small = pyrout.load(out)
    assert unit(small).verdict == "routs"
    assert len(small.facts) < len(pyrout.parse(CLUTTERED).without("expect").facts)


# --- properties -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("g1: verdict(routs)", True),
        ("g1: verdict(stays)", False),
        ("g1: not verdict(stays)", True),
        ("g1: verdict(stays) or verdict(routs)", True),
        ("g1: verdict(stays) and free(no) or verdict(routs)", True),
        ("g1: verdict(stays) and (free(no) or verdict(routs))", False),
        ("g1: not verdict(stays) and free(yes)", False),
        ("g1: not (verdict(stays) and free(yes))", True),
        ('g1: destinations("B3")', True),
        ('g1: destinations("B2")', False),
        ("g1: destinations(none)", False),
        ("g1: crawl(none)", False),
        ("g1: eliminated_at(none)", True),
        ('g1: must("sk-must-adjacent")', True),
        ("g1: " + "not " * 450 + "free(no)", True),
        ("g1: " + "(" * 900 + "free(yes)" + ")" * 900, False),
        (f"g1: routes({ROUTES}) and g2: verdict(cannot_rout)", True),
        (f"g1: routes({ROUTES}) and g2: verdict(routs)", False),
        ("g2: verdict(cannot_rout) and not g1: verdict(cannot_rout)", True),
    ],
)
@pytest.mark.slow
def test_properties(text: str, holds: bool) -> None:
    position = pyrout.parse(CLUTTERED)
    answers = {u.id: u for u in pyrout.solve(position, units=("g1", "g2")).units}
    assert parse_property(text).holds(answers) is holds


def test_a_property_knows_its_units() -> None:
    assert parse_property("g2: free(yes) or g1: free(no) or g2: routes(1)").units == ("g2", "g1")


WORDS = [
    *("g1", ":", "(", ")", "and", "or", "not", "verdict", "routs", "free", "yes", "routes", "7", '"B3"', "none", "end"),
    *(" ", "\n"),
]


@given(
    st.one_of(st.text(), st.lists(st.sampled_from(WORDS)).map(" ".join), st.lists(st.sampled_from(WORDS)).map("".join))
)
def test_whatever_is_no_property_is_refused_in_one_line(text: str) -> None:
    try:
        property_ = parse_property(text)
    except UsageError as problem:
        assert "\n" not in str(problem) and "; " in str(problem)
    else:
        assert property_.units and set(property_.units) <= set(re.findall(r"[a-z][A-Za-z0-9_]*", text))


def test_a_verdict_is_kept_that_the_property_does_not_ask_for() -> None:
    """That g1 is in B1 needs nothing; that it must rout needs the enemy beside it."""
    position = pyrout.parse(CLUTTERED)
    loose = minimise(position, lambda p: "g1" in p.units)
    assert "a1" not in loose.units
    kept = minimise(position, lambda p: "g1" in p.units, same=("verdict",))
    assert {str(u) for u in kept.units} == {"g1", "a1"}
    assert pyrout.solve(kept)["g1"].verdict == pyrout.solve(position)["g1"].verdict == "routs"


def test_a_map_is_kept_whole() -> None:
    position = pyrout.parse(CLUTTERED)
    kept = minimise(position, lambda p: "g1" in p.units, same=("map",))
    assert {str(u) for u in kept.units} == {"g1"}
    for name in ("hex", "terrain", "los", "hexside"):
        assert kept.of(name) == position.of(name)
    with pytest.raises(UsageError, match="same: verdict or map, not board"):
        minimise(position, lambda p: True, same=("board",))


def test_a_keep_that_raises_is_reported_with_its_position() -> None:
    position = pyrout.parse(facts_of("A1. A2.", "g1:squad@A1 broken dm"))
    hexes = len(position.of("hex"))

    def keep(smaller: pyrout.Instance) -> bool:
        if len(smaller.of("hex")) < hexes:
            raise ZeroDivisionError("no hex")
        return True

    with pytest.raises(KeepFailed) as failed:
        minimise(position, keep)
    assert str(failed.value).startswith("keep raised ZeroDivisionError: no hex; ") and "\n" not in str(failed.value)
    assert 'at(g1,"A1").' in str(failed.value)
    assert failed.value.position.units == ("g1",)


def test_the_command_keeps_verdict_and_map(tmp_path: Path) -> None:
    file = tmp_path / "big.lp"
    file.write_text(CLUTTERED, encoding="utf-8")
    small = run("minimise", file, "--keep", "verdict")
    assert small.exit_code == 0
    assert pyrout.solve(pyrout.parse(small.stdout))["g1"].verdict == "routs"
    whole = run("minimise", file, "--keep", "verdict", "--keep", "map").stdout
    assert len(pyrout.parse(whole).of("hex")) == len(pyrout.parse(CLUTTERED).of("hex")) > 5
    assert "--keep map keeps nothing of the answer" in run("minimise", file, "--keep", "map").stderr
    assert "two properties" in run("minimise", file, "--keep", "g1: free(no)", "--keep", "g1: free(yes)").stderr
