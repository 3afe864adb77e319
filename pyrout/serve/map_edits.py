"""Changes of the map of hexes, as the page asks for them: terrain, hexsides, heights, features, and a new blank map."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..base.span import Said, only
from ..errors import UsageError, quote
from ..position.facts import Fact
from ..position.vocabulary import BY_NAME, FEATURE, HEXSIDE, TERRAIN, Name, Term, Value, no_hex
from ..program import rule_sets
from ..wording import join_words
from .edit_fields import Change, Edit, refuse_word, whole, word

BLANK = 9  # columns of a new map, and hexes in each
MOST_HEXES = 40  # in a row or column of a new map
MOST_CHANGED = 2000  # hexes or hexsides of one change
FORDED = ("water", "river", "canal")  # terrain of which fordable/1 may say that it is forded
# Ways across a hexside, with their facts, the last of them its own
ACROSS = {"road": ("road",), "paved": ("road", "paved"), "path": ("path",)}
TOGGLE = "toggle"
OPEN = Name("open_ground")
INSIDE = ("building", "level", "stairwell")  # what only a building has
MARKETS = ("stone_market_place", "wooden_market_place")  # buildings of one level above the ground (B23.73)
TOUCHING = ((0, 2), (1, 1))


def blank(columns: int = BLANK, rows: int = BLANK) -> str:
    """Return the text of a position with hexes of open ground alone, named as those of a board.

    Raises UsageError.

    >>> blank(1, 1).splitlines()[-1]
    'hex("A1",0,1). terrain("A1",open_ground).'
    """
    if not (1 <= columns <= MOST_HEXES and 1 <= rows <= MOST_HEXES):
        raise UsageError(f"a new map has 1 to {MOST_HEXES} columns and rows")
    lines = ["rules(aslsk).", "side(german). side(american). attacker(american)."]
    for column in range(columns):
        letters = chr(ord("A") + column % 26) * (1 + column // 26)
        for row in range(1, rows + 1):
            name = f"{letters}{row}"
            lines.append(f'hex("{name}",{column},{2 * row - 1 + column % 2}). terrain("{name}",{OPEN}).')
    return "\n".join(lines) + "\n"


def _hexes(facts: Sequence[Fact], edit: Edit, key: str = "hexes") -> list[str]:
    """Return the hexes of a change.

    Raises UsageError for one that is not on the map, and where the map or its LOS comes from elsewhere.
    """
    named = _named(edit, key)
    _known(facts, named)
    refuse_given(facts)
    return named


def _named(edit: Edit, key: str = "hexes") -> list[str]:
    named = edit.get(key)
    if not isinstance(named, list) or not named or len(named) > MOST_CHANGED:
        raise UsageError(f"a change of the map names 1 to {MOST_CHANGED} hexes")
    return named


def _known(facts: Sequence[Fact], named: Sequence[object]) -> None:
    known = {fact.args[0] for fact in facts if fact.name == "hex"}
    for hex_ in named:
        if not isinstance(hex_, str) or hex_ not in known:
            raise UsageError(no_hex(str(hex_), map(str, known)))


class AgainstLos(UsageError):
    """A change that the LOS given stands against; it can be made once LOS is derived from the terrain."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}; have LOS derived from the terrain first")
        self.more = {"remedy": "derive_los"}  # of the reply: the page offers it


def refuse_boards(facts: Sequence[Fact], what: str) -> None:
    """Raise UsageError where the map comes from boards, which say `what` and would contradict the change."""
    board = next((fact.args[0] for fact in facts if fact.name == "board"), None)
    if board is not None:
        raise UsageError(
            f"{what} come from the boards that the position names (board {board}); to draw a map of your own press New"
        )


def refuse_given(facts: Sequence[Fact]) -> None:
    """Raise UsageError where a change of the map would leave LOS that is not true any more."""
    refuse_boards(facts, "the map and its LOS")
    if any(fact.name in ("los", "vertex_los") for fact in facts):
        raise AgainstLos(
            Said("the position gives its LOS", only(" (los/3)"), ", which a change of the map would make wrong")
        )


