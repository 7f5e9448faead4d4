"""What makes a difference of BLEU: parts that add up, against sacreBLEU's own precisions and penalty."""

import math
import re

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from scoring import BLEU, TestSet
from scoring.output.numbers import add_up, printed_difference
from scoring.studies import bleu_difference
from scoring.studies.bleu_difference import BleuDifference
from scoring.studies.capitals import statistics_of_outputs
from scoring.studies.comparison import ComparisonRequest
from scoring.studies.verdict import decide, verdicts_by_metric
from scoring.studies.wording import pair_words

REFERENCES = ["the cat sat on a mat in the sun today", "we will see what comes of it next week"]
FIRST = ["the cat sat on a mat in a sun", "we will see what comes of it then"]
SECOND = ["a cat sat on the mat in the sun today", "we shall see what comes of it next month or year"]


def difference_of(first, second, **options):
    bleu = BLEU(**options)
    rows = [bleu.statistics(output, [REFERENCES]).sum(axis=0) for output in (first, second)]
    return bleu_difference.run(bleu, *rows)


def test_parts_are_those_of_sacrebleus_precisions_and_penalty():
    a, b = (sacrebleu.corpus_bleu(output, [REFERENCES]) for output in (FIRST, SECOND))
    mean = (a.score - b.score) / (math.log(a.score) - math.log(b.score))
    found = difference_of(FIRST, SECOND)
    for part, ours, theirs in zip(found.orders, a.precisions, b.precisions, strict=True):
        assert part == pytest.approx(mean * math.log(ours / theirs) / 4)
    assert found.length == pytest.approx(mean * math.log(a.bp / b.bp))
    assert sum(found.orders) + found.length == pytest.approx(a.score - b.score)


def test_the_sentence_counts_for_the_side_that_is_ahead():
    found, back = difference_of(FIRST, SECOND), difference_of(SECOND, FIRST)
    assert str(found) == str(back)
    printed = [float(part.replace("−", "-")) for part in re.findall(r"[+−]?\d+\.\d\d", str(found))]
    size = abs(round(found.scores[0], 2) - round(found.scores[1], 2))
    assert len(printed) == 5
    assert math.fsum(printed) == pytest.approx(size)
    assert str(difference_of(REFERENCES, SECOND)).endswith("length 0.00 BLEU points.")


def test_the_side_that_the_parts_are_in_favour_of_is_named():
    for found, systems in ((difference_of(REFERENCES, SECOND), "AB"), (difference_of(SECOND, REFERENCES), "BA")):
        assert str(found.sentence(systems=systems)) == f"{str(found).removesuffix('.')} in favour of A."
    said = str(difference_of(REFERENCES, SECOND).sentence(systems="AB", counting_note="as typed"))
    assert said.endswith("BLEU points in favour of A, as typed.")


@pytest.mark.parametrize(
    ("orders", "length", "expected"),
    [
        (
            (0.1, 0.5, 0.4, 0.5),
            0.2,
            "Mostly phrases make the difference: single words +0.10, phrases of 2 words +0.50,",
        ),
        ((1.0, 0.2, 0.1, 0.1), 0.3, "Mostly single words make the difference: "),
        ((-0.1, 0.1, 0.0, 0.0), 1.7, "Mostly length makes the difference: single words −0.10"),
        ((0.6, 0.2, 0.2, 0.1), 0.6, "Several things add up: single words +0.60"),
        ((-0.2, 0.3, 0.3, 0.3), 1.0, "Length and phrases make the difference: single words −0.20"),
        ((-0.03, 0.2, 0.3, 0.4), 0.83, "Phrases and length make the difference: single words −0.03"),
        ((0.1, 0.3, 0.3, 0.4), 0.6, "Mostly phrases make the difference: single words +0.10"),
        ((-0.2, 0.3, 0.3, 0.4), 0.9, "Phrases and length make the difference: single words −0.20"),
    ],
)
def test_what_more_than_half_of_it_is_in_comes_first(orders, length, expected):
    assert str(BleuDifference((21.7, 20.0), orders, length)).startswith(expected)
    back = BleuDifference((20.0, 21.7), tuple(-part for part in orders), -length)
    assert str(back).startswith(expected)


