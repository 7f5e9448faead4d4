"""Choose one of several candidates for each segment by a criterion, and score the choices by other metrics."""

from .choice_gains import Gains, gains
from .choice_matrix import JudgeScores, Matrix, judged_systems, score_choices, usual_baseline
from .choices import Choice
from .consensus_matches import Consensus, Ranking, SharedNgrams, consensus, texts_differ
from .criteria import Chooser, Criterion, choose_candidates, parse, usual_criteria
from .lists import Lists
from .oracles import corpus_oracle, oracle
from .pairwise.pairs import CandidatePairs, pair_blocks
from .pairwise.reference_statistics import candidate_statistics
from .posteriors import expected_scores, posterior, uniform
