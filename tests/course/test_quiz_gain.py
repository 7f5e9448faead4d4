"""What a class gained between both forms of the quiz, from counts alone."""

from course.classroom.classroom_table import class_answers
from course.classroom.quiz_gain import class_gain_html, class_gain_sentence, mean_right, right_counts, right_mask
from course.lessons import LESSONS
from course.quiz.questions import quiz_items

BEFORE, AFTER = quiz_items("before"), quiz_items("after")


def test_a_mask_has_a_bit_for_each_right_answer():
    rights = [item.right for item in BEFORE]
    assert right_mask("before", rights) == 2 ** len(BEFORE) - 1
    wrong = [(right + 1) % len(item.choices) for right, item in zip(rights, BEFORE, strict=True)]
    assert right_mask("before", wrong) == 0
    assert right_mask("before", [*wrong[:2], rights[2], *wrong[3:]]) == 4


def test_counts_of_masks_are_counts_of_ideas():
    counts = {0b101: 2, 0b001: 1, 0: 1}
    assert right_counts("before", counts)[:4] == [3, 0, 2, 0]
    assert mean_right("before", counts) == 5 / 4


def test_the_gain_is_said_and_shown_idea_by_idea():
    assert class_gain_sentence({}) == "Nobody has finished yet."
    assert class_gain_sentence({"before": {0b1: 4}}) == "Right on average, of 12: 1.0 before the lessons."
    counts = {"before": {0b1: 4}, "after": {0b11: 1, 0b10: 1}}
    assert class_gain_sentence(counts).endswith(
        "1.0 before the lessons and 1.5 after the lessons. The class gained +0.5."
    )
    shown = class_gain_html(counts)
    assert f"<td>{LESSONS[BEFORE[0].lesson].title}</td><td>100\xa0%</td><td>50\xa0%</td><td>\u221250</td>" in shown
    assert "<td>0\xa0%</td><td>100\xa0%</td><td>+100</td>" in shown


def test_the_file_of_a_class_has_the_quiz():
    rows = class_answers({"quiz-after": {0b1: 3, 0: 1}})
    assert len(rows) == len(AFTER)
    assert rows.iloc[0][["lesson", "chosen by", "answers"]].tolist() == ["quiz after", 3, 4]
    assert rows.iloc[0]["choice"] == AFTER[0].choices[AFTER[0].right]
