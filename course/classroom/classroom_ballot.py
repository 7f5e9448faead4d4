"""Answers of a class as choices that can be counted, and their counts as bars. Pure."""

from collections.abc import Collection, Mapping, Sequence

from markupsafe import Markup

from course.lessons import parts
from scoring.output.numbers import counted

TRIED = ("Reached", "Not reached")
"""The two counted results when tiles are moved until a goal is reached."""
MAX_BARS, OTHERS = 3, "others"
"""Most bars shown with an answer, unless more are right; and the name of the bar of the rest."""
SHORT = 16
"""Most characters of a label that fits next to its bar even in little room."""


def encode_answer(question: parts.Question, answer: parts.Answer) -> int:
    """Return an answer as one number: the place of a choice, or for clicked words the sum of 2 to each word's place.

    For tiles moved to a goal, 0 if it is reached, else 1.
    """
    if isinstance(answer, tuple):
        return sum(1 << place for place in {*answer})
    return answer if question.choices else int(not question.is_right(answer))


def number_right(question: parts.Question, counts: Mapping[int, int]) -> int:
    """Return the number of right answers."""
    return sum(n for choice, n in counts.items() if question.is_right(_decode_choice(question, choice)))


def bar_labels(question: parts.Question) -> tuple[str, ...]:
    """Return the labels of the bars: choices, words, or the number of clicked words if all words are alike."""
    if question.clicked:
        words = question.clicked.words
        return ("none", *(counted(n, "word") for n in range(1, len(words) + 1))) if _are_alike(words) else words
    choices = question.choices or TRIED
    labels = [[choices[place] for place in together] for together in _ranges(question)]
    return tuple(f"{of[0]} to {of[-1]}" if len(of) > 1 else of[0] for of in labels)


def bars_of_choice(question: parts.Question, choice: int | None) -> frozenset[int]:
    """Return the places, among the labels, of the bars in which an answer is counted."""
    if choice is None:
        return frozenset()
    if not question.clicked:
        return frozenset(place for place, together in enumerate(_ranges(question)) if choice in together)
    clicked = frozenset(_clicked_places(choice))
    return frozenset({len(clicked)}) if _are_alike(question.clicked.words) else clicked


def right_bars(question: parts.Question) -> frozenset[int]:
    """Return the places, among the labels, of the right bars."""
    if not question.clicked:
        return bars_of_choice(question, question.right if question.choices else 0)
    missed = [place for place, verdict in enumerate(question.clicked.verdicts(())) if verdict == "missed"]
    return bars_of_choice(question, encode_answer(question, tuple(missed)))


def bar_counts(question: parts.Question, counts: Mapping[int, int]) -> dict[int, int]:
    """Return, for the place of each label, the number of students who chose it."""
    label_counts = dict.fromkeys(range(len(bar_labels(question))), 0)
    for choice, number in counts.items():
        for place in bars_of_choice(question, choice) & label_counts.keys():
            label_counts[place] += number
    return label_counts


def shortest_bars(question: parts.Question, counts: Mapping[int, int], total: int) -> Markup:
    """Return bars of the right and the most frequent choices, as many as fit with an answer, and one of all others."""
    labels, right, label_counts = bar_labels(question), right_bars(question), bar_counts(question, counts)
    by_number = sorted(label_counts, key=lambda place: (place not in right, -label_counts[place], place))
    top_places = {*right, *by_number[:MAX_BARS]}
    shown = [place for place in range(len(labels)) if place in top_places and (place in right or label_counts[place])]
    shown_labels, numbers = [labels[place] for place in shown], [label_counts[place] for place in shown]
    if others := sum(number for place, number in label_counts.items() if place not in top_places):
        shown_labels, numbers = [*shown_labels, OTHERS], [*numbers, others]
    marked = [at for at, place in enumerate(shown) if place in right]
    return answer_bars(shown_labels, dict(enumerate(numbers)), total, marked)


def _ranges(question: parts.Question) -> Sequence[range]:
    """Return the ranges of choices that share a bar."""
    return question.ranges or [range(place, place + 1) for place in range(len(question.choices or TRIED))]


def _decode_choice(question: parts.Question, choice: int) -> parts.Answer:
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
    """Return a bar for each name, as long as its share of ``total`` answers; empty bars if ``counts`` is None.

    The bars at the places ``right`` and ``own`` have a sign.
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
