"""Lesson on one short sentence: four bars, two of them empty, their product, and smoothing of the empty ones."""

import numpy as np
from markupsafe import Markup

from course.lessons import parts
from course.lessons.parts import figures
from scoring import BLEU
from scoring.bleu.dialects import Parameters
from scoring.bleu.smoothing.toolkits import older_nltk
from scoring.output.numbers import two_decimals
from ui import smoothing

METRIC = BLEU(smoothing="0")
PARAMETERS = Parameters()
EPSILON = parts.Slider("put", "Matches put in place of 0", 0.0, 1.0, 0.0, 0.05)
GOAL_SCORE, NEAR = 30, 2
"""BLEU to be reached, and the largest distance that is near enough."""


def compute(values: parts.Values) -> parts.ComputedBlocks:
    row = example_statistics(values)
    terms = smoothing.method_arithmetic(smoothing.paper(METRIC, PARAMETERS), row)
    others = smoothing.method_arithmetic(smoothing.toolkit_metrics(METRIC, PARAMETERS), row)
    plain, filled = terms["0"], metric_with_filled_zeros(values["put"])
    return parts.ComputedBlocks(
        (
            parts.Facts(
                parts.Fact("BLEU", two_decimals(plain.score), "not smoothed"),
                parts.Fact("smoothed", two_decimals(float(filled.score(row))), f"{values['put']:g} in place of 0"),
            ),
            parts.product(filled.arithmetic(row)),
        ),
        (
            parts.Heading("All methods of Chen and Cherry (2014)"),
            parts.Html(smoothing.methods_table(terms, smoothing.paper(METRIC, PARAMETERS))),
            parts.Heading("The same sentence in other toolkits"),
            parts.Html(smoothing.toolkits_html(others, terms)),
            parts.Plain("Underlined: not the score that the paper's method of the same kind gives."),
            parts.signature(METRIC),
        ),
        (parts.precision_bars(filled.arithmetic(row)),),
        why=(_chart(values),),
    )


def score_with_filled_zeros(values: parts.Values, epsilon: float) -> float:
    """Return BLEU of the example with this many matches in place of 0."""
    return float(metric_with_filled_zeros(epsilon).score(example_statistics(values)))


def _chart(values: parts.Values) -> parts.Chart:
    steps = parts.slider_steps(EPSILON)
    epsilon, score = values[EPSILON.name], score_with_filled_zeros(values, values[EPSILON.name])
    scores = np.array([score_with_filled_zeros(values, step) for step in steps])
    figure = figures.score_curve(np.array(steps), scores, (epsilon, score), parts.ORANGE)
    return parts.Chart(figure, "bleu-by-put", f"BLEU by what is put in place of 0: {score:.2f} at {epsilon:g}")


def metric_with_filled_zeros(epsilon: float) -> BLEU:
    """Return BLEU that puts this many matches in place of 0, which is smoothing 1."""
    return BLEU(smoothing=Parameters(epsilon=epsilon).of("1")) if epsilon else METRIC


def tile_views(values: parts.Values, answered: bool) -> dict[str, list[parts.TileRowView]]:
    output = parts.match_output(metric_with_filled_zeros(values[EPSILON.name]), values["output"], [values["reference"]])
    return {"output": parts.views_with_score(output, with_score=True)}


def example_statistics(values: parts.Values) -> np.ndarray:
    """Return the statistics of the example, float64 (n_statistics,)."""
    return METRIC.statistics([values["output"]], [[values["reference"]]])[0]


def smoothing_7_scores(row: np.ndarray) -> dict[str, float]:
    """Return BLEU with smoothing 7, the last method, as three sources compute it."""
    paper, nltk = (BLEU(smoothing=method).score(row) for method in (PARAMETERS.of("7"), PARAMETERS.of("nltk-7")))
    return {
        "the paper": float(paper),
        "NLTK 3.10": float(nltk),
        "an older NLTK": float(older_nltk(METRIC.arithmetic(row), PARAMETERS.k)),
    }


def is_lifted(values: parts.Values) -> bool:
    """Return whether the smoothed BLEU is near enough to the one asked for."""
    return abs(score_with_filled_zeros(values, values[EPSILON.name]) - GOAL_SCORE) <= NEAR


def ask(values: parts.Values) -> parts.Question:
    row = example_statistics(values)
    terms = METRIC.arithmetic(row)
    first = parts.slider_steps(EPSILON)[1]
    enough = min(epsilon for epsilon in parts.slider_steps(EPSILON) if is_lifted({**values, EPSILON.name: epsilon}))
    score_of_source = smoothing_7_scores(row)
    return parts.Question(
        f"All {terms.matches[0]:.0f} words are right, but in another order. BLEU multiplies four shares, so one"
        f" share of 0 makes BLEU {two_decimals(float(terms.score))}. Smoothing puts a small number of"
        " matches in place of 0. How much"
        f" of a match brings BLEU to about {GOAL_SCORE}? Drag.",
        f"Nothing about the output has changed. {first:g} in place of 0 is already worth"
        f" {score_with_filled_zeros(values, first):.2f}, 1 is worth {score_with_filled_zeros(values, 1):.2f}.",
        goal=parts.Goal(
            EPSILON.name,
            is_lifted,
            f"{enough:g} of a match makes BLEU {score_with_filled_zeros(values, enough):.2f}",
        ),
        why="Chen and Cherry (2014) compare seven ways of smoothing. Even under one name, “smoothing 7”, which"
        " mixes two of the others, this sentence has "
        + ", ".join(f"{two_decimals(score)} ({source})" for source, score in score_of_source.items())
        + ".",
    )


LESSON = parts.Lesson(
    title="One short sentence",
    claim="BLEU multiplies its precisions: one zero makes a sentence's score zero, and what replaces it depends on"
    " the tool.",
    fields=(
        parts.WordsField("output", "Output", "you are ready ?", "drag"),
        parts.WordsField("reference", "Reference", "are you ready ?"),
        EPSILON,
    ),
    compute=compute,
    ask=ask,
    tile_views=tile_views,
    practice="Do not report the BLEU of a sentence without the smoothing's name, its parameter and the toolkit's"
    " version. Prefer BLEU of a whole test set, where zeros hardly occur. To compare sentences use one method for all"
    " of them, and see which winners change with it.",
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
    notes=parts.Notes(
        say="Multiply the bars aloud until the empty one comes. Let the class guess what brings BLEU to"
        f" {GOAL_SCORE}. Then drag.",
        think="Right words cannot give 0. And “smoothed BLEU” is one number.",
        correction="BLEU multiplies, so one 0 makes all 0. Show the different numbers that are called smoothed BLEU.",
        minutes=6,
        following="Sentences of four words are rare in a whole test set. Now: how many sentences become one number.",
    ),
)
