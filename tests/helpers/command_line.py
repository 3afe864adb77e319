"""The command line, called as a player types it, and the files that its tests name."""

from __future__ import annotations

import sys
from pathlib import Path

from click.testing import CliRunner, Result

from pyrout.cli import main

ROOT = Path(__file__).parents[2]

# g1 must rout to B2 or B3: B1 is next to a1 in A1. C2 is no farther from a1 than B1 is. D2 is woods out of reach.
NEIGHBOURS = (
    "A1. A2w B1. B2. B3w C1. C2. D9w E9~",
    "g1:squad@B1 broken dm; a1:squad@A1",
    "A1-B1 A1-B2",
)
# The only destination is B2; there g1 discovers a1, and must go on to B4.
DISCOVERY = ("B1o B2w B3. B4w A2-", "g1:squad@B1 broken dm; a1:squad@A2", "A2-B2 A2-B3")
QUIET = ("B1. B2.", "g1:squad@B1 broken dm", "")


def run(*args: str | Path, env: dict[str, str | None] | None = None) -> Result:
    """A command, in this process; a traceback is a failure here, as it would be for a user."""
    result = CliRunner().invoke(main, [str(arg) for arg in args], env=env or {})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def commands(path: Path) -> list[list[str | Path]]:
    """Each command that reads a file."""
    return [["solve", path], ["explain", path, "g1"], ["check", path, "g1", "B1"], ["verify", path]]


def written(folder: Path, text: str, name: str = "position.lp") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


# Open ground all around, and no enemy: more routes than anybody could list in a second.
WIDE = " ".join(f"{chr(65 + column)}{row}." for column in range(15) for row in range(1, 15))

COMMAND = [sys.executable, "-c", "from pyrout.cli import main; main()"]
