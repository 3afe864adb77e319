"""Builds the site: `python -m pyrout.site -o FOLDER --parts PARTS`; PARTS is the folder of `build.sh`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..errors import PyroutError
from .assembly import assemble


def main() -> int:
    """Write the site. 0 done, 2 it cannot be written (one line says why)."""
    asked = argparse.ArgumentParser(prog="python -m pyrout.site", description=main.__doc__)
    asked.add_argument(
        "-o", dest="folder", type=Path, required=True, metavar="FOLDER", help="a folder that is new or empty"
    )
    asked.add_argument("--parts", type=Path, required=True, help="the folder that pyrout/site/build.sh wrote")
    given = asked.parse_args()
    try:
        missing = assemble(given.folder, given.parts)
    except (PyroutError, OSError) as error:
        print(f"pyrout: {error}", file=sys.stderr)
        return 2
    print(f"{given.folder}: {len(missing)} files, {sum(missing.values()) / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
