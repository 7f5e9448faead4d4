"""ui/smoothing/methods.py: every method over the same counts, against scores computed one by one."""

import numpy as np
import pandas as pd
import pytest

from scoring import BLEU
from scoring.bleu.dialects import Parameters
from scoring.bleu.smoothing import PAPER, Smoothing
from ui.kit import exports
from ui.smoothing import methods

REFERENCES = [["a b c d e", "a b c d", "x y z", "a b"]]
SYSTEMS = {
    "A": ["a b c d e", "a b x c d", "x q y", "b a"],
    "B": ["a b c e d", "a b d c", "q x y z", "a c"],
}
BLEU_ = BLEU(tokenize="none")


@pytest.fixture(scope="module")
def statistics():
    return np.stack([BLEU_.statistics(hypotheses, REFERENCES) for hypotheses in SYSTEMS.values()])


@pytest.fixture(scope="module")
def scores(statistics):
    return methods.segment_scores(methods.paper(BLEU_, Parameters()), statistics)


def test_every_method_of_the_paper_is_there_with_its_usual_value(scores):
    assert list(scores) == list(PAPER)
    for method, table in scores.items():
        for row, hypotheses in zip(table, SYSTEMS.values(), strict=True):
            bleu = BLEU(tokenize="none", smoothing=method)
            assert row.tolist() == bleu.score(bleu.statistics(hypotheses, REFERENCES)).tolist()


@pytest.mark.parametrize(
    ("method", "expected"),
    [("1", Smoothing("1", 0.3)), ("4", Smoothing("4", 2)), ("6", Smoothing("6", 7)), ("7", Smoothing("7", 2))],
)
def test_each_parameter_reaches_its_methods(method, expected):
    assert Parameters(epsilon=0.3, k=2, alpha=7).of(method) == expected


@pytest.mark.parametrize("method", ["0", "2", "3", "5", "none", "exp", "add-k"])
def test_and_no_other(method):
    assert Parameters(epsilon=0.3, k=2, alpha=7).of(method) == Smoothing(method)


def test_document_score_is_the_mean_weighted_by_reference_length(scores, statistics):
    table = methods.document_table(scores, statistics[..., 1], list(SYSTEMS))
    lengths = np.array([5, 4, 3, 2])
    assert table["3"].tolist() == pytest.approx([(row * lengths).sum() / 14 for row in scores["3"]])


def test_share_of_zeros(scores):
    table = methods.zero_table(scores, list(SYSTEMS))
    assert table["0"].tolist() == [75, 100]
    assert table["system"].tolist() == ["A", "B"]


def test_ranks_share_a_place_where_the_shown_numbers_are_equal():
    table = pd.DataFrame({"system": list("ABC"), "0": [1.001, 1.004, 2.0], "1": [3.0, 2.0, 1.0]})
    assert methods.method_ranks(table).tolist() == [[2, 1], [2, 2], [1, 3]]


def test_winners_ties_and_flips():
    scores = {"0": np.array([[0.0, 5, 5, np.nan], [0, 4, 6, np.nan]]), "1": np.array([[2.0, 4, 5, 1], [1, 5, 6, 1]])}
    leads = methods.method_leads(scores, 0, 1)
    assert leads.to_numpy().tolist() == [[0, 1], [1, -1], [-1, -1], [0, 0]]
    won = methods.winners(leads)
    assert won.to_numpy().tolist() == [[0, 1], [1, -1], [-1, -1], [0, 0]]
    assert methods.flips(won, leads).tolist() == [1]  # from a tie to a win is no flip
    table = methods.method_wins(won, "A", "B")
    assert list(table) == ["method", "A wins", "ties", "B wins"]
    assert table.to_numpy().tolist() == [["0", 1, 2, 1], ["1", 1, 1, 2]]


def test_the_clearest_flips_come_first():
    leads = pd.DataFrame({"0": [9.0, 2, 5, 3], "1": [-0.1, -2, 1, -2.5], "2": [0.0, 0, -7, 0]})
    assert methods.flips(methods.winners(leads), leads).tolist() == [2, 3, 1, 0]


def test_a_segments_numbers_as_a_table():
    bleus = methods.paper(BLEU_, Parameters())
    row = BLEU_.statistics(["a b x c d"], [["a b c d"]])[0]
    table = methods.terms_table(methods.method_arithmetic(bleus, row)).set_index("method")
    assert list(table.loc["2"]) == pytest.approx(
        [4, 5, 0.8, 3, 5, 0.6, 1, 4, 0.25, 1, 3, 1 / 3, 1, 100 * (0.8 * 0.6 * 0.25 / 3) ** 0.25]
    )


def test_rounding_is_no_win():
    scores = {"0": np.array([[30.000000000001], [30.0]])}
    assert methods.method_leads(scores, 0, 1).to_numpy().tolist() == [[0]]


@pytest.mark.parametrize("kind", exports.DOWNLOADS, ids=lambda kind: kind.ending)
def test_a_sentences_numbers_can_be_taken_away(kind):
    bleu = BLEU()
    row = bleu.statistics(["you are ready ?"], [["are you ready ?"]])[0]
    terms = methods.terms_table(methods.method_arithmetic(methods.paper(bleu, Parameters()), row))
    toolkits = methods.toolkits_table(methods.method_arithmetic(methods.toolkit_metrics(bleu, Parameters()), row))
    assert kind.data(exports.Table(terms, "x"))
    assert kind.data(exports.Table(toolkits, "x"))


def test_between_what_scores_the_methods_disagree():
    hypotheses = ["a b x c d", "a b c d e", "q r s t u", "a b"]
    rows = BLEU_.statistics(hypotheses, REFERENCES)
    lowest, highest = methods.method_ranges(BLEU_, rows)
    scores = np.array([bleu.score(rows) for name, bleu in methods.paper(BLEU_, Parameters()).items() if name != "0"])
    assert lowest[0] == scores[:, 0].min() < scores[:, 0].max() == highest[0]
    assert lowest[1] == highest[1] == 0, "no order is without a match"
    assert lowest[2] == highest[2] == 0, "nothing matches"
