"""About how long it takes to rate, for owners and for raters."""

from ..languages import ENGLISH, localized, translate

SPACED_PER_MINUTE, UNSPACED_PER_MINUTE = 987, 255
"""Characters that adults read in a minute, of English and of Chinese (Trauzettel-Klosinski and Dietz 2012)."""
ANSWERING = {"adequacy-fluency": 8, "ranking": 15, "da": 6, "esa": 15, "mqm": 12, "contrastive": 20}
"""Seconds in addition to reading, by protocol: our guess."""
ROUND_MINUTES = 5
MINUTES, HOURS = "about {n} minutes", "about {n} hours"


def minutes_of_items(protocol: str, n_items: int, n_characters: int, has_spaces: bool) -> float:
    """Estimate the minutes for reading a number of characters and answering the items.

    >>> minutes_of_items("da", 10, 987, has_spaces=True)
    2.0
    """
    per_minute = SPACED_PER_MINUTE if has_spaces else UNSPACED_PER_MINUTE
    return n_characters / per_minute + n_items * ANSWERING[protocol] / 60


def duration(minutes: float, language: str = ENGLISH) -> str:
    """A rough time in words, at least ``ROUND_MINUTES``: raters of one campaign hear the same number in any language.

    >>> duration(44), duration(200, "de")
    ('about 45 minutes', 'etwa 3½ Stunden')
    """
    if minutes < 90:
        n = ROUND_MINUTES * max(round(minutes / ROUND_MINUTES), 1)
        return translate(MINUTES, language).format(n=n)
    halves = round(minutes / 30)
    return translate(HOURS, language).format(n=localized(f"{halves // 2:,}", language) + "½" * (halves % 2))
