"""Base class of TER, WER and PER: tercom's preparation of texts, and edits per reference word."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar

import numpy as np
import pyarrow as pa

from ..counting.arrays import Floats, Ints
from ..counting.progress import Progress, no_progress, progress_of_part
from ..metric import Columns, Metric
from ..options import option
from ..text.languages import Script
from ..text.tokenizers import CHARACTERS, Tokens, encode_columns
from ..validation import expect


@dataclass(frozen=True)
class ErrorRate(Metric):
    """Edits per 100 reference words: 0 is best, and more than 100 where there are more edits than words.

    Parameters
    ----------
    case_sensitive : whether case counts
    normalized : whether punctuation is separated, by tercom's normalisation as sacreBLEU reads it
    no_punct : whether punctuation is removed
    asian_support : whether the two options before include Asian characters (Chinese and Japanese, as in tercom) and
        punctuation; it has no effect alone
    characters : whether characters are counted in place of words, white space left out: WER is then the character
        error rate

    Of several references each segment counts the edits of the one that takes the fewest, the first of equals,
    and divides by the mean length of all. Without a reference word the score is 100, as in sacreBLEU and tercom; it is
    NaN where the hypothesis is empty as well.

    Texts are prepared as sacreBLEU reads tercom's rules. Of 2,400 segments tercom 0.10 itself counts other edits in 2
    by default, in 9 with its -N (``normalized``), and in 126 with -N -P -s (``no_punct`` and ``case_sensitive`` too).
    """

    case_sensitive: bool = option(
        False,
        label="Case counts",
        help="Do not ignore case.",
        flag="--ter-case-sensitive",
        part="case",
        written=lambda counts: "mixed" if counts else "lc",
    )
    normalized: bool = option(
        False,
        label="Separate punctuation (tercom's normalisation, as sacreBLEU reads it)",
        help="tercom's normalisation of punctuation, as sacreBLEU reads it.",
        flag="--ter-normalized",
        aliases=("--ter-normalize",),
        part="norm",
    )
    no_punct: bool = option(
        False,
        label="Remove punctuation",
        help="Remove punctuation.",
        flag="--ter-no-punct",
        part="punct",
        written=lambda removed: "no" if removed else "yes",
    )
    asian_support: bool = option(
        False,
        label="Both for Asian characters too",
        help="With either of the two before: Asian characters and punctuation too.",
        flag="--ter-asian-support",
        part="asian",
    )
    characters: bool = option(
        False,
        label="Characters in place of words",
        help="Edits of characters, not of words: for languages without spaces, such as Thai.",
        flag="--ter-characters",
        key="ter_characters",
        part="unit",
        written=lambda _: "char",
        only_if_changed=True,
    )

    settings: ClassVar[str] = "TER, WER and PER"
    fixed_parts: ClassVar[tuple[tuple[str, str], ...]] = (("tok", "tercom"),)
    higher_is_better: ClassVar[bool] = False
    edit_names: ClassVar[tuple[str, ...]] = ("insertions", "deletions", "substitutions")
    """Names of the statistics that are edits: they come first, and their sum is divided by the last statistic."""
    segment_statistics: ClassVar[tuple[str, ...]] = edit_names

    def unfit_for(self, script: Script) -> str | None:
        expect(script, Script, "script")
        if _cuts(self, script):
            return None
        sentence = f"{script.of_references} {self.settings} take whole phrases for words there. In their settings"
        if _cuts(replace(self, **ASIAN), script):
            return (
                f"{sentence} separate punctuation, and do so for Asian characters too (on the command line:"
                " --ter-normalized --ter-asian-support)."
            )
        return f"{sentence} count characters in place of words (on the command line: --ter-characters), or use chrF."

    @classmethod
    def fitting(cls, script: Script) -> dict[str, bool]:
        """Return the options that cut texts in this script into words, or else into characters, by their names."""
        expect(script, Script, "script")
        separated = not script.has_spaces and _cuts(cls(**ASIAN), script)
        return {**dict.fromkeys(ASIAN, separated), "characters": not script.has_spaces and not separated}

    @property
    def statistic_names(self) -> tuple[str, ...]:
        return *self.segment_statistics, "reference_length"

    @abstractmethod
    def _edits(self, tokens: Tokens, hypothesis: int, references: slice, on_progress: Progress) -> Floats:
        """Return the statistics of one column of hypotheses against the columns of references."""

    def _statistics(self, columns: Columns, references: Columns, on_progress: Progress = no_progress) -> list[Floats]:
        tokens = self._encode(columns, references)
        n, among = len(columns), slice(0, len(references))
        return [self._edits(tokens, among.stop + at, among, progress_of_part(on_progress, at, n)) for at in range(n)]

    def _encode(self, hypotheses: Sequence[pa.StringArray], references: Sequence[pa.StringArray]) -> Tokens:
        """Return the tokens of sacreBLEU's TercomTokenizer, or characters.

        By default texts are lower-cased and split at white space. The references come first. sacreBLEU prepares
        references twice, which when normalised cuts a text such as "..1" further; this method does the same.
        """
        unit = CHARACTERS if self.characters else "none"
        if not (self.normalized or self.no_punct):
            return encode_columns([*references, *hypotheses], unit, lowercase=not self.case_sensitive)
        twice = [self._prepared(self._prepared(reference)) for reference in references]
        return encode_columns([*twice, *map(self._prepared, hypotheses)], unit)

    def _count_words(self, column: pa.StringArray) -> Ints:
        """Return the number of words, or characters, of each text, int64 (n_segments,)."""
        tokens = self._encode([], [column])
        counts: Ints = (tokens.ends - tokens.starts)[0]
        return counts

    def _prepared(self, column: pa.StringArray) -> pa.StringArray:
        """Return the texts as sacreBLEU's own code prepares them; each distinct text is prepared once."""
        from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

        tokenizer = TercomTokenizer(self.normalized, self.no_punct, self.asian_support, self.case_sensitive)
        distinct = column.dictionary_encode()
        texts = [tokenizer(text.rstrip()) for text in distinct.dictionary.to_pylist()]
        return pa.array(texts, pa.string()).take(distinct.indices)

    def _score(self, statistics: Floats) -> Floats:
        first, *others = (self._column(statistics, name) for name in self.edit_names)
        return edit_percentage(sum(others, start=first), self._column(statistics, "reference_length"))


ASIAN = {"normalized": True, "asian_support": True}
"""Options by which tercom cuts texts in Chinese and Japanese characters."""


@cache
def _cuts(metric: ErrorRate, script: Script) -> bool:
    """Return whether the metric finds more than one word in each example sentence of a script without spaces."""
    if script.has_spaces:
        return True
    return bool((metric._count_words(pa.array(script.examples)) > 1).all())


def edit_percentage(edits: Floats, reference_length: Floats) -> Floats:
    """Return edits per 100 reference words, (...,); 100 without a reference word, and NaN without an edit as well."""
    rate_without_words = np.where(edits > 0, 1.0, np.nan)
    length = np.where(reference_length > 0, reference_length, 1)
    percentage: Floats = 100 * np.where(reference_length > 0, edits / length, rate_without_words)
    return percentage


def mean_lengths(tokens: Tokens, references: slice) -> Floats:
    """Return the mean length of each segment's references, missing ones left out, float64 (n_segments,)."""
    starts, ends = tokens.starts[references], tokens.ends[references]
    means: Floats = (ends - starts).sum(axis=0) / (starts >= 0).sum(axis=0)
    return means
