"""Texts that are prepared unlike the other side: without capitals where it has them, or tokenized where it is not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from ..bleu import BLEU
from ..formats.plain_text.notices import SPACED_STOP, TOKENIZED
from ..output.numbers import fixed
from . import FEWEST_SEGMENTS
from .finding import NOTE, SYSTEM, WARNING, ExaminedText, ExaminedTexts, TextFinding

NO_CAPITALS = "no-capitals"
_CAPITAL, _CASED, _STOP = r"\p{Lu}", r"[\p{Lu}\p{Ll}]", r"\.\s*\z"
_RARE, _FREQUENT = 0.1, 0.5
"""Shares of a text's segments up to which a trait is rare in it, and from which it is frequent.

In the outputs and references of WMT 2012, WMT 2021 and TED it is below .01 or above .84.
"""
LEAST_GAIN = 0.5
"""Points of BLEU from which the difference makes a comparison doubtful."""


@dataclass(frozen=True)
class _Trait:
    """What one side has and the other has not."""

    kind: str
    pattern: str
    """RE2 that a segment with the trait matches."""
    compared: str
    """RE2 of the segments in which it can be seen."""
    is_fault: bool
    """Whether the text that has it is at fault, not the text without it."""
    told: str
    """What the text at fault is, after its name."""
    without: str
    """How a score leaves the difference out."""
    fair: BLEU
    """BLEU that leaves it out."""
    unmoved: str
    """Which other metrics do not show it, as the end of a sentence."""
    advice: str

    def share(self, column: pa.StringArray) -> float | None:
        """Return the share of the segments that have it; None where too few can be compared."""
        compared = column.filter(pc.match_substring_regex(column, self.compared))
        if len(compared) < FEWEST_SEGMENTS:
            return None
        return float(pc.mean(pc.match_substring_regex(compared, self.pattern)).as_py())


_TRAITS = (
    _Trait(
        NO_CAPITALS,
        _CAPITAL,
        _CASED,
        False,
        "has no capitals",
        "ignoring case",
        BLEU(lowercase=True),
        "; TER ignores case by default",
        "Restore the capitals (truecase), then score again.",
    ),
    _Trait(
        TOKENIZED,
        SPACED_STOP,
        _STOP,
        True,
        "is tokenized",
        "with a tokenizer that splits all marks (intl)",
        BLEU(tokenize="intl"),
        "",
        "Detokenize it, then score again.",
    ),
)


def find_unlike_texts(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each output, and each reference, that lacks capitals or is tokenized unlike the other side.

    The sentence has the BLEU of an output as it is, and the BLEU that does not see the difference.
    """
    for trait in _TRAITS:
        shares = {id(text): trait.share(text.segments) for text in texts.targets}
        for text in texts.targets:
            others = texts.references if text.role == SYSTEM else texts.systems
            unlike = [one for one in others if _is_unlike(trait, shares[id(text)], shares[id(one)])]
            if unlike:
                system = text if text.role == SYSTEM else unlike[0]
                yield _finding(trait, text, system, [reference.segments for reference in texts.references])


def _is_unlike(trait: _Trait, own: float | None, other: float | None) -> bool:
    """Return whether a text is at fault, by its share and that of another text."""
    if own is None or other is None:
        return False
    return (own >= _FREQUENT and other <= _RARE) if trait.is_fault else (own <= _RARE and other >= _FREQUENT)


def _finding(
    trait: _Trait, text: ExaminedText, system: ExaminedText, references: Sequence[pa.StringArray]
) -> TextFinding:
    before, after = (
        float(bleu.score(bleu.statistics(system.segments, references).sum(axis=0))) for bleu in (BLEU(), trait.fair)
    )
    its = "its BLEU" if text is system else f"the BLEU of {system.name}"
    told = (
        f"{text.subject} {trait.told}: {trait.without}, {its} is {fixed(after, 2)} instead of"
        f" {fixed(before, 2)}{trait.unmoved}."
    )
    matters, n = after - before >= LEAST_GAIN, len(text)
    severity, caveat = (WARNING, told) if matters else (NOTE, "")
    return TextFinding(trait.kind, severity, text.role, text.file, 1, n, f"{told} {trait.advice}", n, 1.0, (1,), caveat)
