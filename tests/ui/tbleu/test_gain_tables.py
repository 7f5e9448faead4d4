"""Tables of a whole test set under tolerance."""

import numpy as np
import pandas as pd
import pytest

from scoring import BLEU, TBLEU, TestSet
from ui.tbleu import gain_tables

TEST_SET = TestSet.build(
    {"A": ["novém auto a", "auto auto na", "x"], "B": ["novým autem i", "autem autem za", "x"]},
    [["novým autem i", "autem autem za", "x"]],
)


def pairs(system):
    return gain_tables.pair_table(TBLEU("none").align(TEST_SET).form_pairs(system), TEST_SET.numbers)


def test_pairs_that_gain_most_come_first_and_lead_to_a_segment():
    table = pairs("A")
    assert list(table.columns) == list(gain_tables.PAIR_COLUMNS)
    first = table.iloc[0]
    assert (first["in the output"], first["in the reference"], first["times"]) == ("auto", "autem", 3)
    assert first["gain"] == 3 * (1 - first["distance"])
    assert (first["common part"], first["segments"], first["first"]) == ("aut", "1, 2", 0)
    assert table["in the output"].tolist() == ["auto", "novém"], "words that have nothing in common gain nothing"


def test_pairs_by_chance_are_short_or_share_little():
    table = gain_tables.pair_table(
        TBLEU("none").align(TestSet.build({"A": ["zahrada na"]}, [["zahradě nad"]])).form_pairs("A"), np.array([1])
    )
    assert gain_tables.chance_table(table)["in the output"].tolist() == ["na"]


def test_a_system_without_pairs():
    table = pairs("B")
    assert len(table) == len(gain_tables.chance_table(table)) == len(gain_tables.mark_forgiven_pairs(table, 0.5)) == 0


def test_gains_are_what_the_metrics_say():
    hypotheses = ["novém auto a", "x y z", "auto jede x", "auto jede daleko"]
    test_set = TestSet.build({"A": hypotheses}, [["novým autem i", "x y z", "autem jede x", "autem jede blízko"]])
    metrics = BLEU("none", max_order=2), TBLEU("none", max_order=2, epsilon=1)
    table = gain_tables.gains_table(test_set, "A", *(metric.score(metric.measure(test_set)["A"]) for metric in metrics))
    assert table[["#", "output"]].values.tolist() == [[at, hypotheses[at - 1]] for at in (1, 3, 4)]
    assert table["BLEU"].tolist()[:2] == pytest.approx([0, 100 * np.sqrt(2 / 3 * 1 / 2)])
    assert table["tBLEU"].tolist()[:2] == pytest.approx([100 / 3, 100 * np.sqrt(7 / 9 * 5 / 6)])
    assert table["gain"].tolist() == (table["tBLEU"] - table["BLEU"]).tolist()


def test_a_pair_at_the_threshold_is_within_it():
    assert gain_tables.mark_forgiven_pairs(pairs("A"), 2 / 3)["forgiven"].tolist() == [True, True]
    assert gain_tables.mark_forgiven_pairs(pairs("A"), 0.5)["forgiven"].tolist() == [False, True]


def test_the_table_of_a_sweep_has_a_column_a_system():
    table = gain_tables.sweep_table((0, 1), {"A": np.array([1.0, 2.0]), "B": np.array([3.0, 4.0])}, ("B",))
    pd.testing.assert_frame_equal(table, pd.DataFrame({"tolerance": [0, 1], "B": [3.0, 4.0]}))


def test_the_size_of_an_alignment_is_at_least_that_of_its_arrays():
    aligned = TBLEU("none").align(TEST_SET)
    assert aligned.n_bytes > sum(a.partners.nbytes + a.distances.nbytes for a in aligned.alignments)
