"""Random positions of some ten hexes around a bridge over a ford, deep water, a stream or a gully."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from positions_tiny import drawn, options, touching

HEXES = ("A2", "A3", "A4", "B1", "B2", "B3", "B4", "B5", "C2", "C3", "C4", "D3")
FAR = ("B8", "F3")
BENEATH = ("river", "river", "canal", "water", "stream", "stream", "gully", "gully", "woods", "brush")
WATER = ("river", "canal", "water")
SPANS = (("B3",), ("B3",), ("B3", "B4"), ("B3", "C3"))


def bridge_position(seed: int) -> str:
    """The position of a seed, as instance text. The road of a span leads off it at one or two ends. An elevation is that of the
    water, that of the road, or not given. The options are the defaults in every other position."""
    rnd = Random(seed)
    span = rnd.choice(SPANS)
    beneath, below = rnd.choice(BENEATH), rnd.choice((-1, -1, -1, 0, 0, 1, None, None, None))
    hill = rnd.sample(HEXES, rnd.choice((0, 0, 0, 2, len(HEXES))))
    facts = [f'elevation("{h}",1).' for h in hill if h not in span]
    for h in span:
        facts += [f'terrain("{h}",{beneath}).', f'feature("{h}",bridge).']
        facts += [f'elevation("{h}",{below}).'] * (below is not None)
        if beneath in ("woods", "brush"):
            facts.append(f'feature("{h}",{rnd.choice(("gully", "stream"))}).')
        if beneath == "stream" and rnd.random() < 0.4:
            facts.append(f'feature("{h}",{rnd.choice(("dry", "deep", "flooded", "ford"))}).')
        if beneath in WATER and rnd.random() < 0.6:
            facts.append(f'fordable("{h}").')
    roads = {tuple(sorted(pair)) for pair in pairwise(span)}
    for h in (span[0], span[-1]):
        roads.add(tuple(sorted((h, rnd.choice([o for o in HEXES if touching(h, o) and o not in span])))))
    facts += [f'road("{a}","{b}").' for a, b in sorted(roads)]
    banks = [h for h in HEXES if h not in span and not any(h in road for road in roads)]
    for h in rnd.sample(banks, min(len(banks), rnd.choice((0, 0, 1, 2)))):
        if beneath in (*WATER, "stream", "gully") and h not in hill:
            facts.append(f'terrain("{h}",{beneath}).')
            facts += [f'fordable("{h}").'] * (beneath in WATER and rnd.random() < 0.6)
            facts += [f'elevation("{h}",-1).'] * (rnd.random() < 0.7)
    places = [h for h in HEXES if f'terrain("{h}",' not in " ".join(facts) or (h in span and rnd.random() < 0.5)]
    start = rnd.choice(places)
    units, los = [f"g1:{rnd.choice(('squad', 'squad', 'leader'))}@{start} broken {rnd.choice(('dm', 'dm', ''))}"], set()
    for number in range(1, rnd.choice((2, 2, 3, 4))):
        place = rnd.choice([h for h in places if h != start] + list(FAR))
        units.append(f"a{number}:squad@{place} {rnd.choice(('', '', '', 'broken', 'unarmed', 'melee'))}")
        los |= {f"{place}-{h}" for h in HEXES if h != place and (touching(place, h) or rnd.random() < 0.5)}
    weather = rnd.choice((*[""] * 6, "mud", "rain", "night"))
    facts += [f"environment({weather})."] * bool(weather)
    facts += ["nvr(2)."] * (weather == "night")
    facts += ["no_quarter(german)."] * (rnd.random() < 0.15)
    if seed % 2:
        facts += options(rnd)
    told = {h for h in HEXES if f'terrain("{h}",' in " ".join(facts)}
    hexes = " ".join(f"{h}{'-' if h in told else rnd.choice('....wwbg')}" for h in HEXES)
    return drawn(f"{hexes} {' '.join(f'{h}-' for h in FAR)}", units, los, sorted(set(facts)))
