"""Is COMET better? The same test for any metric: a learned one's mean has its noise, too."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from markupsafe import Markup

from scoring import METRICS, Metric, TestSet
from scoring.judgments.external import metrics_of
from scoring.numbers import probability, signed, two_decimals
from scoring.significance import LEVEL, as_large, null_differences
from scoring.significance import p_value as p_of
from ui.learn.lessons import figures, parts
from ui.store.samples import sample

SAMPLE = "news-en-es"
LEARNED = ("Language model 1", "Language model 2")
"""They stand for COMET, which does not run here: one number for each output."""
MEASURES = (METRICS["bleu"].label, METRICS["chrf"].label, *LEARNED)
DIRECT, GALICIAN, CATALAN = "apertium-direct", "apertium-galician", "apertium-catalan"
PAIRS = {
    "direct, catalan": (DIRECT, CATALAN),
    "direct, galician": (DIRECT, GALICIAN),
    "galician, catalan": (GALICIAN, CATALAN),
}
SHUFFLES, SEED = 10_000, 1
HALF = 0.4
"""A p-value from which on chance does as much about every other time."""
PUBLISHED = {
    "XCOMET-Ensemble": ("a", 0.604, 0.587, 0.621),
    "COMET": ("b", 0.574, 0.557, 0.593),
    "GEMBA-MQM": ("b", 0.572, 0.554, 0.590),
    "chrF": ("c", 0.519, 0.501, 0.538),
    "BLEU": ("c", 0.518, 0.500, 0.536),
    "chance": ("", 0.384, 0.375, 0.392),
}
"""As docs/agreement.md has them: letters, calibrated pairwise accuracy with people, and its 95 % interval."""


@dataclass(frozen=True, eq=False)
class Lead:
    """One measure's scores of two systems on the same segments, and what shuffles make of their difference."""

    metric: Metric
    scores: tuple[float, float]
    segments: np.ndarray
    """(n_segments,): by how much the first system's output is better than the second's"""
    shuffled: np.ndarray
    """(SHUFFLES,): the difference of the systems under each shuffle"""

    @property
    def difference(self) -> float:
        return self.scores[0] - self.scores[1]

    @property
    def as_large(self) -> int:
        """Shuffles whose difference is at least as large."""
        return int(as_large(self.shuffled, self.difference).sum())

    @property
    def p_value(self) -> float:
        return float(p_of(self.as_large, SHUFFLES))

    @property
    def chance(self) -> float:
        """19 of 20 shuffles have no larger difference."""
        return float(np.quantile(np.abs(self.shuffled), 1 - LEVEL))

    @property
    def better(self) -> tuple[int, int, int]:
        """In how many segments the first system is better, the second, and neither."""
        first, second = (int((sign * self.segments > 0).sum()) for sign in (1, -1))
        return first, second, len(self.segments) - first - second


@lru_cache(maxsize=1)
def given() -> tuple[TestSet, dict[str, Metric]]:
    """The sample set, and what each measure is called -> the measure."""
    test_set = sample(SAMPLE)
    metrics: list[Metric] = [METRICS["bleu"](), METRICS["chrf"](), *metrics_of(test_set).values()]
    found = {metric.label: metric for metric in metrics}
    return test_set, {name: found[name] for name in MEASURES}


@lru_cache(maxsize=len(MEASURES) * len(PAIRS))
def lead(measure: str, pair: str) -> Lead:
    """Of one of MEASURES, on one of PAIRS."""
    test_set, metrics = given()
    metric = metrics[measure]
    measured = metric.measure(test_set)
    a, b = (measured[name] for name in PAIRS[pair])
    first, second = (float(metric.score(rows.sum(axis=0))) for rows in (a, b))
    shuffled = null_differences(metric, a, b, SHUFFLES, SEED)
    return Lead(metric, (first, second), metric.score(a) - metric.score(b), shuffled)


def compute(values: parts.Values) -> parts.Computed:
    measure, pair = values["measure"], values["pair"]
    found, leads = lead(measure, pair), {name: lead(name, pair) for name in MEASURES}
    test_set, _ = given()
    return parts.Computed(
        (_facts(found),),
        (
            parts.Heading("The same test for every measure"),
            parts.Beside((_beyond_chance(leads),), (_table(leads),)),
            parts.Plain(
                f"{' and '.join(LEARNED)}: two runs of a language model over the sample set {SAMPLE}, which saw source"
                " and outputs and no reference. They are no people, and nobody has checked them. COMET's file of scores"
                " is tested in the same way."
            ),
            parts.Heading("Who agrees with people?"),
            parts.Beside(
                (parts.Chart(_published(), "published", "Metrics by how often they agree with people"),),
                (parts.Plain(_on_published()),),
                1.6,
            ),
            parts.Plain(f"{SHUFFLES:,} shuffles, seed {SEED}."),
            parts.Plain(
                f"Signature: {found.metric.full_signature([reference.segments for reference in test_set.references])}"
            ),
        ),
        (_segments(found, pair),),
    )


