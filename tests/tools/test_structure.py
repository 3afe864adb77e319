"""The plan of the house: who imports whom."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from pyrout.position.vocabulary import TERRAIN

PACKAGE = Path(__file__).parents[2] / "pyrout"
MODULES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix("__init__").removesuffix("."): path
    for path in PACKAGE.rglob("*.py")
}
EXTRAS = ("wasmtime", "starlette", "uvicorn", "resvg_py")  # what need not be installed
# Modules that import others late for their time, 4 to 80 ms each: a phase, a picture, another game.
# `__main__` imports the command line where it can catch Ctrl-C.
ASKED_FOR = {"__main__", "referee", "report", "draw.picture", "commands.draw", "commands.phase", "commands.solve"} | {
    *("commands.position_line", "hexes.game", "hexes.report"),
}
# Imported late for their time, 70 ms: a small position that names no board and is no saved game is answered without them.
OF_BOARDS = {
    *(f"vasl.boards.{name}" for name in ("explained", "facts", "maps")),
    *(f"vasl.{name}" for name in ("complete_map", "import_cache", "import_game")),
    *(f"vasl.{name}" for name in ("judge_log", "saves.sides", "saves.stream")),
    "lab.generate.boards",
}


def imports(module: str, *, inside: bool | None = None) -> Iterator[str]:
    """The modules of the package that one imports: all, or those inside functions, or those outside."""
    path = MODULES[module]
    tree = ast.parse(path.read_text("utf-8"))
    # A choice is made at once, but not everywhere the same; names that stand for types alone are not imported.
    choices = [node for node in tree.body if isinstance(node, ast.If)]
    typed = [node for node in choices if ast.unparse(node.test) == "TYPE_CHECKING"]
    types = {id(node) for choice in typed for node in choice.body}
    top = {id(node) for node in (*tree.body, *(n for choice in choices for n in (*choice.body, *choice.orelse)))}
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or not node.level or inside is (id(node) in top):
            continue
        if id(node) in types:
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


def test_the_layers_are_those_of_the_page() -> None:
    page = (PACKAGE / "README.md").read_text("utf-8")
    lines = re.findall(r"^([0-9]+)\. (`.+)$", page, re.MULTILINE)
    layer = {folder: int(number) for number, listed in lines for folder in re.findall(r"`(\w+)`", listed)}
    rooms = {path.parent.relative_to(PACKAGE).parts[0] for path in PACKAGE.rglob("*/__init__.py")}
    assert layer.keys() == rooms
    upward = {
        f"{module} imports {other}"
        for module in MODULES
        for other in imports(module)
        if (here := module.partition(".")[0]) in rooms
        if (there := other.partition(".")[0]) in rooms and here != there and layer[there] <= layer[here]
    }
    assert upward == set()


def test_the_page_of_the_package_names_each_room_and_no_other() -> None:
    page = (PACKAGE / "README.md").read_text("utf-8")
    named = set(re.findall(r"`([\w/]+(?:/|\.py))`", page))
    missing = {name for name in named if not (PACKAGE / name).exists() and not (PACKAGE.parent / name).exists()}
    assert missing == set()
    _, table, *_ = re.split(r"\n## The rooms\n|\nA folder imports", page)
    rooms = {f"{path.parent.name}/" for path in PACKAGE.glob("*/__init__.py")}
    assert set(re.findall(r"`(\w+/)`", table)) == rooms


@pytest.mark.slow
def test_only_what_needs_an_extra_is_imported_inside_functions() -> None:
    late = {(module, other) for module in MODULES for other in imports(module, inside=True)}
    # The parser of clingo, for encodings that changed, is not in a browser.
    spared = {("program.rule_sets", "program.translate"), *((module, other) for module, other in late if other in OF_BOARDS)}
    assert spared <= late and {other for _, other in late} >= OF_BOARDS and {module for module, _ in late} >= ASKED_FOR
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


def imported_late() -> Iterator[tuple[str, str]]:
    """Yield each module with the modules, also of other packages, that its functions import."""
    for module, path in MODULES.items():
        yield from ((module, f"pyrout.{other}") for other in imports(module, inside=True))
        functions = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)]
        for node in (node for function in functions for node in ast.walk(function)):
            if isinstance(node, ast.Import):
                yield from ((module, alias.name) for alias in node.names)


@pytest.mark.slow
def test_an_answer_loads_nothing_that_is_imported_late(tmp_path: Path) -> None:
    """An import inside a function saves time only if `solve` does without it; else it belongs to the top.

    The first answer keeps the statements of the encodings, as a wheel has them.
    """
    late = set(imported_late()) - {("referee", "pyrout.hexes.game")}  # the game of the position
    late = {(module, other) for module, other in late if module != "__main__"}
    assert {("referee", "pyrout.phases.plan"), ("position.vocabulary", "difflib")} <= late
    solving = """
import sys
from pyrout.cli import main
main(["solve", sys.argv[1]], standalone_mode=False)
print("loaded", *sys.modules)
"""
    run = [sys.executable, "-c", solving, str(PACKAGE.parent / "instances/aslsk/example-07.lp")]
    env = {**os.environ, "PYROUT_CACHE": str(tmp_path)}
    _, again = (subprocess.run(run, capture_output=True, text=True, check=True, env=env).stdout for _ in range(2))
    loaded = again.partition("loaded ")[2].split()
    assert "pyrout.hexes.game" in loaded
    assert {(module, other) for module, other in late if other in loaded} == set()


ROOT = PACKAGE.parent
TESTS = ROOT / "tests"


def test_files_of_tests_that_are_named_exist() -> None:
    """Pages, encodings, instances, the script of CI and comments of tests name test files, some by a pattern."""
    folders = [ROOT / "docs", ROOT / "asp", ROOT / "instances", TESTS, PACKAGE]
    paths = [path for folder in folders for kind in ("md", "lp", "py", "html") for path in folder.rglob(f"*.{kind}")]
    paths += [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "pyproject.toml", ".ci/run")]
    named = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in paths
        for name in re.findall(r"\btest_[\w*]+\.py\b", path.read_text("utf-8"))
    }
    assert ("docs/develop/rule.md", "test_blocks.py") in named and len(named) > 30
    assert {(path, name) for path, name in named if not any(TESTS.rglob(name))} == set()


def alphabets(path: Path) -> Iterator[dict[str, object]]:
    """Yield the dicts of a module by which a letter stands for a terrain."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            letters = {
                a.value: b.value for a, b in pairs if isinstance(a, ast.Constant) and isinstance(b, ast.Constant)
            }
            if all(isinstance(letter, str) and len(letter) == 1 for letter in letters) and "woods" in letters.values():
                yield {str(letter): word for letter, word in letters.items()}


@pytest.mark.slow
def test_small_positions_are_written_in_one_alphabet() -> None:
    """A reader learns the letters of `tiny` once; each stands for one terrain of the game."""
    written = [(path.name, letters) for path in TESTS.rglob("*.py") for letters in alphabets(path)]
    assert [name for name, _ in written] == ["tiny.py"]
    ((_, letters),) = written
    terrains = list(letters.values())
    assert len(set(terrains)) == len(terrains)
    assert {word for word in terrains if word} <= set(TERRAIN.words)
