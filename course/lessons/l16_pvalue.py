"""What p is not: of many comparisons with p at most 0.05, how many leads are luck. That depends on what is compared."""

import pandas as pd

from course.lessons import parts
from course.lessons.parts import figures
from scoring.output.numbers import LEVEL

COMPARED = 100
POWER = 0.8
"""Share of the real differences that a test set of the usual size shows."""
REAL = parts.Slider("real", "Pairs that really differ, of 100", 0, 100, 50, 2)
HALF = 0.5


def compute(values: parts.Values) -> parts.ComputedBlocks:
    real = int(values["real"])
    luck, found = significant_results(real)
    return parts.ComputedBlocks(
        (
            parts.Facts(
                parts.Fact("significant", f"{luck + found:.1f}", f"of {COMPARED} pairs"),
                parts.Fact("luck among them", _share(real)),
            ),
            parts.FormulaBlock(
                rf"\frac{{{parts.asked_part(f'{luck:.1f}')}}}{{{luck:.1f} + {found:.1f}}} = {_share(real, True)}"
            ),
        ),
        (
            parts.TableBlock(
                result_table(),
                "counts",
                {"luck": "%.1f", "real": "%.1f", "share of luck, %": "%.1f"},
                f"Expected of {COMPARED} tests at p ≤ {LEVEL:g} that find {POWER:.0%} of the real differences.",
            ),
        ),
        (_bars(real),),
    )


def significant_results(real: int) -> tuple[float, float]:
    """How many significant results are expected: of pairs that do not differ, and of pairs that do."""
    return LEVEL * (COMPARED - real), POWER * real


def share_of_luck(real: int) -> float:
    luck, found = significant_results(real)
    return luck / (luck + found)


def _share(real: int, is_latex: bool = False) -> str:
    return f"{100 * share_of_luck(real):.0f}" + (r"\,\%" if is_latex else " %")


def _bars(real: int) -> parts.Chart:
    luck, found = significant_results(real)
    shares = {"significant, real": found / COMPARED, "significant, luck": luck / COMPARED}
    said = ", ".join(f"{name}: {COMPARED * share:.1f}" for name, share in shares.items())
    figure = figures.share_bars(shares, [parts.BLUE, parts.ORANGE], "of 100 compared pairs", 0, "", decimals=1)
    return parts.Chart(figure, "results", said)


def result_table() -> pd.DataFrame:
    """One row a number of pairs that differ."""
    rows = [
        (real, *significant_results(real), 100 * share_of_luck(real)) for real in map(int, parts.slider_steps(REAL))
    ]
    return pd.DataFrame(rows, columns=["pairs that differ", "luck", "real", "share of luck, %"])


def is_half_luck(values: parts.Values) -> bool:
    return share_of_luck(int(values["real"])) >= HALF


def ask(values: parts.Values) -> parts.Question:
    reached = max(step for step in map(int, parts.slider_steps(REAL)) if is_half_luck({"real": step}))
    return parts.Question(
        f"We test {COMPARED} pairs of systems and believe each lead with p at most {LEVEL:g}. Is a lead luck in only"
        f" {100 * LEVEL:g} of 100 cases then? Drag until half of the significant leads are luck.",
        f"p stays at most {LEVEL:g} all the time. How many leads are luck depends on what you compare.",
        goal=parts.Goal(
            REAL.name, is_half_luck, f"With {reached} real differences half of the leads are luck, or more"
        ),
        why=f"p is the share of random swaps that reach the lead. It says how often chance alone does so, not how"
        f" likely chance was at work. {100 * LEVEL:g} of 100 pairs that do not differ are significant, whatever else is"
        f" tested. With {REAL.default} real differences {_share(int(REAL.default))} of the significant leads are luck.",
    )


LESSON = parts.Lesson(
    title="What p is not",
    claim="p says how often chance alone gives such a lead, not how likely it is that this lead is chance.",
    fields=(REAL,),
    compute=compute,
    ask=ask,
    practice="Say “chance is a very unlikely explanation”, never “the lead is real with this probability”. Compare few"
    " systems that you have a reason to compare, correct p for their number, and repeat a surprising result on another"
    " test set. A widely used lecture note calls p the probability of incorrectly rejecting the null hypothesis: that"
    " is the level chosen before the test, and only where nothing differs.",
    pages=(("significance", "p of every pair, corrected"), ("errata", "More misprints")),
    sources=(
        "Riezler and Maxwell (2005): On Some Pitfalls in Automatic Evaluation and Significance Testing for MT, Figure"
        " 1: the random swaps of which p is a share.",
        "Wasserstein and Lazar (2016): The ASA's Statement on p-Values, principle 2: p is not the probability that the"
        " hypothesis is true, or that chance alone made the data.",
    ),
    notes=parts.Notes(
        say="Let the class say in its own words what p is. Write the sentences down. Then drag, and cross out the wrong"
        " ones.",
        think="A small p means that the lead is almost certainly real.",
        correction="That also depends on how many of the tested pairs really differ.",
        minutes=6,
        following="A test takes scores as they are. Now: what is in the scores?",
    ),
)
