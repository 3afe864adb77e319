"""The missing parts of a position's map that a question needs, read from the boards that the position names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ..errors import InstanceError, UsageError, quote
from ..position.consistency import check_facts, is_position
from ..position.facts import Fact, Instance
from ..position.map_coverage import REACH, Chart, Gap, gap, gives_los, in_the_way, starting
from ..position.reading import parse
from ..position.vocabulary import BY_NAME, FROM_BOARDS, GIVEN, PLACED, Name, Value, no_hex, no_hex_with_remedy
from ..program.rule_sets import DEFAULT
from .boards.facts import Ground, hex_facts, mutual_los
from .boards.folders import board_folder
from .boards.terrain import CODE
from .map_layout import laid, map_of, slots_of
from .sight.counters import RUBBLE, Hindering

NEAR = REACH + 2  # hexes around a unit that routs that a position has
STARTER_KIT = "aslsk"
IN_HEXES = ("wreck", "obscured", "rubble_counter")  # counters of VASL that a position names by their hexes


def supply(
    position: Instance, boards: Path | None = None, *, units: Sequence[str] = (), rules: str | None = None
) -> Instance:
    """Return the position with the missing hexes and LOS that matter to these units, as `ask` needs them.

    Without units: those that are broken or use their right to break. `boards` is the folder of the archives, `rules`
    the rule set in force. A complete position, or one that names no board, is returned unchanged. Raises BoardError,
    BoardsError, InstanceError.
    """
    missing = gap(position, units, rules)
    if missing is None or not position.of("board"):
        return position
    whole = _Supply(position, map_of(position, board_folder(boards)), rules).supplied(missing, units)
    return check_facts(whole, "facts") if position.fits else whole  # all words are of the vocabulary then


def changed_on_boards(before: Instance, after: Instance, boards: Path) -> Instance:
    """Return a position that was changed, with the hexes that new counters and changes of its boards make.

    LOS that no longer holds is left out: `supply` looks it up, but for that to a vertex, which no board gives. Raises
    BoardError, BoardsError, InstanceError, UsageError.
    """
    _refuse_strange(before, after, boards)
    same = _said(before, FROM_BOARDS) == _said(after, FROM_BOARDS)
    if same and in_the_way(before) == in_the_way(after):
        return _without_los(after) if Chart(after).stale() else after
    position = _without_los(after).without("vertex_los")
    if same:
        return position
    was, now = (_shown(after, map_of(one, boards)) for one in (before, after))
    for fact in after.of("at"):
        level: tuple[object, ...] = ("level", fact.args[1:])
        if level in was and level not in now:
            gone = f"level {fact.args[2]} of {fact.args[1]}, which is gone then"
            raise UsageError(f"{fact.args[0]} would stand on {gone}; move it first")
    kept = tuple(fact for fact in position.facts if fact[:2] not in was or fact[:2] in now)
    return is_position(_with(Instance(position.name, kept), (now[said] for said in now if said not in was)))


def _said(position: Instance, names: Iterable[str]) -> set[tuple[object, ...]]:
    return {fact[:2] for name in names for fact in position.of(name)}


def _shown(position: Instance, ground: Ground) -> dict[tuple[object, ...], Fact]:
    """Return the facts that boards show of the hexes of a position, by name and arguments."""
    known = ground.map.known
    hexes = {known[name] for name in position.spots if name in known}
    if not hexes:
        return {}
    facts = parse("\n".join(hex_facts(ground, hexes)), position.name, need="facts").facts
    return {fact[:2]: Fact(fact.name, fact.args) for fact in facts}


def _without_los(position: Instance) -> Instance:
    """Return the position without its LOS, and without what it says of the completeness of that."""
    left = position.without("los", *GIVEN)
    return _with(left, (fact for fact in position.of("given_around") if fact.args[2] == "hexes"))


def _refuse_strange(before: Instance, after: Instance, boards: Path) -> None:
    """Raise UsageError for a new counter in a hex that no board has, and for one that changes nothing known here."""
    names = ("terrain_change", *IN_HEXES)
    had = _said(before, names)
    new = [fact for name in names for fact in after.of(name) if fact[:2] not in had]
    if not new:
        return
    known = map_of(before, boards).map.known
    for fact in new:
        if fact.name in IN_HEXES and str(fact.args[0]) not in known:
            raise UsageError(no_hex(str(fact.args[0]), known))
        if fact.name == "rubble_counter" and not (RUBBLE.fullmatch(made := str(fact.args[1])) and made in CODE):
            raise UsageError(f"{quote(made)} is no counter of rubble; name Stone Rubble or Wooden Rubble")
    if any(fact.name == "terrain_change" for fact in new):
        unknown = {rule for rules in laid(slots_of(after), boards).unknown.values() for rule in rules}
        for fact in new:
            if fact.name == "terrain_change" and str(fact.args[2]) in unknown:
                raise UsageError(
                    f"{quote(str(fact.args[2]))} is no change of terrain known here; name one such as NoGrain"
                )


def _with(position: Instance, facts: Iterable[Fact]) -> Instance:
    """Return the position with more facts, each once.

    They are ours: nothing is to be checked.
    """
    by_arguments = {fact[:2]: fact for fact in position.facts}
    for fact in facts:
        by_arguments.setdefault(fact[:2], fact)
    return Instance(position.name, tuple(by_arguments.values()))


class _Supply:
    def __init__(self, position: Instance, hexes: Ground, rules: str | None) -> None:
        self.position, self.map, self.ground = position, hexes.map, hexes
        self.rules = rules or str(position.rules or DEFAULT)
        self.starter_kit = self.rules == STARTER_KIT

    def supplied(self, missing: Gap, units: Sequence[str]) -> Instance:
        position = self.position
        self._refuse_unknown()
        routing: set[Value] = set(starting(position, units))
        starts = self._hexes_of(position, routing)
        before = Chart(position)
        added = list(self._hexes(before, starts))
        whole = _with(position, added)
        month = next((int(str(fact.args[0])) for fact in position.of("month")), None)
        if missing.stale or not gives_los(position):
            whole = _without_los(whole)
            before = Chart(whole)
        sides = {fact.args[0]: fact.args[1] for fact in position.of("unit")}
        # A unit that may break on purpose has its enemies on the other side
        theirs = {sides[unit] for unit in routing} if units else set(sides.values())
        beside = self._hexes_of(position, (unit for unit, side in sides.items() if side in theirs))
        new = [Fact("given_around", (hex_, NEAR, Name(what))) for hex_ in starts for what in ("hexes", "los")]
        new += [Fact("given_around", (hex_, 0, Name("los"))) for hex_ in beside if hex_ not in starts]
        new += [Fact("los_counts", counted) for counted in sorted(in_the_way(position))]
        new += [Fact("los_month", (month,))] if month is not None else []
        new += [Fact("los_rules", (Name(self.rules),))]
        marked = _with(whole, new)
        chart = Chart(marked, gives=True)
        against = [at for at in position.of("at") if theirs - {sides[at.args[0]]}]
        places = {place: str(at.args[1]) for at in against for place in self._places(chart, at)}
        new = [Fact("los_from", (place,)) for place in sorted(places) if not chart.sees_from(place)]
        marked = _with(marked, new)
        pairs = self._pairs(before, Chart(marked, gives=True), places)
        one_way, other_way = mutual_los(self.map, pairs, month, self.starter_kit, self._counters())
        seen = [Fact("los", los) for los in (*one_way, *other_way)]
        if not seen and not marked.of("los"):
            # Nobody sees anything: a LOS that says nothing, without which LOS would be derived from the terrain of the file
            seen = [Fact("los", (hex_, hex_, 0)) for hex_ in [*starts, *beside][:1]]
        return _with(marked, seen)

    def _places(self, chart: Chart, at: Fact) -> list[str]:
        """Return the Locations of a unit that the map has."""
        places = chart.places(at) if str(at.args[1]) in self.map.known else []
        where = [(place, *self.map.location(place)) for place in places]
        return [place for place, hex_, level in where if "@" not in place or level <= self.ground.levels.get(hex_, 0)]

    def _pairs(self, before: Chart, now: Chart, places: dict[str, str]) -> Iterator[tuple[str, str]]:
        """Yield the pairs of Locations that the position gives from now on, and did not give before."""
        known, given = self.map.known, now.pairs
        old, targets = before.targets, sorted(now.targets & known.keys())
        for place, own in places.items():
            had = before.sees_from(place)
            for target in targets:
                if target == own or (had and target in old):
                    continue
                upper = 0 if self.starter_kit else self.ground.levels.get(known[target], 0)
                for other in (target, *(f"{target}@{level}" for level in range(1, upper + 1))):
                    if (place, other) not in given and (other, place) not in given:
                        yield place, other

    def _hexes_of(self, position: Instance, units: Iterable[Value]) -> list[str]:
        wanted = set(units)
        hexes = dict.fromkeys(str(fact.args[1]) for fact in position.of("at") if fact.args[0] in wanted)
        return [hex_ for hex_ in hexes if hex_ in self.map.known]

    def _hexes(self, chart: Chart, starts: Iterable[str]) -> Iterator[Fact]:
        """Yield the facts of hexes near these that the position does not have."""
        board = self.map
        hexes = board.hexes
        near: set[int] = set()
        for start in starts:
            if not chart.around(start, "hexes"):
                at = board.known[start]
                near.update(number for number in hexes if board.grid.range_between(number, at) <= NEAR)
        near.update(board.known[name] for name in self._named() if name in board.known)
        there = {board.known[name] for name in chart.cells if name in board.known}
        missing = near - there
        if not missing:
            return
        lines = hex_facts(self.ground, missing | there)
        facts = parse("\n".join(lines), self.position.name, need="facts").facts
        fresh = {board.name(number) for number in missing}
        groups = {fact.args[0] for fact in facts if fact.name == "building" and fact.args[1] in fresh}
        kept = [
            f for f in facts if fresh.intersection(map(str, f.args)) or (f.name == "building" and f.args[0] in groups)
        ]
        yield from (Fact(fact.name, fact.args) for fact in kept)

    def _named(self) -> Iterator[str]:
        """Yield the hexes that the position says something of."""
        for fact in self.position.facts:
            for kind, value in zip(BY_NAME[fact.name][len(fact.args)].args, fact.args, strict=True):
                if kind.refers in PLACED and not isinstance(value, Name):
                    yield str(value).partition("@")[0]

    def _refuse_unknown(self) -> None:
        """Raise InstanceError for a unit in a hex that neither the position nor the boards have."""
        there = {str(fact.args[0]) for fact in self.position.of("hex")} | self.map.known.keys()
        for fact in self.position.of("at"):
            hex_ = str(fact.args[1])
            if hex_ not in there:
                fault = no_hex_with_remedy(hex_, self.map.known)
                raise InstanceError(self.position.name, fact.line, fact.column, *fault)

    def _counters(self) -> list[Hindering]:
        known = self.map.known
        return [
            Hindering(known[hex_], hindrance, levels, ends=levels > 0, flat=levels == 0)
            for hex_, hindrance, levels in sorted(in_the_way(self.position))
            if hex_ in known
        ]
