"""A position in one line, and its packed form for a link: there and back, on every position that is shipped."""

from __future__ import annotations

import base64
import csv
import random
import re
import zlib
from pathlib import Path

import pytest
from command_line import ROOT, run
from day import of_today
from hypothesis import given
from hypothesis import strategies as st
from tiny import facts_of
from vasl_boards import real_data

import pyrout
from pyrout.errors import InstanceError
from pyrout.position import line as notation
from pyrout.position import shipped
from pyrout.position.facts import Fact, Instance
from pyrout.position.line import LINK_LIMIT, OF_MAP, line_of, pack, position_of, text_of, too_long
from pyrout.position.printed import PRINTED
from pyrout.position.reading import facts_in, load, parse
from pyrout.position.vocabulary import Name

SHIPPED = [Path(file) for file in shipped.files().values()]
EXAMPLE = ROOT / "instances" / "aslsk" / "example-07.lp"
SMALL = facts_of("A1. A2w B1. B2. B3w", "g1:squad@B1 broken dm; a1:squad@A1", "A1-B1 A1-B2")


def atoms(position: Instance, *without: str) -> set[str]:
    return {str(fact) for fact in position.facts if fact.name not in without}


def there_and_back(position: Instance) -> None:
    """Nothing is lost but the known answers; the same position gives the same line, in whatever order its facts are."""
    line = line_of(position)
    again = position_of(line, need="facts")
    assert atoms(again) == atoms(position, "expect")
    assert line_of(again) == line and "\n" not in line
    facts = list(position.facts)
    random.Random(1).shuffle(facts)
    assert line_of(Instance("shuffled", tuple(facts))) == line
    assert atoms(position_of(line_of(position, answers=True), need="facts")) == atoms(position)
    code = pack(position)
    assert re.fullmatch(r"1\.[A-Za-z0-9_-]+", code)
    assert atoms(position_of(code, need="facts")) == atoms(position, "expect")


@pytest.mark.parametrize("folder", [pytest.param("aslsk", marks=pytest.mark.slow), "rulings", "miniatures"])
@pytest.mark.slow
def test_there_and_back(folder: str) -> None:
    files = [path for path in SHIPPED if path.parent.name == folder]
    assert files
    for path in files:
        there_and_back(load(path))


@pytest.mark.slow
def test_there_and_back_with_all_that_is_shipped() -> None:
    assert len(SHIPPED) > 400
    for path in of_today(SHIPPED, 4):
        there_and_back(load(path))


def test_a_line_is_read_as_it_is_explained() -> None:
    """Every kind of phrase, typed by hand; ids that are left out are those that nobody has."""
    here = position_of(
        "asl;american against german;  month 7; boards y, 02 reversed , 10 at 1 0;"
        "yK5 german squad 4-6-7 broken dm, g2 german leader 8-1-9-8 with mg mmg 5-12;"
        "yL4@1 a1 american squad fp 6 range 6 morale 6 bm 5 , american hero; yL5@foxhole american crew; - v1 american vehicle;"
        "yL6 american leader 9-2 broken, american leader 6+1 bm 5, american commissar 10-0, american leader drm -1;"
        'status(mg,malfunctioned);history(g2,broke).; feature("yL5",foxhole); option(revisit,allow)',
        need="facts",
    )
    wanted = (
        'rules(asl) side(german) side(american) attacker(american) month(7) board("y",0,0,normal) board("02",0,1,reversed) '
        'board("10",1,0,normal) unit(g1,german,squad) at(g1,"yK5") firepower(g1,4) normal_range(g1,6) morale(g1,7) '
        'status(g1,broken) status(g1,dm) unit(g2,german,leader) at(g2,"yK5") firepower(g2,8) normal_range(g2,1) morale(g2,9) '
        "broken_morale(g2,8) sw(mg,mmg,5,12) possesses(g2,mg) status(mg,malfunctioned) history(g2,broke) "
        'unit(a1,american,squad) at(a1,"yL4",1) firepower(a1,6) normal_range(a1,6) morale(a1,6) broken_morale(a1,5) '
        'unit(a2,american,hero) at(a2,"yL4",1) unit(a3,american,crew) at(a3,"yL5",foxhole) unit(v1,american,vehicle) '
        'unit(a4,american,leader) at(a4,"yL6") morale(a4,9) leadership(a4,-2) status(a4,broken) '
        'unit(a5,american,leader) at(a5,"yL6") morale(a5,6) leadership(a5,1) broken_morale(a5,5) '
        'unit(a6,american,commissar) at(a6,"yL6") morale(a6,10) leadership(a6,0) '
        'unit(a7,american,leader) at(a7,"yL6") leadership(a7,-1) '
        'feature("yL5",foxhole) option(revisit,allow)'
    )
    assert atoms(here) == set(wanted.split(" "))


