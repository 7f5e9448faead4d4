"""Fingerprints of texts that were judged, by which a judgment knows its output again."""

from hashlib import blake2b

FINGERPRINT_DIGITS = 8
"""Hexadecimal digits by which an id says what was judged."""


def output_fingerprint(source: str, output: str) -> str:
    """Return the fingerprint of one output: it changes with any character of the output or of its source.

    >>> output_fingerprint("Good morning.", "Guten Morgen.")
    '1f1b9fe1'
    """
    texts = b"".join(len(text).to_bytes(8, "little") + text for text in (source.encode(), output.encode()))
    return blake2b(texts, digest_size=FINGERPRINT_DIGITS // 2).hexdigest()
