"""Write the tables in the Markdown pages of `asp/` (README.md of each folder, GLOSSARY.md, INSTANCE.md).

    python asp/tables.py            write the tables of all pages
    python asp/tables.py --check    name the pages with stale tables, and exit with 1 for any

A table stands between `<!-- table NAME -->` and `<!-- end -->`, and is about the folder of its page. Its sources are the
headers and statements of the encodings, the heads of their blocks (`rule/3`, `box/3`, `note/2`), the manifests,
`asl/chart.lp`, the vocabulary, and the calls of the driver that read atoms. No row is written by hand.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

ASP = Path(__file__).resolve().parent
sys.path.insert(0, str(ASP.parent))

from pyrout.position import vocabulary  # noqa: E402
from pyrout.program import rule_sets  # noqa: E402
from pyrout.program.control import alone, text  # noqa: E402
from pyrout.program.rule_index import citations  # noqa: E402

SHARED = ("board", "rout")
RULE_SETS = ("aslsk", "asl", "miniatures/retreat", "miniatures/battlesystem")
# The files that list or include others, in the order in which a reader wants them.
MANIFESTS = (
    "main",
    "route",
    "los",
    "why",
    "judge",
    "chart_walk",
    "phase_dependencies",
    "after",
    "about",
    "options",
    "chart",
)
# Modules that read atoms of no rule set: the kinds of generated positions, and the clingo of a browser.
OTHER_READERS = ("lab/generate/kinds.py", "lab/generate/miniatures.py", "program/wasm.py")
# A predicate in the header of a file: with arguments, or with the number of them.
PREDICATE = r"[a-z]\w*(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|/\d+)?"
# A predicate that is explained at its statement, as `board/los*.lp` do it, argument by argument.
EXPLAINED = re.compile(r"^%\*! (\S+)\n((?:.*\n)*?)\*%$", re.MULTILINE)
# The mark of a predicate that a shared file asks a rule set for.
ASKED = re.compile(r"^rule set: |,? \(rule set\)$")
MARKED = re.compile(r"(<!-- table ([\w -]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table as Markdown."""
    head, *body = (f"| {' | '.join(cells)} |\n" for cells in [heading, *rows])
    return "".join([head, "|---" * len(heading) + "|\n", *body])


def code(names: Iterable[str]) -> str:
    return " ".join(f"`{name}`" for name in names)


# ---------------------------------------------------------------------------------------------------------------------
# Files


def purpose(path: Path) -> str:
    """The first sentence of a file's header."""
    words = []
    for line in path.read_text("utf-8").splitlines():
        if not line.startswith("% "):
            break
        words.append(line[2:])
    sentence = re.match(r".*?\.(?=\s|$)", " ".join(words))
    assert sentence, f"{path.name}: its header does not begin with a sentence"
    return sentence[0].removesuffix(".")


@cache
def reading_order() -> Sequence[Path]:
    """Return the encodings as the rule sets include them, each after the file that includes it; all others follow."""
    ordered: dict[Path, None] = {}

    def take(file: Path) -> None:
        if file not in ordered and file.exists():
            ordered[file] = None
            for include in rule_sets.INCLUDE.finditer(file.read_text("utf-8")):
                take((file.parent / include[1]).resolve())

    for folder in RULE_SETS:
        for manifest in MANIFESTS:
            take(ASP / folder / f"{manifest}.lp")
    for file in sorted(ASP.rglob("*.lp")):
        take(file)
    return tuple(ordered)


def inside(folder: Path) -> list[Path]:
    """Return the encodings of a folder and of those in it, in the order of reading."""
    return [file for file in reading_order() if folder in file.parents]


def heads(path: Path) -> list[str]:
    """The ids of the rules whose blocks stand in a file."""
    return re.findall(r'^rule\("([^"]+)"', path.read_text("utf-8"), re.MULTILINE)


def block(rule: str) -> str:
    """Return the block of a rule as Markdown."""
    begin = f'% {rule}\nrule("{rule}"'
    (source,) = (text for file in reading_order() if begin in (text := file.read_text("utf-8")))
    lines = source[source.index(begin) :].split("\n\n")[0].splitlines()
    end = next((n for n, line in enumerate(lines) if n and line.startswith("% ")), len(lines))
    return "\n".join(["```prolog", *lines[:end], "```", ""])


