"""The sample of lists, against its file as it is read without our reader."""

import gzip
import math
import re
import statistics
from collections import defaultdict
from typing import NamedTuple

import pytest

from ui.store import samples

FOLDER = samples.SAMPLE_DATA / "news-en-es"
NOTE = (FOLDER / "lists" / "README.md").read_text(encoding="utf-8")
WEIGHTS = {name: float(weight) for name, weight in re.findall(r"^\| (\w+) \|.*\| (-?[\d.]+) \|$", NOTE, re.MULTILINE)}
"""Feature -> its weight, as the note says."""


class Candidate(NamedTuple):
    text: str
    features: dict[str, float]
    score: float


@pytest.fixture(scope="module")
def lists():
    """Segment -> its candidates in the file's order."""
    found = defaultdict(list)
    for line in gzip.decompress((FOLDER / "lists" / "apertium.moses.gz").read_bytes()).decode().splitlines():
        segment, text, features, score = line.split(" ||| ")
        parts = features.split()
        named = dict(zip((name.removesuffix("=") for name in parts[::2]), map(float, parts[1::2]), strict=True))
        found[int(segment)].append(Candidate(text, named, float(score)))
    return dict(found)


def test_every_segment_has_a_list(lists):
    assert list(lists) == list(range(len((FOLDER / "source.en.txt").read_text(encoding="utf-8").splitlines())))
    sizes = [len(candidates) for candidates in lists.values()]
    said = f"{len(lists)} lists, one for each segment of [news-en-es](../README.md), {sum(sizes):,} candidates in all"
    assert f"{said}: {min(sizes)} to {max(sizes)} a list, {statistics.median(sizes)} in the middle" in NOTE


def test_no_text_comes_twice_in_a_list_and_none_is_empty(lists):
    for candidates in lists.values():
        texts = [candidate.text for candidate in candidates]
        assert len(texts) == len(set(texts))
        assert all(text == " ".join(text.split()) != "" for text in texts)


def test_features_are_those_of_the_note_and_finite(lists):
    for candidates in lists.values():
        for candidate in candidates:
            assert list(candidate.features) == list(WEIGHTS)
            assert all(map(math.isfinite, candidate.features.values()))


def test_the_score_is_the_sum_that_the_note_says_and_the_best_comes_first(lists):
    for candidates in lists.values():
        for candidate in candidates:
            summed = math.fsum(weight * candidate.features[name] for name, weight in WEIGHTS.items())
            assert candidate.score == pytest.approx(summed, abs=5e-10)
        scores = [candidate.score for candidate in candidates]
        assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("feature", WEIGHTS)
def test_every_feature_tells_candidates_of_many_lists_apart(lists, feature):
    differing = [len({of.features[feature] for of in candidates}) > 1 for candidates in lists.values()]
    assert sum(differing) > 80


def test_texts_of_the_systems_stand_where_they_came_from(lists):
    """With no entry but those that Apertium takes; a list that is full may have left them out."""
    for route in ("direct", "galician", "catalan"):
        outputs = (FOLDER / f"system.apertium-{route}.es.txt").read_text(encoding="utf-8").splitlines()
        found = {
            segment: candidate.features
            for segment, candidates in lists.items()
            for candidate in candidates
            if candidate.text == outputs[segment]
        }
        assert all(segment in found or len(lists[segment]) == 100 for segment in lists)
        assert sum(of["others"] + of["ruled_out"] == 0 for of in found.values()) > 150


def test_the_loader_has_what_the_file_has(lists):
    assert set(samples.LISTS) == set(samples.LISTS_NAMES) <= set(samples.SAMPLES)
    read = samples.sample_lists("news-en-es")
    assert [list(of) for of in read] == [[candidate.text for candidate in candidates] for candidates in lists.values()]
    assert list(read.feature_names) == list(WEIGHTS)
    flat = [candidate for candidates in lists.values() for candidate in candidates]
    assert read.features.tolist() == [list(candidate.features.values()) for candidate in flat]
    assert read.decoder_scores.tolist() == [candidate.score for candidate in flat]
    assert read.n_segments == len(samples.sample("news-en-es"))
