"""Lesson on p-values: the share of luck among leads with p at most 0.05 depends on how many changes really help."""

import math

import pandas as pd

from course.lessons import parts
from course.lessons.parts import figures
from scoring.output.numbers import LEVEL
from scoring.studies.comparison import CLEAR
from scoring.studies.wording.verdict_words import CHANCE

N_CHANGES = 1_000
"""Number of changes of systems that are tested."""
POWER = 0.8
"""Share of the helpful changes that a test finds."""
REAL = parts.Slider("real", f"Changes that help, of {N_CHANGES:,}", 0, N_CHANGES, 500, 10)
HALF = 0.5
COLUMNS = 50
"""Columns of the field of squares."""
FAINT_BLUE = "rgba(0,114,178,0.28)"


def compute(values: parts.Values) -> parts.ComputedBlocks:
    real = int(values["real"])
    luck, true_leads = significant_results(real)
    return parts.ComputedBlocks(
        (
            parts.Facts(
                parts.Fact("leads believed", f"{luck + true_leads}", f"of {N_CHANGES:,} tests"),
                parts.Fact("luck among them", _share(real)),
            ),
            parts.FormulaBlock(
                rf"\frac{{{parts.asked_part(str(luck))}\text{{ by luck}}}}{{{luck} + {true_leads}\text{{ believed}}}}"
                rf" = {_share(real, True)}"
            ),
        ),
        (
            parts.TableBlock(
                result_table(),
                "counts",
                {"share of luck, %": "%.1f"},
                f"Expected of {N_CHANGES:,} tests at p ≤ {LEVEL:g} that find {POWER:.0%} of the changes that help.",
            ),
        ),
        (_field(real), _bars(real)),
    )


def significant_results(real: int) -> tuple[int, int]:
    """Return the expected numbers of significant leads: of changes that do nothing, and of changes that help."""
    return round(LEVEL * (N_CHANGES - real)), round(POWER * real)


def share_of_luck(real: int) -> float:
    luck, true_leads = significant_results(real)
    return luck / (luck + true_leads)


def _share(real: int, is_latex: bool = False) -> str:
    return f"{100 * share_of_luck(real):.0f}" + (r"\,\%" if is_latex else " %")


def changes_by_outcome(real: int) -> dict[str, int]:
    """Return the expected number of changes for each outcome."""
    luck, true_leads = significant_results(real)
    return {
        "helps, believed": true_leads,
        "helps, not believed": real - true_leads,
        "does nothing, believed": luck,
        "does nothing, not believed": N_CHANGES - real - luck,
    }


def _field(real: int) -> parts.Chart:
    """Return a square for each change."""
    counts = changes_by_outcome(real)
    colors = [parts.BLUE, FAINT_BLUE, parts.ORANGE, figures.FAINT]
    alt = ", ".join(f"{name}: {count}" for name, count in counts.items())
    return parts.Chart(figures.square_field(counts, colors, COLUMNS), "field", alt)


def _bars(real: int) -> parts.Chart:
    luck = share_of_luck(real)
    shares = {"really help": 1 - luck, "luck": luck}
    alt = ", ".join(f"{name}: {100 * share:.0f} %" for name, share in shares.items())
    figure = figures.with_named_places(figures.share_bars(shares, [parts.BLUE, parts.ORANGE], "", 0, bar=16), {})
    return parts.Chart(figures.add_heading(figure, "Of the leads that are believed"), "results", alt)


def result_table() -> pd.DataFrame:
    """Return one row for each number of changes that help."""
    rows = [
        (real, *significant_results(real), 100 * share_of_luck(real)) for real in map(int, parts.slider_steps(REAL))
    ]
    return pd.DataFrame(rows, columns=["changes that help", "luck", "real", "share of luck, %"])


def half_luck() -> int:
    """Return the largest step of the slider at which at least half of the leads are luck."""
    return max(real for real in map(int, parts.slider_steps(REAL)) if share_of_luck(real) >= HALF)


def is_half_luck(values: parts.Values) -> bool:
    """Return whether at least half of the leads are luck."""
    return share_of_luck(int(values["real"])) >= HALF


def reveal_of_luck(values: parts.Values) -> str:
    """Return the reveal for the number of changes that is set."""
    real = int(values[REAL.name])
    luck, true_leads = significant_results(real)
    return (
        f"If {real:,} help, {luck + true_leads} leads are believed, {luck} by luck."
        f" Below {math.ceil(N_CHANGES * LEVEL / (LEVEL + POWER))}, luck is more than half."
    )


def ask(values: parts.Values) -> parts.Question:
    reached = half_luck()
    return parts.Question(
        f"Labs test {N_CHANGES:,} system changes, and believe each lead, up or down, with p at most {LEVEL:g}. Of"
        f" changes that do nothing {100 * LEVEL:g} of 100 pass by luck, of helpful changes {100 * POWER:.0f} of 100."
        " How few must help for half of the believed leads to be luck? Drag.",
        reveal_of_luck({REAL.name: reached}),
        reveal_at=reveal_of_luck,
        goal=parts.Goal(
            REAL.name,
            is_half_luck,
            f"If only {reached} of {N_CHANGES:,} help, {_share(reached)} of the leads are luck",
        ),
        why=f"p is the share of shuffles that reach the lead. It says how often chance alone does so, not how"
        f" likely chance was at work. {100 * LEVEL:g} of 100 changes that do nothing pass, whatever else is"
        f" tested. If {REAL.default} of {N_CHANGES:,} changes help, {_share(int(REAL.default))} of the leads are luck.",
    )


LESSON = parts.Lesson(
    title="What p is not",
    claim="p says how often chance gives such a lead, not how likely this lead is chance.",
    fields=(REAL,),
    compute=compute,
    ask=ask,
    has_numbers_beside=True,
    practice="Say “chance alone reaches this lead in 2 of 100 shuffles”, never “the lead is real with 98 %"
    f" probability”. A verdict's “{CHANCE[CLEAR]}” says the first, too: chance alone almost never reaches such a lead."
    " It is no probability that chance was at work. Compare few systems that you have a reason to compare, correct p"
    " for their number, and repeat a surprising result on another test set. A widely used lecture note calls p the"
    " probability of incorrectly rejecting the null hypothesis: that is the level chosen before the test, and only"
    " where nothing differs. It also writes 0.32 % for a BLEU of 0.32, which is 32 %.",
    pages=(("significance", "p of every pair, corrected"), ("errata", "The note's misprints, and others")),
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
        correction="That also depends on how many of the tested changes really help.",
        minutes=6,
        following="A test takes scores as they are. Now: what is in the scores?",
    ),
)
