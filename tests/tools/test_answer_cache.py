"""Answers that are kept while a game is changed: they are those of the position as it is now, whatever was changed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from day import of_today
from positions_wide import FOUR, TWO, cells, distance, field
from tiny import facts_of

import pyrout
from pyrout.draw.answers import Answered
from pyrout.draw.html import reasons_alone
from pyrout.errors import PyroutError
from pyrout.hexes.solver import Solver
from pyrout.phases import incremental
from pyrout.phases.incremental import AnswerCache, Answers
from pyrout.position.dependencies import Surroundings
from pyrout.position.facts import Instance
from pyrout.question import ask
from pyrout.serve import jobs
from pyrout.serve.edits import apply_edits

Expected = tuple[list[tuple[str, pyrout.UnitAnswer]], tuple[str, ...]]


def told(words: str, done: int, of: int) -> None:
    """Nobody listens."""


def fresh(position: Instance) -> Expected:
    return worked_out(Solver(ask(position)))


def worked_out(solver: Solver) -> Expected:
    return [(unit, solver.unit(unit, excluded=False)) for unit in solver.routers], solver.volunteers


def said(answers: Answers) -> tuple[list[tuple[str, pyrout.UnitAnswer]], tuple[str, ...]]:
    return list(answers.units.items()), answers.volunteers


@pytest.mark.parametrize("rules", ["aslsk", pytest.param("asl", marks=pytest.mark.slow)])
def test_only_who_is_touched_is_worked_out_again(rules: str) -> None:
    before, position = AnswerCache(), field(rules, TWO, sources=["E3"])
    before.answers(ask(position), told)
    assert before.worked_out == 2
    moved = apply_edits(position, [{"op": "move", "unit": "r1", "to": "E3"}])
    assert said(before.answers(ask(moved), told)) == fresh(moved)
    assert before.worked_out == 3
    # And what is taken back is there still
    assert said(before.answers(ask(position), told)) == fresh(position)
    assert before.worked_out == 3


def test_an_answer_is_kept_longer_than_what_worked_it_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each solver holds a grounding: of those of many edits only the last stay."""
    monkeypatch.setattr(incremental, "MOST_SOLVERS", 1)
    before, position = AnswerCache(), field("aslsk", TWO, sources=["E3"])
    before.answers(ask(position), told)
    before.answers(ask(apply_edits(position, [{"op": "move", "unit": "r1", "to": "E3"}])), told)
    again = before.answers(ask(position), told)
    assert said(again) == fresh(position)
    assert (before.worked_out, again.solvers) == (3, {})


def viewed(text: str, **asked: object) -> dict[str, Any]:
    reply = jobs.answer("view", {"text": text, "name": "four.lp", **asked}, 60.0)
    assert reply.status == 200, reply.body
    view: dict[str, Any] = json.loads(reply.body)
    return view


def test_the_page_is_told_of_the_chosen_unit_first() -> None:
    """Three of four wait for it; then all are there, and it is as it was. What a change touches waits, too, and is not shown
    with the answer of before."""
    jobs._session.units.clear()
    text = field("aslsk", FOUR, sources=["E3", "E2"]).program()
    one = viewed(text, first="g3")
    assert [unit["id"] for unit in one["view"]["units"]] == ["g3"]
    assert [(place, unit) for place, unit, _ in one["view"]["pending"]] == [(0, "g1"), (1, "g2"), (3, "g4")]
    assert one["view"]["pending"][0][2] == "g1 (german squad)"
    four = viewed(one["text"])
    assert "pending" not in four["view"]
    assert [unit["id"] for unit in four["view"]["units"]] == ["g1", "g2", "g3", "g4"]
    assert four["view"]["units"][2] == one["view"]["units"][0]
    before = jobs._session.units.worked_out
    edits = [{"op": "move", "unit": "r1", "to": "E3"}]
    one = viewed(four["text"], edits=edits, first="g4")
    assert [unit["id"] for unit in one["view"]["units"]] == ["g2", "g4"]
    assert [unit for _, unit, _ in one["view"]["pending"]] == ["g1", "g3"], "r1 sees where both can get to"
    assert jobs._session.units.worked_out == before, "what is kept is not worked out"
    one = viewed(four["text"], edits=edits, first="g1")
    assert [unit["id"] for unit in one["view"]["units"]] == ["g1", "g2", "g3", "g4"], "a single one need not wait"
    assert one == viewed(four["text"], edits=edits)


