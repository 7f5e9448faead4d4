"""Is half a point real? Shuffling by hand, and the same difference on few and on many segments."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from markupsafe import Markup

from course.lessons import parts
from course.lessons.parts import figures
from scoring import BLEU
from scoring.output.markup.html import html_line, page
from scoring.output.numbers import probability, signed, two_decimals
from scoring.significance import LEVEL, null_differences
from scoring.significance.resampling import draws
from scoring.testset import Segment

SYSTEMS = ("apertium-direct", "apertium-catalan")
METRIC = BLEU()
HALF_A_POINT = 0.5
FEW, TIMES = 50, 30
SIZES = {f"{FEW:,}": 1, f"{FEW * TIMES:,}": TIMES}
"""Segments -> how often each of the few is there."""
SMALL, LARGE = SIZES
SEED = 1
MOST = 10_000
SHORT = 12
"""Words of the segment that is shown."""
DRAWN = 50
"""Segments of the last shuffle that are drawn."""
CHIPS = {
    letter: f"background:color-mix(in srgb, {color} 30%, var(--card));border-bottom:3px solid {color};font-size:.8em"
    for letter, color in zip("AB", (parts.BLUE, parts.ORANGE), strict=True)
}
"""The style of a letter: on a tint of its system's colour the page's own ink can be read."""


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


@lru_cache(maxsize=len(SIZES))
def pair(times: int) -> TwoSystems:
    """The few segments in a row whose difference is nearest to half a point, each this many times.

    Every sum of statistics is this many times as large, so that both scores, which are quotients of sums, stay the
    same.
    """
    test_set = parts.news_sample()
    measured = METRIC.measure(test_set)
    a, b = (measured[name] for name in SYSTEMS)
    starts = range(len(a) - FEW + 1)
    sums = [np.stack([rows[start : start + FEW].sum(axis=0) for start in starts]) for rows in (a, b)]
    differences = METRIC.score(sums[0]) - METRIC.score(sums[1])
    first = int(np.abs(np.abs(differences) - HALF_A_POINT).argmin())
    ordered = list(zip(SYSTEMS, (a, b), strict=True))[:: 1 if differences[first] > 0 else -1]
    names, rows = zip(*ordered, strict=True)
    signature = METRIC.full_signature([reference.segments for reference in test_set.references])
    few = [np.tile(kept[first : first + FEW], (times, 1)) for kept in rows]
    return TwoSystems(names, few[0], few[1], first, signature)


@lru_cache(maxsize=64)
def differences_under_shuffles(times: int, trials: int) -> np.ndarray:
    """The difference under each shuffle, (trials,); a larger number of trials begins with the same shuffles."""
    given = pair(times)
    return null_differences(METRIC, given.a, given.b, trials, SEED) if trials else np.empty(0)


def shuffle_p_value(times: int, trials: int) -> float:
    """1 without any shuffle, which is not worth showing."""
    return draws.p_value(_as_large(times, trials), trials) if trials else 1.0


def _as_large(times: int, trials: int) -> int:
    """c: shuffles whose difference is at least as large as the one observed."""
    return int(draws.as_large(differences_under_shuffles(times, trials), pair(times).difference).sum())


def compute(values: parts.Values) -> parts.ComputedBlocks:
    times, trials = SIZES[values["segments"]], values["trials"]
    given = pair(times)
    return parts.ComputedBlocks(
        (
            parts.Facts(*_facts(given, times, trials)),
            parts.Chart(_histogram(times, trials), "shuffles", "Differences under shuffles, and the observed one"),
            *((_formula(times, trials),) if trials else ()),
        ),
        (
            parts.Heading("The last shuffle"),
            *_last_shuffle(given, times, trials),
            parts.Heading(f"The same difference on {SMALL} and on {LARGE} segments"),
            _same_difference(trials),
            parts.Plain(
                f"A: {given.names[0]}, B: {given.names[1]}, on the segments {given.first + 1} to {given.first + FEW} of"
                f" the sample set {parts.SAMPLE}: of all {FEW} in a row those with the difference nearest to half a"
                f" point. Seed {SEED}."
            ),
            parts.Plain(f"Signature: {given.signature}"),
        ),
        (parts.segment_block(METRIC, shuffled_segment()), parts.colors(METRIC, pointing=False)),
    )


def shuffled_segment() -> Segment:
    """The short one of the few where A is ahead most: what is shuffled are such pairs of outputs."""
    given = pair(1)
    ahead = METRIC.score(given.a[:FEW]) - METRIC.score(given.b[:FEW])
    is_short = given.a[:FEW, METRIC.statistic_names.index("hypothesis_length")] <= SHORT
    place = given.first + int(np.where(is_short, ahead, 0.0).argmax())
    return parts.segment_of_sample(place, dict(zip("AB", given.names, strict=True)))


def _same_difference(trials: int) -> parts.TableBlock:
    return parts.TableBlock(
        sample_size_table(trials),
        "same-difference",
        {"A": "%.2f", "B": "%.2f", "A − B": "%.2f", "spread": "%.2f"},
        f"The {LARGE} are the {SMALL} segments {TIMES} times each: all counts are {TIMES} times as large, both scores"
        " the same to the last digit. As many different segments of this kind would give a p about as small. The"
        f" spread, the standard deviation of the shuffles, shrinks by the square root of {TIMES}.",
    )


def _facts(given: TwoSystems, times: int, trials: int) -> Iterable[parts.Fact]:
    yield parts.Fact("A − B", signed(given.difference), " − ".join(two_decimals(score) for score in given.scores))
    if trials:
        yield parts.Fact("last shuffle", signed(differences_under_shuffles(times, trials)[-1]), "A′ − B′")
        yield parts.Fact("p", probability(shuffle_p_value(times, trials)), f"{given.a.shape[0]:,} segments")


def _histogram(times: int, trials: int):
    found, observed = differences_under_shuffles(times, trials), pair(times).difference
    large = draws.as_large(found, observed)
    widest = float(np.abs(differences_under_shuffles(SIZES[SMALL], MOST)).max())
    return figures.shuffled_differences(found[large], found[~large], observed, widest)


def last_swaps(n_segments: int, trials: int) -> np.ndarray:
    """Which segments the last of this many shuffles swaps, bool (n_segments,)."""
    *_, batch = draws.swaps(n_segments, trials, SEED)
    return np.unpackbits(batch[-1], count=n_segments, bitorder="little").astype(bool)


def _last_shuffle(given: TwoSystems, times: int, trials: int) -> tuple[parts.Html | parts.Plain, ...]:
    if not trials:
        return (
            parts.Plain(
                "None yet: press a button above. A shuffle tosses a coin for each segment: heads, and the two outputs"
                " are exchanged."
            ),
        )
    swapped = last_swaps(len(given.a), trials)
    a, b = (_origins(swapped[:DRAWN], letters) for letters in ("AB", "BA"))
    left_out = f", the first {DRAWN} are shown" if len(swapped) > DRAWN else ""
    made = Markup("<b>{}</b> is made of")
    return (
        parts.Html(page(html_line(made.format("A′"), a) + html_line(made.format("B′"), b))),
        parts.Plain(
            f"Shuffle {trials:,} exchanges {int(swapped.sum()):,} of {len(swapped):,} segments{left_out}: A′ − B′ ="
            f" {signed(differences_under_shuffles(times, trials)[-1])}. If it made no difference which of"
            " the two wrote which output, this would be as likely as what was observed."
        ),
    )


def _origins(swapped: np.ndarray, letters: str) -> Markup:
    """Whose output each segment has."""
    chip = Markup('<span class="t" style="{}">{}</span>')
    chosen = np.where(swapped, letters[1], letters[0])
    chips = Markup(" ").join(chip.format(CHIPS[letter], letter) for letter in chosen)
    return Markup('<div class="words">{}</div>').format(chips)


def sample_size_table(trials: int) -> pd.DataFrame:
    """One row a number of segments."""
    return pd.DataFrame(
        {
            "segments": size,
            "A": float(pair(times).scores[0]),
            "B": float(pair(times).scores[1]),
            "A − B": pair(times).difference,
            "spread": float(differences_under_shuffles(times, trials).std(ddof=1)) if trials > 1 else np.nan,
            "as large": _as_large(times, trials),
            "shuffles": trials,
            "p": shuffle_p_value(times, trials) if trials else np.nan,
        }
        for size, times in SIZES.items()
    )


def _formula(times: int, trials: int) -> parts.FormulaBlock:
    count, total = (f"{number:,}".replace(",", "{,}") for number in (_as_large(times, trials), trials))
    numbers = rf"\frac{{{parts.asked_part(count)} + 1}}{{{total} + 1}}"
    value = probability(shuffle_p_value(times, trials))
    return parts.aligned(r"p &= \frac{\text{as large} + 1}{\text{shuffles} + 1}", rf"&= {numbers} = {value}", gap=8)


def ask(values: parts.Values) -> parts.Question:
    found = {size: shuffle_p_value(times, MOST) for size, times in SIZES.items()}
    choices = {
        "In both: the lead is the same": (True, True),
        f"Only in {LARGE}": (False, True),
        f"Only in {SMALL}": (True, False),
        "In neither: it is small": (False, False),
    }
    difference = pair(1).difference
    return parts.choice_question(
        f"Above is one segment. A leads by {difference:.2f} points over a test set of {SMALL}, and over one of {LARGE}."
        f" If outputs are exchanged at random (shuffled), where is such a lead rare (p at most {LEVEL:g})?",
        choices,
        tuple(value <= LEVEL for value in found.values()),
        reveal=Markup("p, the share of shuffles that reach it: {}.").format(
            Markup(", ").join(
                Markup("<b>{}</b> with {} segments").format(probability(found[size]), size) for size in found
            ),
        ),
        why=f"So it is under {MOST:,} shuffles. Each tosses a coin for every segment, and exchanges its two outputs"
        " or leaves them. If it did not matter who wrote which, such differences would be as likely as the one that"
        " was found. No number of points is significant by itself.",
    )


LESSON = parts.Lesson(
    title="Is half a point real?",
    claim="Whether a difference is more than chance depends on the number of segments, not its size alone.",
    fields=(
        parts.ChoiceField("segments", "Segments", tuple(SIZES), next(iter(SIZES)), is_view=True),
        parts.Clicks("trials", "shuffles", {"Shuffle once": 1, "Shuffle 1,000 times": 1000}, MOST),
    ),
    compute=compute,
    ask=ask,
    segment=lambda values: shuffled_segment(),
    practice="Test before you claim: by approximate randomization, which is what the shuffles are, or by the paired"
    " bootstrap, which draws segments instead. Say how many shuffles, and the seed. State p and the interval. A p above"
    " the level does not say that two systems are equal: the set may be too small to tell. If you test many"
    " pairs, correct p for that.",
    pages=(("significance", "Every pair of systems tested"),),
    sources=(
        "Riezler and Maxwell (2005): On Some Pitfalls in Automatic Evaluation and Significance Testing for MT, Figure"
        " 1: approximate randomization, and the p-value.",
        "Koehn (2004): Statistical Significance Tests for Machine Translation Evaluation: the paired bootstrap; its"
        " abstract on the size of a test set.",
    ),
    notes=parts.Notes(
        say="Say that the lead is of a whole test set, and the sentence one segment of it. Let the class choose, then"
        " shuffle once, and again, before you do it a thousand times.",
        think="Half a point is half a point. How much it is worth depends on the number of segments.",
        minutes=8,
        following="A test needs scores that all agree on. Now: texts for which tools do not agree.",
    ),
)
