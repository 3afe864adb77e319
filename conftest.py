"""Doctests of modules that need what an extra brings are not collected where it is missing. Hypothesis draws the same examples in
each run, so that what passes here passes everywhere; `pytest --hypothesis-profile=default` draws others."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from pathlib import Path

from hypothesis import settings

# What one run has kept must not answer for the code of the next; tests of the cache name a folder of their own.
os.environ["PYROUT_CACHE"] = "off"
# But translating the encodings takes more than a second in each of the many processes that solve: their key is exact.
os.environ.setdefault("PYROUT_STATEMENTS", str(Path(__file__).parent / ".pytest_cache" / "statements"))

# Each process that a test starts would compile the package anew, and each run the tests: keep what is compiled aside.
if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(Path(__file__).parent / ".pytest_cache" / "compiled")

settings.register_profile("same", derandomize=True)
settings.load_profile("same")

PACKAGE = Path(__file__).parent / "pyrout"
NEEDS = {"starlette": "serve"}


def needing(module: str, folder: str) -> set[Path]:
    """Return the files of a folder that import a module, or a file beside them that does."""
    texts = {path: path.read_text(encoding="utf-8") for path in (PACKAGE / folder).rglob("*.py")}
    files = {path for path, text in texts.items() if re.search(rf"^(import|from) {module}\b", text, re.M)}
    while True:
        stems = "|".join(sorted(path.stem for path in files if path.stem != "__init__"))
        more = {path for path, text in texts.items() if re.search(rf"^from \.({stems}) import", text, re.M)} - files
        if not stems or not more:
            return files
        files |= more


collect_ignore = [
    str(path)
    for module, folder in NEEDS.items()
    if importlib.util.find_spec(module) is None
    for path in needing(module, folder)
]
