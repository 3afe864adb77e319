"""The encodings keep their word: the pages of `asp/` and the header of each file say what is there, and it is there.

Full ASL is not among the files read here: what concerns every rule set is tested on those that the Starter Kit uses.
"""

from __future__ import annotations

import ast as python
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import clingo.ast
import pytest
from agreement import compare
from clingo import Control, Function, Number, String, Symbol
from encodings_read import ASP, ROOT, Signature, encoding, header, parsed, said, shown_to, stated, terms
from enumerator import solve
from positions import Cell, disc, distance, hex_name, random_position
from positions_tiny import tiny_position
from undecided import undecided

import pyrout
from pyrout.errors import UsageError
from pyrout.hexes.solver import Solver
from pyrout.position import vocabulary
from pyrout.program import rule_index, rule_sets
from pyrout.program.rule_sets import encode
from pyrout.program.statements import Encoding
from pyrout.question import ask

STARTER_KIT = "aslsk"
SHARED = ("board", "rout")
FILES = sorted(path for folder in (*SHARED, STARTER_KIT) for path in (ASP / folder).glob("*.lp"))
MANIFESTS = ("main", "route", "why", "judge", "los", "chart_walk", "phase_dependencies", "after")
LISTS = ("about", "options", "titles", "chart")
APART = {ASP / "rout/nmc.lp"}  # of no program
# Generated positions are many and alike: those that people wrote are enough here.
WRITTEN = [path for path in (ROOT / "instances").rglob("*.lp") if "generated" not in path.parts]
INSTANCES = sorted(path for path in WRITTEN if "rules(aslsk)" in path.read_text("utf-8"))
MODULES = sorted(
    module
    for module in (ROOT / "pyrout").rglob("*.py")
    if {"miniatures", "kinds"}.isdisjoint((*module.relative_to(ROOT).parts, module.stem))
)
RULE_ID = re.compile(r"\bsk(?:-[a-z]+)+")


def name(path: Path) -> str:
    return str(path.relative_to(ASP))


every_file = pytest.mark.parametrize("path", FILES, ids=name)


def derived(paths: Iterable[Path] = FILES) -> set[Signature]:
    return set().union(*(encoding(path).gives for path in paths))


def used(paths: Iterable[Path] = FILES) -> set[Signature]:
    return set().union(*(encoding(path).uses for path in paths))


def shown() -> set[Signature]:
    return set().union(*(encoding(path).shows for path in FILES))


def parts() -> set[str]:
    """Return the names of the program parts, as written."""
    texts = [path.read_text("utf-8") for path in FILES]
    return {"base", *(part for text in texts for part in re.findall(r"(?m)^#program (\w+)", text))}


def of_folder(*folders: str) -> list[Path]:
    return [path for path in FILES if path.parent.name in folders]


# ---------------------------------------------------------------------------------------------------------------------
# What a header says


def test_headers_and_rules_are_read_as_they_stand() -> None:
    text = (
        "% What this is.\n%\n% needs  a(X,f(Y,Z)) b/3     from c(Z)\n%        d(g)\n"
        "% gives  e(X,step(A,B))   after f/2\n%        wet      it rains\n\n%*! g(X)\n*%\n"
        "#program p(u).\n#defined d/1.\ne(X,(f;g)) :- a(X,_), not b(X,1,2), Y = #sum{ N : c(N), d(N) }.\n"
        "{ take(X) : k(X) } = 1 :- wet.\nh(1,2;3,4).\n#show e/2."
    )
    assert stated(text) == ({("a", 2), ("b", 3), ("d", 1)}, {("e", 2), ("wet", 0), ("g", 1)})
    read = parsed(text)
    assert read.heads == {"p": {("e", 2), ("take", 1), ("h", 2)}}
    assert read.uses == {("a", 2), ("b", 3), ("c", 1), ("d", 1), ("k", 1), ("wet", 0)}
    assert (read.shows, read.defined) == ({("e", 2)}, {("d", 1)})


@every_file
@pytest.mark.slow
def test_a_file_gives_what_its_header_says(path: Path) -> None:
    assert said(header(path).gives - encoding(path).gives) == []


