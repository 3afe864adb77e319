"""Questions and their right answers: those of the article by hand, and all kinds by the enumerators."""

from __future__ import annotations

from pathlib import Path

import pytest
import quiz_oracle
from tiny import asl

import pyrout
from pyrout.lab.quiz.claims import claim_puzzle
from pyrout.lab.quiz.deciding import asked_of, read_otherwise, states
from pyrout.lab.quiz.difficulty import distance_of
from pyrout.lab.quiz.judging import hex_reasons, show_way
from pyrout.lab.quiz.kinds import KINDS
from pyrout.lab.quiz.odds import odds_puzzle
from pyrout.lab.quiz.puzzle import Puzzle, puzzle_of
from pyrout.lab.quiz.questions import Maker, order_puzzle
from pyrout.lab.quiz.reveals import reveal_puzzle
from pyrout.position.shipped import text_of
from pyrout.question import ask

INSTANCES = Path(__file__).parents[2] / "instances"
SOME = [
    *(f"aslsk/example-{number:02}" for number in range(1, 11)),
    *(f"generated/aslsk/{kind}-03" for kind in ("crawl-only", "unknown-enemy", "free", "own-building")),
    *(f"generated/asl/{kind}-03" for kind in ("surrender", "one-clean-way", "crawl-only", "reveal", "detour")),
]


def maker_of(name: str) -> Maker:
    return Maker(ask(pyrout.parse(text_of(name), name), units=["g1"]), "g1", name)


def puzzles(name: str) -> dict[str, Puzzle]:
    return {puzzle.kind: puzzle for puzzle in maker_of(name).puzzles()}


def test_the_questions_about_example_7_have_the_answers_of_the_article() -> None:
    of = puzzles("aslsk/example-07")
    assert of["must"].right == ("yes",)
    assert of["must"].cites[0] == "sk-must-adjacent"
    assert of["destinations"].right == of["which"].right == ("yK6",)
    assert of["interdicted"].right == ("yJ5",)
    assert of["discovers"].right == ("a1",)
    assert "sk-dest-nearest" in of["destinations"].cites
    assert of["verdict"].right == ("routs",)
    assert of["interdicted"].cites == ("sk-interdict",) and of["discovers"].cites == ("sk-dest-new",)


def test_the_mf_of_the_dearest_end_are_asked_for() -> None:
    """In example 1 the way to yZ10 enters an orchard, woods and woods: 1, 2 and 2 MF."""
    puzzle = puzzles("aslsk/example-01")["cost"]
    assert "ends in yZ10" in puzzle.asks
    assert puzzle.right == ("5",) and [choice.name for choice in puzzle.choices] == list("123456")
    assert puzzle.why == ("It has spent 1 MF in yAA9, 3 MF in yAA10, 5 MF in yZ10.",)
    assert puzzle.cites == ("sk-mf",)


def test_an_end_that_takes_a_low_crawl_says_so() -> None:
    """From B1 into B2 a Low Crawl takes all 6 MF; a step would take 1."""
    why = puzzles("rules/aslsk/sk-mf")["ends"].why
    assert why[0] == "Low Crawl B1 - B2, 6 MF" and not any("Low Crawl" in line for line in why[1:])


def test_wrong_choices_are_wrong_for_different_rules() -> None:
    """Example 1 is about steps that bring the unit closer; cover that costs more lies nearer to it."""
    lines = [" ".join(choice.why) for choice in puzzles("aslsk/example-01")["which"].choices]
    assert any("[sk-step-closer]" in line for line in lines)
    assert any("[sk-dest-nearest]" in line for line in lines)


def test_where_no_hex_is_right_the_nearest_cover_has_its_reasons() -> None:
    why = puzzles("aslsk/example-04")["destinations"].why
    assert why[0] == "no legal way leads to yV6; the first illegal step of the cheapest:"
    assert "[sk-step-occupied]" in why[1]


