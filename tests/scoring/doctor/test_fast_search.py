"""The searches that are made for large sets find what plain ones find."""

import unicodedata

import numpy as np
import pyarrow as pa
import pytest
from sacrebleu.metrics import CHRF

from scoring.doctor import line_features
from scoring.doctor.finding import ExaminedTexts
from scoring.doctor.line_features import distinct, measure_lines
from scoring.doctor.line_offsets import _quantiles
from scoring.doctor.near_duplicates import line_keys, repeats_within
from scoring.doctor.wrong_languages import find_wrong_languages
from tests.slipped import made_set

LINES = made_set(120, 11)[0]
VARIED = [
    *LINES,
    *(f"{line} ta" for line in LINES[:20]),  # by chrF, and by words where there are 13
    *(f"ba {' '.join(line.split()[1:])}" for line in LINES[20:40]),
    *(" ".join(line.split()[:14]) for line in LINES[40:60]),
    *LINES[60:70],
]


def plain_repeats(lines):
    """Compare each line with all earlier ones."""
    words = [line.lower().replace(".", "").split() for line in lines]
    ngrams = [{tuple(of[at : at + 13]) for at in range(len(of) - 12)} for of in words]
    is_long = [len("".join(of)) >= 30 for of in words]
    exact = [is_long[at] and words[at] in words[:at] for at in range(len(lines))]
    chrf = CHRF()

    def is_near(at, earlier):
        if ngrams[at] & ngrams[earlier]:
            return True
        both = is_long[at] and is_long[earlier] and not exact[earlier]
        return both and chrf.sentence_score(lines[at], [lines[earlier]]).score > 90

    near = [not exact[at] and any(is_near(at, earlier) for earlier in range(at)) for at in range(len(lines))]
    return exact, near


@pytest.mark.exhaustive
def test_repeats_are_those_of_a_search_through_all_pairs():
    column = pa.array(VARIED, pa.string())
    exact, near = repeats_within(line_keys(measure_lines(column), column))
    expected_exact, expected_near = plain_repeats(VARIED)
    assert exact.tolist() == expected_exact
    assert near.tolist() == expected_near
    assert 10 < sum(expected_near) < 60


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("block", [1, 700])
def test_features_of_many_blocks_are_those_of_one(monkeypatch, block):
    column = pa.array([*VARIED, None, "", "日本語 の文", "e\u0301te\u0301 42 &"], pa.string())
    whole = measure_lines(column)
    expected = whole.pieces, whole.bucket_counts
    monkeypatch.setattr(line_features, "BLOCK", block)
    found = measure_lines(column)
    for name in ("log_lengths", "are_there", "digests", "letters"):
        assert np.array_equal(getattr(found, name), getattr(whole, name)), name
    assert all(map(np.array_equal, found.pieces, expected[0]))
    assert np.array_equal(found.bucket_counts, expected[1])
    assert found.bucket_counts.sum() == len(found.pieces[0])


def test_capitals_tokens_and_equal_texts_are_those_of_plain_python():
    lines = [*VARIED, "ÉTÉ", "été", "123", "<unk> .", "<unk> x", "[PAD][PAD]", "", "état A", "字", *VARIED[:3]]
    features = measure_lines(pa.array([*lines, None], pa.string()))
    kinds = [{unicodedata.category(sign) for sign in line} for line in lines]
    assert features.are_with_capitals.tolist() == [*("Lu" in of for of in kinds), False]
    assert features.are_cased.tolist() == [*(bool(of & {"Lu", "Ll"}) for of in kinds), False]
    assert [lines[at] for at in np.flatnonzero(features.are_tokens)] == ["<unk> .", "[PAD][PAD]"]
    assert np.array_equal(features.text_numbers, np.unique(features.digests, return_inverse=True)[1])


def test_lines_of_another_script_are_those_without_one_letter_of_the_text_s():
    odd = ["это очень длинное предложение", "слишком мало", "это очень длинное предложение с Latin", "", "12345 67890"]
    lines = [*LINES[:40], *odd, "אותיות עבריות בלבד בשורה הזאת כאן"]
    letters = [[one for one in line if unicodedata.category(one)[0] == "L"] for line in lines]
    expected = [
        at
        for at, found in enumerate(letters, 1)
        if len(found) >= 20 and not any("LATIN" in unicodedata.name(one) for one in found)
    ]
    texts = ExaminedTexts.of_columns({"r": pa.array(lines, pa.string())}, {})
    (found,) = [one for one in find_wrong_languages(texts) if one.kind == "wrong-script"]
    assert list(found.examples) == expected


@pytest.mark.parametrize("n", [1, 2, 7, 1000])
def test_quantiles_and_different_values_are_numpy_s(n):
    values, levels = np.random.default_rng(n).normal(size=n).round(2), np.linspace(0, 1, 21)[1:-1]
    assert np.array_equal(_quantiles(values, levels), np.quantile(values, levels))
    assert np.array_equal(distinct(values), np.unique(values))
    assert not len(distinct(values[:0]))