@every_file
@pytest.mark.slow
def test_what_others_use_is_in_the_header(path: Path) -> None:
    elsewhere = used(other for other in FILES if other != path) | set(readers()) | shown()
    assert said((encoding(path).gives & elsewhere) - header(path).gives) == [], "add them to `gives` in the header"


@every_file
@pytest.mark.slow
def test_a_file_needs_what_its_header_says(path: Path) -> None:
    assert said(header(path).needs - encoding(path).uses) == [], "take them out of `needs` in the header"


@every_file
@pytest.mark.slow
def test_every_input_is_in_the_header(path: Path) -> None:
    assert said(encoding(path).uses - encoding(path).gives - header(path).needs) == [], (
        "add them to `needs` in the header"
    )


@every_file
@pytest.mark.slow
def test_no_input_is_declared_in_vain(path: Path) -> None:
    assert said(encoding(path).defined - encoding(path).uses) == []


@pytest.mark.slow
def test_nothing_is_derived_for_nobody() -> None:
    of_others = used((ASP / "asl").glob("*.lp"))
    assert said(derived() - used() - of_others - shown() - set(readers())) == []


@pytest.mark.slow
def test_nothing_is_used_that_nobody_derives() -> None:
    declared = set().union(*(encoding(path).defined for path in FILES))
    assert said(used() - derived() - declared) == []


# ---------------------------------------------------------------------------------------------------------------------
# The tables of the pages


@cache
def table(page: str, title: str, columns: int) -> list[list[str]]:
    """The rows of the table under a title of a page, a list of cells each."""
    text = (ASP / page).read_text("utf-8")
    section = text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:1] == "|"]
    rows = [row for row in rows if len(row) == columns and not row[0].startswith("---")][1:]
    assert rows, f"{page} has no table of {title}"
    return rows


