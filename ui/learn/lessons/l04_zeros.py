"""One short sentence: the geometric mean, and what smoothing makes of it."""

import math

import numpy as np
from markupsafe import Markup

from scoring import BLEU
from scoring.bleu import Arithmetic
from scoring.bleu.dialects import Parameters
from scoring.bleu.smoothing.toolkits import older_nltk
from scoring.numbers import two_decimals
from ui import smoothing
from ui.learn.lessons import parts

METRIC = BLEU(smoothing="0")
PARAMETERS = Parameters()


def compute(values: parts.Values) -> parts.Computed:
    references = [values["reference"]]
    row = statistics(values)
    terms = smoothing.arithmetic(smoothing.paper(METRIC, PARAMETERS), row)
    others = smoothing.arithmetic(smoothing.toolkits(METRIC, PARAMETERS), row)
    plain = terms["0"]
    return parts.Computed(
        (
            parts.Facts(
                (
                    parts.Fact("BLEU", two_decimals(plain.score), "not smoothed"),
                    *(parts.Fact("smoothing 7", two_decimals(score), who) for who, score in sevens(row).items()),
                )
            ),
        ),
        (
            parts.colors(METRIC),
            parts.sentence(references, parts.matched(METRIC, values["output"], references)),
            product(plain),
            parts.Heading("All methods of Chen and Cherry (2014)"),
            parts.Html(smoothing.methods_table(terms, smoothing.paper(METRIC, PARAMETERS))),
            parts.Heading("The same sentence in other toolkits"),
            parts.Html(smoothing.toolkits_table(others, terms)),
            parts.Plain("Underlined is a score that is not the one of the paper's method of the same kind."),
            parts.signature(METRIC, len(references)),
        ),
    )


def seen(values: parts.Values, answered: bool) -> dict[str, list[parts.Seen]]:
    references = [values["reference"]]
    return {"output": parts.seen(parts.matched(METRIC, values["output"], references), with_score=answered)}


def statistics(values: parts.Values) -> np.ndarray:
    """(n_statistics,) of the example."""
    references = [values["reference"]]
    return METRIC.statistics([values["output"]], [[reference] for reference in references])[0]


def sevens(row: np.ndarray) -> dict[str, float]:
    """What three sources call BLEU with smoothing 7."""
    paper, nltk = (BLEU(smoothing=method).score(row) for method in (PARAMETERS.of("7"), PARAMETERS.of("nltk-7")))
    return {
        "the paper": float(paper),
        "NLTK 3.10": float(nltk),
        "an older NLTK": float(older_nltk(METRIC.arithmetic(row), PARAMETERS.k)),
    }


def product(terms: Arithmetic) -> parts.Formula:
    """BLEU as the geometric mean of this sentence's precisions."""
    counts = [
        rf"\frac{{{matches:.0f}}}{{{total:.0f}}}" if total else r"\text{none}"
        for matches, total in zip(terms.matches, terms.totals, strict=True)
    ]
    n, penalty = len(counts), f"{terms.brevity_penalty:.3g}"
    product = r" \cdot ".join(counts)
    value = r"\text{not defined}" if np.isnan(terms.score) else f"{terms.score:.2f}"
    return parts.Formula(
        rf"\begin{{aligned}} \text{{BLEU}} &= 100 \cdot \text{{BP}} \cdot \sqrt[{n}]{{p_1 \cdots p_{n}}} \\[4pt]"
        rf" &= 100 \cdot {penalty} \cdot \sqrt[{n}]{{{product}}} = {value} \end{{aligned}}"
    )


def ask(values: parts.Values) -> parts.Question:
    row = statistics(values)
    terms = METRIC.arithmetic(row)
    some = terms.precisions[terms.precisions > 0]
    means = {
        "the share of right words": terms.precisions[0],
        "the mean of the four precisions": terms.precisions.mean(),
        "the geometric mean of those that are not 0": math.exp(np.log(some).mean()),
        "the geometric mean of all four": float(terms.score) / 100,
    }
    choices = {f"{two_decimals(100 * value)}: {what}": value for what, value in means.items()}
    found = sevens(row)
    return parts.Question(
        f"All {terms.matches[0]:.0f} words are right, two are swapped. What is this sentence's BLEU, not smoothed?",
        tuple(choices),
        parts.right_of(choices, float(terms.score) / 100),
        Markup(
            "No 3-gram matches, so one factor of the product is 0, and all of it. Smoothing puts a small number in"
            " place of the 0, each method another: “BLEU with smoothing 7” alone is {}."
        ).format(Markup(", ").join(Markup("<b>{}</b> ({})").format(two_decimals(found[who]), who) for who in found)),
    )


LESSON = parts.Lesson(
    title="One short sentence",
    claim="BLEU multiplies its precisions, so one order without a match makes a sentence's score zero, and what"
    " smoothing puts in its place depends on the method and on the toolkit.",
    fields=(
        parts.Words("output", "Output", "you are ready ?", "drag"),
        parts.Words("reference", "Reference", "are you ready ?"),
    ),
    compute=compute,
    ask=ask,
    seen=seen,
    practice="Do not report sentence BLEU without the smoothing's name, its parameter and the toolkit's version."
    " Prefer corpus BLEU, where zeros hardly occur. To compare sentences use one method for all of them, and see which"
    " winners change with it.",
    pages=(("smoothing", "Who wins under which method"),),
    sources=(
        "Chen and Cherry (2014): A Systematic Comparison of Smoothing Techniques for Sentence-Level BLEU, section 3,"
        " Eq. 5 to 11.",
        "Papineni et al. (2002), section 2.1.3: why a geometric mean; section 2.3: BLEU.",
        Markup(
            "NLTK, <code>translate/bleu_score.py</code>: <code>SmoothingFunction.method4</code> and"
            " <code>method7</code>, 3.10, and older releases whose method 4 makes the precision 1 / (n − 1 + K / ln c)."
        ),
    ),
)
