"""What a class knows before the lessons and after, idea by idea: shares of right answers, and nobody's name. Pure.

Whoever has taken one form only says nothing about a gain, so once somebody has taken both, they alone are compared.
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
        form: {number: n for number, n in of_form.items() if number >= ANSWERED_BOTH}
        for form, of_form in counts.items()
    }


def number_of_both(counts: CountsByForm) -> int:
    """How many have taken both forms."""
    return min(sum(counts_of_both(counts).get(form, {}).values()) for form in FORMS)


def class_gain_sentence(counts: CountsByForm) -> str:
    """Say how many questions were right on average before the lessons and after."""
    given = {form: counts[form] for form in FORMS if counts.get(form)}
    if not given:
        return "Nobody has finished yet."
    n_both, totals = number_of_both(counts), {form: sum(of_form.values()) for form, of_form in given.items()}
    if n_both:
        given = {form: counts_of_both(counts)[form] for form in FORMS}
    means = {form: round(mean_right(form, of_form), 1) for form, of_form in given.items()}
    told = {
        form: f"{fixed(mean, 1)} {form} the lessons" + ("" if n_both else f" ({counted(totals[form], 'student')})")
        for form, mean in means.items()
    }
    said = f"Right answers of {len(quiz_items('before'))}, on average: {' and '.join(told.values())}"
    if n_both:
        n_students = sum(totals.values()) - n_both
        return (
            f"{said}, a gain of {signed(means['after'] - means['before'], decimals=1)}"
            f" ({n_both:,} of {counted(n_students, 'student')} took both)."
        )
    return f"{said}. Nobody has taken both yet." if len(means) == len(FORMS) else f"{said}."


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
