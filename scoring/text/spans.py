"""Where a part of a text or of a word stands."""

from collections.abc import Sequence

Span = tuple[int, int]
"""Half-open positions, [start, end): of words in a text, or of characters in a word."""
LOOK_AHEAD = 100
"""Characters within which the next token is looked for, after one that the text has in another way."""
ENTITIES = {'"': "&quot;", "&": "&amp;", "<": "&lt;", ">": "&gt;"}
"""What some tokenizers write as one sign."""


def token_spans(text: str, tokens: Sequence[str]) -> list[Span | None]:
    """For each token of a text, its characters there; case does not count.

    None for a token that its tokenizer wrote in another way than the text does.
    """
    lowered = text.lower()
    if len(lowered) > len(text):  # as of İ, after which places would be others
        lowered = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    found: list[Span | None] = []
    at, is_lost = 0, False
    for token, following in zip(tokens, [*tokens, ""][1:], strict=True):
        written = _written(token.lower(), following, lowered, at)
        start = lowered.find(written, at, at + len(written) + LOOK_AHEAD)
        is_lost = start < 0 or not (is_lost or not lowered[at:start].strip())
        if not is_lost:
            at = start + len(written)
        found.append(None if is_lost else (start, at))
    return found


def _written(token: str, following: str, text: str, at: int) -> str:
    """A token as the text has it from here: signs may be there as entities of HTML."""
    entity = ENTITIES.get(token)
    is_entity = entity is not None and text[at : at + LOOK_AHEAD].lstrip().startswith(entity)
    return entity if entity is not None and is_entity and following != entity[1:-1] else token
