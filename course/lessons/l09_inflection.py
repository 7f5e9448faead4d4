"""Lesson on inflection: tolerant BLEU forgives wrong forms of right words; and the misprint in its first figure."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import numpy as np
import pandas as pd
from markupsafe import Markup

from course.lessons import parts
from course.lessons.parts import figures
from scoring import BLEU, TBLEU, TestSet
from scoring.output.numbers import counted, two_decimals
from scoring.tbleu.affix import LONGEST
from scoring.tbleu.segment import AlignedPair, ReferenceAlignment, SegmentAlignment
from ui import tbleu

METRIC = TBLEU(epsilon=1.0, smoothing="none", max_order=2)
"""Tolerant BLEU of order 2, as in the figure, because the sentence is short."""
EXACT = BLEU(smoothing="none", max_order=2)
EPSILONS = tuple(step / 20 for step in range(21))
EPSILON = parts.Slider("epsilon", "Largest distance forgiven (epsilon)", 0.0, 1.0, 0.0, 0.05)
FIGURE = {"output": "Jedu s novém červeném auto", "reference": "Jedu novým červeným autem", "epsilon": 1.0}
"""Figure 1 of Libovický and Pecina (2014)."""
PUT_IN = 6
"""Most weights of a sum that are written out."""
ROOM_FOR_NOTES = 155
"""End of the axis of shares in per cent, so that a number and its reason fit after a bar."""
DENOMINATOR = 1000
"""Largest denominator of a fraction that is written as one."""


def compute(values: parts.Values) -> parts.ComputedBlocks:
    aligned = alignment(values)
    reference_alignment, whole = aligned.alignment_with(0), len(aligned.hypothesis)
    terms = [
        metric.arithmetic(row)
        for metric, row in zip((EXACT, METRIC), bleu_and_tbleu_statistics(values, aligned), strict=True)
    ]
    return parts.ComputedBlocks(
        (
            parts.Facts(
                _fact("Words that BLEU counts", exact_matches(reference_alignment), whole),
                _fact("Words that tBLEU counts", tbleu_matches(reference_alignment), whole),
            ),
            _formula(reference_alignment),
        ),
        (
            parts.Html(tbleu.precisions_html(*terms)),
            parts.TableBlock(
                tbleu.ngram_table(reference_alignment).query(f"n <= {METRIC.max_order}"),
                "ngrams",
                {"weight": "%.3f", "counts": "%.3f"},
                "An n-gram weighs the mean of its words.",
            ),
            parts.Heading("The paper's Figure 1, in Czech"),
            *_figure_computed_again(),
            parts.signature(metric_at(values)),
        ),
        (_bars(aligned),),
        why=(_chart(values),),
    )


def word_weights(aligned: SegmentAlignment) -> list[float]:
    """Return for each word of the output how much of it counts, 0-1."""
    near = {pair.hypothesis: 1 - float(pair.distance) for pair in aligned.alignment_with(0).pairs if pair.corrected}
    return [near.get(place, 0.0) for place in range(len(aligned.hypothesis))]


def _bars(aligned: SegmentAlignment) -> parts.Chart:
    """Return a bar for each word."""
    weights = word_weights(aligned)[:PUT_IN]
    words = [f"{number}. {word}" for number, word in enumerate(aligned.hypothesis[:PUT_IN], 1)]
    shares = dict(zip(words, weights, strict=True))
    colors = [parts.BLUE if weight == 1 else parts.ORANGE for weight in weights]
    near = {
        pair.hypothesis: f" = 1 − {written_distance(pair)}"
        for pair in aligned.alignment_with(0).pairs
        if pair.corrected
    }
    notes = [near.get(place, "") if 0 < weight < 1 else "" for place, weight in enumerate(weights)]
    alt = ", ".join(f"{word} {share:.2f}" for word, share in shares.items()) or "nothing"
    figure = figures.share_bars(shares, colors, "how much of a word counts: 1 − its distance", 0, bar=30, notes=notes)
    figure = figures.add_heading(figure.update_xaxes(range=[0, ROOM_FOR_NOTES]), words_phrase(aligned))
    return parts.Chart(figure, "words", alt)


def words_phrase(aligned: SegmentAlignment) -> str:
    """Return how many words count, and how far away the nearest uncounted word is."""
    weights = word_weights(aligned)
    n_counted, whole = sum(weight > 0 for weight in weights), len(weights)
    if n_counted == whole:
        return f"All {whole} count, at least in part" if whole else "There are no words"
    uncounted_pairs = [pair for pair in aligned.alignment_with(0).pairs if not pair.corrected and pair.distance < 1]
    nearest = min(uncounted_pairs, key=lambda pair: pair.distance, default=None)
    away = f"; “{aligned.hypothesis[nearest.hypothesis]}” is {nearest.distance:.2f} away" if nearest else ""
    return f"{n_counted} of {whole} {'counts' if n_counted == 1 else 'count'}{away}"


def written_distance(pair: AlignedPair) -> str:
    """Return a form's distance as a fraction: letters to change / letters in the shared piece."""
    start, end = pair.match.first_span
    return f"{pair.match.edits}/{end - start}"