def _facts(found: Lead) -> parts.Facts:
    difference = f"{two_decimals(found.scores[0])} − {two_decimals(found.scores[1])}"
    return parts.Facts(
        (
            parts.Fact("difference", signed(found.difference), difference),
            parts.Fact("chance alone", f"± {two_decimals(found.chance)}", "holds 19 of 20 shuffles"),
            parts.Fact("p", probability(found.p_value), f"{found.as_large:,} of {SHUFFLES:,} as large"),
        )
    )


def _segments(found: Lead, pair: str) -> parts.Chart:
    first, second, alike = found.better
    names = PAIRS[pair]
    said = f"{names[0]} better in {first}, {names[1]} in {second}, alike in {alike}"
    return parts.Chart(
        figures.differences_of_segments(found.segments, names, (first, second), (parts.BLUE, parts.ORANGE)),
        "segments",
        f"Segments by the difference of their scores: {said}",
    )


def _beyond_chance(leads: dict[str, Lead]) -> parts.Chart:
    shares = {name: (of.difference / of.chance, signed(of.difference)) for name, of in leads.items()}
    return parts.Chart(
        figures.beyond_chance(shares, parts.BLUE), "beyond-chance", "Each measure's difference, by what chance can do"
    )


def _table(leads: dict[str, Lead]) -> parts.Table:
    rows = [
        {"measure": name, "difference": of.difference, "chance": of.chance, "p": of.p_value}
        for name, of in leads.items()
    ]
    return parts.Table(
        pd.DataFrame(rows),
        "measures",
        dict.fromkeys(["difference", "chance"], "%.2f"),
        "Chance: 19 of 20 shuffles have no larger difference. A point of one measure is no point of another.",
    )


def _published():
    rows = {name: numbers for name, (_, *numbers) in PUBLISHED.items()}
    return figures.intervals(rows, parts.BLUE, "of 100 pairs of outputs, as people")


def _on_published() -> str:
    (_, comet, *_), (_, bleu, *_) = PUBLISHED["COMET"], PUBLISHED["BLEU"]
    return (
        "Quoted, not computed here: WMT 2023, English to German, 12 systems, 460 segments, people's MQM, 95\xa0%"
        f" intervals. COMET orders {100 * comet:.0f} of 100 pairs as people do, BLEU {100 * bleu:.0f}, and that is more"
        f" than chance. It errs in the other {100 - 100 * comet:.0f}, and from"
        " GEMBA-MQM it is not shown to differ."
    )


def ask(values: parts.Values) -> parts.Question:
    found = lead(values["measure"], values["pair"])
    n, p = len(found.segments), found.p_value
    choices = {
        f"Never: a mean of {n} judgments is exact": not found.as_large,
        "In at most 1 of 20 shuffles: the lead is clear": found.as_large > 0 and p <= LEVEL,
        "In more than 1 of 20: the lead could be chance": LEVEL < p < HALF,
        "In about half of them: these numbers say nothing": p >= HALF,
    }
    first, second = PAIRS[values["pair"]]
    return parts.Question(
        f"A language model, in COMET's place, gave each output 0 to 100. Means of {n} segments: {first}"
        f" {two_decimals(found.scores[0])}, {second} {two_decimals(found.scores[1])}. A shuffle tosses a"
        " coin for each segment: heads, and its two outputs are exchanged. How often is the difference as large?",
        tuple(choices),
        parts.right_of(choices, True),
        Markup(
            "About 1 shuffle in {:.0f} does as much: <b>p&nbsp;= {}</b>. Segments differ by many points, up and down; 1"
            " shuffle in 20 moves the means apart by more than <b>{}</b>. A metric that reads meaning has its noise,"
            " too."
        ).format(1 / p, probability(p), two_decimals(found.chance)),
    )


LESSON = parts.Lesson(
    title="Is COMET better?",
    claim="A learned metric's score is a mean over segments, and whether two means differ by more than chance is asked"
    " by the same test as of BLEU: to agree better with people makes no single difference sure.",
    fields=(
        parts.Choice("measure", "Who scores", MEASURES, LEARNED[0]),
        parts.Choice("pair", "Which two systems", tuple(PAIRS), next(iter(PAIRS))),
    ),
    compute=compute,
    ask=ask,
    practice="Give a learned metric's difference its p or its interval, too: put its scores of the segments beside the"
    " texts, and every test runs. Never set its points beside those of BLEU. Name the model and its version. Whether a"
    " metric is better is another question, which people's judgments answer, with an interval of its own.",
    pages=(("significance", "The same test on every pair"), ("agreement", "Which metric agrees with a judge")),
    sources=(
        "Riezler and Maxwell (2005): On Some Pitfalls in Automatic Evaluation and Significance Testing for MT, Figure"
        " 1: the test, which asks nothing of the metric.",
        "Rei, Stewart, Farinha and Lavie (2020): COMET: A Neural Framework for MT Evaluation; its program gives a"
        " system the mean of its segments' scores.",
        "Freitag et al. (2023): Results of WMT23 Metrics Shared Task: the scores, and people's MQM, from which"
        " BLEUscope's authors computed what is quoted here (docs/agreement.md).",
    ),
)
