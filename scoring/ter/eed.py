"""EED, extended edit distance: Stanchev et al. (2019), "EED: Extended Edit Distance Measure for Machine Translation".

The distance of characters, in which a path may also jump to any place of the hypothesis where a reference word ends:

    EED = min(1, (e + rho * v) / (|r| + rho * v))

e is the least cost of insertions, deletions, substitutions and jumps. v counts the places of the hypothesis that the
cheapest path so far visits again, by one each time, and places that it never visits, by one.

The Python code of the authors and torchmetrics compute that with numbers of 64 bits. The authors' tool, EED.py, runs
code in C++ that differs in three ways: its numbers have 32 bits, it leaves the place before the first character out of
v, and it cuts the cost of the cheapest place so far to a whole number before it looks for a cheaper one.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ..counting.arrays import Floats, Ids, Ints
from ..counting.kernels import kernel
from ..counting.limits import Limit, count_characters
from ..options import option
from ..segment_means.segment_mean import SegmentMean
from ..text.tokenizers import SegmentSpans, Tokens, encode_characters
from ..validation import check_known

Costs = npt.NDArray[np.floating]
"""Array of floats: 64 bits, or 32 bits where EED.py is followed."""
HIGHEST_COST = 100.0
"""Highest accepted cost; a higher cost is probably a typing error."""
TORCHMETRICS, EED_PY = VARIANTS = ("torchmetrics", "eed.py")
ENGLISH, JAPANESE = "en", "ja"
LANGUAGES = {
    ENGLISH: "marks apart from words, for languages with spaces",
    JAPANESE: "Unicode's form NFKC, for Japanese",
}
"""Description of each way of preparing texts, by its name."""


def _prepare_english(text: str, variant: str) -> str:
    """Return the text with marks separated from words, except in numbers and in a few abbreviations.

    EED.py reads i.e. as e.g.
    """
    text = text.rstrip()
    for mark in ".!?,":
        text = text.replace(mark, f" {mark}")
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"(\d) ([.,]) (\d)", r"\1\2\3", text)
    text = re.sub(r"(Dr|Jr|Prof|Rev|Gen|Mr|Mt|Mrs|Ms) .", r"\1.", text)
    text = text.replace("e . g .", "e.g.").replace("i . e .", "e.g." if variant == EED_PY else "i.e.")
    return text.replace("U . S .", "U.S.")


def _prepare_japanese(text: str) -> str:
    return unicodedata.normalize("NFKC", text.rstrip())


@dataclass(frozen=True)
class EED(SegmentMean):
    """EED: the cost of turning a hypothesis into its reference when parts of it may be visited in any order, 0 to 100.

    Parameters
    ----------
    language : how texts are prepared: one of ``LANGUAGES``
    alpha : the cost of a jump, 0 to 100
    rho : the cost of a place that is visited again, or never
    deletion : the cost of an extra character in the hypothesis
    insertion : the cost of a character that is missing in the hypothesis; a substitution costs 1
    variant : whose numbers: "torchmetrics", or "eed.py" for those of the authors' tool

    The corpus score is the mean of the segments' scores, each against the reference that gives it the lowest one.

    Raises ``ValueError`` for an option that it cannot take, and ``TooLong`` for a text of more than 20,000 characters.

    Examples
    --------
    >>> eed = EED()
    >>> rows = eed.statistics(
    ...     ["this is the prediction", "here is an other sample"], [["this is the reference", "here is another one"]]
    ... )
    >>> float(eed.score(rows.sum(axis=0)).round(3))
    30.776
    """

    language: str = option(
        ENGLISH,
        label="Preparation",
        short="preparation of EED",
        help="How EED prepares texts, as torchmetrics names it: en or ja.",
        flag="--eed-language",
        metavar="NAME",
        key="eed_language",
        choices=lambda: LANGUAGES,
        other=JAPANESE,
        part="lang",
        in_sidebar=False,
    )
    alpha: float = option(
        2.0,
        label="alpha",
        short="alpha of EED",
        help="The cost of a jump in EED.",
        flag="--eed-alpha",
        metavar="A",
        key="eed_alpha",
        lowest=0.0,
        highest=HIGHEST_COST,
        other=1.0,
        part="alpha",
        written=repr,
        only_if_changed=True,
        in_sidebar=False,
    )
    rho: float = option(
        0.3,
        label="rho",
        short="rho of EED",
        help="The cost of a character that EED visits again, or never.",
        flag="--eed-rho",
        metavar="R",
        key="eed_rho",
        lowest=0.0,
        highest=HIGHEST_COST,
        other=0.5,
        part="rho",
        written=repr,
        only_if_changed=True,
        in_sidebar=False,
    )
    deletion: float = option(
        0.2,
        label="Deletion",
        short="deletion cost of EED",
        help="The cost of an extra character in the output, in EED.",
        flag="--eed-deletion",
        metavar="D",
        key="eed_deletion",
        lowest=0.0,
        highest=HIGHEST_COST,
        other=0.5,
        part="del",
        written=repr,
        only_if_changed=True,
        in_sidebar=False,
    )
    insertion: float = option(
        1.0,
        label="Insertion",
        short="insertion cost of EED",
        help="The cost of a character that is missing in the output, in EED.",
        flag="--eed-insertion",
        metavar="I",
        key="eed_insertion",
        lowest=0.0,
        highest=HIGHEST_COST,
        other=0.5,
        part="ins",
        written=repr,
        only_if_changed=True,
        in_sidebar=False,
    )
    variant: str = option(
        TORCHMETRICS,
        label="Variant",
        short="variant of EED",
        help="Whose numbers EED gives: torchmetrics, or eed.py for those of the authors' tool.",
        flag="--eed-variant",
        metavar="NAME",
        key="eed_variant",
        choices=lambda: {TORCHMETRICS: "as torchmetrics", EED_PY: "as the authors' tool, in numbers of 32 bits"},
        other=EED_PY,
        part="variant",
        only_if_changed=True,
        in_sidebar=False,
    )

    name: ClassVar[str] = "eed"
    label: ClassVar[str] = "EED"
    higher_is_better: ClassVar[bool] = False
    is_slow: ClassVar[bool] = True
    settings: ClassVar[str] = "EED"
    most_characters: ClassVar[int] = 20_000
    """Most characters of a text: time grows with the product of two lengths, here to 2 s of one core."""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_known(self.language, LANGUAGES, "language of EED")
        check_known(self.variant, VARIANTS, "variant of EED")

    @property
    def limits(self) -> tuple[Limit, ...]:
        return (Limit(self.label, "characters", self.most_characters, count_characters),)

    def _encode(self, columns: Sequence[pa.StringArray]) -> Tokens:
        texts = ([text if text is None else self._prepare(text) for text in column.to_pylist()] for column in columns)
        return encode_characters([pa.array(text, pa.string()) for text in texts], whitespace=True)

    def _prepare(self, text: str) -> str:
        return _prepare_english(text, self.variant) if self.language == ENGLISH else _prepare_japanese(text)

    def _work(self, lengths: Ints, reference_lengths: Ints) -> Floats:
        return 4 * super()._work(lengths, reference_lengths)

    def _compare(self, tokens: Tokens, hypothesis: int, reference: int, run: slice) -> Floats:
        is_original = self.variant == EED_PY
        is_padded = is_original or self.language == ENGLISH
        numbers = self.alpha, self.rho, self.deletion, self.insertion, 1.0
        costs: Costs = np.array(numbers, np.float32 if is_original else np.float64)
        space = tokens.vocabulary.index(" ").as_py()
        spans = tokens.spans(hypothesis, slice(reference, reference + 1), run)
        scores = np.empty(len(spans.starts))
        _measure(spans, costs, space, is_padded, is_original, scores)
        return scores

    def warm_up(self) -> None:
        super().warm_up()
        replace(self, variant=EED_PY).statistics(["a b"], [["a b"]])


@kernel
def _padded(characters: Ids, space: int, is_padded: bool) -> Ids:
    """Return the text, with a space added at both ends if ``is_padded``."""
    padded = np.full(len(characters) + 2, space, np.int32)
    padded[1:-1] = characters
    return padded if is_padded else padded[1:-1]


@kernel
def _distance(words: Ids, reference: Ids, costs: Costs, space: int, is_original: bool) -> float:
    """Return the EED of one hypothesis against one reference, both of at least one character.

    ``costs`` (5,) are the costs of a jump, a visit, a deletion and an insertion, and 1; all numbers are of the type of
    ``costs``. ``is_original`` is whether the authors' code in C++ is followed.
    """
    alpha, rho, deletion, insertion, one = costs
    visits, row = np.full(len(words) + 1, -one), np.full(len(words) + 1, one)
    row[0] -= one
    for character in reference:
        corner, cheapest = row[0], 0
        left = row[0] = corner + one
        lowest = np.floor(left) if is_original else left
        for place in range(1, len(row)):
            straight = corner if words[place - 1] == character else corner + one
            corner = row[place]
            left = min(left + deletion, straight, corner + insertion)
            row[place] = left
            if left < lowest:
                lowest, cheapest = np.floor(left) if is_original else left, place
        visits[cheapest] += one
        if character == space:
            jump = alpha + row[cheapest]
            for place in range(len(row)):
                row[place] = min(row[place], jump)
    coverage, length = one - one, one * costs.dtype.type(len(reference))
    for count in visits[int(is_original) :]:
        coverage += count if count >= 0 else one
    return float(min(1.0, (row[-1] + rho * coverage) / (length + rho * coverage)))


@kernel
def _measure(texts: SegmentSpans, costs: Costs, space: int, is_padded: bool, is_original: bool, out: Floats) -> None:
    """Fill ``out`` (n_segments,) with EED against one column of references, 1 where a text is empty."""
    for segment in range(len(texts.starts)):
        words = texts.ids[texts.starts[segment] : texts.ends[segment]]
        reference = texts.ids[texts.ref_starts[0, segment] : texts.ref_ends[0, segment]]
        out[segment] = 1.0
        if len(words) and len(reference):
            sides = _padded(words, space, is_padded), _padded(reference, space, is_padded)
            out[segment] = _distance(sides[0], sides[1], costs, space, is_original)