def files(folder: Path) -> str:
    """Return the files of a folder with their purpose, and with the ids of their blocks if any file has one."""
    rows = [(f"`{file.relative_to(folder)}`", purpose(file), code(heads(file))) for file in inside(folder)]
    heading = ("File", "Purpose", "Blocks")
    columns = 3 if any(row[2] for row in rows) else 2
    return table(heading[:columns], [row[:columns] for row in rows])


def order_of_parts() -> list[str]:
    """Return the program parts of the rule sets on hexes in their order on the first page."""
    section = (ASP / "README.md").read_text("utf-8").partition("\n## The order of the parts\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`[^|]*) \|", section, re.MULTILINE)
    return [part for row in rows for part in re.findall(r"`(\w+)`", row)]


def parts(folder: Path) -> str:
    """Return the program parts to which the files of a folder add, in the order of grounding."""
    by_part: dict[str, list[str]] = {}
    for file in inside(folder):
        for part in dict.fromkeys(re.findall(r"^#program (\w+)", file.read_text("utf-8"), re.MULTILINE)):
            by_part.setdefault(part, []).append(str(file.relative_to(folder)))
    return table(
        ("Part", "Files"), [(f"`{part}`", code(by_part[part])) for part in order_of_parts() if part in by_part]
    )


# ---------------------------------------------------------------------------------------------------------------------
# Predicates


def instance_facts() -> str:
    rows = [(f"`{predicate.example}`", predicate.meaning) for predicate in vocabulary.PREDICATES]
    return table(("Fact", "Meaning"), rows)


Signature = tuple[str, int]


@cache
def predicates(file: Path) -> tuple[frozenset[Signature], frozenset[Signature]]:
    """Return the signatures that the statements of a file derive, and those in their bodies."""
    from clingo.ast import AST, ASTType, Transformer, parse_string

    class Atoms(Transformer):
        def __init__(self) -> None:
            self.found: set[Signature] = set()

        def visit_SymbolicAtom(self, atom: AST) -> AST:
            several = atom.symbol.ast_type == ASTType.Pool
            for term in atom.symbol.arguments if several else [atom.symbol]:
                constant = term.ast_type == ASTType.SymbolicTerm
                self.found.add((term.symbol.name, 0) if constant else (term.name, len(term.arguments)))
            return atom

    derived, used = Atoms(), Atoms()

    def statement(node: AST) -> None:
        if node.ast_type == ASTType.Rule:
            derived.visit(node.head)
            used.visit_sequence(node.body)

    parse_string(rule_sets.INCLUDE.sub("", file.read_text("utf-8")), statement)
    return frozenset(derived.found), frozenset(used.found)


def given(folder: str) -> set[Signature]:
    """Return the signatures that a rule set derives in files of its own, or of another rule set."""
    main = (ASP / folder / "main.lp").read_text("utf-8")
    others = [(ASP / folder / include[1]).resolve() for include in rule_sets.INCLUDE.finditer(main)]
    own = {file for file in (*inside(ASP / folder), *others) if file.parent.name not in SHARED}
    return set().union(*(predicates(file)[0] for file in own))


def glosses(path: Path, section: str = "gives") -> list[tuple[list[str], str]]:
    """The predicates in a section of the headers of a file, several of one meaning together, and the meaning."""
    entries: list[tuple[list[str], str]] = []
    here = False
    for line in path.read_text("utf-8").splitlines():
        here = line.startswith(f"% {section}  ") or (here and line.startswith("%  "))
        if not here:
            continue
        entry = re.match(rf"%(?: {section}|      )\s{{2,4}}((?:{PREDICATE} ?)+)(?:\s+(.*))?$", line)
        several = re.findall(PREDICATE, entry[1]) if entry else []
        alone = bool(entry) and len(several) == 1 and bool(re.search(r"\S\s{2,}\S", line[9:]))
        if entry and (alone or all("(" in one or "/" in one for one in several)):
            entries.append((several, entry[2] or ""))
        elif entries:
            entries[-1] = entries[-1][0], f"{entries[-1][1]} {line[1:].strip()}".strip()
    for written, words in EXPLAINED.findall(path.read_text("utf-8")) if section == "gives" else ():
        what, _, args = " ".join(words.split()).partition("Args: - ")
        entries.append(([written], f"{what}{args.replace(' - ', '; ')}"))
    return entries


