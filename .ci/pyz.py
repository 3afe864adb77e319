"""Make `pyrout.pyz` of a wheel: one file that runs where Python and clingo are.

    python .ci/pyz.py dist/pyrout-0.2.0-py3-none-any.whl [-o pyrout.pyz]

It has pyrout and the packages that it needs and that are Python alone. The encodings are read from a folder, so its first
run unpacks it into the user's cache.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import tempfile
import zipapp
import zipfile
from importlib.metadata import files
from pathlib import Path

BESIDE = ("click", "platformdirs")  # copied from the environment that runs this script

START = '''\
"""Unpack this archive where it is not unpacked yet, and run pyrout from there."""
import os, sys, tempfile, zipfile
from pathlib import Path

DIGEST = "{digest}"


def folder():
    named = os.environ.get("XDG_CACHE_HOME") or (os.environ.get("LOCALAPPDATA") if os.name == "nt" else None)
    return Path(named or Path.home() / ".cache") / "pyrout" / ("pyz-" + DIGEST)


def unpacked(archive, target):
    """Return the folder with the contents; it takes its name when it is complete."""
    if target.is_dir():
        return target
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(dir=target.parent))
    except OSError:
        work = target = Path(tempfile.mkdtemp())
    with zipfile.ZipFile(archive) as contents:
        contents.extractall(work)
    if work != target:
        try:
            work.rename(target)
        except OSError:  # another run was first
            if not target.is_dir():
                raise
    return target


archive = Path(__file__).resolve().parent
sys.path[:] = [str(unpacked(archive, folder())), *(path for path in sys.path if Path(path).resolve() != archive)]
try:
    import clingo
except ImportError:
    sys.exit("pyrout: clingo is missing; install it: " + sys.executable + " -m pip install 'clingo>=5.8,<6'")
from pyrout.__main__ import run

run()
'''


def gather(wheel: Path, into: Path) -> None:
    """Put the contents of the archive into a folder."""
    with zipfile.ZipFile(wheel) as contents:
        contents.extractall(into)
    for package in BESIDE:
        for file in files(package) or ():
            if file.suffix in (".py", ".typed") or "license" in file.name.lower():
                target = into / Path(str(file))
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(str(file.locate()), target)


def make(wheel: Path, output: Path) -> None:
    """Write the archive."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        gather(wheel, folder)
        digest = hashlib.blake2b(digest_size=10)
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                digest.update(str(path.relative_to(folder)).encode() + path.read_bytes())
        (folder / "__main__.py").write_text(START.format(digest=digest.hexdigest()), encoding="utf-8")
        zipapp.create_archive(folder, output, interpreter="/usr/bin/env python3", compressed=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("wheel", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=Path("pyrout.pyz"))
    args = parser.parse_args()
    make(args.wheel, args.output)
    print(f"{args.output}: {args.output.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