def _terrain(facts: list[Fact], edit: Edit) -> list[Fact]:
    changed = dict.fromkeys(_hexes(facts, {"hexes": [edit["hex"]]} if edit.get("hex") else edit))
    terrain = word(edit, "terrain")
    refuse_word(TERRAIN.problem(terrain))
    gone = ("terrain", *(() if "building" in terrain else INSIDE), *(() if terrain in FORDED else ("fordable",)))
    kept = [f for f in facts if not (f.name in gone and _hex_of(f) in changed)]
    above = [Fact("level", (hex_, 1)) for hex_ in changed] if terrain in MARKETS else []
    return [*kept, *(Fact("terrain", (hex_, terrain)) for hex_ in changed), *above]


def _hex_of(fact: Fact) -> Value:
    return fact.args[1] if fact.name == "building" else fact.args[0]


def _elevation(facts: list[Fact], edit: Edit) -> list[Fact]:
    changed = dict.fromkeys(_hexes(facts, edit))
    value = whole(edit.get("value"), "a height is a whole number of levels")
    refuse_word(BY_NAME["elevation"][2].args[1].problem(value))
    kept = [f for f in facts if not (f.name == "elevation" and f.args[0] in changed)]
    return [*kept, *(Fact("elevation", (hex_, value)) for hex_ in changed if value)]


