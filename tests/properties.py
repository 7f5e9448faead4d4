"""How many examples a property is tested with."""

from hypothesis import settings


def examples(number: int) -> settings:
    """That many where the profile has 50 for a property that does not say; in proportion where it has fewer."""
    default = settings.default
    assert default is not None
    return settings(default, max_examples=max(1, number * default.max_examples // 50))
