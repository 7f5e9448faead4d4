"""Ratings as data frames."""

from types import SimpleNamespace

from rating.page import campaign_tables
from scoring.rating import PairDifference, PreferenceCounts
from scoring.rating.statistics.needed import needed
from scoring.significance import CLOSE


def test_pairs_have_their_verdict_and_their_adjusted_p():
    one = PairDifference("A", "B", 0.25, 0.1, 0.4, 0.02, needed([0.1, 0.4, 0.25]), 0.04, CLOSE)
    (row,) = campaign_tables.pairs(SimpleNamespace(pairs=[one])).to_dict("records")
    assert (row["better"], row["by"], row["p"], row["p_adjusted"], row["verdict"]) == ("A", 0.25, 0.02, 0.04, CLOSE)


def test_preferences_have_a_row_for_all_raters_and_one_for_each():
    found = [PreferenceCounts(None, "A", "B", 3, 1, 2), PreferenceCounts("Ben", "A", "B", 0, 1, 1)]
    rows = campaign_tables.preferences(found).to_dict("split")["data"]
    assert rows == [[campaign_tables.ALL_RATERS, "A", 3, "B", 1, 2], ["Ben", "A", 0, "B", 1, 1]]
    assert campaign_tables.PREFERENCES.keys() == {*campaign_tables.preferences(found)}
