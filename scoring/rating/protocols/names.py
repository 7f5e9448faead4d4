"""What a campaign is called until its owner names it, and how raters read that name in their language."""

import re

from ..languages import translate

USUAL_NAMES = {
    "adequacy-fluency": "Ratings of {segments}",
    "ranking": "Ranking of {segments}",
    "da": "Scores of {segments}",
    "esa": "Errors in {segments}",
    "mqm": "MQM of {segments}",
    "contrastive": "Outputs side by side in {segments}",
}
"""Protocol -> name: short and without a comma, for a judge's name heads columns."""
ONE_SEGMENT, SEGMENTS = "1 segment", "{n} segments"


def usual_name(protocol: str, n_segments: int) -> str:
    """Return the name of a campaign of that protocol.

    >>> usual_name("da", 20)
    'Scores of 20 segments'
    """
    return USUAL_NAMES[protocol].format(segments=ONE_SEGMENT if n_segments == 1 else SEGMENTS.format(n=n_segments))


def name_for_raters(name: str, language: str) -> str:
    """Return a campaign's name; a usual one, also with a number after it, in the raters' language.

    >>> name_for_raters("Scores of 20 segments (2)", "de"), name_for_raters("News", "de")
    ('Punktzahlen zu 20 Segmenten (2)', 'News')
    """
    for usual in USUAL_NAMES.values():
        pattern = re.escape(usual).replace(re.escape("{segments}"), r"(\d+) segments?")
        if found := re.fullmatch(rf"{pattern}( \(\d+\))?", name):
            n, number = found.groups()
            segments = translate(ONE_SEGMENT if n == "1" else SEGMENTS, language).format(n=n)
            return translate(usual, language).format(segments=segments) + (number or "")
    return name
