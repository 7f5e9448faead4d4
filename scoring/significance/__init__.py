"""Significance tests: which system is better, and can the difference be trusted, over any metric's statistics.

Systems are ``Mapping[name, statistics]`` as ``Metric.measure`` gives them. Statistics are float64
(n_segments, n_statistics); a row may also be a document: see ``UNITS``. Every result holds its seed, and every p-value
is (c + 1) / (R + 1).
"""

from ..counting.progress import Progress
from ..counting.usual_draws import SEED, TRIALS
from ..origins import SEGMENT
from ..output.numbers import LEVEL
from .bootstrap_intervals import Bootstrap, bootstrap, bootstrap_by_equal_rows, bootstrap_by_metric, least_resamples
from .comparisons import TESTS, Comparison, Comparisons, check_options, compare, usual_trials
from .corrections import CORRECTIONS, MAX_T, PAIR_CORRECTIONS, adjust
from .influence import Removal, leave_one_out, removal
from .p_limits import MIN_UNITS, Attainable, Power, attainable, power_of_pair, smallest_p
from .randomization import EXCHANGES, TOGETHER, Randomization, null_differences, randomize
from .ranking import compact_letters, rank_systems
from .resampling.draws import UNITS, are_as_large, compile_draw_kernels, monte_carlo_interval, p_value, sums_by_document
from .resampling.replications import Replications, group_runs, pool_runs, replications, run_error, statistics_by_run
from .verdicts import CLEAR, CLEAR_LEVEL, CLOSE, LIKELY, MORE_TRIALS, STATES, TOO_LITTLE_DATA, Verdicts, judge
