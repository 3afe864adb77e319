"""No word of a programmer stands in a sentence of the page: what it asks for is named, and where the page sets it."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path

import pytest
from clingo import parse_term
from page_player import Player
from vasl_tables import Table

from pyrout.base.span import ACTIONS, Said, act, corrected, fact, form, name, only, packed, subject, unpacked, worded
from pyrout.position.map_coverage import REMEDY
from pyrout.position.vocabulary import BY_NAME
from pyrout.program.control import sentence
from pyrout.serve.jobs import answer
from pyrout.serve.phrases import COUNTER, EDITOR, in_words

ROOT = Path(__file__).parents[2]
# A fact, a predicate with its arity, an option of the command line, a name of a fact or of a word with its underscore
CODE = re.compile(
    r"(?<![\w.])--[a-z]|"
    rf"\b(?:{'|'.join(BY_NAME)})(?:\([A-Za-z\"]|/\d)|"
    r"\b(?:open_ground|half_squad|stone_building|no_interdiction|normal_range|broken_morale|dune_crest_low|enemy_adjacent)\b"
)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (
            Said(
                "odds: unknown; give ", fact("broken_morale(U,N)", "its broken morale"), form(" as broken_morale(g1,N)")
            ),
            "odds: unknown; give its broken morale (in the form of its counter)",
        ),
        (
            Said("mark one with ", fact("status(ID,broken)"), ", or break it in VASL and save."),
            "mark one with the status broken, or break it in VASL and save (right click, long press, or M on its counter).",
        ),
        (
            Said(subject('fordable("B2")'), " is refused by ", act("rule_set", "asl"), "; remove it"),
            "the mark fordable of B2 is refused by the rules asl; remove it",
        ),
        (
            Said("it fires up to 16 hexes; else ", corrected("normal_range(U,N)"), ": br2."),
            "it fires up to 16 hexes; else set its Normal Range: br2 (in the form of its counter).",
        ),
        (Said("else ", corrected("-status(U,dm)")), f"else remove the status dm ({COUNTER})"),
        (
            Said("as counters are concealed; ", act("other_rules", "aslsk"), "."),
            "as counters are concealed; the Set-up has the others, aslsk.",
        ),
        (Said(REMEDY), "open its boards with Open"),
        (
            worded(("say", form("with hexside/3", "hexside/3"), "where:", name("dune_crest_low"))),
            f"say where: dune crest low ({EDITOR})",
        ),
        (
            worded(("lies at level", "1", only("as elevation/2 says"), ", 0 without it")),
            "lies at level 1, 0 without it",
        ),
        # A text that was typed, or is in a file, has no spans
        ('unit g1 is nowhere; add at(g1,"HEX")', 'unit g1 is nowhere; add at(g1,"HEX")'),
    ],
)
def test_sentences_name_what_the_page_has(said: str, shown: str) -> None:
    assert in_words(said) == shown


def test_a_sentence_of_the_encodings_has_spans() -> None:
    tuple_ = parse_term('(("say",form("with road/2","road/2"),"it lies"),"over",a1,", or",act(mute),"(",bocage,")")')
    said = sentence(tuple_)
    assert said == "say with road/2 it lies over a1, or add no_interdiction of it (bocage)"
    assert in_words(said) == f"say it lies over a1, or say that it interdicts nobody (bocage) ({EDITOR})"


def test_a_sentence_survives_its_way_through_a_process_and_a_cache() -> None:
    said = Said("give ", fact("los/3"), " of ", name("a1"))
    for copy in (pickle.loads(pickle.dumps(said)), unpacked(json.loads(json.dumps(packed(said))))):
        assert (copy, in_words(copy)) == (said, in_words(said))


def test_each_action_has_its_words_for_each_reader() -> None:
    assert [each for each, action in ACTIONS.items() if not all(action)] == []
    assert [action.page for action in ACTIONS.values() if CODE.search(action.page)] == []
    assert [action for action in ACTIONS.values() if action.terminal.count("{}") < action.page.count("{}")] == []
    named = {each for path in (ROOT / "asp").rglob("*.lp") for each in re.findall(r"\bact\(([a-z_]+)", path.read_text("utf-8"))}
    assert named and named <= ACTIONS.keys()


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
