"""What a browser's secret looks like."""

import re
from secrets import token_urlsafe

BYTES = 32
"""It has 256 random bits,"""
FORM = re.compile(r"[\w-]{43}", re.ASCII)
"""in base64."""


def new_secret() -> str:
    """Another one each time."""
    return token_urlsafe(BYTES)


def is_secret(text: str) -> bool:
    """Whether it can be one that the server gave to a browser."""
    return FORM.fullmatch(text) is not None
