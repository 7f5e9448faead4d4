"""What is said of effort without post-edits: changes up to the reference, and which systems need fewer."""

import pytest

from scoring import TER, TestSet
from scoring.analysis.oddities import DOUBT, Oddity
from scoring.studies.comparison import ComparisonRequest, run
from scoring.studies.plain_quotes_verdict import retest
from scoring.studies.reference_changes import fewer_changes, reference_changes
from scoring.studies.wording.plain_quotes_words import TYPED_MARKS

METRIC = TER(case_sensitive=True)
REFERENCE = [f"a b c d e{n} f" for n in range(60)]
GOOD, POOR, WORST = (
    REFERENCE,
    [text.replace("b", "x") for text in REFERENCE],
    ["a z"] * len(REFERENCE),
)


def request_on(outputs, references):
    return ComparisonRequest(METRIC, (*outputs,), trials=500), TestSet.build(outputs, [references])


def made(outputs, references, systems=None, oddities=(), unlike=(), is_retested=False):
    request, test_set = request_on(outputs, references)
    found = run(request, METRIC.measure(test_set))
    retested = retest(request, test_set) if is_retested else None
    return fewer_changes(found, [*(systems or outputs)], oddities, retested, unlike)


def in_all(found):
    """What is said, with the small print."""
    return " ".join(map(str, filter(None, (found.sentence, found.note))))


def every(n, texts, others):
    """The first texts, every ``n``-th of them the other one."""
    return [other if place % n == 0 else text for place, (text, other) in enumerate(zip(texts, others, strict=True))]


def test_of_many_systems_only_the_ends_are_named():
    few = str(reference_changes({"A": 41.5, "B": 40.0}))
    assert few == "Changes per 100 words to reach the reference (TER): B 40.0, A 41.5."
    typed = str(reference_changes({"A": 41.5, "B": 40.0}, marks=TYPED_MARKS))
    assert "the reference (TER, as typed): B 40.0" in typed
    assert "(TER, capitals count): A 41.5." in str(reference_changes({"A": 41.5}, {}))
    one = str(reference_changes({"A": 67.84}, {"A": 58.27}))
    assert "(TER, capitals count): A 67.8 (58.3 ignoring case)." in one
    many = str(reference_changes({name: 40.0 + place for place, name in enumerate("ABCDE")}))
    assert "(TER): A 40.0 to E 44.0." in many


def test_changes_count_capitals_and_it_is_said_where_these_are_many():
    said = str(reference_changes({"A": 41.5, "B": 67.84}, {"A": 40.5, "B": 58.27}))
    assert "(TER, capitals count): A 41.5, B 67.8 (58.3 ignoring case)." in said


def test_of_two_systems_it_is_said_which_one_surely_needs_fewer_changes():
    outputs = {"A": GOOD, "B": POOR, "C": WORST}
    assert str(made(outputs, REFERENCE, "BA").sentence) == "A needs significantly fewer changes than B."
    doubts = [Oddity(DOUBT, (), detail="Odd.", concerns=("C",))]
    assert str(made(outputs, REFERENCE, "BA", doubts).sentence) == "A needs significantly fewer changes than B."
    assert str(made(outputs, REFERENCE, "BC", doubts).sentence) == (
        "By changes up to the reference, the difference between B and C is not reliable yet."
    )
    alike = {"A": every(9, GOOD, POOR), "B": every(9, GOOD[::-1], POOR[::-1])[::-1], "C": WORST}
    assert str(made(alike, REFERENCE, "AB").sentence) == (
        "A and B do not differ significantly in the changes that they need."
    )


NEARLY = every(12, GOOD, POOR)
SHIFTED = every(12, GOOD[::-1], POOR[::-1])[::-1]
"""As good as ``NEARLY``, with its faults in other segments."""


@pytest.mark.parametrize(
    ("outputs", "expected"),
    [
        (
            {"A": GOOD, "B": POOR, "C": WORST},
            "A needs the fewest changes; B needs more, C needs the most. 3 of 3 pairs differ significantly.",
        ),
        (
            {"C": WORST, "A": NEARLY, "B": SHIFTED},
            "A and B need about equally many changes; C needs more. 2 of 3 pairs differ significantly.",
        ),
        (
            {"A": GOOD, "C": WORST, "B": POOR, "D": ["y"] * len(GOOD), "E": POOR},
            "A needs the fewest changes; B and E need more, C needs still more, D needs the most."
            " 9 of 10 pairs differ significantly.",
        ),
        (
            {"A": NEARLY, "B": SHIFTED, "C": every(9, GOOD, POOR)},
            "By changes up to the reference, none of the 3 pairs differs significantly: their order could be chance.",
        ),
    ],
    ids=["three places", "two are level", "four places", "none differs"],
)
def test_the_order_is_said_in_plain_words(outputs, expected):
    assert in_all(made(outputs, REFERENCE)) == expected


def test_a_system_between_two_others_is_said_to_be_there():
    steps = {name: [*POOR[:count], *GOOD[count:]] for name, count in (("A", 0), ("B", 4), ("C", 9))}
    assert in_all(made(steps, REFERENCE)) == (
        "A needs fewer changes than C. B is between them, not significantly different from either."
        " 1 of 3 pairs differs significantly."
    )


def test_two_level_systems_may_have_one_between_them_and_the_worst():
    steps = {"A": NEARLY, "A2": NEARLY, "B": every(6, GOOD, POOR), "C": every(4, GOOD, POOR)}
    assert str(made(steps, REFERENCE).sentence).startswith(
        "A and A2 need about equally many changes; C needs more. B is between them, not"
    )


