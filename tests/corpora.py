"""Segments with references for the tests of metrics: made by Hypothesis, and those of sample_data."""

import json
from pathlib import Path

from hypothesis import strategies as st

SAMPLE_DATA = Path(__file__).parents[1] / "sample_data"

# Few words, so that n-grams repeat; and pieces on which tokenizers and lower-casing differ.
WORDS = st.lists(st.sampled_from(["a", "b", "A", "c."]), max_size=9).map(" ".join)
PIECES = [*"aA1. ,-&猫İΣσ😀\n\xa0\u2028\u0301\x1c", "&quot;", "&amp;", "<skipped>", "-\n", " the ", "1.5"]
NASTY = st.lists(st.sampled_from(PIECES), max_size=9).map("".join)
SEGMENT = WORDS | NASTY
REPEATS = st.integers(1, 5).flatmap(lambda n: st.lists(st.sampled_from("abcde"[:n]), max_size=14)).map(" ".join)
TER_OPTIONS = st.fixed_dictionaries(
    {name: st.booleans() for name in ("case_sensitive", "normalized", "no_punct", "asian_support")}
)
SAUDI = (
    "THIS WEEK THE SAUDIS denied information published in the new york times",
    "SAUDI ARABIA denied THIS WEEK information published in the AMERICAN new york times",
)
"""Hypothesis and reference of Snover et al. (2006), section 3.1."""


@st.composite
def corpora(draw, segment=SEGMENT, min_segments=1):
    """Hypotheses and references as [reference][segment], any of them empty, single references None."""
    n_references = draw(st.integers(1, 4))
    rows = draw(
        st.lists(
            st.tuples(
                segment,
                st.lists(segment, min_size=n_references, max_size=n_references),
                st.lists(st.booleans(), min_size=n_references, max_size=n_references),
                st.integers(0, n_references - 1),
            ),
            min_size=min_segments,
            max_size=5,
        )
    )
    columns = [
        [text if i == kept or not missing[i] else None for i, text in enumerate(texts)]
        for _, texts, missing, kept in rows
    ]
    return [row[0] for row in rows], [list(column) for column in zip(*columns, strict=True)]


@st.composite
def nltk_corpora(draw, order=4):
    """Every hypothesis has ``order`` words at least and the first shares them with its reference.

    NLTK counts one n-gram for a hypothesis that has none (it clamps the denominator to 1), and warns and
    computes on where an order has no match at all: there it departs from the paper.
    """
    words = st.lists(st.sampled_from("abc"), max_size=9)
    start = draw(st.lists(st.sampled_from("abc"), min_size=order, max_size=order))
    rows = draw(
        st.lists(
            st.tuples(st.lists(st.sampled_from("abc"), min_size=order, max_size=9), words, words),
            min_size=1,
            max_size=4,
        )
    )
    rows[0] = (start + rows[0][0], start + rows[0][1], rows[0][2])
    n_references = draw(st.integers(1, 2))
    return [hypothesis for hypothesis, *_ in rows], [list(refs[:n_references]) for _, *refs in rows]


def split_corpus(hypotheses, references):
    """Both as lists of words, the references as [segment][reference]."""
    rows = zip(*references, strict=True)
    return [text.split() for text in hypotheses], [[text.split() for text in row if text is not None] for row in rows]


def corpus_score(metric, hypotheses, references):
    return float(metric.score(metric.statistics(hypotheses, references).sum(axis=0)))


def statistics_of_tokens(bleu, hypotheses, references):
    columns = [[" ".join(r) for r in column] for column in zip(*references, strict=True)]
    return bleu.statistics([" ".join(h) for h in hypotheses], columns)


def sample_sets():
    """(set/system, hypotheses, [reference][segment]) of all sample_data, read without our reader."""

    def lines(file):
        return file.read_text(encoding="utf-8").removesuffix("\n").split("\n")

    for folder in sorted(path for path in SAMPLE_DATA.iterdir() if path.is_dir()):
        references = [lines(file) for file in sorted(folder.glob("reference.*.txt"))]
        for file in sorted(folder.glob("system.*.txt")):
            yield f"{folder.name}/{file.name.split('.')[1]}", lines(file), references
    rows = [json.loads(line) for line in lines(SAMPLE_DATA / "textbook" / "textbook.jsonl")]
    most = max(len(row["references"]) for row in rows)
    filled = [row["references"] + [None] * (most - len(row["references"])) for row in rows]
    for system in rows[0]["systems"]:
        hypotheses = [row["systems"][system] for row in rows]
        yield f"textbook/{system}", hypotheses, [list(column) for column in zip(*filled, strict=True)]


SAMPLE_SETS = list(sample_sets())
