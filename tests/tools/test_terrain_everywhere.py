"""Every word for terrain, hexsides, features, statuses and kinds of units is known wherever it has to be, and every fact
that a file may hold means something to each rule set, or is refused.

A word has its row in `pyrout/position/words.py`. A new one fails here once for each place beside it that has not heard of it.
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
from pyrout.hexes.ground import refusals
from pyrout.position import words
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
from pyrout.vasl.boards import terrain, whole_hex
from pyrout.vasl.saves import position, shown

FEATURES = (*FEATURE.words, *FEATURE.terms)
HEX_RULES = [name for name in rule_sets.names() if rule_sets.about(name).plays_on == "hexes"]


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


def test_every_family_of_terrain_has_a_name() -> None:
    assert set(symbols.FAMILY.values()) == {*symbols.FAMILY_NAMES} - {"none"}


@pytest.mark.parametrize("family", [*symbols.FAMILY_NAMES])
def test_a_family_of_terrain_has_a_tint_and_a_pattern(family: str) -> None:
    assert f".t-{family}" in asset("map.css"), f"pyrout/draw/page/map.css has no tint .t-{family}"
    drawn = f'id="{family}"' in symbols.patterns("") or f'id="{family}0"' in ground.shapes("", [family])
    assert drawn != (family in symbols.PATTERNLESS), f"pyrout/draw/symbols.py: patterns() and {family}"


def test_a_hexside_has_the_line_that_its_row_says() -> None:
    own = {*re.findall(r"\.side\.([a-z_]+)", asset("map.css"))}
    assert own == {*words.HEXSIDE.having("line", "own")}


def test_the_drawing_knows_every_kind_of_unit() -> None:
    told("unit", missing(UNIT_KIND.words, symbols.KINDS), "the drawing", "add it to KINDS in pyrout/draw/symbols.py")
    stale(symbols.KINDS, UNIT_KIND.words, (), "KINDS of pyrout/draw/symbols.py")


def test_the_drawing_of_a_table_knows_every_area() -> None:
    remedy = "add it to AREAS in pyrout/draw/miniatures/table.py"
    told("area", missing(AREA.words, tables.AREAS), "the drawing of tables", remedy)


# ---------------------------------------------------------------------------------------------------------------------
# VASL


def test_a_code_of_boards_stands_for_one_word() -> None:
    columns = [*words.TERRAIN.column("codes").values(), *words.HEXSIDE.column("codes").values()]
    codes = [code for column in columns for code in words.codes(column)]
    assert len(codes) == len(set(codes)) and {*codes} <= {*terrain.TERRAINS}
    sides = {code for column in words.HEXSIDE.column("codes").values() for code in words.codes(column)}
    assert {terrain.TERRAINS[code].hexside for code in sides} == {True}
    assert not any(terrain.TERRAINS[code].hexside for code in {*codes} - sides)


def test_a_feature_of_boards_is_read_from_them_and_others_from_markers() -> None:
    on_boards = {*whole_hex.DUG.values(), *whole_hex.DEPTHS.values(), "gully", "stream", "bridge", "tower", "rowhouse"}
    assert on_boards == {*words.FEATURE.having("shown by", "board")}
    markers = {word.partition("(")[0] for _, word in shown.FEATURES}
    assert {*words.FEATURE.words} - on_boards <= markers, "add its counter to FEATURES in pyrout/vasl/saves/shown.py"


def test_a_status_that_a_row_gives_a_marker_has_one() -> None:
    laid = {status for row in shown.MARKERS for status in row.status}
    assert {*position.ON_UNITS} == laid


@pytest.mark.parametrize("row", ["brush | brush | 25", "brush | brush | | 25", "brush | - | look | 25"])
def test_a_column_left_out_is_an_error(row: str) -> None:
    with pytest.raises(ValueError, match="brush: a row has drawn, known by, codes"):
        words.Table(f"word | drawn | known by | codes?\n{row}")


def test_columns_that_choose_have_one_of_their_values() -> None:
    assert {*words.TERRAIN.column("known by").values()} == {"look", "name"}
    assert {*words.HEXSIDE.column("line").values()} == {"own", "plain"}
    generated = {value.partition(" ")[0] for value in words.TERRAIN.column("generated").values()}
    assert generated == {"clump", "house"} and {*words.HEXSIDE.column("generated").values()} == {"fence"}
    assert {*words.FEATURE.column("inside").values()} == {"hex", "Location"}
    assert {*words.UNIT_KIND.column("counter").values()} == {"mmc", "smc", "other", "dummy"}


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