@pytest.mark.parametrize(
    ("counts", "n_long", "expected"),
    [
        ({"A": 0, "C": 15}, 40, "1 of 3 pairs differs significantly: A beats C."),
        ({"A": 14, "A2": 18, "C": 30}, 15, "2 of 6 pairs differ significantly: A beats C; A2 beats C."),
    ],
    ids=["more than the worst", "fewer than one of the best"],
)
def test_a_system_whose_score_is_not_between_the_others_is_not_said_to_be_there(counts, n_long, expected):
    """B has one long output, so that it differs significantly from none of those with many small faults."""
    steps = {name: [*POOR[:count], *GOOD[count:]] for name, count in counts.items()}
    long = [f"{'x ' * n_long}0", *GOOD[1:]]
    assert str(made(steps | {"B": long}, REFERENCE).sentence) == f"By changes up to the reference, {expected}"


def test_of_many_systems_it_is_said_what_their_pairs_differ_by():
    said = str(made({"A": GOOD, "B": POOR} | dict.fromkeys("CDEF", WORST), REFERENCE).sentence)
    assert said.startswith("By changes up to the reference, 9 of 15 pairs differ significantly. A is significantly")


def test_nobody_calls_scores_equal_that_are_far_apart():
    hard = [f"{'x ' * 30}{n}" if n < 3 else text for n, text in enumerate(GOOD)]
    said = str(made({"A": GOOD, "B": hard, "C": WORST}, REFERENCE).sentence)
    assert said.startswith("A and B do not differ significantly in the changes that they need; C needs more.")


def test_scores_in_doubt_get_no_order():
    doubts = [Oddity(DOUBT, (), detail="Odd.", concerns=("C",))]
    said = str(made({"A": GOOD, "B": POOR, "C": WORST}, REFERENCE, oddities=doubts).sentence)
    assert said == (
        "Pairs with C are not reliable yet. For now: by changes up to the reference, all 3 pairs differ significantly."
    )


QUOTED = [f"„ a “ b c d e{n} f" for n in range(60)]
STRAIGHT = [text.replace("„", '"').replace("“", '"') for text in QUOTED]
LESS = [text.replace("c", "x") for text in QUOTED]


def test_where_other_pairs_differ_with_marks_made_alike_these_count_and_the_others_are_said():
    outputs = {"A": STRAIGHT, "B": LESS, "C": [text.replace("d", "y") for text in LESS]}
    found = made(outputs, QUOTED, unlike=("A",), is_retested=True)
    assert str(found.sentence) == ("A needs the fewest changes; B needs more, C needs the most.")
    assert found.scores == {"A": 0.0, "B": 12.5, "C": 25.0}
    assert str(found.note) == (
        "A has other quotation marks than the reference; here all are made alike. 3 of 3 pairs differ significantly."
    )
    assert str(found.typed) == "B needs the fewest changes; A and C need more. 2 of 3 pairs differ significantly."


def test_another_leader_is_another_verdict_also_where_the_same_pairs_differ():
    outputs = {"A": every(2, STRAIGHT, [text.replace("d", "y") for text in STRAIGHT]), "B": LESS}
    found = made(outputs, QUOTED, unlike=("A",), is_retested=True)
    assert str(found.sentence) == "A needs significantly fewer changes than B."
    assert found.scores == {"A": 6.25, "B": 12.5}
    assert str(found.typed) == "B needs significantly fewer changes than A."


def test_where_the_same_pairs_differ_marks_are_told_beneath():
    outputs = {"A": STRAIGHT, "B": WORST, "C": ["y"] * 60}
    found = made(outputs, QUOTED, unlike=("A",), is_retested=True)
    assert str(found.sentence).startswith("A needs the fewest changes; B")
    assert found.typed is None
    assert str(found.note).endswith("The same pairs differ with quotation marks made alike.")


@pytest.mark.parametrize(
    ("outputs", "expected"),
    [
        ({"A": STRAIGHT, "B": STRAIGHT, "C": STRAIGHT}, "No pair differs significantly {} either."),
        ({"A": STRAIGHT, "B": STRAIGHT}, "They do not differ significantly {} either."),
        ({"A": STRAIGHT, "B": WORST}, "The same holds {}."),
    ],
    ids=["three systems", "two systems", "two that differ"],
)
def test_a_second_test_that_finds_the_same_is_said_as_the_first_one_was(outputs, expected):
    note = made(outputs, QUOTED, unlike=("A",), is_retested=True).note
    assert str(note).endswith(f"counts as changes. {expected.format('with quotation marks made alike')}")


def test_a_doubtful_result_is_said_within_the_sentence_on_the_other_test():
    doubts = [Oddity(DOUBT, (), detail="Odd.", concerns=(*"ABC",))]
    outputs = {"A": STRAIGHT, "B": LESS, "C": [text.replace("d", "y") for text in LESS]}
    found = made(outputs, QUOTED, oddities=doubts, unlike=("A",), is_retested=True)
    assert str(found.sentence).startswith("Not reliable yet. For now: by changes up to")
    assert "by changes up to the reference, 2 of 3 pairs" in str(found.typed)


def test_without_a_second_test_it_is_said_that_marks_count():
    found = made({"A": STRAIGHT, "B": STRAIGHT, "C": LESS}, QUOTED, unlike=("A", "B"))
    assert str(found.note).endswith(
        " A and B have other quotation marks than the reference, which TER counts as changes."
    )
    assert found.typed is None
    assert made({"A": STRAIGHT, "B": LESS}, QUOTED).note is None, "of two systems there is one pair"


def test_of_two_systems_the_lead_as_typed_is_said_after_the_one_with_marks_made_alike():
    found = made({"A": STRAIGHT, "B": [text.replace("d", "y") for text in LESS]}, QUOTED, (), (), ("A",), True)
    assert str(found.sentence) == "A needs significantly fewer changes than B."
    assert str(found.typed).startswith("A and B do not differ significantly in")
