"""Sentences as data: a sentence is a text, and knows the spans that it is made of.

Whoever makes a sentence makes spans: text, names of units and hexes, forms of facts, and actions. The text is for the
terminal and for JSON. Other readers render the spans: `serve/phrases.py` for the page.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, NamedTuple, Self, TypeGuard


class Action(NamedTuple):
    """A remedy, as each reader carries it out; `{}` is the value that it is about."""

    terminal: str
    page: str


# Remedies other than to write a fact
ACTIONS = {
    "open_boards": Action("make its boards available (--boards DIR, or PYROUT_BOARDS)", "open its boards with Open"),
    "rules": Action("--rules {}", "choose the rules {} in the Set-up"),
    "use_rules": Action("use --rules {}", "choose the rules {} in the Set-up"),
    "rule_set": Action("the rule set {}", "the rules {}"),
    "other_rules": Action("--rules {} for the others", "the Set-up has the others, {}"),
    "other_attacker": Action("--attacker {} for the other", "choose {} in the Set-up for the other"),
    "month": Action("--month M", "choose it in the Set-up"),
    "snow_month": Action("--month M", "choose the month in the Set-up"),
    "sides": Action("--sides NATIONALITY=SIDE,.. overrides.", "The Set-up changes them: fights for."),
    "add_unit": Action('add unit(g1,german,squad). at(g1,"HEX"). and the like', "add a unit with Edit"),
    "breaks": Action("breaks(U) if it breaks on purpose", "press What if it breaks?"),
    "dm": Action("--dm {}", "right click, long press, or M on its counter: dm"),
    "has_dm": Action("(--dm {} gives it one)", "(right click, long press, or M on its counter gives it one)"),
    "mute": Action("add no_interdiction of it", "say that it interdicts nobody"),
    "mute_him": Action("add no_interdiction of him", "say that he interdicts nobody"),
    "other_vertex_los": Action("another vertex_los/5", "another line about the LOS to the vertex"),
    "inside_pillbox": Action("the Location H@pillbox", "the pillbox itself"),
    "no_hob": Action("there is no hob(..)", "the result of its Heat of Battle is not given"),
    "stop": Action(" ", ". "),  # before the sentence of a rule
}
CLOSING = (",", ";", ":", ".", ")")  # a text that begins so follows what is before it without a space
RULES = ("rule", "whole")  # kinds of spans that name a rule
LINKS = ("unit", "hex", *RULES, "below")  # kinds of spans that the page shows in a way of its own


class Span(str):
    """A part of a sentence that is not only text, with its `kind` and what it is `about`.

    The kinds are

    - "name": a unit, hex, status or another word of the position;
    - "unit" and "hex": a unit or a hex to which the page leads;
    - "rule": a rule by its id, or "whole" with its sentence;
    - "below": without text, before a line that stands below the one before it;
    - "lead": a word at the beginning of a line, for readers who have no heading above it;
    - "subject": the fact that a sentence is about;
    - "fact": a fact that is asked for, named by its form: `los/3`, or `feature(H,wire)`;
    - "form": words about the form of facts, for a reader who writes facts;
    - "set" and "remove": a correction of one fact on the command line;
    - "only": words for the terminal alone;
    - "group": words before a note, for readers who have no heading above it;
    - "says_group": words of a note that needs no such words;
    - "list": the first of the names that it is about;
    - "missing": a place on a board that is not there; "untold": that the attacker is not known;
    - the name of one of the `ACTIONS`, about its value.
    """

    __slots__ = ("about", "kind")
    kind: str
    about: tuple[str, ...]

    def __new__(cls, text: str, kind: str, *about: str) -> Span:
        made = super().__new__(cls, text)
        made.kind, made.about = kind, about
        return made

    def __getnewargs__(self) -> tuple[str, ...]:  # type: ignore[override]
        return (str(self), self.kind, *self.about)


class Said(str):
    """A sentence with its `spans`.

    >>> said = Said("give ", fact("los/3"), " of ", name("a1"))
    >>> said
    'give los/3 of a1'
    >>> [getattr(span, "kind", "text") for span in said.spans]
    ['text', 'fact', 'text', 'name']
    """

    __slots__ = ("spans",)
    spans: tuple[str, ...]

    def __new__(cls, *parts: str) -> Self:
        spans = tuple(spans_of(parts))
        made = super().__new__(cls, "".join(spans))
        made.spans = spans
        return made

    def __getnewargs__(self) -> tuple[str, ...]:  # type: ignore[override]
        return self.spans

    def strip(self, chars: str | None = None) -> Said:
        """Return the sentence without white space around it."""
        spans = list(self.spans or ("",))
        for at, strip in ((0, str.lstrip), (-1, str.rstrip)):
            spans[at] = spans[at] if isinstance(spans[at], Span) else strip(spans[at], chars)
        return Said(*spans)

    def __add__(self, more: str) -> Said:
        return Said(self, more)

    def __radd__(self, before: str) -> Said:
        return Said(before, self)


def packed(sentence: str, kinds: Collection[str] | None = None) -> str | list[Any]:
    """Return a sentence as JSON can have it, with its spans of some kinds or of all; `unpacked` makes it again.

    >>> packed(Said("give ", fact("los/3"), " of ", name("a1")), ["fact"])
    ['give ', ['los/3', 'fact', 'los/3'], ' of a1']
    """
    if not isinstance(sentence, Said | Span):
        return sentence
    made: list[Any] = []
    for part in spans_of([sentence]):
        if is_a(part) and (kinds is None or part.kind in kinds):
            made.append([str(part), part.kind, *part.about])
        elif is_a(part, "lead"):
            continue
        elif made and isinstance(made[-1], str):
            made[-1] += part
        else:
            made.append(str(part))
    return made if any(isinstance(part, list) for part in made) else "".join(made)


def unpacked(spans: str | Iterable[Any]) -> Said:
    """Return the sentence of `packed`."""
    several = [spans] if isinstance(spans, str) else spans
    return Said(*(Span(*map(str, span)) if isinstance(span, list) else str(span) for span in several))


def linked(sentence: str) -> str | list[Any]:
    """Return a sentence for a drawn page: its links, and a full stop before the sentence of a rule.

    >>> linked(Said("because of a1", act("stop"), rule("sk-order", "One at a time.")))
    ['because of a1. ', ['[sk-order] One at a time.', 'whole', 'sk-order']]
    """
    parts = spans_of([sentence])
    return packed(Said(*(ACTIONS["stop"].page if is_a(part, "stop") else part for part in parts)), LINKS)


def rendered(value: Any, render: Callable[[str], Any] = linked) -> Any:
    """Return a value for JSON with each of its texts as `render` has it."""
    if isinstance(value, str):
        return render(value)
    if isinstance(value, dict):
        return {name: rendered(each, render) for name, each in value.items()}
    return [rendered(each, render) for each in value] if isinstance(value, list | tuple) else value


def rules_in(value: Any) -> list[str]:
    """Return the rules that the sentences of a value for JSON name, as often as they do."""
    if isinstance(value, str):
        return [part.about[0] for part in spans_of([value]) if is_a(part, *RULES)]
    several = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [rule for each in several for rule in rules_in(each)]


def spans_of(parts: Iterable[str]) -> Iterable[str]:
    """Yield the spans of some texts and sentences, one after the other."""
    for part in parts:
        if isinstance(part, Said):
            yield from part.spans
        elif part or isinstance(part, Span):
            yield part


def rule(id_: str, sentence: str = "") -> Span:
    """Return a rule by its id, or with its sentence.

    >>> rule("sk-order"), rule("sk-order", "One at a time.").kind
    ('[sk-order]', 'whole')
    """
    return Span(f"[{id_}] {sentence}", "whole", id_) if sentence else Span(f"[{id_}]", "rule", id_)


def without_rules(lines: Iterable[str]) -> Said:
    """Return lines as one, with a space between them, without the rules that they name."""
    parts: list[str] = []
    for part in joined(lines).spans:
        if not is_a(part, *RULES):
            parts.append(part)
        elif parts and not is_a(parts[-1]):
            parts[-1] = parts[-1].rstrip()
    return Said(*parts)


def name(text: str) -> Span:
    """Return the name of a unit, a hex or a word of the position."""
    return Span(text, "name")


def fact(form: str, text: str = "") -> Span:
    """Return a fact that is asked for, by its form; `text` is the form with words around it."""
    return Span(text or form, "fact", form)


def form(text: str, *forms: str) -> Span:
    """Return words about the forms of facts, which only a reader who writes facts needs."""
    return Span(text, "form", *forms)


def corrected(form: str) -> Span:
    """Return the option that sets a fact, or with a minus before it removes one.

    >>> corrected("-status(U,dm)"), corrected("-status(U,dm)").kind
    ("--fact '-status(U,dm)'", 'remove')
    """
    return Span(f"--fact '{form}'", "remove" if form[0] == "-" else "set", form.removeprefix("-"))


def subject(form: str) -> Span:
    """Return a fact that a sentence is about, by its form."""
    return Span(form, "subject", form)


def only(text: str) -> Span:
    """Return words for the terminal alone."""
    return Span(text, "only")


def act(action: str, *values: str) -> Span:
    """Return an action, in the words of the terminal.

    >>> act("rules", "asl")
    '--rules asl'
    """
    return Span(ACTIONS[action].terminal.format(*values), action, *values)


def is_a(part: str | None, *kinds: str) -> TypeGuard[Span]:
    """Return True for a span of one of some kinds, or of any."""
    return isinstance(part, Span) and (not kinds or part.kind in kinds)


def is_hex(part: str) -> bool:
    """Return True for a hex or a Location.

    >>> [is_hex(part) for part in ("yK5", "yK5@1", "3BB10", "in", "B23")]
    [True, True, True, False, True]
    """
    hex_ = part.partition("@")[0]
    return hex_.isalnum() and hex_[-1].isdigit() and not hex_.islower() and not hex_.isdigit()


def joined(parts: Iterable[str], between: str = " ") -> Said:
    """Return a sentence of parts with something between them.

    >>> joined([name("a1"), name("a2")], ", ")
    'a1, a2'
    """
    spans: list[str] = []
    for part in parts:
        spans += [between, part] if spans else [part]
    return Said(*spans)


def worded(pieces: Iterable[str]) -> Said:
    """Return a sentence of words with a space between them, but for punctuation.

    >>> worded(["give", fact("los/3"), ", or leave", fact("nvr/1"), "out (", name("a1"), ")"])
    'give los/3, or leave nvr/1 out (a1)'
    """
    spans: list[str] = []
    for piece in pieces:
        if spans and not piece.startswith(CLOSING) and not spans[-1].endswith("("):
            spans.append(" ")
        spans.append(piece)
    return Said(*spans)
