"""Shards in any order and number give the same sums, to the last bit, by every metric."""

import random

import numpy as np
import pytest

from scoring import METRICS
from scoring.formats import FormatError
from scoring.lab.shards import ReadingOptions, ShardCounter, Shards, find_shards, join_counts, reading
from scoring.lab.shards import counting as counting_module
from tests.scoring.lab.shards.sharded import REFERENCES, SYSTEMS, written

N_LINES = 60
EXACT = ("bleu", "chrf", "chrf++")
"""Metrics whose statistics are all whole numbers, with two references, too."""
TOLERANCE = 1e-12
"""Of others: how far plain sums may be from sums that are rounded once."""


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch):
    monkeypatch.setattr(reading, "BLOCK", 16)


def summed(folder, ends, order=None):
    """Each metric's and system's sums, from shards that end there, counted in this order."""
    folder.mkdir()
    shards = find_shards(*written(folder, ends, N_LINES))
    counting = ShardCounter.of(shards, [metric() for metric in METRICS.values()], ReadingOptions())
    parts = [counting(shard) for shard in shards.shards]
    found = join_counts(parts if order is None else [parts[place] for place in order])
    assert found.n_segments == N_LINES
    return {(metric.name, system): found.sum_of(metric, system).tolist() for metric, system in found.sums}


@pytest.mark.exhaustive
def test_order_and_number_of_shards_change_no_bit(tmp_path):
    whole = summed(tmp_path / "whole", [])
    assert summed(tmp_path / "three", [7, 40]) == whole
    order = random.Random(1).sample(range(6), 6)
    assert summed(tmp_path / "six", [1, 20, 33, 34, 59], order) == whole


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("name", METRICS)
def test_sums_are_those_of_the_whole_set(tmp_path, name):
    metric, references = METRICS[name](), [lines[:N_LINES] for lines in REFERENCES]
    expected = {system: metric.statistics(lines[:N_LINES], references) for system, lines in SYSTEMS.items()}
    shards = find_shards(*written(tmp_path, [25], N_LINES))
    counting = ShardCounter.of(shards, [metric], ReadingOptions())
    found = join_counts(map(counting, shards.shards))
    for system, rows in expected.items():
        sums = found.sum_of(metric, system)
        if name in EXACT:
            np.testing.assert_array_equal(sums, rows.sum(axis=0))
        np.testing.assert_allclose(sums, rows.sum(axis=0), rtol=TOLERANCE, atol=0)
        np.testing.assert_allclose(metric.score(sums), metric.score(rows.sum(axis=0)), rtol=TOLERANCE)


def test_too_long_a_segment_is_said_with_its_shard_and_number(tmp_path):
    for name in ("ref", "sys"):
        (tmp_path / f"{name}.txt").write_text("a\n" * 40 + "a " * 30_000 + "\n", encoding="utf-8")
    shards = find_shards([f"{tmp_path}/ref.txt"], [f"{tmp_path}/sys.txt"])
    with pytest.raises(ValueError, match=r"sys\.txt: WER: segment 41 of 'sys' has 30,000 words"):
        ShardCounter.of(shards, [METRICS["wer"]()], ReadingOptions())(shards.shards[0])


def test_empty_lines_are_missing_references_if_they_are_said_to_be(tmp_path):
    for name, text in {"ref.A": "a\n\n", "ref.B": "b\nb\n", "sys": "a\nb\n"}.items():
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    names = [f"{tmp_path}/{name}.txt" for name in ("ref.A", "ref.B", "sys")]
    shards: Shards = find_shards(names[:2], names[2:])
    metric = METRICS["bleu"]()
    found = ShardCounter.of(shards, [metric], ReadingOptions(empty_reference_is_missing=True))(shards.shards[0])
    assert found.missing == (1, 0)
    assert metric.full_signature(found.reference_sample).startswith("nrefs:var|")


def test_references_that_have_changed_under_their_names_are_read_again(tmp_path):
    metric, found = METRICS["nist"](), []
    for text in ("one two three\nfour\n", "five six seven\neight\n"):
        for name in ("ref", "sys"):
            (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
        shards = find_shards([f"{tmp_path}/ref.txt"], [f"{tmp_path}/sys.txt"])
        found.append(ShardCounter.of(shards, [metric], ReadingOptions())(shards.shards[0]).sum_of(metric, "sys"))
    np.testing.assert_array_equal(found[1], found[0])


def test_more_references_than_nist_can_hold_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(counting_module, "MAX_TEXT", 2**12)
    shards = find_shards(*written(tmp_path, [25], N_LINES))
    counting = ShardCounter.of(shards, [METRICS["nist"]()], ReadingOptions())
    with pytest.raises(FormatError, match=r"ref\.A-\d\.txt: expected at most .* Leave nist out of -m\.$"):
        counting(shards.shards[0])
