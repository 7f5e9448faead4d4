"""Empty, short, identical: what each toolkit returns at the edges."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from markupsafe import Markup

from scoring import BLEU, METRICS, Metric
from scoring.bleu.dialects import DIALECTS
from scoring.markup.html import line, page
from scoring.numbers import two_decimals
from ui.learn.lessons import parts

METRIC = BLEU(smoothing="none")
SENTENCE = "the cat sat on the mat"
CASES = {
    "no output": ("", SENTENCE),
    "no reference": (SENTENCE, ""),
    "nothing at all": ("", ""),
    "one word": ("cat", "cat"),
    "wrong word": ("cat", "dog"),
    "three words": ("the cat sat", "the cat sat"),
    "identical": (SENTENCE, SENTENCE),
}
"""What is at the edge -> output and reference."""
YOURS = "yours"
NAMES = {
    "paper": "the paper",
    "sacrebleu": "sacreBLEU",
    "sacrebleu-sentence": "sentence_bleu",
    "nltk": "NLTK",
    "mteval": "mteval",
    "matlab": "MATLAB",
}
"""What DIALECTS are called where there is little room."""
NOTHING = {NAMES[name]: dialect.nothing for name, dialect in DIALECTS.items()}
"""Toolkit -> what it gives for two empty texts."""


def compute(values: parts.Values) -> parts.Computed:
    yours = values["output"], values["reference"]
    cases = {YOURS: yours} | CASES
    formats = dict.fromkeys(cases, "%.2f")
    return parts.Computed(
        (parts.Facts(tuple(parts.Fact(name, two_decimals(score)) for name, score in given(*yours).items())),),
        (
            parts.Table(
                table("toolkit", toolkits(), cases, NOTHING),
                "toolkits",
                formats,
                f"BLEU as each toolkit has it unasked, N = {METRIC.max_order}; –: not defined. “{YOURS}” is what you"
                " typed; one word, three words: the output is the reference.",
            ),
            parts.colors(METRIC),
            parts.Beside(
                (parts.sentence([yours[1]], parts.matched(METRIC, yours[0], [yours[1]])),), (_formula(*yours),), 1.6
            ),
            parts.Heading("NLTK's smoothing methods"),
            parts.Table(
                table("method", nltk(), cases, dict.fromkeys(nltk(), DIALECTS["nltk"].nothing)), "nltk", formats
            ),
            parts.Heading("Other metrics"),
            parts.Table(
                table("metric", others(), cases),
                "metrics",
                formats,
                "TER, WER and PER are errors: 0 is best, and more than 100 is possible.",
            ),
            parts.Heading("Where the toolkits differ"),
            parts.Html(_descriptions()),
            parts.Plain(
                "For two empty texts the tables hold what each toolkit itself gives. Everywhere else in BLEUscope they"
                " have no score under any dialect, as in MATLAB: there is nothing to measure."
            ),
        ),
    )


def seen(values: parts.Values, answered: bool) -> dict[str, list[parts.Seen]]:
    output = parts.matched(METRIC, values["output"], [values["reference"]])
    return {"output": parts.seen(output, with_score=False)}


def _descriptions() -> Markup:
    lines = (
        line(Markup("<b>{}</b>").format(NAMES[name]), Markup("<small>{}</small>").format(dialect.description))
        for name, dialect in DIALECTS.items()
    )
    return page(Markup("").join(lines))


def toolkits() -> dict[str, BLEU]:
    """Each toolkit's BLEU under its default method."""
    return {NAMES[name]: next(iter(dialect.metrics(METRIC).values())) for name, dialect in DIALECTS.items()}


def nltk() -> dict[str, BLEU]:
    return DIALECTS["nltk"].metrics(METRIC)


def others() -> dict[str, Metric]:
    """Every other metric with its usual options."""
    return {metric.label: metric() for metric in METRICS.values() if metric is not BLEU}


def given(output: str, reference: str) -> dict[str, float]:
    """Toolkit -> what it gives, 0-100; NaN where it has no score."""
    found = table("toolkit", toolkits(), {YOURS: (output, reference)}, NOTHING)
    return dict(zip(found["toolkit"], found[YOURS], strict=True))


