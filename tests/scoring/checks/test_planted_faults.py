"""Faults that are planted in references: how many of them each check finds, and how much else."""

import pytest

from benchmarks.planted_faults import PLANTED, plant_faults
from scoring.checks import CHECKS
from tests.corpora import SAMPLE_DATA

MIN_PRECISION, MIN_RECALL = 0.6, 0.7


def test_every_check_has_its_faults():
    assert {check for check, _ in PLANTED.values()} == {*CHECKS.built_in}, "PLANTED of benchmarks/planted_faults.py"


@pytest.mark.exhaustive
@pytest.mark.parametrize("fault", PLANTED)
def test_planted_faults_are_found_and_little_else(fault):
    names = ("source.en.txt", "reference.A.es.txt", "reference.B.es.txt")
    source, text, other = (
        (SAMPLE_DATA / "news-en-es" / name).read_text(encoding="utf-8").splitlines() for name in names
    )
    found = plant_faults(fault, text, source, [other])
    assert found.n_planted >= 20
    assert found.recall >= MIN_RECALL
    assert found.precision >= MIN_PRECISION
