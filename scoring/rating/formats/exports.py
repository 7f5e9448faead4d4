"""The file formats in which a campaign can be written and read, for pages and commands to offer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ...counting.progress import Progress, no_progress
from ...formats.errors import FormatError
from ...formats.json_files.objects import LOOKED_AT, first_keys
from ...formats.judgments.pearmut.pearmut_log import is_download, is_log
from ...formats.judgments.wmt.campaign_answers import has_answers
from ...formats.limits import DEFAULT_LIMITS, FileLimits, check_size
from ...testset import TestSet
from ...validation import check_known, expect
from ..protocols.plan import CampaignPlan
from ..protocols.protocols import PROTOCOLS
from ..protocols.ratings import Ratings
from .appraise import write_appraise
from .own import read_ratings, write_ratings
from .pearmut import write_annotations, write_campaign
from .pearmut_answers import read_annotations
from .rankings import write_rankings


@dataclass(frozen=True)
class RatingExport:
    """A format in which ratings, or the campaign itself, can be downloaded."""

    name: str
    """Name in commands and addresses."""
    title: str
    ending: str
    """Ending of the file's name, with its kind, such as ``.ratings.jsonl``."""
    media_type: str
    protocols: tuple[str, ...]
    """Names of the protocols that the format can hold."""
    has_answers: bool
    write: Callable[[Ratings, str], bytes]
    """Function that returns the file's bytes from the ratings and the campaign's name."""


ALL_PROTOCOLS = tuple(PROTOCOLS)


CSV, JSONL = "text/csv", "application/jsonl"
_EXPORTS = (
    RatingExport("jsonl", "JSON Lines", ".ratings.jsonl", JSONL, ALL_PROTOCOLS, True, write_ratings),
    RatingExport(
        "rankings", "WMT rankings", ".rankings.csv", CSV, ("ranking",), True, lambda of, _: write_rankings(of)
    ),
    RatingExport("appraise", "Appraise", ".appraise.csv", CSV, ("da", "esa"), True, lambda of, _: write_appraise(of)),
    RatingExport(
        "pearmut",
        "Pearmut, annotations",
        ".annotations.jsonl",
        JSONL,
        ALL_PROTOCOLS,
        True,
        lambda of, _: write_annotations(of),
    ),
    RatingExport(
        "pearmut-campaign",
        "Pearmut, campaign",
        ".pearmut.json",
        "application/json",
        ALL_PROTOCOLS,
        False,
        lambda of, name: write_campaign(of.plan, of.test_set, name),
    ),
)
EXPORTS: Mapping[str, RatingExport] = MappingProxyType({export.name: export for export in _EXPORTS})
"""Formats by name; the last one needs no answers."""


def exports_of(protocol: str) -> list[RatingExport]:
    """Return the formats that can hold a protocol; raise ``ValueError`` for an unknown protocol."""
    check_known(protocol, PROTOCOLS, "protocol")
    return [export for export in EXPORTS.values() if protocol in export.protocols]


def read_any(
    file: str,
    data: bytes,
    plan: CampaignPlan,
    test_set: TestSet,
    limits: FileLimits = DEFAULT_LIMITS,
    on_progress: Progress = no_progress,
) -> Ratings:
    """Return the answers of this plan's campaign in our own format or Pearmut's, recognized by how the file begins.

    Raises ``FormatError`` for other files, other plans, and answers to other items.
    """
    for value, kind, label in ((data, bytes, file), (plan, CampaignPlan, "plan"), (test_set, TestSet, "test_set")):
        expect(value, kind, label)
    check_size(file, len(data), limits)
    start = data[:LOOKED_AT].decode("utf-8", "ignore")
    if is_log(start) or is_download(start):
        return read_annotations(file, data, plan, test_set, limits, on_progress)
    if not has_answers(first_keys(data)):
        advice = "Other formats go with a test set as judgments: add them on Test sets."
        raise FormatError(
            file, "something else", "ratings as they were exported, or annotations of Pearmut", advice=advice
        )
    ratings = read_ratings(file, data, test_set, limits, on_progress)
    if ratings.plan != plan:
        raise FormatError(file, "those of another campaign", "ratings of this campaign's plan", 1)
    return ratings
