"""Writes the tables of `asp/README.md`, `asp/asl/README.md` and `asp/GLOSSARY.md`.

    python asp/tables.py            write them anew
    python asp/tables.py --check    say which are stale, and exit with 1 if any is

A table stands between `<!-- table NAME -->` and `<!-- end -->`. What it says comes from the headers of the encodings, from
the heads of their blocks (`rule/3`, `box/3`, `note/2`), from `asl/chart.lp`, from the vocabulary and from the calls of the
driver that read atoms. What a predicate means is said in its row, which stays as it is; a new one is written by hand.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

ASP = Path(__file__).resolve().parent
sys.path.insert(0, str(ASP.parent))

from pyrout import rulesets  # noqa: E402
from pyrout.engine import Engine, text  # noqa: E402
from pyrout.position import vocabulary  # noqa: E402
from pyrout.rules import citations  # noqa: E402

README = ASP / "README.md"
CHART = ASP / "asl" / "README.md"
GLOSSARY = ASP / "GLOSSARY.md"
SHARED = ("board", "rout", "aslsk")
TABLE_GAMES = ("miniatures/table", "miniatures/retreat", "miniatures/battlesystem")
FIRST = ("main.lp", "why.lp", "judge.lp", "los.lp", "about.lp", "options.lp")
# A predicate in the header of a file: with arguments, or with the number of them.
PREDICATE = r"[a-z]\w*(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|/\d+)?"
# A predicate that is explained at its statement, as `board/los*.lp` do it, argument by argument.
EXPLAINED = re.compile(r"^%\*! (\S+)\n((?:.*\n)*?)\*%$", re.MULTILINE)
MARKED = re.compile(r"(<!-- table ([a-z ]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)

Rows = list[Sequence[str]]


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table as Markdown."""
    head, *body = (f"| {' | '.join(cells)} |\n" for cells in [heading, *rows])
    return "".join([head, "|---" * len(heading) + "|\n", *body])


