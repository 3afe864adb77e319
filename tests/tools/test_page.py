"""The page in a real browser, used as a player would: the file that `pyrout draw` writes, and the page of `pyrout serve`."""

from __future__ import annotations

import os
import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from click.testing import CliRunner
from positions_phase import ROOM_FOR_ONE
from test_serve import WILLING
from test_serve import Page as Served
from test_successive import FOUR, field

import pyrout
from pyrout.cli import main
from pyrout.serve.app import Server

ROOT = Path(__file__).parents[2]
SEVEN = ROOT / "instances/aslsk/example-07.lp"
BROWSER = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None
)
if BROWSER is None:
    pytest.skip("needs Chromium (on Debian: apt-get install chromium)", allow_module_level=True)

pytestmark = pytest.mark.browser
SIZES = {
    "desk": {"width": 1400, "height": 900},
    "tablet": {"width": 820, "height": 1180},
    "phone": {"width": 390, "height": 844},
}
SERIOUS = ("serious", "critical", "moderate")


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("page") / "seven.html"
    assert CliRunner().invoke(main, ["draw", str(SEVEN), "-o", str(made)]).exit_code == 0
    return made


class Player:
    """A page in the browser; whatever it complains of is kept."""

    def __init__(self, browser: Any, **more: Any) -> None:
        more.setdefault("viewport", SIZES["desk"])
        self.context = browser.new_context(accept_downloads=True, **more)
        self.page = self.context.new_page()
        self.page.set_default_timeout(20_000)
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self.page.on("request", lambda request: self.requests.append(request.url))

    def open(self, address: str) -> Any:
        self.page.goto(address)
        if address.startswith("http"):
            self.page.wait_for_selector("body[data-ready=yes][data-reasons=there]")
        return self.page

    def text(self, selector: str) -> str:
        return re.sub(r"\s+", " ", str(self.page.locator(selector).inner_text())).strip()

    def hex(self, name: str) -> Any:
        return self.page.locator(f'#map [data-hex="{name}"]')

    def settled(self, before: int) -> None:
        """Waits until the position was drawn again, with the reasons of its hexes."""
        self.page.wait_for_selector(f'body[data-shown="{before + 1}"][data-reasons=there]')

    @property
    def times_drawn(self) -> int:
        return int(self.page.locator("body").get_attribute("data-shown") or 0)

    def click_hex(self, name: str) -> None:
        """Clicks into a corner of a hex where no counter lies."""
        box = self.hex(name).bounding_box()
        self.page.mouse.click(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.14)

    def drag(self, unit: str, to: str) -> None:
        before = self.times_drawn
        one, two = self.page.locator(f'#map [data-unit="{unit}"]').bounding_box(), self.hex(to).bounding_box()
        middle = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (one, two)]
        self.page.mouse.move(*middle[0])
        self.page.mouse.down()
        self.page.mouse.move(*middle[1], steps=5)
        self.page.mouse.up()
        self.settled(before)


@pytest.fixture
def player(browser: Any) -> Iterator[Player]:
    made = Player(browser)
    yield made
    made.context.close()
    assert made.complaints == []


# ---------------------------------------------------------------------------------------------------------------------
# The file


def test_the_file_says_why_a_hex_is_no_destination(player: Player, drawn: Path) -> None:
    player.open(drawn.as_uri())
    assert player.text("#answer .head") == "g1 (german squad) in yK5, 6 MF: MUST ROUT"
    player.click_hex("yI4")
    said = player.text("#detail")
    assert said.startswith("yI4, stone building")
    assert "yI4 is not a legal destination: it costs 3 MF and yK6 only 2 [sk-dest-nearest]" in said
    assert "It must go to the nearest destination in MF that it cannot ignore" in said
    assert player.requests == [drawn.as_uri()]


def test_hovering_says_it_in_short(player: Player, drawn: Path) -> None:
    player.open(drawn.as_uri())
    player.hex("yK4").hover()
    assert player.text("#hover").startswith(
        "yK4, stone building: no legal way leads to yK4; the first illegal step of the cheapest: "
    )


def test_a_route_is_followed_step_by_step(player: Player, drawn: Path) -> None:
    page = player.open(drawn.as_uri())
    page.get_by_role("button", name="yK5 - yJ5 - yI5, 3 MF").first.click()
    steps = [re.sub(r"\s+", " ", step) for step in page.locator("#detail ol.steps > li").all_inner_texts()]
    assert len(steps) == 4
    assert steps[1].startswith("yK5 to yJ5: 1 MF, 1 MF in all. a1 becomes Known. Interdicted by a1: NMC;")
    assert steps[3] == "It survives."
    assert page.locator("#map .picked").count() == 1
    assert page.locator("#map .pointer .tag-text").all_text_contents() == ["1 MF", "3 MF"]
    page.get_by_role("button", name="Show all ways again").click()
    assert page.locator("#map .picked").count() == 0


