"""Find out if nearly all segments of a text are alike: numbers, ids, rows, coded, or with the same tag or label."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from itertools import islice

import pyarrow as pa
import pyarrow.compute as pc

from ...text.naming import clean_name
from ..columns import Notice
from .affixes import MIN_ID_LINES, MIN_PHRASE_LINES, are_nearly_all, common_beginning, common_end

ONLY_NUMBERS, ONLY_IDS, ONLY_ROWS, WRAPPED = "only-numbers", "only-ids", "only-rows", "wrapped"
ONLY_VALUES, ONE_TEXT, CODED, ANNOTATED, LITERALS = "only-values", "one-text", "coded", "annotated", "literals"
BEGINNINGS, ENDS = "same-beginnings", "same-ends"
TOLD_APART = frozenset([ONLY_ROWS, WRAPPED, ONE_TEXT, ANNOTATED, BEGINNINGS, ENDS])
"""Kinds whose notices describe the text, so that notices of two files differ in more than numbers."""
KINDS = TOLD_APART | {ONLY_NUMBERS, ONLY_IDS, ONLY_VALUES, CODED, LITERALS}
_SPACE = r"[\s\p{Z}]"
_NUMBER = r"(?:[-+\x{2212}]?\d[\d.,eE+-]*%?|(?i:[-+]?inf(?:inity)?|nan|none|null))"
_NO_NUMBERS = frozenset("bcdghjkmpqrsvwxzBCDGHJKMPQRSVWXZ")
"""Letters that no number has, so that a text with one is no row of numbers."""
_NUMBERS = rf"\A{_SPACE}*{_NUMBER}(?:{_SPACE}+{_NUMBER})*{_SPACE}*\z"
"""RE2 of numbers with white space between them, also infinite and missing ones."""
_NO_LETTER = r"\A\P{L}*\z"
_VALUES = r"\A\s*(?i:none|null|nil|nan|#?n/?a|<na>|undefined|true|false)\s*\z"
_CSV = r'(?s)\A\s*"(?:[^"]|"")*"(?:[,;]"(?:[^"]|"")*")+\s*\z'
_NO_SPACE = r"\A\s*[!-~]{16,}\s*\z"
_NO_LETTER_INSIDE = r"[^\sA-Za-z'-]"
_LITERAL = r"""(?s)\A\s*(?:[bru]?"(?:[^"\\]|\\.)*"|[bru]?'.*'|\[.*\]|\{.*\}|\(.*\)),?\s*\z"""
"""Pattern of a string, list, dictionary or tuple of Python or JSON."""
_BARS = r"(?:\S\|\S|\|\d).*(?:\S\|\S|\|\d)"
_BETWEEN = "holds {} between words and tags or numbers, which are scored as text. Keep the words alone."
_ANNOTATED = {
    _BARS: ("|", _BETWEEN.format("|")),
    **{
        rf"\A\s*\S+{mark}\S+(?:\s+\S+{mark}\S+)+\s*\z": (mark, _BETWEEN.format(mark))
        for mark in "/_\N{HALFWIDTH FORMS LIGHT VERTICAL}"
    },
    r"(?:\A|\s)\x{120}.*\s\x{120}|[a-z]\x{120}[a-z].*[a-z]\x{120}": (
        "\N{LATIN CAPITAL LETTER G WITH DOT ABOVE}",
        "holds \N{LATIN CAPITAL LETTER G WITH DOT ABOVE} (U+0120), the mark of byte-level BPE's pieces;"
        " join them before scoring.",
    ),
}
"""Mark and message for patterns (RE2) of lines with additions to their words."""
_TAG = re.compile(r"\s*<([A-Za-z][\w.:-]{0,40})(?:\s[^<>]*)?>")
_ID = re.compile(r"\s*(?=\S*[A-Za-z])(?=\S*\d)([\w/][\w.:/#|@+~=-]{1,100})\s*", re.ASCII)
_HEX = re.compile(r"(?<![0-9A-Za-z])(?=[A-Fa-f]*\d)[0-9A-Fa-f]{8,}(?![0-9A-Za-z])")
_UUID = "-".join(rf"[0-9A-Fa-f]{{{length}}}" for length in (8, 4, 4, 4, 12))
_LOOKED_AT = 100
"""Number of first texts, by which most forms are ruled out."""


