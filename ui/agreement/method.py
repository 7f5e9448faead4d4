"""How agreement is computed, in plain words. Pure."""

from scoring.output.numbers import LEVEL
from scoring.studies.agreement import CHANCES, FEWER_CHANCES, MANY_PAIRS, MEASURES, SEED, TRIALS, TRIALS_A_PAIR

_MEASURES = "\n".join(f"- **{measure.label}**: {measure.about}" for measure in MEASURES.values())

TEXT = f"""\
A pair is two systems' outputs of one segment, both judged. The judge prefers one of them, or neither.

{_MEASURES}

Differences below 0.000000001 are ties. A metric's score of an output is its score of that segment, by the settings in
the sidebar. Preferences make a system's score the share of comparisons that it won, ties aside.

**Intervals** are expanded percentiles of the bootstrap: judged segments, or documents, are drawn anew, {TRIALS:,} times
or {TRIALS_A_PAIR} times a pair of metrics if that is more, with seed {SEED} and the same draws for every metric. Two
metrics are shown to differ where the p of the paired bootstrap, adjusted by Holm for all pairs of metrics, is at most
{LEVEL}; metrics that are not share a letter.

**Baselines**: a metric that gives every output the same score, and {CHANCES} metrics that draw every score at random,
or {FEWER_CHANCES} where there are more than {MANY_PAIRS:,} pairs.
"""
