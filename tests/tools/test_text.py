"""Answers in words: what is printed of each kind of answer, without solving anything."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import partial

import click
import pytest
from tiny import facts_of

import pyrout
from pyrout import (
    Answer,
    Destination,
    Discovery,
    Interdiction,
    Judgement,
    Leg,
    Reason,
    Route,
    UnitAnswer,
    report,
    wording,
)
from pyrout.base.json_text import json_text
from pyrout.base.span import Said, name
from pyrout.hexes import report as hexes
from pyrout.lab.compare import Change, _words
from pyrout.miniatures.report import event_line
from pyrout.position.vocabulary import BY_NAME
from pyrout.program import rule_sets
from pyrout.program.rule_index import citations, matters
from pyrout.program.rule_index import options as option_values
from pyrout.relevant_options import IN_ANSWER, list_relevant
from pyrout.results.answer import Event, Excluded, Posture
from pyrout.results.explanation import HexExplanation, UnitExplanation
from pyrout.results.judged_game import JudgedGame, JudgedTurn

INSTANCE = pyrout.parse(facts_of("B1. B2w B3.", "g1:half_squad@B1 broken dm; a1:squad@B3; a2:leader@B3", "B1-B3"))
NAMES = wording.Names(INSTANCE)


def plain(lines: object) -> list[str]:
    """Lines without their colours."""
    return [click.unstyle(line) for line in lines]  # type: ignore[attr-defined]


def route(path: str, *, to: str | None = "B2", crawl: bool = False, end: str = "survives", shots: int = 0) -> Route:
    hexes = tuple(path.split())
    return Route(
        posture="low_crawl" if crawl else "run",
        legs=(Leg(hexes[0], to),),
        path=hexes,
        mf=tuple(float(n) for n in range(len(hexes))),
        discovers=(),
        interdicted=tuple(Interdiction(h, ("a1",), "survives", "reduced") for h in hexes[1 : 1 + shots]),
        end=end,  # type: ignore[arg-type]
    )


def unit(*routes: Route, total: int | None = None, **changes: object) -> UnitAnswer:
    """An answer with nothing in it but what the test says."""
    fields: dict[str, object] = {
        "id": "g1",
        "at": "B1",
        "mf": 6.0,
        "verdict": "may_rout",
        "must_rout": (),
        "may_rout": True,
        "reasons": (),
        "dm": (),
        "may_accompany": (),
        "loads": ((),),
        "partner_loads": {},
        "destinations": (),
        "free": False,
        "excluded": (),
        "routes": routes,
        "routes_total": len(routes) if total is None else total,
        "surviving": sum(r.end == "survives" for r in routes),
    }
    return UnitAnswer(**(fields | changes))  # type: ignore[arg-type]


def answer(*units: UnitAnswer, complete: bool = True) -> Answer:
    return Answer("a.lp", "aslsk", {"revisit": "forbid"}, units, complete)


def lines_of(shown: UnitAnswer, paths: int | None = 0) -> list[str]:
    return plain(hexes.unit_lines(shown, "aslsk", NAMES, paths))


@pytest.mark.parametrize(
    ("value", "told"), [(0.0, "0 MF"), (0.5, "½ MF"), (1.0, "1 MF"), (1.5, "1½ MF"), (4.5, "4½ MF"), (6.0, "6 MF")]
)
def test_mf_as_players_write_them(value: float, told: str) -> None:
    assert wording.mf(value) == told


@pytest.mark.parametrize(
    ("several", "sentence"), [([], "nobody"), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_lists(several: list[str], sentence: str) -> None:
    assert wording.join_words(several) == sentence


def test_names() -> None:
    assert NAMES.unit("g1") == "g1 (german half-squad)"
    assert (NAMES.cause("a1"), NAMES.cause("B2")) == ("a1 in B3", "B2")
    assert NAMES.because(Reason("sk-x", ("a1", "a2"))) == "a1 in B3 and a2 in B3 [sk-x]"
    assert NAMES.because(Reason("sk-x")) == "[sk-x]"


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        ("routs", "MUST ROUT"),
        ("eliminated", "ELIMINATED for failure to rout"),
        ("may_rout", "may rout"),
        ("stays", "stays: it need not rout, and has no legal rout"),
        ("cannot_rout", "cannot rout"),
        ("surrenders", "SURRENDERS"),
    ],
)
def test_each_verdict_has_its_words(verdict: str, words: str) -> None:
    head, *why = lines_of(unit(verdict=verdict))
    assert head == f"g1 (german half-squad) in B1, 6 MF: {words}"
    assert why == ["  why: nothing forces it to rout, and no step leads anywhere"] * (verdict == "stays")


def test_everything_that_is_said_of_a_unit() -> None:
    rules = citations("aslsk")
    shown = unit(
        id="a1",
        at="B3",
        mf=3.0,
        verdict="routs",
        reasons=(Reason("sk-must-adjacent", ("g1",)),),
        dm=("sk-dm-gain",),
        may_accompany=("g2", "g3"),
        loads=(("lmg", "mmg"), ("atr",), ()),
        destinations=(Destination("B2", 2.0, True), Destination("B4", 2.5, False)),
        free=True,
    )
    assert lines_of(shown) == [
        "a1 (american squad) in B3, 3 MF: MUST ROUT",
        f"  why: g1 in B1 [sk-must-adjacent] {rules['sk-must-adjacent'].sentence}",
        f"  DM: [sk-dm-gain] {rules['sk-dm-gain'].sentence}",
        "  may go along: g2 and g3",
        "  carries: lmg and mmg or atr or nothing",
        "  destinations: B2 2 MF (may be ignored), B4 2½ MF",
        "  it may also go without a destination",
    ]


def test_without_destination() -> None:
    assert "  no destination: it may go anywhere by legal steps" in lines_of(unit(free=True))


def test_routes_in_groups_the_safest_first() -> None:
    """By posture and destination; within a group by the hex where they end, each with its safest way."""
    shown = unit(
        route("B1 B2", shots=1),
        route("B1 A1 B2"),
        route("B1 B2 B3", end="eliminated"),
        route("B1 C1", to=None),
        route("B1 B2", crawl=True),
    )
    assert lines_of(shown)[1:] == [
        "  5 ways, 1 of them ending in elimination",
        "  rout without a destination: 1 way",
        "    B1 - C1, 1 MF",
        "  rout to B2: 3 ways",
        "    B1 - A1 - B2, 2 MF  (safest of 2)",
        "    B1 - B2 - B3, 2 MF; ELIMINATED",
        "  Low Crawl to B2: 1 way",
        "    B1 - B2, 1 MF",
    ]


def test_odds_are_explained_where_there_are_odds() -> None:
    """The assumptions of the odds are stated if a line above has odds, and else not."""
    plain_way, shot = route("B1 B2 B3"), route("B1 B2", shots=1)
    with_odds = shot._replace(odds=(("survives", Fraction(1, 2)), ("reduced", Fraction(1, 2))))
    assume = ("no DRM",)
    assert "  odds assume: no DRM" in lines_of(unit(with_odds, odds_assume=assume))
    assert not any("odds" in line for line in lines_of(unit(shot, plain_way, odds_assume=assume)))
    safer = route("B1 A1 B2")  # ends in the same hex: of the two only this one is listed
    assert not any("odds" in line for line in lines_of(unit(with_odds, safer, odds_assume=assume)))


def test_a_unit_on_a_table_that_does_not_move() -> None:
    event = Event(2, "a", "routs", ("10,40", "10,40"), (0, 0))
    assert event_line(event).strip() == "a routs without moving, at 10,40"


def test_a_unit_at_the_edge_moves_over_it() -> None:
    """Its front left corner stays where it is, and 2 inches of it go over the edge."""
    event = Event(2, "a", "routs", ("10,40", "10,40"), (0, 2))
    assert event_line(event).strip() == "a routs over the edge at 10,40, 2 inches"


def test_long_groups_are_cut() -> None:
    ends = [f"C{n}" for n in range(1, 16)]
    lines = lines_of(unit(*(route(f"B1 {end}", to=None) for end in ends)))
    assert lines[2] == "  rout without a destination: 15 ways"
    assert len(lines) == 3 + hexes.GROUP_LINES + 1
    named = {line.split(" - ")[1].split(",")[0] for line in lines[3:-1]}
    head, _, rest = lines[-1].partition(": ")
    assert head == "    and in 3 more ways to end"
    assert named | set(rest.split(", ")) == set(ends)


@pytest.mark.parametrize(("paths", "count"), [(0, 0), (1, 1), (None, 2)])
def test_as_many_routes_as_are_asked_for(paths: int | None, count: int) -> None:
    shown = unit(route("B1 B2"), route("B1 A1 B2"))
    assert len(lines_of(shown, paths)) - len(lines_of(shown)) == count


def test_what_happens_on_a_route() -> None:
    eventful = route("B1 B2 B3", shots=1)._replace(
        legs=(Leg("B1", "B2"), Leg("B2", "B3"), Leg("B3", None)), discovers=(Discovery("B2", ("a1", "a2")),)
    )
    assert click.unstyle(hexes.route_line(eventful)) == (
        "B1 - B2 - B3, 2 MF; after meeting a1 and a2 in B2 it turns to B3; from B3 it goes on without a destination; "
        "interdicted in B2 by a1"
    )
    assert click.unstyle(hexes.route_line(eventful._replace(end="surrenders"))).endswith("; SURRENDERS")


def test_the_safest_route() -> None:
    """Alive before dead, then the fewest Interdictions, then the least MF."""
    ranked = [
        route("B1 B2"),
        route("B1 A1 B2"),
        route("B1 B2", shots=1),
        route("B1 A1 B2", shots=2),
        route("B1 B2", end="eliminated"),
    ]
    assert sorted([*ranked[2:], *ranked[:2]], key=hexes.safety) == ranked


@pytest.mark.parametrize(
    ("ends", "words"),
    [
        ("survives eliminated eliminated", "3 ways, 2 of them ending in elimination"),
        ("survives surrenders", "2 ways, 1 of them ending in surrender"),
        ("surrenders eliminated", "2 ways, 2 of them ending in elimination or surrender"),
        ("survives survives", "2 ways"),
    ],
)
def test_how_many_ways_end_badly(ends: str, words: str) -> None:
    shown = unit(*(route(f"B1 B{n}", end=end) for n, end in enumerate(ends.split(), 2)))
    assert f"  {words}" in lines_of(shown)


def test_why_it_is_under_dm_unless_the_position_says_so() -> None:
    gained = ("sk-dm-gain",)
    assert not any("DM" in line for line in lines_of(unit(dm=gained)))
    assert any("DM: [sk-dm-gain]" in line for line in lines_of(unit(id="a1", at="B3", dm=gained)))


def test_a_whole_answer() -> None:
    lines = plain(report.answer_lines(answer(unit(), unit(id="a1", at="B3")), INSTANCE))
    assert lines == [
        "a.lp: rules aslsk",
        "g1 (german half-squad) in B1: may rout",
        "a1 (american squad) in B3: may rout",
        "",
        "g1 (german half-squad) in B1, 6 MF: may rout",
        "",
        "a1 (american squad) in B3, 6 MF: may rout",
        "",
        "options: none matters (all: --options)",
    ]


def short(shown: UnitAnswer) -> str:
    return click.unstyle(hexes.summary_line(shown, "aslsk", NAMES))


def test_a_surrender_is_not_because_of_those_who_force_the_rout() -> None:
    must = (Reason("a10-5-must", ("a1", "a2")),)
    given = unit(verdict="surrenders", must_rout=must, reasons=must, captors=("a1",))
    line = click.unstyle(hexes.summary_line(given, "asl", NAMES))
    assert "SURRENDERS to a1; forced to rout by a1" in line and "because" not in line


def test_a_unit_in_one_line() -> None:
    """Verdict, who forces it, the safest of its ways, and what happens there."""
    must = (Reason("sk-must-adjacent", ("a1", "B2", "B3")),)
    forced = partial(unit, verdict="routs", must_rout=must, reasons=must)
    head = "g1 (german half-squad) in B1: MUST ROUT; because of a1 in B3, B2 and 1 more"
    one = route("B1 B2", shots=1)
    assert short(forced(one)) == f"{head}; best: to B2, 1 MF; interdicted in B2 by a1"
    assert short(forced(one, route("B1 A1 B2"))) == f"{head}; best: to B2, 2 MF"
    anew = route("B1 A1 A2")._replace(legs=(Leg("B1", "B2"), Leg("A1", "A2")))
    assert short(forced(anew)) == f"{head}; best: to B2, stopping in A2, 2 MF"
    assert short(forced(route("B1 B2", crawl=True))) == f"{head}; best: Low Crawl to B2, 1 MF"
    dies = route("B1 B2", end="eliminated")
    assert short(forced(dies)) == f"{head}; every way ends in elimination"
    by_a1 = dies._replace(fails=(Reason("sk-ftr-adjacent", ("a1",)), Reason("sk-must-adjacent", ("a1",))))
    taken = route("B1 C1", end="surrenders")
    assert short(forced(by_a1, taken)) == f"{head}; every way ends in elimination or surrender because of a1"
    by_a2 = route("B1 A1", end="eliminated")._replace(fails=(Reason("sk-ftr-adjacent", ("a2",)),))
    both = taken._replace(captors=("a3",))
    assert "elimination or surrender because of a1, a2 and a3" in short(forced(by_a1, by_a2, both))
    assert short(unit(route("B1 C1", to=None))) == "g1 (german half-squad) in B1: may rout; best: into C1, 1 MF"
    assert short(unit(complete=False)).endswith("may rout; INCOMPLETE")


def test_what_is_wrong_in_one_line() -> None:
    melee = unit(verdict="cannot_rout", reasons=(Reason("sk-melee"),))
    assert short(melee) == "g1 (german half-squad) in B1: cannot rout; it is in Melee"
    lacking = unit(verdict="cannot_rout", reasons=(Reason("sk-may-dm"),))
    assert short(lacking).endswith("cannot rout; it is broken without a DM counter (--dm g1 gives it one)")


@pytest.mark.parametrize(("ruleset", "number"), [("aslsk", 4), ("asl", 20)])
def test_each_rule_that_gives_an_answer_has_a_short_clause(ruleset: str, number: int) -> None:
    """The rules are those in the heads of the encodings that keep a unit from routing, or that an answer rests on."""
    files = [*rule_sets.folder(ruleset).glob("*.lp"), *(rule_sets.root() / "rout").glob("*.lp")]
    head = re.compile(r'^(?:bar|denied|reason|surrenders|eliminated_in_melee)\(Unit,"([a-z0-9-]+)"', re.MULTILINE)
    given = {rule for file in files for rule in head.findall(file.read_text(encoding="utf-8"))}
    clauses = rule_sets.about(ruleset).in_short
    assert len(given) >= number and given == clauses.keys() <= citations(ruleset).keys()
    written = (rule_sets.folder(ruleset) / "about.lp").read_text(encoding="utf-8").count("\nin_short(")
    assert written == len(clauses), "a rule with two clauses"
    for clause in clauses.values():
        assert len(clause.split()) <= 12 and not clause.endswith(".") and clause[0].islower(), clause


def test_assumptions_that_differ_in_a_unit_are_one_line() -> None:
    """Also of a game; what one turn has said, a later one does not repeat."""
    fires = [Said(name(unit), " fires without a DRM (a10-532-interdict)") for unit in ("a1", "a2", "a12")]
    several = (fires[0], Said("counts ", name("a1"), " where it is now"), *fires[1:])
    told = [f"{several[0]}; likewise a2 and a12", several[1]]
    lines = lines_of(unit(assumes=several))
    assert [line.strip() for line in lines if "assumes" in line] == [f"assumes: {line}" for line in told]
    turn = JudgedTurn("", "routs", 1, (1,), "g1", "squad", ("B1",), "open", assumes=several)
    game = JudgedGame(("a.vlog",), "asl", {}, True, False, 1, (turn, turn._replace(assumes=(fires[0],))))
    shown = plain(report.judged_game_lines(game))
    assert [line.strip() for line in shown if "assumes" in line] == [f"assumes: {line}" for line in told]


def test_what_a_unit_could_do_if_it_broke_in_one_line() -> None:
    then = unit(route("B1 B2"), destinations=(Destination("B2", 1.0, False),))
    breaker = unit(verdict="cannot_rout", may_break=True, if_breaks=then, reasons=(Reason("sk-may-dm"),))
    assert short(breaker) == (
        "g1 (german half-squad) in B1: cannot rout; if it breaks: may rout, to B2, 1 way, 1 of them surviving"
    )


def test_who_must_rout_comes_first() -> None:
    verdicts = ["cannot_rout", "may_rout", "stays", "surrenders", "routs", "eliminated"]
    shown = [unit(verdict=verdict) for verdict in verdicts]
    lines = plain(report.answer_lines(answer(*shown), INSTANCE))
    assert [line.partition(": ")[2].partition(";")[0] for line in lines[1:7]] == [
        "SURRENDERS",
        "MUST ROUT",
        "ELIMINATED for failure to rout",
        "may rout",
        "stays: it need not rout, and has no legal rout",
        "cannot rout",
    ]


def test_more_than_a_line_for_each_if_they_are_few_or_that_is_wanted() -> None:
    def length(count: int, details: bool | None = None) -> int:
        lines = plain(report.answer_lines(answer(*[unit()] * count), INSTANCE, details=details))
        assert any("--unit U" in line for line in lines) == (count > report.FEW and not details)
        return sum("6 MF" in line for line in lines)

    assert [length(report.FEW), length(report.FEW + 1), length(report.FEW + 1, True)] == [report.FEW, 0, report.FEW + 1]


def test_who_may_break_on_purpose_is_one_line() -> None:
    breaker = unit(verdict="cannot_rout", may_break=True)
    several = Answer("a.lp", "aslsk", {}, (unit(), breaker), True, tuple(f"a{n}" for n in range(20)))
    lines = plain(report.answer_lines(several, INSTANCE))
    (line,) = [line for line in lines if "purpose" in line]
    assert line.startswith("may break on purpose: g1, a0, a1") and "and 9 more; for their routs use --unit U" in line
    assert sum("in B1" in line for line in lines) == 2  # the one that routs, in short and at length
    lines = plain(report.answer_lines(several, INSTANCE, volunteers=True))
    assert "  it may break on purpose at the start of the Rout Phase" in lines


def test_options_that_mattered() -> None:
    """Those that bear on what is in the position or in the answer, and whatever is not the default."""
    options = {"crawl_toward": "mf", "ftr_removal": "immediate", "ignore_from": "current", "revisit": "forbid"}
    anew = route("B1 A1 A2")._replace(legs=(Leg("B1", "B2"), Leg("A1", "A2")))

    def named(shown: UnitAnswer, **other: str) -> str:
        return "".join(report.options_lines("aslsk", options | other, (shown,), INSTANCE))

    some = "options (all: --options):"
    assert named(unit()) == "options: none matters (all: --options)"
    assert named(unit(anew)) == f"{some}  Hex from which ranges are compared (ignore_from=current)"
    assert (
        named(unit(verdict="eliminated"))
        == f"{some}  When a unit that fails to rout is removed (ftr_removal=immediate)"
    )
    assert named(unit(), revisit="allow") == f"{some}  Routes that return to a hex (revisit=allow)"
    assert list(report.options_lines("aslsk", options, (), INSTANCE, True))[-1].endswith("(revisit=forbid)")
    road = pyrout.parse('road("B1","B2"). hex("B1",0,1). hex("B2",0,3).', need="facts")
    assert list_relevant("aslsk", {"road_rate": "choice"}, (), road) == {"road_rate": "choice"}
    assert list_relevant("aslsk", {"road_rate": "choice"}, (), INSTANCE) == {}


@pytest.mark.parametrize("ruleset", rule_sets.names())
def test_when_an_option_matters_is_said_in_words_that_are_known(ruleset: str) -> None:
    options = {value.option for value in option_values(ruleset)}
    for option, several in matters(ruleset).items():
        assert option in options
        for what, *args in several:
            assert args[0] in BY_NAME if what == "fact" else what in IN_ANSWER


def test_nobody_to_answer() -> None:
    assert "no unit has to rout" in plain(report.answer_lines(answer(), INSTANCE))


def test_an_answer_cut_short() -> None:
    """It says so, and does not claim that there was nobody to answer."""
    lines = plain(report.answer_lines(answer(complete=False), INSTANCE))
    assert lines[-1] == "INCOMPLETE: the time limit was reached"
    assert "no unit has to rout" not in lines
    assert "  incomplete: the time limit was reached" in lines_of(unit(complete=False))


def test_judgements() -> None:
    rules = citations("aslsk")

    def said(judgement: Judgement) -> list[str]:
        return plain(report.judgement_lines(judgement, "aslsk", INSTANCE))

    assert said(Judgement(True, "survives")) == ["legal"]
    assert said(Judgement(True, "eliminated")) == ["legal, and it ends in elimination"]
    assert said(Judgement(True, "surrenders")) == ["legal, and it ends in surrender"]
    assert said(Judgement(False, None, 2, "B1", "B2", (Reason("sk-step-closer", ("a1",)), Reason("sk-may-dm")))) == [
        "illegal: step 2, B1 - B2",
        f"  a1 in B3 [sk-step-closer] {rules['sk-step-closer'].sentence}",
        f"  [sk-may-dm] {rules['sk-may-dm'].sentence}",
    ]
    assert said(Judgement(False, None, 2, "B2", None, (Reason("sk-leave", ("B2",)),))) == [
        "illegal: it may not end in B2",
        f"  B2 [sk-leave] {rules['sk-leave'].sentence}",
    ]
    assert said(Judgement(False, None, 2, "B2", None, (Reason("sk-dest-reached", ("B3", "B4")),))) == [
        "illegal: it may not end in B2",
        f"  its destination is B3 or B4 [sk-dest-reached] {rules['sk-dest-reached'].sentence}",
    ]


def test_only_rules_that_were_named_are_cited() -> None:
    shown = unit(
        verdict="cannot_rout",
        reasons=(Reason("sk-melee"),),
        dm=(),
        excluded=(Excluded("B2", 2.0, "sk-dest-nearest", ("B3",)), Excluded("B4", None, "sk-step-closer", ("a1",))),
    )
    lines = plain(hexes.unit_explanation_lines(UnitExplanation(shown, ()), "aslsk", NAMES))
    rules = citations("aslsk")
    assert lines == [
        "g1 (german half-squad) in B1, 6 MF: cannot rout",
        f"  why: [sk-melee] {rules['sk-melee'].sentence}",
        "  not legal destinations, although woods or building:",
        "    B2 2 MF: barred because of B3 [sk-dest-nearest]",
        "    B4: no legal way because of a1 in B3 [sk-step-closer]",
        f"[sk-dest-nearest] Nearest cover (Where Do Routing Units Go): {rules['sk-dest-nearest'].sentence}",
        "[sk-step-closer] No step closer to a Known enemy (What Is A Legal Rout Destination, 1): "
        f"{rules['sk-step-closer'].sentence}",
    ]


def test_the_safest_route_to_a_hex() -> None:
    shown = unit(route("B1 A1 B2"), route("B1 B2"), destinations=(Destination("B2", 1.0, False),))
    explained = HexExplanation(shown, "B2", shown.destinations[0], (), (), False, False, False, shown.routes)
    assert plain(hexes.hex_explanation_lines(explained, "aslsk", NAMES))[1:] == [
        "B2 is a destination, 1 MF",
        "routes that end there: 2; the safest:",
        "  B1 - B2, 1 MF",
    ]


def test_a_rule_set_that_does_not_exist_prints_nothing() -> None:
    lines = report.rules_lines("chess")
    with pytest.raises(pyrout.UsageError, match="chess"):
        next(lines)


def test_json_has_on_one_line_what_fits_there() -> None:
    """And is the same value again when it is read."""
    long = ["yK5 " * 12] * 3
    value = {"path": ["yK5", "yJ5"], "mf": [0.0, 1.5], "none": [], "long": long, "deep": {"in": {"it": long}}}
    lines = json_text(value).split("\n")
    assert json.loads("\n".join(lines)) == value
    assert lines[:5] == ["{", ' "path": ["yK5", "yJ5"],', ' "mf": [0.0, 1.5],', ' "none": [],', ' "long": [']
    assert all(len(line) <= 120 for line in lines)
    assert json_text({"a": "x" * 111}) == f'{{"a": "{"x" * 111}"}}'
    assert json_text({"a": "x" * 112}).split("\n") == ["{", f' "a": "{"x" * 112}"', "}"]


@pytest.mark.parametrize(
    ("posture", "words"),
    [("run", "A1 - A2"), ("tunnel", "through a tunnel A1 - A2"), ("low_crawl", "Low Crawl A1 - A2")],
)
def test_a_comparison_names_the_manner_of_a_rout_as_an_answer_does(posture: Posture, words: str) -> None:
    route = {"posture": posture, "path": ["A1", "A2"], "end": "survives"}
    change = Change("g1", "routes", [], [route])
    assert _words(change) == f"routes: now {words} (survives)"


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ((10, 10), (14, 14), "10 routes become 14; the unit survives all in both"),
        ((1, 1), (0, 0), "1 route becomes none"),
        ((0, 0), (2, 1), "no routes become 2; it is lost on 1"),
        ((3, 2), (3, 1), "3 routes; it is lost on 2 instead of 1"),
        ((3, 2), (5, 4), "3 routes become 5; it is lost on 1 in both"),
    ],
)
def test_numbers_of_routes_are_compared_in_a_sentence(
    before: tuple[int, int], after: tuple[int, int], said: str
) -> None:
    counts = [dict(zip(("routes", "surviving"), each, strict=True)) for each in (before, after)]
    assert _words(Change("g1", "counts", *counts)) == said
