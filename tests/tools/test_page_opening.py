"""Positions, boards and saved games of strangers opened on the page of `pyrout serve`, in a real browser."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from page_player import SEVEN, Player
from served_page import Served

from pyrout.serve.app import Server


def verdict_shown(player: Player) -> list[str]:
    """Return the parts of the page that say something of routs, beside the map and on it."""
    player.page.wait_for_selector("body[data-refused]")
    parts = ("#units", "#answer", "#routes", "#detail", "#why", "#hover", "#map .answers", "#map .marks >> nth=0")
    return [part for part in parts if player.page.locator(part).is_visible()]


def test_bad_files_get_one_line_and_change_nothing(browser: Any, served: str, tmp_path: Path) -> None:
    player = Player(browser)
    page = player.open(served)
    bad = {
        "bad.lp": (b"unit(g1,german,sqad).", "bad.lp:1:16: sqad is not a kind of unit; did you mean squad?"),
        "rule.lp": (b"side(a) :- side(b).", "remove it: an instance holds only facts"),
        "evil.lp": (b'hex("<img>",0,1). terrain("<img>",mud!).', "evil.lp:1:"),
        "game.vsav": (b"no zip", "game.vsav"),
        "photo.jpg": (
            b"\xff\xd8\xff\xe0\0\x10JFIF\0",  # how a JPEG begins
            "photo.jpg: is no text, and so no position; open a position (.lp), a saved game (.vsav, .vlog) or a board (bdy).",
        ),
        "latin.lp": (b"month(7).\r\n% \xe9", "latin.lp:2:3: not UTF-8 text (byte 0xe9 at offset 13); save it as UTF-8"),
    }
    for name, (contents, said) in bad.items():
        (tmp_path / name).write_bytes(contents)
        page.set_input_files("#open", tmp_path / name)
        page.wait_for_selector(f"#problem:has-text('{said}')")
        assert "\n" not in page.locator("#problem").inner_text()
        assert verdict_shown(player) == []
        assert page.locator("#map .unit").count() == 3, "the position before is still there"
    assert player.text("#aside") == (
        "Still on the map: Example 7: A unit may run up to an enemy that it does not know of. Show its answer"
    )
    page.get_by_role("button", name="Show its answer").click()
    assert player.text("#answer .head").startswith("g1 (german squad) in yK5")
    assert page.locator("#problem").is_hidden() and page.locator("#map .answers").is_visible()
    # A line and a file that cannot be answered are openings, too; a change brings the answer back
    page.locator("#more-menu").evaluate("menu => { menu.open = true; }")
    page.locator("#lines").evaluate("lines => { lines.open = true; }")
    page.locator("#line").fill("aslsk; nothing of that kind")
    page.locator("#line-open").click()
    page.wait_for_selector("#problem:not([hidden])")
    assert verdict_shown(player) == []
    player.drag("g1", "yK4")
    assert player.text("#answer .head").startswith("g1 (german squad) in yK4")
    page.route("**/api/view", lambda route: route.fulfill(status=422, json={"error": "time limit reached"}))
    page.set_input_files("#open", SEVEN.parent / "example-03.lp")
    page.wait_for_selector("#problem:has-text('time limit')")
    assert verdict_shown(player) == [] and "example-07.lp" in player.text("#title")
    player.click_hex("yJ5")
    assert player.text("#answer .head").startswith("g1 (german squad) in yK4")
    player.context.close()
    assert all("422" in complaint for complaint in player.complaints)


def test_names_of_strangers_stay_text_in_the_page(player: Player, served: str, tmp_path: Path) -> None:
    evil = "<img/src=x/onerror=document.title='owned'>"
    position = tmp_path / "evil.lp"
    position.write_text(SEVEN.read_text(encoding="utf-8").replace('"yL5"', f'"{evil}"'), encoding="utf-8")
    page = player.open(served)
    before = player.times_drawn
    page.set_input_files("#open", position)
    player.settled(before)
    for hex_ in page.locator("#map .hex").all():
        if hex_.get_attribute("data-hex") == evil:
            box = hex_.bounding_box()
            page.mouse.click(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.14)
    assert evil in player.text("#detail")
    assert page.locator("img").count() == 0
    assert page.title() == "pyrout: the Rout Phase"


def test_a_board_is_opened_and_its_art_lies_underneath(player: Player, served: str, tmp_path: Path) -> None:
    from vasl_boards import WOODS, Drawing

    board = Drawing(7, 4, "x")
    board.fill("C2", WOODS)
    made = board.save(tmp_path)
    dot = bytes.fromhex("47494638396101000100800100000000ffffff2c00000000010001000002024401003b")
    with zipfile.ZipFile(made, "a") as archive:
        archive.writestr("bdx.gif", dot)
    page = player.open(served)
    before = player.times_drawn
    page.set_input_files("#open", made)
    page.wait_for_selector(f'body[data-shown="{before + 1}"]')
    assert page.locator("#map .hex").count() == len(board.hex_names)
    assert page.locator("#problem").is_hidden(), "a board without units is no mistake"
    assert "This map has no units yet." in player.text("#units")
    assert page.locator("#map image").get_attribute("href") == "/art/bdx"
    for side, kind, place, then in (("german", "squad", "xC3", 2), ("american", "squad", "xC4", 3)):
        page.locator("#typed").fill(f"{place} {side} {kind}")
        page.keyboard.press("Enter")
        page.wait_for_selector(f'body[data-shown="{before + then}"]')
    page.locator('#map [data-unit="g1"]').click()
    page.locator('[data-status="dm"]').check()
    player.settled(before + 3)
    page.locator("#judge").click()
    assert player.text("#answer .head") == "g1 (german squad) in xC3, 6 MF: MUST ROUT"
    assert (
        "xC2 3 MF" in player.text("#answer")
        or "xC2 1 MF" in player.text("#answer")
        or "xC2 2 MF" in player.text("#answer")
    )


def test_a_board_that_is_opened_answers_as_the_same_board_named_in_a_line(
    player: Player, served: str, tmp_path: Path
) -> None:
    """The position names the board and does not copy it out."""
    from click.testing import CliRunner
    from vasl_boards import WOODS, Drawing

    from pyrout.cli import main

    Drawing(17, 10, "x").fill("C2 C5", WOODS).save(tmp_path)
    page = player.open(served)
    before = player.times_drawn
    page.set_input_files("#open", tmp_path / "bdx")
    page.wait_for_selector(f'body[data-shown="{before + 1}"]')
    units = "xC3 german squad broken dm; xC7 american squad; xE4 american squad"
    page.locator("#typed").fill(units)
    page.keyboard.press("Enter")
    page.wait_for_selector("body[data-reasons=there] #answer .head")
    page.wait_for_selector("body[data-address=there]")
    page.locator("#judge").click()
    shown = player.text("#panel")
    packed = page.url.partition("#l=")[2]
    written = CliRunner().invoke(main, ["line", "-p", packed]).output
    assert "boards x;" in written, written
    assert "map " not in written, "the board is named, not copied out"
    line = f"aslsk; german against american; boards x; {units}"
    said = CliRunner().invoke(main, ["solve", "-p", line, "--boards", str(tmp_path), "--json"])
    assert said.exit_code == 0, said.output
    (unit,) = json.loads(said.stdout)["units"]
    ways = unit["counts"]["routes"]
    assert ways > 1 and f"Ways {ways}" in shown, (ways, shown)


def test_a_counter_is_typed_on_a_board_whose_los_was_looked_up(player: Player, served: str, tmp_path: Path) -> None:
    """SMOKE hides the squad, which need not rout any more; another enemy beside it makes it rout again."""
    from vasl_boards import WOODS, Drawing

    Drawing(17, 10, "w").fill("C6", WOODS).save(tmp_path)
    page = player.open(served)

    def done(work: Any) -> None:
        before = player.times_drawn
        work()
        player.settled(before)

    def enter(field: str, words: str) -> None:
        page.locator(field).fill(words)
        done(lambda: page.locator(field).press("Enter"))

    done(lambda: page.set_input_files("#open", tmp_path / "bdw"))
    enter("#typed", "wC3 german 4-6-7 broken; wG3 american 6-6-6")
    page.locator('#map [data-unit="g1"]').click()
    assert player.text("#answer .head") == "g1 (german squad) in wC3, 6 MF: MUST ROUT"
    page.locator("#other-facts > summary").click()
    page.locator("#fact").focus()
    for offered in ("wreck(", "obscured("):
        page.wait_for_selector(f'#fact-forms option[value="{offered}"]', state="attached")
    enter("#fact", 'obscured("wC3",3,2)')
    assert page.locator("#problem").is_hidden()
    assert player.text("#answer .head") == "g1 (german squad) in wC3, 6 MF: cannot rout"
    enter("#typed", "wC4 american 6-6-6")
    assert "MUST ROUT" in player.text("#answer .head")
    done(lambda: page.locator("#undo").click())
    done(lambda: page.locator("#undo").click())
    assert player.text("#answer .head") == "g1 (german squad) in wC3, 6 MF: MUST ROUT"
    enter("#fact", 'rubble_counter("wC6","Wooden Rubble")')
    assert player.hex("wC6").get_attribute("aria-label").startswith("wC6, wooden rubble: ")


def test_a_saved_game_is_opened_and_answered(browser: Any, tmp_path: Path) -> None:
    from vasl_saves import marker, squad
    from vasl_tables import Table

    table = Table(tmp_path)
    table.put("C3", squad(broken=True), marker("DM")).put("C2", squad("ru"))
    save = table.written()
    server = Served(Server(seconds=30, workers=1))
    player = Player(browser)
    try:
        page = player.open(f"http://127.0.0.1:{server.port}/")
        page.set_input_files("#open", save)
        page.wait_for_selector("#problem:has-text('open it together with its boards: bdy')")
        assert str(tmp_path) not in player.text("#problem") and "/tmp" not in player.text("#problem")
        before = player.times_drawn
        page.set_input_files("#open", tmp_path / "boards" / "bdy")
        page.wait_for_selector(f'body[data-shown="{before + 1}"]')
        before = player.times_drawn
        page.set_input_files("#open", save)
        player.settled(before)
        assert "german squad) in yC3, 6 MF: MUST ROUT" in player.text("#answer .head")
        player.click_hex("yC6")
        assert player.text("#detail").startswith("yC6, woods")
        page.locator("#setup > summary").click()
        assert "The rules are taken to be aslsk" in player.text("#assumed")
    finally:
        player.context.close()
        server.close()


def test_a_saved_game_takes_the_boards_that_it_needs_from_a_folder(browser: Any, tmp_path: Path) -> None:
    from vasl_boards import Drawing
    from vasl_saves import marker, squad
    from vasl_tables import Table

    table = Table(tmp_path)
    save = table.put("C3", squad(broken=True), marker("DM")).put("C2", squad("ru")).written()
    Drawing(cols=17, rows=10, name="z").save(table.boards)
    (tmp_path / "other.lp").write_text("rules(aslsk).", "utf-8")
    server = Served(Server(seconds=30, workers=1))
    player = Player(browser)
    try:
        page = player.open(f"http://127.0.0.1:{server.port}/")
        before = player.times_drawn
        page.set_input_files("#open", [tmp_path / "other.lp", table.boards / "bdy", save, table.boards / "bdz"])
        player.settled(before)
        assert "german squad) in yC3, 6 MF: MUST ROUT" in player.text("#answer .head")
        assert page.locator("#art option").evaluate_all("all => all.map((e) => e.value)") == ["", "bdy"]
        page.wait_for_selector("#problem:has-text('other.lp: is left out; open one position at a time.')")
    finally:
        player.context.close()
        server.close()


def test_a_folder_is_dropped_with_a_saved_game(browser: Any, tmp_path: Path) -> None:
    """The boards are looked for in its folders, too; files of other kinds in it are no trouble."""
    from vasl_boards import Drawing
    from vasl_saves import marker, squad
    from vasl_tables import Table

    table = Table(tmp_path)
    save = table.put("C3", squad(broken=True), marker("DM")).put("C2", squad("ru")).written()
    deep = tmp_path / "vasl" / "boards"
    deep.parent.mkdir()
    table.boards.rename(deep)
    Drawing(cols=17, rows=10, name="z").save(deep)
    for number in range(130):  # a browser lists a hundred at a time
        (deep / f"ovr{number}").write_bytes(b"PK")
    (deep.parent / "readme.txt").write_text("boards", "utf-8")
    empty = tmp_path / "empty"
    (empty / "within").mkdir(parents=True)
    server = Served(Server(seconds=30, workers=1))
    player = Player(browser)
    try:
        page = player.open(f"http://127.0.0.1:{server.port}/")
        player.drop(empty)
        page.wait_for_selector("#problem:not([hidden])")
        assert player.text("#problem").startswith("the folder has no position (.lp), no saved game")
        for dropped in ((save, deep.parent), (tmp_path,)):
            before = player.times_drawn
            player.drop(*dropped)
            player.settled(before)
            assert "german squad) in yC3, 6 MF: MUST ROUT" in player.text("#answer .head")
            assert page.locator("#problem").is_hidden()
        assert page.locator("#art option").evaluate_all("all => all.map((e) => e.value)") == ["", "bdy"]
        # A file that is dropped beside a folder is named where it is left out
        (tmp_path / "notes.txt").write_text("moves", "utf-8")
        player.drop(save, tmp_path / "notes.txt", deep.parent)
        page.wait_for_selector("#problem:not([hidden])")
        assert player.text("#problem") == "notes.txt: is left out; open one position at a time."
    finally:
        player.context.close()
        server.close()


def test_a_click_says_how_the_board_of_a_hex_was_read(player: Player, tmp_path: Path) -> None:
    """In the lines of `pyrout board ARCHIVE --explain HEX`; it stays open for the next hex."""
    from click.testing import CliRunner
    from vasl_boards import WOODS, Drawing

    from pyrout.cli import main

    board = Drawing(17, 10, "x").fill("C4", WOODS)
    board.save(tmp_path)
    server = Served(Server(seconds=30, workers=1, boards=tmp_path))
    try:
        page = player.open(f"http://127.0.0.1:{server.port}/")
        player.click_hex("yJ5")
        assert page.locator("#as-read").count() == 0
        before = player.times_drawn
        page.locator("#more-menu").evaluate("menu => { menu.open = true; }")
        page.locator("#lines").evaluate("lines => { lines.open = true; }")
        page.locator("#line").fill(
            "aslsk; american against german; boards x; xC3 german squad broken dm; xC1 american squad"
        )
        page.locator("#line-open").click()
        player.settled(before)
        page.locator("#more-menu").evaluate("menu => { menu.open = false; }")
        for hex_, clicks in (("xC4", True), ("xC5", False)):
            player.click_hex(hex_)
            if clicks:
                page.locator("#as-read > summary").click()
            page.wait_for_selector(f"#as-read li:has-text('{hex_} is ')")
            printed = CliRunner().invoke(main, ["board", str(tmp_path / "bdx"), "--explain", hex_]).output
            assert page.locator("#as-read li").all_inner_texts() == printed.splitlines()
        assert server.post("/api/hex", {"board": "bdx", "hex": "xZZ9"})[1]["error"].startswith(
            "hex xZZ9: is not on board x"
        )
        for asked in ({"board": "bdx"}, {"hex": "xC4"}, {"board": "bdx", "hex": 3}):
            status, told = server.post("/api/hex", asked)
            assert (status, told["error"]) == (422, "a request names a hex, and its board")
    finally:
        server.close()


UNANSWERED = {
    "rules": (b"rules(nonsense).", "no rule set is called 'nonsense'"),
    "feature": (b'rules(asl). feature("B1@1",foxhole).', "only a Blaze is of a Location"),
}


@pytest.mark.parametrize("why", UNANSWERED)
def test_beside_an_error_stands_no_verdict(player: Player, served: str, tmp_path: Path, why: str) -> None:
    facts, said = UNANSWERED[why]
    (tmp_path / "one.lp").write_bytes(
        facts + b'side(german). side(american). attacker(american). hex("B1",1,0). hex("B2",1,2). terrain("B1",woods). '
        b'terrain("B2",woods). unit(g1,german,squad). at(g1,"B1"). status(g1,broken). unit(a1,american,squad). at(a1,"B2").'
    )
    page = player.open(served)
    assert "MUST ROUT" in player.text("#answer")
    before = player.times_drawn
    page.set_input_files("#open", tmp_path / "one.lp")
    page.wait_for_selector(f'body[data-shown="{before + 1}"]')
    assert said in player.text("#problem")
    assert page.locator("#map .unit").count() == 2, "the position can be looked at and mended"
    assert player.text("#answer") == "" and page.locator("#map .answers .overlay").count() == 0
    for verdict in ("rout", "Nobody", "destination"):
        assert verdict not in player.text("#units") + player.text("#routes") + player.text("#why")
    player.hex("B2").dispatch_event("click")
    assert page.locator("#beside").is_hidden() and "destination" not in player.text("#detail")
    for button in ("#ask-readings", "#play-it"):
        assert page.locator(button).count() == 0
