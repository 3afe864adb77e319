"""The plan of the house: who imports whom."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "pyrout"
MODULES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix("__init__").removesuffix("."): path
    for path in PACKAGE.rglob("*.py")
}
EXTRAS = ("numpy", "wasmtime", "starlette", "uvicorn", "resvg_py")  # what need not be installed
# Imported late for their time: a small position that is no saved game is answered without them.
ASKED_FOR = {
    "referee",
    "report",
    "draw.picture",
    "hexes.game",
    "commands.draw",
    "commands.phase",
    "commands.solve",
}  # a phase, another game
OF_SAVES = {"vasl.import_cache", "vasl.saves.sides", "vasl.saves.stream"}


def imports(module: str, *, inside: bool | None = None) -> Iterator[str]:
    """The modules of the package that one imports: all, or those inside functions, or those outside."""
    path = MODULES[module]
    tree = ast.parse(path.read_text("utf-8"))
    choices = [node for node in tree.body if isinstance(node, ast.If)]  # what is imported at once, but not everywhere
    top = {id(node) for node in (*tree.body, *(n for choice in choices for n in (*choice.body, *choice.orelse)))}
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or not node.level or inside is (id(node) in top):
            continue
        base = package[: len(package) - node.level + 1] + (node.module.split(".") if node.module else [])
        for alias in node.names:
            whole = ".".join([*base, alias.name])
            yield whole if whole in MODULES else ".".join(base)


def circle(arrows: dict[str, set[str]]) -> list[str]:
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_a_circle_is_found() -> None:
    assert sorted(set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}))) == ["a", "b", "c"]


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circle({module: set(imports(module)) for module in MODULES}) == []


def test_no_folder_imports_from_one_that_stands_above_it() -> None:
    def room(module: str) -> str:
        return module.partition(".")[0]

    arrows: dict[str, set[str]] = {}
    for module in MODULES:
        arrows.setdefault(room(module), set()).update(room(o) for o in imports(module) if room(o) != room(module))
    assert circle(arrows) == []


def test_only_what_needs_an_extra_is_imported_inside_functions() -> None:
    late = {(module, other) for module in MODULES for other in imports(module, inside=True)}
    # The parser of clingo, for encodings that changed, is not in a browser.
    spared = {*(("commands.boards", other) for other in OF_SAVES), ("rule_sets", "worlds")}
    assert spared <= late and {module for module, _ in late} >= ASKED_FOR
    late = {(module, other) for module, other in late if module not in ASKED_FOR}
    without = """
import importlib, sys
sys.modules.update(dict.fromkeys(sys.argv[1].split(), None))
for module in sys.argv[2:]:
    try:
        importlib.import_module(module)
    except ImportError:
        continue
    print(module)
"""
    names = sorted({f"pyrout.{other}" for _, other in late})
    run = [sys.executable, "-c", without, " ".join(EXTRAS), *names]
    there = subprocess.run(run, capture_output=True, text=True, check=True, cwd=PACKAGE.parent).stdout.split()
    assert len(there) < len(names)
    assert {(module, other) for module, other in late - spared if f"pyrout.{other}" in there} == set()
