"""An estimate of the time that rating takes, for owners and for raters."""

import pyarrow as pa
import pyarrow.compute as pc

from ...testset import TestSet
from ...text.languages import detect_script
from ..languages import ENGLISH, localize_number, translate
from .plan import CampaignPlan

SPACED_PER_MINUTE, UNSPACED_PER_MINUTE = 987, 255
"""Characters that adults read in a minute, in English and in Chinese (Trauzettel-Klosinski and Dietz 2012)."""
ANSWERING = {"adequacy-fluency": 8, "ranking": 15, "da": 6, "esa": 15, "mqm": 12, "contrastive": 20}
"""Seconds of an answer in addition to reading, by protocol: our guess."""
ROUND_MINUTES = 5
MINUTES, HOURS = "about {n} minutes", "about {n} hours"


def minutes_of_items(plan: CampaignPlan, test_set: TestSet, n_items: int) -> float:
    """Estimate the minutes that a rater needs for a number of items of a campaign.

    The campaign's mean item counts, so the same number of items takes every rater the same time.

    >>> test_set = TestSet.build({"A": ["x" * 987]}, [["a reference that raters do not see"]])
    >>> minutes_of_items(CampaignPlan("da", ("A",), (0,)), test_set, 10)
    11.0
    """
    outputs = [test_set.system(name).segments for name in plan.systems]
    shown_texts = [one.segments for one in test_set.references if one.name in plan.references]
    if plan.shows_source and test_set.source is not None:
        shown_texts.append(test_set.source)
    rated = pa.array(plan.segments)
    n_read, n_shown = (
        sum(pc.sum(pc.utf8_length(text.take(rated))).as_py() or 0 for text in texts) for texts in (shown_texts, outputs)
    )
    share = min(plan.asks.n_outputs, len(outputs)) / len(outputs)
    per_minute = SPACED_PER_MINUTE if detect_script(outputs).has_spaces else UNSPACED_PER_MINUTE
    return n_items * ((n_read + share * n_shown) / len(rated) / per_minute + ANSWERING[plan.protocol] / 60)


def duration(minutes: float, language: str = ENGLISH) -> str:
    """Return a rough time in words, at least ``ROUND_MINUTES``; the number is the same in every language.

    >>> duration(44), duration(200, "de")
    ('about 45 minutes', 'etwa 3½ Stunden')
    """
    if minutes < 90:
        n = ROUND_MINUTES * max(round(minutes / ROUND_MINUTES), 1)
        return translate(MINUTES, language).format(n=n)
    halves = round(minutes / 30)
    return translate(HOURS, language).format(n=localize_number(f"{halves // 2:,}", language) + "½" * (halves % 2))
