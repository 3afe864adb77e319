"""`pyrout quiz`: puzzles in the terminal."""

from __future__ import annotations

import re
from datetime import date
from textwrap import fill

import click

from ..base.span import is_a, spans_of
from ..errors import UsageError, quote
from ..lab.quiz.judging import hex_reasons, judge_path, show_way
from ..lab.quiz.primer import FIRST_WORDS, TITLE, WORDS, primer, said_of, taught
from ..lab.quiz.puzzle import LEVELS, Puzzle
from ..lab.quiz.questions import Maker
from ..lab.quiz.shipped import about as puzzles_about
from ..lab.quiz.shipped import lessons, pick, position_of, puzzles
from ..lab.quiz.showing import (
    beside_lines,
    counter_words,
    ground_lines,
    hindrance_lines,
    key_lines,
    mark_lines,
    short_list,
    sights,
    text_map,
    unknown_to,
)
from ..position.unit_names import hex_called
from ..position.vocabulary import no_hex
from ..program.rule_index import citations
from ..question import ask
from ..wording import join_words
from .console import print_lines

QUIT, SHOW, HINT, NONE, BASICS = "q", "?", "help", "none", "words"
RIGHT, AFTER_HINT, WRONG = "right", "hint", "wrong"  # results of a question: by its first answer
WIDTH = 80  # columns of the rules and words
FIRST = 1  # the lesson that the ten lines come before
ONE_HEX = {"safest": "Type the hex."}  # kinds that ask for one hex
SHORT = {"y": "yes", "n": "no"}
HOW = {
    "one": "Type one of these.",
    "several": f"Type all that are right, with spaces between, or {NONE}.",
    "hexes": f"Type the hexes, with spaces between, or {NONE}.",
    "path": "Type the hexes of the rout in their order, with spaces between; the unit's own may be left out.",
}


@click.command()
@click.option("--rules", "ruleset", default="aslsk", show_default=True, metavar="RULESET", help="aslsk or asl.")
@click.option("--rule", metavar="ID", help="Only puzzles that this rule decides.")
@click.option("--level", type=click.IntRange(1, LEVELS), help="Only puzzles of this level; 1 is easy.")
@click.option("--count", type=click.IntRange(1, 1000), default=10, show_default=True, help="How many puzzles.")
@click.option("--seed", type=click.IntRange(0), help="The same seed gives the same puzzles (default: the date).")
@click.option(
    "--lesson",
    type=click.IntRange(0),
    metavar="N",
    help="Take lesson N; `--list` names the lessons, and 0 is the rules in ten lines.",
)
@click.option("--list", "listing", is_flag=True, help="List the lessons and exit.")
def quiz(
    ruleset: str,
    rule: str | None,
    level: int | None,
    count: int,
    seed: int | None,
    lesson: int | None,
    listing: bool,
) -> None:
    """Ask about routs: lessons and puzzles, each answer with the rule behind it."""
    if listing or lesson is not None:
        _refuse_others("listing" if listing else "lesson")
    if listing:
        click.echo(f" 0  {TITLE}")
        for number, each in enumerate(lessons(), 1):
            click.echo(f"{number:>2}  {each.title}: {len(each.questions)} questions, rules {each.questions[0].rules}")
        return
    if lesson == 0:
        _say_basics(lessons()[0].questions[0].rules)
        return
    if lesson is not None:
        if lesson > len(lessons()):
            raise UsageError(f"there are {len(lessons())} lessons; `pyrout quiz --list` names them")
        taken = lessons()[lesson - 1]
        questions, rest = list(taken.questions), []
        if lesson == FIRST:
            _say_primer(questions[0].rules)
            click.echo()
        click.echo(f"Lesson {lesson}: {taken.title}")
        for title, sentence, each_rule in (said_of(questions[0].rules, each) for each in taught()[lesson - 1]):
            click.echo(_wrapped(f"  {title}: {sentence} [{each_rule}]"))
    else:
        rest = _wanted(ruleset, rule, level)
        questions = pick(rest, count, date.today().toordinal() if seed is None else seed)
    results: list[str] = []  # right, hint (right after a hint) or wrong
    missed: list[str] = []
    asked: list[Puzzle] = []
    before = ""
    while questions:
        puzzle = questions.pop(0)
        asked.append(puzzle)
        result, ended = _ask(
            puzzle, len(asked), len(asked) + len(questions), shown=puzzle.position == before, about=rule
        )
        before = puzzle.position
        if result is None:
            asked.pop()
        else:
            results.append(result)
        if result == WRONG:
            missed.append(rule or puzzle.cites[0])
            _more_of(puzzle, questions, [each for each in rest if each not in asked])
        if ended:
            break
    if asked:
        click.echo(_score(results) + (f" Missed: {join_words(dict.fromkeys(missed))}." if missed else ""))


