"""Every word for terrain, hexsides, features, statuses and kinds of units is known wherever it has to be, and every fact
that a file may hold means something to each rule set, or is refused.

A word that is new in `pyrout/position/vocabulary.py` fails here once for each place that has not heard of it. The tables
that are asked are those of the places themselves; what a place leaves out on purpose is listed here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cache

import pytest
from clingo.ast import AST, ASTType, Transformer
from clingo.symbol import SymbolType
from encodings_read import shown_to

import pyrout
from pyrout.draw import ground, symbols
from pyrout.draw.html import asset
from pyrout.draw.miniatures import table as tables
from pyrout.generate import patches
from pyrout.hexes.ground import refusals
from pyrout.position.facts import Fact, Instance
from pyrout.position.vocabulary import (
    AREA,
    FEATURE,
    HEXSIDE,
    PREDICATES,
    STATUS,
    TERRAIN,
    UNIT_KIND,
    Either,
    Kind,
    Name,
    Number,
    OneOf,
    Predicate,
    Tagged,
    Term,
    Value,
)
from pyrout.program import rule_sets

FEATURES = (*FEATURE.words, *FEATURE.terms)
HEX_RULES = [name for name in rule_sets.names() if rule_sets.driver(name) == "hexes"]

# ---------------------------------------------------------------------------------------------------------------------
# What a place leaves out on purpose

# Hexsides that are drawn alike, as a plain line; each of the others has a line of its own in `pyrout/draw/page/map.css`
PLAIN_SIDES = (
    *("rowhouse_wall", "roadblock", "cactus_hedge", "drift", "dune_crest_low", "dune_crest_high", "railway_embankment"),
    "interior_factory_wall",
)
# Terrain and hexsides of instances that no code stands for: no board has them
ON_NO_BOARD = ("rubble", "drift", "rail_car")  # boards tell stone rubble from wooden; the others are counters
# Statuses that a unit or SW gets otherwise: from its own layers, from `?` above it, from the Crest marker under it
FROM_COUNTERS = ("broken", "malfunctioned", "concealed", "hidden", "crest")
# Statuses of instances that no marker stands for, or that nobody can tell from one
NO_MARKER = (
    *("unarmed", "captured", "mounted", "spotted_fire", "halved", "in_sewer", "overstacked"),
    "emplaced",  # a Gun may be or not: no marker says so
    "entrenched",  # who is in a foxhole or trench is placed inside of it
)
# Kinds of units of instances that no counter is read as: a Tank-Hunter Hero is a hero, mounts are reported as left out, the
# others fight on tables
NO_COUNTER = ("tank_hunter", "cavalry", "infantry", "artillery")
# Terrain and hexsides that are never drawn at random
NOT_DRAWN = (
    "light_woods marsh stream water rubble stone_rubble wooden_rubble stone_factory wooden_factory stone_market_place "
    "wooden_market_place lumberyard debris plowed_field graveyard crags gully irrigation_ditch runway sunken_road "
    "elevated_road river canal ford ocean shallow_water mud mudflats snow deep_snow ice forest pine_woods vineyard "
    "olive_grove swamp beach reef effluent light_jungle dense_jungle bamboo palm_trees kunai huts collapsed_huts "
    "rice_paddy temple scrub hammada deir wadi hillock sand sand_dune broken_ground cactus_patch panji mausoleum "
    "bedouin_camp building_cluster storage_tank railroad rail_car "
    "bocage cliff rowhouse_wall roadblock cactus_hedge drift dune_crest_low dune_crest_high railway_embankment "
    "interior_factory_wall"
)


def told(what: str, words: Iterable[str], place: str, remedy: str) -> None:
    """Fails with a line for each word."""
    lines = [f"{what} {word!r} is not known to {place}: {remedy}" for word in words]
    assert not lines, "\n" + "\n".join(lines)


def missing(words: Iterable[str], known: Collection[str]) -> list[str]:
    return [word for word in words if word not in known]


def stale(listed: Iterable[str], words: Collection[str], known: Collection[str], where: str) -> None:
    """Fails where a list of what is left out names what does not exist, or what is known by now."""
    lines = [f"{where} lists {word!r}, which is no word of the vocabulary" for word in listed if word not in words]
    lines += [f"{where} lists {word!r}, which is known by now" for word in listed if word in known]
    assert not lines, "\n" + "\n".join(lines)


# ---------------------------------------------------------------------------------------------------------------------
# The drawing


def test_the_drawing_knows_every_terrain() -> None:
    remedy = "add it to FAMILIES in pyrout/draw/symbols.py; what has no pattern of its own goes to `other`"
    told("terrain", missing(TERRAIN.words, symbols.FAMILY), "the drawing", remedy)
    stale((*symbols.FAMILY, *symbols.PLAIN), TERRAIN.words, (), "pyrout/draw/symbols.py")


def test_no_terrain_is_drawn_in_two_ways() -> None:
    listed = [terrain for terrains in symbols.FAMILIES.values() for terrain in terrains.split()]
    assert sorted(listed) == sorted(set(listed))


@pytest.mark.parametrize("family", [*symbols.FAMILIES, "none"])
def test_a_family_of_terrain_has_a_tint_and_a_pattern(family: str) -> None:
    assert f".t-{family}" in asset("map.css"), f"pyrout/draw/page/map.css has no tint .t-{family}"
    drawn = f'id="{family}"' in symbols.patterns("") or f'id="{family}0"' in ground.shapes("", [family])
    assert drawn != (family in symbols.PATTERNLESS), f"pyrout/draw/symbols.py: patterns() and {family}"


def test_the_drawing_knows_every_hexside() -> None:
    own = re.findall(r"\.side\.([a-z_]+)", asset("map.css"))
    remedy = "give it a line of its own in pyrout/draw/page/map.css, or list it in PLAIN_SIDES of this test"
    told("hexside", missing(HEXSIDE.words, (*own, *PLAIN_SIDES)), "the drawing", remedy)
    stale(PLAIN_SIDES, HEXSIDE.words, own, "PLAIN_SIDES of this test")


def test_the_drawing_knows_every_status() -> None:
    told("status", missing(STATUS.words, symbols.CODES), "the drawing", "add it to CODES in pyrout/draw/symbols.py")
    stale(symbols.CODES, STATUS.words, (), "CODES of pyrout/draw/symbols.py")


def test_the_drawing_knows_every_kind_of_unit() -> None:
    told("unit", missing(UNIT_KIND.words, symbols.KINDS), "the drawing", "add it to KINDS in pyrout/draw/symbols.py")
    stale(symbols.KINDS, UNIT_KIND.words, (), "KINDS of pyrout/draw/symbols.py")


def test_the_drawing_of_a_table_knows_every_area() -> None:
    remedy = "add it to AREAS in pyrout/draw/miniatures/table.py"
    told("area", missing(AREA.words, tables.AREAS), "the drawing of tables", remedy)


# ---------------------------------------------------------------------------------------------------------------------
# VASL


@pytest.mark.parametrize(("what", "words"), [("terrain", TERRAIN.words), ("hexside", HEXSIDE.words)])
def test_the_reader_of_boards_knows_every_terrain(what: str, words: tuple[str, ...]) -> None:
    boards = pytest.importorskip("pyrout.vasl.boards.terrain")
    read = {terrain.word for terrain in boards.TERRAINS.values() if terrain.hexside == (what == "hexside")}
    remedy = "name it in the last column of TABLE in pyrout/vasl/boards/terrain.py, or list it in ON_NO_BOARD of this test"
    told(what, missing(words, read | set(ON_NO_BOARD)), "the reader of boards", remedy)


def test_what_no_board_has_is_in_the_vocabulary() -> None:
    boards = pytest.importorskip("pyrout.vasl.boards.terrain")
    read = {terrain.word for terrain in boards.TERRAINS.values()}
    stale(ON_NO_BOARD, (*TERRAIN.words, *HEXSIDE.words), read, "ON_NO_BOARD of this test")


def test_the_readers_of_boards_and_saves_know_every_feature() -> None:
    facts = pytest.importorskip("pyrout.vasl.boards.facts")
    saves = pytest.importorskip("pyrout.vasl.saves.position")
    read = {*facts.FEATURES, *(word.partition("(")[0] for _, word in saves.FEATURES)}
    remedy = (
        "add it to FEATURES in pyrout/vasl/boards/facts.py (on the board) or pyrout/vasl/saves/position.py (a marker)"
    )
    told("feature", missing(FEATURES, read), "the readers of boards and saves", remedy)


def test_the_reader_of_saves_knows_every_status() -> None:
    saves = pytest.importorskip("pyrout.vasl.saves.position")
    read = {*FROM_COUNTERS, *saves.ON_UNITS}
    remedy = "add it to ON_UNITS in pyrout/vasl/saves/position.py, or list it in NO_MARKER of this test"
    told("status", missing(STATUS.words, read | set(NO_MARKER)), "the reader of saves", remedy)
    stale(NO_MARKER, STATUS.words, read, "NO_MARKER of this test")


def test_the_reader_of_saves_knows_every_kind_of_unit() -> None:
    kinds = pytest.importorskip("pyrout.vasl.saves.kinds")
    read = {*kinds.UNITS, "dummy"}
    remedy = "add it to UNITS in pyrout/vasl/saves/kinds.py, or list it in NO_COUNTER of this test"
    told("unit", missing(UNIT_KIND.words, read | set(NO_COUNTER)), "the reader of saves", remedy)
    stale(NO_COUNTER, UNIT_KIND.words, read, "NO_COUNTER of this test")


# ---------------------------------------------------------------------------------------------------------------------
# The generator


@pytest.mark.parametrize(("what", "words"), [("terrain", TERRAIN.words), ("hexside", HEXSIDE.words)])
def test_the_generator_knows_every_terrain(what: str, words: tuple[str, ...]) -> None:
    drawn = {"open_ground", *(terrain for terrain, _, _ in patches.CLUMPS), *patches.HOUSES, *patches.FENCES}
    remedy = "draw it in pyrout/generate/patches.py (CLUMPS, HOUSES or FENCES), or list it in NOT_DRAWN of this test"
    told(what, missing(words, drawn.union(NOT_DRAWN.split())), "the generator", remedy)
    stale(NOT_DRAWN.split(), (*TERRAIN.words, *HEXSIDE.words), drawn, "NOT_DRAWN of this test")


# ---------------------------------------------------------------------------------------------------------------------
# The rule sets: a word is known where a rule names it, or where a position with it is refused

WORDS = {
    "terrain": TERRAIN.words,
    "hexside": HEXSIDE.words,
    "feature": FEATURES,
    "status": STATUS.words,
    "unit": UNIT_KIND.words,
}


class _Constants(Transformer):
    """Collects the constants in a program."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_SymbolicTerm(self, node: AST) -> AST:
        if node.symbol.type == SymbolType.Function and not node.symbol.arguments:
            self.found.add(node.symbol.name)
        return node