def test_who_is_asked_what_if_does_not_wait() -> None:
    jobs._session.units.clear()
    text = field("aslsk", FOUR).program()
    assert "pending" not in viewed(text, first="g3", volunteers=["r1"])["view"]


def test_the_reasons_of_the_chosen_unit_do_not_wait_for_the_others() -> None:
    jobs._session.units.clear()
    jobs._session.solved.clear()
    text = field("aslsk", FOUR).program()
    assert len(viewed(text, first="g3")["view"]["pending"]) == 3
    worked_out = jobs._session.units.worked_out
    asked = {"text": text, "name": "four.lp", "unit": "g3"}
    some = jobs.answer("why", asked, 60.0)
    assert (some.status, jobs._session.units.worked_out) == (200, worked_out)
    viewed(text)
    assert jobs.answer("why", asked, 60.0).body == some.body


@pytest.mark.slow
def test_who_goes_first_waits_for_the_enemies_who_rout_before_it() -> None:
    """r1 attacks, and may be gone before g1 routs: both go first. Of the others none is shown whose answer rests on r2."""
    units = [
        ("r1", "E3", "broken dm"),
        ("g1", "C3", "broken dm"),
        ("r2", "X3", "broken dm"),
        ("g2", "AA3", "broken dm"),
    ]
    position = field("aslsk", [*units, ("g5", "G3", ""), ("g6", "Y5", ""), ("r5", "B5", "")])
    before = AnswerCache()
    some = before.answers(ask(position), told, "g1")
    assert (list(some.units), some.pending) == (["r1", "g1"], {"r2": 1, "g2": 3})
    whole = before.answers(ask(position), told)
    assert said(whole) == fresh(position)
    assert before.worked_out == 4
    hurt = apply_edits(position, [{"op": "number", "unit": "r2", "name": "broken_morale", "value": 5}])
    some = before.answers(ask(hurt), told, "r1")
    assert (list(some.units), list(some.pending)) == (["r1", "g1"], ["r2", "g2"])


