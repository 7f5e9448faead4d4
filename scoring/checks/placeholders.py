"""Placeholders and tags, which a program fills in or formats and a translation keeps."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import pyarrow.compute as pc

from ..counting.progress import Progress
from .check import Check, CheckedTexts, CheckSpans, FoundCode, find_by_blocks
from .columns.rows import FoundPlace, chosen_rows, match_pattern

MISSING_PLACEHOLDER, ADDED_PLACEHOLDER, UNCLOSED = "missing placeholder", "added placeholder", "unclosed tag or brace"
MISSING_CODE, ADDED_CODE = "missing inline code", "added inline code"
SIGNS = re.compile(
    r"(?P<choice>\{\s*(?:[\w.]+\s*)?,\s*(?:plural|selectordinal|select|choice|number|date|time)\b)"
    r"|(?P<field>%\([\w.]+\)[-+0#]*\d*(?:\.\d+)?[a-zA-Z]|\$\{[\w.]+\}|\{\{\s*[\w.]+\s*\}\}|\{[\w.$@#-]*\}|%\{\w+\}"
    r"|(?<![\d%])%(?:\d+\$)?[-+0#]*\d*(?:\.\d+)?(?:hh?|ll?|[zjtL])?[diouxXeEfgGcsp@](?![A-Za-z])|(?<![\d%])%\d{1,2}(?!\d))"
    r"|(?P<name>(?<![\w:/.]):[A-Za-z_]\w*)"
    r"|(?P<tag><(?P<close>/)?(?P<element>[A-Za-z][\w:.-]*)(?:\s[^<>]*)?/?>"
    r"|\[(?P<bbclose>/)?(?P<bb>b|i|u|s|url|img|quote|code|list|color|size|center)(?:=[^\[\]]*)?\])"
    r"|(?P<open>\{)|(?P<end>\})"
)
_BRACE = re.compile(r"[{}]")
"""Pattern of the braces between the branches of a plural or select."""
MAY_HAVE_SIGNS = r"[{}<%\[]|:[A-Za-z_]"
_CHOICES = {"plural", "selectordinal", "select", "choice", "number", "date", "time"}
"""Names of ICU's formats of an argument."""
_VOID = {"br", "hr", "img", "input", "wbr"}


@dataclass(frozen=True)
class Placeholders(Check):
    """A check for placeholders and tags that differ between source and output, or that the output leaves open.

    They are compared as multisets. Differences that a reference has as well, such as a mark of a transcript that people
    translate, are ignored. Placeholders are printf's (``%s``, ``%1$d``, ``%(name)s``, ``%1``), fields in braces
    (``{}``, ``{name}``, ``${name}``, ``{{name}}``), ICU's plural and select with everything in their branches, and
    ``:name`` where the source has it. Tags are XML's and BBCode's. Within ICU's branches, whose number depends on the
    language, sets are compared. Inline codes of translation files are compared in the same way.
    """

    name: ClassVar[str] = "placeholders"
    kinds: ClassVar[Mapping[str, str]] = {
        MISSING_PLACEHOLDER: "critical",
        ADDED_PLACEHOLDER: "critical",
        UNCLOSED: "critical",
        MISSING_CODE: "critical",
        ADDED_CODE: "critical",
    }
    in_source: ClassVar[frozenset[str]] = frozenset({MISSING_PLACEHOLDER, MISSING_CODE})
    does: ClassVar[str] = "breaks a placeholder"
    finds: ClassVar[str] = (
        "A placeholder, tag or inline code is not in the output as often as in the source, and no reference has the"
        " same difference; or it is opened in the output and not closed."
    )
    errs: ClassVar[str] = "Text in braces or angle brackets that is meant to be read, and translated, is found, too."
    needs_source: ClassVar[bool] = True

    def _find(self, texts: CheckedTexts, on_progress: Progress) -> CheckSpans:
        return find_by_blocks(texts, _find_in_block, on_progress, _differing_codes(texts))


