"""Plain values as characters that a link can hold: JSON, compressed by zlib, in base64url. Pure.

Nothing in the alphabet [A-Za-z0-9_-] is changed by a mail program or a chat, and zlib's checksum tells a link that was
cut off or changed from one that was not.
"""

import base64
import json
import zlib
from typing import Any

_LARGEST_PAYLOAD = 1024**2
"""Bytes after decompression: a small link may not fill the memory."""


def pack(value: Any) -> str:
    """``value`` is what JSON can hold."""
    payload = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(zlib.compress(payload, 9)).decode().rstrip("=")


def unpack(code: str) -> Any:
    """``ValueError`` where it was cut off, changed, never one of ours, or too large."""
    try:
        payload = _decompressed(base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True))
        value = json.loads(payload.decode())
        json.dumps(value, ensure_ascii=False).encode()  # a surrogate by itself is no text
    except (ValueError, zlib.error, RecursionError) as error:
        raise ValueError("The code was cut off or changed on its way.") from error
    return value


def _decompressed(data: bytes) -> bytes:
    unpacking = zlib.decompressobj()
    payload = unpacking.decompress(data, _LARGEST_PAYLOAD)
    if not unpacking.eof or unpacking.unused_data:
        raise ValueError("cut off, too large, or followed by something else")
    return payload