def test_without_any_difference_nothing_is_said():
    found = difference_of(FIRST, FIRST)
    assert found.orders == (0, 0, 0, 0)
    assert not found.sentence()


def test_a_score_of_zero_has_no_parts():
    assert difference_of(FIRST, ["none of this", "no match"], smoothing="none") is None


@given(st.lists(st.floats(-50, 50), min_size=1, max_size=6))
def test_printed_parts_add_up_and_none_is_off_by_a_unit(parts):
    rounded = add_up(parts, math.fsum(parts))
    assert round(math.fsum(rounded) * 100) == round(float(f"{math.fsum(parts):.2f}") * 100)
    assert np.abs(np.subtract(rounded, parts)).max() < 0.01 + 1e-9


def test_parts_follow_a_total_that_is_printed_higher_or_lower():
    """As the difference of two printed scores may be."""
    assert add_up([0.03, 0.18, 0.24, 0.24, 0.0], 0.68) == [0.02, 0.18, 0.24, 0.24, 0.0]
    assert add_up([0.032, 0.181, 0.244, 0.243], 0.71) == [0.03, 0.18, 0.25, 0.25]


def test_quotation_marks_of_one_kind_give_sacrebleus_scores_of_texts_that_have_them():
    outputs = {
        "a": ["“yes” , he said to the people", "l’état c’est moi today"],
        "b": ['"yes" , he said to them', "x y"],
    }
    references = ['"yes" , he said to the people', "l'état c'est moi today"]
    test_set = TestSet.build(outputs, [references])
    rows = statistics_of_outputs(BLEU(), test_set, ("a", "b"), bleu_difference.with_plain_quotes)
    found = {name: BLEU().score(of.sum(axis=0)) for name, of in rows.items()}
    plain = [references, ['"yes" , he said to them', "x y"]]
    expected = [sacrebleu.corpus_bleu(texts, [references]).score for texts in plain]
    assert [found["a"], found["b"]] == pytest.approx(expected)


def test_what_marks_explain_is_said_in_place_of_the_largest_part():
    said = bleu_difference.share_of_quotes((38.0, 36.5), (38.72, 38.31))
    assert said == (
        "Quotation marks account for 1.09 of the 1.50 points: with marks made alike the difference is 0.41."
    )
    found = str(difference_of(FIRST, SECOND).sentence(said, bleu_difference.AS_THEY_ARE))
    assert found.startswith(f"{said} With the marks as they are: single words ")
    found = str(difference_of(FIRST, SECOND).sentence(None, bleu_difference.AS_THEY_ARE))
    assert found.startswith("With the marks as they are: single words "), "the card says it"


def lead_of(references, first, second):
    test_set = TestSet.build({"A": first, "B": second}, [references])
    verdicts = verdicts_by_metric(ComparisonRequest(BLEU(), ("A", "B")), test_set)
    return next(iter(bleu_difference.quotes_of_leads(test_set, decide(verdicts, ("A", "B")))), None)


def straight(texts):
    return [text.replace("„", '"').replace("“", '"') for text in texts]


def bleu_of(output, references):
    return sacrebleu.corpus_bleu(output, [references]).score


def test_a_lead_in_quotation_marks_is_doubtful_where_nothing_of_it_is_left():
    references = [f"Es sind {n} „Katzen“, sagt sie zu uns allen hier" for n in range(40)]
    first = [text if n % 2 else text.replace("allen", "beiden") for n, text in enumerate(references)]
    second = straight(first)
    found = lead_of(references, first, second)
    assert found.scores == pytest.approx((bleu_of(first, references), bleu_of(second, references)))
    assert found.alike == pytest.approx((bleu_of(second, straight(references)),) * 2)
    lead = f"{printed_difference(*found.scores):.2f}"
    assert found.sentence == (
        f"A and B: quotation marks account for {lead} of the {lead} points: with marks made alike the difference is"
        " 0.00, which could be chance (p = 1.0000)."
    )
    assert (found.is_sure, found.doubt.doubtful_systems) == (False, ("B",))
    assert found.doubt.sentence.endswith("Write the marks of B as the reference does, then score again.")