@cache
def named(ruleset: str, part: str = "main", having: frozenset[str] | None = None) -> frozenset[str]:
    """The constants that stand in a program of a rule set; `having`: as in `rule_sets.program`."""
    seen = _Constants()
    shown_to(seen, rule_sets.program(ruleset, part, having))
    return frozenset(seen.found)


SENTENCES = re.compile(r"^los_(?:why_untold|unseen)\(.*\n", re.MULTILINE)


@cache
def ruled(ruleset: str, having: frozenset[str] | None = None) -> frozenset[str]:
    """The constants in what derives LOS, but for the sentences on what is not known."""
    seen = _Constants()
    shown_to(seen, SENTENCES.sub("", rule_sets.program(ruleset, "los", having)))
    return frozenset(seen.found)


def site(what: str, word: str, number: int) -> tuple[str, str]:
    """A few hexes, far from those of other numbers, in which a routing unit has this beside it, or one of two has it; and
    the fact that says so."""
    mine, near, enemy = f"M{number}", f"N{number}", f"E{number}"
    if word in FEATURE.terms:
        word = f"{word}(known)"
    fact = {
        "terrain": f'terrain("{near}",{word})',
        "hexside": f'hexside("{mine}","{near}",{word})',
        "feature": f'feature("{near}",{word})',
        "status": f"status({'g' if word in ('broken', 'dm', 'disrupted') else 'a'}{number},{word})",
        "unit": f"unit(x{number},american,{word})",
    }[what]
    text = f"""
        hex("{enemy}",{10 * number},1). hex("{mine}",{10 * number},3). hex("{near}",{10 * number},5).
        terrain("{enemy}",open_ground). terrain("{mine}",open_ground). {fact}.
        unit(g{number},german,squad). at(g{number},"{mine}"). status(g{number},broken).
        unit(a{number},american,squad). at(a{number},"{enemy}"). normal_range(a{number},6).
        los("{mine}","{enemy}",0). los("{mine}","{near}",0). los("{enemy}","{near}",0).
    """
    return text + (f'at(x{number},"{near}").' if what == "unit" else ""), fact


