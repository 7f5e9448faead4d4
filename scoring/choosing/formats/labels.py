"""Read Moses's features from text: the label of each number, and its place under the label.

A label ends in ``=`` or ``:``, with or without a space before its number (``lm= -3``, ``lm=-3``, ``d: 0 -7.6``), and
may have several numbers. As in Moses, a label with ``_`` and ``=`` is a sparse feature: it has one number, and further
numbers belong to the label before. Numbers without any label are called ``f``.
"""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...counting.arrays import Flags, Floats, Ints
from ...formats.errors import FormatError
from ...output.numbers import counted
from ...text.naming import clean_name
from ...text.texts import as_mask
from .features import Features, parse_decimals

UNLABELLED = "f"
_JOINED = r"([^\s=])=([-+]?\.?\d[-+.\deE]*)(\s|$)"
_LABEL = r"[^=:][=:]$"
_SPARSE = r"_.*=$"


@dataclass(frozen=True, eq=False)
class LabelledNumbers:
    """The numbers of some lines, in their order, with their labels."""

    rows: Ints
    """(n_values,): line of each number, from 0"""
    names: tuple[str, ...]
    """All labels of these lines; the first one is ``f``."""
    labels: Ints
    """(n_values,): index of each number's label in ``names``"""
    places: Ints
    """(n_values,): place of each number among those of its label, from 0"""
    values: Floats
    """(n_values,): the numbers"""


class LabelledFeatures:
    """The features of a Moses file, added a block of lines at a time.

    A label that a line lacks is 0 there. A label's numbers, and numbers without labels, must be as many as on lines
    before.
    """

    def __init__(self, file: str, features: Features) -> None:
        self._file, self._features = file, features
        self._counts: dict[str, int] = {}
        """Number of values of each label on the lines that have it."""
        self._keys: dict[str, tuple[str, int]] = {}
        """Label and place of each feature's name."""
        self._n_lines = 0

    def add(self, fields: pa.StringArray, lines: Ints) -> None:
        """Add further lines of features.

        Raises ``FormatError`` with the line, from ``lines`` (n_lines,), for features that do not fit the lines before.
        """
        numbers = parse_labelled_numbers(self._file, fields, lines)
        self._check_counts(numbers, lines)
        width = int(numbers.places.max(initial=0)) + 1
        keys, first, inverse = np.unique(
            numbers.labels * width + numbers.places, return_index=True, return_inverse=True
        )
        columns = np.empty(len(keys), np.int64)
        for at in np.argsort(first):
            label, place = divmod(int(keys[at]), width)
            columns[at] = self._column(numbers.names[label], place, int(lines[numbers.rows[first[at]]]))
        self._features.append(numbers.rows + self._n_lines, columns[inverse], numbers.values)
        self._n_lines += len(fields)

    def _column(self, label: str, place: int, line: int) -> int:
        """Return the column of a feature, named by its label, with a number as in Moses where the label has several."""
        name = label if self._counts[label] == 1 else f"{label}_{place}"
        if self._keys.setdefault(name, (label, place)) != (label, place):
            actual = f"another feature called {clean_name(name)}"
            raise FormatError(self._file, actual, "every feature once", line, "Rename one of the labels.")
        return self._features.column(name, line)

    def _check_counts(self, numbers: LabelledNumbers, lines: Ints) -> None:
        rows, labels, counts = _counts(numbers, len(lines))
        for label in dict.fromkeys(labels[np.argsort(rows, kind="stable")].tolist()):
            name, of_label = numbers.names[label], labels == label
            expected = self._counts.setdefault(name, int(counts[of_label][0]))
            wrong = np.flatnonzero(counts[of_label] != expected)
            if len(wrong):
                here = "without a label" if name == UNLABELLED else f"after {clean_name(name)}"
                row = int(rows[of_label][wrong[0]])
                raise FormatError(
                    self._file,
                    f"{counts[of_label][wrong[0]]:,}",
                    f"{counted(expected, 'number')} {here}, as on the lines before",
                    int(lines[row]),
                    "A feature may be left out only together with its label.",
                )


