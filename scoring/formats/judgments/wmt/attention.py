"""Attention checks among errors that were marked: sentences with an error put in, to see whether raters attend.

Google's Marot and Anthea write them as the severity ``HOTW-test`` (hands on the wheel), whose category is ``Found`` or
``Missed``. The sentence that was shown is no output of a system, so that such a row is no error and no judgment.
"""

import re
from collections import Counter
from collections.abc import Sequence

from ....output.numbers import counted
from ...columns import Notice

_SEVERITY = re.compile(r"(?i)^\s*hotw\b")


def is_attention_check(severity: str) -> bool:
    """Return whether an error of this severity is the outcome of an attention check."""
    return _SEVERITY.match(severity) is not None


def attention_checks(outcomes: Sequence[str]) -> tuple[Notice, ...]:
    """Return the notice of the checks that were left out, by their categories; none where there were none."""
    if not outcomes:
        return ()
    counts = Counter(outcome.strip().lower() or "without an outcome" for outcome in outcomes)
    listed = ", ".join(f"{count:,} {outcome}" for outcome, count in sorted(counts.items()))
    checks = counted(len(outcomes), "attention check")
    return (Notice("attention-checks", f"{checks} (HOTW-test) left out: {listed}.", len(outcomes)),)