def test_the_keyboard_is_enough(player: Player, drawn: Path) -> None:
    page = player.open(drawn.as_uri())
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('hex')"):
            break
    focused = "document.activeElement.dataset.hex"
    assert page.evaluate(focused) == "yK5"
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused) == "yK6"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(focused) in ("yJ5", "yJ6")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert player.text("#detail").startswith(page.evaluate(focused))
    named = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert re.fullmatch(r"yJ[45], [a-z ]+: .+", named)


def test_each_of_several_units_has_its_own_answer(player: Player, tmp_path: Path) -> None:
    both = tmp_path / "both.lp"
    more = 'unit(g2,german,squad). at(g2,"yM6"). status(g2,broken). status(g2,dm).'
    both.write_text(SEVEN.read_text(encoding="utf-8") + more, encoding="utf-8")
    assert CliRunner().invoke(main, ["draw", str(both), "-o", str(tmp_path / "both.html")]).exit_code == 0
    page = player.open((tmp_path / "both.html").as_uri())
    seen = {}
    for unit in ("g1", "g2"):
        page.locator(f'#units [data-choose="{unit}"]').click()
        seen[unit] = player.text("#answer .head")
        visible = page.locator("#map .overlay:visible").evaluate_all("all => all.map((e) => e.dataset.overlay)")
        assert set(visible) == {unit}
    assert seen["g1"].startswith("g1 (german squad) in yK5") and seen["g2"].startswith("g2 (german squad) in yM6")
    page.locator('#map [data-unit="g1"]').click()
    assert player.text("#answer .head") == seen["g1"]


def test_it_fits_a_phone(browser: Any, drawn: Path) -> None:
    player = Player(browser, viewport=SIZES["phone"], has_touch=True)
    page = player.open(drawn.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"]["width"]
    box = player.hex("yK6").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.14)
    assert player.text("#detail").startswith("yK6, stone building")
    player.context.close()


def test_dark_is_dark_and_light_is_light(browser: Any, drawn: Path) -> None:
    shades = {}
    for scheme in ("light", "dark"):
        player = Player(browser, color_scheme=scheme)
        page = player.open(drawn.as_uri())
        shades[scheme] = [
            sum(map(int, re.findall(r"\d+", page.evaluate(f"getComputedStyle({what})"))[:3]))
            for what in (
                "document.body).backgroundColor.toString(",
                "document.querySelector('.t-open')).fill.toString(",
            )
        ]
        player.context.close()
    assert all(light > 600 for light in shades["light"])
    assert all(dark < 250 for dark in shades["dark"])


# ---------------------------------------------------------------------------------------------------------------------
# The served page


def test_a_player_drags_reads_follows_saves_and_opens_again(player: Player, served: str, tmp_path: Path) -> None:
    page = player.open(served)
    assert "MUST ROUT" in player.text("#answer .head")

    player.drag("g1", "yK4")
    assert player.text("#answer .head").startswith("g1 (german squad) in yK4")
    player.click_hex("yL4")
    assert "a2" in player.text("#detail")
    player.click_hex("yK6")
    why = player.text("#detail")
    assert "not a legal destination" in why or "no legal way" in why
    assert re.search(r"\w \([^)]+\): [A-Z].*\. \[sk-[a-z-]+\]", why), "the rule has its title, section, sentence and id"

    page.locator("#routes li button").first.click()
    assert page.locator("#map .picked").count() == 1
    assert page.locator("#detail ol.steps > li").count() >= 3

    with page.expect_download() as waiting:
        page.locator("#save-menu > summary").click()
        page.locator("#save-lp").click()
    saved = tmp_path / "moved.lp"
    waiting.value.save_as(saved)
    assert 'at(g1,"yK4").' in saved.read_text()
    answer = pyrout.solve(pyrout.load(saved))["g1"]
    assert f"{answer.at}, 6 MF" in player.text("#answer .head")

    page.select_option("#example", "example-03")
    page.wait_for_selector("#title:has-text('example-03.lp')")
    before = player.times_drawn
    page.set_input_files("#open", saved)
    player.settled(before)
    assert player.text("#title") == "moved.lp: the Rout Phase"
    assert player.text("#answer .head").startswith("g1 (german squad) in yK4")


