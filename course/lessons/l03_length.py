"""Too short, too long: the brevity penalty, the closest reference length, and why not recall."""

import math

import numpy as np
import pandas as pd
from markupsafe import Markup

from course.lessons import parts
from course.lessons.parts import figures
from scoring import BLEU
from ui.ngrams import Hypothesis

METRIC = BLEU(smoothing="none", max_order=2)
"""BLEU of order 2, for sentences too short for more."""
POINTS = 60
"""Most points of the curve."""


def compute(values: parts.Values) -> parts.ComputedBlocks:
    references, given = parts.text_lines(values["references"]), outputs_by_length(values)
    formats = {"penalty": "%.3f", "p1": "%.3f", "p2": "%.3f", "recall": "%.3f", "BLEU": "%.2f"}
    return parts.ComputedBlocks(
        (parts.bleu_facts(given, _about), _formula(given[-1])),
        (
            _chart(given, references),
            parts.TableBlock(
                length_table(given),
                "length",
                formats,
                "c: words of the output; r: words of the closest reference. Recall: the share of the references'"
                " different words that the output has; no part of BLEU. p1, p2: precision of single words, of pairs.",
            ),
            parts.Heading("Which reference's length counts?"),
            parts.TableBlock(
                closest(references),
                "closest-reference",
                {"penalty": "%.3f"},
                "The closest one; of two equally close the shorter, which costs less.",
            ),
            parts.signature(METRIC, len(references)),
        ),
    )


def outputs_by_length(values: parts.Values) -> list[Hypothesis]:
    """Each line with its matches, called by letters."""
    return parts.lettered(METRIC, values["outputs"].split("\n"), parts.text_lines(values["references"]))


def seen(values: parts.Values, answered: bool) -> dict[str, list[parts.TileRowView]]:
    return {"outputs": parts.views_with_score(*outputs_by_length(values), with_score=answered)}


def word_recall(output: Hypothesis) -> float:
    """The share of the different words of all references that the output has; NaN without any."""
    wanted = {word for reference in output.matches.references for word in reference or ()}
    return len(wanted & set(output.matches.hypothesis)) / len(wanted) if wanted else math.nan


def length_table(given: list[Hypothesis]) -> pd.DataFrame:
    """One row an output: lengths, penalty, precisions, recall, score."""
    terms = [output.arithmetic for output in given]
    return pd.DataFrame(
        {
            "output": [output.system for output in given],
            "c": [int(of.hypothesis_length) for of in terms],
            "r": [int(of.reference_length) for of in terms],
            "penalty": [float(of.brevity_penalty) for of in terms],
            **{f"p{n}": [float(of.precisions[n - 1]) for of in terms] for n in (1, 2)},
            "recall": [word_recall(output) for output in given],
            "BLEU": [float(of.score) for of in terms],
        }
    )


