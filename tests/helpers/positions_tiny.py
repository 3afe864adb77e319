"""Random positions of some ten hexes, in which somebody drops concealment: so small that a rare coincidence of a reveal, a
shelter, a price and an option is met in a thousand of them."""

from __future__ import annotations

import re
from random import Random

from positions_asl import OPTIONS
from tiny import cell, facts_of

HEXES = ("A2", "A3", "B1", "B2", "B3", "C2", "C3", "D1", "D2", "D3")
FAR = ("F2", "B8")


def touching(a: str, b: str) -> bool:
    (c, r), (d, s) = cell(a), cell(b)
    return (abs(c - d), abs(r - s)) in ((0, 2), (1, 1))


def tiny_position(seed: int) -> str:
    """The position of a seed, as instance text; g1 is in B2. Nobody is revealed at the step into his own hex. The options are
    the defaults in every other position."""
    rnd = Random(seed)
    kind = rnd.choice(("squad", "squad", "half_squad", "leader"))
    status = " ".join(word for word in ("disrupted", "encircled", "wounded") if rnd.random() < 0.12)
    status = status if kind == "leader" else status.replace("wounded", "")
    units, los, facts, reveals = [f"g1:{kind}@B2 broken dm {status}"], set(), [], {}
    for number in range(1, rnd.choice((2, 2, 3, 4))):
        place = rnd.choice([h for h in HEXES if h != "B2"] + list(FAR) * 2)
        veiled = rnd.random() < 0.7
        word = "concealed" if veiled else rnd.choice(("", "", "broken", "melee", "unarmed"))
        units.append(f"a{number}:{rnd.choice(('squad', 'squad', 'leader', 'gun'))}@{place} {word}")
        los |= {f"{place}-{h}" for h in HEXES if h != place and (touching(place, h) or rnd.random() < 0.4)}
        for hex_ in rnd.sample([h for h in HEXES if h not in ("B2", place)], veiled * rnd.choice((1, 1, 2))):
            reveals[number, hex_] = rnd.choice(("before", "before", "after"))
    facts += [f'reveal(a{number},g1,"{hex_}",{when}).' for (number, hex_), when in reveals.items()]
    for feature in ("foxhole", "shellholes", "trench"):
        if rnd.random() < 0.25:
            dug = rnd.choice(HEXES)
            if feature != "trench" or f'feature("{dug}",foxhole).' not in facts:
                facts.append(f'feature("{dug}",{feature}).')
    for _ in range(rnd.choice((0, 0, 1, 2))):
        a = rnd.choice(HEXES)
        facts.append(f'road("{a}","{rnd.choice([b for b in HEXES if touching(a, b)])}").')
    if rnd.random() < 0.2:
        facts.append("no_quarter(german).")
    if rnd.random() < 0.25:
        facts.append(f'nmc(g1,"{rnd.choice(HEXES)}",{rnd.choice(("pass", "pin", "fail"))}).')
    if seed % 2:
        facts += options(rnd)
    hexes = " ".join(f"{h}{rnd.choice('...wwbg')}" for h in HEXES) + " F2- B8-"
    return drawn(hexes, units, los, sorted(set(facts)))


def options(rnd: Random) -> list[str]:
    chosen = [name for name in OPTIONS if rnd.random() < (0.5 if name in ("free_toward", "revisit") else 0.1)]
    return [f"option({name},{rnd.choice(OPTIONS[name])})." for name in chosen]


def drawn(hexes: str, units: list[str], los: set[str], facts: list[str]) -> str:
    text = facts_of(hexes, "; ".join(units), " ".join(sorted(los)), " ".join(facts))
    return text.replace("rules(aslsk)", "rules(asl)")


COLUMN, BESIDE = ("B1", "B2", "B3", "B4", "B5", "B6"), ("A3", "A4", "A5", "C3", "C4", "C5")
ENEMIES = ("A2", "A6", "C2", "C6", "D3", "D4", "F2", "F5", "I4")  # where they may be off the map