def code(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def listed(page: str, title: str, columns: int) -> dict[Signature, list[str]]:
    """The signatures in a table, each with the first cell of its rows."""
    files: dict[Signature, list[str]] = {}
    for first, *cells in table(page, title, columns):
        for text in code(" ".join(cells)):
            (signature,) = terms(text)
            files.setdefault(signature, []).append(first.strip("`"))
    return files


def instance_predicates() -> set[Signature]:
    return {(word, arity) for word, arities in vocabulary.BY_NAME.items() for arity in arities}


@pytest.mark.parametrize("folder", (*SHARED, STARTER_KIT))
def test_a_page_lists_every_file_of_its_folder(folder: str) -> None:
    columns = 3 if folder == STARTER_KIT else 2
    rows = [file for row in table(f"{folder}/README.md", "Files", columns) for file in code(row[0])]
    assert sorted(rows) == sorted(path.name for path in of_folder(folder))


def test_the_readme_lists_every_program_part() -> None:
    rows = table("README.md", "The order of the parts", 2)
    written = {part for row in rows for part in code(row[0])}
    assert written == parts()


@pytest.mark.parametrize("folder", (*SHARED, STARTER_KIT))
@pytest.mark.slow
def test_a_page_names_the_files_of_each_part(folder: str) -> None:
    named = {(row[0].strip("`"), file) for row in table(f"{folder}/README.md", "Parts", 2) for file in code(row[1])}
    # A part that a file begins and leaves empty is named, too.
    assert {(part, path.name) for path in of_folder(folder) for part in encoding(path).heads} <= named


@pytest.mark.parametrize("page", sorted(ASP.glob("*/README.md")), ids=name)
@pytest.mark.slow
def test_a_page_names_what_goes_in_and_out(page: Path) -> None:
    """The first table of a folder's page: its files use what goes in, and derive what is made or goes out."""
    title = page.read_text("utf-8").partition("\n")[0]
    rows = re.findall(r"^\| (In|Made|Out)(?:,[^|]*)? \| (.*) \|$", page.read_text("utf-8"), re.MULTILINE)
    assert {row for row, _ in rows} >= {"In", "Out"}, title
    files = list(page.parent.rglob("*.lp"))
    uses = {word for word, _ in used(files)}
    gives = {word for word, _ in derived(files)}
    assert [word for row, cell in rows for word in code(cell) if word not in (uses if row == "In" else gives)] == []


def test_the_page_of_the_instance_has_the_vocabulary() -> None:
    rows = [(code(row[0])[0], row[1]) for row in table("INSTANCE.md", "The facts", 2)]
    assert rows == [(predicate.example, predicate.meaning) for predicate in vocabulary.PREDICATES]


@pytest.mark.slow
def test_no_encoding_derives_facts_of_the_instance() -> None:
    assert said(derived() & instance_predicates()) == []


def handed_in() -> set[Signature]:
    rows = table("INSTANCE.md", "Facts that the driver adds", 2)
    return {signature for row in rows for text in code(row[0]) for signature in terms(text)}


@pytest.mark.slow
def test_facts_that_the_driver_adds_are_used_and_derived_by_nobody() -> None:
    assert said(handed_in() - used()) == []
    assert said(handed_in() & derived()) == []
    written = "".join(module.read_text("utf-8") for module in MODULES)
    assert [word for word, _ in handed_in() if f"{word}(" not in written and f'"{word}"' not in written] == []


@cache
def provided() -> tuple[dict[Signature, list[str]], set[Signature]]:
    """The table of what a rule set provides: who asks for each signature, and those of full ASL alone."""
    page, title = "rout/README.md", "Contents of a rule set"
    alone = {signature for row in table(page, title, 3) for text in code(row[2]) for signature in terms(text)}
    return listed(page, title, 3), alone


@pytest.mark.slow
def test_the_page_of_routs_says_what_a_rule_set_provides() -> None:
    shared = derived(of_folder(*SHARED))
    own = derived(of_folder(STARTER_KIT)) | {("rule", 3), ("box", 3)}
    wanted = (used(of_folder(*SHARED)) | set(readers())) - shared - instance_predicates() - handed_in()
    by_asl = derived((ASP / "asl").glob("*.lp"))
    added = {signature for signature in own & shared if signature in used(of_folder(*SHARED)) | set(readers())}
    listed, alone = provided()
    # Facts of the instance to which full ASL adds, such as a status, are listed besides.
    assert said(set(listed) - by_asl - own) == []
    assert said((wanted | added) - set(listed)) == []
    assert said(set(listed) - wanted - added - instance_predicates()) == []
    assert said(alone & own) == []
    assert said(set(listed) - alone - own) == []


@pytest.mark.slow
def test_the_page_of_routs_names_one_that_asks_for_each_predicate() -> None:
    for signature, by in provided()[0].items():
        (asks,) = by
        asked = used([ASP / asks]) if asks.endswith(".lp") else {s for s, m in readers().items() if asks in m}
        assert signature in asked, (signature, asks)


READING = ("atoms", "of", "rows", "table")  # methods that take a signature, last


@cache
def readers() -> dict[Signature, frozenset[str]]:
    """The signatures that Python asks a world for, and the modules that do."""
    files: dict[Signature, set[str]] = {}
    for module in MODULES:
        for node in python.walk(python.parse(module.read_text("utf-8"))):
            if not isinstance(node, python.Call):
                continue
            named = node.func.attr if isinstance(node.func, python.Attribute) else python.unparse(node.func)
            constants = [arg.value for arg in node.args if isinstance(arg, python.Constant)]
            if named == "Field":  # a row of the table of answers, which names its own field first
                constants = constants[1:]
            elif named not in (*READING, "by_signature") or "Derived(" in python.unparse(node.func):
                continue
            match constants:
                case [str(word), int(arity)] if word:
                    files.setdefault((word, arity), set()).add(str(module.relative_to(ROOT / "pyrout")))
    return {signature: frozenset(modules) for signature, modules in files.items()}


@pytest.mark.slow
def test_the_page_of_routs_maps_every_atom_to_its_reader() -> None:
    page, title = "rout/README.md", "Atoms that the driver reads"
    rows = {signature: sorted(modules) for signature, modules in listed(page, title, 2).items()}
    assert rows == {signature: sorted(modules) for signature, modules in readers().items()}
    said_shown = terms(
        " ".join(code((ASP / page).read_text("utf-8").partition(f"## {title}\n")[2].partition("<!--")[0]))
    )
    assert said_shown >= shown()


@pytest.mark.slow
def test_every_call_that_reads_atoms_names_them() -> None:
    # readers() sees no name that is worked out; only what passes on the names that it is asked for may have one.
    for module in MODULES:
        tree = python.parse(module.read_text("utf-8"))
        methods = (node for node in python.walk(tree) if isinstance(node, python.FunctionDef) and node.name in READING)
        passing = {node for method in methods for node in python.walk(method)}
        for node in python.walk(tree):
            if module.name == "control.py" or not isinstance(node, python.Call) or node in passing:
                continue
            if not isinstance(node.func, python.Attribute) or node.func.attr not in READING or len(node.args) < 2:
                continue
            arity = node.args[-1].value if isinstance(node.args[-1], python.Constant) else None
            if "world" in python.unparse(node.func.value) or type(arity) is int:
                assert all(isinstance(arg, python.Constant) for arg in node.args[-2:]), f"{module.name}:{node.lineno}"


@pytest.mark.slow
def test_what_is_read_is_derived() -> None:
    stated = {("rule", 3), ("box", 3)}  # by the heads of blocks
    assert said(set(readers()) - derived() - provided()[1] - instance_predicates() - stated) == []


@pytest.mark.slow
def test_the_readme_explains_every_variable() -> None:
    explained = [word for row in table("README.md", "Variables", 2) for word in code(row[0])]
    assert len(explained) == len(set(explained))
    met = set().union(*(encoding(path).letters for path in FILES if not name(path).startswith("board/los"))) - {"_"}
    assert sorted(explained) == sorted(met)


# ---------------------------------------------------------------------------------------------------------------------
# Rule ids


@cache
def citations() -> set[str]:
    return set(rule_index.citations(STARTER_KIT))


@every_file
def test_every_rule_id_is_cited(path: Path) -> None:
    assert set(RULE_ID.findall(path.read_text("utf-8"))) <= citations()


@pytest.mark.slow
def test_every_fault_and_reason_is_a_rule() -> None:
    for path in of_folder(STARTER_KIT):
        if path.stem not in LISTS:
            assert {text for text in encoding(path).strings if text.startswith("sk")} <= citations(), path


@pytest.mark.parametrize("path", of_folder(*SHARED), ids=name)
@pytest.mark.slow
def test_shared_encodings_know_no_rule_set(path: Path) -> None:
    # Their comments may say which rule a block is; what they derive gets its ids from the rule set.
    assert [text for text in encoding(path).strings if RULE_ID.search(text)] == []
    if path.parent.name == "board":
        assert RULE_ID.findall(path.read_text("utf-8")) == []


def literals(tree: python.AST) -> Iterator[str]:
    """The strings of a module, without its docstrings."""
    documented = (python.Module, python.ClassDef, python.FunctionDef, python.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in python.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], python.Expr)
    }
    for node in python.walk(tree):
        if isinstance(node, python.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


@cache
def any_rule() -> re.Pattern[str]:
    """The ids of all rule sets."""
    return re.compile(
        "|".join(re.escape(rule) for ruleset in rule_sets.names() for rule in rule_index.citations(ruleset))
    )


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.relative_to(ROOT / "pyrout")))
@pytest.mark.slow
def test_python_knows_no_rule(module: Path) -> None:
    text = module.read_text("utf-8")
    examples = {vocabulary.RULE_ID.such}  # what the message about a malformed rule id offers
    assert [word for word in literals(python.parse(text)) if any_rule().search(word) and word not in examples] == []
    # Nor does a comment explain code by one.
    assert [line for line in re.findall(r"^[^\"'\n]*#.*", text, re.M) if any_rule().search(line)] == []


