"""The files of the site: the page, the referee as an archive, the built parts, and example positions."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import zipfile
import zlib
from collections.abc import Collection, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

from ..errors import UsageError
from ..position.reading import read_text
from ..position.shipped import files as shipped_files
from ..program import rule_sets
from ..serve.examples import catalogue
from ..serve.page import page_files
from ..serve.requests import REQUESTS
from .host import reply

PYTHON = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
CLINGO = ("clingo-engine.mjs", "clingo-engine.wasm")
OWN = ("front.js", "worker.mjs", "referee.mjs", "boards.mjs", "clingo.mjs", "los.mjs", "offline.js")
LOS = "vasl/sight/engine/los.wasm"
# Rights of the site: it loads only its own files, and sends nothing. WebAssembly has a word of its own.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'"
)
# Modules without use in a browser: they are for a terminal, for a server, about the site itself, or translate encodings,
# whose statements the archive has
LEFT_OUT = (
    "cli.py",
    "__main__.py",
    "commands",
    "lab/generate",
    "lab/quiz/learn.json",  # the page has it as a file of its own
    "program/translate.py",
    "serve/app.py",
    "serve/pool.py",
    "site",
    "vasl/sight/compiled.py",
    "vasl/sight/engine",
)
KEPT_OF_THEM = ("site/__init__.py", "site/host.py")
SECONDS = 60.0  # that an answer made beforehand may take
# Folders of positions whose answers are made beforehand: 298 in 2.4 MB. The 1080 generated ones would be 9 MB more
ANSWERED = ("aslsk", "levels", "miniatures", "options", "phases", "rules", "rulings", "terrain")
MADE = ".made"  # of a file with the answers for a position: JSON by request, deflated
EPOCH = (1980, 1, 1, 0, 0, 0)  # of every file in an archive: the same sources give the same bytes


def assemble(folder: Path, parts: Path, answered: Collection[str] = ANSWERED) -> dict[str, int]:
    """Write the site into a folder: its files and their sizes in bytes.

    `answered` are the folders of positions whose answers are made beforehand. Raises UsageError for a folder that is
    not empty, and for parts that are not there.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder}: is not empty; name a new folder")
    missing = [name for name in (*CLINGO, *(f"pyodide/{name}" for name in PYTHON)) if not (parts / name).is_file()]
    if missing:
        raise UsageError(f"{parts}: has no {missing[0]}; pyrout/site/build.sh {parts} makes it")
    folder.mkdir(parents=True, exist_ok=True)
    head = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    for name, (_, contents) in page_files("", head=head, first=["files.js", "front.js"]).items():
        (folder / (name or "index.html")).write_bytes(contents)
    for name in OWN:
        (folder / name).write_bytes((files(__package__) / name).read_bytes())
    (folder / "los.wasm").write_bytes((_package() / LOS).read_bytes())
    (folder / "pyodide").mkdir()
    for name in (*CLINGO, *(f"pyodide/{name}" for name in PYTHON)):
        shutil.copyfile(parts / name, folder / name)
    (folder / "pyrout.zip").write_bytes(archive())
    _copy_positions(folder / "instances")
    (folder / "instances/list.json").write_text(json.dumps(catalogue()), encoding="utf-8")
    (folder / "words.json").write_bytes(reply("words", "{}", SECONDS).body)
    made = [path for name in answered for path in sorted((folder / "instances" / name).rglob("*.lp")) if _made(path)]
    # Files that the next visit needs: all but the positions that nobody has looked at yet
    kept = [path for path in _written(folder) if _is_kept(path, folder / "instances")]
    names = ["./", "files.js", *(path.relative_to(folder).as_posix() for path in kept if path.name != "index.html")]
    digest = hashlib.sha256()
    for path in kept:
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    limits = {name: row.file for name, row in REQUESTS.items() if row.file}  # bytes of a file that is opened
    places = [_place(folder, path) for path in made]
    listed = json.dumps({"version": digest.hexdigest()[:16], "files": names, "made": places, "limits": limits})
    (folder / "files.js").write_text(f'"use strict";\nself.PYROUT = {listed};\n', encoding="utf-8")
    return {path.relative_to(folder).as_posix(): path.stat().st_size for path in _written(folder)}


def _place(folder: Path, path: Path) -> str:
    """Return the place of a position in the site, without its ending."""
    return path.relative_to(folder).with_suffix("").as_posix()


def _is_kept(path: Path, positions: Path) -> bool:
    """Return True for a file that the next visit needs; of the positions and their answers those that it has shown follow."""
    if positions not in path.parents or path.parent == positions:
        return True
    return path.parent == positions / "aslsk" and path.suffix == ".lp"


def _made(path: Path) -> bool:
    """Write the answers for a position beside it; False where it has none in time."""
    text = path.read_bytes().decode("utf-8").replace("\r\n", "\n")
    answers = {name: answer for name in ("view", "why") if (answer := _answer(name, text, path.name))}
    if "view" in answers:
        said = ",".join(f'"{name}":{answer.decode()}' for name, answer in answers.items())
        path.with_suffix(MADE).write_bytes(zlib.compress(f"{{{said}}}".encode(), 9, -zlib.MAX_WBITS))
    return "view" in answers


@cache
def _answer(name: str, text: str, called: str) -> bytes:
    """Return the answer to a request about a position; nothing where it cannot be answered in time."""
    answered = reply(name, json.dumps({"text": text, "name": called}), SECONDS)
    return answered.body if answered.status == 200 and "unsolved" not in json.loads(answered.body) else b""


def _written(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _package() -> Path:
    return Path(str(files(__package__.rpartition(".")[0])))


def archive() -> bytes:
    """Return the package as it is installed, with the encodings and the examples, as a zip archive."""
    package = _package()
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archived:
        for name, contents in sorted(_contents(package)):
            archived.writestr(zipfile.ZipInfo(f"pyrout/{name}", EPOCH), contents, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def _contents(package: Path) -> Iterator[tuple[str, bytes]]:
    for path in package.rglob("*"):
        name = path.relative_to(package).as_posix()
        if path.is_dir() or "__pycache__" in name or name.startswith(("asp/", "instances/", "draw/fonts/")):
            continue
        if name in KEPT_OF_THEM or not any(name == left or name.startswith(f"{left}/") for left in LEFT_OUT):
            yield name, path.read_bytes()
    above = rule_sets.root().parent
    for path in rule_sets.root().rglob("*.lp"):
        yield path.relative_to(above).as_posix(), path.read_bytes()
    for path in rule_sets.encodings_of_positions():
        yield rule_sets.statements_file(path).relative_to(above).as_posix(), rule_sets.statements_written(path)
    for path in (rule_sets.instances() / "aslsk").glob("*.lp"):
        yield f"instances/aslsk/{path.name}", path.read_bytes()


def _copy_positions(folder: Path) -> None:
    """Write the example positions, each into a file of its own: the page asks for them one by one."""
    for name, file in shipped_files().items():
        target = folder / f"{name}.lp"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(read_text(file).encode())
