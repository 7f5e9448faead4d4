"""Is COMET better? The same test for any metric: a learned one's mean has its noise, too."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from markupsafe import Markup

from course.lessons import parts
from course.lessons.parts import figures
from scoring import BLEU, METRICS, Metric
from scoring.judgments.external import metrics_of
from scoring.output.numbers import probability, signed, two_decimals
from scoring.significance import LEVEL, as_large, null_differences
from scoring.significance import p_value as p_of
from scoring.testset import Segment

LEARNED = {"Model 1": "Language model 1", "Model 2": "Language model 2"}
"""Their names here -> their scores, used in place of COMET's: one number for each output."""
MEASURES = {METRICS[name].label: METRICS[name].label for name in ("bleu", "chrf")} | LEARNED
"""What a measure is called here -> its own label."""
DIRECT, GALICIAN, CATALAN = "apertium-direct", "apertium-galician", "apertium-catalan"
PAIRS = {
    "direct, catalan": (DIRECT, CATALAN),
    "direct, galician": (DIRECT, GALICIAN),
    "galician, catalan": (GALICIAN, CATALAN),
}
METRIC = BLEU()
SHUFFLES, SEED = 10_000, 1
OFTEN = 8 / 20
SHORT = 12
"""Words of the outputs that are above the question."""
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
def measures() -> dict[str, Metric]:
    """What each measure is called -> the measure."""
    metrics: list[Metric] = [METRIC, METRICS["chrf"](), *metrics_of(parts.news_sample()).values()]
    found = {metric.label: metric for metric in metrics}
    return {name: found[label] for name, label in MEASURES.items()}


@lru_cache(maxsize=len(MEASURES) * len(PAIRS))
def measure_lead(measure: str, pair: str) -> Lead:
    """Return the lead by one of MEASURES, on one of PAIRS."""
    metric = measures()[measure]
    measured = metric.measure(parts.news_sample())
    a, b = (measured[name] for name in PAIRS[pair])
    first, second = (float(metric.score(rows.sum(axis=0))) for rows in (a, b))
    shuffled = null_differences(metric, a, b, SHUFFLES, SEED)
    return Lead(metric, (first, second), metric.score(a) - metric.score(b), shuffled)


def compute(values: parts.Values) -> parts.ComputedBlocks:
    measure, pair = values["measure"], values["pair"]
    found, leads = measure_lead(measure, pair), {name: measure_lead(name, pair) for name in MEASURES}
    references = [reference.segments for reference in parts.news_sample().references]
    return parts.ComputedBlocks(
        (_facts(found), _formula(found), _beyond_chance(leads)),
        (
            parts.ColumnsBlock((_segments(found, pair),), (_table(leads),)),
            parts.Plain(
                f"{' and '.join(LEARNED)}: two runs of a language model over the sample set {parts.SAMPLE}, which saw"
                " sources and outputs, and no references. They are no people, and nobody has checked them. A file of"
                " COMET's scores is tested in the same way."
            ),
            parts.Heading("Who agrees with people?"),
            parts.ColumnsBlock(
                (parts.Chart(_published(), "published", "Metrics by how often they agree with people"),),
                (parts.Plain(_on_published()),),
                1.6,
            ),
            parts.Plain(f"{SHUFFLES:,} shuffles, seed {SEED}."),
            parts.Plain(f"Signature: {found.metric.full_signature(references)}"),
        ),
        tuple(_sentences(pair)),
    )


def place_of_pair(pair: str) -> int:
    """Return the place of a segment with short outputs, one of which the first language model likes much better."""
    test_set, judge = parts.news_sample(), next(iter(LEARNED))
    outputs = [test_set.system(name).segments.to_pylist() for name in PAIRS[pair]]
    is_short = [max(len(text.split()) for text in texts) <= SHORT for texts in zip(*outputs, strict=True)]
    return int(np.where(is_short, np.abs(measure_lead(judge, pair).segments), 0).argmax())


def segment_of_pair(pair: str) -> Segment:
    systems = {name.removeprefix("apertium-"): name for name in PAIRS[pair]}
    return parts.segment_of_sample(place_of_pair(pair), systems, with_source=True)


def _sentences(pair: str) -> Iterable[parts.Block]:
    test_set, metrics = parts.news_sample(), measures()
    judge, found, place = metrics[next(iter(LEARNED))], segment_of_pair(pair), place_of_pair(pair)
    yield parts.segment_block(METRIC, found, (parts.BLUE, parts.ORANGE))
    yield parts.colors(METRIC, pointing=False)
    scores = [judge.score(judge.measure(test_set)[name][place]) for name in PAIRS[pair]]
    said = ", ".join(f"{name} {score:.0f}" for name, score in zip(found.hypotheses, scores, strict=True))
    yield parts.Plain(f"One segment of {len(test_set)}; the language model gives {said}.")


