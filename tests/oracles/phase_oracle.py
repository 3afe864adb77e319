"""A whole Rout Phase by brute force: every order, every route, the position rewritten in plain Python after each turn.

It shares no code with the program: units are answered by the enumerators, each alone, in the position that the turns before
have left. What a turn leaves is written here from the rules page once more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from types import ModuleType
from typing import Any, NamedTuple

import enumerator
import enumerator_asl

Turn = tuple[str | None, str]
# A unit, another, an end of the unit's turn that the other's changes, and the end of the other's: its place, or how it is lost.
Changed = tuple[str, str, Turn, str]
Ends = frozenset[tuple[str, Turn]]
SAVED = ("survives", "stays")


class Untold(Exception):
    """Nothing says two results of one unit's NMC in one Location: where a route takes two there, it is not compared. Nor where
    a squad that is reduced on its way would have to choose another, which the product tells and does not look into."""


class Best(NamedTuple):
    """The worth of a plan: survivors; the chance that all come through, if what is done is adapted to what happens (1 where
    no broken morale is given: then every NMC is passed); where none is given, the NMC that nothing decides; and the half-MF
    that it costs."""

    survivors: int
    chance: Fraction
    risks: int
    spent: int


class Drawn(NamedTuple):
    """A result of NMC that are not all passed: the position after it, the turn, and the chance."""

    position: Any
    turns: tuple[tuple[str, Turn], ...]
    chance: Fraction


class Turned(NamedTuple):
    """One way in which a unit can have its turn: the position after it, what it came to (several units of a stack that
    surrenders), and the half-MF spent, if every NMC that nothing decides is passed; the chance of that; and what else the NMC
    can come to without a loss."""

    position: Any
    turns: tuple[tuple[str, Turn], ...]
    spent: int
    passed: Fraction = Fraction(1)
    others: tuple[Drawn, ...] = ()
    risks: int = 0


def checked(morale: int, drm: int, originals: bool) -> dict[str, Fraction]:
    """The chances of a pass, a pin and a failure with two dice. In full ASL (`originals`) an original 12 eliminates, and an
    original 2 brings on Heat of Battle, of which nothing is known: neither counts as coming through."""
    chances = {"pass": Fraction(0), "pin": Fraction(0), "fail": Fraction(0)}
    for one, two in product(range(1, 7), repeat=2):
        roll = one + two + drm
        if not originals or one + two not in (2, 12):
            chances["pass" if roll < morale else "pin" if roll == morale else "fail"] += Fraction(1, 36)
    return chances


def rewritten(p: Any) -> Any:
    """A position that can be rewritten: the map is that of the other."""
    after = copy(p)
    after.units = {uid: replace(unit, statuses=set(unit.statuses)) for uid, unit in p.units.items()}
    after.routed, after.accompanies = set(p.routed), list(p.accompanies)
    return after


class Phase:
    """The phase of one position."""

    def __init__(self, text: str, rules: str) -> None:
        self.rules = rules
        self.module: ModuleType = enumerator_asl if rules == "asl" else enumerator
        self.start = self.module.read(text)
        p = self.start
        self.sides = {u.id: u.side for u in p.units.values()}
        self.routers = [
            u.id for u in p.units.values() if u.is_("broken") and not u.is_("captured") and u.kind != "vehicle"
        ]
        self.attacker = p.attacker
        self._after: dict[Any, list[Turned]] = {}
        self._seen: dict[Any, Best] = {}
        self._views: dict[Any, Any] = {}
        self._given: dict[Any, Any] = {}
        self.morale = {uid: int(m) for uid, m in re.findall(r"\bbroken_morale\((\w+),(\d+)\)", text)}
        self.leadership = {uid: int(n) for uid, n in re.findall(r"\bleadership\((\w+),(-?\d+)\)", text)}
        self.first = {uid for uid in self.routers if rules == "asl" and self._rout(p, uid).surrenders_disrupted()}
        # A unit that was next to an armed enemy this turn is DM, wherever that one is when its own turn comes.
        for uid in self.routers if rules == "asl" else ():
            if self._rout(p, uid).is_beside_armed():
                p.units[uid].statuses.add("dm")
        self.states = 0

    # One turn

    def _rout(self, p: Any, uid: str) -> Any:
        unit = p.units[uid]
        enemies = (
            tuple(sorted(vars(u).items(), key=lambda field: field[0])) for u in p.units.values() if u.side != unit.side
        )
        key = unit.side, repr([[(name, sorted(v) if isinstance(v, set) else v) for name, v in e] for e in enemies])
        if key not in self._views:
            self._views[key] = self.module.View(p, unit.side)
        return self.module.Rout(self._views[key].among(p), unit)

    def _answer(self, p: Any, uid: str) -> Any:
        if p.units[uid].is_("landed"):  # e9-5-paratroopers: no rule of the phase touches it
            return self.module.Answer("cannot_rout")
        return self._rout(p, uid).answer()

    def _leaders(self, p: Any, uid: str) -> list[str]:
        """Return the leaders who could go along besides those that the position names."""
        unit, promised = p.units[uid], {leader for leader, _ in p.accompanies}
        bad = ("broken", "pinned", "melee", "berserk", "captured")
        kinds = ("leader", "commissar") if self.rules == "asl" else ("leader",)
        return [
            u.id
            for u in p.units.values()
            if u.kind in kinds
            and u.side == unit.side
            and u.hex == unit.hex
            and not u.is_(*bad)
            and u.id not in promised
            and u.id not in p.routed
            and u.id != uid
        ]

    def _companies(self, p: Any, uid: str) -> Iterator[tuple[str, ...]]:
        """Some of these leaders, or none of them. By the Starter Kit one leader goes with a unit."""
        leaders, most = self._leaders(p, uid), len(p.units)
        if self.rules == "aslsk":
            most = 1 - sum(unit == uid for _, unit in p.accompanies)
        for size in range(min(most, len(leaders)) + 1):
            yield from combinations(leaders, size)

    def turns(self, p: Any, uid: str) -> list[Turned]:
        key = self.key(p), uid
        if key not in self._after:
            self._after[key] = list(self._turns(p, uid))
        return self._after[key]

    def _turns(self, p: Any, uid: str) -> Iterator[Turned]:
        answer = self._answer(p, uid)
        here = p.units[uid].hex
        if answer.verdict == "surrenders":
            stack = [uid]
            for other in self.routers:
                unit = p.units.get(other)
                same = unit is not None and other != uid and other not in p.routed and unit.hex == here
                if same and unit.side == p.units[uid].side and self._answer(p, other).verdict == "surrenders":
                    stack.append(other)
            after = rewritten(p)
            for each in stack:
                self._remove(after, each)
            yield Turned(after, tuple((each, (None, "surrenders")) for each in stack), 0)
            return
        if answer.verdict == "eliminated":
            after = rewritten(p)
            self._fail(after, uid)
            yield Turned(after, ((uid, (None, "eliminated")),), 0)
            return
        if answer.verdict != "routs":
            after = rewritten(p)
            after.routed.add(uid)
            after.accompanies = [pair for pair in after.accompanies if pair[1] != uid]
            yield Turned(after, ((uid, (here, "stays")),), 0)
        yield from self._routs(p, uid, answer)
        if not answer.routes and answer.verdict in ("stays", "cannot_rout"):
            return
        for some in filter(None, self._companies(p, uid)):
            along = rewritten(p)
            along.accompanies += [(leader, uid) for leader in some]
            yield from self._routs(along, uid, self._answer(along, uid))

    def _routs(self, p: Any, uid: str, answer: Any) -> Iterator[Turned]:
        # Routes that leave the same behind are told by the cheapest: those of which `_along` reads the same, and then those
        # after which the position is the same.
        cheapest: dict[Any, Any] = {}
        for route in answer.routes:
            key = self._left(p, uid, route), self._undecided(p, uid, route) and route.path
            if key not in cheapest or self._price(p, uid, route) < self._price(p, uid, cheapest[key]):
                cheapest[key] = route
        turns: dict[Any, Turned] = {}
        for route in cheapest.values():
            after = self._along(p, uid, route)
            alive = uid in after.units and route.end == "survives"
            turn: Turn = (after.units[uid].hex if alive else None, route.end)
            passed, others = self._rolled(p, uid, route)
            comes_to = self.key(after), turn, passed, tuple((self.key(drawn.position), *drawn[1:]) for drawn in others)
            risks, spent = self._price(p, uid, route)
            if comes_to not in turns or (risks, spent) < (turns[comes_to].risks, turns[comes_to].spent):
                turns[comes_to] = Turned(after, ((uid, turn),), spent, passed, others, risks)
        yield from turns.values()

    def _price(self, p: Any, uid: str, route: Any) -> tuple[int, int]:
        """The NMC of a route that nothing decides, where no broken morale is given, and its half-MF."""
        return 0 if self.morale else sum((uid, h) not in p.nmc for h, _ in route.interdicted), route.mf[-1]

    # The dice

    def _undecided(self, p: Any, uid: str, route: Any) -> tuple[str, ...]:
        """Return the hexes where a route takes NMC that no fact decides, of a unit whose morale is known."""
        return tuple(h for h, _ in route.interdicted if (uid, h) not in p.nmc) if uid in self.morale else ()

    def _rolled(self, p: Any, uid: str, route: Any) -> tuple[Fraction, tuple[Drawn, ...]]:
        """The chance that all NMC of a route are passed, and what else they come to without a loss. A pin ends the rout in
        that hex; what is left after a failure goes on as it meant to, and stops where its MF are spent."""
        undecided = self._undecided(p, uid, route)
        alone = not any(other == uid for _, other in p.accompanies)
        alive = route.end == "survives"
        if not undecided:
            return Fraction(1), ()
        if len(set(undecided)) < len(undecided):
            raise Untold
        # The leader who goes along gives his DRM, one more if he is wounded. Where the unit fails he is lost, and so is the way.
        with_it = [leader for leader, other in p.accompanies if other == uid and leader in self.leadership]
        drm = min((self.leadership[leader] + p.units[leader].is_("wounded") for leader in with_it), default=0)
        odds = checked(self.morale[uid], drm, self.rules == "asl")
        unit = p.units[uid]
        lives_on_wounded = unit.kind in ("leader", "hero", "commissar")
        by_die = lives_on_wounded and self.rules == "asl"
        lives = unit.kind == "squad" or (unit.kind not in ("half_squad", "crew") and not unit.is_("wounded"))
        lives -= sum(p.nmc.get((uid, h)) == "fail" for h, _ in route.interdicted)
        passed = Fraction(0)
        drawn: list[Drawn] = []
        todo: list[tuple[tuple[str, ...], Fraction]] = [((), Fraction(1))]
        while todo:
            results, chance = todo.pop()
            # A leader whose wound leaves him no MF stops, too: he has 3.
            at = route.path.index(undecided[len(results) - 1], 1) if results else 0
            wounded = results[-1:] == ("fail",) and lives_on_wounded
            spent = wounded and route.mf[at] >= 6
            if wounded and not spent and route.mf[-1] > 6:
                continue  # too few for the rest of the way: he chooses anew at once, and that is not looked into
            if len(results) < len(undecided) and results[-1:] != ("pin",) and not spent:
                # With a failure whoever goes along is lost; it itself with the second, or the first of a half-squad. In full
                # ASL a die decides for a leader: one more on it for each wound, and 5 and 6 kill.
                may_fail = alone and (by_die or results.count("fail") < lives)
                before = undecided[len(results)]
                given = [h for h, _ in route.interdicted[: [h for h, _ in route.interdicted].index(before)]]
                wounds = unit.is_("wounded") + results.count("fail") + sum(p.nmc.get((uid, h)) == "fail" for h in given)
                survives = Fraction(max(4 - wounds, 0), 6) if by_die else Fraction(1)
                for r, c in odds.items():
                    share = c * survives if r == "fail" else c
                    if share and (may_fail or r != "fail"):
                        todo.append(((*results, r), chance * share))
            elif set(results) == {"pass"}:
                passed = chance if alive else Fraction(0)
            else:
                drawn += self._drawn(p, uid, route, dict(zip(undecided, results, strict=False)), chance)
        return passed, tuple(drawn)

    def _drawn(self, p: Any, uid: str, route: Any, results: dict[str, str], chance: Fraction) -> Iterator[Drawn]:
        """Return the end of a route with these results, by the enumerator: None where the unit is lost."""
        key = self.key(p), uid, tuple(results.items())
        given = rewritten(p)
        given.nmc = p.nmc | {(uid, h): r for h, r in results.items()}
        if key not in self._given:
            several: dict[Any, list[Any]] = {}
            for other in self._answer(given, uid).routes:
                several.setdefault((other.posture, other.path), []).append(other)
            self._given[key] = several
        stops = next((route.path.index(h, 1) + 1 for h, r in results.items() if r == "pin"), len(route.path))
        here = self._given[key].get((route.posture, route.path[:stops]), [])
        if not here and p.units[uid].kind not in ("leader", "hero", "commissar"):
            # A reduced squad takes less room: where the squad gave up or was at its end there may be a way on for it.
            if route.end == "survives":
                raise Untold
            return
        if not here:
            # A wound has left a leader no MF: he stops there.
            fallen = route.path.index(next(h for h, r in reversed(results.items()) if r == "fail"), 1) + 1
            here = self._given[key].get((route.posture, route.path[:fallen]), [])
        ends = {other.end for other in here}
        assert len(ends) <= 1, (uid, route.path[:stops], ends)
        if ends == {"survives"}:
            after = self._along(given, uid, here[0])
            after.nmc = p.nmc
            if uid in after.units:
                yield Drawn(after, ((uid, (after.units[uid].hex, "survives")),), chance)

    @staticmethod
    def _left(p: Any, uid: str, route: Any) -> Any:
        """The parts of a route that `_along` reads."""
        repulsed = getattr(route, "repulsed", None)
        entered = route.path[1:-1] if repulsed else route.path[1:]
        dummies = frozenset(u.hex for u in p.units.values() if u.kind == "dummy").intersection(entered)
        results = tuple(p.nmc.get((uid, h), "pass") for h, _ in route.interdicted)
        known = frozenset(enemy for _, enemies in route.discovers for enemy in enemies)
        threw = tuple(sorted(repulsed[1])) if repulsed else None
        return route.path[-1], dummies, results, known, threw, route.end

    def _along(self, p: Any, uid: str, route: Any) -> Any:
        after = rewritten(p)
        unit = after.units[uid]
        companions = [leader for leader, other in p.accompanies if other == uid]
        results = [after.nmc.get((uid, h), "pass") for h, _ in route.interdicted]
        failures = results.count("fail")
        for leader in companions:
            if {"fail", "killed", "twelve"}.intersection(results):
                self._remove(after, leader)
            else:
                after.units[leader].hex = route.path[-1]
                after.routed.add(leader)
        after.accompanies = [pair for pair in after.accompanies if pair[1] != uid and pair[0] not in companions]
        for _, enemies in route.discovers:
            for enemy in enemies:
                after.units[enemy].statuses -= {"concealed", "hidden"}
        repulsed = getattr(route, "repulsed", None)
        entered = set(route.path[1:-1] if repulsed else route.path[1:])
        for enemy in repulsed[1] if repulsed else ():
            after.units[enemy].statuses -= {"concealed", "hidden"}
        for other in list(after.units.values()):
            if other.kind == "dummy" and other.side != unit.side and other.hex in entered:
                self._remove(after, other.id)
        small = unit.kind in ("half_squad", "crew")
        single = unit.kind in ("leader", "hero", "commissar")
        hurt = failures + (unit.is_("wounded") if single else small)
        dies = hurt > 1 and not (single and self.rules == "asl")  # there a die decides: killed
        dies = dies or bool({"killed", "twelve"}.intersection(results))
        if dies or (repulsed and route.end == "eliminated") or route.end == "surrenders":
            self._remove(after, uid)
            return after
        if failures and unit.kind == "squad":
            unit.kind = "half_squad"
        elif failures and not small:
            unit.statuses.add("wounded")
        unit.hex = route.path[-1]
        unit.statuses -= {"encircled", "crest", "entrenched", "overstacked"}
        unit.statuses.add("dm")
        if route.end == "eliminated":
            self._fail(after, uid)
        else:
            after.routed.add(uid)
        return after

    def _fail(self, p: Any, uid: str) -> None:
        """It has failed to rout: off the map now, or when the phase ends."""
        p.accompanies = [pair for pair in p.accompanies if pair[1] != uid]
        if p.options.get("ftr_removal") == "end":
            p.routed.add(uid)
            p.units[uid].statuses.add("failed")
        else:
            self._remove(p, uid)

    def _remove(self, p: Any, uid: str) -> None:
        del p.units[uid]
        p.routed.discard(uid)
        p.accompanies = [pair for pair in p.accompanies if uid not in pair]

    @staticmethod
    def key(p: Any) -> Any:
        return (
            tuple(sorted((u.id, u.kind, u.hex, tuple(sorted(u.statuses))) for u in p.units.values())),
            tuple(sorted(p.routed)),
            tuple(sorted(p.accompanies)),
        )

    # The phase

    def next(self, done: frozenset[str]) -> list[str]:
        left = [uid for uid in self.routers if uid not in done]
        first = [uid for uid in left if uid in self.first]
        attackers = [uid for uid in left if self.sides[uid] == self.attacker]
        return first or attackers or left

    def outcomes(self) -> dict[str, set[Ends]]:
        """The joint outcomes of each side's routers."""
        ends_of: dict[str, set[Ends]] = {self.sides[uid]: set() for uid in self.routers}
        seen = set()
        todo: list[tuple[Any, Ends]] = [(self.start, frozenset())]
        while todo:
            p, ends = todo.pop()
            key = self.key(p), ends
            if key in seen:
                continue
            seen.add(key)
            done = frozenset(uid for uid, _ in ends)
            for side, several in ends_of.items():
                if all(uid in done for uid in self.routers if self.sides[uid] == side):
                    several.add(frozenset((uid, turn) for uid, turn in ends if self.sides[uid] == side))
            for uid in self.next(done):
                todo += [(t.position, ends | frozenset(t.turns)) for t in self.turns(p, uid)]
        self.states = len(seen)
        return ends_of

    def order_matters(self) -> dict[str, tuple[set[Changed], set[Changed]]]:
        """For each side: which unit cannot end as it could, once another of that side has had its turn; and which only then
        can."""
        changes: dict[str, tuple[set[Changed], set[Changed]]] = {self.sides[u]: (set(), set()) for u in self.routers}
        seen = set()
        todo: list[tuple[Any, frozenset[str]]] = [(self.start, frozenset())]
        while todo:
            p, done = todo.pop()
            key = self.key(p), done
            if key in seen:
                continue
            seen.add(key)
            for other in self.next(done):
                for turned in self.turns(p, other):
                    then = done | {unit for unit, _ in turned.turns}
                    todo.append((turned.position, then))
                    for unit in {*self.next(done)}.intersection(self.next(then)):
                        if self.sides[unit] == self.sides[other]:
                            before, after = self._ends(p, unit), self._ends(turned.position, unit)
                            closed, opened = changes[self.sides[unit]]
                            place, end = dict(turned.turns)[other]
                            closed |= {(unit, other, turn, place or end) for turn in before - after}
                            opened |= {(unit, other, turn, place or end) for turn in after - before}
        return changes

    def _ends(self, p: Any, uid: str) -> set[Turn]:
        """Return the ends of a unit if the next turn is its own."""
        return {turn for turned in self.turns(p, uid) for unit, turn in turned.turns if unit == uid}

    def in_order(self, done: frozenset[str], order: tuple[str, ...]) -> list[str]:
        """Return the units that can have the next turn in an order: the one that it names first, as far as the phase lets him;
        who is not named goes after those who are."""
        several = self.next(done)
        first = [uid for uid in order if uid in several]
        return first[:1] or several

    def best(self, side: str, p: Any = None, done: frozenset[str] = frozenset(), order: tuple[str, ...] = ()) -> Best:
        """The best that a side can do from a position in which some have had their turns, in an order if there is one. Where
        another side's unit has a turn, it is taken to be the only one that it can take."""
        p = self.start if p is None else p
        if all(uid in done for uid in self.routers if self.sides[uid] == side):
            return Best(0, Fraction(1), 0, 0)
        key = "best", side, self.key(p), done, order
        if key not in self._seen:
            worths = []
            for uid in self.in_order(done, order):
                for turned in self.turns(p, uid):
                    worths.append(self.after(side, turned, done, order))
            self._seen[key] = max(worths, key=lambda best: (best.survivors, best.chance, -best.risks, -best.spent))
        return self._seen[key]

    def after(self, side: str, turned: Turned, done: frozenset[str], order: tuple[str, ...]) -> Best:
        """Return the worth of a turn to a side, if the best follows."""
        rest = self.best(side, turned.position, done | {unit for unit, _ in turned.turns}, order)
        mine = [turn for unit, turn in turned.turns if self.sides[unit] == side]
        saved = sum(end in SAVED for _, end in mine)
        chance = rest.chance
        if mine:
            chance *= turned.passed if saved == len(mine) or not self.morale else 0
            for drawn in turned.others:
                then = self.best(side, drawn.position, done | {unit for unit, _ in drawn.turns}, order)
                chance += drawn.chance * then.chance
        risks, spent = (turned.risks, turned.spent) if mine else (0, 0)
        return Best(saved + rest.survivors, chance, risks + rest.risks, spent + rest.spent)

    def best_after(self, side: str, given: Ends, order: tuple[str, ...] = ()) -> set[Best]:
        """Return the best of a side in all positions that the other's turns have led to with these ends; in an order, if
        there is one."""
        plans, seen = set(), set()
        todo: list[tuple[Any, Ends]] = [(self.start, frozenset())]
        while todo:
            p, ends = todo.pop()
            key = self.key(p), ends
            if key in seen:
                continue
            seen.add(key)
            done = frozenset(uid for uid, _ in ends)
            others = [uid for uid in self.routers if self.sides[uid] != side]
            if all(uid in done for uid in others):
                if given <= ends:
                    plans.add(self.best(side, p, done, order))
                continue
            for uid in self.in_order(done, order):
                todo += [(t.position, ends | frozenset(t.turns)) for t in self.turns(p, uid)]
        return plans

    # All that the dice can do

    def rolled(self, p: Any, uid: str) -> Iterator[Any]:
        """The positions after a turn, whatever its NMC come to (but Heat of Battle), where nobody surrenders. Raises Untold
        where a route takes two NMC in one Location."""
        answer = self._answer(p, uid)
        after = rewritten(p)
        if answer.verdict == "surrenders":
            return
        if answer.verdict == "eliminated":
            self._fail(after, uid)
            yield after
            return
        if answer.verdict != "routs":
            after.routed.add(uid)
            after.accompanies = [pair for pair in after.accompanies if pair[1] != uid]
            yield after
        idle = not answer.routes and answer.verdict in ("stays", "cannot_rout")
        for some in ((),) if idle else self._companies(p, uid):
            along = rewritten(p)
            along.accompanies += [(leader, uid) for leader in some]
            yield from self._all_results(along, uid)

    def _all_results(self, p: Any, uid: str) -> Iterator[Any]:
        seen: set[frozenset[tuple[str, str]]] = {frozenset()}
        todo = list(seen)
        while todo:
            results = todo.pop()
            given = rewritten(p)
            given.nmc = p.nmc | {(uid, hex_): result for hex_, result in results}
            for route in self._answer(given, uid).routes:
                hexes = [hex_ for hex_, _ in route.interdicted]
                if not {hex_ for hex_, _ in results}.issubset(hexes):
                    continue
                if route.end != "surrenders":
                    after = self._along(given, uid, route)
                    after.nmc = p.nmc
                    yield after
                open_ = [hex_ for hex_ in hexes if (uid, hex_) not in given.nmc]
                if len(set(open_)) < len(open_):
                    raise Untold
                further = {results | {(hex_, result)} for hex_ in open_ for result in self._possible(p, uid, results)}
                todo += further - seen
                seen |= further

    def _possible(self, p: Any, uid: str, results: frozenset[tuple[str, str]]) -> list[str]:
        """Return the results of an NMC but a pass, after these results."""
        drm = 0
        if not {"fail", "killed", "twelve"}.intersection(result for _, result in results):
            with_it = [leader for leader, other in p.accompanies if other == uid and leader in self.leadership]
            drm = min((self.leadership[v] + p.units[v].is_("wounded") for v in with_it), default=0)
        asl = self.rules == "asl"
        odds = checked(self.morale.get(uid, 7), drm if uid in self.morale else 0, asl)
        by_die = asl and p.units[uid].kind in ("leader", "hero", "commissar") and odds["fail"]
        return [r for r in ("pin", "fail") if odds[r]] + (["twelve"] if asl else []) + (["killed"] if by_die else [])

    def dice(self) -> dict[Any, Any]:
        """The positions that a phase without surrenders can end in, by what `pyrout phase --after` compares of them."""
        states, seen = {}, set()
        todo: list[tuple[Any, frozenset[str]]] = [(self.start, frozenset())]
        while todo:
            p, done = todo.pop()
            key = self.key(p), done
            if key in seen:
                continue
            seen.add(key)
            # A unit that has had its turn is marked, or off the map.
            several = self.next(done)
            if not several:
                states[compared(p)] = p
            for uid in several:
                todo += [(q, done | {uid}) for q in self.rolled(p, uid)]
        return states


def compared(p: Any) -> Any:
    """Return the parts of a position that `pyrout phase --after` compares: who there is, where and in which condition,
    without names."""
    rows = (
        (u.side, u.kind, u.hex, tuple(word for word in ("broken", "captured", "wounded") if u.is_(word)))
        for u in p.units.values()
        if not u.is_("failed")
    )
    return tuple(sorted(rows))
