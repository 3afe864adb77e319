"""Positions that full ASL refuses, each with its remedy, and similar ones that it takes.

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

import pytest
from tiny import ALONE, Position, asl

from pyrout.errors import InstanceError


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        ("environment(skis).", "E4.33"),
        ("environment(paratroopers).", "history.U,landed"),
        ("environment(tunnels).", "B8.62"),
        ("environment(fording).", "B21.43"),
        ('feature("B2",wire).', "B26.41"),
        ('feature("B2",cave).', "G11.73"),
        ('feature("B2",roadblock).', "lies along a hexside"),
        ('feature("B2",sangar).', "no sangars"),
        ('feature("B2",pillbox). feature("B2@pillbox",ffe).', "only a Blaze is of a Location"),
        ("unit(g2,german,infantry).  at(g2,\"B1\").", "on hexes say what unit it is"),
        ('hexside("B1","B2",interior_factory_wall).', r"O5\.3"),
        ('nmc(g1,"B2",two).', "a15-hob"),
        ('building("b","B2").', "that hex has no building terrain"),
    ],
)  # fmt: skip
def test_what_is_outside_is_refused(fact: str, sentence: str) -> None:
    """Facts that the rule set does not answer are refused with the sentence of its rule."""
    with pytest.raises(InstanceError, match=sentence):
        _ = asl("B1. B2w", "g1:squad@B1 broken dm", facts=fact).g1


def test_terrain_without_a_cost_is_refused() -> None:
    """asl-mf: where a unit could come; farther off it may be what it likes."""
    here = "B1. B2w B3- B9-", "g1:squad@B1 broken dm"
    with pytest.raises(InstanceError, match="is not known to this rule set"):
        _ = asl(*here, facts='terrain("B3",ocean).').g1
    assert asl(*here, facts='terrain("B9",ocean).').destinations == {"B2": 2}


@pytest.mark.parametrize(
    ("feature", "what"),
    [("ffe", "the Hindrance of an FFE"), ("blaze", "the smoke of a Blaze"), ("smoke", "the Hindrance of SMOKE")],
)
def test_smoke_that_is_not_derived_is_refused(feature: str, what: str) -> None:
    """a10-51-hazards: in a position that says nothing of LOS."""
    text = asl("B1. B2w", "g1:squad@B1 broken dm", facts=f'feature("B2",{feature}).').text
    with pytest.raises(InstanceError, match=what):
        _ = Position("\n".join(line for line in text.splitlines() if not line.startswith("los("))).g1


VEHICULAR = "stunned shocked motion buttoned_up abandoned"


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        ('feature("B2",cave).', r"G11\.73"),
        ('feature("B2",sangar).', "foxhole instead"),
        ('feature("B2",roadblock).', 'hexside'),
        ('hexside("B1","B2",railway_embankment).', "leave the hexside out"),
        ("status(g1,in_sewer).", r"B8\.45"),
        ("status(g1,hidden).", "broken and hidden"),
        *((f"status(g1,{status}).", "only vehicles") for status in VEHICULAR.split()),
        *((f'unit(a1,american,squad). at(a1,"B2"). status(a1,{status}).', "only vehicles") for status in VEHICULAR.split()),
        ('unit(a1,american,crew). at(a1,"B2"). status(a1,mounted).', "rider"),
        ('unit(a1,american,gun). at(a1,"B2"). status(a1,motion).', "only vehicles"),
        ('unit(a1,american,squad). at(a1,"B2"). status(a1,malfunctioned).', "a SW or a Gun malfunctions"),
        ('unit(a1,american,squad). at(a1,"B2"). history(a1,broke).', "needs status.U,broken.: add"),
        ('unit(a1,american,squad). at(a1,"B2"). history(a1,kept_dm).', "needs status.U,broken.: add"),
        ('unit(g2,german,squad). at(g2,"B2"). routed(g2). failed(g2).', "needs status.U,broken.: add"),
        ('feature("B1",rowhouse).', "is a building"),
        ('feature("B1",dry).', "a stream or a gully"),
        ('hex("A1",0,1). terrain("A1",water). feature("A1",foxhole).', "nothing is dug"),
        ('hex("A1",0,1). terrain("A1",water). feature("A1",shellholes).', "nothing is dug"),
        ('hex("A1",0,1). terrain("A1",stone_building). stairwell("A1").', "no levels"),
        ("status(g1,wounded).", "only a leader"),
        ("unit(a1,american,gun). at(a1,\"B2\"). status(a1,abandoned).", "a Gun that has no crew"),
        ("unit(a1,american,squad). at(a1,\"B2\"). status(a1,abandoned).", "only vehicles are"),
        ("unit(a1,american,vehicle). at(a1,\"B2\"). status(a1,malfunctioned).", "which weapon malfunctions"),
        ("status(g1,malfunctioned).", "a SW or a Gun malfunctions"),
        ('wire_exit("B1",1).', "no Wire"),
        ("failed(g1).", "needs routed.U.: add"),
        ("unit(a1,american,squad). at(a1,\"B2\"). guards(a1,g1).", "captured"),
        ("unit_of_length(inch,2).", "a fact about a table"),
        ("morale_dice(2,10).", "a fact about a table"),
        ("status(g1,mounted).", "rider"),
        ("unit(h,german,hero). at(h,\"B2\"). status(h,broken).", "hero does not break"),
        ("unit(h,american,hero). at(h,\"B2\"). status(h,broken).", "hero does not break"),
        ('level("B2",1).', "upper levels of other terrain"),
        ('capacity("B2",foxhole,1).', "no such feature"),
    ],
)  # fmt: skip
def test_what_is_refused_has_a_remedy(fact: str, sentence: str) -> None:
    """Every refusal says what to do."""
    with pytest.raises(InstanceError, match=sentence):
        _ = asl("B1. B2.", ALONE, facts=fact).g1


@pytest.mark.parametrize(
    "facts",
    [
        'hex("A1",0,1). terrain("A1",rubble). feature("A1",rowhouse).',
        'hex("A1",0,1). terrain("A1",gully). feature("A1",dry).',
        'hex("A1",0,1). terrain("A1",stone_building). stairwell("A1"). level("A1",1).',
        "routed(g1). status(g1,pinned). history(g1,kept_dm). failed(g1). status(g1,disrupted).",
        'unit(a1,american,vehicle). at(a1,"B2"). status(a1,abandoned).',
        'unit(c,american,squad). at(c,"B1"). status(c,captured).',
        'unit(a1,american,crew). at(a1,"B2"). sw(w,gun,9,16). possesses(a1,w). status(w,malfunctioned).',
    ],
)
def test_what_is_like_it_is_not_refused(facts: str) -> None:
    assert asl("B1. B2.", ALONE, facts=facts).g1.id == "g1"


@pytest.mark.parametrize("fact", ['at(g1,"B1",foxhole).', 'at(g1,"B1",2).'])
def test_a_place_that_is_not_there_is_refused(fact: str) -> None:
    text = asl("B1s B2.", ALONE).text.replace('at(g1,"B1").', fact)
    with pytest.raises(InstanceError, match="has no such"):
        _ = Position(text).g1


@pytest.mark.parametrize("status", ["overstacked", "fanatic"])
def test_statuses_that_change_no_rout_are_taken(status: str) -> None:
    assert asl("B1. B2w", f"g1:squad@B1 broken dm {status}").destinations == {"B2": 2.0}


@pytest.mark.parametrize(
    "fact", ['feature("B2",ffe).', 'feature("B2",smoke).', 'feature("B2",blaze).', 'hexside("B1","B2",rowhouse_wall).']
)
def test_what_hides_units_needs_los(fact: str) -> None:
    """If LOS has to be derived from the terrain, terrain that this does not know is refused."""
    text = asl("B1. B2.", ALONE, facts=fact).text.replace('los("Z98","Z99",0).', "")
    with pytest.raises(InstanceError, match="give los/3"):
        _ = Position(text).g1
