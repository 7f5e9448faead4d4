"""Documents in place of segments: sums by hand, exact enumeration of all draws, and what is said of them."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.significance import (
    compare,
    judge,
    monte_carlo_interval,
    statistics_by_run,
    sums_by_document,
)
from scoring.studies.wording import method_words as words
from tests.expanded import ends, expanded
from tests.properties import examples
from tests.ratios import RATIO, exact_p, exact_p_of_runs, noise

NAMES = ["news-2", "news-1", "news-1", "blog", "news-2", "blog", "talk", "talk", "talk", "end"]
GENERATOR = np.random.default_rng(4)
MEASURED = dict(zip("AB", noise(GENERATOR, len(NAMES)), strict=True))


def summed_by_hand(statistics, names):
    """One row a document, in a dictionary: no code in common with ours."""
    sums = {}
    for name, row in zip(names, statistics, strict=True):
        sums[name] = sums.get(name, 0) + row
    return np.array(list(sums.values()))


def test_a_row_is_the_sum_of_a_documents_segments_in_the_order_of_first_appearance():
    for system, found in sums_by_document(MEASURED, NAMES).items():
        np.testing.assert_array_equal(found, summed_by_hand(MEASURED[system], NAMES))


def test_all_shuffles_of_documents():
    found = compare(RATIO, sums_by_document(MEASURED, NAMES), trials=20_000, unit="document")
    low, high = monte_carlo_interval(int(found.tested.counts[0, 1]), 20_000, 0.9999)
    assert low <= exact_p(RATIO, *(summed_by_hand(rows, NAMES) for rows in MEASURED.values())) <= high
    assert (found.unit, found.n_units, found.only(["B", "A"]).unit) == ("document", 5, "document")
    assert judge(found, sums_by_document(MEASURED, NAMES)).comparisons.unit == "document"


def test_all_resamples_of_documents():
    a, b = (summed_by_hand(rows, NAMES) for rows in MEASURED.values())
    chosen = np.array(list(product(range(5), repeat=5)))
    drawn = [100 * rows[chosen].sum(axis=1)[:, 0] / rows[chosen].sum(axis=1)[:, 1] for rows in (a, b)]
    differences = drawn[0] - drawn[1]
    observed = 100 * (a[:, 0].sum() / a[:, 1].sum() - b[:, 0].sum() / b[:, 1].sum())
    exact = (np.abs(differences - differences.mean()) >= abs(observed) - 1e-9).mean()
    found = compare(RATIO, sums_by_document(MEASURED, NAMES), "bootstrap", 20_000, unit="document")
    assert found.p_values[0, 1] == pytest.approx(expanded(exact, 5), abs=0.02)
    assert found.bootstrap.standard_error("A", "B") == pytest.approx(differences.std(), rel=0.03)
    assert found.bootstrap.difference_interval("A", "B", 0.9) == pytest.approx(ends(differences, 5, 0.9), abs=0.3)


def test_runs_of_a_document_are_exchanged_with_all_its_segments():
    names = ["x", "y", "y", "z"]
    generator = np.random.default_rng(2)
    measured = {name: noise(generator, 4)[0] for name in ("x.opt0", "x.opt1", "y.opt0", "y.opt1")}
    groups = {"x": ["x.opt0", "x.opt1"], "y": ["y.opt0", "y.opt1"]}
    rows = sums_by_document(measured, names)
    found = compare(RATIO, rows, groups=groups, exchange="runs", trials=20_000, unit="document")
    sums = {
        system: np.stack([summed_by_hand(measured[run], names) for run in runs], 1) for system, runs in groups.items()
    }
    low, high = monte_carlo_interval(int(found.tested.counts[0, 1]), 20_000, 0.9999)
    assert low <= exact_p_of_runs(RATIO, *sums.values()) <= high
    with_runs = sums_by_document(statistics_by_run(measured, groups), names)
    for system, rows in sums.items():
        np.testing.assert_array_equal(with_runs[system], rows)


@pytest.mark.parametrize("test", ["ar", "bootstrap"])
def test_where_every_segment_is_its_own_document_nothing_changes(test):
    rows = sums_by_document(MEASURED, list(map(str, range(len(NAMES)))))
    alone, usual = compare(RATIO, rows, test, 500, unit="document"), compare(RATIO, MEASURED, test, 500)
    assert alone.pairs == usual.pairs


@given(st.permutations(range(len(NAMES))))
@examples(20)
def test_only_the_order_of_documents_counts_and_that_only_as_another_seed_would(order):
    """Segments that change places within and between documents change nothing as long as no document overtakes one."""
    permuted = {system: rows[order] for system, rows in MEASURED.items()}
    names = [NAMES[place] for place in order]
    found, usual = sums_by_document(permuted, names), sums_by_document(MEASURED, NAMES)
    first = [list(dict.fromkeys(given)) for given in (names, NAMES)]
    for system in "AB":
        np.testing.assert_array_equal(found[system], usual[system][[first[1].index(name) for name in first[0]]])


@pytest.mark.parametrize("test", ["ar", "bootstrap"])
def test_one_document_is_as_one_segment(test):
    found = compare(RATIO, sums_by_document(MEASURED, ["one"] * len(NAMES)), test, 99, unit="document")
    assert judge(found, sums_by_document(MEASURED, ["one"] * len(NAMES))).state("A", "B") == "too little data"
    p = found.p_values[0, 1]
    assert p == 1 if test == "ar" else np.isnan(p)
    assert np.isnan(found.bootstrap.interval("A")).all()


def test_what_goes_together_makes_intervals_wider():
    """Ten copies of each segment are ten times as many segments, and as many documents as before."""
    copies = {system: np.repeat(rows, 10, axis=0) for system, rows in MEASURED.items()}
    names = [str(number // 10) for number in range(10 * len(NAMES))]
    errors = [
        compare(RATIO, rows, trials=2000).bootstrap.standard_error("A", "B")
        for rows in (copies, sums_by_document(copies, names), MEASURED)
    ]
    assert errors[1] == pytest.approx(errors[2]), "the same rows, ten times as large"
    assert errors[1] == pytest.approx(np.sqrt(10) * errors[0], rel=0.1)


@pytest.mark.parametrize("test", ["ar", "bootstrap"])
@pytest.mark.parametrize("n_documents", [1, 5])
def test_all_that_is_said_is_of_documents(test, n_documents):
    names = [str(number % n_documents) for number in range(len(NAMES))]
    found = compare(RATIO, sums_by_document(MEASURED, names), test, 30, unit="document")
    said = [
        *words.too_few_for_pairs(found),
        words.no_interval(found),
        words.too_few_different_units(1, "document"),
        words.no_interval_of_one_unit("document"),
    ]
    said += [words.null_hypothesis_words(test, "document"), *words.what_p_does_not_say(test, True, "document")]
    said += [
        words.runs_sentence("document"),
        words.shuffling_of_runs_sentence(replace(found, runs=(1,))),
        words.describe_test(found),
    ]
    told = " ".join(filter(None, said))
    assert "segment" not in told
    assert "{" not in told
    assert "document" in told
    assert "by document" in words.interval_method_phrase(9, "document")
    assert words.drawn_documents_sentence(1, 10) == f"1 document in place of 10 segments. {words.BY_DOCUMENT}"


def test_bad_input():
    with pytest.raises(ValueError, match="documents: segment 2 has no name; every segment needs one"):
        sums_by_document(MEASURED, ["one", ""] * 5)
    with pytest.raises(ValueError, match="documents has 1, A has 10"):
        sums_by_document(MEASURED, ["one"])
    with pytest.raises(ValueError, match="Unknown unit 'paragraph'; there are segment, document"):
        compare(RATIO, MEASURED, unit="paragraph")
