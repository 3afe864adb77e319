"""The notation of a position in one line, for typing and reading aloud; and its packed form, for a link.

A line is a list of phrases with `; ` between, in this order:

    aslsk; american against german; month 7; boards y, z reversed; yK5 g1 german squad 4-6-7 broken dm; yL4 a1 american squad

- the rule set;
- the sides, `against` or `vs` if the first is the attacker, else `and`;
- the month;
- `boards`: the boards that the map comes from, one below the other; ` reversed` and ` at COLUMN ROW` where it is otherwise. Or
  `map CODE`: a map of its own, packed. Or neither: hexes as facts;
- hex by hex, or Location (`2M2@1`), the units in it, with commas between; `-` for those that are nowhere: id, side, kind,
  strengths, statuses, SW. The id may be left out; so may the kind where the counters of the side's nationality say it
  (`german 4-6-7`). Strengths are `4-6-7` or `467` (firepower, normal range, morale; with a fourth number the broken morale),
  for a leader `8-1` or `6+1` (morale, leadership DRM), or `fp 4`, `range 6`, `morale 7`, `bm 7`, `drm -1`.
  A SW is `with mg mmg 5-12` (id, kind, PP, range);
- whatever else a position says, as facts.

The same position always gives the same line: units by hex and id, facts sorted. Known answers (`expect/2`) are left
out unless they are wanted. A map whose boards are named has no other facts: they are read again from these
(`pyrout.vasl.complete_map`).
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import NoReturn

from ..errors import InstanceError, quote
from .consistency import TOO_MANY_UNITS, UNIT_LIMIT, Need
from .facts import Fact, Instance
from .printed import LEADER, PRINTED, kinds_of
from .reading import BYTE_LIMIT, facts_in, parse
from .vocabulary import GIVEN, NATIONALITY, SHOWN, SIDE, STATUS, SW_KIND, UNIT_KIND, Name, Value, write_value

LINE = "<line>"  # what messages call a position that is no file
LINE_LIMIT = 1_000_000  # characters
LINK_LIMIT = 2_000  # characters of a packed position that a forum or a chat takes as a link
NOTES = "&n="  # what stands in an address before the notes of a saved game, which the page shows
MARK = "1."  # what a packed position begins with: the form of its code
# Facts of a map. If its boards are named, the reader works them out again.
OF_MAP = ("hex", *(name for name in SHOWN if name != "feature"), "los", *GIVEN)
STRENGTHS = ("firepower", "normal_range", "morale", "broken_morale")
WORDS = dict(zip(("fp", "range", "morale", "bm", "drm"), (*STRENGTHS, "leadership"), strict=True))
_ADDRESS = re.compile(r"(?:https?|file)://\S*$|#[lp]=\S*$")
_PLAIN_HEX = re.compile(r"[A-Za-z0-9]+")
_NUMBERS = re.compile(r"\d{1,2}(?:-\d{1,2}){2,3}")
_CLOSE = re.compile(r"\d{3,4}")  # without a dash
_LEADER = re.compile(r"(\d{1,2})([-+]\d)")
# A string that nobody closes goes to the end: looked for again from each of its quotes, it would cost the square of its length
_STRING = r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)'
_PHRASE = re.compile(rf'(?:{_STRING}|[^;"])+', re.DOTALL)
_UNIT = re.compile(rf'(?:{_STRING}|\([^()]*+\)|[^,"(])+', re.DOTALL)
_ROW = re.compile(rf'(?:{_STRING}|[^ "])+', re.DOTALL)


# ---------------------------------------------------------------------------------------------------------------------
# Writing


def line_of(position: Instance, *, answers: bool = False) -> str:
    """Return a position in one line; `answers`: with those that it states."""
    return "; ".join(_phrases(position, answers))


def _phrases(position: Instance, answers: bool) -> Iterator[str]:
    said: set[tuple[str, tuple[Value, ...]]] = {fact[:2] for fact in position.of("expect")} if not answers else set()
    for fact in position.of("rules"):
        yield str(fact.args[0])
        said.add(fact[:2])
    yield from _sides(position, said)
    for fact in position.of("month"):
        yield f"month {fact.args[0]}"
        said.add(fact[:2])
    of_map = [fact for name in OF_MAP for fact in position.of(name)]
    if position.of("board"):
        boards = list(_boards(position, said))
        if boards:
            yield f"boards {', '.join(boards)}"
    elif of_map:
        yield f"map {_packed(_rows(of_map))}"
    said |= {fact[:2] for fact in of_map}
    yield from _units(position, said)
    yield from sorted((str(fact) for fact in position.facts if fact[:2] not in said), key=_natural)


def _sides(position: Instance, said: set[tuple[str, tuple[Value, ...]]]) -> Iterator[str]:
    sides = sorted(str(fact.args[0]) for fact in position.of("side"))
    attackers = [str(fact.args[0]) for fact in position.of("attacker")]
    if len(sides) != 2 or not set(attackers) <= set(sides) or len(attackers) > 1:
        return
    between = " against " if attackers else " and "
    yield between.join(sorted(sides, key=lambda side: side not in attackers))
    said |= {fact[:2] for name in ("side", "attacker") for fact in position.of(name)}


def _boards(position: Instance, said: set[tuple[str, tuple[Value, ...]]]) -> Iterator[str]:
    facts = position.of("board")
    if not all(_PLAIN_HEX.fullmatch(str(fact.args[0])) for fact in facts):
        return  # a board by a name that no phrase can hold is written as a fact, and so are the others
    for number, fact in enumerate(sorted(facts, key=lambda f: (str(f.args[1]), int(str(f.args[2])), str(f.args[0])))):
        name, column, row, turned = fact.args
        where = "" if (column, row) == (0, number) else f" at {column} {row}"
        yield f"{name}{' reversed' if turned == 'reversed' else ''}{where}"
        said.add(fact[:2])


def _units(position: Instance, said: set[tuple[str, tuple[Value, ...]]]) -> Iterator[str]:
    place = {fact.args[0]: fact for fact in position.of("at")}
    of_unit: dict[Value, list[Fact]] = defaultdict(list)
    for name in ("status", *WORDS.values(), "possesses"):
        for fact in position.of(name):
            of_unit[fact.args[0]].append(fact)
    weapons = {fact.args[0]: fact for fact in position.of("sw")}
    owners = Counter(fact.args[1] for fact in position.of("possesses"))
    told: dict[str, list[str]] = defaultdict(list)
    for fact in sorted(position.of("unit"), key=lambda f: _natural(str(f.args[0]))):
        unit, side, kind = fact.args
        where = "-"
        at = place.get(unit)
        if at is not None and _PLAIN_HEX.fullmatch(str(at.args[1])):
            where = "@".join(map(str, at.args[1:]))
            said.add(at[:2])
        said.add(fact[:2])
        words = [str(unit), str(side), str(kind)]
        facts = of_unit[unit]
        words += _strengths(facts, said)
        for status in sorted((f for f in facts if f.name == "status"), key=str):
            words.append(str(status.args[1]))
            said.add(status[:2])
        for owned in sorted((f for f in facts if f.name == "possesses"), key=lambda f: _natural(str(f.args[1]))):
            weapon = weapons.get(owned.args[1])
            if weapon is not None and owners[owned.args[1]] == 1:
                words += ["with", str(weapon.args[0]), str(weapon.args[1]), f"{weapon.args[2]}-{weapon.args[3]}"]
                said |= {owned[:2], weapon[:2]}
        told[where].append(" ".join(words))
    for where in sorted(told, key=lambda where: (where == "-", _natural(where))):
        yield f"{where} {', '.join(told[where])}"


def _strengths(facts: Iterable[Fact], said: set[tuple[str, tuple[Value, ...]]]) -> list[str]:
    by_name = {fact.name: fact for fact in facts if fact.name in WORDS.values()}
    said |= {fact[:2] for fact in by_name.values()}
    values = {name: str(fact.args[1]) for name, fact in by_name.items()}
    printed: list[str] = []
    if all(name in values for name in STRENGTHS[:3]):
        printed = ["-".join(values.pop(name) for name in STRENGTHS if name in values)]
    elif "morale" in values and "leadership" in values:
        drm = int(values.pop("leadership"))
        printed = [f"{values.pop('morale')}{'+' if drm > 0 else '-'}{abs(drm)}"]
    return printed + [part for word, name in WORDS.items() if name in values for part in (word, values[name])]


def _natural(text: str) -> list[tuple[bool, int, str]]:
    """Return the key that sorts g2 before g10."""
    return [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in re.findall(r"[0-9]+|[^0-9]+", text)]


# ---------------------------------------------------------------------------------------------------------------------
# Reading


def position_of(line: str, name: str = LINE, *, need: Need = "router") -> Instance:
    """Return the position that a line gives, or a packed one.

    `name` stands for it in messages; what they call a line of it is a phrase. Raises InstanceError.

    >>> print(text_of("aslsk; american against german; boards y; yK5 german squad 4-6-7 broken; yL4 american leader"))
    rules(aslsk).
    side(american). side(german). attacker(american).
    board("y",0,0,normal).
    unit(g1,german,squad). at(g1,"yK5"). firepower(g1,4). normal_range(g1,6). morale(g1,7). status(g1,broken).
    unit(a1,american,leader). at(a1,"yL4").
    >>> position_of("aslsk; american against german; K5 german sqad")
    Traceback (most recent call last):
        ...
    pyrout.errors.InstanceError: <line>:3:1: sqad is not a kind of unit; did you mean squad?
    """
    return parse(text_of(line, name), name, need=need)


def text_of(line: str, name: str = LINE) -> str:
    """Return the facts of a line, a packed line, or the address of a page that holds one (`#l=CODE`).

    The facts of each phrase stand in one line of text. Raises InstanceError.
    """
    if len(line) > LINE_LIMIT:
        raise InstanceError(name, 0, 0, f"it is longer than {LINE_LIMIT:,} characters", "name a file instead")
    bare = line.strip()
    if _ADDRESS.match(bare):
        bare, kind, code = bare.rpartition("#l=")
        if not kind:
            remedy = "open it in a browser, and copy the line that the page makes of the position"
            raise InstanceError(name, 0, 0, "this address holds no position of today (#l=CODE)", remedy)
        line = bare = code
    if bare.startswith(MARK):
        bare = bare.partition(NOTES)[0]
    return _Line(
        _unpacked(bare.removeprefix(MARK), name, 0, LINE_LIMIT) if bare.startswith(MARK) else line, name
    ).text()


def units_of(place: str, words: str, sides: Iterable[str], taken: Iterable[str] = ()) -> str:
    """Return the facts of units in a Location, with commas between: `german squad 4-6-7 broken dm, german 8-1`.

    The first word is an id or a side; `sides` are those of the position, and ids that are `taken` are not given anew.
    Raises InstanceError.

    >>> units_of("K5", "german 4-6-7 broken", ["german"], ["g1"])
    'unit(g2,german,squad). at(g2,"K5"). firepower(g2,4). normal_range(g2,6). morale(g2,7). status(g2,broken).'
    """
    reader = _Line(words, "the unit")
    reader.taken |= set(taken)
    reader.sides = list(sides)
    said = []
    for unit in _UNIT.findall(words):
        first = unit.split()[:1]
        reader.sides += first if first and first[0] in (*PRINTED, *NATIONALITY.words) else []
        said += [f"{fact}." for fact in reader.unit(place, unit.split())] if first else []
    if not said:
        reader.refuse("no unit is named", "write such as german 4-6-7 broken dm")
    return " ".join(said)


class _Line:
    """Reads one line, phrase by phrase."""

    def __init__(self, line: str, name: str) -> None:
        self.line, self.name = line, name
        self.sides: list[str] = []
        # An id that is left out must not be one that stands further on
        self.taken = set(re.findall(r"[a-z][A-Za-z0-9_]*", line))
        self.last: dict[str, int] = {}  # the last number given to a unit without an id, by the letter of its side
        self.number = self.units = 0
        self.mapped = False

    def text(self) -> str:
        words = []
        for number, phrase in enumerate(phrases(self.line), 1):
            self.number = number
            words.append(" ".join(f"{fact}." for fact in self.phrase(phrase, first=number == 1)))
        if not words:
            self.refuse("there is nothing in the line", "see `pyrout line --help` for what a line holds")
        return "\n".join(words)

    def refuse(self, problem: str, remedy: str) -> NoReturn:
        raise InstanceError(self.name, self.number, 1, problem, remedy)

    def said(self, text: str) -> tuple[Fact, ...]:
        """Return the facts of a text; an error has the number of the phrase."""
        try:
            return facts_in(text, self.name)
        except InstanceError as error:
            raise InstanceError(self.name, self.number, 1, error.problem, error.remedy) from None

    def phrase(self, phrase: str, *, first: bool) -> Iterable[Fact]:
        words = phrase.split()
        if re.match(r"[a-z_]+\(", phrase):
            return self.said(f"{phrase.rstrip('.')}.")
        if first and len(words) == 1:
            return self.said(f"rules({words[0]}).")
        if len(words) == 3 and words[1] in ("against", "vs", "and") and not self.sides:
            self.sides = [words[0], words[2]]
            attacker = f" attacker({words[0]})." if words[1] != "and" else ""
            return self.said(f"side({words[0]}). side({words[2]}).{attacker}")
        if words[0] == "month" and len(words) == 2:
            return self.said(f"month({words[1]}).")
        if words[0] == "boards":
            return self.boards(phrase.removeprefix("boards"))
        if words[0] == "map" and len(words) == 2:
            if self.mapped:
                self.refuse("the line has a second map", "leave one of them out")
            self.mapped = True
            return self.said(_facts_of_rows(_unpacked(words[1], self.name, self.number, BYTE_LIMIT)))
        if len(words) < 2:
            self.refuse(f"{quote(phrase)} is no phrase", "a hex and its units, as in K5 g1 german squad broken")
        place, _, units = phrase.partition(" ")
        return [fact for unit in _UNIT.findall(units) if unit.strip() for fact in self.unit(place, unit.split())]

    def boards(self, phrase: str) -> Iterator[Fact]:
        for number, board in enumerate(phrase.split(",")):
            match = re.fullmatch(r"\s*(\S+)( reversed)?(?: at (\d{1,2}) (\d{1,2}))?\s*", board)
            if match is None:
                self.refuse(f"{quote(board.strip())} is no board", "write such as boards y, 02 reversed, 10 at 1 0")
            name, turned, column, row = match.groups()
            where = f"{int(column)},{int(row)}" if column else f"0,{number}"
            yield from self.said(f"board({write_value(name)},{where},{'reversed' if turned else 'normal'}).")

    def unit(self, place: str, words: list[str]) -> tuple[Fact, ...]:
        """Return the facts of a unit in a Location, read in one go: a link may name its statuses a hundred thousand times."""
        return self.said(" ".join(self.unit_text(place, words)))

    def unit_text(self, place: str, words: list[str]) -> Iterator[str]:
        self.units += 1
        if self.units > UNIT_LIMIT:
            self.refuse(*TOO_MANY_UNITS)
        given = words[0] not in self.sides or (len(words) > 1 and words[1] in self.sides)
        if given:
            unit, *words = words
        else:
            unit = self.numbered(words[0][0])
        if len(words) < 2:
            self.refuse(f"{quote(' '.join([unit, *words]))} is no unit", "write its side and its kind: german squad")
        side, *others = words
        kind, *more = ("-".join(word) if _CLOSE.fullmatch(word) else word for word in others)  # 467 is 4-6-7
        if _NUMBERS.fullmatch(kind) or _LEADER.fullmatch(kind):
            kind, more = self.kind(side, kind), [kind, *more]
        for kind_of, value in ((SIDE, Name(side)), (UNIT_KIND, Name(kind))):
            problem = kind_of.problem(value)
            if problem:
                self.refuse(*problem)
        yield f"unit({unit},{side},{kind})."
        if place != "-":
            hex_, at, level = place.partition("@")
            yield f"at({unit},{write_value(hex_)}{f',{level}' if at else ''})."
        yield from self.rest(unit, more)

    def numbered(self, letter: str) -> str:
        """Return the first id of a letter and a number that no unit has."""
        number = self.last.get(letter, 0) + 1
        while f"{letter}{number}" in self.taken:
            number += 1
        self.last[letter] = number
        return f"{letter}{number}"

    def kind(self, side: str, strength: str) -> str:
        """Return the kind of unit of a strength, as the counters of a nationality have it."""
        smc = _LEADER.fullmatch(strength)
        if smc and side not in PRINTED:
            return LEADER
        kinds = kinds_of(side, strength if smc else "-".join(strength.split("-")[:3]))
        if len(kinds) == 1:
            return kinds[0]
        said = " or ".join(kinds) if kinds else "a leader or a commissar" if smc else "a squad, a half_squad or a crew"
        self.refuse(f"the counters of {quote(side)} do not say what a {strength} is", f"write which: {said}")

    def rest(self, unit: str, words: list[str]) -> Iterator[str]:
        """Yield the strengths, statuses and SW of a unit."""
        at = 0
        while at < len(words):
            word, after = words[at], words[at + 1 : at + 4]
            if _NUMBERS.fullmatch(word):
                values = zip(STRENGTHS, word.split("-"), strict=False)
                yield from (f"{name}({unit},{int(value)})." for name, value in values)
                at += 1
            elif leader := _LEADER.fullmatch(word):
                yield f"morale({unit},{int(leader[1])}). leadership({unit},{int(leader[2])})."
                at += 1
            elif word in WORDS and after:
                yield f"{WORDS[word]}({unit},{after[0]})."
                at += 2
            elif word == "with" and len(after) == 3:
                sw, kind, numbers = after
                if not re.fullmatch(r"\d{1,2}-\d{1,2}", numbers) or SW_KIND.problem(Name(kind)):
                    self.refuse(f"{quote(' '.join(words[at : at + 4]))} is no SW", "write such as with mg mmg 5-12")
                pp, reach = map(int, numbers.split("-"))
                yield f"sw({sw},{kind},{pp},{reach}). possesses({unit},{sw})."
                at += 4
            else:
                problem = STATUS.problem(Name(word))
                if problem:
                    self.refuse(*problem)
                yield f"status({unit},{word})."
                at += 1


# ---------------------------------------------------------------------------------------------------------------------
# The packed form


# Text of most positions, for the code to point to; a change of it needs another MARK
OFTEN = (
    b'los "B2","B3",0 hex terrain elevation building level road hexside "open_ground woods brush grain orchard '
    b"stone_building wooden_building given_around los_counts obscured wreck afv( crop( nationality( "
    b"terrain_change( history( option( passenger( aircraft dummy gun vehicle commissar wounded melee cx pinned "
    b"disrupted encircled fanatic berserk malfunctioned concealed hidden motion buttoned_up -1 with ge_lmg1 lmg "
    b"1-8 with ru_mmg1 mmg 5-12 hmg baz psk mortar dc ft atr radio leader hero crew half_squad 2-3-7 2-4-7 2-4-8 "
    b"8-3-8 6-6-6 5-4-6 4-5-8 6-2-8 4-4-7 6-6-7 range 6 morale bm asl; aslsk; russian against german; american "
    b"against german; british against german; month 7; boards 02, 10 reversed at 1 0; ; A1 ge1 german squad "
    b"4-6-7-7 broken dm, ge2 german squad 4-6-8, ge3 german squad; yK5 ru1 russian squad 4-4-7-7, ru2 russian "
    b"squad 4-4-7; am1 american squad 6-6-6-6; br1 british squad 4-5-7-7"
)


def pack(position: Instance, *, answers: bool = False) -> str:
    """Return a position as text for a link: only letters, digits, `-`, `_` and a point at the second place.

    A game of a hundred counters whose boards are named has less than `LINK_LIMIT` characters; a map of its own takes
    far more.
    """
    return MARK + _packed(line_of(position, answers=answers))


def link(position: Instance, page: str = "") -> str:
    """Return the address at which a page opens a position with its answer.

    `page` is the address of the page itself, that of `pyrout serve` or of a site without a server (docs/site.md).
    `too_long` checks the length for forums.

    >>> corner = position_of("aslsk; american against german; boards y; yK5 german squad broken")
    >>> link(corner, "https://example.org/rout/").startswith("https://example.org/rout/#l=1.")
    True
    """
    return f"{page}#l={pack(position)}"


def _packed(text: str) -> str:
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, OFTEN)
    return base64.urlsafe_b64encode(squeezed.compress(text.encode()) + squeezed.flush()).decode().rstrip("=")


def _unpacked(code: str, name: str, number: int, limit: int) -> str:
    """Return the text that was packed, of at most `limit` bytes.

    Raises InstanceError, with the number of the phrase.
    """
    try:
        squeezed = base64.b64decode(code + "=" * (-len(code) % 4), b"-_", validate=True)
        opened = zlib.decompressobj(-15, OFTEN)
        raw = opened.decompress(squeezed, limit)
        if opened.unconsumed_tail or not opened.eof or opened.unused_data:
            raise ValueError("cut off, or too long")
        return raw.decode("utf-8")
    except (ValueError, binascii.Error, zlib.error):
        problem = f"{quote(code)} cannot be unpacked"
        raise InstanceError(name, number, min(number, 1), problem, "copy the whole of it again") from None


def _rows(facts: Iterable[Fact]) -> str:
    """Return facts with each predicate named once, followed by its arguments in brackets."""
    rows: dict[str, list[str]] = {}
    for fact in facts:
        rows.setdefault(fact.name, []).append(",".join(map(write_value, fact.args)))
    return "\n".join(f"{name} {' '.join(sorted(several))}" for name, several in rows.items())


def _facts_of_rows(text: str) -> str:
    lines: list[str] = []
    for row in text.split("\n"):
        name, _, several = row.partition(" ")
        lines += [f"{name}({arguments})." for arguments in _ROW.findall(several)]
    return "\n".join(lines)


def too_long(code: str) -> str:
    """Return the warning for a packed position too long for a link; empty where it is short enough."""
    if len(code) <= LINK_LIMIT:
        return ""
    return f"{len(code):,} characters are too long for a link ({LINK_LIMIT:,} at most); send the file instead"


def phrases(line: str) -> list[str]:
    """Return the phrases of a line."""
    return [match[0].strip() for match in _PHRASE.finditer(line) if match[0].strip()]