def table(
    what: str,
    metrics: Mapping[str, Metric],
    cases: Mapping[str, tuple[str, str]],
    nothing: Mapping[str, float] | None = None,
) -> pd.DataFrame:
    """One row a metric, one column a case, and the signature; ``nothing`` is what each gives for two empty texts."""
    outputs, references = (list(texts) for texts in zip(*cases.values(), strict=True))
    empty = [not output.split() and not reference.split() for output, reference in cases.values()]
    rows = []
    for name, metric in metrics.items():
        scores = metric.score(metric.statistics(outputs, [references]))
        if nothing is not None:
            scores = np.where(empty, nothing[name], scores)
        rows.append({what: name} | dict(zip(cases, scores.tolist(), strict=True)) | {"signature": metric.signature})
    return pd.DataFrame(rows)


def _formula(output: str, reference: str) -> parts.Formula:
    """How many n-grams of each order there are: none of those that the output is too short for."""
    terms = METRIC.arithmetic(METRIC.statistics([output], [[reference]])[0])
    words = f"{terms.hypothesis_length:.0f}"
    rows = [rf"l_{n} &= \max(0,\ {words} - {n} + 1) = {total:.0f}" for n, total in enumerate(terms.totals, 1)]
    return parts.Formula(r"\begin{aligned} " + r" \\[2pt] ".join(rows) + r" \end{aligned}")


def ask(values: parts.Values) -> parts.Question:
    yours = values["output"], values["reference"]
    found = given(*yours)
    shown = {two_decimals(value) for value in found.values()}
    perfect, none = two_decimals(100), two_decimals(0)
    choices = {
        f"All give {perfect}: the texts are identical": {perfect},
        f"All give {none}: there are no longer n-grams": {none},
        f"Some give {perfect}, others {none}": {perfect, none},
        "None is defined": {two_decimals(float("nan"))},
    }
    by_score = {value: [name for name in found if two_decimals(found[name]) == value] for value in shown}
    return parts.Question(
        "Output and reference are the same two words. BLEU counts n-grams of up to four. What do the toolkits give?",
        tuple(choices),
        parts.right_of(choices, shown),
        Markup(
            "{}. Two words have no n-gram of three or four: 0 of 0. Some take that for 0, mteval for 1, and"
            " sentence_bleu leaves such orders out of the mean (effective order)."
        ).format(
            Markup("; ").join(
                Markup("<b>{}</b>: {}").format(value, ", ".join(names))
                for value, names in sorted(by_score.items(), reverse=True)
            )
        ),
    )


LESSON = parts.Lesson(
    title="Empty, short, identical",
    claim="At the edges a score is a convention: for an empty, a very short, even a perfect output toolkits that count"
    " alike return different numbers.",
    fields=(parts.Words("output", "Output", "good morning"), parts.Words("reference", "Reference", "good morning")),
    compute=compute,
    ask=ask,
    seen=seen,
    practice=Markup(
        "Look for empty and very short segments before you trust an average of sentence scores. Score sentences with"
        " effective order or with a smoothing, name which, and prefer corpus scores, where short segments do no harm,"
        " except in NLTK: its <code>corpus_bleu</code> takes an order that a segment is too short for as one n-gram"
        " without a match, so that even identical texts can get less than a full score."
    ),
    pages=(("smoothing", "Toolkits and methods on any segment"), ("data", "What was noticed in the files")),
    sources=(
        "Chen and Cherry (2014): A Systematic Comparison of Smoothing Techniques for Sentence-Level BLEU, section 3.",
        Markup(
            "sacreBLEU, <code>sentence_bleu</code>: effective order; NLTK 3.10, <code>translate/bleu_score.py</code>;"
            " NIST, <code>mteval-v13a.pl</code>."
        ),
        Markup(
            "MATLAB, documentation of <code>bleuEvaluationScore</code>: 0 for fewer words than weights, NaN for two"
            " empty texts."
        ),
    ),
)
