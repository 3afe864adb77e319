"""Saved games: the container, the pieces, what counters are. Real saves are read where the test data are."""

from __future__ import annotations

import csv
import os
import zipfile
from collections import Counter as Tally
from pathlib import Path

import pytest
from vasl_saves import (
    ESC,
    Made,
    Save,
    centre,
    disguised,
    geo_hex,
    gun,
    join,
    leader,
    marker,
    question,
    squad,
    vehicle,
    weapon,
    zipped,
)

from pyrout.vasl.saves.game import BoardSlot, SavedGame
from pyrout.vasl.saves.pieces import Piece
from pyrout.vasl.saves.save import read_save
from pyrout.vasl.saves.stream import Damaged, SaveError, commands, tokens, undisguised

DATA = Path(os.environ.get("PYROUT_TEST_DATA") or Path(__file__).parents[3] / "shared" / "data")
SAVES = DATA / "vasl" / "saves"
real = pytest.mark.skipif(not SAVES.is_dir(), reason=f"no real saved games in {SAVES}")


def read(tmp_path: Path, save: Save) -> SavedGame:
    path = tmp_path / "made.vsav"
    path.write_bytes(save.data())
    return read_save(path)


def only(tmp_path: Path, counter: Made) -> Piece:
    save = Save()
    save.put(500, 500, counter)
    (piece,) = read(tmp_path, save).pieces.values()
    return piece


# ---------------------------------------------------------------------------------------------------------------------
# Lists and commands


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a/b", ["a", "b"]),
        ("", [""]),
        ("/", ["", ""]),
        (r"a\/b/c", ["a/b", "c"]),
        (r"a\\/b", [r"a\/b"]),
        (r"'a\'/b", ["a\\", "b"]),
        ("''x''/y", ["'x'", "y"]),
        ("'", ["'"]),
        (r"a\nb", [r"a\nb"]),
    ],
)
def test_lists_are_cut_as_vassal_cuts_them(text: str, parts: list[str]) -> None:
    assert list(tokens(text, "/")) == parts


def test_nested_commands_come_in_order() -> None:
    tree = join(["one", join(["two", "three"], ESC), "four"], ESC)
    assert list(commands(tree)) == ["one", "two", "three", "four"]


def test_a_save_without_disguise_is_plain_text() -> None:
    assert undisguised(b"begin_save\x1bend_save") == "begin_save\x1bend_save"
    assert undisguised(disguised("Grüße", 0xC7)) == "Grüße"


@pytest.mark.parametrize("content", [b"!VCSK", b"!VCSKzz00", b"!VCSK5a0", b"!VCSK5a0g", b"!VCSK00ff", b"\xff\xfe"])
def test_a_damaged_disguise_is_refused(content: bytes) -> None:
    with pytest.raises(Damaged):
        undisguised(content)


# ---------------------------------------------------------------------------------------------------------------------
# Pieces


def test_the_name_is_that_of_the_layers_that_are_up(tmp_path: Path) -> None:
    assert only(tmp_path, squad()).name == "4-6-7 1sq"
    assert only(tmp_path, squad(broken=True)).name == "broken 4-6-7 1sq"
    assert only(tmp_path, squad(half=True, broken=True)).name == "broken 2-4-7 1hs"
    assert only(tmp_path, leader(wounded=True)).name == "Wnd 6+1"
    assert only(tmp_path, Made("3+5 Pillbox").layer(r"1\++,2\++", 2)).name == "2+3+5 Pillbox"
    assert only(tmp_path, vehicle()).name == "PzKw IVH vca4 tca3 BU"


def labelled(made: Made) -> Made:
    """A counter with a label behind its name, on its outermost layer."""
    made.traits.insert(0, Made("").layer("+ Para,+ OBLI", 1).traits[0])
    return made


def nameless(level: int, *, broken: bool = False) -> Made:
    """A leader of whose levels some have no name; 5 is the one with morale 8 and leadership 1, 6 that with 7 and 0."""
    made = Made("fiLDR").layer(
        "broken +,broken +,broken +,broken +,broken +,broken +", level if broken else -level, prop="BRK"
    )
    images = ",".join(f"fi/fiL{number}" for number in ("101", "91", "90", "80", "81", "70"))
    return made.layer("10-1,9-1,9-0,8-0", level, images=images)