def sheltered_position(seed: int) -> str:
    """The position of a seed, as instance text: g1 goes up column B to the woods of B1, with shelters on the way that may keep it
    from getting there; a9 in B9 interdicts. The options are the defaults in every other position."""
    rnd = Random(seed)
    hexes = [*COLUMN, *(h for h in BESIDE if rnd.random() < 0.6)]
    start = rnd.choice(("B5", "B6"))
    status = " ".join(word for word in ("encircled", "disrupted") if rnd.random() < 0.07)
    units = [f"g1:{rnd.choice(('squad', 'squad', 'leader'))}@{start} broken dm {status}", "a9:squad@B9"]
    los = {f"B9-{h}" for h in hexes if rnd.random() < 0.45}
    facts = ["normal_range(a9,12)."]
    for number in range(1, rnd.choice((2, 3, 3, 4))):
        place = rnd.choice([h for h in hexes if h != start] + list(ENEMIES))
        veiled = rnd.random() < 0.85
        units.append(f"a{number}:{rnd.choice(('squad', 'squad', 'leader', 'gun'))}@{place}{' concealed' * veiled}")
        los |= {f"{place}-{h}" for h in hexes if h != place and (touching(place, h) or rnd.random() < 0.35)}
        facts.append(f"normal_range(a{number},{rnd.choice((1, 3, 9))}).")
        for hex_ in rnd.sample([h for h in hexes if h not in (start, place)], veiled * rnd.choice((1, 1, 2))):
            facts.append(f'reveal(a{number},g1,"{hex_}",{rnd.choice(("before", "before", "after"))}).')
    for hex_ in rnd.sample([h for h in hexes if h != "B1"], rnd.choice((1, 2, 3))):
        facts.append(f'feature("{hex_}",{rnd.choice(("trench", "foxhole", "shellholes"))}).')
    if rnd.random() < 0.3:
        a = rnd.choice(COLUMN)
        facts.append(f'road("{a}","{rnd.choice([b for b in hexes if touching(a, b)])}").')
    if rnd.random() < 0.25:
        facts.append("no_quarter(german).")
    if seed % 2:
        facts += options(rnd)
    ground = "w" + "".join(rnd.choice("....bgw") for _ in hexes[1:])
    beyond = sorted({unit.split("@")[1].split()[0] for unit in units} - set(hexes))
    if rnd.random() < 0.25:
        facts.append(
            f'nmc(g1,"{rnd.choice([h for h in hexes if h != start])}",{rnd.choice(("pass", "pin", "fail", "fail"))}).'
        )
    hexes = [*(h + terrain for h, terrain in zip(hexes, ground, strict=True)), *(f"{h}-" for h in beyond)]
    return drawn(" ".join(hexes), units, los, facts)


TRENCHED = ("A3", "A4", "B1", "B2", "B3", "B4", "B5", "C2", "C3", "C4", "D3", "D4")


def trenched_position(seed: int) -> str:
    """The position of a seed, as instance text: connected trenches and pillboxes on a few hexes of two levels, some of them
    mined, and g1 in B4, often in a trench. The options are the defaults in every other position."""
    rnd = Random(seed)
    forts = {
        h: rnd.choice(("trench", "trench", "trench", "pillbox", "foxhole")) for h in TRENCHED if rnd.random() < 0.5
    }
    forts["B4"] = rnd.choice(("trench", "trench", "trench", "pillbox"))
    facts = [f'feature("{h}",{fort}).' for h, fort in forts.items()]
    facts += [f'feature("{h}",trench).' for h, fort in forts.items() if fort == "pillbox" and rnd.random() < 0.3]
    inside = f"@{forts['B4']}" if rnd.random() < 0.75 else ""
    status = " ".join(word for word in ("encircled", "disrupted") if rnd.random() < 0.07 and inside != "@pillbox")
    units = [f"g1:{rnd.choice(('squad', 'squad', 'leader'))}@B4{inside} broken dm {status}", "a9:squad@B9"]
    seen = [h for h in TRENCHED if rnd.random() < 0.5]
    facts.append("normal_range(a9,12).")
    los = {f"B9-{h}" for h in seen}
    for number in range(1, rnd.choice((1, 2, 3))):
        place = rnd.choice([h for h in (*TRENCHED, "B6", "A2", "F2") if h != "B4"])
        units.append(
            f"a{number}:{rnd.choice(('squad', 'squad', 'leader'))}@{place} {rnd.choice(('', '', 'broken', 'concealed'))}"
        )
        los |= {f"{place}-{h}" for h in TRENCHED if h != place and (touching(place, h) or rnd.random() < 0.35)}
    if rnd.random() < 0.3:
        friends = rnd.choice([h for h, fort in forts.items() if fort == "trench"] or ["B4"])
        units += [
            f"g{n}:squad@{friends}{f'@{forts[friends]}' * rnd.choice((0, 1))}" for n in range(2, rnd.choice((3, 5)))
        ]
    for word, chance in (("minefield(known)", 0.3), ("ffe", 0.1), ("smoke", 0.1), ("blaze", 0.1)):
        if rnd.random() < chance:
            facts.append(f'feature("{rnd.choice(TRENCHED)}",{word}).')
    if rnd.random() < 0.15:
        wired = rnd.choice(TRENCHED)
        if forts.get(wired) != "pillbox":
            facts += [f'feature("{wired}",wire).', f'wire_exit("{wired}",{rnd.choice((1, 2))}).']
    sides: dict[frozenset[str], str] = {}
    for _ in range(rnd.choice((0, 0, 1, 2))):
        a = rnd.choice(TRENCHED)
        b = rnd.choice([h for h in TRENCHED if touching(a, h)])
        sides[frozenset((a, b))] = f'hexside("{a}","{b}",{rnd.choice(("cliff", "wall", "hedge"))}).'
    facts += sides.values()
    if rnd.random() < 0.5:
        facts += [f'elevation("{h}",1).' for h in TRENCHED if rnd.random() < 0.5]
    if rnd.random() < 0.25:
        facts.append("no_quarter(german).")
    if seed % 2:
        facts += options(rnd)
    hexes = [h + rnd.choice("...wwbg") for h in TRENCHED]
    beyond = sorted({unit.split("@")[1].split()[0] for unit in units} - set(TRENCHED))
    text = drawn(" ".join([*hexes, *(f"{h}-" for h in beyond)]), units, los, sorted(set(facts)))
    return re.sub(r'(at\(\w+,"\w+)@(\w+)"', r'\1",\2', text)
