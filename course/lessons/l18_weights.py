"""Lesson on the longest n-gram and the weights: another N, and another output leads."""

import math
from functools import lru_cache

import pandas as pd
from markupsafe import Markup

from course.lessons import parts
from course.lessons.parts import figures
from scoring import BLEU
from scoring.bleu.dialects import DIALECTS
from scoring.output.numbers import two_decimals
from ui.ngrams import Hypothesis

USUAL = 4
ORDER = parts.Slider("order", "Longest n-gram N", 1, 6, USUAL, 1)
WEIGHTS = parts.ChoiceField(
    "weights",
    "Weights: how much words, pairs ... count",
    ("equal", "mostly words", "mostly long"),
    "equal",
    is_view=True,
)
ROW = 2
"""Factors of the formula in a row."""


@lru_cache(maxsize=24)
def bleu_of_order(order: int, weights: str = WEIGHTS.default) -> BLEU:
    """Return BLEU of this order, with the named weights."""
    bleu_weights = None if weights == WEIGHTS.default else tuple(map(float, order_weights(order, weights)))
    return BLEU(max_order=order, smoothing="none", weights=bleu_weights)


def order_weights(order: int, weights: str) -> tuple[int, ...]:
    """Return the weights of all orders up to this one, before they are scaled to sum to 1."""
    return {
        "equal": (1,) * order,
        "mostly words": tuple(range(order, 0, -1)),
        "mostly long": tuple(range(1, order + 1)),
    }[weights]


def compute(values: parts.Values) -> parts.ComputedBlocks:
    order = int(values["order"])
    outputs = outputs_at(values, order, values["weights"])
    return parts.ComputedBlocks(
        (
            parts.bleu_facts(outputs, lambda output: _measure(order, values["weights"])),
            _formula(outputs[0], order_weights(order, values["weights"])),
        ),
        (
            parts.TableBlock(
                order_table(values),
                "orders",
                {output.system: "%.2f" for output in outputs},
                "BLEU-N counts n-grams up to N; the usual N is 4. Weights are equal.",
            ),
            parts.TableBlock(
                weight_table(values),
                "weights",
                {output.system: "%.2f" for output in outputs},
                "N is 4; weights are made to sum to 1. Toolkits call them weights (NLTK, compare-mt) or NgramWeights"
                " (MATLAB); sacreBLEU and mteval have only equal ones.",
            ),
            parts.signature(bleu_of_order(order, values["weights"])),
        ),
        (_bars(outputs, _measure(order, values["weights"])),),
        why=(_chart(values),),
    )


def outputs_at(values: parts.Values, order: int, weights: str = WEIGHTS.default) -> list[Hypothesis]:
    return parts.name_outputs_by_letter(
        bleu_of_order(order, weights), values["outputs"].split("\n"), [values["reference"]]
    )


def tile_views(values: parts.Values, answered: bool) -> dict[str, list[parts.TileRowView]]:
    outputs = outputs_at(values, int(values["order"]), values["weights"])
    return {"outputs": parts.views_with_score(*outputs, with_score=True)}


def scores_at(values: parts.Values, order: int, weights: str = WEIGHTS.default) -> list[float]:
    return [float(output.arithmetic.score) for output in outputs_at(values, order, weights)]


def _measure(order: int, weights: str) -> str:
    """Return the name of the score, with the weights unless they are equal."""
    return f"BLEU-{order}" if weights == WEIGHTS.default else f"BLEU-{order}, {weights}"


def _bars(outputs: list[Hypothesis], measure: str) -> parts.Chart:
    shares = {of.system: _share(float(of.arithmetic.score)) for of in outputs}
    alt = ", ".join(f"{name} {100 * share:.2f}" for name, share in shares.items())
    figure = figures.share_bars(shares, [of.color for of in outputs], measure, 0, "", bar=30, decimals=2)
    return parts.Chart(figure, "bleu", f"{measure}: {alt}")


def _share(score: float) -> float:
    """Return the score as 0-1; 0 if it is not defined."""
    return 0.0 if math.isnan(score) else score / 100


def _chart(values: parts.Values) -> parts.Chart:
    table = order_table(values)
    letters = [name for name in table.columns if name != "N"]
    scores_of_output = {name: table[name].to_numpy() for name in letters}
    figure = figures.scores_by_count(scores_of_output, parts.COLORS[: len(letters)], "longest n-gram N")
    return parts.Chart(figure, "bleu-by-order", "BLEU of each output by the longest n-gram")


