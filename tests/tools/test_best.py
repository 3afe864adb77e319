"""`solve --best`: the safest route, its chances, and why it beats the next."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from tiny import facts_of

from pyrout.cli import main

MORALE = " broken_morale(g1,8)."


@pytest.mark.parametrize(
    ("hexes", "facts", "told"),
    [
        # A crawling unit is not interdicted in B2; one that runs through it passes with a DR of 3 to 7, 20 of 36.
        (
            "B1w B2. B3. B8.",
            MORALE,
            [
                "g1, the safest: Low Crawl B3 - B2, 6 MF",
                "no dice are thrown on its way",
                "as it comes through untouched with 1, that one with 5/9",
            ],
        ),
        ("B1w B2. B3. B8.", "", ["g1, the safest: Low Crawl B3 - B2, 6 MF", "as that one has 1 Interdiction more"]),
        ("B3. B4w B8. C4w A4w", "", ["as good: "]),
        ("B2w B3. B8.", MORALE, ["there is no other place where it could end"]),
    ],
)
def test_the_safest_and_why(tmp_path: Path, hexes: str, facts: str, told: list[str]) -> None:
    sees = " ".join(f"B8-{name}" for name in ("B2", "B3") if f"{name}." in hexes)
    text = facts_of(hexes, "g1:squad@B3 broken dm; a1:squad@B8", sees, f"normal_range(a1,9).{facts}")
    file = tmp_path / "position.lp"
    file.write_text(text.replace("rules(aslsk)", "rules(asl)"), encoding="utf-8")
    done = CliRunner().invoke(main, ["solve", "--best", "--no-details", str(file)])
    assert done.exit_code == 0, done.output
    lines = [line.strip() for line in done.stdout.split("\n\n")[1].splitlines()]
    assert [any(line.startswith(part) for line in lines) for part in told] == [True] * len(told), lines