def _differing_codes(texts: CheckedTexts) -> Iterator[FoundCode]:
    """Yield inline codes that the output has less or more often than the source, where no reference has as many.

    A reference without a text in a segment is ignored there.
    """
    if texts.source_codes is None or texts.codes is None:
        return
    of_references = [
        pc.if_else(pc.is_valid(text), pc.fill_null(codes, ""), None)
        for text, codes in zip(texts.references, texts.reference_codes, strict=False)  # no codes: an empty tuple
        if codes is not None
    ]
    columns = [column.to_pylist() for column in (texts.source_codes, texts.codes, *of_references)]
    for segment, (of_source, of_output, *of_others) in enumerate(zip(*columns, strict=True)):
        if not (of_source or of_output) or not texts.outputs[segment].as_py():
            continue
        cells = (of_source or "", of_output or "", *(cell for cell in of_others if cell is not None))
        source, output, *references = ([*_codes_with_places(cell)] for cell in cells)
        counts = [Counter(label for label, _ in codes) for codes in (source, output, *references)]
        for codes, others, kind in ((source, counts[1], MISSING_CODE), (output, counts[0], ADDED_CODE)):
            occurrences: Counter[str] = Counter()
            for label, place in codes:
                occurrences[label] += 1
                is_so = any(of[label] == counts[1][label] for of in counts[2:])
                if occurrences[label] > others[label] and not is_so:
                    yield segment, place, place, kind, label


def _codes_with_places(cell: str) -> Iterator[tuple[str, int]]:
    """Yield label and place of each code in ``System.codes`` of a segment; for codes around text only the beginning."""
    for line in cell.split("\n"):
        span, _, label = line.partition(" ")
        place = span.partition(":")[0]
        if place.isdecimal() and label and not label.startswith("</"):
            yield label, int(place)


@dataclass(frozen=True)
class _Placeholders:
    """The placeholders of one text."""

    counted: tuple[tuple[str, int, int], ...]
    """Text, start and end of each placeholder that must occur as often in the other text."""
    branched: tuple[tuple[str, int, int], ...]
    """Text, start and end of each placeholder in branches of a plural or select."""
    unclosed: tuple[int, int] | None
    """Span of the first tag or brace that is opened and not closed, or closed and not opened."""


def _find_in_block(texts: CheckedTexts) -> Iterator[FoundPlace]:
    may_have = match_pattern(texts.source, MAY_HAVE_SIGNS, len(texts)) | match_pattern(
        texts.outputs, MAY_HAVE_SIGNS, len(texts)
    )
    for row in chosen_rows(texts, may_have):
        for name, start, end, kind in _differences(row.source, row.output):
            if kind == UNCLOSED or not any(
                _reference_differs_too(row.source, text, name, kind) for text in row.references
            ):
                yield row.segment, start, end, kind


def _reference_differs_too(source: str, reference: str, name: str, kind: str) -> bool:
    """Return whether a reference lacks the same placeholder, or adds it."""
    return any((name, kind) == (other, same) for other, _, _, same in _differences(source, reference))


def _differences(source: str, output: str) -> Iterator[tuple[str, int, int, str]]:
    """Yield placeholder, start, end and kind of each difference."""
    has_bbcode = "[/" in source or "[/" in output  # else a letter in brackets is none, as in look[s]
    source_placeholders = _find_placeholders(source, has_bbcode)
    output_placeholders = _find_placeholders(output, has_bbcode)
    source_texts = {text for text, _, _ in source_placeholders.counted}
    output_counted = [one for one in output_placeholders.counted if one[0][0] != ":" or one[0] in source_texts]
    for own, others, kind in (
        (source_placeholders.counted, output_counted, MISSING_PLACEHOLDER),
        (output_counted, source_placeholders.counted, ADDED_PLACEHOLDER),
    ):
        remaining = Counter(text for text, _, _ in others)
        for text, start, end in own:
            remaining[text] -= 1
            if remaining[text] < 0:
                yield text, start, end, kind
    for branched, compared, kind in (
        (source_placeholders.branched, output_placeholders.branched, MISSING_PLACEHOLDER),
        (output_placeholders.branched, source_placeholders.branched, ADDED_PLACEHOLDER),
    ):
        compared_texts = {text for text, _, _ in compared}
        for text, place in {text: (start, end) for text, start, end in reversed(branched)}.items():
            if text not in compared_texts:
                yield text, *place, kind
    if output_placeholders.unclosed is not None and source_placeholders.unclosed is None:
        yield "", *output_placeholders.unclosed, UNCLOSED


