"""Enemies revealed before or after a Low Crawl (A12.14).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

import pytest
from tiny import asl
from tiny_asl import VEIL

import pyrout


def test_a_crawl_by_the_stairs_to_another_destination_than_before() -> None:
    """a12-14-reveal, a10-52-crawl: a1, revealed before the leader leaves the cellar, is next to B1, to which it was bound. It
    has not moved: bound for B2 now, it may still crawl there, although the hex is the same."""
    facts = 'level("B2",-1). stairwell("B2"). reveal(a1,g1,"B2",before).'
    units = "g1:leader@B2@-1 broken dm; a1:squad@C2 concealed; a2:vehicle@B3"
    here = asl("B1s B2s B3. C2.", units, "C2-B1 C2-B2@-1", facts, near=False)
    crawls = [[leg.to for leg in r.legs] for r in here.g1.routes if r.posture == "low_crawl"]
    assert crawls == [["B1", None], ["B1", "B2"], ["B2"]]


def test_a_crawl_before_which_an_enemy_is_revealed() -> None:
    """a12-14-reveal, a10-52-crawl: B1, uphill, costs 4 MF of the leader's 3: it can only crawl there. a1 in B8, revealed before,
    is Known then, and bars nothing; a1 in A1, next to B1, bars it, and nothing else is left."""
    leader, uphill = "g1:leader@B2 broken dm wounded", 'elevation("B1",1). reveal(a1,g1,"B1",before).'
    here = asl("B1w B2. B3. B8.", f"{leader}; a1:squad@B8 concealed", "B8-B2", uphill)
    (crawl,) = [r for r in here.g1.routes if r.path == ("B2", "B1")]
    assert (crawl.posture, crawl.end, crawl.discovers) == ("low_crawl", "survives", (pyrout.Discovery("B2", ("a1",)),))
    barred = asl("A1. B1w B2.", f"{leader}; a1:squad@A1 concealed", "A1-B2", uphill)
    assert (barred.g1.verdict, barred.g1.routes) == ("stays", ())


def test_a_crawl_after_a_reveal() -> None:
    """a12-14-reveal, a10-52-crawl: it has not moved. Barred from B2, it may crawl towards B5; where a1 is out of sight, to B2."""
    barred = asl(VEIL[0] + " B5w", VEIL[1], VEIL[2], 'reveal(a1,g1,"B2",before).')
    crawls = [r for r in barred.g1.routes if r.posture == "low_crawl" and len(r.legs) == 2]
    assert [(r.path, [leg.to for leg in r.legs]) for r in crawls] == [(("B3", "B4"), ["B1", "B5"])]
    assert asl(VEIL[0], VEIL[1], "", 'reveal(a1,g1,"B2",before).').crawls == {"B2": "surrenders"}


@pytest.mark.parametrize("toward", ["hexes", "mf", "free", "reachable"])
def test_a_crawl_after_a_reveal_by_each_reading_of_where_it_may_go(toward: str) -> None:
    """crawl_toward: by each of them B4 is on the way from B3 to B5."""
    facts = f'reveal(a1,g1,"B2",before). option(crawl_toward,{toward}).'
    here = asl(VEIL[0] + " B5w", VEIL[1], VEIL[2], facts)
    crawls = [r for r in here.g1.routes if r.posture == "low_crawl" and r.legs[-1].to == "B5"]
    assert [r.path for r in crawls if len(r.legs) == 2] == [("B3", "B4")]


@pytest.mark.parametrize("encircled", ["", "encircled"])
def test_about_to_crawl_it_surrenders_to_whom_it_learns_of(encircled: str) -> None:
    """a12-14-reveal, a20-21-surrender, option(crawl_toward,free): about to crawl to B4, g1 learns of a1, next to it, who bars it.
    Encircled it surrenders to him, as it would before a step; else it has a clean rout to B1, and there is no such crawl."""
    here = asl(
        "B1w B2. B3. B4. A4-",
        f"g1:squad@B3 broken dm {encircled}",
        "",
        "option(crawl_toward,free).",
    )
    assert here.crawls == {"B2": "survives", "B4": "survives"}
    here = asl(
        "B1w B2. B3. B4. A4-",
        f"g1:squad@B3 broken dm {encircled}; a1:squad@A4 concealed",
        "",
        'option(crawl_toward,free). reveal(a1,g1,"B4",before).',
    )
    assert set(here.crawls) == {"B2"}
    assert here.runs == {"B3 B2 B1": "survives"} | ({"B3": "surrenders"} if encircled else {})


@pytest.mark.parametrize("toward", ["yes", "no"])
@pytest.mark.parametrize("encircled", ["", "encircled"])
def test_bound_for_nowhere_and_about_to_crawl_it_surrenders(encircled: str, toward: str) -> None:
    """a12-14-reveal, a20-21-surrender: up the brush of B4, for 4 MF, g1 with its 3 can only crawl. About to, it learns of a1,
    next to it, who bars it; with no clean rout it surrenders, by either reading of where it may go (free_toward)."""
    facts = f'option(free_toward,{toward}). elevation("B4",1). '
    units = f"g1:leader@B3 broken dm wounded {encircled}; a1:squad@A4 concealed"
    assert asl("B3. B4b A4-", units, "", facts).crawls == {"B4": "survives"}
    here = asl("B3. B4b A4-", units, "", facts + 'reveal(a1,g1,"B4",before).')
    assert (here.g1.verdict, here.runs, here.crawls) == ("may_rout", {"B3": "surrenders"}, {})


@pytest.mark.parametrize(("reveal", "end"), [("after", "surrenders"), ("", "survives")])
def test_who_can_only_crawl_there_learns_of_somebody(reveal: str, end: str) -> None:
    """a12-14-reveal: up the brush of B4, for 4 MF, g1 with its 3 can only crawl. Next to a1, who is revealed there, it
    surrenders; if somebody is revealed elsewhere, it does not."""
    facts = f'elevation("B4",1). reveal(a1,g1,"{"B4" if reveal else "B2"}",{reveal or "before"}).'
    here = asl("B2. B3. B4b A4-", "g1:leader@B3 broken dm wounded; a1:squad@A4 concealed", "", facts)
    assert here.crawls["B4"] == end


def test_more_are_revealed_before_a_crawl_after_a_new_choice() -> None:
    """a12-14-reveal, option(crawl_toward,free): about to crawl to B1, g1 learns of a1, who bars C2, and chooses B3. Before it
    crawls to A2 instead a2 drops his concealment, too, out of its sight; from A2 it is thrown back by a3."""
    here = asl(
        "A2w A3. B1b B2. B3w C2w C3. D1. D2. Z98- Z99-",
        "g1:squad@B2 broken dm; a1:squad@C2 concealed; a2:squad@D2 concealed; a3:leader@A2 concealed",
        "C2-B2 Z98-Z99",
        'reveal(a1,g1,"A2",before). reveal(a1,g1,"B1",before). reveal(a2,g1,"A2",before). option(crawl_toward,free).'
        ' road("A2","B1").',
    )
    crawls = [r for r in here.g1.routes if r.posture == "low_crawl" and [leg.to for leg in r.legs] == ["C2", "B3"]]
    assert {r.path: r.end for r in crawls}.get(("B2", "A2", "B2")) == "eliminated"


def test_what_cannot_happen_to_a_crawl_or_a_repulsed_unit() -> None:
    """a12-14-reveal: no Interdiction of a Low Crawl, nor of a unit that is thrown back; option(bar_unarmed,no)."""
    crawl = next(r for r in asl(*VEIL).g1.routes if r.posture == "low_crawl")
    assert {u.rule for u in crawl.unless} == {"a10-51-adjacent", "a10-51-closer", "a10-5-ftr", "a20-21-surrender"}
    thrown = asl(*VEIL).run("B3 B2 C2 B2")
    assert {u.when for u in thrown.unless if u.hex == "C2"} == {"before"}
    armed = asl(*VEIL, "option(bar_unarmed,no).").run("B3 B2 B1")
    assert ("B2", "a10-51-adjacent") in {(u.hex, u.rule) for u in armed.unless}


def test_about_to_crawl_it_learns_of_somebody_who_bars_nothing() -> None:
    """a12-14-reveal: 3 MF and doubled costs take an Encircled and wounded leader to C3 alone, so that nothing is a destination:
    he may crawl into either hex, and whoever is revealed before it is too far away to bar that."""
    facts = 'reveal(a2,g1,"C3",before). reveal(a2,g1,"B3",before).'
    here = asl("B2. B3w C3. D1-", "g1:leader@B2 broken dm encircled wounded; a2:squad@D1 concealed", "", facts)
    assert here.crawls == {"B3": "survives", "C3": "survives"}
    assert here.runs == {"B2 C3": "survives"}


def test_it_crawls_before_those_whom_it_knows_already() -> None:
    """a12-14-reveal, a10-52-crawl: an Encircled and wounded leader has 3 MF and pays double, too little for the woods. Before
    C3 he learns of a1 and a3, who bar nothing, and of a2, who bars C3; so he chooses anew, and nobody new is revealed before he
    crawls into B3."""
    facts = "".join(f'reveal({enemy},g1,"{hex_}",before). ' for hex_ in ("B3", "C3") for enemy in ("a1", "a3"))
    units = (
        "g1:leader@B2 broken dm encircled wounded; a1:squad@D1 concealed; a2:squad@D3 concealed; a3:squad@D1 concealed"
    )
    here = asl("B2. B3w C3. D1- D3-", units, "D3-B2 D1-B2", facts + 'reveal(a2,g1,"C3",before).')
    assert {(route.path, route.posture, len(route.legs), route.discovers[0].enemies) for route in here.g1.routes} == {
        (("B2", "B3"), "low_crawl", 1, ("a1", "a3")),
        (("B2", "B3"), "low_crawl", 2, ("a1", "a2", "a3")),
    }


def test_a_crawl_that_is_thrown_back_has_chosen_where_it_crawls() -> None:
    """a12-14-reveal, a10-533-repulse, a20-21-clean: a2, revealed before g1 crawls, could take it; but it has a clean rout to B1,
    concealed units being looked through (note 14), and crawls there all the same. a1 throws it back."""
    here = asl(
        "B1. B2. B3-", "g1:squad@B2 broken dm; a1:squad@B1 concealed; a2:squad@B3 concealed", "B3-B2", near=False
    )
    (crawl,) = [route for route in here.g1.routes if route.posture == "low_crawl"]
    assert (crawl.repulsed is not None, {u.by for u in crawl.unless}) == (True, {"a1"})
    shown = 'reveal(a2,g1,"B1",before).'
    assert [
        r.repulsed is not None
        for r in asl(
            "B1. B2. B3-",
            "g1:squad@B2 broken dm; a1:squad@B1 concealed; a2:squad@B3 concealed",
            "B3-B2",
            shown,
            near=False,
        ).g1.routes
        if r.posture == "low_crawl"
    ] == [True]
