"""The reference, written from the code: commands from click, the instance language from its vocabulary, JSON from its schema,
the library from its docstrings and from the examples in `docs/handbook/examples.md`, limits from the constants that hold them."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import click

import pyrout
from pyrout.cli import COMMANDS, main
from pyrout.json_form import FIELDS, field_hints, meaning
from pyrout.lab import schema
from pyrout.position import vocabulary

from .pages import Page, fenced, link, plain, table

EXAMPLES = Path(__file__).with_name("examples.md")
SECTION = re.compile(r"^## (\w+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
LIMITS = [
    ("pyrout.question", "MOST_ROUTES", "routes of one position that are worked out; more is an error, not a part"),
    ("pyrout.base.memory", "MOST_MEMORY", "bytes of memory that one answer may take in `batch` and `serve`"),
    ("pyrout.hexes.judge", "MOST_WAYS", "ways of taking one claimed rout that `check` lists"),
    (
        "pyrout.hexes.solve",
        "MOST_VOLUNTEERS",
        "units that may break on purpose and are worked out without being asked for",
    ),
    ("pyrout.draw.view", "MOST_ROUTES", "routes of a unit that the page holds"),
    ("pyrout.draw.png", "MOST_PIXELS", "pixels of a `.png`"),
    ("pyrout.serve.requests", "SAVE_LIMIT", "bytes of a saved game, or of the logs of one, that is opened in the page"),
    ("pyrout.serve.requests", "BOARD_LIMIT", "bytes of a board archive that is opened in the page"),
    ("pyrout.serve.uploads", "MOST_BYTES", "bytes of all boards that are open in the page"),
    ("pyrout.base.cache", "MOST_BYTES", "bytes of the cache"),
    ("pyrout.position.vocabulary", "TOKEN_LIMIT", "characters of a name in an instance"),
    ("pyrout.position.vocabulary", "DIGIT_LIMIT", "digits of a number in an instance"),
]


def pages() -> Iterator[Page]:
    yield from _commands()
    yield _language()
    yield _json()
    yield Page("reference/pyrout-1.schema.json", schema.text())
    yield from _library()
    yield _limits()


# ---------------------------------------------------------------------------------------------------------------------
# Commands


def command_page(command: str) -> str:
    return f"reference/commands/{command}.md"


def _commands() -> Iterator[Page]:
    at = "reference/commands/index.md"
    context = click.Context(main, info_name="pyrout", **main.context_settings)
    rows = []
    for name in sorted(COMMANDS):
        command = main.get_command(context, name)
        assert command is not None
        rows.append((link(f"`pyrout {name}`", command_page(name), at), plain(_sentence(command.help))))
        yield Page(command_page(name), _command(name, command, click.Context(command, parent=context, info_name=name)))
    told = "# Commands\n\nWhat `--help` says of each. Exit status: 0 done, 1 illegal or different, 2 bad input (one line says "
    yield Page(at, told + "what and where), 3 time limit.\n\n" + table(("Command", "Does"), rows))


def _command(name: str, command: click.Command, context: click.Context) -> str:
    usage = " ".join(command.collect_usage_pieces(context))
    text = f"# pyrout {name}\n\n{_prose(command.help)}\n\n{fenced(f'pyrout {name} {usage}', 'sh')}\n"
    rows = []
    for parameter in command.params:
        said = parameter.get_help_record(context)
        if said:
            rows.append((f"`{said[0].replace('|', '/')}`", plain(said[1])))
    return text + table(("Option", "Meaning"), rows)


def _prose(text: str | None) -> str:
    return "\n\n".join(
        plain(" ".join(piece.split())) for piece in inspect.cleandoc(text or "").replace("\b", "").split("\n\n")
    )


def _sentence(text: str | None) -> str:
    return " ".join(inspect.cleandoc(text or "").split("\n\n")[0].split())


# ---------------------------------------------------------------------------------------------------------------------
# The instance language


def _language() -> Page:
    rows = [(f"`{predicate.example}`", plain(predicate.meaning)) for predicate in vocabulary.PREDICATES]
    text = (
        "# The instance language\n\nA position is a text file of facts: a name, arguments in parentheses, a full stop; `%` "
        "begins a comment. Files are parsed, never executed.\n\n" + table(("Fact", "Meaning"), rows)
    )
    for heading, words in (
        ("Terrain", vocabulary.TERRAIN),
        ("Hexsides", vocabulary.HEXSIDE),
        ("Kinds of units", vocabulary.UNIT_KIND),
        ("Statuses", vocabulary.STATUS),
        ("Kinds of SW", vocabulary.SW_KIND),
        ("Nationalities", vocabulary.NATIONALITY),
        ("Verdicts", vocabulary.VERDICT),
        ("Kinds of ground on a table", vocabulary.AREA),
    ):
        text += f"\n## {heading}\n\n{', '.join(f'`{word}`' for word in _words(words))}.\n"
    return Page("reference/language.md", text)


def _words(kind: vocabulary.OneOf) -> list[str]:
    words = next(value for value in vars(kind).values() if isinstance(value, (tuple, list, set, frozenset, dict)))
    return sorted(map(str, words))


# ---------------------------------------------------------------------------------------------------------------------
# JSON


def _json() -> Page:
    at = "reference/json.md"
    whole = json.loads(schema.text())
    text = "# JSON\n\n`--json` prints one object, `--ndjson` one line for each file. `pyrout schema` prints the schema that "
    text += f"these tables are made from: {link('pyrout-1.schema.json', 'reference/pyrout-1.schema.json', at)}. "
    text += f"{link('Rely on', 'schema.md', at)} what stays.\n"
    for name, form in sorted(whole.get("$defs", {}).items()):
        text += f"\n## {name}\n\n"
        if "description" in form:
            text += plain(form["description"]) + "\n\n"
        required = form.get("required", ())
        rows = [
            (f"`{field}`", _type(node), "yes" if field in required else "", plain(node.get("description", "")))
            for field, node in form.get("properties", {}).items()
        ]
        text += table(("Field", "Type", "Always", "Meaning"), rows) or f"{_type(form)}\n"
    return Page(at, text)


def _type(node: Any) -> str:
    """Describe a value in a few words."""
    if not isinstance(node, dict):
        return "anything"
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "const" in node:
        return f"`{json.dumps(node['const'])}`"
    if "enum" in node:
        return ", ".join(f"`{value}`" for value in node["enum"])
    for several in ("anyOf", "oneOf"):
        if several in node:
            return " or ".join(dict.fromkeys(map(_type, node[several])))
    kind = node.get("type", "object")
    if kind == "array":
        return f"list of {_type(node.get('items', {}))}"
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


# ---------------------------------------------------------------------------------------------------------------------
# The library


@cache
def examples() -> dict[str, str]:
    """The examples of public names, as Markdown with doctests."""
    return {name: text.strip() for name, text in SECTION.findall(EXAMPLES.read_text("utf-8"))}


def public() -> Sequence[str]:
    return [name for name in pyrout.__all__ if not name.startswith("__")]


def _library() -> Iterator[Page]:
    at = "reference/library/index.md"
    rows = []
    for name in public():
        thing = getattr(pyrout, name)
        page = f"reference/library/{name}.md"
        rows.append((link(f"`{name}`", page, at), plain(_sentence(thing.__doc__))))
        text = f"# pyrout.{name}\n\n{fenced(_signature(name, thing), 'python')}\n{_documented(thing)}\n\n"
        if inspect.isclass(thing):
            text += _members(thing)
        yield Page(page, text + f"## Example\n\n{examples()[name]}\n")
    told = "# The library\n\n`import pyrout`. Everything is typed, and not to be changed, dicts inside included; each name "
    told += "has an example that the tests run. "
    told += f"{link('From a position to its answer and on', 'how/from-python.md', at)}, in one page.\n\n"
    yield Page(at, told + table(("Name", "What it is"), rows))


def _signature(name: str, thing: Any) -> str:
    """Return the call of a function; for a class its fields show that."""
    if inspect.isclass(thing):
        return f"class {name}"
    return f"{name}{inspect.signature(thing)}".replace("'", "")


def _documented(thing: Any) -> str:
    return _docstring((inspect.getdoc(thing) or "").partition(FIELDS)[0])


def _docstring(text: str) -> str:
    """A docstring as Markdown: its doctests are code, the rest is prose."""
    pieces = []
    for piece in text.split("\n\n"):
        pieces.append(
            fenced(piece, "pycon").rstrip() if piece.lstrip().startswith(">>>") else piece.replace("*", "\\*")
        )
    return "\n\n".join(pieces)


def _members(thing: type) -> str:
    rows = []
    for name, member in vars(thing).items():
        if name.startswith("_") or not (inspect.isfunction(member) or isinstance(member, (property, classmethod))):
            continue
        doc = inspect.getdoc(member.__func__ if isinstance(member, classmethod) else member)
        if doc:
            rows.append((f"`{name}`", plain(" ".join(doc.split(">>>")[0].split()))))
    hints = field_hints(thing) if "__annotations__" in vars(thing) else {}
    fields = [(f"`{name}`", plain(meaning(hint))) for name, hint in hints.items() if not name.startswith("_")]
    text = f"## Fields\n\n{table(('Field', 'Meaning'), fields)}\n" if fields else ""
    return text + (f"## Methods and properties\n\n{table(('Name', 'Meaning'), rows)}\n" if rows else "")


# ---------------------------------------------------------------------------------------------------------------------
# Limits


def _limits() -> Page:
    rows = [
        (f"{getattr(import_module(module), name):,}".replace(",", " "), plain(meaning))
        for module, name, meaning in LIMITS
    ]
    text = "# Limits, and what is refused\n\nWhat no rule of the rule set is about is refused by name, with what to do about it: "
    text += "nothing is silently passed over. `asp/RULESET/outside.lp` has what each rule set leaves out; "
    text += "[the instance](../encodings/instance.md) lists the words.\n\n"
    text += table(("Limit", "Of what"), rows)
    text += (
        "\nA file is read as data: a rule, script or include in it is an error that names its line. Past a time limit "
    )
    text += "(`--timeout`) the answer says that it is incomplete, and the exit status is 3.\n"
    return Page("reference/limits.md", text)