def test_a_line_is_written_as_it_is_explained() -> None:
    text = (
        'rules(asl). side(german). side(american). attacker(german). month(2). board("y",0,0,normal). board("z",0,1,reversed). '
        'hex("yK5",10,9). hex("yK6",10,11). terrain("yK5",woods). los("yK5","yK6",0). unit(g10,german,squad). at(g10,"yK5"). '
        'unit(g2,german,squad). at(g2,"yK5"). status(g2,dm). status(g2,broken). firepower(g2,4). normal_range(g2,6). '
        'morale(g2,7). sw(mg,lmg,1,8). possesses(g2,mg). unit(a1,american,squad). at(a1,"yK6"). normal_range(a1,6). '
        'expect(g2,free(no)). no_quarter(german). capacity("yK5",foxhole,1).'
    )
    assert line_of(parse(text)) == (
        "asl; german against american; month 2; boards y, z reversed; "
        "yK5 g2 german squad 4-6-7 broken dm with mg lmg 1-8, g10 german squad; yK6 a1 american squad range 6; "
        'capacity("yK5",foxhole,1); no_quarter(german)'
    )


def test_the_line_of_the_documentation_is_one() -> None:
    page = (ROOT / "docs" / "line.md").read_text("utf-8")
    (line,) = re.findall(r"^```\n(.*?)\n```$", page, re.MULTILINE | re.DOTALL)
    assert line_of(position_of(line)) == line


def test_names_that_no_phrase_can_hold_are_told_as_facts() -> None:
    odd = parse(
        'side(us). side(them). hex("a;b",0,1). hex("c,d",0,3). unit(u1,us,squad). at(u1,"a;b"). unit(x1,them,squad). '
        'at(x1,"c,d"). status(u1,broken). building("a; b, (d)","a;b"). sw(m2,lmg,1,6).',
        need="facts",
    )
    there_and_back(odd)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ("morale(g1,8). leadership(g1,-1).", "8-1"),
        ("morale(g1,10). leadership(g1,-3). status(g1,wounded).", "10-3 wounded"),
        ("morale(g1,7). leadership(g1,0).", "7-0"),
        ("morale(g1,6). leadership(g1,1). broken_morale(g1,5).", "6+1 bm 5"),
        ("morale(g1,8). leadership(g1,-1). firepower(g1,1).", "8-1 fp 1"),
        ("leadership(g1,-1).", "drm -1"),
        ("leadership(g1,1). broken_morale(g1,7).", "bm 7 drm 1"),
        (
            "morale(g1,9). leadership(g1,-1). firepower(g1,1). normal_range(g1,4). broken_morale(g1,8).",
            "1-4-9-8 drm -1",
        ),
        ("morale(g1,8).", "morale 8"),
    ],
)
def test_a_leader_is_written_as_he_is_printed(facts: str, words: str) -> None:
    leader = parse(facts_of("A1. A2.", "g1:leader@A1; a1:squad@A2", "A1-A2") + facts, need="position")
    assert f"A1 g1 german leader {words}; A2" in line_of(leader)
    there_and_back(leader)


