"""Lesson 12: what the toolkits return at the edges, by the toolkits themselves where they are there."""

import math
import warnings

import pytest
from lxml import html
from nltk.translate.bleu_score import SmoothingFunction, corpus_bleu
from nltk.translate.bleu_score import sentence_bleu as nltk_bleu
from sacrebleu.metrics import BLEU as SacreBLEU

from course.lessons import LESSONS, parts
from course.lessons.l12_edges import (
    CASES,
    METRIC,
    NAMES,
    RULES,
    SCORES_OF_EMPTY,
    TILE_NAMES,
    default_toolkits,
    edge_case_table,
    is_odd,
    nltk,
    other_metrics,
    toolkit_scores,
)
from scoring import METRICS
from scoring.bleu.dialects import DIALECTS
from tests.cases import as_one_test

pytestmark = pytest.mark.usefixtures("quiet_sacrebleu")
LESSON = LESSONS["edges"]
EVERY = pytest.mark.parametrize("case", CASES)
EMPTY = "nothing at all"


def test_the_claim():
    """A perfect output of two words is 100 or 0."""
    found = {name: round(score, 2) for name, score in toolkit_scores("good morning", "good morning").items()}
    assert {name for name, value in found.items() if value == 100} == {"sentence_bleu", "mteval"}
    assert {value for value in found.values() if value != 100} == {0}
    assert "<b>100.00</b>: sentence_bleu, mteval" in LESSON.ask(LESSON.example).why


@pytest.mark.parametrize("text", ["cat", "good morning", "the cat sat", "the cat sat on"])
def test_a_toolkit_s_score_follows_from_the_rule_that_is_shown(text):
    """Of a text that is its own reference all other precisions are 1."""
    assert list(RULES) == list(DIALECTS)
    n_missing = max(0, METRIC.max_order - len(text.split()))
    for name, (_, precision) in RULES.items():
        expected = 100 * (1 if precision is None else precision) ** (n_missing / METRIC.max_order)
        assert toolkit_scores(text, text)[NAMES[name]] == pytest.approx(expected), name


def test_the_rules_stand_above_the_question_and_the_question_says_what_is_multiplied():
    (table,) = LESSON.compute(LESSON.example).before
    for name, (said, _) in RULES.items():
        assert f"<td>{TILE_NAMES[NAMES[name]]}</td><td>{said}</td>" in table.html
    (table,) = LESSON.compute(LESSON.example).after
    assert "<td>mteval</td><td>0 of 0 counts as 1</td><td>100.00</td>" in table.html
    assert "2 of 2 words, 1 of 1 pairs, 0 of 0 threes, 0 of 0 fours" in LESSON.ask(LESSON.example).prompt


def test_each_toolkit_has_a_bar():
    blocks = LESSON.compute(LESSON.example)
    (facts, _), (chart,) = blocks.key, blocks.why
    assert list(chart.figure.data[0].x) == [0, 0, 100, 0, 100, 0]
    assert [(of.label, of.value) for of in facts.facts] == [("4 of 6 toolkits", "0.00"), ("2 of 6 toolkits", "100.00")]
    (chart,) = LESSON.compute({**LESSON.example, "output": "", "reference": ""}).why
    assert "MATLAB, no score" in [name.strip() for name in chart.figure.data[0].y]


def test_short_segments_do_harm_to_nltk_s_corpus_score_alone():
    """Identical texts: its 4-gram precision is 3 of 6, its 3-gram precision 4 of 7, and its bigrams 7 of 8."""
    texts = ["good morning", "thank you", "the cat sat on the mat", "yes"]
    tokens = [text.split() for text in texts]
    assert corpus_bleu([[words] for words in tokens], tokens) == pytest.approx((7 / 8 * 4 / 7 * 3 / 6) ** 0.25)
    assert SacreBLEU().corpus_score(texts, [texts]).score == pytest.approx(100)
    assert METRIC.score(METRIC.statistics(texts, [texts]).sum(axis=0)) == pytest.approx(100)
    assert "where short segments do no harm, except in NLTK" in LESSON.practice


@EVERY
@pytest.mark.parametrize(("name", "effective"), [("sacreBLEU", False), ("sentence_bleu", True)])
def test_sacrebleu_s_rows_are_sacrebleu_s(case, name, effective):
    output, reference = CASES[case]
    expected = SacreBLEU(effective_order=effective).sentence_score(output, [reference]).score
    assert toolkit_scores(output, reference)[name] == pytest.approx(expected)


