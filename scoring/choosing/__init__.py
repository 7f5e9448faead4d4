"""Several candidates for each segment: which one a criterion takes, and what that choice is worth to others."""

from .against import against_references
from .choices import Choice
from .consensus import Consensus, Ranking, Shared, consensus, differ
from .criteria import Chooser, Criterion, choose, parse, usual
from .gains import Gains, gains
from .judged import Judged, Matrix, judged, judged_systems, usual_baseline, with_one_system
from .lists import Lists
from .oracles import corpus_oracle, oracle
from .pairs import Pairs, pair_blocks
from .posterior import posterior, uniform
from .risk import expected_scores

__all__ = [
    "Choice",
    "Chooser",
    "Consensus",
    "Criterion",
    "Gains",
    "Judged",
    "Lists",
    "Matrix",
    "Pairs",
    "Ranking",
    "Shared",
    "against_references",
    "choose",
    "consensus",
    "corpus_oracle",
    "differ",
    "expected_scores",
    "gains",
    "judged",
    "judged_systems",
    "oracle",
    "pair_blocks",
    "parse",
    "posterior",
    "uniform",
    "usual",
    "usual_baseline",
    "with_one_system",
]
