"""Two systems under one metric as data frames. Pure: nothing is counted here.

Names of a system's columns begin with their contents, then the system's name, so that no name looks like another
column.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from scoring import TestSet
from scoring.output.numbers import printed_difference
from scoring.studies import side_by_side as study
from scoring.studies.comparison import Bootstrap
from scoring.studies.side_by_side import BucketScore, NGramRanking, NGramWins, ScoredPair, WordBucket

LISTED = 2000
"""Largest number of segments in a table."""
MAX_NGRAMS = 200
F1, SCORE_OF = "F1", "score of"
"""Beginnings of the names of columns with words' scores, and with scores of segments and words in one table."""
SIDES = study.A, study.B
"""Labels of the first and of the second system."""


def system_columns(pair: ScoredPair, prefix: str | None = None) -> tuple[str, str]:
    """Return the names of both systems' columns: ``prefix``, by default the metric's, and the system's."""
    first, second = (f"{prefix or pair.metric.full_name} {name}" for name in pair.names)
    return first, second


def score_difference_column(pair: ScoredPair) -> str:
    """Return the name of the column with the first system's score minus the second's."""
    return " − ".join(pair.names)


def scores_table(pair: ScoredPair, sampled: Bootstrap) -> pd.DataFrame:
    """Return both scores and their difference, each with its 95 % interval."""
    a, b = pair.names
    rows = [(name, score, *sampled.interval(name)) for name, score in zip(pair.names, pair.corpus, strict=True)]
    rows.append((score_difference_column(pair), pair.corpus[0] - pair.corpus[1], *sampled.difference_interval(a, b)))
    return pd.DataFrame(rows, columns=["system", pair.metric.full_name, "from", "to"])


def segments_table(
    pair: ScoredPair, test_set: TestSet, order: np.ndarray, influence: np.ndarray, is_printed: bool = False
) -> pd.DataFrame:
    """Return a row for each of the given segments: scores, difference, influence on the corpus, and the text.

    If ``is_printed``, differences are computed from the scores as they are printed.
    """
    a, b = system_columns(pair)
    text = test_set.source if test_set.source is not None else test_set.references[0].segments
    return pd.DataFrame(
        {
            "#": test_set.numbers[order],
            score_difference_column(pair): printed_differences(pair, order) if is_printed else pair.differences[order],
            a: pair.scores[0][order],
            b: pair.scores[1][order],
            "source" if test_set.source is not None else "reference": text.take(order).to_pandas(),
            "influence": influence[order],
        }
    )


def printed_differences(pair: ScoredPair, order: np.ndarray) -> list[float]:
    """Return the differences of these segments' scores as printed, so that all three printed numbers agree."""
    first, second = (scores[order] for scores in pair.scores)
    decimals = pair.metric.decimals
    return [printed_difference(float(a), float(b), decimals) for a, b in zip(first, second, strict=True)]


def wins_table(
    pair: ScoredPair, wins: NGramWins, side: int, order: int | None
) -> tuple[pd.DataFrame, list[np.ndarray]]:
    """Return the n-grams that one side wins, the clearest first, and each n-gram's segments."""
    ngrams = wins.ranked_without_parts(side, MAX_NGRAMS, order)
    both = dict(zip(system_columns(pair, "wins of"), (wins.a[ngrams], wins.b[ngrams]), strict=True))
    own_first = [*both.items()][:: 1 if side == study.A else -1]
    values = dict(own_first) | {"z": side * wins.statistic[ngrams], "p": wins.p_values(ngrams)}
    return _ngram_table(wins, ngrams, side, values)


def production_table(
    production: study.Production, other_production: study.Production, side: int, order: int | None
) -> tuple[pd.DataFrame, list[np.ndarray]]:
    """Return the n-grams that a system over-produces (side ``A``) or under-produces, and each n-gram's segments."""
    ngrams = production.ranked_without_parts(side, MAX_NGRAMS, order)
    values = {
        "output": production.produced[ngrams],
        "references": production.n_in_references[ngrams],
        "other output": other_production.produced[ngrams],
    }
    values["G²"] = production.statistic[ngrams]
    return _ngram_table(production, ngrams, side, values)


def _ngram_table(
    ranking: NGramRanking, ngrams: np.ndarray, side: int, values: Mapping[str, np.ndarray]
) -> tuple[pd.DataFrame, list[np.ndarray]]:
    segments = [ranking.segments(int(ngram), side) for ngram in ngrams]
    words = [" ".join(ranking.counts.words(int(ngram))) for ngram in ngrams]
    frame = pd.DataFrame({"n-gram": words, **values, "in segments": [len(indices) for indices in segments]})
    return frame, segments


def buckets_table(pair: ScoredPair, scored: Sequence[BucketScore], by: str) -> pd.DataFrame:
    """Return one row for each bucket: its size, and both scores and their difference, each with its interval."""
    rows = [{by: bucket.label, "segments": bucket.size, **_scores(pair, bucket)} for bucket in scored]
    return pd.DataFrame(rows)


def words_table(pair: ScoredPair, scored: Sequence[WordBucket], by: str = study.WORDS) -> pd.DataFrame:
    """Return one row for each bucket of words: their number, and both systems' precision, recall and F1."""
    return pd.DataFrame([_word_row(pair, bucket, "frequency" if by == study.WORDS else "label") for bucket in scored])


def _word_row(pair: ScoredPair, bucket: WordBucket, heading: str) -> dict:
    row = {heading: bucket.f1.label, "reference words": bucket.reference_words, "segments": bucket.f1.size}
    row |= _scores(pair, bucket.f1, F1)
    for name, values in (("precision", bucket.precision), ("recall", bucket.recall), ("words", bucket.produced)):
        row |= dict(zip(system_columns(pair, name), values, strict=True))
    return row


def _scores(pair: ScoredPair, bucket: BucketScore, prefix: str | None = None) -> dict[str, float]:
    """Return both scores, then their difference and its interval, then the intervals of both."""
    sides, difference_column = system_columns(pair, prefix), score_difference_column(pair)
    row = dict(zip(sides, bucket.scores, strict=True)) | {difference_column: bucket.difference}
    for name, (low, high) in zip(
        (difference_column, *sides), (bucket.difference_interval, *bucket.intervals), strict=True
    ):
        row |= {f"{name} from": low, f"{name} to": high}
    return row


def reversals_table(pair: ScoredPair, reversals: study.Reversals) -> pd.DataFrame:
    """Return each bucket in which the system that is behind overall leads, the certain ones first."""
    rows = [
        {
            "by": by,
            "bucket": bucket.label,
            "segments": bucket.size,
            "surely": is_sure,
            **_scores(pair, bucket, SCORE_OF),
        }
        for (by, bucket), is_sure in reversals.rows
    ]
    return pd.DataFrame(rows)


def printed_bucket_table(pair: ScoredPair, frame: pd.DataFrame, decimals: int) -> pd.DataFrame:
    """Return a table of buckets with the differences of the scores as printed, so that all three agree."""
    a, b = next(names for prefix in (None, F1, SCORE_OF) if (names := system_columns(pair, prefix))[0] in frame)
    differences = [printed_difference(*scores, decimals) for scores in zip(frame[a], frame[b], strict=True)]
    return frame.assign(**{score_difference_column(pair): differences})


def empty_buckets(scored: Sequence[BucketScore]) -> list[str]:
    """Return the labels of the buckets without a member."""
    return [bucket.label for bucket in scored if not bucket.size]
