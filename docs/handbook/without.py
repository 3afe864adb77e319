"""The answer for a position without a rule: the same question, put to encodings from which the rule's statements are gone."""

from __future__ import annotations

from typing import Any, NamedTuple

from pyrout import Answer, InstanceError, referee
from pyrout.errors import Undecided, Unending
from pyrout.lab.quiz.without import dropped, without
from pyrout.question import Question

# Fields of an answer that name rules as its reasons.
WHY = frozenset(("must_rout", "reasons", "excluded", "rules", "barred", "dm", "why", "assumes", "unless", "options"))
NONE = "no answer: nothing else says what becomes of the unit"
UNFINISHED = "no answer: the events would never end"


class Left(NamedTuple):
    """The result for a position without a rule: the answer, or the words in its place, and whether that is another answer
    than with the rule, and not the same for other reasons."""

    answer: Answer | str
    another: bool


def left(rule: str, question: Question, answer: Answer) -> Left | None:
    """The answer to a question without a rule; `answer` is that with it. None where the rule cannot be left out."""
    if not dropped(question.rules, rule):
        return None
    with without(question.rules, rule):
        try:
            other = referee.answer(question)
        except InstanceError as error:
            return Left(f"refused: {str(error).partition('; ')[2]}", True)
        except Unending:
            return Left(UNFINISHED, True)
        except Undecided:
            return Left(NONE, True)
        except (ArithmeticError, LookupError, StopIteration, TypeError, UnboundLocalError):
            return Left(NONE, True)  # of a program with a hole in it
    return Left(other, _bare(answer.to_json()) != _bare(other.to_json()))


def _bare(value: Any) -> Any:
    """An answer without its reasons."""
    if isinstance(value, dict):
        return {key: _bare(of) for key, of in value.items() if key not in WHY}
    return [_bare(of) for of in value] if isinstance(value, list) else value
