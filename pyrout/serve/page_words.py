"""Sentences for a reader of the page: facts in words, and the control that sets each in place of options and facts."""

from __future__ import annotations

import re
from typing import Any

from ..position import vocabulary
from ..position.vocabulary import BY_NAME
from .typed_facts import AS_TYPED, IN_SETUP, NOT_TYPED, ON_TABLES

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
        for name in ("depth", "facing", "frontage", "movement", "order", "rating", "widest_stand")
    },
    "threat": ("its threat", "in the form of its unit"),
    "rallies": ("the turn in which it rallies", "in the form of its unit"),
    "die": ("the die", SETUP),
    "capacity": ("how many the place holds", TYPED),
}
# Options of the command line, and facts that are only named, in the words of the page
OPTIONS = (
    (r"\badd no_interdiction of it", "say that it interdicts nobody"),
    (r", sw/4\b|(?<= weapon) as sw/4", ""),
    (r"\bwhat [a-z_]+/\d says", "what the position says"),
    (r",? as [a-z_]+/\d says", ""),
    (r"\banother ([a-z_]+/\d)", r"another line about \1"),
    (r"\bthe Location H@(\w+)", r"the \1 itself"),
    (r"\bremove its at/2 fact", "remove its own place"),
    (
        r"make its boards available \(--boards DIR, or PYROUT_BOARDS\), or import the saved game with --complete",
        "open its boards with Open",
    ),
    (
        r"make its boards available \(--boards DIR, or PYROUT_BOARDS\), or use --rules (\w+)",
        r"open its boards with Open, or choose the rules \1 in the Set-up",
    ),
    (r"; --rules (\w+) for the others", r"; the Set-up has the others, \1"),
    (r" ?\(--rules \w+\)", " (choose the rules in the Set-up)"),
    (r" ?\(--attacker (\w+) for the other\)", r" (choose \1 in the Set-up for the other)"),
    (r" ?\(--month M\)", " (choose it in the Set-up)"),
    (r" ?\(--sides [^)]* overrides\.\)", " (The Set-up changes them: fights for.)"),
    (r"; else --dm [\w,]+", f"; else {COUNTER}: dm"),
    (r"(?:for their routs )?use --unit \S+ or --volunteers for all", "press What if it breaks?"),
    (r" ?\((?:correct with )?--(?!fact)[^)]*\)", ""),
)
CORRECTION = re.compile(r"(?:, )?(?:e\.g\. )?--fact '(-?)([^']*)'")
_NAMES = "|".join(sorted(BY_NAME, key=len, reverse=True))
_ARGUMENT = r'(?:[^()"]|"[^"]*"|\([^()]*\))*'
_FACT = rf"\b(?:{_NAMES})(?:\({_ARGUMENT}\)|/\d)"
# The form that a file has: `, as in rating(u1,12)`, ` as broken_morale(g1,N)`, ` with road/2`
FORM = re.compile(rf"(?:,? as(?: in)?| with(?! status\()) ({_FACT}(?:(?: or|\.) {_FACT})*)")
FACT = re.compile(rf"(?:(?:its|their|no) )?\b(?P<name>{_NAMES})(?:\((?P<args>{_ARGUMENT})\)|/\d)(?: facts?)?")
_WORDS = sorted({word for kind in vars(vocabulary).values() for word in getattr(kind, "words", ()) if "_" in word})
WORD = re.compile(rf"\b(?:{'|'.join((*_WORDS, *(name for name in BY_NAME if '_' in name)))})\b")
REFUSED = re.compile(r"^\S*?:(?:\d+:\d+:)? (?=.* is refused by the rule set )")
PLACED = re.compile(r"^\S+?:\d+:\d+: ")
NAMED = re.compile(r"^\S+\.lp: ")  # a file that no reader has
# Parts of a reply without sentences, or with those of the page
_LEFT = frozenset({"text", "svg", "layers", "legend", "map", "line", "code", "card", "flags", "spans"})


def in_words(sentence: str, *, placed: bool = True) -> str:
    """Return a sentence without facts and options; where the page sets what it asks for stands at its end.

    A fault in the text of a file keeps its place and its facts: whoever wrote that file has them before him. So does
    one in a fact that was typed. Not `placed`: the reader wrote none.
    """
    if sentence.startswith(AS_TYPED):
        return sentence
    if placed and PLACED.match(sentence) and not REFUSED.match(sentence):
        return sentence
    said = REFUSED.sub("", sentence) if placed else NAMED.sub("", PLACED.sub("", sentence))
    for pattern, words in OPTIONS:
        said = re.sub(pattern, words, said)
    said = CORRECTION.sub(lambda match: f" {'remove' if match[1] else 'set'} {match[2]}", said)
    fields: list[str] = []
    # The head of a refusal names the fact; only what follows asks for something
    head, refused, rest = said.partition(" is refused by the rule set ")
    if refused:
        said = _facts(head, []) + " is refused by the rules " + _facts(rest, fields)
    else:
        said = _facts(said, fields)
    said = WORD.sub(lambda match: match[0].replace("_", " "), said)
    said = re.sub(r"  +", " ", said).replace("( ", "(").strip()
    if not fields:
        return said
    place = "; ".join(sorted(dict.fromkeys(fields), key=lambda field: field == NO_FIELD))
    return f"{said[:-1]} ({place})." if said.endswith(".") else f"{said} ({place})"


def _facts(sentence: str, fields: list[str]) -> str:
    def word(match: re.Match[str]) -> str:
        name, args = match["name"], re.findall(r'"[^"]*"|[^,"]+', match["args"] or "")
        otherwise = NO_FIELD if name in NOT_TYPED or name in ON_TABLES else TYPED
        words, field = FACTS.get(name, (f"the fact {name.replace('_', ' ')}", otherwise))
        if name == "environment" and args and args[0] in IN_SETUP:
            field = SETUP
        fields.append(field)
        none = match[0].startswith("no ")
        plain = [arg.strip().strip('"\\').replace("_", " ") for arg in args]
        known = ["" if re.fullmatch(r"[A-Z]+|[.]*|H@.*|HEX@.*", arg) else arg for arg in plain]
        words = words if known and known[0] else re.sub(r"^\{0\}", "it", words)
        filled = re.sub(r",? ?\{(\d)\}", lambda slot: _filled(slot, known), words)
        of = known[0] if known and name not in ("environment", "unit") and known[0] else ""
        filled = re.sub("^its ", "the ", filled) if of else filled
        filled = filled.partition(" ")[2] if none and filled.startswith(("its ", "the ")) else filled
        return f"{'no ' if none else ''}{filled}{f' of {of}' if of and '{0}' not in words else ''}"

    def form(match: re.Match[str]) -> str:
        FACT.sub(word, match[1])  # for its field
        return ""

    return FACT.sub(word, FORM.sub(form, sentence))


def _filled(slot: re.Match[str], args: list[str]) -> str:
    number = int(slot[1])
    value = args[number] if number < len(args) else ""
    return slot[0].replace(f"{{{number}}}", value) if value else ""


def for_page(value: Any, key: str = "") -> Any:
    """Return a reply with its sentences in the words of the page."""
    if isinstance(value, str):
        return in_words(value, placed=key != "unsolved") if " " in value and key not in _LEFT else value
    if isinstance(value, dict):
        return {name: for_page(each, name) if name not in _LEFT else each for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [for_page(each, key) for each in value]
    return value
