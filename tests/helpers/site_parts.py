"""The parts of the site without a server, the positions that it is tried with, and their answers by the installed program."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import pyrout
from pyrout import referee
from pyrout.position.corpus import read_corpus
from pyrout.question import ask

ROOT = Path(__file__).parents[2]
PARTS = os.environ.get("PYROUT_SITE_PARTS")
needs_parts = pytest.mark.skipif(
    not PARTS, reason="needs the parts of the site: pyrout/site/build.sh FOLDER, then PYROUT_SITE_PARTS=FOLDER"
)
SEVEN = ROOT / "instances/aslsk/example-07.lp"


def positions(folder: Path) -> list[Path]:
    """The article's examples, the rulings, and 100 generated positions of all kinds, which are written into a folder."""
    lines = [
        line
        for corpus in sorted((ROOT / "instances/generated").glob("*.jsonl"))
        for line in read_corpus(corpus).values()
    ]
    step = len(lines) / 100
    some = []
    for number in range(100):
        some.append(folder / f"{number}-{lines[int(step * number)].id}.lp")
        some[-1].write_text(lines[int(step * number)].position, "utf-8")
    return [*sorted((ROOT / "instances/aslsk").glob("*.lp")), *sorted((ROOT / "instances/rulings").glob("*.lp")), *some]


def installed(*paths: Path) -> list[Any]:
    """Return the answers of the installed program for positions, as JSON has them."""
    answers = referee.answers([ask(pyrout.parse(path.read_text("utf-8"), path.name)) for path in paths])
    given = [answer for answer in answers if isinstance(answer, pyrout.Answer)]
    assert len(given) == len(paths), "the referee answers every one"
    return [json.loads(json.dumps(answer.to_json())) for answer in given]
