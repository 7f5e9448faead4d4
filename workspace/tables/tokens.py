"""Secrets that let everybody who has one do something, and the digests by which they are looked up.

How long it takes to look one up by its digest says nothing about a secret.
"""

from hashlib import sha256
from secrets import choice, token_urlsafe

from scoring.checks import expect

TOKEN_BYTES = 32
"""Nobody can guess one."""
CODE_LENGTH = 8
CODE_LETTERS = "34679ACDEFGHJKMNPQRTVWXY"
"""Letters of codes, which people type: none is easily taken for another."""


def new_token() -> str:
    return token_urlsafe(TOKEN_BYTES)


def new_code(length: int = CODE_LENGTH) -> str:
    """A token that is short enough to be typed, one of 24^length."""
    return "".join(choice(CODE_LETTERS) for _ in range(length))


def code_of(typed: str) -> str:
    """A code as somebody types it, in small letters, with spaces or hyphens, as it is looked up."""
    expect(typed, str, "code")
    return "".join(typed.split()).replace("-", "").upper()


def key_of_token(token: str) -> str:
    """Its digest."""
    expect(token, str, "token")
    return sha256(token.encode(errors="replace")).hexdigest()
