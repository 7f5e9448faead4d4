"""Suggestions for unknown names: the known name that the user probably meant."""

from collections.abc import Iterable

MIN_ALIKE = 0.65
"""Smallest similarity, from 0 to 1, of a name that is suggested."""

MIN_LETTERS = 2
"""Fewest letters that are taken for the beginning of a name."""


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """Return `` (did you mean X?)`` with the ``most_similar`` name; empty where no name is similar.

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
    """Return the most similar name, else the first name that begins with the typed one; None where no name is similar.

    >>> most_similar("blue", ["bleu", "chrf"])
    'bleu'
    """
    from difflib import get_close_matches  # rarely needed, and start-up time matters

    by_folded = {original.casefold(): original for original in names}
    typed = name.casefold()
    matches = get_close_matches(typed, by_folded, n=1, cutoff=MIN_ALIKE)
    if not matches and len(typed) >= MIN_LETTERS:
        matches = [folded for folded in by_folded if folded.startswith(typed)][:1]
    return by_folded[matches[0]] if matches else None
