"""A rout against the opponent's best reveals (a12-14-reveal, note 21): small positions worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tiny import asl
from tiny_asl import VEIL

import pyrout
from pyrout.cli import main
from pyrout.phases import reveals

HEXES, UNITS, SEEN = VEIL


def solved(tmp_path: Path, *position: Any, more: tuple[str, ...] = ()) -> Result:
    file = tmp_path / "position.lp"
    file.write_text(asl(*position).text, encoding="utf-8")
    return CliRunner().invoke(main, ["solve", str(file), "--against-reveals", *more])


def against(tmp_path: Path, *position: Any) -> dict[str, Any]:
    answer = solved(tmp_path, *position, more=("--json", "--paths", "none"))
    assert answer.exit_code == 0, answer.output
    value: dict[str, Any] = json.loads(answer.output)["units"][0]["against"]
    return value


@pytest.mark.slow
def test_revealed_after_a_step_is_worse_than_before(tmp_path: Path) -> None:
    """B1 is the only destination, and the way to it goes through B2, next to a1. Revealed before that, a1 bars it, and g1 goes
    to B4 unharmed; revealed after it, a1 interdicts g1 in B2 and bars B1: it goes on to A2. A Low Crawl to B2 is worse still:
    there it would surrender."""
    here = against(tmp_path, *VEIL)
    assert here["enemies"] == ["a1"]
    assert (here["best"]["path"], here["best"]["posture"]) == (["B3", "B2", "B1"], "run")
    assert here["reveals"] == [{"by": "a1", "hex": "B2", "when": "after"}]
    assert (here["worst"]["path"], here["worst"]["end"]) == (["B3", "B2", "A2"], "survives")
    assert [(i["hex"], i["by"]) for i in here["worst"]["interdicted"]] == [("B2", ["a1"])]


@pytest.mark.slow
def test_the_rout_that_nobody_can_spoil_is_the_best(tmp_path: Path) -> None:
    """B5 costs as much as B1, and a1 neither sees nor touches the way there."""
    position = (HEXES + " B5w", UNITS, SEEN)
    here = against(tmp_path, *position)
    assert here["best"]["path"] == here["worst"]["path"] == ["B3", "B4", "B5"] and here["reveals"] == []
    said = solved(tmp_path, *position).output
    assert "g1, the best against reveals of a1: B3 - B4 - B5, 3 MF\n  nothing that the opponent can reveal" in said


@pytest.mark.slow
def test_two_enemies_who_wait_for_each_other(tmp_path: Path) -> None:
    """With a2 beside B4 and B5 too, every rout ends next to somebody: through B2, a1 bars B1, so that g1 has to turn to B5 and
    cannot, having been in B3; through B4, a2 does the same."""
    hexes, units = HEXES + " B5w C5.", UNITS + "; a2:squad@C5 concealed"
    here = against(tmp_path, hexes, units, SEEN + " C5-B3 C5-B4")
    assert here["enemies"] == ["a1", "a2"]
    assert here["worst"]["end"] == "surrenders" and here["reveals"]


def test_two_together_are_reported_with_the_routs_that_hold() -> None:
    """Each is tried alone: where two of them can hamper the unit, the answer says so, and where one of them sees nothing, not."""
    sentence = "two together may end one that holds"
    for places, reported in (("C5-B3 C5-B4", True), ("", False)):
        units = UNITS + f"; a2:squad@{'C5' if reported else 'H9'} concealed"
        answer = asl(HEXES + " B5w C5. H9.", units, f"{SEEN} {places}").g1
        assert any(sentence in each for each in answer.assumes) is reported


@pytest.mark.slow
def test_two_enemies_who_each_bar_the_same_step(tmp_path: Path) -> None:
    """With a2 beside a1 either of them can do what a1 alone can, and both together no more."""
    here = against(tmp_path, HEXES, UNITS + "; a2:squad@C2 concealed", SEEN)
    assert here["enemies"] == ["a1", "a2"]
    assert (here["worst"]["path"], here["worst"]["end"]) == (["B3", "B2", "A2"], "survives")


def test_an_enemy_who_sees_nothing_changes_nothing(tmp_path: Path) -> None:
    here = against(tmp_path, "B1w B2. B3. B4. H9.", "g1:squad@B3 broken dm; a1:squad@H9 concealed")
    assert here["enemies"] == here["reveals"] == [] and here["positions"] == 1


def test_there_is_an_answer_where_there_is_no_game(tmp_path: Path) -> None:
    """Nobody is concealed: that is said beside the answer. Readings are compared without a game."""
    answer = solved(tmp_path, HEXES, UNITS.replace(" concealed", ""), SEEN)
    assert answer.exit_code == 0
    assert (
        "g1 (german squad) in B3" in answer.output
        and "no concealed enemy can spoil a rout by dropping concealment" in answer.output
    )
    both = solved(tmp_path, HEXES, UNITS, SEEN, more=("--compare-options",))
    assert (both.exit_code, "leave out --compare-options" in both.output) == (2, True)


def test_where_nobody_is_concealed_there_is_no_game() -> None:
    position = asl("B1w B2. B3.", "g1:squad@B2 broken dm; a1:squad@B3").instance
    answer = reveals.against_reveals(pyrout.ask(position), pyrout.solve(position))
    assert answer["g1"].against is None


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ('reveal(a1,g1,"B2",after).', "leave out reveal/4"),
        ("option(revisit,allow).", "revisit=allow"),
        ("", "too many concealed enemies"),
    ],
)
def test_what_cannot_be_worked_out_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, facts: str, said: str
) -> None:
    monkeypatch.setattr(reveals, "MOST_POSITIONS", 5)
    answer = solved(tmp_path, *VEIL, facts)
    assert answer.exit_code == 2 and said in answer.stderr and len(answer.stderr.splitlines()) == 1
    assert bool(answer.stdout) == (not facts), "only how many could reveal is known from the answer alone"


def test_there_are_no_reveals_on_a_table() -> None:
    file = next((Path(__file__).parents[2] / "instances/miniatures").glob("*.lp"))
    result = CliRunner().invoke(main, ["solve", str(file), "--against-reveals"])
    assert result.exit_code == 2 and len(result.stderr.splitlines()) == 1
