"""`pyrout quiz`: questions in the terminal."""

from __future__ import annotations

from itertools import pairwise

import pytest
from click.testing import CliRunner

from pyrout.cli import main
from pyrout.commands import quiz as command
from pyrout.lab.quiz.shipped import lessons, pick, puzzles
from pyrout.lab.quiz.showing import short_list


def run(*args: str, types: str = "") -> str:
    result = CliRunner().invoke(main, ["quiz", *args], input=types)
    assert result.exit_code == 0, result.output
    return result.output


def failed(*args: str) -> str:
    result = CliRunner().invoke(main, ["quiz", *args])
    assert result.exit_code == 2 and result.output.count("\n") == 1, result.output
    return result.output


def flat(said: str) -> str:
    """Return the lines that were printed as one, as before they were wrapped."""
    return " ".join(said.split())


def lesson(title: str) -> str:
    return str(next(number for number, each in enumerate(lessons(), 1) if each.title == title))


def test_a_lesson_is_answered_question_by_question() -> None:
    said = run("--lesson", lesson("Up to an unknown enemy"), types="y\nyK6\na1\nyj5\nyJ5 yI5\n")
    assert said.count("Right.") == 5
    assert said.splitlines()[-1] == "5 of 5 right, 5 in a row."


def test_a_wrong_hex_gets_the_reason_and_the_rule_follows_the_right_one() -> None:
    said = flat(run("--lesson", lesson("Up to an unknown enemy"), types="n\ny\nyI4\nyK6\nq\n"))
    assert "a2 in yL4 [sk-must-adjacent]" in said
    bare = "yI4 is no destination at the start, though a rout may end there: it costs 3 MF and yK6 only 2 [sk-dest-nearest]"
    assert bare in said
    assert "0 of 2 right. Missed: sk-must-adjacent and sk-dest-threatened." in said


def test_after_a_right_answer_the_other_choices_have_their_reasons() -> None:
    said = flat(run("--lesson", lesson("No closer"), types="y\n5\nyAA10 yZ9\nq\n"))
    assert "yZ10 is no destination at the start, though a rout may end there: it costs 5 MF and yAA10 only 3" in said
    assert said.partition("1 of 4")[2].count("A broken unit must rout if it is adjacent to") == 1


def test_the_rule_that_was_asked_for_is_the_one_shown() -> None:
    said = run("--rule", "sk-step-closer", "--count", "1", types="?\n")
    assert "[sk-step-closer] No step closer to a Known enemy" in said
    assert "Missed: sk-step-closer." in said


def test_a_path_that_is_not_legal_is_judged() -> None:
    said = run("--lesson", lesson("Up to an unknown enemy"), types="y\nyK6\na1\nyJ5\nyJ4 yI4\nyJ5 yI5\n")
    assert "Not legal." in said and "[sk-dest-nearest]" in said
    assert "4 of 5 right" in said


def test_none_is_an_answer_where_nothing_is_right() -> None:
    said = run("--lesson", lesson("Without a destination"), types="y\nnone\nq\n")
    assert said.splitlines()[-1] == "2 of 2 right, 2 in a row."


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("y\nyQ99\nq\n", "there is no hex yQ99; did you mean yQ9?"),
        ("y\nyQ3@9\nq\n", "there is no hex yQ3@9; did you mean yQ3?"),
        ("maybe\nq\n", "maybe is not one of the choices; type numbers from 1 to 2"),
    ],
)
def test_an_answer_that_is_none_is_asked_for_again(typed: str, words: str) -> None:
    assert words in run("--lesson", lesson("Without a destination"), types=typed)


def test_the_answer_can_be_shown() -> None:
    said = run("--lesson", lesson("Failure to rout"), types="?\n")
    assert "The answer: Yes." in said and "0 of 1 right" in said


def test_several_right_choices_are_told_in_the_order_in_which_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = next(puzzle for puzzle in puzzles("asl") if puzzle.kind == "reveal" and len(puzzle.right) > 1)
    monkeypatch.setattr(command, "_wanted", lambda *_: [asked])
    said = flat(run("--rules", "asl", types="?\n"))
    right = [choice.words for choice in asked.choices if choice.name in asked.right]
    assert right[0].startswith("Before") and f"The answer: {'; '.join(right)}." in said


