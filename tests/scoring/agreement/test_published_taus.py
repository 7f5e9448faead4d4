"""What the paper prints, and what was remade of it."""

from scoring.bleu.smoothing import PAPER
from scoring.studies.parameters.option_sweep import CHEN_CHERRY


def test_every_method_of_the_paper_and_no_other():
    assert list(CHEN_CHERRY) == list(PAPER)


def test_only_method_6_is_not_reached():
    assert [name for name, one in CHEN_CHERRY.items() if not one.is_reached] == ["6"]
    assert CHEN_CHERRY["6"].remade < CHEN_CHERRY["1"].remade
