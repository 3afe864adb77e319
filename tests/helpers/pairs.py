"""All pairs of facts of one unit, one hex or one hexside, and the page that says which of them are refused or reported.

`python tests/helpers/pairs.py` works the page out anew, for a reader to judge line by line; `test_pairs.py` holds the
program to it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pyrout
from pyrout.hexes.ground import refusals
from pyrout.hexes.solver import Solver
from pyrout.position.vocabulary import FEATURE, HEXSIDE, HISTORY, STATUS, TERRAIN, UNIT_KIND
from pyrout.question import ask

PAGE = Path(__file__).parents[2] / "docs" / "develop" / "pairs.md"
RULES = ("aslsk", "asl")
SUBJECTS = ("unit", "hex", "hexside")


class Item(NamedTuple):
    """A fact of a unit `u`, of the hex B4, or of the hexside between B4 and C4, with the facts that it cannot do without.
    `ground` is what the rest is said of: the kind of the unit, the terrain of the hex."""

    name: str
    facts: str = ""
    ground: str = ""

    @property
    def is_ground(self) -> bool:
        return not self.facts


BROKEN = "status(u,broken)."
PLACE = "at(u,B4)."
NEEDS = {  # what a status needs besides, and of whom it is said
    "dm": (BROKEN, "squad"),
    "disrupted": (BROKEN, "squad"),
    "wounded": ("", "leader"),
    "melee": ("at(v,B4).", "squad"),
    "captured": ("at(v,B4).", "squad"),
    "malfunctioned": ("", "gun"),
    "emplaced": ("", "gun"),
    "mounted": ("", "cavalry"),
    **dict.fromkeys(("stunned", "shocked", "motion", "buttoned_up", "abandoned"), ("", "vehicle")),
}
OF_A_UNIT = (
    *(Item(kind, ground=kind) for kind in UNIT_KIND.words if kind not in ("infantry", "artillery")),
    *(
        Item(status, f"status(u,{status}). {NEEDS.get(status, ('', ''))[0]}", NEEDS.get(status, ("", "squad"))[1])
        for status in STATUS.words
    ),
    *(Item(f"history {word}", f"history(u,{word}). {BROKEN}", "squad") for word in HISTORY.words),
    Item("history attacked", f"history(u,attacked(fp)). {BROKEN}", "squad"),
    Item("breaks", "breaks(u). unit(x,american,squad). normal_range(x,6). at(x,B5).", "squad"),
    Item("routed", f"routed(u). {BROKEN}", "squad"),
    Item("failed", f"failed(u). routed(u). {BROKEN}", "squad"),
    Item("nmc pin", f"nmc(u,A4,pin). {BROKEN}", "squad"),
    Item("nmc killed", f"nmc(u,A4,killed). {BROKEN}", "leader"),
    Item("nmc two and hob", f"nmc(u,A4,two). hob(u,hero). {BROKEN}", "squad"),
    Item("normal_range", "normal_range(u,4).", "squad"),
    Item("firepower", "firepower(u,4).", "squad"),
    Item("morale", "morale(u,7).", "squad"),
    Item("broken_morale", "broken_morale(u,7).", "squad"),
    Item("leadership", "leadership(u,-1).", "leader"),
    Item("nationality ss", "nationality(u,ss).", "squad"),
    Item("nationality russian", "nationality(u,russian).", "squad"),
    Item("possesses", "sw(w,lmg,1,6). possesses(u,w).", "squad"),
    Item("covered_arc", "covered_arc(u,A4).", "gun"),
    Item("accompanies another", "unit(f,german,squad). at(f,B4). status(f,broken). accompanies(u,f).", "leader"),
    Item("accompanied", f"unit(l,german,leader). at(l,B4). accompanies(l,u). {BROKEN}", "squad"),
    Item("passenger", "unit(c,german,vehicle). at(c,B4). normal_range(c,4). passenger(u,c).", "squad"),
    Item("rider", "unit(c,german,vehicle). at(c,B4). normal_range(c,4). rider(u,c).", "squad"),
    Item("guards", "at(v,B4). status(v,captured). guards(u,v).", "squad"),
    Item("guarded", "at(v,B4). status(u,captured). guards(v,u).", "squad"),
    Item("no_interdiction", "no_interdiction(u).", "squad"),
    Item("reveal", "reveal(u,r,A3,after). status(u,concealed). side(american).", "squad"),
    Item("afv", "afv(u).", "vehicle"),
    Item("skis on", "environment(ground_snow). skis(u,on).", "squad"),
    Item("skis off", "environment(ground_snow). skis(u,off).", "squad"),
    Item("wall_advantage", "wall_advantage(u). hexside(B4,C4,wall).", "squad"),
    Item("no_wall_advantage", "no_wall_advantage(u). hexside(B4,C4,wall).", "squad"),
    Item("upstairs", "terrain(B4,stone_building). level(B4,1). at(u,B4,1).", "squad"),
    Item("in a foxhole", "feature(B4,foxhole). at(u,B4,foxhole).", "squad"),
    Item("in a pillbox", "feature(B4,pillbox). capacity(B4,pillbox,3). at(u,B4,pillbox).", "squad"),
)
ON = {  # the terrain that a feature is in
    "rowhouse": "stone_building",
    "stream": "woods",
    "gully": "woods",
    "bridge": "stream",
    "dry": "stream",
    "deep": "stream",
    "flooded": "stream",
    "ford": "stream",
}
OF_A_HEX = (
    *(Item(terrain, ground=terrain) for terrain in TERRAIN.words),
    *(
        Item(
            f"{feature} as a feature" if feature in TERRAIN.words else feature,
            f"feature(B4,{feature})."
            + {"bridge": " road(B4,C4).", "wire": " wire_exit(B4,1).", "pillbox": " capacity(B4,pillbox,3)."}.get(
                feature, ""
            ),
            ON.get(feature, "open_ground"),
        )
        for feature in FEATURE.words
    ),
    Item("minefield", "feature(B4,minefield(known)).", "open_ground"),
    Item("level 1", "level(B4,1).", "stone_building"),
    Item("level 2", "level(B4,1). level(B4,2).", "stone_building"),
    Item("level 2 alone", "level(B4,2).", "stone_building"),
    Item("level -1", "level(B4,-1).", "stone_building"),
    Item("stairwell", "level(B4,1). stairwell(B4).", "stone_building"),
    Item("Blaze on level 1", 'level(B4,1). feature("B4@1",blaze).', "stone_building"),
    Item("building", "building(x,B4).", "stone_building"),
    Item("elevation 1", "elevation(B4,1).", "open_ground"),
    Item("elevation -1", "elevation(B4,-1).", "open_ground"),
    Item("road", "road(B4,C4).", "open_ground"),
    Item("paved road", "road(B4,C4). paved(B4,C4).", "open_ground"),
    Item("path", "path(B4,C4).", "woods"),
    Item("foxhole of capacity 0", "feature(B4,foxhole). capacity(B4,foxhole,0).", "open_ground"),
    Item("foxhole of capacity 1", "feature(B4,foxhole). capacity(B4,foxhole,1).", "open_ground"),
    Item("somebody in the foxhole", "feature(B4,foxhole). unit(f,german,squad). at(f,B4,foxhole).", "open_ground"),
    Item("wire_exit 2", "feature(B4,wire). wire_exit(B4,2).", "open_ground"),
    Item("wreck", "wreck(B4).", "open_ground"),
    Item("obscured", "obscured(B4,2,2).", "open_ground"),
    Item("illuminated", "environment(night). nvr(3). illuminated(B4).", "open_ground"),
    Item("fordable", "fordable(B4).", "river"),
    Item("current", "terrain(C4,river). current(B4,C4,heavy).", "river"),
    Item("tunnel", "terrain(A4,woods). tunnel(B4,A4,german).", "woods"),
    Item("a router", "at(r,B4).", "open_ground"),
)
OF_A_HEXSIDE = (
    *(Item(side, f"hexside(B4,C4,{side}).", "-") for side in HEXSIDE.words),
    *(Item(f"{side} from the other side", f"hexside(C4,B4,{side}).", "-") for side in HEXSIDE.words),
    Item("road", "road(B4,C4).", "-"),
    Item("paved road", "road(B4,C4). paved(B4,C4).", "-"),
    Item("path", "path(B4,C4).", "-"),
    Item("one level higher", "elevation(C4,1).", "-"),
    Item("two levels higher", "elevation(C4,2).", "-"),
    Item("vertex_los", 'vertex_los(B4,C4,north,"B3",0).', "-"),
)
ITEMS = dict(zip(SUBJECTS, (OF_A_UNIT, OF_A_HEX, OF_A_HEXSIDE), strict=True))
ROUND = {
    "A3": (0, 5),
    "A4": (0, 7),
    "A5": (0, 9),
    "B3": (1, 6),
    "B4": (1, 8),
    "B5": (1, 10),
    "C3": (2, 5),
    "C4": (2, 7),
}


def text_of(rules: str, subject: str, items: tuple[Item, ...], ground: str) -> str:
    """The position in which these are facts of one thing. The router `r` is in B3, next to it; the enemy `v` beside both."""
    said = " ".join(item.facts for item in items)
    kind, terrain = (ground if subject == "unit" else "squad", ground if subject == "hex" else "open_ground")
    lines = [f"rules({rules}). side(german). side(american). attacker(german)."]
    for name, (column, row) in ROUND.items():
        lines.append(f"hex({name},{column},{row}).")
        if f"terrain({name}," not in said:
            lines.append(f"terrain({name},{terrain if name == 'B4' else 'open_ground'}).")
    lines += ["unit(r,german,squad). status(r,broken). status(r,dm)."]
    lines += ["at(r,B3)."] if "at(r," not in said else []
    lines += ["unit(v,american,squad). normal_range(v,6)."]
    lines += ["at(v,A3)."] if "at(v," not in said else []
    lines += ["los(A3,B3,0). los(A3,B4,0). los(B5,B4,0)."]
    if subject == "unit":
        side = "american" if "reveal(u" in said else "german"
        lines += [f"unit(u,{side},{kind})."]
        lines += [PLACE] if "at(u," not in said and kind != "aircraft" else []
    text = "\n".join([*lines, said, ""])
    text = re.sub(r"(?<=[(,])([A-C][0-9])(?=[,)])", r'"\1"', text)
    return re.sub(r"building\(x,", 'building("x",', text)


def grounds(one: Item, two: Item | None = None) -> list[str]:
    """Return the grounds on which the two facts can stand."""
    for item in (one, two):
        if item and item.is_ground:
            return [item.ground]
    return list(dict.fromkeys(item.ground for item in (one, two) if item))


Outcome = tuple[str, tuple[str, ...]]  # refused, reported or "may be", and the messages that say so
MAY_BE: Outcome = ("may be", ())


def outcome(rules: str, subject: str, *items: Item) -> Outcome:
    """Return the fate of the position of these facts; of several grounds, the one that is answered decides."""
    outcomes: list[Outcome] = []
    for ground in grounds(*items):
        outcomes.append(_outcome(text_of(rules, subject, items, ground)))
        if outcomes[-1] == MAY_BE:
            break
    return max(outcomes, key=lambda outcome: ("refused", "reported", "may be").index(outcome[0]))


def of_pair(rules: str, subject: str, one: Item, two: Item, alone: Mapping[str, Outcome]) -> Outcome:
    """Return the fate of two facts together, without the reports on each alone."""
    what, messages = outcome(rules, subject, one, two)
    if what != "reported":
        return what, messages
    new = set(messages) - set(alone[one.name][1]) - set(alone[two.name][1])
    return ("reported", tuple(sorted(new))) if new else MAY_BE


def _outcome(text: str) -> Outcome:
    try:
        position = pyrout.parse(text)
        messages = refusals(ask(position))
    except pyrout.InstanceError as error:
        return "refused", (head(error.problem),)
    if messages:
        return "refused", (min(map(head, messages.values())),)
    solver = Solver(ask(position))
    try:
        reports = {head(sentence) for unit in solver.routers for sentence in solver.assumes(unit)}
    except pyrout.InstanceError as error:  # refused only where legal steps lead
        return "refused", (head(error.remedy),)
    return ("reported", tuple(sorted(reports))) if reports else MAY_BE


def head(message: str) -> str:
    """A message up to what is to be done, without what is of one position alone."""
    text = re.split(r"[:;]| \(| in line", message)[0]
    text = re.sub(r"\b([a-z_]+)\((?:[^()]|\([^()]*\))*\)", r"\1", text)
    return re.sub(r'"?\b([A-C][0-9](@\w+)?|[rufvwlc])\b"?', "X", text)


def pairs(rules: str, subject: str, alone: Mapping[str, Outcome]) -> Iterator[tuple[Item, Item]]:
    """The pairs of facts neither of which is refused alone; no unit is of two kinds, and no hex of two terrains."""
    for one, two in combinations(ITEMS[subject], 2):
        if not (one.is_ground and two.is_ground) and "refused" not in (alone[one.name][0], alone[two.name][0]):
            yield one, two


# The page: a line for each message, with the facts alone, or the pairs of facts, that it is said of


class Section(NamedTuple):
    """Return the page's statements on the facts of one subject by one rule set; pairs that it does not name may be."""

    alone: dict[str, Outcome]
    pairs: dict[frozenset[str], Outcome]

    def of(self, one: Item, two: Item) -> Outcome:
        return self.pairs.get(frozenset((one.name, two.name)), MAY_BE)