@pytest.mark.parametrize("end", ["q\n", ""])
def test_a_miss_counts_where_the_quiz_ends_before_the_right_answer(end: str) -> None:
    said = run("--lesson", lesson("Failure to rout"), types=f"n\n{end}")
    assert said.splitlines()[-1] == "0 of 1 right. Missed: sk-must-adjacent."


def test_input_that_ends_ends_the_quiz() -> None:
    assert "right." not in run("--lesson", "1", types="").splitlines()[-1]


def test_the_lessons_are_listed() -> None:
    listed = run("--list").splitlines()
    assert listed[0] == " 0  The Rout Phase in ten lines"
    assert len(listed) - 1 == len(lessons()) >= 10
    assert "Up to an unknown enemy" in "".join(listed)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--lesson", "99"), "`pyrout quiz --list` names them"),
        (("--rule", "sk-nothing"), "has no rule sk-nothing"),
        (("--rules", "retreat"), "has no puzzles"),
        (("--rules", "nothing"), "has no puzzles"),
        (("--lesson", "1", "--rules", "asl"), "--lesson takes no --rules; leave it out"),
        (("--lesson", "1", "--count", "5"), "--lesson takes no --count; leave it out"),
        (("--list", "--lesson", "1"), "--list takes no --lesson; leave it out"),
    ],
)
def test_a_wish_that_cannot_be_met_gets_one_line(args: tuple[str, ...], words: str) -> None:
    assert words in failed(*args)


def test_the_same_seed_gives_the_same_puzzles() -> None:
    one, other = (run("--count", "3", "--seed", "7", types="?\n?\n?\n") for _ in range(2))
    assert one == other
    assert run("--count", "3", "--seed", "8", types="?\n?\n?\n") != one


def test_all_that_decides_is_printed_with_the_map() -> None:
    said = run("--lesson", lesson("Up to an unknown enemy"), types="q\n")
    assert "a1 (american squad) in yK7, Normal Range 6, not in LOS of g1" in said
    assert "a2 (american squad) in yL4, Normal Range 6, in LOS of g1" in said
    assert "one building: zC7, zD6" in run("--lesson", lesson("Out of its own building"), types="q\n")


def test_hexes_are_listed_by_column() -> None:
    assert short_list(["yA2", "yAA1", "yA1", "yA4", "yB2@1"]) == "yA1-2, yA4, yAA1, yB2@1"


def test_the_rules_and_words_are_said_before_the_first_question() -> None:
    basics = run("--lesson", "0").splitlines()
    words = basics.index("Words")
    lines = [line for line in basics[1:words] if line.split()[0].isdecimal()]
    assert basics[0] == "The Rout Phase in ten lines" and len(lines) == 10
    assert "Open ground and orchard cost 1" in flat("\n".join(basics))
    # Detours decide a question of lesson 2, ways behind the destination one of lesson 1
    assert all(f"[{rule}]" in "\n".join(basics[:words]) for rule in ("sk-dest-reached", "sk-dest-continue"))
    assert any(line.startswith("  detour: ") for line in basics[words:])
    assert "bars no step and no destination" in flat("\n".join(basics[words:]))
    assert any(line.startswith("  Known: ") for line in basics[1:words])
    assert any(line.startswith("  NMC") for line in basics[words:])
    first = run("--lesson", "1", types="q\n")
    assert first.index("[sk-dest-nearest]") < first.index("1 of ")
    assert "The Rout Phase in ten lines" not in run("--lesson", "2", types="q\n")


def test_a_lesson_begins_with_the_rules_that_its_questions_need() -> None:
    said = run("--lesson", "1", types="q\n")
    begins = said[said.index("Lesson 1: ") : said.index("MF to enter")]
    for rule in ("sk-must-adjacent", "sk-step-closer", "sk-dest-nearest"):
        assert f"[{rule}]" in begins
    assert "[sk-must-adjacent]" not in run("--lesson", "2", types="q\n").partition("1 of 4")[0]