@pytest.mark.parametrize(
    ("counter", "kind", "values", "statuses"),
    [
        (squad(), "squad", (4, 6, 7, 7), set()),
        (squad(broken=True), "squad", (4, 6, 7, 7), {"broken"}),
        (squad(half=True, broken=True), "half_squad", (2, 4, 7, 6), {"broken"}),
        (Made("2-2-8 Icr", "ru/ru228C").layer("broken +", -1, images="ru/ruc8b"), "crew", (2, 2, 8, 8), set()),
        (Made("0-0-0 RUsq", "ru/ru000S"), "squad", (None, None, None, None), set()),
        (Made("6-6-8 RMC sq", "us/us668"), "squad", (6, 6, 8, None), set()),
        (Made("4-(1)-7 1sq", "cc/cc417"), "squad", (4, 1, 7, None), set()),
        (Made("str 3-4-8 Esq", "ja/ja348"), "squad", (3, 4, 8, None), set()),
        (Made("5-4-8 1 Sq", "fi/fi548.png"), "squad", (5, 4, 8, None), set()),
        (Made("7-6-8 Msq (Fn16)", "us/us768"), "squad", (7, 6, 8, None), set()),
        (Made("2-2-7 SFCP", "am/am227CSF"), "crew", (2, 2, 7, None), set()),
        (leader(level=1), "leader", (None, None, 9, None), set()),
        (leader(broken=True, wounded=True), "leader", (None, None, 6, None), {"broken", "wounded"}),
        (leader("ru", 1, base="COM"), "commissar", (None, None, 9, None), set()),
        (Made("9-1 AL", "ge/geal91"), "armor_leader", (None,) * 4, set()),
        (Made("Lehr 9-1 AL", "ge/geal91"), "armor_leader", (None,) * 4, set()),
        (Made("+1 Piper", "br/brP159").layer("broken +", 1, prop="BRK"), "leader", (None,) * 4, {"broken"}),
        (nameless(5), "leader", (None, None, 8, None), set()),
        (nameless(5, broken=True), "leader", (None, None, 8, None), {"broken"}),
        (labelled(Made("Hero", " ").trait("conceal;C;x;br", "null;")), "hero", (1, 4, 9, None), set()),
        (labelled(Made("1-2-7 2cr", "br/br127C").layer("broken +", 1)), "crew", (1, 2, 7, None), {"broken"}),
        (labelled(leader(level=1)), "leader", (None, None, 9, None), set()),
        (Made("Hero", " ").trait("conceal;C;x;am", "null;"), "hero", (1, 4, 9, None), set()),
        (vehicle(), "vehicle", (None,) * 4, {"buttoned_up"}),
        (vehicle(shut=False), "vehicle", (None,) * 4, set()),
        (Made("7-1/2 ton Truck(a)", "br/vehicles/tr"), "vehicle", (None,) * 4, set()),
        (Made("PzKw IVH Wreck", "ge/veh/pzivb"), "wreck", (None,) * 4, set()),
        (gun(), "gun", (None,) * 4, set()),
        (gun().layer("Malf +", 1), "gun", (None,) * 4, {"malfunctioned"}),
        (question("ru"), "concealment", (None,) * 4, set()),
        (marker("Pin"), "marker", (None,) * 4, set()),
        (marker("Bridge: 2-5", "ML/_white58"), "marker", (None,) * 4, set()),
        (Made("GE Sniper: 4"), "marker", (None,) * 4, set()),
        (Made("Red Commando", "br/brx").trait("conceal;C;x;br", "null;"), "other_unit", (None,) * 4, set()),
        (Made("Prisoner SQ", "sh/PrisS"), "prisoner", (None,) * 4, set()),
        (Made("'44 FB", "ge/gefb44"), "aircraft", (None,) * 4, set()),
    ],
    ids=lambda value: value.name if isinstance(value, Made) else None,
)
def test_what_a_counter_is(
    tmp_path: Path, counter: Made, kind: str, values: tuple[int | None, ...], statuses: set[str]
) -> None:
    read_counter = only(tmp_path, counter).counter
    assert read_counter.kind == kind
    assert (read_counter.firepower, read_counter.range, read_counter.morale, read_counter.broken_morale) == values
    assert read_counter.statuses == statuses


