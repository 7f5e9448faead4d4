"""Ratings as data frames."""

from types import SimpleNamespace

from rating.page import campaign_tables
from scoring.rating import PairDifference
from scoring.rating.statistics.needed import needed
from scoring.significance import CLOSE


def test_pairs_have_their_verdict_and_their_adjusted_p():
    one = PairDifference("A", "B", 0.25, 0.1, 0.4, 0.02, needed([0.1, 0.4, 0.25]), 0.04, CLOSE)
    (row,) = campaign_tables.pairs(SimpleNamespace(pairs=[one])).to_dict("records")
    assert (row["better"], row["by"], row["p"], row["p_adjusted"], row["verdict"]) == ("A", 0.25, 0.02, 0.04, CLOSE)
