"""The site without a server in a real browser: nothing but a folder of files is served."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from day import of_today
from page_player import SERIOUS, SIZES, Player
from site_parts import ROOT, SEVEN, installed, needs_parts, positions
from site_player import START, STEP, Reader

import pyrout
from pyrout.position.line import link

pytestmark = [pytest.mark.slow, needs_parts, pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
def opened(browser: Any, site: str) -> Iterator[Reader]:
    """A page that tests share, since starting takes long; each leaves example 7 there."""
    made = Reader(browser)
    made.open(site)
    yield made
    made.context.close()
    assert made.complaints == []


def test_example_7_is_answered(opened: Reader) -> None:
    assert "MUST ROUT" in opened.text("#panel")
    assert "Ways 17" in opened.text("#panel")


def test_a_change_is_answered_and_undone(opened: Reader) -> None:
    before = opened.times_drawn
    opened.drag("a2", "yO8")
    assert "MUST ROUT" not in opened.text("#panel")
    opened.page.locator("#undo").click()
    opened.settled(before + 1)
    assert "MUST ROUT" in opened.text("#panel")


def test_a_hex_says_why_it_is_no_destination(opened: Reader) -> None:
    opened.click_hex("yI4")
    opened.until("document.body.innerText.includes('yI4 is no destination at the start, though a rout may end there')")


def test_pictures_and_positions_are_saved(opened: Reader, tmp_path: Path) -> None:
    begins = {"lp": b"rules(aslsk).", "svg": b"<svg", "png": b"\x89PNG", "html": b"<!doctype html>"}
    for kind, start in begins.items():
        opened.page.locator("#save-menu").evaluate("menu => { menu.open = true; }")
        with opened.page.expect_download(timeout=STEP) as waiting:
            opened.page.locator(f"#save-{kind}").click()
        contents = Path(waiting.value.path()).read_bytes()
        assert start in contents[:2000], kind


def test_readings_are_compared(opened: Reader) -> None:
    opened.page.locator("#more-menu > summary").click()
    opened.page.locator("#compare").select_option("revisit")
    opened.page.wait_for_selector("#readings .head", timeout=STEP)
    assert "All readings" in opened.text("#readings") or "The readings" in opened.text("#readings")
    opened.page.locator("#readings button", has_text="Close").first.click()


def test_a_generated_position_is_found_by_its_kind(opened: Reader) -> None:
    opened.page.locator("#example-menu > summary").click()
    opened.page.wait_for_selector("#find-example:focus")
    kinds = [said.rpartition(" (")[0] for said in opened.page.locator("#examples summary").all_inner_texts()]
    opened.page.keyboard.press("Escape")
    assert {"Generated, aslsk: crawl only", "Generated, asl: no quarter", "Rulings"} <= set(kinds)
    try:
        opened.example("generated/aslsk/crawl-only-01")
        assert "crawl-only-01" in opened.text("#title")
    finally:
        opened.example("example-07")


def test_a_whole_phase_is_explored_reordered_and_played(opened: Reader) -> None:
    page = opened.page
    try:
        opened.example("phases/one-place")
        page.locator("#to-phase").click()
        page.locator("#phase-ask").click()
        page.wait_for_selector("#phase-found:not([hidden]) ol.turns", timeout=STEP)
        assert "german: all of them can come through" in opened.text("#phase-said")
        assert "Best plan: 2 of 2 come through, 3 MF." in opened.text("#phase-sides")
        page.get_by_role("button", name="g2 earlier").click()
        page.wait_for_selector("#phase-found:not([aria-busy]) .best-again", timeout=STEP)
        assert "In this order: 2 of 2 come through, 3 MF; as good as the best plan." in opened.text("#phase-said")
        page.locator("#phase-next").click()
        page.wait_for_selector('#map [data-unit="g2"][data-at=A4]', timeout=STEP)
        page.locator("#phase-back").click()
        page.wait_for_selector('#map [data-unit="g2"][data-at=A3]', timeout=STEP)
    finally:
        page.locator("#to-phase").click()
        opened.example("example-07")


def test_a_table_is_opened_changed_and_answered(opened: Reader) -> None:
    try:
        opened.example("miniatures/retreat-second-turn-3")
        assert "a (blue infantry) at 10,20, 3 inches" in opened.text("#units")
        opened.page.locator("#map [data-unit=a]").focus()
        before = opened.times_drawn
        opened.page.keyboard.press("ArrowRight")
        opened.until(f"Number(document.body.dataset.shown) > {before}")
        assert "a (blue infantry) at 11,20, 3 inches" in opened.text("#units")
        assert "11,20 - 11,17" in opened.text("#next")
    finally:
        opened.example("example-07")


def test_work_is_cancelled_and_the_next_is_answered(opened: Reader) -> None:
    """A request that is worked on and one that waits are both answered."""
    left = opened.page.evaluate("""async () => {
        const late = new Promise((done) => setTimeout(() => done(0), 2000));
        const asked = ["words", "words"].map((name) => fetch(`/api/${name}`).then((r) => r.status));
        await fetch("/api/stop", { method: "POST", body: "{}" });
        return await Promise.all(asked.map((one) => Promise.race([one, late])));
    }""")
    assert left == [409, 409]
    assert [opened.answers(SEVEN)] == installed(SEVEN)


def test_everything_comes_from_the_site(opened: Reader, site: str) -> None:
    asked = [url for url in opened.requests if not url.startswith((site, "data:", "blob:"))]
    assert asked == []


def test_positions_are_answered_as_by_the_installed_program(opened: Reader, tmp_path: Path) -> None:
    """Those of the day: four days check all."""
    paths = of_today(positions(tmp_path), 4)
    expected = dict(zip(paths, installed(*paths), strict=True))
    assert [path.name for path in paths if opened.answers(path) != expected[path]] == []


def test_a_link_opens_the_position_elsewhere(opened: Reader, browser: Any, site: str) -> None:
    opened.page.locator("#save-menu > summary").click()
    opened.page.locator("#link").click()
    opened.until("location.hash.length > 10")
    address = str(opened.page.evaluate("location.href"))
    assert len(address) < 2000 + len(site)
    reader = Reader(browser)
    try:
        reader.open(address)
        assert "MUST ROUT" in reader.text("#panel") and "Ways 17" in reader.text("#panel")
        assert reader.complaints == []
    finally:
        reader.context.close()


def test_a_link_that_another_program_wrote_opens(opened: Reader) -> None:
    """That of the library, which `pyrout line --link` and the handbook have; and one as links were before."""
    one, two = (ROOT / f"instances/aslsk/example-{number}.lp" for number in ("01", "02"))
    kept = json.dumps({"name": two.name, "text": two.read_text("utf-8"), "options": {"revisit": "allow"}})
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    code = base64.urlsafe_b64encode(squeezed.compress(kept.encode()) + squeezed.flush()).decode().rstrip("=")
    try:
        for fragment, where in ((link(pyrout.load(one)), "yBB8"), (f"#p={code}", "yO4")):
            before = opened.times_drawn
            opened.page.evaluate("(fragment) => { location.hash = fragment; }", fragment)
            opened.until(f"Number(document.body.dataset.shown) > {before}")
            opened.ready()
            assert opened.text("#answer .head").startswith(f"g1 (german squad) in {where}")
        assert opened.text("#title").endswith("example-02.lp")
        assert opened.page.locator("[data-option=revisit]").input_value() == "allow"
    finally:
        opened.example("example-07")


def test_the_second_visit_needs_no_network(opened: Reader, site: str) -> None:
    opened.page.wait_for_selector("body[data-kept=yes]", timeout=START)
    opened.page.goto(site)  # without what a test before has put into the address
    opened.context.set_offline(True)
    try:
        opened.page.reload()
        opened.ready()
        assert "Ways 17" in opened.text("#panel")
    finally:
        opened.context.set_offline(False)


def test_the_second_visit_shows_at_once_what_was_answered_before(opened: Reader, site: str) -> None:
    """Even while the referee is still being started: here it never is."""
    page = opened.context.new_page()
    page.set_default_timeout(STEP)
    page.add_init_script("window.Worker = class { addEventListener() {} postMessage() {} terminate() {} };")
    try:
        page.goto(site)
        page.wait_for_selector("body[data-ready=yes][data-reasons=there]")
        assert re.search(r"Ways\s+17\b", page.locator("#panel").inner_text())
        assert page.evaluate("document.body.dataset.referee") is None
        # A question that nobody has asked yet waits for it
        asked = json.dumps({"text": "rules(aslsk).", "name": "new.lp"})
        ended = page.evaluate(
            """async (body) => Promise.race([fetch('/api/view', { method: 'POST', body }).then(() => 'answered'),
                new Promise((resolve) => setTimeout(() => resolve('waits'), 500))])""",
            asked,
        )
        assert ended == "waits"
    finally:
        page.close()


def crowded(enemies: int) -> str:
    """A position as large as may be, whose grounding alone takes a minute there: no job can look at the clock meanwhile."""
    columns, rows, terrains = 54, 54, ("open_ground", "woods", "grain", "open_ground", "orchard", "brush")
    facts = ["rules(asl). side(german). side(american). attacker(american). month(7)."]
    facts += [f'unit(g{i},german,squad). at(g{i},"x{20 + i}y20"). status(g{i},broken). ' for i in range(8)]
    facts += [f'unit(a{i},american,squad). at(a{i},"x{i % columns}y{i // columns * 5}").' for i in range(enemies)]
    facts += [f"normal_range(a{i},6)." for i in range(enemies)]
    for column in range(columns):
        for row in range(rows):
            terrain = terrains[(7 * column + 5 * row) % len(terrains)]
            facts.append(f'hex("x{column}y{row}",{column},{2 * row + 1 - column % 2}).')
            facts.append(f'terrain("x{column}y{row}",{terrain}).')
    return "\n".join(facts)


def test_what_takes_too_long_is_ended_and_the_referee_started_anew(browser: Any, site: str) -> None:
    """With a limit of some seconds in place of a minute."""
    reader = Reader(browser, service_workers="block")
    seconds = 3

    def in_haste(route: Any) -> None:
        script = route.fetch().text()
        assert script.count("SECONDS = 60;") == 1
        route.fulfill(body=script.replace("SECONDS = 60;", f"SECONDS = {seconds};"), content_type="text/javascript")

    reader.page.route("**/front.js", in_haste)
    workers: list[Any] = []
    reader.page.on("worker", lambda worker: workers.append(worker))
    try:
        reader.open(site)
        position = {"name": "crowded.lp", "mimeType": "text/plain", "buffer": crowded(380).encode()}
        reader.page.locator("#open").set_input_files([position])
        reader.page.wait_for_selector("#problem:not([hidden])", timeout=START)
        said = reader.text("#problem")
        assert said == f"time limit reached ({seconds} s); leave out units or hexes that nobody needs"
        reader.page.wait_for_selector("#work", state="hidden")
        reader.choose_example("example-01")
        reader.until("document.getElementById('title').textContent.startsWith('Example 1')")
        reader.page.wait_for_selector("#problem", state="hidden", timeout=START)
        reader.until("document.getElementById('answer').innerText.includes('MUST ROUT')")
        assert len(workers) == 2  # The browser reports a worker some time after the page has started it
        # The browser itself reports each reply that is an error; the page has nothing to complain of
        assert [said for said in reader.complaints if "503" not in said] == []
    finally:
        reader.context.close()


def test_it_fits_each_screen_and_axe_finds_nothing(browser: Any, site: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    reader = Reader(browser, viewport=SIZES["phone"], bypass_csp=True)
    try:
        page = reader.open(site)
        for size, viewport in SIZES.items():
            page.set_viewport_size(viewport)
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), size
            violations = axe.Axe().run(page).response["violations"]
            assert [v["id"] for v in violations if v["impact"] in SERIOUS] == [], size
    finally:
        reader.context.close()


@pytest.mark.slow
def test_examples_are_answered_before_the_referee_has_started(browser: Any, site: str) -> None:
    reader = Reader(browser, service_workers="block")
    page, context = reader.page, reader.context
    page.route("**/pyodide/**", lambda request: None)  # which never comes
    page.goto(site)
    page.wait_for_selector("body[data-ready=yes][data-reasons=there]", timeout=10_000)
    assert "MUST ROUT" in page.locator("#answer .head").inner_text()
    page.locator('#map [data-hex="yI4"]').dispatch_event("click")
    assert "yI4 is no destination at the start, though a rout may end there" in page.locator("#detail").inner_text()
    reader.choose_example("example-03")
    page.wait_for_selector("#title:has-text('example-03')", timeout=10_000)
    page.wait_for_selector("body[data-reasons=there]", timeout=10_000)
    for shipped in ("terrain/bamboo", "miniatures/retreat-chain"):
        reader.choose_example(shipped)
        page.wait_for_selector(f"#title:has-text('{shipped.partition('/')[2]}')", timeout=10_000)
        page.wait_for_selector("#units button", state="attached", timeout=10_000)
    assert page.locator("body").get_attribute("data-referee") != "ready"
    context.close()


def test_a_lesson_is_answered_without_a_server(site: str, browser: Any) -> None:
    player = Player(browser)
    page = player.page
    page.set_default_timeout(START)
    page.goto(f"{site}learn.html#lesson-7")
    page.wait_for_selector("#map .hex")
    page.locator('#choices input[value="yes"]').check()
    page.locator("#check").click()
    assert player.text("#said h3") == "Right."
    while "interdicted" not in player.text("#ask"):
        page.locator("#next").click()
        page.locator("#answer").click()
    assert player.text("#said h3") == "The answer: yJ5."
    page.locator("#next").click()
    for hex_ in ("yJ4", "yI4"):
        player.click_hex(hex_)
    page.locator("#check").click()
    page.locator("#said", has_text="Nearest cover").wait_for()
    assert player.complaints == []
    assert all(address.startswith((site, "blob:", "data:")) for address in player.requests)
    player.context.close()
