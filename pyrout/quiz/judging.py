"""The referee's words on an answer: reasons for hexes, and the judgement of a path."""

from __future__ import annotations

from collections.abc import Sequence

from ..colour import unstyle
from ..errors import UsageError
from ..hexes.explain import explain_hexes
from ..hexes.report import route_line, safety
from ..position.vocabulary import no_hex
from ..referee import judge
from ..report import judgement_lines
from ..results.answer import Route
from ..wording import join_words
from .making import Maker, reason_lines


def hex_reasons(maker: Maker, kind: str, hexes: Sequence[str]) -> dict[str, list[str]]:
    """Return the reasons why hexes are right or wrong, as answers to a question of a kind.

    Raises UsageError for a hex or Location that is not on the map, TimeLimit.
    """
    for hex_ in hexes:
        if hex_ not in maker.places:
            raise UsageError(f"{maker.name}: {no_hex(hex_, maker.places)}")
    if kind == "interdicted":
        return {hex_: [_fire_line(maker, hex_)] for hex_ in hexes}
    reasons = {
        explained.hex: reason_lines(explained, maker.question.rules, maker.names)
        for explained in explain_hexes(maker.solver, maker.answer, tuple(hexes))
    }
    if kind == "safest":
        for hex_ in hexes:
            ending = [route for route in maker.answer.routes if route.path[-1] == hex_]
            reasons[hex_] = [_safest_line(ending)] if ending else reasons[hex_]
    return reasons


def _fire_line(maker: Maker, hex_: str) -> str:
    by = {enemy for route in maker.answer.routes for hit in route.interdicted if hit.hex == hex_ for enemy in hit.by}
    if by:
        return f"In {hex_} a rout is interdicted by {join_words(sorted(by))}."
    if any(hex_ in route.path[1:] for route in maker.answer.routes):
        return f"A legal rout enters {hex_}, and no Interdiction happens there."
    return f"No legal rout enters {hex_}."


def _safest_line(routes: Sequence[Route]) -> str:
    return unstyle(route_line(min(routes, key=safety)))


def judge_path(maker: Maker, path: Sequence[str]) -> tuple[bool, list[str]]:
    """Judge a path that is shown as a legal rout, or as a Low Crawl: whether it is one, and the reasons.

    Raises UsageError for a hex or Location that is not on the map, TimeLimit.
    """
    question = maker.question.about(units=(maker.unit,))
    judgement = judge(question, path)
    if not judgement.legal and len([hex_ for hex_ in path if hex_ != maker.answer.at]) == 1:
        crawl = judge(question, path, low_crawl=True)
        judgement = crawl if crawl.legal else judgement
    lines = judgement_lines(judgement, question.rules, maker.position, question.options)
    told = [unstyle(line).strip() for line in lines]
    return judgement.legal, [line for line in told if not line.startswith(("[", "options:", "assumes:"))]


def show_way(maker: Maker) -> tuple[list[str], str]:
    """Return the safest rout of a unit that routs: its path, and in words."""
    best = min(maker.answer.routes, key=safety)
    return list(best.path), unstyle(route_line(best))
