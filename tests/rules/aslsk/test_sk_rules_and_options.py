"""Every rule and option of the Starter Kit has a test in this folder.

Every answer is worked out by hand from the sentence in the docstring ("article": Jay Richardson's "Routing"; the
other sentences are those of the citations). Costs in comments are MF: open ground 1, brush and cover 2.
"""

from __future__ import annotations

import re
from pathlib import Path

from tiny import ALONE, position

import pyrout
from pyrout.program.rule_index import citations, options

RULE_ID = re.compile(r"sk-[a-z]+(?:-[a-z]+)*")


def test_every_rule_is_tested_here() -> None:
    """Each rule id of the citations stands in the name or body of a test, and no test names a rule that does not
    exist."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    # A banner names the rules that the tests below it are for: it does not count.
    named = {rule for line in source.splitlines() if not line.startswith("# ---") for rule in RULE_ID.findall(line)}
    assert set(citations("aslsk")) - named == set(), "name them in the test that shows them"
    assert named - set(citations("aslsk")) == set(), "no rules"


HERE = Path(__file__).parent
OPTION = re.compile(r"option\((\w+),(\w+)\)")


def test_every_option_is_tested_here() -> None:
    """Each value of each option is set in a test, and no test sets one that does not exist."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    assert set(OPTION.findall(source)) == {(value.option, value.value) for value in options("aslsk")}


def test_defaults_of_the_options() -> None:
    """The readings in force when nobody asks for another."""
    assert pyrout.solve(position("B1. B2.", ALONE).instance).options == {
        "crawl_toward": "mf",
        "ftr_removal": "immediate",
        "ignore_from": "current",
        "revisit": "forbid",
        "road_rate": "choice",
    }


def test_each_option_names_its_rule() -> None:
    """An option bears on one rule."""
    assert {o.option: o.rule for o in options("aslsk")} == {
        "crawl_toward": "sk-crawl-toward",
        "ftr_removal": "sk-order",
        "ignore_from": "sk-dest-ignore-range",
        "revisit": "sk-revisit",
        "road_rate": "sk-road",
    }