@pytest.mark.parametrize(
    ("nation", "strength", "kind"),
    [
        ("german", "10-3", "leader"),
        ("finnish", "9-0", "leader"),
        ("japanese", "8+1", "leader"),
        ("russian", "8-0", "leader"),
        ("russian", "9-0", "commissar"),
    ],
)
def test_the_counters_of_a_nationality_say_who_leads(nation: str, strength: str, kind: str) -> None:
    position = position_of(f'asl; {nation} against american; K5 x1 {nation} {strength}; hex("K5",10,9)', need="facts")
    assert f"unit(x1,{nation},{kind})" in set(map(str, position.facts))


def test_the_leaders_of_each_nationality_are_those_of_its_counters() -> None:
    """VASL's palette has all levels of a leader on each of his counters; one Finnish level has no name there."""
    rows = list(csv.DictReader((real_data() / "tables" / "counters.csv").open(encoding="utf-8")))
    palettes = {"ss": "Waffen SS", "partisan": "Russian/SMC/Partisan", "russian": "Russian/SMC/Soviet"}
    for nation, kinds in PRINTED.items():
        palette = palettes.get(nation, f"O/B/{nation.replace('_', ' ').title()}/SMC")
        for kind, name in (("leader", r"\w+LDR\w*|10-3"), ("commissar", r"\w+COM")):
            if kind == "commissar" and nation not in ("russian", "partisan"):
                continue  # a German party leader is no commissar of the rules
            levels = {
                level.replace("\\", "")
                for row in rows
                if palette in row["palette"] and re.fullmatch(name, row["base_name"])
                for level in row["layers"].rpartition("=")[2].split("|")
            } - {""}
            assert set(kinds.get(kind, "").split()) == levels, (nation, kind)


@given(st.text(max_size=60))
def test_whatever_is_typed_is_a_position_or_one_line(typed: str) -> None:
    for text in (typed, f"aslsk; us against them; {typed}", f"1.{typed}"):
        try:
            position_of(text, need="facts")
        except InstanceError as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "there is nothing in the line"),
        ("aslsk; us against them; K5", "<line>:3:1: K5 is no phrase; a hex and its units"),
        ("aslsk; us against them; K5 us sqad", "<line>:3:1: sqad is not a kind of unit; did you mean squad?"),
        ("aslsk; us against them; K5 us squad brocken", "<line>:3:1: brocken is not a status; did you mean broken?"),
        ("aslsk; us against them; K5 us squad with mg lmg 8", "<line>:3:1: with mg lmg 8 is no SW"),
        ("aslsk; us against them; K5 u1 squad", "<line>:3:1: u1 squad is no unit; write its side and its kind"),
        ("aslsk; us against them; K5@0.5 us squad", "<line>:3:1: "),
        ("aslsk; us against them; month 13", "<line>:3:1: 13 is not a month"),
        ("aslsk; us against them; boards y z", "<line>:3:1: y z is no board; write such as boards y"),
        ("aslsk; us against them; map x", "<line>:3:1: x cannot be unpacked; copy the whole of it again"),
        ("aslsk; us against them; K5 us squad; hex(1)", "<line>:4:1: "),
        ("aslsk; us against them; a :- b", "<line>:3:1: "),
        ('aslsk; us against them; K5 u1 us squad 8-1; hex("K5",10,9)', "u1 is no leader; name the leader"),
        (
            "aslsk; us against them; K5 us leader 8-4",
            "<line>:3:1: -4 is not a leadership DRM; write a number from -3 to 1",
        ),
        ("aslsk; us against them; K5 us leader 8+2", "<line>:3:1: 2 is not a leadership DRM"),
        ("1.zzzz", "<line>: zzzz cannot be unpacked; copy the whole of it again"),
        (
            "asl; finnish against russian; K5 finnish 8-1",
            "of finnish do not say what a 8-1 is; write which: a leader or a",
        ),
    ],
)
def test_what_is_wrong_with_a_line(line: str, message: str) -> None:
    with pytest.raises(InstanceError) as error:
        position_of(line)
    assert message in str(error.value) and "\n" not in str(error.value)


