"""How long rating takes: reading, and answering."""

SPACED_PER_MINUTE, UNSPACED_PER_MINUTE = 987, 255
"""Characters that adults read in a minute, of English and of Chinese (Trauzettel-Klosinski and Dietz 2012)."""
ANSWERING = {"adequacy-fluency": 8, "ranking": 15, "da": 6, "esa": 15, "mqm": 12, "contrastive": 20}
"""Seconds in addition to reading, by protocol: our guess."""
ROUND_MINUTES = 5
"""Minutes to which a time is rounded before it is said; less is a few minutes."""


def rating_minutes(protocol: str, n_items: int, n_characters: int, has_spaces: bool = True) -> float:
    """Minutes for that many items with that many characters to read in all.

    >>> rating_minutes("da", 10, 987)
    2.0
    """
    per_minute = SPACED_PER_MINUTE if has_spaces else UNSPACED_PER_MINUTE
    return n_characters / per_minute + n_items * ANSWERING[protocol] / 60