def _counts(numbers: LabelledNumbers, n_lines: int) -> tuple[Ints, Ints, Ints]:
    """Return lines, labels, and the number of values of each label on its line.

    Numbers without a label are listed for every line, also where there are none.
    """
    unlabelled = np.bincount(numbers.rows[numbers.labels == 0], minlength=n_lines)
    are_labelled = numbers.labels > 0
    pairs, counts = np.unique((numbers.labels * n_lines + numbers.rows)[are_labelled], return_counts=True)
    labels, rows = np.divmod(pairs, n_lines)
    return (
        np.concatenate([np.arange(n_lines), rows]),
        np.concatenate([np.zeros(n_lines, np.int64), labels]),
        np.concatenate([unlabelled, counts]),
    )


def parse_labelled_numbers(file: str, fields: pa.StringArray, lines: Ints) -> LabelledNumbers:
    """Return the labelled numbers of lines of features.

    Raises ``FormatError`` with the line, from ``lines`` (n_lines,), for text that is not a list of features.
    """
    split = pc.split_pattern_regex(pc.utf8_trim_whitespace(_separate_labels(fields)), r"\s+")
    tokens = split.flatten()
    rows = np.repeat(np.arange(len(fields)), pc.list_value_length(split).to_numpy())
    filled = as_mask(pc.not_equal(tokens, ""))
    tokens, rows = tokens.filter(pa.array(filled)), rows[filled]
    is_label = as_mask(pc.match_substring_regex(tokens, _LABEL))
    _check_followed(file, tokens, rows, is_label, lines)
    label_names = pc.if_else(pa.array(is_label), pc.utf8_slice_codeunits(tokens, 0, -1), UNLABELLED)
    encoded = pc.dictionary_encode(pa.concat_arrays([pa.array([UNLABELLED]), label_names]))
    names = tuple(encoded.dictionary.to_pylist())
    is_sparse = is_label & as_mask(pc.match_substring_regex(tokens, _SPARSE))
    codes = encoded.indices.to_numpy()[1:].astype(np.int64)
    labels, places = (column[~is_label] for column in _labels_and_places(rows, codes, is_label, is_sparse))
    rows = rows[~is_label]
    _check_once(file, rows, labels, places, names, lines)
    expected = "a number, or a label such as lm="
    values = parse_decimals(file, tokens.filter(pa.array(~is_label)), lines[rows], expected)
    return LabelledNumbers(rows, names, labels, places, values)


def _separate_labels(fields: pa.StringArray) -> pa.StringArray:
    """Return the lines with a space between each label and its number."""
    return pc.replace_substring_regex(fields, _JOINED, r"\1= \2\3")


def _labels_and_places(rows: Ints, codes: Ints, is_label: Flags, is_sparse: Flags) -> tuple[Ints, Ints]:
    """Return for each token the code of its label, 0 for none, and its place under the label, each (n_tokens,).

    Both are meaningful only for tokens that are numbers.
    """
    at = np.arange(len(rows))
    begins: Flags = np.diff(rows, prepend=-1) != 0
    is_dense = is_label & ~is_sparse
    is_after_sparse: Flags = ~begins & ~is_label & np.roll(is_sparse, 1)
    owners = np.maximum.accumulate(np.where(is_dense | begins, at, 0))
    counts = (~is_label & ~is_after_sparse).astype(np.int64)
    before = np.cumsum(counts) - counts
    labels: Ints = np.where(is_after_sparse, np.roll(codes, 1), np.where(is_dense[owners], codes[owners], 0))
    places: Ints = np.where(is_after_sparse, 0, before - before[owners])
    return labels, places


def _check_followed(file: str, tokens: pa.StringArray, rows: Ints, is_label: Flags, lines: Ints) -> None:
    """Raise ``FormatError`` for a label without a number after it."""
    is_number_next = np.append((rows[1:] == rows[:-1]) & ~is_label[1:], False)[: len(rows)]
    alone = np.flatnonzero(is_label & ~is_number_next)
    if len(alone):
        label = clean_name(tokens[int(alone[0])].as_py())
        raise FormatError(file, "none", f"a number after {label}", int(lines[rows[alone[0]]]))


def _check_once(file: str, rows: Ints, labels: Ints, places: Ints, names: tuple[str, ...], lines: Ints) -> None:
    """Raise ``FormatError`` for a label that a line has twice."""
    order = np.lexsort((places, labels, rows))
    same = [column[order][1:] == column[order][:-1] for column in (rows, labels, places)]
    twice = np.flatnonzero(np.logical_and.reduce(same))
    if len(twice):
        again = order[twice[0] + 1]
        raise FormatError(
            file, f"{clean_name(names[labels[again]])} twice", "every label once", int(lines[rows[again]])
        )
