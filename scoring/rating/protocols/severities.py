"""Severities of errors: the meaning of minor and major, each with two examples."""

from dataclasses import dataclass

SEVERITIES = ("minor", "major")
"""Severities of an error, the lighter one first."""


@dataclass(frozen=True)
class ErrorExample:
    """An error in a short English text."""

    right: str
    """Text without the error."""
    wrong: str
    """Text with the error."""
    why: str
    """Reason for the severity, in a few words."""


@dataclass(frozen=True)
class SeverityGuide:
    """The explanation of one severity for raters."""

    name: str
    meaning: str
    examples: tuple[ErrorExample, ErrorExample]


SEVERITY_GUIDES = (
    SeverityGuide(
        SEVERITIES[0],
        "The meaning is right, but grammar, style or a choice of words could be better.",
        (
            ErrorExample("heavy rain", "strong rain", "an unusual word"),
            ErrorExample("She was born in May.", "She is born in May.", "a wrong tense"),
        ),
    ),
    SeverityGuide(
        SEVERITIES[1],
        "The meaning is changed, or readers cannot understand it.",
        (
            ErrorExample("The shop closes at nine.", "The shop opens at nine.", "the opposite"),
            ErrorExample("Take 2 tablets.", "Take 20 tablets.", "a wrong number"),
        ),
    ),
)
"""Guides, the lighter severity first; meanings as in error span annotation (Kocmi et al. 2024), examples our own."""
