"""METEOR: Banerjee and Lavie (2005).

"METEOR: An Automatic Metric for MT Evaluation with Improved Correlation with Human Judgments"; alpha, beta and gamma
were named by Lavie and Agarwal (2007).

    P = m / c,  R = m / r                               m matches, c words of the hypothesis, r of the reference
    F = P R / (alpha P + (1 - alpha) R)                 10 P R / (R + 9 P) in the paper
    METEOR = F (1 - gamma (chunks / m)^beta)

Words match stage by stage, as many as possible in each: equal words, then equal stems, then synonyms, if asked for. Of
all such matchings the one with the fewest chunks counts, as in METEOR 1.3 (Denkowski and Lavie 2011); the paper takes
the one with the fewest pairs that cross, and counts its chunks. A corpus has the score of its summed statistics, as
METEOR's own aggregate.

NLTK's ``single_meteor_score`` with the same stemmer matches as many equal words and stems, but each with the last word
that is free: where words are repeated it can find more chunks, and so a lower score: 54.0, not 56.5, for the
phrase-based system's tokenized TED talks. Where it finds as few chunks, the scores are the same. NLTK's own stemmer
extends Porter's, so that some words get other stems. NLTK looks up synonyms of stems, so that "large" has none: it
looks for "larg".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, NamedTuple

import numpy as np
import pyarrow as pa

from ..counting.arrays import Floats, Ints
from ..counting.limits import Limit
from ..counting.progress import Progress, no_progress, progress_of_part
from ..metric import Columns, Metric
from ..options import TOKENIZE, option
from ..text.tokenizers import USUAL, Tokens, count_tokens, encode_columns
from ..validation import check_known
from .chunks import count_matches_and_chunks, match_words
from .segment import SegmentMatching, segment_matching
from .stages import NO_STEMMER, STEMMERS, StemsAndSynonyms, stems_and_synonyms
from .wordnet import open_wordnet, wordnet_is_there

HIGHEST_BETA = 100.0
"""Highest accepted beta; a higher number is probably a typing error."""
_EMPTY_PAIR_SCORE = np.finfo(float).tiny
"""Score of two empty texts where references are compared: above an empty hypothesis against any other reference."""
STEMMER_DESCRIPTIONS = {
    NO_STEMMER: "equal words only",
    "porter": "Porter's stemmer for English, as METEOR's authors took it",
}
"""Descriptions of some stemmers; the other stemmers are named by their language."""


class MeteorArithmetic(NamedTuple):
    """All numbers between METEOR's statistics and its score; arrays broadcast over leading axes (...)."""

    hypothesis_length: Floats
    """Length of the hypothesis c, (...,)."""
    reference_length: Floats
    """Length of the reference r, (...,)."""
    matches: Floats
    """Number of matches m, (...,)."""
    chunks: Floats
    """Number of chunks, (...,)."""
    precision: Floats
    """Precision, (...,), 0-1, 0 without a match."""
    recall: Floats
    """Recall, (...,), 0-1, 0 without a match."""
    f_mean: Floats
    """Weighted mean F of precision and recall, (...,), 0-1, 0 without a match."""
    fragmentation: Floats
    """Chunks for each match, (...,), 0-1, 0 without a match."""
    penalty: Floats
    """Share of the mean that is taken off, (...,), 0-1."""
    score: Floats
    """Score, (...,), 0-100, NaN where both texts are empty."""