def test_changes_are_undone_and_done_again(player: Player, served: str) -> None:
    page = player.open(served)
    before = player.times_drawn
    page.locator('#map [data-unit="g1"]').click()
    page.locator('[data-status="broken"]').uncheck()
    page.wait_for_selector(f'body[data-shown="{before + 1}"]')
    assert "MUST ROUT" not in player.text("#answer")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector(f'body[data-shown="{before + 2}"]')
    assert "MUST ROUT" in player.text("#answer")
    page.get_by_role("button", name="Redo").click()
    page.wait_for_selector(f'body[data-shown="{before + 3}"]')
    assert "MUST ROUT" not in player.text("#answer")


def test_the_leadership_of_a_leader_is_given_in_the_form_of_the_unit(
    player: Player, served: str, tmp_path: Path
) -> None:
    (tmp_path / "led.lp").write_text(
        WILLING.replace('"A4",woods', '"A4",open_ground') + "status(g1,broken). status(g1,dm). broken_morale(g1,7)."
        'unit(l1,german,leader). at(l1,"A3"). accompanies(l1,g1).'
    )
    page = player.open(served)
    before = player.times_drawn
    page.set_input_files("#open", tmp_path / "led.lp")
    player.settled(before)
    assert "no leadership DRM of l1 as no fact gives it" in player.text("#why")
    page.locator('#map [data-unit="g1"]').click()
    assert page.locator('[data-number="broken_morale"]').input_value() == "7"
    assert page.locator('[data-number="leadership"]').count() == 0
    page.locator('#map [data-unit="l1"]').click()
    page.locator('[data-number="leadership"]').fill("-1")
    page.locator('[data-number="leadership"]').press("Tab")
    player.settled(before + 1)
    assert page.locator('[data-number="leadership"]').input_value() == "-1"
    assert "the leadership of l1 gives a DRM of -1" in player.text("#why")


def test_a_player_asks_what_a_unit_could_do_if_it_broke(player: Player, served: str, tmp_path: Path) -> None:
    (tmp_path / "willing.lp").write_text(WILLING)
    page = player.open(served)
    before = player.times_drawn
    page.set_input_files("#open", tmp_path / "willing.lp")
    player.settled(before)
    assert "g1 (german squad) may break on purpose" in player.text("#units")
    page.get_by_role("button", name="What if g1 breaks?").click()
    player.settled(before + 1)
    assert player.text("#answer .head") == "g1 (german squad) in A3, 6 MF: cannot rout"
    assert "if it does: MUST ROUT, to A4, 3 ways" in player.text("#answer")
    assert "if it breaks: Rout to A4: 2 ways" in player.text("#routes")
    page.locator('#map [data-unit="g1"]').click()
    player.click_hex("A4")
    assert "For g1, if it breaks: destination, 2 MF." in player.text("#detail")
    assert "A4 is a destination, 2 MF" in player.text("#detail")
    # A change makes another position of it, of which nobody has asked that yet
    page.locator('[data-status="pinned"]').check()
    player.settled(before + 2)
    assert page.get_by_role("button", name="What if g1 breaks?").count() == 1


def test_what_was_chosen_beside_a_position_is_said_in_its_facts(player: Player, served: str, tmp_path: Path) -> None:
    """Comments are no facts, and nothing need stand between two of them."""
    page = player.open(served)
    file = tmp_path / "said.lp"
    text = SEVEN.read_text(encoding="utf-8").replace("rules(aslsk).", "rules(aslsk).option(revisit,forbid).")
    assert text.count("option(") == 1
    file.write_text(text + "% e.g. option(revisit,forbid). month(3).\n", encoding="utf-8")
    before = player.times_drawn
    page.set_input_files("#open", file)
    player.settled(before)
    page.locator("#setup-name").click()
    page.locator("details.options > summary").click()
    page.locator('[data-option="revisit"]').select_option("allow")
    player.settled(before + 1)
    page.locator("#save-menu > summary").click()
    with page.expect_download() as waiting:
        page.locator("#save-lp").click()
    saved = tmp_path / "again.lp"
    waiting.value.save_as(saved)
    facts = {str(fact) for fact in pyrout.load(saved).facts}
    assert {fact for fact in facts if fact.startswith(("option", "rules"))} == {"option(revisit,allow)", "rules(aslsk)"}
    assert "month(3)" not in facts


def test_where_nobody_is_broken_the_remedy_is_said(player: Player, served: str) -> None:
    page = player.open(served)
    remedy = "No unit may rout: none is broken. Mark one: right click, or the key M, on its counter"
    assert remedy not in player.text("#units")
    for there in (True, False):
        before = player.times_drawn
        page.locator('#map [data-unit="g1"]').click(button="right")
        page.get_by_role("menuitemcheckbox", name="broken").click()
        player.settled(before)
        assert (remedy in player.text("#units")) == there
    assert page.locator("#units > ul .row-of").count()


