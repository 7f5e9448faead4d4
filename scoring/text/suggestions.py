"""What a name that nobody knows was probably meant to be."""

from collections.abc import Iterable

LEAST_ALIKE = 0.65
"""Similarity, from 0 to 1, below which no name is proposed."""

FEWEST_LETTERS = 2
"""Number of letters from which the beginning of a name is a hint."""


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """Return `` (did you mean X?)`` with the most similar of the names, else the first that begins with what was typed.

    Nothing where there is none.

    >>> did_you_mean("blue", ["bleu", "chrf"])
    ' (did you mean bleu?)'
    >>> did_you_mean("doc", ["segment", "document"])
    ' (did you mean document?)'
    >>> did_you_mean("xyz", ["bleu", "chrf"])
    ''
    """
    similar = most_similar(name, names)
    return "" if similar is None else f" (did you mean {similar}?)"


def most_similar(name: str, names: Iterable[str]) -> str | None:
    """Return the most similar of the names, else the first that begins with what was typed; None where there is none.

    >>> most_similar("blue", ["bleu", "chrf"])
    'bleu'
    """
    from difflib import get_close_matches  # rarely needed, and start-up time matters

    by_folded = {known.casefold(): known for known in names}
    typed = name.casefold()
    found = get_close_matches(typed, by_folded, n=1, cutoff=LEAST_ALIKE)
    if not found and len(typed) >= FEWEST_LETTERS:
        found = [folded for folded in by_folded if folded.startswith(typed)][:1]
    return by_folded[found[0]] if found else None