def cells(old: str) -> Rows:
    """The rows of a table as it stands, without its heading."""
    lines = [line for line in old.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


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
    found = re.match(r".*?\.(?=\s|$)", " ".join(words))
    assert found, f"{path.name}: its header does not begin with a sentence"
    return found[0].removesuffix(".")


def listed(folder: str) -> list[Path]:
    """The encodings of a folder; in a rule set those that list or include others come first."""
    first = FIRST if (ASP / folder / "main.lp").exists() else ()
    files = (ASP / folder).glob("*.lp")
    return sorted(files, key=lambda file: (first.index(file.name) if file.name in first else len(first), file.name))


def files(folders: Sequence[str]) -> str:
    rows = [(f"`{file.relative_to(ASP)}`", purpose(file)) for folder in folders for file in listed(folder)]
    return table(("File", "What it says"), rows)


def heads(path: Path) -> list[str]:
    """The ids of the rules whose blocks stand in a file."""
    return re.findall(r'^rule\("([^"]+)"', path.read_text("utf-8"), re.MULTILINE)


def files_with_rules(folder: str) -> str:
    return table(
        ("File", "What it says", "Blocks"),
        [(f"`{file.name}`", purpose(file), code(heads(file))) for file in listed(folder)],
    )


# ---------------------------------------------------------------------------------------------------------------------
# Predicates


def instance_facts() -> str:
    rows = [(f"`{predicate.example}`", predicate.meaning) for predicate in vocabulary.PREDICATES]
    return table(("Fact", "Meaning"), rows)


def signature(cell: str) -> tuple[str, int]:
    name, _, arity = cell.strip("`").partition("/")
    return name, int(arity)


def given(folder: str) -> set[tuple[str, int]]:
    """The signatures of what a rule set derives in files of its own, or of another rule set."""
    from clingo.ast import AST, ASTType, parse_string

    found: set[tuple[str, int]] = set()

    def head(term: AST) -> None:
        if term.ast_type == ASTType.Pool:
            for argument in term.arguments:
                head(argument)
        elif term.ast_type == ASTType.Function:
            found.add((term.name, len(term.arguments)))
        elif term.ast_type == ASTType.SymbolicTerm:
            found.add((term.symbol.name, len(term.symbol.arguments)))

    def statement(node: AST) -> None:
        plain = node.ast_type == ASTType.Rule and node.head.ast_type == ASTType.Literal
        if plain and node.head.atom.ast_type == ASTType.SymbolicAtom:
            head(node.head.atom.symbol)

    others = [
        ASP / folder / include[1]
        for include in rulesets.INCLUDE.finditer((ASP / folder / "main.lp").read_text("utf-8"))
    ]
    for file in {file.resolve() for file in (*listed(folder), *others) if file.resolve().parent.name not in SHARED[:2]}:
        parse_string(rulesets.INCLUDE.sub("", file.read_text("utf-8")), statement)
    return found


def glosses(path: Path) -> list[tuple[list[str], str]]:
    """The predicates that the header of a file says it gives, several of one meaning together, and the meaning."""
    found: list[tuple[list[str], str]] = []
    gives = False
    for line in path.read_text("utf-8").splitlines():
        if not line.startswith("%"):
            break
        gives = line.startswith("% gives") or (gives and line.startswith("%  "))
        if not gives:
            continue
        entry = re.match(rf"%(?: gives|      )\s{{2,4}}((?:{PREDICATE} ?)+)(?:\s+(.*))?$", line)
        several = re.findall(PREDICATE, entry[1]) if entry else []
        alone = bool(entry) and len(several) == 1 and bool(re.search(r"\S\s{2,}\S", line[9:]))
        if entry and (alone or all("(" in one or "/" in one for one in several)):
            found.append((several, entry[2] or ""))
        elif found:
            found[-1] = found[-1][0], f"{found[-1][1]} {line[1:].strip()}".strip()
    for written, words in EXPLAINED.findall(path.read_text("utf-8")):
        what, _, args = " ".join(words.split()).partition("Args: - ")
        found.append(([written], f"{what}{args.replace(' - ', '; ')}"))
    return found


def vague(written: str, words: str) -> bool:
    """Tell whether an entry leaves the meaning, or the arguments, to another file."""
    return bool(re.match(r"$|see |as in ", words)) or "/" in written


def glossary() -> str:
    """Each predicate with what it means, and where that stands; a file that only adds to another's is named with it."""
    meaning: dict[str, tuple[str, str]] = {}
    where: dict[str, list[str]] = {}
    # A shared file says what a predicate means for all; the files of a rule set, what they add to it.
    shared = [ASP / folder for folder in ("rout", "board")]
    for path in sorted(ASP.rglob("*.lp"), key=lambda path: (path.parent not in shared, path)):
        for several, words in glosses(path):
            for written in several:
                name = written.partition("(")[0].partition("/")[0]
                where.setdefault(name, []).append(str(path.relative_to(ASP)))
                if name not in meaning or (words and vague(*meaning[name])):
                    meaning[name] = written, words
    rows = [
        (f"`{written}`", words.replace("|", "\\|"), code(dict.fromkeys(where[name])))
        for name, (written, words) in sorted(meaning.items())
        if words
    ]
    return table(("Predicate", "Meaning", "Files"), rows)


def provided(old: Rows) -> str:
    sets = [given("aslsk"), given("asl")]
    rows = [(row[0], row[1], *("yes" if signature(row[0]) in own else "no" for own in sets)) for row in old]
    return table(("Predicate", "Meaning", "Starter Kit", "Full ASL"), rows)


def readers(without: Sequence[str] = ("miniatures", "kinds", "wasm")) -> dict[tuple[str, int], list[str]]:
    """The signatures that Python asks an engine for, and the modules that do; but for those of
    some folders, and what is called as they are: what they ask for is no rule set's on hexes."""
    package = ASP.parent / "pyrout"
    found: dict[tuple[str, int], list[str]] = {}
    for module in sorted(package.rglob("*.py")):
        name = module.relative_to(package)
        if not {*name.parts, name.stem}.isdisjoint(without):
            continue
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            if node.func.attr not in ("atoms", "of", "by_signature"):
                continue
            match [arg.value for arg in node.args if isinstance(arg, ast.Constant)]:
                case [str(word), int(arity)] if word:
                    modules = found.setdefault((word, arity), [])
                    if str(name) not in modules:
                        modules.append(str(name))
    return found


def read(old: Rows) -> str:
    """A row whose atom nobody asks for by name is shown: who reads it is said by hand."""
    asked = readers()
    rows = []
    for atom, meaning, by in old:
        modules = asked.pop(signature(atom), None)
        rows.append((atom, meaning, ", ".join(f"`{name}`" for name in modules) if modules else by))
    rows += [(f"`{name}/{arity}`", "?", code(modules)) for (name, arity), modules in sorted(asked.items())]
    return table(("Atom", "Meaning", "Read by"), rows)


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


def chart() -> dict[str, tuple[str, str]]:
    """The tables of the chart by the name of their part: the title, and the table."""
    engine = Engine((ASP / "asl" / "chart.lp").read_text("utf-8"), rulesets.heads("asl"))
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
    found = {}
    for part, column, title in engine.atoms("heading", 3):
        rows = []
        for key in sorted(key for key in {*inside, *words} if key[0] == text(part)):
            rules = sorted(inside.get(key, []), key=lambda rule: place.get(rule, len(place)))
            files = dict.fromkeys(file for rule in rules for file in stands(rule))
            rows.append((words.get(key, str(key[1])), code(rules), code(files), code(sorted(tests.get(key, [])))))
        found[text(part)] = (text(title), table((text(column), "Rules", "Files", "Tests"), rows))
    return found


# ---------------------------------------------------------------------------------------------------------------------


def fresh(written: str) -> str:
    """The text of a README with its tables as they should be. Raises KeyError for a table that nobody writes."""
    parts = chart()
    writers: dict[str, Callable[[Rows], str]] = {
        "files": lambda old: files(SHARED),
        "files of tables": lambda old: files(TABLE_GAMES),
        "files of asl": lambda old: files_with_rules("asl"),
        "instance": lambda old: instance_facts(),
        "provided": provided,
        "glossary": lambda old: glossary(),
        "read": read,
        **{f"chart {part}": (lambda old, rows=rows: rows) for part, (_, rows) in parts.items()},
    }
    return MARKED.sub(lambda found: f"{found[1]}\n{writers[found[2]](cells(found[3]))}\n{found[4]}", written)


def stale() -> list[Path]:
    """The READMEs whose tables are not what the encodings say."""
    return [readme for readme in (README, CHART, GLOSSARY) if (source := readme.read_text("utf-8")) != fresh(source)]


def main(arguments: Sequence[str]) -> int:
    found = stale()
    for readme in found:
        if "--check" in arguments:
            print(f"{readme.relative_to(ASP.parent)}: its tables are stale; run python asp/tables.py")
        else:
            readme.write_text(fresh(readme.read_text("utf-8")), "utf-8")
            print(f"{readme.relative_to(ASP.parent)}: written")
    return 1 if found and "--check" in arguments else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
