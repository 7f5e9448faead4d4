"""What all segments of a text are where they are no sentences: numbers, ids, rows of a table, or in one tag each."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import pyarrow as pa
import pyarrow.compute as pc

from .columns import Notice, clean_name

ONLY_NUMBERS, ONLY_IDS, ONLY_ROWS, WRAPPED = "only-numbers", "only-ids", "only-rows", "wrapped"
KINDS = frozenset([ONLY_NUMBERS, ONLY_IDS, ONLY_ROWS, WRAPPED])
_SPACE = r"[\s\p{Z}]"
_NUMBER = r"(?:[-+\x{2212}]?\d[\d.,eE+-]*%?|(?i:[-+]?inf(?:inity)?|nan|none|null))"
_NUMBERS = rf"\A{_SPACE}*{_NUMBER}(?:{_SPACE}+{_NUMBER})*{_SPACE}*\z"
"""Numbers with white space between them, also infinite and missing ones; RE2."""
_CSV = r'(?s)\A\s*"(?:[^"]|"")*"(?:[,;]"(?:[^"]|"")*")+\s*\z'
_TAG = re.compile(r"\s*<([A-Za-z][\w.:-]{0,40})(?:\s[^<>]*)?>")
_ID = re.compile(r"\s*(?=\S*[A-Za-z])(?=\S*\d)(\w[\w.:/#|@+~=-]{1,100})\s*", re.ASCII)
_HEX = re.compile(r"(?<![0-9A-Za-z])(?=[A-Fa-f]*\d)[0-9A-Fa-f]{8,}(?![0-9A-Za-z])")
_UUID = "-".join(rf"[0-9A-Fa-f]{{{length}}}" for length in (8, 4, 4, 4, 12))
_LOOKED_AT = 100
"""First texts by which most are known for something else."""
_MANY = 10
"""Texts of which it is no chance that all are letters and digits in one order."""


@dataclass(frozen=True)
class _Form:
    """Something that all texts may be, and what is said then."""

    kind: str
    are_of_it: Callable[[pa.StringArray], pa.BooleanArray]
    message: str
    """What follows "Every segment"."""
    at_least: int = 2
    """Texts of which this can be said: a single number is a text."""


class UniformTally:
    """Finds what all segments of a text are, block by block, in memory that does not grow with the text."""

    def __init__(self, unit: str, is_plain_text: bool) -> None:
        self._unit, self._is_plain_text = unit, is_plain_text
        self._first: list[str] = []
        self._forms: list[_Form] | None = None
        self._n_texts = 0

    @property
    def is_open(self) -> bool:
        """Whether further texts matter."""
        return self._forms is None or bool(self._forms)

    def add(self, texts: pa.StringArray) -> None:
        """Takes the texts that follow those before, without missing and blank ones."""
        self._n_texts += len(texts)
        if self._forms is None:
            self._first += texts[: _LOOKED_AT - len(self._first)].to_pylist()
            if len(self._first) < _LOOKED_AT:
                return
            self._forms = self._forms_of_first()
        self._forms = [form for form in self._forms if _are_all(form, texts)]

    def notices(self) -> Iterator[Notice]:
        """What all texts are, each kind once."""
        forms = self._forms_of_first() if self._forms is None else self._forms
        told: dict[str, _Form] = {}
        for form in forms:
            if self._n_texts >= form.at_least:
                told.setdefault(form.kind, form)
        for kind, form in told.items():
            yield Notice(kind, f"Every {self._unit} {form.message}", self._n_texts)

    def _forms_of_first(self) -> list[_Form]:
        first = pa.array(self._first, pa.string())
        return [form for form in _forms(self._first, self._is_plain_text) if _are_all(form, first)]


def _are_all(form: _Form, texts: pa.StringArray) -> bool:
    return bool(pc.all(form.are_of_it(texts), min_count=0).as_py())


def _forms(first: Sequence[str], is_plain_text: bool) -> Iterator[_Form]:
    """What the texts may be, by the first one; of columns of tables only what their cells are wrapped in."""
    if not first:
        return
    tag = _TAG.match(first[0])
    if tag is not None and tag[1] != "s":  # <s> has a notice of its own
        name = re.escape(tag[1])
        pattern = rf"(?s)\A\s*<{name}(?:\s[^<>]*)?>.*</{name}\s*>\s*\z"
        message = f"is wrapped in <{clean_name(tag[1])}>: tags are scored as words. Remove them before scoring."
        yield _Form(WRAPPED, _matching(pattern), message)
    if not is_plain_text:
        return
    if any(map(re.compile(r"\d").search, first)):
        message = "is a number, or a row of numbers: are these texts, not scores or ids?"
        yield _Form(ONLY_NUMBERS, _matching(_NUMBERS), message)
    if len(set(first)) > 1:
        message = f"looks like an id, such as {clean_name(first[0])}: are these texts?"
        for pattern, at_least in _id_patterns(first[0]):
            yield _Form(ONLY_IDS, _matching(rf"\A\s*{pattern}\s*\z"), message, at_least)
    n_tabs = first[0].count("\t")
    if n_tabs:
        message = (
            f"holds {n_tabs + 1:,} columns separated by tabs: tabs and columns are scored as text."
            " Name the file .tsv and its columns in the first row, and they are read as columns."
        )
        yield _Form(ONLY_ROWS, lambda texts: pc.equal(pc.count_substring(texts, "\t"), n_tabs), message)
    message = (
        "is a row of cells in quotation marks, as in CSV: marks and cells are scored as text."
        " Name the file .csv and its columns in the first row, and they are read as columns."
    )
    yield _Form(ONLY_ROWS, _matching(_CSV), message)


def _id_patterns(example: str) -> Iterator[tuple[str, int]]:
    """Patterns of ids such as this one, RE2, each with the fewest texts by which it says something.

    Numbers differ, then hexadecimal ones, at last words as well.
    """
    found = _ID.fullmatch(example)
    if found is None:
        return
    literal = [re.sub(r"\d+", r"\\d+", re.escape(part), flags=re.ASCII) for part in _HEX.split(found[1])]
    lengths = [f"[0-9A-Fa-f]{{{len(digits)}}}" for digits in _HEX.findall(found[1])]
    yield re.sub(r"\d+", r"\\d+", re.escape(found[1]), flags=re.ASCII), 2
    yield "".join(a + b for a, b in zip(literal, [*lengths, ""], strict=True)), 2
    yield _UUID, 2
    yield re.sub(r"[A-Za-z]+|\d+", _class_of, re.escape(found[1]), flags=re.ASCII), _MANY


def _class_of(run: re.Match[str]) -> str:
    return r"\d+" if run[0].isdigit() else "[A-Za-z]+"


def _matching(pattern: str) -> Callable[[pa.StringArray], pa.BooleanArray]:
    return partial(pc.match_substring_regex, pattern=pattern)