def _storeys(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Give buildings levels above the ground and a stairwell, or take them away (0)."""
    changed = dict.fromkeys(_hexes(facts, edit))
    value = whole(edit.get("value"), "a building has 0 to 4 levels above the ground", 0, 4)
    kept = [f for f in facts if not (f.name in ("level", "stairwell") and f.args[0] in changed)]
    rules = next((str(fact.args[0]) for fact in facts if fact.name == "rules"), rule_sets.DEFAULT)
    for hex_ in changed if value else ():
        kept += [Fact("level", (hex_, level)) for level in range(1, value + 1)]
        if rules != rule_sets.DEFAULT:  # the Starter Kit has levels above, and no stairs
            kept.append(Fact("stairwell", (hex_,)))
    return kept


def _feature(facts: list[Fact], edit: Edit) -> list[Fact]:
    changed, named = _hexes(facts, edit), str(edit.get("feature") or "")
    term, _, inside = named.partition("(")
    feature: Value = Term(term, (Name(inside.rstrip(")")),)) if inside else Name(named)
    refuse_word(FEATURE.problem(feature))
    return _put(facts, edit, (Fact("feature", (hex_, feature)) for hex_ in changed))


def _put(facts: list[Fact], edit: Edit, made: Iterable[Fact]) -> list[Fact]:
    """Return the facts with those that a change makes, or without them where it takes them away."""
    new = {fact[:2]: fact for fact in made}
    on = _wanted(edit, new.keys() <= {fact[:2] for fact in facts})
    kept = [fact for fact in facts if fact[:2] not in new]
    return [*kept, *new.values()] if on else kept


def _marks(mark: str) -> Change:
    """Return the change that gives hexes a fact of their own, or takes it away. That changes no LOS."""

    def change(facts: list[Fact], edit: Edit) -> list[Fact]:
        changed = _named(edit)
        _known(facts, changed)
        if mark == "fordable":
            _refuse_dry(facts, changed)
        return _put(facts, edit, (Fact(mark, (hex_,)) for hex_ in changed))

    return change


def _refuse_dry(facts: Sequence[Fact], hexes: Iterable[str]) -> None:
    wet = {f.args[0] for f in facts if f.name == "terrain" and f.args[1] in FORDED}
    for hex_ in hexes:
        if hex_ not in wet:
            raise UsageError(f"only {join_words(FORDED, 'or')} is forded: {quote(hex_)} has other terrain")


def _tunnel(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Put a tunnel of a side between two Locations, or take it away. It takes the place of any other between them."""
    ends, side = edit.get("ends"), word(edit, "side")
    if not isinstance(ends, list) or len(ends) != 2 or not all(isinstance(end, str) for end in ends):
        raise UsageError("a tunnel has two entrances")
    hexes = [end.partition("@")[0] for end in ends]
    _known(facts, hexes)
    if hexes[0] == hexes[1]:
        raise UsageError(f"the entrances of a tunnel are in two hexes, not both in {quote(hexes[0])}")
    if not any(f.name == "side" and f.args[0] == side for f in facts):
        raise UsageError(f"there is no side {quote(side)} whose tunnel this is")
    old = [f for f in facts if f.name == "tunnel" and set(f.args[:2]) == set(ends)]
    on = _wanted(edit, any(f.args[2] == side for f in old))
    kept = [f for f in facts if f not in old]
    return [*kept, Fact("tunnel", (*ends, side))] if on else kept


def _wanted(edit: Edit, there: bool) -> bool:
    """Return True if a change puts something where it is (or not) `there`."""
    return not there if edit.get("on") == TOGGLE else bool(edit.get("on"))


def features() -> list[str]:
    """Return the features that a hex can have, as a change names them."""
    terms = [f"{name}({word})" for name, kind in FEATURE.terms.items() for word in getattr(kind, "words", ())]
    return [*FEATURE.words, *terms]


def hexsides() -> list[str]:
    """Return the things that can be drawn along or across a hexside."""
    return [*ACROSS, *HEXSIDE.words]


def _hexside(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Put something along hexsides, or a way across them; with `on` false take it away, with `toggle` the other.

    A road that is taken away takes its pavement along.
    """
    pairs, kind = edit.get("sides"), word(edit, "kind")
    if not isinstance(pairs, list) or not 0 < len(pairs) <= MOST_CHANGED:
        raise UsageError(f"a change of hexsides names 1 to {MOST_CHANGED} of them")
    if not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
        raise UsageError("a hexside is a list of two hexes")
    if kind not in ACROSS:
        refuse_word(HEXSIDE.problem(kind))
    _known(facts, [hex_ for pair in pairs for hex_ in pair])
    refuse_given(facts)
    spots = {f.args[0]: f.args[1:3] for f in facts if f.name == "hex"}
    for a, b in pairs:
        (ca, ra), (cb, rb) = spots[a], spots[b]
        if (abs(int(str(ca)) - int(str(cb))), abs(int(str(ra)) - int(str(rb)))) not in TOUCHING:
            raise UsageError(f"{quote(a)} and {quote(b)} have no hexside between them")
    sides = {frozenset(pair) for pair in pairs}
    names = ACROSS.get(kind, ("hexside",))
    there = {frozenset(f.args[:2]) for f in facts if f.name == names[-1] and (kind in ACROSS or f.args[-1] == kind)}
    on = _wanted(edit, sides <= there)

    def goes(fact: Fact) -> bool:
        """Return True for a fact that the change takes away: a new hexside takes the place of any other."""
        if frozenset(fact.args[:2]) not in sides:
            return False
        if kind in ACROSS:
            return fact.name in names or (fact.name == "paved" and kind == "road" and not on)
        return fact.name == "hexside" and (on or fact.args[-1] == kind)

    kept = [fact for fact in facts if not goes(fact)]
    if not on:
        return kept
    made = [sorted(side) for side in sorted(sides, key=sorted)]
    along = () if kind in ACROSS else (kind,)
    return [*kept, *(Fact(name, (a, b, *along)) for name in names for a, b in made)]


def _clear(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Make hexes open ground with nothing in, along or across them."""
    changed = dict.fromkeys(_hexes(facts, edit))
    about = ("terrain", "elevation", "feature", "capacity", "wire_exit", "illuminated", "fordable", *INSIDE)
    kept = [
        f
        for f in facts
        if not (f.name in about and str(_hex_of(f)).partition("@")[0] in changed)
        and not (f.name == "tunnel" and any(str(end).partition("@")[0] in changed for end in f.args[:2]))
        and not (f.name in ("road", "paved", "hexside", "path") and (f.args[0] in changed or f.args[1] in changed))
    ]
    return [*kept, *(Fact("terrain", (hex_, OPEN)) for hex_ in changed)]


EDITS: dict[str, Change] = {
    "terrain": _terrain,
    "elevation": _elevation,
    "storeys": _storeys,
    "feature": _feature,
    "illuminated": _marks("illuminated"),
    "fordable": _marks("fordable"),
    "tunnel": _tunnel,
    "hexside": _hexside,
    "clear": _clear,
}
