"""Files of labels and of word counts: what is read, and how a file that does not fit is refused."""

import pyarrow as pa
import pytest

from scoring.formats import EncodingError, FormatError, TooLargeError
from scoring.formats.tables.labels import LIMITS, read_labels, read_word_counts
from tests.cases import as_one_test

WHOLE = (
    "line 1: expected a word, a tab and its count, a whole number from 0 on of at most 12 digits,"
    " found the count '1.5'."
)


def listed(counts):
    return dict(zip(counts.words.to_pylist(), counts.counts.tolist(), strict=True))


@pytest.mark.parametrize(
    "data",
    [b"web\n\nnews", b"web\n\nnews\n", b"web\r\n\r\nnews\r\n", b"\xef\xbb\xbfweb\n \nnews\n", b" web\n\t\nnews \n"],
)
def test_labels_whatever_the_line_ends(data):
    assert read_labels("l.txt", data, 3).to_pylist() == ["web", "", "news"]


def test_labels_in_utf16():
    assert read_labels("l.txt", "číslo\nдомен\n".encode("utf-16"), 2).to_pylist() == ["číslo", "домен"]


def test_only_newlines_end_a_line():
    assert read_labels("l.txt", "a\u2028b\x0cc\nd".encode(), 2).to_pylist() == ["a\u2028b\x0cc", "d"]


def test_blank_lines_at_the_end_are_segments_without_a_label():
    assert read_labels("l.txt", b"a\n\n\n", 3).to_pylist() == ["a", "", ""]


@pytest.mark.parametrize(("count", "found"), [(1, "1 line"), (4, "4 lines")])
def test_another_number_of_lines_is_refused_with_both_numbers(count, found):
    with pytest.raises(FormatError) as caught:
        read_labels("domains.txt", b"a\n" * count, 1_500)
    assert str(caught.value) == (
        f"domains.txt: expected 1,500 lines, one label for each segment, found {found}."
        " Nothing is cut or padded; make the file line up with the test set first."
    )


@pytest.mark.parametrize("read", [lambda data: read_labels("x", data, 1), lambda data: read_word_counts("x", data)])
def test_what_is_no_text_is_refused(read):
    for data in (b"", b"a\0b\t1"):
        with pytest.raises(FormatError):
            read(data)
    with pytest.raises(EncodingError):
        read(b"caf\xe9\t1\n")
    with pytest.raises(TooLargeError):
        read(b"a" * (LIMITS.file_bytes + 1))


@pytest.mark.parametrize(
    "data", [b"the\t12\ncat\t0\n", b"\xef\xbb\xbfthe\t12\r\n\r\ncat\t0", b" the \t 12 \ncat\t0\n \n"]
)
def test_word_counts(data):
    assert listed(read_word_counts("w.tsv", data)) == {"the": 12, "cat": 0}


@as_one_test
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"the 12\n", "w.tsv, line 1: expected a word, a tab and its count, found no tab."),
        (b"the\t12\n\t3\n", "w.tsv, line 2: expected a word, a tab and its count, found no word."),
        (b"the\t1.5\n", WHOLE),
        (b"the\t-1\n", "found the count '-1'."),
        ("the\t\u0663\n".encode(), "found the count '\u0663'."),
        (b"the\t" + b"9" * 5000, f"found the count '{'9' * 40}'."),
        (b"the\t" + b"9" * 13, "found the count '9999999999999'."),
        (b"the\tx\nno tab\n", "line 1: expected a word, a tab and its count, a whole"),
        (b"a\t1\na\t2\nno tab\n", "w.tsv, line 2: expected each word once"),
        (b"\n\nno tab\na\tx", "w.tsv, line 3: expected a word, a tab and its count, found no tab."),
        (b"a\t1\n\n \na\t2", "w.tsv, line 4: expected each word once, found a word that is on line 1 already."),
        (b"a\t1\n\t2\n\t2", "w.tsv, line 2: expected a word, a tab and its count, found no word."),
        (b"the\t1\ta\n", r"found the count '1\ta'."),
        (b"the\t1\na\t2\nthe\t3\n", "w.tsv, line 3: expected each word once, found a word that is on line 1 already."),
        (b"\n \n", "w.tsv: expected a word, a tab and its count on each line, found no word."),
    ],
)
def test_word_counts_that_are_none(data, said):
    with pytest.raises(FormatError) as caught:
        read_word_counts("w.tsv", data)
    assert said in str(caught.value)


def test_counts_of_words_whose_case_is_ignored_are_added_up():
    lower = read_word_counts("w.tsv", "The\t2\nthe\t3\na\t1\nΟΔΟΣ\t4\nοδος\t5\nİ\t6\n".encode()).in_lower_case()
    assert listed(lower) == {"the": 5, "a": 1, "οδος": 9, "İ".lower(): 6}


def test_the_largest_counts_add_up():
    most = 10**12 - 1
    lower = read_word_counts("w.tsv", f"The\t{most}\nthe\t{most}\nTHE\t{most}".encode()).in_lower_case()
    assert lower.of(pa.array(["the", "The"])).tolist() == [3 * most, 0]


def test_counts_of_given_words():
    counts = read_word_counts("w.tsv", b"the\t2\na\t1\n")
    assert counts.of(pa.array(["a", "never", "the", "a"])).tolist() == [1, 0, 2, 1]
    assert counts.of(pa.array([], pa.string())).tolist() == []