def _score(results: list[str]) -> str:
    """Return the number of right answers, how many of them came after a hint, and the longest run of them."""
    hinted = results.count(AFTER_HINT)
    runs = "".join("x" if result == WRONG else "." for result in results).split("x")
    longest = max(map(len, runs))
    return (
        f"{len(results) - results.count(WRONG)} of {len(results)} right"
        + (f", {hinted} after a hint" if hinted else "")
        + (f", {longest} in a row." if longest > 1 else ".")
    )


def _refuse_others(name: str) -> None:
    """Raise UsageError where an option is given that has no effect with this one."""
    context = click.get_current_context()
    flags = {each.name: each.opts[0] for each in context.command.params}
    for other in context.params:
        if other != name and context.get_parameter_source(other) == click.core.ParameterSource.COMMANDLINE:
            raise UsageError(f"{flags[name]} takes no {flags[other]}; leave it out")


def _say_primer(ruleset: str) -> None:
    """Print the rules in ten lines."""
    click.echo(TITLE)
    for word in FIRST_WORDS:
        click.echo(_wrapped(f"  {word}: {WORDS[word]}"))
    for number, line in enumerate(primer(ruleset), 1):
        said = " ".join(f"{sentence} [{rule}]" for rule, sentence in line.rules)
        click.echo(_wrapped(f"  {number:>2}  {line.heading}. {said}", 6))


def _say_basics(ruleset: str) -> None:
    """Print the rules in ten lines, and the words."""
    _say_primer(ruleset)
    click.echo("Words")
    for word in (each for each in WORDS if each not in FIRST_WORDS):
        click.echo(_wrapped(f"  {word}: {WORDS[word]}"))


def _wrapped(line: str, indent: int = 4) -> str:
    """Return a line in lines of `WIDTH` columns, those after the first indented."""
    return fill(line, WIDTH, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)


def _wanted(ruleset: str, rule: str | None, level: int | None) -> list[Puzzle]:
    """Return the puzzles that options ask for.

    Raises UsageError for an unknown rule, and where there is no such puzzle.
    """
    several = puzzles(ruleset)
    if rule is not None:
        if rule not in citations(ruleset):
            raise UsageError(f"the rule set {ruleset} has no rule {quote(rule)}; `pyrout rules {ruleset}` lists them")
        several = puzzles_about(ruleset, rule)
    if level is not None:
        several = tuple(puzzle for puzzle in several if puzzle.difficulty and puzzle.difficulty.level == level)
    if not several:
        which = f" that {rule} decides" if rule else ""
        raise UsageError(f"no puzzle{which}{f' is of level {level}' if level else ' is shipped'}; leave the option out")
    return list(several)


def _more_of(puzzle: Puzzle, questions: list[Puzzle], rest: list[Puzzle]) -> None:
    """Put a puzzle of the rule that was missed in the place of the next one, if that is about another rule."""
    rule = next(iter(puzzle.cites), None)
    if not questions or rule is None or rule in questions[0].cites:
        return
    more = [each for each in rest if rule in each.cites and each not in questions]
    if more:
        questions[0] = more[0]