# ---------------------------------------------------------------------------------------------------------------------
# Manifests


@pytest.mark.parametrize("part", (*MANIFESTS, *LISTS))
def test_a_rule_set_has_its_manifests(part: str) -> None:
    rows = table("rout/README.md", "Contents of a rule set", 2)
    assert {row[0].strip("`") for row in rows} == {f"{part}.lp" for part in (*MANIFESTS, *LISTS)}
    assert (ASP / STARTER_KIT / f"{part}.lp").is_file()


def test_manifests_include_every_file_once() -> None:
    folder = ASP / STARTER_KIT
    included: list[Path] = []
    for part in MANIFESTS:
        before = set() if part == "after" else set(included)  # a program of its own
        text = (folder / f"{part}.lp").read_text("utf-8")
        includes = list(rule_sets.INCLUDE.finditer(text))
        assert len(includes) == len(re.findall(r"^ *#include", text, re.M)), f"{part}.lp: the driver misses an include"
        for include in includes:
            file = (folder / include[1]).resolve()
            assert file not in before, f"{part}.lp: {include[0]} is there already"
            included.append(file)
            marks = set((include[2] or "").split())
            assert marks <= set(vocabulary.BY_NAME), f"{part}.lp: {include[0]}"
    listed_only = {folder / f"{part}.lp" for part in (*MANIFESTS, *LISTS)}
    assert set(included) == set(FILES) - listed_only - APART


