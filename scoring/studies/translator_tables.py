"""Build tables for translators: findings of checks and marked errors, a row each with the texts that they are in."""

from collections.abc import Iterable, Sequence

from ..judgments import Annotation, ErrorSpan
from ..output.sentence import reference_name
from ..testset import TestSet
from .checks import OUTPUT_SIDE, SOURCE_SIDE, CheckFinding, TextsToCheck

Record = dict[str, object]
_OF_FINDINGS = (
    "segment",
    "system",
    "check",
    "finds",
    "severity",
    "side",
    "start",
    "end",
    "text",
    "source",
    "output",
)


def flagged_headers(texts: TextsToCheck) -> list[str]:
    """Return the columns of ``flagged_records``, which do not depend on the findings."""
    return [*_OF_FINDINGS, *map(str, map(reference_name, texts.references))]


def flagged_records(texts: TextsToCheck, findings: Iterable[CheckFinding], numbers: Sequence[int]) -> list[Record]:
    """Return a row for each finding, by segment; ``numbers`` are the numbers of the segments."""
    headers = flagged_headers(texts)
    return [
        dict(zip(headers, _flagged_row(texts, finding, numbers), strict=True))
        for finding in sorted(findings, key=lambda of: of.segment)
    ]


def _flagged_row(texts: TextsToCheck, finding: CheckFinding, numbers: Sequence[int]) -> list[object]:
    place = finding.segment
    columns = [texts.source, texts.systems[finding.system], *texts.references.values()]
    kind = [finding.check, finding.kind, finding.severity, finding.side, finding.start, finding.end, finding.text]
    in_texts = [None if column is None else column[place].as_py() for column in columns]
    return [int(numbers[place]), finding.system, *kind, *in_texts]


def error_records(test_set: TestSet, annotations: Iterable[Annotation]) -> list[Record]:
    """Return a row for each marked error, by segment."""
    spans = ((annotation, span) for annotation in annotations for span in annotation.spans)
    return [
        {
            "segment": (segment := test_set.segment(span.segment)).number,
            "system": span.system,
            "marked in": annotation.name,
            "annotator": span.annotator,
            "category": span.category,
            "severity": span.severity,
            "side": SOURCE_SIDE if span.in_source else OUTPUT_SIDE,
            "start": span.start,
            "end": span.end,
            "text": span_text(test_set, span),
            "source": segment.source,
            "output": segment.hypotheses[span.system],
            **{str(reference_name(name)): segment.references.get(name) for name in test_set.reference_names},
        }
        for annotation, span in sorted(spans, key=lambda of: of[1].segment)
    ]


def span_text(test_set: TestSet, span: ErrorSpan) -> str:
    """Return the characters that an error marks; empty where the error has no place."""
    if not span.is_placed:
        return ""
    column = test_set.source if span.in_source else test_set.system(span.system).segments
    text: str = "" if column is None else column[span.segment].as_py() or ""
    return text[span.start : span.end]
