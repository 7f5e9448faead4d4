"""Read WMT 2025's human evaluation: a segment a line, with each output and its scores and errors by annotators."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from ...counting.progress import Progress, no_progress, progress_of_part
from ...text.naming import clean_name
from ..columns import Column, Role
from ..containers.growing import string_array
from ..errors import FormatError
from ..judgments.found_judgments import Contents, FoundError, FoundErrors, FoundJudgments, FoundScores, JudgedOutputs
from ..judgments.scores.cells import parse_score
from ..judgments.wmt.ratings import read_error_span
from ..limits import FileLimits, check_cells, check_columns, check_ids, check_judgments, check_pairs, check_segments
from ..plain_text.notices import notice_segments
from ..plain_text.text import DecodedText
from .objects import first_keys, list_at, name_at, object_at, objects, text_at

FORMAT = "campaign"
NAME = "ESA"
KEYS = frozenset(["doc_id", "src_text", "tgt_text", "scores"])
_ROUND = re.compile(r"human(?P<round>\d{0,3})")
_REFERENCE = re.compile(r"ref[A-Z0-9]?")
_BETWEEN = "_#_"
_ID = "pair_#_domain_#_document_#_segment"


@dataclass
class _Rows:
    """The system, segment and line of each annotation, one a row."""

    systems: list[str] = field(default_factory=list)
    segments: list[int] = field(default_factory=list)
    """Number of each row's segment, from 1."""
    lines: list[int] = field(default_factory=list)

    def add(self, system: str, segment: int, line: int) -> int:
        """Add a row; return its place, from 0."""
        self.systems.append(clean_name(system))
        self.segments.append(segment)
        self.lines.append(line)
        return len(self.systems) - 1

    def outputs(self) -> JudgedOutputs:
        return JudgedOutputs.of(self.systems, self.segments, self.lines)


@dataclass
class _Pair:
    """The texts and judgments of one pair of languages."""

    sources: list[str] = field(default_factory=list)
    domains: list[str] = field(default_factory=list)
    documents: list[str] = field(default_factory=list)
    segments: list[str] = field(default_factory=list)
    """Numbers of the segments as the ids write them; domains and documents come from the ids, too."""
    texts: dict[str, dict[int, str]] = field(default_factory=dict)
    """Texts by the 0-based segment, by system or reference."""
    scored: _Rows = field(default_factory=_Rows)
    values: list[float] = field(default_factory=list)
    """Score of each scored row; NaN if the round has no number."""
    marked: _Rows = field(default_factory=_Rows)
    """Rows of the rounds in which an annotator looked for errors."""
    annotators: list[str] = field(default_factory=list)
    errors: list[FoundError] = field(default_factory=list)

    @property
    def n_cells(self) -> int:
        return len(self.sources) * (1 + len(self.texts))

    @property
    def n_judgments(self) -> int:
        return len(self.values) + len(self.errors)


def is_wmt_campaign(start: bytes) -> bool:
    """Return whether the first line has the keys of a segment of WMT 2025's campaign."""
    return first_keys(start) >= KEYS


def read_campaign(file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress) -> Contents:
    """Return texts, documents, domains, scores and marked errors of each pair of languages, named ``file/pair``.

    A score is the mean of the annotators' scores; ends of errors are inclusive. A round without a list of errors only
    has a score: it does not count as a search for errors. Raises ``FormatError`` with the line for an id that is not
    ``pair_#_domain_#_document_#_segment``, or occurs twice, and for a text or a score of another type;
    ``TooLargeError`` beyond the limits.
    """
    pairs = _pairs(file, text, limits, progress_of_part(on_progress, 0, 2))
    columns = list(_columns_of_pairs(file, pairs, progress_of_part(on_progress, 1, 2)))
    judgments = [one for pair, of in pairs.items() for one in _judgments(f"{file}/{pair}", of)]
    return Contents([columns[0].with_notices(*text.notices), *columns[1:]], judgments)


def _pairs(file: str, text: DecodedText, limits: FileLimits, on_progress: Progress) -> dict[str, _Pair]:
    pairs: dict[str, _Pair] = {}
    keys: set[tuple[str, ...]] = set()
    id_bytes = n_cells = n_judgments = 0
    for line, value in objects(file, text.data, limits, on_progress):
        id = name_at(file, line, value, "doc_id")
        name, *parts = id.split(_BETWEEN)
        key = clean_name(name), *parts
        if len(key) < 4 or key in keys:
            actual = f"{clean_name(id)} a second time" if key in keys else clean_name(id)
            raise FormatError(file, actual, f"a segment's own id, {_ID}", line)
        keys.add(key)
        pair = pairs.setdefault(key[0], _Pair())
        n_cells, n_judgments = n_cells - pair.n_cells, n_judgments - pair.n_judgments
        _add(file, line, value, parts, pair)
        n_cells, n_judgments = n_cells + pair.n_cells, n_judgments + pair.n_judgments
        id_bytes += len(id)
        check_pairs(file, len(pairs), limits, line)
        check_ids(file, id_bytes, limits)
        check_segments(file, len(keys), limits)
        check_columns(file, 1 + len(pair.texts), limits, line)
        check_cells(file, n_cells, limits)
        check_judgments(file, n_judgments, limits, line)
    return pairs


