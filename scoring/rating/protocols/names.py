"""The name of a campaign that its owner has not named: in English, and for raters in their language."""

import re

from ..languages import ENGLISH, translate

USUAL_NAMES = {
    "adequacy-fluency": "Ratings of {segments}",
    "ranking": "Ranking of {segments}",
    "da": "Scores of {segments}",
    "esa": "Errors in {segments}",
    "mqm": "MQM of {segments}",
    "contrastive": "Side-by-side scores of {segments}",
}
"""Template of the name, by protocol; it is short and has no comma, because a judge's name heads columns."""
ONE_SEGMENT, SEGMENTS = "1 segment", "{n} segments"


def usual_name(protocol: str, n_segments: int, language: str = ENGLISH) -> str:
    """Return the usual name of a campaign of this protocol.

    >>> usual_name("da", 20), usual_name("da", 20, "de")
    ('Scores of 20 segments', 'Punktzahlen zu 20 Segmenten')
    """
    segments = translate(ONE_SEGMENT if n_segments == 1 else SEGMENTS, language).format(n=n_segments)
    return translate(USUAL_NAMES[protocol], language).format(segments=segments)


def translate_usual_name(name: str, language: str) -> str:
    """Return a campaign's name for raters: a usual name in their language, any other name as its owner wrote it.

    >>> translate_usual_name("Scores of 20 segments (2)", "de"), translate_usual_name("News", "de")
    ('Punktzahlen zu 20 Segmenten (2)', 'News')
    """
    for protocol, template in USUAL_NAMES.items():
        pattern = re.escape(template).replace(re.escape("{segments}"), r"(\d+) segments?") + r"( \(\d+\))?"
        if match := re.fullmatch(pattern, name):
            return usual_name(protocol, int(match[1]), language) + (match[2] or "")
    return name