@dataclass(frozen=True)
class METEOR(Metric):
    """METEOR by exact matches and stems; synonyms are an extra.

    Parameters
    ----------
    tokenize : the name of one of ``TOKENIZERS``; METEOR's own sets punctuation apart as well
    case_sensitive : whether case counts; METEOR lower-cases everything
    alpha : how much more recall weighs than precision, 0 (precision alone) to 1 (recall alone)
    beta : how fast the penalty grows with the number of chunks, 0 to 100
    gamma : the share that is taken off where every match is a chunk of its own, 0 to 1
    stemmer : one of ``scoring.meteor.stages.STEMMERS``: "porter", a language, or "none" for exact matches only
    synonyms : whether words also match by WordNet: where a synset of the hypothesis' word, in any of its base forms,
        has the reference's word. For English; needs NLTK and its WordNet.

    The defaults are the paper's. One chunk is a chunk too: a perfect match of m words scores 100 (1 - gamma / m^beta).
    Of several references each segment counts the one that gives it the highest score, the first of equals.

    Raises ``ValueError`` for an option that it cannot take, and where WordNet is asked for and not installed.
    """

    tokenize: str = option(USUAL, TOKENIZE)
    case_sensitive: bool = option(
        False,
        label="Case counts",
        short="case in METEOR",
        help="Do not ignore case in METEOR.",
        flag="--meteor-case-sensitive",
        key="meteor_case_sensitive",
        part="case",
        written=lambda counts: "mixed" if counts else "lc",
    )
    alpha: float = option(
        0.9,
        label="alpha",
        short="alpha of METEOR",
        help="How much more recall weighs than precision in METEOR: 0 is precision alone, 1 recall alone.",
        flag="--meteor-alpha",
        metavar="A",
        key="meteor_alpha",
        lowest=0.0,
        highest=1.0,
        step=0.05,
        other=0.5,
        part="alpha",
        written=repr,
    )
    beta: float = option(
        3.0,
        label="beta",
        short="beta of METEOR",
        help="How fast METEOR's penalty grows with the number of chunks.",
        flag="--meteor-beta",
        metavar="B",
        key="meteor_beta",
        lowest=0.0,
        highest=HIGHEST_BETA,
        slider_to=10.0,
        step=0.1,
        other=4.0,
        part="beta",
        written=repr,
    )
    gamma: float = option(
        0.5,
        label="gamma",
        short="gamma of METEOR",
        help="The share that METEOR takes off where every match is a chunk of its own.",
        flag="--meteor-gamma",
        metavar="G",
        key="meteor_gamma",
        lowest=0.0,
        highest=1.0,
        step=0.05,
        other=0.25,
        part="gamma",
        written=repr,
    )
    stemmer: str = option(
        "porter",
        label="Stemmer",
        short="stemmer of METEOR",
        help="The stems that METEOR matches after equal words: porter (for English), a language by Snowball's"
        " stemmer, or none.",
        flag="--meteor-stemmer",
        metavar="NAME",
        key="meteor_stemmer",
        choices=lambda: {name: STEMMER_DESCRIPTIONS.get(name, "") for name in STEMMERS},
        other="english",
        part="stem",
    )
    synonyms: bool = option(
        False,
        label="Synonyms by WordNet",
        short="synonyms in METEOR",
        help="METEOR matches English synonyms too. Needs NLTK and its WordNet.",
        flag="--meteor-synonyms",
        key="meteor_synonyms",
        part="syn",
        written=lambda value: f"wordnet-{open_wordnet().version}" if value else "no",
        available=wordnet_is_there,
    )

    name: ClassVar[str] = "meteor"
    label: ClassVar[str] = "METEOR"
    is_slow: ClassVar[bool] = True
    settings: ClassVar[str] = "METEOR"
    several_references: ClassVar[tuple[tuple[str, str], ...]] = (("ties", "first"),)
    segment_statistics: ClassVar[tuple[str, ...]] = ("matches", "chunks")
    most_words: ClassVar[int] = 20_000
    """Most words of a text: matching two texts of this length takes up to 10 s."""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_known(self.stemmer, STEMMERS, "stemmer")
        if self.synonyms:
            open_wordnet()

    @property
    def statistic_names(self) -> tuple[str, ...]:
        return "hypothesis_length", "reference_length", "matches", "chunks"

    @property
    def limits(self) -> tuple[Limit, ...]:
        count = partial(count_tokens, tokenizer=self.tokenize)
        return *super().limits, Limit(self.label, "words", self.most_words, count)

    def alignment(self, hypothesis: str, references: Sequence[str | None]) -> SegmentMatching:
        """Return one hypothesis with its matches and chunks in each reference, as counted by ``statistics``, for views.

        Raises ``ValueError`` where there is no hypothesis or no reference.
        """
        column, columns = self._segment_columns(hypothesis, references)
        tokens, words = self._prepared([*columns, column])
        partners = np.stack([match_words(tokens, len(columns), number, words) for number in range(len(columns))])
        rows = np.stack(
            [_row(tokens, len(columns), number, word_partners) for number, word_partners in enumerate(partners)]
        )
        best = int(self._best(rows)[0])
        return segment_matching(tokens, words, partners, best, tuple(rows[best, 0].tolist()))

    def warm_up(self) -> None:
        super().warm_up()
        self.alignment("a b", ["a b"])

    def _prepared(self, columns: Sequence[pa.StringArray]) -> tuple[Tokens, StemsAndSynonyms]:
        tokens = encode_columns(columns, self.tokenize, lowercase=not self.case_sensitive)
        return tokens, stems_and_synonyms(tokens.vocabulary, self.stemmer, self.synonyms)

    def _statistics(self, columns: Columns, references: Columns, on_progress: Progress = no_progress) -> list[Floats]:
        tokens, words = self._prepared([*references, *columns])
        statistics = []
        for at in range(len(columns)):
            column, tell = len(references) + at, progress_of_part(on_progress, at, len(columns))
            partners = (
                match_words(tokens, column, n, words, progress_of_part(tell, n, len(references)))
                for n in range(len(references))
            )
            rows = np.stack([_row(tokens, column, n, of) for n, of in enumerate(partners)])
            statistics.append(rows[self._best(rows), np.arange(rows.shape[1])])
        return statistics

    def _best(self, rows: Floats) -> Ints:
        """Return the best reference of each segment, the first of equals, int64 (n_segments,).

        ``rows`` is (n_references, n_segments, n_statistics).
        """
        missing = self._column(rows, "reference_length") < 0
        best: Ints = np.where(missing, -1.0, np.nan_to_num(self.score(rows), nan=_EMPTY_PAIR_SCORE)).argmax(axis=0)
        return best

    def _score(self, statistics: Floats) -> Floats:
        return self.arithmetic(statistics).score

    def arithmetic(self, statistics: Floats) -> MeteorArithmetic:
        """Return all numbers between the statistics (..., n_statistics) and the score."""
        statistics = self._checked(statistics)
        length, reference_length = (self._column(statistics, f"{text}_length") for text in ("hypothesis", "reference"))
        matches, chunks = (self._column(statistics, name) for name in ("matches", "chunks"))
        precision, recall = _share(matches, length), _share(matches, reference_length)
        f_mean = _share(precision * recall, self.alpha * precision + (1 - self.alpha) * recall)
        fragmentation = _share(chunks, matches)
        penalty = self.gamma * fragmentation**self.beta
        score = np.where((length == 0) & (reference_length == 0), np.nan, 100 * (1 - penalty) * f_mean)
        counted = length, reference_length, matches, chunks
        return MeteorArithmetic(*counted, precision, recall, f_mean, fragmentation, penalty, score)


def _row(tokens: Tokens, column: int, reference: int, partners: Ints) -> Floats:
    """Return the statistics of one column against one reference, float64 (n_segments, 4).

    A missing reference has the length -1.
    """
    length, reference_length = (tokens.ends[c] - tokens.starts[c] for c in (column, reference))
    lengths = length, np.where(tokens.starts[reference] < 0, -1, reference_length)
    return np.concatenate([np.stack(lengths, axis=1), count_matches_and_chunks(tokens, column, partners)], axis=1)


def _share(part: Floats, whole: Floats) -> Floats:
    """Return the ratio of part and whole, 0 where the whole is 0."""
    share = np.zeros(np.shape(whole))
    np.divide(part, whole, out=share, where=whole != 0)
    return share
