"""The single routs that the published rulings call legal or illegal, on the instances in `instances/rulings/`.

What an instance's ``expect`` facts can say is tested with all others in `test_instances.py`; here is what they cannot: which
paths may be claimed, where they may end, and by which rule the others are forbidden.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

import pyrout

RULINGS = Path(__file__).parents[2] / "instances" / "rulings"


class Claim(NamedTuple):
    """A rout and what becomes of it: `end` is how it may end (None: it may not end there, but it may be begun so)."""

    ruling: str
    path: str
    end: str | None
    low_crawl: bool = False


class Fault(NamedTuple):
    """A rout that is illegal, and a rule that its last step (or its end) breaks."""

    ruling: str
    path: str
    rule: str
    low_crawl: bool = False


LEGAL = [
    Claim("R01", "xL2 xL3", None),
    Claim("R01", "xL2 xL3 xM4", "survives"),
    Claim("R01", "xL2 xL3 xM4 xN3", "survives"),
    Claim("R01", "xL2 xL3 xM4 xN4", "survives"),
    Claim("R03", "M2 M2@1", "survives"),
    Claim("R03", "M2 M2@1 N1@1", "survives"),
    Claim("R03", "M2 M2@1 M2@2 N1@2", "survives"),
    Claim("R05", "xJ2 xK2", "survives"),
    Claim("R05", "xJ2 xJ1 xJ0", "survives"),
    Claim("R05", "xJ2 xJ1", "survives", low_crawl=True),
    Claim("R07-nq", "xI4 xI3", "survives", low_crawl=True),
    Claim("R07-nq", "xI4 xI3 xH2", "survives"),
    Claim("R07-nq", "xI4 xI3 xJ2", "survives"),
    Claim("R07-nq", "xI4 xI3 xH2 xH1 xH0", "survives"),
    Claim("R07-nq", "xI4 xI3 xI2 xJ1 xJ0", "survives"),
    Claim("R08", "xI4 xJ4", "eliminated"),
    Claim("C03", "xJ4 xK5", None),
    Claim("C03", "xJ4 xK5 xL4", "survives"),
    Claim("C12", "xS2 xS3", None),
    Claim("Q01", "xJ2 xK2", None),
    Claim("Q01", "xJ2 xK2 xK1 xJ0", "survives"),
    Claim("Q01", "xJ2 xK2 xL1 xL0", "survives"),
    Claim("Q05", "xE5 xE6 xE7", None),
    Claim("Q05", "xE5 xE6 xE7 xF7", "survives"),
    Claim("Q05", "xE5 xE6 xE7 xF6 xG6", "survives"),
    Claim("Q07", "xE5 xF5", "survives", low_crawl=True),
    Claim("Q10", "xE5 xE6 xE7", "survives"),
    Claim("F03", "xE5 xE6", "survives"),
    Claim("F03", "xE5 xE6 xE7 xE8 xE9 xE10", "survives"),
    Claim("F04a", "xE5 xE6", "survives"),
    Claim("F04a", "xE5 xF5 xG6", "survives"),
    Claim("F04b", "xE5 xE6", "survives"),
    Claim("F05", "xE5 xE6 xE7", "survives"),
    Claim("F09", "xE5 xD4", "survives"),
    Claim("F09", "xE5 xF5 xF6", "survives"),
    Claim("F09", "xE5 xD5", "survives", low_crawl=True),
    Claim("B30-pillbox", "B2@pillbox B1", "survives"),
    Claim("B28-mines", "B3 B2 B1", "survives"),
]
ILLEGAL = [
    Fault("R01", "xL2 xL1", "a10-51-adjacent"),
    Fault("R01", "xL2 xK3", "a10-51-adjacent"),
    Fault("R01", "xL2 xM3", "a10-51-adjacent"),
    Fault("R01", "xL2 xL3 xL4", "a10-51-adjacent"),
    Fault("R01", "xL2 xL3 xM3", "a10-51-closer"),
    Fault("R01", "xL2 xL3 xM4 xM5", "a10-51-arrived"),
    Fault("R01", "xL2 xL3 xM4 xL4", "a10-51-closer"),
    Fault("R05", "xJ2 xI3", "a10-51-closer"),
    Fault("R05", "xJ2 xI2 xH2", "a10-51-closer"),
    Fault("R05", "xJ2 xK3", "a10-51-adjacent"),
    Fault("R05", "xJ2 xJ3", "a10-51-adjacent"),
    Fault("R07-nq", "xI4 xH3", "a10-51-adjacent"),
    Fault("R07-nq", "xI4 xI5", "a10-51-adjacent"),
    Fault("R08", "xI4 xH3", "a10-51-adjacent"),
    Fault("C03", "xJ4 xK5 xK6", "a10-51-adjacent"),
    Fault("C03", "xJ4 xK5 xJ5", "a10-51-adjacent"),
    Fault("C12", "xS2 xS1", "a10-51-adjacent"),
    Fault("C12", "xS2 xR2", "a10-51-adjacent"),
    Fault("C12", "xS2 xR1", "a10-51-adjacent"),
    Fault("Q01", "xJ2 xK2 xJ1", "a10-51-adjacent"),
    Fault("Q01", "xJ2 xK2 xK3", "a10-51-adjacent"),
    Fault("Q01", "xJ2 xK2", "a10-52-crawl", low_crawl=True),
    Fault("Q05", "xE5 xE6 xE7 xE8", "a10-51-adjacent"),
    Fault("Q05", "xE5 xE6 xE7 xE6", "a10-51-closer"),
    Fault("Q07", "xE5 xE4", "a10-51-closer"),
    Fault("F03", "xE5 xE4", "a10-51-closer"),
    Fault("F04a", "xE5 xD4", "a10-51-adjacent"),
    Fault("F05", "xE5 xE6 xE7 xD7", "a10-51-adjacent"),
    Fault("F05", "xE5 xE6 xE7 xE8", "a10-51-adjacent"),
    Fault("F09", "xE5 xE4", "a10-51-closer"),
]


@pytest.mark.parametrize("claim", LEGAL, ids=lambda claim: f"{claim.ruling}: {claim.path}")
@pytest.mark.slow
def test_a_rout_that_a_ruling_calls_legal(claim: Claim) -> None:
    judgement = pyrout.check(
        pyrout.load(RULINGS / f"{claim.ruling}.lp"), "g1", claim.path.split(), low_crawl=claim.low_crawl
    )
    if claim.end:
        assert (judgement.legal, judgement.end) == (True, claim.end)
    else:
        assert judgement.before == claim.path.split()[-1] and judgement.after is None


@pytest.mark.parametrize("fault", ILLEGAL, ids=lambda fault: f"{fault.ruling}: {fault.path}")
@pytest.mark.slow
def test_a_rout_that_a_ruling_calls_illegal(fault: Fault) -> None:
    path = fault.path.split()
    judgement = pyrout.check(pyrout.load(RULINGS / f"{fault.ruling}.lp"), "g1", path, low_crawl=fault.low_crawl)
    assert (judgement.legal, judgement.after) == (False, path[-1])
    assert fault.rule in {reason.rule for reason in judgement.faults}


def test_every_ruling_says_where_it_comes_from() -> None:
    for path in RULINGS.glob("*.lp"):
        comment = path.read_text("utf-8").split("\n\n")[0]
        assert comment.startswith("% "), path.name
        assert any(word in comment for word in ("official", "agreed")), path.name