def signature(written: str) -> Signature:
    """Return the name of a predicate and the number of its arguments, which a header writes in either of two forms."""
    if match := re.fullmatch(r"(\w+)/(\d+)", written):
        return match[1], int(match[2])
    name, _, rest = written.partition("(")
    arguments = rest.removesuffix(")")
    alone = arguments
    while (flat := re.sub(r"\([^()]*\)", "", alone)) != alone:  # without what is inside an argument
        alone = flat
    return name, alone.count(",") + 1 if arguments else 0


def vague(written: str, words: str) -> bool:
    """Tell whether an entry leaves the meaning, or the arguments, to another file."""
    return bool(re.match(r"$|see |as in ", words)) or "/" in written


def glossary() -> str:
    """Each predicate with what it means, and where that stands; a file that only adds to another's is named with it."""
    meaning: dict[Signature, tuple[str, str]] = {}
    where: dict[Signature, list[str]] = {}
    # A shared file says what a predicate means for all; the files of a rule set, what they add to it.
    shared = [ASP / folder for folder in ("rout", "board")]
    for path in sorted(ASP.rglob("*.lp"), key=lambda path: (path.parent not in shared, path)):
        for several, words in glosses(path):
            for written in several:
                which = signature(written)
                where.setdefault(which, []).append(str(path.relative_to(ASP)))
                if which not in meaning or (words and vague(*meaning[which])):
                    meaning[which] = written, words
    # Last, the words by which a shared file asks for it.
    for path in sorted(file for folder in shared for file in folder.glob("*.lp")):
        for several, words in glosses(path, "needs"):
            for written in several:
                which = signature(written)
                if which in where and vague(*meaning[which]) and not vague(written, words):
                    meaning[which] = written, ASKED.sub("", words)
    rows = [
        (f"`{written}`", words.replace("|", "\\|"), code(dict.fromkeys(where[which])))
        for which, (written, words) in sorted(meaning.items())
        if words
    ]
    return table(("Predicate", "Meaning", "Files"), rows)


