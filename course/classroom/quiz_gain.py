"""What a class knows before the lessons and after, idea by idea: shares of right answers, and nobody's name. Pure."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from course.lessons import LESSONS
from course.quiz.questions import FORMS, Form, quiz_items
from scoring.output.markup.html import html_row, html_table
from scoring.output.numbers import fixed, signed

UNKNOWN = "–"
"""In place of a share that there is not yet."""
CountsByForm = Mapping[Form, Mapping[int, int]]
"""Form of the quiz -> which questions were right, as of ``right_mask`` -> how many answered so."""


def right_mask(form: Form, choices: Sequence[int]) -> int:
    """Return the sum of 2 to the power of the place of each question that is answered right."""
    rights = enumerate(zip(choices, quiz_items(form), strict=True))
    return sum(1 << place for place, (choice, item) in rights if choice == item.right)


def right_counts(form: Form, counts: Mapping[int, int]) -> list[int]:
    """How many have each question right."""
    places = range(len(quiz_items(form)))
    return [sum(number for mask, number in counts.items() if mask >> place & 1) for place in places]


def mean_right(form: Form, counts: Mapping[int, int]) -> float:
    """How many questions are right on average, of at least one person's answers."""
    return sum(right_counts(form, counts)) / sum(counts.values())


def class_gain_sentence(counts: CountsByForm) -> str:
    """Say how many questions were right on average before the lessons and after."""
    means = {form: mean_right(form, counts[form]) for form in FORMS if counts.get(form)}
    if not means:
        return "Nobody has finished yet."
    told = " and ".join(f"{fixed(mean, 1)} {form} the lessons" for form, mean in means.items())
    said = f"Right on average, of {len(quiz_items('before'))}: {told}."
    if len(means) == len(FORMS):
        said += f" The class gained {signed(means['after'] - means['before'], decimals=1)}."
    return said


def class_gain_html(counts: CountsByForm) -> Markup:
    """A row for each idea: the shares that had it right before and after, and the difference in points."""
    shares = {form: _shares(form, counts.get(form, {})) for form in FORMS}
    rows = [
        html_row([LESSONS[item.lesson].title, _percent(before), _percent(after), _points(before, after)])
        for item, before, after in zip(quiz_items("before"), shares["before"], shares["after"], strict=True)
    ]
    return html_table(("idea", "right before", "right after", "gain"), rows, "scores")


def _shares(form: Form, counts: Mapping[int, int]) -> list[float | None]:
    total = sum(counts.values())
    return [number / total if total else None for number in right_counts(form, counts)]


def _percent(share: float | None) -> str:
    return UNKNOWN if share is None else f"{100 * share:.0f}\xa0%"


def _points(before: float | None, after: float | None) -> str:
    return UNKNOWN if before is None or after is None else signed(100 * (after - before), decimals=0)
