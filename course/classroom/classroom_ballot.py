"""What a class is asked as choices that can be counted, and the counts as bars. Pure."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from course.lessons import parts

CLICKED = ("All right", "Partly right", "Not right")
"""What counts where words are clicked: there are too many ways to show each."""
TRIED = ("Reached", "Given up")
"""What counts where tiles are moved until a goal is reached."""


def choice_labels(question: parts.Question) -> tuple[str, ...]:
    """The choices that are counted."""
    return question.choices or (TRIED if question.goal else CLICKED)


def right_choice(question: parts.Question) -> int:
    """The place of the right one among the labels."""
    return question.right if question.choices else 0


def choice_of(question: parts.Question, answer: parts.Answer) -> int:
    """The place of an answer among the labels."""
    if isinstance(answer, tuple):
        verdicts = question.clicked.verdicts(answer) if question.clicked else ()
        return 0 if question.is_right(answer) else 1 if "right" in verdicts else 2
    return answer if question.choices else int(not question.is_right(answer))


def answer_bars(
    names: Sequence[str], counts: Mapping[int, int] | None, right: int | None = None, own: int | None = None
) -> Markup:
    """A bar for each choice, as long as the share of all who have answered; empty ones where counts may not be seen.

    The choices ``right`` and ``own`` have a sign.
    """
    rows = Markup("").join(_row(name, counts, place, place == right, place == own) for place, name in enumerate(names))
    return Markup('<div class="votes">{}</div>').format(rows)


def _row(name: str, counts: Mapping[int, int] | None, place: int, is_right: bool, is_own: bool) -> Markup:
    n, total = (0, 0) if counts is None else (counts.get(place, 0), sum(counts.values()))
    return Markup('<div{}><span>{}{}{}</span><i><i style="width:{:.1f}%"></i></i><b class="num">{}</b></div>').format(
        Markup(' class="right"') if is_right else "",
        "✓ " if is_right else "",
        name,
        Markup(" <small>your answer</small>") if is_own else "",
        100 * n / max(total, 1),
        "" if counts is None else f"{n:,}",
    )