def _ask(puzzle: Puzzle, number: int, of: int, *, shown: bool, about: str | None) -> tuple[str | None, bool]:
    """Ask one question until it is answered or shown: its result, and whether the quiz ends.

    The result is None where no answer was given.
    """
    position = position_of(puzzle)
    maker = Maker(ask(position, units=[puzzle.unit]), puzzle.unit, puzzle.position)
    if not shown:
        click.echo(f"\nRules {puzzle.rules}\n")  # the name of the position may give the answer away
        print_lines(_wrapped(line) for line in key_lines(maker))
        click.echo()
        print_lines(text_map(position))
        click.echo()
        print_lines(beside_lines(maker))
        click.echo()
        seen, unknown = sights(maker), unknown_to(maker)
        for unit in position.units:
            click.echo(_wrapped(f"  {counter_words(maker, str(unit), seen, unknown)}"))
        print_lines(_wrapped(f"  {line}") for line in ground_lines(position))
        for enemy, hexes in seen.items():
            click.echo(_wrapped(f"  {enemy} has LOS to {short_list(hexes)}"))
        print_lines(_wrapped(f"  {line}") for line in hindrance_lines(maker))
        click.echo("Marks:")
        print_lines(_wrapped(f"  {line}") for line in mark_lines(position))
    level = f", level {puzzle.difficulty.level}" if puzzle.difficulty else ""
    click.echo("\n" + _wrapped(f"{number} of {of}{level}. {puzzle.asks}"))
    for line in (*([f"Reading: {puzzle.reading}"] if puzzle.reading else []), *puzzle.assumes):
        click.echo(_wrapped(f"  {line}"))
    for place, choice in enumerate(puzzle.choices, 1):
        click.echo(f"  {place}  {choice.words}")
    how = (
        f"{ONE_HEX.get(puzzle.kind, HOW[puzzle.form])} {HINT} gives a hint, {SHOW} shows the answer, "
        f"{BASICS} explains rules and words, {QUIT} ends."
    )
    click.echo(_wrapped(how))
    first: str | None = None
    hints = _hints(puzzle, about)
    hinted = False
    while True:
        try:
            words = click.prompt("", prompt_suffix="> ", default="", show_default=False).replace(",", " ").split()
        except (click.Abort, EOFError):
            click.echo()
            return first, True
        if words == [QUIT]:
            return first, True
        if not words:
            click.echo(_wrapped(f"  {how}"))
            continue
        if words == [BASICS]:
            _say_basics(puzzle.rules)
            continue
        if words == [HINT] and hints:
            hinted = True
            click.echo(_wrapped(f"  {hints.pop(0)} {HINT} again {'says more' if hints else 'shows the answer'}."))
            continue
        if words in ([SHOW], [HINT]):
            _show(puzzle, maker, about)
            click.echo(f"  Position: {puzzle.position}")
            return WRONG, False
        try:
            good = _judge(puzzle, maker, words)
        except UsageError as error:
            click.echo(f"  {error}")
            continue
        if good:
            _say_why(puzzle, about)
            click.echo(f"  Position: {puzzle.position}")
            return first or (AFTER_HINT if hinted else RIGHT), False
        first = WRONG


def _hints(puzzle: Puzzle, about: str | None) -> list[str]:
    """Return the hints of a question, the least first: its rule, then one right answer of several, or the rule's words."""
    rule = citations(puzzle.rules)[about or puzzle.cites[0]]
    if puzzle.form not in ("several", "hexes"):
        return [f"It is about: {rule.title}.", rule.sentence]
    return [
        f"It is about: {rule.title}.",
        f"One that is right: {puzzle.right[0]}." if puzzle.right else "Not one is right.",
    ]