def _figure_computed_again() -> tuple[parts.Block, ...]:
    aligned = alignment(FIGURE)
    reference_alignment, whole = aligned.alignment_with(0), len(aligned.hypothesis)
    return (
        tbleu.tbleu_drawing(aligned, 0, "output", "reference"),
        parts.Html(tbleu.corrected_sentence(reference_alignment, aligned.hypothesis)),
        parts.TableBlock(
            pd.DataFrame(
                [
                    (label, write_quotient(part, whole), _value(part, whole))
                    for label, part in (
                        ("BLEU counts", exact_matches(reference_alignment)),
                        ("tBLEU counts", tbleu_matches(reference_alignment)),
                        ("as printed", inexact_matches(reference_alignment)),
                    )
                ],
                columns=["what", "matches / words", "share"],
            ),
            "figure-1",
            {},
        ),
    )


def tile_views(values: parts.Values, answered: bool) -> dict[str, list[parts.TileRowView]]:
    output = parts.match_output(EXACT, values["output"], [values["reference"]])
    (look,) = parts.views_with_score(output, with_score=answered)
    if answered:
        _, row = bleu_and_tbleu_statistics(values, alignment(values))
        look = replace(look, note=f"{look.note}, tBLEU {two_decimals(METRIC.score(row))} (words and pairs)")
    return {"output": [look]}


def metric_at(values: parts.Values) -> TBLEU:
    return replace(METRIC, epsilon=round(values["epsilon"], 2))


def alignment(values: parts.Values) -> SegmentAlignment:
    return metric_at(values).alignment(values["output"], [values["reference"]])


def bleu_and_tbleu_statistics(values: parts.Values, aligned: SegmentAlignment) -> tuple[np.ndarray, np.ndarray]:
    """Return the statistics of BLEU and of tBLEU, float64 (n_statistics,) each."""
    exact = EXACT.statistics([values["output"]], [[values["reference"]]])[0]
    weighed = {f"matches_{order}": count for order, count in enumerate(aligned.matches, 1)}
    return exact, np.array([*(dict(zip(EXACT.statistic_names, exact, strict=True)) | weighed).values()])


def unigram_weights(reference_alignment: ReferenceAlignment) -> list[tuple[bool, Fraction]]:
    """Return for each counted word whether it is exactly the reference's, and its weight.

    Weights are exact: their denominators are numbers of characters in the compared substring of a word.
    """
    return [
        (ngram.tokens == ngram.corrected, Fraction(ngram.contribution).limit_denominator(LONGEST))
        for ngram in reference_alignment.ngrams
        if len(ngram.tokens) == 1 and ngram.counted
    ]


def tbleu_matches(reference_alignment: ReferenceAlignment) -> Fraction:
    """Return the sum of weights that tBLEU counts."""
    return sum((weight for _, weight in unigram_weights(reference_alignment)), Fraction())


def exact_matches(reference_alignment: ReferenceAlignment) -> Fraction:
    return sum((weight for is_exact, weight in unigram_weights(reference_alignment) if is_exact), Fraction())


def inexact_matches(reference_alignment: ReferenceAlignment) -> Fraction:
    """Return the sum that Figure 1 counts: of the words in another form only."""
    return tbleu_matches(reference_alignment) - exact_matches(reference_alignment)


def _fact(label: str, part: Fraction, whole: int) -> parts.Fact:
    number = f"{float(part):.2f}" if part.denominator > 1 else f"{part}"
    return parts.Fact(label, f"{number} / {whole}", _value(part, whole))


def _value(part: Fraction, whole: int) -> str:
    return f"{float(part / whole):.3f}" if whole else "none"


def write_quotient(part: Fraction, whole: int) -> str:
    """Return a sum of weights by the number of words, such as (11/6) / 5; long fractions as decimals."""
    if part.denominator > DENOMINATOR:
        return f"{float(part):.4f} / {whole}"
    return f"({part}) / {whole}" if part.denominator > 1 else f"{part} / {whole}"


def _formula(reference_alignment: ReferenceAlignment) -> parts.FormulaBlock:
    weights = [weight for _, weight in unigram_weights(reference_alignment)]
    whole = len(reference_alignment.weights)
    value = parts.quotient(float(tbleu_matches(reference_alignment)), whole)
    return parts.FormulaBlock(rf"p_1 = \frac{{{_sum(weights)}}}{{{whole}}} = {value}")