def read() -> dict[tuple[str, str], Section]:
    """The page, by subject and rule set."""
    sections: dict[tuple[str, str], Section] = {}
    section = Section({}, {})
    for line in PAGE.read_text("utf-8").splitlines():
        title = re.fullmatch(r"## Facts of a (\w+), `(\w+)`", line)
        if title:
            section = sections[title[1], title[2]] = Section({item.name: MAY_BE for item in ITEMS[title[1]]}, {})
        entry = re.fullmatch(r"- (refused|reported)( alone)?, \*(.*?)\*: (.*)\.", line)
        if not entry:
            continue
        what, is_alone, message, said = entry.groups()
        for group in said.split("; "):
            names = re.findall(r"`([^`]*)`", group)
            keys = names if is_alone else [frozenset((names[0], name)) for name in names[1:]]
            for key in keys:
                table: dict[Any, Outcome] = section.alone if is_alone else section.pairs
                before = table.get(key, MAY_BE)[1]
                table[key] = (what, tuple(sorted({*before, message})))
    return sections


def written(alone: Mapping[str, Outcome], together: Mapping[tuple[str, str], Outcome]) -> Iterator[str]:
    """The lines of a section."""
    said: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, (what, messages) in alone.items():
        for message in messages:
            said[f"{what} alone", message].append(name)
    for (what, message), names in sorted(said.items()):
        yield f"- {what}, *{message}*: {', '.join(f'`{name}`' for name in names)}."
    paired: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for pair, (what, messages) in together.items():
        for message in messages:
            paired[what, message].append(pair)
    for (what, message), left in sorted(paired.items()):
        groups = []
        while left:
            counts = Counter(name for pair in left for name in pair)
            first = max(counts, key=lambda name: counts[name])
            others = [two if one == first else one for one, two in left if first in (one, two)]
            left = [pair for pair in left if first not in pair]
            groups.append(f"`{first}` with {', '.join(f'`{name}`' for name in others)}")
        yield f"- {what}, *{message}*: {'; '.join(groups)}."


def main() -> None:
    head_of_page = PAGE.read_text("utf-8").partition("\n## Facts")[0].rstrip() if PAGE.exists() else "# Pairs of facts"
    lines = [head_of_page]
    for subject in SUBJECTS:
        for rules in RULES:
            alone = {item.name: outcome(rules, subject, item) for item in ITEMS[subject]}
            together = {
                (one.name, two.name): of_pair(rules, subject, one, two, alone)
                for one, two in pairs(rules, subject, alone)
            }
            lines += ["", f"## Facts of a {subject}, `{rules}`", "", *written(alone, together)]
    PAGE.write_text("\n".join([*lines, ""]), "utf-8")


if __name__ == "__main__":
    main()
