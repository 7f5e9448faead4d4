"""Lesson on word order: why BLEU counts longer n-grams, and how far they see."""

from collections.abc import Sequence

import pandas as pd
from markupsafe import Markup

from course.lessons import parts
from course.lessons.parts import figures
from scoring import BLEU
from scoring.output.numbers import two_decimals
from ui.ngrams import Hypothesis

METRIC = BLEU(smoothing="none")


def compute(values: parts.Values) -> parts.ComputedBlocks:
    outputs = outputs_in_order(values)
    return parts.ComputedBlocks(
        (parts.Facts(*map(_fact, outputs)), parts.product(outputs[-1].arithmetic, "_C")),
        (
            parts.TableBlock(
                precision_table(outputs),
                "word-order",
                dict.fromkeys(["p1", "p2", "p3", "p4"], "%.3f") | {"BLEU": "%.2f"},
                "p1 to p4: the precision of single words, of pairs, of threes, of fours.",
            ),
            parts.signature(METRIC),
        ),
        after=(window_html(outputs[-1], int(values["window"])),),
        why=(_chart(outputs),),
    )


def _fact(output: Hypothesis) -> parts.Fact:
    """Return how many n-grams of the longest order match, of an output."""
    terms = output.arithmetic
    of = f"{terms.matches[-1]:.0f} of {terms.totals[-1]:.0f}"
    return parts.Fact(f"{output.system}: fours", of, color=output.color)


def window_html(output: Hypothesis, start: int) -> parts.Html:
    """Return the words with a window of the longest order, from a place counted from 1; blue if a match."""
    words, order = output.matches.hypothesis, METRIC.max_order
    span = (start - 1, start - 1 + order)
    counted = any(span in ngram.matched_spans for ngram in output.matches.select_ngrams(order))
    shades = [order * counted if span[0] <= place < span[1] else None for place in range(len(words))]
    return parts.token_line("Window", "in the reference" if counted else "not in the reference", words, shades)


def outputs_in_order(values: parts.Values) -> list[Hypothesis]:
    """Return each output with its matches, named by letters."""
    return parts.name_outputs_by_letter(METRIC, values["outputs"].split("\n"), [values["reference"]])


def tile_views(values: parts.Values, answered: bool) -> dict[str, list[parts.TileRowView]]:
    """Return the outputs with BLEU; the question is about BLEU of the last one, the others show what has a score."""
    return {"outputs": parts.views_with_score(*outputs_in_order(values), with_score=True)}


def precision_table(outputs: list[Hypothesis]) -> pd.DataFrame:
    """Return one row for each output, with its four precisions and its score."""
    rows = [(output.system, *output.arithmetic.precisions, float(output.arithmetic.score)) for output in outputs]
    return pd.DataFrame(rows, columns=["output", "p1", "p2", "p3", "p4", "BLEU"])


def _chart(outputs: list[Hypothesis]) -> parts.Chart:
    by_name = {output.system: output.arithmetic.precisions for output in outputs}
    figure = figures.precision_lines(by_name, [output.color for output in outputs])
    return parts.Chart(figure, "precision-by-order", "Precision of each output by n-gram order")


def is_scored(values: parts.Values) -> bool:
    """Return whether the last output, with exactly the reference's words, has a BLEU above 0."""
    last = outputs_in_order(values)[-1]
    is_whole = sorted(last.matches.hypothesis) == sorted(values["reference"].split())
    return is_whole and float(last.arithmetic.score) > 0


def move_to_front(first: Sequence[str], words: Sequence[str]) -> tuple[str, ...]:
    """Return the words, with the words of ``first`` moved to the beginning."""
    others = [*words]
    for word in first:
        others.remove(word)
    return (*first, *others)


def ask(values: parts.Values) -> parts.Question:
    form, swapped, last = outputs_in_order(values)
    order = METRIC.max_order
    scores = [two_decimals(output.arithmetic.score) for output in (form, swapped)]
    row = [*LESSON.words[-1].rows][-1]
    first = " ".join(values["reference"].split()[:order])
    return parts.Question(
        f"A has one wrong word, B its halves swapped. C has all {last.arithmetic.matches[0]:.0f} words, but backwards,"
        f" and BLEU {two_decimals(last.arithmetic.score)}. Drag C's words: what does it take until BLEU rises?",
        Markup(
            "It takes {} words of the reference in a row, wherever they stand. BLEU multiplies the precisions"
            " of 1 to {} words, and looks no farther."
        ).format(order, order),
        goal=parts.Goal(
            row,
            is_scored,
            f"Put any {order} neighbours of the reference side by side, such as “{first}”",
            move_to_front(first.split(), last.matches.hypothesis),
        ),
        why=f"BLEU does not see what is farther apart. So B, with its halves swapped, has {scores[1]}, and A, with one"
        f" wrong word, only {scores[0]}: both lose as many pairs, threes and fours, but B has every single word right,"
        " and A misses one.",
    )


LESSON = parts.Lesson(
    title="Word order",
    claim="Single words say nothing about their order; longer n-grams do, but only within their own few words.",
    fields=(
        parts.WordsField("reference", "Reference", "the quick brown fox jumps over the lazy dog"),
        parts.WordsField(
            "outputs",
            "Output",
            "the quick brown fox jumped over the lazy dog\n"
            "over the lazy dog jumps the quick brown fox\n"
            "dog lazy the over jumps fox brown quick the",
            "drag",
            has_letters=True,
        ),
        parts.Slider("window", "C's window of four begins at word", 1, 6, 1, 1, is_view=True),
    ),
    compute=compute,
    ask=ask,
    tile_views=tile_views,
    practice="Read precision by order, not BLEU alone: high for single words and steeply falling means wrong order or"
    " wrong phrases. If order matters to you, look at the shifts of TER (translation edit rate: a later lesson), and"
    " read the sentences.",
    pages=(("overview", "Precisions by order"), ("ter", "Shifts in TER")),
    sources=(
        "Papineni et al. (2002), section 2.1: modified n-gram precision, and what its orders measure (adequacy,"
        " fluency); Figures 1 and 2.",
        "Callison-Burch, Osborne and Koehn (2006): Re-evaluating the Role of BLEU in Machine Translation Research,"
        " section 3.",
    ),
    notes=parts.Notes(
        say="Have one student drag, and the class say which word comes next. Stop at the first BLEU that is not 0.",
        think="The right words should give at least half of the points.",
        correction="Without four of them in a row there is nothing.",
        minutes=6,
        following="So far every word that is there was judged. Now: what happens to words that are not there?",
    ),
)