@lru_cache(maxsize=1 << 14)
def _find_placeholders(text: str, has_bbcode: bool) -> _Placeholders:
    scanner = _Scanner(text, has_bbcode)
    scanner.run()
    unclosed = scanner.opened[0][1] if scanner.opened else scanner.stray
    return _Placeholders(tuple(scanner.counted), tuple(scanner.branched), unclosed)


class _Scanner:
    """A scanner that reads a text once and keeps open signs on a stack, so that depth costs nothing."""

    def __init__(self, text: str, has_bbcode: bool):
        self._text, self._has_bbcode = text, has_bbcode
        self.counted: list[tuple[str, int, int]] = []
        self.branched: list[tuple[str, int, int]] = []
        self.opened: list[tuple[str, tuple[int, int]]] = []
        """Open signs with their spans: a kind of choice, a brace, or a tag."""
        self.stray: tuple[int, int] | None = None
        """Span of the first sign that is closed and not opened."""
        self._n_choices = 0

    def run(self) -> None:
        place = 0
        while match := (_BRACE if self._is_between_branches else SIGNS).search(self._text, place):
            if self._is_between_branches:
                self._read_branch(match, place)
            else:
                self._read_sign(match)
            place = match.end()

    @property
    def _is_between_branches(self) -> bool:
        return bool(self.opened) and self.opened[-1][0] in _CHOICES

    def _read_branch(self, match: re.Match[str], before: int) -> None:
        """Read a brace between branches.

        The keys of a select are kept; the keys of a plural depend on the language.
        """
        if match[0] == "}":
            self.opened.pop()
            self._n_choices -= 1
            return
        if self.opened[-1][0] == "select":
            key = self._text[before : match.start()].split()[-1:]
            start = self._text.rindex(key[0], before, match.start()) if key else match.start()
            self.branched.append((f"{''.join(key)} {{", start, match.end()))
        self.opened.append(("brace", match.span()))

    def _read_sign(self, match: re.Match[str]) -> None:
        place = match.span()
        placeholders = self.branched if self._n_choices else self.counted
        if match["choice"]:
            kind = re.sub(r"\s", "", match[0])
            placeholders.append((f"{kind}}}", *place))
            self.opened.append((kind.rpartition(",")[2], place))
            self._n_choices += 1
        elif match["open"]:
            self.opened.append(("brace", place))
        elif match["end"]:
            self._close("brace", place)
        elif match["tag"] and (match["element"] or self._has_bbcode):
            self._read_tag(match, placeholders)
        elif not match["tag"]:
            placeholders.append((re.sub(r"\s", "", match[0]), *place))

    def _read_tag(self, match: re.Match[str], placeholders: list[tuple[str, int, int]]) -> None:
        name = (match["element"] or match["bb"]).lower()
        closes = match["close"] or match["bbclose"] or ""
        bracket = match[0][0]
        placeholders.append((f"{bracket}{closes}{name}", *match.span()))
        if closes:
            self._close(bracket + name, match.span())
        elif not match[0].endswith("/>") and name not in _VOID:
            self.opened.append((bracket + name, match.span()))

    def _close(self, construct: str, place: tuple[int, int]) -> None:
        if self.opened and self.opened[-1][0] == construct:
            self.opened.pop()
        else:
            self.stray = self.stray or place