def answered(ruleset: str, what: str, words: Collection[str]) -> list[str]:
    """Those of the words with which a position is not refused."""
    if not words:
        return []
    sites = {word: site(what, word, number) for number, word in enumerate(words)}
    head = "side(german). side(american). attacker(american)."
    position = pyrout.parse(head + "".join(text for text, _ in sites.values()))
    refused = refusals(pyrout.ask(position, rules=ruleset))
    return [word for word, (_, fact) in sites.items() if fact not in refused]


@pytest.mark.parametrize("what", WORDS)
@pytest.mark.parametrize("ruleset", HEX_RULES)
@pytest.mark.slow
def test_a_rule_set_knows_or_refuses_every_word(ruleset: str, what: str) -> None:
    passed = answered(ruleset, what, missing(WORDS[what], named(ruleset)))
    remedy = f"write the rule for it in asp/{ruleset}, or have it refused there (refused/2)"
    told(what, passed, f"the rule set {ruleset}", remedy)


@pytest.mark.parametrize("ruleset", HEX_RULES)
def test_what_a_rule_set_does_not_know_is_found(ruleset: str) -> None:
    assert answered(ruleset, "status", ["broken", "dm"]) == ["broken", "dm"]
    assert answered(ruleset, "terrain", ["woods", "reef", "water"]) == ["woods", "water"]


