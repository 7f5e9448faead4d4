"""Sort words into buckets by their tags, such as parts of speech."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import held_bytes
from ..formats.tables.tags import split_texts
from ..testset import Reference, System, TestSet
from .buckets import Buckets, buckets_by_label
from .counts import NGramCounts, count_ngrams

SPACES = "none"
"""Tokenizer that gives the words as they were tagged."""
BETWEEN = "\uffe8"


@dataclass(frozen=True, eq=False)
class WordSorting:
    """The counts of words, and the bucket of each word."""

    counts: NGramCounts
    buckets: Buckets

    @property
    def n_bytes(self) -> int:
        return held_bytes(self.counts) + self.buckets.members.nbytes


def texts_without_tags(test_set: TestSet, pair: Sequence[str]) -> list[str]:
    """Return which of the two systems have no tags; also ``the references`` where too few references have tags."""
    missing = [name for name in pair if test_set.system(name).tags is None]
    return missing + ([] if _references(test_set) else ["the references"])


def words_by_tag(test_set: TestSet, pair: Sequence[str], lowercase: bool = False) -> WordSorting | None:
    """Return the words of two systems and the references by their tags; None where one of them has no tags.

    A word is confirmed where a reference has it with the same tag. References without tags are left out.
    Raises ``ValueError`` where a segment has unequal numbers of tags and words.
    """
    if texts_without_tags(test_set, pair):
        return None
    systems = [_Tagged.of(test_set.system(name), lowercase) for name in pair]
    references = [_Tagged.of(reference, lowercase) for reference in _references(test_set)]
    counts = count_ngrams([text.segments for text in systems], [text.segments for text in references], 1, SPACES)
    words = counts.vocabulary.take(counts.token_ids[counts.first[counts.orders == 1]])
    tagged_words = pa.chunked_array([text.words for text in (*systems, *references)])
    tags = pa.chunked_array([text.tags for text in (*systems, *references)])
    return WordSorting(counts, buckets_by_label(tags.take(pc.index_in(words, tagged_words)).to_pylist()))


def _references(test_set: TestSet) -> list[Reference]:
    """Return the references with tags; empty where a segment has no reference with tags."""
    tagged = [reference for reference in test_set.references if reference.tags is not None]
    missing = [pc.is_null(reference.segments) for reference in tagged]
    for others in missing[1:]:
        missing[0] = pc.and_(missing[0], others)
    return [] if not tagged or pc.any(missing[0]).as_py() else tagged


@dataclass(frozen=True, eq=False)
class _Tagged:
    """A text in which each word is joined with its tag."""

    segments: pa.StringArray
    words: pa.StringArray
    """Distinct joined words."""
    tags: pa.StringArray
    """Tag of each of the distinct words."""

    @classmethod
    def of(cls, text: System | Reference, lowercase: bool) -> "_Tagged":
        lists, lists_of_tags = split_texts(text.segments), split_texts(text.tags)
        lengths = pc.list_value_length(lists)
        if not lengths.equals(pc.list_value_length(lists_of_tags)):
            raise ValueError(f"Every word must have one tag; found others in {text.name}.")
        words, tags = lists.flatten(), lists_of_tags.flatten()
        joined = pc.binary_join_element_wise(_in_lower_case(words) if lowercase else words, tags, BETWEEN)
        ends = np.cumsum(lengths.fill_null(0).to_numpy(), dtype=np.int32)
        segments = pc.binary_join(pa.ListArray.from_arrays(np.insert(ends, 0, 0), joined), " ")
        texts = pc.if_else(pc.is_null(text.segments), pa.scalar(None, pa.string()), segments)
        kinds = joined.dictionary_encode()
        places = np.empty(len(kinds.dictionary), np.int64)
        places[kinds.indices.to_numpy()] = np.arange(len(joined))
        return cls(texts, kinds.dictionary, tags.take(pa.array(places)))


def _in_lower_case(words: pa.StringArray) -> pa.StringArray:
    """Return the words in lower case by Python's rules, as the tokenizers use them."""
    kinds = words.dictionary_encode()
    return pa.array([word.lower() for word in kinds.dictionary.to_pylist()], pa.string()).take(kinds.indices)
