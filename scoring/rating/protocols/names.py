"""What a campaign is called until its owner names it, in the raters' language: raters read it above each item."""

from ..languages import ENGLISH, translate

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


def usual_name(protocol: str, n_segments: int, language: str = ENGLISH) -> str:
    """Return the name of a campaign of that protocol.

    >>> usual_name("da", 20), usual_name("da", 20, "de")
    ('Scores of 20 segments', 'Punkte von 20 Segmenten')
    """
    segments = translate(ONE_SEGMENT if n_segments == 1 else SEGMENTS, language).format(n=n_segments)
    return translate(USUAL_NAMES[protocol], language).format(segments=segments)
