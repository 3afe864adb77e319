"""One position on a real board answers alike, whichever way it comes to the page: opened, in a line, in a save, in a file.

Reads real boards, which are no part of the project, and is skipped where there are none.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from day import of_today
from vasl_boards import real_data
from vasl_saves import Save, centre, marker, squad
from vasl_tables import facts_of_units

from pyrout.serve import jobs

BOARDS = ("y", "10", "18")  # Starter Kit; a town with rowhouses; hills, a gully and brush
COLUMNS, ROWS = 33, 10  # of a standard board; every second column has a hex more, numbered 0
APART = 40  # a position has one fight in so many hexes
# One position in so many. PYROUT_DAY=all PYROUT_PLACES_EVERY=1 has all hexes of the boards: three minutes and more a board
EVERY = int(os.environ.get("PYROUT_PLACES_EVERY", "8"))
Hex = tuple[int, int]  # column and row, from 0


def asked(job: str, **request: Any) -> dict[str, Any]:
    """Return the reply of the page's server to one request, which succeeds."""
    reply = jobs.answer(job, request, 60.0)
    assert reply.status == 200, (job, reply.body[:300])
    return dict(json.loads(reply.body))


def boards() -> str:
    return str(real_data() / "boards")


def fights(first: int) -> Iterator[tuple[Hex, Hex]]:
    """Yield every `APART`th hex of a board, from this one on, each with one two columns away and up to four hexes apart."""
    hexes = [(column, row) for column in range(COLUMNS) for row in range(ROWS + column % 2)]
    for column, row in hexes[first::APART]:
        across = 2 if column + 2 < COLUMNS else -2
        yield (column, row), (column + across, (row + (column + row) % 7 - 3) % ROWS)


@cache
def opened(board: str) -> str:
    """Return the text that the page has after the board's archive is opened."""
    return str(asked("board", archive=f"{boards()}/bd{board}")["text"])


def saved(board: str, first: int, folder: Path) -> Path:
    save = Save()
    save.boards = ["0", "0", board]
    routers, enemies = zip(*fights(first), strict=True)
    for router in routers:
        save.put(*centre(*router), squad("ge", broken=True), marker("DM"))
    for enemy in sorted({*enemies} - {*routers}):
        save.put(*centre(*enemy), squad("am"))
    path = folder / "game.vsav"
    path.write_bytes(save.data())
    return path


def texts(board: str, save: Path) -> dict[str, str]:
    """Return the text that the page shows for one position, by the way in which it came there."""
    given = {"boards": boards(), "name": "fight.lp"}
    from_save = asked("import", files=[str(save)], boards=boards())["text"]
    said = asked("line", text=from_save, name="fight.lp")
    placed = [phrase for phrase in said["line"].split("; ") if re.match(r"\d*[a-z]?[A-Z]+\d+ ", phrase)]
    text, archives = opened(board), [f"{boards()}/bd{board}"]
    for phrase in placed:  # as the page does it: the archive that was opened lies under the map
        at, _, words = phrase.partition(" ")
        text = asked("change", text=text, archives=archives, edits=[{"op": "put", "at": at, "words": words}], **given)[
            "text"
        ]
    return {
        "opened": text,
        "line": asked("of-line", line=said["line"], boards=boards())["text"],
        "link": asked("of-line", line=said["code"], boards=boards())["text"],
        "save": from_save,
        "file": f'{facts_of_units(from_save)}board("{board}",0,0,normal).\n',
    }


def shown(text: str) -> dict[str, Any]:
    """Return all that the page says of the units of a position, apart from places in the drawing."""
    jobs._session.clear()  # which would give the answer of another way
    view = asked("view", text=text, name="fight.lp", boards=boards())
    assert "unsolved" not in view, view.get("unsolved")
    units = view["view"]["units"]
    for unit in units:
        for route in unit["routes"]:
            del route["d"]
    return {"units": units, "others": view["view"]["others"], "warnings": view["warnings"], "blind": view["blind"]}


@pytest.mark.slow
@pytest.mark.parametrize("first", of_today(range(0, APART, EVERY), 3))
@pytest.mark.parametrize("board", BOARDS)
def test_a_position_answers_alike_whichever_way_it_came(board: str, first: int, tmp_path: Path) -> None:
    """Every hex of a board holds a broken squad in one of the positions, on one day of three."""
    by_text = {text: way for way, text in texts(board, saved(board, first, tmp_path)).items()}
    by_way = {way: shown(text) for text, way in by_text.items()}  # a link leads to the text of its line
    assert {"opened", "save", "file"} < {*by_way}
    assert {unit["at"] for unit in by_way["file"]["units"]} == {f"{board}{name}" for name in named(first)}
    for way, said in by_way.items():
        assert said == by_way["file"], way


def named(first: int) -> Iterator[str]:
    """Yield the names of the hexes with a broken squad, as boards print them."""
    for (column, row), _ in fights(first):
        yield f"{chr(ord('A') + column % 26) * (1 + column // 26)}{row + 1 - column % 2}"
