"""How many examples a property is tested with, and what becomes of files in such tests."""

from collections.abc import Sequence

from hypothesis import settings
from hypothesis import strategies as st


def examples(number: int) -> settings:
    """That many by the usual profile, and by another one fewer or more as its own number is."""
    default, usual = settings.default, settings.get_profile("bleuscope")
    assert default is not None
    return settings(default, max_examples=max(1, number * default.max_examples // usual.max_examples))


def mutated(data: bytes, draw: st.DataObject, bits: Sequence[bytes]) -> bytes:
    """A file with one to four places overwritten, by one of ``bits`` or by anything."""
    for _ in range(draw.draw(st.integers(1, 4))):
        start = draw.draw(st.integers(0, len(data)))
        end = start + draw.draw(st.integers(0, 8))
        data = data[:start] + draw.draw(st.sampled_from(bits) | st.binary(max_size=4)) + data[end:]
    return data