@pytest.mark.slow
@pytest.mark.parametrize(("at", "to"), [("J1", "X1"), ("X1", "J1")])
def test_who_is_met_if_it_does_not_surrender_at_once_whoever_goes_first(
    at: str, to: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """g2, Disrupted, surrenders before anybody routs to r5 in J1, who is nothing to r1; to r5 in X1 it does not, and is in r1's
    way. Neither goes first with g3."""
    monkeypatch.setattr(incremental, "WORTH_WAITING", 1)
    verdicts = {"J1": "surrenders", "X1": "cannot_rout"}
    units = [("r1", "B2", "broken dm"), ("g2", "J2", "broken dm disrupted"), ("r5", at, "")]
    far = [("g3", "AA3", "broken dm"), ("r6", "Z5", "")]
    position = field("asl", [*units, *far], seed=4)
    before = AnswerCache()
    first = before.answers(ask(position), told)
    assert first.units["g2"].verdict == verdicts[at]
    moved = apply_edits(position, [{"op": "move", "unit": "r5", "to": to}])
    some = before.answers(ask(moved), told, "g3")
    then = dict(fresh(moved)[0])
    assert then["g2"].verdict == verdicts[to]
    assert then["r1"] != first.units["r1"] and some.units["r1"] == then["r1"]


@pytest.mark.slow
def test_options_and_months_are_another_question() -> None:
    before, position = AnswerCache(), field("aslsk", TWO)
    before.answers(ask(position), told)
    before.answers(ask(position, options={"revisit": "allow"}), told)
    assert before.worked_out == 4
    before.answers(ask(apply_edits(position, [{"op": "month", "value": 1}])), told)
    assert before.worked_out == 6


def test_who_is_eliminated_far_away_is_met_no_more() -> None:
    """r1, which attacks and so routs first, is surrounded, and gone before g1 routs. g1 sees nothing of those who surround it,
    but r1 itself: once they have left, r1 lives, and bars steps towards it."""
    around = ("K2", "K4", "L3", "J3", "J2", "L2")
    units = [("r1", "K3", "broken dm"), ("g1", "E3", "broken dm")]
    units += [(f"g{number}", hex_, "") for number, hex_ in enumerate(around, 4)]
    seen = "".join(f'los("K3","{other}",0).' for other in (*around, "E3", "E4", "D3", "F3"))
    position = pyrout.parse(field("aslsk", units, seed=2).without("los").program() + seen)
    before = AnswerCache()
    first = before.answers(ask(position), told)
    assert first.units["r1"].verdict == "eliminated"
    freed = apply_edits(position, [{"op": "remove", "unit": f"g{number}"} for number in range(4, 10)])
    now = before.answers(ask(freed), told)
    assert said(now) == fresh(freed)
    assert now.units["r1"].verdict != "eliminated"
    assert now.units["g1"] != first.units["g1"]


@pytest.mark.slow
def test_who_sees_only_where_a_crawl_leads_counts() -> None:
    """A wounded leader can only crawl to B1, uphill, which costs more than his MF: who comes to see that hex takes him there."""
    text = facts_of("A1. B1w B2. H9.", "g1:leader@B2 broken dm wounded; a1:squad@H9", "A1-B1", 'elevation("B1",1).')
    before, position = AnswerCache(), pyrout.parse(text.replace("rules(aslsk)", "rules(asl)"))
    before.answers(ask(position), told)
    seen = apply_edits(position, [{"op": "move", "unit": "a1", "to": "A1"}])
    assert said(before.answers(ask(seen), told)) == fresh(seen)
    assert before.worked_out == 2


ROWHOUSES = 'feature("B1",rowhouse). feature("B2",rowhouse). hexside("B1","B2",rowhouse_wall). normal_range(a1,12).'


def rowhouses(hexes: str, units: str, los: str, facts: str) -> Instance:
    text = facts_of(f"B1s B2s {hexes}", units, los, f"{ROWHOUSES} {facts}")
    return pyrout.parse(text.replace("rules(aslsk)", "rules(asl)"))


def test_who_sees_only_a_vertex_counts() -> None:
    """a1 in H9 sees both vertices between B2 and B1, and no hex. Pinned he does not interdict there."""
    seen = 'vertex_los("B2","B1",west,"H9",0). vertex_los("B2","B1",east,"H9",0).'
    before, position = AnswerCache(), rowhouses("H9.", "g1:squad@B2 broken dm; a1:squad@H9", "", seen)
    open_fire = before.answers(ask(position), told).units["g1"]
    assert any(route.interdicted for route in open_fire.routes)
    pinned = apply_edits(position, [{"op": "status", "unit": "a1", "status": "pinned", "on": True}])
    now = before.answers(ask(pinned), told)
    assert not any(route.interdicted for route in now.units["g1"].routes)
    assert said(now) == fresh(pinned)


def test_a_vertex_that_is_seen_from_far_away_counts() -> None:
    """If a fact gives the LOS to a vertex, nobody sees it by seeing the ground: also where nobody is at the other end."""
    given = 'vertex_los("B2","B1",west,"X30",0).'
    position = rowhouses("B3. H9. X30.", "g1:squad@B3 broken dm; a1:squad@H9", "H9-B1 H9-B2", given)
    rests_on = Surroundings(position).of("g1", {"B2", "B1"})
    assert rests_on and "vertex_los" in {name for name, _ in rests_on.facts}


@pytest.mark.parametrize(
    ("rules", "fact"),
    [
        ("aslsk", "leadership(r9,-1)."),
        ("aslsk", 'nmc(r8,"Y1",pin).'),
        ("aslsk", "accompanies(r9,r8)."),
        pytest.param("asl", 'nmc(r8,"Y1",two). hob(r8,berserk).', marks=pytest.mark.slow),
        pytest.param("asl", "no_interdiction(r9).", marks=pytest.mark.slow),
        pytest.param("asl", 'no_interdiction(r9,"Y1").', marks=pytest.mark.slow),
        pytest.param("asl", 'feature("Y2",foxhole).', marks=pytest.mark.slow),
    ],
)
def test_what_is_said_of_who_is_far_away_and_unseen_changes_nothing(rules: str, fact: str) -> None:
    """r8 and r9 are 22 hexes from g1, and no LOS joins them."""
    far = field(rules, [TWO[0], TWO[1], ("r8", "Y1", "broken dm"), ("r9", "Y1", "")])
    position = pyrout.parse(far.program().replace("unit(r9,russian,squad)", "unit(r9,russian,leader)"))
    before = AnswerCache()
    kept = before.answers(ask(position), told).units["g1"]
    after = pyrout.parse(position.program() + fact)
    now = before.answers(ask(after), told)
    assert said(now) == fresh(after)
    assert now.units["g1"] is kept


@pytest.mark.slow
@pytest.mark.parametrize("change", ["reveal", "los"])
def test_what_may_rest_on_everything_is_not_kept(change: str) -> None:
    position = field("asl", TWO)
    if change == "los":
        position = position.without("los")
    else:
        position = pyrout.parse(position.program() + 'status(r1,concealed). reveal(r1,g1,"C4",after).')
    before = AnswerCache()
    before.answers(ask(position), told)
    before.answers(ask(position), told)
    assert before.worked_out == 4


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["aslsk", "asl"])
def test_reasons_are_those_of_the_position_as_it_is(rules: str) -> None:
    """Also of a unit whose answer was kept, and of one that shares its place with another."""
    before = AnswerCache()
    position = field(rules, [*TWO, ("g3", "C3", "broken dm")], sources=["X3"])
    Answered.after(ask(position), before)
    moved = apply_edits(position, [{"op": "move", "unit": "r2", "to": "X3"}])
    successive, whole = Answered.after(ask(moved), before), Answered(Solver(ask(moved)), ())
    for unit in ("g1", "g3", "g2"):
        successive.explain(unit)
        assert successive.answer[unit] == whole.answer[unit]
        assert reasons_alone(successive, unit) == reasons_alone(whole, unit)


