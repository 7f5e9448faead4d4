"""Scores of changed texts: in the reference's word order, without extra words, or without HTML entities."""

import html
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...analysis.counts import count_ngrams
from ...bleu import BLEU
from ...counting.arrays import Flags, Floats, sums_at
from ...text.texts import as_column
from ...text.tokenizers import encode_columns, lowercase_texts

PIECE = r"\S@@(?: |\z)"
"""Pattern (RE2) of a piece of a word that BPE has cut off."""
MOSTLY = 0.5
"""Share of copied words from which an output is taken for a copy of its source."""


@dataclass(frozen=True, eq=False)
class ScoredTexts:
    """One system's outputs with their references, and the BLEU that scores them."""

    outputs: pa.StringArray
    references: Sequence[pa.StringArray]
    bleu: BLEU

    @cached_property
    def statistics(self) -> Floats:
        """Statistics of BLEU, float64 (n_segments, n_statistics)."""
        return self.bleu.statistics(self.outputs, self.references)

    @cached_property
    def score(self) -> float:
        """Corpus BLEU."""
        return float(self.bleu.score(self.statistics.sum(axis=0)))

    @cached_property
    def segment_scores(self) -> Floats:
        """BLEU of each segment, float64 (n_segments,); 0 where it is not defined."""
        return np.nan_to_num(self.bleu.score(self.statistics))

    def by(self, **options: Any) -> "ScoredTexts":
        """Return these texts with other options of BLEU."""
        return replace(self, bleu=replace(self.bleu, **options))

    def only(self, flags: Flags) -> "ScoredTexts":
        """Return the texts of the segments that ``flags`` (n_segments,) marks."""
        mask = pa.array(flags)
        return replace(self, outputs=self.outputs.filter(mask), references=[of.filter(mask) for of in self.references])

    def with_unescaped_entities(self) -> "ScoredTexts":
        """Return the texts with each HTML entity replaced by its character."""
        references = [_unescape_entities(column) for column in self.references]
        return replace(self, outputs=_unescape_entities(self.outputs), references=references)

    def with_joined_pieces(self) -> "ScoredTexts":
        """Return the texts with the pieces of words in the outputs, which BPE marks by ``@@``, joined."""
        return replace(self, outputs=pc.replace_substring_regex(self.outputs, r"(\S)@@(?: |\z)", r"\1"))

    def in_reference_order(self) -> "ScoredTexts":
        """Return the texts with the words of each output that a reference has in the order of that reference.

        Words that no reference has keep their places. Of several references, the one with most of the words is taken,
        the first of equals. Words are replaced by numbers, so that no tokenizer cuts them again.
        """
        tokens = encode_columns([self.outputs, *self.references], self.bleu.tokenize, self.bleu.lowercase)
        n_columns, n_segments = tokens.starts.shape
        texts: list[list[str | None]] = [[] for _ in range(n_columns)]
        for segment in range(n_segments):
            output = tokens.required_ids(0, segment)
            references = [tokens.text_ids(column, segment) for column in range(1, n_columns)]
            tried = [_reorder_like_reference(output.tolist(), of.tolist()) for of in references if of is not None]
            _, ordered = max(tried, key=lambda one: one[0])
            for column, words in zip(texts, (ordered, *references), strict=True):
                column.append(None if words is None else " ".join(map(str, words)))
        outputs, *others = map(as_column, texts)
        return ScoredTexts(outputs, others, replace(self.bleu, tokenize="none", lowercase=False))

    def score_at_reference_length(self) -> float:
        """Return BLEU as if the output had as many words as the reference.

        A shorter output has no brevity penalty. In a longer one, the n-grams of each order are reduced by the number of
        extra words, and all matches are kept: this is the highest score that a shorter output could have.
        """
        bleu, total = self.bleu, self.statistics.sum(axis=0)
        length, reference_length = (bleu.statistic_names.index(f"{of}_length") for of in ("hypothesis", "reference"))
        extra = max(total[length] - total[reference_length], 0.0)
        for place, name in enumerate(bleu.statistic_names):
            if name.startswith("totals_"):
                total[place] = max(total[place] - extra, bleu.column(total, name.replace("totals", "matches")))
        total[length] -= extra
        total[reference_length] = total[length]
        return float(bleu.score(total))

    def copied_from(self, source: pa.StringArray) -> Flags:
        """Return whether at least half of each output's words are its source's and no reference's, (n_segments,)."""
        counts = count_ngrams([self.outputs, source], self.references, 1, self.bleu.tokenize, self.bleu.lowercase)
        in_output, in_source = counts.counts[:2]
        are_copied = np.where(counts.reference_counts.max(axis=0) == 0, np.minimum(in_output, in_source), 0)
        copied = sums_at(counts.segments, are_copied, counts.n_segments)
        flags: Flags = (copied >= MOSTLY * counts.lengths[0]) & (copied > 0)
        return flags

    def capitals(self) -> tuple[float, float]:
        """Return the share of words that are not in lower case, 0 to 1, of the outputs and of all references."""
        return _share_of_capitals([self.outputs]), _share_of_capitals(self.references)

    def __len__(self) -> int:
        return len(self.outputs)


def _unescape_entities(column: pa.StringArray) -> pa.StringArray:
    """Return the column with each HTML entity replaced by its character."""
    return pa.array([None if text is None else html.unescape(text) for text in column.to_pylist()], pa.string())


def _reorder_like_reference(output: list[int], reference: list[int]) -> tuple[int, list[int]]:
    """Return how many words of the output the reference has, and the output with these in the reference's order."""
    places_of_word = defaultdict(list)
    for place, word in enumerate(reference):
        places_of_word[word].append(place)
    places, reference_places = [], []
    for place, word in enumerate(output):
        if places_of_word[word]:
            places.append(place)
            reference_places.append(places_of_word[word].pop(0))
    ordered = list(output)
    for place, at in zip(places, sorted(reference_places), strict=True):
        ordered[place] = reference[at]
    return len(reference_places), ordered


def _share_of_capitals(columns: Sequence[pa.StringArray]) -> float:
    words = pc.list_flatten(pc.utf8_split_whitespace(pa.concat_arrays(columns).drop_null()))
    return float(pc.mean(pc.not_equal(words, lowercase_texts(words))).as_py() or 0.0) if len(words) else 0.0