def called(node: ast.Call) -> str:
    """Return the name of the function or method that a call names."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def readers(folder: str) -> dict[Signature, list[str]]:
    """Return the signatures that the driver of a folder asks an engine for, with the modules that do: the driver of
    tables for `miniatures`, else that of hexes."""
    package = ASP.parent / "pyrout"
    by_signature: dict[Signature, list[str]] = {}
    for module in sorted(package.rglob("*.py")):
        name = module.relative_to(package)
        of_tables = "miniatures" in name.parts
        if of_tables != (folder == "miniatures") or str(name) in OTHER_READERS:
            continue
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or called(node) not in ("atoms", "of", "by_signature", "rows", "table", "Field"):
                continue
            if "Derived(" in ast.unparse(node.func):  # of a program of its own, not of a rule set
                continue
            match [arg.value for arg in node.args if isinstance(arg, ast.Constant)]:
                case [str(word), int(arity)] | [str(_), str(word), int(arity)] if word:
                    modules = by_signature.setdefault((word, arity), [])
                    if str(name) not in modules:
                        modules.append(str(name))
    return by_signature


def read(folder: str) -> str:
    """Return the modules of a driver with the atoms that each asks for."""
    by_name: dict[str, list[str]] = {}
    for (name, arity), modules in sorted(readers(folder).items()):
        for module in modules:
            by_name.setdefault(module, []).append(f"{name}/{arity}")
    return table(("Module", "Atoms"), [(f"`{module}`", code(by_name[module])) for module in sorted(by_name)])


def provided() -> str:
    """Return the predicates that a rule set derives, beside the first file or module that asks for each."""
    shared = [file for folder in SHARED for file in inside(ASP / folder)]
    asked: dict[Signature, str] = {}
    for file in shared:
        for signature in predicates(file)[1]:
            asked.setdefault(signature, str(file.relative_to(ASP)))
    for signature, modules in readers("rout").items():
        asked.setdefault(signature, modules[0])
    derived = set().union(*(predicates(file)[0] for file in shared))
    sets = [given(folder) for folder in RULE_SETS[:2]]
    rows: dict[str, tuple[list[str], list[str]]] = {}
    for name, arity in sorted(set().union(*sets)):
        signature = name, arity
        if signature in asked and (signature not in derived or signature in sets[0]):
            row = rows.setdefault(asked[signature], ([], []))
            row[0 if signature in sets[0] else 1].append(f"{name}/{arity}")
    places = [*(str(file.relative_to(ASP)) for file in shared), *sorted(rows)]
    return table(
        ("Asked for by", "Both rule sets", "Full ASL alone"),
        [(f"`{by}`", code(rows[by][0]), code(rows[by][1])) for by in dict.fromkeys(places) if by in rows],
    )


# ---------------------------------------------------------------------------------------------------------------------
# The chart


def stands(rule: str) -> list[str]:
    """The files of full ASL that hold a rule: that of its block first, then those that have a comment on it."""
    block, others = [], []
    for file in sorted((ASP / "asl").glob("*.lp")):
        source = file.read_text("utf-8")
        if rule in heads(file):
            block.append(file.name)
        elif re.search(rf"^%.*(?<![\w-]){re.escape(rule)}(?![\w-])", source, re.MULTILINE):
            others.append(file.name)
    return block + others


@cache
def chart() -> dict[str, tuple[str, str]]:
    """The tables of the chart by the name of their part: the title, and the table."""
    engine = alone(rule_sets.encoding("asl", "chart"), rule_sets.heads("asl"))
    engine.ground(("base", []))
    place = {rule: number for number, rule in enumerate(citations("asl"))}
    inside: dict[tuple[str, int], list[str]] = {}
    for part, number, rule in engine.atoms("box", 3):
        inside.setdefault((text(part), number.number), []).append(text(rule))
    for number, rule in engine.atoms("note", 2):
        inside.setdefault(("notes", number.number), []).append(text(rule))
    words = {(text(part), number.number): text(said) for part, number, said in engine.atoms("words", 3)}
    tests: dict[tuple[str, int], list[str]] = {}
    for part, number, test in engine.atoms("shown", 3):
        tests.setdefault((text(part), number.number), []).append(text(test))
    boxes = {}
    for part, column, title in engine.atoms("heading", 3):
        rows = []
        for key in sorted(key for key in {*inside, *words} if key[0] == text(part)):
            rules = sorted(inside.get(key, []), key=lambda rule: place.get(rule, len(place)))
            files = dict.fromkeys(file for rule in rules for file in stands(rule))
            rows.append((words.get(key, str(key[1])), code(rules), code(files), code(sorted(tests.get(key, [])))))
        boxes[text(part)] = (text(title), table((text(column), "Rules", "Files", "Tests"), rows))
    return boxes


# ---------------------------------------------------------------------------------------------------------------------


def fresh(page: Path, written: str) -> str:
    """Return a text of a page with its tables as they should be. Raises KeyError for an unknown table."""
    writers: dict[str, Callable[[], str]] = {
        "files": lambda: files(page.parent),
        "parts": lambda: parts(page.parent),
        "instance": instance_facts,
        "provided": provided,
        "glossary": glossary,
        "read": lambda: read(page.parent.name),
    }

    def filled(match: re.Match[str]) -> str:
        kind, _, about = match[2].partition(" ")
        written = block(about) if kind == "block" else chart()[about][1] if kind == "chart" else writers[kind]()
        return f"{match[1]}\n{written}\n{match[3]}"

    return MARKED.sub(filled, written)


def stale() -> list[Path]:
    """The pages whose tables differ from what the encodings say."""
    pages = ((page, page.read_text("utf-8")) for page in sorted(ASP.rglob("*.md")))
    return [page for page, written in pages if written != fresh(page, written)]


def main(arguments: Sequence[str]) -> int:
    if list(arguments) not in ([], ["--check"]):
        print("no argument but --check is known; nothing was written", file=sys.stderr)
        return 2
    outdated = stale()
    for page in outdated:
        if "--check" in arguments:
            print(f"{page.relative_to(ASP.parent)}: its tables are stale; run python asp/tables.py")
        else:
            page.write_text(fresh(page, page.read_text("utf-8")), "utf-8")
            print(f"{page.relative_to(ASP.parent)}: written")
    return 1 if outdated and "--check" in arguments else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