HILLS, FEATURES = 0.15, ("foxhole", "ffe", "blaze", "wire", "shellholes")
KINDS = ("squad", "squad", "squad", "half_squad", "leader", "leader", "crew")


def rich(rng: random.Random, seed: int) -> Instance:
    """A field with hills, buildings with an upper level, fire and entrenchments; leaders, some of them wounded, captured
    units with their guards, concealed ones and such as are upstairs; hexes of one building, roads and walls."""
    spots = list(cells())
    units = [(f"{'gr'[n % 2]}{n}", rng.choice(spots), "broken dm" if n % 5 == 0 else "") for n in range(30)]
    position = field("asl", units, seed=seed, sources=spots)
    lines = [str(fact) + "." for fact in position.facts if fact.name not in ("unit", "terrain")]
    seen: dict[str, list[str]] = {spot: [] for spot in spots}
    for fact in position.of("los"):
        seen[str(fact.args[0])].append(str(fact.args[1]))
    upstairs = set(rng.sample(spots, 12))
    for spot in spots:
        terrain = "stone_building" if spot in upstairs else rng.choice(["open_ground"] * 5 + ["woods", "grain"])
        lines.append(f'terrain("{spot}",{terrain}).')
        if rng.random() < HILLS:
            lines.append(f'elevation("{spot}",{rng.choice((1, 1, 2))}).')
        if spot not in upstairs and rng.random() < 0.08:
            feature = rng.choice(FEATURES)
            lines.append(f'feature("{spot}",{feature}).' + (f' wire_exit("{spot}",2).' if feature == "wire" else ""))
    for spot in upstairs:
        lines.append(f'level("{spot}",1). stairwell("{spot}").')
        lines += [f'los("{spot}@1","{other}",0).' for other in seen[spot]]
    there = cells()
    for a, b in ((a, b) for a in spots for b in spots if a < b and distance(there[a], there[b]) == 1):
        if rng.random() < 0.05:
            lines.append(rng.choice((f'hexside("{a}","{b}",wall).', f'road("{a}","{b}").')))
    for number, (unit, hex_, statuses) in enumerate(units):
        kind = rng.choice(KINDS)
        lines.append(f"unit({unit},{'german' if unit[0] == 'g' else 'russian'},{kind}).")
        if kind == "leader" and rng.random() < 0.5:
            lines.append(f"status({unit},wounded).")
        if not statuses and rng.random() < 0.15:
            lines.append(f"status({unit},concealed).")
        if kind == "squad" and rng.random() < 0.2:
            lines.append(f"sw(mg{number},lmg,1,6). possesses({unit},mg{number}).")
        if not statuses and number % 9 == 4:
            other = f"p{number}"
            lines.append(f"unit({other},{'russian' if unit[0] == 'g' else 'german'},squad). status({other},captured).")
            lines.append(f'at({other},"{hex_}"). guards({unit},{other}).')
    return pyrout.parse("\n".join(lines))