@pytest.mark.parametrize(
    ("counter", "leadership"),
    [
        (leader(level=1), -2),
        (leader("ru", 2, broken=True), -1),
        (leader(level=3, wounded=True), 1),  # as printed: what the wound makes of it is the rules' affair
        (Made("8-0", "ge/geL8"), 0),
        (Made("10-0", "ru/ruC10"), 0),
        (Made("9-1 AL", "ge/geal91"), None),
        (Made("+1 Piper", "br/brP159").layer("broken +", 1, prop="BRK"), 1),
        (nameless(5), None),  # 8 and 1: nobody can see the sign
        (nameless(6), 0),
        (Made("Hero", " ").trait("conceal;C;x;am", "null;"), None),
        (squad(), None),
    ],
    ids=lambda value: value.name if isinstance(value, Made) else None,
)
def test_the_leadership_of_a_counter(tmp_path: Path, counter: Made, leadership: int | None) -> None:
    assert only(tmp_path, counter).counter.leadership == leadership


@pytest.mark.parametrize(
    ("counter", "kind", "statuses"),
    [
        (weapon("LMG"), "lmg", set()),
        (weapon("MMG (g)"), "mmg", set()),
        (weapon("HMG", malfunctioned=True), "hmg", {"malfunctioned"}),
        (weapon("HMG", dismantled=True), "hmg", {"dismantled"}),
        (weapon(".50-cal(a)"), "hmg", set()),
        (weapon("20L ATR"), "atr", set()),
        (weapon("50* MTR"), "mortar", set()),
        (Made("dm 81* MTR M1(L)", "fr/frMTR81dm"), "mortar", {"dismantled"}),
        (weapon("57 RCL M18(L)"), "rcl", set()),
        (weapon("BAZ44 (a)"), "baz", set()),
        (weapon("PSK"), "psk", set()),
        (weapon("PFk"), "pf", set()),
        (weapon("PIAT"), "piat", set()),
        (weapon("FT"), "ft", set()),
        (weapon("DC"), "dc", set()),
        (weapon("SFCP Radio"), "radio", set()),
        (weapon("Field Phone"), "phone", set()),
        (weapon("37* INF"), "gun", set()),
    ],
    ids=lambda value: value.name if isinstance(value, Made) else None,
)
def test_what_a_sw_is(tmp_path: Path, counter: Made, kind: str, statuses: set[str]) -> None:
    read_counter = only(tmp_path, counter).counter
    assert (read_counter.kind, read_counter.sw, {*read_counter.statuses}) == ("sw", kind, statuses)


def test_a_face_without_a_name_is_broken_by_its_property(tmp_path: Path) -> None:
    counter = Made("2-2-7 Icr", "it/it227C").layer("", 1, images="it/itc7b", prop="BRK")
    assert only(tmp_path, counter).counter.statuses == {"broken"}
    radio = Made("Radio", "cc/ccRadio").layer("", 1, prop="BRK")
    assert only(tmp_path, radio).counter.statuses == {"malfunctioned"}


