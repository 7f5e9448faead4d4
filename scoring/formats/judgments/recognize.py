"""Recognize files of judgments, and their kind, by the name's ending, else by the beginning of the content."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ...counting.progress import Progress
from ..json_files.objects import first_keys
from ..limits import FileLimits
from ..names import JUDGMENTS
from ..plain_text.text import DecodedText
from .appraise import appraise_delimiter, read_appraise
from .found_judgments import FoundJudgments
from .pearmut.pearmut import leave_out_campaign, leave_out_progress, read_pearmut
from .pearmut.pearmut_log import is_download, is_log, is_pearmut_campaign, is_progress
from .scores.comet import is_comet, read_comet
from .scores.judgment_tables import SEPARATORS, split_rows
from .scores.lines import is_numbers, read_numbers
from .scores.metricx import is_metricx, read_metricx
from .scores.model_answers import is_model_answers, read_model_answers
from .scores.score_objects import is_score_objects, read_score_objects
from .scores.triples import is_triples, read_triples
from .wmt.campaign_answers import has_answers, read_answers
from .wmt.documents import read_document_lines
from .wmt.esa import KEYS, read_esa
from .wmt.metric_scores import KEY, read_metric_scores
from .wmt.mqm import is_mqm, read_mqm
from .wmt.rankings import is_better_worse, is_rankings, read_better_worse, read_rankings
from .wmt.ratings import read_marked_errors
from .wmt.seg_scores import leave_out_means, read_seg_scores

Reader: TypeAlias = Callable[[str, DecodedText, FileLimits, Progress], Sequence[FoundJudgments]]

ENDINGS: dict[str, Reader] = dict(
    zip(JUDGMENTS, (read_seg_scores, *[leave_out_means] * 3, read_marked_errors, read_document_lines), strict=True)
)
"""Reader of a file of mt-metrics-eval, by the file's ending."""
START = 2**16
"""Number of bytes by which content is recognized."""
_JSON = ("jsonl", "ndjson", "json")


def find_judgment_reader(file: str, start: bytes) -> Reader | None:
    """Return the reader of a file with these first (unpacked) bytes, None if the file has no judgments."""
    name = file.lower().removesuffix(".gz").removesuffix(".txt")
    for ending, reader in ENDINGS.items():
        if name.endswith(ending):
            return reader
    text = start[:START].decode("utf-8", "ignore")
    if name.rsplit(".", 1)[-1] in _JSON:
        return _json_reader(text)
    first = text.split("\n", 1)[0]
    if appraise_delimiter(text) is not None:
        return read_appraise
    for header in (row for delimiter in SEPARATORS for row in split_rows([first], delimiter)):
        for is_kind, reader in _TABLES:
            if is_kind(header):
                return reader
    if is_triples(text):
        return read_triples
    return read_numbers if is_numbers(file, text) else None


_TABLES: tuple[tuple[Callable[[list[str]], bool], Reader], ...] = (
    (is_mqm, read_mqm),
    (is_rankings, read_rankings),
    (is_better_worse, read_better_worse),
)


_PEARMUT: tuple[tuple[Callable[[str], bool], Reader], ...] = (
    (is_log, read_pearmut),
    (is_download, read_pearmut),
    (is_progress, leave_out_progress),
    (is_pearmut_campaign, leave_out_campaign),
)


def _json_reader(text: str) -> Reader | None:
    if is_model_answers(text):
        return read_model_answers
    if is_comet(text):
        return read_comet
    for is_kind, reader in _PEARMUT:
        if is_kind(text):
            return reader
    if is_metricx(text):
        return read_metricx
    keys = first_keys(text.encode())
    if has_answers(keys):
        return read_answers
    if KEY in keys:
        return read_metric_scores
    if keys >= KEYS:
        return read_esa
    return read_score_objects if is_score_objects(text) else None
