"""What a name that nobody knows was probably meant to be."""

from collections.abc import Iterable

LEAST_ALIKE = 0.65
"""Similarity, from 0 to 1, below which no name is proposed."""


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """Return `` (did you mean X?)`` with the most similar of the names, or nothing where none is similar.

    >>> did_you_mean("blue", ["bleu", "chrf"])
    ' (did you mean bleu?)'
    >>> did_you_mean("xyz", ["bleu", "chrf"])
    ''
    """
    from difflib import get_close_matches  # rarely needed, and start-up time matters

    by_folded = {known.casefold(): known for known in names}
    found = get_close_matches(name.casefold(), by_folded, n=1, cutoff=LEAST_ALIKE)
    return f" (did you mean {by_folded[found[0]]}?)" if found else ""
