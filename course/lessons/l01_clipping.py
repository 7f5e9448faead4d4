"""Lesson on clipping: counting matching words is not enough."""

import pandas as pd
from markupsafe import Markup

from course.lessons import parts
from scoring import BLEU
from scoring.bleu.matches import NGram
from ui.ngrams import Hypothesis

CAPTION = "Each different n-gram once. It counts no more often than it is in one reference."
METRIC = BLEU(lowercase=True, smoothing="none")


def compute(values: parts.Values) -> parts.ComputedBlocks:
    order, references = int(values["order"]), parts.text_lines(values["references"])
    output = example_output(values)
    ngrams = output.matches.select_ngrams(order)
    total, simple, counted = totals(ngrams)
    return parts.ComputedBlocks(
        (
            parts.Facts(
                parts.Fact("precision", ratio(simple, total), "share found in any reference"),
                parts.Fact("modified precision", ratio(counted, total), "share that BLEU counts: clipped"),
            ),
            _formula(order, ngrams),
        ),
        (
            parts.TableBlock(clipping_table(ngrams, len(references)), "clipping", {}, CAPTION),
            parts.signature(METRIC, len(references)),
        ),
    )


def totals(ngrams: tuple[NGram, ...]) -> tuple[int, int, int]:
    """Return the number of n-grams of the output, the number in any reference, and the number that count."""
    return (
        sum(ngram.count for ngram in ngrams),
        sum(ngram.count for ngram in ngrams if ngram.reference_count),
        sum(ngram.matched for ngram in ngrams),
    )


def ratio(part: int, whole: int) -> str:
    return f"{part} / {whole} = {part / whole:.3f}" if whole else "none"


def clipping_table(ngrams: tuple[NGram, ...], n_references: int) -> pd.DataFrame:
    """Return one row for each distinct n-gram, with its counts in output and references, and how often it counts."""
    references = [f"in ref. {number}" for number in range(1, n_references + 1)]
    rows = (
        (" ".join(of.tokens), of.count, *map(len, of.reference_spans), of.reference_count, of.matched, of.clipped)
        for of in ngrams
    )
    return pd.DataFrame(rows, columns=["n-gram", "in output", *references, "most in one", "counts", "clipped"])


def _formula(order: int, ngrams: tuple[NGram, ...]) -> parts.FormulaBlock:
    total, _, counted = totals(ngrams)
    sums = r"\frac{\sum \text{Count}_{\text{clip}}}{\sum \text{Count}}"
    numbers = rf"\frac{{{parts.asked_part(str(counted))}}}{{{total}}}"
    return parts.aligned(rf"p_{order} &= {sums}", rf"&= {numbers} = {parts.quotient(counted, total)}", gap=8)


def tile_views(values: parts.Values, answered: bool) -> dict[str, list[parts.TileRowView]]:
    return {"output": [parts.TileRowView(example_output(values).matches if answered else None)]}


def example_output(values: parts.Values) -> Hypothesis:
    return parts.match_output(METRIC, values["output"], parts.text_lines(values["references"]))


def ask(values: parts.Values) -> parts.Question:
    matches = example_output(values).matches
    ngrams = matches.select_ngrams(1)
    total, simple, counted = totals(ngrams)
    word = ngrams[0].tokens[0] if ngrams else ""
    return parts.Question(
        f"The output says “{word}” {total} times, and every reference has that word. How many “{word}” does BLEU"
        " count as right? Click that many.",
        Markup(
            "No reference has “{}” more than <b>{}</b> times, and BLEU counts no more: it clips the count. Precision is"
            " the share of words that are right; modified means clipped."
        ).format(word, counted),
        clicked=parts.ClickAnswer("output", matches.hypothesis, {ngram.tokens[0]: ngram.matched for ngram in ngrams}),
        why=f"Without clipping each “{word}” would be right, a precision of {ratio(simple, total)}. Clipped it is"
        f" {ratio(counted, total)}. BLEU does the same with pairs, threes and fours of words.",
    )


LESSON = parts.Lesson(
    title="Counting is not enough",
    claim="A word that is repeated is right only as often as one reference has it.",
    fields=(
        parts.WordsField("output", "Output", "the the the the the the the", "click"),
        parts.WordsField("references", "Reference", "the cat is on the mat\nthere is a cat on the mat"),
        parts.ChoiceField("order", "Words in a row", ("1", "2", "3", "4"), "1", is_view=True),
    ),
    compute=compute,
    ask=ask,
    tile_views=tile_views,
    practice="Even clipped, single words match easily: an output of frequent words has some right in every sentence."
    " So look at the precisions of longer n-grams, too, and read the longest outputs: a system that repeats itself is"
    " found there.",
    pages=(("overview", "Precisions by order"), ("segments", "Sort segments by length")),
    sources=(
        "Papineni, Roukos, Ward and Zhu (2002): BLEU, a Method for Automatic Evaluation of Machine Translation,"
        " section 2.1 and Example 2.",
    ),
    notes=parts.Notes(
        say="Let them click before anybody counts aloud. Then count the word in each reference, and take the larger"
        " number.",
        think="All are right, for the word is in a reference. Or just one is, because the others only repeat it.",
        correction="A word counts as often as one reference has it.",
        minutes=5,
        following="Single words say nothing of their order. That is the next lesson.",
    ),
)
