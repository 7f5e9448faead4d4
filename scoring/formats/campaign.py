"""WMT 2025's human evaluation: one segment a line, with all outputs, and what annotators scored and marked in each."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from ..progress import Progress, no_progress
from .columns import Column, Role, clean_name
from .contents import Contents
from .errors import FormatError
from .growing import as_strings
from .judgments.cells import as_score
from .judgments.found import Found, FoundError, FoundErrors, FoundScores, Outputs
from .judgments.ratings import span
from .limits import Limits, check_cells, check_ids, check_judgments, check_segments
from .notices import notice_segments
from .objects import first_keys, list_at, name_at, objects, text_at
from .text import Decoded

FORMAT = "campaign"
NAME = "ESA"
KEYS = frozenset(["doc_id", "src_text", "tgt_text", "scores"])
_ROUND = re.compile(r"human(?P<round>\d{0,3})")
_REFERENCE = re.compile(r"ref[A-Z0-9]?")
_ID = "pair_#_domain_#_document_#_segment"


@dataclass
class _Pair:
    """What is found of one pair of languages."""

    sources: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    domains: list[str] = field(default_factory=list)
    texts: dict[str, dict[int, str]] = field(default_factory=dict)
    """system or reference -> 0-based segment -> text"""
    systems: list[str] = field(default_factory=list)
    """one an annotation, as are all that follow"""
    segments: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    annotators: list[str] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    errors: list[FoundError] = field(default_factory=list)


def is_campaign(start: bytes) -> bool:
    """Whether the first line has the keys of such a segment."""
    return first_keys(start) >= KEYS


def read_campaign(file: str, text: Decoded, limits: Limits, on_progress: Progress = no_progress) -> Contents:
    """Texts, documents, domains, scores and marked errors of each pair of languages, called ``file/pair``.

    A score is the mean of the annotators'; ends of errors are inclusive. Raises ``FormatError`` with the line for an
    id that is not ``pair_#_domain_#_document_#_segment``, or occurs twice, and for what is no text and no score.
    """
    pairs: dict[str, _Pair] = {}
    known: set[str] = set()
    n_cells = n_judgments = 0
    for line, value in objects(file, text.data, limits, on_progress):
        id = name_at(file, line, value, "doc_id")
        parts = id.split("_#_")
        if len(parts) < 4 or id in known:
            what = f"{clean_name(id)} a second time" if id in known else clean_name(id)
            raise FormatError(file, what, f"a segment's own id, {_ID}", line)
        known.add(id)
        pair = pairs.setdefault(parts[0], _Pair())
        _add(file, line, value, parts, pair)
        n_cells += 1 + len(_object(file, line, value, "tgt_text"))
        n_judgments += sum(1 for _ in _rounds(file, line, value))
        check_segments(file, len(known), limits)
        check_cells(file, n_cells, limits)
        check_judgments(file, n_judgments + sum(len(of.errors) for of in pairs.values()), limits, line)
    check_ids(file, sum(map(len, known)), limits)
    columns = [column for pair, of in pairs.items() for column in _columns(f"{file}/{clean_name(pair)}", of)]
    judgments = [one for pair, of in pairs.items() for one in _judgments(f"{file}/{clean_name(pair)}", of)]
    return Contents([columns[0].told(*text.notices), *columns[1:]], judgments)


def _add(file: str, line: int, value: Mapping[str, object], parts: list[str], pair: _Pair) -> None:
    at = len(pair.sources)
    pair.sources.append(text_at(file, line, value, "src_text"))
    pair.domains.append(parts[1])
    pair.keys.append(f"{'_#_'.join(parts[2:-1])} / {parts[-1]}")
    outputs = _object(file, line, value, "tgt_text")
    for name in outputs:
        pair.texts.setdefault(clean_name(name), {})[at] = text_at(file, line, outputs, name)
    for system, number, given in _rounds(file, line, value):
        row, output = len(pair.systems), text_at(file, line, outputs, system) or None
        marked = list_at(file, line, given, f"errors{number}")
        pair.errors += [
            span(file, line, row, error, "start_i", "end_i", inclusive=True, text=output) for error in marked
        ]
        pair.systems.append(clean_name(system))
        pair.segments.append(at + 1)
        pair.lines.append(line)
        pair.annotators.append(text_at(file, line, given, f"annotator{number}"))
        pair.values.append(as_score(file, given[f"human{number}"], line))


def _rounds(file: str, line: int, value: Mapping[str, object]) -> Iterator[tuple[str, str, Mapping[str, object]]]:
    """System, the round's number as it is written, and what the annotator of that round gave."""
    scores = _object(file, line, value, "scores")
    for system in scores:
        given = _object(file, line, scores, system)
        for key in given:
            match = _ROUND.fullmatch(key)
            if match:
                yield system, match["round"], given


def _object(file: str, line: int, value: Mapping[str, object], key: str) -> Mapping[str, object]:
    found = value.get(key)
    if found is None:
        return {}
    if not isinstance(found, Mapping):
        raise FormatError(file, f"something else under {clean_name(key)!r}", "an object", line)
    return found


def _columns(file: str, pair: _Pair) -> Iterator[Column]:
    """The source, and every text; null where a segment has none."""
    keys, domains = as_strings(pair.keys), as_strings(pair.domains)
    places = range(len(pair.sources))
    texts = {name: as_strings(of.get(at) for at in places) for name, of in pair.texts.items()}
    roles = {name: Role.REFERENCE if _REFERENCE.fullmatch(name) else Role.SYSTEM for name in texts}
    named = [("source", Role.SOURCE, as_strings(pair.sources)), *((n, roles[n], texts[n]) for n in texts)]
    for name, role, segments in named:
        found = notice_segments(segments, FORMAT)
        yield Column(file, name, role, segments, found, FORMAT, keys, stated=True, domains=domains)


def _judgments(file: str, pair: _Pair) -> Iterator[Found]:
    if not pair.values:
        return
    outputs, values = Outputs.of(pair.systems, pair.segments, pair.lines), np.array(pair.values)
    yield FoundScores(file, NAME, outputs, values, is_human=True, several=True)
    yield FoundErrors(file, NAME, outputs, tuple(pair.annotators), tuple(pair.errors))
