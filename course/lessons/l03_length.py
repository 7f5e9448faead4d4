"""Lesson on length: precision, the brevity penalty, and their product, as an output grows word by word."""

import numpy as np
import pandas as pd

from course.lessons import parts
from course.lessons.parts import figures
from scoring import BLEU
from scoring.testset import Segment
from ui.ngrams import Hypothesis

METRIC = BLEU(smoothing="none")
REFERENCE = "the talks on the new trade deal will go on until May"
EXTRA_WORDS = "and maybe they will end then"
"""Further words of an output that is longer than the reference."""
WORDS = f"{REFERENCE} {EXTRA_WORDS}".split()
LENGTH = parts.Slider("length", "Words of the output", METRIC.max_order, len(WORDS), len(REFERENCE.split()), 1)
HALF = 0.5
PENALTY_LABEL = "kept after penalty"
"""Label of the brevity penalty's bar, which is full without a penalty."""
OTHER_REFERENCES = (3, 5, 12)
"""Lengths in words of several references, to show which one is compared."""


def compute(values: parts.Values) -> parts.ComputedBlocks:
    output = output_of_length(values)
    terms = output.arithmetic
    return parts.ComputedBlocks(
        (
            parts.Facts(
                parts.Fact(
                    "words",
                    f"{terms.hypothesis_length:.0f} of {terms.reference_length:.0f}",
                    "c of output, r of reference",
                ),
                parts.Fact("penalty", f"{terms.brevity_penalty:.3f}"),
                parts.Fact("BLEU", f"{terms.score:.2f}"),
            ),
            _formula(output),
        ),
        (
            parts.TableBlock(
                length_table(),
                "length",
                dict.fromkeys(("precision", "penalty"), "%.3f") | {"BLEU": "%.2f"},
                "Precision: the geometric mean of the four.",
            ),
            parts.Heading("Which reference's length counts?"),
            parts.TableBlock(
                closest(["w " * length for length in OTHER_REFERENCES]),
                "closest-reference",
                {"penalty": "%.3f"},
                "Of several references the closest one; of two equally close the shorter, which costs less.",
            ),
            parts.signature(METRIC),
        ),
        (
            _bars(output),
            parts.segment_block(METRIC, segment_of_length(values), (parts.BLUE,)),
            parts.colors(METRIC, pointing=False),
        ),
        why=(_chart(output),),
    )


def segment_of_length(values: parts.Values) -> Segment:
    return Segment(1, None, {"Reference": REFERENCE}, {"Output": " ".join(WORDS[: int(values["length"])])}, None)


def output_of_length(values: parts.Values) -> Hypothesis:
    return parts.match_output(METRIC, segment_of_length(values).hypotheses["Output"], [REFERENCE])


def mean_precision(output: Hypothesis) -> float:
    """Return BLEU without the brevity penalty, 0-1."""
    return float(output.arithmetic.score / output.arithmetic.brevity_penalty / 100)


def _bars(output: Hypothesis) -> parts.Chart:
    terms = output.arithmetic
    shares = {
        "precision": mean_precision(output),
        PENALTY_LABEL: float(terms.brevity_penalty),
        "BLEU": float(terms.score / 100),
    }
    alt = ", ".join(f"{name} {share:.2f}" for name, share in shares.items())
    colors = [figures.GREY, parts.ORANGE, parts.BLUE]
    return parts.Chart(figures.share_bars(shares, colors, "BLEU = precision × brevity penalty", 0), "product", alt)


def length_table() -> pd.DataFrame:
    """Return one row for each length of the output."""
    outputs = [output_of_length({"length": length}) for length in parts.slider_steps(LENGTH)]
    terms = [output.arithmetic for output in outputs]
    return pd.DataFrame(
        {
            "words": [int(of.hypothesis_length) for of in terms],
            "precision": [mean_precision(output) for output in outputs],
            "penalty": [float(of.brevity_penalty) for of in terms],
            "BLEU": [float(of.score) for of in terms],
        }
    )


