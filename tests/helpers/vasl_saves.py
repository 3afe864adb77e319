"""Saved games made up for tests: the same lists, disguise and zip as VASSAL's, with counters of our own making.

The writing is independent of the reader: it follows the description of the format, not the code under test.
"""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyrout.vasl.saves.position import Locate, Position

ESC, TAB = "\x1b", "\t"


def join(parts: Sequence[str], separator: str) -> str:
    """A list as VASSAL writes it: separators escaped, tokens quoted that would be misread."""
    written = []
    for part in parts:
        if part.endswith("\\") or (len(part) > 1 and part.startswith("'") and part.endswith("'")):
            part = f"'{part}'"
        written.append(part.replace(separator, "\\" + separator))
    return separator.join(written)


@dataclass
class Made:
    """A counter: its traits from the outermost to the innermost, each with its own type and its own state."""

    name: str
    image: str = " "
    gpid: str = "1"
    traits: list[tuple[str, str]] = field(default_factory=list)

    def layer(self, names: str, state: int, *, images: str = "", prop: str = "") -> Made:
        """Add a layer inside the others. `names` and `images` are lists with commas."""
        fields = ["emb2", "", *[""] * 25]
        fields[16], fields[17], fields[18], fields[19] = images, names, "true", prop
        self.traits.append((join(fields, ";"), str(state)))
        return self

    def trait(self, own: str, state: str = "") -> Made:
        """Add any trait inside the others."""
        self.traits.append((own, state))
        return self

    def written(self, where: str, x: int, y: int) -> tuple[str, str]:
        """Type and state."""
        kind, state = f"piece;K;D;{self.image};{self.name}", join([where, str(x), str(y), self.gpid], ";")
        for own, now in reversed(self.traits):
            kind, state = join([own, kind], TAB), join([now, state], TAB)
        return kind, state


class Save:
    """A saved game in the making. `put` lays a stack on the map, bottom to top."""

    def __init__(self, where: str = "Main Map") -> None:
        self.where = where
        self.commands: list[str] = []
        self.number = 1000
        self.boards = ["0", "0", "y"]
        self.log: list[str] = []

    def put(self, x: int, y: int, *counters: Made, stacked: bool = True, where: str | None = None) -> list[str]:
        """The ids of the pieces."""
        where = where or self.where
        ids = []
        for counter in counters:
            self.number += 1
            ids.append(str(self.number))
            self.commands.append(join(["+", ids[-1], *counter.written(where, x, y)], "/"))
        if stacked:
            self.number += 1
            self.commands.append(join(["+", str(self.number), "stack", join([where, str(x), str(y), *ids], ";")], "/"))
        return ids

    def text(self) -> str:
        """The text of savedGame, undisguised: the pieces are commands inside a command."""
        pieces = join(["", *self.commands], ESC)
        board = join(["bd", *self.boards], TAB) if self.boards else "bd" + TAB
        info = join(["INFO", "Axis", "Allied", "3", " ? "], TAB)
        game = join(["begin_save", "", pieces, info, board, "NOTES\t", "end_save"], ESC)
        return game if not self.log else join([game, *(f"LOG\t{step}" for step in self.log)], ESC)

    def data(self) -> bytes:
        """The file."""
        return zipped(disguised(self.text()))


def disguised(text: str, key: int = 0x5A) -> bytes:
    """`!VCSK`, the key and the bytes XORed with it, in hex."""
    return b"!VCSK" + f"{key:02x}".encode() + bytes(byte ^ key for byte in text.encode()).hex().encode()


