"""`pyrout board`, `los` and `import`, and what other commands need to read a saved game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..base.span import is_a
from ..errors import InstanceError, UsageError, one_line, quote
from ..position.corrections import Corrections
from ..position.facts import Instance
from ..position.reading import parse
from ..program.rule_sets import folder
from ..vasl import BoardError
from ..vasl.boards.folders import BoardsError, board_folder
from ..vasl.import_notes import Note, group_notes, listed
from .console import limit_of, output_option, timeout_option, within, write

if TYPE_CHECKING:
    from ..vasl.boards.maps import BoardMap
    from ..vasl.import_cache import Imported

DEFAULT_RANGE = 16  # hexes; farther than that nothing fires in the Rout Phase
FEWER_BOARDS = "choose fewer or smaller boards"
HEADER = "src,dst,range,blocked,hindrance"

_archive = click.argument("archive", type=click.Path(path_type=Path))


@click.command()
@_archive
@output_option
@click.option("--explain", metavar="HEX", help="Say how a hex was read: from which pixels, and what decided.")
@timeout_option
def board(archive: Path, output: Path | None, explain: str | None, timeout: float) -> None:
    """Write the hexes of a VASL board archive as instance facts.

    The facts name the board, so that LOS is looked up there (--boards).
    """
    from ..vasl.boards.explained import explain_hex
    from ..vasl.boards.facts import named_board
    from ..vasl.boards.maps import read_board

    def work() -> None:
        try:
            there = read_board(archive)
            lines = named_board(there, archive) if explain is None else explain_hex(there, explain)
            write(list(lines), output)  # nothing is printed of a damaged one
        except BoardError as error:
            if archive.name in error.place:
                raise
            raise BoardError(str(archive), f"{error.place} {error.problem}", error.remedy) from None

    within(limit_of(timeout), work, FEWER_BOARDS)


@click.command()
@_archive
@click.argument("source", metavar="[FROM", required=False)
@click.argument("target", metavar="[TO]]", required=False)
@click.option("--month", type=click.IntRange(1, 12), help="Out of season grain is no Hindrance; default: in season.")
@click.option("--starter-kit", is_flag=True, help="Every building is one level high, as in the Starter Kit.")
@click.option("--range", "farthest", type=click.IntRange(1), default=DEFAULT_RANGE, show_default=True, help="In hexes.")
@output_option
@timeout_option
def los(
    archive: Path,
    source: str | None,
    target: str | None,
    month: int | None,
    starter_kit: bool,
    farthest: int,
    output: Path | None,
    timeout: float,
) -> None:
    """Print LOS on a VASL board as CSV: for one pair of hexes, from one hex, or for every pair in range.

    Hexes are named as FROM is, with the board (yA1) or without (A1).
    """
    from ..vasl.boards.maps import read_board

    def work() -> None:
        write(los_rows(read_board(archive), source, target, month, farthest, starter_kit), output)

    within(limit_of(timeout), work, FEWER_BOARDS)


boards_option = click.option(
    "--boards",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of VASL board archives (default: PYROUT_BOARDS).",
)
sides_option = click.option(
    "--sides", metavar="NATIONALITY=SIDE,...", help="The side of each nationality in a saved game."
)
month_option = click.option(
    "--month",
    type=click.IntRange(1, 12),
    help="The month of a saved game; without one grain and orchard are in season.",
)
attacker_option = click.option("--attacker", metavar="SIDE", help="The side whose Player Turn it is.")
dm_option = click.option(
    "--dm", metavar="UNIT|HEX,...", multiple=True, help="These broken units are under DM (a hex: all in it)."
)
fact_option = click.option(
    "--fact",
    "facts",
    metavar="FACT",
    multiple=True,
    help="Override a fact, e.g. 'possesses(ge3,mg)'; prefix with - to remove it.",
)
assumed_option = click.option(
    "--assumed",
    is_flag=True,
    help="Name all that was assumed of a saved game, and what corrects it; of a long list the first five.",
)
correcting = (fact_option, dm_option, attacker_option)
GAMES = ("aslsk", "asl")  # rule sets that saved games are for


@click.command("import")
@click.argument("save", type=click.Path(path_type=Path))
@boards_option
@sides_option
@click.option("--rules", "ruleset", metavar="RULESET", help="The rule set; default: by the boards.")
@month_option
@attacker_option
@dm_option
@fact_option
@click.option("--complete", is_flag=True, help="With all hexes of the map and the LOS between all of them.")
@output_option
@timeout_option
def import_(
    save: Path,
    boards: Path | None,
    sides: str | None,
    ruleset: str | None,
    month: int | None,
    complete: bool,
    output: Path | None,
    timeout: float,
    **corrections: Any,
) -> None:
    """Convert a VASL saved game (.vsav, .vlog) to an instance.

    It has the hexes and the LOS that its broken units ask for, and says which boards its map comes from: what a
    change of it asks for besides is looked up there (--boards). With --complete it stands alone. What the save does
    not say and is assumed is printed on stderr, and is in the instance as comments.
    """

    def work() -> None:
        changed = corrections_of(corrections)
        game = import_save(save, boards, sides, ruleset, month, changed, complete=complete, assumed=True)
        text = game.text
        if changed:
            text = changed.written(text, parse(text, str(save), need="position"))
        write(text.splitlines(), output)

    within(limit_of(timeout), work, FEWER_BOARDS)


def import_save(
    save: Path,
    boards: Path | None,
    sides: str | None,
    rules: str | None,
    month: int | None,
    corrections: Corrections,
    *,
    complete: bool = False,
    rests: bool = True,
    assumed: bool = False,
) -> Imported:
    """Return a saved game as an instance, from the cache or read now.

    Assumptions that the corrections leave open are printed on stderr: one line, or with `assumed` all of them. Raises
    SaveError and its like.
    """
    check_rules(rules)
    from ..vasl.import_cache import KeptImport
    from ..vasl.saves.sides import parse_sides

    chosen = parse_sides(sides) if sides else None
    # without any boards there may still be something to say of the save
    kept = KeptImport(save, found_boards(boards), rules, sorted((chosen or {}).items()), month, complete, rests)
    game = kept.read()
    if game is None:
        from ..vasl.import_game import import_game

        try:
            game = import_game(save, boards, rules=rules, sides=chosen, month=month, complete=complete, rests=rests)
        except InstanceError as error:
            raise _in_the_save(error, save) from None
        kept.write(game)
    for line in assumption_lines(game.notes, corrections, assumed=assumed):
        click.echo(f"pyrout: {one_line(save.name)}: {line}", err=True)
    return game


def check_rules(rules: str | None) -> None:
    """Raise UsageError for a rule set by which no game of VASL is played."""
    if rules is not None and folder(rules).name not in GAMES:
        raise UsageError(f"a game of VASL is not played by the rule set {rules}; there are: {', '.join(GAMES)}")


def assumption_lines(notes: Iterable[Note], corrections: Corrections, *, assumed: bool) -> Iterator[str]:
    """Yield the assumptions about a saved game, most important first.

    There is a line for each, or one line that names those on which a verdict can turn. Facts given by the player are not
    assumptions.
    """
    ordered = [note for _, several in group_notes(notes) for note in several]
    told = [note for note in ordered if not (corrections.attacker and note.control == "attacker")]
    if assumed:
        yield from map(_assumption_line, told)
        return
    short = [note.short for note in told if note.decides]
    others = len(told) - len(short)
    if told:
        more = [f"{others} thing{'s' if others > 1 else ''} more"] if others else []
        yield f"assumed: {'; '.join([*short, *more])}; all of it: --assumed"


FIRST_NAMES = 5  # names of a longer list in a line; the comments of an imported file have all


def _assumption_line(note: Note) -> str:
    """Return a note with its group once, and with the first names of a long list."""
    parts = (part for part in note.spans if not is_a(part, "group"))
    said = "".join(listed(part.about, FIRST_NAMES) if is_a(part, "list") else part for part in parts)
    return said if any(is_a(part, "says_group") for part in note.spans) else f"{note.group}: {said}"


def found_boards(boards: Path | None) -> Path:
    """Return the folder of board archives, or an empty path without one."""
    try:
        return board_folder(boards)
    except BoardsError:
        return Path()


def corrections_of(given: dict[str, Any]) -> Corrections:
    """Take the values of the options in `correcting` out of those of a command."""
    attacker, dm, facts = given.pop("attacker"), given.pop("dm"), given.pop("facts")
    under_dm = tuple(word.strip() for words in dm for word in words.split(","))
    if "" in under_dm:
        raise UsageError(f"--dm wants units or hexes with commas between, as in g1,yK5, not {quote(','.join(dm))}")
    return Corrections(attacker, under_dm, tuple(facts))


def _in_the_save(error: InstanceError, save: Path) -> InstanceError:
    """Return the error with the saved game as its place: a player never sees the text made from it."""
    return InstanceError(str(save), 0, 0, error.problem, error.remedy)


def read_import(text: str, save: Path) -> Instance:
    """Return the position in a text that was made of a save.

    Places in it say nothing to a player, and are left out. Raises InstanceError.
    """
    try:
        instance = parse(text, str(save), need="position")
    except InstanceError as error:
        raise _in_the_save(error, save) from None
    return instance.without_places()


def los_rows(
    board: BoardMap,
    source: str | None = None,
    target: str | None = None,
    month: int | None = None,
    farthest: int = DEFAULT_RANGE,
    starter_kit: bool = False,
) -> Iterator[str]:
    """Yield lines of CSV: `src,dst,range,blocked,hindrance`.

    `blocked` is 0 or 1; `hindrance` is 0 where blocked. The rows are all ordered pairs of different hexes up to a
    range, in the order of the hexes; with a source, those from it; with a target too, that pair at any range. Source
    and target may be upper levels (2M2@1). Raises BoardError for an unknown hex.
    """
    engine, grid = board.sights(month, starter_kit), board.grid
    prefix = board.boards[0].name if source is not None and source.partition("@")[0] in _bare_names(board) else ""
    names = {n: board.name(n).removeprefix(prefix) for n in board.hexes}
    start, level = (None, 0) if source is None else board.location(source)
    end, above = (None, 0) if target is None else board.location(target)
    yield HEADER
    for a in board.hexes if start is None else [start]:
        distances = {b: grid.range_between(a, b) for b in (board.hexes if end is None else [end])}
        targets = [b for b, distance in distances.items() if b == end or 0 < distance <= farthest]
        sight = engine.los([a] * len(targets), targets, level, above)
        for b, blocked, hindrance in zip(targets, *sight, strict=True):
            yield f"{source or names[a]},{target or names[b]},{distances[b]},{int(blocked)},{hindrance}"
    engine.keep()


def _bare_names(board: BoardMap) -> frozenset[str]:
    """Hex names without the board, where there is only one."""
    if len(board.boards) > 1:
        return frozenset()
    prefix = board.boards[0].name
    all_names = {name for names in board.names for name in names}
    return frozenset(name.removeprefix(prefix) for name in all_names) - all_names
