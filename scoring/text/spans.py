"""Spans: positions of a part of a text or of a word."""

from collections.abc import Sequence

Span = tuple[int, int]
"""Half-open positions, [start, end): of words in a text, or of characters in a word."""
LOOK_AHEAD = 100
"""Number of characters within which a token is looked for, after a token that is not in the text as it was written."""
ENTITIES = {'"': "&quot;", "&": "&amp;", "<": "&lt;", ">": "&gt;"}
"""Characters that some tokenizers write in place of these HTML entities."""


def token_spans(text: str, tokens: Sequence[str]) -> list[Span | None]:
    """Return the character span of each token in its text, ignoring case.

    The span is None for a token that the tokenizer wrote in another way than the text does.
    """
    lowered = text.lower()
    if len(lowered) > len(text):  # such as İ, which would move all later places
        lowered = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    spans: list[Span | None] = []
    at, is_lost = 0, False
    for token, following in zip(tokens, [*tokens, ""][1:], strict=True):
        token_text = _token_in_text(token.lower(), following, lowered, at)
        start = lowered.find(token_text, at, at + len(token_text) + LOOK_AHEAD)
        is_lost = start < 0 or not (is_lost or not lowered[at:start].strip())
        if not is_lost:
            at = start + len(token_text)
        spans.append(None if is_lost else (start, at))
    return spans


def _token_in_text(token: str, following: str, text: str, at: int) -> str:
    """Return a token as the text has it at position ``at``: some characters may be HTML entities in the text."""
    entity = ENTITIES.get(token)
    is_entity = entity is not None and text[at : at + LOOK_AHEAD].lstrip().startswith(entity)
    return entity if entity is not None and is_entity and following != entity[1:-1] else token