def changed(rng: random.Random, position: Instance) -> Instance | None:
    """The position after a random change, if it makes sense."""
    units = list(map(str, position.units))
    hexes = [str(fact.args[0]) for fact in position.of("hex")]
    unit = rng.choice(units)
    statuses = (
        "broken",
        "dm",
        "pinned",
        "melee",
        "unarmed",
        "wounded",
        "disrupted",
        "concealed",
        "encircled",
        "captured",
    )
    change = rng.choice(
        [
            {"op": "move", "unit": unit, "to": rng.choice(hexes)},
            {
                "op": "move",
                "unit": unit,
                "to": rng.choice(hexes + [f"{fact.args[0]}@1" for fact in position.of("level")]),
            },
            {"op": "status", "unit": unit, "status": rng.choice(statuses), "on": rng.random() < 0.6},
            {"op": "status", "unit": unit, "status": "broken", "on": True},
            {"op": "terrain", "hex": rng.choice(hexes), "terrain": rng.choice(["woods", "open_ground", "grain"])},
            {"op": "number", "unit": unit, "name": "normal_range", "value": rng.choice([2, 4, 8])},
            {"op": "number", "unit": unit, "name": "leadership", "value": rng.choice([-1, 0])},
            {"op": "remove", "unit": unit},
            {"op": "add", "side": "german", "kind": "squad", "at": rng.choice(hexes), "broken": rng.random() < 0.3},
        ]
    )
    try:
        return apply_edits(position, [change])
    except PyroutError:
        return None


def changes(
    rng: random.Random, position: Instance, before: AnswerCache, count: int
) -> Iterator[tuple[Instance, Expected | None, Solver | None]]:
    """Random changes, one after the other, each with fresh answers and who gave them; without, where it is refused: then it is
    so in the same words where answers are kept, and the next change is one of the position before."""
    for _ in range(count):
        after = changed(rng, position)
        if after is None:
            continue
        try:
            solver = Solver(ask(after))
            expected = worked_out(solver)
        except PyroutError as error:
            with pytest.raises(type(error)) as refused:
                before.answers(ask(after), told)
            assert str(refused.value) == str(error)
            yield after, None, None
        else:
            position = after
            yield after, expected, solver


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("rules", "seed"), of_today([("aslsk", 0), ("aslsk", 1), ("asl", 0)], 3))
def test_random_changes_give_the_answers_of_the_position_as_it_is(rules: str, seed: int) -> None:
    """By the full rules one of these plain fields: the rich ones below are compared whole too."""
    rng = random.Random(seed)
    spots = list(cells())
    units = [(f"{'gr'[n % 2]}{n}", rng.choice(spots), "broken dm" if n % 5 == 0 else "") for n in range(30)]
    position, before, kept = field(rules, units, seed=seed, sources=spots), AnswerCache(), 0
    for after, expected, _ in changes(rng, position, before, 12):
        if expected is not None:
            worked_out = before.worked_out
            assert said(before.answers(ask(after), told)) == expected
            kept += len(expected[0]) - (before.worked_out - worked_out)
    assert kept > 0


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seed", of_today(range(3), 3))
def test_who_goes_first_has_the_answer_of_the_position_as_it_is(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """After any change: the answers given first equal those given with the rest, reasons and all, and no unit is left out."""
    monkeypatch.setattr(incremental, "WORTH_WAITING", 1)
    rng = random.Random(seed)
    position, before, waited, refused = rich(rng, seed), AnswerCache(), 0, 0
    first = ""
    for after, expected, solver in changes(rng, position, before, 8):
        if expected is None or solver is None:
            refused += 1
            continue
        verdicts = dict(expected[0])
        some = before.answers(ask(after), told, first)
        assert some.units.items() <= verdicts.items()
        assert some.volunteers == expected[1]
        assert first not in verdicts or first in some.units
        assert some.units.keys() | some.pending.keys() == verdicts.keys()
        assert all(list(verdicts)[place] == unit for unit, place in some.pending.items())
        waited += len(some.pending)
        successive = Answered.after(ask(after), before)
        assert {unit.id: unit for unit in successive.answer.units} == verdicts
        if first in some.units and first in verdicts:
            whole = Answered(solver, (), excluded=False)
            whole.explain(first)
            successive.explain(first)
            assert reasons_alone(successive, first) == reasons_alone(whole, first)
        first = rng.choice([*verdicts, ""])
    assert waited > 0
    assert refused < 6