@pytest.mark.parametrize(
    ("typed", "words"), [("words", "  DM: "), ("", "Type one of these."), ("help\nhelp\nhelp", "The answer: Yes.")]
)
def test_help_is_at_the_prompt(typed: str, words: str) -> None:
    _, _, after = run("--lesson", lesson("Failure to rout"), types=f"{typed}\nq\n").partition("> ")
    assert words in after


def test_help_is_first_the_rule_then_its_sentence_and_then_the_answer() -> None:
    _, _, after = run("--lesson", lesson("Failure to rout"), types="help\nq\n").partition("> ")
    assert "It is about: Forced by an enemy next to it." in after and "The answer" not in after
    said = run("--lesson", lesson("Failure to rout"), types="help\ny\nq\n")
    assert said.splitlines()[-1] == "1 of 1 right, 1 after a hint."  # a hint is no miss
    _, _, after = run("--lesson", lesson("Failure to rout"), types="help\nhelp\nq\n").partition("> ")
    assert "A broken unit must rout if it is adjacent to" in flat(after) and "The answer" not in after


def test_the_second_hint_is_one_of_several_right_answers() -> None:
    said = run("--lesson", lesson("No closer"), types="y\n5\nhelp\nhelp\nyAA10 yZ9\nq\n")
    assert "One that is right: yAA10." in said
    assert said.splitlines()[-1] == "3 of 3 right, 1 after a hint, 3 in a row."


def test_a_set_has_ten_puzzles_of_ten_positions() -> None:
    several = pick(puzzles("aslsk"), 10, 5)
    assert len({puzzle.position for puzzle in several}) == 10
    assert "1 of 10, level" in run("--seed", "5", types="q\n")


@pytest.mark.parametrize("number", range(3))
def test_all_but_the_map_has_lines_of_80_columns(number: int) -> None:
    before, _, after = run("--lesson", str(number), types="help\n?\n?\n?\n?\n?\n").partition("MF to enter")
    assert all(len(line) <= 80 for line in before.splitlines())
    assert all(len(line) <= 80 for line in after.partition("  a1 (")[2].splitlines())


def test_a_player_is_not_sent_to_a_file() -> None:
    said = run("--lesson", lesson("Without a destination"), types="y\nqqq\nq\n")
    assert "there is no hex qqq; type a hex of the map, as y" in said


def test_the_name_of_a_position_is_said_after_the_answer_alone() -> None:
    before, _, after = run("--lesson", "1", types="?\nq\n").partition("The answer: ")
    assert "example-01" not in before and "Position: aslsk/example-01" in after


def test_a_hex_is_understood_without_its_board_where_only_one_has_it() -> None:
    title, place = next(
        (each.title, place)
        for each in lessons()
        for place, question in enumerate(each.questions)
        if question.form == "hexes" and question.right and question.right[0].startswith("y")
    )
    question = next(each for each in lessons() if each.title == title).questions[place]
    typed = " ".join(hex_.removeprefix("y").lower() for hex_ in question.right)
    said = flat(run("--lesson", lesson(title), types="?\n" * place + f"{typed}\nq\n")).partition(question.asks)[2]
    assert "Right." in said and "there is no hex" not in said


def test_one_hex_is_asked_for_where_one_is_the_answer() -> None:
    said = run("--lesson", lesson("Out of its own building"), types="?\n?\n?\nq\n")
    assert "Type the hex. " in said.rpartition("4 of 4")[2]


def test_no_kind_of_puzzle_comes_twice_in_a_row_where_there_is_another() -> None:
    several = puzzles("aslsk")
    one, other = several[0].kind, next(p.kind for p in several if p.kind != several[0].kind)
    few = [p for p in several if p.kind == one][:3] + [p for p in several if p.kind == other][:3]
    kinds = [p.kind for p in pick(few, 6, 1)]
    assert sorted(kinds) == sorted([one, other] * 3)
    assert all(a != b for a, b in pairwise(kinds))


@pytest.mark.parametrize("seed", range(8))
def test_a_few_puzzles_are_of_all_kinds_alike(seed: int) -> None:
    several = puzzles("aslsk")
    rare = next(p for p in several if p.kind == "must")
    common = [p for p in several if p.kind == "which"]
    assert {p.kind for p in pick([*common, rare], 2, seed)} == {"must", "which"}