def _add(file: str, line: int, value: Mapping[str, object], id: list[str], pair: _Pair) -> None:
    """Add one segment; ``id`` has its domain, its document, which may have several parts, and its number."""
    at = len(pair.sources)
    pair.sources.append(text_at(file, line, value, "src_text"))
    pair.domains.append(id[0])
    pair.documents.append(_BETWEEN.join(id[1:-1]))
    pair.segments.append(id[-1])
    outputs = object_at(file, line, value, "tgt_text")
    for name in outputs:
        texts = pair.texts.setdefault(clean_name(name), {})
        if at in texts:
            raise FormatError(file, f"{clean_name(name)} twice under 'tgt_text'", "one text of each system", line)
        texts[at] = text_at(file, line, outputs, name)
    for system, number, answers in _rounds(file, line, value):
        score = parse_score(file, answers[f"human{number}"], line)
        pair.scored.add(system, at + 1, line)
        pair.values.append(score)
        marked = list_at(file, line, answers, f"errors{number}")
        if marked or (score == score and answers.get(f"errors{number}") is not None):
            row, output = pair.marked.add(system, at + 1, line), text_at(file, line, outputs, system) or None
            pair.annotators.append(text_at(file, line, answers, f"annotator{number}"))
            pair.errors += [
                read_error_span(file, line, row, error, "start_i", "end_i", inclusive=True, text=output)
                for error in marked
            ]


def _rounds(file: str, line: int, value: Mapping[str, object]) -> Iterator[tuple[str, str, Mapping[str, object]]]:
    """Yield the system, the round's number as it is written, and the annotator's answers, for each round."""
    scores = object_at(file, line, value, "scores")
    for system in scores:
        answers = object_at(file, line, scores, system)
        for key in answers:
            match = _ROUND.fullmatch(key)
            if match:
                yield system, match["round"], answers


def _columns_of_pairs(file: str, pairs: Mapping[str, _Pair], on_progress: Progress) -> Iterator[Column]:
    """Yield the columns of all pairs of languages."""
    for number, (pair, of) in enumerate(pairs.items()):
        yield from _columns(f"{file}/{pair}", of, progress_of_part(on_progress, number, len(pairs)))


def _columns(file: str, pair: _Pair, on_progress: Progress) -> Iterator[Column]:
    """Yield the source and every other text as a column; null if a segment lacks a text."""
    ids = zip(_documents(pair), pair.segments, strict=True)
    keys, domains = string_array(f"{document} / {segment}" for document, segment in ids), string_array(pair.domains)
    places = range(len(pair.sources))
    texts = {name: string_array(of.get(at) for at in places) for name, of in pair.texts.items()}
    roles = {name: Role.REFERENCE if _REFERENCE.fullmatch(name) else Role.SYSTEM for name in texts}
    layers = [("source", Role.SOURCE, string_array(pair.sources)), *((n, roles[n], texts[n]) for n in texts)]
    for number, (name, role, segments) in enumerate(layers):
        notices = notice_segments(segments, FORMAT, progress_of_part(on_progress, number, len(layers)))
        yield Column(file, name, role, segments, notices, FORMAT, keys, stated=True, domains=domains)


def _documents(pair: _Pair) -> list[str]:
    """Return each segment's document name, with its domain if another domain has a document with this name."""
    domains = defaultdict(set)
    for domain, document in zip(pair.domains, pair.documents, strict=True):
        domains[document].add(domain)
    ids = list(zip(pair.domains, pair.documents, strict=True))
    names = [document if len(domains[document]) == 1 else f"{domain}/{document}" for domain, document in ids]
    is_told = len(set(zip(ids, names, strict=True))) == len(set(names))
    return names if is_told else [_BETWEEN.join(id) for id in ids]


def _judgments(file: str, pair: _Pair) -> Iterator[FoundJudgments]:
    values = np.array(pair.values, float)
    if not np.isnan(values).all():
        yield FoundScores(file, NAME, pair.scored.outputs(), values, is_human=True, several=True)
    if pair.annotators:
        yield FoundErrors(file, NAME, pair.marked.outputs(), tuple(pair.annotators), tuple(pair.errors))
