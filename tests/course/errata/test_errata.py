"""Errata: each misprint's claim, shown by scoring."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from scipy.stats import binom, binomtest

from course.errata.errata import ERRATA
from scoring import BLEU, TBLEU, TER
from scoring.output.numbers import LEVEL
from scoring.tbleu.affix import affix_match
from tests.cases import as_one_test
from ui.kit import texts as playground

NAMES = tuple(ERRATA)


def found(name):
    """What is computed for each row, beside what is printed."""
    return {what: (printed, computed) for what, printed, computed in ERRATA[name].rows(ERRATA[name])}


def counts(name, **options):
    erratum = ERRATA[name]
    bleu = BLEU(tokenize="none", smoothing="none", **options)
    terms = bleu.arithmetic(bleu.statistics(erratum.hypotheses, [[r] for r in erratum.references])[0])
    return [f"{m:.0f}/{t:.0f}" for m, t in zip(terms.matches, terms.totals, strict=True)], terms


def test_min_not_max():
    match = affix_match("vzpomenou", "zapomenout")
    assert Fraction(match.edits, len(match.common)) == Fraction(3, 7)
    rows = found("tBLEU: max")
    assert rows["Distance with min"] == ("3/7", f"{match.distance:.3f}") == ("3/7", "0.429")
    assert rows["Distance with max, as printed"][1] == "1.000"


def test_figure_1():
    aligned = TBLEU(epsilon=1).alignment("Jedu s novém červeném auto", ["Jedu novým červeným autem"])
    assert aligned.matches[0] == pytest.approx(1 + 2 / 3 + 5 / 6 + 1 / 3) == pytest.approx(17 / 6)
    assert aligned.matches[0] / 5 == pytest.approx(0.567, abs=5e-4) != pytest.approx(0.367, abs=5e-4)
    assert aligned.matches[1] == pytest.approx(16 / 12)
    assert sorted(found("tBLEU: Figure 1").values()) == [
        ("0.333", "0.333"),
        ("0.367", "0.567"),
        ("11/6", "2.833 = 17/6"),
    ]


def test_figure_1_has_a_score_in_the_playground():
    erratum = ERRATA["tBLEU: Figure 1"]
    options = {name: erratum.settings[name] for name in ("tokenize", "max_order", "smoothing")}
    metric = TBLEU(**options, epsilon=erratum.settings["tbleu_epsilon"])
    (row,) = metric.statistics(erratum.hypotheses, [erratum.references])
    assert float(metric.score(row)) == pytest.approx(100 * (17 / 30 * 1 / 3) ** 0.5) == pytest.approx(43.46, abs=5e-3)


def test_the_right_formula_of_figure_1_is_computed():
    right = ERRATA["tBLEU: Figure 1"].formulas[1]
    assert right == r"\left(1 + \tfrac{2}{3} + \tfrac{5}{6} + \tfrac{1}{3}\right) : 5 = 0.567"
    other = replace(ERRATA["tBLEU: Figure 1"], texts=playground.Texts(hypotheses="a b", references="b a"))
    assert other.formulas[1] == r"\left(1 + 1\right) : 2 = 1.000"


@pytest.mark.parametrize("name", NAMES)
def test_words_hold_no_results(name):
    """Neither a fraction nor a decimal nor a count: citations aside, only the constants of formulas and versions."""
    said = re.sub(r"\([^()]*\d{4}[^()]*\)|\bSmoothing \d|1 / \(i", "", f"{ERRATA[name].claim} {ERRATA[name].right}")
    assert not re.search(r"\d[./]\d|[2-9]", said)


def test_a_score_between_0_and_1_is_no_percentage():
    _, terms = counts("0.32 %")
    assert terms.score == pytest.approx(32.28, abs=5e-3)
    assert found("0.32 %") == {"BLEU, from 0 to 1": ("0.32 %", "0.323"), "The same in percent": ("", "32.28 %")}


def test_p_is_not_how_often_a_test_rejects_wrongly():
    """8 of 10 sentences, each a coin's toss; a test at 0.05 rejects at 9 and 10, 1 and 0."""
    p, wrongly = (float(computed) for _, computed in found("p").values())
    assert p == pytest.approx(binomtest(8, 10).pvalue, abs=5e-4)
    assert wrongly == pytest.approx(2 * (binom.pmf(9, 10, 0.5) + binom.pmf(10, 10, 0.5)), abs=5e-4)
    assert p > LEVEL > wrongly