def test_a_unit_without_a_hex_asks_for_one(browser: Any, served: str) -> None:
    player = Player(browser)
    page = player.open(served)
    page.locator("#edit").click()
    page.locator("#typed").fill("german squad")
    page.keyboard.press("Enter")
    page.wait_for_selector("#problem:has-text('begin with one, as in E5 woods')")
    player.context.close()
    assert all("422" in complaint for complaint in player.complaints)


def test_a_unit_is_moved_by_keyboard(player: Player, served: str) -> None:
    page = player.open(served)
    page.locator('#map [data-unit="a2"]').focus()
    page.keyboard.press("Enter")
    before = player.times_drawn
    page.locator("#place").fill("yJ4")
    page.keyboard.press("Enter")
    player.settled(before)
    assert page.locator('#map [data-unit="a2"]').get_attribute("data-at") == "yJ4"


def test_a_link_holds_the_position_and_sends_nothing(player: Player, served: str, browser: Any) -> None:
    page = player.open(served)
    player.drag("g1", "yK4")
    page.get_by_role("button", name="Link").click()
    page.wait_for_url("**#l=*")
    assert len(page.url) < 2100, "short enough for a forum"
    page.wait_for_selector("#busy:has-text('It works on this machine only: to post the position, save it as Page')")
    other = Player(browser)
    other.open(page.url)
    assert other.text("#answer .head").startswith("g1 (german squad) in yK4")
    assert not [url for url in other.requests if "#" in url.removeprefix(page.url) or "l=" in url.partition("#")[0]]
    other.context.close()


@pytest.mark.parametrize("damage", ["", "%20"])
def test_a_damaged_link_is_told(browser: Any, served: str, damage: str) -> None:
    """As `pyrout solve -p` tells it. An example is there all the same."""
    player, packed = Player(browser), "1.dZLdjoIwEEZfxRdosgj" + damage
    player.open(f"{served}#l={packed}")
    said = CliRunner().invoke(main, ["solve", "-p", packed]).output.strip().removeprefix("pyrout: ")
    assert "copy the whole of it again" in said
    assert player.text("#problem") == said
    assert player.text("#answer .head").startswith("g1 (german squad) in yK5")
    player.context.close()
    assert all("422" in complaint for complaint in player.complaints)


def test_two_readings_stand_side_by_side(player: Player, served: str) -> None:
    page = player.open(served)
    page.select_option("#example", "example-03")
    page.wait_for_selector("#title:has-text('example-03.lp')")
    page.locator("#more-menu > summary").click()
    page.select_option("#compare", "revisit")
    page.wait_for_selector("#readings svg >> nth=1")
    assert page.locator("#readings h3").all_inner_texts() == ["revisit=forbid", "revisit=allow"]
    assert "The readings give different answers here." in player.text("#readings")
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((e) => e.id)")
    assert len(ids) == len(set(ids))


def test_bad_files_get_one_line_and_change_nothing(browser: Any, served: str, tmp_path: Path) -> None:
    player = Player(browser)
    page = player.open(served)
    bad = {
        "bad.lp": (b"unit(g1,german,sqad).", "bad.lp:1:16: sqad is not a kind of unit; did you mean squad?"),
        "rule.lp": (b"side(a) :- side(b).", "remove it: an instance holds only facts"),
        "evil.lp": (b'hex("<img>",0,1). terrain("<img>",mud!).', "evil.lp:1:"),
        "game.vsav": (b"no zip", "game.vsav"),
        # As the command line says it: tests/tools/test_instance.py
        "photo.jpg": (
            b"\xff\xd8\xff\xe0\0\x10JFIF\0",  # how a JPEG begins
            "photo.jpg:1:1: no text: this is no position; name a file of instance facts, such as unit(g1,german,squad).",
        ),
        "latin.lp": (b"month(7).\r\n% \xe9", "latin.lp:2:3: not UTF-8 text (byte 0xe9 at offset 13); save it as UTF-8"),
    }
    for name, (contents, said) in bad.items():
        (tmp_path / name).write_bytes(contents)
        page.set_input_files("#open", tmp_path / name)
        page.wait_for_selector(f"#problem:has-text('{said}')")
        assert "\n" not in page.locator("#problem").inner_text()
        assert player.text("#answer .head").startswith("g1 (german squad) in yK5")
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