# Facts that no rule of either rule set asks for, and why they are no mistake.
SAYS_NOTHING = {
    "says what to answer, not what is there": "rules option expect",
    "says where hexes, LOS and counters come from: read with the boards": (
        "board crop terrain_change rubble_counter afv wreck obscured given_around los_from los_counts los_month "
        "los_rules"
    ),
    "goes into the odds of an NMC, which the driver works out": "broken_morale",
    "no NMC of a rout is against it, but every counter has it": "morale",
    "is only there to be named by other facts": "side",
    "makes the position a table, for which no rule set of hexes is accepted": "table",
}
# Words that mean no more than their predicate, for no rule singles them out.
NO_MORE = {
    "aslsk": {
        "sw": "atr ft",  # fire like any SW, in their range
        "nmc": "pass",  # is what happens without the fact
        "history": "attacked(wp) attacked(cc) attacked(sniper)",  # bring no DM: sk-dm-regain
    },
    "asl": {
        "sw": "atr ft baz psk piat rcl",  # fire like any SW, in their range, which ends for all at 16 hexes
        "nmc": "pass",
        "environment": "mist falling_snow",  # E3.1: change no rout
        "hob": "other",  # changes nothing
        "history": "attacked(fp) attacked(wp) attacked(cc) attacked(ordnance) attacked(sniper)",  # all bring DM back
        "nationality": (  # of no matter to who surrenders
            "german american british chinese italian finnish french polish hungarian romanian bulgarian slovakian croatian "
            "greek yugoslav dutch belgian norwegian danish filipino thai korean turkish australian canadian axis_minor "
            "allied_minor"
        ),
    },
}