def test_a_less_safe_rout_is_compared_with_the_safest() -> None:
    maker = maker_of("aslsk/example-10")
    reasons = hex_reasons(maker, "safest", ["zE5", "zD4", "zC6"])
    assert reasons["zE5"][0].startswith("To zE5: no Interdiction, 5 MF (zC7 - zD6 - zE6 - zE5).")
    assert reasons["zE5"][0].endswith("Another rout has as few Interdictions and costs less.")
    assert reasons["zD4"][0].endswith("Another rout has fewer Interdictions.")
    assert reasons["zC6"][0].startswith("To zC6: Low Crawl, no Interdiction, 6 MF (zC7 - zC6).")


def test_a_hex_that_no_rout_enters_has_the_step_that_is_illegal() -> None:
    maker = maker_of("aslsk/example-07")
    lines = hex_reasons(maker, "interdicted", ["yK4"])["yK4"]
    assert lines[0] == "No legal rout enters yK4."
    assert lines[1] == "yK5 - yK4: a2 in yL4 [sk-step-adjacent]"


def test_a_hex_that_no_rout_can_enter_or_leave_has_a_reason() -> None:
    maker = maker_of("aslsk/example-02")
    reasons = hex_reasons(maker, "interdicted", ["yO1", "yU1"])
    # From yO1 the step to yP1, its destination, comes closer to a2 in yP5.
    assert reasons["yO1"][1].endswith("legal steps lead to yO1, but every legal rout goes another way.")
    assert reasons["yU1"][1].startswith("yU1 is out of reach: 6 MF would not get it there")


def test_a_wrong_hex_is_answered_with_the_rule_that_excludes_it() -> None:
    choices = {choice.name: choice for choice in puzzles("aslsk/example-07")["which"].choices}
    assert "[sk-dest-nearest]" in choices["yI4"].why[0]
    assert choices["yK6"].why == ("yK6 is a destination, 2 MF",)


def test_a_unit_without_a_destination_is_asked_for_none() -> None:
    assert puzzles("aslsk/example-04")["destinations"].right == ()


def test_a_unit_that_surrenders_is_not_asked_where_it_goes() -> None:
    of = puzzles("generated/asl/surrender-01")
    assert of["surrender"].right == ("yes",)
    assert not {"must", "destinations", "which", "way"} & of.keys()


def test_the_reason_against_surrender_is_the_question_of_the_chart_that_decides() -> None:
    of = puzzles("generated/asl/one-clean-way-01")
    assert of["surrender"].right == ("no",)
    assert of["surrender"].why[-1].startswith("no: ") and "[a20-21-clean]" in of["surrender"].why[-1]


def test_the_order_that_saves_all_is_asked_for_and_the_others_say_what_they_cost() -> None:
    name = "generated/asl/only-order-saves-all-01"
    puzzle = order_puzzle(ask(pyrout.parse(text_of(name), name)), name)
    assert puzzle is not None and puzzle.right == ("g2, g1",)
    (wrong,) = [choice for choice in puzzle.choices if choice.name not in puzzle.right]
    assert wrong.why[0] == "At best 1 of 2 comes through."


def test_where_every_order_will_do_none_is_asked_for() -> None:
    assert order_puzzle(ask(pyrout.load(INSTANCES / "aslsk/example-07.lp")), "x") is None


@pytest.mark.parametrize("kind", ["destinations", "interdicted", "safest"])
def test_a_location_that_the_map_does_not_have_is_refused(kind: str) -> None:
    """In this position yK6 is woods, and has no upper level."""
    maker = maker_of("aslsk/example-07")
    with pytest.raises(pyrout.UsageError, match="there is no hex yK6@9; did you mean yK6"):
        hex_reasons(maker, kind, ["yK6@9"])


def test_a_level_of_a_building_is_a_location_of_the_map() -> None:
    maker = maker_of("generated/asl/upper-levels-01")
    (place,) = sorted(place for place in maker.places if place.endswith("@1"))[:1]
    assert hex_reasons(maker, "destinations", [place])[place]


@pytest.mark.parametrize("name", SOME)
def test_the_enumerators_give_the_same_answers(name: str) -> None:
    text = text_of(name)
    asked = [puzzle for puzzle in puzzles(name).values() if puzzle.kind != "way"]
    assert asked
    for puzzle in asked:
        assert quiz_oracle.right(puzzle.to_json(), text) == set(puzzle.right), puzzle.kind


