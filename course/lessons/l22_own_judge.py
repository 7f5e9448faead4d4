"""The judge that likes its own: a few points for one system change the order, and no agreement shows it."""

from functools import lru_cache

import numpy as np
import pandas as pd
from markupsafe import Markup

from course.lessons import parts
from course.lessons.parts import figures
from scoring.counting.arrays import Floats
from scoring.output.numbers import two_decimals

FIRST, SECOND = "Language model 1", "Language model 2"
"""The judges of the sample set: two runs of a language model."""
OWN = "apertium-catalan"
"""The system to which the first judge gives the points: both judges put it last."""
HIGHEST = 100
"""The best score of an output."""
FAVOR = parts.Slider("favor", "Points for its own system", 0.0, 5.0, 0.0, 0.5)
COLORS = dict(zip(("apertium-direct", "apertium-galician", OWN), parts.COLORS, strict=False))
"""System -> its colour."""


def compute(values: parts.Values) -> parts.ComputedBlocks:
    favor = values["favor"]
    means = mean_scores(favor)
    first, second = (lead_of_own(means[judge]) for judge in (FIRST, SECOND))
    return parts.ComputedBlocks(
        (
            parts.Facts(
                parts.Fact("lead by judge 1", two_decimals(first), color=COLORS[OWN]),
                parts.Fact("lead by judge 2", two_decimals(second), color=COLORS[OWN]),
                parts.Fact("agreement, r", two_decimals(agreement(favor))),
            ),
            parts.FormulaBlock(
                rf"\text{{lead}} = {means[FIRST][OWN]:.2f} - {best_other(means[FIRST]):.2f}"
                rf" = {parts.asked_part(f'{first:.2f}')}"
            ),
        ),
        (
            parts.TableBlock(
                favor_table(),
                "favor",
                {"points": "%.1f", "lead by judge 1": "%.2f", "lead by judge 2": "%.2f", "r": "%.3f"},
                f"Judges: two runs of a language model on the sample set {parts.SAMPLE}; no person has checked them."
                f" Points are added to judge 1's score of each output of {OWN}, up to {HIGHEST}. r: Pearson's"
                " correlation of both judges' scores of all outputs.",
            ),
        ),
        (_bars(favor),),
    )


@lru_cache(maxsize=1)
def given_scores() -> dict[str, dict[str, Floats]]:
    """Judge -> system -> (n_segments,), as the sample set has them."""
    found = {scores.name: scores for scores in parts.news_sample().scores}
    return {judge: {system: found[judge].of(system) for system in COLORS} for judge in (FIRST, SECOND)}


def scores_with(favor: float) -> dict[str, dict[str, Floats]]:
    """The same, with the points that the first judge gives to its own system."""
    given = given_scores()
    own = np.minimum(given[FIRST][OWN] + favor, HIGHEST)
    return {FIRST: given[FIRST] | {OWN: own}, SECOND: given[SECOND]}


def mean_scores(favor: float) -> dict[str, dict[str, float]]:
    """Judge -> system -> mean of its outputs."""
    return {
        judge: {system: float(column.mean()) for system, column in columns.items()}
        for judge, columns in scores_with(favor).items()
    }


def best_other(means: dict[str, float]) -> float:
    """The best mean of the other systems."""
    return max(mean for system, mean in means.items() if system != OWN)


def lead_of_own(means: dict[str, float]) -> float:
    """How far the judge's own system is ahead of the best other one; below 0 where it is behind."""
    return means[OWN] - best_other(means)


def agreement(favor: float) -> float:
    """Pearson's correlation of both judges' scores of all outputs."""
    first, second = (np.concatenate([*columns.values()]) for columns in scores_with(favor).values())
    return float(np.corrcoef(first, second)[0, 1])


def favor_table() -> pd.DataFrame:
    """One row for each number of whole points."""
    rows = []
    for favor in range(int(FAVOR.least), int(FAVOR.most) + 1):
        means = mean_scores(favor)
        rows.append((favor, lead_of_own(means[FIRST]), lead_of_own(means[SECOND]), agreement(favor)))
    return pd.DataFrame(rows, columns=["points", "lead by judge 1", "lead by judge 2", "r"]).astype({"points": float})


def _bars(favor: float) -> parts.Chart:
    means = mean_scores(favor)
    rows = [
        (f"judge {number}: {system}", COLORS[system], mean)
        for number, of in enumerate(means.values(), 1)
        for system, mean in of.items()
    ]
    shares = {label: mean / HIGHEST for label, _, mean in rows}
    said = ", ".join(f"{label} {mean:.1f}" for label, _, mean in rows)
    figure = figures.share_bars(shares, [color for _, color, _ in rows], "mean score, 0 to 100", 0, "", decimals=1)
    return parts.Chart(figure, "judges", said)


def is_first(values: parts.Values) -> bool:
    """Whether the first judge puts its own system first."""
    return lead_of_own(mean_scores(values["favor"])[FIRST]) > 0


def enough() -> float:
    """The fewest points that put the judge's own system first."""
    return next(favor for favor in parts.slider_steps(FAVOR) if is_first({"favor": favor}))


def ask(values: parts.Values) -> parts.Question:
    plain, needed = mean_scores(0), enough()
    behind = [two_decimals(-lead_of_own(plain[judge])) for judge in (FIRST, SECOND)]
    before, after = (f"{agreement(favor):.3f}" for favor in (0, needed))
    return parts.Question(
        f"Two runs of a language model put {OWN} last of three systems, {behind[0]} and {behind[1]} points of {HIGHEST}"
        " behind the first. Suppose that judge 1 is of its family: how many extra points for each output put it"
        " first? Move the slider.",
        Markup(
            "With <b>{:g}</b> points judge 1 puts it first, and judge 2 still last. Yet they agree about outputs as"
            " before: r = {}, then {}."
        ).format(needed, before, after),
        goal=parts.Goal(FAVOR.name, is_first, f"It takes {needed:g} points"),
        why="Scores of outputs differ by far more than these points, so agreement about outputs hides them. Means of"
        " systems differ by less, so these points decide. They are in every answer: asking again, or about more"
        " segments, only makes the wrong lead look more certain. People, or a judge of another family, must look.",
    )


LESSON = parts.Lesson(
    title="The judge that likes its own",
    claim="A judge can agree with another judge about outputs, and still put a system of its own family first.",
    fields=(FAVOR,),
    compute=compute,
    ask=ask,
    practice="Ask which model judges, and which models translate. Let no model decide about systems of its own family:"
    " take a judge of another family, or people, and compare how each judge orders the systems, not only how well"
    " judges agree about outputs. Repeats tell how steady a judge is, not how fair.",
    pages=(("agreement", "How judges order systems"), ("significance", "Tests by a judge's scores")),
    sources=(
        "Panickssery, Bowman and Feng (2024): LLM Evaluators Recognize and Favor Their Own Generations.",
        "Kocmi and Federmann (2023): Large Language Models Are State-of-the-Art Evaluators of Translation Quality.",
    ),
    notes=parts.Notes(
        say="Ask who would let a translator grade the translator's own exam. Then move the slider slowly.",
        think="Two judges that agree about nearly every output must agree which system is best.",
        correction="Systems differ by a point or two, outputs by dozens: a few extra points decide about systems only.",
        minutes=6,
        following="That is all of the lessons. Now: misprints in the literature, and the questions again.",
    ),
)
