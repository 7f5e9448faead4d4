"""Inflection: right words in wrong forms, by tolerant BLEU; and what its first figure leaves out."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import numpy as np
from markupsafe import Markup

from course.lessons import parts
from course.lessons.parts import figures
from scoring import BLEU, TBLEU, TestSet
from scoring.output.numbers import two_decimals
from scoring.tbleu.affix import LONGEST
from scoring.tbleu.segment import ReferenceAlignment, SegmentAlignment
from ui import tbleu

METRIC = TBLEU(epsilon=1.0, smoothing="none", max_order=2)
"""Tolerant BLEU of order 2, as in the figure: the sentence is short."""
EXACT = BLEU(smoothing="none", max_order=2)
EPSILONS = tuple(step / 20 for step in range(21))
PUT_IN = 6
"""Number of weights of a sum that are written out."""
DENOMINATOR = 1000
"""The largest of a fraction that is written as one."""


def compute(values: parts.Values) -> parts.ComputedBlocks:
    aligned = alignment(values)
    seen, whole = aligned.seen_by(0), len(aligned.hypothesis)
    terms = [
        metric.arithmetic(row)
        for metric, row in zip((EXACT, METRIC), bleu_and_tbleu_statistics(values, aligned), strict=True)
    ]
    more = ", as printed" if values == LESSON.example else ""
    return parts.ComputedBlocks(
        (
            parts.Facts(
                _fact("BLEU counts", exact_matches(seen), whole),
                _fact("tBLEU counts", all_matches(seen), whole),
                _fact("without equal words", without_exact(seen), whole, more),
            ),
            _formula(seen),
        ),
        (
            tbleu.tbleu_drawing(aligned, 0, "output", "reference"),
            parts.Html(tbleu.corrected_sentence(seen, aligned.hypothesis)),
            parts.Html(tbleu.precisions_html(*terms)),
            parts.TableBlock(
                tbleu.ngram_table(seen).query(f"n <= {METRIC.max_order}"),
                "ngrams",
                {"weight": "%.3f", "counts": "%.3f"},
                "An n-gram weighs the mean of its words.",
            ),
            _chart(values),
            parts.signature(metric_at(values)),
        ),
    )


def seen(values: parts.Values, answered: bool) -> dict[str, list[parts.TileRowView]]:
    output = parts.match_output(EXACT, values["output"], [values["reference"]])
    return {"output": parts.views_with_score(output, with_score=answered)}


def metric_at(values: parts.Values) -> TBLEU:
    return replace(METRIC, epsilon=values["epsilon"])


def alignment(values: parts.Values) -> SegmentAlignment:
    return metric_at(values).alignment(values["output"], [values["reference"]])


def bleu_and_tbleu_statistics(values: parts.Values, aligned: SegmentAlignment) -> tuple[np.ndarray, np.ndarray]:
    """BLEU's (n_statistics,) and tBLEU's."""
    exact = EXACT.statistics([values["output"]], [[values["reference"]]])[0]
    weighed = {f"matches_{order}": count for order, count in enumerate(aligned.matches, 1)}
    return exact, np.array([*(dict(zip(EXACT.statistic_names, exact, strict=True)) | weighed).values()])


def unigram_weights(seen: ReferenceAlignment) -> list[tuple[bool, Fraction]]:
    """For each word that counts whether it is the reference's as it stands, and its weight.

    Weights are exact: beneath their line are the characters of a substring of a word that is compared.
    """
    return [
        (ngram.tokens == ngram.corrected, Fraction(ngram.contribution).limit_denominator(LONGEST))
        for ngram in seen.ngrams
        if len(ngram.tokens) == 1 and ngram.counted
    ]


def all_matches(seen: ReferenceAlignment) -> Fraction:
    """What tBLEU adds up."""
    return sum((weight for _, weight in unigram_weights(seen)), Fraction())


def exact_matches(seen: ReferenceAlignment) -> Fraction:
    return sum((weight for is_exact, weight in unigram_weights(seen) if is_exact), Fraction())


def without_exact(seen: ReferenceAlignment) -> Fraction:
    """What Figure 1 adds up: the words in another form only."""
    return all_matches(seen) - exact_matches(seen)


def _fact(label: str, part: Fraction, whole: int, more: str = "") -> parts.Fact:
    return parts.Fact(label, _value(part, whole), f"{write_quotient(part, whole)}{more}")


def _value(part: Fraction, whole: int) -> str:
    return f"{float(part / whole):.3f}" if whole else "none"


def write_quotient(part: Fraction, whole: int) -> str:
    """(11/6) / 5; in decimals where the fraction is a long one."""
    if part.denominator > DENOMINATOR:
        return f"{float(part):.4f} / {whole}"
    return f"({part}) / {whole}" if part.denominator > 1 else f"{part} / {whole}"


def _formula(seen: ReferenceAlignment) -> parts.FormulaBlock:
    weights = [weight for _, weight in unigram_weights(seen)]
    whole = len(seen.weights)
    value = parts.quotient(float(all_matches(seen)), whole)
    return parts.FormulaBlock(rf"p_1 = \frac{{{_sum(weights)}}}{{{whole}}} = {value}")


def _sum(weights: Sequence[Fraction]) -> str:
    written = [
        parts.asked_part(rf"\tfrac{{{f.numerator}}}{{{f.denominator}}}") if f.denominator > 1 else f"{f.numerator}"
        for f in weights[:PUT_IN]
    ]
    return " + ".join([*written, *([r"\cdots"] if len(weights) > PUT_IN else [])]) or "0"


def _chart(values: parts.Values) -> parts.Chart:
    scores = by_epsilon(values["output"], values["reference"])
    figure = tbleu.curves(EPSILONS, {"output": scores}, {"output": parts.BLUE}, values["epsilon"])
    figure.update_layout(height=figures.HEIGHT, showlegend=False)
    return parts.Chart(figure, "tbleu-by-epsilon", "tBLEU of the output by epsilon")


@lru_cache(maxsize=64)
def by_epsilon(output: str, reference: str) -> np.ndarray:
    """tBLEU at every one of EPSILONS."""
    test_set = TestSet.build({"output": [output]}, [[reference]])
    return METRIC.score(METRIC.sweep_sums(METRIC.align(test_set), EPSILONS)["output"])


def ask(values: parts.Values) -> parts.Question:
    aligned = alignment(values)
    seen, whole = aligned.seen_by(0), len(aligned.hypothesis)
    in_part = [two_decimals(float(weight)) for is_exact, weight in unigram_weights(seen) if not is_exact]
    exact = len(unigram_weights(seen)) - len(in_part)
    counts = {
        "equal words": exact_matches(seen),
        "wrong forms": without_exact(seen),
        "both": all_matches(seen),
        "forms in full": Fraction(len(seen.pairs)),
    }
    choices = {f"{_value(count, whole)}: {what}": count for what, count in counts.items()}
    strict, forgiving = (
        metric.score(row)
        for metric, row in zip((EXACT, METRIC), bleu_and_tbleu_statistics(values, aligned), strict=True)
    )
    return parts.choice_question(
        f"{exact} of these {whole} Czech words is right, {len(in_part)} have a wrong ending. BLEU counts equal words;"
        f" tolerant BLEU (tBLEU) also counts wrong forms in part: {', '.join(in_part)}. What share does tBLEU count?",
        choices,
        all_matches(seen),
        reveal=Markup("Each form counts by how near it is to the right one: together <b>{}</b>.").format(
            write_quotient(all_matches(seen), whole)
        ),
        why="A form weighs 1 − its affix distance: the letters to change before and after the longest piece that both"
        " words share, divided by that piece's length. The paper's Figure 1 prints"
        f" {_value(without_exact(seen), whole)}: its sum forgets the equal word. With single words and pairs BLEU is"
        f" {two_decimals(strict)}, tBLEU {two_decimals(forgiving)}.",
    )


LESSON = parts.Lesson(
    title="Inflection",
    claim="To BLEU a right word in a wrong form is wrong; tolerant BLEU counts how near it is.",
    fields=(
        parts.WordsField("output", "Output", "Jedu s novém červeném auto"),
        parts.WordsField("reference", "Reference", "Jedu novým červeným autem"),
        parts.Slider("epsilon", "epsilon: the largest distance forgiven", 0.0, 1.0, 1.0, 0.05),
    ),
    compute=compute,
    ask=ask,
    seen=seen,
    practice="Do not compare BLEU across languages: where words have many forms it is lower for equal quality. Into"
    " such a language also report tBLEU or chrF, which counts characters. Keep epsilon, the largest distance that is"
    " forgiven, low: a high one lets in pairs of words that have little in common.",
    pages=(("tbleu", "Which forms gain, and which pairs by chance"),),
    sources=(
        "Libovický and Pecina (2014): Tolerant BLEU: a Submission to the WMT14 Metrics Task, section 2 and Figure 1."
        " The figure's sum of single words leaves out the exact match. The distance is printed with max, its own"
        " example needs min; and it calls BLEU's mean harmonic, which is geometric.",
    ),
    notes=parts.Notes(
        say="Ask who speaks a language whose words have many endings. Compare word by word: how near is each?",
        think="A wrong ending is a small mistake, so it costs little. To BLEU it is a wrong word, and spoils every"
        " n-gram around it.",
        minutes=6,
        following="Forms can be forgiven. Now: can a wrong place be forgiven, too?",
    ),
)
