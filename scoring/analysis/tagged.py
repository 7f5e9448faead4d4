"""Words with their tags, such as parts of speech, sorted into buckets by them."""

from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from ..arrays import held_bytes
from ..formats.tags import words_of
from ..testset import Reference, System, TestSet
from .buckets import Buckets, by_label
from .counts import NGramCounts, count_ngrams

SPACES = "none"
"""The tokenizer whose words were tagged."""
BETWEEN = "\uffe8"


@dataclass(frozen=True, eq=False)
class WordSorting:
    """Words as they are counted, and the bucket of each."""

    counts: NGramCounts
    buckets: Buckets

    @property
    def n_bytes(self) -> int:
        return held_bytes(self.counts) + self.buckets.members.nbytes


def without_tags(test_set: TestSet, pair: Sequence[str]) -> list[str]:
    """Which of the two systems have no tags, and ``the references`` where too few have."""
    missing = [name for name in pair if test_set.system(name).tags is None]
    return missing + ([] if _references(test_set) else ["the references"])


def by_tag(test_set: TestSet, pair: Sequence[str], lowercase: bool = False) -> WordSorting | None:
    """The words of two systems and the references by their tags; None where one of them has none.

    A word is confirmed where a reference has it with the same tag. References without tags are left out.
    """
    if without_tags(test_set, pair):
        return None
    tag_of: dict[str, str] = {}
    systems = [_joined(test_set.system(name), lowercase, tag_of) for name in pair]
    references = [_joined(reference, lowercase, tag_of) for reference in _references(test_set)]
    counts = count_ngrams(systems, references, 1, SPACES)
    words = counts.vocabulary.take(counts.token_ids[counts.first[counts.orders == 1]])
    return WordSorting(counts, by_label([tag_of[word] for word in words.to_pylist()]))


def _references(test_set: TestSet) -> list[Reference]:
    """Those with tags; none where a segment has no other."""
    tagged = [reference for reference in test_set.references if reference.tags is not None]
    missing = [pc.is_null(reference.segments) for reference in tagged]
    for others in missing[1:]:
        missing[0] = pc.and_(missing[0], others)
    return [] if not tagged or pc.any(missing[0]).as_py() else tagged


def _joined(text: System | Reference, lowercase: bool, tag_of: dict[str, str]) -> pa.StringArray:
    """Each word with its tag as one; ``tag_of`` is told the tag of each."""
    segments = []
    is_missing = pc.is_null(text.segments).to_pylist()
    for words, tags, missing in zip(words_of(text.segments), words_of(text.tags), is_missing, strict=True):
        joined = [f"{word.lower() if lowercase else word}{BETWEEN}{tag}" for word, tag in zip(words, tags, strict=True)]
        tag_of.update(zip(joined, tags, strict=True))
        segments.append(None if missing else " ".join(joined))
    return pa.array(segments, pa.string())
