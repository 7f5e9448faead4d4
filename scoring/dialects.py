"""Other toolkits' BLEU as options of ours: the counting is the same, what differs is said in one sentence."""

from dataclasses import dataclass
from typing import Any

from scoring.smoothing import NLTK, PAPER, SACREBLEU


@dataclass(frozen=True)
class Dialect:
    """A toolkit's conventions: which smoothing methods it has, and how it calls them."""

    label: str
    methods: dict[str, str]
    """Its name for a method -> ours in ``scoring.smoothing.METHODS``; the first is what it does unasked."""
    description: str

    def options(self, method: str | None = None) -> dict[str, Any]:
        """The options of ``BLEU`` for one of its methods; ``ValueError`` for a method that it has not."""
        name, _, value = str(method or next(iter(self.methods))).partition("=")
        if name not in self.methods:
            raise ValueError(f"{self.label} has no smoothing {name!r}; it has {', '.join(self.methods)}.")
        return {"smoothing": f"{self.methods[name]}={value}" if value else self.methods[name]}


DIALECTS: dict[str, Dialect] = {
    "paper": Dialect(
        "Chen and Cherry (2014)",
        {name: name for name in PAPER},
        "The methods as published, on counts. An order that the hypothesis does not reach makes the score 0.",
    ),
    "sacrebleu": Dialect(
        "sacreBLEU",
        {"exp": "exp", **{name: name for name in SACREBLEU}},
        "exp is the paper's 3 and floor its 1; add-k also gives 1 to orders that the hypothesis does not reach."
        " Its sentence_bleu leaves out such orders (effective order).",
    ),
    "nltk": Dialect(
        "NLTK 3.10",
        {name.removeprefix("nltk-"): name for name in NLTK},
        "Smooths precisions whose denominators are at least 1, so that unreached orders count as 0/1; its 4 has"
        " 2^k in place of the paper's power of K/ln c, its 5 and 7 average precisions where the paper averages"
        " counts, and its 6 fails where no trigram matches.",
    ),
    "mteval": Dialect("mteval-v13a", {"exp": "exp"}, "Always the paper's 3: zero counts become 1/2, 1/4, 1/8, ..."),
    "matlab": Dialect(
        "MATLAB bleuEvaluationScore",
        {"none": "none"},
        "No smoothing; weights are normalised; 0 for a hypothesis shorter than the weight vector, NaN where both"
        " texts are empty.",
    ),
}