class Kinds(Enum):
    """The forms to look for, which depend on where the texts are from."""

    OF_LINES = "everything"
    """Forms for lines of plain text."""
    OF_TEXTS = "everything that says what each text is"
    """Forms for markup and lists, which hold only texts."""
    OF_MARKS = "what texts begin, end and are marked with"
    """Forms for columns of tables whose headers name texts."""
    OF_CELLS = "what texts are wrapped in"
    """Forms for other columns of tables."""


@dataclass(frozen=True)
class _Form:
    """A form that nearly all texts may have, and the message for it."""

    kind: str
    are_of_it: Callable[[pa.StringArray], pa.BooleanArray]
    message: str
    """Text after "Every segment"."""
    at_least: int = 2
    """Minimum number of texts for a notice of this form: a single number is a text."""
    is_ruled_out: Callable[[str], bool] = lambda text: False
    """Function that returns whether a text is surely not of this form, much faster than compiling a pattern."""

    def may_be_form_of(self, texts: Sequence[str]) -> bool:
        """Return whether nearly all of the texts may have this form; a few texts rule out most forms."""
        others = filter(self.is_ruled_out, texts)
        return are_nearly_all(len(texts) - sum(1 for _ in islice(others, len(texts) // 10 + 1)), len(texts))


class UniformTally:
    """Counts of the forms that nearly all segments have, block by block, in memory that does not grow with the text."""

    def __init__(self, unit: str, kinds: Kinds) -> None:
        self._unit, self._kinds = unit, kinds
        self._first: list[pa.StringArray] = []
        self._counts: Counter[_Form] | None = None
        self._n_texts = 0

    @property
    def is_open(self) -> bool:
        """Whether further texts can change the result."""
        return self._counts is None or bool(self._counts)

    def add(self, texts: pa.StringArray) -> None:
        """Count the next texts, which must have no missing and blank ones."""
        self._n_texts += len(texts)
        if self._counts is not None:
            self._counts.update({form: _n_of_form(form, texts) for form in self._counts})
            return
        self._first.append(texts)
        if self._n_texts >= _LOOKED_AT:
            self._counts, self._first = self._counts_of_first(), []

    def notices(self) -> Iterator[Notice]:
        """Yield a notice of the first form that nearly all texts have, if any."""
        counts = self._counts_of_first() if self._counts is None else self._counts
        for form, count in counts.items():
            if self._n_texts >= form.at_least and are_nearly_all(count, self._n_texts):
                every = f"Every {self._unit}"
                if count < self._n_texts:
                    every = f"Nearly every {self._unit} ({count:,} of {self._n_texts:,})"
                yield Notice(form.kind, f"{every} {form.message}", count)
                return

    def _counts_of_first(self) -> Counter[_Form]:
        """Return how many of the kept texts have each form that nearly all of the first texts have."""
        if not self._first:
            return Counter()
        texts = pa.concat_arrays(self._first)
        first = texts[:_LOOKED_AT]
        lines = first.to_pylist()
        forms = (form for form in _forms(lines, self._kinds) if form.may_be_form_of(lines))
        return Counter(
            {form: _n_of_form(form, texts) for form in forms if are_nearly_all(_n_of_form(form, first), len(first))}
        )


def _n_of_form(form: _Form, texts: pa.StringArray) -> int:
    return int(pc.sum(form.are_of_it(texts), min_count=0).as_py())


def _forms(first: Sequence[str], kinds: Kinds) -> Iterator[_Form]:
    """Yield the forms of these kinds that the texts may have, by the first ones."""
    if not first:
        return
    example = first[(len(first) - 1) // 2]  # the first and the last line may be a heading and a sum
    tag = _TAG.match(example)
    if tag is not None and tag[1] != "s":  # <s> has a notice of its own
        name = re.escape(tag[1])
        pattern = rf"(?s)\A\s*<{name}(?:\s[^<>]*)?>.*</{name}\s*>\s*\z"
        message = f"is wrapped in <{clean_name(tag[1])}>: tags are scored as words. Remove them before scoring."
        yield _Form(WRAPPED, _matching(pattern), message)
    if kinds in (Kinds.OF_LINES, Kinds.OF_TEXTS):
        yield from _nonsentence_forms(first, example)
        yield from _rows(example, kinds is Kinds.OF_LINES)
    if kinds is not Kinds.OF_CELLS:
        yield from _markup_forms(first, example)


def _nonsentence_forms(first: Sequence[str], example: str) -> Iterator[_Form]:
    if any(map(re.compile(r"\d").search, first)):
        message = "is a number, or a row of numbers: are these texts, not scores or ids?"
        yield _Form(ONLY_NUMBERS, _matching(_NUMBERS), message, is_ruled_out=_has_letter_of_words)
    yield _Form(ONLY_NUMBERS, _matching(_NO_LETTER), "has no letter: are these texts?", MIN_ID_LINES, _has_letter)
    message = "is None, null, NaN, True or the like: are these texts?"
    yield _Form(ONLY_VALUES, _matching(_VALUES), message, MIN_ID_LINES, _has_inner_space)
    if len(set(first)) > 1:
        message = f"looks like an id, such as {clean_name(example)}: are these texts?"
        for pattern, at_least in _id_patterns(example):
            yield _Form(ONLY_IDS, _matching(rf"\A\s*{pattern}\s*\z"), message, at_least)
    ((text, _),) = Counter(first).most_common(1)
    message = f'is the same, "{clean_name(text)}": are these texts?'
    yield _Form(ONE_TEXT, partial(pc.equal, text), message, MIN_PHRASE_LINES, text.__ne__)
    message = (
        "is a long run of characters without a space: is it a text, or is it coded (Base64, %20), a path or an id?"
    )
    yield _Form(CODED, _are_without_space, message, MIN_ID_LINES, _has_inner_space)


def _rows(example: str, are_lines: bool) -> Iterator[_Form]:
    read_as_columns = "Name the file {} and its columns in the first row, and they are read as columns."
    read_as_columns = read_as_columns if are_lines else "Keep the column that holds the texts."
    n_tabs = example.count("\t")
    if n_tabs:
        message = f"holds {n_tabs + 1:,} columns separated by tabs: tabs and columns are scored as text."
        yield _Form(
            ONLY_ROWS, partial(_has_separator_count, "\t", n_tabs), f"{message} {read_as_columns.format('.tsv')}"
        )
    message = "is a row of cells in quotation marks, as in CSV: marks and cells are scored as text."
    message = f"{message} {read_as_columns.format('.csv')}"
    yield _Form(ONLY_ROWS, _matching(_CSV), message, is_ruled_out=lambda text: not text.lstrip().startswith('"'))
    for separator in ("|||", "|", ";", *_signs_between(example)):
        n_inside = re.sub(r"&#?\w+;", "", example).strip().strip(separator).count(separator)
        if n_inside:
            message = (
                f"holds {n_inside + 1:,} columns separated by {separator.strip()}, which are scored as text."
                " Keep the column that holds the texts."
            )
            yield _Form(
                ONLY_ROWS, partial(_has_separator_count, separator, example.count(separator)), message, MIN_ID_LINES
            )


def _signs_between(example: str) -> Iterator[str]:
    """Yield arrows, slashes and other signs between words, with their spaces."""
    for word in dict.fromkeys(example.split()[1:-1]):
        if any(sign == "/" or unicodedata.category(sign) in {"Sm", "So"} for sign in word) and not re.search(
            r"\w", word
        ):
            yield f" {word} "


def _markup_forms(first: Sequence[str], example: str) -> Iterator[_Form]:
    for pattern, (mark, message) in _ANNOTATED.items():
        yield _Form(ANNOTATED, _matching(pattern), message, MIN_ID_LINES, partial(_lacks, mark))
    message = "is in quotation marks or brackets, as in a program: they are scored as text. Remove them before scoring."
    yield _Form(LITERALS, _matching(_LITERAL), message, MIN_ID_LINES, lambda text: text.lstrip()[:1] not in "bru\"'[{(")
    question = "which is scored as text: is it an id, a score or a label?"
    words = example.split() or [""]
    first_word, last_word = words[0], words[-1].strip("()[]")
    for pattern, at_least in _id_patterns(first_word):
        message = f'begins with something like "{clean_name(first_word)}", {question}'
        yield _Form(BEGINNINGS, _matching(rf"\A\s*{pattern}\s"), message, max(at_least, MIN_ID_LINES))
    for pattern, at_least in _id_patterns(last_word):
        message = f'ends with something like "{clean_name(last_word)}", {question}'
        yield _Form(ENDS, _matching(rf"\s[(\[]?{pattern}[)\]]?\s*\z"), message, max(at_least, MIN_ID_LINES))
    for kind, verb, affix in (
        (BEGINNINGS, "begins", common_beginning(first)),
        (ENDS, "ends", common_end(first)),
    ):
        if affix is not None:
            message = f"{verb} with {affix.description}, {question}"
            yield _Form(kind, _matching(affix.pattern), message, affix.at_least)


def _has_letter(text: str) -> bool:
    return any(map(str.isalpha, text))


def _has_letter_of_words(text: str) -> bool:
    return not _NO_NUMBERS.isdisjoint(text)


def _has_inner_space(text: str) -> bool:
    return len(text.split(maxsplit=1)) > 1


def _lacks(mark: str, text: str) -> bool:
    return mark not in text


def _has_separator_count(separator: str, count: int, texts: pa.StringArray) -> pa.BooleanArray:
    return pc.equal(pc.count_substring(texts, separator), count)


def _are_without_space(texts: pa.StringArray) -> pa.BooleanArray:
    """Return whether texts are long, without white space and no single word, in ASCII: other scripts need no spaces."""
    return pc.and_(pc.match_substring_regex(texts, _NO_SPACE), pc.match_substring_regex(texts, _NO_LETTER_INSIDE))


def are_ids(texts: pa.StringArray) -> bool:
    """Return whether two or more texts differ and all look like ids, such as ``doc-0001``; False for missing texts."""
    if len(texts) < 2 or texts.null_count or texts[0] == texts[-1]:
        return False
    return any(
        len(texts) >= at_least and pc.all(_matching(rf"\A\s*{pattern}\s*\z")(texts)).as_py()
        for pattern, at_least in _id_patterns(texts[0].as_py())
    )


def _id_patterns(example: str) -> Iterator[tuple[str, int]]:
    """Yield patterns (RE2) of ids like this one, each with the minimum number of texts for a notice.

    First only decimal numbers may differ, then hexadecimal ones, at last words as well.
    """
    match = _ID.fullmatch(example)
    if match is None:
        return
    literal = [re.sub(r"\d+", r"\\d+", re.escape(part), flags=re.ASCII) for part in _HEX.split(match[1])]
    lengths = [f"[0-9A-Fa-f]{{{len(digits)}}}" for digits in _HEX.findall(match[1])]
    yield re.sub(r"\d+", r"\\d+", re.escape(match[1]), flags=re.ASCII), 2
    yield "".join(a + b for a, b in zip(literal, [*lengths, ""], strict=True)), 2
    yield _UUID, 2
    yield re.sub(r"[A-Za-z]+|\d+", _run_pattern, re.escape(match[1]), flags=re.ASCII), MIN_PHRASE_LINES


def _run_pattern(run: re.Match[str]) -> str:
    return r"\d+" if run[0].isdigit() else "[A-Za-z]+"


def _matching(pattern: str) -> Callable[[pa.StringArray], pa.BooleanArray]:
    return partial(pc.match_substring_regex, pattern=pattern)
