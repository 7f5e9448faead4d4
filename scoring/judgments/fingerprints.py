"""Compute fingerprints of judged texts, by which a judgment recognizes its output."""

from hashlib import blake2b

FINGERPRINT_DIGITS = 8
"""Number of hexadecimal digits of a fingerprint."""


def output_fingerprint(source: str, output: str) -> str:
    """Return the fingerprint of one output, which changes with any character of the output or of its source.

    >>> output_fingerprint("Good morning.", "Guten Morgen.")
    '1f1b9fe1'
    """
    texts = b"".join(len(text).to_bytes(8, "little") + text for text in (source.encode(), output.encode()))
    return blake2b(texts, digest_size=FINGERPRINT_DIGITS // 2).hexdigest()