def penalties(lengths: np.ndarray, references: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return closest reference length and brevity penalty (n,) of outputs with these numbers of words (n,)."""
    columns = [[reference] * len(lengths) for reference in references]
    terms = METRIC.arithmetic(METRIC.statistics(["w " * int(length) for length in lengths], columns))
    return terms.reference_length, terms.brevity_penalty


def closest(references: list[str]) -> pd.DataFrame:
    """Return one row for each length of the output, with the reference length it is compared with."""
    words = [len(reference.split()) for reference in references]
    lengths = np.arange(1, max(words) + 2)
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


def _chart(output: Hypothesis) -> parts.Chart:
    lengths = np.arange(1, len(WORDS) + 1)
    terms = output.arithmetic
    point = {"output": (float(terms.hypothesis_length), float(terms.brevity_penalty))}
    figure = figures.penalty_curve(lengths, penalties(lengths, [REFERENCE])[1], point, [parts.ORANGE])
    return parts.Chart(figure, "brevity-penalty", "Brevity penalty by length, with the output on the curve")


def _formula(output: Hypothesis) -> parts.FormulaBlock:
    terms = output.arithmetic
    c, r = f"{terms.hypothesis_length:.0f}", f"{terms.reference_length:.0f}"
    exponent = rf"e^{{\min(0,\ {parts.asked_part(f'1 - {r} / {c}')})}}"
    return parts.aligned(
        r"\text{penalty} &= e^{\min(0,\ 1 - r / c)}", rf"&= {exponent} = {terms.brevity_penalty:.3f}", gap=6
    )


def takes_half(values: parts.Values) -> bool:
    """Return whether the penalty is as near to 0.5 as a whole number of words allows."""
    return bool(values[LENGTH.name] == min(parts.slider_steps(LENGTH), key=_distance_from_half))


def _distance_from_half(length: float) -> float:
    return abs(float(output_of_length({LENGTH.name: length}).arithmetic.brevity_penalty) - HALF)


def ask(values: parts.Values) -> parts.Question:
    half = next(length for length in parts.slider_steps(LENGTH) if takes_half({LENGTH.name: length}))
    terms = output_of_length({LENGTH.name: half}).arithmetic
    whole = len(REFERENCE.split())
    return parts.Question(
        "All words of this output are right, and no penalty is due. How many words are left when the brevity penalty"
        " has taken half of its score? Drag its length.",
        f"With {half:.0f} of {whole} words, more than half, BLEU is multiplied by {terms.brevity_penalty:.2f}. Now drag"
        f" beyond {whole}: there is no penalty, but the precision falls.",
        goal=parts.Goal(LENGTH.name, takes_half, f"{half:.0f} words are left"),
        why="Precision asks only about the words that are there, so alone it would reward saying little. The penalty"
        " makes up for that, and it falls faster than the share of the words.",
    )


LESSON = parts.Lesson(
    title="Too short, too long",
    claim="Precision punishes what is too long, a brevity penalty what is too short.",
    fields=(LENGTH,),
    compute=compute,
    ask=ask,
    segment=segment_of_length,
    practice="Look at the length ratio next to BLEU: words of the outputs by words of the references. The penalty is"
    " taken once, of the whole test set: long sentences make up for short ones. Toolkits, which are"
    " programs that compute BLEU, differ in the reference length that they take (closest, shortest, mean): name yours.",
    pages=(("overview", "Length ratios of the systems"),),
    sources=("Papineni et al. (2002), section 2.2.1: the trouble with recall; section 2.2.2: the brevity penalty.",),
    notes=parts.Notes(
        say="Ask what a system would do that fears every wrong word: say little. Then drag slowly, and stop at each"
        " word.",
        think="The penalty is the share of the length that is there.",
        correction="It falls faster than that, and what is too long has none.",
        minutes=5,
        following="Penalty and precisions are multiplied. Now: one factor of that product is 0.",
    ),
)
