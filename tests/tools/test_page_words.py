"""No word of a programmer stands in a sentence of the page: what it asks for is named, and where the page sets it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from page_player import Player
from vasl_tables import Table

from pyrout.position.vocabulary import BY_NAME
from pyrout.serve.jobs import answer
from pyrout.serve.page_words import in_words

ROOT = Path(__file__).parents[2]
STRING = re.compile(r'"((?:[^"\\]|\\.)+)"')
# A fact, a predicate with its arity, an option of the command line, a name of a fact or of a word with its underscore
CODE = re.compile(
    r"(?<![\w.])--[a-z]|"
    rf"\b(?:{'|'.join(BY_NAME)})(?:\([A-Za-z\"]|/\d)|"
    r"\b(?:open_ground|half_squad|stone_building|no_interdiction|normal_range|broken_morale|dune_crest_low|enemy_adjacent)\b"
)


def sentences_of_the_rules() -> Iterator[str]:
    for path in sorted((ROOT / "asp").rglob("*.lp")):
        for line in path.read_text("utf-8").splitlines():
            if not line.startswith("%"):
                yield from (text for text in STRING.findall(line) if " " in text and "/" not in text[:3])


def test_no_sentence_of_the_rules_has_code_in_it_on_the_page() -> None:
    written = list(sentences_of_the_rules())
    assert sum(bool(CODE.search(text)) for text in written) > 80, "the rules have such sentences"
    assert [text for text in map(in_words, written) if CODE.search(text)] == []


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (
            "odds: unknown; give its broken morale as broken_morale(g1,N)",
            "odds: unknown; give its broken morale (in the form of its counter)",
        ),
        (
            "No unit on the map is broken, so nobody routs: mark one with status(ID,broken), or break it in VASL and save.",
            "No unit on the map is broken, so nobody routs: mark one with the status broken, or break it in VASL and save "
            "(right click, long press, or M on its counter).",
        ),
        (
            'game.lp:12:1: fordable("B2") is refused by the rule set asl; remove it (B21.41; b21-43-fording)',
            "the mark fordable of B2 is refused by the rules asl; remove it (B21.41; b21-43-fording)",
        ),
        (
            "An AFV is taken to have a weapon that fires up to 16 hexes; else --fact 'normal_range(U,N)': br2.",
            "An AFV is taken to have a weapon that fires up to 16 hexes; else set its Normal Range: br2 (in the form of its "
            "counter).",
        ),
        (
            "The rules are taken to be asl, as counters are concealed; --rules aslsk for the others.",
            "The rules are taken to be asl, as counters are concealed; the Set-up has the others, aslsk.",
        ),
        (
            "the map around g1 is not all in the file; make its boards available (--boards DIR, or PYROUT_BOARDS), or import "
            "the saved game with --complete",
            "the map around g1 is not all in the file; open its boards with Open",
        ),
        # A fault in the text of a file keeps its facts
        (
            'a.lp:3:1: unit g1 is nowhere; add at(g1,"HEX")',
            'a.lp:3:1: unit g1 is nowhere; add at(g1,"HEX")',
        ),
    ],
)
def test_sentences_name_what_the_page_has(said: str, shown: str) -> None:
    assert in_words(said) == shown


def test_positions_are_not_changed() -> None:
    text = (ROOT / "instances/aslsk/example-07.lp").read_text("utf-8")
    reply = json.loads(answer("view", {"text": text, "name": "x.lp"}, 30).body)
    assert reply["text"] == text


def test_notes_of_a_save_name_no_option_and_no_fact(tmp_path: Path) -> None:
    from vasl_saves import marker, squad

    table = Table(tmp_path)
    save = table.put("C3", squad(broken=True), marker("DM")).put("C2", squad("ru")).written()
    notes = table.imported(rests=False).notes
    assert any(CODE.search(note) for note in notes)
    reply = json.loads(answer("import", {"files": [str(save)], "boards": str(table.boards)}, 60).body)
    shown = [note if isinstance(note, str) else note[0] for _, several in reply["notes"] for note in several]
    controls = {note[1] for _, several in reply["notes"] for note in several if not isinstance(note, str)}
    assert controls == {"rules", "sides", "attacker"}
    assert len(shown) == len(notes)
    assert [note for note in shown if CODE.search(note)] == []


def test_the_page_says_what_to_press(player: Player, served: str, tmp_path: Path) -> None:
    """Chances without a broken morale, a fact that the rules refuse, and a map on which nobody is broken."""
    page = player.open(served)

    def opened(*more: str) -> None:
        path = tmp_path / "one.lp"
        path.write_text(
            'rules(asl). side(german). side(american). attacker(american). unit(g1,german,squad). at(g1,"B3"). '
            'unit(a1,american,squad). at(a1,"B5"). normal_range(a1,6). firepower(a1,6). terrain("B1",woods). '
            + "".join(f'hex("B{n}",1,{2 * n - 2}). ' for n in range(1, 6))
            + "".join(f'terrain("B{n}",open_ground). ' for n in range(2, 6))
            + "".join(f'los("B{n}","B{m}",0). ' for n in range(1, 5) for m in range(n + 1, 6))
            + "".join(more)
        )
        before = player.times_drawn
        page.set_input_files("#open", path)
        page.wait_for_selector(f'body[data-shown="{before + 1}"]')

    opened()
    assert "Mark one: right click, long press, or the key M, on its counter." in player.text("#units")
    opened("status(g1,broken). status(g1,dm).")
    page.wait_for_selector("body[data-reasons=there]")
    assert "For the odds, give its broken morale" in player.text("#answer")
    opened('status(g1,broken). status(g1,dm). fordable("B3").')
    assert player.text("#problem").startswith("the mark fordable of B3 is refused by the rules asl; only a river")
    said = player.text("body")
    assert CODE.search(said) is None, CODE.search(said)
