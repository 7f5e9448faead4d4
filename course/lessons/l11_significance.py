"""Lesson on half a point: the same difference on more and more segments, compared with shuffles."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from markupsafe import Markup

from course.lessons import parts
from course.lessons.parts import figures
from scoring import BLEU, METRICS
from scoring.judgments.external import external_metrics_by_name
from scoring.output.markup.html import html_line, page
from scoring.output.numbers import probability, signed, two_decimals
from scoring.significance import LEVEL, null_differences
from scoring.significance.resampling import draws
from scoring.testset import Segment

SYSTEMS = ("apertium-direct", "apertium-catalan")
METRIC = BLEU()
HALF_A_POINT = 0.5
EXCERPT, MAX_REPEATS = 50, 30
"""Number of segments in a row that the lesson takes from the sample set, and how often they are repeated at most."""
SEGMENTS = parts.Slider(
    "segments", f"Segments, the same {EXCERPT} repeated", EXCERPT, EXCERPT * MAX_REPEATS, EXCERPT, EXCERPT
)
SHUFFLES, SEED = 1_000, 1
MAX_AS_LARGE = math.floor(LEVEL * (SHUFFLES + 1)) - 1
"""Most shuffles with a lead as large as observed at which p is low; p counts the real outputs as one more."""
SHORT = 12
"""Most words of the segment that is shown."""
CHIPS = {
    letter: f"background:color-mix(in srgb, {color} 30%, var(--card));border-bottom:3px solid {color}"
    for letter, color in zip("AB", (parts.BLUE, parts.ORANGE), strict=True)
}
"""Style of each letter: a tint of its system's colour, on which the page's text colour stays readable."""


@dataclass(frozen=True, eq=False)
class TwoSystems:
    """Two systems' statistics on the same segments, (n_segments, n_statistics) each; A scores higher."""

    names: tuple[str, str]
    a: np.ndarray
    b: np.ndarray
    first: int
    """Place of the first segment in the sample set, from 0."""
    signature: str

    @property
    def scores(self) -> np.ndarray:
        return METRIC.score(np.stack([self.a.sum(axis=0), self.b.sum(axis=0)]))

    @property
    def difference(self) -> float:
        return float(self.scores[0] - self.scores[1])


@lru_cache(maxsize=MAX_REPEATS)
def pair(times: int) -> TwoSystems:
    """Return the few neighbouring segments whose difference is nearest to half a point, each this many times.

    Every sum of statistics is this many times as large, so both scores, which are quotients of sums, stay the same.
    """
    test_set = parts.news_sample()
    statistics_by_system = METRIC.measure(test_set)
    a, b = (statistics_by_system[name] for name in SYSTEMS)
    starts = range(len(a) - EXCERPT + 1)
    sums = [np.stack([rows[start : start + EXCERPT].sum(axis=0) for start in starts]) for rows in (a, b)]
    differences = METRIC.score(sums[0]) - METRIC.score(sums[1])
    first = int(np.abs(np.abs(differences) - HALF_A_POINT).argmin())
    ordered = list(zip(SYSTEMS, (a, b), strict=True))[:: 1 if differences[first] > 0 else -1]
    names, rows = zip(*ordered, strict=True)
    signature = METRIC.full_signature([reference.segments for reference in test_set.references])
    copies = [np.tile(system_rows[first : first + EXCERPT], (times, 1)) for system_rows in rows]
    return TwoSystems(names, copies[0], copies[1], first, signature)


@lru_cache(maxsize=2 * MAX_REPEATS)
def differences_under_shuffles(times: int) -> np.ndarray:
    """Return the difference under each shuffle, float64 (SHUFFLES,)."""
    systems = pair(times)
    return null_differences(METRIC, systems.a, systems.b, SHUFFLES, SEED)


def shuffle_p_value(times: int) -> float:
    return float(draws.p_value(_count_large_differences(times), SHUFFLES))


def _count_large_differences(times: int) -> int:
    """Return the number of shuffles whose difference is at least as large as the observed one, c in the formula."""
    return int(draws.are_as_large(differences_under_shuffles(times), pair(times).difference).sum())


def copies_per_segment(values: parts.Values) -> int:
    """Return the number of copies of each of the few segments."""
    return int(values[SEGMENTS.name]) // EXCERPT