@pytest.mark.parametrize("name", SOME)
def test_every_answer_is_one_of_those_offered_and_every_wrong_one_has_a_reason(name: str) -> None:
    for puzzle in puzzles(name).values():
        names = [choice.name for choice in puzzle.choices]
        assert len(set(names)) == len(names)
        if names:
            assert set(puzzle.right) <= set(names)
            assert all(choice.why or puzzle.why for choice in puzzle.choices), puzzle.kind
        if puzzle.form == "one":
            assert len(puzzle.right) == 1
        assert puzzle_of(puzzle.to_json()) == puzzle


def test_two_hexes_that_are_as_safe_are_not_asked_for() -> None:
    """In example 10 two ways of 2 and 4 MF are without Interdiction: the shorter wins; without it two of 4 MF are as safe."""
    unit = pyrout.solve(pyrout.load(INSTANCES / "aslsk/example-10.lp"))["g1"]
    right = KINDS["safest"].right(unit)
    least = min((r.path[-1] for r in unit.routes if not r.interdicted and r.mf[-1] == 2.0), default=None)
    assert right == frozenset({least})
    longer = [route for route in unit.routes if route.path[-1] != least and route.mf[-1] == 4.0]
    tied = type(unit)(**{**{f: getattr(unit, f) for f in unit.__slots__}, "routes": tuple(longer)})
    assert (
        len({route.path[-1] for route in longer if len(route.interdicted) == min(len(r.interdicted) for r in longer)})
        > 1
    )
    assert KINDS["safest"].right(tied) is None


def reveals(name: str) -> Puzzle | None:
    return reveal_puzzle(maker_of(name))


def test_the_reveals_that_spoil_the_safest_rout_are_asked_for() -> None:
    """Next to a2, once revealed, the way by D5 and C5 is barred; behind C5 it is no worse for being seen."""
    puzzle = reveals("generated/asl/repulse-09")
    assert puzzle is not None and "sets out on the rout E5 - D5 - C5 - C4. Which" in puzzle.asks
    assert puzzle.path == ("E5", "D5", "C5", "C4")
    assert puzzle.right == ("a2 after D5", "a2 before C5", "a2 before D5")
    assert {choice.name for choice in puzzle.choices} - set(puzzle.right) == {"a2 after C5", "a2 before C4"}
    text = text_of("generated/asl/repulse-09")
    assert quiz_oracle.right(puzzle.to_json(), text) == set(puzzle.right)


@pytest.mark.parametrize("number", ["03", "19"])
def test_where_no_reveal_spoils_the_rout_or_every_one_none_is_asked_for(number: str) -> None:
    assert reveals(f"generated/asl/repulse-{number}") is None


FIRED_AT = ("A2w B2. B3. B4. D2.", "g1:squad@B3 broken dm; a2:squad@B4; a1:squad@D2 concealed")


def asked_of_tiny(*position: str) -> Puzzle | None:
    return reveal_puzzle(Maker(ask(asl(*position).instance, units=["g1"]), "g1", "tiny"))


def test_a_reveal_is_told_in_words_with_what_it_does() -> None:
    """From B3 the way to A2 goes by B2, in the open before a1 in D2: seen by then, a1 interdicts there; in A2 it is too late."""
    puzzle = asked_of_tiny(*FIRED_AT, "B4-B3 D2-B2 D2-A2")
    assert puzzle is not None
    why = {choice.name: choice.why[0] for choice in puzzle.choices}
    assert why["a1 after B2"] == (
        "After g1 enters B2, a1 in D2 drops concealment: the rout is interdicted in B2 by a1 [a10-532-interdict]."
    )
    assert why["a1 after A2"] == (
        "After g1 enters A2, a1 in D2 drops concealment: the rout stays legal, and no Interdiction is added."
    )
    assert "a1 after B2" in puzzle.right and "a1 after A2" not in puzzle.right


def test_two_ways_by_the_same_hexes_are_not_asked_about() -> None:
    """Over the road from B2 into the woods of A2 it is in the open, and beside the road it is not: which is meant?"""
    hexes, units = FIRED_AT
    assert asked_of_tiny(hexes, units, "B4-B3 D2-B2 D2-A2", 'road("B2","A2").') is None