def test_the_chosen_unit_goes_first_and_the_others_follow(player: Player, served: str, tmp_path: Path) -> None:
    """A pending answer is shown as being worked out, and a newer change replaces it."""
    page = player.open(served)
    held: list[Any] = []

    def hold(route: Any) -> None:
        if "first" in route.request.post_data_json:
            route.continue_()
        else:
            held.append(route)

    def follow() -> Any:
        while not held:
            page.wait_for_timeout(20)
        return held.pop()

    page.route("**/api/view", hold)
    file = tmp_path / "four.lp"
    file.write_text(field("aslsk", [*FOUR, ("r5", "A6", "")]).program(), encoding="utf-8")
    before = player.times_drawn
    page.set_input_files("#open", file)
    page.wait_for_selector(f'body[data-shown="{before + 1}"][data-pending="3"]')
    assert player.text("#answer .head").startswith("g1 (german squad) in C3")
    rows = page.locator("#units > ul .row-of")
    assert [text.split()[0] for text in rows.all_inner_texts()] == ["g1", "g2", "g3", "g4"]
    assert ["being worked out" in text for text in rows.all_inner_texts()] == [False, True, True, True]
    assert "3 more being worked out" in player.text("#busy")
    page.locator('#units [data-choose="g2"]').click()
    assert player.text("#answer") == "g2 (german squad): being worked out …"
    assert not page.locator("#routes li").count()
    follow().continue_()
    page.wait_for_selector(f'body[data-shown="{before + 2}"][data-pending="0"][data-reasons=there]')
    assert player.text("#answer .head").startswith("g2 (german squad) in AA3"), "it is still the chosen one"
    assert "being worked out" not in player.text("#units")

    def pin(enemy: str) -> None:
        page.locator(f'#map [data-unit="{enemy}"]').click(button="right")
        page.get_by_role("menuitemcheckbox", name="pinned").click()

    pin("r1")
    page.wait_for_selector(f'body[data-shown="{before + 3}"][data-pending="2"]')
    follow()  # the page does not wait for it any more: it is not sent on
    pin("r5")
    page.wait_for_selector(f'body[data-shown="{before + 4}"][data-pending="2"]')
    assert [text.split()[0] for text in page.locator(".row-of.pending").all_inner_texts()] == ["g1", "g3"]
    assert player.text("#answer .head").startswith("g2 (german squad) in AA3")
    page.locator("#routes [data-route] >> nth=0").click()
    follow().continue_()
    page.wait_for_selector('body[data-pending="0"]')
    assert page.locator('#routes [data-route="0"][aria-pressed="true"]').count(), "the route is still followed"
    assert page.locator(".row-of.pending").count() == 0
    assert "pinned" in page.locator('#map [data-unit="r1"]').get_attribute("aria-label")
    assert "pinned" in page.locator('#map [data-unit="r5"]').get_attribute("aria-label")


def test_the_chosen_unit_has_its_reasons_where_the_others_could_not_be_worked_out(
    player: Player, served: str, tmp_path: Path
) -> None:
    page = player.open(served)
    asked: list[str] = []

    def fail(route: Any) -> None:
        if "first" in route.request.post_data_json:
            route.continue_()
        else:
            asked.append(route.request.url)
            route.fulfill(status=503, json={"error": "four.lp: the time limit was reached"})

    page.route("**/api/view", fail)
    file = tmp_path / "four.lp"
    file.write_text(field("aslsk", FOUR, seed=2).program(), encoding="utf-8")
    before = player.times_drawn
    page.set_input_files("#open", file)
    page.wait_for_selector(f'body[data-shown="{before + 1}"][data-pending="0"][data-reasons=there]')
    assert player.text("#problem") == "four.lp: the time limit was reached"
    assert player.text("#answer .head").startswith("g1 (german squad) in C3")
    assert page.locator("#walk li").count(), "why it is so"
    rows = page.locator("#units > ul .row-of").all_inner_texts()
    assert ["not worked out" in text for text in rows] == [False, True, True, True]
    assert player.text("#busy") == ""
    page.locator('#units [data-choose="g2"]').click()
    assert player.text("#answer") == "g2 (german squad): not worked out"
    # If it is drawn again, as after a change that is refused, the rest is not asked for again
    page.locator('#units [data-choose="g1"]').click()
    page.locator("#place").fill("nowhere")
    page.get_by_role("button", name="Move", exact=True).click()
    page.wait_for_selector(f'body[data-shown="{before + 2}"][data-reasons=there]')
    assert "no hex" in player.text("#problem")
    assert len(asked) == 1
    assert "being worked out" not in player.text("body")
    assert all("503" in said or "422" in said for said in player.complaints)
    player.complaints.clear()


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
    assert player.text("#answer .head") == "g1 (german squad) in xC3, 6 MF: MUST ROUT"
    assert (
        "xC2 3 MF" in player.text("#answer")
        or "xC2 1 MF" in player.text("#answer")
        or "xC2 2 MF" in player.text("#answer")
    )


