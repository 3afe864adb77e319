"""Properties of every answer, whatever the position: on random ones, others with each value of PYROUT_SEED.

A failure names the seed of its position; `PYROUT_DAY=all PYROUT_SEED=N` starts the draw there.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import positions
import positions_asl
import pytest
from agreement import product_answers_together
from day import of_today

import pyrout
from pyrout.position.vocabulary import HEXSIDE

FIRST = int(os.environ.get("PYROUT_SEED", "380"))
COUNT = 24  # positions of a property and a rule set, a third of them each day
FEW = 12  # where each is solved many times
RULES = pytest.mark.parametrize("rules", ["aslsk", "asl"])
pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

Json = dict[str, Any]


def drawn(rules: str, count: int = COUNT) -> list[tuple[int, str]]:
    """Positions that are answered, with the seeds that they are drawn from."""
    draw = {"aslsk": positions.random_position, "asl": positions_asl.random_position}[rules]
    texts = [(seed, draw(seed)) for seed in range(FIRST, FIRST + 3 * count)]
    usable = []
    for seed, text in texts:
        if len(text) > 12_000:  # the largest take as long as all others
            continue
        usable.append((seed, text))
    return of_today(usable[:count], 3)


def answered(texts: list[str]) -> list[list[Json] | Exception]:
    return product_answers_together(texts, [False] * len(texts))


def hexes_of(text: str) -> dict[str, tuple[int, int]]:
    return {name: (int(c), int(r)) for name, c, r in re.findall(r'^hex\("([^"]+)",(-?\d+),(-?\d+)\)', text, re.M)}


def units_in(text: str) -> list[str]:
    return re.findall(r"\bunit\((\w+),", text)


def others_alike(before: list[tuple[int, str]], changed: list[str], least: float = 0.5) -> None:
    """Asserts that the answers to the changed positions are those to the positions before, of which `least` are answered."""
    compared = 0
    for (seed, _), one, two in zip(before, answered([text for _, text in before]), answered(changed), strict=True):
        if isinstance(one, Exception):
            assert isinstance(two, type(one)), f"seed {seed}: refused before ({one}), answered now"
            continue
        assert not isinstance(two, Exception), f"seed {seed}: answered before, refused now: {two}"
        assert settled(two) == settled(one), f"seed {seed}"
        compared += 1
    assert compared > len(before) * least


IN_ORDER = {"path", "mf", "legs"}


def settled(value: Any, key: str = "") -> Any:
    """JSON without the order of lists that names decide: of units, routes and causes."""
    if isinstance(value, dict):
        return {name: settled(each, name) for name, each in value.items() if name != "assumes"}
    if isinstance(value, list):
        parts = [settled(each) for each in value]
        return parts if key in IN_ORDER else sorted(parts, key=lambda part: json.dumps(part, sort_keys=True))
    return value


@RULES
def test_far_enemies_who_see_nothing_change_nothing(rules: str) -> None:
    before = [(seed, text) for seed, text in drawn(rules, 2 * COUNT) if re.search(r"^los\(", text, re.M)][:COUNT]
    changed = []
    for seed, text in before:
        rnd = Random(seed)
        sides = re.findall(r"\bside\((\w+)\)", text)
        parity = sum(next(iter(hexes_of(text).values()))) % 2
        far = f'hex("ZZ90",{60 + parity},180). terrain("ZZ90",woods).\n'
        for number in range(rnd.randint(1, 3)):
            kind = rnd.choice(["squad", "half_squad", "crew", "leader", "hero", "vehicle", "gun"])
            status = rnd.choice(["", "pinned", "cx", "unarmed"]) if kind not in ("vehicle", "gun") else ""
            far += f'unit(far{number},{rnd.choice(sides)},{kind}). at(far{number},"ZZ90").'
            far += f" normal_range(far{number},16)." if status != "unarmed" else ""
            far += f" status(far{number},{status}).\n" if status else "\n"
        changed.append(text + far)
    others_alike(before, changed)


def test_to_add_fordable_as_advised_changes_nothing() -> None:
    """b21-43-fording: an answer that takes water for fordable takes it so in all that it says."""
    texts = [(seed, positions_asl.draw_position(Random(seed), 3, wet=1.0)) for seed in range(FIRST, FIRST + 5 * COUNT)]
    waded = [(seed, text) for seed, text in texts if unsaid(text)][:COUNT]
    assert len(waded) == COUNT
    others_alike(waded, [text + "".join(f'fordable("{name}").\n' for name in unsaid(text)) for _, text in waded])


def unsaid(text: str) -> set[str]:
    """Return the hexes of water with Infantry in them that no fact calls fordable."""
    water = set(re.findall(r'^terrain\("([^"]+)",(?:water|river|canal)\)', text, re.M))
    kinds = dict(re.findall(r"^unit\((\w+),\w+,(\w+)\)", text, re.M))
    aboard = set(re.findall(r"^(?:passenger|rider)\((\w+),", text, re.M))
    sewer = set(re.findall(r"^status\((\w+),in_sewer\)", text, re.M))
    afoot = {
        uid for uid, kind in kinds.items() if kind in ("squad", "half_squad", "crew", "leader", "hero", "commissar")
    }
    held = {name for uid, name in re.findall(r'^at\((\w+),"([^"]+)"\)', text, re.M) if uid in afoot - aboard - sewer}
    return water & held - set(re.findall(r'^(?:fordable|feature)\("([^"]+)"', text, re.M))


@RULES
def test_names_change_nothing_but_names(rules: str) -> None:
    before, changed, olds = drawn(rules), [], {}
    for seed, text in before:
        rnd = Random(seed)
        hexes, units = list(hexes_of(text)), units_in(text)
        numbers = rnd.sample(range(100, 1000), len(hexes) + len(units))
        names = {name: f"Q{number}" for name, number in zip(hexes, numbers, strict=False)}
        names.update({unit: f"w{number}" for unit, number in zip(units, numbers[len(hexes) :], strict=True)})
        olds.update({(seed, new): old for old, new in names.items()})
        words = re.compile(
            "|".join(rf"(?<![\w])({re.escape(name)})(?!\w)" for name in sorted(names, key=len, reverse=True))
        )

        def new(match: re.Match[str], names: dict[str, str] = names) -> str:
            return names[match[0]]

        changed.append(words.sub(new, text))
    compared = 0
    for (seed, _), one, two in zip(before, answered([text for _, text in before]), answered(changed), strict=True):
        assert isinstance(one, Exception) == isinstance(two, Exception), f"seed {seed}"
        if isinstance(one, Exception):
            continue

        def old(match: re.Match[str], seed: int = seed) -> str:
            return olds[seed, match[0]]

        again = re.sub(r"\b[Qw]\d{3}\b", old, json.dumps(two))
        assert settled(json.loads(again)) == settled(one), f"seed {seed}"
        compared += 1
    assert compared > len(before) / 2


@RULES
@pytest.mark.parametrize("how", ["mirrored", "turned upside down", "shifted"])
def test_the_place_on_the_map_changes_nothing(rules: str, how: str) -> None:
    """Neither an image in a mirror nor a shift by any hex; ends of hexsides are named by where they point."""
    before, changed = drawn(rules), []
    for seed, text in before:
        rnd = Random(seed)
        spots = hexes_of(text).values()
        right, low = max(c for c, _ in spots), max(r for _, r in spots)
        columns, rows = rnd.choice([(1, 1), (2, 4), (3, 5), (1, 3)]) if how == "shifted" else (0, 0)
        swapped = {"mirrored": ("west", "east"), "turned upside down": ("north", "south")}.get(how, ("", ""))

        def put(match: re.Match[str], how: str = how, at: Any = (right, low, columns, rows)) -> str:
            right, low, columns, rows = at
            column, row = int(match[2]), int(match[3])
            if how == "mirrored":
                column, row = right - column, row + right % 2
            elif how == "turned upside down":
                row = low + low % 2 - row
            return f'hex("{match[1]}",{column + columns},{row + rows})'

        text = re.sub(r'\bhex\("([^"]+)",(\d+),(-?\d+)\)', put, text)
        if swapped[0]:

            def opposite(match: re.Match[str], pair: tuple[str, str] = swapped) -> str:
                return pair[pair[0] == match[1]]

            text = re.sub(r"\b({})\b".format("|".join(swapped)), opposite, text)
        changed.append(text)
    others_alike(before, changed)


# Facts of two hexes that mean the same the other way round.
OF_TWO = re.compile(r'\b(hexside|road|paved|path|vertex_los)\("([^"]+)","([^"]+)"')
# Facts by which a LOS is given, or because of which it is not derived from the terrain.
NOT_DERIVED = re.compile(
    r"^(vertex_)?los\(.*\n|\bfeature\([^()]*,(blaze|ffe|smoke|tower)\)\.|\bhexside\([^()]*,(dune_crest_\w+|bocage)\)\.",
    re.M,
)
DEPRESSIONS = ("gully", "wadi", "sunken_road")


def with_hexsides(text: str, rules: str, rnd: Random) -> str:
    """Return the position with hexsides of all words, ways across them, and terrain below and above the ground."""
    spots, place = hexes_of(text), re.search(r'\bat\((\w+),"([^"@]+)"', text)
    column, row = spots[place[2]] if place else next(iter(spots.values()))
    near = [name for name, (c, r) in spots.items() if max(abs(c - column), (abs(c - column) + abs(r - row)) // 2) <= 3]
    by_spot = {spot: name for name, spot in spots.items()}
    sides = [
        (name, by_spot[c + dc, r + dr])
        for name in near
        for c, r in [spots[name]]
        for dc, dr in ((0, 2), (1, 1), (1, -1))
        if (c + dc, r + dr) in by_spot
    ]
    taken = {frozenset(pair) for _, *pair in OF_TWO.findall(text)}
    fences = ("wall", "hedge", "cliff") if rules == "aslsk" else HEXSIDE.words
    refused: tuple[str, ...] = ("railway_embankment", "interior_factory_wall")
    if not re.search(r"^los\(", text, re.M):
        refused += ("bocage", "rowhouse_wall", "dune_crest_low", "dune_crest_high")
    if not re.search(r"\benvironment\((ground|deep)_snow\)", text):
        refused += ("drift",)
    added = []
    for a, b in rnd.sample(sides, min(len(sides), 14)):
        if frozenset((a, b)) in taken:
            continue
        word = rnd.choice((*fences, "road", "road"))
        if word in refused and rnd.random() < 0.95:
            continue
        pair = f'"{a}","{b}"' if rnd.random() < 0.5 else f'"{b}","{a}"'
        added.append(f"road({pair})." if word == "road" else f"hexside({pair},{word}).")
        if word == "road" and rules == "asl" and rnd.random() < 0.5:
            added.append(f'paved("{a}","{b}").')
    low = [name for name in near if f'terrain("{name}",open_ground).' in text and f'elevation("{name}"' not in text]
    for name in rnd.sample(low, min(len(low), 3)) if rules == "asl" else ():
        word = rnd.choice((*DEPRESSIONS, "elevated_road"))
        text = text.replace(f'terrain("{name}",open_ground).', f'terrain("{name}",{word}).')
        added.append(f'elevation("{name}",{1 if word == "elevated_road" else -1}).')
    return "\n".join([text, *added, ""])


@RULES
@pytest.mark.parametrize("los", ["given", "from the terrain"])
def test_either_hex_of_a_hexside_may_be_named_first(rules: str, los: str) -> None:
    before, changed = [], []
    for seed, text in drawn(rules):
        rnd = Random(seed)
        if los == "from the terrain":
            text = NOT_DERIVED.sub(
                "", re.sub(r"\b(hillock|deir|huts|collapsed_huts|railroad|rail_car)\b", "open_ground", text)
            )
        before.append((seed, with_hexsides(text, rules, rnd)))
        changed.append(OF_TWO.sub(r'\1("\3","\2"', before[-1][1]))
    others_alike(before, changed, 0.1)


def some_routes(unit: pyrout.UnitAnswer, rnd: Random, count: int) -> list[pyrout.Route]:
    return rnd.sample(list(unit.routes), min(count, len(unit.routes)))


def solved(rules: str, count: int) -> Iterator[tuple[int, pyrout.Instance, pyrout.Answer]]:
    for seed, text in drawn(rules, count):
        try:
            position = pyrout.parse(text)
            answer = pyrout.solve(position)
        except pyrout.InstanceError:
            continue
        yield seed, position, answer


@RULES
def test_each_listed_route_is_legal(rules: str) -> None:
    checked = 0
    for seed, position, answer in solved(rules, FEW):
        for unit in answer.units[:3]:
            for route in some_routes(unit, Random(seed), 2):
                to = route.legs[0].to if route.legs else None
                judged = pyrout.check(position, unit.id, route.path, to=to, low_crawl=route.posture == "low_crawl")
                assert judged.legal, f"seed {seed}: {unit.id} {' '.join(route.path)}: {judged.faults}"
                checked += 1
    assert checked


@RULES
def test_after_each_turn_there_is_a_position_that_is_answered(rules: str) -> None:
    """The turn is a rout, a declined turn or an elimination; the unit itself has had its turn."""
    solved_again = 0
    for seed, position, answer in solved(rules, FEW):
        for unit in answer.units[:3]:
            if unit.verdict in ("cannot_rout",):
                continue
            ends: list[pyrout.Route | str] = [*some_routes(unit, Random(seed), 2)]
            ends += ["declined"] if unit.verdict in ("may_rout", "stays") else []
            ends += ["eliminated"] if unit.verdict == "eliminated" else []
            for end in ends:
                later = pyrout.after(position, end, unit.id)
                again = pyrout.solve(later)
                left = [each.id for each in again.units if each.id == unit.id and each.routes]
                assert left == [], f"seed {seed}: {unit.id} would rout again"
                solved_again += 1
    assert solved_again


@RULES
def test_every_answer_fits_the_schema(rules: str) -> None:
    pytest.importorskip("jsonschema", reason="output is validated where jsonschema is installed")
    from fitting import problems

    some = drawn(rules)
    for (seed, _), units in zip(some, answered([text for _, text in some]), strict=True):
        if isinstance(units, Exception):
            assert isinstance(units, pyrout.PyroutError), f"seed {seed}: {units!r}"
            continue
        told = {"schema": "pyrout/1", "file": "x.lp", "rules": rules, "options": {}, "units": units}
        assert problems(told) == [], f"seed {seed}"
