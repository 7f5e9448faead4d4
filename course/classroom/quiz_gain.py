"""What a class knows before the lessons and after, idea by idea: shares of right answers, and nobody's name. Pure.

Once somebody has taken both forms, only those who have are compared: others say nothing about a gain.
"""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from course.lessons import LESSONS
from course.quiz.questions import FORMS, Form, quiz_items
from scoring.output.markup.html import html_row, html_table
from scoring.output.numbers import counted, fixed, signed
from workspace import ANSWERED_BOTH

UNKNOWN = "–"
"""In place of a share that there is not yet."""
Counts = Mapping[int, int]
"""What was chosen, as of ``number_of_choices`` -> how many chose it."""
CountsByForm = Mapping[Form, Counts]


def number_of_choices(form: Form, choices: Sequence[int]) -> int:
    """Return the choices as one number: digits, the first one the lowest, each in the base of its question."""
    number = 0
    for item, choice in reversed([*zip(quiz_items(form), choices, strict=True)]):
        number = number * len(item.choices) + choice
    return number


def choices_of_number(form: Form, number: int) -> list[int]:
    """Undo ``number_of_choices``."""
    left, choices = number % ANSWERED_BOTH, []
    for item in quiz_items(form):
        left, choice = divmod(left, len(item.choices))
        choices.append(choice)
    return choices


def counts_of_choices(form: Form, counts: Counts) -> list[list[int]]:
    """For each question, and each of its choices, how many have chosen it."""
    found = [[0] * len(item.choices) for item in quiz_items(form)]
    for number, n_students in counts.items():
        for chosen, choice in zip(found, choices_of_number(form, number), strict=True):
            chosen[choice] += n_students
    return found


def right_counts(form: Form, counts: Counts) -> list[int]:
    """How many have each question right."""
    chosen = zip(quiz_items(form), counts_of_choices(form, counts), strict=True)
    return [numbers[item.right] for item, numbers in chosen]


def mean_right(form: Form, counts: Counts) -> float:
    """How many questions are right on average, of at least one person's answers."""
    return sum(right_counts(form, counts)) / sum(counts.values())


def counts_of_both(counts: CountsByForm) -> CountsByForm:
    """The answers of those who have taken both forms."""
    return {
        form: {number: n for number, n in counts.get(form, {}).items() if number >= ANSWERED_BOTH} for form in FORMS
    }


def number_of_both(counts: CountsByForm) -> int:
    """How many have taken both forms."""
    return min(sum(of_both.values()) for of_both in counts_of_both(counts).values())


def class_gain_sentence(counts: CountsByForm) -> str:
    """Say how many questions were right on average before the lessons and after."""
    given = {form: counts[form] for form in FORMS if counts.get(form)}
    if not given:
        return "Nobody has finished yet."
    n_items, n_both = len(quiz_items("before")), number_of_both(counts)
    if not n_both:
        told = [
            f"{counted(sum(of_form.values()), 'student')} took the quiz {form} the lessons:"
            f" on average {fixed(mean_right(form, of_form), 1)} of {n_items} right."
            for form, of_form in given.items()
        ]
        return " ".join([*told, *(["Nobody has taken both yet."] if len(given) == len(FORMS) else [])])
    n_students = sum(sum(of_form.values()) for of_form in given.values()) - n_both
    before, after = (round(mean_right(form, of_both), 1) for form, of_both in counts_of_both(counts).items())
    gain = f"{fixed(abs(after - before), 1)} {'more' if after > before else 'fewer'}" if after != before else "no more"
    return (
        f"{n_both:,} of {counted(n_students, 'student')} took both quizzes: on average {fixed(before, 1)} of {n_items}"
        f" right before the lessons and {fixed(after, 1)} after, {gain}."
    )


def class_gain_html(counts: CountsByForm) -> Markup:
    """A row for each idea: the shares that had it right before and after, and the difference in points."""
    given = counts_of_both(counts) if number_of_both(counts) else counts
    shares = {form: _shares(form, given.get(form, {})) for form in FORMS}
    rows = [
        html_row([LESSONS[item.lesson].title, _percent(before), _percent(after), _points(before, after)])
        for item, before, after in zip(quiz_items("before"), shares["before"], shares["after"], strict=True)
    ]
    return html_table(("idea", "right before", "right after", "gain"), rows, "scores")


def _shares(form: Form, counts: Counts) -> list[float | None]:
    total = sum(counts.values())
    return [number / total if total else None for number in right_counts(form, counts)]


def _percent(share: float | None) -> str:
    return UNKNOWN if share is None else f"{100 * share:.0f}\xa0%"


def _points(before: float | None, after: float | None) -> str:
    return UNKNOWN if before is None or after is None else signed(100 * (after - before), decimals=0)
