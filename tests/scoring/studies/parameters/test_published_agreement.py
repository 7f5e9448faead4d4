"""What papers print of agreement, what was remade, and both beside a test set's own."""

import re

import numpy as np
import pytest

from scoring import BLEU, TBLEU
from scoring.agreement import (
    CORPUS,
    SWEEPS,
    WEIGHTED,
    OrientedScores,
    SweepStatistics,
    agreement_values,
    bleu_by_smoothing,
)
from scoring.bleu.smoothing import PAPER
from scoring.studies.parameters.published_agreement import (
    ABOUT_TOLERANT,
    CRP,
    HERE,
    INTO,
    OUT_OF,
    PRINTED,
    REMADE,
    TOLERANT,
    WHAT_REPRODUCES,
    methods_beside_the_paper,
    tolerant_beside_the_paper,
)
from tests.studies import PEOPLE, agreement_request

LANGUAGES = ("Czech", "German", "Spanish", "French")
REACHED = 0.0035
"""How far a remade tau may be from the printed one: about what the tokenizer changes."""
UNLIKE = {"6"}
"""The method whose tau into English is not reached."""


def found_by(metrics, kind):
    """Name -> agreement with the set's people."""
    judge, measured = agreement_request(BLEU()).judge, SweepStatistics(PEOPLE)
    return {
        name: agreement_values(judge, OrientedScores.of(metric, measured.of(metric), judge), kind)
        for name, metric in metrics.items()
    }


@pytest.mark.parametrize("direction", [INTO, OUT_OF])
def test_every_method_of_the_paper_is_there_and_corpus_bleu(direction):
    assert list(PRINTED[direction]) == [CRP, *PAPER]
    assert list(REMADE[direction]) == [CRP, *PAPER, "6-from-2"]
    for numbers in (PRINTED, REMADE):
        assert [name for name, one in numbers[direction].items() if np.isnan(one.tau)] == [CRP]


def test_into_english_only_method_6_is_not_reached():
    apart = {name: abs(PRINTED[INTO][name].tau - REMADE[INTO][name].tau) for name in PAPER}
    assert {name for name, by in apart.items() if by > REACHED} == UNLIKE
    assert f"within {REACHED}" in WHAT_REPRODUCES[INTO]
    assert (
        f"it has {REMADE[INTO]['6'].tau:.3f}, where the paper prints {PRINTED[INTO]['6'].tau:.3f}"
        in WHAT_REPRODUCES[INTO]
    )


def test_out_of_english_tau_has_the_papers_order_and_is_higher():
    others = [name for name in PAPER if name not in UNLIKE]
    printed, remade = ([numbers[OUT_OF][name].tau for name in others] for numbers in (PRINTED, REMADE))
    assert (np.diff(np.array(remade)[np.argsort(printed, kind="stable")]) >= 0).all()
    by = np.round(np.subtract(remade, printed), 3)
    assert f"{by.min():.3f} to {by.max():.3f} higher" in WHAT_REPRODUCES[OUT_OF]


@pytest.mark.parametrize("direction", [INTO, OUT_OF])
def test_method_6_is_behind_method_1_where_the_paper_has_it_ahead(direction):
    assert REMADE[direction]["6"].tau < REMADE[direction]["1"].tau
    assert PRINTED[direction]["6"].tau > PRINTED[direction]["1"].tau


@pytest.mark.parametrize("direction", [INTO, OUT_OF])
@pytest.mark.parametrize("key", ["gamma", "rho"])
def test_correlations_of_systems_are_said_as_they_are(direction, key):
    """The sentence names the ends of what was remade, of methods."""
    values = [getattr(REMADE[direction][name], key) for name in PAPER]
    said = [float(number) for number in re.findall(r"0\.\d\d(?!\d)", WHAT_REPRODUCES[direction])]
    ends = {round(min(values), 2), round(max(values), 2)} if direction == OUT_OF else {round(np.mean(values), 2)}
    assert ends <= set(said)


def test_numbers_of_a_set_stand_beside_both():
    metrics = bleu_by_smoothing(BLEU())
    found, corpus = found_by(metrics, WEIGHTED), found_by({CRP: BLEU()}, CORPUS)[CRP]
    judge = agreement_request(BLEU()).judge
    rows = {row["method"]: row for row in methods_beside_the_paper(OUT_OF, judge, found, corpus)}
    assert list(rows) == [CRP, *metrics]
    for name, agreement in found.items():
        assert rows[name]["tau_here"] == agreement.value("tau")
        assert rows[name]["gamma_here"] == agreement.value("pearson")
        assert rows[name]["rho_here"] == agreement.value("spearman")
    assert rows["6"]["tau_paper"] == 0.182
    assert rows["6"]["rho_remade"] == 0.559
    assert rows["6-from-2"]["gamma_paper"] is None
    assert np.isnan(rows[CRP]["tau_here"])
    assert rows[CRP]["gamma_here"] == corpus.value("pearson")


def test_methods_that_are_not_there_yet_have_no_row():
    corpus = found_by({CRP: BLEU()}, CORPUS)[CRP]
    rows = methods_beside_the_paper(INTO, agreement_request(BLEU()).judge, {"0": None}, corpus)
    assert [row["method"] for row in rows] == [CRP]


def test_means_of_tolerant_bleu_are_those_of_the_languages():
    """Out of English they are; into English the paper prints others, which is said."""
    out_of, into = (
        np.mean([of for name, of in TOLERANT.items() if name in names], axis=0)
        for names in (
            [f"English → {language}" for language in LANGUAGES],
            [f"{language} → English" for language in LANGUAGES],
        )
    )
    np.testing.assert_allclose(TOLERANT["mean, out of English"], out_of, atol=0.0006)
    first, second, third = np.floor(into * 1000 + 0.5) / 1000
    assert f"rows is {first:.3f}, {second:.3f} and {third:.3f}." in ABOUT_TOLERANT


def test_tolerant_bleu_of_a_set_is_the_first_row():
    metrics = {f"{value:g}": metric for value, metric in SWEEPS["epsilon"].metrics(TBLEU()).items()}
    found = found_by(metrics, CORPUS)
    here, *paper = tolerant_beside_the_paper(found)
    assert [row["languages"] for row in paper] == list(TOLERANT)
    assert here == {
        "languages": HERE,
        "bleu": found["0"].value("pearson"),
        "meteor": None,
        "tbleu": found["0.05"].value("pearson"),
    }
    assert tolerant_beside_the_paper({"0": None})[0]["bleu"] is None