def test_a_code_that_unpacks_to_far_too_much() -> None:
    bomb = Instance("bomb", (Fact("building", ("a" * 60, "A1")), *(Fact("hex", ("A1", 0, n)) for n in range(3))))
    code = pack(Instance("x", bomb.facts))
    assert len(text_of(code)) < 1000

    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    raw = squeezed.compress(b"a" * 50_000_000) + squeezed.flush()
    with pytest.raises(InstanceError, match="cannot be unpacked"):
        position_of("1." + base64.urlsafe_b64encode(raw).decode().rstrip("="))


def test_a_game_of_a_hundred_counters_is_short_enough_for_a_link() -> None:
    """Four nationalities' worth of counters on three boards, of all sorts, wherever they stand."""
    rng = random.Random(7)
    facts = [Fact("rules", (Name("asl"),)), Fact("side", (Name("german"),)), Fact("side", (Name("russian"),))]
    facts += [Fact("attacker", (Name("russian"),))]
    facts += [Fact("board", (name, 0, row, Name("normal"))) for row, name in enumerate(("02", "10", "09"))]
    for number in range(100):
        side, code = rng.choice((("german", "ge"), ("russian", "ru")))
        unit = Name(f"{code}{number}")
        kind = rng.choice(("squad", "squad", "squad", "half_squad", "leader", "crew"))
        facts.append(Fact("unit", (unit, Name(side), Name(kind))))
        where = f"{rng.choice(('2', '9', '10'))}{rng.choice('ABCDEFGHIJKLMNOPQRSTUVWXYZ')}{rng.randint(1, 10)}"
        facts.append(Fact("at", (unit, where)))
        values = rng.choice(((4, 6, 7, 7), (4, 4, 7, 7), (6, 6, 6, 6), (2, 4, 7, 7), (4, 6, 8, 8)))
        names = ("firepower", "normal_range", "morale", "broken_morale")
        facts += [Fact(name, (unit, value)) for name, value in zip(names, values, strict=True)]
        for status in rng.choice(((), (), (), ("broken", "dm"), ("concealed",))):
            facts.append(Fact("status", (unit, Name(status))))
        if rng.random() < 0.2:
            weapon = Name(f"{code}_mg{number}")
            facts += [Fact("sw", (weapon, Name("lmg"), 1, 8)), Fact("possesses", (unit, weapon))]
    game = Instance("game", tuple(facts))
    code = pack(game)
    assert len(code) < LINK_LIMIT and too_long(code) == ""
    assert atoms(position_of(code)) == atoms(game)
    assert too_long("x" * 2001) == "2,001 characters are too long for a link (2,000 at most); send the file instead"


# --- commands -----------------------------------------------------------------------------------------------------


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.lp"
    path.write_text(SMALL, "utf-8")
    return path


@pytest.mark.slow
def test_every_command_takes_a_line_in_place_of_a_file(small: Path, tmp_path: Path) -> None:
    line = run("line", small).stdout.strip()

    def alike(command: str, *args: str) -> None:
        by_file, by_line = run(command, small, *args), run(command, "-p", line, *args)
        assert by_line.stdout.replace("<line>", str(small)) == by_file.stdout != ""
        assert by_line.exit_code == by_file.exit_code
        assert run(command, *args, f"--position={line}").stdout == by_line.stdout

    alike("solve")
    alike("solve", "--json")
    alike("explain", "g1", "B3")
    alike("explain", "g1", "--chart")
    alike("check", "g1", "B2", "B3")
    alike("line")
    known = run("line", EXAMPLE, "--answers").stdout.strip()
    assert run("verify", "-p", known).stdout == "<line>: agrees\n"
    counts = run("count", "-p", line, "-p", line).stdout.splitlines()
    assert counts[1].startswith("<line> ") and counts[2].startswith("<line> 2 ")
    for command, ending in (("draw", ".svg"), ("batch", ".ndjson")):
        out = tmp_path / f"out{ending}"
        done = run(command, "-p", line, "-o", out)
        assert (done.exit_code, out.is_file()) == (0, True), done.stderr
    minimised = run("minimise", "-p", line, "--keep", "g1: verdict(routs)").stdout
    assert pyrout.solve(parse(minimised))["g1"].verdict == "routs"
    assert run("solve", "-p", run("line", "--link", small).stdout.strip()).stdout == run("solve", "-p", line).stdout


