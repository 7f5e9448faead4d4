"""Read files of judgments into scores, errors and preferences of a test set.

``find_judgment_reader`` recognizes a file by its ending or content; each reader is a file here and returns
``FoundJudgments``, in which systems and segments are as the file writes them. ``attach`` lines up all judgments with a
test set, by ``match_judgments``: names are matched if the match is obvious, and names that are left over are an error
that lists both sides.
"""

from .attachment import AttachedJudgments, are_weighed, attach, check_judged_systems, judgments_of_pair, set_mqm_weights
from .found_judgments import (
    FoundDocuments,
    FoundError,
    FoundErrors,
    FoundJudgments,
    FoundPreferences,
    FoundScores,
    JudgedOutputs,
    LeftOutFile,
)
from .match import MatchedJudgments, UnmatchedError, match_judgments
from .recognize import find_judgment_reader
from .scores.columns import ScoreOffer, offered_scores
from .scores.triples import lacks_score

__all__ = [
    "AttachedJudgments",
    "FoundDocuments",
    "FoundError",
    "FoundErrors",
    "FoundJudgments",
    "FoundPreferences",
    "FoundScores",
    "JudgedOutputs",
    "LeftOutFile",
    "MatchedJudgments",
    "ScoreOffer",
    "UnmatchedError",
    "are_weighed",
    "attach",
    "check_judged_systems",
    "find_judgment_reader",
    "judgments_of_pair",
    "lacks_score",
    "match_judgments",
    "offered_scores",
    "set_mqm_weights",
]