class _Asked(Transformer):
    """Collects what rules ask for: the signatures in their bodies, and all constants. What only refuses is left out."""

    def __init__(self) -> None:
        self.signatures: set[tuple[str, int]] = set()
        self.constants: set[str] = set()
        self._in_body = False

    def visit_Rule(self, node: AST) -> AST:
        if not str(node.head).startswith("refused("):
            self.visit(node.head)
            self._in_body = True
            self.visit_children(node)
            self._in_body = False
        return node

    def visit_SymbolicAtom(self, node: AST) -> AST:
        of_pool = node.symbol.arguments if node.symbol.ast_type == ASTType.Pool else [node.symbol]
        if self._in_body:
            self.signatures |= {(each.name, len(each.arguments)) for each in of_pool if hasattr(each, "name")}
        self.visit_children(node)
        return node

    def visit_Function(self, node: AST) -> AST:
        self.constants.add(node.name)
        self.visit_children(node)
        return node

    def visit_SymbolicTerm(self, node: AST) -> AST:
        if node.symbol.type == SymbolType.Function:
            self.constants.add(node.symbol.name)
        return node


@cache
def asked(ruleset: str) -> _Asked:
    """Return the predicates that the encodings of a rule set ask of a position."""
    asked_for = _Asked()
    for part in ("main", "why", "judge", "los", "chart_walk"):
        shown_to(asked_for, rule_sets.program(ruleset, part))
    return asked_for


def words_of(kind: Kind) -> tuple[str, ...]:
    """The words that may stand there, if the kind lists them."""
    if isinstance(kind, Either):
        return (*words_of(kind.first), *words_of(kind.second))
    if isinstance(kind, Tagged):
        return (*kind.words, *(f"{name}({word})" for name, of in kind.terms.items() for word in words_of(of)))
    return kind.words if isinstance(kind, OneOf) else ()


def worded(word: str) -> Value:
    name, _, inner = word.rstrip(")").partition("(")
    return Term(name, (Name(inner),)) if inner else Name(name)


def filled(predicate: Predicate, word: str = "") -> Fact:
    """A fact of the predicate, with the word where it can stand, else with the first that there is."""
    values: list[Value] = []
    people = iter(("g1", "a1", "a1"))
    for kind in predicate.args:
        words = words_of(kind)
        if words:
            values.append(worded(word if word in words else words[0]))
        elif isinstance(kind, Number):
            values.append(min(kind.high, kind.low + 1))
        elif "unit" in kind.refers:
            values.append(Name(next(people)))
        elif kind.such.startswith('"'):
            values.append("M2")
        else:
            values.append(Name({"sw": "mg", "side": "german"}.get(kind.refers, "allow")))
    return Fact(predicate.name, tuple(values))


def passed_over(ruleset: str, facts: Iterable[Fact]) -> list[str]:
    """Those of the facts that the rule set does not refuse, said all at once of one position of three hexes."""
    added = tuple(facts)
    base = """side(german). side(american). attacker(american). sw(mg,mmg,5,12).
        hex("M1",0,1). hex("M2",0,3). hex("M3",0,5). los("M2","M3",0).
        terrain("M1",open_ground). terrain("M2",open_ground). terrain("M3",open_ground).
        unit(g1,german,squad). at(g1,"M2"). status(g1,broken). unit(a1,american,squad). at(a1,"M3")."""
    known = pyrout.ask(pyrout.parse(base, "vocabulary"), rules=ruleset)
    # Facts that contradict each other are there at once: the rule set alone is asked.
    refused = refusals(known.about(Instance("vocabulary", (*known.position.facts, *added))))
    return [str(fact) for fact in added if str(fact) not in refused]