def compute(values: parts.Values) -> parts.ComputedBlocks:
    times = copies_per_segment(values)
    systems = pair(times)
    return parts.ComputedBlocks(
        (
            parts.Facts(
                parts.Fact(
                    "A − B", signed(systems.difference), " − ".join(two_decimals(score) for score in systems.scores)
                ),
                parts.Fact("p", probability(shuffle_p_value(times)), f"{systems.a.shape[0]:,} segments"),
            ),
            _formula(times),
        ),
        (
            _same_difference(),
            parts.Heading("The same test for any metric"),
            _all_metrics_table(),
            parts.Plain(
                f"A: {systems.names[0]}, B: {systems.names[1]}, on the segments {systems.first + 1} to"
                f" {systems.first + EXCERPT} of the sample set {parts.SAMPLE}: of all {EXCERPT} in a row those"
                f" with the difference nearest to half a point. {SHUFFLES:,} shuffles, seed {SEED}."
            ),
            parts.Plain(f"Signature: {systems.signature}"),
        ),
        (
            parts.Chart(_histogram(times), "shuffles", "Leads in shuffles, and the observed one"),
            parts.Html(page(Markup('<small class="one-of">One of the {} segments:</small>').format(EXCERPT))),
            parts.segment_block(METRIC, shuffled_segment()),
            parts.colors(METRIC, pointing=False),
        ),
        why=_last_shuffle(pair(1)),
    )


def shuffled_segment() -> Segment:
    """Return the short segment, among the few, on which A leads most, as an example of what is shuffled."""
    systems = pair(1)
    ahead = METRIC.score(systems.a[:EXCERPT]) - METRIC.score(systems.b[:EXCERPT])
    is_short = systems.a[:EXCERPT, METRIC.statistic_names.index("hypothesis_length")] <= SHORT
    place = systems.first + int(np.where(is_short, ahead, 0.0).argmax())
    return parts.segment_of_sample(place, dict(zip("AB", systems.names, strict=True)))


def _same_difference() -> parts.TableBlock:
    return parts.TableBlock(
        sample_size_table(),
        "same-difference",
        {"A": "%.2f", "B": "%.2f", "A − B": "%.2f", "spread": "%.2f"},
        f"More segments are the same {EXCERPT} several times: all counts grow alike, and both scores stay the same"
        " to the last digit. As many different segments of this kind would give a p about as small. The spread is the"
        " standard deviation of the differences under shuffles.",
    )


def _all_metrics_table() -> parts.TableBlock:
    return parts.TableBlock(
        metric_table(),
        "any-metric",
        {"A": "%.2f", "B": "%.2f", "A − B": "%.2f"},
        f"A and B on all segments of {parts.SAMPLE}. The language models' scores are the mean of one number for each"
        " output, as COMET's are; they are no people, and nobody has checked them.",
    )


def metric_table() -> pd.DataFrame:
    """Return one row for each metric, also metrics from files: both systems' scores, and p of their difference."""
    test_set, names = parts.news_sample(), pair(1).names
    rows = []
    for metric in (METRIC, METRICS["chrf"](), *external_metrics_by_name(test_set).values()):
        statistics_by_system = metric.measure(test_set)
        a, b = (statistics_by_system[name] for name in names)
        first, second = (float(metric.score(of.sum(axis=0))) for of in (a, b))
        differences = null_differences(metric, a, b, SHUFFLES, SEED)
        p = draws.p_value(int(draws.are_as_large(differences, first - second).sum()), SHUFFLES)
        rows.append((metric.label, first, second, first - second, float(p)))
    return pd.DataFrame(rows, columns=["metric", "A", "B", "A − B", "p"])


def _histogram(times: int):
    differences, observed = differences_under_shuffles(times), pair(times).difference
    large = draws.are_as_large(differences, observed)
    widest = float(np.abs(differences_under_shuffles(1)).max())
    return figures.shuffled_differences(
        differences[large], differences[~large], observed, widest, f" of {SHUFFLES:,}; goal: below {MAX_AS_LARGE + 1}"
    )


def last_swaps(n_segments: int) -> np.ndarray:
    """Return which segments the last shuffle swaps, bool (n_segments,)."""
    *_, batch = draws.swaps(n_segments, SHUFFLES, SEED)
    return np.unpackbits(batch[-1], count=n_segments, bitorder="little").astype(bool)


def _last_shuffle(systems: TwoSystems) -> tuple[parts.Html | parts.Plain, ...]:
    swapped = last_swaps(len(systems.a))
    a, b = (_origins(swapped, letters) for letters in ("AB", "BA"))
    label = Markup("<b>{}</b> is made of")
    return (
        parts.Html(page(html_line(label.format("A′"), a) + html_line(label.format("B′"), b))),
        parts.Plain(
            f"One shuffle of {len(swapped)} segments swaps {int(swapped.sum())} of them: A′ − B′ ="
            f" {signed(differences_under_shuffles(1)[-1])}."
        ),
    )


def _origins(swapped: np.ndarray, letters: str) -> Markup:
    """Return a letter for each segment: the system of its output after the shuffle."""
    chip = Markup('<span class="t" style="{}">{}</span>')
    chosen = np.where(swapped, letters[1], letters[0])
    chips = Markup(" ").join(chip.format(CHIPS[letter], letter) for letter in chosen)
    return Markup('<div class="words">{}</div>').format(chips)


