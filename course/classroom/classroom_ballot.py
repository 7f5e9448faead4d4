"""What a class is asked as choices that can be counted, and the counts as bars. Pure."""

from collections.abc import Collection, Mapping, Sequence

from markupsafe import Markup

from course.lessons import parts
from scoring.output.numbers import counted

TRIED = ("Reached", "Not reached")
"""What counts where tiles are moved until a goal is reached."""
SHORT = 12
"""Characters of a label that stands beside its bar, also where there is little room."""
MOST_BARS, RANGES = 8, 4
"""More choices than ``MOST_BARS``, which are the steps of a slider, are counted in ranges."""


def choice_of(question: parts.Question, answer: parts.Answer) -> int:
    """The number of an answer: the place of a choice, or 2 to the power of its place for each word that was clicked."""
    if isinstance(answer, tuple):
        return sum(1 << place for place in {*answer})
    return answer if question.choices else int(not question.is_right(answer))


def number_right(question: parts.Question, counts: Mapping[int, int]) -> int:
    """How many of the answers are right."""
    return sum(n for choice, n in counts.items() if question.is_right(_answer_of(question, choice)))


def bar_labels(question: parts.Question) -> tuple[str, ...]:
    """What is counted: choices, words, or, where all words are the same, how many of them."""
    if question.clicked:
        words = question.clicked.words
        return ("none", *(counted(n, "word") for n in range(1, len(words) + 1))) if _are_alike(words) else words
    choices, length = question.choices or TRIED, _run_length(question)
    runs = (choices[at : at + length] for at in range(0, len(choices), length))
    return tuple(f"{run[0]} to {run[-1]}" if len(run) > 1 else run[0] for run in runs)


def bars_of_choice(question: parts.Question, choice: int | None) -> frozenset[int]:
    """The places among the labels in which an answer is counted."""
    if choice is None:
        return frozenset()
    if not question.clicked:
        return frozenset({choice // _run_length(question)})
    clicked = frozenset(_clicked_places(choice))
    return frozenset({len(clicked)}) if _are_alike(question.clicked.words) else clicked


def right_bars(question: parts.Question) -> frozenset[int]:
    """The places of what is right among the labels."""
    if not question.clicked:
        rights = [place for place in range(len(question.choices)) if question.is_right(place)] or [0]
        return frozenset().union(*(bars_of_choice(question, place) for place in rights))
    missed = [place for place, verdict in enumerate(question.clicked.verdicts(())) if verdict == "missed"]
    return bars_of_choice(question, choice_of(question, tuple(missed)))


def bar_counts(question: parts.Question, counts: Mapping[int, int]) -> dict[int, int]:
    """The place of each label -> how many have chosen it."""
    found = dict.fromkeys(range(len(bar_labels(question))), 0)
    for choice, number in counts.items():
        for place in bars_of_choice(question, choice) & found.keys():
            found[place] += number
    return found


def _run_length(question: parts.Question) -> int:
    """How many choices that follow one another have a bar together."""
    n_choices = len(question.choices)
    return 1 if n_choices <= MOST_BARS else -(-n_choices // RANGES)


def _answer_of(question: parts.Question, choice: int) -> parts.Answer:
    if question.clicked:
        return tuple(_clicked_places(choice))
    return choice if question.choices else parts.GIVEN_UP if choice else parts.REACHED


def _clicked_places(choice: int) -> list[int]:
    return [place for place in range(choice.bit_length()) if choice >> place & 1]


def _are_alike(words: Sequence[str]) -> bool:
    return len({*words}) == 1


def answer_bars(
    names: Sequence[str],
    counts: Mapping[int, int] | None,
    total: int,
    right: Collection[int] = (),
    own: Collection[int] = (),
) -> Markup:
    """A bar for each name, as long as its share of the ``total`` answers; empty ones where counts may not be seen.

    The places ``right`` and ``own`` have a sign.
    """
    rows = [
        _row(name, None if counts is None else counts.get(place, 0), total, place in right, place in own)
        for place, name in enumerate(names)
    ]
    labels = "short" if all(len(name) <= SHORT for name in names) else "long"
    return Markup('<div class="votes" data-labels="{}">{}</div>').format(labels, Markup("").join(rows))


def _row(name: str, number: int | None, total: int, is_right: bool, is_own: bool) -> Markup:
    return Markup('<div{}><span>{}{}{}</span><i><i style="width:{:.1f}%"></i></i><b class="num">{}</b></div>').format(
        Markup(' class="right"') if is_right else "",
        "✓ " if is_right else "",
        name,
        Markup(" <small>your answer</small>") if is_own else "",
        100 * (number or 0) / max(total, 1),
        "" if number is None else f"{number:,}",
    )
