"""The referee's words on an answer: reasons for hexes, and the judgement of a path."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...base.span import Said
from ...errors import UsageError
from ...hexes.explain import explain_hexes
from ...hexes.report import UnitLine, hex_parts, safety
from ...position.vocabulary import no_hex
from ...referee import judge
from ...report import judgement_parts
from ...results.answer import Route
from .questions import Maker, danger_line, fire_line, learnt_lines, reason_lines, route_words, safest_by_end


def hex_reasons(maker: Maker, kind: str, hexes: Sequence[str]) -> dict[str, list[str]]:
    """Return the reasons why hexes are right or wrong, as answers to a question of a kind.

    Raises UsageError for a hex or Location that is not on the map, TimeLimit.
    """
    for hex_ in hexes:
        if hex_ not in maker.places:
            raise UsageError(f"{maker.name}: {no_hex(hex_, maker.places)}")
    if kind == "interdicted":
        return {hex_: [fire_line(maker.answer, hex_), *_closed(maker, hex_)] for hex_ in hexes}
    reasons = {
        explained.hex: reason_lines(explained, maker.question.rules, maker.names)
        for explained in explain_hexes(maker.solver, maker.answer, tuple(hexes))
    }
    if kind == "safest":
        ends = safest_by_end(maker.answer)
        best = next(iter(ends.values()), None)
        for hex_ in hexes:
            if best and hex_ in ends:
                reasons[hex_] = [f"{danger_line(ends[hex_])} {_safer_words(ends[hex_], best)}"]
            else:
                reasons[hex_] = [f"No legal rout that it survives ends in {hex_}.", *reasons[hex_]]
    if kind == "ends":
        ended = {route.path[-1] for route in maker.answer.routes}
        for hex_ in set(hexes) - ended:
            reasons[hex_] = [f"No legal rout ends in {hex_}.", *reasons[hex_]]
    return reasons


def _closed(maker: Maker, hex_: str) -> list[str]:
    """Return the reasons why no legal rout enters a hex; empty where one does."""
    if any(hex_ in route.path for route in maker.answer.routes):
        return []
    (explained,) = explain_hexes(maker.solver, maker.answer, (hex_,))
    if explained.barred or explained.too_far:
        part = "below" if explained.barred else "far"
        lines = hex_parts(explained, maker.question.rules, maker.names)
        return learnt_lines(UnitLine("far", line) for its, line in lines if its == part)  # its heading is left out
    return [f"By what it knows at the start, legal steps lead to {hex_}, but every legal rout goes another way."]


def _safer_words(route: Route, best: Route) -> str:
    """Return by what the safest rout is safer than another."""
    if route.path[-1] == best.path[-1]:
        return "No rout is safer."
    fewer = len(best.interdicted) < len(route.interdicted)
    return "Another rout has fewer Interdictions." if fewer else "Another rout has as few Interdictions and costs less."


def judge_path(maker: Maker, path: Sequence[str]) -> tuple[bool, list[str]]:
    """Judge a path that is shown as a legal rout, or as a Low Crawl: whether it is one, and the reasons.

    Raises UsageError for a hex or Location that is not on the map, TimeLimit.
    """
    question = maker.question.about(units=(maker.unit,))
    judgement = judge(question, path)
    if not judgement.legal and len([hex_ for hex_ in path if hex_ != maker.answer.at]) == 1:
        crawl = judge(question, path, low_crawl=True)
        judgement = crawl if crawl.legal else judgement
    lines = judgement_parts(judgement, question.rules, maker.position)
    return judgement.legal, learnt_lines(line for line in lines if line.part != "assumed")


def show_way(maker: Maker, to: Collection[str] = ()) -> tuple[list[str], Said]:
    """Return the safest rout of a unit that routs: its path, and in words.

    `to`: one that survives and ends there, else one that is bound for it; a run before a Low Crawl.
    """
    routes = maker.answer.routes
    alive = [route for route in routes if route.end == "survives"] or routes
    if to:
        ending = [route for route in alive if route.path[-1] in to]
        alive = ending or [route for route in alive if route.legs[0].to in to] or alive
        alive = [route for route in alive if route.posture != "low_crawl"] or alive
    best = min(alive, key=safety)
    return list(best.path), route_words(best)
