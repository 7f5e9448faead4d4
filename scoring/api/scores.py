"""The scores of one output by several metrics: the function ``score`` of `import bleuscope`."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..counting.usual_draws import SEED, TRIALS
from ..output.json_values import number_or_none
from ..output.numbers import MISSING, fixed
from ..studies.scores import ScoreRequest, ScoreResult, doubt_sentences, run
from ..testset import TestSet
from ..validation import check_known
from .inputs import Metrics, References, as_metrics, as_test_set
from .notebook_result import NotebookResult
from .texts import ONE_SYSTEM, Texts

if TYPE_CHECKING:
    import pandas as pd

    from ..bleu import BleuArithmetic
    from ..report.notebook import ScoreRow


@dataclass(frozen=True, eq=False, repr=False)
class MetricScore(NotebookResult, ScoreResult):
    """One output's score by one metric, 0-100; error rates may exceed 100, and NIST has a scale of its own.

    >>> import bleuscope as bs
    >>> bleu = bs.score(["the cat sat on the mat"], ["the cat sat on a mat"])["bleu"]
    >>> round(bleu.score, 2), bleu.signature
    (53.73, 'nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:BLEUscope-...')
    >>> [round(precision, 1) for precision in bleu.precisions], bleu.brevity_penalty
    ([83.3, 60.0, 50.0, 33.3], 1.0)
    """

    @property
    def precisions(self) -> tuple[float, ...]:
        """BLEU's n-gram precisions after smoothing, 0-100, one for each order."""
        return tuple((100 * self._arithmetic("precisions").precisions).tolist())

    @property
    def brevity_penalty(self) -> float:
        """BLEU's brevity penalty, 0-1."""
        return float(self._arithmetic("brevity_penalty").brevity_penalty)

    @property
    def length_ratio(self) -> float:
        """Number of the output's words divided by that of the closest references; NaN if these have no words."""
        arithmetic = self._arithmetic("length_ratio")
        return (
            float(arithmetic.hypothesis_length / arithmetic.reference_length)
            if arithmetic.reference_length
            else math.nan
        )

    def _arithmetic(self, name: str) -> "BleuArithmetic":
        from ..bleu import BLEU

        if not isinstance(self.metric, BLEU):
            raise AttributeError(f"{self.metric.label} has no {name}; only BLEU has.")
        return self.metric.arithmetic(self.total)

    def to_dict(self) -> dict[str, Any]:
        """Return the score as numbers and texts that JSON can hold; undefined values are None.

        >>> import bleuscope as bs
        >>> bs.score(["the cat sat"], ["a cat sat"], "wer")["wer"].to_dict()["statistics"]
        {'insertions': 0, 'deletions': 0, 'substitutions': 1, 'reference_length': 3}
        """
        sums = zip(self.metric.statistic_names, self.total.tolist(), strict=True)
        low, high = self.interval
        return {
            "metric": self.metric.name,
            "score": number_or_none(self.score),
            "ci_low": number_or_none(low),
            "ci_high": number_or_none(high),
            "signature": self.signature,
            "higher_is_better": self.metric.higher_is_better,
            "statistics": {name: int(value) if value.is_integer() else number_or_none(value) for name, value in sums},
        }

    @property
    def _row(self) -> "ScoreRow":
        from ..report.notebook import ScoreRow

        return ScoreRow(self.metric, self.score, self.interval, self.signature)

    def __str__(self) -> str:
        return f"{self.metric.full_name} {fixed(self.score, self.metric.decimals, MISSING)}  {self.signature}"

    def _repr_html_(self) -> str:
        from ..report.notebook import scores_html

        return str(scores_html([self._row]))


@dataclass(frozen=True, eq=False, repr=False)
class MetricScores(NotebookResult, Mapping[str, MetricScore]):
    """The scores of one output by several metrics; a mapping from the metrics' names.

    >>> import bleuscope as bs
    >>> scores = bs.score(["the cat sat on the mat"], ["the cat sat on a mat"], ["bleu", "chrf"])
    >>> [*scores]
    ['bleu', 'chrf']
    """

    by_name: Mapping[str, MetricScore]
    test_set: TestSet
    """The texts that were scored."""

    def __getitem__(self, name: str) -> MetricScore:
        if name not in self.by_name:
            check_known(name, [*self.by_name], "score")
        return self.by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_name)

    def __len__(self) -> int:
        return len(self.by_name)

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """Sentences on what makes the scores doubtful, such as an output that is the source."""
        return doubt_sentences([*self.values()], self.test_set)

    def to_dict(self) -> dict[str, dict[str, Any]]:
        """Return every score by metric, as ``MetricScore.to_dict`` gives it.

        >>> import bleuscope as bs
        >>> bs.score(["the cat sat"], ["the cat sat"], "ter").to_dict()["ter"]["score"]
        0.0
        """
        return {name: metric_score.to_dict() for name, metric_score in self.by_name.items()}

    def to_pandas(self) -> "pd.DataFrame":
        """Return a table with a row for each metric.

        >>> import bleuscope as bs
        >>> bs.score(["the cat sat"], ["the cat sat"], "ter").to_pandas()[["metric", "score"]]
          metric  score
        0    ter    0.0
        """
        rows = self.to_dict().values()
        return data_frame({name: value for name, value in row.items() if name != "statistics"} for row in rows)

    def __str__(self) -> str:
        return "\n".join([*map(str, self.values()), *self.notes])

    def _repr_html_(self) -> str:
        from ..report.notebook import scores_html

        return str(scores_html((metric_score._row for metric_score in self.values()), self.notes))


def score(
    references: References,
    systems: Texts | Mapping[str, Texts] | None = None,
    metrics: Metrics = "bleu",
    *,
    source: Texts | None = None,
    trials: int = TRIALS,
    seed: int = SEED,
) -> MetricScores:
    """Score one output against one or several references.

    Parameters
    ----------
    references : texts, one a segment, of one reference; several in a list, or by name; None where a segment lacks one.
        Texts are a list, a NumPy array, a pandas Series, an Arrow array, or the path of a file.
    systems : outputs of one system; not given where ``read`` gave the references together with one system
    metrics : names of metrics, or metrics: ``["bleu", METRICS["chrf"](word_order=2)]``
    source : texts of the source, without which a copied source goes unnoticed
    trials, seed : resamples behind 95 % intervals, and their seed; drawn when an interval is asked for

    Raises ``ValueError`` for what is not texts, does not line up or cannot be read, and for unknown metrics.

    >>> import bleuscope as bs
    >>> bs.score(["the cat sat on the mat"], ["the cat sat on a mat"], ["bleu", "chrf"])
    BLEU 53.73  nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:BLEUscope-...
    chrF 65.98  nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:BLEUscope-...
    """
    chosen = as_metrics(metrics)
    systems_by_name = systems if systems is None or isinstance(systems, Mapping) else {ONE_SYSTEM: systems}
    test_set = as_test_set(references, systems_by_name, source)
    if len(test_set.systems) != 1:
        listed = ", ".join(test_set.system_names)
        raise ValueError(f"systems: expected the outputs of one system; found {listed}. Pass one, or use compare.")
    results = run(ScoreRequest(chosen, trials, seed), test_set)
    return MetricScores({one.metric.name: MetricScore(**vars(one)) for one in results}, test_set)


def data_frame(rows: Any) -> "pd.DataFrame":
    """Return rows as a table of pandas; raise ``ModuleNotFoundError``, which says what to install, without pandas."""
    try:
        import pandas as pd
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            "to_pandas needs pandas, which is not installed: run pip install pandas.", name="pandas"
        ) from None
    return pd.DataFrame(list(rows))