def sample_size_table() -> pd.DataFrame:
    """Return one row for each number of segments."""
    return pd.DataFrame(
        {
            "segments": EXCERPT * times,
            "A": float(pair(times).scores[0]),
            "B": float(pair(times).scores[1]),
            "A − B": pair(times).difference,
            "spread": float(differences_under_shuffles(times).std(ddof=1)),
            "as large": _count_large_differences(times),
            "shuffles": SHUFFLES,
            "p": shuffle_p_value(times),
        }
        for times in (1, 2, 5, 10, 20, MAX_REPEATS)
    )


def _formula(times: int) -> parts.FormulaBlock:
    count, total = (f"{number:,}".replace(",", "{,}") for number in (_count_large_differences(times), SHUFFLES))
    numbers = rf"\frac{{{parts.asked_part(count)} + 1}}{{{total} + 1}}"
    value = probability(shuffle_p_value(times))
    return parts.aligned(r"p &= \frac{\text{as large} + 1}{\text{shuffles} + 1}", rf"&= {numbers} = {value}", gap=8)


def is_unlikely(values: parts.Values) -> bool:
    """Return whether p is at most 0.05."""
    return shuffle_p_value(copies_per_segment(values)) <= LEVEL


@lru_cache(maxsize=1)
def segments_needed() -> int:
    """Return the smallest step of the slider at which p is at most 0.05."""
    steps = (int(step) for step in parts.slider_steps(SEGMENTS))
    return next(step for step in steps if is_unlikely({SEGMENTS.name: step}))


def reveal_of_segments(values: parts.Values) -> Markup:
    """Return the reveal for the number of segments that is set."""
    needed, times = segments_needed(), copies_per_segment(values)
    only = "only " if is_unlikely(values) else ""
    sentence = Markup("Now {}{} of {:,} shuffles give a lead as large: p, about their share, is <b>{}</b>.").format(
        only, _count_large_differences(times), SHUFFLES, probability(shuffle_p_value(times))
    )
    enough = "" if values[SEGMENTS.name] == needed else f" {needed:,} segments are enough."
    return sentence + enough


def ask(values: parts.Values) -> parts.Question:
    return parts.Question(
        f"A leads by {pair(1).difference:.2f} BLEU over {EXCERPT} segments. A shuffle swaps some of A's and B's"
        f" outputs at random; the bars show leads in {SHUFFLES:,} shuffles. With how many segments do fewer"
        f" than {MAX_AS_LARGE + 1} ({100 * LEVEL:.0f}\xa0%) of them give a lead of at least"
        f" {pair(1).difference:.2f} for either system? Drag.",
        reveal_of_segments({SEGMENTS.name: segments_needed()}),
        reveal_at=reveal_of_segments,
        goal=parts.Goal(SEGMENTS.name, is_unlikely, f"It takes {segments_needed():,} segments"),
        why="A shuffle tosses a coin for every segment, and swaps its two outputs or leaves them. So it shows which"
        " leads chance alone gives, if it does not matter who wrote which output. The more segments, the less a"
        " shuffle changes: no number of points is significant by itself. The real outputs are one of the ways in which"
        " the coins can fall, hence + 1. Copying a test set proves nothing: here segments are repeated so that the lead"
        " stays the same; as many different segments of this kind would give a p about as small.",
    )


LESSON = parts.Lesson(
    title="Is half a point real?",
    claim="Whether a lead beats chance depends on the number of segments, not its size alone.",
    fields=(SEGMENTS,),
    compute=compute,
    ask=ask,
    segment=lambda values: shuffled_segment(),
    practice="Test before you claim: by approximate randomization, which is what the shuffles are, or by the paired"
    " bootstrap, which draws segments instead. Say how many shuffles, and the seed. State p and the interval. A p above"
    " the level does not say that two systems are equal: the set may be too small to tell. If you test many"
    " pairs, correct p for that. Test a learned metric's mean in the same way.",
    pages=(("significance", "Every pair of systems tested"),),
    sources=(
        "Riezler and Maxwell (2005): On Some Pitfalls in Automatic Evaluation and Significance Testing for MT, Figure"
        " 1: approximate randomization, and the p-value.",
        "Koehn (2004): Statistical Significance Tests for Machine Translation Evaluation: the paired bootstrap; its"
        " abstract on the size of a test set.",
    ),
    notes=parts.Notes(
        say="Say that the lead is of a whole test set, and the sentence one segment of it. Show one shuffle in “Why”."
        " Then drag: the dotted lines stay, the hill gets narrower.",
        think="Half a point is half a point.",
        correction="How much it is worth depends on the number of segments.",
        minutes=8,
        following="A test needs scores that all agree on. Now: texts for which tools do not agree.",
    ),
)