def _facts(found: Lead) -> parts.Facts:
    difference = f"{two_decimals(found.scores[0])} − {two_decimals(found.scores[1])}"
    return parts.Facts(
        parts.Fact("difference", signed(found.difference), difference),
        parts.Fact("chance", f"± {two_decimals(found.chance)}", "19 of 20 shuffles stay within"),
        parts.Fact("p", probability(found.p_value)),
    )


def _formula(found: Lead) -> parts.FormulaBlock:
    count, total = (f"{number:,}".replace(",", "{,}") for number in (found.as_large, SHUFFLES))
    return parts.FormulaBlock(
        rf"p = \frac{{{parts.asked_part(count)} + 1}}{{{total} + 1}} = {probability(found.p_value)}"
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
    figure = figures.beyond_chance(shares, parts.BLUE)
    return parts.Chart(figure, "beyond-chance", "Each measure's difference, by what chance can do")


def _table(leads: dict[str, Lead]) -> parts.TableBlock:
    rows = [(name, of.difference, of.chance, of.p_value) for name, of in leads.items()]
    return parts.TableBlock(
        pd.DataFrame(rows, columns=["measure", "difference", "chance", "p"]),
        "measures",
        dict.fromkeys(["difference", "chance"], "%.2f"),
        "Chance: 19 of 20 shuffles have no larger difference. A point of one measure is no point of another.",
    )


def _published():
    rows = {name: numbers for name, (_, *numbers) in PUBLISHED.items()}
    return figures.interval_bars(rows, parts.BLUE, "of 100 pairs of outputs, as people")


def _on_published() -> str:
    (_, comet, *_), (_, bleu, *_) = PUBLISHED["COMET"], PUBLISHED["BLEU"]
    return (
        "Quoted, not computed here: WMT 2023, English to German, 12 systems, 460 segments, people's MQM, 95\xa0%"
        f" intervals. COMET orders {100 * comet:.0f} of 100 pairs as people do, BLEU {100 * bleu:.0f}, and that is more"
        f" than chance. It errs in the other {100 - 100 * comet:.0f}, and from"
        " GEMBA-MQM it is not shown to differ."
    )


def ask(values: parts.Values) -> parts.Question:
    found = measure_lead(values["measure"], values["pair"])
    p = found.p_value
    choices = {
        f"At most {20 * LEVEL:.0f}: it reads meaning": p <= LEVEL,
        f"More, up to {20 * OFTEN:.0f}": LEVEL < p <= OFTEN,
        "Still more": p > OFTEN,
    }
    first, second = values["pair"].split(", ")
    return parts.choice_question(
        "COMET is a learned metric, a model that scores translations. In its place a language model gave"
        f" {len(found.segments)} segments the means {first} {two_decimals(found.scores[0])}, {second}"
        f" {two_decimals(found.scores[1])}. How many of 20 random shuffles differ as much?",
        choices,
        True,
        reveal=Markup(
            "About 1 shuffle in {:.0f} does as much (<b>p&nbsp;= {}</b>): a model that reads meaning leaves something"
            " to chance."
        ).format(1 / p, probability(p)),
        why=f"Single segments differ by many points, up and down, and so do means of {len(found.segments)}: 1 shuffle"
        f" in 20 moves them apart by more than {two_decimals(found.chance)}. A better metric is one that agrees with"
        " people more often; that makes none of its differences sure.",
    )


LESSON = parts.Lesson(
    title="Is COMET better?",
    claim="A learned metric's difference can be chance, and the test is the same.",
    fields=(
        parts.ChoiceField("measure", "Scores by", tuple(MEASURES), next(iter(LEARNED))),
        parts.ChoiceField("pair", "Systems", tuple(PAIRS), next(iter(PAIRS))),
    ),
    compute=compute,
    ask=ask,
    segment=lambda values: segment_of_pair(values["pair"]),
    practice="Give a learned metric's difference its p or its interval, too: drop its scores of the segments with the"
    " texts, and every test runs. Never compare its points with those of BLEU. Name the model and its version. Whether"
    " a metric is better is another question, which people's judgments answer, with an interval of its own.",
    pages=(("significance", "The same test on every pair"), ("agreement", "Which metric agrees with a judge")),
    sources=(
        "Riezler and Maxwell (2005): On Some Pitfalls in Automatic Evaluation and Significance Testing for MT, Figure"
        " 1: the test, which asks nothing of the metric.",
        "Rei, Stewart, Farinha and Lavie (2020): COMET: A Neural Framework for MT Evaluation; its program gives a"
        " system the mean of its segments' scores.",
        "Freitag et al. (2023): Results of WMT23 Metrics Shared Task: the scores, and people's MQM, from which"
        " BLEUscope's authors computed what is quoted here (docs/agreement.md).",
    ),
    notes=parts.Notes(
        say="Show the one segment first: the model sees what BLEU does not. Then ask how sure its mean is.",
        think="A learned metric is right, so its differences are real. Other segments would have given another mean.",
        minutes=8,
        following="No metric is sure. What do people say? Now: the words that they mark.",
    ),
)
