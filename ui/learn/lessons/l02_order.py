"""Word order: why BLEU counts longer n-grams, and how far they see."""

import numpy as np
import pandas as pd
from markupsafe import Markup

from scoring import BLEU
from scoring.numbers import two_decimals
from ui.learn.lessons import figures, parts
from ui.ngrams import Hypothesis

METRIC = BLEU(smoothing="none")


def compute(values: parts.Values) -> parts.Computed:
    references = [values["reference"]]
    given = outputs(values)
    return parts.Computed(
        (parts.bleu_facts(given, parts.words_matched),),
        (
            parts.Beside((_chart(given),), (_formula(given[0]),), 1.5),
            parts.colors(METRIC),
            parts.sentence(references, *given),
            parts.Table(table(given), "word-order", dict.fromkeys(["p1", "p2", "p3", "p4"], "%.3f") | {"BLEU": "%.2f"}),
            parts.signature(METRIC, len(references)),
        ),
    )


def outputs(values: parts.Values) -> list[Hypothesis]:
    """Each line with its matches, called by letters."""
    return parts.lettered(METRIC, values["outputs"].split("\n"), [values["reference"]])


def seen(values: parts.Values, answered: bool) -> dict[str, list[parts.Seen]]:
    return {"outputs": parts.seen(*outputs(values), with_score=answered)}


def table(given: list[Hypothesis]) -> pd.DataFrame:
    """One row an output: its four precisions and its score."""
    return pd.DataFrame(
        [
            {"output": output.system}
            | {f"p{n}": float(p) for n, p in enumerate(output.arithmetic.precisions, 1)}
            | {"BLEU": float(output.arithmetic.score)}
            for output in given
        ]
    )


def _chart(given: list[Hypothesis]) -> parts.Chart:
    by_name = {output.system: output.arithmetic.precisions for output in given}
    figure = figures.precision_lines(by_name, [output.color for output in given])
    return parts.Chart(figure, "precision-by-order", "Precision of each output by n-gram order")


def _formula(output: Hypothesis) -> parts.Formula:
    terms = output.arithmetic
    rows = [
        rf"p_{n} &= \frac{{{m:.0f}}}{{{t:.0f}}} = {100 * p:.1f}\,\%" if t else rf"p_{n} &= \text{{none}}"
        for n, (m, t, p) in enumerate(zip(terms.matches, terms.totals, terms.precisions, strict=True), 1)
    ]
    body = r" \\[6pt] ".join(rows)
    return parts.Formula(rf"\text{{A:}} \quad \begin{{aligned}} {body} \end{{aligned}}")


def ask(values: parts.Values) -> parts.Question:
    first, second, last = outputs(values)
    scores = [float(output.arithmetic.score) for output in (first, second)]
    choices = {"A, with one wrong form": 1, "B, with its halves swapped": -1, "Both the same": 0}
    words = second.arithmetic
    return parts.Question(
        "A has one wrong form. B has every word of the reference, with its halves swapped. Which has the higher BLEU?",
        tuple(choices),
        parts.right_of(choices, int(np.sign(scores[0] - scores[1]))),
        Markup(
            "A has <b>{}</b>, B <b>{}</b>. By single words B is perfect ({:.0f} of {:.0f}), and so is C, which runs"
            " backwards. Longer n-grams find C out ({:.0f} of {:.0f} pairs), but they see no farther than their own"
            " length: B breaks no more of them than A."
        ).format(
            *map(two_decimals, scores),
            words.matches[0],
            words.totals[0],
            last.arithmetic.matches[1],
            last.arithmetic.totals[1],
        ),
    )


LESSON = parts.Lesson(
    title="Word order",
    claim="Single words say nothing about their order; longer n-grams do, but only within their own few words.",
    fields=(
        parts.Words("reference", "Reference", "the quick brown fox jumps over the lazy dog"),
        parts.Words(
            "outputs",
            "Output",
            "the quick brown fox jumped over the lazy dog\n"
            "over the lazy dog jumps the quick brown fox\n"
            "dog lazy the over jumps fox brown quick the",
            "drag",
        ),
    ),
    compute=compute,
    ask=ask,
    seen=seen,
    practice="Read precision by order, not BLEU alone: high for single words and steeply falling means wrong order or"
    " wrong phrases. If order matters to you, look at the shifts of TER, and read the sentences.",
    pages=(("overview", "Precisions by order"), ("ter", "Shifts in TER")),
    sources=(
        "Papineni et al. (2002), section 2.1: modified n-gram precision, and what its orders measure (adequacy,"
        " fluency); Figures 1 and 2.",
        "Callison-Burch, Osborne and Koehn (2006): Re-evaluating the Role of BLEU in Machine Translation Research,"
        " section 3.",
    ),
)
