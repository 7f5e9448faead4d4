"""What files are called."""

import pytest

from ui.kit import exports


@pytest.mark.parametrize(
    ("test_set", "expected"),
    [
        ("News, English to Spanish", "bleuscope-News-English-to-Spanish-all-pairs.csv"),
        ("../新闻\u202e/x", "bleuscope-新闻-x-all-pairs.csv"),
        ("", "bleuscope-all-pairs.csv"),
        ("wmt23-en-de, 460 of 557 segments with MQM scores for every system", "bleuscope-wmt23-en-de-all-pairs.csv"),
        ("Outputs of " + "a" * 40 + " and others", f"bleuscope-Outputs-of-{'a' * 40}-and-all-pairs.csv"),
        ("x" * 70, f"bleuscope-{'x' * 60}-all-pairs.csv"),
    ],
)
def test_a_file_is_called_by_its_test_set(test_set, expected):
    assert exports.file_name(test_set, "all-pairs", "csv") == expected
