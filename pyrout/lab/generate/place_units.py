"""Units placed on a patch: an encoding proposes hexes, chance decides who stands there."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from random import Random

from ...position.facts import Fact, Instance, location_of, range_between
from ...position.vocabulary import Name
from ...program import rule_sets
from ...program.control import Proposer
from .patches import FENCES, Patch

MINE, THEIRS = "german", "american"
ROUTER = "g1"
FULL = 3  # squads that fill a hex
_REVEALED = 2  # hexes on whose entry a concealed unit is revealed
_LEVEL = 1
_MOST_IN_VAIN = 100  # proposals in a row without a line of sight, after which a patch is given up

# Frequencies in hundredths. A kind that the rule set does not know is drawn in vain, and left out.
_ROUTERS = {"squad": 72, "half_squad": 12, "leader": 16}
_ENEMIES = {"squad": 76, "half_squad": 12, "crew": 6, "leader": 6}
_STATUSES = {"": 84, "pinned": 7, "cx": 4, "melee": 4}
_STATUSES_ASL = {"": 84, "pinned": 6, "cx": 3, "melee": 3, "unarmed": 3}
# On some patches enemies rout, too: then everything has to be worked out for both sides.
_BOTH_ROUT, _BROKEN = 0.2, 30
# Without a way out units surrender, but for No Quarter: then they are eliminated.
_GRIM, _NO_MERCY = frozenset(("shut", "strait", "trap", "lair")), 0.7
_REACH = (3, 4, 4, 5, 6, 6, 8)


@cache
def _encoding(name: str) -> str:
    return (rule_sets.root() / "generate" / name).read_text(encoding="utf-8")


class PlacedUnits:
    """Positions on a patch of terrain.

    `hints` go to the encoding; `ruleset` says which statuses there are.
    """

    def __init__(self, patch: Patch, ruleset: str, hints: Collection[str], random: Random) -> None:
        self._patch, self._ruleset, self._hints, self._random = patch, ruleset, hints, random
        self._names = sorted(patch.spots, key=lambda name: patch.spots[name])
        # One for the patch: positions that agree in it are answered together.
        self._attacker = random.choice((MINE, THEIRS))
        self._statuses = dict(_STATUSES if ruleset == "aslsk" else _STATUSES_ASL)
        self._turns = "band" in hints
        # A whole Rout Phase is large enough with the routers of one side.
        if random.random() < _BOTH_ROUT and not self._turns:
            self._statuses["broken"] = _BROKEN
        grim = ruleset != "aslsk" and not _GRIM.isdisjoint(hints) and random.random() < _NO_MERCY
        self._no_quarter = grim or "no_quarter" in hints
        # One seed gives the same answer sets only of the same text: other kinds do without the second file.
        rules = _encoding("placement.lp") + (_encoding("placement_turns.lp") if self._turns else "")
        self._proposer = Proposer(rules, self._map())

    def _map(self) -> str:
        patch, number = self._patch, {name: i for i, name in enumerate(self._names)}
        lines = [f"hex_position({i},{patch.spots[name][0]},{patch.spots[name][1]})." for name, i in number.items()]
        lines += [f"may_hold_router({number[name]})." for name in patch.middle]
        lines += [f"hint({hint})." for hint in sorted(self._hints)]
        lines += [
            f"sees({number[a]},{number[b]},{n})."
            for (a, b), n in sorted(patch.sees.items())
            if a in number and b in number
        ]
        stairs = {str(fact.args[0]) for fact in patch.facts if fact.name == "stairwell"}
        groups: dict[str, int] = {}
        for fact in patch.facts:
            if fact.name == "terrain":
                lines.append(f"terrain_of({number[str(fact.args[0])]},{fact.args[1]}).")
            elif fact.name == "building":
                group = groups.setdefault(str(fact.args[0]), len(groups))
                lines.append(f"in_building({group},{number[str(fact.args[1])]}).")
            elif self._turns and fact.name == "hexside" and str(fact.args[2]) in FENCES:
                a, b = (number[str(place)] for place in fact.args[:2])
                lines.append(f"wall_or_hedge({a},{b}). wall_or_hedge({b},{a}).")
            elif fact.name == "level" and fact.args[1] == _LEVEL and fact.args[0] in stairs:
                lines.append(f"has_upper_level({number[str(fact.args[0])]}).")
        return "".join(lines)

    def positions(self) -> Iterator[Instance]:
        """Position after position, without end unless there is none at all, or none in which anybody sees anything."""
        in_vain = 0
        while in_vain < _MOST_IN_VAIN:
            drawn = self._proposer.propose(self._random.randrange(1, 1 << 31))
            if drawn is None:
                return
            position = self._position([(atom.name, [arg.number for arg in atom.arguments]) for atom in drawn])
            in_vain = 0 if position else in_vain + 1
            if position is not None:
                yield position

    def _position(self, drawn: list[tuple[str, list[int]]]) -> Instance | None:
        """Return the position of some hexes; None where nobody sees anything."""
        by_name: dict[str, list[list[int]]] = {}
        for name, args in drawn:
            by_name.setdefault(name, []).append(args)
        ((start,),) = by_name["router_at"]
        hexes = [self._names[place] for _, place in sorted(by_name["enemy_position"])]
        veiled = {number - 1 for (number,) in by_name.get("is_concealed", [])}
        crowd = [self._names[place] for (place,) in by_name.get("filled_by_friends", [])]
        lame = {args[0] if args else 0 for args in by_name.get("few_mf", [])}
        people = self._router(self._names[start], "router_is_upstairs" in by_name, 0 in lame)
        for number, hex_ in enumerate(hexes):
            people += self._enemy(f"a{number + 1}", hex_, number in veiled)
        mates = [self._names[place] for _, place in sorted(by_name.get("broken_friend_at", []))]
        for number, hex_ in enumerate(mates, 1):
            people += self._mate(f"g{number + 1}", hex_, number in lame)
        size = FULL - 1 if "room" in self._hints else FULL + ("overstacked" in by_name)
        for hex_ in crowd:
            for number in range(size):
                people += _unit(f"g{number + 2 + len(mates)}", MINE, "squad", hex_)
        people += self._besides(by_name, self._names[start], hexes, veiled)
        return assemble(self._patch, self._ruleset, people, self._attacker)

    def _router(self, hex_: str, upstairs: bool, lame: bool) -> list[Fact]:
        random = self._random
        kind = "leader" if lame else self._drawn(_ROUTERS)
        facts = _unit(ROUTER, MINE, kind, hex_, _LEVEL if upstairs else None)
        facts.append(_status(ROUTER, "broken"))  # what makes it rout gives it DM, too
        if upstairs:
            facts.append(_status(ROUTER, "dm"))  # up there it need not
        if lame or (kind == "leader" and random.random() < 0.4):
            facts.append(_status(ROUTER, "wounded"))
        return facts + [_status(ROUTER, status) for status in ("disrupted", "encircled") if status in self._hints]

    def _mate(self, unit: str, hex_: str, lame: bool) -> list[Fact]:
        kind = "leader" if lame else self._drawn(_ROUTERS)
        facts = [*_unit(unit, MINE, kind, hex_), _status(unit, "broken")]
        return [*facts, _status(unit, "wounded")] if lame else facts

    def _enemy(self, unit: str, hex_: str, veiled: bool) -> list[Fact]:
        random = self._random
        kind = self._drawn(_ENEMIES)
        if veiled and "reveal" not in self._hints and random.random() < 0.1:
            kind = "dummy"
        facts = _unit(unit, THEIRS, kind, hex_)
        reach = random.choice(_REACH) if kind not in ("leader", "dummy") else None
        status = "concealed" if veiled else self._drawn(self._statuses)
        if reach and status != "unarmed":
            facts.append(Fact("normal_range", (Name(unit), reach)))
        if status:
            facts.append(_status(unit, status))
        return facts

    def _besides(
        self, sights: dict[str, list[list[int]]], start: str, hexes: list[str], veiled: set[int]
    ) -> list[Fact]:
        """Return facts that only some answers need: No Quarter, dropped concealment."""
        facts = [Fact("no_quarter", (Name(MINE),))] if self._no_quarter else []
        if "reveal" in self._hints:
            around = [name for name in self._names if self._near(name, start) in (1, 2)]
            for number in sorted(veiled):
                moment = self._random.choice(("before", "after"))
                seen = [name for name in around if name not in hexes and (name, hexes[number]) in self._patch.sees]
                facts += [
                    Fact("reveal", (Name(f"a{number + 1}"), Name(ROUTER), name, Name(moment)))
                    for name in self._random.sample(seen, min(len(seen), _REVEALED))
                ]
        return facts

    def _near(self, a: str, b: str) -> int:
        return range_between(self._patch.spots[a], self._patch.spots[b])

    def _drawn(self, weights: dict[str, int]) -> str:
        return self._random.choices(list(weights), list(weights.values()))[0]


def _unit(unit: str, side: str, kind: str, hex_: str, level: int | None = None) -> list[Fact]:
    at = (Name(unit), hex_) if level is None else (Name(unit), hex_, level)
    return [Fact("unit", (Name(unit), Name(side), Name(kind))), Fact("at", at)]


def _status(unit: str, status: str) -> Fact:
    return Fact("status", (Name(unit), Name(status)))


def assemble(patch: Patch, ruleset: str, people: list[Fact], attacker: str) -> Instance | None:
    """Return a position: the map, the people, and what those see who matter.

    None where nobody sees anything.
    """
    named = (("rules", ruleset), ("side", MINE), ("side", THEIRS), ("attacker", attacker))
    facts = [Fact(name, (Name(arg),)) for name, arg in named]
    if patch.month:
        facts.append(Fact("month", (patch.month,)))
    side = {fact.args[0]: fact.args[1] for fact in people if fact.name == "unit"}
    broken = any(f.name == "status" and f.args[1] == "broken" and side[f.args[0]] == THEIRS for f in people)
    # LOS of the router's own side matters only to an enemy that routs, too.
    looking = {location_of(f) for f in people if f.name == "at" and (broken or side[f.args[0]] == THEIRS)}
    los = []
    for (a, b), hindrances in sorted(patch.sees.items()):
        if a not in looking:
            continue
        # Once for each pair, unless it is another from the other end.
        if b not in looking or a < b or patch.sees.get((b, a)) != hindrances:
            los.append(Fact("los", (a, b, hindrances)))
    if not los:
        return None
    return Instance("position", (*facts, *patch.facts, *people, *los))
