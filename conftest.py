"""Doctests of modules that need numpy are not collected where it is missing."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

BOARDS = Path(__file__).parent / "pyrout" / "vasl"

if importlib.util.find_spec("numpy") is None:
    collect_ignore = [
        str(path) for path in BOARDS.glob("*.py") if re.search(r"^import numpy", path.read_text(encoding="utf-8"), re.M)
    ]
