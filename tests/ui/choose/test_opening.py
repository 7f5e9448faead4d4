"""What the page says while it chooses: how much is to be done, how long that takes, and why."""

from types import SimpleNamespace

import pytest

from scoring.choosing import Lists, parse
from ui.choose import opening


def doing(*criteria):
    candidates = SimpleNamespace(lists=Lists.build([["a"] * 10_000, ["b", "c"]]))
    request = SimpleNamespace(criteria=[parse(name) for name in criteria])
    return opening.progress_words(SimpleNamespace(candidates=candidates, request=request))


@pytest.mark.parametrize(
    ("criteria", "about"),
    [(["mbr:bleu"], "25 seconds"), (["mbr:bleu", "mbr:chrf"], "58 seconds"), (["mbr:ter"], "2 minutes")],
)
def test_many_pairs_are_said_and_how_long_they_take(criteria, about):
    assert f"100,000,004 pairs per metric, about {about}" in doing("first", *criteria)


def test_without_pairs_there_is_nothing_to_explain():
    assert doing("first", "oracle:bleu") == "Choosing among 10,002 candidates. The other pages are ready."