def penalties(lengths: np.ndarray, references: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Closest reference length and brevity penalty (n,) of outputs that have this many words (n,)."""
    columns = [[reference] * len(lengths) for reference in references]
    terms = METRIC.arithmetic(METRIC.statistics(["w " * int(length) for length in lengths], columns))
    return terms.reference_length, terms.brevity_penalty


def closest(references: list[str]) -> pd.DataFrame:
    """One row a length of the output: which reference length it is compared with."""
    words = _words(references)
    lengths = np.arange(1, min(max(words) + 2, 2 * POINTS))
    compared, penalty = penalties(lengths, references)
    tied = [sum(abs(n - c) == abs(r - c) for n in set(words)) > 1 for c, r in zip(lengths, compared, strict=True)]
    return pd.DataFrame(
        {
            "words of the output": lengths,
            "reference lengths": ", ".join(map(str, sorted(set(words)))),
            "closest": compared.astype(int),
            "tie": ["the shorter of two" if tie else "" for tie in tied],
            "penalty": penalty,
        }
    )


def _words(references: list[str]) -> list[int]:
    return [len(tokens or ()) for tokens in METRIC.matches("", references).references]


def _about(output: Hypothesis) -> str:
    return f"penalty {output.arithmetic.brevity_penalty:.3f}"


def _chart(given: list[Hypothesis], references: list[str]) -> parts.Chart:
    own = {output.system: output.arithmetic for output in given}
    points = {name: (float(terms.hypothesis_length), float(terms.brevity_penalty)) for name, terms in own.items()}
    longest = max(*_words(references), *(length for length, _ in points.values()))
    lengths = np.unique(np.linspace(1, 1.4 * longest + 1, POINTS).astype(int))
    _, penalty = penalties(lengths, references)
    figure = figures.penalty_curve(lengths, penalty, points, [output.color for output in given])
    return parts.Chart(figure, "brevity-penalty", "Brevity penalty by length, with the outputs on the curve")


def _formula(output: Hypothesis) -> parts.FormulaBlock:
    terms = output.arithmetic
    c, r = f"{terms.hypothesis_length:.0f}", f"{terms.reference_length:.0f}"
    put_in = f"1 - {r} / {c}" if terms.hypothesis_length else r"-\infty"
    exponent = rf"e^{{\min(0,\ {parts.asked_part(put_in)})}}"
    own = rf"\text{{BP}}_\text{{{output.system}}} &= {exponent} = {terms.brevity_penalty:.3f}"
    return parts.aligned(r"\text{BP} &= e^{\min(0,\ 1 - r / c)}", own, gap=6)


def ask(values: parts.Values) -> parts.Question:
    given = outputs_by_length(values)
    short, terms = given[-1], given[-1].arithmetic
    share, long = float(terms.hypothesis_length / terms.reference_length), given[1]
    factors = {
        "all its words are right": 1.0,
        "the share of words that are there": share,
        "even less than that share": float(terms.brevity_penalty),
        "it is not whole": 0.0,
    }
    choices = {f"× {factor:.3f}: {why}": factor for why, factor in factors.items()}
    return parts.choice_question(
        f"{short.system} has {terms.hypothesis_length:.0f} words, all right. The reference closest in length has"
        f" {terms.reference_length:.0f}. By what does BLEU multiply the score of {short.system}?",
        choices,
        float(terms.brevity_penalty),
        reveal=Markup(
            "This brevity penalty is less than the share: <b>{:.3f}</b>. BLEU counts single words and pairs only, the"
            " sentences being short."
        ).format(terms.brevity_penalty),
        why="Precision asks only about words that are there, so alone it would reward saying little. Why not"
        " recall, the share of the references' words that the output has? Of several references it is highest for"
        f" {long.system} ({word_recall(long):.3f}; A has {word_recall(given[0]):.3f}), which strings their words"
        " together and is the worse sentence.",
    )


LESSON = parts.Lesson(
    title="Too short, too long",
    claim="Precision punishes what is too long, a brevity penalty what is too short.",
    fields=(
        parts.WordsField(
            "references",
            "Reference",
            "I always do\nI invariably do\nI perpetually do\nI do so every time",
            is_small=True,
        ),
        parts.WordsField(
            "outputs", "Output", "I always do\nI always invariably perpetually do\nI always", has_letters=True
        ),
    ),
    compute=compute,
    ask=ask,
    seen=seen,
    practice="Look at the length ratio next to BLEU: words of the outputs by words of the references. The penalty is"
    " taken once, of the whole test set: long sentences make up for short ones. Toolkits, which are"
    " programs that compute BLEU, differ in the reference length that they take (closest, shortest, mean): name yours.",
    pages=(("overview", "Length ratios of the systems"),),
    sources=(
        "Papineni et al. (2002), section 2.2.1: the trouble with recall, Example 4 (its three references stand first"
        " here), and section 2.2.2: the brevity penalty.",
    ),
    notes=parts.Notes(
        say="Ask what a system would do that fears every wrong word: say little. Then let the class choose, and show"
        " the curve in “Why”.",
        think="The penalty is the share of the length that is there. It falls faster than that, and what is too"
        " long has none.",
        minutes=5,
        following="Penalty and precisions are multiplied. Now: one factor of that product is 0.",
    ),
)