def test_a_saved_game_is_opened_and_answered(browser: Any, tmp_path: Path) -> None:
    from test_vasl_game import Table, marker, squad

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
    from test_vasl_game import Table, marker, squad
    from vasl_boards import Drawing

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


# ---------------------------------------------------------------------------------------------------------------------
# The whole phase


def explore(player: Player, text: str, folder: Path) -> Any:
    """Opens a position and explores its phase."""
    file = folder / "one.lp"
    file.write_text(text)
    before = player.times_drawn
    player.page.locator("#open").set_input_files(str(file))
    player.settled(before)
    player.page.locator("#phase > summary").click()
    player.page.locator("#phase-ask").click()
    player.page.wait_for_selector("#phase-found:not([hidden]) ol.turns")
    return player.page


def turns(player: Player) -> list[str]:
    return list(player.page.locator("ol.turns [data-turn]").evaluate_all("all => all.map((e) => e.dataset.turn)"))


def reordered(player: Player) -> str:
    """Return the text of the page once it has the answer for another order."""
    player.page.wait_for_selector("#phase-found:not([aria-busy]) .best-again")
    return player.text("#phase-said")


def test_a_player_asks_who_goes_first_and_pulls_the_turns_about(player: Player, served: str, tmp_path: Path) -> None:
    player.open(served)
    page = explore(player, ROOM_FOR_ONE, tmp_path)
    assert player.text("#phase-said") == "german: all of them can come through"
    assert turns(player) == ["g1", "g2"]
    assert "Best plan: 2 of 2 come through, 3 MF." in player.text("#phase-sides")
    assert "g1 can no longer reach B3 [sk-step-stacking]" in player.text("#phase-sides")
    assert "a hex where its own side leaves no room" in player.text("#phase-sides")
    assert page.locator("#phase-picture [data-turn]").count() == 2
    one, two = (page.locator(f'[data-turn="{unit}"] .grip').bounding_box() for unit in ("g2", "g1"))
    page.mouse.move(one["x"] + 5, one["y"] + 5)
    page.mouse.down()
    page.mouse.move(two["x"] + 5, two["y"] - 4, steps=6)
    page.mouse.up()
    assert reordered(player).endswith("In this order: 1 of 2 come through, 2 MF; 1 fewer than in the best plan.")
    assert turns(player) == ["g2", "g1"]
    assert page.locator("ol.turns .lost").get_attribute("data-turn") == "g1"
    assert "g1 is eliminated" in player.text("ol.turns .lost")
    page.locator(".best-again").click()
    page.wait_for_selector(".best-again", state="detached")
    assert turns(player) == ["g1", "g2"] and "In this order" not in player.text("#phase-said")


def test_the_order_is_changed_by_keyboard(player: Player, served: str, tmp_path: Path) -> None:
    player.open(served)
    page = explore(player, ROOM_FOR_ONE, tmp_path)
    page.get_by_role("button", name="g2 earlier").focus()
    page.keyboard.press("Enter")
    assert "1 fewer than in the best plan" in reordered(player)
    assert turns(player) == ["g2", "g1"]
    page.wait_for_selector('[data-turn="g2"] button:focus')
    page.keyboard.press("Enter")  # the button that is left to it: back again
    page.wait_for_selector('ol.turns > li:first-child[data-turn="g1"]')
    assert "as good as the best plan" in reordered(player)


def test_a_phase_is_played_turn_by_turn_and_taken_back(player: Player, served: str, tmp_path: Path) -> None:
    player.open(served)
    page = explore(player, ROOM_FOR_ONE, tmp_path)
    places = []
    assert player.text("#phase-at") == "0 of 2 turns played. Next: g1: B3"
    for _ in range(2):
        before = player.times_drawn
        page.locator("#phase-next").click()
        player.settled(before)
        places.append([page.locator(f'#map [data-unit="{unit}"]').get_attribute("data-at") for unit in ("g1", "g2")])
    assert places == [["B3", "C4"], ["B3", "B4"]]
    assert player.text("#phase-at").startswith("All 2 turns are played.")
    assert page.locator("#phase-next").is_disabled()
    page.locator("#undo").click()
    page.wait_for_selector('ol.turns [data-turn="g2"][aria-current=step]')
    assert player.text("#phase-at").startswith("1 of 2 turns played.")
    # Another order takes back what was played of the old one.
    page.get_by_role("button", name="g2 earlier").click()
    assert "1 fewer than in the best plan" in reordered(player)
    page.wait_for_selector('#map [data-unit="g1"][data-at=B2]')
    assert player.text("#phase-at") == "0 of 2 turns played. Next: g2: B3"
    for _ in range(2):
        before = player.times_drawn
        page.locator("#phase-next").click()
        player.settled(before)
    assert page.locator('#map [data-unit="g1"]').count() == 0, "it is eliminated"
    before = player.times_drawn
    page.locator("#phase-back").click()
    player.settled(before)
    assert page.locator('#map [data-unit="g1"]').get_attribute("data-at") == "B2"


