"""A board opened in the page answers like the same board named in a position, and no rule set refuses what it shows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from day import of_today
from vasl_boards import data_folder, real_data

import pyrout
from pyrout.position.reading import parse
from pyrout.serve import jobs
from pyrout.vasl.from_boards import supply

RULES = ("aslsk", "asl")
HEAD = "side(german). side(american). attacker(american).\n"


def boards() -> Path:
    return real_data() / "boards"


def archives() -> list[str]:
    """Return the names of the boards available; one that is missing where there are none, so that the test says so."""
    folder = data_folder()
    return sorted(path.name for path in (folder / "boards").iterdir()) if folder else ["bdy"]


def opened(archive: str) -> str:
    """Return the text that the page shows after opening a board."""
    reply = jobs.answer("board", {"archive": str(boards() / archive)}, 60.0)
    assert reply.status == 200, reply.body
    return str(json.loads(reply.body)["text"])


def fight(at: str, *enemies: str) -> str:
    said = [f'unit(g1,german,squad). at(g1,"{at}"). status(g1,broken). status(g1,dm).']
    said += [f'unit(a{n},american,squad). at(a{n},"{h}"). normal_range(a{n},6).' for n, h in enumerate(enemies, 1)]
    return "\n".join(said)


def answer(text: str, rules: str) -> dict[str, object]:
    """Return the answer for g1 as JSON, with what it rests on."""
    position = supply(parse(text, "fight.lp", need="facts"), boards(), ("g1",), rules)
    unit = pyrout.solve(position, rules=rules)["g1"]
    return {**unit.to_json(), "assumes": sorted(unit.assumes)}


def places(text: str, step: int) -> Iterator[tuple[str, str]]:
    """Yield pairs of hexes two columns apart."""
    hexes = [str(fact.args[0]) for fact in parse(text, "board.lp", need="facts").of("hex")]
    yield from ((hexes[n], hexes[n + 21]) for n in range(0, len(hexes) - 21, step))


def equal(archive: str, step: int) -> None:
    text = opened(archive)
    named = f'{HEAD}board("{archive.removeprefix("bd")}",0,0,normal).\n'
    for rules in RULES:
        for at, enemy in places(text, step):
            units = fight(at, enemy)
            assert answer(text + units, rules) == answer(named + units, rules), (rules, at, enemy)


@pytest.mark.slow
def test_an_opened_board_answers_as_the_named_one() -> None:
    text = opened("bdy")
    named = f'{HEAD}board("y",0,0,normal).\n'
    units = fight("yK5", "yL5", "yO5")
    g1 = answer(text + units, "aslsk")
    assert g1["counts"]["routes"] == 65  # type: ignore[index]
    assert answer(named + units, "aslsk") == g1
    equal("bdy", 83)


@pytest.mark.slow
@pytest.mark.parametrize("archive", of_today(["bdy", "bd18", "bd10"], 3))
def test_an_opened_board_answers_as_the_named_one_everywhere(archive: str) -> None:
    equal(archive, 29)


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("archive", of_today(archives(), 3))
def test_nothing_that_a_board_shows_is_refused(archive: str, rules: str) -> None:
    text = opened(archive)
    for at, enemy in places(text, 23):
        assert answer(text + fight(at, enemy), rules)["verdict"]