@pytest.mark.parametrize("ruleset", HEX_RULES)
@pytest.mark.slow
def test_a_rule_set_asks_for_every_fact_or_refuses_it(ruleset: str) -> None:
    unasked = [p for p in PREDICATES if (p.name, len(p.args)) not in asked(ruleset).signatures]
    silent = " ".join(SAYS_NOTHING.values()).split()
    passed = passed_over(ruleset, (filled(p) for p in unasked if p.name not in silent))
    remedy = (
        f"write the rule for it in asp/{ruleset}, have it refused there (refused/2), or say in SAYS_NOTHING why not"
    )
    told("the fact", passed, f"the rule set {ruleset}", remedy)


@pytest.mark.parametrize("ruleset", HEX_RULES)
@pytest.mark.slow
def test_a_rule_set_asks_for_every_word_or_refuses_it(ruleset: str) -> None:
    """Words beyond test_a_rule_set_knows_or_refuses_every_word: the words in all other facts that it asks for."""
    facts = []
    for predicate in PREDICATES:
        signature = predicate.name, len(predicate.args)
        # A position with a board must give all that the board shows.
        if predicate.name in (*WORDS, "expect", "board") or signature not in asked(ruleset).signatures:
            continue
        for word in (word for kind in predicate.args for word in words_of(kind)):
            named_there = re.findall("[a-z_]+", word)[-1] in asked(ruleset).constants
            if not named_there and word not in NO_MORE[ruleset].get(predicate.name, "").split():
                facts.append(filled(predicate, word))
    remedy = (
        f"write the rule for it in asp/{ruleset}, have it refused there (refused/2), or list it in NO_MORE of this file"
    )
    told("the word in", passed_over(ruleset, facts), f"the rule set {ruleset}", remedy)


# No rule of LOS names these: `board/los_undecided.lp` refuses them where a LOS that decides something meets them.
SEEN_OVER = (
    "hillock sand_dune bedouin_camp storage_tank rice_paddy panji railroad rail_car "
    "bocage rowhouse_wall dune_crest_low dune_crest_high railway_embankment interior_factory_wall"
)


@pytest.mark.parametrize("ruleset", HEX_RULES)
def test_what_derives_los_knows_every_terrain(ruleset: str) -> None:
    words = (*TERRAIN.words, *HEXSIDE.words)
    passed = missing(words, ruled(ruleset, frozenset()))
    remedy = "say in asp/board/los_heights.lp what it does to a LOS, or list it in SEEN_OVER of this file"
    told("terrain", missing(passed, SEEN_OVER.split()), "LOS from the terrain", remedy)
    stale(SEEN_OVER.split(), words, missing(SEEN_OVER.split(), passed), "SEEN_OVER of this file")


# For these of SEEN_OVER `asl/a6_los.lp` leaves the LOS from upper levels open, and refuses it. All hexsides do so.
LEFT_OPEN = "hillock sand_dune bedouin_camp storage_tank rice_paddy panji railroad rail_car"


def test_los_from_upper_levels_knows_every_terrain() -> None:
    seen_over = [word for word in SEEN_OVER.split() if word in TERRAIN.words]
    passed = missing(seen_over, ruled("asl"))
    told(
        "terrain", missing(passed, LEFT_OPEN.split()), "LOS from upper levels", "add it to los_flat/1, or to LEFT_OPEN"
    )
    stale(LEFT_OPEN.split(), seen_over, missing(LEFT_OPEN.split(), passed), "LEFT_OPEN of this file")