def order_table(values: parts.Values) -> pd.DataFrame:
    """Return one row for each N."""
    rows = [(order, *scores_at(values, order)) for order in map(int, parts.slider_steps(ORDER))]
    return pd.DataFrame(rows, columns=["N", *parts.LETTERS[: len(rows[0]) - 1]])


def weight_table(values: parts.Values) -> pd.DataFrame:
    """Return one row for each choice of weights, at N = 4."""
    rows = [
        (f"{name} ({', '.join(map(str, order_weights(USUAL, name)))})", *scores_at(values, USUAL, name))
        for name in WEIGHTS.options
    ]
    return pd.DataFrame(rows, columns=["weights", *parts.LETTERS[: len(rows[0]) - 1]])


def _formula(output: Hypothesis, weights: tuple[int, ...]) -> parts.FormulaBlock:
    """Return the product with its numbers, the factor of the longest n-grams in colour."""
    terms = output.arithmetic
    factors = [
        rf"\left(\tfrac{{{matches:.0f}}}{{{total:.0f}}}\right)^{{{weight}/{sum(weights)}}}"
        for matches, total, weight in zip(terms.matches, terms.totals, weights, strict=True)
    ]
    factors[-1] = parts.asked_part(factors[-1])
    value = r"\text{none}" if math.isnan(terms.score) else f"{terms.score:.2f}"
    rows = [r" \cdot ".join(factors[at : at + ROW]) for at in range(0, len(factors), ROW)]
    penalty = "" if terms.brevity_penalty == 1 else rf" \cdot {terms.brevity_penalty:.3g}"
    first = rf"\text{{BLEU-{len(weights)}}}_A &= 100{penalty} \cdot {rows[0]}"
    return parts.aligned(first, *(rf"&\quad \cdot {row}" for row in rows[1:]), f"&= {value}")


def is_turned(values: parts.Values) -> bool:
    """Return whether B leads."""
    first, second, *_ = scores_at(values, int(values["order"]))
    return second > first


def ask(values: parts.Values) -> parts.Question:
    steps = [int(step) for step in parts.slider_steps(ORDER)]
    turned = min(step for step in steps if is_turned({**values, "order": step}))
    before, after = (list(map(two_decimals, scores_at(values, order))) for order in (turned - 1, turned))
    return parts.Question(
        "A has all words right, in two pieces that changed places. B has two wrong words. BLEU with n-grams of up to"
        f" {USUAL} words (N = {USUAL}) puts A ahead. Drag N: when does B lead?",
        Markup(
            "From N = {} to {}, A falls from {} to <b>{}</b>, B only from {} to <b>{}</b> (equal weights): longer"
            " n-grams punish wrong order more."
        ).format(turned - 1, turned, before[0], after[0], before[1], after[1]),
        goal=parts.Goal(ORDER.name, is_turned, f"At N = {turned} B leads"),
        why="A weight is the power of a precision in the product; equal ones are 1/N each."
        " Papineni et al. chose N = 4 because it agreed best with their raters, and weighted all orders alike. With"
        " other weights, or another N, it is another measure under the same name.",
    )


LESSON = parts.Lesson(
    title="Which n, which weights?",
    claim="BLEU with another longest n-gram is another measure: it can prefer another output.",
    fields=(
        parts.WordsField(
            "reference", "Reference", "the committee will meet again on Monday to vote on the new budget", is_small=True
        ),
        parts.WordsField(
            "outputs",
            "Output",
            "on Monday the committee will meet again to vote on the new budget\n"
            "a committee will meet again on Monday to vote on a new budget",
            has_letters=True,
            is_small=True,
        ),
        ORDER,
        WEIGHTS,
    ),
    compute=compute,
    ask=ask,
    tile_views=tile_views,
    practice=f"Use N = {USUAL} with equal weights, as nearly every published BLEU does, and say so where you do not."
    f" The defaults of {len(DIALECTS)} toolkits agree on this, not on much else. Never mix BLEU-2 and BLEU-4"
    " in one table.",
    pages=(("overview", "Precisions by order"), ("playground", "Any N on any sentence")),
    sources=(
        "Papineni et al. (2002), section 2.3: N = 4 and uniform weights; section 2.1.3: that they agree best with"
        " monolingual judges.",
    ),
    notes=parts.Notes(
        say="Ask which output is better before you drag. Then go from 1 to 6, slowly.",
        think="The 4 is a law of nature.",
        correction="It is a choice that agreed with raters.",
        minutes=5,
        following="Each N makes another BLEU. Now: what no BLEU of a whole test set sees.",
    ),
)
