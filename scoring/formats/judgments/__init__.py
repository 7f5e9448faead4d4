"""Files of judgments -> what they say -> scores, errors and preferences of a test set.

``reader_of`` knows a file by its ending or content; each reader is a file here and gives ``Found``, in which systems
and segments are as the file has them. ``attach`` lines all that was found up with a test set, by ``match``: names are
matched where that is obvious, and whatever is left over is an error that lists both sides.
"""

from .attach import Attached, are_weighed, attach, of_pair, with_weights
from .columns import Offer, offered
from .found import (
    Found,
    FoundDocuments,
    FoundError,
    FoundErrors,
    FoundPreferences,
    FoundScores,
    LeftOut,
    Outputs,
)
from .match import Matched, UnmatchedError, match
from .recognize import reader_of

__all__ = [
    "Attached",
    "Found",
    "FoundDocuments",
    "FoundError",
    "FoundErrors",
    "FoundPreferences",
    "FoundScores",
    "LeftOut",
    "Matched",
    "Offer",
    "Outputs",
    "UnmatchedError",
    "are_weighed",
    "attach",
    "match",
    "of_pair",
    "offered",
    "reader_of",
    "with_weights",
]
