"""What a class knows before and after the lessons, idea by idea: shares of right answers, without names. Pure.

Once enough students have taken both forms, only they are compared: the others tell nothing about a gain.
"""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from course.classroom.classroom_ballot import answer_bars
from course.lessons import LESSONS
from course.quiz import quiz
from course.quiz.questions import FORMS, Form, quiz_items
from scoring.output.markup.html import html_row, html_table
from scoring.output.numbers import counted, fixed, signed
from workspace import ANSWERED_BOTH

FEWEST = 3
"""Fewest students whose result is shown, because a smaller group's result would reveal single answers."""
WAITS: Mapping[Form, str] = {
    "before": f" the result shows once {FEWEST} have.",
    "after": f" the result shows once {FEWEST} have, or once you show the answers.",
}
Counts = Mapping[int, int]
"""Choices as ``number_of_choices`` gives them -> number of students who made them."""
CountsByForm = Mapping[Form, Counts]


def number_of_choices(form: Form, choices: Sequence[int]) -> int:
    """Return the choices as one number: digits, the lowest first, each in the base of its question."""
    number = 0
    for item, choice in reversed([*zip(quiz_items(form), choices, strict=True)]):
        number = number * len(item.choices) + choice
    return number


def choices_of_number(form: Form, number: int) -> list[int]:
    """Return the choices of a number that ``number_of_choices`` made."""
    remainder, choices = number % ANSWERED_BOTH, []
    for item in quiz_items(form):
        remainder, choice = divmod(remainder, len(item.choices))
        choices.append(choice)
    return choices


def counts_of_choices(form: Form, counts: Counts) -> list[list[int]]:
    """Return, for each question and each of its choices, the number of students who chose it."""
    choice_counts = [[0] * len(item.choices) for item in quiz_items(form)]
    for number, n_students in counts.items():
        for chosen, choice in zip(choice_counts, choices_of_number(form, number), strict=True):
            chosen[choice] += n_students
    return choice_counts


def right_counts(form: Form, counts: Counts) -> list[int]:
    """Return, for each question, the number of students who are right."""
    chosen = zip(quiz_items(form), counts_of_choices(form, counts), strict=True)
    return [numbers[item.right] for item, numbers in chosen]


def mean_right(form: Form, counts: Counts) -> float:
    """Return the mean number of right answers per student; ``counts`` must not be empty."""
    return sum(right_counts(form, counts)) / sum(counts.values())


def counts_of_both(counts: CountsByForm) -> CountsByForm:
    """Return the counts of the students who have taken both forms."""
    return {
        form: {number: n for number, n in counts.get(form, {}).items() if number >= ANSWERED_BOTH} for form in FORMS
    }


def number_of_both(counts: CountsByForm) -> int:
    """Return the number of students who have taken both forms."""
    return min(sum(of_both.values()) for of_both in counts_of_both(counts).values())


def public_counts(counts: CountsByForm, is_closed: bool = False) -> CountsByForm:
    """Return the counts of the forms that a class may see: of at least ``FEWEST`` students, unless the quiz is closed.

    If enough students have taken both forms, only their counts.
    """
    fewest = 1 if is_closed else FEWEST
    if number_of_both(counts) >= fewest:
        return counts_of_both(counts)
    return {form: of_form for form, of_form in counts.items() if sum(of_form.values()) >= fewest}


def class_gain_sentence(counts: CountsByForm, n_joined: int = 0, is_closed: bool = False) -> str:
    """Return how many answers were right before and after the lessons; ``n_joined``: devices in the class.

    The gain is computed from whole numbers, because rounded means would not add up.
    """
    counts_by_form = {form: counts[form] for form in FORMS if counts.get(form)}
    if not counts_by_form:
        return "Nobody has finished yet."
    n_items, n_both, visible_counts = (
        len(quiz_items("before")),
        number_of_both(counts),
        public_counts(counts, is_closed),
    )
    n_students = max(sum(sum(of_form.values()) for of_form in counts_by_form.values()) - n_both, n_joined)
    if n_both >= (1 if is_closed else FEWEST):
        before, after = (sum(right_counts(form, visible_counts[form])) for form in FORMS)
        gain = f"{fixed(abs(after - before) / n_both, 1)} {'more' if after > before else 'fewer'} per student"
        return (
            f"{n_both:,} of {counted(n_students, 'student')} took both quizzes: {before:,} of {n_both * n_items:,}"
            f" answers right before the lessons and {after:,} after, {gain if after != before else 'no gain'}."
        )
    sentences = [
        f"{counted(sum(of_form.values()), 'student')} took the quiz {form} the lessons:"
        + (
            f" on average {fixed(mean_right(form, of_form), 1)} of {n_items} right."
            if form in visible_counts
            else WAITS[form]
        )
        for form, of_form in counts_by_form.items()
        if form in visible_counts or not n_both
    ]
    both = (
        f"{n_both} of {counted(n_students, 'student')} took both quizzes: the gain shows once {FEWEST} have, or once"
        " you show the answers."
        if n_both
        else "Nobody has taken both yet."
    )
    return " ".join([*sentences, *([both] if len(counts_by_form) == len(FORMS) else [])])


def class_gain_html(counts: CountsByForm, is_closed: bool = False) -> Markup:
    """Return a table of ideas: right answers before and after, and their difference in points once both exist.

    Empty while nothing may be seen.
    """
    visible_counts = public_counts(counts, is_closed)
    if not any(visible_counts.values()):
        return Markup("")
    students_by_form = {form: sum(visible_counts[form].values()) for form in FORMS if form in visible_counts}
    rights = [right_counts(form, visible_counts[form]) for form in students_by_form]
    columns = [f"right {form}" for form in students_by_form]
    both = len(students_by_form) == len(FORMS)
    rows = []
    for item, *of_idea in zip(quiz_items("before"), *rights, strict=True):
        of_forms = [*zip(of_idea, students_by_form.values(), strict=True)]
        shown = [f"{right:,} of {n_students:,}" for right, n_students in of_forms]
        shares = [right / n_students for right, n_students in of_forms]
        gain = [signed(100 * (shares[1] - shares[0]), decimals=0)] if both else []
        rows.append(html_row([LESSONS[item.lesson].title, *shown, *gain]))
    table = html_table(("idea", *columns, *(["gain, points"] if both else [])), rows, "scores")
    return Markup('<div class="gain">{}</div>').format(table)


def quiz_votes_html(form: Form, counts: Counts) -> Markup:
    """Return each question of a form, with the count of each choice and the right choice."""
    chosen, total = counts_of_choices(form, counts), sum(counts.values())
    sections = (
        Markup("<section>{}{}</section>").format(
            quiz.question_review(item, None), answer_bars(item.choices, dict(enumerate(numbers)), total, {item.right})
        )
        for item, numbers in zip(quiz_items(form), chosen, strict=True)
    )
    return Markup('<div class="quiz-votes">{}</div>').format(Markup("").join(sections))
