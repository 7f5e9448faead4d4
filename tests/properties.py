"""How many examples a property is tested with."""

from hypothesis import settings


def examples(number: int) -> settings:
    """That many by the usual profile, and by another one fewer or more as its own number is."""
    default, usual = settings.default, settings.get_profile("bleuscope")
    assert default is not None
    return settings(default, max_examples=max(1, number * default.max_examples // usual.max_examples))
