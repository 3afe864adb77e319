"""Sentences for a reader of the page: facts in words, and the control that sets each in place of options and facts."""

from __future__ import annotations

from typing import Any

from ..base.span import ACTIONS, CLOSING, LINKS, Said, Span, is_a, packed, rendered
from ..errors import InstanceError, Refused
from ..position.vocabulary import ON_TABLE, WORDS
from .typed_facts import IN_SETUP, NOT_TYPED

COUNTER = "right click, long press, or M on its counter"
IN_FORM = "in the form of its counter"
EDITOR = "with Edit"
SETUP = "in the Set-up"
TYPED = "under Other facts"
NO_FIELD = "the page has no field for it: see Write a position in the handbook"
# Facts in words, `{N}` their arguments, and where the page sets each; any other fact has its name
FACTS = {
    "status": ("the status {1}", COUNTER),
    "skis": ("its skis", COUNTER),
    **{name: (f"its {name.replace('_', ' ')}", IN_FORM) for name in ("broken_morale", "firepower", "leadership")},
    "normal_range": ("its Normal Range", IN_FORM),
    "morale": ("its morale", IN_FORM),
    "at": ("its place", IN_FORM),
    "feature": ("the feature {1}", EDITOR),
    "terrain": ("the terrain {1}", EDITOR),
    "elevation": ("the level of the hex", EDITOR),
    "level": ("the level", "right click, long press, or M on the hex"),
    "hexside": ("the hexside {2}", EDITOR),
    "road": ("the road", EDITOR),
    "paved": ("the paved road", EDITOR),
    "illuminated": ("the mark illuminated", EDITOR),
    "fordable": ("the mark fordable", EDITOR),
    "tunnel": ("the tunnel", EDITOR),
    "unit": ("the unit {2}", EDITOR),
    "nvr": ("the NVR", SETUP),
    "environment": ("the condition {0}", TYPED),
    "attacker": ("the attacker", SETUP),
    "month": ("the month", SETUP),
    "rules": ("the rules", SETUP),
    "option": ("the option {0}", SETUP),
    "breaks": ("that it breaks on purpose", "press What if it breaks?"),
    "no_interdiction": ("who interdicts nobody", TYPED),
    "in_open": ("whether {0} is Open Ground to units in {1}", TYPED),
    "los": ("the LOS", NO_FIELD),
    "vertex_los": ("the LOS to the vertex", NO_FIELD),
    "wire_exit": ("the MF to leave the Wire", TYPED),
    "nmc": ("the result of its NMC, {2}", TYPED),
    "hob": ("the result of its Heat of Battle", TYPED),
    "reveal": ("the drop of concealment", TYPED),
    "history": ("what happened to it, {1}", TYPED),
    "sw": ("the SW", TYPED),
    "possesses": ("who possesses the SW", TYPED),
    "passenger": ("{0} as a Passenger", TYPED),
    "rider": ("{0} as a Rider", TYPED),
    "accompanies": ("who goes along with it", TYPED),
    "guards": ("who guards it", TYPED),
    "manned": ("who mans the Gun", TYPED),
    "covered_arc": ("its covered arc", TYPED),
    "no_quarter": ("No Quarter against {0}", TYPED),
    "side": ("the side {0}", EDITOR),
    **{
        name: (f"its {name.replace('_', ' ')}", "in the form of its unit")
        for name in ("depth", "facing", "frontage", "movement", "rating", "widest_stand")
    },
    "order": ("the order {1}", "in the form of its unit"),
    "threat": ("its threat", "in the form of its unit"),
    "rallies": ("the turn in which it rallies", "in the form of its unit"),
    "die": ("the die", SETUP),
    "capacity": ("how many the place holds", TYPED),
}
LEADS = (", ", " ", "")  # before an argument in `FACTS`; they go with it