def _sum(weights: Sequence[Fraction]) -> str:
    terms = [
        parts.asked_part(rf"\tfrac{{{f.numerator}}}{{{f.denominator}}}" if f.denominator > 1 else f"{f.numerator}")
        for f in weights[:PUT_IN]
    ]
    return " + ".join([*terms, *([r"\cdots"] if len(weights) > PUT_IN else [])]) or "0"


def _chart(values: parts.Values) -> parts.Chart:
    scores = scores_by_epsilon(values["output"], values["reference"])
    figure = tbleu.curves(EPSILONS, {"output": scores}, {"output": parts.BLUE}, values["epsilon"])
    figure.update_layout(height=figures.HEIGHT, showlegend=False)
    return parts.Chart(figure, "tbleu-by-epsilon", "tBLEU of the output by epsilon")


@lru_cache(maxsize=64)
def scores_by_epsilon(output: str, reference: str) -> np.ndarray:
    """Return tBLEU at each of EPSILONS."""
    test_set = TestSet.build({"output": [output]}, [[reference]])
    return METRIC.score(METRIC.sweep_sums(METRIC.align(test_set), EPSILONS)["output"])


def are_all_words_counted(values: parts.Values) -> bool:
    """Return whether every word counts, at least in part."""
    return all(word_weights(alignment(values)))


def ask(values: parts.Values) -> parts.Question:
    enough = next(epsilon for epsilon in EPSILONS if are_all_words_counted({**values, EPSILON.name: epsilon}))
    reference_alignment = alignment({**values, EPSILON.name: enough}).alignment_with(0)
    whole = len(reference_alignment.weights)
    exact, wrong = (
        exact_matches(reference_alignment),
        len(unigram_weights(reference_alignment)) - exact_matches(reference_alignment),
    )
    figure = alignment(FIGURE)
    of_figure = figure.alignment_with(0)
    nearest = min((pair for pair in reference_alignment.pairs if pair.distance), key=lambda pair: pair.distance)
    return parts.Question(
        f"Only {exact} of {whole} words is right; BLEU counts the {wrong} wrong forms as nothing. Tolerant BLEU (tBLEU)"
        " forgives near forms. A form's distance is letters to change / letters in the shared piece:"
        f" {written_distance(nearest)} for “{nearest.match.first}” and “{nearest.match.second}”. At which distance do"
        f" all {whole} words count? Drag.",
        Markup("From {:g} on each form counts by how near it is: <b>{:.2f}</b> of {} words, not {}.").format(
            enough, float(tbleu_matches(reference_alignment)), whole, exact
        ),
        goal=parts.Goal(EPSILON.name, are_all_words_counted, f"At {enough:g} all count, at least in part"),
        why=f"“{nearest.match.first}” and “{nearest.match.second}” share “{nearest.match.common}”:"
        f" {counted(nearest.match.edits, 'letter')} to change, {len(nearest.match.common)} in the shared piece. So the"
        f" distance is {written_distance(nearest)}, and the form counts 1 − {written_distance(nearest)} ="
        f" {1 - nearest.distance:.2f}. It is called affix distance: letters before and after the longest shared piece"
        " are changed. The sentence is so short that BLEU and tBLEU here count words and pairs only. “Every"
        " number” shows the paper's Figure 1, in Czech: it prints"
        f" {_value(inexact_matches(of_figure), len(figure.hypothesis))}, because its sum forgets the equal word;"
        f" counted, that makes {_value(tbleu_matches(of_figure), len(figure.hypothesis))}.",
    )


LESSON = parts.Lesson(
    title="Inflection",
    claim="BLEU rejects a right word in the wrong form; tolerant BLEU counts how near it is.",
    fields=(
        parts.WordsField("output", "Output", "old workers painted the walls"),
        parts.WordsField("reference", "Reference", "older worker paints the wall"),
        EPSILON,
    ),
    compute=compute,
    ask=ask,
    tile_views=tile_views,
    practice="Do not compare BLEU across languages: where words have many forms it is lower for equal quality. Into"
    " such a language also report tBLEU or chrF, which counts characters. Keep epsilon, the largest distance that is"
    " forgiven, low: a high one lets in pairs of words that have little in common.",
    pages=(("tbleu", "Which forms gain, and which pairs by chance"),),
    sources=(
        "Libovický and Pecina (2014): Tolerant BLEU: a Submission to the WMT14 Metrics Task, section 2 and Figure 1."
        " The figure's sum of single words leaves out the exact match. The distance is printed with max, but its"
        " own example needs min, which is used here; and it calls BLEU's mean harmonic, which is geometric.",
    ),
    notes=parts.Notes(
        say="Drag slowly: which form is forgiven first? Then ask who speaks a language whose words have many endings,"
        " and show the Czech sentence.",
        think="A wrong ending is a small mistake, so it costs little.",
        correction="To BLEU it is a wrong word, and spoils every n-gram around it.",
        minutes=6,
        following="Forms can be forgiven. Now: can a wrong place be forgiven, too?",
    ),
)
