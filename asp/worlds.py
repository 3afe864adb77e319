"""Write the statements of the encodings, with worlds, into `asp/worlds/`.

    python asp/worlds.py            write those of encodings that changed
    python asp/worlds.py --check    name the files that are stale, and exit with 1 for any

`asp/worlds/DIR/NAME.json` is of `asp/DIR/NAME.lp`: its digest, and a list for each piece between its includes, with a row
for each statement (`pyrout/statements.py`). The program reads them instead of parsing the encodings.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ASP = Path(__file__).resolve().parent
sys.path.insert(0, str(ASP.parent))

from pyrout import rule_sets, worlds  # noqa: E402
from pyrout.statements import row_of  # noqa: E402


def fresh(path: Path) -> str:
    """Return the text that the file of an encoding should have."""
    raw = path.read_bytes().replace(b"\r\n", b"\n")
    digest = json.dumps(rule_sets.digest(raw))
    pieces = []
    for text in rule_sets.texts(raw.decode()):
        rows = [json.dumps(row_of(statement), separators=(",", ":")) for statement in worlds.statements(text)]
        pieces.append("[\n" + ",\n".join(rows) + "\n]" if rows else "[]")
    return f'{{"digest":{digest},"pieces":[{",".join(pieces)}]}}\n'


def stale() -> Iterator[tuple[Path, str]]:
    """Yield the files that differ from what they should be, with that; nothing for one that should not be there."""
    encodings = {rule_sets.statements_file(path): path for path in rule_sets.encodings_of_positions()}
    for written, path in encodings.items():
        text = fresh(path)
        if not written.is_file() or written.read_text("utf-8") != text:
            yield written, text
    for written in sorted((ASP / "worlds").rglob("*.json")):
        if written not in encodings:
            yield written, ""


def main(arguments: Sequence[str]) -> int:
    if list(arguments) not in ([], ["--check"]):
        print("no argument but --check is known; nothing was written", file=sys.stderr)
        return 2
    outdated = list(stale())
    for path, text in outdated:
        name = path.relative_to(ASP.parent)
        if "--check" in arguments:
            print(f"{name}: stale; run python asp/worlds.py")
        elif text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            print(f"{name}: written")
        else:
            path.unlink()
            print(f"{name}: deleted, its encoding is gone")
    return 1 if outdated and "--check" in arguments else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