@pytest.mark.parametrize(
    ("counter", "nation"),
    [
        (Made("9-2", "hu/huL92").trait("conceal;C;ge/geqmark;ge", "null;"), "hungarian"),
        (Made("Hero", " ").trait("conceal;C;ch/chqmark;ch", "null;"), "chinese"),
        (Made("5-5-8 Msq", "us/us558"), "american"),
        (Made("6-2-7 1sq", "cc/cc627"), "communist_chinese"),
        (squad("ss"), "ss"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_nationality_is_read_from_the_art_before_anything_else(tmp_path: Path, counter: Made, nation: str) -> None:
    read_nation = only(tmp_path, counter).counter.nation
    assert read_nation and read_nation.name == nation


def test_concealment_hiding_and_labels(tmp_path: Path) -> None:
    made = squad(concealed="player")
    made.traits[1] = ("hide;72,130;HIP;;player:;0.3", "somebody")
    made.trait("label;76,130;Label;10;1,2,3", "reserve of the 2nd")
    piece = only(tmp_path, made)
    assert (piece.concealed, piece.hidden) == (True, True)
    assert piece.labels == ("reserve of the 2nd",)
    assert piece.marks["DBCounterType"] == "unit"
    other = only(tmp_path, squad())
    assert (other.concealed, other.hidden) == (False, False)


def test_stacks_are_bottom_to_top(tmp_path: Path) -> None:
    save = Save()
    ids = save.put(500, 532, squad(), leader(), marker("Pin"))
    loose = save.put(700, 532, marker("Blaze"), stacked=False)
    game = read(tmp_path, save)
    (stack,) = game.stacks
    assert (stack.pieces, stack.x, stack.y, stack.map) == (tuple(ids), 500, 532, "Main Map")
    assert [game.pieces[i].position for i in ids] == [0, 1, 2]
    assert game.pieces[loose[0]].stack == ""


def test_a_piece_in_two_stacks_is_in_the_first(tmp_path: Path) -> None:
    save = Save()
    (one,) = save.put(500, 532, squad())
    save.commands.append(join(["+", "9", "stack", f"Main Map;500;532;{one};77;@@2"], "/"))
    game = read(tmp_path, save)
    assert [stack.pieces for stack in game.stacks] == [(one,)]


def test_old_and_new_names_of_the_map(tmp_path: Path) -> None:
    for where, on_map in (("Map0", 1), ("Main Map", 1), ("Casualties", 0), ("null", 0)):
        save = Save(where)
        save.put(500, 500, squad())
        game = read(tmp_path, save)
        assert len(list(game.on_map())) == on_map
        assert len(game.off_map()) == 1 - on_map


def test_markers_are_no_loss_off_the_map(tmp_path: Path) -> None:
    save = Save("Casualties")
    save.put(100, 100, marker("Axis CVP Count"), squad())
    assert [piece.name for piece in read(tmp_path, save).off_map()] == ["4-6-7 1sq"]


# ---------------------------------------------------------------------------------------------------------------------
# Boards, turn, log


@pytest.mark.parametrize(
    ("fields", "boards"),
    [
        (
            ["0", "0", "z", "0", "0", "900", "645", "VER", "6.2"],
            (BoardSlot(0, 0, "z", crop=(0, 0, 900, 645), version="6.2"),),
        ),
        (["0", "0", "r", "VER", "6.0"], (BoardSlot(0, 0, "r", version="6.0"),)),
        (["0", "0", "rr", "VER", "6.0"], (BoardSlot(0, 0, "r", True, version="6.0"),)),
        (
            ["0", "0", "r05", "VER", "6.3", "bd", "0", "1", "r02", "VER", "6.4"],
            (BoardSlot(0, 0, "05", True, version="6.3"), BoardSlot(0, 1, "02", True, version="6.4")),
        ),
        (
            ["1", "0", "10", "VER", "6.1", "OVR", "x1", "F4", "F5", "SSR", "NoStairwells", "Winter", "ZOOM", "0.5"],
            (BoardSlot(*(1, 0, "10", False, None, "6.1", ("x1",), ("NoStairwells", "Winter"), 0.5)),),
        ),
        (["0", "0", "1a", "-1", "-1", "-1", "-1"], (BoardSlot(0, 0, "1a"),)),
    ],
)
def test_boards(tmp_path: Path, fields: list[str], boards: tuple[BoardSlot, ...]) -> None:
    save = Save()
    save.boards = fields
    assert read(tmp_path, save).boards == boards


def test_no_board_and_the_last_list_of_boards(tmp_path: Path) -> None:
    save = Save()
    save.boards = []
    assert read(tmp_path, save).boards == ()
    save.boards = ["0", "0", "y", "VER", "6.0"]
    save.commands.append("bd\t0\t0\tz\tVER\t6.2\t")  # an earlier list
    assert [board.name for board in read(tmp_path, save).boards] == ["y"]


@pytest.mark.parametrize(
    "fields",
    [
        ["0", "0"],
        ["x", "0", "y"],
        ["0", "-1", "y"],
        ["0", "41", "y"],
        ["0", "0", "../../etc/passwd"],
        ["0", "0", "y\nrules(aslsk)"],
        ["0", "0", "y", "0", "0", "900000", "645"],
        ["0", "0", "y", "-5", "0", "900", "645"],
        ["0", "0", "y", "VER", "6", "ZOOM", "nan"],
        ["0", "0", "y", "VER", "6", "ZOOM", "1e9"],
        ["0", "0", "y", "SSR", *["rule"] * 1001],
        [*["0", "0", "y", "bd"] * 401],
    ],
    ids=lambda fields: " ".join(fields)[:30].encode("unicode_escape").decode(),
)
def test_impossible_boards_are_refused(tmp_path: Path, fields: list[str]) -> None:
    save = Save()
    save.boards = fields
    with pytest.raises(SaveError, match=r"board|magnification"):
        read(tmp_path, save)


def test_overlays_are_told(tmp_path: Path) -> None:
    save = Save()
    save.boards = ["0", "0", "y", "VER", "6.0", "OVR", "og1", "B2", "B3"]
    (note,) = read(tmp_path, save).assumptions
    assert "og1" in note


def test_versions_turn_and_log(tmp_path: Path) -> None:
    save = Save()
    save.put(500, 500, squad())
    save.log = [
        "CHAT*** (DR) 3,4 ***",
        "M/1001/Main Map/600/600/null/Main Map/500/500/null/x",
        join(["+/5/stack/x", "-/1"], ESC),
    ]
    game = read(tmp_path, save)
    assert (game.module_version, game.player) == ("6.5.1", "Allied")
    assert (game.pieces["1001"].x, game.logged) == (500, 3)
    assert "before the first" in game.assumptions[0]


# ---------------------------------------------------------------------------------------------------------------------
# Real saved games


@real
def test_the_made_up_save_with_real_counters_against_its_truth() -> None:
    game = read_save(SAVES / "synth-z-crop.vsav")
    assert game.boards == (BoardSlot(0, 0, "z", crop=(0, 0, 900, 645), version="6.2"),)
    locate = geo_hex("z", 900)
    with open(SAVES / "synth-z-crop-truth.csv", newline="") as file:
        truth = list(csv.DictReader(file))
    assert len(truth) == len(game.pieces) == 30
    for row in truth:
        piece = game.pieces[row["id"]]
        counter = piece.counter
        assert locate(piece.x, piece.y) == row["board"] + row["hex"], row
        assert (piece.base_name, piece.position) == (row["base"], int(row["pos"])), row
        assert (counter.nation.code if counter.nation else "") == row["nation"], row
        assert counter.kind == row["kind"] or (row["kind"].startswith("counter:") and counter.kind == "marker"), row
        for column, status in (("broken", "broken"), ("malfunctioned", "malfunctioned"), ("wounded", "wounded")):
            assert (status in counter.statuses) == (row[column] == "1"), row
        assert bool(piece.concealed) == (row["concealed"] == "1"), row


@real
def test_hill_621() -> None:
    game = read_save(SAVES / "hill-621.vsav")
    assert [(board.column, board.row, board.name, board.version) for board in game.boards] == [
        (0, 0, "02", "6.4"),
        (0, 1, "04", "6.1"),
        (0, 2, "03", "6.3"),
    ]
    assert len(game.pieces) == 165
    kinds = Tally(
        (p.counter.kind, p.counter.nation and p.counter.nation.code) for p in game.pieces.values() if p.counter.in_play
    )
    assert kinds.total() == 126
    assert kinds["squad", "ru"] == 56 and kinds["squad", "ge"] == 12 and kinds["crew", "ge"] == 4
    assert kinds["leader", "ru"] == kinds["leader", "ge"] == 4
    assert kinds["vehicle", "ge"] == 15 and kinds["vehicle", "ru"] == 13 and kinds["gun", "ge"] == 2
    drms = Tally(p.counter.leadership for p in game.pieces.values() if p.counter.kind == "leader")
    assert drms == {0: 3, -1: 2, -2: 2, -3: 1}
    names = Tally(piece.name for piece in game.pieces.values())
    assert names["5-2-7 1sq"] == 24 and names["PzKw IVH vca3 tca3 BU"] == 4 and names["dm HMG"] == 1


@real
@pytest.mark.parametrize(
    ("file", "placed"),
    [
        (
            "full.vsav",
            {"C2": "6-4-8 Esq", "D2": "LMG", "E2": '81* MTR OML 3.2" ca3', "F2": "Churchill Crocodile vca3 tca3 BU"},
        ),
        ("labels.vsav", {"B1": "8-3-8 Esq", "C2": "HMG", "D1": "81* MTR GrW 34 ca3", "E2": "PzKw VG vca3 tca3 BU"}),
    ],
)
def test_four_counters_on_the_blank_board(file: str, placed: dict[str | None, str]) -> None:
    game = read_save(SAVES / file)
    locate = geo_hex("")
    names = {locate(p.x, p.y): p.name for p in game.on_map() if p.counter.in_play}
    assert names == placed
    assert [board.name for board in game.boards] == ["00"]


@real
def test_hidden_and_concealed() -> None:
    game = read_save(SAVES / "hip-concealed.vsav")
    tank = next(piece for piece in game.pieces.values() if piece.name.startswith("PzKw VIE"))
    gun_ = next(piece for piece in game.pieces.values() if piece.name.startswith("SU-152"))
    mark = next(piece for piece in game.pieces.values() if piece.counter.kind == "concealment")
    assert (tank.name, bool(tank.concealed), bool(tank.hidden), tank.position) == (
        "PzKw VIE vca3 tca3 BU",
        True,
        False,
        0,
    )
    assert (gun_.name, bool(gun_.concealed), bool(gun_.hidden)) == ("SU-152 vca3 BU", False, True)
    assert mark.counter.nation
    assert (mark.stack, mark.position, mark.counter.nation.code) == (tank.stack, 1, "ge")


@real
def test_every_real_save_can_be_read() -> None:
    saves = sorted(SAVES.glob("*.v*"))
    assert len(saves) >= 5
    for path in saves:
        assert zipfile.is_zipfile(path)
        game = read_save(path)
        assert all(piece.counter.kind != "other_unit" for piece in game.pieces.values())


def test_a_member_more_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "more.vsav"
    path.write_bytes(zipped(disguised(Save().text()), notes=b"x"))
    assert read_save(path).pieces == {}


def test_hexes_of_the_tests_themselves() -> None:
    locate = geo_hex("y")
    assert locate(*centre(0, 0)) == "yA1" and locate(*centre(1, 1)) == "yB1" and locate(*centre(26, 9)) == "yAA10"
    assert locate(*centre(27, 0)) == "yBB0" and locate(399, 500) is None


@real
@pytest.mark.parametrize(
    ("file", "archive"), [("synth-z-crop.vsav", "bdz"), ("full.vsav", "bd00"), ("labels.vsav", "bd00")]
)
def test_the_map_places_the_counters_where_the_tests_do(file: str, archive: str) -> None:
    from pyrout.vasl.boards.archive import read_archive
    from pyrout.vasl.boards.maps import BoardMap, Placed, player_name

    game, path = read_save(SAVES / file), DATA / "vasl" / "boards" / archive
    (slot,) = game.boards
    name = player_name(path)
    placed = Placed(read_archive(path), name, slot.column, slot.row, slot.reversed, slot.crop)
    board, locate = BoardMap([placed]), geo_hex(name, slot.crop[2] if slot.crop else 1800)
    on_hexes = [piece for piece in game.on_map() if locate(piece.x, piece.y) and piece.counter.in_play]
    assert on_hexes and all(board.locate(p.x, p.y) == locate(p.x, p.y) for p in on_hexes)


def test_the_board_after_one_with_terrain_rules_is_not_lost(tmp_path: Path) -> None:
    save = Save()
    save.boards = ["0", "0", "y", "VER", "6.1", "SSR", "GrainToBrushbd", "0", "1", "rz", "", "VER", "6.2"]
    (tmp_path / "a.vsav").write_bytes(save.data())
    boards = read_save(tmp_path / "a.vsav").boards
    assert [(b.name, b.row, b.reversed, b.version, b.rules) for b in boards] == [
        ("y", 0, False, "6.1", ("GrainToBrush",)),
        ("z", 1, True, "6.2", ()),
    ]


@pytest.mark.parametrize("cut", [("900", "645"), ("900", "-1"), ("-1", "645")])
def test_a_board_cut_in_one_direction_reaches_to_its_edge_in_the_other(tmp_path: Path, cut: tuple[str, str]) -> None:
    from vasl_boards import Drawing

    from pyrout.vasl.map_layout import laid

    Drawing(33, 10, "z").save(tmp_path)
    save = Save()
    save.boards = ["0", "0", "z", "0", "0", *cut, "VER", "6.2"]
    (tmp_path / "a.vsav").write_bytes(save.data())
    layout = laid(read_save(tmp_path / "a.vsav").boards, tmp_path)
    width, height = (900 if cut[0] == "900" else 1800), 645
    assert layout.map.boards[0].window == (0, 0, width, height)
    assert layout.slots[0].crop == (0, 0, width, height)