@pytest.mark.parametrize("seed", range(201, 209))
@pytest.mark.slow
def test_files_left_out_would_not_matter(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    instance = pyrout.parse(random_position(seed))
    lean = pyrout.solve(instance).to_json()
    encoding, asked = rule_sets.encoding, []

    def whole(ruleset: str, part: str = "main", having: object = None) -> Encoding:
        asked.append(having)
        return encoding(ruleset, part)

    monkeypatch.setattr(rule_sets, "encoding", whole)
    assert pyrout.solve(instance).to_json() == lean
    assert any(having is not None for having in asked)


@pytest.mark.parametrize("having", [None, frozenset[str]()], ids=["every file", "no optional file"])
def test_clingo_has_nothing_to_say(having: frozenset[str] | None) -> None:
    messages: list[str] = []
    control = Control(["--warn=all"], logger=lambda _, message: messages.append(message), message_limit=100)
    for part in MANIFESTS:
        control.add("base", [], rule_sets.program(STARTER_KIT, part, having))
    unit, verdict, claim, first, hex_ = Function("u1"), Function("routs"), Function("claim"), Number(0), String("yA1")
    arguments: dict[str, list[Symbol]] = {
        "base": [],
        "los": [],
        "had_turn": [unit, verdict],
        "off_map": [unit],
        "side": [],
        "leg": [first],
        "choice": [Function("leg", [unit, Number(1)]), Function("state", [hex_, first, first])],
        "ends": [],
        "ground": [],
        "excluded": [unit],
        "why": [unit, hex_],
        "around": [unit],
        "judge": [unit, claim],
        "walked": [unit],
        "touch": [unit],
    }
    assert set(arguments) == parts()
    control.ground(list(arguments.items()))
    assert messages == []


# ---------------------------------------------------------------------------------------------------------------------
# Facts


def open_atoms(solver: Solver) -> list[str]:
    """The atoms left open once everything is grounded."""
    for unit in solver.routers:
        solver.prepare(unit)
        u = solver.symbol(unit)
        solver.ask(unit, "why", ("excluded", [u]), ("around", [u]))
        solver.ask(unit, "chart_walk", ("walked", [u]))
    return [atom for world in solver.worlds.values() for atom in undecided(world)]


@pytest.mark.parametrize("path", INSTANCES, ids=lambda path: path.stem)
@pytest.mark.slow
def test_every_atom_is_a_fact(path: Path) -> None:
    solver = Solver(ask(pyrout.parse(path.read_text("utf-8"))))
    assert solver.routers
    assert open_atoms(solver) == []


@pytest.mark.parametrize("seed", range(301, 316))
@pytest.mark.slow
def test_every_atom_of_a_random_position_is_a_fact(seed: int) -> None:
    solver = Solver(ask(pyrout.parse(random_position(seed))))
    assert open_atoms(solver) == []


@pytest.mark.parametrize("seed", [54, 117, 142, 277, 309, 461, 486])
@pytest.mark.slow
def test_every_atom_of_a_position_with_many_reveals_is_a_fact(seed: int) -> None:
    solver = Solver(ask(pyrout.parse(tiny_position(seed))))
    assert open_atoms(solver) == []


def test_an_open_atom_is_found() -> None:
    solver = Solver(ask(pyrout.parse(random_position(301))))
    solver.world.add(encode("#program guess. { guessed(1) }."))
    solver.world.ground(("guess", []))
    assert open_atoms(solver) == ["guessed(1)"]


# ---------------------------------------------------------------------------------------------------------------------
# Known sets


class _Terms(clingo.ast.Transformer):
    """The arities of the functions mind and set of a file, and whether it has operations on bits."""

    def __init__(self) -> None:
        self.found: set[Signature] = set()
        self.bitwise = False

    def visit_Function(self, node: clingo.ast.AST) -> clingo.ast.AST:
        if node.name in ("mind", "set"):
            self.found.add((node.name, len(node.arguments)))
        self.visit_children(node)
        return node

    def visit_BinaryOperation(self, node: clingo.ast.AST) -> clingo.ast.AST:
        self.bitwise |= node.operator_type in (clingo.ast.BinaryOperator.And, clingo.ast.BinaryOperator.Or)
        self.visit_children(node)
        return node


HEX_FILES = sorted(path for folder in (*SHARED, STARTER_KIT, "asl") for path in (ASP / folder).glob("*.lp"))


@pytest.mark.parametrize("path", HEX_FILES, ids=name)
@pytest.mark.slow
def test_only_one_file_looks_into_a_set_of_enemies(path: Path) -> None:
    terms = _Terms()
    shown_to(terms, rule_sets.INCLUDE.sub("", path.read_text("utf-8")))
    looks = name(path) == "rout/known.lp"
    assert terms.found <= {("mind", 2)} | ({("set", 4)} if looks else set())
    assert terms.bitwise == looks


def crowded(places: int) -> str:
    """A router whom enemies in this many hexes surround at a distance. It sees none of them where it starts, and each of
    them from one hex near by."""
    rnd = Random(places)
    centre: Cell = (20, 40)
    near = disc(centre, 7)
    walked = [cell for cell in near if 1 <= distance(cell, centre) <= 3]
    far = [cell for cell in disc(centre, 12) if distance(cell, centre) >= 8]
    lines = ["rules(aslsk). side(german). side(russian). attacker(german)."]
    for cell in near + far:
        terrain = "woods" if distance(cell, centre) in (3, 5) and rnd.random() < 0.3 else "open_ground"
        column, row = cell
        lines.append(f'hex("{hex_name(cell)}",{column},{row}). terrain("{hex_name(cell)}",{terrain}).')
    lines.append(f'unit(g1,german,squad). at(g1,"{hex_name(centre)}"). status(g1,broken). status(g1,dm).')
    for number, cell in enumerate(rnd.sample(far, places)):
        at = hex_name(cell)
        lines.append(f'unit(a{number},russian,squad). at(a{number},"{at}").')
        lines.append(f"normal_range(a{number},{rnd.choice((4, 12))}).")
        lines.append(f'los("{at}","{hex_name(rnd.choice(walked))}",{rnd.choice((0, 0, 1))}).')
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("places", "words"), [(30, 1), (31, 2), (60, 2), (90, 3), (120, 4)])
@pytest.mark.slow
def test_masks_of_several_words(places: int, words: int) -> None:
    text = crowded(places)
    instance = pyrout.parse(text)
    answer = pyrout.solve(instance)
    assert compare(solve(text), answer.to_json()["units"]) == []

    solver = Solver(ask(instance))
    solver.prepare("g1")
    word_of = {
        place.string: next(number for number, word in enumerate(those.arguments) if word.number)
        for place, those in solver.world_of("g1").atoms("singleton", 2)
    }
    assert len(word_of) == places
    place_of = {str(fact.args[0]): str(fact.args[1]) for fact in instance.of("at")}
    (unit,) = answer.units
    met = {word_of[place_of[enemy]] for route in unit.routes for new in route.discovers for enemy in new.enemies}
    assert met == set(range(words)), "some word of the masks is of no account on the routes"


@pytest.mark.slow
def test_more_enemies_than_a_mask_holds_are_refused() -> None:
    with pytest.raises(UsageError, match="more than 120 hexes of enemies"):
        pyrout.solve(pyrout.parse(crowded(121)))