def _judge(puzzle: Puzzle, maker: Maker, words: list[str]) -> bool:
    """Judge an answer and print the reasons for what is wrong in it.

    Raises UsageError for words that name nothing here.
    """
    if puzzle.form == "path":
        legal, lines = judge_path(maker, _hexes(maker, words))
        click.echo("Right." if legal else "Not legal.")
        print_lines(_wrapped(f"  {line}") for line in lines)
        return legal
    nothing = puzzle.form != "one" and [word.lower() for word in words] == [NONE]
    given = frozenset() if nothing else _named(puzzle, maker, words)
    wrong, missing = sorted(given - set(puzzle.right)), set(puzzle.right) - given
    if not wrong and not missing:
        click.echo("Right.")
        return True
    if not given:
        click.echo("No, there is at least one.")
    else:
        click.echo("Not right." if wrong else f"Right so far; {len(missing)} more.")
    reasons = {choice.name: choice.why for choice in puzzle.choices}
    if puzzle.form == "hexes":
        reasons = {hex_: tuple(lines) for hex_, lines in hex_reasons(maker, puzzle.kind, wrong).items()}
    for name in wrong:
        for line in reasons.get(name) or (() if puzzle.form == "hexes" else puzzle.why):
            click.echo(_wrapped(f"  {line}"))
    return False


def _named(puzzle: Puzzle, maker: Maker, words: list[str]) -> frozenset[str]:
    """Return the choices or hexes that an answer names, by number, name or first letter."""
    if puzzle.form == "hexes":
        return frozenset(_hexes(maker, words))
    names = [choice.name for choice in puzzle.choices]
    by_word = {name.lower(): name for name in names} | {str(place): name for place, name in enumerate(names, 1)}
    by_word |= {short: name for short, name in SHORT.items() if name in names}
    unknown = [word for word in words if word.lower() not in by_word]
    if unknown:
        raise UsageError(f"{quote(unknown[0])} is not one of the choices; type numbers from 1 to {len(names)}")
    return frozenset(by_word[word.lower()] for word in words)


def _hexes(maker: Maker, words: list[str]) -> list[str]:
    """Return hexes as the position names them.

    Raises UsageError for a hex or Location that is not on the map.
    """
    hexes = [_without_board(maker, hex_called(maker.position, word, any_case=True)) for word in words]
    for word, hex_ in zip(words, hexes, strict=True):
        if hex_ not in maker.places:
            raise UsageError(no_hex(word, maker.places, f"type a hex of the map, as {min(maker.position.spots)}"))
    return hexes


def _without_board(maker: Maker, word: str) -> str:
    """Return the one hex or Location that a word names without its board, as AA10 does yAA10; else the word."""
    boards = re.compile(r"[a-z0-9]*" + re.escape(word.upper()))
    meant = [place for place in maker.places if boards.fullmatch(place)]
    return word if word in maker.places or len(meant) != 1 else meant[0]


def _show(puzzle: Puzzle, maker: Maker, about: str | None) -> None:
    """Print the right answer with its reasons."""
    right = [choice.words for choice in puzzle.choices if choice.name in puzzle.right] or [*puzzle.right]
    if puzzle.form == "path":
        right = [show_way(maker)[1]]
    told = "; ".join(right) if any("," in words for words in right) else join_words(right)
    click.echo(_wrapped(f"The answer: {told.removesuffix('.') if right else NONE}."))
    _say_why(puzzle, about)


def _say_why(puzzle: Puzzle, about: str | None) -> None:
    """Print the reasons for the right answer, and its rule: the one asked for where there is one."""
    shown = (choice for choice in puzzle.choices if puzzle.form == "several" or choice.name in puzzle.right)
    rule = about or puzzle.cites[0]
    said = citations(puzzle.rules)[rule]
    for line in (*(line for choice in shown for line in choice.why), *puzzle.why):
        parts = (f"[{rule}]" if is_a(part, "whole") and part.about == (rule,) else part for part in spans_of([line]))
        click.echo(_wrapped(f"  {''.join(parts)}"))
    click.echo(_wrapped(f"  [{rule}] {said.heading}: {said.sentence}"))