def test_another_position_is_not_played_by_the_plan_of_the_first(player: Player, served: str, tmp_path: Path) -> None:
    player.open(served)
    page = explore(player, ROOM_FOR_ONE, tmp_path)
    player.drag("g2", "B4")
    assert page.locator("#phase-found").is_hidden()
    assert player.text("#phase-said") == "The position is not the one that was explored any more."
    page.locator("#phase-ask").click()  # g2 stands in B4 now
    page.wait_for_selector('#phase-found:not([hidden]) [data-turn="g2"]:has-text("g2 stays in B4")')
    page.locator("#undo").click()
    page.wait_for_selector("#phase-found[hidden]", state="attached")
    page.locator("#phase-ask").click()
    page.wait_for_selector('#phase-found:not([hidden]) [data-turn="g2"]:has-text("g2: C4 - B4")')
    assert player.text("#phase-at") == "0 of 2 turns played. Next: g1: B3"
    before = player.times_drawn
    page.locator("#redo").click()
    player.settled(before)
    assert page.locator("#phase-found").is_hidden()
    page.locator("#undo").click()
    page.wait_for_selector("#phase-found:not([hidden])")


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_phase(scheme: str, size: str, browser: Any, served: str, tmp_path: Path) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    player = Player(browser, viewport=SIZES[size], color_scheme=scheme, bypass_csp=True)
    player.open(served)
    page = player.page
    explore(player, ROOM_FOR_ONE, tmp_path)
    page.locator("#phase-next").click()
    page.wait_for_selector('ol.turns [data-turn="g2"][aria-current=step]')
    page.get_by_role("button", name="g2 earlier").click()
    reordered(player)
    found = axe.Axe().run(page).response["violations"]
    assert [(v["id"], v["nodes"][0]["html"][:200]) for v in found if v["impact"] in SERIOUS] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    player.context.close()


