"""Other toolkits' BLEU as options of ``BLEU``: counting is the same, and one sentence states the differences."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..counting.arrays import Floats
from ..metric import document_score
from ..validation import as_float_array, check_known, expect
from .bleu import BLEU
from .smoothing import METHODS, NLTK, PAPER, SACREBLEU, Smoothing
from .smoothing.paper import ALPHA, EPSILON, K

PARAMETERS = ("epsilon", "K", "alpha")
"""Free parameters of Chen and Cherry (2014), in the order of ``Parameters``; a field is the name in small letters."""


@dataclass(frozen=True)
class Parameters:
    """Free parameters of Chen and Cherry's methods, by default with the paper's values."""

    epsilon: float = EPSILON
    k: float = K
    alpha: float = ALPHA

    def of(self, method: str) -> Smoothing:
        """Return the method with its parameter; sacreBLEU's keep their own; ``ValueError`` for an unknown method."""
        check_known(method, METHODS, "smoothing")
        values = {"epsilon": self.epsilon, "K": self.k, "alpha": self.alpha}
        return Smoothing(method, values.get(METHODS[method].parameter or ""))


@dataclass(frozen=True)
class Dialect:
    """A toolkit's conventions: its smoothing methods and its names for them."""

    label: str
    methods: dict[str, str]
    """The toolkit's name of each method, with ours in ``scoring.bleu.smoothing.METHODS``; the first is its default."""
    description: str
    effective_order: bool = False
    """Whether the toolkit leaves out the orders that a hypothesis does not reach."""
    nothing: float = float("nan")
    """The toolkit's own score for two empty texts, 0-100; ``BLEU`` is not defined for them under its options."""

    def options(self, method: str | None = None) -> dict[str, Any]:
        """Return the options of ``BLEU`` for a method of the toolkit; raise ``ValueError`` for any other method."""
        method = next(iter(self.methods)) if method is None else method
        expect(method, str, "method")
        name, equals, value = method.partition("=")
        if name not in self.methods:
            raise ValueError(f"{self.label} has no smoothing {name!r}; it has {', '.join(self.methods)}.")
        smoothing = f"{self.methods[name]}{equals}{value}"
        return {"smoothing": smoothing, "effective_order": self.effective_order}

    def metrics(self, metric: BLEU, parameters: Parameters | None = None) -> dict[str, BLEU]:
        """Return BLEU under each method, by the toolkit's name for it; all other options are those of ``metric``."""
        expect(metric, BLEU, "metric")
        parameters = Parameters() if parameters is None else parameters
        expect(parameters, Parameters, "parameters")
        return {
            name: replace(metric, smoothing=parameters.of(method), effective_order=self.effective_order)
            for name, method in self.methods.items()
        }


_SACREBLEU = {"exp": "exp", **{name: name for name in SACREBLEU}}

DIALECTS: dict[str, Dialect] = {
    "paper": Dialect(
        "Chen and Cherry (2014)",
        {name: name for name in PAPER},
        "The methods as published, on counts. An order that the hypothesis does not reach makes the score 0.",
    ),
    "sacrebleu": Dialect(
        "sacreBLEU",
        _SACREBLEU,
        "none is the paper's 0, floor its 1, exp its 3; add-k also gives 1 to orders that the hypothesis does not"
        " reach.",
        nothing=0.0,
    ),
    "sacrebleu-sentence": Dialect(
        "sacreBLEU's sentence_bleu",
        _SACREBLEU,
        "The same with effective order: orders that the hypothesis does not reach are left out of the mean, except"
        " under add-k, which gives them 1.",
        effective_order=True,
        nothing=0.0,
    ),
    "nltk": Dialect(
        "NLTK 3.10",
        {name.removeprefix("nltk-"): name for name in NLTK},
        "Smooths precisions whose denominators are at least 1, so that unreached orders count as 0/1; its 4 has"
        " 2^k in place of the paper's power of K/ln c, its 5 and 7 average precisions where the paper averages"
        " counts, and its 6 fails where no trigram matches. Below N = 4 its 5 and 7 take 5-grams, ours order N + 1.",
        nothing=0.0,
    ),
    "mteval": Dialect(
        "mteval-v13a",
        {"exp": "mteval"},
        "Always the paper's 3: zero counts become 1/2, 1/4, 1/8, ... Also where not a single word matches; and orders"
        " that the hypothesis does not reach have the precision 1.",
        nothing=0.0,
    ),
    "matlab": Dialect(
        "MATLAB bleuEvaluationScore",
        {"none": "matlab"},
        "No smoothing; weights are normalised; 0 for a hypothesis shorter than the weight vector, no score"
        " where both texts are empty.",
    ),
}


@dataclass(frozen=True)
class Outcome:
    """A system's scores under one method of one dialect."""

    dialect: str
    """Key of the dialect in DIALECTS."""
    method: str
    """The dialect's own name for the method."""
    metric: BLEU
    corpus: float
    """BLEU of the summed counts, smoothed, 0-100."""
    document: float
    """Mean of segment scores weighted by reference length, 0-100: Chen and Cherry (2014), Eq. 13."""
    zero: float
    """Share of segments that score 0, 0-1."""
    undefined: float
    """Share of segments whose score is not defined, 0-1; the document score leaves them out."""


def outcomes(metric: BLEU, statistics: Floats) -> Iterator[Outcome]:
    """Yield the scores of every method of every dialect on the same statistics (n_segments, n_statistics).

    The paper's methods come first. All options of ``metric`` are kept, except that smoothing and effective order are
    the dialect's. Raises ``ValueError`` for no segments.
    """
    expect(metric, BLEU, "metric")
    statistics = as_float_array(statistics, "statistics", 2)
    if not len(statistics):
        raise ValueError("Expected statistics of at least one segment; found none.")
    total = statistics.sum(axis=0)
    for name, dialect in DIALECTS.items():
        for method, smoothed in dialect.metrics(metric).items():
            scores = smoothed.score(statistics)
            document = document_score(scores, metric.column(statistics, "reference_length"))
            zero, undefined = float(np.mean(scores == 0)), float(np.mean(np.isnan(scores)))
            yield Outcome(name, method, smoothed, float(smoothed.score(total)), document, zero, undefined)
