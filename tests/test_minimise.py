"""What `minimise` leaves of a position, and what it never takes."""

from __future__ import annotations

import pytest
from tiny import facts_of

import pyrout
from pyrout.minimise import minimise

# g1 must rout to B2 or B3 (see test_cli.py); C1, C2, D9, E9, l1, the mg and the wall have no part in its verdict.
CLUTTERED = facts_of(
    "A1. A2w B1. B2. B3w C1. C2. D9w E9~",
    "g1:squad@B1 broken dm; g2:leader@C2 wounded; a1:squad@A1; a2:squad@C1 pinned",
    "A1-B1 A1-B2",
    'sw(mg,mmg,5,12). possesses(a1,mg). hexside("B2","B3",wall). expect(g1,routes(1)).',
)


def unit(position: pyrout.Instance) -> pyrout.UnitAnswer:
    return pyrout.solve(position, units=("g1",), excluded=False)["g1"]


def test_only_what_the_property_needs_is_left() -> None:
    """To be next to a Known enemy takes two hexes, two units and a LOS."""
    found = minimise(pyrout.parse(CLUTTERED), lambda p: "sk-must-adjacent" in {r.rule for r in unit(p).must_rout})
    assert {str(u) for u in found.units} == {"g1", "a1"}
    assert {fact.args[0] for fact in found.of("hex")} == {"A1", "B1"}
    assert [fact.args for fact in found.of("los")] == [("A1", "B1", 0)]
    assert [str(fact) for fact in found.of("status")] == ["status(g1,broken)"]
    for name in ("sw", "possesses", "hexside", "normal_range", "expect"):
        assert found.of(name) == ()
    assert {str(f) for f in found.facts} <= {str(f) for f in pyrout.parse(CLUTTERED).facts} | {
        'terrain("A1",open_ground)'
    }
