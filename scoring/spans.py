"""Where a part of a text or of a word stands."""

from collections.abc import Sequence

Span = tuple[int, int]
"""Half-open positions, [start, end): of words in a text, or of characters in a word."""
LOOK_AHEAD = 100
"""Characters within which the next token is looked for, after one that the text has in another way."""


def token_spans(text: str, tokens: Sequence[str]) -> list[Span | None]:
    """For each token of a text, its characters there; case does not count.

    None for a token that its tokenizer wrote in another way than the text does, such as ``&`` for ``&amp;``.
    """
    lowered = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    found: list[Span | None] = []
    at, is_lost = 0, False
    for token in tokens:
        start = lowered.find(token.lower(), at, at + len(token) + LOOK_AHEAD)
        is_lost = start < 0 or not (is_lost or not lowered[at:start].strip())
        if is_lost:
            found.append(None)
            continue
        at = start + len(token)
        found.append((start, at))
    return found
