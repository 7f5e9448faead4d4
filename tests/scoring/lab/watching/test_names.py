"""What names of outputs say of the step."""

import pytest

from scoring.lab.watching.folder import natural, parse_step, training_run_name
from tests.cases import as_one_test


@as_one_test
@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("checkpoint_12000.txt", 12_000),
        ("step-500", 500),
        ("epoch3", 3),
        ("epoch3.step1200.hyp", 1200),
        ("checkpoint_3_12000.txt", 12_000),  # fairseq: epoch, updates
        ("model.iter10000.npz.out", 10_000),  # Marian
        ("newstest2014.step-500.en-de.txt", 500),
        ("newstest2014.12000.txt", 12_000),
        ("ckpt-10k.txt", 10_000),
        ("2M-updates.txt", 2_000_000),
        ("step_007.txt.gz", 7),
        ("step500.2021.hyp", 500),
        ("checkpoint_5000.2014.txt", 5000),
        ("step1000.20260701.hyp", 1000),
        ("epoch=3-step=1200.out", 1200),
        ("epoch1.5", 1),
        ("wmt23.checkpoint_best.txt", None),
        ("newstest2014.best", None),
        ("step-1e5", None),
        ("big.5000.newstest2014.txt", 5000),
        ("checkpoint_best.txt", None),
        ("en2de.txt", None),
        ("step-99999999999999999999.txt", None),
    ],
)
def test_the_step_is_a_number_in_the_name(name, step):
    assert parse_step(name) == step


def test_outputs_of_one_run_share_what_is_no_step():
    assert training_run_name("big.step-500.txt") == training_run_name("big.step-12000.txt") == "big.step-*.txt"
    assert training_run_name("big.step-10k.txt") == "big.step-*.txt"
    assert training_run_name("small.step-500.txt") != training_run_name("big.step-500.txt")
    assert training_run_name("best.txt") == "best.txt"


def test_numbers_are_in_the_order_of_their_size():
    names = ["b", "step-10", "Step-9", "step-9-2", "step-100", "a", "10", "9", ""]
    assert sorted(names, key=natural) == ["", "9", "10", "a", "b", "Step-9", "step-9-2", "step-10", "step-100"]