def test_the_reveals_are_worked_out_again_for_other_rules() -> None:
    asked = asked_of(maker_of("generated/asl/repulse-09"), ("reveal",))
    assert states(asked, {}) == [frozenset(asked[0].puzzle.right)]


def test_what_is_wrong_with_a_claim_is_what_the_enumerator_says() -> None:
    """A step, the end, and nothing: each is right of some position."""
    right = set()
    for name in ("asl/enemy-hex-08", "asl/detour-03", "asl/option-03", "aslsk/cover-to-cover-08", "aslsk/option-03"):
        position = pyrout.parse(text_of(f"generated/{name}"))
        puzzle = claim_puzzle(Maker(ask(position, units=["g1"]), "g1", name))
        if puzzle is not None:
            assert quiz_oracle.right(puzzle.to_json(), text_of(f"generated/{name}")) == set(puzzle.right), name
            assert [choice.name for choice in puzzle.choices[-2:]] == ["end", "legal"]
            assert len(puzzle.choices) == len(puzzle.path) + 1
            right.add("step" if puzzle.right[0].isdigit() else puzzle.right[0])
    assert right == {"step", "end", "legal"}


def test_a_claim_is_judged_again_by_other_rules() -> None:
    asked = asked_of(maker_of("generated/aslsk/cover-to-cover-08"), ("claim",))
    assert states(asked, {}) == [asked[0].puzzle.right[0]]


def test_the_odds_are_those_of_the_thirty_six_rolls() -> None:
    """A pin beside the enemy eliminates it, or a failed NMC: rolls of one number, or all above it, or both."""
    right = set()
    for number in range(1, 21):
        name = f"generated/aslsk/one-route-{number:02}"
        maker = maker_of(name)
        puzzle = odds_puzzle(maker)
        if puzzle is not None:
            assert quiz_oracle.right(puzzle.to_json(), text_of(name)) == set(puzzle.right), name
            assert len(puzzle.choices) > 3 and puzzle.supposes[0] not in text_of(name)
            (asked,) = asked_of(maker, ("odds",))
            assert [str(state) for state in states([asked], {})] == list(puzzle.right)
            right |= set(puzzle.right)
    assert len(right) > 2


def test_the_rout_that_is_shown_leads_to_a_right_hex() -> None:
    """The safest of all is a Low Crawl to B2; to yK6, which nothing survives, it is bound, and turns away."""
    one, seven = maker_of("lessons/one"), maker_of("aslsk/example-07")
    assert show_way(one)[0] == ["C3", "B2"]
    assert show_way(one, ["A2"])[0] == ["C3", "B2", "A2"]
    path, words = show_way(seven, ["yK6"])
    assert path == ["yK5", "yJ5", "yI5"] and "it turns to yI5" in words


def test_the_distance_is_that_of_the_nearest_cover_from_the_right_hex() -> None:
    position = pyrout.parse(
        "rules(aslsk). side(german). attacker(german). "
        + " ".join(f'hex("A{r}",0,{2 * r - 1}). terrain("A{r}",open_ground).' for r in range(1, 8))
        + ' unit(g1,german,squad). at(g1,"A3").',
        need="facts",
    )
    assert distance_of(position, "A3", {"A2", "A6"}, {"A2"}) == 0
    assert distance_of(position, "A3", {"A2", "A6"}, {"A6"}) == 4
    assert distance_of(position, "A3", {"A2", "A4"}, {"A4"}) == 0  # both are as near
    assert distance_of(position, "A3", {"A2"}, set()) == 1


@pytest.mark.parametrize(
    ("name", "kind", "option"),
    [
        ("rules/asl/a20-21-abtf", "surrender", "abtf"),  # its file sets the option: the default is the other reading
        ("generated/aslsk/ignorable-building-03", "interdicted", "revisit"),  # by routes that are not listed
    ],
)
def test_a_reading_that_changes_the_answer_is_noted(name: str, kind: str, option: str) -> None:
    maker = maker_of(name)
    several = asked_of(maker, (kind,))
    (several[0].state,) = states(several, {})
    read_otherwise(several, maker.question.rules)
    assert several[0].readings == [option]