@pytest.mark.exhaustive
@as_one_test
@EVERY
@pytest.mark.parametrize("method", list("01234567"))
def test_nltk_s_rows_are_nltk_s(case, method):
    """But where it fails: there ours is not defined."""
    output, reference = (text.split() for text in CASES[case])
    rows = edge_case_table(nltk(), CASES, dict.fromkeys(nltk(), SCORES_OF_EMPTY["NLTK"])).set_index("name")
    with warnings.catch_warnings(action="ignore"):
        try:
            function = getattr(SmoothingFunction(), f"method{method}")
            expected = 100 * nltk_bleu([reference], output, smoothing_function=function)
        except (AssertionError, ZeroDivisionError):
            expected = math.nan
    assert rows.loc[method, case] == pytest.approx(expected, nan_ok=True)


def test_matlab_s_row():
    """As its documentation has it: 0 for fewer words than weights, NaN for two empty texts."""
    found = {case: toolkit_scores(*texts)["MATLAB"] for case, texts in CASES.items()}
    assert math.isnan(found.pop(EMPTY))
    assert found.pop("identical") == pytest.approx(100)
    assert set(found.values()) == {0}


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        ("no output", 0),
        ("no reference", 100 / (2 * 6 * 4 * 5 * 8 * 4 * 16 * 3) ** 0.25),
        ("one word", 100),
        ("wrong word", 84.0896),
        ("three words", 100),
        ("identical", 100),
    ],
)
def test_mteval_s_row(case, expected):
    """By hand, as bleu_score in mteval-v13a.pl has it: 1 for an order without n-grams, 1/2, 1/4, ... for no match."""
    assert toolkit_scores(*CASES[case])["mteval"] == pytest.approx(expected, abs=1e-4)


def test_every_toolkit_and_metric_has_a_row():
    assert set(NAMES) == set(DIALECTS)
    assert len(other_metrics()) == len(METRICS) - 1
    frame = edge_case_table(default_toolkits(), CASES)
    assert list(frame["name"]) == list(NAMES.values())
    assert [column for column in frame if column in CASES] == list(CASES)


def cells():
    """The one table: a row's name -> case -> what its cell shows, and whether it is in colour."""
    found = [block for block in LESSON.compute(LESSON.example).rest if isinstance(block, parts.Html)]
    (tree,) = (tree for tree in (html.fromstring(block.html) for block in found) if tree.xpath(".//table"))
    first, *head = tree.xpath(".//thead//th/text()")
    assert first == "who computes"
    rows = [row.xpath("td") for row in tree.xpath(".//tbody/tr[td][not(@class)]")]
    return {
        name.text: {
            case: (cell.text_content(), bool(cell.xpath("b[@class='odd']")))
            for case, cell in zip(head, row, strict=True)
        }
        for name, *row in rows
    }


def test_all_stand_in_one_table_and_in_its_file():
    assert list(cells()) == [*default_toolkits(), *nltk(), *other_metrics()]
    (export,) = (block for block in LESSON.compute(LESSON.example).rest if isinstance(block, parts.ExportBlock))
    assert list(export.frame["name"]) == list(cells())
    assert set(export.frame.loc[export.frame["kind"] == "toolkit", "signature"]) == {
        metric.signature for metric in default_toolkits().values()
    }


@pytest.mark.parametrize(
    ("name", "odd"),
    [
        ("the paper", {"yours", "one word", "three words"}),
        ("sentence_bleu", {EMPTY}),
        ("mteval", {"no reference", EMPTY, "wrong word"}),
        ("MATLAB", {"yours", "one word", "three words"}),
        ("5", {"yours", EMPTY, "one word", "three words", "identical"}),
        ("chrF", set()),
        ("TER", set()),
        ("METEOR", {"yours", "one word", "three words", "identical"}),
    ],
)
def test_what_is_odd_is_in_colour(name, odd):
    assert {case for case, (_, is_odd) in cells()[name].items() if is_odd} == odd


def test_what_is_not_defined_is_odd_only_where_there_is_something_to_measure():
    for name in ("MATLAB", *other_metrics()):
        assert cells()[name][EMPTY] == ("–", False)
    assert cells()["6"]["one word"] == ("–", True)
    assert not is_odd(50, "the cat", "the dog")