def test_a_file_and_a_line_together(small: Path) -> None:
    line = run("line", small).stdout.strip()
    heads = [text for text in run("solve", small, "-p", line).stdout.splitlines() if ": rules" in text]
    assert sorted(heads) == sorted(["<line>: rules aslsk", f"{small}: rules aslsk"])


def test_a_line_that_is_wrong_is_one_line_on_stderr() -> None:
    result = run("solve", "-p", "aslsk; us against them; K5 us sqad")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "pyrout: <line>:3:1: sqad is not a kind of unit; did you mean squad?\n"


def test_a_link_that_is_too_long_says_so(tmp_path: Path) -> None:
    path = tmp_path / "large.lp"
    rng = random.Random(1)
    hexes = [f"x{rng.randrange(10**9)}" for _ in range(800)]
    path.write_text(SMALL + "".join(f'hex("{h}",{n},{99 + n % 2}). ' for n, h in enumerate(hexes)), "utf-8")
    result = run("line", "--link", path)
    assert result.exit_code == 0 and len(result.stdout) > LINK_LIMIT
    assert "too long for a link" in result.stderr


def test_the_map_is_not_told_where_its_boards_are_named() -> None:
    named = parse(SMALL + 'board("A",0,0,normal). given_around("B1",8,hexes).')
    again = position_of(line_of(named))
    assert atoms(again) == atoms(named, *OF_MAP)
    with pytest.raises(InstanceError, match="is not all in the file; make its boards available"):
        pyrout.solve(again)


def test_the_address_of_a_page_is_the_position_that_it_holds() -> None:
    position = load(EXAMPLE)
    code = pack(position)
    for address in (f"http://127.0.0.1:8765/#l={code}", f"https://example.org/a/index.html?x=1#l={code}", f"#l={code}"):
        assert text_of(address) == text_of(code)
    with pytest.raises(InstanceError, match="this address holds no position of today"):
        text_of("http://127.0.0.1:8765/#p=abc")


def test_a_small_link_that_unpacks_to_much_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """20,000 units pack into 800 letters: those beyond the limit of a position are not read, nor is a second map."""
    read = 0

    def counted(text: str, name: str) -> tuple[Fact, ...]:
        nonlocal read
        read += 1
        return facts_in(text, name)

    monkeypatch.setattr(notation, "facts_in", counted)
    start = "aslsk; german against russian; "
    stacks = (f"{start}K5 {', '.join(['german squad'] * 20_000)}", start + "; ".join(["K5 german squad"] * 20_000))
    for text in stacks:
        read = 0
        with pytest.raises(InstanceError, match="more than 400 units; leave out"):
            position_of(notation.MARK + notation._packed(text))
        assert 400 < read < 410
    square = notation._packed('hex "A1",0,0')
    with pytest.raises(InstanceError, match="<line>:4:1: the line has a second map"):
        position_of(f"{start}map {square}; map {square}")
    with pytest.raises(InstanceError, match="cannot be unpacked"):
        position_of(notation.MARK + notation._packed("a" * (notation.LINE_LIMIT + 1)))


def test_a_string_that_nobody_closes_goes_to_the_end() -> None:
    """It is read once: looked for again from each of its 200,000 quotes, it would take an hour, for a link of 300 letters."""
    assert notation.phrases('asl; "a\\";b; c') == ["asl", '"a\\";b; c']
    for text in ('asl; "' + '\\";' * 200_000, "asl; map " + notation._packed('hex "' + '\\" ' * 200_000)):
        with pytest.raises(InstanceError) as told:
            text_of(notation.MARK + notation._packed(text))
        assert len(str(told.value)) < 500