def zipped(saved: bytes, **others: bytes) -> bytes:
    """A zip with savedGame and the two small members."""
    members = {
        "savedGame": saved,
        "savedata": b"<data version='1'><version></version><VassalVersion>3.2.17</VassalVersion></data>",
        "moduledata": b"<data version='1'><version>6.5.1</version><name>VASL</name></data>",
        **others,
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


def squad(
    nation: str = "ge", *, broken: bool = False, half: bool = False, concealed: str = "", moved: bool = False
) -> Made:
    """A squad as VASL has it: four layers, of which the broken one of the half-squad has no property."""
    sign = 1 if broken else -1
    made = Made("4-6-8 Esq", gpid="7")
    made.trait("mark;DBCounterType", "unit").trait("hide;72,130;HIP;;player:;0.3", "null")
    made.trait("moved;moved", "true" if moved else "false")
    made.trait(f"conceal;C;{nation}/{nation}qmark;{nation};;x", f"{concealed};|0" if concealed else "null;")
    made.layer("broken +,broken +", 2 * sign if half else -2, images=f"{nation}/{nation}h7b,{nation}/{nation}h6b")
    made.layer("2-4-8 Ehs,2-4-7 1hs", 2 if half else -2, images=f"{nation}/{nation}248H,{nation}/{nation}247H")
    made.layer(
        "broken +,broken +", -2 if half else 2 * sign, images=f"{nation}/{nation}s8b,{nation}/{nation}s7b", prop="BRK"
    )
    made.layer("4-6-8 Esq,4-6-7 1sq", -2 if half else 2, images=f"{nation}/{nation}468S,{nation}/{nation}467S")
    return made


def leader(
    nation: str = "ge", level: int = 3, *, broken: bool = False, wounded: bool = False, base: str = "LDR"
) -> Made:
    r"""A leader: 1 is 9-2, 2 is 8-1, 3 is 6+1 (in the file 6\+1)."""
    made = Made(f"{nation}{base}", gpid="8").trait("hide;72,130;HIP;;player:;0.3", "null")
    made.trait(f"conceal;C;{nation}/{nation}qmark;{nation};;x", "null;")
    made.layer("Wnd +", 1 if wounded else -1, images="MS/WoundO")
    made.layer("broken +,broken +,broken +", level if broken else -level, images="", prop="BRK")
    images = ",".join(f"{nation}/{nation}L{number}" for number in (92, 81, 61))
    return made.layer(r"9-2,8-1,6\+1", level, images=images)


def weapon(name: str, nation: str = "ge", *, malfunctioned: bool = False, dismantled: bool = False) -> Made:
    """A SW with a malfunction layer and a dismantled one."""
    made = Made(name, f"{nation}/{nation}{name.split()[-1]}", gpid="9")
    made.layer("malf +", 1 if malfunctioned else -1, prop="BRK")
    return made.layer(",dm +", 2 if dismantled else 1)


def gun(name: str = "50L AT PaK 38", nation: str = "ge") -> Made:
    """A Gun that faces somewhere."""
    return Made(name, f"{nation}/gun/{nation}AT50L", gpid="10").layer("+ ca3,+ ca4", 1)


def vehicle(name: str = "PzKw IVH", nation: str = "ge", *, shut: bool = True) -> Made:
    """A tank, buttoned up or not."""
    made = Made(name, f"{nation}/veh/pziv", gpid="11").layer("+ BU,+ CE", 1 if shut else 2)
    return made.layer("+ tca3,+ tca4", 1).layer("+ vca3,+ vca4", 2)


def marker(name: str, image: str = "MS/marker") -> Made:
    """A marker of that name."""
    return Made(name, image, gpid="2").trait("mark;DBCounterType", "common")


def question(nation: str = "ge") -> Made:
    """A ? counter."""
    return Made("?", f"{nation}/{nation}qmark", gpid="").trait(f"concealment;user;{nation}", "")


def geo_hex(board: str, width: int = 1800, height: int = 645) -> Locate:
    """Return a function from pixels to hexes of a single board with standard hexes and a border of 400 pixels."""

    def locate(x: int, y: int) -> str | None:
        px, py = x - 400, y - 400
        if not (0 <= px <= width and 0 <= py <= height):
            return None
        column = math.floor(px / 56.25 + 0.5)
        down = py + 64.5 / 2 - 32
        number = math.floor(down / 64.5) + 1 if column % 2 == 0 else math.floor(down / 64.5 + 0.5)
        letter = chr(ord("A") + column % 26)
        return f"{board}{letter * (1 + column // 26)}{number}"

    return locate


def centre(column: int, row: int) -> tuple[int, int]:
    """The pixel of a hex (row counts from 0 at the top of the column), as counters snap to it."""
    return int(400 + 56.25 * column), int(400 + 32.25 + 64.5 * row - (32.25 if column % 2 else 0))


def to_facts(place: Position, *, rules: str | None = None, hexes: Collection[str] | None = None) -> str:
    """The facts of a position, with what was assumed and left out as comments."""
    from pyrout.vasl.saves.facts import facts_and_notes

    notes, lines = facts_and_notes(place, rules=rules, hexes=hexes)
    return "\n".join([*(f"% {note}" for note in notes), *lines]) + "\n"