def test_the_mean_is_geometric():
    _, terms = counts("Harmonic")
    geometric = terms.precisions.prod() ** 0.25
    assert terms.score / 100 == pytest.approx(geometric)
    assert not ERRATA["Harmonic"].formulas[0], "the paper has the word and no such formula"
    harmonic = 4 / sum(1 / p for p in terms.precisions)
    assert harmonic < geometric - 0.01
    rows = found("Harmonic")
    assert rows["Their geometric mean"][1] == rows["BLEU / 100, brevity penalty 1"][1] == f"{geometric:.4f}"
    assert rows["Their harmonic mean"][1] == f"{harmonic:.4f}"


def test_saudi_arabia():
    erratum = ERRATA["TER 0.13"]
    edits = TER().edits(erratum.hypotheses[0], erratum.references)
    assert (edits.n_edits, edits.reference_length) == (4, 13)
    rows = found("TER 0.13")
    assert rows["TER / 100"] == ("0.13", "0.308")
    assert [printed == computed for printed, computed in rows.values()] == [True, False, True, True]
    assert counts("TER 0.13")[1].brevity_penalty == pytest.approx(0.920, abs=5e-4)


def test_orejuela():
    assert counts("Orejuela", lowercase=True)[0] == ["15/18", "10/17", "5/16", "3/15"]
    assert counts("Orejuela")[0] == ["14/18", "9/17", "5/16", "3/15"]
    assert found("Orejuela")["Precisions, case kept"][1] == "14/18, 9/17, 5/16, 3/15"


def test_smoothing_7_has_three_values():
    assert [*found("Smoothing 7").values()] == [("0.4003", "0.4003"), ("", "0.3265"), ("", "0.4220")]


def test_an_older_nltk_by_hand():
    """p = 1, 1/3, 1 / (2 + 5 / ln 4), 1 / (3 + 5 / ln 4), then each the mean of itself and its neighbours."""
    p1, p2, p3, p4 = 1, 1 / 3, 1 / (2 + 5 / 1.3862943611), 1 / (3 + 5 / 1.3862943611)
    q1 = (2 + p1 + p2) / 3
    q2 = (q1 + p2 + p3) / 3
    q3 = (q2 + p3 + p4) / 3
    q4 = (q3 + p4 + 0) / 3
    assert found("Smoothing 7")["An older NLTK's formula"][1] == f"{(q1 * q2 * q3 * q4) ** 0.25:.4f}"


def test_smoothing_4_of_one_word():
    one, two, three = (computed for _, computed in found("Smoothing 4").values())
    assert one.startswith("5 / 0, no number; bigrams 0/0 → 0/0")
    assert two.startswith("7.213")
    assert "0/1 → 0.13863/1" in two
    assert "0/2 → 0.21972/2" in three
    assert next(iter(found("Smoothing 4"))) == "“ready”: ln 1 = 0"


@as_one_test
@pytest.mark.parametrize("word", ["ready", "gone"])
@pytest.mark.parametrize("effective_order", [False, True])
@pytest.mark.parametrize("max_order", [1, 2, 4])
def test_no_score_of_one_word_depends_on_smoothing_4(word, effective_order, max_order):
    assert "Here no score depends on it" in ERRATA["Smoothing 4"].right
    references = [[reference] for reference in ERRATA["Smoothing 4"].references]
    smoothed, plain = (
        BLEU(tokenize="none", max_order=max_order, smoothing=smoothing, effective_order=effective_order)
        for smoothing in ("4", "none")
    )
    assert smoothed.score(smoothed.statistics([word], references)) == plain.score(plain.statistics([word], references))


def test_by_equation_11_more_right_words_score_less():
    rows = ERRATA["Smoothing 6"].rows(ERRATA["Smoothing 6"])
    scores = [[float(score) for score in found.split("; ")] for what, _, found in rows if "its BLEU" in what]
    (few_6, few_from_2), (more_6, more_from_2) = scores
    assert few_6 > more_6
    assert few_from_2 < more_from_2
    assert [found for what, _, found in rows if "matches" in what] == ["2/10, 1/9, 0/8, 0/7", "6/10, 1/9, 0/8, 0/7"]


def test_equation_11_by_hand():
    """p_3 = 5 p_2^2 / p_1 / (8 + 5), p_4 = 5 p_3^2 / p_2 / (7 + 5), with p_2 = 1/9; no brevity penalty."""
    expected = []
    for p1 in (Fraction(2, 10), Fraction(6, 10)):
        p2 = Fraction(1, 9)
        p3 = 5 * p2**2 / p1 / 13
        p4 = 5 * p3**2 / p2 / 12
        expected.append(f"{100 * float(p1 * p2 * p3 * p4) ** 0.25:.2f}")
    rows = ERRATA["Smoothing 6"].rows(ERRATA["Smoothing 6"])
    assert [found.split("; ")[0] for what, _, found in rows if "its BLEU" in what] == expected