def test_a_lead_that_marks_surely_turn_round_is_doubtful_but_no_chance():
    references = [f"Es sind {n} „Katzen“ da, sagt „sie“ zu „uns“ allen hier" for n in range(60)]
    first = [text.replace("hier", "dort") if n % 3 else text for n, text in enumerate(references)]
    found = lead_of(references, first, straight(references))
    assert found.doubt.doubtful_systems == ("B",)
    behind = f"{printed_difference(100.0, bleu_of(straight(first), straight(references))):.2f}"
    assert found.sentence == (
        "A and B: quotation marks make the difference: with marks made alike the other system is ahead by"
        f" {behind} points (p = 0.0001)."
    )


def test_a_lead_that_is_mostly_quotation_marks_may_stay():
    references = [f"Es sind {n} „Katzen“ da, sagt „sie“ zu „uns“ allen hier" for n in range(60)]
    second = [text.replace("hier", "dort") if n % 3 else text for n, text in enumerate(straight(references))]
    found = lead_of(references, references, second)
    left = printed_difference(100.0, bleu_of(second, straight(references)))
    assert found.is_sure
    assert found.doubt is None
    assert found.sentence.endswith(f"with marks made alike the difference is {left:.2f} (p = 0.0001).")
    assert bleu_difference.add_quotes_doubts((), [found]) == ()


def test_a_lead_over_a_further_system_that_is_quotation_marks_is_doubtful_too():
    references = [f"Es sind {n} „Katzen“, sagt sie zu uns allen hier" for n in range(80)]
    even, odd = (
        [text.replace("allen", "beiden") if n % 2 == part else text for n, text in enumerate(references)]
        for part in (0, 1)
    )
    outputs = {"A": references, "B": even, "C": straight(odd)}
    test_set = TestSet.build(outputs, [references])
    verdicts = verdicts_by_metric(ComparisonRequest(BLEU(), ("A", "B", "C")), test_set)
    assert verdicts.state("B", "C") == "clear"
    (found,) = bleu_difference.quotes_of_leads(test_set, decide(verdicts, ("A", "B", "C")))
    assert (found.pair, found.doubt.doubtful_systems) == (("B", "C"), ("C",))
    assert bleu_difference.quotes_of_leads(test_set, decide(verdicts, ("A", "B"))) == ()


def test_quotation_marks_that_explain_less_than_half_are_not_told():
    references = [f"Es sind {n} „Katzen“ da und noch mehr, sagt sie zu uns" for n in range(40)]
    assert lead_of(references, references, straight(["ganz anders und falsch"] * 40)) is None
    assert lead_of(straight(references), straight(references), ["ganz anders"] * 40) is None, "no such marks"


def test_systems_with_other_marks_are_named():
    assert bleu_difference.other_quotes_sentence(()) == ""
    assert bleu_difference.other_quotes_sentence(("A",)) == (
        "A has other quotation marks than the reference, which costs BLEU: write them alike."
    )
    assert bleu_difference.other_quotes_sentence(("A", "B"), " in 2 of 3 sets").startswith("A and B have other")


def test_the_difference_with_marks_of_one_kind_is_that_of_the_pair_in_its_order():
    lead = bleu_difference.QuotesOfLead(("A", "B"), (38.0, 36.5), (38.72, 38.31), 0.2506, False)
    assert str(pair_words.plain_quotes_statement(lead, ("A", "B")).main_sentence) == (
        "With quotation marks made alike: +0.41 BLEU points, p = 0.2506."
    )
    assert "alike: −0.41 BLEU points, p" in str(pair_words.plain_quotes_statement(lead, ("B", "A")).main_sentence)
