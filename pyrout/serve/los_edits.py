"""The LOS of units that were put where a position gives none, from the board itself if its archive is open."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from ..draw.art import kept_board
from ..position.consistency import routers
from ..position.facts import Instance
from ..position.reading import parse
from ..program.rule_sets import DEFAULT

STARTER_KIT = "aslsk"


def blind(instance: Instance) -> list[str]:
    """Return the hexes with units of which a position gives no LOS, although it gives LOS of others.

    None where it names the boards of its map: then nothing is taken to be blocked that is not known.
    """
    los = instance.of("los")
    if not los or instance.of("board"):
        return []
    seen = {str(place).partition("@")[0] for fact in los for place in fact.args[:2]}
    return [hex_ for hex_ in dict.fromkeys(str(fact.args[1]) for fact in instance.of("at")) if hex_ not in seen]


def warnings(instance: Instance, asked: Collection[str] = ()) -> list[str]:
    """Return warnings about missing LOS of a position: units in places without LOS that an answer needs.

    They are the units that are broken, or `asked` about, and their enemies; all units where nobody is broken. A rout
    needs LOS of enemies only, so a unit of its own side is like its hex, whose LOS need not be given.
    """
    sides = {fact.args[0]: fact.args[1] for fact in instance.of("unit")}
    routing = {*routers(instance), *(unit for unit in instance.units if unit in asked)}
    against = {sides[unit] for unit in routing}
    concerned = {unit for unit, side in sides.items() if not routing or unit in routing or against - {side}}
    places = {str(fact.args[1]) for fact in instance.of("at") if fact.args[0] in concerned}
    hexes = [hex_ for hex_ in blind(instance) if hex_ in places]
    if not hexes:
        return []
    return [
        f"The position gives no LOS from or to {', '.join(hexes)}: who is there sees nobody, and nobody sees them. Open the "
        "archive of the board to have it looked up there, or let LOS be derived from the terrain, hex by hex."
    ]


def with_los(instance: Instance, archive: Path, ruleset: str | None) -> Instance:
    """Return the position with the LOS of those units, looked up on the board.

    What it gives already stays; hexes of other boards are left out, and LOS by another rule set than that given is
    not mixed with it. Raises BoardError.
    """
    hexes, rules = blind(instance), ruleset or instance.rules or DEFAULT
    said = [str(fact.args[0]) for fact in instance.of("los_rules")]
    if not hexes or said not in ([], [rules]):
        return instance
    from ..vasl.boards.facts import los_facts

    board = kept_board(str(archive), archive.stat().st_mtime_ns)
    known = {name for names in board.names for name in names}
    targets = [str(fact.args[0]) for fact in instance.of("hex") if fact.args[0] in known]
    pairs = [(place, target) for place in hexes if place in known for target in targets]
    month = next((int(str(fact.args[0])) for fact in instance.of("month")), None)
    lines = list(los_facts(board, pairs, month, rules.startswith(STARTER_KIT)))
    if lines and not said:
        lines.append(f"los_rules({rules}).")
    return parse(instance.program() + "\n".join(lines), instance.name, need="facts")