# ---------------------------------------------------------------------------------------------------------------------
# For everybody


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("which", ["file", "served"])
def test_axe_finds_nothing(which: str, scheme: str, size: str, browser: Any, drawn: Path, served: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    # axe is put into the page, which the page's own policy would not let in
    player = Player(browser, viewport=SIZES[size], color_scheme=scheme, bypass_csp=True)
    page = player.open(drawn.as_uri() if which == "file" else served)
    player.hex("yI4").dispatch_event("click")
    if which == "served":
        page.locator('#map [data-unit="g1"]').dispatch_event("click")
        page.wait_for_selector("#editor fieldset")
    found = axe.Axe().run(page).response["violations"]
    assert [(v["id"], v["nodes"][0]["html"][:200]) for v in found if v["impact"] in SERIOUS] == []
    player.context.close()


# ---------------------------------------------------------------------------------------------------------------------
# Why, on the map


def test_the_hexes_around_a_unit_say_why_they_are_closed(player: Player, drawn: Path) -> None:
    player.open(drawn.as_uri())
    shut = player.page.locator('#map [data-overlay="g1"] [data-closed]')
    labels = {e.get_attribute("data-closed"): e.locator(".tag-text").text_content() for e in shut.all()}
    assert labels == {"yK4": "next to a2", "yL4": "a2 is there", "yL5": "next to a2"}


REASONS = {
    "yK4": "yK4 is closed: it is next to a2 in yL4.",
    "yK6": "yK6 is a destination, 2 MF.",
    "yI4": "yI4 is not a legal destination: it costs 3 MF and yK6 only 2. "
    "The unit may end there only after meeting a1 in yJ5.",
    "yJ5": "yJ5 is not a legal destination: it is neither woods nor building. "
    "A rout through yJ5 is interdicted by a1 in yK7.",
    "yL3": "No legal way leads to yL3. yL4 is closed from yK5: a2 in yL4 stands there and it is closer to a2 in yL4.",
}


@pytest.mark.parametrize(("hex_", "why"), REASONS.items(), ids=REASONS)
def test_one_click_gives_one_plain_sentence_beside_the_hex(player: Player, served: str, hex_: str, why: str) -> None:
    page = player.open(served)
    player.hex(hex_).dispatch_event("click")
    assert player.text("#beside p").removesuffix(" §") == why
    box, beside = player.hex(hex_).bounding_box(), page.locator("#beside").bounding_box()
    edge = 0.2 * box["width"]  # of the hex, where nothing stands
    assert beside["x"] >= box["x"] + box["width"] - edge or beside["x"] + beside["width"] <= box["x"] + edge
    page.keyboard.press("Escape")
    player.hex(hex_).focus()
    page.keyboard.press("Escape")
    assert page.locator("#beside").is_hidden()


def test_the_rules_are_behind_a_mark(player: Player, served: str) -> None:
    page = player.open(served)
    player.hex("yK4").dispatch_event("click")
    assert "[" not in player.text("#beside"), "no rule ids"
    assert "No step next to a Known enemy" not in player.text("#beside")
    page.get_by_role("button", name="The rules for it").click()
    assert "No step next to a Known enemy" in player.text("#beside")


def test_surrender_and_elimination_explain_themselves_on_the_map(player: Player, served: str, tmp_path: Path) -> None:
    hexes = {"B2": (1, 4), "B1": (1, 2), "B3": (1, 6), "A2": (0, 3), "A3": (0, 5), "C2": (2, 3), "C3": (2, 5)}
    text = "rules(aslsk). side(german). side(american). attacker(american).\n"
    for name, (column, row) in hexes.items():
        text += f'hex("{name}",{column},{row}). terrain("{name}",open_ground).\n'
    text += 'unit(g1,german,squad). at(g1,"B2"). status(g1,broken). status(g1,dm).\n'
    text += 'unit(a1,american,squad). at(a1,"B1"). unit(a2,american,squad). at(a2,"B3").\n'
    (tmp_path / "lost.lp").write_text(text)
    page = player.open(served)
    before = player.times_drawn
    page.set_input_files("#open", tmp_path / "lost.lp")
    player.settled(before)
    assert "ELIMINATED" in player.text("#answer .head")
    shut = page.locator('#map [data-overlay="g1"] [data-closed]')
    assert {e.get_attribute("data-closed") for e in shut.all()} == {"A2", "A3", "B1", "B3", "C2", "C3"}
    for name in ("A2", "B3"):
        player.hex(name).dispatch_event("click")
        assert player.text("#beside p").startswith(f"{name} is closed: ")


def test_on_a_phone_the_sentence_is_a_sheet_from_below(browser: Any, served: str) -> None:
    player = Player(browser, viewport=SIZES["phone"], has_touch=True, is_mobile=True)
    page = player.open(served)
    box = player.hex("yK4").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.3)
    sheet = page.locator("#beside.sheet")
    assert player.text("#beside p").startswith("yK4 is closed")
    place = sheet.bounding_box()
    assert round(place["x"]) == 0 and round(place["y"] + place["height"]) == SIZES["phone"]["height"]
    for button in sheet.locator("button").all():
        size = button.bounding_box()
        assert size["width"] >= 44 and size["height"] >= 44
    sheet.get_by_role("button", name="Close").tap()
    assert sheet.is_hidden()
    player.context.close()
    assert player.complaints == []


# ---------------------------------------------------------------------------------------------------------------------
# Readings


def test_one_press_says_whether_the_answer_depends_on_a_reading(player: Player, served: str) -> None:
    page = player.open(served)
    page.get_by_role("button", name="Does it depend on a reading?").click()
    page.wait_for_selector("#depends .head")
    said = player.text("#depends .head")
    assert re.fullmatch(r"It depends on a reading: \d of 7 other readings change the answer\.", said)
    assert "g1 (german squad): MUST ROUT" in player.text("#depends") or "other ways" in player.text("#depends")
    before = player.times_drawn
    page.get_by_role("button", name="Take this reading").first.click()
    player.settled(before)
    assert page.locator("#undo").is_enabled()


def test_what_depends_on_no_reading_says_so(player: Player, served: str, tmp_path: Path) -> None:
    (tmp_path / "alone.lp").write_text(
        'rules(aslsk). side(german). side(american). attacker(american). hex("A1",0,1). hex("A2",0,3).\n'
        'terrain("A1",woods). terrain("A2",woods). unit(g1,german,squad). at(g1,"A1"). status(g1,broken). status(g1,dm).\n'
        'unit(a1,american,squad). at(a1,"A2").\n'
    )
    page = player.open(served)
    before = player.times_drawn
    page.set_input_files("#open", tmp_path / "alone.lp")
    player.settled(before)
    assert "ELIMINATED" in player.text("#answer .head")
    page.get_by_role("button", name="Does it depend on a reading?").click()
    page.wait_for_selector("#depends .head")
    assert player.text("#depends .head") == "It does not depend on a reading: 7 other readings give the same answer."