def in_words(sentence: str) -> str:
    """Return a sentence without facts and options; where the page sets what it asks for stands at its end.

    A text without spans is returned unchanged. Spans that the page shows in a way of its own stay.
    """
    if not isinstance(sentence, Said):
        return sentence
    fields: list[str] = []
    parts, gap = [""], False
    for part in sentence.spans:
        kept = is_a(part, *LINKS, "lead")
        shown = _shown(part, fields) if is_a(part) and not kept else part
        if gap and shown and not kept:  # what is left out leaves one space, and none before a comma
            parts[-1] = parts[-1].rstrip() if shown.startswith(CLOSING) else parts[-1]
            shown = shown.lstrip() if parts[-1].endswith((" ", "(")) else shown
        parts += [shown] if shown or kept else []
        gap = not (shown or kept)
    said = Said(*parts).strip()
    place = "; ".join(sorted(dict.fromkeys(fields), key=lambda field: field == NO_FIELD))
    if not place:
        return said
    *first, last = said.spans
    return Said(*first, last[:-1], f" ({place}).") if last.endswith(".") else Said(said, f" ({place})")


def _shown(part: Span, fields: list[str]) -> str:
    """Return a span in the words of the page; add to `fields` where the page sets a fact that is asked for."""
    if part.kind in ACTIONS:
        return ACTIONS[part.kind].page.format(*part.about)
    if part.kind == "name":
        return part.replace("_", " ") if str(part) in WORDS else str(part)
    if part.kind not in ("fact", "form", "only", "remove", "set", "subject"):
        return str(part)
    named = [_fact(each, fields if part.kind != "subject" else []) for each in part.about]
    if part.kind in ("form", "only"):
        return ""
    return f"{part.kind} {named[0]}" if part.kind in ("set", "remove") else named[0]


def _fact(form: str, fields: list[str]) -> str:
    """Return a fact in words, by its form; what the form has as a placeholder is left out."""
    name, _, inside = form.removesuffix(")").partition("(")
    name = name.partition("/")[0]
    args = ["" if _is_open(arg) else arg.replace("_", " ") for arg in _split(inside)]
    otherwise = NO_FIELD if name in NOT_TYPED or name in ON_TABLE else TYPED
    words, field = FACTS.get(name, (f"the fact {name.replace('_', ' ')}", otherwise))
    fields.append(SETUP if name == "environment" and inside in IN_SETUP else field)
    first = args[0] if args else ""
    whose = f" of {first}" if first and name not in ("environment", "unit") and "{0}" not in words else ""
    if not first and words.startswith("{0}"):
        words = f"it{words[3:]}"
    if whose and words.startswith("its "):
        words = f"the {words[4:]}"
    for number in range(len(LEADS)):
        value = args[number] if number < len(args) else ""
        for lead in LEADS:
            slot = f"{lead}{{{number}}}"
            words = words.replace(slot, f"{lead}{value}" if value else "")
    return words + whose


def _split(inside: str) -> list[str]:
    """Return the arguments of a fact without their quotes."""
    args, depth = [""], 0
    for char in inside:
        depth += (char == "(") - (char == ")")
        if char == "," and not depth:
            args.append("")
        elif char not in '"\\':
            args[-1] += char
    return args if inside else []


def _is_open(arg: str) -> bool:
    """Return True for a placeholder: `U`, `HEX`, `HEX@LEVEL`, `..`."""
    return all(part.isalpha() and part.isupper() for part in arg.split("@")[:1]) or not arg.strip(".")


def of_error(error: Exception, unplaced: str = "") -> str:
    """Return an error as a sentence for the page.

    A fault in the text of a file keeps its place and its facts: whoever wrote that file has them before him. Of a file
    that is `unplaced` the reader has seen neither its name nor its text.
    """
    if isinstance(error, InstanceError):
        if isinstance(error, Refused) or unplaced:
            return Said(error.problem, "; ", error.remedy)
        return str(error) if error.line else Said(f"{error.file}: ", error.problem, "; ", error.remedy)
    if not error.args or not isinstance(error.args[0], Said):
        return str(error).removeprefix(f"{unplaced}: ")
    first, *rest = error.args[0].spans
    return Said(first if isinstance(first, Span) else first.removeprefix(f"{unplaced}: "), *rest)


def for_page(value: Any) -> Any:
    """Return a reply with its sentences in the words of the page."""
    return rendered(value, lambda sentence: packed(in_words(sentence), LINKS))
