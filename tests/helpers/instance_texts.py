"""A good instance file, and what the reader says of a bad one."""

from __future__ import annotations

import pytest

from pyrout.errors import InstanceError
from pyrout.position.consistency import Need
from pyrout.position.reading import parse

GOOD = """\
% a squad that has to leave a field
rules(aslsk).
side(german). side(american). attacker(american). month(7).
hex("A1",0,1). hex("A2",0,3). hex("B1",1,2). hex("B2",1,4).
terrain("A1",woods). terrain("B1",stone_building).
los("A1","B2",3).
unit(g1,german,squad). at(g1,"A2"). status(g1,broken). status(g1,dm).
unit(l1,german,leader). at(l1,"A2").
unit(a1,american,squad). at(a1,"B2"). normal_range(a1,6).
"""
LAST = GOOD.count("\n") + 1  # the line of a fact appended to GOOD


def refusal(text: str, need: Need = "router") -> InstanceError:
    with pytest.raises(InstanceError) as caught:
        parse(text, "x.lp", need=need)
    return caught.value
